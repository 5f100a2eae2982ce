//! Unpaid orders hold stock: what an unverified customer may hold, and how the owner ends it.

use std::time::Duration;

use serde_json::json;
use trowel::{
    audit::AuditAction,
    background::tidy,
    config::{RunMode, limits::Limits},
    values::ids::Id,
};

use crate::support::{Setup, on_both_engines, with_shop};

const MINUTE: Duration = Duration::from_mins(1);

on_both_engines! {
    with crate::support::Setup::with_mail;

    async fn an_unverified_customer_holds_three_orders_for_an_hour(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        for _ in 0..3 {
            ada.order("Draw Hoe", 1_000, 30).await;
        }
        let fourth = ada.wish("Draw Hoe", 1_000, 1);
        let answer = ada.post("/orders", fourth.clone()).await;
        answer.is(409, "too_many_unpaid_orders");
        assert!(answer.text.contains("not confirmed"), "{}", answer.text);
        let order = ada.get("/orders").await.body[0].clone();
        let at = |name: &str| -> jiff::Timestamp { order[name].as_str().unwrap().parse().unwrap() };
        assert_eq!(at("expiresAt"), at("createdAt") + jiff::SignedDuration::from_hours(1));

        shop.shop.clock.advance(59 * MINUTE);
        tidy(&shop.shop).await;
        assert_eq!(shop.stock(&hoe).await, 10);
        shop.shop.clock.advance(2 * MINUTE);
        tidy(&shop.shop).await;
        assert_eq!(shop.stock(&hoe).await, 100);
    }

    async fn a_verified_customer_holds_more_for_longer(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        for _ in 0..3 {
            ada.order("Draw Hoe", 1_000, 10).await;
        }
        shop.verify(&ada.email).await;
        ada.order("Draw Hoe", 1_000, 10).await;
        shop.shop.clock.advance(120 * MINUTE);
        tidy(&shop.shop).await;
        assert_eq!(shop.stock(&hoe).await, 60);
    }

    async fn a_payment_that_has_begun_keeps_an_order_for_another_hour(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let order = ada.order("Draw Hoe", 1_000, 1).await;
        shop.shop.clock.advance(55 * MINUTE);
        ada.start_payment(&order, 10.0).await;
        shop.shop.clock.advance(50 * MINUTE);
        tidy(&shop.shop).await;
        assert_eq!(shop.stock(&hoe).await, 99, "the customer may be typing the card");
        shop.shop.clock.advance(11 * MINUTE);
        tidy(&shop.shop).await;
        assert_eq!(shop.stock(&hoe).await, 100, "an attacker cannot keep it with a payment");
    }

    async fn an_administrator_blocks_a_customer_who_holds_the_stock(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, bo, hazel) = (shop.verified_customer("Ada").await, shop.verified_customer("Bo").await, shop.admin().await);
        bo.order("Draw Hoe", 1_000, 2).await;
        ada.order("Draw Hoe", 1_000, 30).await;
        let paying = ada.order("Draw Hoe", 1_000, 40).await;
        ada.start_payment(&paying, 400.0).await;

        let listed = hazel.get("/orders/unpaid-by-customer").await.body;
        let row = &listed[0];
        assert_eq!((&row["email"], &row["verified"], &row["orders"], &row["units"]), (&json!("ada@example.com"), &json!(true), &json!(2), &json!(70)));
        assert_eq!((&listed[1]["name"], &listed[1]["units"]), (&json!("Bo"), &json!(2)));
        bo.get("/orders/unpaid-by-customer").await.is(403, "forbidden");

        let id = row["customerId"].as_str().unwrap();
        let block = format!("/users/{id}/block");
        bo.post(&block, json!({})).await.is(403, "forbidden");
        let blocked = |modified: u32, deleted: u32| json!({ "acknowledged": true, "modifiedCount": modified, "deletedOrders": deleted, "remainingOrders": 0 });
        assert_eq!(hazel.post(&block, json!({})).await.body, blocked(1, 2));
        assert_eq!(hazel.post(&block, json!({})).await.body, blocked(0, 0));
        assert_eq!(shop.stock(&hoe).await, 98);
        ada.post("/orders", ada.wish("Draw Hoe", 1_000, 1)).await.is(401, "unauthenticated");
        let sign_in = json!({ "email": ada.email, "password": "correct horse" });
        let answer = shop.visitor().post("/identity/sign-in", sign_in).await;
        answer.is(403, "account_blocked");
        assert!(answer.text.contains("contact the shop"), "{}", answer.text);

        let mut ada = ada;
        for modified in [1, 0] {
            assert_eq!(hazel.delete(&block).await.body["modifiedCount"], modified);
        }
        ada.sign_in().await;
        ada.order("Draw Hoe", 1_000, 1).await;
        let entries = shop.audit_entries(&Id::parse(id).unwrap()).await;
        let actions: Vec<_> = entries.iter().map(|entry| entry.action.as_str()).collect();
        assert_eq!(actions, [AuditAction::BlockAccount.as_str(), AuditAction::UnblockAccount.as_str()]);
    }

    async fn an_administrator_deletes_all_unpaid_orders_of_a_customer(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, bo, hazel) = (shop.verified_customer("Ada").await, shop.verified_customer("Bo").await, shop.admin().await);
        bo.order("Draw Hoe", 1_000, 2).await;
        ada.order("Draw Hoe", 1_000, 30).await;
        let paying = ada.order("Draw Hoe", 1_000, 40).await;
        ada.start_payment(&paying, 400.0).await;
        let uid = ada.get("/identity/session").await.body["uid"].as_str().unwrap().to_owned();
        let unpaid = format!("/users/{uid}/unpaid-orders");
        bo.delete(&unpaid).await.is(403, "forbidden");
        hazel.delete("/users/unknown/unpaid-orders").await.is(404, "not_found");
        for count in [2, 0] {
            assert_eq!(hazel.delete(&unpaid).await.body, json!({ "acknowledged": true, "deletedCount": count, "remainingOrders": 0 }));
        }
        assert_eq!(shop.stock(&hoe).await, 98);
        ada.order("Draw Hoe", 1_000, 1).await;
    }

    async fn blocked_accounts_are_listed(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, _bo, hazel) = (shop.customer("Ada").await, shop.customer("Bo").await, shop.admin().await);
        let uid = ada.get("/identity/session").await.body["uid"].as_str().unwrap().to_owned();
        let block = format!("/users/{uid}/block");
        hazel.post(&block, json!({})).await.is(200, "");
        let wanted = json!([{ "_id": uid, "email": ada.email, "role": "user", "blocked": true }]);
        for query in ["blocked=true", "blocked=true&limit=5", "blocked=true&limit=1&sort=newest&q=ada"] {
            assert_eq!(hazel.get(&format!("/users?{query}")).await.body, wanted, "{query}");
        }
        assert_eq!(hazel.get("/users?blocked=true&q=bo@").await.body, json!([]));
        assert_eq!(hazel.get("/users?limit=5").await.header("x-total-count"), "3");
        assert_eq!(hazel.get("/users?blocked=true&limit=5").await.header("x-total-count"), "1");
        hazel.get("/users?blocked=maybe").await.is(422, "invalid_field");
        hazel.delete(&block).await.is(200, "");
        assert_eq!(hazel.get("/users?blocked=true").await.body, json!([]));
    }

    async fn a_silent_provider_keeps_only_the_order_that_has_a_payment(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let uid = ada.get("/identity/session").await.body["uid"].as_str().unwrap().to_owned();
        ada.order("Draw Hoe", 1_000, 30).await;
        let paying = ada.order("Draw Hoe", 1_000, 40).await;
        ada.start_payment(&paying, 400.0).await;
        shop.provider.misbehave(json!({ "rest": [{ "action": "drop_before", "times": 100 }] })).await;
        let block = format!("/users/{uid}/block");
        let left = hazel.post(&block, json!({})).await.body;
        assert_eq!((&left["deletedOrders"], &left["remainingOrders"]), (&json!(1), &json!(1)));
        assert_eq!(shop.stock(&hoe).await, 60);
    }

    async fn an_administrator_cannot_be_blocked(shop: TestShop) {
        let hazel = shop.admin().await;
        let own = hazel.get("/identity/session").await.body["uid"].as_str().unwrap().to_owned();
        hazel.post(&format!("/users/{own}/block"), json!({})).await.is(409, "account_is_admin");
        hazel.post("/users/unknown/block", json!({})).await.is(404, "not_found");
    }
}

#[tokio::test]
async fn a_customer_places_so_many_orders_an_hour() {
    let limits = Limits { orders_per_hour: 2, ..Limits::of(RunMode::Serve) };
    for setup in [Setup::sqlite(), Setup::postgres()] {
        with_shop(Setup { limits: limits.clone(), ..setup }, async |shop| {
            let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
            let (mut ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
            for _ in 0..2 {
                let order = ada.order("Draw Hoe", 1_000, 1).await;
                assert_eq!(ada.delete(&format!("/orders/{order}")).await.status, 200);
            }
            ada.post("/orders", ada.wish("Draw Hoe", 1_000, 1)).await.is(429, "too_many_orders");
            assert_eq!(shop.stock(&hoe).await, 100);
            bo.order("Draw Hoe", 1_000, 1).await;
            shop.shop.clock.advance(60 * MINUTE);
            ada.sign_in().await;
            ada.order("Draw Hoe", 1_000, 1).await;
        })
        .await;
    }
}
