//! Events that never arrived, fetched from the provider's list: what is read, how far, and what no answer can do.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{background::tidy, payments::store};
use trowel_sandbox::stripe::MOUNT;

use crate::{
    payment::{GOOD_CARD, order_and_intent, order_of, send_event, signed, without_webhooks},
    support::{Person, Setup, TestShop, on_both_engines},
};

async fn is_paid(person: &Person<'_>, order: &str) -> bool {
    order_of(person, order).await["paid"] == json!(true)
}

/// Paid at the provider; neither its event nor the browser says so.
async fn paid_in_silence(shop: &TestShop, ada: &Person<'_>) -> (String, String) {
    let (order, secret, intent) = order_and_intent(ada).await;
    shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
    (order, intent)
}

async fn on_the_list(shop: &TestShop, times: usize, action: Value) {
    let fault = json!({ "path_contains": "/v1/events", "times": times, "action": action });
    shop.provider.misbehave(json!({ "rest": [fault] })).await;
}

/// What was answered and is still to be worked off.
async fn waiting(shop: &TestShop) -> Vec<(String, Option<String>)> {
    let later = shop.shop.clock.now().plus(Duration::from_hours(1));
    let waiting: Result<Vec<_>, trowel::db::Error> = shop
        .shop
        .db
        .read(move |tx| Box::pin(async move { store::waiting_events(tx, later, later).await }))
        .await;
    waiting.unwrap()
}

on_both_engines! {
    async fn a_payment_nobody_told_of_is_found_in_the_next_round(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (order, intent) = paid_in_silence(shop, &ada).await;
        let (unpaid, _, _) = order_and_intent(&ada).await;
        tidy(&shop.shop).await;
        let body = order_of(&ada, &order).await;
        assert_eq!((&body["paid"], &body["transactionId"]), (&json!(true), &json!(intent)));
        assert!(!is_paid(&ada, &unpaid).await);
        // And the one after it: the mark moved, and not too far.
        let (next, _) = paid_in_silence(shop, &ada).await;
        tidy(&shop.shop).await;
        assert!(is_paid(&ada, &next).await);
    }

    async fn an_intent_given_up_at_the_provider_makes_room_for_another(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (order, secret, intent) = order_and_intent(&ada).await;
        let cancel = format!("/v1/payment_intents/{intent}/cancel");
        shop.provider.call(Method::POST, &cancel, shop.provider.secret_key, &[]).await.is(200, "");
        tidy(&shop.shop).await;
        assert_ne!(ada.start_payment(&order, 20.0).await, secret);
    }

    async fn no_fault_of_the_list_changes_anything(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        for fault in [json!({ "status": 500 }), json!({ "status": 503 }), json!({ "status": 429 }), json!("drop_before"), json!("drop_after")] {
            let (order, _) = paid_in_silence(shop, &ada).await;
            on_the_list(shop, 1, fault.clone()).await;
            tidy(&shop.shop).await;
            assert!(!is_paid(&ada, &order).await, "{fault}");
            tidy(&shop.shop).await;
            assert!(is_paid(&ada, &order).await, "the list is read from where it was: {fault}");
        }
    }

    async fn an_untrue_entry_pays_nothing_and_is_asked_about(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        for lie in ["wrong_amount", "wrong_currency", "wrong_livemode", "wrong_metadata"] {
            let (order, _) = paid_in_silence(shop, &ada).await;
            on_the_list(shop, 1, json!(lie)).await;
            tidy(&shop.shop).await;
            assert!(!is_paid(&ada, &order).await, "{lie}");
            shop.shop.clock.advance(Duration::from_secs(61));
            tidy(&shop.shop).await;
            assert!(is_paid(&ada, &order).await, "the provider was asked about the payment itself: {lie}");
        }
        assert_eq!(waiting(shop).await, []);
    }

    async fn what_the_webhook_brought_is_not_received_again(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        shop.provider.misbehave(json!({ "webhooks": [{ "action": "hold", "times": 9 }] })).await;
        let (order, _) = paid_in_silence(shop, &ada).await;
        shop.provider.release().await.is(200, "");
        assert!(is_paid(&ada, &order).await);
        // If it were, it would wait to be asked about.
        on_the_list(shop, 1, json!("wrong_amount")).await;
        tidy(&shop.shop).await;
        assert_eq!(waiting(shop).await, []);
    }

    async fn the_list_of_another_account_moves_no_mark(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (order, _) = paid_in_silence(shop, &ada).await;
        // A provider of its own, with other payments on its list.
        let stranger = shop.another_node(&Setup { engine: shop.shop.db.engine(), ..Setup::sqlite() }).await;
        let form = [("amount", "500"), ("currency", "cad"), ("confirm", "true"), ("payment_method", "pm_card_visa")];
        stranger.provider.call(Method::POST, "/v1/payment_intents", stranger.provider.secret_key, &form).await.is(200, "");
        tidy(&stranger.shop).await;
        assert!(!is_paid(&ada, &order).await);
        tidy(&shop.shop).await;
        assert!(is_paid(&ada, &order).await);
        stranger.close().await;
    }

    async fn a_long_list_is_read_over_several_rounds(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        shop.provider.misbehave(json!({ "webhooks": [{ "action": "drop", "times": 10_000 }] })).await;
        let ada = shop.customer("Ada").await;
        let (oldest, _) = paid_in_silence(shop, &ada).await;
        // Somebody else's program on the same account.
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        for _ in 0..500 {
            let form = [("amount", "500"), ("currency", "cad"), ("confirm", "true"), ("payment_method", "pm_card_visa")];
            let call = client.post(format!("{}{MOUNT}/v1/payment_intents", shop.provider.url)).bearer_auth(shop.provider.secret_key);
            assert_eq!(call.form(&form).send().await.unwrap().status(), 200);
        }
        tidy(&shop.shop).await;
        assert!(!is_paid(&ada, &oldest).await, "five hundred are enough for one round");
        let (newest, _) = paid_in_silence(shop, &ada).await;
        tidy(&shop.shop).await;
        assert!(is_paid(&ada, &oldest).await);
        assert!(!is_paid(&ada, &newest).await, "the reading that was begun comes to its end first");
        tidy(&shop.shop).await;
        assert!(is_paid(&ada, &newest).await);
    }

    async fn an_event_that_cannot_be_read_is_asked_about_by_its_payment(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        without_webhooks(shop).await;
        let (order, intent) = paid_in_silence(shop, &ada).await;
        let event = |id: &str, object: Value| json!({ "id": id, "type": "payment_intent.succeeded", "data": { "object": object } });
        let now = shop.shop.clock.now().micros() / 1_000_000;
        let sign = |body: &str| Some(signed(body, shop.provider.webhook_secret, now));
        // As of a version of the wire that we do not know, and once without so much as an id.
        let strange = json!({ "id": intent, "amount": { "value": "20.00", "currency": "CAD" }, "state": "done" });
        send_event(shop, &event("evt_strange", strange), sign).await.is(200, "");
        send_event(shop, &event("evt_empty", json!({})), sign).await.is(200, "");
        assert_eq!(waiting(shop).await, [("evt_strange".to_owned(), Some(intent))]);
        assert!(!is_paid(&ada, &order).await);
        on_the_list(shop, 9, json!({ "status": 500 })).await;
        shop.shop.clock.advance(Duration::from_secs(61));
        tidy(&shop.shop).await;
        assert!(is_paid(&ada, &order).await);
        assert_eq!(waiting(shop).await, []);
    }
    async fn a_clock_that_was_ahead_puts_off_no_question(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let mut ada = shop.customer("Ada").await;
        without_webhooks(shop).await;
        on_the_list(shop, 9, json!({ "status": 500 })).await;
        let (told, intent) = paid_in_silence(shop, &ada).await;
        let ahead = Duration::from_hours(24);
        shop.shop.clock.advance(ahead);
        ada.sign_in().await;
        let (quiet, _) = paid_in_silence(shop, &ada).await;
        let now = shop.shop.clock.now();
        let stored: Result<bool, trowel::db::Error> = shop
            .shop
            .db
            .write(move |tx| {
                let intent = intent.clone();
                Box::pin(async move { store::insert_event(tx, "evt_ahead", "payment_intent.succeeded", Some(&intent), now).await })
            })
            .await;
        assert!(stored.unwrap());
        shop.shop.clock.set_back(ahead);
        ada.sign_in().await;
        tidy(&shop.shop).await;
        assert_eq!((is_paid(&ada, &told).await, is_paid(&ada, &quiet).await), (true, true));
    }
}
