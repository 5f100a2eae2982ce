//! The SMS gateway over a real socket.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::time::{Duration, Instant};

use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use trowel_sandbox::{SmsSandbox, SmsSettings};

const SID: &str = "AC0123456789abcdef0123456789abcdef";
const TOKEN: &str = "token:of tests";
const CONTROL_KEY: &str = "control_of_tests";
const FROM: &str = "+15005550006";
const TO: &str = "+16135550142";

struct Gateway {
    base: String,
    client: Client,
}

impl Gateway {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/sandbox/sms", listener.local_addr().unwrap());
        let mut settings = SmsSettings::new(SID, TOKEN, CONTROL_KEY);
        settings.clock = std::sync::Arc::new(|| 1_795_240_800); // 2026-11-21T06:00Z
        let router = settings.inbox.router().merge(SmsSandbox::new(settings).router());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { base, client: Client::builder().no_proxy().build().unwrap() }
    }

    fn call(&self, account: &str, form: &[(&str, &str)]) -> RequestBuilder {
        self.client.post(format!("{}/2010-04-01/Accounts/{account}/Messages.json", self.base)).form(form)
    }

    fn message(&self, form: &[(&str, &str)]) -> RequestBuilder {
        self.call(SID, form).basic_auth(SID, Some(TOKEN))
    }

    fn text(&self, to: &str) -> RequestBuilder {
        self.message(&[("To", to), ("From", FROM), ("Body", "012345 is your code.")])
    }

    async fn received(&self, query: &str) -> Value {
        let url = format!("{}/_control/messages{query}", self.base);
        self.client.get(url).bearer_auth(CONTROL_KEY).send().await.unwrap().json().await.unwrap()
    }
}

async fn send(call: RequestBuilder) -> (StatusCode, Value) {
    let response = call.send().await.unwrap();
    (response.status(), response.json().await.unwrap())
}

#[tokio::test]
async fn a_message_is_queued_and_received() {
    let gateway = Gateway::start().await;
    let (status, sent) = send(gateway.text(TO)).await;
    assert_eq!(status, 201, "{sent}");
    for (name, value) in [
        ("status", json!("queued")),
        ("to", json!(TO)),
        ("from", json!(FROM)),
        ("error_code", Value::Null),
        ("date_created", json!("Sat, 21 Nov 2026 06:00:00 +0000")),
    ] {
        assert_eq!(sent[name], value, "{name}");
    }
    assert_eq!(gateway.received("?to=%2B16135550142").await[0]["code"], "012345");
    assert_eq!(gateway.received("?to=%2B16135550143").await, json!([]));
}

#[tokio::test]
async fn calls_without_valid_credentials_are_rejected() {
    let gateway = Gateway::start().await;
    let form = [("To", TO), ("From", FROM), ("Body", "x")];
    for (name, password) in [("", ""), (SID, "guessed"), ("guessed", TOKEN)] {
        let (status, body) = send(gateway.call(SID, &form).basic_auth(name, Some(password))).await;
        assert_eq!((status.as_u16(), &body["code"]), (401, &json!(20003)), "{name}");
    }
    assert_eq!(send(gateway.call("AC1", &form).basic_auth(SID, Some(TOKEN))).await.0, 404);
    let control = gateway.client.get(format!("{}/_control/messages", gateway.base)).bearer_auth("guessed");
    assert_eq!(send(control).await.0, 401);
    assert_eq!(gateway.received("").await, json!([]));
}

#[tokio::test]
async fn invalid_messages_are_rejected_with_the_codes_of_twilio() {
    let gateway = Gateway::start().await;
    let long = "x".repeat(1_601);
    for (form, code) in [
        (&[("From", FROM), ("Body", "x")][..], 21604),
        (&[("To", TO), ("Body", "x")], 21603),
        (&[("To", TO), ("From", FROM), ("Body", "")], 21602),
        (&[("To", "5550142"), ("From", FROM), ("Body", "x")], 21211),
        (&[("To", "+0135550142"), ("From", FROM), ("Body", "x")], 21211),
        (&[("To", "+15005550001"), ("From", FROM), ("Body", "x")], 21211),
        (&[("To", "+15005550004"), ("From", FROM), ("Body", "x")], 21610),
        (&[("To", "+15005550009"), ("From", FROM), ("Body", "x")], 21614),
        (&[("To", TO), ("From", "555-0142"), ("Body", "x")], 21212),
        (&[("To", TO), ("From", "Trowel"), ("Body", &long)], 21617),
    ] {
        let (status, body) = send(gateway.message(form)).await;
        assert_eq!((status.as_u16(), &body["code"]), (400, &json!(code)), "{body}");
    }
    assert_eq!(gateway.received("").await, json!([]));
    let (status, _) = send(gateway.message(&[("To", TO), ("From", "Trowel"), ("Body", "x")])).await;
    assert_eq!(status, 201, "the sender may be a name");
}

#[tokio::test]
async fn faults_occur_in_their_order() {
    let gateway = Gateway::start().await;
    let faults = json!({ "rest": [
        { "action": { "status": 429 } }, { "action": { "status": 503 }, "times": 2 }, { "action": "drop_before" },
        { "action": "drop_after" }, { "action": { "delay_ms": 50 } },
    ] });
    let control = gateway.client.post(format!("{}/_control/faults", gateway.base)).bearer_auth(CONTROL_KEY);
    assert_eq!(send(control.json(&faults)).await.0, 200);
    let busy = gateway.text(TO).send().await.unwrap();
    assert_eq!((busy.status().as_u16(), &busy.headers()["retry-after"]), (429, &"3".parse().unwrap()));
    for _ in 0..2 {
        assert_eq!(gateway.text(TO).send().await.unwrap().status(), 503);
    }
    assert!(gateway.text(TO).send().await.is_err());
    assert_eq!(gateway.received("").await, json!([]), "none of these was sent");
    assert!(gateway.text(TO).send().await.is_err());
    assert_eq!(gateway.received("").await.as_array().unwrap().len(), 1, "this one was sent");
    let began = Instant::now();
    assert_eq!(gateway.text("+16135550143").send().await.unwrap().status(), 201);
    assert!(began.elapsed() >= Duration::from_millis(50));
    assert_eq!(gateway.received("").await[0]["to"], "+16135550143", "the newest first");
}

#[tokio::test]
async fn the_page_shows_codes_and_has_no_script() {
    let gateway = Gateway::start().await;
    let page = async |path: &str| {
        let page = gateway.client.get(format!("{}{path}", gateway.base)).send().await.unwrap();
        let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert!(policy.starts_with("default-src 'none';") && !policy.contains("script"), "{policy}");
        page.text().await.unwrap()
    };
    assert!(page("").await.contains("None yet."));
    gateway.message(&[("To", TO), ("From", FROM), ("Body", "<b>012345</b>")]).send().await.unwrap();
    let page = page("/").await;
    for shown in [TO, "<p class=\"code\">012345</p>", "&lt;b&gt;012345", "06:00:00 UTC", "+15005550001"] {
        assert!(page.contains(shown), "{shown}");
    }
    assert!(!page.contains("style=") && !page.contains("<script"), "{page}");
}
