//! What the owner is told by e-mail, and what waits in the dashboard.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    base::email::outbox_worker::deliver_due,
    sales::owner_notices::{daily_orders::send_daily, held_stock::tell_owner},
    settings::webhooks::deliver::deliver_lane,
};

use crate::{
    sales::payment::{GOOD_CARD, order_and_intent, paid_order, report, send_event, signed, without_webhooks},
    support::{Letter, Person, Setup, TestShop, with_shop},
};

const OWNER: &str = "owner@fern.ca";

fn with_mail() -> [Setup; 2] {
    [Setup::sqlite(), Setup::postgres()].map(|setup| Setup { mail: true, ..setup })
}

async fn set(hazel: &Person<'_>, change: Value) {
    let revision = hazel.get("/manageShop").await.header("etag").to_owned();
    let call = hazel.call(Method::PUT, "/shop-settings").header("if-match", &revision);
    let answer = call.json(change).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

async fn told(shop: &TestShop) -> Vec<Letter> {
    shop.letters_to(OWNER).await
}

async fn kinds(shop: &TestShop) -> Vec<String> {
    let mut kinds: Vec<_> = told(shop).await.into_iter().map(|letter| letter.kind).collect();
    kinds.sort();
    kinds
}

async fn send(shop: &TestShop, id: &str, kind: &str, intent: &str) {
    let now = shop.shop.clock.now().micros() / 1_000_000;
    let object = json!({ "id": "dp_1", "object": "dispute", "payment_intent": intent });
    let event = json!({ "id": id, "type": kind, "created": now, "data": { "object": object } });
    let secret = shop.provider.webhook_secret;
    send_event(shop, &event, |body| Some(signed(body, secret, now))).await.is(200, "");
}

#[tokio::test]
async fn the_owner_is_told_once_of_a_paid_order_and_of_a_tool_that_runs_low() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            let hoe = shop.tool("Draw Hoe", 1_000, 9, 1).await;
            let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
            paid_order(shop, &ada).await;
            assert!(told(shop).await.is_empty(), "no address is known");
            set(&hazel, json!({ "notificationEmail": OWNER })).await;
            ada.order("Draw Hoe", 1_000, 2).await;
            assert!(told(shop).await.is_empty(), "an unpaid order is no news");
            let (order, intent) = paid_order(shop, &ada).await;
            report(&ada, &order, &intent).await;
            let mut letters = told(shop).await;
            letters.sort_by_key(|letter| letter.subject.starts_with("Only"));
            assert_eq!(letters.len(), 2);
            assert_eq!(letters[0].subject, "Order #1003 to ship: 2 × Draw Hoe");
            let page = format!("{}/dashboard/manageOrders/{order}", shop.url);
            assert!(letters[0].text_body.contains(&page) && !letters[0].text_body.contains("Ada"));
            assert_eq!(letters[1].subject, "Only 3 left: Draw Hoe");
            paid_order(shop, &ada).await;
            assert_eq!(kinds(shop).await.len(), 3, "it still runs low");
            let deleted = ada.order("Draw Hoe", 1_000, 1).await;
            ada.delete(&format!("/orders/{deleted}")).await.is(200, "");
            let last = ada.order("Draw Hoe", 1_000, 1).await;
            let secret = ada.start_payment(&last, 10.0).await;
            shop.provider.pay(&secret, GOOD_CARD).await;
            report(&ada, &last, crate::support::intent_of(&secret)).await.is(200, "");
            assert_eq!(kinds(shop).await.len(), 4, "a deleted order is no delivery");
            shop.shop.clock.advance(Duration::from_secs(1));
            let tool = hazel.get(&format!("/tools/{}", hoe.as_str())).await;
            let call = hazel.call(Method::PUT, &format!("/tools/{}", hoe.as_str()));
            let call = call.header("if-match", tool.header("etag"));
            call.json(json!({ "availableQuantity": 3 })).send().await.is(200, "");
            paid_order(shop, &ada).await;
            let again = [
                "owner_low_stock",
                "owner_low_stock",
                "owner_order_paid",
                "owner_order_paid",
                "owner_order_paid",
                "owner_order_paid",
            ];
            assert_eq!(kinds(shop).await, again, "it ran low again");
            set(&hazel, json!({ "orderEmails": "off", "lowStock": "" })).await;
            let bulb = shop.tool("Bulb Planter", 2_000, 2, 1).await;
            let order = ada.order("Bulb Planter", 2_000, 1).await;
            let secret = ada.start_payment(&order, 20.0).await;
            shop.provider.pay(&secret, "4242424242424242").await;
            report(&ada, &order, crate::support::intent_of(&secret)).await.is(200, "");
            assert_eq!((kinds(shop).await.len(), shop.stock(&bulb).await), (6, 1));
        })
        .await;
    }
}

#[tokio::test]
async fn one_email_a_day_sums_up_the_orders_of_that_day() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            shop.tool("Draw Hoe", 1_000, 100, 1).await;
            let (ada, mut hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
            set(&hazel, json!({ "email": OWNER, "orderEmails": "daily" })).await;
            send_daily(&shop.shop).await.unwrap();
            for _ in 0..2 {
                paid_order(shop, &ada).await;
            }
            ada.order("Draw Hoe", 1_000, 2).await;
            send_daily(&shop.shop).await.unwrap();
            assert!(told(shop).await.is_empty(), "the day has not ended");
            shop.shop.clock.advance(Duration::from_hours(24));
            tokio::try_join!(send_daily(&shop.shop), send_daily(&shop.shop)).unwrap();
            let letters = told(shop).await;
            let subjects: Vec<_> = letters.iter().map(|letter| letter.subject.as_str()).collect();
            assert_eq!(subjects, ["2 orders were paid at Trowel since yesterday"]);
            assert!(letters[0].text_body.contains("$40.00 in total"), "{}", letters[0].text_body);
            shop.shop.clock.advance(Duration::from_hours(24));
            send_daily(&shop.shop).await.unwrap();
            assert_eq!(kinds(shop).await, ["owner_daily_orders"], "a day without an order is no news");
            hazel.sign_in().await;
            assert_eq!(hazel.get("/manageShop/tasks").await.body["ordersToShip"], 2);
        })
        .await;
    }
}

#[tokio::test]
async fn the_owner_is_told_once_a_day_of_stock_that_unpaid_orders_hold() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            shop.tool("Draw Hoe", 1_000, 3, 1).await;
            shop.tool("Dibber", 1_000, 10, 1).await;
            let (mut ada, bo, hazel) =
                (shop.customer("Ada").await, shop.customer("Bo").await, shop.admin().await);
            set(&hazel, json!({ "email": OWNER, "orderEmails": "off" })).await;
            let tell = async || {
                tokio::try_join!(tell_owner(&shop.shop), tell_owner(&shop.shop)).unwrap();
                let mut letters = told(shop).await;
                letters.retain(|letter| letter.kind == "owner_held_stock");
                letters
            };
            let first = ada.order("Draw Hoe", 1_000, 1).await;
            bo.order("Dibber", 1_000, 5).await;
            assert!(tell().await.is_empty(), "half is not more than half");
            let (paid, secret, intent) = order_and_intent(&ada).await;
            let letters = tell().await;
            assert_eq!(letters.len(), 1);
            assert_eq!(letters[0].subject, "Unpaid orders hold most of your stock: Draw Hoe");
            for expected in
                ["3 of 3 × Draw Hoe", "/dashboard/manageOrders?state=unpaid", "/dashboard/users?show=unpaid"]
            {
                assert!(letters[0].text_body.contains(expected), "{expected}: {}", letters[0].text_body);
            }
            bo.order("Dibber", 1_000, 1).await;
            shop.shop.clock.advance(Duration::from_hours(23));
            assert_eq!(tell().await.len(), 1, "the same day");
            shop.shop.clock.advance(Duration::from_hours(2));
            let letters = tell().await;
            assert_eq!(letters.len(), 2);
            assert_eq!(letters[1].subject, "Unpaid orders hold most of your stock of 2 tools");
            assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 200);
            ada.sign_in().await;
            report(&ada, &paid, &intent).await.is(200, "");
            ada.delete(&format!("/orders/{first}")).await.is(200, "");
            shop.shop.clock.advance(Duration::from_hours(25));
            let letters = tell().await;
            assert_eq!(letters.len(), 3);
            assert_eq!(
                letters[2].subject, "Unpaid orders hold most of your stock: Dibber",
                "the hoes are paid"
            );
        })
        .await;
    }
}

#[tokio::test]
async fn the_owner_is_told_once_of_a_dispute_and_of_a_refused_refund() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            shop.tool("Draw Hoe", 1_000, 100, 1).await;
            without_webhooks(shop).await;
            let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
            set(&hazel, json!({ "email": OWNER, "orderEmails": "off" })).await;
            let (_, fine) = paid_order(shop, &ada).await;
            send(shop, "evt_1", "charge.dispute.created", &fine).await;
            assert!(told(shop).await.is_empty(), "the provider knows of no dispute");
            let (order, secret, intent) = order_and_intent(&ada).await;
            shop.provider.pay(&secret, "4000000000000259").await.is(200, "");
            report(&ada, &order, &intent).await.is(200, "");
            for id in ["evt_2", "evt_2", "evt_3"] {
                send(shop, id, "charge.dispute.created", &intent).await;
            }
            assert_eq!(told(shop).await[0].subject, "The payment of order #1002 is disputed");
            assert_eq!(kinds(shop).await.len(), 1);
            shop.provider
                .misbehave(json!({ "rest": [{ "path_contains": &intent, "action": "drop_before" }] }))
                .await;
            let refund = json!({ "returnStock": false });
            let answer = hazel.post(&format!("/orders/{order}/refund"), refund).await;
            assert_eq!(answer.body["refund"], "refused", "{}", answer.text);
            shop.shop.clock.advance(Duration::from_mins(61));
            trowel::app::background::tidy(&shop.shop).await;
            assert_eq!(kinds(shop).await, ["owner_dispute", "owner_refund_failed"]);
            let mut hazel = hazel;
            hazel.sign_in().await;
            let tasks = hazel.get("/manageShop/tasks").await.body;
            assert_eq!(
                tasks,
                json!({ "ordersToShip": 1, "disputes": 1, "failedRefunds": 1, "reviewsToApprove": 0, "overdueBackup": { "isNightly": false } })
            );
            send(shop, "evt_4", "charge.dispute.closed", &intent).await;
            assert_eq!(hazel.get("/manageShop/tasks").await.body["disputes"], 0);
        })
        .await;
    }
}

/// A late event about the beginning of a dispute does not open it again.
#[tokio::test]
async fn a_dispute_ends_in_any_order_of_its_events() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            shop.tool("Draw Hoe", 1_000, 100, 1).await;
            without_webhooks(shop).await;
            let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
            set(&hazel, json!({ "email": OWNER, "orderEmails": "off" })).await;
            let (order, secret, intent) = order_and_intent(&ada).await;
            shop.provider.pay(&secret, "4000000000000259").await.is(200, "");
            report(&ada, &order, &intent).await.is(200, "");
            for (id, kind) in [("evt_1", "closed"), ("evt_2", "created"), ("evt_3", "created")] {
                send(shop, id, &format!("charge.dispute.{kind}"), &intent).await;
                assert_eq!(hazel.get("/manageShop/tasks").await.body["disputes"], 0, "{id}");
            }
            assert!(told(shop).await.is_empty(), "there is nothing to answer");
        })
        .await;
    }
}

#[tokio::test]
async fn the_owner_is_told_of_undelivered_emails_at_most_once_a_day() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            let hazel = shop.admin().await;
            set(&hazel, json!({ "email": OWNER })).await;
            let fail = async |count: usize| {
                for name in 0..count {
                    shop.fail_email("recipient", json!({ "reply": "550 5.1.1 no such user" })).await;
                    shop.customer(&format!("Bo{name}{}", shop.shop.clock.now().micros())).await;
                }
                deliver_due(&shop.shop.mailer, &shop.shop.db, &shop.shop.clock).await.unwrap();
            };
            fail(2).await;
            assert_eq!(kinds(shop).await, ["owner_undelivered"]);
            fail(1).await;
            assert_eq!(kinds(shop).await.len(), 1, "the same day");
            shop.shop.clock.advance(Duration::from_hours(25));
            fail(1).await;
            assert_eq!(kinds(shop).await.len(), 2);
        })
        .await;
    }
}

#[tokio::test]
async fn the_owner_is_told_of_a_webhook_that_is_paused() {
    for setup in with_mail() {
        with_shop(setup, async |shop| {
            let hazel = shop.admin().await;
            set(&hazel, json!({ "email": OWNER })).await;
            let webhook = json!({ "url": "https://hooks.invalid/shop", "events": ["tool.changed"] });
            let added = hazel.post("/webhooks", webhook).await;
            let path = format!("/webhooks/{}", added.body["webhook"]["_id"].as_str().unwrap());
            hazel.post(&format!("{path}/test"), json!({})).await.is(200, "");
            for _ in 0..80 {
                deliver_lane(&shop.shop, 0).await.unwrap();
                shop.shop.clock.advance(Duration::from_hours(1));
            }
            assert_eq!(kinds(shop).await, ["owner_webhook_paused"]);
            let letter = told(shop).await.remove(0);
            assert!(letter.text_body.contains("https://hooks.invalid/shop"), "{}", letter.text_body);
        })
        .await;
    }
}
