//! Partial refunds in the database.

use super::{PartialRefund, PartialRefundRequest};
use crate::{
    db::queries,
    values::{ids::Id, payment_method::PaymentMethod, time::Timestamp},
};

/// The columns of [`PartialRefund`], in its order.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, order_id, intent_id, amount_cents, reason, created_at FROM partial_refunds ",
            $rest
        )
    };
}

queries! {
    /// Requires the lock on the order.
    pub fn insert(id: &Id, payment: &Id, intent_id: &str, request: &PartialRefundRequest, method: Option<PaymentMethod>, now: Timestamp) =
        "INSERT INTO partial_refunds (id, order_id, payment_id, intent_id, amount_cents, reason, state, created_at, changed_at, method)
        VALUES ($1, $2, $3, $4, $5, $6, 'due', $7, $7, $8)",
        [id, request.order, payment, intent_id, request.amount, request.reason, now, method];
    pub fn due_of_order(order: &Id) -> Option<PartialRefund> = select!("WHERE order_id = $1 AND state = 'due'");
    /// Up to fifty, those that were not tried for longest first.
    pub fn due() -> Vec<PartialRefund> = select!("WHERE state = 'due' ORDER BY changed_at LIMIT 50");
    pub fn touch(id: &Id, now: Timestamp) = "UPDATE partial_refunds SET changed_at = $2 WHERE id = $1";
    /// With the provider's `error` it is refused. `false`: it was finished before.
    pub fn finish(id: &Id, error: Option<&str>, now: Timestamp) -> bool =
        "UPDATE partial_refunds SET state = $2, error = $3, changed_at = $4 WHERE id = $1 AND state = 'due'",
        [id, if error.is_some() { "refused" } else { "done" }, error, now];
}
