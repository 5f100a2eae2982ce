//! Tells the owner what happens to payments, and of a tool that runs low, in the transaction that stores it.

use super::summary;
use crate::{
    accounts::push_devices::PushNotices,
    base::email::{Mailer, order_summary::OrderSummary, owner_message::OwnerMessage},
    catalogue,
    db::{self, Tx},
    sales::{
        orders::{notify_customer::name_of, order::Order},
        purchases,
    },
    settings::shop_settings::preferences::OrderEmails,
    shop::Shop,
    values::{money::Cents, time::Timestamp},
};

/// What the owner wants to know.
#[derive(Clone)]
pub struct OwnerNotices {
    pub mailer: Mailer,
    push: PushNotices,
    each_order: bool,
    low_stock: Option<i64>,
}

impl OwnerNotices {
    pub fn of(shop: &Shop) -> Self {
        let current = shop.settings.current();
        Self {
            mailer: shop.mailer.clone(),
            push: shop.push.clone(),
            each_order: current.preferences.order_emails == OrderEmails::Each,
            low_stock: current.preferences.low_stock_level(),
        }
    }

    /// Tells of a paid purchase, by notifications and e-mail, and once of each tool that runs low.
    pub async fn purchase_paid(
        &self,
        tx: &Tx<'_>,
        orders: &[Order],
        now: Timestamp,
    ) -> Result<(), db::Error> {
        let Some(first) = orders.first() else { return Ok(()) };
        let total = if orders.len() == 1 {
            first.line.due
        } else {
            let purchase = purchases::store::by_id(tx, &first.line.purchase_id).await?;
            purchase.map_or(first.line.due, |purchase| purchase.total)
        };
        self.push.queue_order(tx, &first.id, total, now).await?;
        if !self.mailer.tells_owner() {
            return Ok(());
        }
        if self.each_order {
            let tool_name = name_of(orders, self.mailer.owner_language(tx).await?);
            let order = OrderSummary { tool_name, total, ..summary(first) };
            self.mailer.queue_for_owner(tx, OwnerMessage::OwnerOrderPaid { order }, now).await?;
        }
        for order in orders {
            self.tell_low_stock(tx, order, now).await?;
        }
        Ok(())
    }

    async fn tell_low_stock(&self, tx: &Tx<'_>, order: &Order, now: Timestamp) -> Result<(), db::Error> {
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

pub async fn dispute_opened(
    tx: &Tx<'_>,
    mail: &Mailer,
    order: &Order,
    now: Timestamp,
) -> Result<(), db::Error> {
    mail.queue_for_owner(tx, OwnerMessage::OwnerDispute { order: summary(order) }, now).await
}

/// A refund that was accepted has failed, and its money is owed again.
pub async fn refund_sent_back(
    tx: &Tx<'_>,
    mail: &Mailer,
    orders: &[Order],
    amount: Cents,
    reason: &str,
    now: Timestamp,
) -> Result<(), db::Error> {
    let Some(order) = orders.first() else { return Ok(()) };
    let message =
        OwnerMessage::OwnerRefundSentBack { order: summary(order), amount, reason: reason.to_owned() };
    mail.queue_for_owner(tx, message, now).await
}

pub async fn refund_failed(
    tx: &Tx<'_>,
    mail: &Mailer,
    amount: Cents,
    (intent_id, reason): (&str, &str),
    now: Timestamp,
) -> Result<(), db::Error> {
    let (transaction_id, reason) = (intent_id.to_owned(), reason.to_owned());
    let message = OwnerMessage::OwnerRefundFailed { amount, transaction_id, reason };
    mail.queue_for_owner(tx, message, now).await
}
