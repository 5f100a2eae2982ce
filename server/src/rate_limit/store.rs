//! Counters in the database.

use std::time::Duration;

use crate::{
    db::{Error, Tx, params, statements},
    values::time::Timestamp,
};

statements! {
    // Writing the row back unchanged locks it on either engine. A new row has expired already.
    LOCK = "INSERT INTO rate_limits (key, count, expires_at) VALUES ($1, 0, 0)
        ON CONFLICT (key) DO UPDATE SET count = rate_limits.count RETURNING count, expires_at";
    // $2 is now. Changes nothing at the limit.
    TAKE = "INSERT INTO rate_limits (key, count, expires_at) VALUES ($1, 1, $3)
        ON CONFLICT (key) DO UPDATE SET count = CASE WHEN rate_limits.expires_at > $2 THEN rate_limits.count + 1 ELSE 1 END,
            expires_at = CASE WHEN rate_limits.expires_at > $2 THEN rate_limits.expires_at ELSE $3 END
        WHERE rate_limits.count < $4 OR rate_limits.expires_at <= $2 RETURNING count, expires_at";
    SET = "UPDATE rate_limits SET count = $2, expires_at = $3 WHERE key = $1";
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

/// Counts one more, and locks the counter until the transaction ends. `None`: the counter is at the limit, and locked.
pub async fn take(
    tx: &Tx<'_>,
    key: &str,
    now: Timestamp,
    per: Duration,
    max: i64,
) -> Result<Option<Counter>, Error> {
    let values = params![key, now.micros(), now.plus(per).micros(), max];
    let row = tx.optional::<(i64, i64)>(&TAKE, values).await?;
    Ok(row.map(|(count, expires_at)| Counter { count, expires_at: Timestamp::from_micros(expires_at) }))
}

pub async fn set(tx: &Tx<'_>, key: &str, counter: Counter) -> Result<(), Error> {
    tx.execute(&SET, params![key, counter.count, counter.expires_at.micros()]).await.map(|_| ())
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
