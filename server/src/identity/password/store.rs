//! Passwords in the database.

use crate::{
    db::{Error, Tx, params, statements},
    values::ids::Id,
};

statements! {
    // Changes only the hash that was verified, so that one of two concurrent changes is refused.
    CHANGE = "UPDATE users SET password_hash = $3 WHERE id = $1 AND deleted_at IS NULL AND coalesce(password_hash, '') = $2";
    SET = "UPDATE users SET password_hash = $2 WHERE id = $1";
}

/// `false`: the stored hash is no longer `confirmed`.
pub async fn change(tx: &Tx<'_>, user: &Id, confirmed: Option<&str>, hash: &str) -> Result<bool, Error> {
    let values = params![user.as_str(), confirmed.unwrap_or_default(), hash];
    Ok(tx.execute(&CHANGE, values).await? == 1)
}

/// The caller has locked the account.
pub async fn set_hash(tx: &Tx<'_>, user: &Id, hash: &str) -> Result<(), Error> {
    tx.execute(&SET, params![user.as_str(), hash]).await.map(|_| ())
}
