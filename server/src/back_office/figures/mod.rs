//! What the owner wants to know of a period: sales, best sellers, tools never sold, searches without a result.
//!
//! An order counts on the day on which it was paid, where the shop is. Its refund counts on that day too. Past days are
//! summed once ([`roll_up`]). A day that is not summed, or has changed since, is read from its orders. So the figures
//! agree with the orders at all times.

pub mod calendar;
pub mod empty_searches;
pub mod http;
pub mod roll_up;
pub mod sales;
pub mod store;

use jiff::tz::TimeZone;

use crate::shop::Shop;

/// Where the shop's days begin. After the owner has changed it, past days are summed again.
pub fn time_zone(shop: &Shop) -> TimeZone {
    shop.settings.current().time_zone.clone()
}
