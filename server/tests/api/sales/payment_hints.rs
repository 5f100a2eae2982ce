//! What the provider is asked before an order is paid or shipped, and how often.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use trowel::{
    app::background,
    db::{params, statements},
};

use crate::{
    sales::payment::{
        GOOD_CARD, order_and_intent, order_of, paid_order, report, send_event, signed, without_webhooks,
    },
    support::{intent_of, on_both_engines},
};

statements! {
    FORGET_DISPUTE = "UPDATE orders SET disputed_at = NULL WHERE id = $1";
}

on_both_engines! {
    async fn an_event_waits_while_the_provider_does_not_respond(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let (order, client_secret, intent) = order_and_intent(&ada).await;
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": intent, "method": "GET", "action": "drop_before" }] })).await;
        shop.provider.misbehave(json!({ "webhooks": [{ "action": "hold", "times": 1_000 }] })).await;
        shop.provider.pay(&client_secret, GOOD_CARD).await.is(200, "");
        shop.provider.release().await.is(200, "");
        assert_eq!(order_of(&ada, &order).await["paid"], false);
        shop.shop.clock.advance(Duration::from_secs(61));
        background::tidy(&shop.shop).await;
        assert_eq!(order_of(&ada, &order).await["paid"], true);
    }

    async fn ten_declined_cards_end_a_payment_and_its_order_can_be_paid_by_another(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        shop.provider.misbehave(json!({ "webhooks": [{ "action": "hold", "times": 1_000 }] })).await;
        let ada = shop.customer("Ada").await;
        let (order, client_secret, intent) = order_and_intent(&ada).await;
        for _ in 0..9 {
            shop.provider.pay(&client_secret, "4000000000000002").await.is(402, "");
        }
        shop.provider.release().await.is(200, "");
        assert_eq!(ada.start_payment(&order, 20.0).await, client_secret, "nine are forgiven");
        shop.provider.pay(&client_secret, "4000000000000002").await.is(402, "");
        shop.provider.release().await.is(200, "");
        shop.provider.pay(&client_secret, GOOD_CARD).await.is(400, "");
        let other = ada.start_payment(&order, 20.0).await;
        assert_ne!(intent_of(&other), intent);
        shop.provider.pay(&other, GOOD_CARD).await.is(200, "");
        report(&ada, &order, intent_of(&other)).await.is(200, "");
    }

    async fn a_payment_that_is_refunded_or_disputed_at_the_provider_is_not_shipped(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let ship = async |order: &str| {
            hazel.patch(&format!("/orders/{order}"), json!({ "status": "Approved and shipped" })).await
        };
        let (refunded, intent) = paid_order(shop, &ada).await;
        let refund = async |cents: &str| {
            let form = [("payment_intent", intent.as_str()), ("amount", cents)];
            shop.provider.call(Method::POST, "/v1/refunds", shop.provider.secret_key, &form).await.is(200, "");
        };
        refund("2000").await;
        ship(&refunded).await.is(409, "refunded_at_provider");
        let (disputed, client_secret, intent) = order_and_intent(&ada).await;
        shop.provider.pay(&client_secret, "4000000000000259").await.is(200, "");
        report(&ada, &disputed, &intent).await.is(200, "");
        ship(&disputed).await.is(409, "payment_disputed");
        assert!(order_of(&ada, &disputed).await["disputedAt"].is_string(), "the shop has learned of it");
        let despite = json!({ "status": "Approved and shipped", "despiteDispute": true });
        hazel.patch(&format!("/orders/{disputed}"), despite).await.is(200, "");
        let (order, intent) = paid_order(shop, &ada).await;
        shop.provider.misbehave(json!({ "rest": [{ "path_contains": intent, "method": "GET", "action": "drop_before" }] })).await;
        ship(&order).await.is(503, "provider_unavailable");
        assert_eq!(order_of(&ada, &order).await["status"], "pending");
        let form = [("payment_intent", intent.as_str()), ("amount", "500")];
        shop.provider.call(Method::POST, "/v1/refunds", shop.provider.secret_key, &form).await.is(200, "");
        ship(&order).await.is(200, "");
    }

    async fn a_dispute_that_begins_after_the_payment_is_shown_with_the_order(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        // The card's own event may come late.
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (order, client_secret, intent) = order_and_intent(&ada).await;
        shop.provider.pay(&client_secret, "4000000000000259").await.is(200, "");
        report(&ada, &order, &intent).await.is(200, "");
        let event = json!({ "id": "evt_dispute", "type": "charge.dispute.created", "data": { "object": {
            "id": "du_1", "object": "dispute", "payment_intent": intent } } });
        shop.execute(&FORGET_DISPUTE, params![order.as_str()]).await;
        assert_eq!(order_of(&ada, &order).await.get("disputedAt"), None);
        let now = shop.shop.clock.now().micros() / 1_000_000;
        send_event(shop, &event, |body| Some(signed(body, shop.provider.webhook_secret, now))).await.is(200, "");
        assert!(order_of(&ada, &order).await["disputedAt"].is_string());
    }

    async fn a_report_that_is_repeated_at_once_does_not_ask_the_provider_each_time(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (order, _, intent) = order_and_intent(&ada).await;
        for _ in 0..5 {
            report(&ada, &order, &intent).await.is(409, "payment_not_succeeded");
        }
        let limited = report(&ada, &order, &intent).await;
        limited.is(429, "too_many_requests");
        assert!(limited.headers.contains_key("retry-after"));
        shop.shop.clock.advance(Duration::from_secs(11));
        report(&ada, &order, &intent).await.is(409, "payment_not_succeeded");
    }
}
