//! Webhooks about orders, queued in the transaction of what they tell. They say nothing about the customer.

use serde_json::{Value, json};

use super::order::Order;
use crate::{
    db::{self, Tx},
    settings::webhooks::{WebhookEvent, Webhooks},
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// An order that was placed, or that ended unpaid.
pub async fn unpaid_order(
    webhooks: &Webhooks,
    tx: &Tx<'_>,
    event: WebhookEvent,
    order: &Order,
    now: Timestamp,
) -> Result<(), db::Error> {
    webhooks.queue(tx, event, || data(order), now).await
}

/// An order that is shipped, with the pieces that were not refunded.
pub async fn order_shipped(
    webhooks: &Webhooks,
    tx: &Tx<'_>,
    order: &Order,
    now: Timestamp,
) -> Result<(), db::Error> {
    let data = || {
        let mut data = data(order);
        data["quantity"] = json!(order.pieces_left());
        data
    };
    webhooks.queue(tx, WebhookEvent::OrderShipped, data, now).await
}

/// An order that is paid. The delivery of a purchase of several is in none of them, so the first one names it.
pub async fn order_paid(
    webhooks: &Webhooks,
    tx: &Tx<'_>,
    order: &Order,
    delivery: Option<Cents>,
    now: Timestamp,
) -> Result<(), db::Error> {
    let data = || {
        let mut data = data(order);
        if let Some(delivery) = delivery {
            data["delivery"] = json!(delivery);
        }
        data
    };
    webhooks.queue(tx, WebhookEvent::OrderPaid, data, now).await
}

/// What a refund returns of an order, with the taxes.
pub struct OrderShare<'r> {
    pub order: Order,
    pub refund_id: &'r Id,
    pub credit_note: Option<i64>,
    /// If the refund has failed.
    pub debit_note: Option<i64>,
    pub amount: Cents,
    /// Pieces. 0: an amount.
    pub quantity: i64,
    /// The delivery that goes back with it.
    pub delivery: Option<Cents>,
    /// Nothing of the order is left.
    pub has_ended: bool,
}

pub async fn order_refund(
    webhooks: &Webhooks,
    tx: &Tx<'_>,
    event: WebhookEvent,
    share: &OrderShare<'_>,
    now: Timestamp,
) -> Result<(), db::Error> {
    let data = || {
        let mut data = data(&share.order);
        data["refundId"] = json!(share.refund_id);
        data["creditNote"] = json!(share.credit_note);
        data["refunded"] = json!(share.amount);
        data["refundedQuantity"] = json!(share.quantity);
        if let Some(delivery) = share.delivery {
            data["refundedDelivery"] = json!(delivery);
        }
        match share.debit_note {
            Some(number) => data["debitNote"] = json!(number),
            None => data["ended"] = json!(share.has_ended),
        }
        data
    };
    webhooks.queue(tx, event, data, now).await
}

fn data(order: &Order) -> Value {
    json!({
        "orderId": order.id,
        "number": order.number,
        "purchaseId": order.line.purchase_id,
        "toolId": order.tool_id,
        "toolName": order.tool_name,
        "quantity": order.quantity,
        "price": order.price,
        "total": order.line.due,
    })
}
