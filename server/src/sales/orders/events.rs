//! Webhooks about orders.

use serde_json::json;

use super::order::Order;
use crate::{
    db::{self, Tx},
    settings::webhooks::{WebhookEvent, Webhooks},
    values::time::Timestamp,
};

/// Queues the event in the caller's transaction. It says nothing about the customer.
pub async fn order_event(
    webhooks: &Webhooks,
    tx: &Tx<'_>,
    event: WebhookEvent,
    order: &Order,
    now: Timestamp,
) -> Result<(), db::Error> {
    let data = || {
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
    };
    webhooks.queue(tx, event, data, now).await
}
