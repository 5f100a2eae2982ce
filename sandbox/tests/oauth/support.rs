//! The providers on a socket, with one registered shop each, and the steps of a sign-in.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response, Url};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;
use trowel_sandbox::oauth::{self, OAuthSandbox, OAuthSettings, Person, Provider};

pub const CONTROL_KEY: &str = "control_of_tests";
pub const CLIENT: &str = "shop of tests";
/// The secret has characters that Basic credentials must encode.
pub const SECRET: &str = "se:cret/+%&=";
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
/// 2026-11-20T00:00Z
pub const NOW: i64 = 1_795_132_800;

pub struct Providers {
    pub base: String,
    pub client: Client,
    /// Seconds since 1970.
    pub clock: Arc<AtomicI64>,
}

/// The parameters of an authorization request.
pub type Query = BTreeMap<&'static str, String>;

impl Providers {
    pub async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    pub async fn start_with(change: impl FnOnce(&mut OAuthSettings)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let clock = Arc::new(AtomicI64::new(NOW));
        let mut settings = OAuthSettings::new(&origin, CONTROL_KEY);
        settings.clients = Provider::ALL
            .map(|provider| oauth::RegisteredClient {
                provider,
                id: CLIENT.to_owned(),
                secret: SECRET.to_owned(),
                redirect_uri: redirect_uri(provider),
            })
            .to_vec();
        let seconds = Arc::clone(&clock);
        settings.clock = Arc::new(move || seconds.load(Ordering::Relaxed));
        change(&mut settings);
        let router = OAuthSandbox::new(settings).router();
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        let client = Client::builder()
            .timeout(Duration::from_secs(10))
            .redirect(Policy::none())
            .user_agent("tests")
            .no_proxy()
            .build()
            .unwrap();
        Self { base: format!("{origin}/sandbox/oauth"), client, clock }
    }

    pub fn url(&self, provider: Provider, path: &str) -> String {
        format!("{}/{}{path}", self.base, provider.name())
    }

    pub fn page_url(&self, provider: Provider, query: &Query) -> Url {
        Url::parse_with_params(&self.url(provider, "/authorize"), query).unwrap()
    }

    /// Submits the form of the page and returns the address that the browser is sent to.
    pub async fn submit(&self, provider: Provider, form: &[(&str, &str)]) -> Url {
        let request = self.client.post(self.page_url(provider, &query(provider))).form(form);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 303);
        location(&response)
    }

    /// Allows as one of the prepared users and returns the code.
    pub async fn code(&self, provider: Provider, person: &Person, fault: &str) -> String {
        let id = person.id.to_string();
        let form = [("decision", "allow"), ("person", id.as_str()), ("fault", fault)];
        param(&self.submit(provider, &form).await, "code").unwrap()
    }

    /// The token call in the format of the provider.
    pub fn exchange(&self, provider: Provider, code: &str) -> RequestBuilder {
        let own = redirect_uri(provider);
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", &own),
            ("code_verifier", VERIFIER),
        ];
        let request = self.client.post(self.url(provider, "/token")).header("accept", "application/json");
        if provider == Provider::Twitter {
            return request.basic_auth("shop+of+tests", Some("se%3Acret%2F%2B%25%26%3D")).form(&form);
        }
        form.extend([("client_id", CLIENT), ("client_secret", SECRET)]);
        request.form(&form)
    }

    /// A whole sign-in, up to the access token.
    pub async fn token(&self, provider: Provider, person: &Person, fault: &str) -> String {
        let code = self.code(provider, person, fault).await;
        let answer = json(self.exchange(provider, &code), 200).await;
        text(&answer["access_token"]).to_owned()
    }

    pub async fn profile(&self, provider: Provider, path: &str, token: &str) -> Value {
        json(self.client.get(self.url(provider, path)).bearer_auth(token), 200).await
    }

    pub fn control(&self, path: &str, body: &Value) -> RequestBuilder {
        self.client.post(format!("{}/_control/{path}", self.base)).bearer_auth(CONTROL_KEY).json(body)
    }
}

pub fn redirect_uri(provider: Provider) -> String {
    format!("http://shop.example/{}?from=provider", provider.name())
}

/// A correct authorization request.
pub fn query(provider: Provider) -> Query {
    let scope = match provider {
        Provider::Google => "openid email profile",
        Provider::Facebook => "email,public_profile",
        Provider::Github => "read:user user:email",
        Provider::Twitter => "users.read tweet.read",
    };
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER.as_bytes()));
    [
        ("client_id", CLIENT.to_owned()),
        ("redirect_uri", redirect_uri(provider)),
        ("response_type", "code".to_owned()),
        ("scope", scope.to_owned()),
        ("state", "a state".to_owned()),
        ("nonce", "a nonce".to_owned()),
        ("code_challenge", challenge),
        ("code_challenge_method", "S256".to_owned()),
    ]
    .into()
}

/// Ada has a verified e-mail address, Bram an unverified one, Cleo none.
pub fn people() -> [Person; 3] {
    let [ada, bram, cleo, _] = Person::prepared().try_into().unwrap();
    [ada, bram, cleo]
}

pub fn location(response: &Response) -> Url {
    Url::parse(response.headers()["location"].to_str().unwrap()).unwrap()
}

pub fn param(url: &Url, name: &str) -> Option<String> {
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

pub async fn json(request: RequestBuilder, status: u16) -> Value {
    let response = request.send().await.unwrap();
    let actual = response.status();
    let body = response.text().await.unwrap();
    assert_eq!(actual, status, "{body}");
    serde_json::from_str(&body).unwrap()
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not text"))
}

/// The header and the claims of a token, without a check of its signature.
pub fn parts(token: &str) -> (Value, Value) {
    let mut parts = token.split('.').map(|part| BASE64_URL_SAFE_NO_PAD.decode(part).unwrap());
    let mut next = || serde_json::from_slice(&parts.next().unwrap()).unwrap();
    (next(), next())
}
