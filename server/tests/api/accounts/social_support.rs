//! The sandbox's identity providers, and browsers that log in through them.

use std::collections::BTreeMap;

use reqwest::{Method, Url, redirect};
use serde_json::{Value, json};
use tokio::{
    net::TcpListener,
    sync::{OnceCell, oneshot},
};
use trowel::{
    base::config::social_login::{
        OAuthCredentials, OAuthProviderConfig, OidcProviderConfig, SocialLoginConfig,
    },
    http::serve::serve,
};
use trowel_sandbox::{
    OAuthSandbox, OAuthSettings,
    oauth::{MOUNT, Person, Provider, RegisteredClient},
};

use crate::support::{Answer, Setup, TestShop, sandbox_clock};

const CONTROL_KEY: &str = "control_of_this_test";

/// A shop with all four providers.
pub fn played(setup: Setup) -> Setup {
    Setup { elsewhere: true, ..setup }
}

/// All four providers; the shop is registered with each.
pub struct Elsewhere {
    /// The URL without the provider's name.
    pub url: String,
    http: reqwest::Client,
    first_key: OnceCell<()>,
}

impl Elsewhere {
    /// Opens the providers for a shop with this public URL.
    pub async fn open(public_url: &str) -> (Self, SocialLoginConfig, oneshot::Sender<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let mut settings = OAuthSettings::new(&*origin, CONTROL_KEY);
        settings.clock = sandbox_clock();
        settings.clients = Provider::ALL
            .map(|provider| RegisteredClient {
                provider,
                id: format!("client-of-{}", provider.name()),
                secret: format!("secret/of+{}", provider.name()),
                redirect_uri: format!("{public_url}/api/identity/social/{}/callback", provider.name()),
            })
            .to_vec();
        let url = format!("{origin}{MOUNT}");
        let social = social_config(&settings.clients, &url);
        let (stop, stopped) = oneshot::channel();
        tokio::spawn(serve(listener, OAuthSandbox::new(settings).router(), async {
            let _ = stopped.await;
        }));
        let http = reqwest::Client::builder().redirect(redirect::Policy::none()).no_proxy().build().unwrap();
        (Self { url, http, first_key: OnceCell::new() }, social, stop)
    }

    /// Injects faults into the next calls; see the sandbox's `_control/faults`.
    pub async fn misbehave(&self, faults: Value) {
        self.control("faults", json!({ "rest": faults })).await;
    }

    /// Clears the faults and releases held calls.
    pub async fn behave(&self) {
        let call = self.http.delete(format!("{}/_control/faults", self.url)).bearer_auth(CONTROL_KEY);
        assert_eq!(call.send().await.unwrap().status(), 200);
    }

    /// Waits until every fault has been used, so that the affected call has started.
    pub async fn until_nothing_waits(&self) {
        loop {
            let call = self.http.get(format!("{}/_control/state", self.url)).bearer_auth(CONTROL_KEY);
            let state: Value = call.send().await.unwrap().json().await.unwrap();
            if state["faults"]["rest"].as_array().is_some_and(Vec::is_empty) {
                return;
            }
            tokio::task::yield_now().await;
        }
    }

    /// Generating the first key takes seconds on a busy machine, and the shop's timeout is five seconds. Request the
    /// key before a login at Google.
    pub async fn make_first_key(&self) {
        self.first_key
            .get_or_init(async || {
                let keys = self.http.get(format!("{}/google/jwks", self.url)).send().await.unwrap();
                assert_eq!(keys.status(), 200);
            })
            .await;
    }

    /// From now on ID tokens are signed with another key.
    pub async fn rotate_keys(&self) {
        self.control("keys/rotate", Value::Null).await;
    }

    /// Adds a user to log in as: `{name, email?, email_verified?, id?}`. Returns the value for the form.
    pub async fn person(&self, person: Value) -> String {
        self.control("people", person).await["id"].to_string()
    }

    async fn control(&self, path: &str, body: Value) -> Value {
        let call = self.http.post(format!("{}/_control/{path}", self.url)).bearer_auth(CONTROL_KEY);
        let answer = call.json(&body).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        answer.json().await.unwrap()
    }

    /// Submits the form of a provider's page, and returns the redirect target.
    pub async fn decide(&self, page: &Url, form: &[(&str, &str)]) -> Url {
        let answer = self.http.post(page.clone()).form(form).send().await.unwrap();
        assert_eq!(answer.status(), 303, "{}", answer.text().await.unwrap());
        Url::parse(answer.headers()["location"].to_str().unwrap()).unwrap()
    }
}

fn social_config(clients: &[RegisteredClient], url: &str) -> SocialLoginConfig {
    let mut social = SocialLoginConfig::default();
    for client in clients {
        let credentials =
            OAuthCredentials { client_id: client.id.clone(), client_secret: client.secret.clone() };
        let at = format!("{url}/{}", client.provider.name());
        let (place, user) = match client.provider {
            Provider::Google => {
                social.google = Some(OidcProviderConfig { credentials, issuer: at });
                continue;
            }
            Provider::Facebook => (&mut social.facebook, "me"),
            Provider::Github => (&mut social.github, "user"),
            Provider::Twitter => (&mut social.twitter, "users/me"),
        };
        *place = Some(OAuthProviderConfig {
            credentials,
            authorize_url: format!("{at}/authorize"),
            token_url: format!("{at}/token"),
            userinfo_url: format!("{at}/{user}"),
        });
    }
    social
}

/// The prepared users, as values for the form.
pub mod who {
    use super::Person;

    /// Ada has the verified address ada.thorne@example.com.
    pub fn ada() -> String {
        Person::prepared()[0].id.to_string()
    }

    /// Bram has bram.oakes@example.com, which is not verified.
    pub fn bram() -> String {
        Person::prepared()[1].id.to_string()
    }

    /// Cleo has no address.
    pub fn cleo() -> String {
        Person::prepared()[2].id.to_string()
    }
}

/// A browser with its cookies, between the shop and the providers.
pub struct Browser<'a> {
    shop: &'a TestShop,
    pub jar: BTreeMap<String, String>,
}

impl<'a> Browser<'a> {
    pub fn of(shop: &'a TestShop) -> Self {
        Self { shop, jar: BTreeMap::new() }
    }

    /// The value of the `Cookie` header.
    pub fn cookies(&self) -> String {
        let cookies: Vec<_> = self.jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
        cookies.join("; ")
    }

    /// Opens a path of the shop.
    pub async fn get(&mut self, path: &str) -> Answer {
        let mut call = self.shop.fetch(Method::GET, path);
        if !self.jar.is_empty() {
            call = call.header("cookie", &self.cookies());
        }
        let answer = call.send().await;
        self.keep_cookies(&answer);
        answer
    }

    pub fn keep_cookies(&mut self, answer: &Answer) {
        for cookie in answer.headers.get_all("set-cookie") {
            let cookie = cookie.to_str().unwrap();
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            if value.is_empty() || cookie.to_lowercase().contains("max-age=0") {
                self.jar.remove(name);
            } else {
                self.jar.insert(name.to_owned(), value.to_owned());
            }
        }
    }

    /// Presses "Continue with …" and returns the URL of the provider's page.
    pub async fn start(&mut self, provider: Provider) -> Url {
        if provider == Provider::Google {
            self.shop.elsewhere().make_first_key().await;
        }
        let path = format!("/api/identity/social/{}/start?mode=redirect&returnTo=/tool", provider.name());
        let answer = self.get(&path).await;
        let place = answer.header("location");
        Url::parse(place)
            .unwrap_or_else(|_| panic!("sent to {place:?}, not to the provider: {}", answer.text))
    }

    /// Consents as this user, and returns the callback URL.
    pub async fn allow(&mut self, provider: Provider, person: &str, wrong: &str) -> Url {
        let page = self.start(provider).await;
        let form = [("decision", "allow"), ("person", person), ("fault", wrong)];
        self.shop.elsewhere().decide(&page, &form).await
    }

    pub async fn come_back(&mut self, to: &Url) -> Answer {
        let path = to.as_str().strip_prefix(&self.shop.url).expect("back to the shop").to_owned();
        self.get(&path).await
    }

    /// The whole login: returns the shop's final response.
    pub async fn continue_with(&mut self, provider: Provider, person: &str, wrong: &str) -> Answer {
        let back = self.allow(provider, person, wrong).await;
        self.come_back(&back).await
    }
}
