//! Orders of somebody who has closed their account: the sale stays in the books, who it was does not.

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

/// Who the order is of afterwards.
pub const NOBODY: &str = "Former customer";

const BATCH: i64 = 100;

/// For all orders of the customer, in the transaction that closes the account. None of them is unpaid any more.
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

/// For an order of an account that was closed: also when it is shipped after that.
pub async fn forget_buyer(tx: &Tx<'_>, order: Order) -> Result<(), Error> {
    store::set_buyer(tx, &without_buyer(order)).await
}

/// What has been paid for is still to be delivered, to a name at an address.
fn without_buyer(order: Order) -> Order {
    let customer_email = String::new();
    if let OrderState::Paid(_) = order.state {
        return Order { customer_email, ..order };
    }
    let contact = Contact { phone: String::new(), address: String::new() };
    Order { customer_name: NOBODY.to_owned(), customer_email, contact, ..order }
}
