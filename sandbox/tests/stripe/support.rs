//! A provider on a socket, a shop that receives webhooks, and clients for both keys.

use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{env, fs, process};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use trowel_sandbox::{StripeSandbox, StripeSettings};

pub const SECRET_KEY: &str = "sk_test_of_tests";
pub const PUBLISHABLE_KEY: &str = "pk_test_of_tests";
pub const WEBHOOK_SECRET: &str = "whsec_of_tests";
/// 2026-11-20T00:00Z
pub const NOW: i64 = 1_795_132_800;

pub struct Provider {
    pub base: String,
    pub sandbox: StripeSandbox,
    pub client: Client,
    /// Seconds since 1970.
    pub clock: Arc<AtomicI64>,
}

impl Provider {
    pub async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    pub async fn start_with(change: impl FnOnce(&mut StripeSettings)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let clock = Arc::new(AtomicI64::new(NOW));
        let mut settings = StripeSettings::new(SECRET_KEY, PUBLISHABLE_KEY, WEBHOOK_SECRET, &origin);
        let seconds = Arc::clone(&clock);
        settings.clock = Arc::new(move || seconds.load(Ordering::Relaxed));
        settings.webhook_retries = vec![Duration::from_millis(20); 3];
        change(&mut settings);
        let sandbox = StripeSandbox::open(settings).unwrap();
        let router = sandbox.router();
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let client = Client::builder().timeout(Duration::from_secs(10)).no_proxy().build().unwrap();
        Self { base: format!("{origin}/sandbox/stripe"), sandbox, client, clock }
    }

    /// Prepares a POST with the secret key.
    pub fn post(&self, path: &str, form: &[(&str, &str)]) -> RequestBuilder {
        self.client.post(self.url(path)).bearer_auth(SECRET_KEY).form(form)
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(self.url(path)).bearer_auth(SECRET_KEY)
    }

    /// Prepares a POST with the publishable key.
    pub fn browser_post(&self, path: &str, form: &[(&str, &str)]) -> RequestBuilder {
        self.client.post(self.url(path)).bearer_auth(PUBLISHABLE_KEY).form(form)
    }

    pub fn browser_get(&self, path: &str) -> RequestBuilder {
        self.client.get(self.url(path)).bearer_auth(PUBLISHABLE_KEY)
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// An intent of 125.50 CAD, of the order `order-1`.
    pub async fn intent(&self) -> Value {
        let form = [("amount", "12550"), ("currency", "cad"), ("metadata[order_id]", "order-1")];
        answer(self.post("/v1/payment_intents", &form)).await
    }

    pub async fn paid_intent(&self) -> Value {
        let intent = self.intent().await;
        let confirm = format!("/v1/payment_intents/{}/confirm", text(&intent["id"]));
        answer(self.post(&confirm, &[("payment_method", "pm_card_visa")])).await
    }

    pub async fn faults(&self, faults: Value) {
        let request = self.client.post(self.url("/_control/faults")).bearer_auth(SECRET_KEY).json(&faults);
        answer(request).await;
    }

    pub async fn state(&self) -> Value {
        answer(self.get("/_control/state")).await
    }

    pub async fn release(&self, reversed: bool) -> Value {
        let request = self.client.post(self.url("/_control/webhooks/release")).bearer_auth(SECRET_KEY);
        answer(request.json(&json!({ "reversed": reversed }))).await
    }
}

/// The JSON of a response that must be 200.
pub async fn answer(request: RequestBuilder) -> Value {
    let (status, body) = outcome(request).await;
    assert_eq!(status, 200, "{body}");
    body
}

/// The `error` of a response that must have that status.
pub async fn error(request: RequestBuilder, status: u16) -> Value {
    let (actual, mut body) = outcome(request).await;
    assert_eq!(actual, status, "{body}");
    body["error"].take()
}

async fn outcome(request: RequestBuilder) -> (u16, Value) {
    let response: Response = request.send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not text"))
}

/// A shop that receives webhooks.
pub struct Shop {
    pub url: String,
    received: UnboundedReceiver<Delivery>,
    /// The statuses of the next responses. The default is 200.
    pub answers: Arc<Mutex<Vec<u16>>>,
}

pub struct Delivery {
    pub signature: String,
    pub body: String,
}

impl Delivery {
    pub fn event(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub fn kind(&self) -> String {
        text(&self.event()["type"]).to_owned()
    }
}

impl Shop {
    pub async fn open() -> Self {
        let (sender, received) = unbounded_channel();
        let answers = Arc::new(Mutex::new(Vec::new()));
        let planned: Arc<Mutex<Vec<u16>>> = Arc::clone(&answers);
        let take = move |headers: HeaderMap, body: Bytes| async move {
            let delivery = Delivery {
                signature: headers.get("stripe-signature").unwrap().to_str().unwrap().to_owned(),
                body: String::from_utf8(body.to_vec()).unwrap(),
            };
            sender.send(delivery).unwrap();
            let status = planned.lock().unwrap().pop().unwrap_or(200);
            StatusCode::from_u16(status).unwrap()
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let router = Router::new().route("/hook", post(take));
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url, received, answers }
    }

    pub async fn next(&mut self) -> Delivery {
        let next = tokio::time::timeout(Duration::from_secs(5), self.received.recv());
        next.await.expect("a webhook within five seconds").unwrap()
    }

    pub async fn next_kinds(&mut self, count: usize) -> Vec<String> {
        let mut kinds = Vec::new();
        for _ in 0..count {
            kinds.push(self.next().await.kind());
        }
        kinds
    }

    /// Fails if an unread webhook has arrived. Meaningful only after a later webhook was read.
    pub fn assert_quiet(&mut self) {
        assert!(self.received.try_recv().is_err(), "an unexpected webhook");
    }
}

/// A folder that is removed on drop.
pub struct Folder(pub std::path::PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("trowel-sandbox-{}-{number}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
