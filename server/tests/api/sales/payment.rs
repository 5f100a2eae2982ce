//! Paying, deleting and shipping, with the sandbox as the card provider and its faults.

use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Sha256;
use trowel::{
    app::background,
    db::{params, statements},
    sales::{
        orders,
        payments::store::{self, PaymentState},
    },
    values::{ids::Id, money::Cents, time::Timestamp},
};

use crate::support::{Answer, Person, TestShop, intent_of, on_both_engines};

statements! {
    STORED_ANSWERS = "SELECT answer FROM idempotency_keys WHERE answer IS NOT NULL";
}

pub const GOOD_CARD: &str = "4242424242424242";

/// No webhook reaches the shop: the browser's report and the payments job have to suffice.
pub async fn without_webhooks(shop: &TestShop) {
    shop.provider.misbehave(json!({ "webhooks": [{ "action": "drop", "times": 1_000 }] })).await;
}

pub async fn report(person: &Person<'_>, order: &str, transaction: &str) -> Answer {
    person
        .patch(
            &format!("/orders/{order}"),
            json!({ "orders": order, "transactionId": transaction, "status": "pending" }),
        )
        .await
}

/// An order of 20 dollars, its client secret, and the intent behind it.
pub async fn order_and_intent(person: &Person<'_>) -> (String, String, String) {
    let order = person.order("Draw Hoe", 1_000, 2).await;
    let secret = person.start_payment(&order, 20.0).await;
    let intent = intent_of(&secret).to_owned();
    (order, secret, intent)
}

pub async fn paid_order(shop: &TestShop, person: &Person<'_>) -> (String, String) {
    let (order, secret, intent) = order_and_intent(person).await;
    assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 200);
    assert_eq!(report(person, &order, &intent).await.status, 200);
    (order, intent)
}

pub async fn order_of(person: &Person<'_>, id: &str) -> Value {
    person.get(&format!("/orders/{id}")).await.body
}

pub async fn provider_state(shop: &TestShop) -> Value {
    shop.provider.call(Method::GET, "/_control/state", shop.provider.secret_key, &[]).await.body
}

pub fn signed(body: &str, secret: &str, at_seconds: i64) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{at_seconds}.{body}").as_bytes());
    let hex: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("t={at_seconds},v1={hex}")
}

pub async fn send_event(shop: &TestShop, body: &Value, signature: impl Fn(&str) -> Option<String>) -> Answer {
    let body = body.to_string();
    let mut call = shop.visitor().call(Method::POST, "/webhooks/stripe");
    if let Some(signature) = signature(&body) {
        call = call.header("Stripe-Signature", &signature);
    }
    call.text("application/json", &body).send().await
}

/// A payment with an intent that the provider no longer has.
async fn attempt_of(shop: &TestShop, order: &str, intent: &str, refund_due: bool) {
    let now = shop.shop.clock.now();
    let attempt = store::Payment {
        id: Id::new(now),
        order_id: Id::parse(order).unwrap(),
        amount: Cents::new(2_000).unwrap(),
        currency: "cad".into(),
        state: PaymentState::Creating,
        method: None,
    };
    let made = store::CreatedIntent { intent_id: intent.to_owned(), client_secret: "secret".into() };
    let input = (attempt, made, now, refund_due);
    let inserted = shop.shop.db.write(input, |tx, (attempt, made, now, refund_due)| {
        Box::pin(async move {
            store::insert(tx, attempt, &attempt.order_id, *now).await?;
            store::open(tx, &attempt.id, made, *now).await?;
            if *refund_due {
                let open = store::by_intent(tx, &made.intent_id).await?.unwrap();
                let due = PaymentState::RefundDue { intent_id: made.intent_id.clone() };
                store::advance(tx, &open, &due, *now).await?;
            }
            Ok(())
        })
    });
    inserted.await.unwrap();
}

on_both_engines! {
    async fn a_card_pays_an_order_and_an_administrator_ships_it(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        without_webhooks(shop).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let (order, secret, intent) = order_and_intent(&ada).await;
        let ship = json!({ "status": "Approved and shipped" });
        hazel.patch(&format!("/orders/{order}"), ship.clone()).await.is(409, "not_shippable");
        report(&ada, &order, &intent).await.is(409, "payment_not_succeeded");
        assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 200);
        let first = report(&ada, &order, &intent).await;
        assert_eq!((first.status, &first.body["modifiedCount"]), (200, &json!(1)));
        let again = report(&ada, &order, &intent).await;
        assert_eq!((again.status, &again.body["matchedCount"], &again.body["modifiedCount"]), (200, &json!(1), &json!(0)));
        let body = order_of(&ada, &order).await;
        assert_eq!((&body["paid"], &body["status"], &body["transactionId"]), (&json!(true), &json!("pending"), &json!(intent)));
        ada.patch(&format!("/orders/{order}"), ship.clone()).await.is(403, "forbidden");
        let shipped = hazel.patch(&format!("/orders/{order}"), ship.clone()).await;
        assert_eq!((shipped.status, &shipped.body["modifiedCount"]), (200, &json!(1)));
        hazel.patch(&format!("/orders/{order}"), ship).await.is(409, "not_shippable");
        let body = order_of(&ada, &order).await;
        assert_eq!((&body["paid"], &body["status"], &body["transactionId"]), (&json!(true), &json!("Approved and shipped"), &json!(intent)));
        assert!(body["shippedAt"].is_string());
        ada.delete(&format!("/orders/{order}")).await.is(409, "already_paid");
        report(&ada, &order, &intent).await.is(200, "");
    }

    async fn the_providers_event_alone_pays_an_order(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let ada = shop.customer("Ada").await;
        shop.provider.misbehave(json!({ "webhooks": [{ "action": "hold", "times": 1_000 }] })).await;
        let (order, secret, intent) = order_and_intent(&ada).await;
        assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 200);
        assert_eq!(order_of(&ada, &order).await["paid"], false);
        // Newest first: the order of events must not matter. And twice: a repeat must not either.
        let release = shop.provider.release().await;
        assert_eq!(release.status, 200, "{}", release.text);
        let body = order_of(&ada, &order).await;
        assert_eq!((&body["paid"], &body["status"], &body["transactionId"]), (&json!(true), &json!("pending"), &json!(intent)));
        let late = report(&ada, &order, &intent).await;
        assert_eq!((late.status, &late.body["modifiedCount"]), (200, &json!(0)));
    }

    async fn a_declined_card_pays_nothing_and_a_second_try_may(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (order, secret, intent) = order_and_intent(&ada).await;
        for (card, code) in [("4000000000000002", "generic_decline"), ("4000000000009995", "insufficient_funds")] {
            let declined = shop.provider.pay(&secret, card).await;
            assert_eq!((declined.status, &declined.body["error"]["decline_code"]), (402, &json!(code)), "{}", declined.text);
            report(&ada, &order, &intent).await.is(409, "payment_not_succeeded");
        }
        assert_eq!(ada.start_payment(&order, 20.0).await, secret, "the same intent is handed out again");
        assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 200);
        assert_eq!(report(&ada, &order, &intent).await.status, 200);
    }

    async fn an_amount_means_the_order_last_opened(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let first = ada.order("Draw Hoe", 1_000, 2).await;
        let second = ada.order("Draw Hoe", 1_000, 2).await;
        order_of(&ada, &second).await;
        order_of(&ada, &first).await;
        let secret = ada.post("/create-payment-intent", json!({ "totalPrice": "20.00" })).await.body["clientSecret"].as_str().unwrap().to_owned();
        shop.provider.pay(&secret, GOOD_CARD).await;
        report(&ada, &second, intent_of(&secret)).await.is(409, "payment_mismatch");
        assert_eq!(report(&ada, &first, intent_of(&secret)).await.status, 200);
    }

    async fn only_the_exact_total_of_ones_own_unpaid_order_can_be_paid(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        let ask = |total: Value, order: Option<&str>| match order {
            Some(order) => json!({ "totalPrice": total, "orderId": order }),
            None => json!({ "totalPrice": total }),
        };
        ada.post("/create-payment-intent", ask(json!(19.99), None)).await.is(409, "no_payable_order");
        ada.post("/create-payment-intent", ask(json!(0.5), Some(&order))).await.is(409, "no_payable_order");
        bo.post("/create-payment-intent", ask(json!(20), None)).await.is(409, "no_payable_order");
        bo.post("/create-payment-intent", ask(json!(20), Some(&order))).await.is(404, "not_found");
        ada.post("/create-payment-intent", ask(json!(20), Some("nonsense"))).await.is(404, "not_found");
        for total in [json!(null), json!("x"), json!(-20), json!(20.001), json!(1e9), json!([20])] {
            ada.post("/create-payment-intent", ask(total, None)).await.is(422, "invalid_field");
        }
        shop.visitor().post("/create-payment-intent", ask(json!(20), None)).await.is(401, "unauthenticated");
        assert!(provider_state(shop).await["intents"].as_array().unwrap().is_empty(), "the provider was never asked");
    }

    async fn one_payment_never_pays_two_orders(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let (ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        let (_, intent) = paid_order(shop, &ada).await;
        let other = ada.order("Draw Hoe", 1_000, 2).await;
        let foreign = bo.order("Draw Hoe", 1_000, 2).await;
        report(&ada, &other, &intent).await.is(409, "payment_mismatch");
        report(&bo, &foreign, &intent).await.is(409, "payment_mismatch");
        for made_up in ["", "pi_1", "../customers", "pi_1?x=1", "ch_1"] {
            report(&ada, &other, made_up).await.is(409, "payment_mismatch");
        }
        assert_eq!(order_of(&ada, &other).await["paid"], false);
    }

    async fn a_report_says_exactly_what_it_may_and_only_the_owner_makes_it(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let (ada, bo, hazel) = (shop.customer("Ada").await, shop.customer("Bo").await, shop.admin().await);
        let (order, secret, intent) = order_and_intent(&ada).await;
        shop.provider.pay(&secret, GOOD_CARD).await;
        report(&bo, &order, &intent).await.is(404, "not_found");
        report(&hazel, &order, &intent).await.is(404, "not_found");
        let path = format!("/orders/{order}");
        for body in [
            json!({}),
            json!({ "status": "pending" }),
            json!({ "status": "paid" }),
            json!({ "paid": true }),
            json!({ "orders": order, "transactionId": intent, "status": "Approved and shipped" }),
            json!({ "orders": order, "transactionId": intent, "status": "pending", "paid": true }),
            json!({ "orders": order, "transactionId": 1, "status": "pending" }),
            json!({ "orders": "x", "transactionId": intent, "status": "pending" }),
        ] {
            ada.patch(&path, body.clone()).await.is(422, "invalid_field");
            bo.patch(&path, body).await.is(404, "not_found");
        }
        hazel.patch(&path, json!({ "status": "Approved and shipped", "paid": true })).await.is(422, "invalid_field");
        assert_eq!(order_of(&ada, &order).await["paid"], false);
    }

    async fn what_the_provider_says_must_fit_the_order(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        for lie in ["wrong_amount", "wrong_currency", "wrong_livemode", "wrong_metadata"] {
            without_webhooks(shop).await;
            let (order, secret, intent) = order_and_intent(&ada).await;
            shop.provider.pay(&secret, GOOD_CARD).await;
            shop.provider.misbehave(json!({ "rest": [{ "path_contains": intent, "method": "GET", "action": lie }] })).await;
            report(&ada, &order, &intent).await.is(409, "payment_mismatch");
            assert_eq!(order_of(&ada, &order).await["paid"], false, "{lie}");
            assert_eq!(report(&ada, &order, &intent).await.status, 200, "the truth is accepted afterwards");
        }
    }

    async fn a_silent_provider_changes_nothing_and_is_asked_again(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        let ask = json!({ "totalPrice": 20, "orderId": order });
        // The provider replays a reported failure for the same key. After a lost response the same key is the only safe
        // way to retry.
        for action in [json!({ "status": 500 }), json!({ "status": 429 }), json!("drop_before"), json!("drop_after")] {
            shop.provider.misbehave(json!({ "rest": [{ "path_contains": "payment_intents", "method": "POST", "action": action }] })).await;
            let refused = ada.post("/create-payment-intent", ask.clone()).await;
            refused.is(503, "provider_unavailable");
            assert!(refused.headers.contains_key("retry-after"));
        }
        let secret = ada.start_payment(&order, 20.0).await;
        let intents = provider_state(shop).await["intents"].as_array().unwrap().len();
        assert_eq!(intents, 1, "a lost response was requested again under its key");
        shop.provider.pay(&secret, GOOD_CARD).await;
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "payment_intents", "method": "GET", "action": { "status": 500 } }] })).await;
        report(&ada, &order, intent_of(&secret)).await.is(503, "provider_unavailable");
        assert_eq!(order_of(&ada, &order).await["paid"], false);
        // No webhook and no browser report the payment: the shop asks.
        shop.shop.clock.advance(Duration::from_secs(121));
        background::tidy(&shop.shop).await;
        assert_eq!(order_of(&ada, &order).await["paid"], true);
        assert_eq!(shop.stock(&hoe).await, 98);
    }

    async fn two_tabs_get_one_intent_although_the_provider_takes_its_time(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "payment_intents", "method": "POST", "action": { "delay_ms": 400 } }] })).await;
        let (one, other) = tokio::join!(ada.start_payment(&order, 20.0), ada.start_payment(&order, 20.0));
        assert_eq!(one, other);
        assert_eq!(provider_state(shop).await["intents"].as_array().unwrap().len(), 1);
    }

    async fn a_client_that_hangs_up_ends_nothing_halfway(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        let ask = || ada.call(Method::POST, "/create-payment-intent").header("Idempotency-Key", "k").json(json!({ "totalPrice": 20, "orderId": order }));
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "payment_intents", "method": "POST", "action": { "delay_ms": 1_000 } }] })).await;
        assert!(tokio::time::timeout(Duration::from_millis(300), ask().send()).await.is_err(), "hung up");
        let answered = tokio::time::timeout(Duration::from_secs(20), async {
            loop {
                let answer = ask().send().await;
                if answer.body["code"] != "idempotency_running" {
                    return answer;
                }
            }
        });
        let answer = answered.await.expect("the key is not taken for ever");
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(provider_state(shop).await["intents"].as_array().unwrap().len(), 1);
    }

    async fn an_intent_that_the_provider_does_not_know_is_given_up(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let lost = ada.order("Draw Hoe", 1_000, 2).await;
        attempt_of(shop, &lost, "pi_of_another_account", false).await;
        assert_eq!(ada.delete(&format!("/orders/{lost}")).await.status, 200);
        assert_eq!(shop.stock(&hoe).await, 100);
        let payable = ada.order("Draw Hoe", 1_000, 2).await;
        attempt_of(shop, &payable, "pi_of_yet_another", false).await;
        shop.shop.clock.advance(Duration::from_mins(11));
        background::tidy(&shop.shop).await;
        let secret = ada.start_payment(&payable, 20.0).await;
        assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 200, "a new intent took its place");
    }

    async fn one_refund_that_fails_keeps_nothing_else_from_its_turn(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        attempt_of(shop, &ada.order("Draw Hoe", 1_000, 2).await, "pi_refused", true).await;
        let (order, secret, intent) = order_and_intent(&ada).await;
        shop.provider.pay(&secret, GOOD_CARD).await;
        let quiet = order;
        shop.shop.clock.advance(Duration::from_hours(8 * 24));
        background::tidy(&shop.shop).await;
        let due = shop.shop.db.read((), |tx, ()| Box::pin(store::refunds_due(tx, Timestamp::from_micros(i64::MAX)))).await;
        assert_eq!(due.unwrap().len(), 1, "a refused refund stays due");
        assert_eq!(shop.stock(&hoe).await, 98, "the unpaid order expired, the paid one did not");
        let mut ada = ada;
        ada.sign_in().await;
        assert_eq!(order_of(&ada, &quiet).await["transactionId"], intent.as_str(), "and the quiet payment was settled");
    }

    async fn starting_to_pay_and_deleting_at_once_leaves_no_secret_for_nothing(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 1_000, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        for _ in 0..8 {
            let order = ada.order("Draw Hoe", 1_000, 2).await;
            let path = format!("/orders/{order}");
            let start = ada.post("/create-payment-intent", json!({ "totalPrice": 20, "orderId": order }));
            let (started, deleted) = tokio::join!(start, ada.delete(&path));
            assert!([200, 404, 409, 503].contains(&started.status), "{}", started.text);
            assert_eq!(deleted.status, 200, "{}", deleted.text);
            if let Some(secret) = started.body["clientSecret"].as_str() {
                assert_eq!(shop.provider.pay(secret, GOOD_CARD).await.status, 400, "an intent of a deleted order cannot be paid");
            }
        }
        assert_eq!(shop.stock(&hoe).await, 1_000);
    }

    async fn a_slow_provider_is_not_waited_for_and_not_asked_for_a_second_intent(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "payment_intents", "method": "POST", "action": { "delay_ms": 5_500 } }] })).await;
        ada.post("/create-payment-intent", json!({ "totalPrice": 20, "orderId": order })).await.is(503, "provider_unavailable");
        // The call is still running under our key, and completes although we disconnected.
        let done = tokio::time::timeout(Duration::from_secs(30), async {
            while provider_state(shop).await["intents"].as_array().unwrap().is_empty() {
                tokio::task::yield_now().await;
            }
        });
        done.await.expect("the provider ends what it began");
        ada.start_payment(&order, 20.0).await;
        assert_eq!(provider_state(shop).await["intents"].as_array().unwrap().len(), 1);
    }

    async fn deleting_an_unpaid_order_gives_its_stock_back_once(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let order = ada.order("Draw Hoe", 1_000, 7).await;
        let path = format!("/orders/{order}");
        let answers = futures_util::future::join_all([ada.delete(&path), hazel.delete(&path), ada.delete(&path)]).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200 && answer.body["deletedCount"] == 1).count(), 1);
        assert_eq!(answers.iter().filter(|answer| answer.status == 404).count(), 2);
        assert_eq!(shop.stock(&hoe).await, 100);
        ada.delete("/orders/nonsense").await.is(404, "not_found");
    }

    async fn deleting_gives_up_the_intent_first(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (order, secret, intent) = order_and_intent(&ada).await;
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "cancel", "action": "drop_before" }] })).await;
        ada.delete(&format!("/orders/{order}")).await.is(503, "provider_unavailable");
        assert_eq!((shop.stock(&hoe).await, order_of(&ada, &order).await["paid"].as_bool()), (98, Some(false)), "nothing changed");
        // Even when the response to the cancel call was lost, the next attempt succeeds.
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "cancel", "action": "drop_after" }] })).await;
        ada.delete(&format!("/orders/{order}")).await.is(503, "provider_unavailable");
        assert_eq!(ada.delete(&format!("/orders/{order}")).await.status, 200);
        assert_eq!(shop.stock(&hoe).await, 100);
        let refused = shop.provider.pay(&secret, GOOD_CARD).await;
        assert_eq!(refused.status, 400, "{}", refused.text);
        assert_eq!(provider_state(shop).await["intents"][0]["status"], "canceled");
        report(&ada, &order, &intent).await.is(404, "not_found");
    }

    async fn an_order_that_was_just_paid_is_not_deleted(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (order, secret, intent) = order_and_intent(&ada).await;
        shop.provider.pay(&secret, GOOD_CARD).await;
        ada.delete(&format!("/orders/{order}")).await.is(409, "already_paid");
        let body = order_of(&ada, &order).await;
        assert_eq!((&body["paid"], &body["transactionId"]), (&json!(true), &json!(intent)));
        assert_eq!(shop.stock(&hoe).await, 98);
    }

    async fn paying_and_deleting_at_once_has_one_winner(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 1_000, 1).await;
        let ada = shop.customer("Ada").await;
        let mut paid = 0;
        for _ in 0..8 {
            let (order, secret, intent) = order_and_intent(&ada).await;
            let path = format!("/orders/{order}");
            let (_, reported, deleted) = tokio::join!(
                shop.provider.pay(&secret, GOOD_CARD),
                report(&ada, &order, &intent),
                ada.delete(&path),
            );
            assert!([200, 404, 409].contains(&reported.status), "{}", reported.text);
            let is_there = ada.get(&path).await;
            let state = shop.provider.call(Method::GET, &format!("/v1/payment_intents/{intent}"), shop.provider.secret_key, &[]).await;
            match deleted.status {
                200 => assert_eq!((is_there.status, &state.body["status"]), (404, &json!("canceled"))),
                409 => {
                    assert_eq!((&is_there.body["paid"], &state.body["status"]), (&json!(true), &json!("succeeded")));
                    paid += 1;
                }
                other => panic!("{other}: {}", deleted.text),
            }
        }
        assert_eq!(shop.stock(&hoe).await, 1_000 - 2 * paid);
    }

    async fn bad_events_change_nothing(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (order, client_secret, intent) = order_and_intent(&ada).await;
        let now = shop.shop.clock.now().micros() / 1_000_000;
        let event = json!({ "id": "evt_forged", "type": "payment_intent.succeeded", "created": now, "data": { "object": {
            "id": intent, "status": "succeeded", "amount": 2_000, "amount_received": 2_000, "currency": "cad", "livemode": false,
            "metadata": { "order_id": order } } } });
        let secret = shop.provider.webhook_secret;
        send_event(shop, &event, |_| None).await.is(400, "bad_signature");
        send_event(shop, &event, |body| Some(signed(body, "whsec_other", now))).await.is(400, "bad_signature");
        send_event(shop, &event, |body| Some(signed(body, "", now))).await.is(400, "bad_signature");
        send_event(shop, &event, |body| Some(signed(body, secret, now - 301))).await.is(400, "bad_signature");
        send_event(shop, &event, |body| Some(signed(&body.replace("evt", "ev"), secret, now))).await.is(400, "bad_signature");
        send_event(shop, &json!([1]), |body| Some(signed(body, secret, now))).await.is(400, "malformed_json");
        assert_eq!(order_of(&ada, &order).await["paid"], false);
        // A signed event of an unknown kind or intent is stored and otherwise ignored.
        for (id, kind) in [("evt_1", "customer.created"), ("evt_2", "payment_intent.succeeded")] {
            let event = json!({ "id": id, "type": kind, "data": { "object": {
                "id": "pi_unknown", "status": "succeeded", "amount": 1, "amount_received": 1, "currency": "cad", "livemode": false } } });
            assert_eq!(send_event(shop, &event, |body| Some(signed(body, secret, now))).await.status, 200);
        }
        // Signed, and of another order or amount: it pays nothing.
        let mut wrong = event.clone();
        wrong["id"] = json!("evt_3");
        wrong["data"]["object"]["amount_received"] = json!(1_999);
        assert_eq!(send_event(shop, &wrong, |body| Some(signed(body, secret, now))).await.status, 200);
        assert_eq!(order_of(&ada, &order).await["paid"], false);
        // Signed with the right secret, and untrue: the provider is asked, and has no such payment.
        for _ in 0..2 {
            assert_eq!(send_event(shop, &event, |body| Some(signed(body, secret, now))).await.status, 200);
        }
        assert_eq!(order_of(&ada, &order).await["paid"], false, "an event alone pays nothing");
        shop.provider.pay(&client_secret, GOOD_CARD).await.is(200, "");
        wrong["id"] = json!("evt_4");
        assert_eq!(send_event(shop, &wrong, |body| Some(signed(body, secret, now))).await.status, 200);
        assert_eq!(order_of(&ada, &order).await["paid"], true, "the provider says so, whatever the event says");
    }

    async fn late_money_for_a_deleted_order_goes_back(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (order, secret, intent) = order_and_intent(&ada).await;
        // The order is deleted, and its intent is paid anyway: the customer must get the money back.
        shop.provider.pay(&secret, GOOD_CARD).await;
        let id = Id::parse(&order).unwrap();
        let gone = shop.shop.db.write(id, |tx, id| Box::pin(orders::store::delete_unpaid(tx, id))).await;
        assert!(gone.unwrap().is_some());
        shop.shop.clock.advance(Duration::from_secs(121));
        background::tidy(&shop.shop).await;
        background::tidy(&shop.shop).await;
        let state = provider_state(shop).await;
        assert_eq!(state["refunds"].as_array().map(Vec::len), Some(1), "{state}");
        assert_eq!(state["refunds"][0]["payment_intent"], intent.as_str());
        let books = shop.admin().await.get("/ledger").await.body;
        let given = &books["givenBack"][0];
        assert_eq!((&given["transactionId"], &given["state"], &given["byItself"]), (&json!(intent), &json!("done"), &json!(true)), "{books}");
        assert_eq!(books["differences"][0]["kind"], "stock", "the order was deleted in the database, and reconciliation reports it: {books}");
    }

    async fn unpaid_orders_expire_and_paid_ones_do_not(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let mut ada = shop.customer("Ada").await;
        let (paid, _) = paid_order(shop, &ada).await;
        let (unpaid, secret, _) = order_and_intent(&ada).await;
        shop.shop.clock.advance(Duration::from_hours(7 * 24) - Duration::from_mins(1));
        background::tidy(&shop.shop).await;
        assert_eq!(shop.stock(&hoe).await, 96);
        shop.shop.clock.advance(Duration::from_mins(2));
        background::tidy(&shop.shop).await;
        assert_eq!(shop.stock(&hoe).await, 98);
        ada.sign_in().await;
        assert_eq!(ada.get(&format!("/orders/{unpaid}")).await.status, 404);
        assert_eq!(ada.get(&format!("/orders/{paid}")).await.status, 200);
        assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 400, "the intent was canceled");
    }

    async fn many_payments_in_a_short_time_are_slowed_down(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 1_000, 1).await;
        let ada = shop.customer("Ada").await;
        for n in 0..31 {
            let order = ada.order("Draw Hoe", 1_000, n + 1).await;
            #[expect(clippy::cast_precision_loss, reason = "small")]
            let answer = ada.post("/create-payment-intent", json!({ "totalPrice": 10.0 * (n + 1) as f64, "orderId": order })).await;
            if n < 30 {
                assert_eq!(answer.status, 200, "{}", answer.text);
            } else {
                answer.is(429, "too_many_intents");
                assert!(answer.headers.contains_key("retry-after"));
            }
            assert_eq!(ada.delete(&format!("/orders/{order}")).await.status, 200);
        }
    }

    async fn three_requests_for_a_secret_are_one_intent(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 1_000, 1).await;
        let ada = shop.customer("Ada").await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        let ask = |key: Option<&str>| {
            let call = ada.call(Method::POST, "/create-payment-intent").json(json!({ "totalPrice": 20, "orderId": order }));
            match key {
                Some(key) => call.header("Idempotency-Key", key),
                None => call,
            }
        };
        let answers = futures_util::future::join_all([ask(None).send(), ask(None).send(), ask(None).send()]).await;
        for answer in &answers {
            assert_eq!((answer.status, &answer.body), (200, &answers[0].body));
        }
        assert_eq!(provider_state(shop).await["intents"].as_array().unwrap().len(), 1);
        let first = ask(Some("k")).send().await;
        assert_eq!((first.status, &first.body), (200, &answers[0].body));
        assert_eq!(ask(Some("k")).send().await.text, first.text);
        let other = ada.call(Method::POST, "/create-payment-intent").header("Idempotency-Key", "k").json(json!({ "totalPrice": 21 }));
        other.send().await.is(422, "idempotency_mismatch");
        let secret = first.body["clientSecret"].as_str().unwrap();
        let stored: Vec<(String,)> = shop.shop.db.read((), |tx, ()| Box::pin(tx.all(&STORED_ANSWERS, params![]))).await.unwrap();
        assert!(!stored.is_empty() && stored.iter().all(|(answer,)| !answer.contains(secret)), "{stored:?}");
        shop.provider.pay(secret, "4242424242424242").await;
        let report = json!({ "orders": order, "transactionId": intent_of(secret), "status": "pending" });
        assert_eq!(ada.patch(&format!("/orders/{order}"), report).await.status, 200);
        ask(Some("k")).send().await.is(409, "already_paid");
    }
}
