//! The gateway for text messages, as a shop and a test meet it on the wire.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::{Duration, Instant};

use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use trowel_sandbox::{SmsSandbox, SmsSettings};

const SID: &str = "AC0123456789abcdef0123456789abcdef";
const TOKEN: &str = "token:of tests";
const CONTROL: &str = "control_of_tests";
const FROM: &str = "+15005550006";

struct Gateway {
    base: String,
    client: Client,
}

impl Gateway {
    async fn start() -> Self {
        Self::start_with(None).await
    }

    async fn start_with(inbox_key: Option<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/sandbox/sms", listener.local_addr().unwrap());
        let mut settings = SmsSettings::new(SID, TOKEN, CONTROL);
        settings.inbox_key = inbox_key;
        settings.clock = std::sync::Arc::new(|| 1_795_240_800); // 2026-11-21T06:00Z
        let router = SmsSandbox::new(settings).router();
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { base, client: Client::builder().no_proxy().build().unwrap() }
    }

    fn api(&self, account: &str) -> String {
        format!("{}/2010-04-01/Accounts/{account}/Messages.json", self.base)
    }

    fn message(&self, form: &[(&str, &str)]) -> RequestBuilder {
        self.client.post(self.api(SID)).basic_auth(SID, Some(TOKEN)).form(form)
    }

    fn text(&self, to: &str) -> RequestBuilder {
        self.message(&[("To", to), ("From", FROM), ("Body", "012345 is your code.")])
    }

    async fn misbehave(&self, faults: Value) {
        let call =
            self.client.post(format!("{}/_control/faults", self.base)).bearer_auth(CONTROL).json(&faults);
        assert_eq!(call.send().await.unwrap().status(), 200);
    }

    async fn kept(&self, query: &str) -> Value {
        let call = self.client.get(format!("{}/_control/messages{query}", self.base)).bearer_auth(CONTROL);
        call.send().await.unwrap().json().await.unwrap()
    }
}

async fn answer(call: RequestBuilder) -> (StatusCode, Value) {
    let answer = call.send().await.unwrap();
    (answer.status(), answer.json().await.unwrap())
}

#[tokio::test]
async fn a_message_is_queued_found_again_and_kept() {
    let gateway = Gateway::start().await;
    let (status, sent) = answer(gateway.text("+16135550142")).await;
    assert_eq!(status, 201, "{sent}");
    for (name, value) in [
        ("status", json!("queued")),
        ("to", json!("+16135550142")),
        ("from", json!(FROM)),
        ("num_segments", json!("1")),
        ("error_code", Value::Null),
        ("date_created", json!("Sat, 21 Nov 2026 06:00:00 +0000")),
    ] {
        assert_eq!(sent[name], value, "{name}");
    }
    let sid = sent["sid"].as_str().unwrap();
    assert!(sid.starts_with("SM") && sid.len() == 34, "{sid}");
    let uri = format!("{}{}", gateway.base, sent["uri"].as_str().unwrap());
    let (status, found) = answer(gateway.client.get(uri).basic_auth(SID, Some(TOKEN))).await;
    assert_eq!((status.as_u16(), &found), (200, &sent));
    let (_, list) = answer(gateway.client.get(gateway.api(SID)).basic_auth(SID, Some(TOKEN))).await;
    assert_eq!(list["messages"], json!([sent]));
    assert_eq!(gateway.kept("?to=%2B16135550142").await[0]["code"], "012345");
    assert_eq!(gateway.kept("?to=%2B16135550143").await, json!([]));
}

#[tokio::test]
async fn nobody_sends_without_the_accounts_credentials() {
    let gateway = Gateway::start().await;
    let form = [("To", "+16135550142"), ("From", FROM), ("Body", "x")];
    for (name, password) in [("", ""), (SID, "guessed"), ("guessed", TOKEN)] {
        let call = gateway.client.post(gateway.api(SID)).basic_auth(name, Some(password)).form(&form);
        let (status, body) = answer(call).await;
        assert_eq!((status.as_u16(), &body["code"]), (401, &json!(20003)), "{name}");
    }
    let call = gateway.client.post(gateway.api("AC1")).basic_auth(SID, Some(TOKEN)).form(&form);
    assert_eq!(answer(call).await.0, 404);
    let control = gateway.client.get(format!("{}/_control/messages", gateway.base)).bearer_auth("guessed");
    assert_eq!(answer(control).await.0, 401);
    assert_eq!(gateway.kept("").await, json!([]));
}

#[tokio::test]
async fn what_cannot_be_sent_is_refused_in_the_gateways_words() {
    let gateway = Gateway::start().await;
    let (to, long) = ("+16135550142", "x".repeat(1_601));
    for (form, code) in [
        (&[("From", FROM), ("Body", "x")][..], 21604),
        (&[("To", to), ("Body", "x")], 21603),
        (&[("To", to), ("From", FROM), ("Body", "")], 21602),
        (&[("To", "5550142"), ("From", FROM), ("Body", "x")], 21211),
        (&[("To", "+0135550142"), ("From", FROM), ("Body", "x")], 21211),
        (&[("To", "+15005550001"), ("From", FROM), ("Body", "x")], 21211),
        (&[("To", "+15005550004"), ("From", FROM), ("Body", "x")], 21610),
        (&[("To", "+15005550009"), ("From", FROM), ("Body", "x")], 21614),
        (&[("To", to), ("From", "555-0142"), ("Body", "x")], 21212),
        (&[("To", to), ("From", "Trowel"), ("Body", &long)], 21617),
    ] {
        let (status, body) = answer(gateway.message(form)).await;
        assert_eq!(
            (status.as_u16(), &body["code"], &body["status"]),
            (400, &json!(code), &json!(400)),
            "{body}"
        );
    }
    assert_eq!(gateway.kept("").await, json!([]));
    let (status, _) = answer(gateway.message(&[("To", to), ("From", "Trowel"), ("Body", "x")])).await;
    assert_eq!(status, 201, "a name may send");
}

#[tokio::test]
async fn calls_misbehave_in_the_order_they_were_told_to() {
    let gateway = Gateway::start().await;
    gateway
        .misbehave(json!([
            { "action": { "status": 429 } }, { "action": { "status": 503 }, "times": 2 }, { "action": "drop_before" },
            { "action": "drop_after" }, { "action": { "delay_ms": 50 } },
        ]))
        .await;
    let busy = gateway.text("+16135550142").send().await.unwrap();
    assert_eq!((busy.status().as_u16(), &busy.headers()["retry-after"]), (429, &"3".parse().unwrap()));
    for _ in 0..2 {
        assert_eq!(gateway.text("+16135550142").send().await.unwrap().status(), 503);
    }
    assert!(gateway.text("+16135550142").send().await.is_err());
    assert_eq!(gateway.kept("").await, json!([]), "none of these was sent");
    assert!(gateway.text("+16135550142").send().await.is_err());
    assert_eq!(gateway.kept("").await.as_array().unwrap().len(), 1, "this one was");
    let began = Instant::now();
    assert_eq!(gateway.text("+16135550143").send().await.unwrap().status(), 201);
    assert!(began.elapsed() >= Duration::from_millis(50));
    assert_eq!(gateway.kept("").await[0]["to"], "+16135550143", "the newest first");
}

#[tokio::test]
async fn where_strangers_come_by_the_page_needs_a_key() {
    let gateway = Gateway::start_with(Some("key_of_tests".into())).await;
    gateway.text("+16135550142").send().await.unwrap();
    for (query, status) in [("", 403), ("?key=", 403), ("?key=guessed", 403), ("?key=key_of_tests", 200)] {
        let page = gateway.client.get(format!("{}/{query}", gateway.base)).send().await.unwrap();
        assert_eq!(page.status(), status, "{query}");
        assert_eq!(page.text().await.unwrap().contains("012345"), status == 200, "{query}");
    }
}

#[tokio::test]
async fn the_page_shows_codes_and_has_no_script() {
    let gateway = Gateway::start().await;
    for address in [gateway.base.clone(), format!("{}/", gateway.base)] {
        let page = gateway.client.get(address).send().await.unwrap();
        let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert!(policy.starts_with("default-src 'none';") && !policy.contains("script"), "{policy}");
        assert!(page.text().await.unwrap().contains("None yet."));
    }
    gateway.text("+16135550142").send().await.unwrap();
    let page = gateway.client.get(format!("{}/", gateway.base)).send().await.unwrap().text().await.unwrap();
    for shown in ["+16135550142", "<p class=\"code\">012345</p>", "06:00:00 UTC", "+15005550001"] {
        assert!(page.contains(shown), "{shown}");
    }
    assert!(!page.contains("{{") && !page.contains("style=") && !page.contains("<script"), "{page}");
}
