//! The first page of the dashboard: what waits, what the shop earned, and what is to do before it opens.

pub mod http;
pub mod opening;

use jiff::tz::TimeZone;

use crate::{
    back_office::{
        figures::{
            calendar::{DayRange, day_at, plus},
            sales::{DailySales, daily_sales},
        },
        owner_tasks::{self, OwnerTasks},
    },
    base::{
        config::Config,
        metadata::maintenance::{self, Verification},
    },
    db::{self, Tx},
    sales::orders::list,
    settings::redirects::{self, MissingPath},
    values::time::Timestamp,
};

/// How many days the sales have, today included.
const DAYS: i64 = 7;
/// A path without a page is shown from this many requests on. Paths with fewer requests are typing errors.
const MIN_REQUESTS: i64 = 3;
const MAX_MISSING_PATHS: i64 = 5;

/// What staff see, too.
pub struct OrderCounts {
    pub to_ship: i64,
    pub unpaid: i64,
    pub refunding: i64,
}

/// What only admins see.
pub struct OwnerDay {
    /// `DAYS` up to today.
    pub range: DayRange,
    /// The sales of the range and of as many days before.
    pub sales: DailySales,
    pub tasks: OwnerTasks,
    pub last_check: Option<Verification>,
    pub last_backup: Option<Timestamp>,
    pub missing_paths: Vec<MissingPath>,
}

pub async fn count_orders(tx: &Tx<'_>) -> Result<OrderCounts, db::Error> {
    let open = list::store::count_open(tx).await?;
    let count = |name| open.iter().find(|(state, _)| state == name).map_or(0, |(_, count)| *count);
    Ok(OrderCounts { to_ship: count("paid"), unpaid: count("unpaid"), refunding: count("refunding") })
}

pub async fn owner_day(
    tx: &Tx<'_>,
    config: &Config,
    zone: &TimeZone,
    now: Timestamp,
) -> Result<OwnerDay, db::Error> {
    let today = day_at(now, zone);
    let range = DayRange { from: plus(today, 1 - DAYS), to: today };
    Ok(OwnerDay {
        range,
        sales: daily_sales(tx, DayRange { from: range.before().from, to: today }, zone).await?,
        tasks: owner_tasks::count(tx, config, now).await?,
        last_check: maintenance::last_check(tx).await?,
        last_backup: maintenance::last_backup(tx).await?,
        missing_paths: redirects::store::missing(tx, MIN_REQUESTS, MAX_MISSING_PATHS).await?,
    })
}
