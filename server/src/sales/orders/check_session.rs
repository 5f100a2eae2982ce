//! Whether the caller may buy: by the session, the limits, and what is unpaid already.

use std::net::IpAddr;

use super::{
    enter_order::OrderCustomer,
    place_order::PlaceOrderError,
    store::{self, CustomerStatus},
};
use crate::{
    accounts::{self, session::store::Session},
    base::{
        config::limits::Limits,
        rate_limit::{self, LimitedAction, RateLimit, RateLimited, token_bucket},
    },
    db::Tx,
    values::time::Timestamp,
};

/// This many lines of a purchase count as an order.
const LINES_OF_ORDER: usize = 10;
/// The same for the network of a customer who never paid.
const LINES_OF_FIRST_ORDER: usize = 5;

/// Locks the customer. The status is read after the lock, so a session that was revoked while we waited places no
/// order. `lines` is the number of lines of the purchase.
pub async fn check_session(
    tx: &Tx<'_>,
    limits: &Limits,
    (session, address): (&Session, IpAddr),
    lines: usize,
    now: Timestamp,
) -> Result<OrderCustomer, PlaceOrderError> {
    let user = &session.user;
    let orders = lines.div_ceil(LINES_OF_ORDER);
    let limit = limits.rates.by(LimitedAction::PlaceOrder, user.id.as_str()).counting(orders);
    let network_limit = network_limit(limits, address, lines);
    let ((), status, limited, limited_network) = tokio::try_join!(
        accounts::store::lock_user_to_read(tx, &user.id),
        store::customer_status(tx, &user.id, &session.id, limits.max_unpaid_orders(true)),
        rate_limit::check(tx, &limit, now),
        async {
            match &network_limit {
                Some(limit) => rate_limit::check(tx, limit, now).await,
                None => Ok(None),
            }
        }
    )?;
    let is_new = check_customer(status, limits, limited_network)?;
    if let Some(limited) = limited {
        return Err(limited.into());
    }
    let counted = [limit].into_iter().chain(network_limit.filter(|_| is_new)).collect();
    Ok(OrderCustomer { user: user.clone(), is_new, needs_link: false, counted })
}

/// The same for a visitor without a login, who counts for the network alone. Returns what to count.
pub async fn check_network(
    tx: &Tx<'_>,
    limits: &Limits,
    address: IpAddr,
    lines: usize,
    now: Timestamp,
) -> Result<Vec<RateLimit>, PlaceOrderError> {
    let counted = Vec::from_iter(network_limit(limits, address, lines));
    rate_limit::check_all(tx, &counted, now).await?;
    Ok(counted)
}

/// The limit of one network, for customers who never paid. An attacker has many accounts and few networks, so accounts
/// alone are no limit.
fn network_limit(limits: &Limits, address: IpAddr, lines: usize) -> Option<RateLimit> {
    let is_limited = limits.rates.max(LimitedAction::PlaceFirstOrder) > 0;
    let limit = || limits.rates.by(LimitedAction::PlaceFirstOrder, &network_of_client(address).to_string());
    is_limited.then(limit).map(|limit| limit.counting(lines.div_ceil(LINES_OF_FIRST_ORDER)))
}

/// The network by which customers who never paid count together.
pub fn network_of_client(address: IpAddr) -> IpAddr {
    token_bucket::network_of(address, token_bucket::SITE_BITS)
}

/// Returns whether the customer never paid an order.
fn check_customer(
    status: Option<CustomerStatus>,
    limits: &Limits,
    limited_network: Option<RateLimited>,
) -> Result<bool, PlaceOrderError> {
    let Some(CustomerStatus { has_paid, unpaid_orders, .. }) = status.filter(|status| status.has_session)
    else {
        return Err(PlaceOrderError::SignedOut);
    };
    let max = limits.max_unpaid_orders(has_paid);
    if unpaid_orders >= max {
        let max_after_payment = Some(limits.max_unpaid_orders(true)).filter(|later| *later > max);
        return Err(PlaceOrderError::TooManyUnpaid { max, max_after_payment });
    }
    match limited_network.filter(|_| !has_paid) {
        Some(limited) => Err(limited.into()),
        None => Ok(!has_paid),
    }
}
