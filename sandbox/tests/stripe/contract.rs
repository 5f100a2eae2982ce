//! The same calls to the sandbox and to the real provider in test mode. Both must answer alike.

use reqwest::{Client, RequestBuilder};
use serde_json::Value;

use crate::support::{Provider, SECRET_KEY, text};

/// A secret key of test mode, `sk_test_…`. Its account needs cards and Link.
const REAL_KEY: &str = "TROWEL_TEST_STRIPE_SECRET_KEY";
const API_VERSION: &str = "2026-09-30.endive";

const EXPECTED: [&str; 10] = [
    "allowed: 200, types card link, requires_payment_method, shipping null",
    "unknown type left out: 200, types card",
    "old types: 400 payment_method_types_no_longer_supported",
    "both: 400",
    "confirmed: 200 succeeded, received 1099",
    "confirmed again: 400 payment_intent_unexpected_state",
    "declined: 402 card_declined generic_decline",
    "asks: 200 requires_action",
    "cancelled: 200 canceled",
    "domains: 200 list",
];

struct Api {
    client: Client,
    base: String,
    key: String,
}

impl Api {
    async fn send(&self, request: RequestBuilder) -> (u16, Value) {
        let request = request.bearer_auth(&self.key).header("stripe-version", API_VERSION);
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap())
    }

    async fn post(&self, path: &str, form: &[(&str, &str)]) -> (u16, Value) {
        self.send(self.client.post(format!("{}/v1/{path}", self.base)).form(form)).await
    }

    async fn intent(&self, more: &[(&str, &str)]) -> (u16, Value) {
        let form = [&[("amount", "1099"), ("currency", "cad")], more].concat();
        self.post("payment_intents", &form).await
    }

    async fn confirmed(&self, method: &str) -> (u16, Value, String) {
        let (_, intent) = self.intent(&[(ALLOWED, "card"), (ALLOWED, "link")]).await;
        let path = format!("payment_intents/{}/confirm", text(&intent["id"]));
        let back = ("return_url", "https://shop.example/purchases/1");
        let (status, body) = self.post(&path, &[("payment_method", method), back]).await;
        (status, body, path)
    }

    async fn facts(&self) -> Vec<String> {
        let types = |intent: &Value| {
            let types = intent["payment_method_types"].as_array().unwrap().iter().map(text);
            types.collect::<Vec<_>>().join(" ")
        };
        let code = |body: &Value| text(&body["error"]["code"]).to_owned();
        let mut facts = Vec::new();
        let (status, intent) = self.intent(&[(ALLOWED, "card"), (ALLOWED, "link")]).await;
        let state = text(&intent["status"]);
        facts.push(format!(
            "allowed: {status}, types {}, {state}, shipping {}",
            types(&intent),
            intent["shipping"]
        ));
        let (status, body) = self.intent(&[(ALLOWED, "card"), (ALLOWED, "sepa_debit")]).await;
        facts.push(format!("unknown type left out: {status}, types {}", types(&body)));
        let (status, body) = self.intent(&[("payment_method_types[]", "card")]).await;
        facts.push(format!("old types: {status} {}", code(&body)));
        let (status, _) =
            self.intent(&[(ALLOWED, "card"), ("automatic_payment_methods[enabled]", "true")]).await;
        facts.push(format!("both: {status}"));
        let (status, body, path) = self.confirmed("pm_card_visa").await;
        facts.push(format!(
            "confirmed: {status} {}, received {}",
            text(&body["status"]),
            body["amount_received"]
        ));
        let (status, body) = self.post(&path, &[]).await;
        facts.push(format!("confirmed again: {status} {}", code(&body)));
        let (status, body, _) = self.confirmed("pm_card_chargeDeclined").await;
        facts.push(format!("declined: {status} {} {}", code(&body), text(&body["error"]["decline_code"])));
        let (status, body, path) = self.confirmed("pm_card_authenticationRequired").await;
        facts.push(format!("asks: {status} {}", text(&body["status"])));
        let (status, body) = self.post(&path.replace("/confirm", "/cancel"), &[]).await;
        facts.push(format!("cancelled: {status} {}", text(&body["status"])));
        let url = format!("{}/v1/payment_method_domains?domain_name=shop.example&limit=1", self.base);
        let (status, body) = self.send(self.client.get(url)).await;
        facts.push(format!("domains: {status} {}", text(&body["object"])));
        facts
    }
}

const ALLOWED: &str = "allowed_payment_method_types[]";

#[tokio::test]
async fn sandbox_and_real_provider_answer_alike() {
    let provider = Provider::start().await;
    let api =
        Api { client: provider.client.clone(), base: provider.base.clone(), key: SECRET_KEY.to_owned() };
    assert_eq!(api.facts().await, EXPECTED);
    let Ok(key) = std::env::var(REAL_KEY) else {
        eprintln!(
            "SKIPPED: the real provider was not asked. To ask it, set {REAL_KEY} to a key of test mode"
        );
        return;
    };
    assert!(key.starts_with("sk_test_"), "only keys of test mode");
    let real = Api { client: provider.client.clone(), base: "https://api.stripe.com".to_owned(), key };
    assert_eq!(real.facts().await, EXPECTED);
}
