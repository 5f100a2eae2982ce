//! CORS: what the setting allows, and that nothing is allowed without it.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::json;

use crate::support::{Answer, Setup, TestShop, with_shop};

const ALLOWED: &str = "https://garden.example.ca";

/// Origins that resemble the allowed one.
const NOT_ALLOWED: &[&str] = &[
    "https://evil.example",
    "http://garden.example.ca",
    "https://garden.example.ca:8443",
    "https://garden.example.ca.evil.example",
    "https://evilgarden.example.ca",
    "https://garden.example.ca/",
    "https://GARDEN.example.ca",
    "null",
    "*",
    "",
];

fn setup() -> Setup {
    Setup { allowed_origins: vec!["https://other.example.ca".into(), ALLOWED.into()], ..Setup::sqlite() }
}

/// The response's CORS headers.
fn said(answer: &Answer) -> BTreeMap<&str, &str> {
    let names = answer.headers.keys().map(reqwest::header::HeaderName::as_str);
    names.filter(|name| name.starts_with("access-control-")).map(|name| (name, answer.header(name))).collect()
}

fn varies_by_origin(answer: &Answer) -> bool {
    let values = answer.headers.get_all("vary").iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|name| name.trim().eq_ignore_ascii_case("origin"))
}

/// A preflight request.
async fn preflight(shop: &TestShop, origin: &str, method: &str, path: &str) -> Answer {
    shop.fetch(Method::OPTIONS, path)
        .header("origin", origin)
        .header("access-control-request-method", method)
        .header("access-control-request-headers", "authorization,content-type")
        .send()
        .await
}

const READABLE: [(&str, &str); 3] = [
    ("access-control-allow-credentials", "true"),
    ("access-control-allow-origin", ALLOWED),
    ("access-control-expose-headers", "Link, X-Total-Count, ETag, Retry-After"),
];

#[tokio::test]
async fn an_allowed_origin_may_ask_for_every_call_and_read_every_answer() {
    with_shop(setup(), async |shop| {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        for (method, path) in [
            ("POST", "/api/orders"),
            ("PUT", "/api/user/ada@example.com"),
            ("PATCH", "/api/orders/1"),
            ("DELETE", "/api/orders/1"),
            ("GET", "/api/orders"),
            ("PUT", "/api/nowhere"),
        ] {
            let approval = preflight(shop, ALLOWED, method, path).await;
            assert_eq!((approval.status, approval.bytes.len()), (204, 0), "{method} {path}");
            let expected = BTreeMap::from([
                ("access-control-allow-credentials", "true"),
                ("access-control-allow-headers", "authorization, content-type, idempotency-key, if-match"),
                ("access-control-allow-methods", "GET, HEAD, POST, PUT, PATCH, DELETE"),
                ("access-control-allow-origin", ALLOWED),
                ("access-control-max-age", "600"),
            ]);
            assert_eq!(said(&approval), expected, "{method} {path}");
            assert!(varies_by_origin(&approval) && approval.header("x-content-type-options") == "nosniff");
        }
        let asks = async |method: Method, path: &str| {
            shop.fetch(method, path).header("origin", ALLOWED).send().await
        };
        let list = asks(Method::GET, "/api/tools?limit=1").await;
        assert_eq!((list.status, list.header("x-total-count")), (200, "1"));
        let known = shop
            .fetch(Method::GET, "/api/tools")
            .header("origin", ALLOWED)
            .header("if-none-match", asks(Method::GET, "/api/tools").await.header("etag"));
        for (answer, status) in [
            (list, 200),
            (known.send().await, 304),
            (asks(Method::GET, "/api/orders").await, 401),
            (asks(Method::GET, "/api/nowhere").await, 404),
            (asks(Method::PUT, "/api/reviews").await, 405),
            // A request without `Origin` is an ordinary call.
            (asks(Method::OPTIONS, "/api/orders").await, 405),
        ] {
            assert_eq!(answer.status, status);
            assert_eq!(said(&answer), BTreeMap::from(READABLE), "{status}");
            assert!(varies_by_origin(&answer), "{status}");
        }
    })
    .await;
}

#[tokio::test]
async fn any_other_origin_gets_no_word_and_no_approval() {
    with_shop(setup(), async |shop| {
        for origin in NOT_ALLOWED {
            let refusal = preflight(shop, origin, "PUT", "/api/orders").await;
            refusal.is(405, "method_not_allowed");
            let read = shop.fetch(Method::GET, "/api/tools").header("origin", origin).send().await;
            assert_eq!(read.status, 200, "{origin:?}: who does not read it in a browser may");
            for answer in [refusal, read] {
                assert_eq!(said(&answer), BTreeMap::new(), "{origin:?}");
                assert!(varies_by_origin(&answer), "{origin:?}: a cache must not hand it to an allowed one");
            }
        }
        let plain = shop.fetch(Method::GET, "/api/tools").send().await;
        assert!(varies_by_origin(&plain) && said(&plain).is_empty());
    })
    .await;
}

#[tokio::test]
async fn the_setting_is_about_the_api_alone() {
    with_shop(setup(), async |shop| {
        for path in ["/healthz", "/signup", "/apis", "/images/none/350.webp"] {
            let answer = shop.fetch(Method::GET, path).header("origin", ALLOWED).send().await;
            assert!(said(&answer).is_empty() && !varies_by_origin(&answer), "{path}");
            let asked = preflight(shop, ALLOWED, "PUT", path).await;
            assert!(asked.status == 405 && said(&asked).is_empty(), "{path}: {}", asked.status);
        }
    })
    .await;
}

#[tokio::test]
async fn no_origin_is_allowed_without_the_setting() {
    with_shop(Setup::sqlite(), async |shop| {
        for origin in [ALLOWED, "null", &shop.url] {
            let refusal = preflight(shop, origin, "PUT", "/api/orders").await;
            refusal.is(405, "method_not_allowed");
            let read = shop.fetch(Method::GET, "/api/tools").header("origin", origin).send().await;
            for answer in [refusal, read] {
                assert!(said(&answer).is_empty() && !varies_by_origin(&answer), "{origin}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_cookie_proves_writes_from_an_allowed_origin_and_from_no_other() {
    with_shop(setup(), async |shop| {
        let mut ada = shop.customer("Ada").await;
        ada.token.clear();
        let review = json!({ "email": ada.email, "review": "Sharp.", "rating": 5 });
        for (origin, site, status) in [
            (ALLOWED, "same-site", 200),
            (ALLOWED, "cross-site", 200),
            (&shop.url, "same-origin", 200),
            ("https://evil.example", "cross-site", 403),
            ("null", "cross-site", 403),
        ] {
            let call = ada.call(Method::POST, "/reviews").header("origin", origin);
            let answer = call.header("sec-fetch-site", site).json(review.clone()).send().await;
            assert_eq!(answer.status, status, "{origin} {site}: {}", answer.text);
            let bearer = ada.call(Method::PUT, &format!("/user/{}", ada.email)).header("origin", origin);
            assert_eq!(bearer.header("sec-fetch-site", site).send().await.status, status, "{origin} {site}");
        }
        let nameless = ada.call(Method::POST, "/reviews").header("sec-fetch-site", "cross-site");
        nameless.json(review).send().await.is(403, "forbidden_origin");
        let body = json!({ "email": ada.email, "password": "correct horse" });
        let sign_in = shop.fetch(Method::POST, "/api/identity/sign-in").header("origin", ALLOWED);
        let answer = sign_in.header("sec-fetch-site", "same-site").json(body).send().await;
        assert_eq!((answer.status, said(&answer)), (200, BTreeMap::from(READABLE)));
    })
    .await;
}
