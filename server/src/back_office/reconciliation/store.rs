//! Reads records that should agree. Each statement returns only those that do not, so a healthy shop gets no rows.

use crate::{
    db::{Error, One, Tx, queries, row},
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// The columns of `IntentRow`, in its order.
macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT intent_id, order_id, amount_cents, currency, state,
            CAST(coalesce((SELECT sum(r.amount_cents) FROM refunds r WHERE r.payment_id = payments.id AND r.ends <> 'payment' AND r.state = 'done' AND r.failed_at IS NULL AND r.method IS NULL), 0) AS BIGINT),
            CAST(coalesce((SELECT sum(r.amount_cents) FROM refunds r WHERE r.payment_id = payments.id AND r.ends <> 'payment' AND r.state <> 'refused' AND r.failed_at IS NULL), 0) AS BIGINT),
            CAST(coalesce((SELECT sum(r.amount_cents) FROM refunds r WHERE r.payment_id = payments.id AND r.state = 'done' AND r.failed_at IS NULL AND r.method IS NOT NULL), 0) AS BIGINT) FROM payments ", $rest)
    };
}

row! {
    pub struct StockRow {
        pub id: String,
        pub name: String,
        pub available: i64,
        /// Pieces that owners added, less what they removed.
        pub put_in: i64,
        /// Pieces in orders, paid or not.
        pub ordered: i64,
    }
}

row! {
    pub struct PurchaseRow {
        pub id: String,
        pub lines: i64,
        pub goods_cents: i64,
        pub discount_cents: i64,
        pub federal_tax_cents: i64,
        pub provincial_tax_cents: i64,
        /// The sums of its orders, with the delivery's shares of the taxes.
        pub goods_of_lines: i64,
        pub discount_of_lines: i64,
        pub federal_of_lines: i64,
        pub provincial_of_lines: i64,
    }
}

row! {
    pub struct PaidRow {
        pub order_id: String,
        pub intent_id: Option<String>,
        pub total_cents: i64,
        pub payment_state: Option<String>,
        pub payment_cents: Option<i64>,
    }
}

row! {
    pub struct SucceededRow {
        pub intent_id: Option<String>,
        pub amount_cents: i64,
        pub order_id: String,
        pub order_state: Option<String>,
        pub order_intent_id: Option<String>,
    }
}

row! {
    pub struct WaitingRow {
        pub intent_id: Option<String>,
        pub amount_cents: i64,
        pub refund_due_at: Option<i64>,
        pub refusal: Option<String>,
    }
}

row! {
    pub struct TimesRow {
        pub id: String,
        pub created_at: i64,
        pub paid_at: Option<i64>,
        pub shipped_at: Option<i64>,
        pub refund_begun_at: Option<i64>,
        pub refunded_at: Option<i64>,
    }
}

row! {
    pub struct GoneBackRow {
        pub intent_id: Option<String>,
        pub order_id: String,
        pub amount_cents: i64,
        pub state: String,
        pub changed_at: i64,
        /// When the refund of the order that this payment paid began. `None` if it paid no order and is refunded
        /// automatically.
        pub refund_begun_at: Option<i64>,
        pub refusal: Option<String>,
    }
}

row! {
    pub struct IntentRow {
        pub intent_id: Option<String>,
        pub order_id: String,
        pub amount_cents: i64,
        pub currency: String,
        pub state: String,
        /// What the provider has refunded in parts, as far as we know.
        pub part_refunded: i64,
        /// The same with a part whose outcome is not known yet.
        pub part_refunds_decided: i64,
        /// What the shop has returned itself, because a refund to the card failed.
        pub paid_otherwise: i64,
    }
}

queries! {
    pub fn stock(most: i64) -> Vec<StockRow> =
        "SELECT t.id, t.name, t.available, CAST(coalesce(p.units, 0) AS BIGINT), CAST(coalesce(o.units, 0) AS BIGINT)
        FROM tools t
        LEFT JOIN (SELECT tool_id, sum(delta) AS units FROM stock_changes GROUP BY tool_id) p ON p.tool_id = t.id
        LEFT JOIN (SELECT tool_id, sum(CASE WHEN restocked_at IS NULL THEN quantity ELSE refunded_quantity END - restocked_quantity) AS units FROM orders GROUP BY tool_id) o ON o.tool_id = t.id
        WHERE t.available <> coalesce(p.units, 0) - coalesce(o.units, 0) ORDER BY t.id LIMIT $1";
    pub fn purchases(most: i64) -> Vec<PurchaseRow> =
        "SELECT p.id, CAST(coalesce(o.lines, 0) AS BIGINT), p.goods_cents, p.discount_cents, p.federal_tax_cents, p.provincial_tax_cents,
            CAST(coalesce(o.goods, 0) AS BIGINT), CAST(coalesce(o.discount, 0) AS BIGINT), CAST(coalesce(o.federal, 0) + p.shipping_federal_cents AS BIGINT),
            CAST(coalesce(o.provincial, 0) + p.shipping_provincial_cents AS BIGINT)
        FROM purchases p LEFT JOIN (
            SELECT purchase_id, count(*) AS lines, sum(lines) AS said, sum(total_cents) AS goods, sum(discount_cents) AS discount,
                sum(federal_tax_cents) AS federal, sum(provincial_tax_cents) AS provincial, sum(due_cents) AS due
            FROM orders GROUP BY purchase_id
        ) o ON o.purchase_id = p.id
        WHERE o.lines IS NULL OR o.said <> o.lines * o.lines OR o.goods <> p.goods_cents OR o.discount <> p.discount_cents
            OR o.federal + p.shipping_federal_cents <> p.federal_tax_cents
            OR o.provincial + p.shipping_provincial_cents <> p.provincial_tax_cents
            OR (o.lines = 1 AND o.due <> p.total_cents)
        ORDER BY p.id LIMIT $1";
    /// Discount codes that were counted wrong.
    pub fn discount_codes(most: i64) -> Vec<(Id, i64, i64)> =
        "SELECT id, used, purchases FROM (
            SELECT c.id, c.used, (SELECT CAST(count(*) AS BIGINT) FROM discount_uses u WHERE u.code_id = c.id) AS purchases
            FROM discount_codes c) AS codes
        WHERE used <> purchases ORDER BY id LIMIT $1";
    /// Payments that went back, and the sums of their refunds. A payment of a deleted order has none.
    pub fn refund_sums(most: i64) -> Vec<(Id, Cents, i64)> =
        "SELECT id, amount_cents, refunds FROM (
            SELECT m.id, m.amount_cents, (SELECT CAST(sum(r.amount_cents) AS BIGINT) FROM refunds r WHERE r.payment_id = m.id AND r.state <> 'refused' AND r.failed_at IS NULL) AS refunds
            FROM payments m WHERE m.state = 'refunded') AS returned
        WHERE refunds <> amount_cents ORDER BY id LIMIT $1";
    pub fn paid_without_payment(most: i64) -> Vec<PaidRow> =
        "SELECT o.id, o.transaction_id, u.total_cents, p.state, p.amount_cents
        FROM orders o JOIN purchases u ON u.id = o.purchase_id
        LEFT JOIN payments p ON p.intent_id = o.transaction_id AND p.order_id = o.purchase_id
        WHERE o.transaction_id IS NOT NULL AND (p.id IS NULL OR p.amount_cents <> u.total_cents
            OR coalesce(p.method, '') <> coalesce(o.payment_method, '')
            OR p.state <> CASE WHEN o.lines > 1 THEN 'succeeded' WHEN o.state = 'refunding' THEN 'refund_due'
                WHEN o.state = 'refunded' THEN 'refunded' ELSE 'succeeded' END)
        ORDER BY o.id LIMIT $1";
    pub fn payment_without_order(most: i64) -> Vec<SucceededRow> =
        "SELECT p.intent_id, p.amount_cents, p.order_id, o.state, o.transaction_id
        FROM payments p LEFT JOIN orders o ON o.purchase_id = p.order_id
        WHERE p.state = 'succeeded' AND (o.id IS NULL OR o.transaction_id IS NULL OR o.transaction_id <> p.intent_id)
        ORDER BY p.id LIMIT $1";
    // Uses the partial index on open payments.
    pub fn orphan_intents(most: i64) -> Vec<SucceededRow> =
        "SELECT p.intent_id, p.amount_cents, p.order_id, o.state, o.transaction_id
        FROM payments p LEFT JOIN orders o ON o.purchase_id = p.order_id
        WHERE p.state = 'open' AND o.id IS NULL ORDER BY p.changed_at LIMIT $1";
    pub fn stuck_refunds(since: Timestamp, most: i64) -> Vec<WaitingRow> =
        "SELECT intent_id, amount_cents, refund_due_at, refund_error FROM payments
        WHERE state = 'refund_due' AND (refund_due_at < $1 OR refund_error IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = payments.id AND r.id <> payments.id AND r.state = 'due')
        ORDER BY changed_at LIMIT $2";
    pub fn stuck_parts(since: Timestamp, most: i64) -> Vec<WaitingRow> =
        "SELECT intent_id, amount_cents, created_at, error FROM refunds
        WHERE state = 'due' AND ends <> 'payment' AND waits = 0 AND (created_at < $1 OR error IS NOT NULL) ORDER BY changed_at LIMIT $2";
    /// Their money is owed again.
    pub fn failed_refunds(most: i64) -> Vec<WaitingRow> =
        "SELECT intent_id, amount_cents, created_at, error FROM refunds WHERE waits = 1 ORDER BY changed_at LIMIT $1";
    pub fn timestamps_out_of_order(most: i64) -> Vec<TimesRow> =
        "SELECT id, created_at, paid_at, shipped_at, refund_begun_at, refunded_at FROM orders
        WHERE paid_at < created_at OR shipped_at < paid_at OR refund_begun_at < coalesce(shipped_at, paid_at) OR refunded_at < refund_begun_at
        ORDER BY id LIMIT $1";
    /// How many payments were recorded without the card provider, and their sum.
    pub fn recorded() -> One<(i64, i64)> =
        "SELECT CAST(count(*) AS BIGINT), CAST(coalesce(sum(amount_cents), 0) AS BIGINT) FROM payments WHERE method IS NOT NULL";
    /// Tools, orders, payments.
    pub fn counts() -> One<(i64, i64, i64)> =
        "SELECT CAST((SELECT count(*) FROM tools) AS BIGINT), CAST((SELECT count(*) FROM orders) AS BIGINT), CAST((SELECT count(*) FROM payments) AS BIGINT)";
    /// The latest refunds, done or due, newest first.
    pub fn returned_payments(limit: i64) -> Vec<GoneBackRow> =
        "SELECT p.intent_id, p.order_id, p.amount_cents, p.state, p.changed_at, o.refund_begun_at, p.refund_error
        FROM payments p LEFT JOIN orders o ON o.purchase_id = p.order_id AND o.transaction_id = p.intent_id
        WHERE p.state IN ('refund_due', 'refunded') ORDER BY p.changed_at DESC LIMIT $1";
    // Payments with an intent, in pages, in the order of the index on intents.
    pub fn intents_after(intent_id: &str, since: Timestamp, limit: i64) -> Vec<IntentRow> =
        select!("WHERE intent_id > $1 AND method IS NULL AND created_at >= $2 ORDER BY intent_id LIMIT $3");
    pub fn payments_open_before(before: Timestamp, limit: i64) -> Vec<IntentRow> =
        select!("WHERE state = 'open' AND created_at < $1 ORDER BY changed_at LIMIT $2");
    pub fn by_intent(intent_id: &str) -> Option<IntentRow> = select!("WHERE intent_id = $1");
    fn stock_of(tool_id: &str) -> Option<(i64, i64, i64)> =
        "SELECT t.available, CAST(coalesce((SELECT sum(delta) FROM stock_changes WHERE tool_id = t.id), 0) AS BIGINT),
        CAST(coalesce((SELECT sum(CASE WHEN restocked_at IS NULL THEN quantity ELSE refunded_quantity END - restocked_quantity) FROM orders WHERE tool_id = t.id), 0) AS BIGINT) FROM tools t WHERE t.id = $1";
    /// Returns the order that the payment was made for. Returns `None` if no such payment exists, it did not succeed,
    /// or it paid an order.
    pub fn mark_refund_due(intent_id: &str, now: Timestamp) -> Option<Id> =
        "UPDATE payments SET state = 'refund_due', changed_at = $2, refund_due_at = $2 WHERE intent_id = $1 AND state = 'succeeded' AND method IS NULL
        AND NOT EXISTS (SELECT 1 FROM orders WHERE transaction_id = $1) RETURNING order_id";
    // Sales of this tool wait for the row lock.
    fn lock_tool(tool_id: &str) = "SELECT id FROM tools WHERE id = $1 FOR NO KEY UPDATE";
}

/// Locks the tool and returns its available, added and ordered quantities.
pub async fn lock_stock(tx: &Tx<'_>, tool_id: &str) -> Result<Option<(i64, i64, i64)>, Error> {
    lock_tool(tx, tool_id).await?;
    stock_of(tx, tool_id).await
}
