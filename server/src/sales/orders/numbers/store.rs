//! The `counters` table.

use crate::db::{One, queries};

queries! {
    /// Returns the last of `count` numbers that are the caller's from now on. The very first caller gets `first_last`.
    pub fn reserve(name: &str, first_last: i64, count: i64) -> One<i64> =
        "INSERT INTO counters (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = counters.value + $3 RETURNING value";
}
