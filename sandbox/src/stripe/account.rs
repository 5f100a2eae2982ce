//! The state of a running card provider.

use std::sync::Arc;

use super::model::KeyKind;
use super::store::Store;
use super::webhooks::EventSender;
use crate::clock::SandboxClock;
use crate::faults::FaultQueue;

/// Where the provider is mounted. Links in its responses lead here.
pub const MOUNT: &str = "/sandbox/stripe";

pub struct StripeAccount {
    pub secret_key: String,
    pub publishable_key: String,
    pub origin: String,
    pub shop_origins: Vec<String>,
    pub page_key: Option<String>,
    pub clock: SandboxClock,
    pub store: Store,
    pub faults: Arc<FaultQueue>,
    pub webhooks: Arc<EventSender>,
}

impl StripeAccount {
    pub fn key_kind(&self, key: &str) -> Option<KeyKind> {
        if key == self.secret_key {
            Some(KeyKind::Server)
        } else {
            (key == self.publishable_key).then_some(KeyKind::Browser)
        }
    }
}
