//! Removes the customer's data from orders after the account was deleted. The sale itself stays recorded.

use super::{
    list::{self, OrderFilter},
    order::{Contact, Order, OrderState},
    owner_view, store,
};
use crate::{
    db::{Error, Tx},
    http::pagination::{PageCursor, SortDirection},
    identity,
    values::ids::Id,
};

/// Replaces the customer's name.
pub const ANONYMIZED_NAME: &str = "Former customer";

const BATCH_SIZE: i64 = 100;

/// Anonymizes all orders of the customer and removes the owner's notes, in the transaction that deletes the account.
/// Unpaid orders are deleted before. A paid order keeps name and address, so it runs again when one is shipped or
/// refunded.
pub async fn anonymize_orders(tx: &Tx<'_>, customer: &Id) -> Result<(), Error> {
    let mut names = ANONYMIZED_NAME.to_owned();
    let (all, direction) = (OrderFilter::OfUser(customer.clone()), SortDirection::Oldest);
    let mut after = PageCursor::start(direction);
    loop {
        let orders = list::store::page(tx, &all, &after, direction, BATCH_SIZE).await?;
        let Some(last) = orders.last() else { break };
        after = PageCursor { created_at: last.created_at.micros(), id: last.id.to_string() };
        for order in orders {
            if matches!(order.state, OrderState::Paid(_)) {
                names = format!("{names} {}", order.customer_name);
            } else {
                owner_view::store::set_notes(tx, &order.id, "").await?;
            }
            store::update_customer(tx, &anonymized(order)).await?;
        }
    }
    identity::store::set_search_words(tx, customer, &names).await
}

/// A paid order keeps name and address until it is shipped.
fn anonymized(order: Order) -> Order {
    let customer_email = String::new();
    if let OrderState::Paid(_) = order.state {
        return Order { customer_email, ..order };
    }
    let contact = Contact { phone: String::new(), address: String::new() };
    Order { customer_name: ANONYMIZED_NAME.to_owned(), customer_email, contact, ..order }
}
