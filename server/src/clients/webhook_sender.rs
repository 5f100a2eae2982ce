//! Sends webhooks to addresses that the owner typed.

use std::time::Duration;

use reqwest::{Url, header::CONTENT_TYPE};
use thiserror::Error;

use super::public_client::{PublicClient, is_private};

pub const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(10);

/// A signed message.
pub struct OutgoingWebhook {
    pub url: String,
    /// Every attempt has the same id.
    pub id: String,
    pub timestamp: i64,
    pub signature: String,
    pub body: String,
}

/// Why there was no response, as a sentence for the owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum WebhookError {
    #[error("The address is in a private network, and webhooks go to public addresses only.")]
    Private,
    #[error("No response within 10 seconds.")]
    Timeout,
    #[error("The shop could not connect. Check the name, the port and the certificate.")]
    Unreachable,
}

pub struct WebhookSender(PublicClient);

impl WebhookSender {
    pub fn new(allows_private: bool) -> Result<Self, reqwest::Error> {
        PublicClient::new(allows_private, WEBHOOK_TIMEOUT).map(Self)
    }

    /// Returns the status of the response. Its body is not read, and a redirect is not followed.
    pub async fn send(&self, message: &OutgoingWebhook) -> Result<u16, WebhookError> {
        let Self(client) = self;
        let url = Url::parse(&message.url).map_err(|_| WebhookError::Unreachable)?;
        if client.refuses(&url) || (!client.allows_private && url.scheme() != "https") {
            return Err(WebhookError::Private);
        }
        let request = client
            .http
            .post(url)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", &message.id)
            .header("webhook-timestamp", message.timestamp)
            .header("webhook-signature", &message.signature)
            .body(message.body.clone());
        match request.send().await {
            Ok(response) => Ok(response.status().as_u16()),
            Err(error) if is_private(&error) => Err(WebhookError::Private),
            Err(error) if error.is_timeout() => Err(WebhookError::Timeout),
            Err(_) => Err(WebhookError::Unreachable),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn sent(url: &str) -> Result<u16, WebhookError> {
        let message = OutgoingWebhook {
            url: url.into(),
            id: "1".into(),
            timestamp: 1,
            signature: "v1,".into(),
            body: "{}".into(),
        };
        WebhookSender::new(false).unwrap().send(&message).await
    }

    #[tokio::test]
    async fn private_names_and_addresses_are_not_connected_to() {
        for url in [
            "https://localhost:1/",
            "https://127.0.0.1:1/",
            "https://2130706433:1/",
            "https://0x7f.1:1/",
            "https://[::1]:1/",
            "https://[::ffff:10.0.0.1]:1/",
            "https://169.254.169.254/latest/meta-data/",
            "http://example.com/",
        ] {
            assert_eq!(sent(url).await, Err(WebhookError::Private), "{url}");
        }
    }
}
