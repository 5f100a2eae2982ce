//! What the account at the provider says about the shop's webhook.

use serde::Deserialize;

use super::{StripeClient, StripeError};

/// The registered address that gets the account's events.
#[derive(Debug, Deserialize)]
pub struct WebhookEndpoint {
    pub url: String,
    pub status: String,
    pub enabled_events: Vec<String>,
}

/// An event as the provider lists it.
#[derive(Debug, Deserialize)]
pub struct ListedEvent {
    pub id: String,
    /// Seconds since 1970.
    pub created: i64,
}

#[derive(Deserialize)]
struct List<T> {
    data: Vec<T>,
}

impl WebhookEndpoint {
    pub fn is_enabled(&self) -> bool {
        self.status == "enabled"
    }

    pub fn sends(&self, kind: &str) -> bool {
        self.enabled_events.iter().any(|enabled| enabled == "*" || enabled == kind)
    }
}

impl StripeClient {
    pub async fn webhook_endpoints(&self) -> Result<Vec<WebhookEndpoint>, StripeError> {
        let list: List<_> = self.send(self.http.get(self.url("webhook_endpoints?limit=100"))).await?;
        Ok(list.data)
    }

    /// The newest event of these kinds. The provider lists 30 days.
    pub async fn newest_event(&self, kinds: &[&str]) -> Result<Option<ListedEvent>, StripeError> {
        let kinds: String = kinds.iter().map(|kind| format!("&types[]={kind}")).collect();
        let list: List<_> = self.send(self.http.get(self.url(&format!("events?limit=1{kinds}")))).await?;
        Ok(list.data.into_iter().next())
    }
}
