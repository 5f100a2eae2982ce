//! Second factors, recovery codes and logins that wait for their second step, in the database.

use crate::{
    accounts::user::AuthMethod,
    db::{Error, One, Tx, queries, row},
    values::{ids::Id, time::Timestamp},
};

row! {
    pub struct SecondFactorRow {
        pub secret: String,
        pub last_step: i64,
    }
}

row! {
    /// A login that waits for its second step.
    pub struct PendingLogin {
        pub user: Id,
        pub method: AuthMethod,
    }
}

queries! {
    // Replaces a secret that no code has confirmed.
    /// Returns `false` if the account has a second factor already.
    pub fn begin(user: &Id, secret: &str) -> bool =
        "INSERT INTO second_factors (user_id, secret, last_step) VALUES ($1, $2, 0)
        ON CONFLICT (user_id) DO UPDATE SET secret = $2 WHERE second_factors.confirmed_at IS NULL";
    pub fn unconfirmed(user: &Id) -> Option<SecondFactorRow> =
        "SELECT secret, last_step FROM second_factors WHERE user_id = $1 AND confirmed_at IS NULL";
    pub fn confirmed(user: &Id) -> Option<SecondFactorRow> =
        "SELECT secret, last_step FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL";
    pub fn is_on(user: &Id) -> bool = "SELECT user_id FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL";
    pub fn confirm(user: &Id, step: i64, now: Timestamp) =
        "UPDATE second_factors SET confirmed_at = $3, last_step = $2 WHERE user_id = $1 AND confirmed_at IS NULL";
    // A code works once, also for two concurrent logins.
    /// Returns `false` if a code of this step or of a later one was used.
    pub fn use_step(user: &Id, step: i64) -> bool = "UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2";
    /// Also deletes the recovery codes. Returns `false` if the account has no second factor.
    pub fn delete(user: &Id) -> bool = "DELETE FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL";
    fn insert_recovery_code(user: &Id, hash: &str) = "INSERT INTO recovery_codes (user_id, hash) VALUES ($1, $2)";
    /// Returns `false` if there is no such code, or it was used.
    pub fn use_recovery_code(user: &Id, hash: &str) -> bool = "DELETE FROM recovery_codes WHERE user_id = $1 AND hash = $2";
    fn delete_recovery_codes(user: &Id) = "DELETE FROM recovery_codes WHERE user_id = $1";
    pub fn count_recovery_codes(user: &Id) -> One<i64> = "SELECT count(*) FROM recovery_codes WHERE user_id = $1";
    pub fn insert_pending(secret_hash: &str, user: &Id, method: AuthMethod, expires_at: Timestamp) =
        "INSERT INTO pending_logins (secret_hash, user_id, method, tries, expires_at) VALUES ($1, $2, $3, 0, $4)";
    pub fn pending(secret_hash: &str, now: Timestamp) -> Option<PendingLogin> =
        "SELECT user_id, method FROM pending_logins WHERE secret_hash = $1 AND expires_at > $2";
    /// Returns `false` if the login is gone, or too many codes were tried.
    pub fn count_try(secret_hash: &str, max: i64) -> bool =
        "UPDATE pending_logins SET tries = tries + 1 WHERE secret_hash = $1 AND tries < $2";
    pub fn delete_pending(secret_hash: &str) = "DELETE FROM pending_logins WHERE secret_hash = $1";
    pub fn delete_pending_of(user: &Id) = "DELETE FROM pending_logins WHERE user_id = $1";
    /// Up to 500 rows, so that no other write waits for long.
    pub fn delete_expired(now: Timestamp) -> u64 =
        "DELETE FROM pending_logins WHERE secret_hash IN (SELECT secret_hash FROM pending_logins WHERE expires_at < $1 LIMIT 500)";
}

pub async fn replace_recovery_codes(tx: &Tx<'_>, user: &Id, hashes: &[String]) -> Result<(), Error> {
    delete_recovery_codes(tx, user).await?;
    for hash in hashes {
        insert_recovery_code(tx, user, hash).await?;
    }
    Ok(())
}
