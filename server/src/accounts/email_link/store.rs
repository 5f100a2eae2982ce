//! Mailed links in the database.

use super::EmailLinkPurpose;
use crate::{
    db::{queries, row},
    values::{email::Email, ids::Id, time::Timestamp},
};

pub struct NewEmailTokenRow<'a> {
    pub hash: &'a str,
    pub user: &'a Id,
    pub purpose: EmailLinkPurpose,
    pub email: &'a Email,
    pub made_at: Timestamp,
    pub expires_at: Timestamp,
}

row! {
    /// A stored link.
    pub struct EmailToken {
        pub user: Id,
        pub email: Email,
        pub expires_at: Timestamp,
    }
}

queries! {
    /// Inserts nothing for an unknown user id.
    pub fn insert(link: &NewEmailTokenRow<'_>) =
        "INSERT INTO email_tokens (hash, user_id, purpose, email, created_at, expires_at)
        SELECT CAST($1 AS TEXT), id, CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT), CAST($6 AS BIGINT)
        FROM users WHERE id = $2 AND deleted_at IS NULL",
        [link.hash, link.user, link.purpose, link.email, link.made_at, link.expires_at];
    pub fn by_hash(hash: &str, purpose: EmailLinkPurpose) -> Option<EmailToken> =
        "SELECT user_id, email, expires_at FROM email_tokens WHERE hash = $1 AND purpose = $2";
    /// Only one of two concurrent requests gets the link.
    pub fn take(hash: &str, purpose: EmailLinkPurpose) -> Option<EmailToken> =
        "DELETE FROM email_tokens WHERE hash = $1 AND purpose = $2 RETURNING user_id, email, expires_at";
    pub fn delete_by_purpose(user: &Id, purpose: EmailLinkPurpose) = "DELETE FROM email_tokens WHERE user_id = $1 AND purpose = $2";
    pub fn delete_all(user: &Id) = "DELETE FROM email_tokens WHERE user_id = $1";
    /// Deletes the links that finish an account, of all accounts that wait for this address.
    pub fn delete_finishing(email: &Email, now: Timestamp) =
        "DELETE FROM email_tokens WHERE email = $1 AND purpose = 'finish' AND expires_at > $2";
    /// Returns `false` if the account has another address by now, or was deleted.
    pub fn set_email_verified(user: &Id, email: &Email, now: Timestamp) -> bool =
        "UPDATE users SET email_verified_at = coalesce(email_verified_at, $3), changed_at = $3 WHERE id = $1 AND email = $2 AND deleted_at IS NULL";
    /// Replaces the address of the account. Another account with this address violates `users_email`.
    pub fn replace_email(user: &Id, email: &Email, now: Timestamp) =
        "UPDATE users SET email = $2, email_verified_at = $3, changed_at = $3 WHERE id = $1 AND deleted_at IS NULL";
    /// The orders of the former shop are found by the address.
    pub fn move_former_orders(from: &Email, to: &Email) = "UPDATE former_orders SET email = $2 WHERE email = $1";
    pub fn delete_expired(now: Timestamp) -> u64 =
        "DELETE FROM email_tokens WHERE hash IN (SELECT hash FROM email_tokens WHERE expires_at < $1 LIMIT 500)";
}
