//! Second factors, recovery codes and logins that wait for their second step, in the database.

use crate::{
    accounts::user::AuthMethod,
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, time::Timestamp},
};

statements! {
    // Replaces a secret that no code has confirmed.
    BEGIN = "INSERT INTO second_factors (user_id, secret, last_step) VALUES ($1, $2, 0)
        ON CONFLICT (user_id) DO UPDATE SET secret = $2 WHERE second_factors.confirmed_at IS NULL";
    UNCONFIRMED = "SELECT secret, last_step FROM second_factors WHERE user_id = $1 AND confirmed_at IS NULL";
    CONFIRMED = "SELECT secret, last_step FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL";
    CONFIRM = "UPDATE second_factors SET confirmed_at = $2, last_step = $3 WHERE user_id = $1 AND confirmed_at IS NULL";
    // A code works once, also for two concurrent logins.
    USE_STEP = "UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2";
    DELETE = "DELETE FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL";
    INSERT_RECOVERY_CODE = "INSERT INTO recovery_codes (user_id, hash) VALUES ($1, $2)";
    USE_RECOVERY_CODE = "DELETE FROM recovery_codes WHERE user_id = $1 AND hash = $2";
    DELETE_RECOVERY_CODES = "DELETE FROM recovery_codes WHERE user_id = $1";
    COUNT_RECOVERY_CODES = "SELECT count(*) FROM recovery_codes WHERE user_id = $1";
    INSERT_PENDING = "INSERT INTO pending_logins (secret_hash, user_id, method, tries, expires_at) VALUES ($1, $2, $3, 0, $4)";
    PENDING = "SELECT user_id, method FROM pending_logins WHERE secret_hash = $1 AND expires_at > $2";
    COUNT_TRY = "UPDATE pending_logins SET tries = tries + 1 WHERE secret_hash = $1 AND tries < $2";
    DELETE_PENDING = "DELETE FROM pending_logins WHERE secret_hash = $1";
    DELETE_PENDING_OF = "DELETE FROM pending_logins WHERE user_id = $1";
    DELETE_EXPIRED = "DELETE FROM pending_logins WHERE secret_hash IN (SELECT secret_hash FROM pending_logins WHERE expires_at < $1 LIMIT 500)";
}

row! {
    pub struct SecondFactorRow {
        pub secret: String,
        pub last_step: i64,
    }
}

/// A login that waits for its second step.
pub struct PendingLogin {
    pub user: Id,
    pub method: AuthMethod,
}

/// `false`: the account has a second factor already.
pub async fn begin(tx: &Tx<'_>, user: &Id, secret: &str) -> Result<bool, Error> {
    Ok(tx.execute(&BEGIN, params![user.as_str(), secret]).await? == 1)
}

pub async fn unconfirmed(tx: &Tx<'_>, user: &Id) -> Result<Option<SecondFactorRow>, Error> {
    tx.optional(&UNCONFIRMED, params![user.as_str()]).await
}

pub async fn confirmed(tx: &Tx<'_>, user: &Id) -> Result<Option<SecondFactorRow>, Error> {
    tx.optional(&CONFIRMED, params![user.as_str()]).await
}

pub async fn is_on(tx: &Tx<'_>, user: &Id) -> Result<bool, Error> {
    Ok(confirmed(tx, user).await?.is_some())
}

pub async fn confirm(tx: &Tx<'_>, user: &Id, step: i64, now: Timestamp) -> Result<(), Error> {
    tx.execute(&CONFIRM, params![user.as_str(), now.micros(), step]).await.map(|_| ())
}

/// `false`: a code of this step or of a later one was used.
pub async fn use_step(tx: &Tx<'_>, user: &Id, step: i64) -> Result<bool, Error> {
    Ok(tx.execute(&USE_STEP, params![user.as_str(), step]).await? == 1)
}

/// Also deletes the recovery codes. `false`: the account has no second factor.
pub async fn delete(tx: &Tx<'_>, user: &Id) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![user.as_str()]).await? == 1)
}

pub async fn replace_recovery_codes(tx: &Tx<'_>, user: &Id, hashes: &[String]) -> Result<(), Error> {
    tx.execute(&DELETE_RECOVERY_CODES, params![user.as_str()]).await?;
    for hash in hashes {
        tx.execute(&INSERT_RECOVERY_CODE, params![user.as_str(), hash.as_str()]).await?;
    }
    Ok(())
}

/// `false`: there is no such code, or it was used.
pub async fn use_recovery_code(tx: &Tx<'_>, user: &Id, hash: &str) -> Result<bool, Error> {
    Ok(tx.execute(&USE_RECOVERY_CODE, params![user.as_str(), hash]).await? == 1)
}

pub async fn count_recovery_codes(tx: &Tx<'_>, user: &Id) -> Result<i64, Error> {
    let row = tx.optional::<(i64,)>(&COUNT_RECOVERY_CODES, params![user.as_str()]).await?;
    Ok(row.map_or(0, |(count,)| count))
}

pub async fn insert_pending(
    tx: &Tx<'_>,
    secret_hash: &str,
    user: &Id,
    method: AuthMethod,
    expires_at: Timestamp,
) -> Result<(), Error> {
    let values = params![secret_hash, user.as_str(), method.as_str(), expires_at.micros()];
    tx.execute(&INSERT_PENDING, values).await.map(|_| ())
}

pub async fn pending(tx: &Tx<'_>, secret_hash: &str, now: Timestamp) -> Result<Option<PendingLogin>, Error> {
    let row = tx.optional::<(Id, AuthMethod)>(&PENDING, params![secret_hash, now]).await?;
    Ok(row.map(|(user, method)| PendingLogin { user, method }))
}

/// `false`: the login is gone, or too many codes were tried.
pub async fn count_try(tx: &Tx<'_>, secret_hash: &str, max: i64) -> Result<bool, Error> {
    Ok(tx.execute(&COUNT_TRY, params![secret_hash, max]).await? == 1)
}

pub async fn delete_pending(tx: &Tx<'_>, secret_hash: &str) -> Result<(), Error> {
    tx.execute(&DELETE_PENDING, params![secret_hash]).await.map(|_| ())
}

pub async fn delete_pending_of(tx: &Tx<'_>, user: &Id) -> Result<(), Error> {
    tx.execute(&DELETE_PENDING_OF, params![user.as_str()]).await.map(|_| ())
}

/// Up to 500 rows, so that no other write waits for long.
pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_EXPIRED, params![now.micros()]).await
}
