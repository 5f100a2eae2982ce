//! One scenario: a shop of two nodes, its people and its card provider, run step by step.

use std::{collections::BTreeMap, time::Duration};

use tokio::task::AbortHandle;
use trowel::{
    identity::user::Role,
    reconciliation::{self, ProviderSide, Span},
    values::{clock::Clock, time::Moment},
};

use crate::{
    actions::{Deed, Work},
    actors::{Person, Sold},
    environment::Ground,
    node::Node,
    oracle::Memory,
    provider::Provider,
    rng::Dice,
    scheduler::{Fate, Operation, Stop, Turns},
    stats::Tally,
};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);
/// 2026-01-01: every seed starts at the same time.
const BEGINNING: Moment = Moment::from_micros(1_767_225_600_000_000);
/// The time between two steps, so that no two have the same timestamp.
const TICK: Duration = Duration::from_millis(3);
/// The most concurrent operations.
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
    pub(crate) turns: Turns,
    pub(crate) nodes: Vec<Node>,
    pub(crate) under_way: BTreeMap<Operation, UnderWay>,
    begun: Operation,
    trace: Vec<String>,
    pub(crate) tally: Tally,
}

pub struct UnderWay {
    pub deed: Deed,
    pub node: usize,
    pub task: AbortHandle,
    /// It reached a write.
    wrote: bool,
    /// Its caller waits for the response.
    pub is_awaited: bool,
}

#[derive(Clone, Copy)]
enum Next {
    Begin,
    GoOn,
    Pay,
    Time,
    HangUp,
    Kill,
}

/// Everything that happened, and the violation, if any.
pub struct Story {
    pub trace: Vec<String>,
    pub tally: Tally,
    pub end: Result<(), String>,
}

pub fn play(ground: &Ground, seed: u64) -> Story {
    let mut world = World::open(ground, seed);
    let end = (0..STEPS).try_for_each(|_| world.step()).and_then(|()| world.come_to_rest());
    let trace = std::mem::take(&mut world.trace);
    let tally = world.memory.count_orders(Tally { stories: 1, steps: trace.len() as u64, ..world.tally });
    world.nodes.into_iter().for_each(Node::die);
    Story { trace, tally, end }
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
        Self {
            ground,
            dice,
            provider,
            memory,
            people,
            sold,
            clock,
            turns,
            nodes,
            under_way,
            begun: 0,
            trace,
            tally: Tally::default(),
        }
    }

    pub(crate) fn note(&mut self, line: impl std::fmt::Display) {
        self.trace.push(format!("{:>4}  {line}", self.trace.len() + 1));
    }

    fn step(&mut self) -> Result<(), String> {
        self.clock.advance(TICK);
        let waiting = self.turns.waiting();
        let may_begin = self.under_way.len() < MOST_AT_ONCE;
        let may_go = !waiting.is_empty();
        match self.dice.weigh(&[
            (if may_begin { 30 } else { 0 }, Next::Begin),
            (if may_go { 48 } else { 0 }, Next::GoOn),
            (10, Next::Pay),
            (3, Next::Time),
            (if may_go { 3 } else { 0 }, Next::HangUp),
            (1, Next::Kill),
        ]) {
            Next::Begin => return self.begin(),
            Next::GoOn => return self.let_one_go(&waiting),
            Next::Pay => self.pay(),
            Next::Time => self.let_time_pass(),
            Next::HangUp => self.hang_up(&waiting),
            Next::Kill => self.kill_a_node(),
        }
        Ok(())
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
        let (who, stop) = self.dice.pick(waiting).expect("an operation waits").clone();
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
        self.tally.failed_calls += u64::from(fate != Fate::GoOn);
        let fated = if fate == Fate::GoOn { String::new() } else { format!(" ({fate:?})") };
        self.note(format_args!("#{who} goes on: {stop}{fated}"));
        if self.under_way.contains_key(&who) {
            self.turns.let_go(who, fate);
            return self.look_on(who);
        }
        // The caller is dead: the call is served late without a reader of the response, or never arrives.
        if fate == Fate::GoOn && stop != Stop::Served {
            self.turns.let_go(who, fate);
            self.turns.settle()?;
        }
        self.turns.forget(who);
        Ok(())
    }

    /// Waits until the running operation stops or ends, then checks the records.
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
                if lost { " (no caller)" } else { "" }
            ));
            if !lost {
                self.memory.learn(&done.deed, &reply, done.wrote)?;
            }
        }
        Ok(())
    }

    /// No more faults: running operations end, time passes, and the jobs run until no work is left.
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
        let report =
            self.ground.runtime.block_on(reconciliation::check(db, Some(&cards.client), Span::Ever, now));
        let report = report.map_err(|error| error.to_string())?;
        match (report.differences.first(), report.provider) {
            (Some(difference), _) => Err(format!("I3: the provider's books are not ours: {difference}")),
            (None, ProviderSide::Compared(_)) => Ok(()),
            (None, silent) => Err(format!("the provider's books could not be read: {silent:?}")),
        }
    }
}
