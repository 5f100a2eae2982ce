//! One seed: a shop of two nodes, its people and its card provider, moved step by step.

use std::{collections::BTreeMap, time::Duration};

use serde_json::json;
use tokio::task::AbortHandle;
use trowel::{
    identity::user::Role,
    ledger::{self, ProviderSide, Span},
    outside::clock::Clock,
    values::time::Moment,
};

use crate::{
    deeds::{Call, Deed, Work},
    dice::Dice,
    ground::Ground,
    memory::{Memory, name_of_key},
    node::Node,
    people::{Person, Sold},
    provider::Provider,
    turns::{Fate, Operation, Stop, Turns},
};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);
/// 2026-01-01: every seed begins at the same moment.
const BEGINNING: Moment = Moment::from_micros(1_767_225_600_000_000);
/// What passes between two steps; so no two things happen at the same time.
const TICK: Duration = Duration::from_millis(3);
/// More operations than this are not begun before others have ended.
const MOST_AT_ONCE: usize = 7;
pub const STEPS: usize = 150;

pub struct World<'g> {
    pub(crate) ground: &'g Ground,
    pub(crate) dice: Dice,
    pub(crate) provider: Provider,
    pub(crate) memory: Memory,
    pub(crate) people: Vec<Person>,
    pub(crate) sold: Vec<Sold>,
    pub(crate) clock: Clock,
    turns: Turns,
    nodes: Vec<Node>,
    under_way: BTreeMap<Operation, UnderWay>,
    begun: Operation,
    trace: Vec<String>,
}

struct UnderWay {
    deed: Deed,
    node: usize,
    task: AbortHandle,
    /// It came to a write.
    wrote: bool,
    /// Somebody waits for the answer.
    is_awaited: bool,
}

/// Everything that happened, and what was wrong, if anything.
pub struct Story {
    pub trace: Vec<String>,
    pub end: Result<(), String>,
}

pub fn play(ground: &Ground, seed: u64) -> Story {
    let mut world = World::open(ground, seed);
    let end = (0..STEPS).try_for_each(|_| world.step()).and_then(|()| world.come_to_rest());
    let trace = std::mem::take(&mut world.trace);
    world.nodes.into_iter().for_each(Node::die);
    Story { trace, end }
}

impl<'g> World<'g> {
    fn open(ground: &'g Ground, seed: u64) -> Self {
        ground.wipe();
        let mut dice = Dice::new(seed);
        let (turns, clock) = (Turns::default(), Clock::default());
        clock.stop();
        let since_then = clock.now().micros() - BEGINNING.micros();
        clock.set_back(Duration::from_micros(since_then.unsigned_abs()));
        let provider = Provider::open(ground, &turns, &clock);
        let nodes = (0..2).map(|_| Node::open(ground, &provider, &turns, &clock)).collect();
        let join = |name, role| Person::join(ground, name, role, clock.now());
        let people = vec![
            join("Ada", Role::User),
            join("Ben", Role::User),
            join("Cy", Role::User),
            join("Hazel", Role::Admin),
        ];
        let mut sell = |name, price| {
            clock.advance(TICK);
            Sold::put_on_sale(ground, name, price, 4 + i64::try_from(dice.below(8)).unwrap_or(0), clock.now())
        };
        let sold = vec![sell("Draw Hoe", 1_000), sell("Dibber", 725)];
        turns.start(dice.fork());
        let (memory, under_way, trace) = (Memory::default(), BTreeMap::new(), Vec::new());
        Self { ground, dice, provider, memory, people, sold, clock, turns, nodes, under_way, begun: 0, trace }
    }

    pub(crate) fn note(&mut self, line: impl std::fmt::Display) {
        self.trace.push(format!("{:>4}  {line}", self.trace.len() + 1));
    }

    fn step(&mut self) -> Result<(), String> {
        self.clock.advance(TICK);
        let waiting = self.turns.waiting();
        let may_begin = self.under_way.len() < MOST_AT_ONCE;
        let may_go = !waiting.is_empty();
        let next: fn(&mut Self, &[(Operation, Stop)]) -> Result<(), String> = self.dice.weigh(&[
            (if may_begin { 30 } else { 0 }, |world, _| world.begin()),
            (if may_go { 48 } else { 0 }, Self::let_one_go),
            (8, |world, _| world.pay()),
            (4, |world, _| world.let_time_pass()),
            (if may_go { 4 } else { 0 }, Self::hang_up),
            (1, |world, _| world.kill_a_node()),
        ]);
        next(self, &waiting)
    }

    fn begin(&mut self) -> Result<(), String> {
        let Some(deed) = self.think_of_a_deed() else { return Ok(()) };
        let work = self.work_of(&deed);
        if let Deed::Delete { order } = &deed {
            self.memory.will_go(order);
        }
        let (who, node) = (self.begun, self.dice.below(self.nodes.len()));
        self.begun += 1;
        self.note(format_args!("#{who} begins on {}: {}", ["A", "B"][node], self.told(&deed)));
        let Node { shop, router, .. } = &self.nodes[node];
        let task = self.nodes[node].begin(who, work.run(shop.clone(), router.clone()));
        self.under_way.insert(who, UnderWay { deed, node, task, wrote: false, is_awaited: true });
        self.look_on(who)
    }

    fn let_one_go(&mut self, waiting: &[(Operation, Stop)]) -> Result<(), String> {
        let (who, stop) = self.dice.pick(waiting).expect("somebody waits").clone();
        let fate = match stop {
            Stop::Read | Stop::Write => Fate::GoOn,
            Stop::Called(_) => self.dice.weigh(&[
                (88, Fate::GoOn),
                (6, Fate::Cut),
                (3, Fate::Fail(500)),
                (3, Fate::Fail(429)),
            ]),
            Stop::Served => self.dice.weigh(&[(88, Fate::GoOn), (10, Fate::Cut), (2, Fate::Fail(502))]),
        };
        let fated = if fate == Fate::GoOn { String::new() } else { format!(" ({fate:?})") };
        self.note(format_args!("#{who} goes on: {stop}{fated}"));
        if self.under_way.contains_key(&who) {
            self.turns.let_go(who, fate);
            return self.look_on(who);
        }
        // A call whose caller is dead: it is served late, and its answer reaches nobody, or it never arrives.
        if fate == Fate::GoOn && stop != Stop::Served {
            self.turns.let_go(who, fate);
            self.turns.settle()?;
        }
        self.turns.forget(who);
        Ok(())
    }

    /// Until the one that was let go stops or ends; then the books are looked at.
    fn look_on(&mut self, who: Operation) -> Result<(), String> {
        let ended = self.turns.settle()?;
        if self.turns.took_a_write() {
            self.memory.look(self.ground, &self.provider, self.clock.now())?;
            self.under_way.get_mut(&who).expect("it was let go").wrote = true;
        }
        for (who, reply) in ended {
            let done = self.under_way.remove(&who).expect("what ends has begun");
            let lost = !done.is_awaited || self.dice.in_a_hundred(8);
            self.note(format_args!(
                "#{who} ends: {}{}",
                reply.told(),
                if lost { " (nobody hears it)" } else { "" }
            ));
            if !lost {
                self.memory.learn(&done.deed, &reply, done.wrote)?;
            }
        }
        Ok(())
    }

    fn let_time_pass(&mut self) -> Result<(), String> {
        let (what, time) = self.dice.weigh(&[
            (40, ("ten seconds", Duration::from_secs(10))),
            (30, ("twelve minutes", MINUTE * 12)),
            (15, ("an hour", HOUR)),
            (8, ("25 hours", HOUR * 25)),
            (7, ("eight days", DAY * 8)),
        ]);
        self.note(format_args!("{what} pass"));
        self.clock.advance(time);
        Ok(())
    }

    /// Somebody stops waiting for their answer. What talks to the provider is brought to an end all the same; anything
    /// else ends where it is.
    fn hang_up(&mut self, waiting: &[(Operation, Stop)]) -> Result<(), String> {
        let (who, stop) = self.dice.pick(waiting).expect("somebody waits");
        let Some(caller) = self.under_way.get_mut(who) else { return Ok(()) };
        caller.is_awaited = false;
        let goes_on = matches!(
            caller.deed,
            Deed::StartPayment { .. } | Deed::Report { .. } | Deed::Delete { .. } | Deed::Reconcile
        );
        if !goes_on {
            caller.task.abort();
            self.under_way.remove(who);
            self.turns.forget(*who);
        }
        self.note(format_args!("#{who} is hung up on at: {stop}"));
        Ok(())
    }

    fn kill_a_node(&mut self) -> Result<(), String> {
        let dying = self.dice.below(self.nodes.len());
        for (who, stop) in self.turns.waiting() {
            let is_dying = self.under_way.get(&who).is_some_and(|one| one.node == dying);
            // A call that has left the node is on its way to the provider all the same.
            if is_dying && !matches!(stop, Stop::Called(_)) {
                self.turns.forget(who);
            }
        }
        self.under_way.retain(|_, one| one.node != dying);
        self.note(format_args!("node {} is killed and comes back", ["A", "B"][dying]));
        self.nodes.remove(dying).die();
        self.turns.stop();
        let reborn = Node::open(self.ground, &self.provider, &self.turns, &self.clock);
        self.nodes.insert(dying, reborn);
        self.turns.go_on();
        self.turns.took_a_write();
        Ok(())
    }

    /// No more faults: whatever is under way ends, time passes, and the shop tidies up until nothing is left to do.
    fn come_to_rest(&mut self) -> Result<(), String> {
        self.note("the faults end");
        self.turns.stop();
        for (who, _) in self.turns.waiting() {
            if self.under_way.contains_key(&who) {
                self.turns.let_go(who, Fate::GoOn);
                self.look_on(who)?;
            } else {
                self.turns.forget(who);
            }
        }
        for pause in [MINUTE * 12, HOUR, DAY, DAY * 8, DAY * 20] {
            self.clock.advance(pause);
            let who = self.begun;
            self.begun += 1;
            let Node { shop, router, .. } = &self.nodes[0];
            let task = self.nodes[0].begin(who, Work::Reconcile.run(shop.clone(), router.clone()));
            let (deed, node, wrote, is_awaited) = (Deed::Reconcile, 0, false, true);
            self.under_way.insert(who, UnderWay { deed, node, task, wrote, is_awaited });
            self.look_on(who)?;
        }
        self.memory.look(self.ground, &self.provider, self.clock.now())?;
        self.memory.nothing_is_left_to_do()?;
        let cards = self.nodes[0].shop.cards.as_ref().expect("card payment is on");
        let (db, now) = (&self.ground.db, self.clock.now());
        let report = self.ground.runtime.block_on(ledger::check(db, Some(&cards.client), Span::Ever, now));
        let report = report.map_err(|error| error.to_string())?;
        match (report.differences.first(), report.provider) {
            (Some(difference), _) => Err(format!("I3: the provider's books are not ours: {difference}")),
            (None, ProviderSide::Compared(_)) => Ok(()),
            (None, silent) => Err(format!("the provider's books could not be read: {silent:?}")),
        }
    }

    fn work_of(&mut self, deed: &Deed) -> Work {
        let now = self.clock.now();
        let admin = self.people.len() - 1;
        let owner = |memory: &Memory, people: &[Person], order: &str| {
            people
                .iter()
                .position(|person| person.user.id.as_str() == memory.orders[order].row.user_id)
                .expect("it has an owner")
        };
        let mut token = |who: usize| self.people[who].token(self.ground, now);
        Work::Call(match deed {
            Deed::Reconcile => return Work::Reconcile,
            Deed::Count { tool, version, more } => {
                let path = format!("/tools/{}", self.sold[*tool].id);
                let body = json!({ "availableQuantity": version.available + more });
                Call::new("PUT", path, &token(admin)).with("if-match", version.tag()).json(&body)
            }
            Deed::Place { key } => {
                let wish = &self.memory.keys[*key];
                let tool = &self.sold[wish.tool];
                let token = token(wish.who);
                Call::new("POST", "/orders".into(), &token).with("idempotency-key", format!("key-{key}")).json(&json!({
                    "toolName": tool.name, "orderQuantity": wish.quantity, "price": dollars(tool.price_cents),
                    "totalPrice": dollars(tool.price_cents * wish.quantity), "customerEmail": self.people[wish.who].email(),
                    "customerName": self.people[wish.who].name, "phone": name_of_key(*key), "address": "555-0100",
                }))
            }
            Deed::StartPayment { order } => {
                let who = owner(&self.memory, &self.people, order);
                let total = dollars(self.memory.orders[order].row.total_cents);
                let token = self.people[who].token(self.ground, now);
                Call::new("POST", "/create-payment-intent".into(), &token)
                    .json(&json!({ "totalPrice": total, "orderId": order }))
            }
            Deed::Report { order, intent } => {
                let who = owner(&self.memory, &self.people, order);
                let token = self.people[who].token(self.ground, now);
                Call::new("PATCH", format!("/orders/{order}"), &token)
                    .json(&json!({ "orders": order, "transactionId": intent, "status": "pending" }))
            }
            Deed::Delete { order } => {
                let who =
                    if self.dice.in_a_hundred(30) { admin } else { owner(&self.memory, &self.people, order) };
                let token = self.people[who].token(self.ground, now);
                Call::new("DELETE", format!("/orders/{order}"), &token)
            }
            Deed::Ship { order } => {
                let body = json!({ "status": "Approved and shipped" });
                Call::new("PATCH", format!("/orders/{order}"), &token(admin)).json(&body)
            }
            Deed::Hear { event, signed, .. } => {
                let (body, signature) = self.provider.sign(event, *signed);
                let mut call =
                    Call::new("POST", "/webhooks/stripe".into(), "").with("stripe-signature", signature);
                call.body = body;
                call
            }
        })
    }

    fn told(&self, deed: &Deed) -> String {
        let name = |order: &str| self.memory.name(order);
        match deed {
            Deed::Place { key } => {
                let wish = &self.memory.keys[*key];
                let (who, tool) = (self.people[wish.who].name, self.sold[wish.tool].name);
                format!("{who} orders {} × {tool} under key {key}", wish.quantity)
            }
            Deed::StartPayment { order } => format!("a payment of {} starts", name(order)),
            Deed::Report { order, intent } => {
                format!("{} is reported paid by {}", name(order), self.memory.name_of_intent(intent))
            }
            Deed::Delete { order } => format!("{} is to be deleted", name(order)),
            Deed::Ship { order } => format!("{} is to be shipped", name(order)),
            Deed::Count { tool, version, more } => {
                format!("{} × {} are counted, {more:+}", version.available + more, self.sold[*tool].name)
            }
            Deed::Hear { event, signed } => format!(
                "{} of {}, signed {signed:?}",
                event["type"].as_str().unwrap_or_default(),
                self.memory.name_of_intent(event["data"]["object"]["id"].as_str().unwrap_or_default())
            ),
            Deed::Reconcile => "the shop tidies up".into(),
        }
    }
}

fn dollars(cents: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "as a browser computes it")]
    let cents = cents as f64;
    cents / 100.0
}
