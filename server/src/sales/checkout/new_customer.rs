//! What a customer who never paid may hold, and for how long (docs/decisions/0014).

use std::time::Duration;

use super::{CheckoutError, CheckoutInput, new_purchase::takes_most};
use crate::{
    accounts,
    base::rate_limit::{self, LimitedAction, RateLimit},
    db::Tx,
    sales::{
        basket::{Basket, line::BasketTool},
        orders::{
            check_session::network_of_client,
            held_stock::{self, ToolHolding},
            place_order::PlaceOrderError,
        },
        purchases,
    },
    values::ids::Id,
};

/// How the purchase holds its stock.
pub struct NewCustomerHold {
    /// How long the purchase holds its stock. `None` if as long as the purchases of others.
    pub ttl: Option<Duration>,
    holdings: Vec<ToolHolding>,
    /// The limits that count the purchase when it is placed.
    pub counted: Vec<RateLimit>,
}

impl NewCustomerHold {
    /// At least this many pieces stay in stock, also if others buy at the same time.
    pub fn min_left(&self, tool: &Id, quantity: i64) -> i64 {
        let holding = self.holdings.iter().find(|holding| holding.tool == *tool);
        holding.filter(|holding| !holding.is_most_with(quantity)).map_or(0, ToolHolding::half)
    }
}

/// Says how the purchase of a customer who never paid holds its stock. Returns `None` if the customer has paid, or the
/// rule is off.
pub async fn hold_of(
    tx: &Tx<'_>,
    input: &CheckoutInput,
    basket: &Basket,
    is_new: bool,
) -> Result<Option<NewCustomerHold>, CheckoutError> {
    let limits = &input.limits;
    if !is_new || limits.new_customer_order_ttl(true).is_none() {
        return Ok(None);
    }
    let lines: Vec<_> = basket.lines.iter().map(|line| (&line.tool, line.quantity)).collect();
    // Each of the last pieces counts as an order does.
    let large = lines.iter().filter(|line| takes_most(line)).count();
    let most = limits.max_unpaid_orders(false);
    if i64::try_from(large).is_ok_and(|large| large > most) {
        return Err(CheckoutError::TakesTooMuch { most });
    }
    let holdings = held_stock::store::of_basket(tx, &basket.id).await?;
    let mostly_held = mostly_held(&holdings, &lines);
    let mut counted = held_stock::limits_of_most(limits, input.client, &mostly_held);
    if input.request.pays_at_pick_up {
        check_first_pick_up(tx, input, lines.len(), !mostly_held.is_empty()).await?;
        counted.extend(network_limit(input, lines.len()));
    }
    let ttl = limits.new_customer_order_ttl(!mostly_held.is_empty());
    rate_limit::check_all(tx, &counted, input.now).await.map_err(PlaceOrderError::from)?;
    Ok(Some(NewCustomerHold { ttl, holdings, counted }))
}

/// The tools of which customers who never paid hold more than half, with this purchase.
fn mostly_held<'a>(holdings: &[ToolHolding], lines: &[(&'a BasketTool, i64)]) -> Vec<&'a Id> {
    let takes_most = |(tool, quantity): &&(&BasketTool, i64)| {
        let holding = holdings.iter().find(|holding| holding.tool == tool.id);
        holding.is_some_and(|holding| holding.is_most_with(*quantity))
    };
    lines.iter().filter(takes_most).map(|(tool, _)| &tool.id).collect()
}

/// Refuses a first purchase that would wait at the counter with too many goods, because they wait there for days. A
/// customer who never paid has one such purchase at a time, with few lines. All such customers together leave half of a
/// tool.
async fn check_first_pick_up(
    tx: &Tx<'_>,
    input: &CheckoutInput,
    lines: usize,
    takes_most: bool,
) -> Result<(), CheckoutError> {
    let most = input.limits.rates.max(LimitedAction::PlaceFirstPickUp) as usize;
    if takes_most || network_limit(input, lines).is_some() && lines > most {
        return Err(CheckoutError::NotPaidAtPickUp);
    }
    let user = &input.buyer.user().id;
    if purchases::store::waits_at_pick_up(tx, user).await? {
        return Err(CheckoutError::PickUpWaits);
    }
    let account = accounts::store::account_by_id(tx, user).await?;
    if input.mailer.is_on() && !account.is_some_and(|account| account.is_verified) {
        return Err(CheckoutError::EmailNotVerified);
    }
    Ok(())
}

/// The limit of the client's network. Returns `None` if networks have no limits.
fn network_limit(input: &CheckoutInput, lines: usize) -> Option<RateLimit> {
    let rates = &input.limits.rates;
    let network = network_of_client(input.client).to_string();
    let limit = || rates.by(LimitedAction::PlaceFirstPickUp, &network).counting(lines);
    (rates.max(LimitedAction::PlaceFirstOrder) > 0).then(limit)
}
