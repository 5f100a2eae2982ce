//! API keys in the database. A revoked key keeps its row, because audit entries name it.

use crate::{
    accounts::user::{Role, User},
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, time::Timestamp},
};

statements! {
    INSERT = "INSERT INTO api_keys (id, user_id, name, hash, scopes, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    BY_HASH = "SELECT k.id, k.scopes, k.last_used_at, u.id, u.email, u.display_name, u.photo_url, u.role FROM api_keys k JOIN users u ON u.id = k.user_id
        WHERE k.hash = $1 AND k.expires_at > $2 AND k.revoked_at IS NULL AND u.blocked_at IS NULL AND u.deleted_at IS NULL";
    IN_USE = "SELECT k.id, k.name, k.scopes, k.created_at, k.expires_at, k.last_used_at, u.display_name, u.email FROM api_keys k JOIN users u ON u.id = k.user_id
        WHERE k.revoked_at IS NULL AND k.expires_at > $1 ORDER BY k.created_at DESC, k.id DESC";
    IN_USE_BY_USER = "SELECT id FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2 ORDER BY id";
    REVOKE = "UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL";
    REVOKE_ALL = "UPDATE api_keys SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL";
    RECORD_USE = "UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)";
}

pub struct NewKeyRow {
    pub id: Id,
    pub user: Id,
    pub name: String,
    pub hash: String,
    pub scopes: String,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

row! {
    struct LiveKeyRow {
        id: String,
        scopes: String,
        last_used_at: Option<i64>,
        user_id: String,
        email: Option<String>,
        display_name: String,
        photo_url: Option<String>,
        role: String,
    }
}

/// A key that has not expired, with its user as of now.
pub struct LiveKey {
    pub id: Id,
    pub user: User,
    pub scopes: String,
    pub last_used_at: Option<Timestamp>,
}

row! {
    pub struct ApiKeyRow {
        pub id: String,
        pub name: String,
        pub scopes: String,
        pub created_at: i64,
        pub expires_at: i64,
        pub last_used_at: Option<i64>,
        pub holder_name: String,
        pub holder_email: Option<String>,
    }
}

pub async fn insert(tx: &Tx<'_>, key: &NewKeyRow) -> Result<(), Error> {
    let values = params![
        key.id.as_str(),
        key.user.as_str(),
        key.name.as_str(),
        key.hash.as_str(),
        key.scopes.as_str(),
        key.created_at.micros(),
        key.expires_at.micros()
    ];
    tx.execute(&INSERT, values).await.map(|_| ())
}

pub async fn by_hash(tx: &Tx<'_>, hash: &str, now: Timestamp) -> Result<Option<LiveKey>, Error> {
    let row = tx.optional::<LiveKeyRow>(&BY_HASH, params![hash, now.micros()]).await?;
    Ok(row.and_then(|row| {
        Some(LiveKey {
            id: Id::parse(&row.id)?,
            user: User {
                id: Id::parse(&row.user_id)?,
                email: row.email,
                display_name: row.display_name,
                photo_url: row.photo_url,
                role: Role::from_stored(&row.role),
            },
            scopes: row.scopes,
            last_used_at: row.last_used_at.map(Timestamp::from_micros),
        })
    }))
}

/// The keys of all users, newest first.
pub async fn in_use(tx: &Tx<'_>, now: Timestamp) -> Result<Vec<ApiKeyRow>, Error> {
    tx.all(&IN_USE, params![now.micros()]).await
}

pub async fn in_use_by_user(tx: &Tx<'_>, user: &Id, now: Timestamp) -> Result<Vec<Id>, Error> {
    let rows = tx.all::<(String,)>(&IN_USE_BY_USER, params![user.as_str(), now.micros()]).await?;
    Ok(rows.iter().filter_map(|(id,)| Id::parse(id)).collect())
}

/// `false`: there is no such key, or it is revoked already.
pub async fn revoke(tx: &Tx<'_>, key: &Id, now: Timestamp) -> Result<bool, Error> {
    Ok(tx.execute(&REVOKE, params![key.as_str(), now.micros()]).await? == 1)
}

/// For an account that loses its role, so that a later role does not bring its keys back.
pub async fn revoke_all(tx: &Tx<'_>, user: &Id, now: Timestamp) -> Result<(), Error> {
    tx.execute(&REVOKE_ALL, params![user.as_str(), now.micros()]).await.map(|_| ())
}

/// Unless its use was recorded after `before`.
pub async fn record_use(tx: &Tx<'_>, key: &Id, now: Timestamp, before: Timestamp) -> Result<(), Error> {
    tx.execute(&RECORD_USE, params![key.as_str(), now.micros(), before.micros()]).await.map(|_| ())
}
