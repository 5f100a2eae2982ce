//! Webhooks about orders.

use serde_json::{Value, json};

use super::order::Order;
use crate::{
    db::{self, Tx},
    settings::webhooks::{WebhookEvent, Webhooks},
    values::{money::Cents, time::Timestamp},
};

/// Queues the event in the caller's transaction. It says nothing about the customer.
pub async fn order_event(
    webhooks: &Webhooks,
    tx: &Tx<'_>,
    event: WebhookEvent,
    order: &Order,
    now: Timestamp,
) -> Result<(), db::Error> {
    webhooks.queue(tx, event, || data(order), now).await
}

/// The same of an order that is shipped, with the pieces that were not refunded.
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

/// The same of a refund, with the number of its credit note, what went back for the order, and the delivery that went
/// back with it.
pub async fn order_refunded(
    webhooks: &Webhooks,
    tx: &Tx<'_>,
    order: &Order,
    (credit_note, refunded, delivery): (i64, Cents, Option<Cents>),
    now: Timestamp,
) -> Result<(), db::Error> {
    let data = || {
        let mut data = data(order);
        data["creditNote"] = json!(credit_note);
        data["refunded"] = json!(refunded);
        if let Some(delivery) = delivery {
            data["refundedDelivery"] = json!(delivery);
        }
        data
    };
    webhooks.queue(tx, WebhookEvent::OrderRefunded, data, now).await
}

fn data(order: &Order) -> Value {
    let mut data = json!({
        "orderId": order.id,
        "number": order.number,
        "toolId": order.tool_id,
        "toolName": order.tool_name,
        "quantity": order.quantity,
        "price": order.price,
        "total": order.line.due,
    });
    if !order.line.is_alone() {
        data["purchaseId"] = json!(order.line.purchase_id);
    }
    data
}
