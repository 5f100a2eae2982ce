//! Writes the searches that found no tool once a minute.

use std::time::Duration;

use super::{calendar, store, time_zone};
use crate::{
    catalogue::listing::empty_searches::MAX_TERMS,
    db::{self, Tx},
    shop::Shop,
    values::time::Timestamp,
};

pub const EMPTY_SEARCH_TTL: Duration = Duration::from_hours(90 * 24);

/// Writes the collected searches. If that fails, they are lost.
pub async fn save(shop: &Shop) -> Result<(), db::Error> {
    let mut terms = shop.empty_searches.take();
    if terms.is_empty() {
        return Ok(());
    }
    // All nodes lock the rows in one order.
    terms.sort_unstable();
    let zone = time_zone(shop);
    let today = calendar::start_of(calendar::day_at(shop.clock.now(), &zone), &zone);
    let most = i64::try_from(MAX_TERMS).unwrap_or(i64::MAX);
    shop.db
        .write((today, terms, most), |tx, (today, terms, most)| {
            Box::pin(store::count_searches(tx, *today, terms, *most))
        })
        .await
}

pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, db::Error> {
    store::delete_searches(tx, now.minus(EMPTY_SEARCH_TTL)).await
}
