//! Shipping a paid order.

use super::{order::OrderState, store};
use crate::{db, shop::Shop, values::ids::Id};

pub enum Outcome {
    Shipped,
    /// Not paid, or shipped before.
    NotShippable,
    Unknown,
}

/// Only for administrators.
pub async fn ship(shop: &Shop, id: Id) -> Result<Outcome, db::Error> {
    let now = shop.clock.now();
    shop.db
        .write(move |tx| {
            let id = id.clone();
            Box::pin(async move {
                let Some(order) = store::by_id(tx, &id).await? else { return Ok(Outcome::Unknown) };
                let Ok(OrderState::Shipped { at, .. }) = order.state.ship(now) else {
                    return Ok(Outcome::NotShippable);
                };
                // Two administrators may press the button at once: one of them finds the state moved on.
                Ok(if store::ship(tx, &id, at).await? { Outcome::Shipped } else { Outcome::NotShippable })
            })
        })
        .await
}
