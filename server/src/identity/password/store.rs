//! Passwords in the database.

use crate::{
    db::{Error, Tx, params, statements},
    values::ids::Id,
};

statements! {
    // Only the very one that was confirmed, or none if there was none: of two changes at once one is refused.
    CHANGE = "UPDATE users SET password_hash = $3 WHERE id = $1 AND deleted_at IS NULL AND coalesce(password_hash, '') = $2";
    SET = "UPDATE users SET password_hash = $2 WHERE id = $1";
}

/// `false`: it is no longer `confirmed`.
pub async fn change(tx: &Tx<'_>, user: &Id, confirmed: Option<&str>, hash: &str) -> Result<bool, Error> {
    let values = params![user.as_str(), confirmed.unwrap_or_default(), hash];
    Ok(tx.execute(&CHANGE, values).await? == 1)
}

/// While the transaction holds the account's row.
pub async fn set(tx: &Tx<'_>, user: &Id, hash: &str) -> Result<(), Error> {
    tx.execute(&SET, params![user.as_str(), hash]).await.map(|_| ())
}
