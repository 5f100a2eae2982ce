//! The settings and the state of the identity providers.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::grants::Grants;
use super::person::{People, Person};
use super::provider::{Provider, RegisteredClient};
use super::signing_keys::IssuerKeys;
use crate::clock::{self, SandboxClock};
use crate::faults::FaultQueue;

/// Where the providers are mounted. Links in their responses lead here.
pub const MOUNT: &str = "/sandbox/oauth";

#[derive(Clone)]
pub struct OAuthSettings {
    /// The public origin of the sandbox, as in `http://127.0.0.1:8080`, without a slash at the end.
    pub origin: String,
    /// The origin for the server of a shop, if it differs from the public one.
    pub server_origin: String,
    /// The bearer key of `/_control`.
    pub control_key: String,
    pub clients: Vec<RegisteredClient>,
    /// The users on the consent page.
    pub people: Vec<Person>,
    /// E-mail addresses that new users on the consent page cannot have.
    pub reserved_emails: Vec<String>,
    pub clock: SandboxClock,
}

impl OAuthSettings {
    /// Returns the settings with the prepared users and without a shop.
    pub fn new(origin: impl Into<String>, control_key: impl Into<String>) -> Self {
        let origin = origin.into();
        Self {
            server_origin: origin.clone(),
            origin,
            control_key: control_key.into(),
            clients: Vec::new(),
            people: Person::prepared(),
            reserved_emails: Vec::new(),
            clock: clock::system(),
        }
    }
}

impl fmt::Debug for OAuthSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OAuthSettings").field("origin", &self.origin).finish_non_exhaustive()
    }
}

pub struct Providers {
    pub settings: OAuthSettings,
    people: Mutex<People>,
    grants: Mutex<Grants>,
    pub keys: IssuerKeys,
    pub faults: Arc<FaultQueue>,
}

impl Providers {
    pub fn new(settings: OAuthSettings) -> Self {
        Self {
            people: Mutex::new(People::new(settings.people.clone())),
            settings,
            grants: Mutex::default(),
            keys: IssuerKeys::default(),
            faults: Arc::default(),
        }
    }

    pub fn now(&self) -> i64 {
        (self.settings.clock)()
    }

    pub fn grants(&self) -> MutexGuard<'_, Grants> {
        self.grants.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn people(&self) -> MutexGuard<'_, People> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn client(&self, provider: Provider, id: &str) -> Option<&RegisteredClient> {
        self.settings.clients.iter().find(|client| client.provider == provider && client.id == id)
    }

    /// The base URL for browsers.
    pub fn browser_url(&self, provider: Provider) -> String {
        format!("{}{}/{}", self.settings.origin, MOUNT, provider.name())
    }

    /// The base URL for servers, which is also the issuer of Google's ID tokens.
    pub fn server_url(&self, provider: Provider) -> String {
        format!("{}{}/{}", self.settings.server_origin, MOUNT, provider.name())
    }

    pub fn picture_url(&self, person: &Person) -> String {
        format!("{}{}/pictures/{}.svg", self.settings.origin, MOUNT, person.id)
    }
}
