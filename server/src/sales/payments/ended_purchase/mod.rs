//! What an unpaid purchase had that was deleted. Its customer can put it into the basket again, on any device.

pub mod http;
pub mod store;

use std::time::Duration;

use self::store::NewEndedLine;
use crate::{
    db::{self, Tx},
    sales::{guests, orders::order::Order},
    values::{ids::Id, time::Timestamp},
};

/// The e-mail about the end has a link to it.
pub const ACCOUNT_TTL: Duration = Duration::from_hours(30 * 24);

/// Keeps the lines of a purchase that ends. Callers call it before the orders are deleted. `is_expired` says that they
/// were not paid in time. Nothing stays of orders that their account did not see, because it may be a stranger's
/// (docs/decisions/0031).
pub async fn remember(
    tx: &Tx<'_>,
    purchase: &Id,
    orders: &[Order],
    is_expired: bool,
    now: Timestamp,
) -> Result<(), db::Error> {
    let guest = guests::store::by_purchase(tx, purchase).await?;
    let browser_hash = guest.as_ref().map(|guest| guest.browser_hash.as_str());
    let ttl = if guest.is_some() { guests::BROWSER_TTL } else { ACCOUNT_TTL };
    for order in orders.iter().filter(|order| !order.is_hidden) {
        let line = NewEndedLine {
            purchase,
            line: order.line.number,
            tool: &order.tool_id,
            quantity: order.quantity,
            user: browser_hash.is_none().then_some(&order.user_id),
            browser_hash,
            is_expired,
            kept_until: now.plus(ttl),
        };
        store::insert(tx, &line).await?;
    }
    Ok(())
}
