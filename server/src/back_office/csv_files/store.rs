//! Rows for CSV files, in batches. Only reads tables of other features.

use crate::{
    back_office::customers::summaries::store::paid_by_customer,
    db::{Error, Tx, queries, row},
    http::pagination::BATCH_SIZE,
    sales::purchases::PurchaseTax,
    values::{ids::Id, province::Province},
};

/// Joins the person of an audit entry `e`. The person of an API key is its account.
macro_rules! requester {
    () => {
        "LEFT JOIN api_keys k ON k.id = e.actor_id LEFT JOIN users u ON u.id = coalesce(k.user_id, e.actor_id)"
    };
}

macro_rules! requested_by {
    () => {
        "CASE WHEN u.display_name = '' THEN u.email ELSE u.display_name END"
    };
}

/// The first order of the purchase of a payment `p`. Its id is another one after the first line was deleted.
macro_rules! first_line {
    () => {
        "(SELECT f.id FROM orders f WHERE f.purchase_id = p.order_id ORDER BY f.line LIMIT 1)"
    };
}

/// The first order of a refund `r`, or of its purchase if that is of the delivery alone.
macro_rules! refunded_order {
    () => {
        "coalesce((SELECT l.order_id FROM refund_lines l WHERE l.refund_id = r.id AND l.line > 0 ORDER BY l.line LIMIT 1),
                (SELECT f.id FROM orders f WHERE f.purchase_id = r.purchase_id ORDER BY f.line LIMIT 1))"
    };
}

/// A sum over the refunds `r` of a payment `p` in these states.
macro_rules! sum_of_refunds {
    ($states:literal) => {
        concat!(
            "CAST(coalesce((SELECT sum(r.amount_cents) FROM refunds r WHERE r.payment_id = p.id AND r.failed_at IS NULL AND r.state IN (", $states, ")), 0) AS BIGINT)"
        )
    };
}

row! {
    pub struct OrderLine {
        pub id: String,
        pub created_at: i64,
        pub number: i64,
        pub state: String,
        pub tool_name: String,
        pub quantity: i64,
        pub price_cents: i64,
        pub total_cents: i64,
        pub customer_name: String,
        pub customer_email: String,
        // Swapped, as the form stores them (docs/decisions/0005).
        pub phone: String,
        pub address: String,
        pub transaction_id: Option<String>,
        pub paid_at: Option<i64>,
        pub shipped_at: Option<i64>,
        pub carrier: Option<String>,
        pub tracking_number: Option<String>,
        pub refund_begun_at: Option<i64>,
        pub refunded_at: Option<i64>,
        pub line: i64,
        pub lines: i64,
        pub federal_tax_cents: i64,
        pub provincial_tax_cents: i64,
        pub due_cents: i64,
        pub discount_cents: i64,
    }
}

row! {
    pub struct PurchaseRecord {
        pub id: String,
        pub created_at: i64,
        pub number: i64,
        pub paid_at: Option<i64>,
        pub tax_province: Option<Province>,
        pub method_name: Option<String>,
        pub goods_cents: i64,
        pub shipping_cents: i64,
        pub federal: PurchaseTax,
        pub provincial: PurchaseTax,
        pub total_cents: i64,
        pub discount_cents: i64,
        pub discount_code: Option<String>,
    }
}

row! {
    pub struct PaymentLine {
        pub id: String,
        pub created_at: i64,
        pub intent_id: Option<String>,
        pub state: String,
        pub amount_cents: i64,
        pub currency: String,
        pub order_number: Option<i64>,
        pub customer_email: Option<String>,
        pub changed_at: i64,
        pub refund_due_at: Option<i64>,
        pub returned_cents: i64,
        /// The sum of all refunds, also of those that are not done.
        pub decided_cents: i64,
        /// The first refund.
        pub refund_begun_at: Option<i64>,
        /// The last refund.
        pub refunded_at: Option<i64>,
    }
}

row! {
    /// A payment that went back, or a part of one.
    pub struct RefundRecord {
        pub id: String,
        /// When it was decided.
        pub created_at: i64,
        pub state: String,
        pub amount_cents: i64,
        pub currency: String,
        /// The administrator's words. It is `None` if the payment paid no order.
        pub reason: Option<String>,
        pub requested_by: Option<String>,
        pub order_id: String,
        pub order_number: Option<i64>,
        pub customer_email: Option<String>,
        pub intent_id: Option<String>,
        pub refusal: Option<String>,
        pub refunded_at: Option<i64>,
        /// Whole, Lines or Part.
        pub kind: String,
        /// The taxes in the amount.
        pub federal_tax_cents: i64,
        pub provincial_tax_cents: i64,
        /// The number of the credit note.
        pub number: Option<i64>,
        /// The number of the debit note that cancels the credit note, because the refund failed.
        pub debit_note: Option<i64>,
    }
}

row! {
    pub struct CustomerLine {
        pub id: String,
        pub created_at: i64,
        pub name: String,
        pub email: Option<String>,
        pub email_verified_at: Option<i64>,
        pub blocked_at: Option<i64>,
        pub location: Option<String>,
        pub address: Option<String>,
        pub phone: Option<String>,
        pub orders: i64,
        pub paid_cents: i64,
    }
}

row! {
    /// An address that gets the newsletter, with the proof of its consent.
    pub struct SubscriberLine {
        pub id: String,
        pub created_at: i64,
        pub email: String,
        pub language: String,
        pub confirmed_at: i64,
        pub wording: String,
        pub page: String,
    }
}

/// The last row of a batch, and the end of the time that is asked for.
#[derive(Clone)]
pub struct BatchStart {
    pub created_at: i64,
    pub id: String,
    pub until: i64,
    /// The beginning of the time.
    pub from: i64,
    /// The tool whose stock is read.
    pub tool: Option<Id>,
}

queries! {
    pub fn orders(after: &BatchStart) -> Vec<OrderLine> =
        "SELECT id, created_at, number, state, tool_name, quantity, price_cents, total_cents, customer_name, customer_email,
            phone, address, transaction_id, paid_at, shipped_at, carrier, tracking_number, refund_begun_at, refunded_at,
            line, lines, federal_tax_cents, provincial_tax_cents, due_cents, discount_cents
        FROM orders WHERE (created_at, id) > ($1, $2) AND created_at < $3 ORDER BY created_at, id LIMIT $4",
        [after.created_at, after.id, after.until, BATCH_SIZE];
    // All lines of a purchase are paid at once.
    pub fn purchases(after: &BatchStart) -> Vec<PurchaseRecord> =
        "SELECT p.id, p.created_at, p.number, (SELECT o.paid_at FROM orders o WHERE o.purchase_id = p.id ORDER BY o.line LIMIT 1),
            p.tax_province, p.method_name, p.goods_cents, p.shipping_cents,
            p.federal_tax, p.federal_rate, p.federal_base_cents, p.federal_tax_cents, p.federal_number,
            p.provincial_tax, p.provincial_rate, p.provincial_base_cents, p.provincial_tax_cents, p.provincial_number, p.total_cents,
            p.discount_cents, p.discount_code
        FROM purchases p WHERE p.id > $1 AND p.created_at >= $2 AND p.created_at < $3 ORDER BY p.id LIMIT $4",
        [after.id, after.from, after.until, BATCH_SIZE];
    pub fn payments(after: &BatchStart) -> Vec<PaymentLine> =
        concat!("SELECT p.id, p.created_at, p.intent_id, p.state, p.amount_cents, p.currency, o.number, o.customer_email,
            p.changed_at, p.refund_due_at, ", sum_of_refunds!("'done'"), ", ", sum_of_refunds!("'due', 'done'"), ",
            (SELECT r.created_at FROM refunds r WHERE r.payment_id = p.id AND r.failed_at IS NULL AND r.state IN ('due', 'done') ORDER BY r.created_at LIMIT 1),
            (SELECT r.changed_at FROM refunds r WHERE r.payment_id = p.id AND r.failed_at IS NULL AND r.state = 'done' ORDER BY r.changed_at DESC LIMIT 1)
        FROM payments p LEFT JOIN orders o ON o.id = ", first_line!(), "
        WHERE p.id > $1 AND p.created_at >= $2 AND p.created_at < $3 AND p.state IN ('succeeded', 'refund_due', 'refunded')
        ORDER BY p.id LIMIT $4"),
        [after.id, after.from, after.until, BATCH_SIZE];
    // Payments that paid no order, or one that was deleted.
    fn automatic_refunds(after: &BatchStart) -> Vec<RefundRecord> =
        concat!("SELECT p.id, p.refund_due_at, p.state, p.amount_cents, p.currency, CAST(NULL AS TEXT), CAST(NULL AS TEXT), p.order_id,
            o.number, o.customer_email, p.intent_id, p.refund_error, CASE p.state WHEN 'refunded' THEN p.changed_at END,
            'Whole', CAST(0 AS BIGINT), CAST(0 AS BIGINT), CAST(NULL AS BIGINT), CAST(NULL AS BIGINT)
        FROM payments p LEFT JOIN orders o ON o.id = ", first_line!(), "
        WHERE p.state IN ('refund_due', 'refunded') AND (p.refund_due_at, p.id) > ($1, $2) AND p.refund_due_at < $3
            AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.id = p.id)
        ORDER BY p.refund_due_at, p.id LIMIT $4"),
        [after.created_at, after.id, after.until, BATCH_SIZE];
    // The audit trail has the administrator at the same microsecond.
    fn decided_refunds(after: &BatchStart) -> Vec<RefundRecord> =
        concat!("SELECT r.id, r.created_at, CASE WHEN r.failed_at IS NULL THEN r.state ELSE 'failed' END, r.amount_cents, p.currency, CASE WHEN r.reason = '' THEN coalesce(r.note, '') ELSE r.reason END,
            ", requested_by!(), ", o.id, o.number, o.customer_email, r.intent_id, coalesce(r.failure, r.error, p.refund_error),
            CASE r.state WHEN 'done' THEN r.changed_at END,
            CASE WHEN r.ends = 'nothing' THEN 'Part' WHEN r.ends = 'orders' AND o.lines > 1 THEN 'Lines' ELSE 'Whole' END,
            r.federal_tax_cents, r.provincial_tax_cents, r.number, r.debit_note
        FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN orders o ON o.id = ", refunded_order!(), "
            LEFT JOIN audit_entries e ON e.subject_id = o.id AND e.created_at = r.created_at AND e.action IN ('refund_part', 'refund_order') ", requester!(), "
        WHERE (r.created_at, r.id) > ($1, $2) AND r.created_at < $3
        ORDER BY r.created_at, r.id LIMIT $4"),
        [after.created_at, after.id, after.until, BATCH_SIZE];
    pub fn customers(after: &BatchStart) -> Vec<CustomerLine> =
        concat!("SELECT u.id, u.created_at, u.display_name, u.email, u.email_verified_at, u.blocked_at, p.location, p.address, p.phone,
            CAST((SELECT count(*) FROM orders o WHERE o.user_id = u.id) AS BIGINT),
            ", paid_by_customer!(), "
        FROM users u LEFT JOIN profiles p ON p.user_id = u.id
        WHERE (u.created_at, u.id) > ($1, $2) AND u.deleted_at IS NULL ORDER BY u.created_at, u.id LIMIT $3"),
        [after.created_at, after.id, BATCH_SIZE];
    pub fn newsletter(after: &BatchStart) -> Vec<SubscriberLine> =
        "SELECT id, asked_at, email, language, confirmed_at, wording, page FROM newsletter_consents
        WHERE (asked_at, id) > ($1, $2) AND confirmed_at IS NOT NULL AND withdrawn_at IS NULL ORDER BY asked_at, id LIMIT $3",
        [after.created_at, after.id, BATCH_SIZE];
}

/// Returns the next refunds, oldest first: of payments without an order, and refunds that administrators decided.
pub async fn refunds(tx: &Tx<'_>, after: &BatchStart) -> Result<Vec<RefundRecord>, Error> {
    let mut rows = automatic_refunds(tx, after).await?;
    rows.extend(decided_refunds(tx, after).await?);
    rows.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
    rows.truncate(usize::try_from(BATCH_SIZE).unwrap_or(usize::MAX));
    Ok(rows)
}
