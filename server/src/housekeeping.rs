//! What runs beside the requests: bringing the catalogue up to date, tidying payments, forgetting what is over.
//! Every step may run on several nodes at once.

use std::{sync::Arc, time::Duration};

use crate::{db, idempotency, identity, payment::reconcile::reconcile, shop::Shop};

const CATALOGUE_EVERY: Duration = Duration::from_millis(500);
const TIDY_EVERY: Duration = Duration::from_secs(30);

/// Runs until the process ends.
pub fn start(shop: &Arc<Shop>) {
    let catalogue = Arc::clone(shop);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(CATALOGUE_EVERY).await;
            if let Err(error) = catalogue.catalogue.refresh().await {
                tracing::warn!(%error, "the catalogue could not be brought up to date");
            }
        }
    });
    let tidying = Arc::clone(shop);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(TIDY_EVERY).await;
            tidy(&tidying).await;
        }
    });
}

/// One round.
pub async fn tidy(shop: &Shop) {
    reconcile(shop).await;
    shop.throttle.sweep();
    let now = shop.clock.now();
    let forgotten: Result<u64, db::Error> = shop
        .db
        .write(move |tx| {
            Box::pin(async move {
                Ok(identity::store::delete_outlived(tx, now).await?
                    + idempotency::delete_outlived(tx, now).await?)
            })
        })
        .await;
    if let Err(error) = forgotten {
        tracing::warn!(%error, "what is over could not be deleted");
    }
}
