//! The tables `webhook_endpoints`, `webhook_deliveries` and `webhook_attempts`.

use super::WebhookEvent;
use crate::{
    db::{Error, Tx, params, row, statements},
    http::pagination::PageCursor,
    values::{ids::Id, time::Timestamp},
};

/// The columns of [`EndpointRow`], in its order.
macro_rules! endpoint_columns {
    () => {
        "id, url, events, secret, old_secret, old_secret_until, failing_since, paused_at, created_at"
    };
}

statements! {
    ENDPOINTS = concat!("SELECT ", endpoint_columns!(), " FROM webhook_endpoints ORDER BY created_at, id");
    BY_ID = concat!("SELECT ", endpoint_columns!(), " FROM webhook_endpoints WHERE id = $1");
    INSERT_ENDPOINT = "INSERT INTO webhook_endpoints (id, url, events, secret, created_at) VALUES ($1, $2, $3, $4, $5)";
    // A resumed endpoint gets three days again.
    EDIT_ENDPOINT = "UPDATE webhook_endpoints SET url = $2, events = $3, paused_at = $4,
        failing_since = CASE WHEN paused_at IS NULL THEN failing_since ELSE NULL END WHERE id = $1";
    ROTATE_SECRET = "UPDATE webhook_endpoints SET old_secret = secret, old_secret_until = $3, secret = $2 WHERE id = $1";
    DELETE_ENDPOINT = "DELETE FROM webhook_endpoints WHERE id = $1";
    DELETE_OF_ENDPOINT = "DELETE FROM webhook_deliveries WHERE endpoint_id = $1";
    MARK_FAILING = "UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, $2) WHERE id = $1 RETURNING failing_since";
    MARK_WORKING = "UPDATE webhook_endpoints SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL";
    PAUSE = "UPDATE webhook_endpoints SET paused_at = $2 WHERE id = $1 AND paused_at IS NULL";
    QUEUE = "INSERT INTO webhook_deliveries (id, endpoint_id, event, data, state, attempts, next_at, expires_at, created_at)
        SELECT CAST($1 AS TEXT), id, CAST($3 AS TEXT), CAST($4 AS TEXT), 'queued', 0, CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($5 AS BIGINT)
        FROM webhook_endpoints WHERE id = $2 AND paused_at IS NULL";
    DUE = "SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'queued' AND next_at <= $2 ORDER BY next_at LIMIT $3";
    // When two nodes claim the same delivery, the second finds it no longer due.
    CLAIM = "UPDATE webhook_deliveries SET next_at = $3 WHERE id = $1 AND state = 'queued' AND next_at <= $2
        RETURNING id, event, data, attempts, expires_at, created_at";
    // $2 identifies the claim: it may have expired and be held by another node.
    FINISH = "UPDATE webhook_deliveries SET state = $3, attempts = attempts + 1, next_at = $4 WHERE id = $1 AND state = 'queued' AND next_at = $2";
    INSERT_ATTEMPT = "INSERT INTO webhook_attempts (delivery_id, created_at, status, error) VALUES ($1, $2, $3, $4) ON CONFLICT (delivery_id, created_at) DO NOTHING";
    REPLAY = "UPDATE webhook_deliveries SET state = 'queued', attempts = 0, next_at = $3, expires_at = $4
        WHERE id = $1 AND endpoint_id = $2 AND state <> 'queued'";
    STATE = "SELECT state FROM webhook_deliveries WHERE id = $1 AND endpoint_id = $2";
    LOG = "SELECT id, event, data, state, attempts, next_at, created_at FROM webhook_deliveries
        WHERE endpoint_id = $1 AND (created_at, id) < ($2, $3) ORDER BY created_at DESC, id DESC LIMIT $4";
    COUNT_LOG = "SELECT CAST(count(*) AS BIGINT) FROM webhook_deliveries WHERE endpoint_id = $1";
    ATTEMPTS = "SELECT created_at, status, error FROM webhook_attempts WHERE delivery_id = $1 ORDER BY created_at DESC LIMIT $2";
    AVAILABLE = "SELECT available FROM tools WHERE id = $1";
    DELETE_DELIVERIES = "DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries WHERE created_at < $1 LIMIT 500)";
}

row! {
    pub struct EndpointRow {
        pub id: String,
        pub url: String,
        pub events: String,
        pub secret: String,
        pub old_secret: Option<String>,
        pub old_secret_until: Option<i64>,
        pub failing_since: Option<i64>,
        pub paused_at: Option<i64>,
        pub created_at: i64,
    }
}

impl EndpointRow {
    pub fn has_chosen(&self, event: WebhookEvent) -> bool {
        self.paused_at.is_none() && self.events.split(' ').any(|name| name == event.as_str())
    }

    /// The secrets that sign now.
    pub fn secrets(&self, now: Timestamp) -> impl Iterator<Item = &str> {
        let old = self.old_secret.as_deref().filter(|_| self.old_secret_until > Some(now.micros()));
        std::iter::once(self.secret.as_str()).chain(old)
    }
}

row! {
    pub struct ClaimedDelivery {
        pub id: String,
        pub event: String,
        pub data: String,
        /// Attempts before this one.
        pub attempts: i64,
        pub expires_at: i64,
        pub created_at: i64,
    }
}

row! {
    /// A row of the log.
    pub struct DeliveryRow {
        pub id: String,
        pub event: String,
        pub data: String,
        pub state: String,
        pub attempts: i64,
        pub next_at: i64,
        pub created_at: i64,
    }
}

row! {
    pub struct AttemptRow {
        pub created_at: i64,
        pub status: Option<i64>,
        pub error: Option<String>,
    }
}

/// How many due deliveries a node reads to claim one.
const CLAIM_CANDIDATES: i64 = 8;

pub async fn endpoints(tx: &Tx<'_>) -> Result<Vec<EndpointRow>, Error> {
    tx.all(&ENDPOINTS, params![]).await
}

pub async fn endpoint(tx: &Tx<'_>, id: &str) -> Result<Option<EndpointRow>, Error> {
    tx.optional(&BY_ID, params![id]).await
}

pub async fn insert_endpoint(
    tx: &Tx<'_>,
    id: &Id,
    url: &str,
    events: &str,
    secret: &str,
    now: Timestamp,
) -> Result<(), Error> {
    tx.execute(&INSERT_ENDPOINT, params![id.as_str(), url, events, secret, now.micros()]).await.map(|_| ())
}

pub async fn edit_endpoint(
    tx: &Tx<'_>,
    id: &Id,
    url: &str,
    events: &str,
    paused_at: Option<i64>,
) -> Result<bool, Error> {
    Ok(tx.execute(&EDIT_ENDPOINT, params![id.as_str(), url, events, paused_at]).await? == 1)
}

/// Returns `false` for an unknown endpoint.
pub async fn rotate_secret(tx: &Tx<'_>, id: &Id, secret: &str, old_until: Timestamp) -> Result<bool, Error> {
    Ok(tx.execute(&ROTATE_SECRET, params![id.as_str(), secret, old_until.micros()]).await? == 1)
}

/// Deletes the endpoint with its log. Returns `false` for an unknown endpoint.
pub async fn delete_endpoint(tx: &Tx<'_>, id: &Id) -> Result<bool, Error> {
    tx.execute(&DELETE_OF_ENDPOINT, params![id.as_str()]).await?;
    Ok(tx.execute(&DELETE_ENDPOINT, params![id.as_str()]).await? == 1)
}

/// Does nothing if the endpoint is paused or was removed. Returns whether the event is queued.
pub async fn queue(
    tx: &Tx<'_>,
    id: &Id,
    endpoint: &str,
    event: &str,
    data: &str,
    now: Timestamp,
) -> Result<bool, Error> {
    let expires_at = now.plus(super::DELIVERY_TTL).micros();
    let values = params![id.as_str(), endpoint, event, data, now.micros(), expires_at];
    Ok(tx.execute(&QUEUE, values).await? == 1)
}

/// A read without a lock, because most rounds find nothing.
pub async fn is_due(tx: &Tx<'_>, endpoint: &str, now: Timestamp) -> Result<bool, Error> {
    Ok(!tx.all::<(String,)>(&DUE, params![endpoint, now.micros(), 1_i64]).await?.is_empty())
}

/// Claims the delivery that is due longest. No other node can claim it before `until`.
pub async fn claim(
    tx: &Tx<'_>,
    endpoint: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<ClaimedDelivery>, Error> {
    let due: Vec<(String,)> = tx.all(&DUE, params![endpoint, now.micros(), CLAIM_CANDIDATES]).await?;
    for (id,) in &due {
        let claimed = tx.optional(&CLAIM, params![id.as_str(), now.micros(), until.micros()]).await?;
        if claimed.is_some() {
            return Ok(claimed);
        }
    }
    Ok(None)
}

/// Records an attempt. Does nothing to the delivery if another node has claimed it since.
pub async fn finish(
    tx: &Tx<'_>,
    id: &str,
    claimed_until: Timestamp,
    state: &str,
    next_at: Timestamp,
) -> Result<(), Error> {
    let values = params![id, claimed_until.micros(), state, next_at.micros()];
    tx.execute(&FINISH, values).await.map(|_| ())
}

pub async fn insert_attempt(
    tx: &Tx<'_>,
    delivery: &str,
    now: Timestamp,
    status: Option<u16>,
    error: Option<&str>,
) -> Result<(), Error> {
    let values = params![delivery, now.micros(), status.map(i64::from), error];
    tx.execute(&INSERT_ATTEMPT, values).await.map(|_| ())
}

/// Returns since when the endpoint fails. `None`: it was removed.
pub async fn mark_failing(tx: &Tx<'_>, id: &str, now: Timestamp) -> Result<Option<Timestamp>, Error> {
    let since = tx.optional::<(i64,)>(&MARK_FAILING, params![id, now.micros()]).await?;
    Ok(since.map(|(at,)| Timestamp::from_micros(at)))
}

pub async fn mark_working(tx: &Tx<'_>, id: &str) -> Result<(), Error> {
    tx.execute(&MARK_WORKING, params![id]).await.map(|_| ())
}

pub async fn pause(tx: &Tx<'_>, id: &str, now: Timestamp) -> Result<(), Error> {
    tx.execute(&PAUSE, params![id, now.micros()]).await.map(|_| ())
}

/// Returns `false` if the delivery is unknown or still queued.
pub async fn replay(tx: &Tx<'_>, id: &Id, endpoint: &Id, now: Timestamp) -> Result<bool, Error> {
    let expires_at = now.plus(super::DELIVERY_TTL).micros();
    let values = params![id.as_str(), endpoint.as_str(), now.micros(), expires_at];
    Ok(tx.execute(&REPLAY, values).await? == 1)
}

pub async fn delivery_state(tx: &Tx<'_>, id: &Id, endpoint: &Id) -> Result<Option<String>, Error> {
    let state = tx.optional::<(String,)>(&STATE, params![id.as_str(), endpoint.as_str()]).await?;
    Ok(state.map(|(state,)| state))
}

/// The next `limit` deliveries after `after`, newest first.
pub async fn log(
    tx: &Tx<'_>,
    endpoint: &Id,
    after: &PageCursor,
    limit: i64,
) -> Result<Vec<DeliveryRow>, Error> {
    tx.all(&LOG, params![endpoint.as_str(), after.created_at, after.id.as_str(), limit]).await
}

pub async fn count_log(tx: &Tx<'_>, endpoint: &Id) -> Result<i64, Error> {
    tx.one::<(i64,)>(&COUNT_LOG, params![endpoint.as_str()]).await.map(|(count,)| count)
}

/// The latest attempts, newest first.
pub async fn attempts(tx: &Tx<'_>, delivery: &str, limit: i64) -> Result<Vec<AttemptRow>, Error> {
    tx.all(&ATTEMPTS, params![delivery, limit]).await
}

/// The stock of a tool now.
pub async fn available(tx: &Tx<'_>, tool: &str) -> Result<Option<i64>, Error> {
    tx.optional::<(i64,)>(&AVAILABLE, params![tool]).await.map(|found| found.map(|(available,)| available))
}

pub async fn delete_deliveries(tx: &Tx<'_>, before: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_DELIVERIES, params![before.micros()]).await
}
