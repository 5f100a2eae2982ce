//! What the provider says about an intent becomes what our records say: in one transaction, only forward.

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

/// What an intent turned out to mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// The order is paid now, and was not before.
    JustPaid,
    /// The order was paid by this intent before; it may have been refunded since.
    PaidBefore,
    /// The intent was cancelled.
    Canceled,
    /// The customer has not paid yet, or the provider is still working on it.
    NotYet,
    /// The money is for an order that is gone or paid otherwise; it goes back.
    Refunding,
    /// It was paid, and all of it was given back at the provider before we heard of it.
    GivenBack,
    /// Amount, currency, mode or order are not those of our attempt. Never paid on that.
    Mismatch,
    /// No attempt of ours has this intent.
    Unknown,
}

/// `intent` must come from the provider: an answer to our own call, or an event whose signature was checked.
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
                "a payment does not fit its order"
            );
        }
        Settled::Refunding => tracing::warn!(
            intent = intent.id,
            "a payment came for an order that is gone or paid; it will be refunded"
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

/// An intent that can no longer succeed. Whoever was faster keeps what they wrote: states only move forward.
async fn give_up(tx: &Tx<'_>, intent_id: &str, now: Moment) -> Result<(), db::Error> {
    let Some(attempt) = held(tx, intent_id).await? else { return Ok(()) };
    if let AttemptState::Open { .. } = &attempt.state {
        let canceled = AttemptState::Canceled { intent_id: Some(intent_id.to_owned()) };
        must_advance(tx, &attempt, &canceled, now).await?;
    }
    Ok(())
}

/// The attempt as it stays until the transaction ends. Whoever moves an attempt holds its order: one that is gone cannot come
/// back, and of its attempts only what is in this file and a refund move any.
async fn held(tx: &Tx<'_>, intent_id: &str) -> Result<Option<Attempt>, db::Error> {
    let Some(attempt) = store::by_intent(tx, intent_id).await? else { return Ok(None) };
    orders::store::hold(tx, &attempt.order_id).await?;
    store::by_intent(tx, intent_id).await
}

/// Where the order is gone there was nothing to hold: then somebody may have been faster, and all of it is looked at anew.
async fn must_advance(
    tx: &Tx<'_>,
    attempt: &Attempt,
    to: &AttemptState,
    now: Moment,
) -> Result<(), db::Error> {
    if store::advance(tx, attempt, to, now).await? { Ok(()) } else { Err(tx.overtaken()) }
}

/// Nothing was earned and nothing is owed. An order that this payment paid before stays paid; the books tell.
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

/// Money that goes back paid its order first, if an administrator refunded it; otherwise it came too late.
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
    // Clocks are set right: an order is not paid before it was placed.
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
