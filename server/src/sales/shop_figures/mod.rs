//! What the shop has sold in all, for a Business Summary with the true figures.

pub mod http;
pub mod store;

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use serde::Serialize;
use utoipa::ToSchema;

use super::reviews::{http as reviews, review::ReviewState};
use crate::{
    http::error::ApiError, settings::shop_settings::home_page::SummaryFigures, shop::Shop,
    values::time::Timestamp,
};

/// The home page is read often, and the figures come from whole tables.
const MAX_AGE: Duration = Duration::from_mins(10);

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

/// The figures of this node.
#[derive(Default)]
pub struct ShopFiguresCache(Mutex<Option<(Timestamp, ShopFigures)>>);

impl ShopFiguresCache {
    pub async fn get(&self, shop: &Shop) -> Result<ShopFigures, ApiError> {
        let now = shop.clock.now();
        let known = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((read_at, figures)) = known
            && read_at <= now
            && now < read_at.plus(MAX_AGE)
        {
            return Ok(figures);
        }
        let sold = shop.db.read_long((), |tx, ()| Box::pin(store::sold(tx))).await?;
        let figures = ShopFigures {
            tools: shop.catalogue.current().await?.tools().len(),
            orders: sold.orders,
            customers: sold.customers,
            tools_sold: sold.tools,
            reviews: reviews::count(shop, ReviewState::Published).await?,
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, figures));
        Ok(figures)
    }
}

/// Whether the owner shows them.
pub fn are_shown(shop: &Shop) -> bool {
    let home = &shop.settings.current().settings.home;
    home.has_section("summary") && home.summary_figures == SummaryFigures::Counted
}
