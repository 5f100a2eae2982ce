//! Shipping a paid order, or all of a purchase.

use super::{
    anonymize::anonymize_orders,
    events::order_shipped,
    notify_customer::notify_of_shipped,
    order::{Order, OrderState},
    store,
    tracking::Tracking,
};
use crate::{
    accounts,
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::{
            Mailer,
            message::EmailMessage,
            order_summary::{OrderSummary, ParcelTracking},
        },
    },
    db::{self, Tx},
    sales::purchases,
    settings::webhooks::Webhooks,
    shop::Shop,
    values::{ids::Id, time::Timestamp},
};

pub enum ShipOrderOutcome {
    Shipped,
    /// The order is not paid, or was shipped before.
    NotShippable,
    Unknown,
}

#[derive(Clone)]
pub enum ShipTarget {
    Order(Id),
    /// All paid orders of this purchase, in one parcel.
    Purchase(Id),
}

/// Ships all orders of the target, or none. Callers have `Permission::WriteOrders`.
pub async fn ship(
    shop: &Shop,
    by: &Id,
    target: ShipTarget,
    tracking: Tracking,
) -> Result<ShipOrderOutcome, db::Error> {
    let input = (shop.mailer.clone(), shop.webhooks.clone(), by.clone(), target, tracking, shop.clock.now());
    shop.db
        .write_repeatable(input, |tx, (mail, webhooks, by, target, tracking, now)| {
            Box::pin(ship_in_tx(tx, (mail, webhooks), by, target, tracking, *now))
        })
        .await
}

/// The order, or all orders of the purchase.
pub async fn meant(tx: &Tx<'_>, target: &ShipTarget) -> Result<Vec<Order>, db::Error> {
    match target {
        ShipTarget::Order(id) => Ok(store::by_id(tx, id).await?.into_iter().collect()),
        ShipTarget::Purchase(id) => store::of_purchase(tx, id).await,
    }
}

async fn ship_in_tx(
    tx: &Tx<'_>,
    (mail, webhooks): (&Mailer, &Webhooks),
    by: &Id,
    target: &ShipTarget,
    tracking: &Tracking,
    now: Timestamp,
) -> Result<ShipOrderOutcome, db::Error> {
    // A refund of some pieces holds these locks, and comes first or waits.
    let found = meant(tx, target).await?;
    let Some(first) = found.first() else { return Ok(ShipOrderOutcome::Unknown) };
    let user = first.user_id.clone();
    let has_buyer = accounts::store::lock_user(tx, &user).await?;
    purchases::store::lock(tx, &first.line.purchase_id).await?;
    store::lock_lines(tx, &first.line.purchase_id).await?;
    let orders = meant(tx, target).await?;
    let is_shipped = |order: &Order| matches!(order.state, OrderState::Shipped { .. });
    let was_shipped = tx.may_be_committed() && orders.iter().any(is_shipped);
    if orders.is_empty() {
        return Ok(ShipOrderOutcome::Unknown);
    }
    let lines = orders.len();
    let shippable: Vec<_> = orders
        .into_iter()
        .filter_map(|order| {
            let at = order.state.clone().ship(now).ok()?.shipped_at().unwrap_or(now);
            Some((order, at))
        })
        .collect();
    if shippable.is_empty() {
        return Ok(if was_shipped { ShipOrderOutcome::Shipped } else { ShipOrderOutcome::NotShippable });
    }
    for (order, at) in &shippable {
        // Another administrator may have shipped or refunded it concurrently.
        if !store::ship(tx, &order.id, *at, tracking).await? {
            return Err(tx.conflict());
        }
        order_shipped(webhooks, tx, order, now).await?;
        audit::record(tx, &AuditEntry::by(by, AuditAction::ShipOrder, order.id.clone(), now)).await?;
    }
    if has_buyer {
        let parcel = ParcelTracking {
            carrier: tracking.carrier_name().map(str::to_owned),
            number: tracking.number.clone(),
            url: tracking.url(),
        };
        let shipped: Vec<_> = shippable.into_iter().map(|(order, _)| order).collect();
        let message = |order: OrderSummary| {
            if order.is_picked_up() {
                EmailMessage::OrderReady { order }
            } else {
                EmailMessage::OrderShipped { order, parcel }
            }
        };
        notify_of_shipped(mail, tx, (&shipped, lines), message, now).await?;
    } else {
        // The account was deleted, and the address is not needed after shipping.
        anonymize_orders(tx, &user, now).await?;
    }
    Ok(ShipOrderOutcome::Shipped)
}
