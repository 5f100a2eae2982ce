//! Rows for CSV files, in batches. Only reads tables of other features.

use crate::{
    db::{Error, Tx, params, row, statements},
    http::pagination::BATCH_SIZE,
};

statements! {
    ORDERS = "SELECT id, created_at, number, state, tool_name, quantity, price_cents, total_cents, customer_name, customer_email,
            phone, address, transaction_id, paid_at, shipped_at, carrier, tracking_number, refund_begun_at, refunded_at
        FROM orders WHERE (created_at, id) > ($1, $2) AND created_at < $3 ORDER BY created_at, id LIMIT $4";
    PAYMENTS = "SELECT p.id, p.created_at, p.intent_id, p.state, p.amount_cents, p.currency, o.number, o.customer_email,
            p.changed_at, p.refund_due_at, o.refund_begun_at, o.refunded_at
        FROM payments p LEFT JOIN orders o ON o.id = p.order_id
        WHERE p.id > $1 AND p.created_at >= $2 AND p.created_at < $3 AND p.state IN ('succeeded', 'refund_due', 'refunded')
        ORDER BY p.id LIMIT $4";
    CUSTOMERS = "SELECT u.id, u.created_at, u.display_name, u.email, u.email_verified_at, u.blocked_at, p.location, p.address, p.phone,
            CAST((SELECT count(*) FROM orders o WHERE o.user_id = u.id) AS BIGINT),
            CAST(coalesce((SELECT sum(o.total_cents) FROM orders o WHERE o.user_id = u.id AND o.state IN ('paid', 'shipped')), 0) AS BIGINT)
        FROM users u LEFT JOIN profiles p ON p.user_id = u.id
        WHERE (u.created_at, u.id) > ($1, $2) AND u.deleted_at IS NULL ORDER BY u.created_at, u.id LIMIT $3";
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
        pub refund_begun_at: Option<i64>,
        pub refunded_at: Option<i64>,
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

/// The last row of a batch, and the end of the time that is asked for.
pub struct BatchStart {
    pub created_at: i64,
    pub id: String,
    pub until: i64,
    /// The beginning of the time.
    pub from: i64,
}

pub async fn orders(tx: &Tx<'_>, after: &BatchStart) -> Result<Vec<OrderLine>, Error> {
    tx.all(&ORDERS, params![after.created_at, after.id.as_str(), after.until, BATCH_SIZE]).await
}

pub async fn payments(tx: &Tx<'_>, after: &BatchStart) -> Result<Vec<PaymentLine>, Error> {
    tx.all(&PAYMENTS, params![after.id.as_str(), after.from, after.until, BATCH_SIZE]).await
}

pub async fn customers(tx: &Tx<'_>, after: &BatchStart) -> Result<Vec<CustomerLine>, Error> {
    tx.all(&CUSTOMERS, params![after.created_at, after.id.as_str(), BATCH_SIZE]).await
}
