//! Partial refunds in the database.

use super::PartialRefund;
use crate::{
    db::{One, queries},
    values::{ids::Id, payment_method::PaymentMethod, time::Timestamp},
};

/// The columns of [`PartialRefund`], in its order.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, order_id, intent_id, amount_cents, federal_tax_cents, provincial_tax_cents, reason, ends_order, created_at FROM partial_refunds ",
            $rest
        )
    };
}

queries! {
    /// Requires the lock on the order.
    pub fn insert(part: &PartialRefund, payment: &Id, method: Option<PaymentMethod>) =
        "INSERT INTO partial_refunds (id, order_id, payment_id, intent_id, amount_cents, reason, state, created_at, changed_at, method, federal_tax_cents, provincial_tax_cents, ends_order)
        VALUES ($1, $2, $3, $4, $5, $6, 'due', $7, $7, $8, $9, $10, $11)",
        [part.id, part.order_id, payment, part.intent_id, part.amount, part.reason, part.created_at, method, part.federal_tax,
            part.provincial_tax, part.ends_order];
    /// The taxes that the refunds of this order have returned so far.
    pub fn returned_taxes(order: &Id) -> One<(i64, i64)> =
        "SELECT CAST(coalesce(sum(federal_tax_cents), 0) AS BIGINT), CAST(coalesce(sum(provincial_tax_cents), 0) AS BIGINT)
        FROM partial_refunds WHERE order_id = $1 AND state <> 'refused'";
    pub fn due_of_order(order: &Id) -> Option<PartialRefund> = select!("WHERE order_id = $1 AND state = 'due'");
    /// Up to fifty, those that were not tried for longest first.
    pub fn due() -> Vec<PartialRefund> = select!("WHERE state = 'due' ORDER BY changed_at LIMIT 50");
    pub fn touch(id: &Id, now: Timestamp) = "UPDATE partial_refunds SET changed_at = $2 WHERE id = $1";
    /// With the provider's `error` it is refused. `false`: it was finished before.
    pub fn finish(id: &Id, error: Option<&str>, now: Timestamp) -> bool =
        "UPDATE partial_refunds SET state = $2, error = $3, changed_at = $4 WHERE id = $1 AND state = 'due'",
        [id, if error.is_some() { "refused" } else { "done" }, error, now];
}
