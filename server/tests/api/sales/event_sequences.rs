//! The provider's events in every order of arrival, before and after the browser's report, early and three days late,
//! once and twice, among forged ones: all end in one state.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    base::rng::Dice,
    sales::payment::{GOOD_CARD, order_and_intent, order_of, report, send_event, signed, without_webhooks},
    support::{Person, TestShop, on_both_engines},
};

const DECLINED_CARD: &str = "4000000000000002";
const LATE: Duration = Duration::from_hours(3 * 24);

/// One thing that reaches the shop.
#[derive(Clone)]
enum Arrival {
    /// The event as the provider has it on its list.
    Event(Value),
    Browser,
    Deletion,
}

/// All permutations, by Heap's algorithm.
fn permutations(of: usize) -> Vec<Vec<usize>> {
    fn heap(size: usize, items: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        if size <= 1 {
            return all.push(items.clone());
        }
        for at in 0..size {
            heap(size - 1, items, all);
            items.swap(if size.is_multiple_of(2) { at } else { 0 }, size - 1);
        }
    }
    let mut all = Vec::new();
    heap(of, &mut (0..of).collect(), &mut all);
    all
}

/// The provider's events about an intent, newest first.
async fn events_of(shop: &TestShop, intent: &str) -> Vec<Value> {
    let list = shop.provider.call(Method::GET, "/v1/events?limit=30", shop.provider.secret_key, &[]).await;
    let events = list.body["data"].as_array().unwrap().clone();
    let about = |event: &Value| {
        let object = &event["data"]["object"];
        object["id"] == intent || object["payment_intent"] == intent
    };
    events.into_iter().filter(about).collect()
}

fn now(shop: &TestShop) -> i64 {
    shop.shop.clock.now().micros() / 1_000_000
}

/// Signed now, however old it is: the provider signs each attempt again.
async fn deliver(shop: &TestShop, event: &Value) {
    send_event(shop, event, |body| Some(signed(body, shop.provider.webhook_secret, now(shop))))
        .await
        .is(200, "");
}

/// Sends the event with a wrong secret, without a signature, or with an old one. The shop ignores it.
async fn deliver_badly(shop: &TestShop, event: &Value, dice: &mut Dice) {
    let (at, secret) = (now(shop), shop.provider.webhook_secret);
    let old = at - 301 - i64::try_from(dice.below(100_000)).unwrap();
    let signature = match dice.below(4) {
        0 => |_: &str, _: &str, _: i64, _: i64| None,
        1 => |body: &str, _: &str, at: i64, _: i64| Some(signed(body, "whsec_of_another_shop", at)),
        2 => |body: &str, secret: &str, _: i64, old: i64| Some(signed(body, secret, old)),
        _ => |body: &str, secret: &str, at: i64, _: i64| {
            Some(signed(&body.replace("evt_", "evt-"), secret, at))
        },
    };
    send_event(shop, event, |body| signature(body, secret, at, old)).await.is(400, "bad_signature");
}

/// Delivers everything in this order; some of it twice, and forgeries in between.
async fn arrive(
    shop: &TestShop,
    ada: &Person<'_>,
    (order, intent): (&str, &str),
    arrivals: &[Arrival],
    dice: &mut Dice,
) {
    let mut sent: Vec<Value> = Vec::new();
    for arrival in arrivals {
        if dice.in_a_hundred(40) {
            let before = ada.get(&format!("/orders/{order}")).await.body;
            let forged = json!({ "id": format!("evt_forged_{}", dice.below(1_000_000)), "type": "payment_intent.succeeded", "data": { "object": {
                "id": intent, "status": "succeeded", "amount": 2_000, "amount_received": 2_000, "currency": "cad", "livemode": false,
                "metadata": { "order_id": order } } } });
            deliver_badly(shop, &forged, dice).await;
            assert_eq!(
                ada.get(&format!("/orders/{order}")).await.body,
                before,
                "a forged event changes nothing"
            );
        }
        match arrival {
            Arrival::Event(event) => {
                deliver(shop, event).await;
                sent.push(event.clone());
            }
            Arrival::Browser => assert!([200, 404, 409].contains(&report(ada, order, intent).await.status)),
            Arrival::Deletion => {
                let answer = ada.delete(&format!("/orders/{order}")).await;
                assert!([200, 404, 409].contains(&answer.status), "{}", answer.text);
            }
        }
        if !sent.is_empty() && dice.in_a_hundred(50) {
            deliver(shop, &sent[dice.below(sent.len())]).await;
        }
    }
    for event in &sent {
        deliver(shop, event).await;
    }
}

async fn days_pass(shop: &TestShop, ada: &mut Person<'_>) {
    shop.shop.clock.advance(LATE);
    ada.sign_in().await;
}

on_both_engines! {
    with crate::support::Setup::with_mail;

    async fn a_payment_ends_paid_once_whatever_arrives_first(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 1_000, 1).await;
        without_webhooks(shop).await;
        let mut ada = shop.verified_customer("Ada").await;
        let mut dice = Dice::new(8);
        let mut paid = 0;
        for turn in permutations(4) {
            let (order, secret, intent) = order_and_intent(&ada).await;
            shop.provider.pay(&secret, DECLINED_CARD).await.is(402, "");
            shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
            let mut arrivals = vec![Arrival::Browser];
            for kind in ["created", "payment_failed", "succeeded"] {
                let kind = format!("payment_intent.{kind}");
                let told = events_of(shop, &intent).await.into_iter().find(|event| event["type"] == kind.as_str());
                arrivals.push(Arrival::Event(told.expect("the provider tells of it")));
            }
            if dice.in_a_hundred(20) {
                days_pass(shop, &mut ada).await;
            }
            let arrivals: Vec<Arrival> = turn.iter().map(|at| arrivals[*at].clone()).collect();
            arrive(shop, &ada, (&order, &intent), &arrivals, &mut dice).await;
            let body = order_of(&ada, &order).await;
            assert_eq!((&body["paid"], &body["status"], &body["transactionId"]), (&json!(true), &json!("pending"), &json!(intent)), "{turn:?}");
            paid += 1;
            let letters = shop.letters_to("ada@example.com").await;
            let told = letters.iter().filter(|letter| letter.kind == "order_paid" && letter.text_body.contains(&order));
            assert_eq!(told.count(), 1, "{turn:?}");
        }
        assert_eq!((paid, shop.stock(&hoe).await), (24, 1_000 - 2 * 24));
    }

    async fn an_event_without_news_takes_one_transaction(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 1_000, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (_, _, intent) = order_and_intent(&ada).await;
        let events = events_of(shop, &intent).await;
        let created = events.iter().find(|event| event["type"] == "payment_intent.created").unwrap();
        let before = shop.shop.db.metrics().writes;
        deliver(shop, created).await;
        assert_eq!(shop.shop.db.metrics().writes, before + 1);
    }

    async fn a_cancelled_payment_and_a_deletion_end_without_order_and_charge(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 1_000, 1).await;
        without_webhooks(shop).await;
        let mut ada = shop.customer("Ada").await;
        let mut dice = Dice::new(9);
        for turn in permutations(4) {
            let (order, secret, intent) = order_and_intent(&ada).await;
            let cancel = format!("/v1/payment_intents/{intent}/cancel");
            shop.provider.call(Method::POST, &cancel, shop.provider.secret_key, &[]).await.is(200, "");
            let mut arrivals: Vec<Arrival> = events_of(shop, &intent).await.into_iter().map(Arrival::Event).collect();
            arrivals.extend([Arrival::Browser, Arrival::Deletion]);
            assert_eq!(arrivals.len(), 4);
            if dice.in_a_hundred(20) {
                days_pass(shop, &mut ada).await;
            }
            let arrivals: Vec<Arrival> = turn.iter().map(|at| arrivals[*at].clone()).collect();
            arrive(shop, &ada, (&order, &intent), &arrivals, &mut dice).await;
            assert_eq!(ada.get(&format!("/orders/{order}")).await.status, 404, "{turn:?}");
            assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 400);
        }
        assert_eq!(shop.stock(&hoe).await, 1_000);
    }
}
