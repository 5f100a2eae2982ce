//! Shipping a paid order.

use super::{anonymize::forget_buyer, notify_customer::tell, order::Order, store};
use crate::{
    audit::{self, Action, Entry},
    db,
    email::message::Letter,
    identity,
    shop::Shop,
    values::ids::Id,
};

pub enum Outcome {
    Shipped,
    /// Not paid, or shipped before.
    NotShippable,
    Unknown,
}

/// Only for administrators.
pub async fn ship(shop: &Shop, by: &Id, id: Id) -> Result<Outcome, db::Error> {
    let now = shop.clock.now();
    let entry = Entry { actor: Some(by.clone()), action: Action::ShipOrder, subject: id, at: now };
    let (asked, mail) = (entry.clone(), shop.mail.clone());
    let outcome: Outcome = shop
        .db
        .write(move |tx| {
            let (entry, mail) = (asked.clone(), mail.clone());
            Box::pin(async move {
                let id = &entry.subject;
                let Some(order) = store::by_id(tx, id).await? else { return Ok(Outcome::Unknown) };
                let Ok(shipped) = order.state.clone().ship(now) else { return Ok(Outcome::NotShippable) };
                let has_buyer = identity::store::lock_user(tx, &order.user_id).await?;
                // Another administrator may have shipped it concurrently.
                if !store::ship(tx, id, shipped.shipped_at().unwrap_or(now)).await? {
                    return Ok(Outcome::NotShippable);
                }
                if has_buyer {
                    tell(&mail, tx, &order, |order| Letter::OrderShipped { order }, now).await?;
                } else {
                    // The account was deleted, and the address is not needed after shipping.
                    forget_buyer(tx, Order { state: shipped, ..order }).await?;
                }
                audit::record(tx, &entry).await?;
                Ok(Outcome::Shipped)
            })
        })
        .await
        .map_err(|error: db::Error| error)?;
    if let Outcome::Shipped = outcome {
        entry.log();
        shop.mail.wake();
    }
    Ok(outcome)
}
