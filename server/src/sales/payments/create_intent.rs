//! Returns the client secret for a purchase. Each purchase has one intent, and repeated requests return the same
//! secret.

use std::{iter, net::IpAddr, time::Duration};

use super::{
    PaymentError,
    apply_intent::IntentEffect,
    cancel_order::{MAX_ATTEMPTS, cancel_intent},
    store::{self, CreatedIntent, Payment, PaymentState},
};
use crate::{
    accounts,
    base::rate_limit::{self, LimitedAction, RateLimit, RateLimited, RateLimits},
    clients::stripe::{self, NewPaymentIntent},
    db::{self, Tx},
    sales::{
        orders::{self, check_session::network_of_client, order::Order},
        purchases,
    },
    shop::{CardProvider, Shop},
    values::{ids::Id, money::Cents, time::Timestamp},
};

pub enum CreateIntentOutcome {
    ClientSecret(String),
    /// The order or purchase does not exist or belongs to another customer.
    UnknownOrder,
    /// The order is a line of this purchase, which is paid as a whole.
    PartOfPurchase(Id),
    /// This customer has no unpaid order with this total.
    NoPayableOrder,
    /// The purchase costs this now, and the customer saw another amount.
    TotalChanged(Cents),
    AlreadyPaid,
    /// It was paid and refunded.
    Refunded,
    TooMany(RateLimited),
    /// The chosen card is not saved for this account.
    CardNotSaved,
    /// The provider rejects this payment; retrying does not help.
    Refused,
}

/// How often we check whether a concurrent request has received the intent. Both would use one idempotency key.
pub(super) const MAX_POLLS: usize = 10;
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(150);

enum NextStep {
    ReturnSecret(String),
    CreateIntent(Payment),
    /// This intent is for another amount than the purchase costs now.
    Replace(String),
    Reject(CreateIntentOutcome),
}

/// What the customer pays.
#[derive(Clone)]
pub enum PaymentTarget {
    /// An order that is a purchase of its own. The client shows this amount. Without an id, the order of this amount
    /// that was opened last is meant.
    Order(Option<Id>, Cents),
    /// The client shows this amount. `None` if the checkout has compared it.
    Purchase(Id, Option<Cents>),
}

/// Starts a payment of the caller's own orders. A repeat is safe, because a lost response is requested again under the
/// same idempotency key.
pub async fn find_or_create(
    shop: &Shop,
    cards: &CardProvider,
    (user, client): (&Id, IpAddr),
    target: PaymentTarget,
) -> Result<CreateIntentOutcome, PaymentError> {
    let rates = &shop.config.limits.rates;
    let request = IntentRequest {
        user: user.clone(),
        target,
        currency: shop.config.currency.clone(),
        limit: rates.by(LimitedAction::CreateIntent, user.as_str()),
        declines: rates.by(LimitedAction::DeclineCard, user.as_str()),
        of_network: network_limit(rates, client),
        now: shop.clock.now(),
    };
    let plan = || shop.db.write(request.clone(), |tx, request| Box::pin(next_step(tx, request)));
    for _ in 0..MAX_ATTEMPTS {
        let mut planned = plan().await;
        if planned.as_ref().is_err_and(db::Error::is_unique_violation) {
            // A concurrent request started the same payment. Use that one.
            planned = plan().await;
        }
        match planned? {
            NextStep::ReturnSecret(secret) => return Ok(CreateIntentOutcome::ClientSecret(secret)),
            NextStep::Reject(outcome) => return Ok(outcome),
            NextStep::CreateIntent(payment) => return create_intent(shop, cards, &payment).await,
            NextStep::Replace(intent_id) => {
                if !cancel_to_replace(shop, &intent_id).await? {
                    return Ok(CreateIntentOutcome::Refused);
                }
            }
        }
    }
    Ok(CreateIntentOutcome::Refused)
}

/// Cancels an intent for another one. Returns `false` if it may be charged, so that no second payment begins.
pub async fn cancel_to_replace(shop: &Shop, intent_id: &str) -> Result<bool, PaymentError> {
    Ok(match cancel_intent(shop, intent_id).await? {
        IntentEffect::Canceled
        | IntentEffect::Refunded
        | IntentEffect::JustPaid
        | IntentEffect::AlreadyPaid => true,
        IntentEffect::Pending | IntentEffect::Refunding | IntentEffect::Mismatch | IntentEffect::Unknown => {
            false
        }
    })
}

#[derive(Clone)]
struct IntentRequest {
    user: Id,
    target: PaymentTarget,
    currency: String,
    limit: RateLimit,
    /// The limit of declined cards. [`webhook`](super::webhook) counts them.
    declines: RateLimit,
    /// The limit of the network, for customers who never paid. `None` if networks have no limits.
    of_network: Option<RateLimit>,
    now: Timestamp,
}

async fn next_step(tx: &Tx<'_>, request: &IntentRequest) -> Result<NextStep, db::Error> {
    let now = request.now;
    let found = find_order(tx, request).await?;
    let order = match check_payable(found, request) {
        Ok(order) => order,
        Err(outcome) => return Ok(NextStep::Reject(outcome)),
    };
    let purchase = &order.line.purchase_id;
    // Nothing of it can be deleted while its payment starts.
    purchases::store::lock(tx, purchase).await?;
    if !orders::store::mark_opened(tx, purchase, now).await? {
        return Err(tx.conflict()); // paid or deleted since it was read
    }
    let Some(total) = purchases::store::by_id(tx, purchase).await?.map(|purchase| purchase.total) else {
        return Err(tx.conflict());
    };
    if let PaymentTarget::Purchase(_, Some(shown)) = &request.target
        && *shown != total
    {
        return Ok(NextStep::Reject(CreateIntentOutcome::TotalChanged(total)));
    }
    match store::current_of_order(tx, purchase).await? {
        Some(Payment { state: PaymentState::Open { intent_id, .. }, amount, .. }) if amount != total => {
            return Ok(NextStep::Replace(intent_id));
        }
        Some(Payment { state: PaymentState::Open { client_secret, .. }, .. }) => {
            return Ok(NextStep::ReturnSecret(client_secret));
        }
        Some(Payment { state: PaymentState::Creating, amount, .. }) if amount != total => {
            store::cancel_creating(tx, purchase, now).await?;
        }
        Some(payment @ Payment { state: PaymentState::Creating, .. }) => {
            return Ok(NextStep::CreateIntent(payment));
        }
        Some(_) => return Ok(NextStep::Reject(CreateIntentOutcome::AlreadyPaid)),
        None => {}
    }
    if !accounts::store::lock_user(tx, &request.user).await? {
        return Ok(NextStep::Reject(CreateIntentOutcome::UnknownOrder));
    }
    if let Some(limited) = count_payment(tx, request).await? {
        return Ok(NextStep::Reject(CreateIntentOutcome::TooMany(limited)));
    }
    let payment = Payment {
        id: Id::new(now),
        order_id: purchase.clone(),
        amount: total,
        currency: request.currency.clone(),
        state: PaymentState::Creating,
        method: None,
    };
    store::insert(tx, &payment, &request.user, now).await?;
    Ok(NextStep::CreateIntent(payment))
}

/// Counts a payment. A customer who never paid counts for the network too: a thief has many accounts, and a visitor's
/// account is new. Returns `None` if the payment is allowed.
async fn count_payment(tx: &Tx<'_>, request: &IntentRequest) -> Result<Option<RateLimited>, db::Error> {
    let IntentRequest { user, limit, declines, of_network, now, .. } = request;
    if let Some(limited) = rate_limit::check(tx, declines, *now).await? {
        return Ok(Some(limited));
    }
    let of_network = of_network.clone().into_iter();
    let is_new = !orders::store::has_paid(tx, user).await?;
    let limits: Vec<_> = iter::once(limit.clone()).chain(of_network.filter(|_| is_new)).collect();
    Ok(rate_limit::take(tx, &limits, *now).await?.into_result().err())
}

fn network_limit(rates: &RateLimits, client: IpAddr) -> Option<RateLimit> {
    let limit = || rates.by(LimitedAction::StartFirstPayment, &network_of_client(client).to_string());
    (rates.max(LimitedAction::PlaceFirstOrder) > 0).then(limit)
}

async fn find_order(tx: &Tx<'_>, request: &IntentRequest) -> Result<Option<Order>, db::Error> {
    match &request.target {
        PaymentTarget::Order(None, total) => orders::store::payable(tx, &request.user, *total).await,
        PaymentTarget::Order(Some(id), _) => orders::store::by_id(tx, id).await,
        PaymentTarget::Purchase(id, _) => Ok(orders::store::of_purchase(tx, id).await?.into_iter().next()),
    }
}

fn check_payable(found: Option<Order>, request: &IntentRequest) -> Result<Order, CreateIntentOutcome> {
    let shown = match &request.target {
        PaymentTarget::Order(None, _) => return found.ok_or(CreateIntentOutcome::NoPayableOrder),
        PaymentTarget::Order(Some(_), total) => Some(*total),
        PaymentTarget::Purchase(..) => None,
    };
    match found.filter(|order| order.belongs_to(&request.user)) {
        None => Err(CreateIntentOutcome::UnknownOrder),
        Some(order) if order.state.order_refund().is_some() => Err(CreateIntentOutcome::Refunded),
        Some(order) if order.state.payment().is_some() => Err(CreateIntentOutcome::AlreadyPaid),
        Some(order) if shown.is_some() && !order.line.is_alone() => {
            Err(CreateIntentOutcome::PartOfPurchase(order.line.purchase_id))
        }
        Some(order) if shown.is_some_and(|shown| shown != order.line.due) => {
            Err(CreateIntentOutcome::NoPayableOrder)
        }
        Some(order) => Ok(order),
    }
}

async fn create_intent(
    shop: &Shop,
    cards: &CardProvider,
    payment: &Payment,
) -> Result<CreateIntentOutcome, PaymentError> {
    let new = NewPaymentIntent {
        amount_cents: payment.amount.as_i64(),
        currency: &payment.currency,
        order_id: payment.order_id.as_str(),
        idempotency_key: payment.id.as_str(),
    };
    let intent = match cards.client.create_intent(new).await {
        Ok(intent) => intent,
        Err(stripe::StripeError::IdempotencyKeyInUse) => {
            return wait_for_concurrent_call(shop, payment).await;
        }
        // The client secret was never returned, and the provider replays the error for this idempotency key. Cancel the
        // payment, so that the next one gets a new key.
        Err(error @ stripe::StripeError::Failed(_)) => {
            cancel_payment(shop, payment).await?;
            return Err(error.into());
        }
        Err(error @ stripe::StripeError::Rejected { .. }) => {
            tracing::error!(%error, order = %payment.order_id, "a payment could not be started");
            cancel_payment(shop, payment).await?;
            return Ok(CreateIntentOutcome::Refused);
        }
        Err(error @ stripe::StripeError::Unreachable(_)) => return Err(error.into()),
    };
    let Some(secret) = intent.client_secret.clone() else {
        return Err(stripe::StripeError::Unreachable("an intent without a client secret".into()).into());
    };
    let created = CreatedIntent { intent_id: intent.id.clone(), client_secret: secret };
    let input = (payment.clone(), created, shop.clock.now());
    let stored = shop
        .db
        .write(input, |tx, (payment, created, now)| Box::pin(store_intent(tx, payment, created, *now)))
        .await?;
    if let Some(secret) = stored {
        return Ok(CreateIntentOutcome::ClientSecret(secret));
    }
    // The order was deleted during the call. The secret was never returned, so a failure here does no harm.
    if let Err(error) = cards.client.cancel_intent(&intent.id).await {
        tracing::warn!(%error, intent = intent.id, "an intent without an order could not be canceled");
    }
    Ok(CreateIntentOutcome::NoPayableOrder)
}

/// Stores the intent and returns the client secret. Returns `None` if the order can no longer be paid.
async fn store_intent(
    tx: &Tx<'_>,
    payment: &Payment,
    created: &CreatedIntent,
    now: Timestamp,
) -> Result<Option<String>, db::Error> {
    purchases::store::lock(tx, &payment.order_id).await?;
    if !orders::store::mark_opened(tx, &payment.order_id, now).await? {
        return Ok(None);
    }
    if store::open(tx, &payment.id, created, now).await? {
        return Ok(Some(created.client_secret.clone()));
    }
    Ok(open_secret(store::current_of_order(tx, &payment.order_id).await?))
}

fn open_secret(payment: Option<Payment>) -> Option<String> {
    match payment?.state {
        PaymentState::Open { client_secret, .. } => Some(client_secret),
        PaymentState::Creating
        | PaymentState::Succeeded { .. }
        | PaymentState::Canceled { .. }
        | PaymentState::RefundDue { .. }
        | PaymentState::Refunded { .. } => None,
    }
}

async fn cancel_payment(shop: &Shop, payment: &Payment) -> Result<(), db::Error> {
    let input = (payment.clone(), shop.clock.now());
    shop.db
        .write(input, |tx, (payment, now)| {
            Box::pin(async move {
                purchases::store::lock(tx, &payment.order_id).await?;
                store::advance(tx, payment, &PaymentState::Canceled { intent_id: None }, *now).await.map(drop)
            })
        })
        .await
}

/// Two tabs start one payment: the provider takes one call per idempotency key at a time. Waits for the other call's
/// intent.
async fn wait_for_concurrent_call(
    shop: &Shop,
    payment: &Payment,
) -> Result<CreateIntentOutcome, PaymentError> {
    for _ in 0..MAX_POLLS {
        tokio::time::sleep(POLL_INTERVAL).await;
        let order = payment.order_id.clone();
        let current = shop.db.read(order, |tx, order| Box::pin(store::current_of_order(tx, order))).await?;
        if let Some(secret) = open_secret(current) {
            return Ok(CreateIntentOutcome::ClientSecret(secret));
        }
    }
    Err(stripe::StripeError::IdempotencyKeyInUse.into())
}
