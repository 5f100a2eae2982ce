//! The first page of the dashboard, and the tests of e-mail and card payments from it.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    app::background,
    base::{config::RunMode, metadata::maintenance},
    values::ids::Id,
};

use crate::{
    back_office::figures::paid,
    support::{Person, Setup, on_both_engines, with_shop},
};

const DAY: Duration = Duration::from_hours(24);

async fn today(person: &Person<'_>) -> Value {
    let answer = person.get("/manageShop/today").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

async fn change_settings(hazel: &Person<'_>, change: Value) {
    let revision = hazel.get("/manageShop").await.header("etag").to_owned();
    let call = hazel.call(Method::PUT, "/shop-settings").header("if-match", &revision);
    call.json(change).send().await.is(200, "");
}

/// The state of each step.
fn opening(today: &Value) -> Vec<String> {
    let tasks = today["owner"]["opening"].as_array().unwrap();
    tasks
        .iter()
        .map(|task| format!("{} {}", task["step"].as_str().unwrap(), task["state"].as_str().unwrap()))
        .collect()
}

async fn warn_at(hazel: &Person<'_>, tool: &Id, level: i64) {
    let path = format!("/tools/{tool}");
    let tag = hazel.get(&path).await.header("etag").to_owned();
    let edit = hazel.call(Method::PUT, &path).header("if-match", &tag);
    edit.json(json!({ "lowStock": level })).send().await.is(200, "");
}

fn revenue(today: &Value) -> Vec<f64> {
    today["owner"]["days"].as_array().unwrap().iter().map(|day| day["revenue"].as_f64().unwrap()).collect()
}

on_both_engines! {
    async fn an_empty_shop_has_nothing_to_do_but_to_open(shop: TestShop) {
        let hazel = shop.admin().await;
        let body = today(&hazel).await;
        assert_eq!((&body["ordersToShip"], &body["unpaidOrders"]), (&json!(0), &json!(0)));
        assert_eq!((&body["lowStock"], &body["lowStockCount"]), (&json!([]), &json!(0)));
        let owner = &body["owner"];
        assert_eq!((&owner["revenue"], &owner["revenueBefore"]), (&json!(0.0), &json!(0.0)));
        assert_eq!(revenue(&body), [0.0; 7]);
        assert_eq!(owner["books"], Value::Null);
        assert_eq!(owner["backup"], json!({ "isOverdue": true, "isNightly": false }));
        let expected = [
            "account done", "owner done", "shop todo", "taxes todo", "delivery todo", "payment todo", "firstTool todo", "open todo",
            "email todo", "backup todo", "legalTexts todo", "phone optional", "logo optional",
        ];
        assert_eq!(opening(&body), expected, "test keys are no payment");
    }

    async fn the_owner_sees_what_waits_and_what_was_earned(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let rake = shop.tool("Bow Rake", 1_000, 50, 1).await;
        let mut ada = shop.customer("Ada").await;
        let mut hazel = shop.admin().await;
        paid(shop, &ada, "Draw Hoe", 3).await;
        shop.shop.clock.advance(DAY * 8);
        ada.sign_in().await;
        paid(shop, &ada, "Draw Hoe", 2).await;
        shop.shop.clock.advance(DAY * 5);
        ada.sign_in().await;
        hazel.sign_in().await;
        let refunded = paid(shop, &ada, "Bow Rake", 4).await;
        let shipped = paid(shop, &ada, "Bow Rake", 1).await;
        ada.order("Draw Hoe", 1_000, 1).await;
        background::tidy(&shop.shop).await;
        hazel.patch(&format!("/orders/{shipped}"), json!({ "status": "Approved and shipped" })).await.is(200, "");
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "/refunds", "action": { "status": 500 }, "times": 9 }] })).await;
        let refund = hazel.post(&format!("/orders/{refunded}/refund"), json!({ "returnStock": true })).await;
        assert!(refund.status < 300, "{}", refund.text);
        warn_at(&hazel, &rake, 60).await;
        warn_at(&hazel, &hoe, 5).await;
        shop.review("Ada", "Sharp.", 5.0).await;

        let body = today(&hazel).await;
        assert_eq!((&body["ordersToShip"], &body["unpaidOrders"]), (&json!(2), &json!(1)));
        assert_eq!(body["lowStockCount"], 1);
        assert_eq!((&body["lowStock"][0]["toolId"], &body["lowStock"][0]["name"]), (&json!(rake), &json!("Bow Rake")));
        assert_eq!(body["lowStock"][0]["availableQuantity"], shop.stock(&rake).await);
        let owner = &body["owner"];
        assert_eq!(revenue(&body), [0.0, 20.0, 0.0, 0.0, 0.0, 0.0, 50.0]);
        assert_eq!((&owner["revenue"], &owner["revenueBefore"]), (&json!(70.0), &json!(30.0)));
        let figures = hazel.get("/figures?days=7").await.body;
        assert_eq!((&figures["total"]["revenue"], &figures["to"]), (&owner["revenue"], &owner["days"][6]["day"]));
        assert_eq!((&owner["refundsUnderWay"], &owner["failedRefunds"]), (&json!(1), &json!(0)));
        assert_eq!(owner["reviewsToApprove"], 0, "it is published already");
        assert!(!opening(&body).contains(&"firstTool todo".to_owned()));
    }

    async fn staff_see_no_money_and_customers_nothing(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let sam = shop.staff().await;
        paid(shop, &ada, "Draw Hoe", 2).await;
        let expected = json!({ "ordersToShip": 1, "unpaidOrders": 0, "lowStock": [], "lowStockCount": 0 });
        assert_eq!(today(&sam).await, expected);
        ada.get("/manageShop/today").await.is(403, "forbidden");
        for test in ["test-email", "test-payments"] {
            sam.post(&format!("/manageShop/{test}"), json!({})).await.is(403, "forbidden");
        }
    }

    async fn the_steps_follow_the_answers_until_the_owner_opens_the_shop(shop: TestShop) {
        let hazel = shop.admin().await;
        let done = async |step: &str| opening(&today(&hazel).await).contains(&format!("{step} done"));
        change_settings(&hazel, json!({ "name": "Fern & Spade", "address": "1 Maple Street\nHalifax NS  B3J 1A1" })).await;
        assert!(!done("shop").await, "taxes would guess the province");
        change_settings(&hazel, json!({ "homeProvince": "NS" })).await;
        assert!(done("shop").await && !done("taxes").await);
        change_settings(&hazel, json!({ "taxStatus": "unregistered" })).await;
        assert!(done("taxes").await && !done("payment").await);
        change_settings(&hazel, json!({ "howToPay": "Interac e-Transfer to pay@fern.example" })).await;
        assert!(done("payment").await && !done("firstTool").await);
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        assert!(done("firstTool").await);
        assert!(opening(&today(&hazel).await).contains(&"open todo".to_owned()));
        change_settings(&hazel, json!({ "shopState": "open" })).await;
        assert_eq!(opening(&today(&hazel).await), ["email todo", "backup todo", "legalTexts todo"], "the rest of an open shop");
    }

    async fn the_list_of_an_open_shop_has_what_it_still_lacks(shop: TestShop) {
        let hazel = shop.admin().await;
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        change_settings(&hazel, json!({ "name": "Fern & Spade", "phone": "416 555 0133", "shopState": "open" })).await;
        let at = shop.shop.clock.now();
        shop.shop.db.write(at, |tx, at| Box::pin(maintenance::record_manual_backup(tx, *at))).await.unwrap();
        let body = today(&hazel).await;
        assert_eq!(body["owner"]["backup"], json!({ "lastAt": at, "isOverdue": false, "isNightly": false }));
        assert_eq!(opening(&body), ["payment todo", "email todo", "legalTexts todo"]);
        let texts = hazel.get("/shop-settings").await.body;
        change_settings(&hazel, json!({ "privacy": texts["privacy"], "terms": texts["terms"], "returns": texts["returns"] })).await;
        assert_eq!(opening(&today(&hazel).await), ["payment todo", "email todo"]);
    }

    async fn books_are_as_old_as_their_last_check(shop: TestShop) {
        let hazel = shop.admin().await;
        shop.provider.misbehave(json!({ "rest": [{ "action": "drop_before" }] })).await;
        assert_eq!(hazel.get("/ledger").await.body["provider"], "silent");
        assert_eq!(today(&hazel).await["owner"]["books"], Value::Null, "the provider did not answer");
        let at = shop.shop.clock.now();
        assert_eq!(hazel.get("/ledger").await.body["provider"], "compared");
        let books = &today(&hazel).await["owner"]["books"];
        assert_eq!(books["differences"], 0);
        assert!(books["at"].as_str().unwrap() >= at.to_string().as_str(), "{books}");
        let recorded = shop.shop.db.read((), |tx, ()| Box::pin(maintenance::last_verification(tx))).await.unwrap();
        assert_eq!(recorded, None, "the alerts are about trowel verify");
    }

    async fn card_payments_are_tested_key_webhook_and_last_event(shop: TestShop) {
        let hazel = shop.admin().await;
        let test = async || hazel.post("/manageShop/test-payments", json!({})).await.body;
        let url = format!("{}/api/webhooks/stripe", shop.url);
        let new = test().await;
        assert_eq!(new, json!({ "isLive": false, "webhook": "registered", "webhookUrl": url, "missingEvents": [], "lastEvent": "none" }));

        shop.provider.misbehave(json!({ "webhooks": [{ "action": "hold", "times": 9 }] })).await;
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        paid(shop, &ada, "Draw Hoe", 2).await;
        assert_eq!(test().await["lastEvent"], "missing");
        shop.provider.release().await;
        let arrived = test().await;
        assert_eq!(arrived["lastEvent"], "arrived");
        assert!(arrived["lastEventAt"].is_string(), "{arrived}");

        shop.provider.misbehave(json!({ "rest": [{ "path_contains": "/webhook_endpoints", "action": { "status": 403 } }] })).await;
        let restricted = test().await;
        assert_eq!((&restricted["webhook"], &restricted["lastEvent"]), (&json!("unknown"), &json!("arrived")));
        shop.provider.misbehave(json!({ "rest": [{ "action": { "status": 401 } }] })).await;
        let refused = test().await;
        assert_eq!((&refused["webhook"], &refused["lastEvent"]), (&json!("unknown"), &json!("unknown")));
        assert!(refused["keyError"].as_str().unwrap().contains("401"), "{refused}");

        let entries = hazel.get("/audit?action=test_payments").await.body;
        assert_eq!(entries.as_array().unwrap().len(), 5, "each test is recorded");
        for _ in 0..5 {
            test().await;
        }
        hazel.post("/manageShop/test-payments", json!({})).await.is(429, "too_many_requests");
    }
}

#[tokio::test]
async fn a_test_email_goes_to_the_own_address_and_says_what_the_mail_server_answers() {
    for setup in [Setup::sqlite(), Setup::postgres()] {
        with_shop(setup.with_mail(), async |shop| {
            let hazel = shop.admin().await;
            let test = async || hazel.post("/manageShop/test-email", json!({})).await;
            let sent = test().await;
            sent.is(200, "");
            assert_eq!((&sent.body["isSent"], &sent.body["to"]), (&json!(true), &json!(hazel.email)));
            let received = shop.post.as_ref().unwrap().emails();
            let last = received.last().unwrap();
            assert_eq!((&last.to[0], last.subject.as_str()), (&hazel.email, "A test e-mail from your shop"));

            shop.fail_email("recipient", json!({ "reply": "550 5.1.1 no such user here" })).await;
            let refused = test().await;
            refused.is(200, "");
            assert_eq!(refused.body["isSent"], false);
            assert!(
                refused.body["answer"].as_str().unwrap().contains("no such user here"),
                "{}",
                refused.text
            );
            for _ in 0..8 {
                test().await.is(200, "");
            }
            test().await.is(429, "too_many_requests");
            assert_eq!(hazel.get("/audit?action=test_email").await.body.as_array().unwrap().len(), 10);
        })
        .await;
    }
}

#[tokio::test]
async fn what_is_off_is_not_tested_and_a_demo_never_opens() {
    with_shop(Setup { cards: false, ..Setup::sqlite() }, async |shop| {
        let hazel = shop.admin().await;
        hazel.post("/manageShop/test-payments", json!({})).await.is(409, "payment_off");
        hazel.post("/manageShop/test-email", json!({})).await.is(409, "email_off");
    })
    .await;
    with_shop(Setup { mode: RunMode::Demo, ..Setup::sqlite() }, async |shop| {
        assert!(opening(&today(&shop.admin().await).await).is_empty());
    })
    .await;
}
