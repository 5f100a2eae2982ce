//! What the shop has sold in all, for the home page: figures, best sellers and the ratings of the shop.

pub mod http;
pub mod store;

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde::Serialize;
use utoipa::ToSchema;

use super::reviews::{http as reviews, review::ReviewState, store::ratings};
use crate::{
    http::error::ApiError,
    settings::shop_settings::home_page::SummaryFigures,
    shop::Shop,
    values::{ids::Id, time::Timestamp},
};

/// The home page is read often, and the figures come from whole tables.
const MAX_AGE: Duration = Duration::from_mins(10);
/// Some of them may be sold out.
const MAX_BEST_SELLERS: i64 = 24;

/// Refunded orders are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopFigures {
    /// On sale now.
    pub tools: usize,
    /// Paid ones.
    pub orders: i64,
    /// Who have paid an order.
    pub customers: i64,
    /// How many tools they ordered.
    pub tools_sold: i64,
    /// Published ones.
    pub reviews: i64,
}

/// What is counted at once.
pub struct SalesSummary {
    pub figures: ShopFigures,
    /// The tool of most orders first.
    pub best_sellers: Vec<Id>,
    /// Whole stars of the published reviews, with their number and the sum of their ratings.
    pub ratings: Vec<(i64, i64, f64)>,
}

type KnownSummary = Option<(Timestamp, Arc<SalesSummary>)>;

/// The figures of this node.
#[derive(Default)]
pub struct ShopFiguresCache {
    known: Mutex<KnownSummary>,
    /// Held while the tables are read, so that one request reads them.
    reading: tokio::sync::Mutex<()>,
}

impl ShopFiguresCache {
    fn known(&self) -> MutexGuard<'_, KnownSummary> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fresh(&self, now: Timestamp) -> Option<Arc<SalesSummary>> {
        let known = self.known().clone()?;
        Some(known).filter(|(at, _)| *at <= now && now < at.plus(MAX_AGE)).map(|(_, summary)| summary)
    }

    /// While another request reads the figures, the old ones are good enough.
    pub async fn get(&self, shop: &Shop) -> Result<Arc<SalesSummary>, ApiError> {
        let now = shop.clock.now();
        if let Some(summary) = self.fresh(now) {
            return Ok(summary);
        }
        let old = self.known().clone();
        let _reading = match (self.reading.try_lock(), old) {
            (Ok(reading), _) => reading,
            (Err(_), Some((_, summary))) => return Ok(summary),
            (Err(_), None) => self.reading.lock().await,
        };
        // The request that read before has them.
        if let Some(summary) = self.fresh(now) {
            return Ok(summary);
        }
        let read = shop.db.read_long((), |tx, ()| {
            Box::pin(async move {
                let best_sellers = store::best_sellers(tx, MAX_BEST_SELLERS).await?;
                Ok((store::sold(tx).await?, best_sellers, ratings(tx).await?))
            })
        });
        let (sold, best_sellers, ratings) = read.await?;
        let figures = ShopFigures {
            tools: shop.catalogue.current().await?.tools().len(),
            orders: sold.orders,
            customers: sold.customers,
            tools_sold: sold.tools,
            reviews: reviews::count(shop, ReviewState::Published).await?,
        };
        let summary = Arc::new(SalesSummary { figures, best_sellers, ratings });
        *self.known() = Some((now, Arc::clone(&summary)));
        Ok(summary)
    }
}

/// Whether the owner shows them.
pub fn are_shown(shop: &Shop) -> bool {
    let home = &shop.settings.current().settings.home;
    home.has_section("summary") && home.summary_figures == SummaryFigures::Counted
}
