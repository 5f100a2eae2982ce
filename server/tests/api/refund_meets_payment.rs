//! A refund and a payment that the shop hears of late or twice: what comes of the two, and what each side is told.

use serde_json::json;
use trowel::payment::settle::{Settled, settle};

use crate::{
    payment::{order_of, paid_order, report, without_webhooks},
    support::{Answer, Person, TestShop, on_both_engines},
};

async fn refund(admin: &Person<'_>, order: &str) -> Answer {
    admin.post(&format!("/orders/{order}/refund"), json!({ "returnStock": true })).await
}

async fn silent_about(shop: &TestShop, path: &str) {
    shop.provider.misbehave(json!({ "rest": [{ "path_contains": path, "action": "drop_before" }] })).await;
}

on_both_engines! {
    async fn news_of_a_payment_that_was_refunded_meanwhile_is_not_too_late(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        without_webhooks(shop).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let (order, intent) = paid_order(shop, &ada).await;
        let client = &shop.shop.cards.as_ref().unwrap().client;
        let from_before = client.retrieve_intent(&intent).await.unwrap();
        silent_about(shop, "refunds").await;
        assert_eq!(refund(&hazel, &order).await.body["refund"], "waits");
        assert_eq!(settle(&shop.shop, &from_before).await.unwrap(), Settled::PaidBefore);
        trowel::housekeeping::tidy(&shop.shop).await;
        assert_eq!(order_of(&ada, &order).await["status"], "Refunded");
        assert_eq!(settle(&shop.shop, &from_before).await.unwrap(), Settled::PaidBefore);
        let from_after = client.retrieve_intent(&intent).await.unwrap();
        assert!(from_after.is_given_back());
        assert_eq!(settle(&shop.shop, &from_after).await.unwrap(), Settled::PaidBefore);
        assert_eq!(report(&ada, &order, &intent).await.body["modifiedCount"], 0);
    }
}
