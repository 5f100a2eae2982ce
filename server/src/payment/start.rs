//! Getting a client secret for an order: one intent per order, made once, handed out as often as asked.

use std::time::Duration;

use super::{
    Error,
    store::{self, Attempt, AttemptState},
};
use crate::{
    db::{self, Tx},
    identity,
    ordering::{self, order::Order},
    outside::stripe::NewIntent,
    shop::{Cards, Shop},
    values::{ids::Id, money::Cents, time::Moment},
};

const COUNTED_FOR: Duration = Duration::from_mins(10);

pub enum Outcome {
    ClientSecret(String),
    /// The order that was named is unknown or somebody else's.
    UnknownOrder,
    /// No unpaid order of this customer comes to this amount.
    NoPayableOrder,
    AlreadyPaid,
    TooMany,
}

enum Plan {
    HandOut(String),
    Ask(Attempt),
    Stop(Outcome),
}

/// For the caller's own orders only. Safe to repeat at any point: a lost answer of the provider is asked for again
/// under the same key.
pub async fn start(shop: &Shop, user: &Id, total: Cents, order: Option<Id>) -> Result<Outcome, Error> {
    let cards = shop.cards.as_ref().ok_or(Error::Off)?;
    let mut planned = plan(shop, user, total, order.as_ref()).await;
    if planned.as_ref().is_err_and(db::Error::is_unique_violation) {
        planned = plan(shop, user, total, order.as_ref()).await; // a twin began the same attempt: join it
    }
    match planned? {
        Plan::HandOut(secret) => Ok(Outcome::ClientSecret(secret)),
        Plan::Stop(outcome) => Ok(outcome),
        Plan::Ask(attempt) => ask(shop, cards, &attempt).await,
    }
}

async fn plan(shop: &Shop, user: &Id, total: Cents, order: Option<&Id>) -> Result<Plan, db::Error> {
    let now = shop.clock.now();
    let (most, currency) = (shop.config.limits.new_intents, shop.config.currency.clone());
    let (user, order) = (user.clone(), order.cloned());
    shop.db
        .write(move |tx| {
            let (user, order, currency) = (user.clone(), order.clone(), currency.clone());
            Box::pin(async move {
                let order = match find(tx, &user, total, order.as_ref()).await? {
                    Ok(order) => order,
                    Err(outcome) => return Ok(Plan::Stop(outcome)),
                };
                // Holds the order, so that it cannot be deleted while its payment begins.
                if !ordering::store::mark_opened(tx, &order.id, now).await? {
                    return Ok(Plan::Stop(Outcome::NoPayableOrder));
                }
                match store::current_of_order(tx, &order.id).await? {
                    Some(Attempt { state: AttemptState::Open { client_secret, .. }, .. }) => {
                        return Ok(Plan::HandOut(client_secret));
                    }
                    Some(attempt @ Attempt { state: AttemptState::Starting, .. }) => {
                        return Ok(Plan::Ask(attempt));
                    }
                    Some(_) => return Ok(Plan::Stop(Outcome::AlreadyPaid)),
                    None => {}
                }
                identity::store::lock_user(tx, &user).await?;
                if store::count_since(tx, &user, now.minus(COUNTED_FOR)).await? >= most {
                    return Ok(Plan::Stop(Outcome::TooMany));
                }
                let attempt = Attempt {
                    id: Id::new(now),
                    order_id: order.id,
                    amount: order.total,
                    currency,
                    state: AttemptState::Starting,
                };
                store::insert(tx, &attempt, &user, now).await?;
                Ok(Plan::Ask(attempt))
            })
        })
        .await
}

async fn find(
    tx: &Tx<'_>,
    user: &Id,
    total: Cents,
    named: Option<&Id>,
) -> Result<Result<Order, Outcome>, db::Error> {
    let Some(id) = named else {
        return Ok(ordering::store::payable(tx, user, total).await?.ok_or(Outcome::NoPayableOrder));
    };
    Ok(match ordering::store::by_id(tx, id).await? {
        Some(order) if order.user_id != *user => Err(Outcome::UnknownOrder),
        None => Err(Outcome::UnknownOrder),
        Some(order) if order.state.payment().is_some() => Err(Outcome::AlreadyPaid),
        Some(order) if order.total != total => Err(Outcome::NoPayableOrder),
        Some(order) => Ok(order),
    })
}

async fn ask(shop: &Shop, cards: &Cards, attempt: &Attempt) -> Result<Outcome, Error> {
    let new = NewIntent {
        amount_cents: attempt.amount.as_i64(),
        currency: &attempt.currency,
        order_id: attempt.order_id.as_str(),
        idempotency_key: attempt.id.as_str(),
    };
    let intent = cards.client.create_intent(new).await?;
    let Some(secret) = intent.client_secret.clone() else {
        return Err(crate::outside::stripe::Error::Unclear("an intent without a client secret".into()).into());
    };
    let now: Moment = shop.clock.now();
    let (id, intent_id, kept) = (attempt.id.clone(), intent.id.clone(), secret.clone());
    let (is_open, current) = shop
        .db
        .write(move |tx| {
            let (id, intent_id, kept) = (id.clone(), intent_id.clone(), kept.clone());
            Box::pin(async move {
                let is_open = store::open(tx, &id, &intent_id, &kept, now).await?;
                Ok::<_, db::Error>((is_open, store::by_intent(tx, &intent_id).await?))
            })
        })
        .await?;
    if is_open || current.is_some_and(|attempt| matches!(attempt.state, AttemptState::Open { .. })) {
        return Ok(Outcome::ClientSecret(secret)); // a twin that asked at the same time got the same intent
    }
    // The order was deleted while the provider was asked. Nobody has seen the secret, so this is only tidying up.
    if let Err(error) = cards.client.cancel_intent(&intent.id).await {
        tracing::warn!(%error, intent = intent.id, "an intent without an order could not be cancelled");
    }
    Ok(Outcome::NoPayableOrder)
}
