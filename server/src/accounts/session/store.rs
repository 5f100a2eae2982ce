//! Sessions, their access tokens and known devices in the database. No other file deletes sessions.

use crate::{
    accounts::{
        permissions::WithheldRole,
        second_factor,
        user::{AuthMethod, Role, User},
    },
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, time::Timestamp},
};

statements! {
    INSERT = "INSERT INTO sessions (id, user_id, secret_hash, method, user_agent, created_at, last_seen_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $6, $7)";
    BY_SECRET = "SELECT s.id, s.method, s.created_at, s.last_seen_at, s.expires_at, u.id, u.email, u.display_name, u.photo_url, u.role, u.has_weak_password
        FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.secret_hash = $1";
    BY_TOKEN = "SELECT s.id, s.method, s.created_at, s.last_seen_at, s.expires_at, u.id, u.email, u.display_name, u.photo_url, u.role, u.has_weak_password
        FROM access_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
        WHERE t.hash = $1 AND t.expires_at > $2";
    TOUCH = "UPDATE sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2";
    LOCK = "SELECT id FROM sessions WHERE id = $1 FOR NO KEY UPDATE";
    BY_USER = "SELECT id, method, user_agent, created_at, last_seen_at FROM sessions WHERE user_id = $1 AND expires_at > $2
        ORDER BY last_seen_at DESC, id DESC LIMIT $3";
    ONE = "SELECT id FROM sessions WHERE user_id = $1 AND id = $2";
    DELETE_BY_SECRET = "DELETE FROM sessions WHERE secret_hash = $1";
    DELETE_ONE = "DELETE FROM sessions WHERE user_id = $1 AND id = $2";
    DELETE_OTHERS = "DELETE FROM sessions WHERE user_id = $1 AND id <> $2";
    DELETE_OTHERS_BY_METHOD = "DELETE FROM sessions WHERE user_id = $1 AND method = $2 AND id <> $3";
    DELETE_ALL = "DELETE FROM sessions WHERE user_id = $1";
    DELETE_EXPIRED = "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < $1 LIMIT 500)";
    INSERT_TOKEN = "INSERT INTO access_tokens (hash, session_id, expires_at) VALUES ($1, $2, $3)";
    DELETE_OLDEST_TOKENS = "DELETE FROM access_tokens WHERE session_id = $1 AND hash NOT IN
        (SELECT hash FROM access_tokens WHERE session_id = $1 ORDER BY expires_at DESC LIMIT $2)";
    DELETE_EXPIRED_TOKENS = "DELETE FROM access_tokens WHERE hash IN (SELECT hash FROM access_tokens WHERE expires_at < $1 LIMIT 500)";
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
    struct SessionRow {
        id: String,
        method: String,
        created_at: i64,
        last_seen_at: i64,
        expires_at: i64,
        user_id: String,
        email: Option<String>,
        display_name: String,
        photo_url: Option<String>,
        role: String,
        has_weak_password: Option<i64>,
    }
}

/// A session with its user, as read at one request.
#[derive(Clone)]
pub struct Session {
    pub id: Id,
    pub method: AuthMethod,
    pub created_at: Timestamp,
    pub last_seen_at: Timestamp,
    pub expires_at: Timestamp,
    /// As the extractors let it act: without its role if that is withheld.
    pub user: User,
    /// Whether the account has a password that is too weak for a role, however this session began.
    pub has_weak_password: bool,
    /// Set by the extractors.
    pub withheld_role: Option<WithheldRole>,
}

impl Session {
    /// Whether the account is of an administrator or of staff, also if its role is withheld.
    pub fn has_role(&self) -> bool {
        self.withheld_role.is_some() || self.user.role != Role::User
    }
}

impl SessionRow {
    fn into_session(self) -> Option<Session> {
        Some(Session {
            id: Id::parse(&self.id)?,
            method: AuthMethod::from_stored(&self.method),
            created_at: Timestamp::from_micros(self.created_at),
            last_seen_at: Timestamp::from_micros(self.last_seen_at),
            expires_at: Timestamp::from_micros(self.expires_at),
            user: User {
                id: Id::parse(&self.user_id)?,
                email: self.email,
                display_name: self.display_name,
                photo_url: self.photo_url,
                role: Role::from_stored(&self.role),
            },
            has_weak_password: self.has_weak_password == Some(1),
            withheld_role: None,
        })
    }
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

pub struct NewSessionRow<'a> {
    pub id: Id,
    pub user: &'a Id,
    pub secret_hash: &'a str,
    pub method: AuthMethod,
    pub user_agent: &'a str,
    pub expires_at: Timestamp,
}

pub async fn insert(tx: &Tx<'_>, session: &NewSessionRow<'_>, now: Timestamp) -> Result<(), Error> {
    let values = params![
        session.id.as_str(),
        session.user.as_str(),
        session.secret_hash,
        session.method.as_str(),
        session.user_agent,
        now.micros(),
        session.expires_at.micros()
    ];
    tx.execute(&INSERT, values).await.map(|_| ())
}

pub async fn by_secret(tx: &Tx<'_>, secret_hash: &str) -> Result<Option<Session>, Error> {
    let row = tx.optional::<SessionRow>(&BY_SECRET, params![secret_hash]).await?;
    Ok(row.and_then(SessionRow::into_session))
}

pub async fn by_token(tx: &Tx<'_>, token_hash: &str, now: Timestamp) -> Result<Option<Session>, Error> {
    let row = tx.optional::<SessionRow>(&BY_TOKEN, params![token_hash, now.micros()]).await?;
    Ok(row.and_then(SessionRow::into_session))
}

pub async fn touch(tx: &Tx<'_>, id: &Id, now: Timestamp) -> Result<(), Error> {
    tx.execute(&TOUCH, params![id.as_str(), now.micros()]).await.map(|_| ())
}

/// Locks the session until the transaction ends. `false`: it has ended.
pub async fn lock(tx: &Tx<'_>, id: &Id) -> Result<bool, Error> {
    Ok(tx.lock(&LOCK, params![id.as_str()]).await? == 1)
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

pub async fn delete_by_secret(tx: &Tx<'_>, secret_hash: &str) -> Result<(), Error> {
    tx.execute(&DELETE_BY_SECRET, params![secret_hash]).await.map(|_| ())
}

/// `false`: the user has no such session.
pub async fn delete_one(tx: &Tx<'_>, user: &Id, id: &Id) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE_ONE, params![user.as_str(), id.as_str()]).await? == 1)
}

pub async fn delete_others(tx: &Tx<'_>, user: &Id, kept: &Id) -> Result<u64, Error> {
    tx.execute(&DELETE_OTHERS, params![user.as_str(), kept.as_str()]).await
}

/// The sessions that began with this login method, but the kept one.
pub async fn delete_others_by_method(
    tx: &Tx<'_>,
    user: &Id,
    method: AuthMethod,
    kept: &Id,
) -> Result<(), Error> {
    let values = params![user.as_str(), method.as_str(), kept.as_str()];
    tx.execute(&DELETE_OTHERS_BY_METHOD, values).await.map(|_| ())
}

/// All sessions of an account, and its logins that wait for their second step.
pub async fn delete_all(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    second_factor::store::delete_pending_of(tx, user).await?;
    tx.execute(&DELETE_ALL, params![user.as_str()]).await.map(|_| ())
}

/// Up to a thousand sessions and tokens.
pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, Error> {
    Ok(tx.execute(&DELETE_EXPIRED_TOKENS, params![now.micros()]).await?
        + tx.execute(&DELETE_EXPIRED, params![now.micros()]).await?)
}

pub async fn insert_token(tx: &Tx<'_>, hash: &str, session: &Id, expires_at: Timestamp) -> Result<(), Error> {
    tx.execute(&INSERT_TOKEN, params![hash, session.as_str(), expires_at.micros()]).await.map(|_| ())
}

/// Keeps the session's newest `kept` tokens.
pub async fn delete_oldest_tokens(tx: &Tx<'_>, session: &Id, kept: i64) -> Result<(), Error> {
    tx.execute(&DELETE_OLDEST_TOKENS, params![session.as_str(), kept]).await.map(|_| ())
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
