//! Asks the card provider whether it accepts the keys, and whether its events arrive here. Moves no money.

use super::{PaymentError, store, webhook::EVENT_KINDS};
use crate::{
    clients::stripe::{StripeClient, StripeError, account_check::WebhookEndpoint},
    db::Db,
    http::origin::PublicUrl,
    values::time::Timestamp,
};

/// Where the provider has to send its events, below the public address.
const WEBHOOK_PATH: &str = "/api/webhooks/stripe";

/// What a provider that accepts the secret key says. An error: a restricted key may not read this.
pub struct CardConnection {
    pub webhook: Result<WebhookRegistration, StripeError>,
    pub last_event: Result<LastEvent, StripeError>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum WebhookRegistration {
    Missing,
    Disabled(String),
    /// It does not send these events.
    Incomplete(String, Vec<&'static str>),
    Registered(String),
}

#[derive(Debug, PartialEq, Eq)]
pub enum LastEvent {
    /// The provider had none to send in the last 30 days.
    None,
    Arrived(Timestamp),
    NotArrived(Timestamp),
}

/// [`PaymentError::Provider`]: the provider does not accept the key, or does not answer.
pub async fn test_connection(
    db: &Db,
    client: &StripeClient,
    public_url: &PublicUrl,
) -> Result<CardConnection, PaymentError> {
    client.server_time().await?;
    let endpoints = client.webhook_endpoints().await;
    let webhook = endpoints.map(|all| registration(all, &format!("{}{WEBHOOK_PATH}", &**public_url)));
    let last_event = match client.newest_event(&EVENT_KINDS).await {
        Err(error) => Err(error),
        Ok(None) => Ok(LastEvent::None),
        Ok(Some(event)) => {
            let at = Timestamp::from_micros(event.created.saturating_mul(1_000_000));
            let has_arrived = db.read(event.id, |tx, id| store::has_event(tx, id)).await?;
            Ok(if has_arrived { LastEvent::Arrived(at) } else { LastEvent::NotArrived(at) })
        }
    };
    Ok(CardConnection { webhook, last_event })
}

/// An endpoint at `url` counts first. One at another host counts too, because the shop may have several names.
fn registration(endpoints: Vec<WebhookEndpoint>, url: &str) -> WebhookRegistration {
    let of_shops = endpoints.into_iter().filter(|endpoint| endpoint.url.ends_with(WEBHOOK_PATH));
    let best = of_shops.max_by_key(|endpoint| (endpoint.url == url, endpoint.is_enabled()));
    let Some(endpoint) = best else { return WebhookRegistration::Missing };
    if !endpoint.is_enabled() {
        return WebhookRegistration::Disabled(endpoint.url);
    }
    let missing: Vec<_> = EVENT_KINDS.into_iter().filter(|kind| !endpoint.sends(kind)).collect();
    if missing.is_empty() {
        WebhookRegistration::Registered(endpoint.url)
    } else {
        WebhookRegistration::Incomplete(endpoint.url, missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://shop.example.ca/api/webhooks/stripe";

    fn endpoint(url: &str, status: &str, events: &[&str]) -> WebhookEndpoint {
        let enabled_events = events.iter().map(|&event| event.to_owned()).collect();
        WebhookEndpoint { url: url.to_owned(), status: status.to_owned(), enabled_events }
    }

    #[test]
    fn the_endpoint_of_this_shop_is_judged_before_others() {
        let other = "https://other.example.ca/api/webhooks/stripe";
        let foreign = endpoint("https://books.example.ca/hooks", "enabled", &["*"]);
        assert_eq!(registration(vec![foreign], URL), WebhookRegistration::Missing);
        let elsewhere = registration(vec![endpoint(other, "enabled", &["*"])], URL);
        assert_eq!(elsewhere, WebhookRegistration::Registered(other.to_owned()));
        let both = vec![endpoint(URL, "disabled", &["*"]), endpoint(other, "enabled", &["*"])];
        assert_eq!(registration(both, URL), WebhookRegistration::Disabled(URL.to_owned()));
        let without_disputes = endpoint(URL, "enabled", &EVENT_KINDS[..3]);
        let expected =
            vec!["charge.dispute.created", "charge.dispute.closed", "refund.failed", "refund.updated"];
        let found = registration(vec![without_disputes], URL);
        assert_eq!(found, WebhookRegistration::Incomplete(URL.to_owned(), expected));
    }
}
