//! Removes the customer's data from orders after the account was deleted, and address and phone of old orders. The sale
//! itself stays recorded.

use std::time::Duration;

use super::{
    list::{self, OrderFilter},
    order::{Contact, Order, OrderState},
    owner_view, store,
};
use crate::{
    accounts,
    base::metadata,
    db::{Error, Tx},
    http::pagination::{PageCursor, SortDirection},
    sales::purchases,
    shop::Shop,
    values::{ids::Id, time::Timestamp},
};

/// Replaces the customer's name.
pub const ANONYMIZED_NAME: &str = "Former customer";

const BATCH_SIZE: i64 = 100;

/// Orders placed before it have no address and phone any more. In microseconds.
const CONTACTS_REMOVED_UNTIL: &str = "contacts_removed_until";
/// The orders of one transaction were placed within it.
const CONTACT_STEP: Duration = Duration::from_hours(24);

/// Removes address and phone of orders that are older than the shop keeps them. Every node may run it.
pub async fn remove_old_contacts(shop: &Shop) -> Result<(), Error> {
    let Some(ttl) = shop.config.limits.order_contact_ttl else { return Ok(()) };
    let until = shop.clock.now().minus(ttl);
    loop {
        let first = shop.db.read(until, |tx, until| Box::pin(first_with_contact(tx, *until))).await?;
        let Some(first) = first else { return Ok(()) };
        let step = (first, until.min(first.plus(CONTACT_STEP)), shop.clock.now());
        shop.db
            .write(step, |tx, (from, until, now)| Box::pin(remove_contacts(tx, *from, *until, *now)))
            .await?;
    }
}

async fn first_with_contact(tx: &Tx<'_>, until: Timestamp) -> Result<Option<Timestamp>, Error> {
    let removed = metadata::store::get(tx, CONTACTS_REMOVED_UNTIL).await?;
    let from = Timestamp::from_micros(removed.and_then(|text| text.parse().ok()).unwrap_or(0));
    Ok(store::first_since(tx, from).await?.filter(|first| *first < until))
}

async fn remove_contacts(
    tx: &Tx<'_>,
    from: Timestamp,
    until: Timestamp,
    now: Timestamp,
) -> Result<(), Error> {
    store::remove_contacts(tx, from, until, now).await?;
    purchases::store::remove_postal_codes(tx, from, until).await?;
    metadata::store::put(tx, CONTACTS_REMOVED_UNTIL, &until.micros().to_string()).await
}

/// Anonymizes all orders of the customer and removes the owner's notes, in the transaction that deletes the account.
/// Unpaid orders are deleted before. A paid order keeps name and address, so it runs again when one is shipped or
/// refunded.
pub async fn anonymize_orders(tx: &Tx<'_>, customer: &Id, now: Timestamp) -> Result<(), Error> {
    let mut names = ANONYMIZED_NAME.to_owned();
    let (all, direction) = (OrderFilter::OfUser(customer.clone()), SortDirection::Oldest);
    let mut after = PageCursor::start(direction);
    loop {
        let orders = list::store::page(tx, &all, &after, direction, BATCH_SIZE).await?;
        let Some(last) = orders.last() else { break };
        after = PageCursor { created_at: last.created_at.micros(), id: last.id.to_string() };
        for listed in orders {
            // A correction since the list was read is kept.
            purchases::store::lock(tx, &listed.line.purchase_id).await?;
            store::lock_lines(tx, &listed.line.purchase_id).await?;
            let Some(order) = store::by_id(tx, &listed.id).await? else { continue };
            if matches!(order.state, OrderState::Paid(_)) {
                names = format!("{names} {}", order.customer_name);
                store::remove_customer_email(tx, &order, now).await?;
                continue;
            }
            owner_view::store::set_notes(tx, &order.id, "", now).await?;
            purchases::store::remove_postal_code(tx, &order.line.purchase_id).await?;
            store::update_customer(tx, &anonymized(order), now).await?;
        }
    }
    accounts::store::set_search_words(tx, customer, &names).await
}

fn anonymized(order: Order) -> Order {
    let customer_email = String::new();
    let contact = Contact { phone: String::new(), address: String::new() };
    Order { customer_name: ANONYMIZED_NAME.to_owned(), customer_email, contact, ..order }
}
