//! Passwords in the database.

use super::{HashedPassword, PasswordStrength};
use crate::{
    db::{Error, Tx, params, statements},
    values::ids::Id,
};

statements! {
    // Changes only the hash that was verified, so that one of two concurrent changes is refused.
    CHANGE = "UPDATE users SET password_hash = $3, has_weak_password = $4 WHERE id = $1 AND deleted_at IS NULL AND coalesce(password_hash, '') = $2";
    SET = "UPDATE users SET password_hash = $2, has_weak_password = $3 WHERE id = $1";
    SET_STRENGTH = "UPDATE users SET has_weak_password = $3 WHERE id = $1 AND password_hash = $2";
}

/// `false`: the stored hash is no longer `confirmed`.
pub async fn change(
    tx: &Tx<'_>,
    user: &Id,
    confirmed: Option<&str>,
    new: &HashedPassword,
) -> Result<bool, Error> {
    let is_weak = i64::from(new.strength.is_weak());
    let values = params![user.as_str(), confirmed.unwrap_or_default(), new.hash.as_str(), is_weak];
    Ok(tx.execute(&CHANGE, values).await? == 1)
}

/// The caller has locked the account.
pub async fn set(tx: &Tx<'_>, user: &Id, new: &HashedPassword) -> Result<(), Error> {
    let is_weak = i64::from(new.strength.is_weak());
    tx.execute(&SET, params![user.as_str(), new.hash.as_str(), is_weak]).await.map(|_| ())
}

/// Does nothing if the hash is no longer the one of the judged password.
pub async fn set_strength(
    tx: &Tx<'_>,
    user: &Id,
    hash: &str,
    strength: PasswordStrength,
) -> Result<(), Error> {
    let is_weak = i64::from(strength.is_weak());
    tx.execute(&SET_STRENGTH, params![user.as_str(), hash, is_weak]).await.map(|_| ())
}
