//! The `counters` table.

use crate::db::{Error, Tx, params, statements};

statements! {
    RESERVE = "INSERT INTO counters (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = counters.value + $3 RETURNING value";
}

/// Returns the last of `count` numbers that are the caller's from now on. The first number of all is `first`.
pub async fn reserve(tx: &Tx<'_>, name: &str, first: i64, count: i64) -> Result<i64, Error> {
    let values = params![name, first + count - 1, count];
    tx.one::<(i64,)>(&RESERVE, values).await.map(|(value,)| value)
}
