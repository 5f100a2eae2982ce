//! Reads records that should agree. Each statement returns only those that do not, so a healthy shop gets no rows.

use crate::{
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, time::Timestamp},
};

/// The columns of `IntentRow`, in its order.
macro_rules! intent_columns {
    () => {
        "intent_id, order_id, amount_cents, currency, state,
            CAST(coalesce((SELECT sum(r.amount_cents) FROM partial_refunds r WHERE r.payment_id = payments.id AND r.state = 'done'), 0) AS BIGINT),
            CAST(coalesce((SELECT o.part_refunded_cents FROM orders o WHERE o.id = payments.order_id), 0) AS BIGINT)"
    };
}

statements! {
    STOCK = "SELECT t.id, t.name, t.available, CAST(coalesce(p.units, 0) AS BIGINT), CAST(coalesce(o.units, 0) AS BIGINT)
        FROM tools t
        LEFT JOIN (SELECT tool_id, sum(delta) AS units FROM stock_changes GROUP BY tool_id) p ON p.tool_id = t.id
        LEFT JOIN (SELECT tool_id, sum(quantity) AS units FROM orders WHERE restocked_at IS NULL GROUP BY tool_id) o ON o.tool_id = t.id
        WHERE t.available <> coalesce(p.units, 0) - coalesce(o.units, 0) ORDER BY t.id LIMIT $1";
    PAID_WITHOUT_PAYMENT = "SELECT o.id, o.transaction_id, o.total_cents, p.state, p.amount_cents
        FROM orders o LEFT JOIN payments p ON p.intent_id = o.transaction_id AND p.order_id = o.id
        WHERE o.transaction_id IS NOT NULL AND (p.id IS NULL OR p.amount_cents <> o.total_cents
            OR p.state <> CASE o.state WHEN 'refunding' THEN 'refund_due' WHEN 'refunded' THEN 'refunded' ELSE 'succeeded' END)
        ORDER BY o.id LIMIT $1";
    PAYMENT_WITHOUT_ORDER = "SELECT p.intent_id, p.amount_cents, p.order_id, o.state, o.transaction_id
        FROM payments p LEFT JOIN orders o ON o.id = p.order_id
        WHERE p.state = 'succeeded' AND (o.id IS NULL OR o.transaction_id IS NULL OR o.transaction_id <> p.intent_id)
        ORDER BY p.id LIMIT $1";
    // Uses the partial index on open payments.
    ORPHAN_INTENTS = "SELECT p.intent_id, p.amount_cents, p.order_id, o.state, o.transaction_id
        FROM payments p LEFT JOIN orders o ON o.id = p.order_id
        WHERE p.state = 'open' AND o.id IS NULL ORDER BY p.changed_at LIMIT $1";
    STUCK_REFUNDS = "SELECT intent_id, amount_cents, refund_due_at, refund_error FROM payments
        WHERE state = 'refund_due' AND (refund_due_at < $1 OR refund_error IS NOT NULL) ORDER BY changed_at LIMIT $2";
    STUCK_PARTS = "SELECT intent_id, amount_cents, created_at, error FROM partial_refunds WHERE state = 'due' AND created_at < $1 ORDER BY changed_at LIMIT $2";
    TIMESTAMPS_OUT_OF_ORDER = "SELECT id, created_at, paid_at, shipped_at, refund_begun_at, refunded_at FROM orders
        WHERE paid_at < created_at OR shipped_at < paid_at OR refund_begun_at < coalesce(shipped_at, paid_at) OR refunded_at < refund_begun_at
        ORDER BY id LIMIT $1";
    COUNTS = "SELECT CAST((SELECT count(*) FROM tools) AS BIGINT), CAST((SELECT count(*) FROM orders) AS BIGINT), CAST((SELECT count(*) FROM payments) AS BIGINT)";
    RETURNED_PAYMENTS = "SELECT p.intent_id, p.order_id, p.amount_cents, p.state, p.changed_at, o.refund_begun_at, p.refund_error
        FROM payments p LEFT JOIN orders o ON o.id = p.order_id AND o.transaction_id = p.intent_id
        WHERE p.state IN ('refund_due', 'refunded') ORDER BY p.changed_at DESC LIMIT $1";
    // Payments with an intent, in pages, in the order of the index on intents.
    INTENTS_AFTER = concat!("SELECT ", intent_columns!(), " FROM payments
        WHERE intent_id > $1 AND created_at >= $2 ORDER BY intent_id LIMIT $3");
    OPEN_BEFORE = concat!("SELECT ", intent_columns!(), " FROM payments
        WHERE state = 'open' AND created_at < $1 ORDER BY changed_at LIMIT $2");
    BY_INTENT = concat!("SELECT ", intent_columns!(), " FROM payments WHERE intent_id = $1");
    TOOL_STOCK = "SELECT t.available, CAST(coalesce((SELECT sum(delta) FROM stock_changes WHERE tool_id = t.id), 0) AS BIGINT),
        CAST(coalesce((SELECT sum(quantity) FROM orders WHERE tool_id = t.id AND restocked_at IS NULL), 0) AS BIGINT) FROM tools t WHERE t.id = $1";
    MARK_REFUND_DUE = "UPDATE payments SET state = 'refund_due', changed_at = $2, refund_due_at = $2 WHERE intent_id = $1 AND state = 'succeeded'
        AND NOT EXISTS (SELECT 1 FROM orders WHERE transaction_id = $1) RETURNING order_id";
    // Sales of this tool wait for the row lock.
    LOCK_TOOL = "SELECT id FROM tools WHERE id = $1 FOR NO KEY UPDATE";
}

row! {
    pub struct StockRow {
        pub id: String,
        pub name: String,
        pub available: i64,
        /// Added by owners, less what they removed.
        pub put_in: i64,
        /// In orders, paid or not.
        pub ordered: i64,
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
        /// Of the order that this payment paid; `None`: it paid no order and is refunded automatically.
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
    }
}

pub async fn stock(tx: &Tx<'_>, most: i64) -> Result<Vec<StockRow>, Error> {
    tx.all(&STOCK, params![most]).await
}

pub async fn paid_without_payment(tx: &Tx<'_>, most: i64) -> Result<Vec<PaidRow>, Error> {
    tx.all(&PAID_WITHOUT_PAYMENT, params![most]).await
}

pub async fn payment_without_order(tx: &Tx<'_>, most: i64) -> Result<Vec<SucceededRow>, Error> {
    tx.all(&PAYMENT_WITHOUT_ORDER, params![most]).await
}

pub async fn orphan_intents(tx: &Tx<'_>, most: i64) -> Result<Vec<SucceededRow>, Error> {
    tx.all(&ORPHAN_INTENTS, params![most]).await
}

pub async fn stuck_refunds(tx: &Tx<'_>, since: Timestamp, most: i64) -> Result<Vec<WaitingRow>, Error> {
    tx.all(&STUCK_REFUNDS, params![since.micros(), most]).await
}

pub async fn stuck_parts(tx: &Tx<'_>, since: Timestamp, most: i64) -> Result<Vec<WaitingRow>, Error> {
    tx.all(&STUCK_PARTS, params![since.micros(), most]).await
}

pub async fn timestamps_out_of_order(tx: &Tx<'_>, most: i64) -> Result<Vec<TimesRow>, Error> {
    tx.all(&TIMESTAMPS_OUT_OF_ORDER, params![most]).await
}

/// The latest refunds, done or due, newest first.
pub async fn returned_payments(tx: &Tx<'_>, limit: i64) -> Result<Vec<GoneBackRow>, Error> {
    tx.all(&RETURNED_PAYMENTS, params![limit]).await
}

/// Tools, orders, payments.
pub async fn counts(tx: &Tx<'_>) -> Result<(i64, i64, i64), Error> {
    tx.one(&COUNTS, params![]).await
}

pub async fn intents_after(
    tx: &Tx<'_>,
    intent_id: &str,
    since: Timestamp,
    limit: i64,
) -> Result<Vec<IntentRow>, Error> {
    tx.all(&INTENTS_AFTER, params![intent_id, since.micros(), limit]).await
}

pub async fn open_before(tx: &Tx<'_>, before: Timestamp, limit: i64) -> Result<Vec<IntentRow>, Error> {
    tx.all(&OPEN_BEFORE, params![before.micros(), limit]).await
}

pub async fn by_intent(tx: &Tx<'_>, intent_id: &str) -> Result<Option<IntentRow>, Error> {
    tx.optional(&BY_INTENT, params![intent_id]).await
}

/// Returns the order that the payment was made for. `None`: no such payment exists, it did not succeed, or it paid an
/// order.
pub async fn mark_refund_due(tx: &Tx<'_>, intent_id: &str, now: Timestamp) -> Result<Option<Id>, Error> {
    let row = tx.optional::<(String,)>(&MARK_REFUND_DUE, params![intent_id, now.micros()]).await?;
    let Some((order,)) = row else { return Ok(None) };
    Id::parse(&order).map(Some).ok_or_else(|| Error::broken_row("payments", intent_id))
}

/// Locks the tool and returns its available, added and ordered quantities.
pub async fn lock_stock(tx: &Tx<'_>, tool_id: &str) -> Result<Option<(i64, i64, i64)>, Error> {
    tx.lock(&LOCK_TOOL, params![tool_id]).await?;
    tx.optional(&TOOL_STOCK, params![tool_id]).await
}
