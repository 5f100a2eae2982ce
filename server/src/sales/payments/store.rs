//! Payments and the provider's events in the database.

use super::record_payment::{RecordedPayment, RecordedRefund};
use crate::{
    db::{Error, One, Tx, queries, row},
    http::pagination::PageCursor,
    sales::orders::order::{Order, OrderPayment},
    values::{ids::Id, language::Language, money::Cents, payment_method::PaymentMethod, time::Timestamp},
};

/// The columns of `PaymentRow`, in its order.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, order_id, amount_cents, currency, intent_id, client_secret, state, method FROM payments ",
            $rest
        )
    };
}

/// A payment for one purchase.
#[derive(Debug, Clone)]
pub struct Payment {
    /// The id is also the idempotency key for creating the intent.
    pub id: Id,
    /// The purchase, which has the id of its first order.
    pub order_id: Id,
    pub amount: Cents,
    pub currency: String,
    pub state: PaymentState,
    /// How it was paid, as a person of the shop recorded. `None` if it was paid by card.
    pub method: Option<PaymentMethod>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentState {
    /// The intent is being created; no response is stored.
    Creating,
    Open {
        intent_id: String,
        client_secret: String,
    },
    Succeeded {
        intent_id: String,
    },
    Canceled {
        intent_id: Option<String>,
    },
    /// The payment is to be refunded, because an administrator decided so, or the order was deleted or paid by another
    /// payment.
    RefundDue {
        intent_id: String,
    },
    Refunded {
        intent_id: String,
    },
}

impl PaymentState {
    /// Whether it succeeded before.
    pub fn is_past(&self) -> bool {
        matches!(self, Self::Succeeded { .. } | Self::RefundDue { .. } | Self::Refunded { .. })
    }

    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Creating => "creating",
            Self::Open { .. } => "open",
            Self::Succeeded { .. } => "succeeded",
            Self::Canceled { .. } => "canceled",
            Self::RefundDue { .. } => "refund_due",
            Self::Refunded { .. } => "refunded",
        }
    }
}

row! {
    struct PaymentRow {
        id: Id,
        order_id: Id,
        amount: Cents,
        currency: String,
        intent_id: Option<String>,
        client_secret: Option<String>,
        // A newer version may have written a state that this one does not know.
        state: String,
        method: Option<PaymentMethod>,
    }
}

impl PaymentRow {
    fn into_payment(self) -> Option<Payment> {
        let state = match (self.state.as_str(), self.intent_id, self.client_secret) {
            ("creating", _, _) => PaymentState::Creating,
            ("open", Some(intent_id), Some(client_secret)) => PaymentState::Open { intent_id, client_secret },
            ("succeeded", Some(intent_id), _) => PaymentState::Succeeded { intent_id },
            ("canceled", intent_id, _) => PaymentState::Canceled { intent_id },
            ("refund_due", Some(intent_id), _) => PaymentState::RefundDue { intent_id },
            ("refunded", Some(intent_id), _) => PaymentState::Refunded { intent_id },
            _ => return None,
        };
        let Self { id, order_id, amount, currency, method, .. } = self;
        Some(Payment { id, order_id, amount, currency, state, method })
    }
}

fn known(rows: impl IntoIterator<Item = PaymentRow>) -> Vec<Payment> {
    rows.into_iter().filter_map(PaymentRow::into_payment).collect()
}

row! {
    pub struct Payer {
        pub email: String,
        pub display_name: String,
        pub language: Language,
    }
}

row! {
    /// A stored event that was not applied yet.
    pub struct PendingEvent {
        pub id: String,
        pub kind: String,
        pub intent_id: Option<String>,
        /// The id of the dispute, if the event is about one.
        pub dispute_id: Option<String>,
    }
}

/// What the provider answered when an intent was created.
#[derive(Debug, Clone)]
pub struct CreatedIntent {
    pub intent_id: String,
    pub client_secret: String,
}

/// Whether the hold of an unpaid order `o` of a customer who never paid is over at `$1`. A payment that has begun holds
/// the order for the same time again, unless such customers hold more than half of the tool: an intent costs nothing.
// The list of states repeats the condition of the index payments_current.
macro_rules! is_no_longer_held {
    () => {
        "o.transaction_id IS NULL AND o.held_until IS NOT NULL AND o.held_until < $1
        AND NOT EXISTS (SELECT 1 FROM orders paid WHERE paid.user_id = o.user_id AND paid.transaction_id IS NOT NULL)
        AND (NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.purchase_id AND p.state IN ('creating', 'open', 'succeeded')
                AND p.created_at >= $1 - (o.held_until - o.created_at))
            OR (SELECT t.available FROM tools t WHERE t.id = o.tool_id) < (SELECT sum(n.quantity) FROM orders n
                WHERE n.tool_id = o.tool_id AND n.new_customer = 1 AND n.transaction_id IS NULL
                AND NOT EXISTS (SELECT 1 FROM orders paid WHERE paid.user_id = n.user_id AND paid.transaction_id IS NOT NULL)))"
    };
}

queries! {
    /// Violates the unique index `payments_current` when the order has a payment that is active or succeeded.
    pub fn insert(payment: &Payment, user: &Id, now: Timestamp) =
        "INSERT INTO payments (id, order_id, user_id, amount_cents, currency, state, created_at, changed_at)
        VALUES ($1, $2, $3, $4, $5, 'creating', $6, $6)",
        [payment.id, payment.order_id, user, payment.amount, payment.currency, now];
    /// Requires the lock on the order. Violates `payments_current` like [`insert`].
    pub fn insert_recorded(id: &Id, order: &Order, total: (Cents, &str), paid: &OrderPayment, details: &RecordedPayment, by: &Id) =
        "INSERT INTO payments (id, order_id, user_id, amount_cents, currency, intent_id, state, created_at, changed_at, method, received_on, reference, recorded_by)
        VALUES ($1, $2, $3, $4, $5, $6, 'succeeded', $7, $7, $8, $9, $10, $11)",
        [id, order.line.purchase_id, order.user_id, total.0, total.1, paid.transaction_id, paid.at, details.method, details.received_on,
            details.reference, by];
    /// Requires the lock on the order. Returns `false` if the payment was refunded before.
    pub fn refund_recorded(id: &Id, refund: &RecordedRefund, default: PaymentMethod, now: Timestamp) -> bool =
        "UPDATE payments SET state = 'refunded', refund_method = $2, refund_note = $3, refund_due_at = $4, changed_at = $4
        WHERE id = $1 AND state = 'succeeded' AND method IS NOT NULL",
        [id, refund.method.unwrap_or(default), refund.note, now];
    fn current(order: &Id) -> Option<PaymentRow> =
        select!("WHERE order_id = $1 AND state IN ('creating', 'open', 'succeeded')");
    fn with_intent(intent_id: &str) -> Option<PaymentRow> = select!("WHERE intent_id = $1");
    fn by_user(user: &Id) -> Vec<PaymentRow> = select!("WHERE user_id = $1 ORDER BY created_at, id");
    /// Requires the lock on the order. Returns `false` if the payment was canceled while the intent was created.
    pub fn open(id: &Id, created: &CreatedIntent, now: Timestamp) -> bool =
        "UPDATE payments SET intent_id = $2, client_secret = $3, state = 'open', changed_at = $4 WHERE id = $1 AND state = 'creating'",
        [id, created.intent_id, created.client_secret, now];
    /// The customer that this intent may name at the provider.
    pub fn named_customer(intent_id: &str) -> Option<String> =
        "SELECT card_customer FROM payments WHERE intent_id = $1 AND card_customer IS NOT NULL";
    pub fn name_customer(intent_id: &str, customer: &str) =
        "UPDATE payments SET card_customer = $2 WHERE intent_id = $1 AND state = 'open'";
    /// Number of open payments whose purchase exists.
    pub fn count_open() -> One<i64> =
        "SELECT CAST(count(*) AS BIGINT) FROM payments p JOIN purchases o ON o.id = p.order_id WHERE p.state = 'open'";
    // The payment has ended, so the client secret is of no use any more.
    fn transition(id: &Id, from: &str, to: &str, now: Timestamp) -> bool =
        "UPDATE payments SET state = $3, client_secret = NULL, card_customer = NULL, changed_at = $4 WHERE id = $1 AND state = $2";
    fn mark_refund_due(id: &Id, from: &str, now: Timestamp) -> bool =
        "UPDATE payments SET state = 'refund_due', client_secret = NULL, card_customer = NULL, changed_at = $3, refund_due_at = $3 WHERE id = $1 AND state = $2";
    /// The customer's bank sent back what an order had got. A refund waits for an administrator.
    pub fn reopen_refund(payment: &Id, now: Timestamp) =
        "UPDATE payments SET state = 'refund_due', changed_at = $2 WHERE id = $1 AND state = 'refunded'";
    /// The refund that waited is done.
    pub fn finish_refund(payment: &Id, now: Timestamp) =
        "UPDATE payments SET state = 'refunded', changed_at = $2 WHERE id = $1 AND state = 'refund_due'";
    /// The customer's bank sent back the money of a payment without an order. Returns the amount and the intent.
    pub fn fail_refund(payment: &Id, why: &str, now: Timestamp) -> Option<(Cents, String)> =
        "UPDATE payments SET state = 'refund_due', refund_error = $2, changed_at = $3 WHERE id = $1 AND state = 'refunded' RETURNING amount_cents, intent_id";
    pub fn set_refund_error(payment: &Id, why: &str) = "UPDATE payments SET refund_error = $2 WHERE id = $1 AND state = 'refund_due'";
    /// Stores why the provider refuses the refund. Returns `false` if it was refused before.
    pub fn set_first_refund_error(payment: &Id, why: &str) -> bool =
        "UPDATE payments SET refund_error = $2 WHERE id = $1 AND state = 'refund_due' AND refund_error IS NULL";
    /// Marks the payment as disputed. Returns `false` if it is disputed already, or is no payment of this shop.
    pub fn mark_disputed(intent_id: &str, now: Timestamp) -> bool =
        "UPDATE payments SET disputed_at = $2 WHERE intent_id = $1 AND disputed_at IS NULL";
    pub fn end_dispute(intent_id: &str) = "UPDATE payments SET disputed_at = NULL WHERE intent_id = $1";
    pub fn count_disputed() -> One<i64> = "SELECT CAST(count(*) AS BIGINT) FROM payments WHERE disputed_at IS NOT NULL";
    /// Refunds that the provider refused.
    pub fn count_failed_refunds() -> One<i64> =
        "SELECT CAST((SELECT count(*) FROM payments WHERE state = 'refund_due' AND refund_error IS NOT NULL)
            + (SELECT count(*) FROM refunds WHERE state = 'due' AND ends <> 'payment' AND error IS NOT NULL) AS BIGINT)";
    /// Cancels a payment whose client secret was never returned. Requires the lock on the order.
    // The first list repeats the condition of the index payments_current, so that SQLite uses this partial index.
    pub fn cancel_creating(order: &Id, now: Timestamp) =
        "UPDATE payments SET state = 'canceled', changed_at = $2
        WHERE order_id = $1 AND state IN ('creating', 'open', 'succeeded') AND state = 'creating'";
    // The first question comes after the first quiet time ($1). The next one waits as long as the payment was old at
    // the last question ($3 is now). No wait is longer than the longest one ($2).
    fn quiet(before: Timestamp, at_latest: Timestamp, now: Timestamp) -> Vec<PaymentRow> =
        select!("WHERE state = 'open' AND changed_at < $1 AND (2 * changed_at - created_at <= $3 OR changed_at < $2) ORDER BY changed_at LIMIT 50");
    // A refund that the provider refused is requested again after a longer wait ($1). One that failed is another refund.
    fn refund_due(refused_before: Timestamp) -> Vec<PaymentRow> =
        select!("WHERE state = 'refund_due' AND (refund_error IS NULL OR changed_at < $1)
            AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = payments.id AND r.ends <> 'payment' AND r.state = 'due')
        ORDER BY changed_at LIMIT 50");
    /// The customer of the payment. Returns `None` if the customer has no e-mail address, or deleted the account. A
    /// guest's account has none before the payment.
    pub fn payer_of(payment: &Id) -> Option<Payer> =
        "SELECT coalesce(u.email, g.email), u.display_name, coalesce(b.language, u.language) FROM payments p JOIN users u ON u.id = p.user_id
        LEFT JOIN purchases b ON b.id = p.order_id
        LEFT JOIN guest_purchases g ON g.purchase_id = p.order_id WHERE p.id = $1 AND (u.email IS NOT NULL OR g.email IS NOT NULL)";
    /// The payment of this purchase is of the account that has its orders now.
    pub fn set_user(purchase: &Id, user: &Id) =
        "UPDATE payments SET user_id = $2 WHERE order_id = $1 AND state IN ('creating', 'open', 'succeeded')";
    /// The same for all orders that have moved from an account.
    pub fn move_to_user(from: &Id, to: &Id) =
        "UPDATE payments SET user_id = $2 WHERE user_id = $1 AND order_id IN (SELECT purchase_id FROM orders WHERE user_id = $2)";
    pub fn touch(id: &Id, now: Timestamp) = "UPDATE payments SET changed_at = $2 WHERE id = $1";
    /// Up to a hundred orders whose hold is over, as `is_no_longer_held!` says, after the position `after`.
    pub fn no_longer_held(now: Timestamp, after: &PageCursor) -> Vec<(Id, Timestamp, Id)> =
        concat!("SELECT o.id, o.held_until, o.purchase_id FROM orders o WHERE ", is_no_longer_held!(), "
        AND (o.held_until, o.id) > ($2, $3) ORDER BY o.held_until, o.id LIMIT 100"),
        [now, after.created_at, after.id];
    /// Whether that still says so about an order of this purchase.
    pub fn is_no_longer_held(purchase: &Id, now: Timestamp) -> bool =
        concat!("SELECT o.id FROM orders o WHERE ", is_no_longer_held!(), " AND o.purchase_id = $2 LIMIT 1"),
        [now, purchase];
    /// Whether a payment of this purchase has begun since.
    pub fn has_begun_since(purchase: &Id, moment: Timestamp) -> bool =
        "SELECT id FROM payments WHERE order_id = $1 AND state IN ('creating', 'open', 'succeeded') AND created_at > $2";
    /// Stores the event. Returns `false` if it came before.
    pub fn insert_event(event: &PendingEvent, now: Timestamp) -> bool =
        "INSERT INTO webhook_events (id, kind, intent_id, received_at, tried_at, dispute_id) VALUES ($1, $2, $3, $4, $4, $5) ON CONFLICT (id) DO NOTHING",
        [event.id, event.kind, event.intent_id, now, event.dispute_id];
    /// An event has told the end of this dispute.
    pub fn is_dispute_closed(dispute: &str) -> bool =
        "SELECT id FROM webhook_events WHERE kind = 'charge.dispute.closed' AND dispute_id = $1 LIMIT 1";
    pub fn has_event(id: &str) -> bool = "SELECT id FROM webhook_events WHERE id = $1";
    pub fn finish_event(id: &str, now: Timestamp) = "UPDATE webhook_events SET done_at = $2 WHERE id = $1 AND done_at IS NULL";
    pub fn user_of_intent(intent_id: &str) -> Option<Id> = "SELECT user_id FROM payments WHERE intent_id = $1";
    /// How often this intent failed, as far as events told.
    pub fn count_failed_cards(intent_id: &str) -> One<i64> =
        "SELECT CAST(count(*) AS BIGINT) FROM webhook_events WHERE intent_id = $1 AND kind = 'payment_intent.payment_failed'";
    /// Up to fifty events that were stored but not applied, and not tried since `before`. The event tried longest ago
    /// comes first, so that one that always fails does not block the others.
    pub fn pending_events(before: Timestamp) -> Vec<PendingEvent> =
        "SELECT id, kind, intent_id, dispute_id FROM webhook_events WHERE done_at IS NULL AND tried_at < $1 ORDER BY tried_at LIMIT 50";
    pub fn mark_event_tried(id: &str, now: Timestamp) = "UPDATE webhook_events SET tried_at = $2 WHERE id = $1";
    /// Up to 500 rows, so that no other write waits for long.
    pub fn delete_expired_events(before: Timestamp) -> u64 =
        "DELETE FROM webhook_events WHERE id IN (SELECT id FROM webhook_events WHERE done_at < $1 LIMIT 500)";
}

/// The payment of this order that is active or succeeded.
pub async fn current_of_order(tx: &Tx<'_>, order: &Id) -> Result<Option<Payment>, Error> {
    Ok(current(tx, order).await?.and_then(PaymentRow::into_payment))
}

pub async fn by_intent(tx: &Tx<'_>, intent_id: &str) -> Result<Option<Payment>, Error> {
    Ok(with_intent(tx, intent_id).await?.and_then(PaymentRow::into_payment))
}

/// All payments of this customer, oldest first.
pub async fn of_user(tx: &Tx<'_>, user: &Id) -> Result<Vec<Payment>, Error> {
    by_user(tx, user).await.map(known)
}

/// Returns `false` if the state has changed since the payment was read.
pub async fn advance(
    tx: &Tx<'_>,
    payment: &Payment,
    to: &PaymentState,
    now: Timestamp,
) -> Result<bool, Error> {
    let from = payment.state.as_str();
    match to {
        PaymentState::RefundDue { .. } => mark_refund_due(tx, &payment.id, from, now).await,
        PaymentState::Creating
        | PaymentState::Open { .. }
        | PaymentState::Succeeded { .. }
        | PaymentState::Canceled { .. }
        | PaymentState::Refunded { .. } => transition(tx, &payment.id, from, to.as_str(), now).await,
    }
}

/// Up to fifty open payments to ask the provider about. All are without news since `before`; the older a payment is,
/// the longer it waits, but not beyond `at_latest`.
pub async fn quiet_payments(
    tx: &Tx<'_>,
    before: Timestamp,
    at_latest: Timestamp,
    now: Timestamp,
) -> Result<Vec<Payment>, Error> {
    quiet(tx, before, at_latest, now).await.map(known)
}

/// Up to fifty payments to refund. A refund that the provider refused is included if that was before `refused_before`.
pub async fn refunds_due(tx: &Tx<'_>, refused_before: Timestamp) -> Result<Vec<Payment>, Error> {
    refund_due(tx, refused_before).await.map(known)
}
