//! Every call to the card provider, under every network fault and every untrue response: no order is paid without
//! money, no order can be paid twice, and once the provider recovers everything is completed.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use trowel::{app::background::tidy, values::ids::Id};

use crate::{
    sales::payment::{
        GOOD_CARD, order_and_intent, order_of, paid_order, provider_state, report, without_webhooks,
    },
    support::{Person, TestShop, intent_of, on_both_engines},
};

const FAULTS: [&str; 9] = [
    r#"{"status":500}"#,
    r#"{"status":503}"#,
    r#"{"status":429}"#,
    r#""drop_before""#,
    r#""drop_after""#,
    r#""wrong_amount""#,
    r#""wrong_currency""#,
    r#""wrong_livemode""#,
    r#""wrong_metadata""#,
];

/// Much longer than the shop takes, also on a busy machine, and much shorter than the provider stalls.
const PATIENT: Duration = Duration::from_mins(2);

/// The provider stalls for longer than the shop waits: before the call is served, and in the middle of its response.
const STALLS: [&str; 2] = [r#"{"delay_ms":6000}"#, r#"{"stall_ms":600000}"#];

/// The shop asks about an open payment after two minutes without news.
const QUIET_FOR: Duration = Duration::from_secs(121);

async fn fault(shop: &TestShop, method: &str, path: &str, action: &str) {
    let action: Value = serde_json::from_str(action).unwrap();
    let fault = json!({ "method": method, "path_contains": path, "action": action });
    shop.provider.misbehave(json!({ "rest": [fault] })).await;
}

/// All faults happened.
async fn all_gone_wrong(shop: &TestShop) {
    let state = provider_state(shop).await;
    assert_eq!(state["faults"]["rest"], json!([]), "a fault that met no call shows nothing");
}

/// An order can be paid by one intent at most, and is paid if and only if the provider has the right money for it.
async fn sound(shop: &TestShop, people: &[&Person<'_>]) {
    let intents = provider_state(shop).await["intents"].clone();
    let of_order = |order: &str| -> Vec<&Value> {
        let live = intents.as_array().unwrap().iter().filter(|intent| intent["status"] != "canceled");
        live.filter(|intent| intent["metadata"]["order_id"] == order).collect()
    };
    for person in people {
        for order in person.get("/orders").await.body.as_array().unwrap() {
            let live = of_order(order["_id"].as_str().unwrap());
            assert!(live.len() <= 1, "two intents for one order: {live:?}");
            if order["paid"] == true {
                assert_eq!(live[0]["id"], order["transactionId"]);
                assert_eq!(
                    (&live[0]["status"], &live[0]["amount_received"]),
                    (&json!("succeeded"), &json!(2_000))
                );
            }
        }
    }
}

async fn start(person: &Person<'_>, order: &str) -> Result<String, u16> {
    let answer = person.post("/create-payment-intent", json!({ "totalPrice": 20, "orderId": order })).await;
    let secret = answer.body["clientSecret"].as_str().map(str::to_owned);
    secret.ok_or(answer.status)
}

/// Retries until it gets a secret, and pays.
async fn start_and_pay(shop: &TestShop, ada: &Person<'_>, order: &str, first: Result<String, u16>) {
    let secret = match first {
        Ok(secret) => secret,
        Err(status) => {
            assert_eq!(status, 503);
            start(ada, order).await.expect("the provider is well again")
        }
    };
    shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
    report(ada, order, intent_of(&secret)).await.is(200, "");
}

async fn refund(hazel: &Person<'_>, order: &str) {
    hazel.post(&format!("/orders/{order}/refund"), json!({ "returnStock": true })).await.is(200, "");
}

/// A shop without webhooks and with more hoes than the test needs.
async fn open(shop: &TestShop) -> (Id, Person<'_>, Person<'_>) {
    let hoe = shop.tool("Draw Hoe", 1_000, 1_000, 1).await;
    without_webhooks(shop).await;
    (hoe, shop.customer("Ada").await, shop.admin().await)
}

on_both_engines! {
    async fn creating_an_intent(shop: TestShop) {
        let (_, ada, _) = open(shop).await;
        for action in FAULTS {
            let order = ada.order("Draw Hoe", 1_000, 2).await;
            fault(shop, "POST", "/v1/payment_intents", action).await;
            let first = start(&ada, &order).await;
            all_gone_wrong(shop).await;
            assert_eq!(first.is_ok(), action.contains("wrong"), "{action}");
            assert_eq!(order_of(&ada, &order).await["paid"], false);
            start_and_pay(shop, &ada, &order, first).await;
            sound(shop, &[&ada]).await;
        }
    }

    async fn retrieving_an_intent(shop: TestShop) {
        let (_, ada, _) = open(shop).await;
        for action in FAULTS {
            let (order, secret, intent) = order_and_intent(&ada).await;
            shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
            fault(shop, "GET", &intent, action).await;
            let answer = report(&ada, &order, &intent).await;
            all_gone_wrong(shop).await;
            if action.contains("wrong") {
                answer.is(409, "payment_mismatch");
            } else {
                answer.is(503, "provider_unavailable");
            }
            assert_eq!(order_of(&ada, &order).await["paid"], false, "{action}");
            report(&ada, &order, &intent).await.is(200, "");
            sound(shop, &[&ada]).await;
        }
    }

    async fn cancelling_an_intent(shop: TestShop) {
        let (hoe, ada, _) = open(shop).await;
        for action in FAULTS {
            let (order, secret, intent) = order_and_intent(&ada).await;
            let path = format!("/orders/{order}");
            fault(shop, "POST", "/cancel", action).await;
            let answer = ada.delete(&path).await;
            all_gone_wrong(shop).await;
            if !action.contains("wrong") {
                answer.is(503, "provider_unavailable");
                assert_eq!(shop.stock(&hoe).await, 998, "nothing changed: {action}");
                ada.delete(&path).await.is(200, "");
            }
            assert_eq!(shop.stock(&hoe).await, 1_000);
            assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 400, "{action}");
            report(&ada, &order, &intent).await.is(404, "not_found");
        }
    }

    async fn giving_back(shop: TestShop) {
        let (hoe, ada, hazel) = open(shop).await;
        for action in FAULTS {
            let (order, intent) = paid_order(shop, &ada).await;
            fault(shop, "POST", "/v1/refunds", action).await;
            refund(&hazel, &order).await;
            all_gone_wrong(shop).await;
            tidy(&shop.shop).await;
            tidy(&shop.shop).await;
            assert_eq!(order_of(&ada, &order).await["status"], "Refunded", "{action}");
            let state = provider_state(shop).await;
            let of_it: Vec<&Value> = state["refunds"].as_array().unwrap().iter().filter(|refund| refund["payment_intent"] == intent.as_str()).collect();
            assert_eq!((of_it.len(), &of_it[0]["amount"]), (1, &json!(2_000)), "once, and whole: {action}");
        }
        assert_eq!(shop.stock(&hoe).await, 1_000);
    }

    async fn a_provider_that_stalls_in_every_call_at_once(shop: TestShop) {
        let (hoe, ada, hazel) = open(shop).await;
        for action in STALLS {
            let begun = ada.order("Draw Hoe", 1_000, 2).await;
            let (paid, secret, intent) = order_and_intent(&ada).await;
            let (deleted, deleted_secret, _) = order_and_intent(&ada).await;
            let (refunded, _) = paid_order(shop, &ada).await;
            shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
            // The first matching fault is used: the specific ones come first.
            for (method, path) in [("POST", "/cancel"), ("POST", "/v1/refunds"), ("GET", &intent), ("POST", "/v1/payment_intents")] {
                fault(shop, method, path, action).await;
            }
            let begin = Instant::now();
            let path = format!("/orders/{deleted}");
            let (first, reported, gone, (), ()) = tokio::join!(
                start(&ada, &begun),
                report(&ada, &paid, &intent),
                ada.delete(&path),
                refund(&hazel, &refunded),
                tidy(&shop.shop),
            );
            assert!(begin.elapsed() < PATIENT, "no caller waits for ever: {:?}", begin.elapsed());
            all_gone_wrong(shop).await;
            assert_eq!(first, Err(503));
            reported.is(503, "provider_unavailable");
            gone.is(503, "provider_unavailable");
            sound(shop, &[&ada]).await;
            assert_eq!(order_of(&ada, &paid).await["paid"], false, "{action}");
            let ends = tokio::time::timeout(PATIENT, async {
                // The slow call is still running under its key, and no second one starts.
                let secret = loop {
                    if let Ok(secret) = start(&ada, &begun).await {
                        break secret;
                    }
                };
                start_and_pay(shop, &ada, &begun, Ok(secret)).await;
                while order_of(&ada, &refunded).await["status"] != "Refunded" {
                    tidy(&shop.shop).await;
                }
            });
            ends.await.expect("what was begun comes to its end");
            shop.shop.clock.advance(QUIET_FOR);
            tidy(&shop.shop).await;
            assert_eq!(order_of(&ada, &paid).await["paid"], true, "{action}");
            ada.delete(&path).await.is(200, "");
            assert_eq!(shop.provider.pay(&deleted_secret, GOOD_CARD).await.status, 400);
            sound(shop, &[&ada]).await;
        }
        assert_eq!(shop.stock(&hoe).await, 992);
    }

    async fn one_payment_of_many_customers_at_once(shop: TestShop) {
        let (_, ada, _) = open(shop).await;
        let bo = shop.customer("Bo").await;
        let faults: Vec<Value> = FAULTS.iter().map(|action| json!({ "path_contains": "/v1/payment_intents", "action": serde_json::from_str::<Value>(action).unwrap() })).collect();
        shop.provider.misbehave(json!({ "rest": faults })).await;
        let pay = async |person: &Person<'_>| {
            let order = person.order("Draw Hoe", 1_000, 2).await;
            for _ in 0..20 {
                if let Ok(secret) = start(person, &order).await
                    && shop.provider.pay(&secret, GOOD_CARD).await.status == 200
                    && report(person, &order, intent_of(&secret)).await.status == 200
                {
                    return;
                }
            }
            // The answer to the browser was lost: the shop asks the provider.
            shop.shop.clock.advance(QUIET_FOR);
            tidy(&shop.shop).await;
        };
        join_all([&ada, &bo, &ada, &bo].map(|person| Box::pin(pay(person)))).await;
        sound(shop, &[&ada, &bo]).await;
    }
}
