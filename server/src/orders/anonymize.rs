//! Removes the customer's data from orders after the account was deleted. The sale itself stays recorded.

use super::{
    list::Selection,
    order::{Contact, Order, OrderState},
    store,
};
use crate::{
    db::{Error, Tx},
    http::pagination::{Direction, Position},
    values::ids::Id,
};

/// Replaces the customer's name.
pub const NOBODY: &str = "Former customer";

const BATCH: i64 = 100;

/// Anonymizes all orders of the customer, in the transaction that deletes the account. Unpaid orders are deleted
/// before.
pub async fn forget_customer(tx: &Tx<'_>, customer: &Id) -> Result<(), Error> {
    let (all, direction) = (Selection::OfUser(customer.clone()), Direction::Oldest);
    let mut after = Position::before_all(direction);
    loop {
        let orders = store::page(tx, &all, &after, direction, BATCH).await?;
        let Some(last) = orders.last() else { return Ok(()) };
        after = Position { created_at: last.created_at.micros(), id: last.id.to_string() };
        for order in orders {
            forget_buyer(tx, order).await?;
        }
    }
}

/// Anonymizes one order. Also called when the order is shipped or refunded after the account was deleted.
pub async fn forget_buyer(tx: &Tx<'_>, order: Order) -> Result<(), Error> {
    store::set_buyer(tx, &without_buyer(order)).await
}

/// A paid order keeps name and address until it is shipped.
fn without_buyer(order: Order) -> Order {
    let customer_email = String::new();
    if let OrderState::Paid(_) = order.state {
        return Order { customer_email, ..order };
    }
    let contact = Contact { phone: String::new(), address: String::new() };
    Order { customer_name: NOBODY.to_owned(), customer_email, contact, ..order }
}
