//! Sends notifications to browsers, through the push service that each browser names (RFC 8030).

pub mod encryption;
pub mod vapid;

use std::time::Duration;

use reqwest::{
    Url,
    header::{AUTHORIZATION, CONTENT_ENCODING},
};

use self::{encryption::BrowserKeys, vapid::VapidKey};
use super::public_client::PublicClient;
use crate::values::{
    time::Timestamp,
    url::{is_public_https, public_literal},
};

pub const PUSH_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the push service keeps a message for a phone that is off.
pub const PUSH_TTL: Duration = Duration::from_hours(24);

/// A message to one browser.
pub struct OutgoingPush<'p> {
    pub endpoint: &'p str,
    pub keys: &'p BrowserKeys,
    pub text: &'p [u8],
}

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PushOutcome {
    Sent,
    /// The browser has ended its subscription.
    Gone,
    /// The service gave no answer, or one that may change.
    Failed,
}

pub struct PushClient {
    client: PublicClient,
    key: VapidKey,
    /// Where a push service reaches the shop. Services take only an address with https.
    contact: Option<String>,
}

impl PushClient {
    pub fn new(allows_private: bool, key: VapidKey, public_url: &str) -> Result<Self, reqwest::Error> {
        let contact = public_url.starts_with("https://").then(|| public_url.to_owned());
        Ok(Self { client: PublicClient::new(allows_private, PUSH_TIMEOUT)?, key, contact })
    }

    /// The key that a browser subscribes to.
    pub fn public_key(&self) -> &str {
        &self.key.public_key
    }

    /// Whether this may be the address of a push service. A name is checked again when it is resolved.
    pub fn accepts(&self, endpoint: &str) -> bool {
        let Ok(url) = Url::parse(endpoint) else { return false };
        if self.client.allows_private {
            return ["http", "https"].contains(&url.scheme());
        }
        is_public_https(endpoint) && url.fragment().is_none() && public_literal(&url) != Some(false)
    }

    /// The body of the response is not read, and a redirect is not followed.
    pub async fn send(&self, push: OutgoingPush<'_>, now: Timestamp) -> PushOutcome {
        let Some(url) = Url::parse(push.endpoint).ok().filter(|_| self.accepts(push.endpoint)) else {
            return PushOutcome::Failed;
        };
        let origin = url.origin().ascii_serialization();
        let authorization = self.key.authorization(&origin, self.contact.as_deref(), now);
        let (Ok(authorization), Ok(body)) = (authorization, push.keys.encrypt(push.text)) else {
            return PushOutcome::Failed;
        };
        let request = self
            .client
            .http
            .post(url)
            .header(AUTHORIZATION, authorization)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header("ttl", PUSH_TTL.as_secs())
            .header("urgency", "high")
            .body(body);
        match request.send().await.map(|response| response.status().as_u16()) {
            Ok(200..300) => PushOutcome::Sent,
            Ok(404 | 410) => PushOutcome::Gone,
            Ok(status) => {
                tracing::info!(status, "a push service refused a message");
                PushOutcome::Failed
            }
            Err(_) => PushOutcome::Failed,
        }
    }
}
