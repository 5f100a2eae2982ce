//! Strangers and honest customers in one shop. Strangers never pay: they fill baskets and order what there is, without
//! accounts and with many, fetch goods that they never fetch, extend, start payments, try stolen cards and guess codes,
//! from up to three networks. Honest customers come at any time, each from a network of their own, and pay.
//!
//! The invariants are checked each minute:
//!
//! - strangers together never hold more than half of a tool for longer than 15 minutes;
//! - an honest customer gets up to half of a tool, at the latest when the purchases that a network may make of most of
//!   it have ended: two of 15 minutes in an hour, so three in a row;
//! - the cards that are declined and the codes that are guessed stay below the limits of a network.
//!
//! The seed decides who does what. Nothing is concurrent: the other scenarios do that.

use std::{collections::BTreeMap, ops::Range, time::Duration};

use serde_json::json;
use trowel::{
    accounts::{email_link::store::set_email_verified, user::Role},
    catalogue::tools::store::add_to_stock,
    sales::payments::job::reconcile,
    values::{clock::Clock, email::Email, time::Timestamp},
};

use crate::{
    actions::{Call, Reply},
    actors::{Actor, ListedTool},
    environment::Environment,
    guests::Browser,
    node::Node,
    provider::{Provider, Signature, intent_of},
    rng::Rng,
    scheduler::Scheduler,
};

const MINUTE: Duration = Duration::from_mins(1);
/// A short hold, and the time until the job runs.
const SHORT_HOLD: Duration = Duration::from_mins(16);
/// How long strangers try. The others come until then.
const ATTACK_MINUTES: usize = 150;
/// Three holds of a network, one after the other: the last of a period and both of the next.
const MAX_WAIT_MINUTES: usize = 49;
const DECLINED: &str = "pm_card_chargeDeclined";
const TOOLS: [(&str, i64); 6] =
    [("Wheelbarrow", 6), ("Rake", 2), ("Hoe", 20), ("Spade", 9), ("Twine", 40), ("Sieve", 5)];
const STRANGERS: [&str; 9] = ["S0", "S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8"];
const HONEST: [&str; 8] = ["Ann", "Bea", "Cal", "Dan", "Eve", "Fay", "Gus", "Ian"];

trowel::db::statements! {
    HELD = "SELECT tool_id, quantity, created_at FROM orders WHERE state = 'unpaid'";
    AVAILABLE = "SELECT id, available FROM tools";
}

/// What a stranger has bought and never pays.
#[derive(Clone)]
struct Unpaid {
    purchase: String,
    secret: Option<String>,
    caller: Caller,
}

/// Who sends a request.
#[derive(Clone)]
enum Caller {
    Browser(Browser),
    /// The caller has the token of an account.
    Account(String),
}

struct Honest {
    actor: usize,
    tool: usize,
    quantity: i64,
    arrives: usize,
    is_guest: bool,
    waited: usize,
    is_served: bool,
}

struct Play<'e> {
    environment: &'e Environment,
    rng: Rng,
    clock: Clock,
    provider: Provider,
    node: Node,
    tools: Vec<ListedTool>,
    strangers: Vec<Actor>,
    customers: Vec<Actor>,
    networks: usize,
    /// Strangers want this tool only.
    favourite: Option<usize>,
    unpaid: Vec<Unpaid>,
    /// When cards were declined, by network.
    declines: BTreeMap<usize, Vec<Timestamp>>,
    guesses: BTreeMap<usize, Vec<Timestamp>>,
    keys: usize,
    events: usize,
    trace: Vec<String>,
}

/// The longest wait of an honest customer.
pub fn play(environment: &Environment, seed: u64) -> Result<usize, String> {
    let mut play = Play::open(environment, seed);
    let ended = play.run();
    let trace = std::mem::take(&mut play.trace);
    play.node.kill();
    ended.map_err(|violation| format!("{}\n\n{violation}", trace.join("\n")))
}

impl<'e> Play<'e> {
    fn open(environment: &'e Environment, seed: u64) -> Self {
        environment.wipe();
        let mut rng = Rng::new(seed);
        let scheduler = Scheduler::default();
        let clock = Clock::default();
        clock.stop();
        let provider = Provider::open(environment, &scheduler, &clock);
        let node = Node::open(environment, &provider, &scheduler, &clock);
        let person = |name| {
            let actor = Actor::create(environment, name, Role::Customer, clock.now());
            let address = Email::parse(actor.email()).expect("an address");
            environment.write((actor.user.id.clone(), address, clock.now()), |tx, (id, address, now)| {
                Box::pin(set_email_verified(tx, id, address, *now))
            });
            actor
        };
        let strangers = STRANGERS.map(person).into();
        let customers = HONEST.map(person).into();
        let mut owner = Actor::create(environment, "Hazel", Role::Admin, clock.now());
        let sell = |(name, pieces)| {
            clock.advance(Duration::from_millis(3));
            ListedTool::create(environment, name, 100, pieces, clock.now())
        };
        let tools = TOOLS.map(sell).into();
        let networks = 1 + rng.below(3);
        let favourite = rng.percent_chance(40).then(|| rng.below(TOOLS.len()));
        let token = owner.token(environment, clock.now());
        let play = Self {
            environment,
            rng,
            clock,
            provider,
            node,
            tools,
            strangers,
            customers,
            networks,
            favourite,
            unpaid: Vec::new(),
            declines: BTreeMap::new(),
            guesses: BTreeMap::new(),
            keys: 0,
            events: 0,
            trace: Vec::new(),
        };
        play.open_shop(&token);
        play
    }

    fn open_shop(&self, token: &str) {
        let method = |id: &str| {
            json!({ "id": id, "name": id, "text": "", "isPickUp": id == "pick-up", "provinces": [], "areas": [],
                "prices": { "by": "goods", "steps": [{ "from": 0, "price": 0 }] }, "daysFrom": 2, "daysTo": 8 })
        };
        let body = json!({ "payAtPickUp": "on", "guestCheckout": "on", "homeProvince": "NS", "timeZone": "America/Halifax",
            "deliveryMethods": [method("post"), method("pick-up")] });
        let call = Call::new("PUT", "/shop-settings".into(), token).with("if-match", "\"0\"".into());
        let reply = self.send(call.json(&body));
        assert_eq!(reply.status, 200, "{}", reply.body);
    }

    fn send(&self, call: Call) -> Reply {
        self.environment.runtime.block_on(call.send(self.node.router.clone()))
    }

    fn call(method: &'static str, path: &str, caller: &Caller, network: &str) -> Call {
        let call = match caller {
            Caller::Account(token) => Call::new(method, path.to_owned(), token),
            Caller::Browser(browser) => {
                let call = Call::new(method, path.to_owned(), "").with("cookie", browser.cookie());
                Call { jar: Some(browser.jar.clone()), ..call }
            }
        };
        call.with("x-forwarded-for", network.to_owned())
    }

    fn note(&mut self, line: impl std::fmt::Display) {
        self.trace.push(line.to_string());
    }

    fn available(&self) -> BTreeMap<String, i64> {
        let rows: Vec<(String, i64)> = self.environment.read((), |tx, ()| Box::pin(tx.all(&AVAILABLE, &[])));
        rows.into_iter().collect()
    }

    fn left(&self, tool: usize) -> i64 {
        self.available()[self.tools[tool].id.as_str()]
    }

    fn run(&mut self) -> Result<usize, String> {
        let mut honest = self.expect_customers();
        for minute in 0..ATTACK_MINUTES + 2 * MAX_WAIT_MINUTES {
            self.clock.advance(MINUTE);
            let job = reconcile(&self.node.shop);
            self.environment.runtime.block_on(job);
            self.check_holds().map_err(|fault| format!("minute {minute}: {fault}"))?;
            let come = self.rng.below(4);
            for step in 0..4 {
                if step == come {
                    self.serve(minute, &mut honest)?;
                }
                if minute < ATTACK_MINUTES && self.rng.percent_chance(50) {
                    self.attack(minute);
                }
            }
            self.check_tries()?;
        }
        match honest.iter().find(|customer| !customer.is_served) {
            Some(customer) => Err(format!("{} never got the tool", HONEST[customer.actor])),
            None => Ok(honest.iter().map(|customer| customer.waited).max().unwrap_or_default()),
        }
    }

    /// Each wants up to half of a tool.
    fn expect_customers(&mut self) -> Vec<Honest> {
        let mut honest = Vec::new();
        for actor in 0..HONEST.len() {
            let wanted = self.favourite.filter(|_| self.rng.percent_chance(70));
            let tool = wanted.unwrap_or_else(|| self.rng.below(TOOLS.len()));
            let most = usize::try_from(TOOLS[tool].1 / 2).expect("a small number").min(3);
            let quantity = i64::try_from(1 + self.rng.below(most)).expect("a small number");
            let arrives = self.rng.below(ATTACK_MINUTES);
            let is_guest = self.rng.percent_chance(50);
            honest.push(Honest { actor, tool, quantity, arrives, is_guest, waited: 0, is_served: false });
        }
        honest
    }

    /// The customers who wait look once a minute, and pay at once.
    fn serve(&mut self, minute: usize, honest: &mut [Honest]) -> Result<(), String> {
        for customer in honest.iter_mut().filter(|it| !it.is_served && it.arrives <= minute) {
            let Honest { actor, tool, quantity, is_guest, .. } = *customer;
            let network = format!("192.0.2.{}", actor + 1);
            let caller = if is_guest {
                Caller::Browser(Browser::new("Guest"))
            } else {
                let now = self.clock.now();
                Caller::Account(self.customers[actor].token(self.environment, now))
            };
            let placed = if self.left(tool) >= quantity {
                self.check_out(&caller, &network, &[(tool, quantity)], false)
            } else {
                None
            };
            let Some(placed) = placed.filter(|placed| placed.status == 200) else {
                customer.waited += 1;
                let is_bounded = self.networks > 1 || customer.waited <= MAX_WAIT_MINUTES;
                if !is_bounded {
                    return Err(format!(
                        "{} waits for {} minutes for {quantity} × {}",
                        HONEST[actor], customer.waited, TOOLS[tool].0
                    ));
                }
                continue;
            };
            let secret = placed.body["clientSecret"].as_str().ok_or("an honest customer cannot pay")?;
            let purchase = placed.body["purchaseId"].as_str().ok_or("nothing was bought")?;
            self.provider.pay(secret, "pm_card_visa");
            let call = Self::call("POST", &format!("/purchases/{purchase}/confirm"), &caller, &network);
            let paid = self.send(call.json(&json!({ "transactionId": intent_of(secret) })));
            if paid.status != 200 {
                return Err(format!("an honest customer did not get what was paid: {}", paid.body));
            }
            customer.is_served = true;
            let waited = customer.waited;
            self.note(format_args!(
                "minute {minute}: {} has {quantity} × {} after {waited} minutes",
                HONEST[actor], TOOLS[tool].0
            ));
            // The owner buys as many again.
            self.environment.write(
                (self.tools[tool].id.clone(), quantity, self.clock.now()),
                |tx, (id, quantity, now)| Box::pin(add_to_stock(tx, id, *quantity, *now)),
            );
        }
        Ok(())
    }

    /// Fills the basket with these lines and checks out. Returns `None` if the basket has no price.
    fn check_out(
        &mut self,
        caller: &Caller,
        network: &str,
        lines: &[(usize, i64)],
        waits: bool,
    ) -> Option<Reply> {
        for (tool, quantity) in lines {
            let path = format!("/basket/lines/{}", self.tools[*tool].id);
            self.send(Self::call("PUT", &path, caller, network).json(&json!({ "quantity": quantity })));
        }
        let place = json!({ "province": "NS", "postalCode": "B3J 1A1" });
        let method = if waits { "pick-up" } else { "post" };
        let quote = Self::call("POST", "/quote", caller, network)
            .json(&json!({ "address": place, "method": method }));
        let quote = self.send(quote).body;
        let digest = quote["digest"].as_str()?;
        let address = json!({ "name": "Ada", "street": "12 Fern Lane", "city": "Somewhere", "province": "NS", "postalCode": "B3J 1A1" });
        let mut body = json!({ "basketRevision": quote["basketRevision"], "digest": digest, "email": "zoe@example.com",
            "method": method, "address": address });
        if waits {
            body["payAtPickUp"] = json!(true);
        }
        self.keys += 1;
        let key = format!("key-{}", self.keys);
        let call = Self::call("POST", "/checkout", caller, network).with("idempotency-key", key);
        Some(self.send(call.json(&body)))
    }

    fn attack(&mut self, minute: usize) {
        let who = self.rng.below(self.networks);
        let network = format!("203.0.113.{}", who + 1);
        let what = self.rng.below(100);
        let told = match what {
            0..55 => self.take_stock(who, &network),
            55..75 => self.extend_or_pay(&network),
            75..85 => self.try_cards(who, &network),
            _ => Some(self.guess(who, &network)),
        };
        if let Some(told) = told {
            self.note(format_args!("minute {minute}, network {who}: {told}"));
        }
    }

    fn stranger(&mut self, who: usize) -> Caller {
        if self.rng.percent_chance(40) {
            return Caller::Browser(Browser::new("Stranger"));
        }
        let actor = who * 3 + self.rng.below(3);
        let now = self.clock.now();
        Caller::Account(self.strangers[actor].token(self.environment, now))
    }

    /// All, half or some of what is left of some tools.
    fn take_stock(&mut self, who: usize, network: &str) -> Option<String> {
        let caller = self.stranger(who);
        let mut lines = Vec::new();
        let count = if self.favourite.is_some() { 1 } else { [1, 1, 2, TOOLS.len()][self.rng.below(4)] };
        for nth in 0..count {
            let any = if count == TOOLS.len() { nth } else { self.rng.below(TOOLS.len()) };
            let tool = self.favourite.unwrap_or(any);
            let left = self.left(tool);
            let quantity = [left, left - left / 2, left / 2, 1][self.rng.below(4)];
            if quantity > 0 && quantity <= left && lines.iter().all(|(other, _)| *other != tool) {
                lines.push((tool, quantity));
            }
        }
        let first = *lines.first()?;
        let waits = self.rng.percent_chance(20);
        let reply = match &caller {
            Caller::Account(_) if lines.len() == 1 && !waits && self.rng.percent_chance(50) => {
                self.order(&caller, who, network, first)
            }
            _ => self.check_out(&caller, network, &lines, waits)?,
        };
        if reply.status == 200 {
            let id = reply.body["purchaseId"].as_str().or(reply.body["insertedId"].as_str())?;
            let secret = reply.body["clientSecret"].as_str().map(str::to_owned);
            self.unpaid.push(Unpaid { purchase: id.to_owned(), secret, caller });
        }
        let named: Vec<_> =
            lines.iter().map(|(tool, quantity)| format!("{quantity} × {}", TOOLS[*tool].0)).collect();
        Some(format!("takes {} (waits {waits}): {}", named.join(", "), reply.describe()))
    }

    fn order(&self, caller: &Caller, who: usize, network: &str, (tool, quantity): (usize, i64)) -> Reply {
        // The account that has this token.
        let Caller::Account(token) = caller else { unreachable!("guests have no orders of one tool") };
        let owner = (who * 3..who * 3 + 3).find(|actor| self.strangers[*actor].has_token(token));
        let email = owner.map(|actor| self.strangers[actor].email().to_owned()).unwrap_or_default();
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let total = quantity as f64;
        self.send(Self::call("POST", "/orders", caller, network).json(&json!({
            "toolName": TOOLS[tool].0, "orderQuantity": quantity, "price": 1, "totalPrice": total, "customerEmail": email,
            "customerName": "Stranger", "phone": "12 Fern Lane, Halifax, NS B3J 1A1", "address": "555-0100",
        })))
    }

    fn extend_or_pay(&mut self, network: &str) -> Option<String> {
        let unpaid = self.rng.choose(&self.unpaid)?.clone();
        let what = *self.rng.choose(&["extend", "payment"])?;
        let path = format!("/purchases/{}/{what}", unpaid.purchase);
        let reply = self.send(Self::call("POST", &path, &unpaid.caller, network).json(&json!({})));
        if let Some(secret) = reply.body["clientSecret"].as_str() {
            let known = self.unpaid.iter_mut().find(|other| other.purchase == unpaid.purchase)?;
            known.secret = Some(secret.to_owned());
        }
        Some(format!("{what}: {}", reply.describe()))
    }

    /// Up to twelve stolen cards, and a new payment after them.
    fn try_cards(&mut self, who: usize, network: &str) -> Option<String> {
        let with_secret: Vec<_> =
            self.unpaid.iter().filter(|unpaid| unpaid.secret.is_some()).cloned().collect();
        let unpaid = self.rng.choose(&with_secret)?.clone();
        let mut declined = 0;
        for _ in 0..=self.rng.below(12) {
            let secret = unpaid.secret.as_deref().unwrap_or_default();
            declined += usize::from(self.provider.pay(secret, DECLINED) == 402);
            self.deliver_events();
        }
        let now = self.clock.now();
        self.declines.entry(who).or_default().extend(vec![now; declined]);
        let path = format!("/purchases/{}/payment", unpaid.purchase);
        let reply = self.send(Self::call("POST", &path, &unpaid.caller, network).json(&json!({})));
        let secret = reply.body["clientSecret"].as_str().map(str::to_owned);
        if let Some(known) = self.unpaid.iter_mut().find(|other| other.purchase == unpaid.purchase) {
            known.secret = secret;
        }
        Some(format!("{declined} cards are declined, another payment: {}", reply.describe()))
    }

    fn deliver_events(&mut self) {
        let events = self.provider.events();
        let failed = events.iter().filter(|event| event["type"] == "payment_intent.payment_failed");
        for event in failed.rev().take(1) {
            let (body, signature) = self.provider.sign(event, Signature::Valid);
            let mut call =
                Call::new("POST", "/webhooks/stripe".into(), "").with("stripe-signature", signature);
            call.body = body;
            self.events += usize::from(self.send(call).status == 200);
        }
    }

    fn guess(&mut self, who: usize, network: &str) -> String {
        let caller = self.stranger(who);
        let path = format!("/basket/lines/{}", self.tools[0].id);
        self.send(Self::call("PUT", &path, &caller, network).json(&json!({ "quantity": 1 })));
        let reply =
            self.send(Self::call("PUT", "/basket/code", &caller, network).json(&json!({ "code": "GUESS" })));
        if reply.status == 422 {
            let now = self.clock.now();
            self.guesses.entry(who).or_default().push(now);
        }
        format!("guesses a code: {}", reply.describe())
    }

    /// Honest customers have paid whatever they hold when this is called.
    fn check_holds(&self) -> Result<(), String> {
        let rows: Vec<(String, i64, i64)> = self.environment.read((), |tx, ()| Box::pin(tx.all(&HELD, &[])));
        let available = self.available();
        for (tool, (name, _)) in self.tools.iter().zip(TOOLS) {
            let held = |is_counted: &dyn Fn(i64) -> bool| -> i64 {
                let own = rows.iter().filter(|(id, _, at)| id == tool.id.as_str() && is_counted(*at));
                own.map(|(_, quantity, _)| quantity).sum()
            };
            let all = available[tool.id.as_str()] + held(&|_| true);
            let before = self.clock.now().minus(SHORT_HOLD).micros();
            let long = held(&|at| at < before);
            if 2 * long > all {
                return Err(format!("strangers hold {long} of {all} × {name} for more than 15 minutes"));
            }
        }
        Ok(())
    }

    fn check_tries(&self) -> Result<(), String> {
        let hour = self.clock.now().minus(Duration::from_hours(1));
        // A period may begin with what is left of the one before it.
        let in_hour = |tries: &[Timestamp]| tries.iter().filter(|at| **at > hour).count();
        for (what, tries, most) in [("cards", &self.declines, 2 * 200), ("codes", &self.guesses, 2 * 10)] {
            for (network, tries) in tries {
                if in_hour(tries) > most {
                    return Err(format!("network {network} tried {} {what} in an hour", in_hour(tries)));
                }
            }
        }
        Ok(())
    }
}

/// Panics with the trace and the command that runs the seed again.
pub fn strangers_leave_half(environment: &Environment, engine: &str, seeds: Range<u64>) {
    let mut longest = 0;
    for seed in seeds.clone() {
        let waited = play(environment, seed).unwrap_or_else(|violation| {
            panic!("\n{violation}\n\nstrangers, seed {seed} on {engine}\n\nAgain: TROWEL_SEEDS={seed}..{} scripts/with-postgres cargo nextest run -p trowel --test simulation {engine}::strangers_leave_half\n", seed + 1)
        });
        longest = longest.max(waited);
    }
    eprintln!("{engine}: strangers, seeds {seeds:?}: the longest wait is {longest} minutes, 0 violations");
}
