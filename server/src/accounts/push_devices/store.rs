//! The tables `push_devices` and `push_messages`. `session/store.rs` calls the deletions.

use crate::{
    accounts::user::User,
    db::{Error, One, Tx, queries, row},
    values::{ids::Id, money::Cents, time::Timestamp},
};

row! {
    /// A device in its user's list.
    pub struct PushDeviceRow {
        pub id: Id,
        /// The hash of the browser, as in `known_devices`.
        pub browser_hash: String,
        pub user_agent: String,
        pub created_at: Timestamp,
        /// The first failure since the last success.
        pub failing_since: Option<Timestamp>,
    }
}

row! {
    /// Where a device is reached.
    pub struct PushTarget {
        pub id: Id,
        pub endpoint: String,
        pub p256dh: String,
        pub auth: String,
    }
}

row! {
    /// A due message.
    pub struct ClaimedMessage {
        pub device: Id,
        pub order_id: Id,
        pub total: Cents,
        /// Attempts before this one.
        pub attempts: i64,
        pub expires_at: Timestamp,
    }
}

row! {
    /// A device with its account, as it is at the delivery.
    pub struct Recipient {
        pub target: PushTarget,
        pub user: User,
        pub has_weak_password: bool,
    }
}

/// A device to be stored.
pub struct NewPushDevice<'d> {
    pub id: Id,
    pub user: &'d Id,
    pub session: &'d Id,
    pub browser_hash: &'d str,
    pub endpoint: &'d str,
    pub p256dh: &'d str,
    pub auth: &'d str,
    pub user_agent: &'d str,
}

/// How many due messages a node sends at once.
const CLAIM_CANDIDATES: i64 = 8;

queries! {
    /// The devices of the account, oldest first.
    pub fn of_user(user: &Id) -> Vec<PushDeviceRow> =
        "SELECT id, browser_hash, user_agent, created_at, failing_since FROM push_devices WHERE user_id = $1 ORDER BY created_at, id";
    pub fn count(user: &Id) -> One<i64> = "SELECT CAST(count(*) AS BIGINT) FROM push_devices WHERE user_id = $1";
    pub fn target(user: &Id, id: &Id) -> Option<PushTarget> =
        "SELECT id, endpoint, p256dh, auth FROM push_devices WHERE user_id = $1 AND id = $2";
    pub fn insert(new: &NewPushDevice<'_>, now: Timestamp) =
        "INSERT INTO push_devices (id, user_id, session_id, browser_hash, endpoint, p256dh, auth, user_agent, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        [new.id, new.user, new.session, new.browser_hash, new.endpoint, new.p256dh, new.auth, new.user_agent, now];
    /// Deletes what the browser subscribed before, for this account or for another one.
    pub fn delete_of_browser(user: &Id, browser_hash: &str, endpoint: &str) =
        "DELETE FROM push_devices WHERE (user_id = $1 AND browser_hash = $2) OR endpoint = $3";
    /// Returns `false` if the account has no such device.
    pub fn delete(user: &Id, id: &Id) -> bool = "DELETE FROM push_devices WHERE user_id = $1 AND id = $2";
    /// Deletes a device that the push service no longer knows, unless the browser has subscribed again.
    pub fn delete_gone(id: &Id, endpoint: &str) = "DELETE FROM push_devices WHERE id = $1 AND endpoint = $2";
    /// The browser has logged in again.
    pub fn move_to_session(user: &Id, browser_hash: &str, session: &Id) =
        "UPDATE push_devices SET session_id = $3 WHERE user_id = $1 AND browser_hash = $2";
    pub fn delete_of_user(user: &Id) = "DELETE FROM push_devices WHERE user_id = $1";
    pub fn delete_of_session(session: &Id) = "DELETE FROM push_devices WHERE session_id = $1";
    /// The devices of all sessions but the kept one, also of those that have expired.
    pub fn delete_of_others(user: &Id, kept: &Id) = "DELETE FROM push_devices WHERE user_id = $1 AND session_id <> $2";
    pub fn mark_failing(id: &Id, now: Timestamp) =
        "UPDATE push_devices SET failing_since = coalesce(failing_since, $2) WHERE id = $1";
    pub fn mark_working(id: &Id) = "UPDATE push_devices SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL";

    /// Queues a message for each device, once for each order. Returns `false` if there is no device.
    // SQLite reads ON CONFLICT as a part of the SELECT if no WHERE is before it.
    pub fn queue(order: &Id, total: Cents, now: Timestamp, expires_at: Timestamp) -> bool =
        "INSERT INTO push_messages (device_id, order_id, total_cents, attempts, next_at, expires_at)
        SELECT id, CAST($1 AS TEXT), CAST($2 AS BIGINT), 0, CAST($3 AS BIGINT), CAST($4 AS BIGINT) FROM push_devices WHERE id > ''
        ON CONFLICT (device_id, order_id) DO NOTHING";
    fn due(now: Timestamp, limit: i64) -> Vec<(Id, Id)> =
        "SELECT device_id, order_id FROM push_messages WHERE next_at <= $1 ORDER BY next_at LIMIT $2";
    // When two nodes claim the same message, the second finds it no longer due.
    fn claim_one(device: &Id, order: &Id, now: Timestamp, until: Timestamp) -> Option<ClaimedMessage> =
        "UPDATE push_messages SET next_at = $4 WHERE device_id = $1 AND order_id = $2 AND next_at <= $3
        RETURNING device_id, order_id, total_cents, attempts, expires_at";
    pub fn recipient(device: &Id) -> Option<Recipient> =
        "SELECT d.id, d.endpoint, d.p256dh, d.auth, u.id, u.email, u.display_name, u.photo_url, u.role, u.language, coalesce(u.has_weak_password, 0)
        FROM push_devices d JOIN users u ON u.id = d.user_id WHERE d.id = $1 AND u.blocked_at IS NULL AND u.deleted_at IS NULL";
    /// The message is sent, expired or not wanted any more.
    pub fn finish(device: &Id, order: &Id) = "DELETE FROM push_messages WHERE device_id = $1 AND order_id = $2";
    pub fn reschedule(device: &Id, order: &Id, next_at: Timestamp) =
        "UPDATE push_messages SET attempts = attempts + 1, next_at = $3 WHERE device_id = $1 AND order_id = $2";
}

/// A read without a lock, because most rounds find nothing.
pub async fn is_due(tx: &Tx<'_>, now: Timestamp) -> Result<bool, Error> {
    Ok(!due(tx, now, 1).await?.is_empty())
}

/// Claims messages that are due. No other node can claim them before `until`.
pub async fn claim(tx: &Tx<'_>, now: Timestamp, until: Timestamp) -> Result<Vec<ClaimedMessage>, Error> {
    let mut claimed = Vec::new();
    for (device, order) in due(tx, now, CLAIM_CANDIDATES).await? {
        claimed.extend(claim_one(tx, &device, &order, now, until).await?);
    }
    Ok(claimed)
}
