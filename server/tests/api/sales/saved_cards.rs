//! Saved cards: with consent, of one account, at the provider alone, and gone with the account.

use std::time::Duration;

use futures_util::future::join;
use reqwest::Method;
use serde_json::{Value, json};
use trowel::{accounts::social::reclaim::reclaim, db::statements, sales::payments::job::reconcile};

use crate::{
    sales::{
        checkout::{address, buy, pay, put, two_tools},
        concurrency::account,
        payment::{provider_state, without_webhooks},
    },
    support::{Answer, Person, TestShop, intent_of, on_both_engines},
};

statements! {
    UNVERIFY = "UPDATE users SET email_verified_at = NULL WHERE email = 'ada@example.com'";
    // Bram has the same password.
    SET_PASSWORD = "UPDATE users SET password_hash = (SELECT b.password_hash FROM users b WHERE b.email = 'bram@example.com') WHERE email = 'ada@example.com'";
    CUSTOMERS = "UPDATE card_customers SET tried_at = tried_at";
}

async fn start(person: &Person<'_>, purchase: &str, body: Value) -> Answer {
    person.post(&format!("/purchases/{purchase}/payment"), body).await
}

/// A purchase with an intent that has no choice of a card yet.
async fn purchase(shop: &TestShop, person: &Person<'_>, number: i64) -> (String, String) {
    let gloves = shop.tool(&format!("Gloves {number}"), 2_999, 20, 1).await;
    put(person, &gloves, 1).await;
    buy_again(person, number).await
}

async fn buy_again(person: &Person<'_>, number: i64) -> (String, String) {
    let to = address("QC", "H2X 1Y4");
    let quote = crate::sales::checkout::quote(person, &to, None).await;
    let key = format!("buy-{number}");
    let answer =
        crate::sales::checkout::check_out(person, &key, crate::sales::checkout::body(&quote, &to)).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let text = |name: &str| answer.body[name].as_str().unwrap_or_default().to_owned();
    (text("purchaseId"), text("clientSecret"))
}

/// Buys and pays with consent, and returns the id of the saved card.
async fn save_card(shop: &TestShop, person: &Person<'_>) -> String {
    two_tools(shop, person).await;
    let (purchase, secret) = buy(person, &address("QC", "H2X 1Y4")).await;
    let started = start(person, &purchase, json!({ "saveCard": true })).await;
    assert_eq!((started.status, &started.body["clientSecret"]), (200, &json!(secret)), "{}", started.text);
    pay(shop, person, &purchase, &secret).await;
    let cards = cards_of(person).await;
    assert_eq!(cards.len(), 1, "{cards:?}");
    cards[0]["id"].as_str().unwrap().to_owned()
}

async fn cards_of(person: &Person<'_>) -> Vec<Value> {
    let answer = person.get("/saved-cards").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body.as_array().unwrap().clone()
}

/// Confirms as the browser does, with the publishable key.
async fn confirm(shop: &TestShop, secret: &str, card: &str) -> Answer {
    let path = format!("/v1/payment_intents/{}/confirm", intent_of(secret));
    let form = [("client_secret", secret), ("payment_method", card)];
    shop.provider.call(Method::POST, &path, shop.provider.publishable_key, &form).await
}

async fn intent(shop: &TestShop, secret: &str) -> Value {
    let path = format!("/v1/payment_intents/{}", intent_of(secret));
    shop.provider.call(Method::GET, &path, shop.provider.secret_key, &[]).await.body
}

/// How many accounts the shop keeps a customer for, deleted ones included.
async fn stored_customers(shop: &TestShop) -> u64 {
    shop.execute(&CUSTOMERS, &[]).await
}

on_both_engines! {
    with crate::sales::basket::in_the_demo;

    async fn a_card_is_saved_with_consent_and_pays_the_next_purchase(shop: TestShop) {
        without_webhooks(shop).await;
        let ada = shop.verified_customer("Ada").await;
        assert_eq!(cards_of(&ada).await, [Value::Null; 0]);
        let card = save_card(shop, &ada).await;
        let expected = json!({ "id": card, "brand": "visa", "last4": "4242", "expMonth": 12, "expYear": 2040 });
        assert_eq!(cards_of(&ada).await, [expected]);

        let (second, secret) = purchase(shop, &ada, 2).await;
        assert_eq!(intent(shop, &secret).await["customer"], Value::Null);
        assert_eq!(confirm(shop, &secret, &card).await.status, 400, "before the server named its customer");
        start(&ada, &second, json!({ "savedCard": card })).await.is(200, "");
        assert_eq!(confirm(shop, &secret, &card).await.body["status"], "succeeded");
        let path = format!("/purchases/{second}/confirm");
        ada.post(&path, json!({ "transactionId": intent_of(&secret) })).await.is(200, "");
        assert_eq!(ada.get(&format!("/purchases/{second}")).await.body["paid"], true);
        assert_eq!(stored_customers(shop).await, 1);
    }

    async fn a_card_is_not_saved_without_consent_or_after_it_is_taken_back(shop: TestShop) {
        without_webhooks(shop).await;
        let ada = shop.verified_customer("Ada").await;
        let (first, secret) = purchase(shop, &ada, 1).await;
        pay(shop, &ada, &first, &secret).await;
        assert_eq!((cards_of(&ada).await.len(), stored_customers(shop).await), (0, 0), "no consent, no customer");

        let (second, secret) = purchase(shop, &ada, 2).await;
        start(&ada, &second, json!({ "saveCard": true })).await.is(200, "");
        assert_eq!(intent(shop, &secret).await["setup_future_usage"], "on_session");
        assert_eq!(shop.provider.pay(&secret, "4000000000000002").await.status, 402);
        start(&ada, &second, json!({ "saveCard": false })).await.is(200, "");
        assert_eq!(intent(shop, &secret).await["setup_future_usage"], Value::Null);
        pay(shop, &ada, &second, &secret).await;
        assert_eq!(cards_of(&ada).await.len(), 0);

        // The payment page of the specification takes an earlier choice back, too.
        let (third, secret) = purchase(shop, &ada, 3).await;
        start(&ada, &third, json!({ "saveCard": true })).await.is(200, "");
        let order = ada.get(&format!("/orders/{third}")).await.body;
        let body = json!({ "totalPrice": order["totalPrice"], "orderId": third });
        assert_eq!(ada.post("/create-payment-intent", body).await.body["clientSecret"], secret.as_str());
        assert_eq!(intent(shop, &secret).await["setup_future_usage"], Value::Null);
    }

    async fn a_card_of_another_account_is_refused_everywhere(shop: TestShop) {
        without_webhooks(shop).await;
        let ada = shop.verified_customer("Ada").await;
        let card = save_card(shop, &ada).await;
        let bram = shop.verified_customer("Bram").await;
        let (own, secret) = purchase(shop, &bram, 2).await;
        start(&bram, &own, json!({ "savedCard": card })).await.is(409, "card_not_saved");
        bram.delete(&format!("/saved-cards/{card}")).await.is(404, "not_found");
        // With a customer at the provider the answers are the same.
        start(&bram, &own, json!({ "saveCard": true })).await.is(200, "");
        start(&bram, &own, json!({ "savedCard": card })).await.is(409, "card_not_saved");
        bram.delete(&format!("/saved-cards/{card}")).await.is(404, "not_found");
        let refused = confirm(shop, &secret, &card).await;
        assert_eq!((refused.status, &refused.body["error"]["param"]), (400, &json!("payment_method")));
        assert_eq!(cards_of(&bram).await.len(), 0);
        assert_eq!(cards_of(&ada).await.len(), 1, "nothing changed for its owner");
        start(&ada, &own, json!({ "savedCard": card })).await.is(404, "not_found");
        start(&bram, &own, json!({ "saveCard": true, "savedCard": card })).await.is(422, "invalid_field");
    }

    async fn a_removed_card_is_never_charged_again(shop: TestShop) {
        without_webhooks(shop).await;
        let ada = shop.verified_customer("Ada").await;
        let card = save_card(shop, &ada).await;
        let (second, secret) = purchase(shop, &ada, 2).await;
        start(&ada, &second, json!({ "savedCard": card })).await.is(200, "");
        let removed = ada.delete(&format!("/saved-cards/{card}")).await;
        assert_eq!((removed.status, &removed.body["deletedCount"]), (200, &json!(1)), "{}", removed.text);
        ada.delete(&format!("/saved-cards/{card}")).await.is(404, "not_found");
        assert_eq!(cards_of(&ada).await.len(), 0);
        assert_eq!(confirm(shop, &secret, &card).await.status, 400);
        start(&ada, &second, json!({ "savedCard": card })).await.is(409, "card_not_saved");
        pay(shop, &ada, &second, &secret).await;
    }

    async fn a_bank_may_ask_for_a_saved_card_too(shop: TestShop) {
        without_webhooks(shop).await;
        let ada = shop.verified_customer("Ada").await;
        two_tools(shop, &ada).await;
        let (first, secret) = buy(&ada, &address("QC", "H2X 1Y4")).await;
        start(&ada, &first, json!({ "saveCard": true })).await.is(200, "");
        assert_eq!(shop.provider.pay(&secret, "4000000000003220").await.body["status"], "requires_action");
        assert_eq!(cards_of(&ada).await.len(), 0, "not before the bank has agreed");
        shop.provider.prove(&secret).await;
        ada.post(&format!("/purchases/{first}/confirm"), json!({ "transactionId": intent_of(&secret) })).await.is(200, "");
        let card = cards_of(&ada).await[0]["id"].as_str().unwrap().to_owned();
        let (second, secret) = purchase(shop, &ada, 2).await;
        start(&ada, &second, json!({ "savedCard": card })).await.is(200, "");
        assert_eq!(confirm(shop, &secret, &card).await.body["status"], "requires_action");
        shop.provider.prove(&secret).await;
        ada.post(&format!("/purchases/{second}/confirm"), json!({ "transactionId": intent_of(&secret) })).await.is(200, "");
    }

    async fn a_provider_that_is_down_changes_nothing_and_says_so(shop: TestShop) {
        without_webhooks(shop).await;
        let ada = shop.verified_customer("Ada").await;
        let card = save_card(shop, &ada).await;
        let (second, secret) = purchase(shop, &ada, 2).await;
        let down = json!({ "rest": [{ "path_contains": "customers", "times": 4, "action": { "status": 503 } }] });
        shop.provider.misbehave(down).await;
        ada.get("/saved-cards").await.is(503, "card_provider_unavailable");
        ada.delete(&format!("/saved-cards/{card}")).await.is(503, "card_provider_unavailable");
        start(&ada, &second, json!({ "savedCard": card })).await.is(503, "provider_unavailable");
        assert_eq!(ada.get("/profiles/ada@example.com").await.status, 200);
        let bram = shop.verified_customer("Bram").await;
        let (own, of_bram) = purchase(shop, &bram, 3).await;
        start(&bram, &own, json!({ "saveCard": true })).await.is(503, "provider_unavailable");
        // The provider replays its failure for the same key, so the next attempt has another one.
        start(&bram, &own, json!({ "saveCard": true })).await.is(200, "");
        pay(shop, &bram, &own, &of_bram).await;
        assert_eq!(cards_of(&bram).await.len(), 1);
        start(&ada, &second, json!({ "savedCard": card })).await.is(200, "");
        assert_eq!(confirm(shop, &secret, &card).await.status, 200);
    }

    async fn a_customer_that_the_provider_lost_is_made_again(shop: TestShop) {
        without_webhooks(shop).await;
        let ada = shop.verified_customer("Ada").await;
        save_card(shop, &ada).await;
        let delete_at_provider = async || {
            let export = ada.get("/identity/account/export").await.body;
            let path = format!("/v1/customers/{}", export["cardCustomer"]["id"].as_str().unwrap());
            shop.provider.call(Method::DELETE, &path, shop.provider.secret_key, &[]).await.is(200, "");
        };
        delete_at_provider().await;
        let (second, _) = purchase(shop, &ada, 2).await;
        let secret = start(&ada, &second, json!({ "saveCard": true })).await.body["clientSecret"].clone();
        pay(shop, &ada, &second, secret.as_str().unwrap()).await;
        assert_eq!(cards_of(&ada).await.len(), 1);
        delete_at_provider().await;
        assert_eq!((cards_of(&ada).await.len(), stored_customers(shop).await), (0, 0));
    }

    async fn a_choice_is_taken_back_after_its_customer_is_gone(shop: TestShop) {
        without_webhooks(shop).await;
        let ada = shop.verified_customer("Ada").await;
        for (number, asks_for_cards) in [(1, true), (2, false)] {
            let (id, secret) = purchase(shop, &ada, number).await;
            start(&ada, &id, json!({ "saveCard": true })).await.is(200, "");
            let customer = intent(shop, &secret).await["customer"].as_str().unwrap().to_owned();
            let path = format!("/v1/customers/{customer}");
            shop.provider.call(Method::DELETE, &path, shop.provider.secret_key, &[]).await.is(200, "");
            if asks_for_cards {
                assert_eq!((cards_of(&ada).await.len(), stored_customers(shop).await), (0, 0));
            }
            let order = ada.get(&format!("/orders/{id}")).await.body;
            let body = json!({ "totalPrice": order["totalPrice"], "orderId": id });
            let answer = ada.post("/create-payment-intent", body).await;
            let next = answer.body["clientSecret"].as_str().unwrap().to_owned();
            assert_eq!(intent(shop, &secret).await["status"], "canceled");
            let new = intent(shop, &next).await;
            assert_eq!((&new["customer"], &new["setup_future_usage"]), (&Value::Null, &Value::Null));
            assert_eq!(stored_customers(shop).await, 0);
            start(&ada, &id, json!({ "saveCard": true })).await.is(200, "");
            pay(shop, &ada, &id, &next).await;
            assert_eq!(cards_of(&ada).await.len(), 1);
        }
    }

    async fn a_new_card_asks_the_provider_nothing_again(shop: TestShop) {
        without_webhooks(shop).await;
        let ada = shop.verified_customer("Ada").await;
        save_card(shop, &ada).await;
        let (second, secret) = purchase(shop, &ada, 2).await;
        let down = json!({ "rest": [{ "path_contains": intent_of(&secret), "action": { "status": 503 } }] });
        shop.provider.misbehave(down).await;
        for _ in 0..35 {
            assert_eq!(start(&ada, &second, json!({})).await.body["clientSecret"], secret.as_str());
        }
    }

    async fn two_payments_save_their_cards_at_once(shop: TestShop) {
        without_webhooks(shop).await;
        let ada = shop.verified_customer("Ada").await;
        let (first, of_first) = purchase(shop, &ada, 1).await;
        let (second, of_second) = purchase(shop, &ada, 2).await;
        let slow = json!({ "rest": [{ "path_contains": "customers", "method": "POST", "action": { "delay_ms": 400 } }] });
        shop.provider.misbehave(slow).await;
        let saves = |purchase: String| {
            let ada = &ada;
            async move { start(ada, &purchase, json!({ "saveCard": true })).await }
        };
        let (one, other) = join(saves(first), saves(second)).await;
        assert_eq!((one.status, other.status), (200, 200), "{} {}", one.text, other.text);
        assert_eq!(intent(shop, &of_first).await["customer"], intent(shop, &of_second).await["customer"]);
        assert_eq!(stored_customers(shop).await, 1);
    }

    async fn text_that_is_no_id_of_a_card_is_not_sent_to_the_provider(shop: TestShop) {
        without_webhooks(shop).await;
        let ada = shop.verified_customer("Ada").await;
        save_card(shop, &ada).await;
        let (second, _) = purchase(shop, &ada, 2).await;
        for text in ["!!!", "pm_!!!", "src_1"] {
            start(&ada, &second, json!({ "savedCard": text })).await.is(409, "card_not_saved");
            ada.delete(&format!("/saved-cards/{text}")).await.is(404, "not_found");
        }
    }

    async fn a_deleted_account_leaves_no_card_at_the_provider(shop: TestShop) {
        without_webhooks(shop).await;
        let ada = shop.verified_customer("Ada").await;
        save_card(shop, &ada).await;
        let export = ada.get("/identity/account/export").await.body;
        let customer = export["cardCustomer"]["id"].as_str().unwrap().to_owned();
        let close = json!({ "confirm": ada.email, "password": "correct horse" });
        ada.post("/identity/account/close", close).await.is(200, "");
        let down = json!({ "rest": [{ "path_contains": "customers", "times": 1, "action": "drop_before" }] });
        shop.provider.misbehave(down).await;
        reconcile(&shop.shop).await;
        let path = format!("/v1/customers/{customer}");
        let at_provider = async || shop.provider.call(Method::GET, &path, shop.provider.secret_key, &[]).await.body;
        assert_eq!((&at_provider().await["deleted"], stored_customers(shop).await), (&Value::Null, 1), "tried again later");
        reconcile(&shop.shop).await;
        assert_eq!((&at_provider().await["deleted"], stored_customers(shop).await), (&Value::Null, 1), "not in each run");
        shop.shop.clock.advance(Duration::from_secs(3_601));
        reconcile(&shop.shop).await;
        assert_eq!((&at_provider().await["deleted"], stored_customers(shop).await), (&json!(true), 0));
    }

    async fn cards_of_an_attacker_are_not_the_owners_after_a_reclaim(shop: TestShop) {
        without_webhooks(shop).await;
        let mut ada = shop.verified_customer("Ada").await;
        shop.customer("Bram").await;
        let card = save_card(shop, &ada).await;
        shop.execute(&UNVERIFY, &[]).await;
        // The clock of another server is ahead.
        let later = shop.shop.clock.now().plus(Duration::from_mins(1));
        let input = (account(shop, &ada.email).await, later);
        shop.shop.db.write(input, |tx, (user, now)| Box::pin(reclaim(tx, user, *now))).await.unwrap();
        shop.execute(&SET_PASSWORD, &[]).await;
        ada.be_signed_in().await;
        assert_eq!(cards_of(&ada).await.len(), 0);
        ada.delete(&format!("/saved-cards/{card}")).await.is(404, "not_found");
        assert_eq!(ada.get("/identity/account/export").await.body["cardCustomer"], Value::Null);
        let (own, secret) = purchase(shop, &ada, 2).await;
        start(&ada, &own, json!({ "saveCard": true })).await.is(200, "");
        pay(shop, &ada, &own, &secret).await;
        assert_eq!((cards_of(&ada).await.len(), stored_customers(shop).await), (1, 2));
        reconcile(&shop.shop).await;
        assert_eq!((cards_of(&ada).await.len(), stored_customers(shop).await), (1, 1));
    }

    async fn questions_about_saved_cards_have_a_limit(shop: TestShop) {
        without_webhooks(shop).await;
        let ada = shop.verified_customer("Ada").await;
        for _ in 0..40 {
            ada.get("/saved-cards").await.is(200, "");
        }
        let card = save_card(shop, &ada).await;
        // The customer was created, the intent updated, and the cards read.
        for _ in 3..30 {
            ada.get("/saved-cards").await.is(200, "");
        }
        ada.get("/saved-cards").await.is(429, "too_many_requests");
        ada.delete(&format!("/saved-cards/{card}")).await.is(429, "too_many_requests");
        let (own, _) = purchase(shop, &ada, 2).await;
        start(&ada, &own, json!({ "savedCard": card })).await.is(429, "too_many_requests");
        let state = provider_state(shop).await;
        assert_eq!(state["intents"].as_array().unwrap().len(), 2);
    }
}
