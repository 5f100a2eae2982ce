//! Paid orders by the time of their payment, and how many wait to be shipped.

use crate::{
    db::{One, queries, row},
    values::{ids::Id, money::Cents, time::Timestamp},
};

row! {
    pub struct PaidOrderRow {
        pub id: Id,
        pub number: i64,
        pub tool_name: String,
        pub quantity: i64,
        /// What the order costs, without the delivery of a purchase of several orders.
        pub due: Cents,
    }
}

queries! {
    /// The first `limit` orders paid from `from` on and before `until`.
    pub fn between(from: Timestamp, until: Timestamp, limit: i64) -> Vec<PaidOrderRow> =
        "SELECT id, number, tool_name, quantity, due_cents FROM orders WHERE paid_at IS NOT NULL AND paid_at >= $1 AND paid_at < $2
        ORDER BY paid_at, id LIMIT $3";
    /// Their number, and what was paid for their purchases, in cents.
    pub fn sum_between(from: Timestamp, until: Timestamp) -> One<(i64, i64)> =
        "SELECT CAST(count(*) AS BIGINT),
            CAST(coalesce((SELECT sum(p.total_cents) FROM purchases p WHERE p.id IN
                (SELECT o.purchase_id FROM orders o WHERE o.paid_at IS NOT NULL AND o.paid_at >= $1 AND o.paid_at < $2)), 0) AS BIGINT)
        FROM orders WHERE paid_at IS NOT NULL AND paid_at >= $1 AND paid_at < $2";
    pub fn count_to_ship() -> One<i64> = "SELECT CAST(count(*) AS BIGINT) FROM orders WHERE state = 'paid'";
}
