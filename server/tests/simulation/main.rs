//! Simulates baskets, orders and payments with faults, and checks the invariants after every step.
//!
//! A *seed* is a scenario (`world`): a shop of two nodes on one database, three customers, an administrator, and the
//! card provider, simulated by the sandbox over HTTP. Two visitors have no login. Two thirds of the shops charge taxes,
//! delivery or both. Step by step the seed decides what happens next. A new action begins (`actions`, `generator`), a
//! waiting operation continues, a customer fills a basket and reads its price (`customers`), a card is charged, time
//! passes, a client disconnects, a node is killed and restarted (`faults`), a call to the provider is cut off or fails.
//! The owner edits prices, stock, taxes and delivery at any time, and the other node uses its older settings until it
//! reads them. The provider's events are delivered late, twice, in any order, with a wrong signature, or never. All of
//! it runs the shop's real router, use-cases, SQL and client.
//!
//! A scenario is reproducible because only one operation runs at a time (`scheduler`). An operation stops before each
//! transaction (a hook of the database) and before and after the provider serves a call (`provider`). The seed chooses
//! which operation continues. Time is the shop's `Clock`, which only the seed advances. Ids are random and influence no
//! decision.
//!
//! The invariants are checked after each step that wrote, and at the end (`oracle`):
//!
//! - I1 every acknowledged order exists until a user deletes it or it expires;
//! - I2 the stock put in equals the available stock plus the stock in orders;
//! - I3 an order is paid by one succeeded payment of its amount or recorded once, with no card payment that can still
//!   succeed, and every succeeded payment is its order's or refunded;
//! - I4 no payment is on two orders;
//! - I5 no state moves backward;
//! - I6 one idempotency key creates one order;
//! - I7 a customer who never paid holds few orders, for a short time.
//!
//! The invariants of purchases have no letter (`purchases`, `baskets`, `replies`):
//!
//! - 1 the lines add up to the goods, and goods, delivery and taxes to the total;
//! - 2 each tax is rounded once, and the shares of the lines and the delivery add up to it;
//! - 3 province, day and registrations give exactly these taxes, and the settings this delivery: `charges` calculates
//!   them
//!   without the shop's code;
//! - 4 a tax has the number of a registration that was valid on that day;
//! - 5 what a page showed is charged: no intent of another amount exists, and one of them pays all lines;
//! - 6 no stock is negative;
//! - 7 a code is counted as often as live purchases have it, and not above its limit; it takes off what its words say,
//!   and
//!   one mailbox uses it once where the owner wants that;
//! - 8 refunds return at most what was charged, of each tax too, and the last one exactly the rest, as the provider
//!   says;
//! - 9 a checkout leaves the basket or a purchase, never both and never none;
//! - 10 each customer finds the own lines in the list, and no others;
//! - 11 a key makes one purchase;
//! - 12 a refusal for a tool names it.
//!
//! A hold is extended once, in time, and a purchase expires as a whole. What is paid at the counter is fetched, and
//! waits for three days without a payment.
//!
//! Visitors buy without a login (`guests`). Unpaid, their purchase is of no account. Paid, it is of the account with
//! the typed address if that address is proven, else of its own. The newest link opens this purchase and no other. No
//! answer without a login names an address, and no purchase gives a visitor the account of another person.
//!
//! Then the faults end, time passes and the background jobs run. Nothing may remain to be done, and the provider's list
//! of payments must agree with the database.
//!
//! Scenarios of another kind have strangers who never pay and customers who do (`strangers`).
//!
//! `TROWEL_SEEDS` sets the seeds to run, `TROWEL_SEEDS_TWICE` runs each twice and compares what happened.
//! `faults/simulate` runs thousands twice. Beside the scenarios, `models` compares an
//! order and a tool's stock with models of them.

mod actions;
mod actors;
mod baskets;
mod charges;
mod codes;
mod customers;
mod environment;
mod faults;
mod generator;
mod guests;
mod holds;
mod models;
mod new_customers;
mod node;
mod oracle;
mod provider;
mod purchases;
mod replies;
mod requests;
mod rng;
mod scheduler;
mod stats;
mod strangers;
mod world;

use std::ops::Range;

use trowel::db::Engine;

use environment::Environment;
use stats::Stats;
use world::{Scenario, run_seed};

const SEEDS: u64 = 40;

/// `40`: the first forty seeds. `1000..2000`: a range.
fn seeds_to_play(default: u64) -> Range<u64> {
    let seeds = std::env::var("TROWEL_SEEDS").unwrap_or_else(|_| default.to_string());
    let number = |text: &str| {
        text.parse::<u64>().unwrap_or_else(|_| {
            panic!("TROWEL_SEEDS must be a number such as 40 or a range such as 1000..2000: {seeds}")
        })
    };
    match seeds.split_once("..") {
        Some((first, end)) => number(first)..number(end),
        None => 0..number(&seeds),
    }
}

/// Panics with the trace and the command that runs the seed again.
fn must_end_well(environment: &Environment, engine: &str, seed: u64) -> Scenario {
    let scenario = run_seed(environment, seed);
    if let Err(violation) = &scenario.end {
        let (trace, next) = (scenario.trace.join("\n"), seed + 1);
        panic!(
            "\n{trace}\n\nseed {seed} on {engine}: {violation}\n\nAgain: TROWEL_SEEDS={seed}..{next} scripts/with-postgres cargo nextest run -p trowel --test simulation {engine}::every_seed_ends_well\n"
        );
    }
    scenario
}

fn every_seed_ends_well(engine: Engine) {
    let (environment, seeds) = (Environment::create(engine), seeds_to_play(SEEDS));
    let engine = engine_name(engine);
    let mut sum = Stats::default();
    let runs_twice = std::env::var_os("TROWEL_SEEDS_TWICE").is_some();
    for seed in seeds.clone() {
        let scenario = must_end_well(&environment, engine, seed);
        if runs_twice {
            must_be_one_story(seed, &scenario, &run_seed(&environment, seed));
        }
        sum.add(scenario.stats);
    }
    eprintln!("{engine}: seeds {seeds:?}: {sum}, 0 violations");
    environment.remove();
}

/// A seed of strangers takes longer than another one.
const SEEDS_OF_STRANGERS: u64 = 3;

fn strangers_leave_half(engine: Engine) {
    let (environment, seeds) = (Environment::create(engine), seeds_to_play(SEEDS_OF_STRANGERS));
    strangers::strangers_leave_half(&environment, engine_name(engine), seeds);
    environment.remove();
}

const fn engine_name(engine: Engine) -> &'static str {
    match engine {
        Engine::Sqlite => "sqlite",
        Engine::Postgres => "postgres",
    }
}

fn a_seed_tells_one_story(engine: Engine) {
    let environment = Environment::create(engine);
    for seed in [1, 7, 1_000_003] {
        must_be_one_story(seed, &run_seed(&environment, seed), &run_seed(&environment, seed));
    }
    environment.remove();
}

/// Panics if two runs of a seed differ, because then a failure could not be run again.
fn must_be_one_story(seed: u64, first: &Scenario, second: &Scenario) {
    let at = first.trace.iter().zip(&second.trace).position(|(one, other)| one != other);
    let difference = at.map(|at| (&first.trace[at], &second.trace[at]));
    assert_eq!(difference, None, "seed {seed}: something happened that no seed decided");
    assert_eq!((first.trace.len(), &first.end), (second.trace.len(), &second.end), "seed {seed}");
}

mod sqlite {
    use super::*;

    #[test]
    fn every_seed_ends_well() {
        super::every_seed_ends_well(Engine::Sqlite);
    }

    #[test]
    fn a_seed_tells_one_story() {
        super::a_seed_tells_one_story(Engine::Sqlite);
    }

    #[test]
    fn strangers_leave_half() {
        super::strangers_leave_half(Engine::Sqlite);
    }
}

mod postgres {
    use super::*;

    #[test]
    fn every_seed_ends_well() {
        super::every_seed_ends_well(Engine::Postgres);
    }

    #[test]
    fn a_seed_tells_one_story() {
        super::a_seed_tells_one_story(Engine::Postgres);
    }

    #[test]
    fn strangers_leave_half() {
        super::strangers_leave_half(Engine::Postgres);
    }
}
