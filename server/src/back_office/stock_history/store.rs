//! Stock changes, orders and refunds as one history. Only reads tables of other features.

use crate::{
    db::{One, queries, row},
    http::pagination::PageCursor,
    values::ids::Id,
};

row! {
    pub struct StockMovementRow {
        pub id: String,
        pub created_at: i64,
        pub delta: i64,
        pub stock_after: i64,
        pub cause: String,
        pub actor_id: Option<String>,
        /// The name of the person, or else the e-mail address.
        pub actor_name: Option<String>,
        pub actor_key: Option<String>,
        pub order_id: Option<String>,
        pub order_number: Option<i64>,
    }
}

/// Who entered or refunded an order is in the audit trail.
macro_rules! movements {
    ($rest:literal) => {
        concat!(
            "WITH moves AS (
            SELECT id, created_at, delta, reason AS cause, user_id AS actor_id, CAST(NULL AS TEXT) AS order_id, CAST(NULL AS BIGINT) AS number
            FROM stock_changes WHERE tool_id = $1
            UNION ALL
            SELECT o.id, o.created_at, -o.quantity, 'ordered', e.actor_id, o.id, o.number
            FROM orders o LEFT JOIN audit_entries e ON o.entered = 1 AND e.subject_id = o.id AND e.action = 'enter_order'
            WHERE o.tool_id = $1
            UNION ALL
            SELECT o.id || '+', o.restocked_at, o.quantity, 'order_refunded', e.actor_id, o.id, o.number
            FROM orders o LEFT JOIN audit_entries e ON e.subject_id = o.id AND e.created_at = o.restocked_at AND e.action = 'refund_order'
            WHERE o.tool_id = $1 AND o.restocked_at IS NOT NULL) ",
            $rest
        )
    };
}

queries! {
    // The newest row has the stock of now. Each older one has it without all newer changes.
    pub fn page(tool: &Id, after: &PageCursor, from: i64, limit: i64) -> Vec<StockMovementRow> =
        movements!("SELECT m.id, m.created_at, m.delta, CAST(m.stock_after AS BIGINT), m.cause, m.actor_id,
            CASE WHEN u.display_name = '' THEN u.email ELSE u.display_name END, k.name, m.order_id, m.number
        FROM (SELECT moves.*, t.available - coalesce(sum(delta) OVER
                (ORDER BY moves.created_at DESC, moves.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS stock_after
            FROM moves JOIN tools t ON t.id = $1) m
        LEFT JOIN api_keys k ON k.id = m.actor_id LEFT JOIN users u ON u.id = coalesce(k.user_id, m.actor_id)
        WHERE (m.created_at, m.id) < ($2, $3) AND m.created_at >= $4 ORDER BY m.created_at DESC, m.id DESC LIMIT $5"),
        [tool, after.created_at, after.id, from, limit];
    pub fn count(tool: &Id) -> One<i64> = movements!("SELECT CAST(count(*) AS BIGINT) FROM moves");
}
