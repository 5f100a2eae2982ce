//! The state of a running card provider.

use std::sync::Arc;

use super::model::Caller;
use super::store::Store;
use super::webhooks::WebhookSender;
use crate::clock::Clock;
use crate::faults::FaultQueue;

/// Where the provider is mounted. Links in its responses lead here.
pub const MOUNT: &str = "/sandbox/stripe";

pub struct Account {
    pub secret_key: String,
    pub publishable_key: String,
    pub origin: String,
    pub shop_origins: Vec<String>,
    pub page_key: Option<String>,
    pub clock: Clock,
    pub store: Store,
    pub faults: Arc<FaultQueue>,
    pub webhooks: Arc<WebhookSender>,
}

impl Account {
    pub fn caller(&self, key: &str) -> Option<Caller> {
        if key == self.secret_key {
            Some(Caller::Server)
        } else {
            (key == self.publishable_key).then_some(Caller::Browser)
        }
    }
}
