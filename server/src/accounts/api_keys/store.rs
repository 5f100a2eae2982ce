//! API keys in the database. A revoked key keeps its row, because audit entries name it.

use crate::{
    accounts::user::User,
    db::{queries, row},
    values::{ids::Id, time::Timestamp},
};

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
    /// A key that has not expired, with its user as of now.
    pub struct LiveKey {
        pub id: Id,
        pub scopes: String,
        pub last_used_at: Option<Timestamp>,
        pub user: User,
    }
}

row! {
    pub struct ApiKeyRow {
        pub id: Id,
        pub name: String,
        pub scopes: String,
        pub created_at: Timestamp,
        pub expires_at: Timestamp,
        pub last_used_at: Option<Timestamp>,
        pub holder_name: String,
        pub holder_email: Option<String>,
    }
}

queries! {
    pub fn insert(key: &NewKeyRow) =
        "INSERT INTO api_keys (id, user_id, name, hash, scopes, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        [key.id, key.user, key.name, key.hash, key.scopes, key.created_at, key.expires_at];
    pub fn by_hash(hash: &str, now: Timestamp) -> Option<LiveKey> =
        "SELECT k.id, k.scopes, k.last_used_at, u.id, u.email, u.display_name, u.photo_url, u.role, u.language FROM api_keys k JOIN users u ON u.id = k.user_id
        WHERE k.hash = $1 AND k.expires_at > $2 AND k.revoked_at IS NULL AND u.blocked_at IS NULL AND u.deleted_at IS NULL";
    /// The keys of all users, newest first.
    pub fn in_use(now: Timestamp) -> Vec<ApiKeyRow> =
        "SELECT k.id, k.name, k.scopes, k.created_at, k.expires_at, k.last_used_at, u.display_name, u.email FROM api_keys k JOIN users u ON u.id = k.user_id
        WHERE k.revoked_at IS NULL AND k.expires_at > $1 ORDER BY k.created_at DESC, k.id DESC";
    pub fn in_use_by_user(user: &Id, now: Timestamp) -> Vec<Id> =
        "SELECT id FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2 ORDER BY id";
    /// Revokes the key. Returns `false` if there is no such key, or it is revoked already.
    pub fn revoke(key: &Id, now: Timestamp) -> bool = "UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL";
    /// Revokes all keys of an account that loses its role, so that a later role does not bring them back.
    pub fn revoke_all(user: &Id, now: Timestamp) = "UPDATE api_keys SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL";
    /// Records that the key is used, unless its use was recorded after `before`.
    pub fn record_use(key: &Id, now: Timestamp, before: Timestamp) =
        "UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)";
}
