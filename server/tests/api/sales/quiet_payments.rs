//! Webhooks that never arrive: when the provider is asked about an open payment, and what no answer can do.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{app::background::tidy, sales::payments::store};

use crate::{
    sales::payment::{GOOD_CARD, order_and_intent, order_of, send_event, signed, without_webhooks},
    support::{Person, TestShop, on_both_engines},
};

const QUIET_FOR: Duration = Duration::from_secs(121);

async fn is_paid(person: &Person<'_>, order: &str) -> bool {
    order_of(person, order).await["paid"] == json!(true)
}

/// Paid at the provider, and neither the webhook nor the browser reports it.
async fn paid_in_silence(shop: &TestShop, ada: &Person<'_>) -> (String, String) {
    let (order, secret, intent) = order_and_intent(ada).await;
    shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
    (order, intent)
}

async fn tidy_after(shop: &TestShop, time: Duration) {
    shop.shop.clock.advance(time);
    tidy(&shop.shop).await;
}

/// Events that were stored and not applied yet.
async fn waiting(shop: &TestShop) -> Vec<String> {
    let later = shop.shop.clock.now().plus(Duration::from_hours(1));
    let events = shop.shop.db.read(later, |tx, later| Box::pin(store::pending_events(tx, *later)));
    events.await.unwrap().into_iter().map(|event| event.id).collect()
}

on_both_engines! {
    async fn a_payment_without_a_webhook_is_found_after_two_quiet_minutes(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (order, intent) = paid_in_silence(shop, &ada).await;
        let (unpaid, _, _) = order_and_intent(&ada).await;
        tidy_after(shop, Duration::from_secs(100)).await;
        assert!(!is_paid(&ada, &order).await, "the customer may still be paying");
        tidy_after(shop, Duration::from_secs(21)).await;
        let body = order_of(&ada, &order).await;
        assert_eq!((&body["paid"], &body["transactionId"]), (&json!(true), &json!(intent)));
        assert!(!is_paid(&ada, &unpaid).await);
    }

    async fn an_old_payment_is_asked_about_at_least_every_hour(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let mut ada = shop.customer("Ada").await;
        let (order, secret, _) = order_and_intent(&ada).await;
        tidy_after(shop, Duration::from_hours(30)).await;
        shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
        ada.sign_in().await;
        tidy_after(shop, Duration::from_mins(30)).await;
        assert!(!is_paid(&ada, &order).await, "it was asked about half an hour ago");
        tidy_after(shop, Duration::from_mins(31)).await;
        ada.sign_in().await;
        assert!(is_paid(&ada, &order).await);
    }

    async fn an_intent_given_up_at_the_provider_makes_room_for_another(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (order, secret, intent) = order_and_intent(&ada).await;
        let cancel = format!("/v1/payment_intents/{intent}/cancel");
        shop.provider.call(Method::POST, &cancel, shop.provider.secret_key, &[]).await.is(200, "");
        tidy_after(shop, QUIET_FOR).await;
        assert_ne!(ada.start_payment(&order, 20.0).await, secret);
    }

    async fn what_an_event_says_of_its_payment_does_not_count(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        for (field, untrue) in [
            ("amount", json!(1)),
            ("currency", json!("jpy")),
            ("livemode", json!(true)),
            ("metadata", json!({ "order_id": "another" })),
        ] {
            let (order, intent) = paid_in_silence(shop, &ada).await;
            let path = format!("/v1/payment_intents/{intent}");
            let mut object = shop.provider.call(Method::GET, &path, shop.provider.secret_key, &[]).await.body;
            object[field] = untrue;
            let now = shop.shop.clock.now().micros() / 1_000_000;
            let event = json!({ "id": format!("evt_{field}"), "type": "payment_intent.succeeded", "created": now, "data": { "object": object } });
            send_event(shop, &event, |body| Some(signed(body, shop.provider.webhook_secret, now))).await.is(200, "");
            assert!(is_paid(&ada, &order).await, "the provider was asked about the payment itself: {field}");
        }
        assert!(waiting(shop).await.is_empty());
    }

    async fn an_event_that_cannot_be_read_is_asked_about_by_its_payment(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        without_webhooks(shop).await;
        let (order, intent) = paid_in_silence(shop, &ada).await;
        let event = |id: &str, object: Value| json!({ "id": id, "type": "payment_intent.succeeded", "data": { "object": object } });
        let now = shop.shop.clock.now().micros() / 1_000_000;
        let sign = |body: &str| Some(signed(body, shop.provider.webhook_secret, now));
        // One event has the shape of an unknown API version, and one has no id.
        let strange = json!({ "id": intent, "amount": { "value": "20.00", "currency": "CAD" }, "state": "done" });
        send_event(shop, &event("evt_strange", strange), sign).await.is(200, "");
        send_event(shop, &event("evt_empty", json!({})), sign).await.is(200, "");
        assert!(is_paid(&ada, &order).await);
        assert!(waiting(shop).await.is_empty());
    }
}
