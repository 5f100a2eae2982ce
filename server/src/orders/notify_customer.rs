//! E-mails to customers about their orders.

use super::order::Order;
use crate::{
    db::{self, Tx},
    email::{
        Mail,
        message::{Letter, OrderFacts},
    },
    values::{email::Email, time::Moment},
};

/// Queues the e-mail in the caller's transaction. Does nothing if the customer deleted the account.
pub async fn tell(
    mail: &Mail,
    tx: &Tx<'_>,
    order: &Order,
    letter: impl FnOnce(OrderFacts) -> Letter,
    now: Moment,
) -> Result<(), db::Error> {
    let Some(to) = Email::parse(&order.customer_email) else { return Ok(()) };
    let facts = OrderFacts {
        id: order.id.clone(),
        customer_name: order.customer_name.clone(),
        tool_name: order.tool_name.clone(),
        quantity: order.quantity,
        total: order.total,
    };
    mail.queue(tx, &to, &letter(facts), now).await
}
