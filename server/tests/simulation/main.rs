//! Simulates orders and payments under random faults and checks the records after every step.
//!
//! A *seed* determines one scenario (`world`): a shop of two nodes on one database, three customers, an administrator, and
//! the card provider, played by the sandbox over HTTP. In each step the seed decides what happens next. A new action starts
//! (`generator`, `actions`), a waiting operation continues, a card is charged, or time passes. A caller disconnects, a node is
//! killed and restarts (`faults`), or a call to the provider is cut off or fails. The provider's events are delivered late,
//! twice, in any order, wrongly signed, or never. All of it runs the shop's real router, use-cases, SQL and client.
//!
//! A scenario can be replayed because only one operation runs at a time (`scheduler`). An operation stops before each
//! transaction (by the test hook of `trowel::db`) and before and after the provider (`provider`), and the seed picks which one
//! continues. Time is the shop's `Clock`, which only the seed advances. Ids are random and appear in no decision.
//!
//! After each step that wrote, and at the end (`oracle`):
//!
//! - I1 every acknowledged order exists until it is deleted or expires;
//! - I2 the stock put in equals available stock plus ordered quantities;
//! - I3 an order is paid by one succeeded payment of its amount, and every such payment belongs to its order or is refunded;
//! - I4 no payment belongs to two orders;
//! - I5 no state moves backward;
//! - I6 one idempotency key makes one order.
//!
//! Then the faults end, time passes and the jobs run. No work may be left, and the provider's list of payments must agree
//! with ours without a single difference.
//!
//! `TROWEL_SEEDS` says how many seeds are played, or which; `faults/simulate` plays thousands. Beside the stories, `models`
//! holds an order and a tool's stock against models of them.

mod actions;
mod actors;
mod calls;
mod environment;
mod faults;
mod generator;
mod models;
mod node;
mod oracle;
mod provider;
mod rng;
mod scheduler;
mod stats;
mod world;

use std::ops::Range;

use trowel::db::Engine;

use environment::Ground;
use stats::Tally;
use world::{Story, play};

const SEEDS: u64 = 40;

/// `40` means 0..40; `1000..2000` means these.
fn seeds_to_play() -> Range<u64> {
    let seeds = std::env::var("TROWEL_SEEDS").unwrap_or_else(|_| SEEDS.to_string());
    let number = |text: &str| {
        text.parse::<u64>().unwrap_or_else(|_| panic!("TROWEL_SEEDS is 40 or 1000..2000, and not {seeds}"))
    };
    match seeds.split_once("..") {
        Some((first, end)) => number(first)..number(end),
        None => 0..number(&seeds),
    }
}

/// Fails with everything that is needed to reproduce it.
fn must_end_well(ground: &Ground, engine: &str, seed: u64) -> Story {
    let story = play(ground, seed);
    if let Err(violation) = &story.end {
        let (trace, next) = (story.trace.join("\n"), seed + 1);
        panic!(
            "\n{trace}\n\nseed {seed} on {engine}: {violation}\n\nAgain: TROWEL_SEEDS={seed}..{next} scripts/with-postgres cargo nextest run -p trowel --test simulation {engine}::every_seed_ends_well\n"
        );
    }
    story
}

fn every_seed_ends_well(engine: Engine) {
    let (ground, seeds) = (Ground::lay(engine), seeds_to_play());
    let engine = match engine {
        Engine::Sqlite => "sqlite",
        Engine::Postgres => "postgres",
    };
    let mut sum = Tally::default();
    for seed in seeds.clone() {
        sum.add(must_end_well(&ground, engine, seed).tally);
    }
    eprintln!("{engine}: seeds {seeds:?}: {sum}, 0 violations");
    ground.clear_away();
}

fn a_seed_tells_one_story(engine: Engine) {
    let ground = Ground::lay(engine);
    for seed in [1, 7, 1_000_003] {
        let (first, second) = (play(&ground, seed), play(&ground, seed));
        let at = first.trace.iter().zip(&second.trace).position(|(one, other)| one != other);
        let difference = at.map(|at| (&first.trace[at], &second.trace[at]));
        assert_eq!(difference, None, "seed {seed}: something happened that no seed decided");
        assert_eq!((first.trace.len(), first.end), (second.trace.len(), second.end), "seed {seed}");
    }
    ground.clear_away();
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
}
