//! The sums over all paid orders.

use crate::{
    db::{One, queries, row},
    values::ids::Id,
};

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
    /// Returns the tools with the most orders. Pieces count second, because the smallest order may have hundreds.
    pub fn best_sellers(limit: i64) -> Vec<Id> =
        "SELECT o.tool_id FROM orders o JOIN tools t ON t.id = o.tool_id
        WHERE o.paid_at IS NOT NULL AND o.refund_begun_at IS NULL AND t.deleted_at IS NULL AND t.draft = 0
        GROUP BY o.tool_id ORDER BY count(*) DESC, sum(o.quantity) DESC, o.tool_id LIMIT $1";
}
