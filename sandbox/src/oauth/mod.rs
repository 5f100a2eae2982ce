//! Four identity providers that know nobody: the other ends of Google's, Facebook's, GitHub's and Twitter's sign-in.
//!
//! What a shop may rely on is what the providers document, quirks included: GitHub's errors come with status 200 and
//! its answers as a form unless JSON is asked for, Facebook leaves a mark in the fragment, Twitter wants Basic
//! credentials and cuts the popup's opener. Stricter than they are is one thing: PKCE with S256 and a state are
//! demanded by all four. What only tests use lives under `/_control` and is reached with a key.
//!
//! Reading order: `asked` is what a shop sends a browser here with, `consent` the page on which a person answers,
//! `grants` what is remembered of it, `exchange` the code turned into tokens, `id_token` and `keys` what Google
//! signs, `profile` what each tells about a person. `wrong` is every way in which an answer can be untrue, `faults`
//! how calls misbehave.

mod asked;
mod consent;
mod control;
mod exchange;
mod faults;
mod google;
mod grants;
mod id_token;
mod keys;
mod person;
mod profile;
mod provider;
mod wrong;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::routing::{get, post};
use axum::{Router, middleware};

use crate::clock::{self, Clock};

use faults::Faults;
use grants::Book;
use keys::Keys;
use person::People;

pub use person::Person;
pub use provider::Provider;
pub use wrong::Wrong;

/// Where the sandbox is mounted; links in its answers lead here.
pub const MOUNT: &str = "/sandbox/oauth";

/// What the providers know of shops and people when they start.
#[derive(Clone)]
pub struct OauthSettings {
    /// The public origin of this sandbox, as in `http://127.0.0.1:8080`, without a slash at the end: browsers are
    /// sent here.
    pub origin: String,
    /// Where a shop's server reaches it, if it cannot by the public origin. Google's issuer lies here.
    pub server_origin: String,
    /// Opens `/_control`.
    pub control_key: String,
    /// Who may send people here.
    pub clients: Vec<Client>,
    /// Who can be picked on the page.
    pub people: Vec<Person>,
    /// Addresses that nobody may claim on the page, where strangers can reach it.
    pub taken: Vec<String>,
    pub clock: Clock,
}

/// A shop, as it is registered with one of the providers.
#[derive(Clone)]
pub struct Client {
    pub provider: Provider,
    pub id: String,
    pub secret: String,
    /// People are sent back to this very address and no other.
    pub redirect_uri: String,
}

impl OauthSettings {
    /// With the prepared people, and no shop yet.
    pub fn new(origin: impl Into<String>, control_key: impl Into<String>) -> Self {
        let origin = origin.into();
        Self {
            server_origin: origin.clone(),
            origin,
            control_key: control_key.into(),
            clients: Vec::new(),
            people: Person::prepared(),
            taken: Vec::new(),
            clock: clock::system(),
        }
    }
}

impl fmt::Debug for OauthSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OauthSettings").field("origin", &self.origin).finish_non_exhaustive()
    }
}

/// Running stand-ins. Clones share what they know.
#[derive(Clone)]
pub struct OauthSandbox(Arc<Providers>);

struct Providers {
    origin: String,
    server_origin: String,
    control_key: String,
    clients: Vec<Client>,
    clock: Clock,
    people: Mutex<People>,
    taken: Vec<String>,
    book: Mutex<Book>,
    keys: Keys,
    faults: Faults,
}

impl OauthSandbox {
    pub fn new(settings: OauthSettings) -> Self {
        Self(Arc::new(Providers {
            origin: settings.origin,
            server_origin: settings.server_origin,
            control_key: settings.control_key,
            clients: settings.clients,
            clock: settings.clock,
            people: Mutex::new(People::new(settings.people)),
            taken: settings.taken,
            book: Mutex::default(),
            keys: Keys::default(),
            faults: Faults::default(),
        }))
    }

    /// All four under [`MOUNT`], each below its name, to be merged into the shop's router. The answers bring their
    /// own security headers, which layers of the shop must leave alone.
    pub fn router(&self) -> Router {
        let mut providers = Router::new();
        for provider in Provider::ALL {
            providers = providers.nest(&format!("/{}", provider.name()), provider_routes(provider));
        }
        let providers = providers
            .layer(middleware::from_fn_with_state(Arc::clone(&self.0), faults::may_interfere))
            .route("/_control/faults", post(control::add_faults).delete(control::clear_faults))
            .route("/_control/people", post(control::add_person))
            .route("/_control/keys/rotate", post(control::rotate_keys))
            .route("/_control/state", get(control::state))
            .route("/pictures/{id}", get(person::picture))
            .route("/consent.css", get(consent::style));
        Router::new().nest(MOUNT, providers).with_state(Arc::clone(&self.0))
    }
}

fn provider_routes(provider: Provider) -> Router<Arc<Providers>> {
    let common = Router::new()
        .route("/authorize", get(consent::ask).post(consent::answer))
        .route("/token", post(exchange::by_post));
    let own = match provider {
        Provider::Google => common
            .route("/.well-known/openid-configuration", get(google::discovery))
            .route("/jwks", get(google::jwks))
            .route("/userinfo", get(profile::google).post(profile::google)),
        Provider::Github => {
            common.route("/user", get(profile::github)).route("/user/emails", get(profile::github_emails))
        }
        // The one that takes a code in a query as well.
        Provider::Facebook => {
            common.route("/token", get(exchange::by_get)).route("/me", get(profile::facebook))
        }
        Provider::Twitter => common.route("/users/me", get(profile::twitter)),
    };
    own.layer(axum::Extension(provider))
}

impl Providers {
    fn now(&self) -> i64 {
        (self.clock)()
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn people(&self) -> MutexGuard<'_, People> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn client(&self, provider: Provider, id: &str) -> Option<&Client> {
        self.clients.iter().find(|client| client.provider == provider && client.id == id)
    }

    /// Where browsers find a provider.
    fn front(&self, provider: Provider) -> String {
        format!("{}{MOUNT}/{}", self.origin, provider.name())
    }

    /// Where servers find a provider.
    fn back(&self, provider: Provider) -> String {
        format!("{}{MOUNT}/{}", self.server_origin, provider.name())
    }

    fn picture(&self, person: &Person) -> String {
        format!("{}{MOUNT}/pictures/{}.svg", self.origin, person.id)
    }
}
