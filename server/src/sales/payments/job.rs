//! The payments job: refunds that are due, events that were stored but not applied, open payments without news, unpaid
//! orders that expired. It runs every half minute on the node that gets the lease. Each step is safe to repeat and to
//! run twice at once, so a lease held by two nodes does no harm.

use std::{collections::HashSet, time::Duration};

use super::{
    PaymentError,
    apply_intent::{apply_intent, forget},
    cancel_order::{self, CancelledBy, OrderExpiry},
    cancel_reclaimed,
    refund::{
        failure::check_for_failures,
        request::{REFUSED_REFUND_RETRY_DELAY, request_due_parts, request_refund},
    },
    saved_cards::delete_customers::delete_released,
    store::{self, Payment, PaymentState},
    webhook,
};
use crate::{
    base::lease::{self, Lease},
    clients::stripe,
    db,
    http::{database_log, pagination::PageCursor},
    sales::{orders, purchases},
    shop::{CardProvider, Shop},
    values::{ids::Id, time::Timestamp},
};

/// How long an open payment may be without news before the provider is asked about it. Later the waits grow with its
/// age.
const QUIET_TIMEOUT: Duration = Duration::from_mins(2);
/// The longest wait between two questions about one payment.
const MAX_QUIET_INTERVAL: Duration = Duration::from_hours(1);
const EVENT_RETRY_DELAY: Duration = Duration::from_mins(1);
/// The provider retries an event for three days; a repeat within this time is recognised.
pub const EVENT_TTL: Duration = Duration::from_hours(30 * 24);

pub const LEASE_NAME: &str = "payments";

/// Runs the job once, unless another node holds the lease. A step that fails is logged and retried in the next run; the
/// other steps still run.
pub async fn reconcile(shop: &Shop) {
    match Lease::acquire(shop.lease_holder(), LEASE_NAME).await {
        Ok(Some(lease)) => run(shop, &lease).await,
        Ok(None) => return,
        Err(error) => {
            return database_log::failed("the lease of the payments job could not be read", &error);
        }
    }
    log_failure("the lease", lease::release(shop.lease_holder(), LEASE_NAME).await);
}

async fn run(shop: &Shop, lease: &Lease<'_>) {
    if let Some(cards) = &shop.payments {
        log_failure("refunds", request_due_refunds(shop, cards, lease).await);
        log_failure("partial refunds", request_due_parts(shop, cards, lease).await);
        log_failure("events", apply_pending_events(shop, cards, lease).await);
        log_failure("quiet payments", refresh_quiet_payments(shop, cards, lease).await);
        log_failure("accepted refunds", check_for_failures(shop, cards, lease).await);
        log_failure("saved cards of deleted accounts", delete_released(shop, cards, lease).await);
    }
    let now = shop.clock.now();
    if let Some(age) = shop.config.limits.unpaid_order_ttl {
        let expired = expire_orders(shop, lease, now.minus(age), is_old, |tx, (before, after)| {
            orders::store::unpaid_before(tx, *before, after)
        });
        log_failure("unpaid orders", expired.await);
    }
    let expired = expire_orders(shop, lease, now, never_paid, |tx, (now, after)| {
        store::no_longer_held(tx, *now, after)
    });
    log_failure("unpaid orders of new customers", expired.await);
    let expired = expire_orders(shop, lease, now, OrderExpiry::Checkout, |tx, (now, after)| {
        purchases::store::no_longer_held(tx, *now, after)
    });
    log_failure("unpaid checkouts", expired.await);
    if let Err(error) = cancel_reclaimed::clear(shop, lease).await {
        tracing::warn!(%error, "orders placed before a reclaim: failed, retried in the next run");
    }
    log_failure("old events", delete_expired_events(shop, lease).await);
}

fn log_failure(what: &str, done: Result<(), db::Error>) {
    if let Err(error) = done {
        database_log::failed(&format!("{what}: failed, retried in the next run"), &error);
    }
}

/// Whether the provider did not answer. The step ends then, because each further call may take seconds to time out.
pub fn is_unreachable(error: &PaymentError) -> bool {
    matches!(error, PaymentError::Provider(stripe::StripeError::Unreachable(_)))
}

async fn request_due_refunds(shop: &Shop, cards: &CardProvider, lease: &Lease<'_>) -> Result<(), db::Error> {
    let refused_before = shop.clock.now().minus(REFUSED_REFUND_RETRY_DELAY);
    let due = shop.db.read(refused_before, |tx, before| Box::pin(store::refunds_due(tx, *before))).await?;
    for payment in due {
        if !lease.renew().await? {
            return Ok(());
        }
        touch(shop, &payment).await?;
        match request_refund(shop, cards, &payment).await {
            Ok(()) => {}
            Err(error) if is_unreachable(&error) => {
                tracing::warn!(%error, order = %payment.order_id, "the card provider cannot be reached; refunds are retried later");
                return Ok(());
            }
            Err(error) => tracing::warn!(%error, order = %payment.order_id, "a refund failed and stays due"),
        }
    }
    Ok(())
}

async fn refresh_quiet_payments(
    shop: &Shop,
    cards: &CardProvider,
    lease: &Lease<'_>,
) -> Result<(), db::Error> {
    let quiet = shop
        .db
        .read(shop.clock.now(), |tx, now| {
            let (before, at_latest) = (now.minus(QUIET_TIMEOUT), now.minus(MAX_QUIET_INTERVAL));
            Box::pin(store::quiet_payments(tx, before, at_latest, *now))
        })
        .await?;
    for payment in quiet {
        if !lease.renew().await? {
            return Ok(());
        }
        touch(shop, &payment).await?;
        let PaymentState::Open { intent_id, .. } = &payment.state else { continue };
        if let Err(error) = refresh_quiet_payment(shop, cards, &payment.order_id, intent_id).await {
            tracing::warn!(%error, intent = intent_id, "the state of a payment could not be read");
            if is_unreachable(&error) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Cancels an intent whose purchase was deleted while card payment was off.
async fn refresh_quiet_payment(
    shop: &Shop,
    cards: &CardProvider,
    purchase: &Id,
    intent_id: &str,
) -> Result<(), PaymentError> {
    let purchase = shop.db.read(purchase.clone(), |tx, id| Box::pin(purchases::store::by_id(tx, id))).await?;
    if purchase.is_none() {
        return cancel_order::cancel_intent(shop, intent_id).await.map(|_| ());
    }
    refresh_intent(shop, cards, intent_id).await
}

/// Reads the intent at the provider and applies its state.
pub async fn refresh_intent(shop: &Shop, cards: &CardProvider, intent_id: &str) -> Result<(), PaymentError> {
    match cards.client.retrieve_intent(intent_id).await {
        Ok(intent) => apply_intent(shop, &intent).await.map(|_| ())?,
        Err(error) if error.is_missing() => forget(shop, intent_id).await?,
        Err(other) => return Err(other.into()),
    }
    Ok(())
}

async fn apply_pending_events(shop: &Shop, cards: &CardProvider, lease: &Lease<'_>) -> Result<(), db::Error> {
    let before = shop.clock.now().minus(EVENT_RETRY_DELAY);
    let events = shop.db.read(before, |tx, before| store::pending_events(tx, *before)).await?;
    for event in events {
        if !lease.renew().await? {
            return Ok(());
        }
        let input = (event.id.clone(), shop.clock.now());
        shop.db.write(input, |tx, (id, now)| store::mark_event_tried(tx, id, *now)).await?;
        if let Err(error) = webhook::apply(shop, cards, &event).await {
            tracing::warn!(%error, event = event.id, "an event could not be applied");
            if is_unreachable(&error) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// A part of the orders that expired before a moment, after a position: with when they were placed or how long they
/// were held, and with their purchases.
type ExpiredOrders = db::Body<(Timestamp, PageCursor), Vec<(Id, Timestamp, Id)>, db::Error>;

fn is_old(_: Timestamp) -> OrderExpiry {
    OrderExpiry::Old
}

fn never_paid(_: Timestamp) -> OrderExpiry {
    OrderExpiry::NewCustomer
}

/// Deletes expired purchases, oldest first. Skips purchases that cannot be deleted now. Each is tried once, because
/// that asks the provider.
async fn expire_orders(
    shop: &Shop,
    lease: &Lease<'_>,
    before: Timestamp,
    why: fn(Timestamp) -> OrderExpiry,
    read: ExpiredOrders,
) -> Result<(), db::Error> {
    let mut after = PageCursor { created_at: i64::MIN, id: String::new() };
    let mut tried = HashSet::new();
    loop {
        let listed_at = shop.clock.now();
        let expired = shop.db.read((before, after), read).await?;
        let Some((last_id, last_at, _)) = expired.last() else { return Ok(()) };
        after = PageCursor { created_at: last_at.micros(), id: last_id.to_string() };
        for (id, at, purchase) in expired {
            if !tried.insert(purchase) {
                continue;
            }
            if !lease.renew().await? {
                return Ok(());
            }
            let by = CancelledBy::Expired { listed_at, why: why(at) };
            if let Err(error) = expire_order(shop, &id, by).await {
                tracing::warn!(%error, order = %id, "an expired order could not be deleted yet");
                if is_unreachable(&error) {
                    return Ok(());
                }
            }
        }
    }
}

async fn expire_order(shop: &Shop, id: &Id, by: CancelledBy) -> Result<(), PaymentError> {
    if let cancel_order::CancelOrderOutcome::Deleted =
        cancel_order::cancel_purchase_of(shop, id, |_| Some(by.clone())).await?
    {
        tracing::info!(order = %id, "an order was not paid in time and was deleted");
    }
    Ok(())
}

async fn delete_expired_events(shop: &Shop, lease: &Lease<'_>) -> Result<(), db::Error> {
    let before = shop.clock.now().minus(EVENT_TTL);
    while lease.renew().await? {
        let deleted = shop.db.write(before, |tx, before| store::delete_expired_events(tx, *before));
        if deleted.await? == 0 {
            break;
        }
    }
    Ok(())
}

/// Called before the request, so that a payment that always fails is tried last the next time.
async fn touch(shop: &Shop, payment: &Payment) -> Result<(), db::Error> {
    let input = (payment.id.clone(), shop.clock.now());
    shop.db.write(input, |tx, (id, now)| store::touch(tx, id, *now)).await
}
