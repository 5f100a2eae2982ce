//! Sessions, their access tokens and known devices in the database. No other file deletes sessions. What ends a session
//! also ends the notifications that it turned on. A session that expires ends none.

use crate::{
    accounts::{
        permissions::WithheldRole,
        push_devices, second_factor,
        user::{AuthMethod, Role, User},
    },
    db::{Error, Tx, queries, row},
    values::{ids::Id, time::Timestamp},
};

row! {
    /// A session with its user, as read at one request.
    pub struct Session {
        pub id: Id,
        pub method: AuthMethod,
        pub created_at: Timestamp,
        pub last_seen_at: Timestamp,
        pub expires_at: Timestamp,
        /// The user as the extractors let them act: without the role if it is withheld.
        pub user: User,
        /// Whether the account has a password that is too weak for a role, however this session began.
        pub has_weak_password: bool,
        /// The role that the extractors withhold.
        pub withheld_role: Option<WithheldRole> = None,
    }
}

impl Session {
    /// Whether the account is of an administrator or of staff, also if its role is withheld.
    pub fn has_role(&self) -> bool {
        self.withheld_role.is_some() || self.user.role != Role::Customer
    }
}

row! {
    /// A session in its owner's list.
    pub struct SessionSummary {
        pub id: Id,
        pub method: AuthMethod,
        pub user_agent: String,
        pub created_at: Timestamp,
        pub last_seen_at: Timestamp,
    }
}

pub struct NewSessionRow<'a> {
    pub id: Id,
    pub user: &'a Id,
    pub secret_hash: &'a str,
    pub method: AuthMethod,
    pub user_agent: &'a str,
    pub expires_at: Timestamp,
}

/// The columns of [`Session`], in its order.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT s.id, s.method, s.created_at, s.last_seen_at, s.expires_at, u.id, u.email, u.display_name, u.photo_url, \
             u.role, u.language, coalesce(u.has_weak_password, 0) FROM ",
            $rest
        )
    };
}

queries! {
    pub fn insert(new: &NewSessionRow<'_>, now: Timestamp) =
        "INSERT INTO sessions (id, user_id, secret_hash, method, user_agent, created_at, last_seen_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $6, $7)",
        [new.id, new.user, new.secret_hash, new.method, new.user_agent, now, new.expires_at];
    pub fn by_secret(secret_hash: &str) -> Option<Session> =
        select!("sessions s JOIN users u ON u.id = s.user_id WHERE s.secret_hash = $1");
    pub fn by_token(token_hash: &str, now: Timestamp) -> Option<Session> =
        select!("access_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
        WHERE t.hash = $1 AND t.expires_at > $2");
    pub fn by_token_of_any_age(token_hash: &str) -> Option<Session> =
        select!("access_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id WHERE t.hash = $1");
    pub fn delete_token(hash: &str) = "DELETE FROM access_tokens WHERE hash = $1";
    pub fn touch(id: &Id, now: Timestamp) = "UPDATE sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2";
    /// Locks the session until the transaction ends. Returns `false` if it has ended.
    pub fn lock(id: &Id) -> bool = "SELECT id FROM sessions WHERE id = $1 FOR NO KEY UPDATE";
    /// Most recently used first. Includes sessions beyond their idle timeout.
    pub fn by_user(user: &Id, now: Timestamp, limit: i64) -> Vec<SessionSummary> =
        "SELECT id, method, user_agent, created_at, last_seen_at FROM sessions WHERE user_id = $1 AND expires_at > $2
        ORDER BY last_seen_at DESC, id DESC LIMIT $3";
    pub fn exists(user: &Id, id: &Id) -> bool = "SELECT id FROM sessions WHERE user_id = $1 AND id = $2";
    fn delete_by_secret(secret_hash: &str) -> Option<Id> = "DELETE FROM sessions WHERE secret_hash = $1 RETURNING id";
    /// Deletes the session unless it was used after this time.
    pub fn delete_unused(id: &Id, seen_at: Timestamp) = "DELETE FROM sessions WHERE id = $1 AND last_seen_at <= $2";
    fn delete_one(user: &Id, id: &Id) -> bool = "DELETE FROM sessions WHERE user_id = $1 AND id = $2";
    fn delete_others(user: &Id, kept: &Id) -> u64 = "DELETE FROM sessions WHERE user_id = $1 AND id <> $2";
    fn delete_others_by_method(user: &Id, method: AuthMethod, kept: &Id) -> Vec<Id> =
        "DELETE FROM sessions WHERE user_id = $1 AND method = $2 AND id <> $3 RETURNING id";
    /// Deletes the sessions that began before this time. Only of customers, whom nothing tells of orders.
    pub fn delete_older(user: &Id, since: Timestamp) = "DELETE FROM sessions WHERE user_id = $1 AND created_at < $2";
    fn delete_sessions(user: &Id) = "DELETE FROM sessions WHERE user_id = $1";
    fn delete_expired_sessions(now: Timestamp) -> u64 =
        "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < $1 LIMIT 500)";
    pub fn insert_token(hash: &str, session: &Id, expires_at: Timestamp) =
        "INSERT INTO access_tokens (hash, session_id, expires_at) VALUES ($1, $2, $3)";
    /// Keeps the session's newest `kept` tokens.
    pub fn delete_oldest_tokens(session: &Id, kept: i64) =
        "DELETE FROM access_tokens WHERE session_id = $1 AND hash NOT IN
        (SELECT hash FROM access_tokens WHERE session_id = $1 ORDER BY expires_at DESC LIMIT $2)";
    fn delete_expired_tokens(now: Timestamp) -> u64 =
        "DELETE FROM access_tokens WHERE hash IN (SELECT hash FROM access_tokens WHERE expires_at < $1 LIMIT 500)";
    pub fn knows_device(hash: &str, now: Timestamp) -> bool = "SELECT user_id FROM known_devices WHERE hash = $1 AND expires_at > $2";
    fn insert_device(hash: &str, user: &Id, now: Timestamp, expires_at: Timestamp) =
        "INSERT INTO known_devices (hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (hash) DO UPDATE SET expires_at = $4";
    fn delete_oldest_devices(user: &Id, kept: i64) =
        "DELETE FROM known_devices WHERE user_id = $1 AND hash NOT IN
        (SELECT hash FROM known_devices WHERE user_id = $1 ORDER BY expires_at DESC LIMIT $2)";
    pub fn delete_devices(user: &Id) = "DELETE FROM known_devices WHERE user_id = $1";
    // The condition is repeated because the row may be used again while this statement waits for it.
    /// Up to 500 rows, so that no other write waits for long.
    pub fn delete_expired_devices(now: Timestamp) -> u64 =
        "DELETE FROM known_devices WHERE hash IN (SELECT hash FROM known_devices WHERE expires_at < $1 LIMIT 500)
        AND expires_at < $1";
}

/// Ends the session with this secret. Ignores unknown secrets.
pub async fn end_by_secret(tx: &Tx<'_>, secret_hash: &str) -> Result<(), Error> {
    let Some(ended) = delete_by_secret(tx, secret_hash).await? else { return Ok(()) };
    push_devices::store::delete_of_session(tx, &ended).await
}

/// Ends a session of the user. Returns `false` if the user has no such session.
pub async fn end_one(tx: &Tx<'_>, user: &Id, id: &Id) -> Result<bool, Error> {
    let is_ended = delete_one(tx, user, id).await?;
    if is_ended {
        push_devices::store::delete_of_session(tx, id).await?;
    }
    Ok(is_ended)
}

/// Ends all sessions but the kept one, and returns their number.
pub async fn end_others(tx: &Tx<'_>, user: &Id, kept: &Id) -> Result<u64, Error> {
    let ended = delete_others(tx, user, kept).await?;
    push_devices::store::delete_of_others(tx, user, kept).await?;
    Ok(ended)
}

/// Ends the sessions that began with this login method, but the kept one.
pub async fn end_others_by_method(
    tx: &Tx<'_>,
    user: &Id,
    method: AuthMethod,
    kept: &Id,
) -> Result<(), Error> {
    for ended in delete_others_by_method(tx, user, method, kept).await? {
        push_devices::store::delete_of_session(tx, &ended).await?;
    }
    Ok(())
}

/// All sessions of an account, and its logins that wait for their second step.
pub async fn delete_all(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    second_factor::store::delete_pending_of(tx, user).await?;
    delete_sessions(tx, user).await?;
    push_devices::store::delete_of_user(tx, user).await
}

/// Up to a thousand sessions and tokens.
pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, Error> {
    Ok(delete_expired_tokens(tx, now).await? + delete_expired_sessions(tx, now).await?)
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
    insert_device(tx, hash, user, now, expires_at).await?;
    delete_oldest_devices(tx, user, max).await
}
