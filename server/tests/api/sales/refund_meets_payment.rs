//! A refund together with a payment that is reported late or twice.

use serde_json::json;
use trowel::sales::payments::apply_intent::{IntentEffect, apply_intent};

use crate::{
    sales::payment::{
        GOOD_CARD, order_and_intent, order_of, paid_order, provider_state, report, without_webhooks,
    },
    support::{Answer, Person, TestShop, on_both_engines},
};

async fn refund(admin: &Person<'_>, order: &str) -> Answer {
    admin.post(&format!("/orders/{order}/refund"), json!({ "returnStock": true })).await
}

async fn silent_about(shop: &TestShop, path: &str) {
    shop.provider.misbehave(json!({ "rest": [{ "path_contains": path, "action": "drop_before" }] })).await;
}

on_both_engines! {
    async fn the_provider_is_asked_before_an_order_counts_as_unpaid(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        without_webhooks(shop).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let (order, secret, intent) = order_and_intent(&ada).await;
        refund(&hazel, &order).await.is(409, "not_paid");
        shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
        silent_about(shop, &intent).await;
        refund(&hazel, &order).await.is(503, "provider_unavailable");
        assert_eq!((order_of(&ada, &order).await["paid"].clone(), shop.stock(&hoe).await), (json!(false), 8));
        assert_eq!(refund(&hazel, &order).await.body["refund"], "given");
        assert_eq!((order_of(&ada, &order).await["status"].clone(), shop.stock(&hoe).await), (json!("Refunded"), 10));
        assert_eq!(provider_state(shop).await["refunds"][0]["payment_intent"], intent.as_str());
        assert_eq!(hazel.get("/ledger").await.body["differences"], json!([]));
    }

    async fn news_of_a_payment_that_was_refunded_meanwhile_is_not_too_late(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        without_webhooks(shop).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let (order, intent) = paid_order(shop, &ada).await;
        let client = &shop.shop.payments.as_ref().unwrap().client;
        let from_before = client.retrieve_intent(&intent).await.unwrap();
        silent_about(shop, "refunds").await;
        assert_eq!(refund(&hazel, &order).await.body["refund"], "waits");
        assert_eq!(apply_intent(&shop.shop, &from_before).await.unwrap(), IntentEffect::AlreadyPaid);
        trowel::app::background::tidy(&shop.shop).await;
        assert_eq!(order_of(&ada, &order).await["status"], "Refunded");
        assert_eq!(apply_intent(&shop.shop, &from_before).await.unwrap(), IntentEffect::AlreadyPaid);
        let from_after = client.retrieve_intent(&intent).await.unwrap();
        assert!(from_after.is_refunded());
        assert_eq!(apply_intent(&shop.shop, &from_after).await.unwrap(), IntentEffect::AlreadyPaid);
        assert_eq!(report(&ada, &order, &intent).await.body["modifiedCount"], 0);
    }

    async fn a_refunded_order_is_not_reported_as_paid(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let (order, _) = paid_order(shop, &ada).await;
        silent_about(shop, "refunds").await;
        assert_eq!(refund(&hazel, &order).await.body["refund"], "waits");
        for status in ["Refund under way", "Refunded"] {
            assert_eq!(order_of(&ada, &order).await["status"], status);
            ada.delete(&format!("/orders/{order}")).await.is(409, "refunded");
            hazel.delete(&format!("/orders/{order}")).await.is(409, "refunded");
            ada.post("/create-payment-intent", json!({ "totalPrice": 20, "orderId": order })).await.is(409, "refunded");
            report(&ada, &order, "pi_another").await.is(409, "refunded");
            trowel::app::background::tidy(&shop.shop).await;
        }
    }
}
