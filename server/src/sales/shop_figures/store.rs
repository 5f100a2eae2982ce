//! The sums over all paid orders.

use crate::db::{One, queries, row};

row! {
    pub struct SoldRow {
        pub orders: i64,
        pub customers: i64,
        pub tools: i64,
    }
}

queries! {
    pub fn sold() -> One<SoldRow> =
        "SELECT CAST(coalesce(sum(orders), 0) AS BIGINT), CAST(count(*) AS BIGINT), CAST(coalesce(sum(tools), 0) AS BIGINT)
        FROM (SELECT count(*) AS orders, sum(quantity) AS tools FROM orders
            WHERE paid_at IS NOT NULL AND refund_begun_at IS NULL GROUP BY user_id) AS of_customers";
}
