//! The context of a call, and how its handler runs.

use std::collections::BTreeMap;

use axum::http::StatusCode;

use super::error::StripeApiError;
use crate::clock;
use crate::stripe::account::StripeAccount;
use crate::stripe::model::event::Event;
use crate::stripe::model::payment_intent::StoredIntent;
use crate::stripe::model::payment_method::{BillingDetails, PaymentMethod};
use crate::stripe::model::{KeyKind, card};
use crate::stripe::store::Database;

/// Handlers take a context and parameters, and return JSON. They hold the lock of the database, so they run one after
/// another. Their changes remain when they return an error: a declined payment is stored.
pub struct RequestContext<'a> {
    pub database: &'a mut Database,
    pub now: i64,
    pub key_kind: KeyKind,
    pub origin: &'a str,
    /// Where events are sent.
    pub webhook_url: Option<&'a str>,
    pub request_id: &'a str,
    pub idempotency_key: Option<&'a str>,
}

impl RequestContext<'_> {
    pub fn intent(&mut self, id: &str) -> Result<&mut StoredIntent, StripeApiError> {
        let intent = self.database.intents.get_mut(id);
        intent.ok_or_else(|| StripeApiError::not_found("payment_intent", id, "intent"))
    }

    /// The payment method of a parameter. A name such as `pm_card_visa` creates a new one.
    pub fn method(&mut self, id: &str) -> Result<PaymentMethod, StripeApiError> {
        let next_year = clock::date(self.now).0 + 1;
        if let Some(card) =
            id.strip_prefix("pm_card_").and_then(|name| card::Card::from_token(name, next_year))
        {
            let method = PaymentMethod::new(card, BillingDetails::default(), BTreeMap::new(), self.now);
            self.database.methods.insert(method.clone());
            return Ok(method);
        }
        let method = self.database.methods.get(id);
        let method =
            method.ok_or_else(|| StripeApiError::invalid_reference("PaymentMethod", id, "payment_method"))?;
        if method.used && method.customer.is_none() {
            let message = "The provided PaymentMethod was previously used with a PaymentIntent without Customer \
                           attachment, or was detached from a Customer. It may not be used again.";
            let error = StripeApiError::invalid("payment_method_unexpected_state", message);
            return Err(error.with("param", "payment_method"));
        }
        Ok(method.clone())
    }

    /// Stores an event. It is sent after the call.
    pub fn record(&mut self, kind: &str, object: serde_json::Value) {
        let event = Event::new(kind, object, self.now, self.request_id, self.idempotency_key);
        self.database.events.insert(event);
    }
}

/// Runs a handler, saves its changes, and sends its events.
pub fn run<T>(
    account: &StripeAccount,
    key_kind: KeyKind,
    request_id: &str,
    idempotency_key: Option<&str>,
    handler: impl FnOnce(&mut RequestContext<'_>) -> Result<T, StripeApiError>,
) -> Result<T, StripeApiError> {
    let (now, origin) = ((account.clock)(), account.origin.as_str());
    let url = account.webhooks.url();
    let webhook_url = url.as_deref();
    let change = |database: &mut Database| {
        let before = database.events.items().len();
        let mut context =
            RequestContext { database, now, key_kind, origin, webhook_url, request_id, idempotency_key };
        let outcome = handler(&mut context);
        (outcome, database.events.items()[before..].to_vec())
    };
    match account.store.write(change) {
        Ok((outcome, events)) => {
            account.webhooks.send(events);
            outcome
        }
        Err(error) => {
            tracing::error!(%error, "cannot save the data of the card provider");
            Err(StripeApiError::server(StatusCode::INTERNAL_SERVER_ERROR))
        }
    }
}
