//! Every call of the shop and of the card provider's sandbox, from the request to the response, without a socket.

use std::{fs, path::PathBuf, sync::Arc};

use axum::{
    Router,
    body::Body,
    http::{HeaderName, Method, Request, header},
    response::Response,
};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt as _;
use trowel::{
    accounts::{roles, user::Role},
    app::router::{openapi, router},
    base::config::Config,
    db::{self, Db},
    shop::Shop,
    values::{clock::Clock, email::Email},
};
use trowel_sandbox::{StripeSandbox, StripeSettings, stripe::MOUNT};

use super::{
    input::{Input, text},
    settings,
};

const PASSWORD: &str = "correct horse";

/// A shop that lives as long as its thread, with a customer and an administrator.
struct Running {
    runtime: Runtime,
    shop: Router,
    provider: Router,
    calls: Vec<(Method, String)>,
    folder: PathBuf,
}

/// The credentials of a request: none, the cookie, or cookie and token.
#[derive(Clone, Default)]
struct Proof {
    cookie: String,
    token: String,
}

impl Running {
    fn open() -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let folder = std::env::temp_dir().join(format!("trowel_calls_{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let data = folder.to_str().unwrap();
        let flags = [
            "--public-url=http://127.0.0.1",
            "--data",
            data,
            "--max-sign-ins=1000000",
            "--max-reviews=1000000",
        ];
        let config = Config { listen: "127.0.0.1:80".parse().unwrap(), ..settings::checked(&flags) };
        let shop = runtime.block_on(opened(config));
        let stand_in =
            StripeSandbox::open(StripeSettings::new("sk_test_1", "pk_test_1", "whsec_1", "http://127.0.0.1"));
        Self { shop, provider: stand_in.unwrap().router(), calls: registered(), runtime, folder }
    }

    fn ask(&self, router: &Router, request: Request<Body>) -> (Response<()>, Vec<u8>) {
        self.runtime.block_on(async {
            let (head, body) = router.clone().oneshot(request).await.unwrap().into_parts();
            // The events of the stock never end.
            if head.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream") {
                return (Response::from_parts(head, ()), Vec::new());
            }
            let body = body.collect().await.map(|body| body.to_bytes().to_vec()).unwrap_or_default();
            (Response::from_parts(head, ()), body)
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

async fn opened(config: Config) -> Router {
    let db = Db::open(&config.database, db::Options::default()).await.unwrap();
    let shop = Shop::open(config, db, Clock::default()).await.unwrap();
    let router = router(Arc::clone(&shop), None);
    for name in ["ada", "hazel"] {
        let person = json!({ "name": name, "email": format!("{name}@example.com"), "password": PASSWORD });
        let request = Request::post("/api/identity/sign-up").header(header::CONTENT_TYPE, "application/json");
        let answer =
            router.clone().oneshot(request.body(Body::from(person.to_string())).unwrap()).await.unwrap();
        assert_eq!(answer.status(), 200);
    }
    let hazel = Email::parse("hazel@example.com").unwrap();
    roles::change(
        &shop.db,
        &hazel,
        roles::RoleEdit::Grant(Role::Admin),
        roles::GrantedBy::Host { only_verified: false },
        shop.clock.now(),
    )
    .await
    .unwrap();
    router
}

fn registered() -> Vec<(Method, String)> {
    let document = serde_json::to_value(openapi()).unwrap();
    let mut calls = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            calls.push((method.to_uppercase().parse().unwrap(), path.clone()));
        }
    }
    calls
}

thread_local! {
    static RUNNING: Running = Running::open();
    static PROOFS: std::cell::RefCell<[Proof; 2]> = std::cell::RefCell::default();
}

/// Signs in again if the previous call ended the session or changed the password.
fn proof(running: &Running, who: usize) -> Proof {
    let kept = PROOFS.with_borrow(|proofs| proofs[who].clone());
    let ask = |method: &str, path: &str, cookie: &str, body: String| {
        let request = Request::builder().method(method).uri(path).header(header::COOKIE, cookie);
        let request = request.header(header::CONTENT_TYPE, "application/json");
        running.ask(&running.shop, request.body(Body::from(body)).unwrap())
    };
    let email = ["ada@example.com", "hazel@example.com"][who];
    let (still, _) = ask("GET", "/api/identity/session", &kept.cookie, String::new());
    if still.status() == 200 {
        return kept;
    }
    let body = json!({ "email": email, "password": PASSWORD }).to_string();
    let (answer, _) = ask("POST", "/api/identity/sign-in", "", body);
    let cookies = answer.headers().get_all(header::SET_COOKIE).iter().filter_map(|line| line.to_str().ok());
    let cookie = cookies.filter_map(|line| line.split(';').next()).collect::<Vec<_>>().join("; ");
    let (_, body) = ask("PUT", &format!("/api/user/{email}"), &cookie, String::new());
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let proof = Proof { cookie, token: body["token"].as_str().unwrap_or_default().to_owned() };
    PROOFS.with_borrow_mut(|proofs| proofs[who] = proof.clone());
    proof
}

const HEADERS: [&str; 8] = [
    "idempotency-key",
    "if-match",
    "if-none-match",
    "accept-encoding",
    "origin",
    "x-forwarded-for",
    "content-encoding",
    "range",
];

/// Every request gets a well-formed response, and never a server error.
pub fn calls(bytes: &[u8]) {
    RUNNING.with(|running| {
        let mut input = Input::new(bytes);
        let (who, which) = (input.index(4), input.index(running.calls.len() + 1));
        let (segment, query) = (input.text_line(), input.text_line());
        let (name, value) = (HEADERS[input.index(HEADERS.len())], input.header());
        let kind = input.header();
        let segment = segment.replace(['/', '?', '#'], "");
        let (method, path) = match running.calls.get(which) {
            Some((method, path)) => {
                let (before, after) = path.split_once('{').map_or((path.as_str(), ""), |(before, rest)| {
                    (before, rest.split_once('}').map_or("", |(_, after)| after))
                });
                let segment = if path.contains('{') { segment.as_str() } else { "" };
                (method.clone(), format!("/api{before}{segment}{after}?{query}"))
            }
            None => (Method::GET, format!("/{segment}?{query}")),
        };
        let proof = match who {
            0 => Proof::default(),
            1 => Proof { token: String::new(), ..proof(running, 0) },
            who => proof(running, who - 2),
        };
        let mut request =
            Request::builder().method(method.clone()).uri(&path).header(header::COOKIE, &proof.cookie);
        if !proof.token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {}", proof.token));
        }
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            request = request.header(HeaderName::from_static(name), value);
        }
        if let Some(kind) = kind.filter(|kind| !kind.is_empty()) {
            request = request.header(header::CONTENT_TYPE, kind);
        }
        let Ok(request) = request.body(Body::from(input.rest().to_vec())) else { return };
        let (answer, body) = running.ask(&running.shop, request);
        let status = answer.status().as_u16();
        let words = || format!("{method} {path}: {status} {}", text(&body));
        assert!(status < 500 || status == 503, "{}", words());
        assert!(answer.headers().contains_key("content-security-policy"), "{}", words());
        if status >= 400 && path.starts_with("/api/") {
            let problem: Value =
                serde_json::from_slice(&body).unwrap_or_else(|error| panic!("{error}: {}", words()));
            assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/problem+json", "{}", words());
            assert!(problem["status"] == status && problem["code"].is_string(), "{}", words());
        }
    });
}

/// The sandbox refuses what it cannot read with the provider's error format, and does not panic.
pub fn provider_form(bytes: &[u8]) {
    const PATHS: [&str; 6] = [
        "payment_intents",
        "payment_methods",
        "refunds",
        "payment_intents/pi_1/confirm",
        "charges",
        "events",
    ];
    RUNNING.with(|running| {
        let mut input = Input::new(bytes);
        let (path, query, key) = (PATHS[input.index(PATHS.len())], input.text_line(), input.header());
        let uri = format!("{MOUNT}/v1/{path}?{query}");
        let mut request = Request::post(uri).header(header::AUTHORIZATION, "Bearer sk_test_1");
        if let Some(key) = key.filter(|key| !key.is_empty()) {
            request = request.header("idempotency-key", key);
        }
        request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        let Ok(request) = request.body(Body::from(input.rest().to_vec())) else { return };
        let (answer, body) = running.ask(&running.provider, request);
        let told: Value =
            serde_json::from_slice(&body).unwrap_or_else(|error| panic!("{error}: {}", text(&body)));
        assert!(answer.status().as_u16() < 500, "{told}");
        assert_eq!(answer.status().is_success(), told.get("error").is_none(), "{told}");
    });
}
