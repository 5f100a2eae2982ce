//! The card provider: the sandbox. The shop calls it through the scheduler, customers directly.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Request, State},
    http::StatusCode,
    middleware::{self, Next},
    response::{IntoResponse as _, Response},
};
use futures_util::stream;
use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::Method;
use serde_json::Value;
use sha2::Sha256;
use tokio::{net::TcpListener, runtime::Runtime, sync::oneshot};
use trowel::{
    base::config::payments::{PaymentConfig, PublishableKey},
    http::serve::serve,
    values::clock::Clock,
};
use trowel_sandbox::{StripeSandbox, StripeSettings, stripe::MOUNT};

use crate::{
    environment::Environment,
    scheduler::{Scheduler, Stop, StopOutcome},
};

const SECRET_KEY: &str = "sk_test_of_the_simulation";
const PUBLISHABLE_KEY: &str = "pk_test_of_the_simulation";
const WEBHOOK_SECRET: &str = "whsec_of_the_simulation";

pub struct Provider {
    /// The URL for the shop; every call stops at the scheduler.
    pub gated_url: String,
    /// The URL for customers and the simulation; calls do not stop.
    direct_url: String,
    /// The client of all callers.
    pub http: reqwest::Client,
    clock: Clock,
    runtime: Arc<Runtime>,
    /// Closes the listeners when dropped.
    _open: [oneshot::Sender<()>; 2],
}

/// How the provider signs an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signature {
    Valid,
    WrongSecret,
    Expired,
    /// Valid when sent, then changed in transit.
    Tampered,
    Missing,
}

impl Provider {
    pub fn open(environment: &Environment, scheduler: &Scheduler, clock: &Clock) -> Self {
        let seconds = clock.clone();
        let mut settings =
            StripeSettings::new(SECRET_KEY, PUBLISHABLE_KEY, WEBHOOK_SECRET, "http://127.0.0.1");
        settings.clock = Arc::new(move || seconds.now().micros() / 1_000_000);
        let router = StripeSandbox::open(settings).expect("an account in memory").router();
        let gated = router.clone().layer(middleware::from_fn_with_state(scheduler.clone(), gate));
        let (gated_url, gate_open) = listen(&environment.runtime, gated);
        let (direct_url, direct_open) = listen(&environment.runtime, router);
        let (http, runtime) = (environment.http.clone(), Arc::clone(&environment.runtime));
        Self { gated_url, direct_url, http, clock: clock.clone(), runtime, _open: [gate_open, direct_open] }
    }

    pub fn config(&self) -> PaymentConfig {
        PaymentConfig {
            api_url: format!("{}{MOUNT}", self.gated_url),
            js_url: format!("{}{MOUNT}/v3.js", self.direct_url),
            secret_key: SECRET_KEY.into(),
            publishable_key: PublishableKey::parse(PUBLISHABLE_KEY).expect("it starts with pk_"),
            webhook_secret: WEBHOOK_SECRET.into(),
        }
    }

    fn call(&self, method: Method, path: &str, key: &str, form: &[(&str, &str)]) -> (u16, Value) {
        self.runtime.block_on(async {
            let call =
                self.http.request(method, format!("{}{MOUNT}{path}", self.direct_url)).bearer_auth(key);
            let call = if form.is_empty() { call } else { call.form(form) };
            let answer = call.send().await.expect("the provider responds");
            let status = answer.status().as_u16();
            (status, answer.json().await.expect("the provider responds with JSON"))
        })
    }

    /// Confirms the intent with a card, as the browser's script does.
    pub fn pay(&self, client_secret: &str, card: &str) -> u16 {
        let intent = intent_of(client_secret);
        let path = format!("/v1/payment_intents/{intent}/confirm");
        let form = [("client_secret", client_secret), ("payment_method", card)];
        self.call(Method::POST, &path, PUBLISHABLE_KEY, &form).0
    }

    pub fn intent(&self, id: &str) -> Value {
        self.call(Method::GET, &format!("/v1/payment_intents/{id}"), SECRET_KEY, &[]).1
    }

    /// What was returned of this payment.
    pub fn returned(&self, intent: &str) -> i64 {
        let (_, page) = self.call(
            Method::GET,
            &format!("/v1/refunds?payment_intent={intent}&limit=100"),
            SECRET_KEY,
            &[],
        );
        let refunds = page["data"].as_array().expect("a list has `data`");
        let accepted =
            refunds.iter().filter(|refund| refund["status"] != "failed" && refund["status"] != "canceled");
        accepted.filter_map(|refund| refund["amount"].as_i64()).sum()
    }

    /// The latest hundred, oldest first.
    pub fn events(&self) -> Vec<Value> {
        let (_, mut page) = self.call(Method::GET, "/v1/events?limit=100", SECRET_KEY, &[]);
        let Value::Array(mut events) = page["data"].take() else { panic!("a list has `data`") };
        events.reverse();
        events
    }

    /// The body and the signature header of an event's delivery.
    pub fn sign(&self, event: &Value, signature: Signature) -> (String, String) {
        let mut body = event.to_string();
        let now = self.clock.now().micros() / 1_000_000;
        let at = if signature == Signature::Expired { now - 3_600 } else { now };
        let secret = if signature == Signature::WrongSecret { "whsec_of_another" } else { WEBHOOK_SECRET };
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC accepts any key length");
        mac.update(format!("{at}.{body}").as_bytes());
        let hex: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        let header = match signature {
            Signature::Missing => String::new(),
            _ => format!("t={at},v1={hex}"),
        };
        if signature == Signature::Tampered {
            body = body.replacen("\"status\":\"requires_payment_method\"", "\"status\":\"succeeded\"", 1);
            body.push(' ');
        }
        (body, header)
    }
}

pub fn intent_of(client_secret: &str) -> &str {
    client_secret.split("_secret_").next().unwrap_or_default()
}

fn listen(runtime: &Runtime, router: axum::Router) -> (String, oneshot::Sender<()>) {
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let (open, closed) = oneshot::channel::<()>();
    runtime.spawn(serve(listener, router, async { _ = closed.await }));
    (format!("http://{address}"), open)
}

async fn gate(State(scheduler): State<Scheduler>, request: Request, next: Next) -> Response {
    let call = format!("{} {}", request.method(), without_ids(request.uri().path()));
    // Runs on its own task, because the call continues when its caller is gone.
    let served = tokio::spawn(async move {
        match scheduler.arrive(Stop::Called(call)).outcome().await {
            StopOutcome::Continue => {}
            StopOutcome::Disconnect => return cut(),
            StopOutcome::Fail(status) => return failure(status),
        }
        let answer = next.run(request).await;
        match scheduler.arrive(Stop::Served).outcome().await {
            StopOutcome::Continue => answer,
            StopOutcome::Disconnect => cut(),
            StopOutcome::Fail(status) => failure(status),
        }
    });
    served.await.unwrap_or_else(|_| failure(500))
}

fn without_ids(path: &str) -> String {
    let path = path.trim_start_matches(MOUNT).trim_start_matches("/v1/");
    path.split('/').map(|part| if part.starts_with("pi_") { "…" } else { part }).collect::<Vec<_>>().join("/")
}

/// A body that fails before its first byte: hyper closes the connection without a response.
fn cut() -> Response {
    let failure = std::io::Error::new(std::io::ErrorKind::ConnectionAborted, "cut by the simulation");
    Response::new(Body::from_stream(stream::iter([Err::<Vec<u8>, _>(failure)])))
}

fn failure(status: u16) -> Response {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR).into_response()
}
