//! Shipping a paid order.

use super::{
    anonymize::anonymize_orders, events::order_event, notify_customer::notify_customer, order::OrderState,
    store, tracking::Tracking,
};
use crate::{
    accounts,
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::{
            Mailer,
            message::{EmailMessage, ParcelTracking},
        },
    },
    db::{self, Tx},
    settings::webhooks::{WebhookEvent, Webhooks},
    shop::Shop,
    values::ids::Id,
};

pub enum ShipOrderOutcome {
    Shipped,
    /// Not paid, or shipped before.
    NotShippable,
    Unknown,
}

/// For callers with `Permission::WriteOrders`.
pub async fn ship(shop: &Shop, by: &Id, id: Id, tracking: Tracking) -> Result<ShipOrderOutcome, db::Error> {
    let entry = AuditEntry::by(by, AuditAction::ShipOrder, id, shop.clock.now());
    let input = (shop.mailer.clone(), shop.webhooks.clone(), entry, tracking);
    shop.db
        .write_repeatable(input, |tx, (mail, webhooks, entry, tracking)| {
            Box::pin(ship_in_tx(tx, mail, webhooks, entry, tracking))
        })
        .await
}

async fn ship_in_tx(
    tx: &Tx<'_>,
    mail: &Mailer,
    webhooks: &Webhooks,
    entry: &AuditEntry,
    tracking: &Tracking,
) -> Result<ShipOrderOutcome, db::Error> {
    let (id, now) = (&entry.subject, entry.at);
    let Some(order) = store::by_id(tx, id).await? else { return Ok(ShipOrderOutcome::Unknown) };
    let Ok(shipped) = order.state.clone().ship(now) else { return refuse(tx, id).await };
    let has_buyer = accounts::store::lock_user(tx, &order.user_id).await?;
    // Another administrator may have shipped it concurrently.
    if !store::ship(tx, id, shipped.shipped_at().unwrap_or(now), tracking).await? {
        return refuse(tx, id).await;
    }
    order_event(webhooks, tx, WebhookEvent::OrderShipped, &order, now).await?;
    if has_buyer {
        let parcel = ParcelTracking {
            carrier: tracking.carrier_name().map(str::to_owned),
            number: tracking.number.clone(),
            url: tracking.url(),
        };
        notify_customer(mail, tx, &order, |order| EmailMessage::OrderShipped { order, parcel }, now).await?;
    } else {
        // The account was deleted, and the address is not needed after shipping.
        anonymize_orders(tx, &order.user_id).await?;
    }
    audit::record(tx, entry).await?;
    Ok(ShipOrderOutcome::Shipped)
}

async fn refuse(tx: &Tx<'_>, id: &Id) -> Result<ShipOrderOutcome, db::Error> {
    let order = store::by_id(tx, id).await?;
    let is_shipped = order.is_some_and(|order| matches!(order.state, OrderState::Shipped { .. }));
    let is_done = tx.may_be_committed() && is_shipped;
    Ok(if is_done { ShipOrderOutcome::Shipped } else { ShipOrderOutcome::NotShippable })
}
