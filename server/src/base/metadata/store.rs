//! The `shop_metadata` table.

use crate::db::{Error, One, Tx, TxFuture, queries};

queries! {
    fn insert(name: &str, value: &str) -> bool =
        "INSERT INTO shop_metadata (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
    pub fn put(name: &str, value: &str) =
        "INSERT INTO shop_metadata (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2";
    fn replace_value(name: &str, old: &str, value: &str) -> bool = "UPDATE shop_metadata SET value = $3 WHERE name = $1 AND value = $2";
    pub fn delete(name: &str) = "DELETE FROM shop_metadata WHERE name = $1";
    pub fn get(name: &str) -> Option<String> = "SELECT value FROM shop_metadata WHERE name = $1";
    /// The clock of PostgreSQL's machine.
    pub fn clock() -> One<String> = "SELECT CAST(CURRENT_TIMESTAMP AS TEXT)";
}

/// The stored value, which is `value` when there was none.
pub async fn set_if_absent(tx: &Tx<'_>, name: &str, value: &str) -> Result<String, Error> {
    insert(tx, name, value).await?;
    get(tx, name).await?.ok_or_else(|| Error::broken_row("shop_metadata", name))
}

/// Stores `value` if `old` is still stored, or if nothing is stored and `old` is `None`. Returns whether it did, so
/// that one of several nodes wins.
pub fn replace<'t>(
    tx: &'t Tx<'t>,
    name: &str,
    old: Option<&str>,
    value: &str,
) -> TxFuture<'t, Result<bool, Error>> {
    match old {
        Some(old) => replace_value(tx, name, old, value),
        None => insert(tx, name, value),
    }
}
