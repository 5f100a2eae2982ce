//! Payments that people of the shop record, without the card provider.

use std::time::Duration;

use futures_util::future::join;
use reqwest::Method;
use serde_json::{Value, json};
use trowel::app::background::tidy;

use crate::{
    sales::payment::{GOOD_CARD, order_and_intent, order_of, provider_state, report, without_webhooks},
    support::{Answer, Person, Setup, TestShop, intent_of, on_both_engines},
};

/// A setup without card payment, as a shop begins.
pub fn without_cards(setup: Setup) -> Setup {
    Setup { cards: false, ..setup }.with_mail()
}

/// What the CHECKs of the tables refuse.
mod by_hand {
    trowel::db::statements! {
        pub OPEN = "UPDATE payments SET state = 'open' WHERE intent_id = $1";
        pub UNSIGNED = "UPDATE payments SET recorded_by = NULL WHERE intent_id = $1";
        pub TWICE = "UPDATE payments SET state = 'refunded' WHERE intent_id = $1";
        pub CARD = "UPDATE orders SET payment_method = NULL WHERE transaction_id = $1";
    }
}

async fn record(person: &Person<'_>, order: &str, body: Value) -> Answer {
    person.post(&format!("/manageOrders/{order}/payment"), body).await
}

async fn cash(person: &Person<'_>, order: &str) -> Answer {
    record(person, order, json!({ "paymentMethod": "cash" })).await
}

async fn refund(person: &Person<'_>, order: &str, body: Value) -> Answer {
    person.post(&format!("/orders/{order}/refund"), body).await
}

async fn differences(admin: &Person<'_>) -> Value {
    admin.get("/ledger").await.body["differences"].take()
}

async fn kinds_of_letters(shop: &TestShop, email: &str) -> Vec<String> {
    shop.letters_to(email)
        .await
        .into_iter()
        .map(|letter| letter.kind)
        .filter(|kind| kind.contains("order"))
        .collect()
}

mod off {
    use super::*;

    on_both_engines! {
        with crate::sales::recorded_payments::without_cards;

        async fn staff_records_a_payment_and_the_order_is_paid_like_any_other(shop: TestShop) {
            let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
            let ada = shop.verified_customer("Ada").await;
            let sam = shop.staff().await;
            let hazel = shop.admin().await;
            let order = ada.order("Draw Hoe", 1_000, 2).await;
            let today = crate::support::toronto_day(&shop.shop.clock.now().to_string());
            let body = json!({ "paymentMethod": "e-transfer", "receivedOn": today, "reference": " CA1b2c " });
            cash(&ada, &order).await.is(403, "forbidden");
            for (field, value) in [("paymentMethod", json!("card")), ("receivedOn", json!("2999-01-01")), ("receivedOn", json!("2001-01-01")), ("receivedOn", json!("soon")), ("reference", json!("x".repeat(101)))] {
                let mut wrong = body.clone();
                wrong[field] = value;
                let answer = record(&sam, &order, wrong).await;
                assert_eq!((answer.status, answer.fields()), (422, vec![field]), "{}", answer.text);
            }
            assert_eq!(order_of(&ada, &order).await["paid"], false);

            let path = format!("/manageOrders/{order}/payment");
            let keyed = async |body: &Value| sam.call(Method::POST, &path).header("idempotency-key", "one").json(body.clone()).send().await;
            let first = keyed(&body).await;
            let again = keyed(&body).await;
            let seen = order_of(&ada, &order).await;
            let id = format!("e-transfer-{}", seen["number"]);
            assert_eq!((first.status, &first.body["transactionId"]), (200, &json!(id)), "{}", first.text);
            assert_eq!((again.status, &again.body), (200, &first.body));
            keyed(&json!({ "paymentMethod": "cash" })).await.is(422, "idempotency_mismatch");
            record(&sam, &order, body).await.is(409, "already_paid");
            assert_eq!((&seen["paid"], &seen["status"], &seen["transactionId"], &seen["paymentMethod"]), (&json!(true), &json!("pending"), &json!(id), &json!("e-transfer")));
            assert_eq!(shop.stock(&hoe).await, 8);
            assert_eq!(kinds_of_letters(shop, &ada.email).await, ["order_placed", "order_paid"]);
            let view = sam.get(&format!("/manageOrders/{order}")).await.body;
            assert_eq!(view["recordedPayment"], json!({ "method": "e-transfer", "receivedOn": today, "reference": "CA1b2c" }));
            assert_eq!((&view["audit"][0]["action"], &view["audit"][0]["by"], view["audit"].as_array().unwrap().len()), (&json!("record_payment"), &json!("Sam"), 1));
            ada.delete(&format!("/orders/{order}")).await.is(409, "already_paid");

            let books = hazel.get("/ledger").await.body;
            assert_eq!((&books["payments"], &books["recordedPayments"], &books["recordedAmount"], &books["differences"]), (&json!(0), &json!(1), &json!(20.0), &json!([])));
            let total = hazel.get("/figures?days=7").await.body["total"].take();
            assert_eq!((&total["orders"], &total["revenue"], &total["recorded"]), (&json!(1), &json!(20.0), &json!(20.0)));
            let ship = json!({ "status": "Approved and shipped" });
            sam.patch(&format!("/orders/{order}"), ship).await.is(200, "");
            cash(&sam, &order).await.is(409, "already_paid");
            cash(&sam, "00000000-0000-7000-8000-000000000000").await.is(404, "not_found");
        }

        async fn its_refund_is_recorded_too(shop: TestShop) {
            let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
            let ada = shop.verified_customer("Ada").await;
            let sam = shop.staff().await;
            let hazel = shop.admin().await;
            let order = ada.order("Draw Hoe", 1_000, 2).await;
            refund(&hazel, &order, json!({ "returnStock": true })).await.is(409, "payments_disabled");
            cash(&sam, &order).await.is(200, "");
            refund(&sam, &order, json!({ "returnStock": true })).await.is(403, "forbidden");
            let part = json!({ "lines": [{ "orderId": order, "amount": 5.5 }], "reason": "Scratched", "refundedBefore": 0, "method": "cheque" });
            let path = format!("/purchases/{order}/refund");
            assert_eq!(hazel.post(&path, part.clone()).await.body["refund"], "given");
            hazel.post(&path, part).await.is(409, "refund_changed");
            let letter = shop.letters_to(&ada.email).await.pop().unwrap();
            assert!(letter.text_body.contains("$5.50 of your payment has gone back to you.\n\nIt was refunded by cheque."), "{}", letter.text_body);
            let wrong = refund(&hazel, &order, json!({ "returnStock": true, "method": "shells" })).await;
            assert_eq!((wrong.status, wrong.fields()), (422, vec!["method"]));
            let body = json!({ "returnStock": true, "method": "e-transfer", "note": "Sent to Ada" });
            let done = refund(&hazel, &order, body.clone()).await;
            assert_eq!((done.status, &done.body["refund"]), (200, &json!("given")), "{}", done.text);
            assert_eq!(refund(&hazel, &order, body).await.body["refund"], "before");
            let seen = order_of(&ada, &order).await;
            assert_eq!((&seen["status"], &seen["refundedAmount"], shop.stock(&hoe).await), (&json!("Refunded"), &json!(20), 10));
            let letter = shop.letters_to(&ada.email).await.pop().unwrap();
            assert!(letter.text_body.contains("All of your payment of $20.00 has gone back to you.\n\nIt was refunded by Interac e-Transfer.") && !letter.text_body.contains("card"), "{}", letter.text_body);
            let view = hazel.get(&format!("/manageOrders/{order}")).await.body;
            assert_eq!((&view["recordedPayment"]["refundMethod"], &view["recordedPayment"]["refundNote"]), (&json!("e-transfer"), &json!("Sent to Ada")));
            cash(&sam, &order).await.is(409, "refunded");
            let books = hazel.get("/ledger").await.body;
            assert_eq!((&books["differences"], &books["givenBack"][0]["state"], &books["recordedAmount"]), (&json!([]), &json!("done"), &json!(20.0)));
            let total = hazel.get("/figures?days=7").await.body["total"].take();
            assert_eq!((&total["refunded"], &total["recorded"]), (&json!(20.0), &json!(20.0)));
            let file = hazel.get("/csv/refunds").await.text;
            assert!(file.contains("Sent to Ada") && file.contains("Scratched"), "{file}");
        }

        async fn orders_wait_for_the_owner_and_say_how_to_pay(shop: TestShop) {
            let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
            let ada = shop.verified_customer("Ada").await;
            let mut hazel = shop.admin().await;
            let order = ada.order("Draw Hoe", 1_000, 60).await;
            let letter = shop.letters_to(&ada.email).await.pop().unwrap().text_body;
            assert!(letter.contains("We will contact you about the payment.") && !letter.contains("Pay now") && !letter.contains("We hold"), "{letter}");
            let etag = hazel.get("/manageShop").await;
            let change = hazel.call(Method::PUT, "/shop-settings").header("if-match", etag.header("etag"));
            change.json(json!({ "howToPay": "Interac e-Transfer to pay@fern.example\nor cash at the counter" })).send().await.is(200, "");
            ada.order("Draw Hoe", 1_000, 1).await;
            let letter = shop.letters_to(&ada.email).await.pop().unwrap().text_body;
            assert!(letter.contains("Interac e-Transfer to pay@fern.example\n") && letter.contains("or cash at the counter"), "{letter}");
            assert_eq!(order_of(&ada, &order).await["expiresAt"], Value::Null);
            shop.shop.clock.advance(Duration::from_hours(60 * 24));
            tidy(&shop.shop).await;
            hazel.sign_in().await;
            assert_eq!(shop.stock(&hoe).await, 39);
            // Keys come: what was promised no end still waits, and new orders expire as before.
            let on = shop.another_node(&Setup { engine: shop.shop.db.engine(), ..Setup::sqlite() }.with_mail()).await;
            tidy(&on.shop).await;
            assert_eq!(shop.stock(&hoe).await, 39);
            cash(&crate::base::nodes::at(&on, &hazel), &order).await.is(200, "");
            on.close().await;
        }

        async fn an_order_is_entered_and_paid_at_once(shop: TestShop) {
            let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
            let ada = shop.verified_customer("Ada").await;
            let sam = shop.staff().await;
            let hazel = shop.admin().await;
            let body = |email: &str, name: Option<&str>, method: &str| json!({
                "toolName": "Draw Hoe", "orderQuantity": 2, "price": 10, "totalPrice": 20, "customerEmail": email, "customerName": name,
                "paymentMethod": method, "reference": "104"
            });
            let wrong = sam.post("/manageOrders", body(&ada.email, None, "shells")).await;
            assert_eq!((wrong.status, wrong.fields(), shop.stock(&hoe).await), (422, vec!["paymentMethod"], 10));
            let enter = async || {
                let call = sam.call(Method::POST, "/manageOrders").header("idempotency-key", "counter");
                call.json(body(&ada.email, None, "cheque")).send().await
            };
            let first = enter().await;
            let again = enter().await;
            assert_eq!((first.status, &first.body), (200, &again.body), "{}", first.text);
            let order = first.body["insertedId"].as_str().unwrap().to_owned();
            let seen = order_of(&ada, &order).await;
            assert_eq!((&seen["paid"], &seen["paymentMethod"], shop.stock(&hoe).await), (&json!(true), &json!("cheque"), 8));
            assert_eq!(kinds_of_letters(shop, &ada.email).await, ["order_entered", "order_paid"]);
            sam.post("/manageOrders", body("bea@example.com", Some("Bea"), "cash")).await.is(200, "");
            let letters = shop.letters_to("bea@example.com").await;
            assert_eq!(letters.iter().map(|letter| letter.kind.as_str()).collect::<Vec<_>>(), ["first_order_entered"], "the address is not confirmed");
            assert!(!letters[0].text_body.contains("as soon as you have paid"), "{}", letters[0].text_body);
            // A customer cannot pay so.
            let mut own = ada.wish("Draw Hoe", 1_000, 1);
            own["paymentMethod"] = json!("cash");
            let own = ada.post("/orders", own).await.body["insertedId"].as_str().unwrap().to_owned();
            assert_eq!(order_of(&ada, &own).await["paid"], false);
            assert_eq!(differences(&hazel).await, json!([]));
        }
    }
}

mod beside_cards {
    use super::*;

    on_both_engines! {
        async fn an_open_card_payment_is_canceled_before_a_payment_is_recorded(shop: TestShop) {
            shop.tool("Draw Hoe", 1_000, 10, 1).await;
            let ada = shop.customer("Ada").await;
            let sam = shop.staff().await;
            let hazel = shop.admin().await;
            let (order, secret, intent) = order_and_intent(&ada).await;
            shop.provider.misbehave(json!({ "rest": [{ "path_contains": "cancel", "action": "drop_before" }] })).await;
            cash(&sam, &order).await.is(503, "provider_unavailable");
            assert_eq!(order_of(&ada, &order).await["paid"], false);
            cash(&sam, &order).await.is(200, "");
            assert_eq!(shop.provider.pay(&secret, GOOD_CARD).await.status, 400);
            report(&ada, &order, &intent).await.is(409, "already_paid");
            ada.post("/create-payment-intent", json!({ "totalPrice": 20, "orderId": order })).await.is(409, "already_paid");
            let ship = json!({ "status": "Approved and shipped" });
            sam.patch(&format!("/orders/{order}"), ship).await.is(200, "");
            let done = refund(&hazel, &order, json!({ "returnStock": false })).await;
            assert_eq!((done.status, &done.body["refund"]), (200, &json!("given")), "{}", done.text);
            assert_eq!((&provider_state(shop).await["refunds"], differences(&hazel).await), (&json!([]), json!([])));
        }

        async fn a_card_that_paid_first_is_not_paid_again(shop: TestShop) {
            shop.tool("Draw Hoe", 1_000, 10, 1).await;
            without_webhooks(shop).await;
            let ada = shop.customer("Ada").await;
            let sam = shop.staff().await;
            let hazel = shop.admin().await;
            let (order, secret, intent) = order_and_intent(&ada).await;
            shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
            let answer = cash(&sam, &order).await;
            answer.is(409, "already_paid");
            assert!(answer.text.contains("so nothing was recorded"), "{}", answer.text);
            let seen = order_of(&ada, &order).await;
            assert_eq!((&seen["transactionId"], &seen["paymentMethod"]), (&json!(intent), &Value::Null));
            assert_eq!(differences(&hazel).await, json!([]));
        }

        async fn of_a_card_and_a_recorded_payment_at_once_one_succeeds(shop: TestShop) {
            shop.tool("Draw Hoe", 1_000, 100, 1).await;
            let ada = shop.customer("Ada").await;
            let sam = shop.staff().await;
            let hazel = shop.admin().await;
            for _ in 0..8 {
                let (order, secret, intent) = order_and_intent(&ada).await;
                let by_card = async {
                    let paid = shop.provider.pay(&secret, GOOD_CARD).await;
                    (paid.status, report(&ada, &order, &intent).await)
                };
                let (recorded, (card, reported)) = join(cash(&sam, &order), by_card).await;
                let seen = order_of(&ada, &order).await;
                if recorded.status == 200 {
                    assert_eq!((card, &seen["paymentMethod"]), (400, &json!("cash")), "the card was not charged");
                    assert!(reported.status == 409 && reported.text.contains("detail"), "{}", reported.text);
                } else {
                    recorded.is(409, "already_paid");
                    assert_eq!((card, reported.status, &seen["transactionId"]), (200, 200, &json!(intent)));
                }
            }
            tidy(&shop.shop).await;
            assert_eq!((&provider_state(shop).await["refunds"], differences(&hazel).await), (&json!([]), json!([])));
        }

        async fn two_people_record_one_payment(shop: TestShop) {
            shop.tool("Draw Hoe", 1_000, 10, 1).await;
            let ada = shop.customer("Ada").await;
            let sam = shop.staff().await;
            let hazel = shop.admin().await;
            let order = ada.order("Draw Hoe", 1_000, 2).await;
            let (one, other) = join(cash(&sam, &order), cash(&hazel, &order)).await;
            let mut statuses = [one.status, other.status];
            statuses.sort_unstable();
            assert_eq!((statuses, differences(&hazel).await), ([200, 409], json!([])));
        }

        async fn a_payment_begun_before_card_payment_was_off_is_not_doubled(shop: TestShop) {
            shop.tool("Draw Hoe", 1_000, 10, 1).await;
            let ada = shop.customer("Ada").await;
            let sam = shop.staff().await;
            let (order, secret, _) = order_and_intent(&ada).await;
            let off = shop.another_node(&Setup { cards: false, engine: shop.shop.db.engine(), ..Setup::sqlite() }).await;
            cash(&crate::base::nodes::at(&off, &sam), &order).await.is(409, "card_payment_open");
            shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
            report(&ada, &order, intent_of(&secret)).await.is(200, "");
            off.close().await;
        }

        async fn the_database_refuses_what_the_rules_exclude(shop: TestShop) {
            shop.tool("Draw Hoe", 1_000, 10, 1).await;
            let ada = shop.customer("Ada").await;
            let sam = shop.staff().await;
            let hazel = shop.admin().await;
            let order = ada.order("Draw Hoe", 1_000, 2).await;
            let id = cash(&sam, &order).await.body["transactionId"].as_str().unwrap().to_owned();
            for statement in [&by_hand::OPEN, &by_hand::UNSIGNED, &by_hand::TWICE] {
                let input = (statement, id.clone());
                let refused = shop.shop.db.write(input, |tx, (statement, id)| {
                    Box::pin(async move { tx.execute(statement, trowel::db::params![id.as_str()]).await.map(drop) })
                });
                refused.await.unwrap_err();
            }
            assert_eq!(differences(&hazel).await, json!([]));
            assert_eq!(shop.execute(&by_hand::CARD, trowel::db::params![id.as_str()]).await, 1);
            let found = differences(&hazel).await;
            assert_eq!(found[0]["kind"], "paid_without_payment", "Books compares how it was paid: {found}");
        }
    }
}
