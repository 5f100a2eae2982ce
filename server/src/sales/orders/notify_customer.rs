//! E-mails to customers about their orders.

use super::order::Order;
use crate::{
    base::email::{
        Mailer,
        message::{EmailMessage, OrderSummary},
    },
    db::{self, Tx},
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
    let facts = OrderSummary {
        id: order.id.clone(),
        number: order.number,
        customer_name: order.customer_name.clone(),
        tool_name: order.tool_name.clone(),
        quantity: order.quantity,
        total: order.total,
    };
    mail.queue(tx, &to, &message(facts), now).await
}
