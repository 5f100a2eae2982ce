//! Paid orders by the time of their payment, and how many wait to be shipped.

use crate::{
    db::{Error, Tx, params, row, statements},
    values::time::Timestamp,
};

statements! {
    BETWEEN = "SELECT id, number, tool_name, quantity, total_cents FROM orders WHERE paid_at IS NOT NULL AND paid_at >= $1 AND paid_at < $2
        ORDER BY paid_at, id LIMIT $3";
    SUM_BETWEEN = "SELECT CAST(count(*) AS BIGINT), CAST(coalesce(sum(total_cents), 0) AS BIGINT) FROM orders WHERE paid_at IS NOT NULL AND paid_at >= $1 AND paid_at < $2";
    COUNT_TO_SHIP = "SELECT CAST(count(*) AS BIGINT) FROM orders WHERE state = 'paid'";
}

row! {
    pub struct PaidOrderRow {
        pub id: String,
        pub number: i64,
        pub tool_name: String,
        pub quantity: i64,
        pub total_cents: i64,
    }
}

/// The first `limit` orders paid from `from` on and before `until`.
pub async fn between(
    tx: &Tx<'_>,
    from: Timestamp,
    until: Timestamp,
    limit: i64,
) -> Result<Vec<PaidOrderRow>, Error> {
    tx.all(&BETWEEN, params![from.micros(), until.micros(), limit]).await
}

/// Their number and their total in cents.
pub async fn sum_between(tx: &Tx<'_>, from: Timestamp, until: Timestamp) -> Result<(i64, i64), Error> {
    tx.one(&SUM_BETWEEN, params![from.micros(), until.micros()]).await
}

pub async fn count_to_ship(tx: &Tx<'_>) -> Result<i64, Error> {
    tx.one::<(i64,)>(&COUNT_TO_SHIP, params![]).await.map(|(count,)| count)
}
