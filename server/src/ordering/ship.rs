//! Shipping a paid order.

use super::{order::OrderState, store};
use crate::{
    audit::{self, Action, Entry},
    db,
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
    let asked = entry.clone();
    let outcome: Outcome = shop
        .db
        .write(move |tx| {
            let entry = asked.clone();
            Box::pin(async move {
                let id = &entry.subject;
                let Some(order) = store::by_id(tx, id).await? else { return Ok(Outcome::Unknown) };
                let Ok(OrderState::Shipped { at, .. }) = order.state.ship(now) else {
                    return Ok(Outcome::NotShippable);
                };
                // Two administrators may press the button at once: one of them finds the state moved on.
                if !store::ship(tx, id, at).await? {
                    return Ok(Outcome::NotShippable);
                }
                audit::record(tx, &entry).await?;
                Ok(Outcome::Shipped)
            })
        })
        .await
        .map_err(|error: db::Error| error)?;
    if let Outcome::Shipped = outcome {
        entry.log();
    }
    Ok(outcome)
}
