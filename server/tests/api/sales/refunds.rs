//! An administrator refunds an order.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{app::background, values::ids::Id};

use crate::{
    sales::payment::without_webhooks,
    support::{Answer, Person, TestShop, intent_of, on_both_engines},
};

struct Scene<'a> {
    hoe: Id,
    ada: Person<'a>,
    hazel: Person<'a>,
    /// Two hoes for twenty dollars, paid.
    order: String,
    intent: String,
}

async fn scene(shop: &TestShop) -> Scene<'_> {
    let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
    let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
    let order = ada.order("Draw Hoe", 1_000, 2).await;
    let intent = pay(shop, &ada, &order).await;
    Scene { hoe, ada, hazel, order, intent }
}

async fn pay(shop: &TestShop, ada: &Person<'_>, order: &str) -> String {
    pay_by(shop, ada, order, "4242424242424242").await
}

async fn pay_by(shop: &TestShop, ada: &Person<'_>, order: &str, card: &str) -> String {
    let secret = ada.start_payment(order, 20.0).await;
    assert_eq!(shop.provider.pay(&secret, card).await.status, 200);
    let intent = intent_of(&secret).to_owned();
    let body = json!({ "orders": order, "transactionId": intent, "status": "pending" });
    ada.patch(&format!("/orders/{order}"), body).await.is(200, "");
    intent
}

async fn refund(admin: &Person<'_>, order: &str, returns_stock: bool) -> Answer {
    admin.post(&format!("/orders/{order}/refund"), json!({ "returnStock": returns_stock })).await
}

async fn refund_part(admin: &Person<'_>, order: &str, amount: f64, before: f64) -> Answer {
    refund_lines(admin, order, &json!([{ "orderId": order, "amount": amount }]), before).await
}

async fn refund_lines(admin: &Person<'_>, purchase: &str, lines: &Value, before: f64) -> Answer {
    let body = json!({ "lines": lines, "reason": " Scratched ", "refundedBefore": before });
    admin.post(&format!("/purchases/{purchase}/refund"), body).await
}

async fn order_of(person: &Person<'_>, order: &str) -> Value {
    person.get(&format!("/orders/{order}")).await.body
}

async fn ship(admin: &Person<'_>, order: &str) -> Answer {
    admin.patch(&format!("/orders/{order}"), json!({ "status": "Approved and shipped" })).await
}

/// The refunds at the provider: intent and amount in cents.
async fn given_back(shop: &TestShop) -> Vec<(String, i64)> {
    let state = shop.provider.call(Method::GET, "/_control/state", shop.provider.secret_key, &[]).await.body;
    let refunds = state["refunds"].as_array().unwrap();
    refunds
        .iter()
        .map(|refund| {
            (refund["payment_intent"].as_str().unwrap().to_owned(), refund["amount"].as_i64().unwrap())
        })
        .collect()
}

async fn differences(admin: &Person<'_>) -> Value {
    admin.get("/ledger").await.body["differences"].take()
}

on_both_engines! {
    with crate::support::Setup::with_mail;

    async fn before_shipping_money_and_stock_go_back_once(shop: TestShop) {
        let Scene { hoe, ada, hazel, order, intent } = scene(shop).await;
        for (modified, came) in [(1, "given"), (0, "before"), (0, "before")] {
            let answer = refund(&hazel, &order, true).await;
            assert_eq!(answer.body["refund"], came);
            assert_eq!((answer.status, &answer.body["modifiedCount"]), (200, &json!(modified)), "{}", answer.text);
        }
        refund(&hazel, &order, false).await.is(409, "refund_conflict");
        assert_eq!(given_back(shop).await, [(intent.clone(), 2_000)]);
        assert_eq!(shop.stock(&hoe).await, 10);
        let seen = order_of(&ada, &order).await;
        assert_eq!((&seen["status"], &seen["paid"], &seen["transactionId"]), (&json!("Refunded"), &json!(true), &json!(intent)));
        assert!(seen["refundBegunAt"].is_string() && seen["refundedAt"].is_string() && seen["restockedAt"].is_string(), "{seen}");
        ship(&hazel, &order).await.is(409, "not_shippable");
        let letters = shop.letters_to("ada@example.com").await;
        let told: Vec<_> = letters.iter().filter(|letter| letter.kind == "order_refunded").collect();
        assert_eq!(told.len(), 1);
        assert!(told[0].text_body.contains("your payment of $20.00 has gone back") && told[0].text_body.contains("will not be sent"), "{}", told[0].text_body);
        assert_eq!(differences(&hazel).await, json!([]));
        let rows = hazel.get("/manageOrders?state=refunded&limit=5").await;
        assert_eq!(rows.body[0]["_id"], json!(order));
    }

    async fn what_was_sent_does_not_go_back_on_sale(shop: TestShop) {
        let Scene { hoe, ada, hazel, order, intent } = scene(shop).await;
        ship(&hazel, &order).await.is(200, "");
        refund(&hazel, &order, true).await.is(409, "already_shipped");
        assert_eq!(given_back(shop).await, []);
        refund(&hazel, &order, false).await.is(200, "");
        assert_eq!(given_back(shop).await, [(intent, 2_000)]);
        assert_eq!(shop.stock(&hoe).await, 8);
        let seen = order_of(&ada, &order).await;
        assert_eq!(seen["status"], "Refunded");
        assert!(seen["shippedAt"].is_string() && seen["restockedAt"].is_null(), "{seen}");
        let letters = shop.letters_to("ada@example.com").await;
        assert!(letters.last().unwrap().text_body.contains("had already been sent"));
        assert_eq!(differences(&hazel).await, json!([]));
    }

    async fn parts_are_refunded_until_the_rest_goes_back_with_the_order(shop: TestShop) {
        let Scene { hoe, ada, hazel, order, intent } = scene(shop).await;
        let done = refund_part(&hazel, &order, 5.5, 0.0).await;
        assert_eq!((done.status, &done.body["refund"]), (200, &json!("given")), "{}", done.text);
        refund_part(&hazel, &order, 5.5, 0.0).await.is(409, "refund_changed");
        let too_much = refund_part(&hazel, &order, 14.51, 5.5).await;
        too_much.is(422, "refund_too_large");
        assert!(too_much.text.contains("$14.50 (2 pieces) is left to refund of Draw Hoe."), "{}", too_much.text);
        refund_part(&hazel, &order, 0.0, 5.5).await.is(422, "invalid_field");
        refund_part(&hazel, &order, 1.0, 5.5).await.is(200, "");
        let seen = order_of(&ada, &order).await;
        assert_eq!((&seen["status"], &seen["refundedAmount"]), (&json!("pending"), &json!(6.5)));
        assert_eq!(given_back(shop).await, [(intent.clone(), 100), (intent.clone(), 550)], "newest first");
        assert_eq!((differences(&hazel).await, shop.stock(&hoe).await), (json!([]), 8));
        let letters = shop.letters_to("ada@example.com").await;
        let told: Vec<_> = letters.iter().filter(|letter| letter.kind == "order_part_refunded").collect();
        assert_eq!(told.len(), 2);
        assert!(told[1].text_body.contains("$1.00 of your payment") && told[1].text_body.contains("Refunded: $6.50 CAD\nReason: Scratched"), "{}", told[1].text_body);
        let parts = hazel.get(&format!("/manageOrders/{order}")).await.body["refunds"].take();
        assert_eq!((&parts[0]["amount"], &parts[0]["state"], &parts[1]["reason"]), (&json!(5.5), &json!("done"), &json!("Scratched")));
        ship(&hazel, &order).await.is(200, "");
        refund_part(&hazel, &order, 0.5, 6.5).await.is(200, "");
        refund(&hazel, &order, false).await.is(200, "");
        refund_part(&hazel, &order, 0.5, 7.0).await.is(409, "refund_changed");
        refund_part(&hazel, &order, 0.5, 20.0).await.is(409, "refunded");
        assert_eq!(given_back(shop).await.iter().map(|(_, cents)| cents).sum::<i64>(), 2_000);
        assert_eq!(order_of(&ada, &order).await["refundedAmount"], 20);
        assert_eq!(differences(&hazel).await, json!([]));
    }

    async fn a_part_whose_answer_is_lost_is_refunded_once(shop: TestShop) {
        let Scene { ada, mut hazel, order, intent, .. } = scene(shop).await;
        for fault in [json!("drop_before"), json!("drop_after")] {
            shop.provider.misbehave(json!({ "rest": [{ "path_contains": "refunds", "method": "POST", "action": fault }] })).await;
        }
        assert_eq!(refund_part(&hazel, &order, 5.0, 0.0).await.body["refund"], "waits");
        refund_part(&hazel, &order, 1.0, 5.0).await.is(409, "refund_under_way");
        refund(&hazel, &order, false).await.is(409, "refund_under_way");
        assert_eq!(differences(&hazel).await, json!([]), "the shop retries");
        for _ in 0..3 {
            // The key changes by the hour, so that only the list of refunds shows that it was done.
            shop.shop.clock.advance(Duration::from_mins(61));
            background::tidy(&shop.shop).await;
        }
        hazel.sign_in().await;
        assert_eq!(given_back(shop).await, [(intent, 500)]);
        assert_eq!(differences(&hazel).await, json!([]));
        drop(ada);
    }

    async fn a_part_that_the_provider_refuses_is_not_counted(shop: TestShop) {
        let Scene { ada, hazel, order, intent, .. } = scene(shop).await;
        let by_hand = [("payment_intent", intent.as_str()), ("amount", "1900")];
        shop.provider.call(Method::POST, "/v1/refunds", shop.provider.secret_key, &by_hand).await.is(200, "");
        assert_eq!(differences(&hazel).await[0]["kind"], "partial_refund");
        assert_eq!(refund_part(&hazel, &order, 5.0, 0.0).await.body["refund"], "refused");
        assert_eq!(order_of(&ada, &order).await.get("refundedAmount"), None);
        let parts = hazel.get(&format!("/manageOrders/{order}")).await.body["refunds"].take();
        assert!(parts[0]["state"] == "refused" && parts[0]["error"].as_str().unwrap().contains("greater than unrefunded"), "{parts}");
        refund_part(&hazel, &order, 1.0, 0.0).await.is(200, "");
    }

    async fn two_administrators_who_refund_a_part_at_once_refund_it_once(shop: TestShop) {
        let Scene { hazel, order, intent, .. } = scene(shop).await;
        let (one, two) = tokio::join!(refund_part(&hazel, &order, 5.0, 0.0), refund_part(&hazel, &order, 5.0, 0.0));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", one.text, two.text);
        assert_eq!(given_back(shop).await, [(intent, 500)]);
    }

    async fn stock_stays_out_when_so_wished(shop: TestShop) {
        let Scene { hoe, hazel, order, .. } = scene(shop).await;
        refund(&hazel, &order, false).await.is(200, "");
        assert_eq!(shop.stock(&hoe).await, 8);
        assert_eq!(differences(&hazel).await, json!([]));
    }

    async fn only_what_was_paid_is_given_back_and_only_by_administrators(shop: TestShop) {
        let Scene { hoe, ada, hazel, order, .. } = scene(shop).await;
        let unpaid = ada.order("Draw Hoe", 1_000, 3).await;
        refund(&hazel, &unpaid, true).await.is(409, "not_paid");
        refund(&ada, &order, true).await.is(403, "forbidden");
        refund(&hazel, "0198c2a4-0000-7000-8000-000000000000", true).await.is(404, "not_found");
        for body in [json!({}), json!({ "returnStock": "yes" }), json!({ "returnStock": null })] {
            hazel.post(&format!("/orders/{order}/refund"), body).await.is(422, "invalid_field");
        }
        assert_eq!((given_back(shop).await, shop.stock(&hoe).await), (vec![], 5));
        assert_eq!(order_of(&ada, &order).await["status"], "pending");
    }

    async fn a_silent_provider_delays_a_refund_and_neither_loses_nor_repeats_it(shop: TestShop) {
        let Scene { hoe, ada, hazel, order, intent } = scene(shop).await;
        for fault in [json!("drop_before"), json!("drop_after"), json!({ "status": 500 }), json!({ "status": 429 })] {
            shop.provider.misbehave(json!({ "rest": [{ "path_contains": "refunds", "action": fault }] })).await;
        }
        assert_eq!(refund(&hazel, &order, true).await.body["refund"], "waits");
        let seen = order_of(&ada, &order).await;
        assert_eq!(seen["status"], "Refund under way");
        assert_eq!(differences(&hazel).await, json!([]), "the shop retries");
        assert!(seen["refundedAt"].is_null());
        assert_eq!(shop.stock(&hoe).await, 8, "stock returns with the money");
        let due = hazel.get("/ledger").await.body["givenBack"].take();
        assert_eq!((&due[0]["state"], &due[0]["byItself"], &due[0]["amount"]), (&json!("due"), &json!(false), &json!(20)));
        ship(&hazel, &order).await.is(409, "not_shippable");
        for _ in 0..4 {
            // The key changes by the hour, because the provider replays a failure for the same key.
            shop.shop.clock.advance(Duration::from_mins(61));
            background::tidy(&shop.shop).await;
        }
        let mut ada = ada;
        let mut hazel = hazel;
        ada.sign_in().await;
        hazel.sign_in().await;
        assert_eq!(order_of(&ada, &order).await["status"], "Refunded");
        assert_eq!(given_back(shop).await, [(intent, 2_000)]);
        assert_eq!(shop.stock(&hoe).await, 10);
        let letters = shop.letters_to("ada@example.com").await;
        assert_eq!(letters.iter().filter(|letter| letter.kind == "order_refunded").count(), 1);
        assert_eq!(differences(&hazel).await, json!([]));
    }

    // Found by tests/simulation: of two concurrent requests, the first to read the clock was the second to write.
    async fn a_clock_that_is_behind_makes_no_order_go_backward(shop: TestShop) {
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        let falls_back = || shop.shop.clock.rewind(Duration::from_mins(1));
        falls_back();
        pay(shop, &ada, &order).await;
        falls_back();
        ship(&hazel, &order).await.is(200, "");
        falls_back();
        refund(&hazel, &order, false).await.is(200, "");
        let seen = order_of(&ada, &order).await;
        assert_eq!(seen["status"], "Refunded");
        for later in ["paidAt", "shippedAt", "refundedAt"] {
            assert_eq!(seen[later], seen["createdAt"], "{later}");
        }
        assert_eq!(differences(&hazel).await, json!([]));
    }

    async fn administrators_who_ship_and_refund_at_once_have_one_order(shop: TestShop) {
        let Scene { hoe, ada, hazel, order, intent } = scene(shop).await;
        let (shipped, with_stock, without) = tokio::join!(ship(&hazel, &order), refund(&hazel, &order, true), refund(&hazel, &order, false));
        let seen = order_of(&ada, &order).await;
        assert_eq!(seen["status"], "Refunded", "{} {} {}", shipped.text, with_stock.text, without.text);
        assert_eq!(shipped.status == 200, seen["shippedAt"].is_string());
        let restocked = with_stock.body["modifiedCount"] == 1;
        assert_eq!((restocked, shop.stock(&hoe).await), (seen["restockedAt"].is_string(), if restocked { 10 } else { 8 }));
        assert_eq!(given_back(shop).await, [(intent, 2_000)]);
        assert_eq!(differences(&hazel).await, json!([]));
    }

    async fn money_given_back_in_the_providers_own_dashboard_is_not_given_twice(shop: TestShop) {
        let Scene { ada, hazel, order, intent, .. } = scene(shop).await;
        let by_hand = shop.provider.call(Method::POST, "/v1/refunds", shop.provider.secret_key, &[("payment_intent", &intent)]).await;
        assert_eq!(by_hand.status, 200, "{}", by_hand.text);
        assert_eq!(differences(&hazel).await[0]["kind"], "missing_at_provider");
        refund(&hazel, &order, true).await.is(200, "");
        assert_eq!(given_back(shop).await, [(intent, 2_000)]);
        assert_eq!(order_of(&ada, &order).await["status"], "Refunded");
        assert_eq!(differences(&hazel).await, json!([]), "the records agree again");
    }

    async fn what_a_bank_has_asked_for_already_is_not_given_back_as_well(shop: TestShop) {
        let Scene { hoe, ada, hazel, .. } = scene(shop).await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        let intent = pay_by(shop, &ada, &order, "4000000000000259").await;
        let found = differences(&hazel).await;
        assert_eq!((&found[0]["kind"], &found[0]["isFault"], &found[0]["subject"]), (&json!("disputed"), &json!(false), &json!({ "kind": "payment", "id": intent })));
        refund(&hazel, &order, true).await.is(409, "disputed");
        assert_eq!((order_of(&ada, &order).await["status"].clone(), shop.stock(&hoe).await), (json!("pending"), 6));
    }

    async fn a_refused_refund_is_told_at_once_and_asked_for_again_by_the_hour(shop: TestShop) {
        let Scene { ada, mut hazel, .. } = scene(shop).await;
        // The event about the dispute would ask the provider, too.
        without_webhooks(shop).await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        let intent = pay_by(shop, &ada, &order, "4000000000000259").await;
        // The provider does not respond to the check before the refund, and rejects the refund.
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": &intent, "action": "drop_before" }] })).await;
        assert_eq!(refund(&hazel, &order, false).await.body["refund"], "refused");
        let waits = differences(&hazel).await;
        let refusal = waits[0]["otherSays"].as_str().unwrap();
        assert_eq!(waits[0]["kind"], "refund_stuck");
        assert!(refusal.starts_with("refused: charge_disputed"), "{waits}");
        let calls = async || shop.provider.call(Method::GET, "/_control/state", shop.provider.secret_key, &[]).await.body["faults"]["rest"].as_array().unwrap().len();
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "refunds", "action": { "status": 500 } }] })).await;
        background::tidy(&shop.shop).await;
        assert_eq!(calls().await, 1, "not asked again within the hour");
        shop.shop.clock.advance(Duration::from_mins(61));
        background::tidy(&shop.shop).await;
        assert_eq!(calls().await, 0, "and then asked again");
        hazel.sign_in().await;
        assert_eq!(hazel.get("/ledger").await.body["givenBack"][0]["state"], "due");
    }

    async fn a_part_given_back_in_the_dashboard_is_told_and_the_rest_may_follow(shop: TestShop) {
        let Scene { ada, hazel, order, intent, .. } = scene(shop).await;
        let part = [("payment_intent", intent.as_str()), ("amount", "500")];
        assert_eq!(shop.provider.call(Method::POST, "/v1/refunds", shop.provider.secret_key, &part).await.status, 200);
        let found = differences(&hazel).await;
        assert_eq!((&found[0]["kind"], &found[0]["isFault"]), (&json!("partial_refund"), &json!(false)));
        refund(&hazel, &order, true).await.is(200, "");
        assert_eq!(given_back(shop).await.iter().map(|(_, cents)| cents).sum::<i64>(), 2_000);
        assert_eq!((order_of(&ada, &order).await["status"].clone(), differences(&hazel).await), (json!("Refunded"), json!([])));
    }

    async fn money_given_back_before_the_shop_heard_of_it_pays_nothing(shop: TestShop) {
        let Scene { hoe, mut ada, mut hazel, .. } = scene(shop).await;
        shop.provider.misbehave(json!({ "webhooks": [{ "action": "hold", "times": 1_000 }] })).await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        let secret = ada.start_payment(&order, 20.0).await;
        assert_eq!(shop.provider.pay(&secret, "4242424242424242").await.status, 200);
        let intent = intent_of(&secret).to_owned();
        let by_hand = shop.provider.call(Method::POST, "/v1/refunds", shop.provider.secret_key, &[("payment_intent", &intent)]).await;
        assert_eq!(by_hand.status, 200, "{}", by_hand.text);
        shop.shop.clock.advance(Duration::from_mins(11));
        // The event arrives late, with the state of its creation.
        shop.provider.call(Method::POST, "/_control/webhooks/release", shop.provider.secret_key, &[]).await;
        shop.shop.clock.advance(Duration::from_mins(2));
        background::tidy(&shop.shop).await;
        ada.sign_in().await;
        hazel.sign_in().await;
        assert_eq!(order_of(&ada, &order).await["paid"], false);
        let report = json!({ "orders": order, "transactionId": intent, "status": "pending" });
        ada.patch(&format!("/orders/{order}"), report).await.is(409, "payment_returned");
        assert_eq!((differences(&hazel).await, given_back(shop).await.len()), (json!([]), 1));
        ada.delete(&format!("/orders/{order}")).await.is(200, "");
        assert_eq!(shop.stock(&hoe).await, 8);
    }

    async fn a_clock_that_is_set_right_leaves_no_difference(shop: TestShop) {
        shop.shop.clock.stop();
        let Scene { hazel, order, .. } = scene(shop).await;
        shop.shop.clock.rewind(Duration::from_secs(20));
        ship(&hazel, &order).await.is(200, "");
        shop.shop.clock.rewind(Duration::from_secs(20));
        refund(&hazel, &order, false).await.is(200, "");
        assert_eq!(differences(&hazel).await, json!([]));
    }
}
