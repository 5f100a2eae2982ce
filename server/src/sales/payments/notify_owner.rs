//! E-mails to the owner about payments, queued in the transaction of what they report.

use super::store::{self, Payment, PaymentState};
use crate::{
    base::email::{Mailer, message::OrderSummary, owner_message::OwnerMessage},
    catalogue,
    db::{self, Tx},
    sales::orders::{self, order::Order},
    settings::shop_settings::preferences::OrderEmails,
    shop::Shop,
    values::time::Timestamp,
};

/// What the owner wants to know.
#[derive(Clone)]
pub struct OwnerNotices {
    pub mailer: Mailer,
    each_order: bool,
    low_stock: Option<i64>,
}

impl OwnerNotices {
    pub fn of(shop: &Shop) -> Self {
        let current = shop.settings.current();
        Self {
            mailer: shop.mailer.clone(),
            each_order: current.preferences.order_emails == OrderEmails::Each,
            low_stock: current.preferences.low_stock_level(),
        }
    }

    /// Tells of a paid order, and once of a tool that runs low.
    pub async fn order_paid(&self, tx: &Tx<'_>, order: &Order, now: Timestamp) -> Result<(), db::Error> {
        if !self.mailer.tells_owner() {
            return Ok(());
        }
        if self.each_order {
            let message = OwnerMessage::OwnerOrderPaid { order: summary(order) };
            self.mailer.queue_for_owner(tx, message, now).await?;
        }
        if let Some(level) = self.low_stock
            && let Some((tool_name, available)) =
                catalogue::tools::store::mark_low_stock(tx, &order.tool_id, level, now).await?
        {
            let message =
                OwnerMessage::OwnerLowStock { tool_id: order.tool_id.clone(), tool_name, available };
            self.mailer.queue_for_owner(tx, message, now).await?;
        }
        Ok(())
    }
}

/// Without the customer's name.
fn summary(order: &Order) -> OrderSummary {
    OrderSummary {
        id: order.id.clone(),
        number: order.number,
        customer_name: String::new(),
        tool_name: order.tool_name.clone(),
        quantity: order.quantity,
        total: order.total,
    }
}

/// Stores that the payer's bank claims the money back, and tells the owner the first time.
pub async fn dispute_opened(
    tx: &Tx<'_>,
    mail: &Mailer,
    intent_id: &str,
    now: Timestamp,
) -> Result<(), db::Error> {
    orders::store::mark_disputed(tx, intent_id, now).await?;
    if !store::mark_disputed(tx, intent_id, now).await? {
        return Ok(());
    }
    let Some(payment) = store::by_intent(tx, intent_id).await? else { return Ok(()) };
    let Some(order) = orders::store::by_id(tx, &payment.order_id).await? else { return Ok(()) };
    mail.queue_for_owner(tx, OwnerMessage::OwnerDispute { order: summary(&order) }, now).await
}

/// Stores the provider's refusal, and tells the owner of the first one.
pub async fn refund_failed(
    tx: &Tx<'_>,
    mail: &Mailer,
    due: &Payment,
    reason: &str,
    now: Timestamp,
) -> Result<(), db::Error> {
    if !store::set_first_refund_error(tx, &due.id, reason).await? {
        return store::set_refund_error(tx, &due.id, reason).await;
    }
    let PaymentState::RefundDue { intent_id } = &due.state else { return Ok(()) };
    let (transaction_id, reason) = (intent_id.clone(), reason.to_owned());
    let message = OwnerMessage::OwnerRefundFailed { amount: due.amount, transaction_id, reason };
    mail.queue_for_owner(tx, message, now).await
}
