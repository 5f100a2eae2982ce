//! Admin use-cases: add, edit and remove an endpoint, rotate its secret, send a test, replay a delivery.

use serde_json::json;

use super::{
    MAX_ENDPOINTS, OLD_SECRET_TTL, TEST_EVENT,
    signature::new_secret,
    store::{self, EndpointRow},
};
use crate::{
    base::audit::{self, AuditAction, AuditEntry},
    db::{self, Tx},
    shop::Shop,
    values::{ids::Id, time::Timestamp},
};

/// What the owner chooses.
#[derive(Clone)]
pub struct EndpointChoice {
    pub url: String,
    /// The names of the events, with a space between them.
    pub events: String,
    pub is_paused: bool,
}

/// Why a change was not made.
pub enum WebhookChangeError {
    TooMany,
    Unknown,
    /// A delivery that is still queued, or a test of a paused endpoint.
    NotNow,
    Db(db::Error),
}

impl From<db::Error> for WebhookChangeError {
    fn from(error: db::Error) -> Self {
        Self::Db(error)
    }
}

#[derive(Clone)]
enum Change {
    Add(EndpointChoice, String),
    Edit(EndpointChoice),
    Rotate(String),
    Delete,
    Test,
    Replay(Id),
}

/// Returns the endpoint and its secret.
pub async fn add(shop: &Shop, by: &Id, choice: EndpointChoice) -> Result<EndpointRow, WebhookChangeError> {
    let id = Id::new(shop.clock.now());
    saved(apply(shop, by, AuditAction::AddWebhook, id, Change::Add(choice, new_secret())).await?)
}

pub async fn edit(
    shop: &Shop,
    by: &Id,
    id: Id,
    choice: EndpointChoice,
) -> Result<EndpointRow, WebhookChangeError> {
    saved(apply(shop, by, AuditAction::EditWebhook, id, Change::Edit(choice)).await?)
}

/// Returns the endpoint with its new secret. The old one signs for a day too.
pub async fn rotate_secret(shop: &Shop, by: &Id, id: Id) -> Result<EndpointRow, WebhookChangeError> {
    saved(apply(shop, by, AuditAction::RotateWebhookSecret, id, Change::Rotate(new_secret())).await?)
}

pub async fn delete(shop: &Shop, by: &Id, id: Id) -> Result<(), WebhookChangeError> {
    apply(shop, by, AuditAction::DeleteWebhook, id, Change::Delete).await.map(|_| ())
}

pub async fn test(shop: &Shop, by: &Id, id: Id) -> Result<(), WebhookChangeError> {
    apply(shop, by, AuditAction::TestWebhook, id, Change::Test).await.map(|_| ())
}

pub async fn replay(shop: &Shop, by: &Id, id: Id, delivery: Id) -> Result<(), WebhookChangeError> {
    apply(shop, by, AuditAction::ReplayWebhook, id, Change::Replay(delivery)).await.map(|_| ())
}

fn saved(row: Option<EndpointRow>) -> Result<EndpointRow, WebhookChangeError> {
    row.ok_or(WebhookChangeError::Unknown)
}

async fn apply(
    shop: &Shop,
    by: &Id,
    action: AuditAction,
    id: Id,
    change: Change,
) -> Result<Option<EndpointRow>, WebhookChangeError> {
    let input = (AuditEntry::by(by, action, id, shop.clock.now()), change);
    let row =
        shop.db.try_write(input, |tx, (entry, change)| Box::pin(apply_in_tx(tx, entry, change))).await?;
    shop.webhooks.refresh(&shop.db).await?;
    shop.webhooks.notify();
    Ok(row)
}

async fn apply_in_tx(
    tx: &Tx<'_>,
    entry: &AuditEntry,
    change: &Change,
) -> Result<Option<EndpointRow>, WebhookChangeError> {
    let (id, now) = (&entry.subject, entry.at);
    let is_known = match change {
        Change::Add(choice, secret) => {
            if store::endpoints(tx).await?.len() >= MAX_ENDPOINTS {
                return Err(WebhookChangeError::TooMany);
            }
            store::insert_endpoint(tx, id, &choice.url, &choice.events, secret, now).await?;
            true
        }
        Change::Edit(choice) => edit_in_tx(tx, id, choice, now).await?,
        Change::Rotate(secret) => store::rotate_secret(tx, id, secret, now.plus(OLD_SECRET_TTL)).await?,
        Change::Delete => store::delete_endpoint(tx, id).await?,
        Change::Test => {
            let data = json!({ "message": "A test that the owner of the shop has sent." }).to_string();
            let is_known = store::endpoint(tx, id.as_str()).await?.is_some();
            if is_known && !store::queue(tx, &Id::new(now), id.as_str(), TEST_EVENT, &data, now).await? {
                return Err(WebhookChangeError::NotNow);
            }
            is_known
        }
        Change::Replay(delivery) => {
            let is_known = store::delivery_state(tx, delivery, id).await?.is_some();
            if is_known && !store::replay(tx, delivery, id, now).await? {
                return Err(WebhookChangeError::NotNow);
            }
            is_known
        }
    };
    if !is_known {
        return Err(WebhookChangeError::Unknown);
    }
    audit::record(tx, entry).await?;
    Ok(store::endpoint(tx, id.as_str()).await?)
}

async fn edit_in_tx(
    tx: &Tx<'_>,
    id: &Id,
    choice: &EndpointChoice,
    now: Timestamp,
) -> Result<bool, db::Error> {
    let Some(known) = store::endpoint(tx, id.as_str()).await? else { return Ok(false) };
    let paused_at = choice.is_paused.then_some(known.paused_at.unwrap_or(now.micros()));
    store::edit_endpoint(tx, id, &choice.url, &choice.events, paused_at).await
}
