//! Tidying up behind faults: payments nobody heard of again, events that were cut off, refunds that are due, orders
//! that were never paid. Runs on every node every half minute; each step is safe to repeat and to run twice at once.

use std::time::Duration;

use super::{
    Error, delete,
    settle::settle,
    store::{self, Attempt, AttemptState},
    webhook,
};
use crate::{
    db, ordering,
    outside::stripe,
    shop::{Cards, Shop},
};

/// A payment is asked about when nothing was heard of it for this long.
const QUIET_FOR: Duration = Duration::from_mins(10);
const EVENT_CUT_OFF_AFTER: Duration = Duration::from_mins(1);

pub async fn reconcile(shop: &Shop) -> Result<(), Error> {
    if let Some(cards) = &shop.cards {
        settle_quiet_payments(shop, cards).await?;
        work_off_events(shop, cards).await?;
    }
    expire_unpaid_orders(shop).await
}

async fn settle_quiet_payments(shop: &Shop, cards: &Cards) -> Result<(), Error> {
    let now = shop.clock.now();
    let attempts = shop
        .db
        .read(move |tx| Box::pin(async move { store::unsettled(tx, now.minus(QUIET_FOR)).await }))
        .await?;
    for attempt in attempts {
        // First, so that one intent that always fails does not keep the others from their turn.
        touch(shop, &attempt).await?;
        match &attempt.state {
            AttemptState::Open { intent_id, .. } => {
                let intent = cards.client.retrieve_intent(intent_id).await?;
                settle(shop, &intent).await?;
            }
            AttemptState::RefundDue { intent_id } => refund(shop, cards, &attempt, intent_id).await?,
            // Nobody has the secret of one that is starting: it is asked for again when the customer comes back, or dies
            // with the order. The others are over.
            AttemptState::Starting
            | AttemptState::Succeeded { .. }
            | AttemptState::Canceled { .. }
            | AttemptState::Refunded { .. } => {}
        }
    }
    Ok(())
}

async fn touch(shop: &Shop, attempt: &Attempt) -> Result<(), db::Error> {
    let (id, now) = (attempt.id.clone(), shop.clock.now());
    shop.db
        .write(move |tx| {
            let id = id.clone();
            Box::pin(async move { store::touch(tx, &id, now).await })
        })
        .await
}

async fn refund(shop: &Shop, cards: &Cards, attempt: &Attempt, intent_id: &str) -> Result<(), Error> {
    match cards.client.refund(intent_id).await {
        // Refused means refunded before: a succeeded payment can be given back in no other way.
        Ok(()) | Err(stripe::Error::Refused { .. }) => {}
        Err(unclear) => return Err(unclear.into()),
    }
    let (attempt, to, now) =
        (attempt.clone(), AttemptState::Refunded { intent_id: intent_id.to_owned() }, shop.clock.now());
    shop.db
        .write(move |tx| {
            let (attempt, to) = (attempt.clone(), to.clone());
            Box::pin(async move { store::advance(tx, &attempt, &to, now).await })
        })
        .await?;
    Ok(())
}

async fn work_off_events(shop: &Shop, cards: &Cards) -> Result<(), Error> {
    let before = shop.clock.now().minus(EVENT_CUT_OFF_AFTER);
    let events =
        shop.db.read(move |tx| Box::pin(async move { store::waiting_events(tx, before).await })).await?;
    for (id, intent_id) in events {
        if let Some(intent_id) = intent_id {
            match cards.client.retrieve_intent(&intent_id).await {
                Ok(intent) => {
                    settle(shop, &intent).await?;
                }
                Err(stripe::Error::Refused { .. }) => {
                    tracing::warn!(event = id, "an event is about a payment the provider does not know");
                }
                Err(unclear) => return Err(unclear.into()),
            }
        }
        webhook::finish(shop, id).await?;
    }
    Ok(())
}

async fn expire_unpaid_orders(shop: &Shop) -> Result<(), Error> {
    let Some(age) = shop.config.limits.unpaid_order_age else { return Ok(()) };
    let before = shop.clock.now().minus(age);
    let expired = shop
        .db
        .read(move |tx| Box::pin(async move { ordering::store::unpaid_before(tx, before).await }))
        .await?;
    for id in expired {
        match delete::delete(shop, &id, |_| true).await {
            Ok(delete::Outcome::Deleted) => {
                tracing::info!(order = %id, "an order was not paid in time; its stock is back");
            }
            Ok(_) => {}
            Err(error) => tracing::warn!(%error, order = %id, "an expired order could not be deleted yet"),
        }
    }
    Ok(())
}
