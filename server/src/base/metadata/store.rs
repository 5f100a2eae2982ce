//! The `shop_metadata` table.

use crate::{
    db::{Error, Tx, params, statements},
    values::time::Timestamp,
};

statements! {
    INSERT = "INSERT INTO shop_metadata (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
    PUT = "INSERT INTO shop_metadata (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2";
    REPLACE = "UPDATE shop_metadata SET value = $2 WHERE name = $1 AND value = $3";
    DELETE = "DELETE FROM shop_metadata WHERE name = $1";
    GET = "SELECT value FROM shop_metadata WHERE name = $1";
    CLOCK = "SELECT CAST(CURRENT_TIMESTAMP AS TEXT)";
}

/// The stored value, which is `value` when there was none.
pub async fn set_if_absent(tx: &Tx<'_>, name: &str, value: &str) -> Result<String, Error> {
    tx.execute(&INSERT, params![name, value]).await?;
    tx.one::<(String,)>(&GET, params![name]).await.map(|(value,)| value)
}

pub async fn get(tx: &Tx<'_>, name: &str) -> Result<Option<String>, Error> {
    Ok(tx.optional::<(String,)>(&GET, params![name]).await?.map(|(value,)| value))
}

/// Stores `value` if `old` is still stored (`None`: nothing). Returns whether it did, so that one of several nodes wins.
pub async fn replace(tx: &Tx<'_>, name: &str, old: Option<&str>, value: &str) -> Result<bool, Error> {
    let changed = match old {
        Some(old) => tx.execute(&REPLACE, params![name, value, old]).await?,
        None => tx.execute(&INSERT, params![name, value]).await?,
    };
    Ok(changed == 1)
}

/// The clock of PostgreSQL's machine. `None`: the server writes times in a format of its own.
pub async fn clock(tx: &Tx<'_>) -> Result<Option<Timestamp>, Error> {
    let (text,) = tx.one::<(String,)>(&CLOCK, params![]).await?;
    Ok(Timestamp::parse(&text))
}

pub async fn put(tx: &Tx<'_>, name: &str, value: &str) -> Result<(), Error> {
    tx.execute(&PUT, params![name, value]).await.map(|_| ())
}

pub async fn delete(tx: &Tx<'_>, name: &str) -> Result<(), Error> {
    tx.execute(&DELETE, params![name]).await.map(|_| ())
}
