//! Orders and payments under every mishap a seed can think of, and the books checked after every step.
//!
//! A *seed* is a story (`world`): a shop of two nodes on one database, three customers, an administrator, and the card
//! provider, played by the sandbox over the wire. Step by step the seed decides what happens next: somebody begins
//! something (`deeds`, `ideas`), something that waits goes on, a card is charged, time passes, somebody hangs up, a node is killed
//! and comes back (`mishaps`), a call to the provider is cut off or fails. The provider's events are delivered late, twice,
//! in any order, wrongly signed, or never. All of it runs the shop's real router, use-cases, SQL and client.
//!
//! The stories replay because only one thing moves at a time (`turns`): an operation stops before each transaction (the
//! turnstile of `trowel::db`) and at a gate before and behind the provider (`provider`), and the seed picks who goes on.
//! Time is the shop's `Clock`, which stands still but for the seed; ids are random and appear in no decision.
//!
//! After each step that wrote, and at the end (`memory`):
//!
//! - I1 every order that was acknowledged exists, until somebody deletes it or it expires;
//! - I2 the stock put in is what is available and what orders hold;
//! - I3 an order is paid by one succeeded payment of its amount, and every such payment is its order's, or goes back;
//! - I4 no payment is on two orders;
//! - I5 no state moves backward;
//! - I6 one idempotency key, one order.
//!
//! Then the faults end, time passes and the shop tidies up: nothing may be left to do, and the provider's list of
//! payments must agree with ours without a single difference, whatever went wrong before.
//!
//! `TROWEL_SEEDS` says how many seeds are played, or which; `faults/simulate` plays thousands. Beside the stories, `models`
//! holds an order and a tool's stock against models of them.

mod calls;
mod deeds;
mod dice;
mod ground;
mod ideas;
mod memory;
mod mishaps;
mod models;
mod node;
mod people;
mod provider;
mod tally;
mod turns;
mod world;

use std::ops::Range;

use trowel::db::Engine;

use ground::Ground;
use tally::Tally;
use world::{Story, play};

const SEEDS: u64 = 40;

/// `40`: so many from 0 on; `1000..2000`: these.
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

/// Fails with all that is needed to see it again.
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
