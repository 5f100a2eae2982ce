//! Payments and the provider's events in the database.

use crate::{
    db::{Error, Tx, params, row, statements},
    http::pagination::PageCursor,
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// The columns of the row struct below, in its order.
macro_rules! attempt_columns {
    () => {
        "id, order_id, amount_cents, currency, intent_id, client_secret, state"
    };
}

statements! {
    INSERT = "INSERT INTO payments (id, order_id, user_id, amount_cents, currency, state, created_at, changed_at)
        VALUES ($1, $2, $3, $4, $5, 'creating', $6, $6)";
    CURRENT_OF_ORDER = concat!("SELECT ", attempt_columns!(), " FROM payments
        WHERE order_id = $1 AND state IN ('creating', 'open', 'succeeded')");
    BY_INTENT = concat!("SELECT ", attempt_columns!(), " FROM payments WHERE intent_id = $1");
    OF_USER = concat!("SELECT ", attempt_columns!(), " FROM payments WHERE user_id = $1 ORDER BY created_at, id");
    OPEN = "UPDATE payments SET intent_id = $2, client_secret = $3, state = 'open', changed_at = $4 WHERE id = $1 AND state = 'creating'";
    COUNT_OPEN = "SELECT CAST(count(*) AS BIGINT) FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.state = 'open'";
    // The attempt has ended, so the client secret is of no use any more.
    TRANSITION = "UPDATE payments SET state = $2, client_secret = NULL, changed_at = $4 WHERE id = $1 AND state = $3";
    MARK_REFUND_DUE = "UPDATE payments SET state = 'refund_due', client_secret = NULL, changed_at = $3, refund_due_at = $3 WHERE id = $1 AND state = $2";
    SET_REFUND_ERROR = "UPDATE payments SET refund_error = $2 WHERE id = $1 AND state = 'refund_due'";
    SET_FIRST_REFUND_ERROR = "UPDATE payments SET refund_error = $2 WHERE id = $1 AND state = 'refund_due' AND refund_error IS NULL";
    MARK_DISPUTED = "UPDATE payments SET disputed_at = $2 WHERE intent_id = $1 AND disputed_at IS NULL";
    END_DISPUTE = "UPDATE payments SET disputed_at = NULL WHERE intent_id = $1 AND disputed_at IS NOT NULL";
    COUNT_DISPUTED = "SELECT CAST(count(*) AS BIGINT) FROM payments WHERE disputed_at IS NOT NULL";
    COUNT_FAILED_REFUNDS = "SELECT CAST(count(*) AS BIGINT) FROM payments WHERE state = 'refund_due' AND refund_error IS NOT NULL";
    // The first list repeats the condition of the index payments_current, so that SQLite uses this partial index.
    CANCEL_STARTING = "UPDATE payments SET state = 'canceled', changed_at = $2
        WHERE order_id = $1 AND state IN ('creating', 'open', 'succeeded') AND state = 'creating'";
    // After the first quiet time ($1), the next question waits as long as the payment was old at the last one ($3 is
    // now), and never longer than the longest wait ($2).
    QUIET = concat!("SELECT ", attempt_columns!(), " FROM payments
        WHERE state = 'open' AND changed_at < $1 AND (2 * changed_at - created_at <= $3 OR changed_at < $2) ORDER BY changed_at LIMIT 50");
    // A refund that the provider refused is requested again after a longer wait ($1).
    REFUNDS_DUE = concat!("SELECT ", attempt_columns!(), " FROM payments
        WHERE state = 'refund_due' AND (refund_error IS NULL OR changed_at < $1) ORDER BY changed_at LIMIT 50");
    PAYER = "SELECT u.email, u.display_name FROM payments p JOIN users u ON u.id = p.user_id WHERE p.id = $1 AND u.email IS NOT NULL";
    TOUCH = "UPDATE payments SET changed_at = $2 WHERE id = $1";
    // The list of states repeats the condition of the index payments_current.
    NO_LONGER_HELD = "SELECT o.id, o.held_until FROM orders o
        WHERE o.transaction_id IS NULL AND o.held_until IS NOT NULL AND o.held_until < $1 AND (o.held_until, o.id) > ($2, $3)
            AND NOT EXISTS (SELECT 1 FROM orders paid WHERE paid.user_id = o.user_id AND paid.transaction_id IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.id AND p.state IN ('creating', 'open', 'succeeded')
                AND p.created_at >= $1 - (o.held_until - o.created_at))
        ORDER BY o.held_until, o.id LIMIT 100";
    INSERT_EVENT = "INSERT INTO webhook_events (id, kind, intent_id, received_at, tried_at) VALUES ($1, $2, $3, $4, $4) ON CONFLICT (id) DO NOTHING";
    FINISH_EVENT = "UPDATE webhook_events SET done_at = $2 WHERE id = $1 AND done_at IS NULL";
    COUNT_FAILED_CARDS = "SELECT CAST(count(*) AS BIGINT) FROM webhook_events WHERE intent_id = $1 AND kind = 'payment_intent.payment_failed'";
    // The event tried longest ago comes first, so that one that always fails does not block the others.
    WAITING_EVENTS = "SELECT id, kind, intent_id FROM webhook_events WHERE done_at IS NULL AND tried_at < $1 ORDER BY tried_at LIMIT 50";
    TRY_EVENT = "UPDATE webhook_events SET tried_at = $2 WHERE id = $1";
    DELETE_DONE_EVENTS = "DELETE FROM webhook_events WHERE id IN (SELECT id FROM webhook_events WHERE done_at < $1 LIMIT 500)";
}

row! {
    pub struct PaymentRow {
        pub id: String,
        pub order_id: String,
        pub amount_cents: i64,
        pub currency: String,
        pub intent_id: Option<String>,
        pub client_secret: Option<String>,
        pub state: String,
    }
}

row! {
    pub struct Payer {
        pub email: String,
        pub display_name: String,
    }
}

row! {
    /// A stored event that was not applied yet.
    pub struct PendingEvent {
        pub id: String,
        pub kind: String,
        pub intent_id: Option<String>,
    }
}

/// A payment for one order.
#[derive(Debug, Clone)]
pub struct Payment {
    /// Also the idempotency key for creating the intent.
    pub id: Id,
    pub order_id: Id,
    pub amount: Cents,
    pub currency: String,
    pub state: PaymentState,
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
    /// To be refunded: an administrator decided so, or the order was deleted or paid by another payment.
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
        Some(Payment {
            id: Id::parse(&self.id)?,
            order_id: Id::parse(&self.order_id)?,
            amount: Cents::new(self.amount_cents)?,
            currency: self.currency,
            state,
        })
    }
}

/// Violates the unique index `payments_current` when the order has a payment that is active or succeeded.
pub async fn insert(tx: &Tx<'_>, attempt: &Payment, user: &Id, now: Timestamp) -> Result<(), Error> {
    let values = params![
        attempt.id.as_str(),
        attempt.order_id.as_str(),
        user.as_str(),
        attempt.amount.as_i64(),
        attempt.currency.as_str(),
        now.micros()
    ];
    tx.execute(&INSERT, values).await.map(|_| ())
}

/// The payment of this order that is active or succeeded.
pub async fn current_of_order(tx: &Tx<'_>, order: &Id) -> Result<Option<Payment>, Error> {
    let row = tx.optional::<PaymentRow>(&CURRENT_OF_ORDER, params![order.as_str()]).await?;
    Ok(row.and_then(PaymentRow::into_payment))
}

pub async fn by_intent(tx: &Tx<'_>, intent_id: &str) -> Result<Option<Payment>, Error> {
    let row = tx.optional::<PaymentRow>(&BY_INTENT, params![intent_id]).await?;
    Ok(row.and_then(PaymentRow::into_payment))
}

/// All payments of this customer, oldest first.
pub async fn of_user(tx: &Tx<'_>, user: &Id) -> Result<Vec<Payment>, Error> {
    let rows: Vec<PaymentRow> = tx.all(&OF_USER, params![user.as_str()]).await?;
    Ok(rows.into_iter().filter_map(PaymentRow::into_payment).collect())
}

/// What the provider answered when an intent was made.
#[derive(Debug, Clone)]
pub struct Made {
    pub intent_id: String,
    pub client_secret: String,
}

/// Requires the lock on the order. `false`: the payment was canceled while the intent was created.
pub async fn open(tx: &Tx<'_>, id: &Id, made: &Made, now: Timestamp) -> Result<bool, Error> {
    let Made { intent_id, client_secret } = made;
    let values = params![id.as_str(), intent_id.as_str(), client_secret.as_str(), now.micros()];
    Ok(tx.execute(&OPEN, values).await? == 1)
}

/// Number of open payments whose order exists.
pub async fn count_open(tx: &Tx<'_>) -> Result<i64, Error> {
    tx.one::<(i64,)>(&COUNT_OPEN, params![]).await.map(|(count,)| count)
}

/// `false`: the state has changed since the payment was read.
pub async fn advance(
    tx: &Tx<'_>,
    attempt: &Payment,
    to: &PaymentState,
    now: Timestamp,
) -> Result<bool, Error> {
    let (id, from) = (attempt.id.as_str(), attempt.state.as_str());
    let moved = match to {
        PaymentState::RefundDue { .. } => {
            tx.execute(&MARK_REFUND_DUE, params![id, from, now.micros()]).await?
        }
        _ => tx.execute(&TRANSITION, params![id, to.as_str(), from, now.micros()]).await?,
    };
    Ok(moved == 1)
}

/// Cancels a payment whose client secret was never returned. Requires the lock on the order.
pub async fn cancel_creating(tx: &Tx<'_>, order: &Id, now: Timestamp) -> Result<(), Error> {
    tx.execute(&CANCEL_STARTING, params![order.as_str(), now.micros()]).await.map(|_| ())
}

/// Up to fifty open payments to ask the provider about. All are without news since `before`; the older a payment is,
/// the longer it waits, but not beyond `at_latest`.
pub async fn quiet_payments(
    tx: &Tx<'_>,
    before: Timestamp,
    at_latest: Timestamp,
    now: Timestamp,
) -> Result<Vec<Payment>, Error> {
    let values = params![before.micros(), at_latest.micros(), now.micros()];
    let rows: Vec<PaymentRow> = tx.all(&QUIET, values).await?;
    Ok(rows.into_iter().filter_map(PaymentRow::into_payment).collect())
}

/// Up to fifty payments to refund. A refund that the provider refused is included if that was before `refused_before`.
pub async fn refunds_due(tx: &Tx<'_>, refused_before: Timestamp) -> Result<Vec<Payment>, Error> {
    let rows: Vec<PaymentRow> = tx.all(&REFUNDS_DUE, params![refused_before.micros()]).await?;
    Ok(rows.into_iter().filter_map(PaymentRow::into_payment).collect())
}

/// Up to a hundred unpaid orders of customers who never paid, held until before `now`, after the position `after`. A
/// payment that has begun holds its order for the same time again.
pub async fn no_longer_held(
    tx: &Tx<'_>,
    now: Timestamp,
    after: &PageCursor,
) -> Result<Vec<(Id, Timestamp)>, Error> {
    let values = params![now.micros(), after.created_at, after.id.as_str()];
    let rows: Vec<(String, i64)> = tx.all(&NO_LONGER_HELD, values).await?;
    Ok(rows.iter().filter_map(|(id, at)| Some((Id::parse(id)?, Timestamp::from_micros(*at)))).collect())
}

/// Stores why the provider refuses the refund.
/// `false`: it was refused before.
pub async fn set_first_refund_error(tx: &Tx<'_>, attempt: &Id, why: &str) -> Result<bool, Error> {
    tx.execute(&SET_FIRST_REFUND_ERROR, params![attempt.as_str(), why]).await.map(|count| count == 1)
}

/// `false`: it is disputed already, or no payment of this shop.
pub async fn mark_disputed(tx: &Tx<'_>, intent_id: &str, now: Timestamp) -> Result<bool, Error> {
    tx.execute(&MARK_DISPUTED, params![intent_id, now.micros()]).await.map(|count| count == 1)
}

pub async fn end_dispute(tx: &Tx<'_>, intent_id: &str) -> Result<(), Error> {
    tx.execute(&END_DISPUTE, params![intent_id]).await.map(|_| ())
}

pub async fn count_disputed(tx: &Tx<'_>) -> Result<i64, Error> {
    tx.one::<(i64,)>(&COUNT_DISPUTED, params![]).await.map(|(count,)| count)
}

/// Refunds that the provider refused.
pub async fn count_failed_refunds(tx: &Tx<'_>) -> Result<i64, Error> {
    tx.one::<(i64,)>(&COUNT_FAILED_REFUNDS, params![]).await.map(|(count,)| count)
}

pub async fn set_refund_error(tx: &Tx<'_>, attempt: &Id, why: &str) -> Result<(), Error> {
    tx.execute(&SET_REFUND_ERROR, params![attempt.as_str(), why]).await.map(|_| ())
}

/// `None`: the customer has no e-mail address, or deleted the account.
pub async fn payer_of(tx: &Tx<'_>, attempt: &Id) -> Result<Option<Payer>, Error> {
    tx.optional(&PAYER, params![attempt.as_str()]).await
}

pub async fn touch(tx: &Tx<'_>, id: &Id, now: Timestamp) -> Result<(), Error> {
    tx.execute(&TOUCH, params![id.as_str(), now.micros()]).await.map(|_| ())
}

/// `false`: this event came before.
pub async fn insert_event(tx: &Tx<'_>, event: &PendingEvent, now: Timestamp) -> Result<bool, Error> {
    let PendingEvent { id, kind, intent_id } = event;
    let values = params![id.as_str(), kind.as_str(), intent_id.as_deref(), now.micros()];
    Ok(tx.execute(&INSERT_EVENT, values).await? == 1)
}

/// How often this intent failed, as far as events told.
pub async fn count_failed_cards(tx: &Tx<'_>, intent_id: &str) -> Result<i64, Error> {
    tx.one::<(i64,)>(&COUNT_FAILED_CARDS, params![intent_id]).await.map(|(count,)| count)
}

pub async fn finish_event(tx: &Tx<'_>, id: &str, now: Timestamp) -> Result<(), Error> {
    tx.execute(&FINISH_EVENT, params![id, now.micros()]).await.map(|_| ())
}

pub async fn mark_event_tried(tx: &Tx<'_>, id: &str, now: Timestamp) -> Result<(), Error> {
    tx.execute(&TRY_EVENT, params![id, now.micros()]).await.map(|_| ())
}

/// Up to 500 rows, so that no other write waits for long.
pub async fn delete_expired_events(tx: &Tx<'_>, before: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_DONE_EVENTS, params![before.micros()]).await
}

/// Up to fifty events that were stored but not applied, and not tried since `before`.
pub async fn pending_events(tx: &Tx<'_>, before: Timestamp) -> Result<Vec<PendingEvent>, Error> {
    tx.all(&WAITING_EVENTS, params![before.micros()]).await
}
