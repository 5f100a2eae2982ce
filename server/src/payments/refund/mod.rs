//! Refunds: of an order that an administrator refunds, and of a payment whose order was deleted or paid before.
//!
//! First the refund is recorded as due, in the transaction that changes the order and its stock. Then the provider is
//! asked until it accepts the refund. A crash or an unreachable provider delays a refund, and neither loses nor repeats
//! it.

pub mod http;

use super::{
    Error,
    reconcile::ask_about,
    store::{self, Attempt, AttemptState},
};
use crate::{
    audit::{self, Action, Entry},
    catalogue,
    clients::stripe,
    db::{self, Tx},
    email::{Mail, message::Letter},
    identity,
    orders::{
        self,
        anonymize::forget_buyer,
        notify_customer::tell,
        order::{NotAllowed, Order, OrderState},
    },
    shop::{Cards, Shop},
    values::{email::Email, ids::Id, time::Moment},
};

pub enum Outcome {
    /// Decided by this call.
    Begun(Progress),
    /// Decided before, in the same way; nothing changed.
    BegunBefore,
    /// Decided before, with the other choice about returning stock.
    BegunOtherwise,
    NotPaid,
    /// Stock of a shipped order cannot be returned.
    Shipped,
    /// The payer's bank has claimed the money back: a refund would pay twice.
    Disputed,
    /// There is no succeeded payment for this paid order: see reconciliation.
    NoPayment,
    Unknown,
}

/// The state of a refund at the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The provider accepted it.
    Given,
    /// The provider did not respond; the job retries.
    Waits,
    /// The provider rejected it; the job retries less often. The owner has to check.
    Refused,
}

/// Only for administrators. Refunds the whole amount, and returns the stock of an order that was not shipped if wanted.
pub async fn refund(shop: &Shop, by: &Id, id: Id, returns_stock: bool) -> Result<Outcome, Error> {
    let cards = shop.cards.as_ref().ok_or(Error::Off)?;
    hear_of_payment(shop, cards, &id).await?;
    if is_disputed(shop, cards, &id).await? {
        return Ok(Outcome::Disputed);
    }
    let (actor, at) = (Some(by.clone()), shop.clock.now());
    let entry = Entry { actor, action: Action::RefundOrder, subject: id, at };
    let asked = entry.clone();
    let decided = shop
        .db
        .write(move |tx| {
            let entry = asked.clone();
            Box::pin(async move { decide(tx, &entry, returns_stock).await })
        })
        .await?;
    let (attempt, tool) = match decided {
        Decided::Now(attempt, tool) => (attempt, tool),
        Decided::Not(outcome) => return Ok(outcome),
    };
    entry.log();
    if returns_stock {
        shop.catalogue.changed(&tool);
    }
    // The refund is decided whatever the provider answers: the job retries.
    Ok(Outcome::Begun(match give_back(shop, cards, &attempt).await {
        Ok(()) => Progress::Given,
        Err(Error::Provider(stripe::Error::Refused { .. })) => Progress::Refused,
        Err(error) => {
            tracing::warn!(%error, order = %entry.subject, "a refund is decided and not accepted by the provider yet");
            Progress::Waits
        }
    }))
}

/// The customer may have paid a moment ago, before the webhook arrives. Ask the provider.
async fn hear_of_payment(shop: &Shop, cards: &Cards, id: &Id) -> Result<(), Error> {
    let id = id.clone();
    let current: Option<Attempt> = shop
        .db
        .read(move |tx| {
            let id = id.clone();
            Box::pin(async move { store::current_of_order(tx, &id).await })
        })
        .await
        .map_err(|error: db::Error| error)?;
    match current.map(|attempt| attempt.state) {
        Some(AttemptState::Open { intent_id, .. }) => ask_about(shop, cards, &intent_id).await,
        _ => Ok(()),
    }
}

/// `false` also when the provider does not respond; then it may reject the refund later.
async fn is_disputed(shop: &Shop, cards: &Cards, id: &Id) -> Result<bool, Error> {
    let id = id.clone();
    let order: Option<Order> = shop
        .db
        .read(move |tx| {
            let id = id.clone();
            Box::pin(async move { orders::store::by_id(tx, &id).await })
        })
        .await?;
    match order.map(|order| order.state) {
        Some(OrderState::Paid(payment) | OrderState::Shipped { payment, .. }) => {
            let intent = cards.client.retrieve_intent(&payment.transaction_id).await;
            Ok(intent.is_ok_and(|intent| intent.is_disputed()))
        }
        _ => Ok(false),
    }
}

enum Decided {
    /// The payment that is now due back, and the tool it was for.
    Now(Attempt, Id),
    Not(Outcome),
}

async fn decide(tx: &Tx<'_>, entry: &Entry, returns_stock: bool) -> Result<Decided, db::Error> {
    let (id, now) = (&entry.subject, entry.at);
    let Some(seen) = orders::store::by_id(tx, id).await? else { return Ok(Decided::Not(Outcome::Unknown)) };
    if seen.state == OrderState::Unpaid {
        return Ok(Decided::Not(Outcome::NotPaid));
    }
    let has_buyer = identity::store::lock_user(tx, &seen.user_id).await?;
    // Locks out concurrent shipping and refunding.
    orders::store::hold(tx, id).await?;
    let Some(order) = orders::store::by_id(tx, id).await? else {
        return Ok(Decided::Not(Outcome::Unknown));
    };
    let state = match order.state.clone().refund(now, returns_stock) {
        Ok(state) => state,
        Err(NotAllowed(state)) => return Ok(Decided::Not(why_not(&state, returns_stock))),
    };
    let intent_id = state.payment().map(|payment| payment.transaction_id.clone()).unwrap_or_default();
    let paid_by = store::current_of_order(tx, id).await?;
    let succeeded = AttemptState::Succeeded { intent_id: intent_id.clone() };
    let Some(paid_by) = paid_by.filter(|attempt| attempt.state == succeeded) else {
        return Ok(Decided::Not(Outcome::NoPayment));
    };
    let due = AttemptState::RefundDue { intent_id };
    let order = Order { state, ..order };
    if !store::advance(tx, &paid_by, &due, now).await? || !orders::store::begin_refund(tx, &order).await? {
        return Err(tx.overtaken());
    }
    if returns_stock {
        catalogue::store::return_to_stock(tx, &order.tool_id, order.quantity, now).await?;
    }
    audit::record(tx, entry).await?;
    let tool = order.tool_id.clone();
    if !has_buyer {
        forget_buyer(tx, order).await?;
    }
    Ok(Decided::Now(Attempt { state: due, ..paid_by }, tool))
}

fn why_not(state: &OrderState, returns_stock: bool) -> Outcome {
    match state {
        OrderState::Unpaid => Outcome::NotPaid,
        OrderState::Paid(_) | OrderState::Shipped { .. } => Outcome::Shipped,
        OrderState::Refunding(refund) | OrderState::Refunded { refund, .. } => {
            if refund.restocked_at.is_some() == returns_stock {
                Outcome::BegunBefore
            } else {
                Outcome::BegunOtherwise
            }
        }
    }
}

/// Requests a due refund from the provider and stores the result. Safe to repeat and to run twice at once.
pub async fn give_back(shop: &Shop, cards: &Cards, due: &Attempt) -> Result<(), Error> {
    let AttemptState::RefundDue { intent_id } = &due.state else { return Ok(()) };
    let now = shop.clock.now();
    if let Err(error) = cards.client.refund(intent_id, now).await {
        if let stripe::Error::Refused { code, message, .. } = &error {
            // It stays due, and reconciliation reports it to the owner.
            tracing::error!(%error, order = %due.order_id, "a refund was refused");
            note_refusal(shop, &due.id, format!("{code}: {message}")).await?;
        }
        return Err(error.into());
    }
    let (attempt, intent_id, mail) = (due.clone(), intent_id.clone(), shop.mail.clone());
    shop.db
        .write(move |tx| {
            let (attempt, intent_id, mail) = (attempt.clone(), intent_id.clone(), mail.clone());
            Box::pin(async move { write_down(tx, &mail, &attempt, intent_id, now).await })
        })
        .await
        .map_err(|error: db::Error| error)?;
    shop.mail.wake();
    Ok(())
}

async fn note_refusal(shop: &Shop, attempt: &Id, why: String) -> Result<(), db::Error> {
    let attempt = attempt.clone();
    shop.db
        .write(move |tx| {
            let (attempt, why) = (attempt.clone(), why.clone());
            Box::pin(async move { store::refuse_refund(tx, &attempt, &why).await })
        })
        .await
}

/// Locks the order before its payment, as all transactions do.
async fn write_down(
    tx: &Tx<'_>,
    mail: &Mail,
    due: &Attempt,
    intent_id: String,
    now: Moment,
) -> Result<(), db::Error> {
    orders::store::hold(tx, &due.order_id).await?;
    if !store::advance(tx, due, &AttemptState::Refunded { intent_id: intent_id.clone() }, now).await? {
        return Ok(());
    }
    let order = orders::store::by_id(tx, &due.order_id).await?;
    if let Some(order) = order
        && order.state.payment().is_some_and(|payment| payment.transaction_id == intent_id)
        && let Ok(state) = order.state.clone().confirm_refund(now)
    {
        let order = Order { state, ..order };
        orders::store::confirm_refund(tx, &order).await?;
        let was_shipped = order.state.shipped_at().is_some();
        return tell(mail, tx, &order, |order| Letter::OrderRefunded { order, was_shipped }, now).await;
    }
    let Some(payer) = store::payer_of(tx, &due.id).await? else { return Ok(()) };
    let Some(to) = Email::parse(&payer.email) else { return Ok(()) };
    let letter =
        Letter::PaymentReturned { name: payer.display_name, amount: due.amount, transaction_id: intent_id };
    mail.queue(tx, &to, &letter, now).await
}
