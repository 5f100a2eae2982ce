//! What tests use: faults to come, webhooks held back, and a look inside. With the secret key.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Account;
use super::error::Refusal;
use super::faults::Queues;
use super::keys::Caller;

type Answer = Result<Json<Value>, Refusal>;

/// `POST /_control/faults` `{rest: […], webhooks: […]}`: to the end of the queues.
pub async fn add_faults(State(account): State<Arc<Account>>, headers: HeaderMap, body: Bytes) -> Answer {
    let more: Queues = authorized(&account, &headers).and_then(|()| read(&body))?;
    account.faults.add(more);
    Ok(Json(json!({ "waiting": account.faults.waiting() })))
}

/// `DELETE /_control/faults`
pub async fn clear_faults(State(account): State<Arc<Account>>, headers: HeaderMap) -> Answer {
    authorized(&account, &headers)?;
    account.faults.clear();
    Ok(Json(json!({ "waiting": account.faults.waiting() })))
}

/// `GET /_control/state`: every intent and refund, the latest deliveries, what is held and what is to go wrong.
pub async fn state(State(account): State<Arc<Account>>, headers: HeaderMap) -> Answer {
    authorized(&account, &headers)?;
    let book = account.ledger.book();
    let intents: Vec<Value> =
        book.intents.newest_first().map(|intent| intent.to_json(Caller::Server)).collect();
    let refunds: Vec<Value> = book.refunds.newest_first().map(super::refunds::Refund::to_json).collect();
    let held: Vec<Value> =
        account.courier.held().iter().map(|event| json!({ "id": event.id, "type": event.kind })).collect();
    Ok(Json(json!({
        "intents": intents,
        "refunds": refunds,
        "events": book.events.len(),
        "faults": account.faults.waiting(),
        "webhooks": { "held": held, "attempts": account.courier.attempts() },
    })))
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ReleaseBody {
    reversed: bool,
}

/// `POST /_control/webhooks/release` `{reversed?}`: sends what was held back; answers when each was tried once.
pub async fn release(State(account): State<Arc<Account>>, headers: HeaderMap, body: Bytes) -> Answer {
    authorized(&account, &headers)?;
    let ReleaseBody { reversed } = if body.is_empty() { ReleaseBody::default() } else { read(&body)? };
    Ok(Json(json!({ "released": account.courier.release(reversed).await })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResendBody {
    event: String,
}

/// `POST /_control/webhooks/resend` `{event}`: sends an event once more, however old.
pub async fn resend(State(account): State<Arc<Account>>, headers: HeaderMap, body: Bytes) -> Answer {
    let ResendBody { event } = authorized(&account, &headers).and_then(|()| read(&body))?;
    let known = account.ledger.book().events.get(&event).cloned();
    let Some(known) = known else { return Err(Refusal::missing("event", &event, "event")) };
    account.courier.deliver(&known, None).await;
    Ok(Json(json!({ "sent": event })))
}

fn authorized(account: &Account, headers: &HeaderMap) -> Result<(), Refusal> {
    match account.keys.caller(headers, None)? {
        Caller::Server => Ok(()),
        Caller::Browser => Err(Refusal::secret_key_required()),
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(|error| Refusal::malformed(error.to_string()))
}
