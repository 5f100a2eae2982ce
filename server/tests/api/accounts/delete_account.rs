//! Closing one's account, what is left of it, and taking one's data along.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    accounts::{roles, user::Role},
    app::demo,
    base::config::RunMode,
    sales::reviews::review::ReviewState,
    values::email::Email,
};

use crate::support::{Answer, Person, Setup, TestShop, intent_of, on_both_engines, with_shop};

const MINUTE: Duration = Duration::from_mins(1);

async fn close(person: &Person<'_>) -> Answer {
    let body = json!({ "confirm": person.email, "password": "correct horse" });
    person.post("/identity/account/close", body).await
}

/// Orders two hoes and pays for them.
async fn paid_order(shop: &TestShop, person: &Person<'_>) -> String {
    let order = person.order("Draw Hoe", 1_000, 2).await;
    let secret = person.start_payment(&order, 20.0).await;
    assert_eq!(shop.provider.pay(&secret, "4242424242424242").await.body["status"], "succeeded");
    let body = json!({ "orders": order, "transactionId": intent_of(&secret), "status": "pending" });
    assert_eq!(person.patch(&format!("/orders/{order}"), body).await.status, 200);
    order
}

async fn seen_by(admin: &Person<'_>, order: &str) -> Value {
    let answer = admin.get(&format!("/orders/{order}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

fn buyer(order: &Value) -> [&str; 4] {
    ["customerName", "customerEmail", "phone", "address"].map(|name| order[name].as_str().unwrap())
}

on_both_engines! {
    with crate::support::Setup::with_mail;

    async fn a_closed_account_opens_no_more_and_its_address_is_free(shop: TestShop) {
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let mut elsewhere = shop.visitor();
        elsewhere.email.clone_from(&ada.email);
        elsewhere.sign_in().await;
        ada.post("/identity/password/forgot", json!({ "email": "ada@example.com" })).await;
        ada.put("/profiles/ada@example.com", json!({ "phone": "555-0142", "address": "12 Elm St" })).await;
        let letters = shop.letters_to("ada@example.com").await;
        let answer = close(&ada).await;
        assert_eq!((answer.status, &answer.body), (200, &json!({ "acknowledged": true })));
        assert!(answer.header("set-cookie").contains("Max-Age=0"), "{}", answer.header("set-cookie"));
        for person in [&ada, &elsewhere] {
            assert_eq!((person.get("/identity/session").await.status, person.get("/orders").await.status), (401, 401));
        }
        let sign_in = json!({ "email": "ada@example.com", "password": "correct horse" });
        shop.visitor().post("/identity/sign-in", sign_in).await.is(401, "bad_credentials");
        let after = shop.letters_to("ada@example.com").await;
        assert_eq!(after.iter().map(|letter| &*letter.kind).collect::<Vec<_>>(), ["account_deleted"], "the others are gone");
        let (_, token) = letters.iter().find(|letter| letter.kind == "reset_password").unwrap().text_body.split_once("#token=").unwrap();
        let reset = json!({ "token": token[..43], "password": "battery staple" });
        shop.visitor().post("/identity/password/reset", reset).await.is(409, "link_expired");
        shop.visitor().post("/identity/password/forgot", json!({ "email": "ada@example.com" })).await;
        assert_eq!(shop.letters_to("ada@example.com").await.len(), after.len(), "a closed account gets no more e-mail");
        let users = hazel.get("/users").await.body;
        assert_eq!(users.as_array().unwrap().len(), 1, "{users}");
        hazel.put("/user/admin/ada@example.com", json!({})).await.is(404, "not_found");
        assert_eq!(hazel.get("/admin/ada@example.com").await.body, json!({ "admin": false }));
        let again = shop.customer("Ada").await;
        assert_eq!(again.get("/profiles/ada@example.com").await.body, json!({}));
        assert_eq!(again.get("/orders").await.body, json!([]));
    }

    async fn an_account_is_closed_by_its_owner_on_purpose(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let ask = async |body: Value| ada.post("/identity/account/close", body).await;
        assert_eq!(ask(json!({})).await.fields(), ["confirm"]);
        let answer = ask(json!({ "confirm": "bo@example.com", "password": "correct horse" })).await;
        assert_eq!((answer.fields(), &answer.body["errors"][0]["code"]), (vec!["confirm"], &json!("mismatch")));
        for (password, code) in [(json!(null), "required"), (json!(""), "required"), (json!("wrong horse"), "wrong_password")] {
            let answer = ask(json!({ "confirm": "ada@example.com", "password": password })).await;
            answer.is(422, "invalid_field");
            assert_eq!((answer.fields(), answer.body["errors"][0]["code"].as_str()), (vec!["password"], Some(code)));
        }
        let mut token_only = shop.visitor();
        (token_only.email, token_only.token) = (ada.email.clone(), ada.token.clone());
        close(&token_only).await.is(401, "unauthenticated");
        let foreign = ada.call(Method::POST, "/identity/account/close").header("origin", "https://evil.example");
        foreign.json(json!({ "confirm": "ada@example.com", "password": "correct horse" })).send().await.is(403, "forbidden_origin");
        assert_eq!(ada.get("/orders").await.status, 200, "nothing happened");
        assert_eq!(ask(json!({ "confirm": " Ada@Example.com ", "password": "correct horse" })).await.status, 200);
    }

    async fn without_a_password_a_fresh_session_is_enough(shop: TestShop) {
        let (ada, bo) = (shop.newcomer("Ada").await, shop.newcomer("Bo").await);
        assert_eq!(ada.post("/identity/account/close", json!({ "confirm": "ada@example.com" })).await.status, 200);
        shop.shop.clock.advance(10 * MINUTE);
        bo.post("/identity/account/close", json!({ "confirm": "bo@example.com" })).await.is(403, "reauthentication_required");
    }

    async fn unpaid_orders_go_and_their_stock_returns(shop: TestShop) {
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let tool = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (plain, begun) = (ada.order("Draw Hoe", 1_000, 2).await, ada.order("Draw Hoe", 1_000, 3).await);
        let secret = ada.start_payment(&begun, 30.0).await;
        assert_eq!(shop.stock(&tool).await, 5);
        assert_eq!(close(&ada).await.status, 200);
        assert_eq!(shop.stock(&tool).await, 10);
        for order in [&plain, &begun] {
            hazel.get(&format!("/orders/{order}")).await.is(404, "not_found");
        }
        assert_ne!(shop.provider.pay(&secret, "4242424242424242").await.status, 200, "its payment was given up");
    }

    async fn paid_orders_stay_without_their_buyer_once_they_are_shipped(shop: TestShop) {
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (shipped, waiting) = (paid_order(shop, &ada).await, paid_order(shop, &ada).await);
        let ship = json!({ "status": "Approved and shipped" });
        assert_eq!(hazel.patch(&format!("/orders/{shipped}"), ship.clone()).await.status, 200);
        assert_eq!(close(&ada).await.status, 200);
        let (gone, kept) = (seen_by(&hazel, &shipped).await, seen_by(&hazel, &waiting).await);
        assert_eq!(buyer(&gone), ["Former customer", "", "", ""]);
        assert_eq!((&gone["totalPrice"], gone["transactionId"].is_string()), (&json!(20), true), "the sale stays");
        assert_eq!(buyer(&kept), ["Ada", "", "12 Elm St", "555-0100"], "it is still to be delivered");
        assert_eq!(hazel.patch(&format!("/orders/{waiting}"), ship).await.status, 200);
        let kept = seen_by(&hazel, &waiting).await;
        assert_eq!((buyer(&kept), &kept["status"]), (["Former customer", "", "", ""], &json!("Approved and shipped")));
        for (part, found) in [("ada", 0), ("former", 2), ("draw", 2)] {
            let list = hazel.get(&format!("/manageOrders?q={part}&limit=10")).await;
            assert_eq!(list.body.as_array().unwrap().len(), found, "{part}: {}", list.text);
        }
    }

    async fn reviews_of_a_deleted_account_stay_without_a_name(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let review = json!({ "email": "ada@example.com", "review": "Sharp.", "rating": 5 });
        assert_eq!(ada.post("/reviews", review).await.status, 200);
        close(&ada).await;
        let reviews = shop.visitor().get("/reviews").await.body;
        assert_eq!((&reviews[0]["name"], &reviews[0]["review"]), (&json!("Former customer"), &json!("Sharp.")));
    }

    async fn reviews_are_deleted_with_the_account_on_request(shop: TestShop) {
        let (ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        for person in [&ada, &bo] {
            assert_eq!(person.post("/reviews", json!({ "review": "Sharp.", "rating": 5 })).await.status, 200);
        }
        let body = |asked: Value| json!({ "confirm": ada.email, "password": "correct horse", "deleteReviews": asked });
        let answer = ada.post("/identity/account/close", body(json!("yes"))).await;
        answer.is(422, "invalid_field");
        assert_eq!(answer.fields(), ["deleteReviews"]);
        assert_eq!(ada.post("/identity/account/close", body(json!(true))).await.status, 200);
        let reviews = shop.visitor().get("/reviews").await.body;
        assert_eq!(reviews.as_array().unwrap().iter().map(|review| &review["name"]).collect::<Vec<_>>(), ["Bo"]);
    }

    async fn the_last_administrator_stays(shop: TestShop) {
        let hazel = shop.admin().await;
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let order = hazel.order("Draw Hoe", 1_000, 2).await;
        close(&hazel).await.is(409, "last_admin");
        assert_eq!(seen_by(&hazel, &order).await["paid"], false, "and so does the order");
        let mut bo = shop.customer("Bo").await;
        let now = shop.shop.clock.now();
        let change = roles::change(&shop.shop.db, &Email::parse(&bo.email).unwrap(), roles::RoleEdit::Grant(Role::Admin), roles::GrantedBy::Host { only_verified: false }, now).await;
        assert_eq!(change.unwrap(), roles::RoleChange::Made);
        bo.sign_in().await;
        let (one, other) = tokio::join!(close(&hazel), close(&bo));
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", one.text, other.text);
    }

    async fn a_silent_provider_keeps_the_account_as_it_was(shop: TestShop) {
        let ada = shop.customer("Ada").await;
        let tool = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        ada.start_payment(&order, 20.0).await;
        shop.provider.misbehave(json!({ "rest": [{ "action": "drop_before", "times": 100 }] })).await;
        close(&ada).await.is(503, "provider_unavailable");
        assert_eq!(ada.get(&format!("/orders/{order}")).await.status, 200);
        assert_eq!(shop.stock(&tool).await, 8);
    }

    async fn an_order_that_is_paid_while_its_account_is_closed_is_kept_or_never_charged(shop: TestShop) {
        let hazel = shop.admin().await;
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        for round in 0..4 {
            let ada = shop.customer(&format!("Ada{round}")).await;
            let order = ada.order("Draw Hoe", 1_000, 2).await;
            let secret = ada.start_payment(&order, 20.0).await;
            let (paid, closed) = tokio::join!(shop.provider.pay(&secret, "4242424242424242"), close(&ada));
            let is_paid = paid.body["status"] == "succeeded";
            let found = hazel.get(&format!("/orders/{order}")).await;
            assert_eq!(found.status == 200, is_paid || closed.status != 200, "round {round}: {} {}", paid.text, closed.text);
            if is_paid && closed.status == 200 {
                assert_eq!((&found.body["paid"], &found.body["customerEmail"]), (&json!(true), &json!("")));
            }
        }
    }

    async fn what_is_placed_while_an_account_is_closed_is_refused_or_gone(shop: TestShop) {
        let tool = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        for round in 0..4 {
            let ada = shop.customer(&format!("Ada{round}")).await;
            let wish = ada.wish("Draw Hoe", 1_000, 2);
            let review = json!({ "email": ada.email, "review": "Sharp.", "rating": 5 });
            let profile = json!({ "phone": "555-0142" });
            let path = format!("/profiles/{}", ada.email);
            let (order, review, profile, closed) = tokio::join!(ada.post("/orders", wish), ada.post("/reviews", review), ada.put(&path, profile), close(&ada));
            for answer in [&order, &review, &profile] {
                assert!(matches!(answer.status, 200 | 401), "round {round}: {}", answer.text);
            }
            assert_eq!(closed.status, 200, "{}", closed.text);
        }
        assert_eq!(shop.stock(&tool).await, 100, "closed accounts hold no stock");
        let left = shop.shop.db.read((), |tx, ()| Box::pin(trowel::sales::reviews::store::count(tx, ReviewState::Published))).await.unwrap();
        assert!(left <= 4, "{left}");
        let reviews = shop.visitor().get("/reviews").await.body;
        assert!(reviews.as_array().unwrap().iter().all(|review| review["name"] == "Former customer"), "{reviews}");
    }

    async fn ones_data_can_be_taken_along(shop: TestShop) {
        let (ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let order = paid_order(shop, &ada).await;
        bo.order("Draw Hoe", 1_000, 1).await;
        ada.put("/profiles/ada@example.com", json!({ "phone": "555-0142", "location": "Kingston" })).await;
        ada.post("/reviews", json!({ "email": "ada@example.com", "review": "Sharp.", "rating": 5 })).await;
        let answer = ada.get("/identity/account/export").await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(answer.header("content-disposition"), "attachment; filename=\"trowel-account.json\"");
        assert_eq!(answer.header("cache-control"), "no-store");
        let body = &answer.body;
        assert_eq!((&body["account"]["email"], &body["account"]["name"], &body["account"]["hasPassword"]), (&json!("ada@example.com"), &json!("Ada"), &json!(true)));
        assert_eq!(body["profile"], json!({ "location": "Kingston", "address": "", "phone": "555-0142" }));
        assert_eq!((body["orders"].as_array().unwrap().len(), &body["orders"][0]["_id"]), (1, &json!(order)));
        let purchases = body["purchases"].as_array().unwrap();
        let purchase = [&purchases[0]["number"], &purchases[0]["total"], &purchases[0]["taxes"]];
        assert_eq!((purchases.len(), purchase), (1, [&body["orders"][0]["number"], &json!(20), &json!([])]));
        assert_eq!((&body["payments"][0]["orderId"], &body["payments"][0]["state"], &body["payments"][0]["amount"]), (&json!(order), &json!("succeeded"), &json!(20)));
        assert_eq!((&body["reviews"][0]["review"], body["reviews"].as_array().unwrap().len()), (&json!("Sharp."), 1));
        assert_eq!(body["sessions"].as_array().unwrap().len(), 1);
        assert_eq!(body["emails"], json!([]), "the unverified address may belong to another person");
        let letters = shop.letters_to("ada@example.com").await;
        let (_, token) = letters[0].text_body.split_once("#token=").unwrap();
        ada.post("/identity/email/verify", json!({ "token": token[..43] })).await.is(200, "");
        let rare = shop.tool("Rare Hoe", 1_000, 0, 1).await;
        ada.put(&format!("/tools/{rare}/stock-alert"), json!({})).await.is(200, "");
        let export = ada.get("/identity/account/export").await.body;
        assert_eq!(export["emails"][0]["kind"], "verify_email");
        assert_eq!((&export["stockAlerts"][0]["toolId"], &export["stockAlerts"][0]["toolName"]), (&json!(rare.as_str()), &json!("Rare Hoe")));
        // The next user of the address learns nothing about the previous user.
        assert_eq!(close(&ada).await.status, 200);
        let next = shop.customer("Ada").await;
        let letters = shop.letters_to("ada@example.com").await;
        let (_, token) = letters.last().unwrap().text_body.split_once("#token=").unwrap();
        next.post("/identity/email/verify", json!({ "token": token[..43] })).await.is(200, "");
        let export = next.get("/identity/account/export").await.body;
        assert_eq!(export["emails"].as_array().unwrap().len(), 1, "{export}");
        for secret in ["argon2", "hash", "#token=", "bo@example.com"] {
            assert!(!answer.text.contains(secret), "{secret}");
        }
        shop.visitor().get("/identity/account/export").await.is(401, "unauthenticated");
    }
}

#[tokio::test]
async fn the_accounts_of_the_demo_are_there_again_at_its_next_start() {
    with_shop(Setup { mode: RunMode::Demo, ..Setup::sqlite() }, async |shop| {
        let start = async || demo::prepare(&shop.shop, true, None).await.map(|accounts| accounts.len());
        assert!(matches!(start().await, Ok(2)));
        let tools = shop.visitor().get("/tools").await.body.as_array().unwrap().len();
        let sign_in = async || {
            let mut rowan = shop.visitor();
            rowan.email = "customer@example.com".into();
            let body = json!({ "email": rowan.email, "password": "garden-customer" });
            let answer = rowan.post("/identity/sign-in", body).await;
            rowan.remember(&answer);
            (answer.status, rowan)
        };
        let (_, rowan) = sign_in().await;
        let body = json!({ "confirm": rowan.email, "password": "garden-customer" });
        assert_eq!(rowan.post("/identity/account/close", body).await.status, 200);
        assert_eq!(sign_in().await.0, 401);
        assert!(matches!(start().await, Ok(2)));
        assert_eq!(sign_in().await.0, 200);
        assert_eq!(
            shop.visitor().get("/tools").await.body.as_array().unwrap().len(),
            tools,
            "and nothing twice"
        );
    })
    .await;
}
