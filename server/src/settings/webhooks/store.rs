//! The tables `webhook_endpoints`, `webhook_deliveries` and `webhook_attempts`.

use super::WebhookEvent;
use crate::{
    db::{Error, One, Tx, queries, row},
    http::pagination::PageCursor,
    values::{ids::Id, time::Timestamp},
};

/// The columns of [`EndpointRow`], in its order.
macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT id, url, events, secret, old_secret, old_secret_until, failing_since, paused_at, created_at FROM webhook_endpoints ", $rest)
    };
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

queries! {
    pub fn endpoints() -> Vec<EndpointRow> = select!("ORDER BY created_at, id");
    pub fn endpoint(id: &str) -> Option<EndpointRow> = select!("WHERE id = $1");
    pub fn insert_endpoint(id: &Id, url: &str, events: &str, secret: &str, now: Timestamp) =
        "INSERT INTO webhook_endpoints (id, url, events, secret, created_at) VALUES ($1, $2, $3, $4, $5)";
    // A resumed endpoint gets three days again.
    pub fn edit_endpoint(id: &Id, url: &str, events: &str, paused_at: Option<i64>) -> bool =
        "UPDATE webhook_endpoints SET url = $2, events = $3, paused_at = $4,
        failing_since = CASE WHEN paused_at IS NULL THEN failing_since ELSE NULL END WHERE id = $1";
    /// Returns `false` for an unknown endpoint.
    pub fn rotate_secret(id: &Id, secret: &str, old_until: Timestamp) -> bool =
        "UPDATE webhook_endpoints SET old_secret = secret, old_secret_until = $3, secret = $2 WHERE id = $1";
    fn delete(id: &Id) -> bool = "DELETE FROM webhook_endpoints WHERE id = $1";
    fn delete_log(endpoint: &Id) = "DELETE FROM webhook_deliveries WHERE endpoint_id = $1";
    /// Returns since when the endpoint fails, or `None` if it was removed.
    pub fn mark_failing(id: &str, now: Timestamp) -> Option<Timestamp> =
        "UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, $2) WHERE id = $1 RETURNING failing_since";
    pub fn mark_working(id: &str) = "UPDATE webhook_endpoints SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL";
    pub fn pause(id: &str, now: Timestamp) = "UPDATE webhook_endpoints SET paused_at = $2 WHERE id = $1 AND paused_at IS NULL";
    /// Does nothing if the endpoint is paused or was removed. Returns whether the event is queued.
    pub fn queue(id: &Id, endpoint: &str, event: &str, data: &str, now: Timestamp) -> bool =
        "INSERT INTO webhook_deliveries (id, endpoint_id, event, data, state, attempts, next_at, expires_at, created_at)
        SELECT CAST($1 AS TEXT), id, CAST($3 AS TEXT), CAST($4 AS TEXT), 'queued', 0, CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($5 AS BIGINT)
        FROM webhook_endpoints WHERE id = $2 AND paused_at IS NULL",
        [id, endpoint, event, data, now, now.plus(super::DELIVERY_TTL)];
    fn due(endpoint: &str, now: Timestamp, limit: i64) -> Vec<String> =
        "SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 AND state = 'queued' AND next_at <= $2 ORDER BY next_at LIMIT $3";
    // When two nodes claim the same delivery, the second finds it no longer due.
    fn claim_one(id: &str, now: Timestamp, until: Timestamp) -> Option<ClaimedDelivery> =
        "UPDATE webhook_deliveries SET next_at = $3 WHERE id = $1 AND state = 'queued' AND next_at <= $2
        RETURNING id, event, data, attempts, expires_at, created_at";
    /// Records an attempt. Does nothing to the delivery if another node has claimed it since.
    // $2 identifies the claim: it may have expired and be held by another node.
    pub fn finish(id: &str, claimed_until: Timestamp, state: &str, next_at: Timestamp) =
        "UPDATE webhook_deliveries SET state = $3, attempts = attempts + 1, next_at = $4 WHERE id = $1 AND state = 'queued' AND next_at = $2";
    pub fn insert_attempt(delivery: &str, now: Timestamp, status: Option<u16>, error: Option<&str>) =
        "INSERT INTO webhook_attempts (delivery_id, created_at, status, error) VALUES ($1, $2, $3, $4) ON CONFLICT (delivery_id, created_at) DO NOTHING",
        [delivery, now, status.map(i64::from), error];
    /// Returns `false` if the delivery is unknown or still queued.
    pub fn replay(id: &Id, endpoint: &Id, now: Timestamp) -> bool =
        "UPDATE webhook_deliveries SET state = 'queued', attempts = 0, next_at = $3, expires_at = $4
        WHERE id = $1 AND endpoint_id = $2 AND state <> 'queued'",
        [id, endpoint, now, now.plus(super::DELIVERY_TTL)];
    pub fn delivery_state(id: &Id, endpoint: &Id) -> Option<String> =
        "SELECT state FROM webhook_deliveries WHERE id = $1 AND endpoint_id = $2";
    /// The next `limit` deliveries after `after`, newest first.
    pub fn log(endpoint: &Id, after: &PageCursor, limit: i64) -> Vec<DeliveryRow> =
        "SELECT id, event, data, state, attempts, next_at, created_at FROM webhook_deliveries
        WHERE endpoint_id = $1 AND (created_at, id) < ($2, $3) ORDER BY created_at DESC, id DESC LIMIT $4",
        [endpoint, after.created_at, after.id, limit];
    pub fn count_log(endpoint: &Id) -> One<i64> = "SELECT CAST(count(*) AS BIGINT) FROM webhook_deliveries WHERE endpoint_id = $1";
    /// The latest attempts, newest first.
    pub fn attempts(delivery: &str, limit: i64) -> Vec<AttemptRow> =
        "SELECT created_at, status, error FROM webhook_attempts WHERE delivery_id = $1 ORDER BY created_at DESC LIMIT $2";
    /// The stock of a tool now.
    pub fn stock_and_sku(tool: &str) -> Option<(i64, Option<String>)> = "SELECT available, sku FROM tools WHERE id = $1";
    pub fn delete_deliveries(before: Timestamp) -> u64 =
        "DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries WHERE created_at < $1 LIMIT 500)";
}

/// Deletes the endpoint with its log. Returns `false` for an unknown endpoint.
pub async fn delete_endpoint(tx: &Tx<'_>, id: &Id) -> Result<bool, Error> {
    delete_log(tx, id).await?;
    delete(tx, id).await
}

/// A read without a lock, because most rounds find nothing.
pub async fn is_due(tx: &Tx<'_>, endpoint: &str, now: Timestamp) -> Result<bool, Error> {
    Ok(!due(tx, endpoint, now, 1).await?.is_empty())
}

/// Claims the delivery that is due longest. No other node can claim it before `until`.
pub async fn claim(
    tx: &Tx<'_>,
    endpoint: &str,
    now: Timestamp,
    until: Timestamp,
) -> Result<Option<ClaimedDelivery>, Error> {
    for id in due(tx, endpoint, now, CLAIM_CANDIDATES).await? {
        let claimed = claim_one(tx, &id, now, until).await?;
        if claimed.is_some() {
            return Ok(claimed);
        }
    }
    Ok(None)
}
