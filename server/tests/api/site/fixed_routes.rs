//! Routes of the site as a whole: health, configuration, OpenAPI, the demo's images.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use trowel::{
    base::config::RunMode,
    db::{Statement, statements},
};

use crate::support::{Setup, on_both_engines, with_shop};

on_both_engines! {
    async fn a_shop_without_its_database_lives_and_is_not_ready(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let ada = shop.customer("Ada").await;
        let of = async |path: &str| shop.fetch(Method::GET, path).send().await;
        let (health, readiness) = (of("/healthz").await, of("/readyz").await);
        assert_eq!((health.status, health.text.as_str()), (200, "alive\n"));
        assert_eq!((readiness.status, readiness.text.as_str()), (200, "ready\n"));
        assert_eq!(of("/api/tools").await.status, 200);
        shop.shop.db.clone().close().await;
        assert_eq!(of("/healthz").await.status, 200);
        let readiness = of("/readyz").await;
        readiness.is(503, "busy");
        assert!(readiness.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
        assert_eq!(readiness.header("content-type"), "application/problem+json");
        let list = of("/api/tools").await;
        assert_eq!((list.status, list.body.as_array().map(Vec::len)), (200, Some(1)), "the tools can still be read");
        for answer in [ada.post("/orders", ada.wish("Draw Hoe", 1_000, 1)).await, ada.post("/identity/sign-in", json!({ "email": ada.email, "password": "correct horse" })).await] {
            answer.is(503, "busy");
            assert!(!answer.text.to_lowercase().contains("sql") && !answer.text.contains("pool"), "{}", answer.text);
        }
    }
}

statements! {
    FILL_THE_DISK = "PRAGMA max_page_count = 1";
    FREE_THE_DISK = "PRAGMA max_page_count = 1000000";
}

#[tokio::test]
async fn a_shop_that_cannot_write_is_not_ready_until_it_can() {
    with_shop(Setup::sqlite(), async |shop| {
        let of = async |path: &str| shop.fetch(Method::GET, path).send().await;
        let set = async |statement: &'static Statement| {
            let pragma =
                shop.shop.db.write(statement, |tx, statement| Box::pin(tx.one::<(i64,)>(statement, &[])));
            pragma.await.unwrap();
        };
        let hazel = shop.admin().await;
        let post = json!({ "title": "Mulch", "text": "straw ".repeat(2_400), "draft": true });
        set(&FILL_THE_DISK).await;
        assert_eq!(of("/readyz").await.status, 200, "no write has failed yet");
        let mut refused = hazel.post("/posts", post.clone()).await;
        while refused.status == 200 {
            refused = hazel.post("/posts", post.clone()).await;
        }
        refused.is(503, "busy");
        assert!(refused.body["detail"].as_str().unwrap().contains("its disk is full"), "{}", refused.text);
        for _ in 0..2 {
            let readiness = of("/readyz").await;
            readiness.is(503, "busy");
            assert_eq!(readiness.body["detail"], refused.body["detail"]);
        }
        assert_eq!(of("/readyz?exclude=writes").await.status, 200, "it can be read");
        assert_eq!(of("/healthz").await.status, 200);
        set(&FREE_THE_DISK).await;
        // One probe in a second, however many ask.
        tokio::time::timeout(Duration::from_secs(20), async {
            while of("/readyz").await.status != 200 {
                tokio::task::yield_now().await;
            }
        })
        .await
        .unwrap();
        assert_eq!(hazel.post("/posts", post).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn the_configuration_says_what_the_browser_needs_and_no_secret() {
    with_shop(Setup::sqlite(), async |shop| {
        let answer = shop.visitor().get("/config").await;
        let script = format!("{}/sandbox/stripe/v3.js", shop.provider.url);
        assert_eq!(answer.body, json!({ "currency": "cad", "stripePublishableKey": shop.provider.publishable_key, "stripeJs": script, "paymentTestMode": true, "imageHost": shop.url, "emailRule": "simple", "guestCheckout": false, "charges": [], "sendsEmail": false, "needsOwner": true, "demo": false }));
        for secret in [shop.provider.secret_key, shop.provider.webhook_secret] {
            assert!(!answer.text.contains(secret));
        }
    })
    .await;
}

#[tokio::test]
async fn without_card_settings_payment_is_off_and_everything_else_goes_on() {
    with_shop(Setup { cards: false, ..Setup::sqlite() }, async |shop| {
        let answer = shop.visitor().get("/config").await;
        assert_eq!(answer.body, json!({ "currency": "cad", "stripePublishableKey": null, "stripeJs": null, "paymentTestMode": false, "imageHost": shop.url, "emailRule": "simple", "guestCheckout": false, "charges": [], "sendsEmail": false, "needsOwner": true, "demo": false }));
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        let ada = shop.customer("Ada").await;
        let order = ada.order("Draw Hoe", 1_000, 2).await;
        ada.post("/create-payment-intent", json!({ "totalPrice": 20, "orderId": order })).await.is(409, "payments_disabled");
        let report = json!({ "orders": order, "transactionId": "pi_1", "status": "pending" });
        let answer = ada.patch(&format!("/orders/{order}"), report).await;
        assert_eq!(answer.status, 409, "{}", answer.text);
        shop.visitor().post("/webhooks/stripe", json!({ "id": "evt_1" })).await.is(404, "not_found");
        assert_eq!(ada.get(&format!("/orders/{order}")).await.body["paid"], false);
        assert_eq!(ada.delete(&format!("/orders/{order}")).await.status, 200);
        assert_eq!(shop.stock(&hoe).await, 10);
        assert_eq!(shop.fetch(Method::GET, "/sandbox/stripe/v3.js").send().await.status, 404);
    })
    .await;
}

#[tokio::test]
async fn the_licences_of_all_packages_are_served_as_text() {
    with_shop(Setup::sqlite(), async |shop| {
        let answer = shop.fetch(Method::GET, "/licenses.txt").send().await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "text/plain; charset=utf-8"));
        assert_eq!(answer.text, trowel::LICENSES);
    })
    .await;
}

#[tokio::test]
async fn the_api_describes_itself_to_programs_and_to_people() {
    with_shop(Setup::sqlite(), async |shop| {
        let visitor = shop.visitor();
        let document = visitor.get("/openapi.json").await;
        assert_eq!(document.header("content-type"), "application/json");
        assert_eq!(document.body, serde_json::to_value(trowel::app::router::openapi()).unwrap());
        let older = visitor.get("/openapi-3.0.json").await;
        assert_eq!(
            (older.header("content-type"), &older.body["openapi"]),
            ("application/json", &json!("3.0.3"))
        );
        let paths =
            |document: &Value| document["paths"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(paths(&older.body), paths(&document.body));
        assert!(!older.text.contains("\"type\":[") && !older.text.contains("\"type\":\"null\""));
        let page = visitor.get("/docs").await;
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
        let mut calls = 0;
        for (path, methods) in document.body["paths"].as_object().unwrap() {
            for method in methods.as_object().unwrap().keys() {
                let heading = format!("<b>{}</b> {path}</code>", method.to_uppercase());
                assert!(page.text.contains(&heading), "{heading}");
                calls += 1;
            }
        }
        assert!(calls >= 20, "{calls}");
        assert!(!page.text.contains("<script"), "readable without scripts");
        let policy = page.header("content-security-policy");
        assert!(
            policy.contains("default-src 'none'")
                && policy.contains("style-src 'self'")
                && !policy.contains("sandbox"),
            "{policy}"
        );
        let style = visitor.get("/docs/style.css").await;
        assert_eq!((style.status, style.header("content-type")), (200, "text/css; charset=utf-8"));
        for schema in document.body["components"]["schemas"].as_object().unwrap().keys() {
            assert!(page.text.contains(&format!("id=\"{schema}\"")), "{schema}");
        }
        let dangling: Vec<&str> = references(&document.body)
            .into_iter()
            .filter(|target| document.body.pointer(target).is_none())
            .collect();
        assert!(dangling.is_empty(), "{dangling:?}");
    })
    .await;
}

/// Every `$ref` of the document, as a JSON pointer.
fn references(value: &Value) -> Vec<&str> {
    match value {
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, value)| match (name.as_str(), value.as_str()) {
                ("$ref", Some(target)) => vec![target.trim_start_matches('#')],
                _ => references(value),
            })
            .collect(),
        Value::Array(values) => values.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn the_demos_pictures_are_served_in_the_demo_alone() {
    let path = "/images/bell-cloche/350.webp";
    with_shop(Setup { mode: RunMode::Demo, ..Setup::sqlite() }, async |shop| {
        let of = async |path: &str| shop.fetch(Method::GET, path).send().await;
        let picture = of(path).await;
        assert_eq!((picture.status, picture.header("content-type")), (200, "image/webp"));
        assert!(picture.bytes.starts_with(b"RIFF") && picture.header("cache-control").contains("max-age="));
        let again =
            shop.fetch(Method::GET, path).header("if-none-match", picture.header("etag")).send().await;
        assert_eq!((again.status, again.bytes.len()), (304, 0));
        assert_eq!(of("/images/bell-cloche/700.avif").await.header("content-type"), "image/avif");
        for missing in [
            "/images/bell-cloche/351.webp",
            "/images/nothing/350.webp",
            "/images/bell-cloche/350.png",
            "/images/..%2Fcatalogue.json/350.webp",
            "/images/..%2F..%2F..%2Fdocs/screenshot.webp",
            "/images/bell-cloche/%00.webp",
        ] {
            of(missing).await.is(404, "not_found");
        }
    })
    .await;
    with_shop(Setup::sqlite(), async |shop| shop.fetch(Method::GET, path).send().await.is(404, "not_found"))
        .await;
}
