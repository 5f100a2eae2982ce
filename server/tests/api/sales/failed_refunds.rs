//! Refunds that the provider accepted and that fail later, refunds of which the provider has less left, and stock that
//! returns with the money.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{app::background, values::ids::Id};

use crate::{
    back_office::{
        csv_files::{day_of, records},
        tax_report::{set_up, two_lines},
    },
    sales::{
        checkout::{books, cents},
        payment::{paid_order, provider_state, send_event, signed},
        refund_events::{events, listen},
    },
    support::{Answer, Person, TestShop, on_both_engines},
};

const OWNER: &str = "owner@example.com";

async fn hold_events(shop: &TestShop) {
    shop.provider.misbehave(json!({ "webhooks": [{ "action": "hold", "times": 1_000 }] })).await;
}

/// The newest refund at the provider fails.
pub async fn fail_newest(shop: &TestShop) -> Value {
    let refund = provider_state(shop).await["refunds"][0].take();
    let path = format!("/_control/refunds/{}/fail", refund["id"].as_str().unwrap());
    shop.provider.call(Method::POST, &path, shop.provider.secret_key, &[]).await.is(200, "");
    refund
}

/// The owner refunds these cents in the provider's dashboard.
async fn by_hand(shop: &TestShop, intent: &str, cents: &str) {
    let fields = [("payment_intent", intent), ("amount", cents)];
    shop.provider.call(Method::POST, "/v1/refunds", shop.provider.secret_key, &fields).await.is(200, "");
}

async fn refund(hazel: &Person<'_>, order: &str, body: Value) -> Answer {
    hazel.post(&format!("/orders/{order}/refund"), body).await
}

async fn purchase_of(person: &Person<'_>, id: &str) -> Value {
    person.get(&format!("/purchases/{id}")).await.body
}

async fn tool_of(ada: &Person<'_>, order: &str) -> Id {
    Id::parse(ada.get(&format!("/orders/{order}")).await.body["toolId"].as_str().unwrap()).unwrap()
}

async fn returned_taxes(shop: &TestShop, hazel: &Person<'_>) -> i64 {
    let report = hazel.get(&format!("/manageTaxes/report?from={}", day_of(shop, Duration::ZERO))).await.body;
    report["rows"].as_array().unwrap().iter().map(|row| cents(&row["returned"])).sum()
}

/// Events are hints, so a repeated one asks again and changes nothing.
pub async fn send_again(shop: &TestShop, id: &str, refund: &Value) {
    let now = shop.shop.clock.now().micros() / 1_000_000;
    let object = json!({ "id": refund["id"], "object": "refund", "status": "failed", "payment_intent": refund["payment_intent"] });
    let event = json!({ "id": id, "type": "refund.failed", "created": now, "data": { "object": object } });
    let secret = shop.provider.webhook_secret;
    send_event(shop, &event, |body| Some(signed(body, secret, now))).await.is(200, "");
}

on_both_engines! {
    with crate::sales::refund_events::with_receiver;

    async fn a_refund_that_fails_later_is_owed_again_until_it_is_made_again(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        set_up(&hazel).await;
        let current = hazel.get("/manageShop").await;
        let call = hazel.call(Method::PUT, "/shop-settings").header("if-match", current.header("etag"));
        call.json(json!({ "notificationEmail": OWNER, "orderEmails": "off" })).send().await.is(200, "");
        let receiver = listen(&hazel).await;
        let (id, shears, _) = two_lines(shop, &ada).await;
        let tool = tool_of(&ada, &shears).await;
        hold_events(shop).await;
        assert_eq!(refund(&hazel, &shears, json!({ "returnStock": true })).await.body["refund"], "given");
        let returned = returned_taxes(shop, &hazel).await;
        assert!(returned > 0);
        let failed = fail_newest(shop).await;
        shop.provider.release().await.is(200, "");
        for event in ["evt_again", "evt_again", "evt_other"] {
            send_again(shop, event, &failed).await;
        }
        let seen = purchase_of(&ada, &id).await;
        let refunds = seen["refunds"].as_array().unwrap();
        assert_eq!(refunds.len(), 2, "{seen}");
        assert!(refunds[0]["failedAt"].is_string() && refunds[0]["done"] == false, "{seen}");
        assert_eq!((&refunds[0]["creditNote"], &refunds[0]["debitNote"]), (&json!(1), &json!(1)));
        assert_eq!((&refunds[1]["waits"], &refunds[1]["done"], refunds[1].get("creditNote")), (&json!(true), &json!(false), None));
        let order = ada.get(&format!("/orders/{shears}")).await.body;
        assert_eq!((&order["status"], order.get("refundedAt")), (&json!("Refund under way"), None));
        assert_eq!(shop.stock(&tool).await, 120, "the goods are back, also without the money");
        assert_eq!(returned_taxes(shop, &hazel).await, 0);
        let found = books(&hazel).await;
        assert_eq!((found.as_array().unwrap().len(), &found[0]["kind"]), (1, &json!("refund_failed")), "{found}");
        assert_eq!(hazel.get("/manageShop/tasks").await.body["failedRefunds"], 1);
        let letters = shop.letters_to(OWNER).await;
        assert_eq!(letters.iter().filter(|letter| letter.kind == "owner_refund_sent_back").count(), 1);
        assert_eq!(events(shop, &receiver, "debit_note.issued").await.len(), 1);
        let told = events(shop, &receiver, "order.refund_failed").await;
        assert_eq!((told.len(), &told[0]["creditNote"], &told[0]["debitNote"], cents(&told[0]["refunded"])), (1, &json!(1), &json!(1), 4_256));
        let file = records(&hazel.get("/csv/refunds").await);
        assert_eq!((&*file[1][2], &*file[1][16], &*file[1][17]), ("Failed", "C-1", "D-1"));
        // Nothing asks the provider before an administrator decides.
        background::tidy(&shop.shop).await;
        assert_eq!(provider_state(shop).await["refunds"].as_array().unwrap().len(), 1);
        let path = format!("/purchases/{id}/refunds/{}/again", refunds[1]["_id"].as_str().unwrap());
        assert_eq!(hazel.post(&path, json!({})).await.body["refund"], "given");
        assert_eq!(hazel.post(&path, json!({})).await.body["refund"], "before");
        let order = ada.get(&format!("/orders/{shears}")).await.body;
        assert_eq!((&order["status"], shop.stock(&tool).await), (&json!("Refunded"), 120));
        assert_eq!((books(&hazel).await, returned_taxes(shop, &hazel).await), (json!([]), returned));
        assert_eq!(hazel.get("/manageShop/tasks").await.body["failedRefunds"], 0);
        let notes = events(shop, &receiver, "credit_note.issued").await;
        assert_eq!(notes.iter().map(|note| note["creditNote"].as_i64().unwrap()).collect::<Vec<_>>(), [1, 2]);
    }

    async fn a_failure_without_an_event_is_found_and_the_money_returned_in_another_way(shop: TestShop) {
        let (mut ada, mut hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (order, _) = paid_order(shop, &ada).await;
        hold_events(shop).await;
        refund(&hazel, &order, json!({ "returnStock": true })).await.is(200, "");
        fail_newest(shop).await;
        shop.shop.clock.advance(Duration::from_mins(11));
        background::tidy(&shop.shop).await;
        ada.sign_in().await;
        hazel.sign_in().await;
        assert_eq!(ada.get(&format!("/orders/{order}")).await.body["status"], "Refund under way");
        assert_eq!(books(&hazel).await[0]["kind"], "refund_failed");
        hazel.patch(&format!("/orders/{order}"), json!({ "status": "Approved and shipped" })).await.is(409, "not_shippable");
        let cash = json!({ "returnStock": true, "method": "cash", "note": "In the shop" });
        assert_eq!(refund(&hazel, &order, cash).await.body["refund"], "given");
        let seen = purchase_of(&ada, &order).await;
        assert_eq!((&seen["orders"][0]["status"], &seen["refunds"][1]["method"]), (&json!("Refunded"), &json!("cash")));
        assert_eq!((books(&hazel).await, shop.stock(&hoe).await), (json!([]), 10));
        for _ in 0..3 {
            shop.shop.clock.advance(Duration::from_hours(25));
            background::tidy(&shop.shop).await;
        }
        hazel.sign_in().await;
        assert_eq!((books(&hazel).await, provider_state(shop).await["refunds"].as_array().unwrap().len()), (json!([]), 1));
    }

    async fn a_part_that_fails_is_owed_and_its_order_goes_on(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (order, _) = paid_order(shop, &ada).await;
        hold_events(shop).await;
        let part = json!({ "lines": [{ "orderId": order, "amount": 5 }], "refundedBefore": 0 });
        hazel.post(&format!("/purchases/{order}/refund"), part).await.is(200, "");
        fail_newest(shop).await;
        shop.provider.release().await.is(200, "");
        let seen = purchase_of(&ada, &order).await;
        assert_eq!((&seen["orders"][0]["status"], &seen["refunds"][1]["waits"]), (&json!("pending"), &json!(true)));
        let counted = async || ada.get(&format!("/orders/{order}")).await.body["refundedAmount"].take();
        assert_eq!(counted().await, Value::Null);
        refund(&hazel, &order, json!({ "returnStock": true })).await.is(409, "refund_under_way");
        assert_eq!(provider_state(shop).await["refunds"].as_array().unwrap().len(), 1, "the part is not meant by it");
        let path = format!("/purchases/{order}/refunds/{}/again", seen["refunds"][1]["_id"].as_str().unwrap());
        assert_eq!(hazel.post(&path, json!({ "method": "e-transfer" })).await.body["refund"], "given");
        assert_eq!((books(&hazel).await, counted().await), (json!([]), json!(5)));
        refund(&hazel, &order, json!({ "returnStock": true })).await.is(200, "");
        assert_eq!(books(&hazel).await, json!([]));
        assert_eq!(provider_state(shop).await["refunds"][0]["amount"], 1_500, "5.00 of it went another way");
    }

    async fn money_that_was_sent_back_before_the_shop_knows_does_not_go_out_with_the_rest(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (order, _) = paid_order(shop, &ada).await;
        hold_events(shop).await;
        let part = json!({ "lines": [{ "orderId": order, "amount": 5 }], "refundedBefore": 0 });
        hazel.post(&format!("/purchases/{order}/refund"), part).await.is(200, "");
        fail_newest(shop).await;
        assert_eq!(refund(&hazel, &order, json!({ "returnStock": true })).await.body["refund"], "given");
        assert_eq!(provider_state(shop).await["refunds"][0]["amount"], 1_500);
        shop.provider.release().await.is(200, "");
        let seen = purchase_of(&ada, &order).await;
        assert_eq!((&seen["orders"][0]["status"], &seen["refunds"][2]["amount"]), (&json!("Refund under way"), &json!(5)));
        assert_eq!(refund(&hazel, &order, json!({ "returnStock": true })).await.body["refund"], "given");
        let sent = provider_state(shop).await["refunds"].as_array().unwrap().len();
        assert_eq!((&purchase_of(&ada, &order).await["orders"][0]["status"], sent, books(&hazel).await), (&json!("Refunded"), 3, json!([])));
    }

    async fn a_whole_refund_that_fails_before_its_answer_arrives_waits_for_an_administrator(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (order, _) = paid_order(shop, &ada).await;
        hold_events(shop).await;
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "refunds", "method": "POST", "action": "drop_after" }] })).await;
        assert_eq!(refund(&hazel, &order, json!({ "returnStock": true })).await.body["refund"], "waits");
        fail_newest(shop).await;
        for _ in 0..2 {
            background::tidy(&shop.shop).await;
            let seen = purchase_of(&ada, &order).await;
            assert_eq!((&seen["orders"][0]["status"], &seen["refunds"][0]["waits"]), (&json!("Refund under way"), &json!(true)), "{seen}");
        }
        assert_eq!(hazel.get("/manageShop/tasks").await.body["failedRefunds"], 1);
        let again = refund(&hazel, &order, json!({ "returnStock": true })).await;
        assert_eq!((&again.body["refund"], &provider_state(shop).await["refunds"][0]["amount"]), (&json!("given"), &json!(2_000)));
        let status = purchase_of(&ada, &order).await["orders"][0]["status"].take();
        assert_eq!((status, shop.stock(&hoe).await, books(&hazel).await), (json!("Refunded"), 10, json!([])));
    }

    async fn money_that_the_owner_returned_by_hand_and_that_comes_back_is_owed_again(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (order, intent) = paid_order(shop, &ada).await;
        hold_events(shop).await;
        by_hand(shop, &intent, "2000").await;
        assert_eq!(refund(&hazel, &order, json!({ "returnStock": true })).await.body["refund"], "given");
        assert_eq!(purchase_of(&ada, &order).await["refunds"][0]["returnedBefore"], 20);
        fail_newest(shop).await;
        shop.provider.release().await.is(200, "");
        let seen = purchase_of(&ada, &order).await;
        assert_eq!((&seen["orders"][0]["status"], &seen["refunds"][0]["debitNote"]), (&json!("Refund under way"), &json!(1)), "{seen}");
        assert_eq!(refund(&hazel, &order, json!({ "returnStock": true })).await.body["refund"], "given");
        let sent = provider_state(shop).await["refunds"][0]["amount"].take();
        let status = purchase_of(&ada, &order).await["orders"][0]["status"].take();
        assert_eq!((sent, status, books(&hazel).await), (json!(2_000), json!("Refunded"), json!([])));
    }

    async fn a_delivery_that_is_the_last_to_go_back_takes_what_the_provider_has_left(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        set_up(&hazel).await;
        let (id, shears, gloves) = two_lines(shop, &ada).await;
        let intent = ada.get(&format!("/orders/{shears}")).await.body["transactionId"].as_str().unwrap().to_owned();
        for order in [&shears, &gloves] {
            hazel.patch(&format!("/orders/{order}"), json!({ "status": "Approved and shipped" })).await.is(200, "");
            assert_eq!(refund(&hazel, order, json!({ "returnStock": false })).await.body["refund"], "given");
        }
        by_hand(shop, &intent, "500").await;
        let refunded = purchase_of(&ada, &id).await["refunded"].take();
        let delivery = json!({ "delivery": true, "refundedBefore": refunded });
        assert_eq!(hazel.post(&format!("/purchases/{id}/refund"), delivery).await.body["refund"], "given");
        let seen = purchase_of(&ada, &id).await;
        assert_eq!((&seen["refunds"][2]["returnedBefore"], cents(&seen["refunded"])), (&json!(5), 9_429), "{seen}");
        assert_eq!(books(&hazel).await, json!([]));
    }

    // Sylius/StripePlugin #101: the shop's idea of the rest is not the provider's.
    async fn the_last_refund_of_several_lines_takes_what_the_provider_has_left(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        set_up(&hazel).await;
        let (id, shears, gloves) = two_lines(shop, &ada).await;
        let intent = ada.get(&format!("/orders/{shears}")).await.body["transactionId"].as_str().unwrap().to_owned();
        by_hand(shop, &intent, "2000").await;
        for order in [&shears, &gloves] {
            assert_eq!(refund(&hazel, order, json!({ "returnStock": true })).await.body["refund"], "given");
        }
        let state = provider_state(shop).await;
        assert_eq!(state["refunds"][0]["amount"], 3_173, "51.73 less the 20.00 that went back");
        let seen = purchase_of(&ada, &id).await;
        assert!(seen["orders"].as_array().unwrap().iter().all(|order| order["status"] == "Refunded"), "{seen}");
        assert_eq!((&seen["refunds"][1]["amount"], &seen["refunds"][1]["returnedBefore"]), (&json!(51.73), &json!(20)));
        let letter = shop.letters_to("ada@example.com").await.pop().unwrap().text_body;
        assert!(letter.contains("$31.73 goes back to your card now. The rest of it had gone back before."), "{letter}");
        let owners = hazel.get(&format!("/manageOrders/{gloves}")).await.body["refunds"].take();
        assert_eq!((&owners[1]["amount"], &owners[1]["sent"]), (&json!(51.73), &json!(31.73)));
        assert_eq!((books(&hazel).await, cents(&seen["refunded"])), (json!([]), 9_429));
    }

    async fn stock_returns_when_the_provider_has_accepted_the_refund(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        set_up(&hazel).await;
        let (_, shears, _) = two_lines(shop, &ada).await;
        let tool = tool_of(&ada, &shears).await;
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "refunds", "method": "POST", "action": "drop_before" }] })).await;
        assert_eq!(refund(&hazel, &shears, json!({ "returnStock": true })).await.body["refund"], "waits");
        assert_eq!((shop.stock(&tool).await, books(&hazel).await), (117, json!([])));
        assert_eq!(refund(&hazel, &shears, json!({ "returnStock": true })).await.body["refund"], "before");
        refund(&hazel, &shears, json!({ "returnStock": false })).await.is(409, "refund_conflict");
        background::tidy(&shop.shop).await;
        assert_eq!((shop.stock(&tool).await, books(&hazel).await), (120, json!([])));
        assert!(ada.get(&format!("/orders/{shears}")).await.body["restockedAt"].is_string());
    }
}
