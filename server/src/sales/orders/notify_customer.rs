//! E-mails to customers about their orders.

use super::{order::Order, store};
use crate::{
    base::email::{
        Mailer,
        message::{EmailMessage, OrderDetails, OrderSummary},
    },
    db::{self, Tx},
    pictures::variants,
    values::{email::Email, time::Timestamp},
};

/// Queues the e-mail in the caller's transaction. Does nothing if the customer deleted the account.
pub async fn notify_customer(
    mail: &Mailer,
    tx: &Tx<'_>,
    order: &Order,
    message: impl FnOnce(OrderSummary) -> EmailMessage,
    now: Timestamp,
) -> Result<(), db::Error> {
    let Some(to) = Email::parse(&order.customer_email) else { return Ok(()) };
    if !mail.is_on() {
        return Ok(());
    }
    let (picture, picture_alt) = store::tool_picture(tx, &order.tool_id).await?.unwrap_or_default();
    let address = order.contact.delivery_address().trim();
    let address = if address.is_empty() { "No address given" } else { address };
    let details = OrderDetails {
        price: order.price,
        placed_at: order.created_at,
        ship_to: format!("{}\n{address}", order.customer_name),
        // An e-mail loads nothing from other sites.
        picture: variants::check_own_image(&picture).unwrap_or_default(),
        picture_alt: if picture_alt.is_empty() { order.tool_name.clone() } else { picture_alt },
    };
    let facts = OrderSummary {
        id: order.id.clone(),
        number: order.number,
        customer_name: order.customer_name.clone(),
        tool_name: order.tool_name.clone(),
        quantity: order.quantity,
        total: order.line.due,
        details: Some(details),
    };
    mail.queue(tx, &to, &message(facts), now).await
}
