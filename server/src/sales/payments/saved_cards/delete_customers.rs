//! Deletes the provider's customers of accounts that were deleted or reclaimed, with their saved cards.
//!
//! The transaction that deletes or reclaims an account releases its customer: `release_card_customer` in
//! `accounts/store.rs` sets `user_id` to NULL. The payments job then calls this module.

use std::time::Duration;

use super::{forget, store};
use crate::{
    base::lease::Lease,
    clients::stripe::StripeError,
    db,
    shop::{CardProvider, Shop},
};

/// The provider may refuse a deletion for ever.
const RETRY_AFTER: Duration = Duration::from_hours(1);

/// A customer that the provider does not delete now is retried later.
pub async fn delete_released(shop: &Shop, cards: &CardProvider, lease: &Lease<'_>) -> Result<(), db::Error> {
    let before = shop.clock.now().minus(RETRY_AFTER);
    for released in shop.db.read(before, |tx, before| store::released(tx, *before)).await? {
        if !lease.renew().await? {
            return Ok(());
        }
        let input = (released.id.clone(), shop.clock.now());
        shop.db.write(input, |tx, (id, now)| store::mark_tried(tx, id, *now)).await?;
        let Some(customer) = &released.customer_id else {
            forget(shop, &released.id).await?;
            continue;
        };
        match cards.client.delete_customer(customer).await {
            Ok(()) => forget(shop, &released.id).await?,
            Err(error) if error.is_missing() => forget(shop, &released.id).await?,
            Err(error) => {
                tracing::warn!(%error, customer, "a customer of a deleted account could not be deleted yet");
                if matches!(error, StripeError::Unreachable(_)) {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}
