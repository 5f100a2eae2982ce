//! Many customers press the button at once, for the last pieces, and how often a checkout asks PostgreSQL.
//!
//! `TROWEL_RUSH` says how many customers there are. There is a piece for every second one.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::Value;
use trowel::{base::rate_limit::LimitedAction, db::DatabaseLocation};

use crate::{
    base::rng::Dice,
    sales::checkout::{address, body, check_out, put, quote},
    support::{Setup, TestShop, on_new_database, with_shop, with_shop_at, with_wire},
};

const TOOLS: [&str; 5] = ["Shears", "Gloves", "Hat", "Sieve", "Trug"];

fn crowd() -> usize {
    std::env::var("TROWEL_RUSH").ok().map_or(40, |text| text.parse().unwrap())
}

fn setup() -> Setup {
    let setup = Setup::sqlite();
    let limits = setup.limits.clone().with(LimitedAction::Write, u32::MAX);
    Setup { limits, ..setup }
}

fn count(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

/// Everyone has a basket of one to five lines, in any order, and presses at the same time.
async fn rush(shop: &TestShop) {
    let crowd = crowd();
    let pieces = i64::try_from(crowd / 2 / TOOLS.len()).unwrap();
    let mut tools = Vec::new();
    for name in TOOLS {
        tools.push(shop.tool(name, 1_000, pieces, 1).await);
    }
    let to = address("NS", "B3J 1A1");
    let mut dice = Dice::new(27);
    let mut customers = Vec::new();
    for number in 0..crowd {
        let customer = shop.newcomer(&format!("c{number}")).await;
        let (lines, first) = (1 + dice.below(TOOLS.len()), dice.below(TOOLS.len()));
        for line in 0..lines {
            put(&customer, &tools[(first + line) % TOOLS.len()], 1).await;
        }
        if number % 50 == 49 {
            // A network may ask for so many quotes in a minute.
            shop.shop.clock.advance(Duration::from_secs(61));
        }
        let seen = quote(&customer, &to, None).await;
        customers.push((customer, seen));
    }
    let answers =
        join_all(customers.iter().map(|(customer, seen)| check_out(customer, "rush", body(seen, &to)))).await;
    let (mut bought, mut sold) = (0, 0);
    for ((customer, seen), answer) in customers.iter().zip(&answers) {
        let wanted = seen["lines"].as_array().unwrap();
        let basket = customer.get("/basket").await.body;
        let left = basket["lines"].as_array().unwrap().len();
        if answer.status == 200 {
            bought += 1;
            sold += wanted.iter().map(|line| count(&line["quantity"])).sum::<i64>();
            assert_eq!(left, 0, "the basket is bought");
            continue;
        }
        // No conflict and no deadlock reaches a customer.
        assert_eq!(left, wanted.len(), "a refusal loses nothing");
        if answer.body["code"] == "nothing_to_buy" {
            let is_sold_out = |line: &Value| line["problem"]["code"] == "sold_out";
            assert!(left > 1 && basket["lines"].as_array().unwrap().iter().all(is_sold_out), "{basket}");
            continue;
        }
        answer.is(409, "sold_out");
        let tool = answer.body["toolName"].as_str().unwrap();
        assert!(wanted.iter().any(|line| line["toolName"] == tool), "{}", answer.text);
        assert!(answer.body["detail"].as_str().unwrap().starts_with(tool), "{}", answer.text);
    }
    let mut stock = 0;
    for tool in &tools {
        let left = shop.stock(tool).await;
        assert!(left >= 0, "{left} pieces");
        stock += left;
    }
    let all = pieces * i64::try_from(TOOLS.len()).unwrap();
    assert_eq!(stock + sold, all);
    assert!(bought > 0 && bought < crowd, "{bought} of {crowd}");
    eprintln!(
        "{bought} of {crowd} customers bought {sold} of {all} pieces, {} writes were retried",
        shop.shop.db.metrics().retries
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_pieces_are_sold_once_on_sqlite() {
    with_shop(setup(), async |shop| rush(shop).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_pieces_are_sold_once_and_without_a_deadlock_on_postgres() {
    on_new_database("", async |place, folder| {
        let DatabaseLocation::Postgres(url) = &place else { panic!("this needs a server") };
        let setup = Setup { engine: trowel::db::Engine::Postgres, ..setup() };
        with_shop_at(&setup, place.clone(), folder, async |shop| rush(shop).await).await;
        assert_eq!(deadlocks(url).await, 0, "all checkouts lock the tools in one order");
    })
    .await;
}

/// Counted once all other connections are closed, because only then the server has all counts.
async fn deadlocks(url: &str) -> i64 {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    let others =
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    while !client.query(others, &[]).await.unwrap().is_empty() {}
    let count = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    let deadlocks = client.query_one(count, &[]).await.unwrap().get(0);
    drop(client);
    let _ = connection.await;
    deadlocks
}

/// The first one asks for the session.
const AUTHENTICATION: u32 = 1;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_checkout_takes_three_round_trips() {
    // Card payment is off, so that only the purchase is written.
    with_wire(Setup { cards: false, ..Setup::sqlite() }, async |shop, wire| {
        let to = address("NS", "B3J 1A1");
        let ada = shop.customer("Ada").await;
        let tools = [shop.tool("Shears", 6_400, 120, 1).await, shop.tool("Gloves", 2_999, 20, 1).await];
        // A connection prepares a statement once.
        for (number, key) in ["a", "b", "c"].into_iter().enumerate() {
            for tool in &tools {
                put(&ada, tool, 1).await;
            }
            let seen = quote(&ada, &to, None).await;
            // The first refusal ends what the quote has left on the wire.
            let refuse =
                async || ada.post("/checkout", body(&seen, &to)).await.is(400, "idempotency_key_required");
            refuse().await;
            let refused = wire.round_trips();
            refuse().await;
            let before = wire.round_trips();
            assert_eq!(check_out(&ada, key, body(&seen, &to)).await.status, 200);
            if number > 0 {
                assert_eq!(before - refused, AUTHENTICATION);
                assert_eq!(wire.round_trips() - before - AUTHENTICATION, 3);
            }
        }
    })
    .await;
}
