//! Applies an intent's state at the provider to our records, in one transaction. States only move forward.

use super::store::{self, Attempt, AttemptState};
use crate::{
    clients::stripe::{Intent, IntentStatus},
    db::{self, Tx},
    email::{Mail, message::Letter},
    orders::{
        self,
        notify_customer::tell,
        order::{OrderState, Payment},
    },
    shop::Shop,
    values::time::Moment,
};

/// What applying an intent did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// The order was unpaid and is paid now.
    JustPaid,
    /// This intent paid the order before. The order may have been refunded since.
    PaidBefore,
    /// The intent was cancelled.
    Canceled,
    /// The customer has not paid yet, or the provider is still working on it.
    NotYet,
    /// The order was deleted or paid by another intent, so this payment is refunded.
    Refunding,
    /// It was paid, and refunded at the provider before we knew of it.
    GivenBack,
    /// Amount, currency, mode or order differ from our payment. Nothing is marked as paid.
    Mismatch,
    /// No payment has this intent.
    Unknown,
}

/// `intent` must come from the provider: a response to our own call, or an event with a valid signature.
pub async fn settle(shop: &Shop, intent: &Intent) -> Result<Settled, db::Error> {
    let now = shop.clock.now();
    let is_live = shop.cards.as_ref().is_some_and(|cards| cards.client.is_live());
    let (intent_of_ours, mail) = (intent.clone(), shop.mail.clone());
    let settled = shop
        .db
        .write(move |tx| {
            let (intent, mail) = (intent_of_ours.clone(), mail.clone());
            Box::pin(async move { settle_in(tx, &mail, &intent, is_live, now).await })
        })
        .await?;
    match settled {
        Settled::JustPaid => shop.mail.wake(),
        Settled::Mismatch => {
            tracing::error!(
                intent = intent.id,
                amount = intent.amount,
                currency = intent.currency,
                livemode = intent.livemode,
                "a payment does not match its order"
            );
        }
        Settled::Refunding => tracing::warn!(
            intent = intent.id,
            "a payment came for an order that was deleted or paid before; it will be refunded"
        ),
        _ => {}
    }
    Ok(settled)
}

async fn settle_in(
    tx: &Tx<'_>,
    mail: &Mail,
    intent: &Intent,
    is_live: bool,
    now: Moment,
) -> Result<Settled, db::Error> {
    let Some(attempt) = store::by_intent(tx, &intent.id).await? else { return Ok(Settled::Unknown) };
    match intent.status {
        IntentStatus::Succeeded if intent.is_given_back() => given_back(tx, intent, now).await,
        IntentStatus::Succeeded if !fits(intent, &attempt, is_live) => Ok(Settled::Mismatch),
        IntentStatus::Succeeded => succeeded(tx, mail, intent, now).await,
        IntentStatus::Canceled => {
            give_up(tx, &intent.id, now).await?;
            Ok(Settled::Canceled)
        }
        IntentStatus::Processing | IntentStatus::Open => Ok(Settled::NotYet),
    }
}

fn fits(intent: &Intent, attempt: &Attempt, is_live: bool) -> bool {
    intent.amount == attempt.amount.as_i64()
        && intent.amount_refunded() == 0
        && intent.amount_received == attempt.amount.as_i64()
        && intent.currency.eq_ignore_ascii_case(&attempt.currency)
        && intent.livemode == is_live
        && intent.metadata.order_id.as_deref() == Some(attempt.order_id.as_str())
}

/// Cancels the payment of an intent that can no longer succeed. A state written by a concurrent request stays.
async fn give_up(tx: &Tx<'_>, intent_id: &str, now: Moment) -> Result<(), db::Error> {
    let Some(attempt) = held(tx, intent_id).await? else { return Ok(()) };
    if let AttemptState::Open { .. } = &attempt.state {
        let canceled = AttemptState::Canceled { intent_id: Some(intent_id.to_owned()) };
        must_advance(tx, &attempt, &canceled, now).await?;
    }
    Ok(())
}

/// Locks the payment by locking its order, and returns it. If the order was deleted, only this file and refunds still
/// change its payments.
async fn held(tx: &Tx<'_>, intent_id: &str) -> Result<Option<Attempt>, db::Error> {
    let Some(attempt) = store::by_intent(tx, intent_id).await? else { return Ok(None) };
    orders::store::hold(tx, &attempt.order_id).await?;
    store::by_intent(tx, intent_id).await
}

/// If the order was deleted there is no row to lock, so another transaction may have changed the payment. Retry the
/// whole transaction.
async fn must_advance(
    tx: &Tx<'_>,
    attempt: &Attempt,
    to: &AttemptState,
    now: Moment,
) -> Result<(), db::Error> {
    if store::advance(tx, attempt, to, now).await? { Ok(()) } else { Err(tx.overtaken()) }
}

/// The money was refunded at the provider. An order that this payment paid before stays paid; reconciliation reports
/// it.
async fn given_back(tx: &Tx<'_>, intent: &Intent, now: Moment) -> Result<Settled, db::Error> {
    let Some(attempt) = held(tx, &intent.id).await? else { return Ok(Settled::Unknown) };
    match &attempt.state {
        AttemptState::Succeeded { .. } => Ok(Settled::PaidBefore),
        AttemptState::RefundDue { .. } | AttemptState::Refunded { .. } => {
            going_back(tx, &attempt, intent).await
        }
        AttemptState::Starting | AttemptState::Open { .. } | AttemptState::Canceled { .. } => {
            let refunded = AttemptState::Refunded { intent_id: intent.id.clone() };
            must_advance(tx, &attempt, &refunded, now).await?;
            Ok(Settled::GivenBack)
        }
    }
}

/// A payment being refunded either paid its order first, when an administrator refunded it, or came too late.
async fn going_back(tx: &Tx<'_>, attempt: &Attempt, intent: &Intent) -> Result<Settled, db::Error> {
    let order = orders::store::by_id(tx, &attempt.order_id).await?;
    let paid_by = order.as_ref().and_then(|order| order.state.payment());
    let was_paid = paid_by.is_some_and(|payment| payment.transaction_id == intent.id);
    Ok(if was_paid { Settled::PaidBefore } else { Settled::Refunding })
}

/// Cancels the payment of an intent that the provider does not know: no customer can pay with it.
pub async fn forget(shop: &Shop, intent_id: &str) -> Result<(), db::Error> {
    let (id, now) = (intent_id.to_owned(), shop.clock.now());
    shop.db
        .write(move |tx| {
            let id = id.clone();
            Box::pin(async move { give_up(tx, &id, now).await })
        })
        .await?;
    tracing::warn!(intent = intent_id, "the card provider does not know this payment; it is canceled");
    Ok(())
}

async fn succeeded(tx: &Tx<'_>, mail: &Mail, intent: &Intent, now: Moment) -> Result<Settled, db::Error> {
    let Some(attempt) = held(tx, &intent.id).await? else { return Ok(Settled::Unknown) };
    let is_canceled = match &attempt.state {
        AttemptState::Succeeded { .. } => return Ok(Settled::PaidBefore),
        AttemptState::RefundDue { .. } | AttemptState::Refunded { .. } => {
            return going_back(tx, &attempt, intent).await;
        }
        AttemptState::Canceled { .. } => true,
        AttemptState::Starting | AttemptState::Open { .. } => false,
    };
    let intent_id = intent.id.clone();
    let order = orders::store::by_id(tx, &attempt.order_id).await?;
    // The order may have been placed on a node whose clock is ahead.
    let at = order.as_ref().map_or(now, |order| now.max(order.created_at));
    let payment = Payment { transaction_id: intent_id.clone(), at };
    if !is_canceled
        && let Some(order) = order
        && let Ok(OrderState::Paid(payment)) = order.state.clone().pay(payment)
        && orders::store::pay(tx, &attempt.order_id, &payment).await?
    {
        let letter = |order| Letter::OrderPaid { order, transaction_id: payment.transaction_id };
        tell(mail, tx, &order, letter, now).await?;
        must_advance(tx, &attempt, &AttemptState::Succeeded { intent_id }, now).await?;
        return Ok(Settled::JustPaid);
    }
    must_advance(tx, &attempt, &AttemptState::RefundDue { intent_id }, now).await?;
    Ok(Settled::Refunding)
}
