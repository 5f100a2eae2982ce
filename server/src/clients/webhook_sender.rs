//! Sends webhooks to addresses that the owner typed. They must not lead into the network of the shop.
//!
//! A name is resolved by `PublicResolver`, and the connection goes to exactly the addresses that it returns. So a name
//! that resolves to another address a moment later is refused too. An address instead of a name is not resolved, and is
//! checked before.

use std::{error::Error as _, sync::Arc, time::Duration};

use reqwest::{
    Url,
    dns::{Addrs, Name, Resolve, Resolving},
    header::CONTENT_TYPE,
};
use thiserror::Error;

use crate::values::url::{PrivateAddress, is_public_ip, public_literal};

pub const WEBHOOK_TIMEOUT: Duration = Duration::from_secs(10);

/// A signed message.
pub struct OutgoingWebhook {
    pub url: String,
    /// The same in every attempt.
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

pub struct WebhookSender {
    http: reqwest::Client,
    allows_private: bool,
}

impl WebhookSender {
    pub fn new(allows_private: bool) -> Result<Self, reqwest::Error> {
        let builder = super::http_client_builder().connect_timeout(WEBHOOK_TIMEOUT).timeout(WEBHOOK_TIMEOUT);
        let builder = if allows_private { builder } else { builder.dns_resolver(Arc::new(PublicResolver)) };
        Ok(Self { http: builder.build()?, allows_private })
    }

    /// Returns the status of the response. Its body is not read, and a redirect is not followed.
    pub async fn send(&self, message: &OutgoingWebhook) -> Result<u16, WebhookError> {
        let url = Url::parse(&message.url).map_err(|_| WebhookError::Unreachable)?;
        if !self.allows_private && (url.scheme() != "https" || public_literal(&url) == Some(false)) {
            return Err(WebhookError::Private);
        }
        let request = self
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

/// Whether [`PublicResolver`] refused the name.
fn is_private(error: &reqwest::Error) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.is::<PrivateAddress>() {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Resolves a name by the system. Fails if one of its addresses is not public.
struct PublicResolver;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<_> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            if !found.iter().all(|address| is_public_ip(address.ip())) {
                return Err(PrivateAddress.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
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

    #[tokio::test]
    async fn the_resolver_refuses_a_name_of_this_machine() {
        assert!(PublicResolver.resolve("localhost".parse().unwrap()).await.is_err());
    }
}
