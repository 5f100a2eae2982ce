//! Pays, reports, deletes, ships and refunds one order in parallel, from seeds. Whatever wins: the records agree with
//! each other and with the provider, and no reader ever saw a state go backward.
//!
//! `TROWEL_RACES` says how many orders are raced on each engine, `TROWEL_RACES_SEED` the first seed.

use std::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

use futures_util::future::{BoxFuture, join_all};
use serde_json::json;
use trowel::{app::background::tidy, base::rate_limit::LimitedAction};

use crate::{
    base::rng::Dice,
    sales::payment::{GOOD_CARD, order_and_intent, report},
    support::{Person, Setup, TestShop, on_both_engines},
};

/// Orders raced at the same time, each with its own customer.
const LANES: usize = 4;
/// Each operation starts within this time.
const SPREAD_MICROS: usize = 12_000;
const LOOK_EVERY: Duration = Duration::from_millis(3);
const STOCK: i64 = 1_000_000;

#[derive(Clone, Copy)]
enum OrderAction {
    Pay,
    Report,
    Delete,
    DeleteAsAdmin,
    Ship,
    Refund,
    Tidy,
}
use OrderAction::{Delete, DeleteAsAdmin, Pay, Refund, Report, Ship, Tidy};

fn from_environment(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().map_or(otherwise, |text| text.parse().unwrap())
}

fn many(setup: Setup) -> Setup {
    Setup { limits: setup.limits.clone().with(LimitedAction::CreateIntent, u32::MAX), ..setup }
}

/// How far an order is; it only grows.
fn rank(status: u16, body: &serde_json::Value) -> usize {
    match (status, body["paid"].as_bool(), body["status"].as_str().unwrap_or_default()) {
        (404, ..) => 1, // deleted, so never paid: see below
        (_, Some(false), _) => 0,
        (_, _, "pending") => 2,
        (_, _, "Approved and shipped") => 3,
        (_, _, "Refund under way") => 4,
        (_, _, "Refunded") => 5,
        other => panic!("{other:?}: {body}"),
    }
}

/// Reads an order repeatedly until the race is over.
async fn watch(person: &Person<'_>, path: &str, is_over: &AtomicBool) -> usize {
    let mut seen = 0;
    loop {
        let last = is_over.load(Ordering::SeqCst);
        let answer = person.get(path).await;
        let now = rank(answer.status, &answer.body);
        assert!(now >= seen, "from {seen} to {now}: {}", answer.text);
        assert!(!(seen == 1 && now > 1), "a deleted order came back: {}", answer.text);
        assert!(!(seen >= 2 && answer.status == 404), "a paid order is gone");
        seen = now;
        if last {
            return seen;
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

async fn fight(shop: &TestShop, ada: &Person<'_>, hazel: &Person<'_>, seed: u64) -> usize {
    let mut dice = Dice::new(seed);
    let (order, secret, intent) = order_and_intent(ada).await;
    let path = format!("/orders/{order}");
    let (path, order, secret, intent) = (path.as_str(), order.as_str(), secret.as_str(), intent.as_str());
    let mut moves: Vec<BoxFuture<'_, u16>> = Vec::new();
    // The state before the race: not paid, paid only at the provider, or paid in our records too.
    let actions: &[OrderAction] = match dice.below(3) {
        0 => &[Pay, Pay, Report, Report, Delete, DeleteAsAdmin, Ship, Tidy],
        from => {
            shop.provider.pay(secret, GOOD_CARD).await.is(200, "");
            if from == 2 {
                report(ada, order, intent).await.is(200, "");
            }
            &[Report, Report, Delete, DeleteAsAdmin, Ship, Ship, Refund, Refund, Tidy]
        }
    };
    for _ in 0..3 + dice.below(5) {
        let pause = Duration::from_micros(u64::try_from(dice.below(SPREAD_MICROS)).unwrap());
        let action = actions[dice.below(actions.len())];
        let returns_stock = dice.in_a_hundred(50);
        moves.push(Box::pin(async move {
            tokio::time::sleep(pause).await;
            match action {
                Pay => shop.provider.pay(secret, GOOD_CARD).await.status,
                Report => report(ada, order, intent).await.status,
                Delete => ada.delete(path).await.status,
                DeleteAsAdmin => hazel.delete(path).await.status,
                Ship => hazel.patch(path, json!({ "status": "Approved and shipped" })).await.status,
                Refund => {
                    hazel
                        .post(&format!("{path}/refund"), json!({ "returnStock": returns_stock }))
                        .await
                        .status
                }
                Tidy => {
                    tidy(&shop.shop).await;
                    200
                }
            }
        }));
    }
    let is_over = AtomicBool::new(false);
    let all = async {
        let answers = join_all(moves).await;
        is_over.store(true, Ordering::SeqCst);
        answers
    };
    let (answers, end) = tokio::join!(all, watch(ada, path, &is_over));
    assert!(
        answers.iter().all(|status| [200, 400, 402, 404, 409, 503].contains(status)),
        "seed {seed}: {answers:?}"
    );
    end
}

on_both_engines! {
    with crate::sales::order_races::many;

    async fn the_books_agree_after_every_fight(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, STOCK, 1).await;
        let hazel = shop.admin().await;
        let mut customers = Vec::new();
        for name in ["Ada", "Bo", "Cy", "Di"].iter().take(LANES) {
            customers.push(shop.customer(name).await);
        }
        let (fights, first) = (from_environment("TROWEL_RACES", 100), from_environment("TROWEL_RACES_SEED", 1));
        let next = AtomicUsize::new(0);
        let ends = join_all(customers.iter().map(async |ada| {
            let mut ends = [0; 6];
            loop {
                let nth = next.fetch_add(1, Ordering::SeqCst);
                if nth >= fights {
                    return ends;
                }
                let end = fight(shop, ada, &hazel, u64::try_from(first + nth).unwrap()).await;
                ends[end] += 1;
                if end == 0 {
                    // Twenty unpaid orders are as many as one may have.
                    clear(ada).await;
                }
            }
        })).await;
        // The job finds unreported payments and makes due refunds.
        for _ in 0..3 {
            tidy(&shop.shop).await;
        }
        shop.shop.clock.advance(Duration::from_mins(11));
        for _ in 0..fights.div_ceil(50) + 2 {
            tidy(&shop.shop).await;
        }
        let mut hazel = hazel;
        hazel.sign_in().await;
        let books = hazel.get("/ledger").await.body;
        assert_eq!(books["differences"], json!([]), "seeds from {first}");
        assert_eq!(books["provider"], "compared");
        let total = ends.iter().fold([0; 6], |mut total, ends| {
            total.iter_mut().zip(ends).for_each(|(sum, count)| *sum += count);
            total
        });
        eprintln!("{fights} fights: [unpaid, deleted, paid, shipped, being refunded, refunded] = {total:?}");
        if fights >= 100 {
            assert!(total[1..].iter().filter(|count| **count > 0).count() >= 4, "they come out in many ways: {total:?}");
        }
        assert!(shop.stock(&hoe).await <= STOCK);
    }
}

async fn clear(ada: &Person<'_>) {
    for order in ada.get("/orders").await.body.as_array().unwrap() {
        if order["paid"] == false {
            let answer = ada.delete(&format!("/orders/{}", order["_id"].as_str().unwrap())).await;
            assert!([200, 404, 409, 503].contains(&answer.status), "{}", answer.text);
        }
    }
}
