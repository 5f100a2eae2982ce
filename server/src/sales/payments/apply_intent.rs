//! Applies an intent's state at the provider to our records, in one transaction. States only move forward.

use super::store::{self, Payment, PaymentState};
use crate::{
    base::{email::message::EmailMessage, idempotency},
    clients::stripe::{IntentStatus, PaymentIntent},
    db::{self, Tx},
    sales::{
        guests,
        orders::{
            self,
            events::order_paid,
            notify_customer::notify_of_purchase,
            order::{Order, OrderPayment, OrderState},
        },
        owner_notices::payments::OwnerNotices,
        purchases,
    },
    settings::webhooks::Webhooks,
    shop::Shop,
    values::{metrics, money::Cents, time::Timestamp},
};

/// What applying an intent did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntentEffect {
    /// The order was unpaid and is paid now.
    JustPaid,
    /// This intent paid the order before. The order may have been refunded since.
    AlreadyPaid,
    /// The intent was cancelled.
    Canceled,
    /// The customer has not paid yet, or the provider is still working on it.
    Pending,
    /// The order was deleted or paid by another intent, so this payment is refunded.
    Refunding,
    /// It was paid, and refunded at the provider before we knew of it.
    Refunded,
    /// Amount, currency, mode or order differ from our payment. Nothing is marked as paid.
    Mismatch,
    /// No payment has this intent.
    Unknown,
}

impl IntentEffect {
    /// The name in the metrics of what changed.
    const fn changed(self) -> Option<&'static str> {
        match self {
            Self::JustPaid => Some("paid"),
            Self::Canceled => Some("canceled"),
            Self::Refunding => Some("refunding"),
            Self::Refunded => Some("refunded"),
            Self::Mismatch => Some("mismatch"),
            Self::Unknown => Some("unknown"),
            Self::AlreadyPaid | Self::Pending => None,
        }
    }
}

/// `intent` must be a response of the provider to our own call. Events only say which intent to read.
pub async fn apply_intent(shop: &Shop, intent: &PaymentIntent) -> Result<IntentEffect, db::Error> {
    let is_live = shop.payments.as_ref().is_some_and(|cards| cards.client.is_live());
    let input = (OwnerNotices::of(shop), shop.webhooks.clone(), intent.clone(), is_live, shop.clock.now());
    let apply = || {
        shop.db.write_repeatable(input.clone(), |tx, (owner, webhooks, intent, is_live, now)| {
            Box::pin(apply_in_tx(tx, owner, webhooks, intent, *is_live, *now))
        })
    };
    // Two guests with one address paid at the same time: the second finds the account of the first.
    let effect = idempotency::retry_once(apply).await?;
    if let Some(result) = effect.changed() {
        metrics::PAYMENTS.with_label_values(&[result]).inc();
    }
    match effect {
        IntentEffect::Mismatch => {
            tracing::error!(
                intent = intent.id,
                amount = intent.amount,
                currency = intent.currency,
                livemode = intent.livemode,
                "a payment does not match its order"
            );
        }
        IntentEffect::Refunding => tracing::warn!(
            intent = intent.id,
            "a payment came for an order that was deleted or paid before; it will be refunded"
        ),
        IntentEffect::JustPaid
        | IntentEffect::AlreadyPaid
        | IntentEffect::Canceled
        | IntentEffect::Pending
        | IntentEffect::Refunded
        | IntentEffect::Unknown => {}
    }
    Ok(effect)
}

async fn apply_in_tx(
    tx: &Tx<'_>,
    owner: &OwnerNotices,
    webhooks: &Webhooks,
    intent: &PaymentIntent,
    is_live: bool,
    now: Timestamp,
) -> Result<IntentEffect, db::Error> {
    let Some(payment) = store::by_intent(tx, &intent.id).await? else { return Ok(IntentEffect::Unknown) };
    match intent.status {
        IntentStatus::Succeeded if intent.is_refunded() => apply_refunded(tx, intent, now).await,
        IntentStatus::Succeeded if !matches_payment(intent, &payment, is_live) => Ok(IntentEffect::Mismatch),
        IntentStatus::Succeeded => apply_succeeded(tx, owner, webhooks, intent, now).await,
        IntentStatus::Canceled => {
            cancel_payment(tx, &intent.id, now).await?;
            Ok(IntentEffect::Canceled)
        }
        IntentStatus::Processing | IntentStatus::RequiresAction | IntentStatus::Open => {
            Ok(IntentEffect::Pending)
        }
    }
}

fn matches_payment(intent: &PaymentIntent, payment: &Payment, is_live: bool) -> bool {
    intent.amount == payment.amount.as_i64()
        // A payment that has paid its order may be refunded in part.
        && (intent.amount_refunded() == 0 || payment.state.is_past())
        && intent.amount_received == payment.amount.as_i64()
        && intent.currency.eq_ignore_ascii_case(&payment.currency)
        && intent.livemode == is_live
        && intent.metadata.order_id.as_deref() == Some(payment.order_id.as_str())
}

/// Cancels the payment of an intent that can no longer succeed. A state written by a concurrent request stays.
async fn cancel_payment(tx: &Tx<'_>, intent_id: &str, now: Timestamp) -> Result<(), db::Error> {
    let Some(payment) = lock_payment(tx, intent_id).await? else { return Ok(()) };
    if let PaymentState::Open { .. } = &payment.state {
        let canceled = PaymentState::Canceled { intent_id: Some(intent_id.to_owned()) };
        transition_or_retry(tx, &payment, &canceled, now).await?;
    }
    Ok(())
}

/// Locks the payment by locking its purchase, and returns it. If the purchase was deleted, only this file and refunds
/// still change its payments.
async fn lock_payment(tx: &Tx<'_>, intent_id: &str) -> Result<Option<Payment>, db::Error> {
    let Some(payment) = store::by_intent(tx, intent_id).await? else { return Ok(None) };
    purchases::store::lock(tx, &payment.order_id).await?;
    store::by_intent(tx, intent_id).await
}

/// Without an order there is no row to lock, so another transaction may have changed the payment. Then the whole
/// transaction is tried again.
async fn transition_or_retry(
    tx: &Tx<'_>,
    payment: &Payment,
    to: &PaymentState,
    now: Timestamp,
) -> Result<(), db::Error> {
    if store::advance(tx, payment, to, now).await? { Ok(()) } else { Err(tx.conflict()) }
}

/// The money was refunded at the provider. An order that this payment paid before stays paid; reconciliation reports
/// it.
async fn apply_refunded(
    tx: &Tx<'_>,
    intent: &PaymentIntent,
    now: Timestamp,
) -> Result<IntentEffect, db::Error> {
    let Some(payment) = lock_payment(tx, &intent.id).await? else { return Ok(IntentEffect::Unknown) };
    match &payment.state {
        PaymentState::Succeeded { .. } => Ok(IntentEffect::AlreadyPaid),
        PaymentState::RefundDue { .. } | PaymentState::Refunded { .. } => {
            late_payment(tx, &payment, intent).await
        }
        PaymentState::Creating | PaymentState::Open { .. } | PaymentState::Canceled { .. } => {
            let refunded = PaymentState::Refunded { intent_id: intent.id.clone() };
            transition_or_retry(tx, &payment, &refunded, now).await?;
            Ok(IntentEffect::Refunded)
        }
    }
}

/// A payment being refunded either paid its order first, when an administrator refunded it, or came too late.
async fn late_payment(
    tx: &Tx<'_>,
    payment: &Payment,
    intent: &PaymentIntent,
) -> Result<IntentEffect, db::Error> {
    let orders = orders::store::of_purchase(tx, &payment.order_id).await?;
    let mut paid_by = orders.iter().filter_map(|order| order.state.payment());
    let was_paid = paid_by.any(|paid| paid.transaction_id == intent.id);
    Ok(if was_paid { IntentEffect::AlreadyPaid } else { IntentEffect::Refunding })
}

/// Cancels the payment of an intent that the provider does not know: no customer can pay with it.
pub async fn forget(shop: &Shop, intent_id: &str) -> Result<(), db::Error> {
    let input = (intent_id.to_owned(), shop.clock.now());
    shop.db
        .write_repeatable(input, |tx, (intent_id, now)| Box::pin(cancel_payment(tx, intent_id, *now)))
        .await?;
    tracing::warn!(intent = intent_id, "the card provider does not know this payment; it is canceled");
    Ok(())
}

async fn apply_succeeded(
    tx: &Tx<'_>,
    owner: &OwnerNotices,
    webhooks: &Webhooks,
    intent: &PaymentIntent,
    now: Timestamp,
) -> Result<IntentEffect, db::Error> {
    let Some(payment) = lock_payment(tx, &intent.id).await? else { return Ok(IntentEffect::Unknown) };
    let is_canceled = match &payment.state {
        PaymentState::Succeeded { .. } if tx.may_be_committed() => return Ok(IntentEffect::JustPaid),
        PaymentState::Succeeded { .. } => {
            note_dispute(tx, intent, now).await?;
            return Ok(IntentEffect::AlreadyPaid);
        }
        PaymentState::RefundDue { .. } | PaymentState::Refunded { .. } => {
            return late_payment(tx, &payment, intent).await;
        }
        PaymentState::Canceled { .. } => true,
        PaymentState::Creating | PaymentState::Open { .. } => false,
    };
    let intent_id = intent.id.clone();
    let (purchase, orders) = tokio::try_join!(
        purchases::store::by_id(tx, &payment.order_id),
        orders::store::of_purchase(tx, &payment.order_id)
    )?;
    if !is_canceled && purchase.is_some_and(|purchase| purchase.total != payment.amount) {
        return Ok(IntentEffect::Mismatch);
    }
    // The purchase may have been made on a node whose clock is ahead.
    let at = orders.first().map_or(now, |order| now.max(order.created_at));
    let paid = OrderPayment { transaction_id: intent_id.clone(), at, method: None };
    if !is_canceled && pay_orders(tx, owner, webhooks, &orders, &paid, now).await? {
        transition_or_retry(tx, &payment, &PaymentState::Succeeded { intent_id }, now).await?;
        note_dispute(tx, intent, now).await?;
        return Ok(IntentEffect::JustPaid);
    }
    transition_or_retry(tx, &payment, &PaymentState::RefundDue { intent_id }, now).await?;
    Ok(IntentEffect::Refunding)
}

/// Marks all orders of a purchase as paid, and tells the customer, the owner and webhooks. Requires the lock on the
/// purchase. Returns `false` if the purchase is no longer unpaid, or was deleted.
pub(super) async fn pay_orders(
    tx: &Tx<'_>,
    owner: &OwnerNotices,
    webhooks: &Webhooks,
    orders: &[Order],
    payment: &OrderPayment,
    now: Timestamp,
) -> Result<bool, db::Error> {
    if orders.is_empty() || orders.iter().any(|order| order.state != OrderState::Unpaid) {
        return Ok(false);
    }
    let guest = guests::attach(tx, orders, now).await?;
    let orders = guest.as_ref().map_or(orders, |(_, owned)| owned);
    let Some(first) = orders.first() else { return Ok(false) };
    let of_orders: i64 = orders.iter().map(|order| order.line.due.as_i64()).sum();
    let mut delivery =
        Cents::new(first.line.purchase_total.as_i64() - of_orders).filter(|rest| *rest > Cents::ZERO);
    for order in orders {
        if !orders::store::pay(tx, &order.id, payment).await? {
            return Err(tx.conflict());
        }
        order_paid(webhooks, tx, order, delivery.take(), now).await?;
    }
    purchases::events::purchase_paid(webhooks, tx, &first.line.purchase_id, payment.at, now).await?;
    owner.purchase_paid(tx, orders, now).await?;
    purchases::store::end_hold(tx, &first.line.purchase_id).await?;
    if let Some((email, _)) = &guest {
        store::set_user(tx, &first.line.purchase_id, &first.user_id).await?;
        let Some(purchase) = purchases::store::by_id(tx, &first.line.purchase_id).await? else {
            return Err(tx.conflict());
        };
        guests::mail_link(tx, &owner.mailer, email, (&purchase, orders), false, now).await?;
        return Ok(true);
    }
    let message = |order| EmailMessage::OrderPaid { order };
    notify_of_purchase(&owner.mailer, tx, orders, message, now).await?;
    Ok(true)
}

/// The dispute is shown with the order, and stays there: the provider keeps it after its end as well.
async fn note_dispute(tx: &Tx<'_>, intent: &PaymentIntent, now: Timestamp) -> Result<(), db::Error> {
    if intent.is_disputed() { orders::store::mark_disputed(tx, &intent.id, now).await } else { Ok(()) }
}
