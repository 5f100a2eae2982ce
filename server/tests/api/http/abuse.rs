//! Limits that keep one user or one attacker from filling the shop, and rows that do not stay.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use trowel::{
    app::background::tidy,
    base::{
        config::{RunMode, limits::Limits},
        idempotency::{self, IdempotencyKey, IdempotentRequest, KeyStatus},
        rate_limit::LimitedAction,
    },
    db::{self, Tx, params, statements},
    values::{ids::Id, time::Timestamp},
};

use crate::support::{Setup, on_both_engines, with_shop};

statements! {
    ADD_KEYS = "INSERT INTO idempotency_keys (user_id, route, key, request_hash, created_at)
        WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1200) SELECT 'ada', 'POST /orders', CAST(n AS TEXT), '', 1 FROM n";
    COUNT_KEYS = "SELECT CAST(count(*) AS BIGINT) FROM idempotency_keys";
    BREAK_A_JOB = "ALTER TABLE rate_limits RENAME TO rate_limits_elsewhere";
    SECRETS = "SELECT CAST(count(client_secret) AS BIGINT) FROM payments";
}

/// How many of these requests are new.
async fn use_keys(tx: &Tx<'_>, user: &Id, count: usize, now: Timestamp) -> Result<usize, db::Error> {
    let mut new = 0;
    for nth in 0..count {
        let key = IdempotencyKey(Some(format!("key {nth}").replace(' ', "-")));
        let request = IdempotentRequest::new(key, user, "POST /orders", b"").unwrap();
        new += usize::from(matches!(idempotency::begin(tx, &request, now).await?, KeyStatus::New));
    }
    Ok(new)
}

on_both_engines! {
    async fn a_customer_has_so_many_idempotency_keys_a_day(shop: TestShop) {
        let (user, now) = (Id::new(shop.shop.clock.now()), shop.shop.clock.now());
        let used = shop.shop.db.write((user, now), |tx, (user, now)| Box::pin(use_keys(tx, user, 1_010, *now)));
        assert_eq!(used.await.unwrap(), 1_000);
    }

    async fn a_client_secret_stays_only_while_its_payment_is_open(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        let kept = async || {
            let secrets = shop.shop.db.read((), |tx, ()| Box::pin(async move { tx.one::<(i64,)>(&SECRETS, params![]).await }));
            secrets.await.unwrap().0
        };
        let (paid, deleted) = (ada.order("Draw Hoe", 1_000, 1).await, ada.order("Draw Hoe", 1_000, 2).await);
        let secret = ada.start_payment(&paid, 10.0).await;
        ada.start_payment(&deleted, 20.0).await;
        assert_eq!(kept().await, 2);
        shop.provider.pay(&secret, "4242424242424242").await.is(200, "");
        let report = json!({ "orders": paid, "transactionId": crate::support::intent_of(&secret), "status": "pending" });
        assert_eq!(ada.patch(&format!("/orders/{paid}"), report).await.status, 200);
        assert_eq!(ada.delete(&format!("/orders/{deleted}")).await.status, 200);
        assert_eq!(kept().await, 0);
    }

    async fn a_customer_changes_the_name(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let ada = shop.customer("Ada").await;
        ada.order("Draw Hoe", 1_000, 1).await;
        assert_eq!(ada.patch("/identity/account", json!({ "name": " Ada Moss " })).await.body["displayName"], "Ada Moss");
        assert_eq!(ada.get("/identity/session").await.body["displayName"], "Ada Moss");
        ada.order("Draw Hoe", 1_000, 2).await;
        let orders = ada.get("/orders").await.body;
        assert_eq!((&orders[0]["customerName"], &orders[1]["customerName"]), (&json!("Ada"), &json!("Ada Moss")));
        for empty in [json!({}), json!({ "name": " " })] {
            assert_eq!(ada.patch("/identity/account", empty).await.fields(), ["name"]);
        }
    }
}

#[tokio::test]
async fn expired_rows_are_deleted_to_the_last_although_a_job_fails() {
    with_shop(Setup::sqlite(), async |shop| {
        shop.execute(&ADD_KEYS, params![]).await;
        shop.execute(&BREAK_A_JOB, params![]).await;
        tidy(&shop.shop).await;
        let left = shop
            .shop
            .db
            .read((), |tx, ()| Box::pin(async move { tx.one::<(i64,)>(&COUNT_KEYS, params![]).await }));
        assert_eq!(left.await.unwrap().0, 0);
    })
    .await;
}

#[tokio::test]
async fn a_user_changes_so_many_things_a_minute_and_reads_more() {
    let limits = Setup::sqlite().limits.with(LimitedAction::Write, 3);
    with_shop(Setup { limits, ..Setup::sqlite() }, async |shop| {
        shop.shop.clock.stop();
        let (ada, bo) = (shop.customer("Ada").await, shop.customer("Bo").await);
        let path = "/profiles/ada@example.com";
        // The token was the first.
        for _ in 0..2 {
            assert_eq!(ada.put(path, json!({ "phone": "555-0142" })).await.status, 200);
        }
        ada.put(path, json!({ "phone": "555-0142" })).await.is(429, "too_many_requests");
        ada.post("/orders", json!({})).await.is(429, "too_many_requests");
        assert_eq!(ada.get(path).await.status, 200);
        assert_eq!(bo.put("/profiles/bo@example.com", json!({})).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn text_messages_have_a_daily_limit_for_the_whole_shop() {
    // Half of them is kept for browsers that their account knows.
    let limits = Limits::of(RunMode::Serve).with(LimitedAction::SendText, 4);
    for setup in [Setup::sqlite(), Setup::postgres()] {
        with_shop(Setup { limits: limits.clone(), phones: true, ..setup }, async |shop| {
            let ask = async |last: u32| {
                let body = json!({ "phone": format!("+1613555014{last}") });
                shop.visitor().post("/identity/phone/start", body).await
            };
            for last in 0..2 {
                assert_eq!(ask(last).await.status, 200);
            }
            ask(3).await.is(503, "sms_unavailable");
            shop.shop.clock.advance(Duration::from_hours(24));
            assert_eq!(ask(3).await.status, 200);
        })
        .await;
    }
}

#[tokio::test]
async fn pages_of_other_sites_show_the_pictures_of_a_demo() {
    with_shop(Setup { mode: RunMode::Demo, ..Setup::sqlite() }, async |shop| {
        let answer = shop.fetch(Method::GET, "/images/bow-rake/350.webp").send().await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin");
    })
    .await;
}

#[tokio::test]
async fn answers_cannot_be_embedded_by_other_sites() {
    with_shop(Setup::sqlite(), async |shop| {
        for path in ["/tools", "/identity/session", "/config"] {
            let answer = shop.visitor().get(path).await;
            assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin", "{path}");
        }
    })
    .await;
}
