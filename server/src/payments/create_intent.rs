//! Returns the client secret for an order. Each order has one intent, and repeated requests return the same secret.

use std::time::Duration;

use super::{
    Error,
    store::{self, Attempt, AttemptState, Made},
};
use crate::{
    clients::stripe::{self, NewIntent},
    db::{self, Tx},
    identity,
    orders::{self, order::Order},
    rate_limit::{self, LimitedAction, RateLimited},
    shop::{Cards, Shop},
    values::{ids::Id, money::Cents},
};

pub enum Outcome {
    ClientSecret(String),
    /// The named order does not exist or belongs to another customer.
    UnknownOrder,
    /// This customer has no unpaid order with this total.
    NoPayableOrder,
    AlreadyPaid,
    /// It was paid and refunded.
    Refunded,
    TooMany(RateLimited),
    /// The provider rejects this payment; retrying does not help.
    Refused,
}

/// How often we check whether a concurrent request has received the intent. Both would use one idempotency key.
const LOOKS: usize = 10;
const LOOK_EVERY: Duration = Duration::from_millis(150);

enum Plan {
    HandOut(String),
    Ask(Attempt),
    Stop(Outcome),
}

/// For the caller's own orders only. Safe to repeat: a lost response is requested again under the same idempotency key.
pub async fn start(shop: &Shop, user: &Id, total: Cents, order: Option<Id>) -> Result<Outcome, Error> {
    let cards = shop.cards.as_ref().ok_or(Error::Off)?;
    let mut planned = plan(shop, user, total, order.as_ref()).await;
    if planned.as_ref().is_err_and(db::Error::is_unique_violation) {
        // A concurrent request started the same payment. Use that one.
        planned = plan(shop, user, total, order.as_ref()).await;
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
                // Locks the order, so that it cannot be deleted while its payment starts.
                if !orders::store::mark_opened(tx, &order.id, now).await? {
                    return Err(tx.overtaken()); // paid or deleted since it was read
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
                if !identity::store::lock_user(tx, &user).await? {
                    return Ok(Plan::Stop(Outcome::UnknownOrder));
                }
                let limit = LimitedAction::CreateIntent.by(user.as_str()).at_most(most);
                if let Err(limited) = rate_limit::take(tx, &[limit], now).await? {
                    return Ok(Plan::Stop(Outcome::TooMany(limited)));
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
        return Ok(orders::store::payable(tx, user, total).await?.ok_or(Outcome::NoPayableOrder));
    };
    Ok(match orders::store::by_id(tx, id).await? {
        Some(order) if order.user_id != *user => Err(Outcome::UnknownOrder),
        None => Err(Outcome::UnknownOrder),
        Some(order) if order.state.refund_of().is_some() => Err(Outcome::Refunded),
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
    let intent = match cards.client.create_intent(new).await {
        Ok(intent) => intent,
        Err(stripe::Error::KeyInUse) => return wait_for_twin(shop, attempt).await,
        // The client secret was never returned, and the provider replays the error for this idempotency key. Cancel the
        // payment, so that the next one gets a new key.
        Err(error @ stripe::Error::Failed(_)) => {
            end(shop, attempt).await?;
            return Err(error.into());
        }
        Err(error @ stripe::Error::Refused { .. }) => {
            tracing::error!(%error, order = %attempt.order_id, "a payment could not be started");
            end(shop, attempt).await?;
            return Ok(Outcome::Refused);
        }
        Err(error @ stripe::Error::NoAnswer(_)) => return Err(error.into()),
    };
    let Some(secret) = intent.client_secret.clone() else {
        return Err(stripe::Error::NoAnswer("an intent without a client secret".into()).into());
    };
    let made = Made { intent_id: intent.id.clone(), client_secret: secret };
    if let Some(secret) = open(shop, attempt, made).await? {
        return Ok(Outcome::ClientSecret(secret));
    }
    // The order was deleted during the call. The secret was never returned, so a failure here does no harm.
    if let Err(error) = cards.client.cancel_intent(&intent.id).await {
        tracing::warn!(%error, intent = intent.id, "an intent without an order could not be canceled");
    }
    Ok(Outcome::NoPayableOrder)
}

/// Stores the intent and returns the client secret. `None`: the order can no longer be paid.
async fn open(shop: &Shop, attempt: &Attempt, made: Made) -> Result<Option<String>, db::Error> {
    let now = shop.clock.now();
    let attempt = attempt.clone();
    shop.db
        .write(move |tx| {
            let (attempt, made) = (attempt.clone(), made.clone());
            Box::pin(async move {
                if !orders::store::mark_opened(tx, &attempt.order_id, now).await? {
                    return Ok(None);
                }
                if store::open(tx, &attempt.id, &made, now).await? {
                    return Ok(Some(made.client_secret));
                }
                Ok(open_secret(store::current_of_order(tx, &attempt.order_id).await?))
            })
        })
        .await
}

fn open_secret(attempt: Option<Attempt>) -> Option<String> {
    match attempt?.state {
        AttemptState::Open { client_secret, .. } => Some(client_secret),
        _ => None,
    }
}

async fn end(shop: &Shop, attempt: &Attempt) -> Result<(), db::Error> {
    let (attempt, now) = (attempt.clone(), shop.clock.now());
    shop.db
        .write(move |tx| {
            let attempt = attempt.clone();
            Box::pin(async move {
                orders::store::hold(tx, &attempt.order_id).await?;
                store::advance(tx, &attempt, &AttemptState::Canceled { intent_id: None }, now)
                    .await
                    .map(|_| ())
            })
        })
        .await
}

/// Two tabs start one payment: the provider takes one call per idempotency key at a time. Waits for the other call's
/// intent.
async fn wait_for_twin(shop: &Shop, attempt: &Attempt) -> Result<Outcome, Error> {
    for _ in 0..LOOKS {
        tokio::time::sleep(LOOK_EVERY).await;
        let order = attempt.order_id.clone();
        let current = shop
            .db
            .read(move |tx| {
                let order = order.clone();
                Box::pin(async move { store::current_of_order(tx, &order).await })
            })
            .await?;
        if let Some(secret) = open_secret(current) {
            return Ok(Outcome::ClientSecret(secret));
        }
    }
    Err(stripe::Error::KeyInUse.into())
}
