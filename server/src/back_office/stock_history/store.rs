//! Stock changes, orders and refunds as one history. Only reads tables of other features.

use crate::{
    db::{Error, Tx, queries, row},
    http::pagination::PageCursor,
    values::ids::Id,
};

row! {
    pub struct StockMovementRow {
        pub id: String,
        pub created_at: i64,
        pub delta: i64,
        pub cause: String,
        pub actor_id: Option<String>,
        /// The name of the person, or else the e-mail address.
        pub actor_name: Option<String>,
        pub actor_key: Option<String>,
        pub order_id: Option<String>,
        pub order_number: Option<i64>,
        /// Computed by [`page`].
        pub stock_after: i64,
    }
}

/// `$actor` is an account or an API key. The position of a row is `$at` and `$id`.
macro_rules! movements {
    ($id:literal, $at:literal, $delta:literal, $cause:literal, $actor:literal, $order:literal, $from:literal) => {
        concat!(
            "SELECT ",
            $id,
            ", ",
            $at,
            ", ",
            $delta,
            ", ",
            $cause,
            ", ",
            $actor,
            ", CASE WHEN u.display_name = '' THEN u.email ELSE u.display_name END, k.name, ",
            $order,
            ", CAST(0 AS BIGINT) FROM ",
            $from,
            " LEFT JOIN api_keys k ON k.id = ",
            $actor,
            " LEFT JOIN users u ON u.id = coalesce(k.user_id, ",
            $actor,
            ") AND u.deleted_at IS NULL WHERE tool_id = $1 AND (",
            $at,
            ", ",
            $id,
            ") < ($2, $3) AND ",
            $at,
            " >= $4 ORDER BY ",
            $at,
            " DESC, ",
            $id,
            " DESC LIMIT $5"
        )
    };
}

queries! {
    fn changes(tool: &Id, after: &PageCursor, from: i64, limit: i64) -> Vec<StockMovementRow> =
        movements!("s.id", "s.created_at", "s.delta", "s.reason", "s.user_id", "CAST(NULL AS TEXT), CAST(NULL AS BIGINT)", "stock_changes s"),
        [tool, after.created_at, after.id, from, limit];
    // Who entered or refunded an order is in the audit trail.
    fn orders(tool: &Id, after: &PageCursor, from: i64, limit: i64) -> Vec<StockMovementRow> =
        movements!("o.id", "o.created_at", "-o.quantity", "'ordered'", "e.actor_id", "o.id, o.number",
            "orders o LEFT JOIN audit_entries e ON o.entered = 1 AND e.subject_id = o.id AND e.action = 'enter_order'"),
        [tool, after.created_at, after.id, from, limit];
    fn refunds(tool: &Id, after: &PageCursor, from: i64, limit: i64) -> Vec<StockMovementRow> =
        movements!("o.id || '+'", "o.restocked_at", "o.quantity - o.refunded_quantity", "'order_refunded'", "e.actor_id", "o.id, o.number",
            "orders o LEFT JOIN audit_entries e ON e.subject_id = o.id AND e.created_at = o.refund_begun_at AND e.action = 'refund_order'"),
        [tool, after.created_at, after.id, from, limit];
    // The pieces of part refunds, after which the orders go on.
    fn part_refunds(tool: &Id, after: &PageCursor, from: i64, limit: i64) -> Vec<StockMovementRow> =
        movements!("l.refund_id || '+'", "l.restocked_at", "l.quantity", "'order_refunded'", "e.actor_id",
            "l.order_id, (SELECT o.number FROM orders o WHERE o.id = l.order_id)",
            "refund_lines l JOIN refunds r ON r.id = l.refund_id
                LEFT JOIN audit_entries e ON e.subject_id = l.order_id AND e.created_at = r.created_at AND e.action = 'refund_part'"),
        [tool, after.created_at, after.id, from, limit];
    // The stock of now without what changed since.
    fn stock_before(tool: &Id, at: &PageCursor) -> Option<i64> =
        "SELECT CAST(t.available - coalesce((SELECT sum(delta) FROM stock_changes WHERE tool_id = t.id AND (created_at, id) >= ($2, $3)), 0)
            + coalesce((SELECT sum(quantity) FROM orders WHERE tool_id = t.id AND (created_at, id) >= ($2, $3)), 0)
            - coalesce((SELECT sum(quantity - refunded_quantity) FROM orders WHERE tool_id = t.id AND restocked_at >= $2 AND (restocked_at, id || '+') >= ($2, $3)), 0)
            - coalesce((SELECT sum(quantity) FROM refund_lines WHERE tool_id = t.id AND restocked_at >= $2 AND (restocked_at, refund_id || '+') >= ($2, $3)), 0) AS BIGINT)
        FROM tools t WHERE t.id = $1",
        [tool, at.created_at, at.id];
    /// Counts the changes of a tool's stock. Returns `None` if there is no such tool.
    pub fn count(tool: &Id) -> Option<i64> =
        "SELECT CAST((SELECT count(*) FROM stock_changes WHERE tool_id = t.id) + (SELECT count(*) FROM orders WHERE tool_id = t.id)
            + (SELECT count(*) FROM orders WHERE tool_id = t.id AND restocked_at IS NOT NULL)
            + (SELECT count(*) FROM refund_lines WHERE tool_id = t.id AND restocked_at IS NOT NULL) AS BIGINT) FROM tools t WHERE t.id = $1";
}

/// Reads a page of changes, newest first.
pub async fn page(
    tx: &Tx<'_>,
    tool: &Id,
    after: &PageCursor,
    from: i64,
    limit: i64,
) -> Result<Vec<StockMovementRow>, Error> {
    let mut rows = changes(tx, tool, after, from, limit).await?;
    rows.extend(orders(tx, tool, after, from, limit).await?);
    rows.extend(refunds(tx, tool, after, from, limit).await?);
    rows.extend(part_refunds(tx, tool, after, from, limit).await?);
    rows.sort_by(|a, b| (b.created_at, &b.id).cmp(&(a.created_at, &a.id)));
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    if let Some(newest) = rows.first() {
        let newest = PageCursor { created_at: newest.created_at, id: newest.id.clone() };
        let mut stock = stock_before(tx, tool, &newest).await?.unwrap_or_default() + rows[0].delta;
        for row in &mut rows {
            row.stock_after = stock;
            stock -= row.delta;
        }
    }
    Ok(rows)
}
