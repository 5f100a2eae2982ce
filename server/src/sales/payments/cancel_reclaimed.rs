//! Cancels the unpaid orders that an attacker placed with another person's e-mail address before its owner reclaimed
//! the account.

use std::collections::HashSet;

use super::{PaymentError, cancel_order, job::is_unreachable};
use crate::{base::lease::Lease, sales::orders, shop::Shop, values::ids::Id};

/// Deletes these orders and returns their stock. An order whose payment the provider does not cancel now is retried in
/// the next run.
pub async fn clear(shop: &Shop, lease: &Lease<'_>) -> Result<(), PaymentError> {
    let mut after = String::new();
    let mut tried = HashSet::new();
    loop {
        let left = shop.db.read(after, |tx, after| orders::store::unpaid_before_reclaim(tx, after)).await?;
        let Some((last, _)) = left.last() else { return Ok(()) };
        after = last.to_string();
        for (id, purchase) in &left {
            if !tried.insert(purchase.clone()) {
                continue;
            }
            if !lease.renew().await? {
                return Ok(());
            }
            if let Err(error) = cancel_one(shop, id).await {
                tracing::warn!(%error, order = %id, "an order placed before the account was reclaimed could not be deleted yet");
                if is_unreachable(&error) {
                    return Ok(());
                }
            }
        }
    }
}

async fn cancel_one(shop: &Shop, id: &Id) -> Result<(), PaymentError> {
    let by = |_: &_| Some(cancel_order::CancelledBy::Reclaim);
    if let cancel_order::CancelOrderOutcome::Deleted = cancel_order::cancel_purchase_of(shop, id, by).await? {
        tracing::info!(order = %id, "an unpaid order placed before the account was reclaimed was deleted");
    }
    Ok(())
}
