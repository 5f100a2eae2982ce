//! Counters in the database.

use std::time::Duration;

use crate::{
    db::{Error, Tx, Value, params, statements},
    values::time::Timestamp,
};

statements! {
    // Writing the row back unchanged locks it on either engine. A new row has expired already.
    LOCK = "INSERT INTO rate_limits (key, count, expires_at) VALUES ($1, 0, 0)
        ON CONFLICT (key) DO UPDATE SET count = rate_limits.count RETURNING count, expires_at";
    READ = "SELECT count, expires_at FROM rate_limits WHERE key = $1";
    SET = "UPDATE rate_limits SET count = $2, expires_at = $3 WHERE key = $1";
    // No row: the counter has reached $4. A counter that has expired starts again.
    TAKE = "INSERT INTO rate_limits (key, count, expires_at) VALUES ($1, 1, $3)
        ON CONFLICT (key) DO UPDATE SET count = CASE WHEN rate_limits.expires_at <= $2 THEN 1 ELSE rate_limits.count + 1 END,
            expires_at = CASE WHEN rate_limits.expires_at <= $2 THEN $3 ELSE rate_limits.expires_at END
        WHERE rate_limits.expires_at <= $2 OR rate_limits.count < $4 RETURNING count, expires_at";
    GIVE_BACK = "UPDATE rate_limits SET count = count - 1, expires_at = expires_at - $2 WHERE key = $1 AND count > 0";
    // The condition is repeated because the row may be used again while this statement waits for it.
    DELETE_EXPIRED = "DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE expires_at < $1 LIMIT 500)
        AND expires_at < $1";
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counter {
    pub count: i64,
    pub expires_at: Timestamp,
}

impl Counter {
    /// The counter as it is now: a new one that lasts for `per`, if this one has expired.
    #[must_use]
    pub fn at(self, now: Timestamp, per: Duration) -> Self {
        if now < self.expires_at { self } else { Self { count: 0, expires_at: now.plus(per) } }
    }
}

/// Locks the counter until the transaction ends.
pub async fn lock(tx: &Tx<'_>, key: &str) -> Result<Counter, Error> {
    let (count, expires_at) = tx.one::<(i64, i64)>(&LOCK, params![key]).await?;
    Ok(Counter { count, expires_at: Timestamp::from_micros(expires_at) })
}

/// Without a lock. `None`: nothing was counted.
pub async fn read(tx: &Tx<'_>, key: &str) -> Result<Option<Counter>, Error> {
    let row = tx.optional::<(i64, i64)>(&READ, params![key]).await?;
    Ok(row.map(|(count, at)| Counter { count, expires_at: Timestamp::from_micros(at) }))
}

pub async fn set(tx: &Tx<'_>, key: &str, counter: Counter) -> Result<(), Error> {
    tx.execute(&SET, params![key, counter.count, counter.expires_at.micros()]).await.map(|_| ())
}

/// Adds one to the counter, or starts it again if it has expired. `None`: it has reached `max`, which is at least 1.
pub async fn take(
    tx: &Tx<'_>,
    key: &str,
    max: u32,
    now: Timestamp,
    per: Duration,
) -> Result<Option<Counter>, Error> {
    let row = tx.optional::<(i64, i64)>(&TAKE, &take_values(key, max, now, per)).await?;
    Ok(row.map(|(count, at)| Counter { count, expires_at: Timestamp::from_micros(at) }))
}

/// As [`take`], at the end of the transaction, which conflicts if the counter has reached `max`.
pub async fn take_at_end(
    tx: &Tx<'_>,
    key: &str,
    max: u32,
    now: Timestamp,
    per: Duration,
) -> Result<(), Error> {
    tx.finish_with(&TAKE, &take_values(key, max, now, per)).await
}

fn take_values(key: &str, max: u32, now: Timestamp, per: Duration) -> [Value; 4] {
    params![key, now, now.plus(per), max].clone()
}

/// Takes one from the count, and `sooner` from the time it lasts.
pub async fn give_back(tx: &Tx<'_>, key: &str, sooner: Duration) -> Result<(), Error> {
    let sooner = i64::try_from(sooner.as_micros()).unwrap_or(i64::MAX);
    tx.execute(&GIVE_BACK, params![key, sooner]).await.map(|_| ())
}

/// Up to 500 rows, so that no other write waits for long.
pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_EXPIRED, params![now.micros()]).await
}
