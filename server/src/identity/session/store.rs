//! A user's own sessions and known devices in the database.

use crate::{
    db::{Error, Tx, params, row, statements},
    identity::user::AuthMethod,
    values::{ids::Id, time::Timestamp},
};

statements! {
    BY_USER = "SELECT id, method, user_agent, created_at, last_seen_at FROM sessions WHERE user_id = $1 AND expires_at > $2
        ORDER BY last_seen_at DESC, id DESC LIMIT $3";
    ONE = "SELECT id FROM sessions WHERE user_id = $1 AND id = $2";
    DELETE_ONE = "DELETE FROM sessions WHERE user_id = $1 AND id = $2";
    DELETE_OTHERS = "DELETE FROM sessions WHERE user_id = $1 AND id <> $2";
    DEVICE = "SELECT user_id FROM known_devices WHERE hash = $1 AND expires_at > $2";
    REMEMBER_DEVICE = "INSERT INTO known_devices (hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (hash) DO UPDATE SET expires_at = $4";
    DELETE_OLDEST_DEVICES = "DELETE FROM known_devices WHERE user_id = $1 AND hash NOT IN
        (SELECT hash FROM known_devices WHERE user_id = $1 ORDER BY expires_at DESC LIMIT $2)";
    DELETE_DEVICES_OF = "DELETE FROM known_devices WHERE user_id = $1";
    // The condition is repeated because the row may be used again while this statement waits for it.
    DELETE_EXPIRED_DEVICES = "DELETE FROM known_devices WHERE hash IN (SELECT hash FROM known_devices WHERE expires_at < $1 LIMIT 500)
        AND expires_at < $1";
}

row! {
    struct SessionSummaryRow {
        id: String,
        method: String,
        user_agent: String,
        created_at: i64,
        last_seen_at: i64,
    }
}

/// A session in its owner's list.
#[derive(Debug)]
pub struct SessionSummary {
    pub id: Id,
    pub method: AuthMethod,
    pub user_agent: String,
    pub created_at: Timestamp,
    pub last_seen_at: Timestamp,
}

impl SessionSummaryRow {
    fn into_summary(self) -> Option<SessionSummary> {
        Some(SessionSummary {
            id: Id::parse(&self.id)?,
            method: AuthMethod::from_stored(&self.method),
            user_agent: self.user_agent,
            created_at: Timestamp::from_micros(self.created_at),
            last_seen_at: Timestamp::from_micros(self.last_seen_at),
        })
    }
}

/// Most recently used first. Includes sessions beyond their idle timeout.
pub async fn by_user(
    tx: &Tx<'_>,
    user: &Id,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<SessionSummary>, Error> {
    let rows: Vec<SessionSummaryRow> = tx.all(&BY_USER, params![user.as_str(), now.micros(), limit]).await?;
    Ok(rows.into_iter().filter_map(SessionSummaryRow::into_summary).collect())
}

pub async fn exists(tx: &Tx<'_>, user: &Id, id: &Id) -> Result<bool, Error> {
    Ok(tx.optional::<(String,)>(&ONE, params![user.as_str(), id.as_str()]).await?.is_some())
}

/// `false`: the user has no such session.
pub async fn delete_one(tx: &Tx<'_>, user: &Id, id: &Id) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE_ONE, params![user.as_str(), id.as_str()]).await? == 1)
}

pub async fn delete_others(tx: &Tx<'_>, user: &Id, kept: &Id) -> Result<u64, Error> {
    tx.execute(&DELETE_OTHERS, params![user.as_str(), kept.as_str()]).await
}

pub async fn knows_device(tx: &Tx<'_>, hash: &str, now: Timestamp) -> Result<bool, Error> {
    Ok(tx.optional::<(String,)>(&DEVICE, params![hash, now.micros()]).await?.is_some())
}

/// Keeps the account's `max` most recent devices.
pub async fn remember_device(
    tx: &Tx<'_>,
    hash: &str,
    user: &Id,
    now: Timestamp,
    expires_at: Timestamp,
    max: i64,
) -> Result<(), Error> {
    let values = params![hash, user.as_str(), now.micros(), expires_at.micros()];
    tx.execute(&REMEMBER_DEVICE, values).await?;
    tx.execute(&DELETE_OLDEST_DEVICES, params![user.as_str(), max]).await.map(|_| ())
}

pub async fn delete_devices(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    tx.execute(&DELETE_DEVICES_OF, params![user.as_str()]).await.map(|_| ())
}

/// Up to 500 rows, so that no other write waits for long.
pub async fn delete_expired_devices(tx: &Tx<'_>, now: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_EXPIRED_DEVICES, params![now.micros()]).await
}
