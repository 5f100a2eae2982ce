//! The provider's signed events. Each is stored before it is acknowledged.
//!
//! An event is a hint: the shop reads the payment at the provider before anything changes. So the order of events and
//! their age do not matter, and an attacker with the signing secret cannot make an order paid (docs/decisions/0017).

use super::{
    PaymentError, cancel_order,
    job::refresh_intent,
    refund::failure::check_refunds,
    store::{self, PaymentState, PendingEvent},
};
use crate::{
    base::{
        email::Mailer,
        rate_limit::{self, LimitedAction, RateLimits},
    },
    clients::stripe::webhook::StripeEvent,
    db::{self, Tx},
    sales::{orders, owner_notices},
    shop::{CardProvider, Shop},
    values::time::Timestamp,
};

/// The events that an endpoint has to send. `next_step` also knows a former name of `refund.updated`.
pub const EVENT_KINDS: [&str; 7] = [
    "payment_intent.succeeded",
    "payment_intent.canceled",
    PAYMENT_FAILED,
    "charge.dispute.created",
    "charge.dispute.closed",
    "refund.failed",
    "refund.updated",
];

const PAYMENT_FAILED: &str = "payment_intent.payment_failed";

/// After so many declined cards an intent is canceled, because only a thief tries more.
const MAX_FAILED_CARDS: i64 = 10;

/// Call only with an event whose signature was checked. Once this returns `Ok`, the event is stored: what fails now is
/// retried by `reconcile`.
pub async fn receive(shop: &Shop, cards: &CardProvider, event: StripeEvent) -> Result<(), db::Error> {
    let intent_id = event.intent_id().map(str::to_owned);
    if intent_id.is_none() && event.is_about_intent() {
        tracing::error!(
            event = event.id,
            kind = event.kind,
            "an event about a payment does not name the payment"
        );
    }
    let dispute_id = event.dispute_id().map(str::to_owned);
    let event = PendingEvent { id: event.id, kind: event.kind, intent_id, dispute_id };
    let input = (event.clone(), shop.config.limits.rates.clone(), shop.clock.now());
    let stored =
        shop.db.write(input, |tx, (event, rates, now)| Box::pin(store_event(tx, event, rates, *now)));
    let is_due = stored.await?;
    if is_due && let Err(error) = apply(shop, cards, &event).await {
        tracing::warn!(%error, event = event.id, "an event is stored and will be applied later");
    }
    Ok(())
}

/// Stores an event. Returns `false` if it came before, or asks for nothing. Most are of this kind, so they take one
/// transaction.
async fn store_event(
    tx: &Tx<'_>,
    event: &PendingEvent,
    rates: &RateLimits,
    now: Timestamp,
) -> Result<bool, db::Error> {
    if !store::insert_event(tx, event, now).await? {
        return Ok(false);
    }
    let step = match &event.intent_id {
        Some(intent_id) if event.kind == PAYMENT_FAILED => {
            count_decline(tx, rates, intent_id, now).await?;
            next_step(tx, &event.kind, intent_id, rates, now).await?
        }
        Some(intent_id) => next_step(tx, &event.kind, intent_id, rates, now).await?,
        None => EventStep::Nothing,
    };
    if matches!(step, EventStep::Nothing) {
        store::finish_event(tx, &event.id, now).await?;
        return Ok(false);
    }
    Ok(true)
}

/// Safe to repeat.
pub async fn apply(shop: &Shop, cards: &CardProvider, event: &PendingEvent) -> Result<(), PaymentError> {
    if let Some(intent_id) = &event.intent_id {
        let input = (event.clone(), intent_id.clone(), shop.config.limits.rates.clone(), shop.clock.now());
        let step = shop
            .db
            .read(input, |tx, (event, id, rates, now)| Box::pin(next_step(tx, &event.kind, id, rates, *now)));
        match step.await? {
            EventStep::Nothing => {}
            EventStep::Refresh => refresh_intent(shop, cards, intent_id).await?,
            EventStep::OpenDispute => {
                open_dispute(shop, cards, intent_id, event.dispute_id.as_deref()).await?;
            }
            EventStep::CheckRefunds => check_refunds(shop, cards, intent_id).await?,
            EventStep::EndDispute => {
                let ended = shop.db.write(intent_id.clone(), |tx, id| store::end_dispute(tx, id));
                ended.await?;
            }
            EventStep::Cancel => {
                tracing::warn!(intent = intent_id, "a payment failed with many cards; it is canceled");
                cancel_order::cancel_intent(shop, intent_id).await?;
            }
        }
    }
    let input = (event.id.clone(), shop.clock.now());
    shop.db.write(input, |tx, (id, now)| store::finish_event(tx, id, *now)).await?;
    Ok(())
}

/// What an event asks for.
enum EventStep {
    /// It tells nothing new, or is about a payment of another shop.
    Nothing,
    Refresh,
    Cancel,
    OpenDispute,
    /// It changes only the owner's list of things to do.
    EndDispute,
    /// A refund that was accepted may have failed.
    CheckRefunds,
}

/// A new intent, a new purchase and a new card do not start from zero.
async fn count_decline(
    tx: &Tx<'_>,
    rates: &RateLimits,
    intent_id: &str,
    now: Timestamp,
) -> Result<(), db::Error> {
    let Some(user) = store::user_of_intent(tx, intent_id).await? else { return Ok(()) };
    let limit = rates.by(LimitedAction::DeclineCard, user.as_str());
    rate_limit::take(tx, &[limit], now).await.map(drop)
}

/// Whether this intent or its customer has tried too many cards.
async fn is_declined_too_often(
    tx: &Tx<'_>,
    intent_id: &str,
    rates: &RateLimits,
    now: Timestamp,
) -> Result<bool, db::Error> {
    if store::count_failed_cards(tx, intent_id).await? >= MAX_FAILED_CARDS {
        return Ok(true);
    }
    let Some(user) = store::user_of_intent(tx, intent_id).await? else { return Ok(false) };
    let limit = rates.by(LimitedAction::DeclineCard, user.as_str());
    Ok(rate_limit::check(tx, &limit, now).await?.is_some())
}

async fn next_step(
    tx: &Tx<'_>,
    kind: &str,
    intent_id: &str,
    rates: &RateLimits,
    now: Timestamp,
) -> Result<EventStep, db::Error> {
    let Some(payment) = store::by_intent(tx, intent_id).await? else { return Ok(EventStep::Nothing) };
    Ok(match (kind, payment.state) {
        (
            "payment_intent.succeeded",
            PaymentState::Creating | PaymentState::Open { .. } | PaymentState::Canceled { .. },
        )
        | ("payment_intent.canceled", PaymentState::Creating | PaymentState::Open { .. }) => {
            EventStep::Refresh
        }
        (PAYMENT_FAILED, PaymentState::Open { .. })
            if is_declined_too_often(tx, intent_id, rates, now).await? =>
        {
            EventStep::Cancel
        }
        ("charge.dispute.created", _) => EventStep::OpenDispute,
        ("charge.dispute.closed", _) => EventStep::EndDispute,
        ("refund.failed" | "refund.updated" | "charge.refund.updated", _) => EventStep::CheckRefunds,
        _ => EventStep::Nothing,
    })
}

async fn open_dispute(
    shop: &Shop,
    cards: &CardProvider,
    intent_id: &str,
    dispute: Option<&str>,
) -> Result<(), PaymentError> {
    if !cards.client.retrieve_intent(intent_id).await?.is_disputed() {
        return Ok(());
    }
    let dispute = dispute.map(str::to_owned);
    let input = (shop.mailer.clone(), intent_id.to_owned(), dispute, shop.clock.now());
    let opened = shop.db.write(input, |tx, (mail, intent_id, dispute, now)| {
        Box::pin(dispute_opened(tx, mail, (intent_id, dispute.as_deref()), *now))
    });
    Ok(opened.await?)
}

/// Stores that the payer's bank claims the money back, and tells the owner the first time.
async fn dispute_opened(
    tx: &Tx<'_>,
    mail: &Mailer,
    (intent_id, dispute): (&str, Option<&str>),
    now: Timestamp,
) -> Result<(), db::Error> {
    orders::store::mark_disputed(tx, intent_id, now).await?;
    if !store::mark_disputed(tx, intent_id, now).await? {
        return Ok(());
    }
    // The row is locked: an end that is stored after this check waits, and is applied afterwards.
    if let Some(dispute) = dispute
        && store::is_dispute_closed(tx, dispute).await?
    {
        return store::end_dispute(tx, intent_id).await;
    }
    let Some(payment) = store::by_intent(tx, intent_id).await? else { return Ok(()) };
    let orders = orders::store::of_purchase(tx, &payment.order_id).await?;
    let Some(order) = orders.into_iter().next() else { return Ok(()) };
    owner_notices::payments::dispute_opened(tx, mail, &order, now).await
}
