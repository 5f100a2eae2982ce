//! A person of the shop records that an order was paid without the card provider: in cash, by cheque, by transfer.
//!
//! An open card payment is canceled at the provider first, so that no customer pays twice. Then one transaction inserts
//! the payment as succeeded and pays the order as the provider's word does. The index `payments_current` refuses a
//! second payment of the order (docs/decisions/0027).

pub mod http;
pub mod orders_http;

use std::{ops::ControlFlow, sync::Arc};

use super::{
    PaymentError,
    apply_intent::{IntentEffect, pay_orders},
    cancel_order::{MAX_ATTEMPTS, cancel_intent},
    store::{self, PaymentState},
};
use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry},
        idempotency::{self, IdempotentRequest, KeyStatus, StoredResponse},
    },
    db::{self, Tx},
    sales::{
        orders::{
            self,
            order::{OrderPayment, OrderState},
        },
        owner_notices::payments::OwnerNotices,
        purchases,
    },
    settings::webhooks::Webhooks,
    shop::Shop,
    values::{ids::Id, locale::AmountFormat, money::Cents, payment_method::PaymentMethod},
};

/// How and when the money came.
#[derive(Debug, Clone)]
pub struct RecordedPayment {
    pub method: PaymentMethod,
    /// The amount in cents. `None` if the caller named none.
    pub amount: Option<i64>,
    /// A day where the shop is, as `2026-11-24`.
    pub received_on: String,
    pub reference: Option<String>,
}

/// How the money of a recorded payment went back.
#[derive(Debug, Default, Clone)]
pub struct RecordedRefund {
    /// `None` if the money goes back as it was paid.
    pub method: Option<PaymentMethod>,
    pub note: Option<String>,
}

pub enum RecordPaymentOutcome {
    /// The payment is recorded. The text is the order's transaction id.
    Recorded(String),
    AlreadyPaid,
    /// This is due for the purchase with this number, and not what the caller named.
    AmountDiffers {
        number: i64,
        due: Cents,
        amounts: AmountFormat,
    },
    /// It was paid and refunded.
    Refunded,
    /// A card payment may still succeed. The provider is working on it, or it does not match the order.
    CardPaymentUnderWay,
    /// A card payment was begun, and it cannot be canceled while card payment is off.
    CardPaymentOpen,
    Unknown,
    /// The stored response to the same request, or why none is stored yet.
    Repeated(KeyStatus),
}

struct Recording {
    /// The id of the new payment.
    payment: Id,
    details: RecordedPayment,
    entry: AuditEntry,
    request: Option<IdempotentRequest>,
    answer: fn(&RecordPaymentOutcome) -> Option<StoredResponse>,
    currency: String,
    amounts: AmountFormat,
    can_cancel: bool,
    owner: OwnerNotices,
    webhooks: Webhooks,
}

/// Records a payment without the card provider. Callers are staff and administrators in person. With an idempotency
/// key, the response that `answer` makes is stored in the same transaction.
pub async fn record_payment(
    shop: &Shop,
    by: &Id,
    order: Id,
    details: RecordedPayment,
    request: Option<IdempotentRequest>,
    answer: fn(&RecordPaymentOutcome) -> Option<StoredResponse>,
) -> Result<RecordPaymentOutcome, PaymentError> {
    let at = shop.clock.now();
    let input = Arc::new(Recording {
        payment: Id::new(at),
        details,
        entry: AuditEntry::by(by, AuditAction::RecordPayment, order, at),
        request,
        answer,
        currency: shop.config.currency.clone(),
        amounts: shop.amounts(),
        can_cancel: shop.payments.is_some(),
        owner: OwnerNotices::of(shop),
        webhooks: shop.webhooks.clone(),
    });
    let attempt = || async {
        let recorded =
            shop.db.write_repeatable(Arc::clone(&input), |tx, input| Box::pin(record_in_tx(tx, input)));
        match recorded.await {
            Err(RollbackReason::Db(error)) => Err(error),
            Err(RollbackReason::Cancel(intent_id)) => Ok(ControlFlow::Continue(intent_id)),
            Ok(outcome) => Ok(ControlFlow::Break(outcome)),
        }
    };
    for _ in 0..MAX_ATTEMPTS {
        match idempotency::retry_once(attempt).await? {
            ControlFlow::Break(outcome) => return Ok(outcome),
            ControlFlow::Continue(intent_id) => match cancel_intent(shop, &intent_id).await? {
                // The next attempt records the payment, or reports that the customer has paid.
                IntentEffect::Canceled
                | IntentEffect::Refunded
                | IntentEffect::JustPaid
                | IntentEffect::AlreadyPaid => {}
                IntentEffect::Pending
                | IntentEffect::Refunding
                | IntentEffect::Mismatch
                | IntentEffect::Unknown => return Ok(RecordPaymentOutcome::CardPaymentUnderWay),
            },
        }
    }
    Ok(RecordPaymentOutcome::CardPaymentUnderWay)
}

/// Why the transaction is rolled back.
enum RollbackReason {
    /// This intent is open and has to be canceled first.
    Cancel(String),
    Db(db::Error),
}

impl From<db::Error> for RollbackReason {
    fn from(error: db::Error) -> Self {
        Self::Db(error)
    }
}

async fn record_in_tx(tx: &Tx<'_>, input: &Recording) -> Result<RecordPaymentOutcome, RollbackReason> {
    // A card payment of this purchase changes under the same lock.
    purchases::store::lock_of(tx, &input.entry.subject).await?;
    if let Some(request) = &input.request {
        let status = idempotency::lookup(tx, request, input.entry.at).await?;
        let KeyStatus::New = status else { return Ok(RecordPaymentOutcome::Repeated(status)) };
    }
    let outcome = pay_unpaid(tx, input).await?;
    if let Some((request, response)) = input.request.as_ref().zip((input.answer)(&outcome)) {
        idempotency::store_response(tx, request, &response, input.entry.at).await?;
    }
    Ok(outcome)
}

async fn pay_unpaid(tx: &Tx<'_>, input: &Recording) -> Result<RecordPaymentOutcome, RollbackReason> {
    let Recording { payment, details, entry, .. } = input;
    let Some(order) = orders::store::by_id(tx, &entry.subject).await? else {
        return Ok(RecordPaymentOutcome::Unknown);
    };
    let purchase = &order.line.purchase_id;
    let transaction_id = details.method.transaction_id(order.number);
    let current = store::current_of_order(tx, purchase).await?;
    match &order.state {
        OrderState::Unpaid => {}
        OrderState::Refunding(_) | OrderState::Refunded { .. } => return Ok(RecordPaymentOutcome::Refunded),
        // The transaction is repeated because its first outcome was not known.
        OrderState::Paid(_) | OrderState::Shipped { .. }
            if current.as_ref().is_some_and(|current| current.id == *payment) =>
        {
            return Ok(RecordPaymentOutcome::Recorded(transaction_id));
        }
        OrderState::Paid(_) | OrderState::Shipped { .. } => return Ok(RecordPaymentOutcome::AlreadyPaid),
    }
    // The amount is checked before a card payment is canceled. A purchase that is more than its one order has no amount
    // that goes without saying.
    let due = order.line.purchase_total;
    let shown = details.amount.or_else(|| order.is_whole_purchase().then_some(due.as_i64()));
    if shown != Some(due.as_i64()) {
        let number = order.number;
        let amounts = input.amounts;
        return Ok(RecordPaymentOutcome::AmountDiffers { number, due, amounts });
    }
    match current.map(|current| current.state) {
        Some(PaymentState::Open { intent_id, .. }) if input.can_cancel => {
            return Err(RollbackReason::Cancel(intent_id));
        }
        Some(PaymentState::Open { .. }) => return Ok(RecordPaymentOutcome::CardPaymentOpen),
        // Its client secret was never returned, so no customer can pay with it.
        Some(PaymentState::Creating) => store::cancel_creating(tx, purchase, entry.at).await?,
        // An unpaid order with a succeeded payment is inconsistent: the owner has to check it.
        Some(
            PaymentState::Succeeded { .. }
            | PaymentState::RefundDue { .. }
            | PaymentState::Refunded { .. }
            | PaymentState::Canceled { .. },
        ) => return Ok(RecordPaymentOutcome::AlreadyPaid),
        None => {}
    }
    let at = entry.at.max(order.created_at);
    let actor = entry.actor.as_ref().unwrap_or(&entry.subject);
    let paid = OrderPayment { transaction_id: transaction_id.clone(), at, method: Some(details.method) };
    let orders = orders::store::of_purchase(tx, purchase).await?;
    store::insert_recorded(tx, payment, &order, (due, &input.currency), &paid, details, actor).await?;
    if !pay_orders(tx, &input.owner, &input.webhooks, &orders, &paid, at).await? {
        return Err(RollbackReason::Db(tx.conflict()));
    }
    audit::record(tx, entry).await?;
    Ok(RecordPaymentOutcome::Recorded(transaction_id))
}
