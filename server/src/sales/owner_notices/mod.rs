//! What the owner is told by e-mail, and when. [`OwnerMessage`] has the data, `base/email/templates/owner.rs` the
//! texts.
//!
//! | message | when |
//! |---|---|
//! | `OwnerOrderPaid`, `OwnerLowStock` | in the transaction of a payment, [`payments`] |
//! | `OwnerDispute`, `OwnerRefundFailed`, `OwnerRefundSentBack` | in the transaction that stores them, [`payments`] |
//! | `OwnerDailyOrders` | each morning, [`daily_orders`] |
//! | `OwnerHeldStock` | at most once a day, [`held_stock`] |
//! | `OwnerUndelivered` | in the transaction that gives an e-mail up, `base/email/outbox_worker.rs` |
//! | `OwnerWebhookPaused` | in the transaction that pauses a webhook, `settings/webhooks/deliver.rs` |
//!
//! The last two are in layers below this one. A payment also sends notifications, `accounts/push_devices/mod.rs`.
//!
//! [`OwnerMessage`]: crate::base::email::owner_message::OwnerMessage

pub mod daily_orders;
pub mod held_stock;
pub mod payments;

use crate::{
    base::email::order_summary::OrderSummary, http::database_log, sales::orders::order::Order, shop::Shop,
    values::language::Language,
};

/// Sends the notices that a time makes due, and not a transaction.
pub async fn send_due(shop: &Shop) {
    if let Err(error) = daily_orders::send_daily(shop).await {
        database_log::failed("the owner could not be told of the orders of a day", &error);
    }
    if let Err(error) = held_stock::tell_owner(shop).await {
        tracing::warn!(%error, "the owner could not be told of stock that unpaid orders hold");
    }
}

/// Summarizes an order without the customer's name.
fn summary(order: &Order) -> OrderSummary {
    OrderSummary {
        id: order.id.clone(),
        number: order.number,
        customer_name: String::new(),
        tool_name: order.tool_name.clone(),
        quantity: order.quantity,
        total: order.line.due,
        is_guest: order.is_guest,
        language: Language::default(),
        details: None,
    }
}

#[cfg(test)]
mod tests {
    use crate::base::email::{message::EmailMessage, samples};

    #[test]
    fn the_table_has_each_message() {
        for message in samples::messages() {
            let EmailMessage::Owner(message) = message else { continue };
            let name = format!("{message:?}").split(' ').next().unwrap_or_default().to_owned();
            let is_listed = |line: &str| line.starts_with("//! |") && line.contains(&format!("`{name}`"));
            assert!(include_str!("mod.rs").lines().any(is_listed), "{name} has no row above");
        }
    }
}
