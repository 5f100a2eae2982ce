//! The tables `refunds` and `refund_lines`.

use super::{Refund, RefundLine};
use crate::{
    db::queries,
    values::{ids::Id, money::Cents, payment_method::PaymentMethod, time::Timestamp},
};

/// The columns of [`Refund`], in its order.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, purchase_id, payment_id, intent_id, ends, amount_cents, federal_tax_cents, provincial_tax_cents, reason, note, method, state, created_at, changed_at, number, sent_cents, coalesce(provider_key, id), failed_at, debit_note, replaces, waits FROM refunds ",
            $rest
        )
    };
}

/// The columns of [`RefundLine`], in its order.
macro_rules! select_lines {
    ($rest:literal) => {
        concat!(
            "SELECT l.refund_id, l.line, l.order_id, l.quantity, l.amount_cents, l.federal_tax_cents, l.provincial_tax_cents, l.ends_order, l.tool_id FROM refund_lines l ",
            $rest
        )
    };
}

queries! {
    /// Requires the lock on the purchase.
    pub fn insert(r: &Refund) =
        "INSERT INTO refunds (id, purchase_id, payment_id, intent_id, ends, amount_cents, federal_tax_cents, provincial_tax_cents, reason, note, method, state, created_at, changed_at, replaces, waits)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'due', $12, $12, $13, $14)",
        [r.id, r.purchase_id, r.payment_id, r.intent_id, r.ends, r.amount, r.federal_tax, r.provincial_tax, r.reason, r.note,
            r.method, r.created_at, r.replaces, r.waits];
    pub fn insert_line(l: &RefundLine) =
        "INSERT INTO refund_lines (refund_id, line, order_id, quantity, amount_cents, federal_tax_cents, provincial_tax_cents, ends_order, tool_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        [l.refund_id, l.line, l.order_id, l.quantity, l.amount, l.federal_tax, l.provincial_tax, l.ends_order, l.restocks];
    /// The pieces of a line are on sale again.
    pub fn set_restocked(refund: &Id, line: i64, now: Timestamp) =
        "UPDATE refund_lines SET restocked_at = $3 WHERE refund_id = $1 AND line = $2";
    pub fn by_id(id: &Id) -> Option<Refund> = select!("WHERE id = $1");
    /// The refunds that the provider has not refused, oldest first. Refunds that failed later are among them.
    pub fn of_purchase(purchase: &Id) -> Vec<Refund> =
        select!("WHERE purchase_id = $1 AND state <> 'refused' ORDER BY created_at, id");
    /// The lines of the refunds that [`of_purchase`] returns. The delivery comes last.
    pub fn lines_of_purchase(purchase: &Id) -> Vec<RefundLine> = select_lines!(
        "JOIN refunds r ON r.id = l.refund_id WHERE r.purchase_id = $1 AND r.state <> 'refused'
        ORDER BY CASE WHEN l.line = 0 THEN 51 ELSE l.line END");
    pub fn lines(refund: &Id) -> Vec<RefundLine> =
        select_lines!("WHERE l.refund_id = $1 ORDER BY CASE WHEN l.line = 0 THEN 51 ELSE l.line END");
    /// Up to fifty parts of payments, those that were not tried for longest first. One that the provider refused is
    /// included if that was before `refused_before`.
    pub fn due(refused_before: Timestamp) -> Vec<Refund> =
        select!("WHERE state = 'due' AND ends <> 'payment' AND waits = 0 AND (error IS NULL OR changed_at < $1) ORDER BY changed_at LIMIT 50");
    pub fn touch(id: &Id, now: Timestamp) = "UPDATE refunds SET changed_at = $2 WHERE id = $1";
    /// Returns `false` if the refund was finished before. What went to a card may still fail, and is asked about from
    /// `checked_at` on.
    pub fn finish(id: &Id, number: i64, sent: Option<Cents>, now: Timestamp, checked_at: Timestamp) -> bool =
        "UPDATE refunds SET state = 'done', number = $2, sent_cents = $3, changed_at = $4, error = NULL,
            checked_at = CASE WHEN method IS NULL THEN CAST($5 AS BIGINT) END WHERE id = $1 AND state = 'due' AND waits = 0";
    /// Returns `false` if the refund was finished before.
    pub fn give_up(id: &Id, error: &str, now: Timestamp) -> bool =
        "UPDATE refunds SET state = 'refused', error = $2, changed_at = $3 WHERE id = $1 AND state = 'due'";
    pub fn set_error(id: &Id, why: &str) = "UPDATE refunds SET error = $2 WHERE id = $1 AND state = 'due'";
    /// The provider made an attempt of it, and that failed: an administrator decides how it goes on. It is a part of its
    /// payment from now on, because what is requested again has another key.
    pub fn wait(id: &Id, why: &str, now: Timestamp) -> bool =
        "UPDATE refunds SET waits = 1, ends = CASE ends WHEN 'payment' THEN 'orders' ELSE ends END, error = $2, changed_at = $3
        WHERE id = $1 AND state = 'due' AND waits = 0";
    /// Returns `false` if the refund does not wait any more.
    pub fn begin_again(id: &Id, key: &Id, method: Option<PaymentMethod>, note: Option<&str>, now: Timestamp) -> bool =
        "UPDATE refunds SET waits = 0, error = NULL, provider_key = $2, method = $3, note = coalesce($4, note), created_at = $5, changed_at = $5
        WHERE id = $1 AND waits = 1";
    /// Returns `false` if the refund failed before, or is not done.
    pub fn fail(id: &Id, debit_note: i64, why: &str, now: Timestamp) -> bool =
        "UPDATE refunds SET failed_at = $4, failure = $3, debit_note = $2, checked_at = NULL WHERE id = $1 AND state = 'done' AND failed_at IS NULL";
    /// The refunds of this intent that the provider has accepted and that have not failed.
    pub fn accepted_of(intent_id: &str) -> Vec<Refund> =
        select!("WHERE intent_id = $1 AND state = 'done' AND method IS NULL AND failed_at IS NULL ORDER BY created_at, id");
    /// Whether nothing of its payment is left with this refund.
    pub fn is_rest(id: &Id) -> bool =
        "SELECT r.id FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = $1
            AND p.amount_cents <= (SELECT sum(o.amount_cents) FROM refunds o WHERE o.payment_id = p.id AND o.state <> 'refused' AND o.failed_at IS NULL)";
    /// Up to twenty intents whose refunds were not asked about since `before`.
    pub fn to_check(before: Timestamp) -> Vec<(Id, String)> =
        "SELECT id, intent_id FROM refunds WHERE checked_at IS NOT NULL AND checked_at < $1 ORDER BY checked_at LIMIT 20";
    pub fn mark_checked(id: &Id, now: Timestamp) = "UPDATE refunds SET checked_at = $2 WHERE id = $1 AND checked_at IS NOT NULL";
    /// What was accepted so long ago does not fail any more.
    pub fn end_checks(before: Timestamp) =
        "UPDATE refunds SET checked_at = NULL WHERE checked_at IS NOT NULL AND changed_at < $1";
    /// Stores why the provider refuses the refund. Returns `false` if it was refused before.
    pub fn set_first_error(id: &Id, why: &str) -> bool =
        "UPDATE refunds SET error = $2 WHERE id = $1 AND state = 'due' AND error IS NULL";
}
