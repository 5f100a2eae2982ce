//! Behaviour of every call: methods, media types, sizes, malformed and hostile input, headers.

use std::{collections::BTreeMap, time::Duration};

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, Person, Setup, TestShop, on_both_engines, with_shop};

/// Characters that PostgreSQL cannot store, terminals interpret, headers end at, or that reverse a text.
pub const HOSTILE: &[&str] =
    &["\0", "a\0b", "\u{1b}[31m", "\u{7f}", "a\u{85}b", "\u{8}", "a\u{1}b", "a\u{202e}b"];

pub const INJECTIONS: &[&str] = &[
    "' OR '1'='1",
    "'; DROP TABLE orders; --",
    "\" OR \"\"=\"",
    "1); DELETE FROM users; --",
    "x'; UPDATE users SET role='admin'; --",
    "$1",
    "?1",
    "%",
    "_",
    "\\'; SELECT pg_sleep(5); --",
    "{\"$gt\":\"\"}",
];

pub fn encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// The registry's paths with their methods.
fn registered() -> BTreeMap<String, Vec<String>> {
    let document = serde_json::to_value(trowel::app::router::openapi()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    paths
        .iter()
        .map(|(path, methods)| {
            (path.clone(), methods.as_object().unwrap().keys().map(|name| name.to_uppercase()).collect())
        })
        .collect()
}

/// Every call that takes a JSON body, with a path to an object of `order`'s owner.
fn calls_with_a_body(tool: &str, order: &str) -> Vec<(Method, String)> {
    vec![
        (Method::POST, "/identity/sign-up".into()),
        (Method::POST, "/identity/sign-in".into()),
        (Method::PUT, "/user/ada@example.com".into()),
        (Method::PUT, format!("/tools/{tool}")),
        (Method::POST, "/orders".into()),
        (Method::PATCH, format!("/orders/{order}")),
        (Method::POST, "/create-payment-intent".into()),
    ]
}

async fn with_an_order(shop: &TestShop) -> (Person<'_>, String, String) {
    let hoe = shop.tool("Draw Hoe", 1_000, 100, 1).await;
    let ada = shop.customer("Ada").await;
    let order = ada.order("Draw Hoe", 1_000, 1).await;
    (ada, hoe.into_string(), order)
}

/// The data that an attack would change.
async fn state(shop: &TestShop, ada: &Person<'_>) -> Vec<Value> {
    let mut state = Vec::new();
    for path in ["/orders", "/tools", "/reviews", "/identity/session", "/admin/ada@example.com"] {
        let answer = ada.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        state.push(answer.body);
    }
    state.push(json!(
        shop.visitor()
            .post("/identity/sign-in", json!({ "email": "ada@example.com", "password": "x" }))
            .await
            .status
    ));
    state
}

#[tokio::test]
async fn an_unknown_call_is_a_problem_document() {
    with_shop(Setup::sqlite(), async |shop| {
        for path in
            ["/api", "/api/", "/api/nope", "/api/tools/", "/api/tools/a/b", "/api//tools", "/api/index.html"]
        {
            for method in [Method::GET, Method::POST, Method::DELETE] {
                let answer = shop.fetch(method.clone(), path).send().await;
                assert_eq!(answer.header("content-type"), "application/problem+json", "{method} {path}");
                answer.is(404, "not_found");
                assert_eq!(
                    (&answer.body["type"], &answer.body["title"]),
                    (&json!("about:blank"), &json!("Not Found"))
                );
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_call_that_does_not_take_a_method_says_which_it_takes() {
    with_shop(Setup::sqlite(), async |shop| {
        let mut places: Vec<(String, Vec<String>)> = registered()
            .into_iter()
            .map(|(path, methods)| (format!("/api{}", path.replace(['{', '}'], "x")), methods))
            .collect();
        for path in [
            "/healthz",
            "/readyz",
            "/api/docs",
            "/api/openapi.json",
            "/images/a/b.webp",
            "/",
            "/tool",
            "/nowhere",
        ] {
            places.push((path.into(), vec!["GET".into()]));
        }
        for (path, methods) in places {
            let mut allowed = methods.clone();
            if methods.contains(&"GET".to_owned()) {
                allowed.push("HEAD".into());
            }
            allowed.sort();
            for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"] {
                if methods.iter().any(|known| known == method) {
                    continue;
                }
                let answer = shop.fetch(method.parse().unwrap(), &path).send().await;
                answer.is(405, "method_not_allowed");
                let mut told: Vec<_> =
                    answer.header("allow").split(',').map(|name| name.trim().to_owned()).collect();
                told.sort();
                assert_eq!(told, allowed, "{method} {path}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_body_is_json_and_says_so() {
    with_shop(Setup::sqlite(), async |shop| {
        let (ada, tool, order) = with_an_order(shop).await;
        for (method, path) in calls_with_a_body(&tool, &order) {
            let send =
                async |kind: &str, body: &str| ada.call(method.clone(), &path).text(kind, body).send().await;
            for kind in [
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "application/jsonp",
                "json",
                "",
            ] {
                send(kind, "{}").await.is(415, "unsupported_media_type");
            }
            for kind in [
                "application/json",
                "application/json; charset=utf-8",
                "Application/JSON",
                "application/ld+json",
            ] {
                assert_ne!(send(kind, "{}").await.status, 415, "{method} {path} {kind}");
            }
            for body in [
                "{",
                "[]",
                "null",
                "\"x\"",
                "{\"a\":1}{",
                "{'a':1}",
                "{\"a\":NaN}",
                "{\"a\":1,}",
                "{\"a\":\"\\ud800\"}",
                "\u{feff}{}",
            ] {
                send("application/json", body).await.is(400, "malformed_json");
            }
            let deep = format!("{{\"name\":{}{}}}", "[".repeat(20_000), "]".repeat(20_000));
            send("application/json", &deep).await.is(400, "malformed_json");
            let packed = ada
                .call(method.clone(), &path)
                .header("content-encoding", "gzip")
                .text("application/json", "\u{1f}{}")
                .send()
                .await;
            packed.is(415, "unsupported_media_type");
            // Without a body there is no wrong media type.
            let empty = ada.call(method.clone(), &path).header("content-type", "text/plain").send().await;
            assert_ne!(empty.status, 415, "{method} {path}: {}", empty.text);
        }
        let answer =
            ada.call(Method::DELETE, &format!("/orders/{order}")).text("text/plain", "whatever").send().await;
        assert_eq!(answer.status, 200, "a call without a body ignores one: {}", answer.text);
    })
    .await;
}

#[tokio::test]
async fn a_body_over_sixty_four_kibibytes_is_refused() {
    with_shop(Setup::sqlite(), async |shop| {
        let (ada, tool, order) = with_an_order(shop).await;
        let of_size = |size: usize| format!("{{\"none\":\"{}\"}}", "x".repeat(size - 11));
        for (method, path) in calls_with_a_body(&tool, &order) {
            let send = async |size: usize| ada.call(method.clone(), &path).text("application/json", &of_size(size)).send().await;
            assert_ne!(send(64 * 1024).await.status, 413, "{method} {path}");
            send(64 * 1024 + 1).await.is(413, "body_too_large");
        }
        // The limit also holds for a body of unannounced length.
        let head = "POST /api/identity/sign-in HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
        let answer = shop.send_raw(&format!("{head}11000\r\n{}\r\n0\r\n\r\n", "x".repeat(0x11000))).await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    })
    .await;
}

#[tokio::test]
async fn a_request_has_one_host_and_lines_that_end_as_they_should() {
    with_shop(Setup::sqlite(), async |shop| {
        let post = "POST /api/identity/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
        let end = "host: x\r\nconnection: close\r\n\r\n";
        for (request, status) in [
            (format!("GET /healthz HTTP/1.1\r\n{end}"), 200),
            (format!("\r\nGET /healthz HTTP/1.1\r\n{end}"), 200),
            ("GET /healthz HTTP/1.0\r\n\r\n".to_owned(), 200),
            (format!("GET /healthz HTTP/1.0\r\n{end}"), 200),
            ("GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n".to_owned(), 400),
            (format!("GET /healthz HTTP/1.1\r\nhost: x\r\n{end}"), 400),
            (format!("GET /api/tools HTTP/1.1\r\nHost: y\r\n{end}"), 400),
            (format!("GET /healthz HTTP/1.0\r\nhost: y\r\n{end}"), 400),
            ("GET /healthz HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n".to_owned(), 400),
            ("GET /healthz HTTP/1.1\r\nhost: user@x\r\nconnection: close\r\n\r\n".to_owned(), 400),
            (format!("GET /healthz HTTP/1.1\n{end}"), 400),
            ("GET /healthz HTTP/1.1\r\nhost: x\nconnection: close\r\n\r\n".to_owned(), 400),
            ("GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\n".to_owned(), 400),
            ("GET /healthz HTTP/1.1\nhost: x\nconnection: close\n\n".to_owned(), 400),
            ("GET /healthz HTTP/1.0\n\n".to_owned(), 400),
            // A second request on the same connection, behind a body of a known and of an unknown length.
            (format!("{post}content-length: 4\r\n\r\n\n\n{{}}GET / HTTP/1.1\n{end}"), 400),
            (
                format!(
                    "{post}transfer-encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\nGET / HTTP/1.1\n{end}"
                ),
                400,
            ),
            (format!("{post}content-length: 4\r\n\r\n\n\n{{}}GET /healthz HTTP/1.1\r\n{end}"), 200),
        ] {
            let answer = shop.send_raw(&request).await;
            let last = answer.rsplit("HTTP/1.").next().unwrap_or_default();
            assert!(last[2..].starts_with(&status.to_string()), "{request:?}: {answer}");
        }
    })
    .await;
}

#[tokio::test]
async fn what_the_framework_would_refuse_is_refused_by_us() {
    with_shop(Setup::sqlite(), async |shop| {
        let event = "x".repeat(64 * 1024 + 1);
        let visitor = shop.visitor();
        let call = visitor.call(Method::POST, "/webhooks/stripe").text("application/json", &event);
        call.send().await.is(413, "body_too_large");
        shop.fetch(Method::GET, "/images/%FF/a.webp").send().await.is(404, "not_found");
    })
    .await;
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    with_shop(Setup::sqlite(), async |shop| {
        let (ada, tool, order) = with_an_order(shop).await;
        for path in [
            "/tools",
            "/reviews?limit=5",
            "/config",
            "/openapi.json",
            "/docs",
            "/orders",
            &format!("/orders/{order}"),
            &format!("/tools/{tool}"),
            "/nope",
            "/manageOrders",
            "/identity/session",
        ] {
            let (get, head) = (ada.get(path).await, ada.call(Method::HEAD, path).send().await);
            assert_eq!((head.status, head.bytes.len()), (get.status, 0), "{path}");
            for name in
                ["content-type", "cache-control", "etag", "link", "x-total-count", "content-security-policy"]
            {
                assert_eq!(head.header(name), get.header(name), "{path} {name}");
            }
        }
        assert_eq!(shop.visitor().call(Method::HEAD, "/orders").send().await.status, 401);
    })
    .await;
}

#[tokio::test]
async fn every_kind_of_answer_carries_the_security_headers() {
    with_shop(Setup::sqlite(), async |shop| {
        let mut answers: Vec<(String, Answer)> = Vec::new();
        for (path, status) in [
            ("/healthz", 200),
            ("/readyz", 200),
            ("/api/tools", 200),
            ("/api/config", 200),
            ("/api/docs", 200),
            ("/api/docs/style.css", 200),
            ("/api/openapi.json", 200),
            ("/api/nope", 404),
            ("/api/orders", 401),
            ("/api/tools?limit=0", 422),
            ("/images/a/b.webp", 404),
            ("/assets/nope.js", 404),
        ] {
            let answer = shop.fetch(Method::GET, path).send().await;
            assert_eq!(answer.status, status, "{path}");
            answers.push((path.into(), answer));
        }
        let tag = answers[2].1.header("etag").to_owned();
        answers.push((
            "304".into(),
            shop.fetch(Method::GET, "/api/tools").header("if-none-match", &tag).send().await,
        ));
        answers.push(("405".into(), shop.fetch(Method::DELETE, "/api/tools").send().await));
        answers.push((
            "415".into(),
            shop.fetch(Method::POST, "/api/identity/sign-in").text("text/plain", "x").send().await,
        ));
        answers.push((
            "403".into(),
            shop.fetch(Method::POST, "/api/identity/sign-out").header("origin", "null").send().await,
        ));
        for (what, answer) in answers {
            assert_eq!(answer.header("x-content-type-options"), "nosniff", "{what}");
            assert_eq!(answer.header("referrer-policy"), "strict-origin-when-cross-origin", "{what}");
            assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin-allow-popups", "{what}");
            assert!(answer.header("permissions-policy").contains("geolocation=()"), "{what}");
            let policy = answer.header("content-security-policy");
            assert!(
                policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
                "{what}: {policy}"
            );
            assert_eq!(answer.header("strict-transport-security"), "", "{what}: a promise of https on http");
            for talkative in ["server", "x-powered-by", "access-control-allow-origin"] {
                assert_eq!(answer.header(talkative), "", "{what}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn personal_responses_are_not_cacheable() {
    with_shop(Setup::sqlite(), async |shop| {
        let (ada, tool, order) = with_an_order(shop).await;
        let hazel = shop.admin().await;
        let paths = ["/identity/session", "/orders", "/orders?limit=5", "/admin/ada@example.com"];
        let mut answers = Vec::new();
        for path in
            paths.into_iter().map(str::to_owned).chain([format!("/orders/{order}"), format!("/tools/{tool}")])
        {
            answers.push((path.clone(), ada.get(&path).await));
            answers.push((path.clone(), shop.visitor().get(&path).await));
        }
        answers.push(("everybody's orders".into(), hazel.get("/manageOrders").await));
        answers.push(("a token".into(), ada.call(Method::PUT, "/user/ada@example.com").send().await));
        answers
            .push(("a secret".into(), ada.post("/create-payment-intent", json!({ "totalPrice": 10 })).await));
        answers.push((
            "a sign-in".into(),
            shop.visitor()
                .post("/identity/sign-in", json!({ "email": "ada@example.com", "password": "correct horse" }))
                .await,
        ));
        answers.push(("an order".into(), ada.post("/orders", ada.wish("Draw Hoe", 1_000, 1)).await));
        for (what, answer) in answers {
            assert!(answer.status == 200 || answer.status == 401, "{what}: {}", answer.text);
            assert_eq!(answer.header("cache-control"), "no-store", "{what}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_header_that_is_no_text_is_no_obstacle_and_no_proof() {
    with_shop(Setup::sqlite(), async |shop| {
        for (name, value) in [
            ("authorization", "Bearer \u{e9}"),
            ("cookie", "trowel_session=\u{e9}"),
            ("if-none-match", "\u{e9}"),
            ("accept-encoding", "\u{e9}"),
        ] {
            let ask = async |path: &str| {
                shop.send_raw(&format!(
                    "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{name}: {value}\r\n\r\n"
                ))
                .await
            };
            let orders = ask("/api/orders").await;
            assert!(orders.starts_with("HTTP/1.1 401 "), "{name}: {orders}");
            let tools = ask("/api/tools").await;
            assert!(tools.starts_with("HTTP/1.1 200 "), "{name}: {tools}");
        }
    })
    .await;
}

on_both_engines! {
    async fn control_characters_are_refused_by_name_and_never_break_anything(shop: TestShop) {
        let (ada, tool, order) = with_an_order(shop).await;
        let hazel = shop.admin().await;
        let before = state(shop, &ada).await;
        for text in HOSTILE {
            for (method, path, field) in [
                (Method::POST, "/identity/sign-up".to_owned(), "name"), (Method::POST, "/identity/sign-up".into(), "email"),
                (Method::POST, "/identity/sign-in".into(), "email"), (Method::PUT, format!("/tools/{tool}"), "name"),
                (Method::PUT, format!("/tools/{tool}"), "description"), (Method::PUT, format!("/tools/{tool}"), "img"),
                (Method::POST, "/orders".into(), "toolName"), (Method::POST, "/orders".into(), "toolId"), (Method::POST, "/orders".into(), "phone"),
                (Method::POST, "/orders".into(), "address"), (Method::POST, "/orders".into(), "customerEmail"),
                (Method::POST, "/create-payment-intent".into(), "orderId"),
            ] {
                let mut body = ada.wish("Draw Hoe", 1_000, 1);
                body["password"] = json!("correct horse");
                body[field] = json!(text);
                // Only administrators decide a tool's name.
                let person = if path.starts_with("/tools/") { &hazel } else { &ada };
                let answer = person.call(method.clone(), &path).json(body).send().await;
                answer.is(422, "invalid_field");
                assert!(answer.fields().contains(&field), "{method} {path} {field} {text:?}: {}", answer.text);
            }
            let change = format!("/orders/{order}");
            for body in [
                json!({ "orders": order, "transactionId": text, "status": "pending" }), json!({ "orders": text, "transactionId": "pi_1", "status": "pending" }),
                json!({ "orders": order, "transactionId": "pi_1", "status": text }), json!({ "status": text }),
            ] {
                ada.patch(&change, body).await.is(422, "invalid_field");
            }
            let text = encoded(text);
            for path in [format!("/tools/{text}"), format!("/orders/{text}"), format!("/orders/{order}{text}")] {
                hazel.get(&path).await.is(404, "not_found");
            }
            for query in ["cursor", "sort", "limit"] {
                for list in ["/tools", "/reviews", "/orders", "/manageOrders"] {
                    hazel.get(&format!("{list}?{query}={text}")).await.is(422, "invalid_field");
                }
            }
            assert_eq!(ada.get(&format!("/tools?q={text}")).await.status, 200);
            ada.get(&format!("/orders?customerEmail={text}")).await.is(403, "wrong_email");
            ada.put(&format!("/user/{text}"), json!({})).await.is(403, "wrong_email");
            assert_eq!(hazel.get(&format!("/admin/{text}")).await.body, json!({ "admin": false }));
        }
        assert_eq!(state(shop, &ada).await, before);
    }

    async fn text_is_never_read_as_sql(shop: TestShop) {
        let (mut ada, tool, order) = with_an_order(shop).await;
        let hazel = shop.admin().await;
        shop.review("Ada", "Sharp as ever.", 5.0).await;
        let before = state(shop, &ada).await;
        for text in INJECTIONS {
            let in_path = encoded(text);
            for path in [format!("/tools/{in_path}"), format!("/orders/{in_path}"), format!("/orders/{order}{in_path}")] {
                for method in [Method::GET, Method::DELETE, Method::PATCH, Method::PUT] {
                    let answer = hazel.call(method, &path).json(json!({ "status": "Approved and shipped" })).send().await;
                    assert!(matches!(answer.status, 404 | 405), "{path}: {}", answer.text);
                }
            }
            for list in ["/tools", "/reviews", "/orders", "/manageOrders"] {
                for name in ["sort", "cursor", "limit"] {
                    hazel.get(&format!("{list}?{name}={in_path}")).await.is(422, "invalid_field");
                }
            }
            assert_eq!(ada.get(&format!("/tools?q={in_path}")).await.status, 200);
            for name in ["priceMin", "priceMax", "maxMinimum", "inStock"] {
                ada.get(&format!("/tools?{name}={in_path}")).await.is(422, "invalid_field");
            }
            ada.get(&format!("/orders?customerEmail={in_path}")).await.is(403, "wrong_email");
            assert_eq!(hazel.get(&format!("/admin/{in_path}")).await.body, json!({ "admin": false }));
            ada.put(&format!("/user/{in_path}"), json!({})).await.is(403, "wrong_email");
            let sign_in = shop.visitor().post("/identity/sign-in", json!({ "email": "ada@example.com", "password": text })).await;
            sign_in.is(401, "bad_credentials");
            shop.shop.clock.advance(Duration::from_mins(1)); // otherwise the next attempt is delayed
            shop.visitor().post("/identity/sign-in", json!({ "email": text, "password": text })).await.is(422, "invalid_field");
            for field in ["toolName", "toolId"] {
                let mut wish = ada.wish("Draw Hoe", 1_000, 1);
                wish[field] = json!(text);
                assert_eq!(ada.post("/orders", wish).await.status, 409, "{field} {text}");
            }
            for field in ["orderQuantity", "price", "totalPrice"] {
                let mut wish = ada.wish("Draw Hoe", 1_000, 1);
                wish[field] = json!(text);
                ada.post("/orders", wish).await.is(422, "invalid_field");
            }
            let report = ada.patch(&format!("/orders/{order}"), json!({ "orders": order, "transactionId": text, "status": "pending" })).await;
            assert!(matches!(report.status, 409 | 422), "{}", report.text);
            ada.put(&format!("/tools/{tool}"), json!({ "name": text })).await.is(403, "forbidden");
            ada.post("/create-payment-intent", json!({ "totalPrice": 10, "orderId": text })).await.is(404, "not_found");
            let answer = ada.call(Method::POST, "/orders").header("idempotency-key", &text.replace(' ', "_")).json(json!({})).send().await;
            answer.is(422, "invalid_field");
        }
        assert_eq!(state(shop, &ada).await, before);
        // A field that allows any text stores it unchanged.
        for text in INJECTIONS {
            let mut wish = ada.wish("Draw Hoe", 1_000, 1);
            (wish["phone"], wish["address"]) = (json!(text), json!(text));
            let id = ada.post("/orders", wish).await.body["insertedId"].as_str().unwrap().to_owned();
            let order = ada.get(&format!("/orders/{id}")).await.body;
            assert_eq!((&order["phone"], &order["address"]), (&json!(text), &json!(text)));
        }
        let token = std::mem::take(&mut ada.token);
        for text in INJECTIONS {
            ada.token = format!("{token}{text}");
            ada.get("/orders").await.is(401, "unauthenticated");
        }
    }
}
