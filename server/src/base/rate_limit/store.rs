//! Counters in the database.

use std::time::Duration;

use crate::{
    db::{Last, One, queries, row},
    values::time::Timestamp,
};

row! {
    #[derive(Copy, PartialEq, Eq)]
    pub struct Counter {
        pub count: i64,
        pub expires_at: Timestamp,
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

impl Counter {
    /// The counter as it is now: a new one that lasts for `per`, if this one has expired.
    #[must_use]
    pub fn at(self, now: Timestamp, per: Duration) -> Self {
        if now < self.expires_at { self } else { Self { count: 0, expires_at: now.plus(per) } }
    }
}

// The statement returns no row if $5 more would exceed $4. A counter that has expired starts again. The first count may
// exceed $4.
const TAKE: &str = "INSERT INTO rate_limits (key, count, expires_at) VALUES ($1, $5, $3)
    ON CONFLICT (key) DO UPDATE SET count = CASE WHEN rate_limits.expires_at <= $2 THEN $5 ELSE rate_limits.count + $5 END,
        expires_at = CASE WHEN rate_limits.expires_at <= $2 THEN $3 ELSE rate_limits.expires_at END
    WHERE rate_limits.expires_at <= $2 OR rate_limits.count = 0 OR rate_limits.count + $5 <= $4 RETURNING count, expires_at";

queries! {
    // Writing the row back unchanged locks it on either engine. A new row has expired already.
    /// Locks the counter until the transaction ends.
    pub fn lock(key: &str) -> One<Counter> =
        "INSERT INTO rate_limits (key, count, expires_at) VALUES ($1, 0, 0)
        ON CONFLICT (key) DO UPDATE SET count = rate_limits.count RETURNING count, expires_at";
    /// Reads the counter without a lock. Returns `None` if nothing was counted.
    pub fn read(key: &str) -> Option<Counter> = "SELECT count, expires_at FROM rate_limits WHERE key = $1";
    pub fn set(key: &str, counter: Counter) = "UPDATE rate_limits SET count = $2, expires_at = $3 WHERE key = $1",
        [key, counter.count, counter.expires_at];
    /// Adds to the counter, or starts it again if it has expired. Returns `None` if the counter would exceed `max`,
    /// which is at least 1.
    pub fn take(key: &str, amount: i64, max: u32, now: Timestamp, per: Duration) -> Option<Counter> =
        TAKE, [key, now, now.plus(per), max, amount];
    /// Adds like [`take`] at the end of the transaction, which conflicts if the counter would exceed `max`.
    pub fn take_at_end(key: &str, amount: i64, max: u32, now: Timestamp, per: Duration) -> Last =
        TAKE, [key, now, now.plus(per), max, amount];
    /// Takes from a bucket that is full again at `expires_at` and gets one back in each `step`. Returns `None` if the
    /// bucket is empty.
    pub fn take_refilled(key: &str, now: Timestamp, step: Duration, per: Duration) -> Option<Counter> =
        "INSERT INTO rate_limits (key, count, expires_at) VALUES ($1, 1, $3)
        ON CONFLICT (key) DO UPDATE SET count = rate_limits.count + 1,
            expires_at = CASE WHEN rate_limits.expires_at <= $2 THEN $3 ELSE rate_limits.expires_at + $4 END
        WHERE rate_limits.expires_at + $4 <= $5 RETURNING count, expires_at",
        [key, now, now.plus(step), micros(step), now.plus(per)];
    /// Takes one from the count, and `sooner` from the time it lasts.
    pub fn give_back(key: &str, sooner: Duration) =
        "UPDATE rate_limits SET count = count - 1, expires_at = expires_at - $2 WHERE key = $1 AND count > 0",
        [key, micros(sooner)];
    // The condition is repeated because the row may be used again while this statement waits for it.
    /// Up to 500 rows, so that no other write waits for long.
    pub fn delete_expired(now: Timestamp) -> u64 =
        "DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE expires_at < $1 LIMIT 500)
        AND expires_at < $1";
}
