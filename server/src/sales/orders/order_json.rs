//! An order on the wire.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    list::store::ExpectedArrival,
    order::{Order, OrderState},
    tracking::Carrier,
};
use crate::{
    base::config::Config,
    http::pagination::{HasCursor, PageCursor},
    values::{money::Cents, payment_method::PaymentMethod, time::Timestamp},
};

/// The status of an order after its payment.
#[derive(Serialize, ToSchema)]
pub enum OrderStatus {
    #[serde(rename = "pending")]
    Pending,
    #[serde(rename = "Approved and shipped")]
    Shipped,
    #[serde(rename = "Refund under way")]
    RefundUnderWay,
    Refunded,
}

/// An order as every call returns it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Order)]
pub struct OrderJson {
    #[serde(rename = "_id")]
    id: String,
    /// What people call the order, shown as #1042.
    number: i64,
    tool_id: String,
    tool_name: String,
    order_quantity: i64,
    /// Dollars for one piece, when the order was placed.
    #[schema(value_type = f64)]
    price: Cents,
    /// Dollars to pay: with the taxes, and with the delivery if the purchase has no other order.
    #[schema(value_type = f64)]
    total_price: Cents,
    /// Dollars for the goods, where that is not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64)]
    subtotal: Option<Cents>,
    /// What is paid at once, if it has several orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    purchase_id: Option<String>,
    /// Which of its orders this is, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    line: Option<i64>,
    /// How many orders the purchase has.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    lines: Option<i64>,
    /// Dollars to pay for the whole purchase, if it has several orders. Its delivery is in none of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64)]
    purchase_total: Option<Cents>,
    customer_email: String,
    customer_name: String,
    phone: String,
    address: String,
    paid: bool,
    /// Absent before payment, then `pending`, then `Approved and shipped`; after either of them `Refund under way`,
    /// then `Refunded`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = OrderStatus)]
    status: Option<OrderStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    transaction_id: Option<String>,
    /// How it was paid, if a person of the shop recorded the payment. Absent for a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PaymentMethod)]
    payment_method: Option<PaymentMethod>,
    created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    paid_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    shipped_at: Option<Timestamp>,
    /// How it was shipped. Each member may be absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Carrier)]
    carrier: Option<Carrier>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    tracking_number: Option<String>,
    /// Where to follow the parcel.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    tracking_url: Option<String>,
    /// When the shop learned that the payer's bank disputes the payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    disputed_at: Option<Timestamp>,
    /// When an administrator decided on the refund.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refund_begun_at: Option<Timestamp>,
    /// When the card provider accepted the refund.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refunded_at: Option<Timestamp>,
    /// Dollars that are refunded or being refunded, in parts or all of it. Absent without. The delivery of several
    /// orders is not in it: the purchase has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64)]
    refunded_amount: Option<Cents>,
    /// Pieces that were refunded while the others are still shipped or kept. Absent without.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    refunded_quantity: Option<i64>,
    /// When the quantity of a refunded order went back into stock, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    restocked_at: Option<Timestamp>,
    /// While unpaid: when the order is deleted if it is not paid. Absent where orders do not expire.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    expires_at: Option<Timestamp>,
    /// It was bought without a login, with the address of the account. The account may disown its purchase.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    placed_as_guest: Option<bool>,
    /// When it should reach the customer. Only in `GET /orders`, while the order is paid and not shipped, and if the
    /// purchase has a delivery method.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    arrival: Option<OrderArrivalJson>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderArrival)]
struct OrderArrivalJson {
    /// The customer fetches the goods.
    pick_up: bool,
    /// The fewest days from the day of the order on, where the shop is.
    days_from: u32,
    days_to: u32,
}

impl OrderJson {
    pub fn new(order: Order, config: &Config) -> Self {
        let payment = order.state.payment().cloned();
        let expires_at = order.expires_at(config.limits.unpaid_order_ttl);
        let refund = order.state.order_refund();
        let part_refunded = Some(order.part_refunded).filter(|sum| *sum > Cents::ZERO);
        let refunded_amount = if refund.is_some() { Some(order.line.due) } else { part_refunded };
        let refunded_at = if let OrderState::Refunded { at, .. } = &order.state { Some(*at) } else { None };
        let several = Some(order.line.clone()).filter(|line| !line.is_alone());
        Self {
            subtotal: Some(order.total).filter(|goods| *goods != order.line.due),
            // The purchase keeps the id of its first line, also when only another one is left.
            purchase_id: Some(&order.line)
                .filter(|line| !line.is_alone() || line.purchase_id != order.id)
                .map(|line| line.purchase_id.to_string()),
            line: several.as_ref().map(|line| line.number),
            lines: several.as_ref().map(|line| line.lines),
            purchase_total: several.as_ref().map(|line| line.purchase_total),
            id: order.id.into_string(),
            number: order.number,
            carrier: order.tracking.carrier,
            tracking_url: order.tracking.url(),
            tracking_number: order.tracking.number,
            tool_id: order.tool_id.into_string(),
            tool_name: order.tool_name,
            order_quantity: order.quantity,
            price: order.price,
            total_price: order.line.due,
            customer_email: order.customer_email,
            customer_name: order.customer_name,
            phone: order.contact.phone,
            address: order.contact.address,
            paid: payment.is_some(),
            status: status(&order.state),
            paid_at: payment.as_ref().map(|payment| payment.at),
            payment_method: payment.as_ref().and_then(|payment| payment.method),
            transaction_id: payment.map(|payment| payment.transaction_id),
            created_at: order.created_at,
            shipped_at: order.state.shipped_at(),
            disputed_at: order.disputed_at,
            refund_begun_at: refund.map(|refund| refund.begun_at),
            restocked_at: refund.and_then(|refund| refund.restocked_at),
            refunded_amount,
            refunded_quantity: Some(order.pieces.refunded).filter(|pieces| *pieces > 0),
            refunded_at,
            expires_at,
            placed_as_guest: order.is_guest.then_some(true),
            arrival: None,
        }
    }

    #[must_use]
    pub fn arriving(self, expected: Option<ExpectedArrival>) -> Self {
        let arrival = expected.map(|ExpectedArrival { is_pick_up, days_from, days_to, .. }| {
            OrderArrivalJson { pick_up: is_pick_up, days_from, days_to }
        });
        Self { arrival, ..self }
    }
}

impl HasCursor for OrderJson {
    fn cursor(&self) -> PageCursor {
        PageCursor { created_at: self.created_at.micros(), id: self.id.clone() }
    }
}

/// The status in the answer. Returns `None` while the order is unpaid.
fn status(state: &OrderState) -> Option<OrderStatus> {
    match state {
        OrderState::Unpaid => None,
        OrderState::Paid(_) => Some(OrderStatus::Pending),
        OrderState::Shipped { .. } => Some(OrderStatus::Shipped),
        OrderState::Refunding(_) => Some(OrderStatus::RefundUnderWay),
        OrderState::Refunded { .. } => Some(OrderStatus::Refunded),
    }
}
