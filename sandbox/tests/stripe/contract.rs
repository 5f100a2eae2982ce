//! The same calls to the sandbox and to the real provider in test mode. Both must answer alike.

use std::time::{SystemTime, UNIX_EPOCH};

use reqwest::{Client, RequestBuilder};
use serde_json::Value;

use crate::support::{Provider, SECRET_KEY, text};

/// A secret key of test mode, `sk_test_…`. Its account needs cards and Link.
const REAL_KEY: &str = "TROWEL_TEST_STRIPE_SECRET_KEY";
const API_VERSION: &str = "2026-09-30.endive";

const EXPECTED: [&str; 20] = [
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
    "with a key: 200, order purchase-1",
    "repeated: 200, the same one: true, replayed: true",
    "the key with another amount: 400 idempotency_error",
    "too small: 400 amount_too_small",
    "unknown: 404 resource_missing",
    "a part: 200 succeeded 400, so far 400, all: false",
    "above the rest: 400 invalid_request_error amount",
    "the rest: 200 succeeded 699, so far 1099, all: true",
    "nothing is left: 400 charge_already_refunded",
    "of what is not paid: 400 invalid_request_error",
];

struct Api {
    client: Client,
    base: String,
    key: String,
}

impl Api {
    fn prepared(&self, request: RequestBuilder) -> RequestBuilder {
        request.bearer_auth(&self.key).header("stripe-version", API_VERSION)
    }

    async fn send(&self, request: RequestBuilder) -> (u16, Value) {
        let response = self.prepared(request).send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap())
    }

    async fn get(&self, path: &str) -> (u16, Value) {
        self.send(self.client.get(format!("{}/v1/{path}", self.base))).await
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
        let (status, body) = self.get("payment_method_domains?domain_name=shop.example&limit=1").await;
        facts.push(format!("domains: {status} {}", text(&body["object"])));
        facts.extend(self.facts_of_keys().await);
        facts.extend(self.facts_of_refunds().await);
        facts
    }

    /// What the shop needs to start one payment for each purchase.
    #[expect(clippy::disallowed_methods, reason = "the real provider keeps a key for a day")]
    async fn facts_of_keys(&self) -> Vec<String> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let key = format!("contract-{}", since.as_nanos());
        let start = async |amount: &str| {
            let form = [
                ("amount", amount),
                ("currency", "cad"),
                (ALLOWED, "card"),
                ("metadata[order_id]", "purchase-1"),
            ];
            let request = self.client.post(format!("{}/v1/payment_intents", self.base)).form(&form);
            let response = self.prepared(request).header("idempotency-key", &key).send().await.unwrap();
            let is_replayed = response.headers().contains_key("idempotent-replayed");
            (response.status().as_u16(), is_replayed, response.json::<Value>().await.unwrap())
        };
        let (status, _, first) = start("1099").await;
        let order = text(&first["metadata"]["order_id"]);
        let mut facts = vec![format!("with a key: {status}, order {order}")];
        let (status, is_replayed, again) = start("1099").await;
        let is_same = again["id"] == first["id"];
        facts.push(format!("repeated: {status}, the same one: {is_same}, replayed: {is_replayed}"));
        let (status, _, other) = start("1100").await;
        facts.push(format!("the key with another amount: {status} {}", text(&other["error"]["type"])));
        let (status, body) = self.post("payment_intents", &[("amount", "49"), ("currency", "cad")]).await;
        facts.push(format!("too small: {status} {}", code(&body)));
        let (status, body) = self.get("payment_intents/pi_of_no_one").await;
        facts.push(format!("unknown: {status} {}", code(&body)));
        facts
    }

    async fn facts_of_refunds(&self) -> Vec<String> {
        let (_, intent, path) = self.confirmed("pm_card_visa").await;
        let id = text(&intent["id"]);
        let refund =
            async |amount: &str| self.post("refunds", &[("payment_intent", id), ("amount", amount)]).await;
        let so_far = async || {
            let (_, intent) = self.get(&path.replace("/confirm", "?expand[]=latest_charge")).await;
            let charge = &intent["latest_charge"];
            format!("so far {}, all: {}", charge["amount_refunded"], charge["refunded"])
        };
        let refunded = |body: &Value| format!("{} {}", text(&body["status"]), body["amount"]);
        let (status, body) = refund("400").await;
        let mut facts = vec![format!("a part: {status} {}, {}", refunded(&body), so_far().await)];
        let (status, body) = refund("700").await;
        let error = &body["error"];
        facts.push(format!("above the rest: {status} {} {}", text(&error["type"]), text(&error["param"])));
        let (status, body) = refund("699").await;
        facts.push(format!("the rest: {status} {}, {}", refunded(&body), so_far().await));
        let (status, body) = self.post("refunds", &[("payment_intent", id)]).await;
        facts.push(format!("nothing is left: {status} {}", code(&body)));
        let (_, unpaid) = self.intent(&[(ALLOWED, "card")]).await;
        let (status, body) = self.post("refunds", &[("payment_intent", text(&unpaid["id"]))]).await;
        facts.push(format!("of what is not paid: {status} {}", text(&body["error"]["type"])));
        facts
    }
}

fn code(body: &Value) -> &str {
    text(&body["error"]["code"])
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
