//! Unpaid orders of somebody who signed up with another's address, once its owner has the account: they go, and their stock
//! returns. Whatever the card provider keeps open waits for a later round.

use super::{Error, cancel_order, reconcile::is_silent};
use crate::{lease::Lease, orders, shop::Shop, values::ids::Id};

/// `lease`: what the round of work is done under, if this is part of one.
pub async fn clear(shop: &Shop, lease: Option<&Lease<'_>>) -> Result<(), Error> {
    let mut after = String::new();
    loop {
        let from = after.clone();
        let left = shop
            .db
            .read(move |tx| {
                let from = from.clone();
                Box::pin(async move { orders::store::unpaid_of_strangers(tx, &from).await })
            })
            .await?;
        let Some(last) = left.last() else { return Ok(()) };
        last.as_str().clone_into(&mut after);
        for id in &left {
            if let Some(lease) = lease
                && !lease.goes_on().await?
            {
                return Ok(());
            }
            if let Err(error) = delete_one(shop, id).await {
                tracing::warn!(%error, order = %id, "a stranger's order could not be deleted yet");
                if is_silent(&error) {
                    return Ok(());
                }
            }
        }
    }
}

async fn delete_one(shop: &Shop, id: &Id) -> Result<(), Error> {
    if let cancel_order::Outcome::Deleted =
        cancel_order::delete(shop, id, |_| Some(cancel_order::By::TakeOver)).await?
    {
        tracing::info!(order = %id, "a stranger's unpaid order was deleted; its stock is back");
    }
    Ok(())
}
