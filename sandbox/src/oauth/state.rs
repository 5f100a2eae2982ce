//! The state of the running identity providers.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::OAuthSettings;
use super::grants::Grants;
use super::person::{People, Person};
use super::provider::{OAuthClient, Provider};
use super::signing_keys::SigningKeys;
use crate::faults::FaultQueue;

pub struct Providers {
    pub settings: OAuthSettings,
    people: Mutex<People>,
    grants: Mutex<Grants>,
    pub keys: SigningKeys,
    pub faults: Arc<FaultQueue>,
}

impl Providers {
    pub fn new(settings: OAuthSettings) -> Self {
        Self {
            people: Mutex::new(People::new(settings.people.clone())),
            settings,
            grants: Mutex::default(),
            keys: SigningKeys::default(),
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

    pub fn client(&self, provider: Provider, id: &str) -> Option<&OAuthClient> {
        self.settings.clients.iter().find(|client| client.provider == provider && client.id == id)
    }

    /// The base URL for browsers.
    pub fn browser_url(&self, provider: Provider) -> String {
        format!("{}{}/{}", self.settings.origin, super::MOUNT, provider.name())
    }

    /// The base URL for servers, which is also the issuer of Google's ID tokens.
    pub fn server_url(&self, provider: Provider) -> String {
        format!("{}{}/{}", self.settings.server_origin, super::MOUNT, provider.name())
    }

    pub fn picture_url(&self, person: &Person) -> String {
        format!("{}{}/pictures/{}.svg", self.settings.origin, super::MOUNT, person.id)
    }
}
