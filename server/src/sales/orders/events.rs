//! Webhooks about orders, queued in the transaction of what they tell. They say nothing about the customer.

use serde::Serialize;
use utoipa::ToSchema;

use super::order::Order;
use crate::{
    db::{self, Tx},
    settings::webhooks::{WebhookEvent, Webhooks, document::EventData},
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// An order in events.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderEvent<'o> {
    order_id: &'o str,
    number: i64,
    purchase_id: &'o str,
    tool_id: &'o str,
    /// The one at the time of sending.
    #[schema(required)]
    sku: Option<&'o str>,
    tool_name: &'o str,
    /// In `order.shipped`, the pieces that were not refunded.
    quantity: i64,
    /// Dollars for one piece.
    #[schema(value_type = f64)]
    price: Cents,
    /// Dollars with taxes.
    #[schema(value_type = f64)]
    total: Cents,
}

impl EventData for OrderEvent<'_> {
    const EVENTS: &'static [WebhookEvent] = &[
        WebhookEvent::OrderPlaced,
        WebhookEvent::OrderCancelled,
        WebhookEvent::OrderExpired,
        WebhookEvent::OrderShipped,
    ];
}

/// An order that was paid.
#[derive(Serialize, ToSchema)]
pub struct OrderPaidEvent<'o> {
    #[serde(flatten)]
    order: OrderEvent<'o>,
    /// What was paid for the delivery of several orders, with taxes. Only the first of them has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64)]
    delivery: Option<Cents>,
}

impl EventData for OrderPaidEvent<'_> {
    const EVENTS: &'static [WebhookEvent] = &[WebhookEvent::OrderPaid];
}

/// What a refund returns of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderRefundEvent<'o> {
    #[serde(flatten)]
    order: OrderEvent<'o>,
    refund_id: &'o str,
    /// The number of its credit note.
    credit_note: Option<i64>,
    /// Dollars with taxes.
    #[schema(value_type = f64)]
    refunded: Cents,
    /// Pieces. 0: an amount.
    refunded_quantity: i64,
    /// The delivery that goes back with it, with taxes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64)]
    refunded_delivery: Option<Cents>,
    /// Nothing of the order is left. Absent if the refund failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool)]
    ended: Option<bool>,
    /// The number of the debit note that cancels the credit note, if the refund failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64)]
    debit_note: Option<i64>,
}

impl EventData for OrderRefundEvent<'_> {
    const EVENTS: &'static [WebhookEvent] = &[WebhookEvent::OrderRefunded, WebhookEvent::OrderRefundFailed];
}

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
    let data = || OrderEvent { quantity: order.pieces_left(), ..data(order) };
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
    let data = || OrderPaidEvent { order: data(order), delivery };
    webhooks.queue(tx, WebhookEvent::OrderPaid, data, now).await
}

/// What a refund returns of an order, with the taxes.
pub struct OrderShare<'r> {
    pub order: Order,
    pub refund_id: &'r Id,
    pub credit_note: Option<i64>,
    /// The number of the debit note, if the refund has failed.
    pub debit_note: Option<i64>,
    pub amount: Cents,
    /// The refunded pieces. 0 if an amount was refunded.
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
    let data = || OrderRefundEvent {
        order: data(&share.order),
        refund_id: share.refund_id.as_str(),
        credit_note: share.credit_note,
        refunded: share.amount,
        refunded_quantity: share.quantity,
        refunded_delivery: share.delivery,
        ended: share.debit_note.is_none().then_some(share.has_ended),
        debit_note: share.debit_note,
    };
    webhooks.queue(tx, event, data, now).await
}

fn data(order: &Order) -> OrderEvent<'_> {
    OrderEvent {
        order_id: order.id.as_str(),
        number: order.number,
        purchase_id: order.line.purchase_id.as_str(),
        tool_id: order.tool_id.as_str(),
        sku: None,
        tool_name: &order.tool_name,
        quantity: order.quantity,
        price: order.price,
        total: order.line.due,
    }
}
