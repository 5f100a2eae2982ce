//! Events about refunds: one for each order, and one for each credit note and debit note. The events of the orders of a
//! purchase add up to what it charged and returned, and the events of its documents do as well.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Refund, RefundLine, plan::RefundablePurchase};
use crate::{
    db::{self, Tx},
    sales::orders::{
        events::{OrderShare, order_refund},
        order::Order,
    },
    sales::purchases::events::{EventTax, taxes_of},
    settings::webhooks::{WebhookEvent, Webhooks, document::EventData},
    values::{ids::Id, money::Cents, payment_method::PaymentMethod, province::Province, time::Timestamp},
};

/// A refund is done.
pub async fn refunded(
    webhooks: &Webhooks,
    tx: &Tx<'_>,
    purchase: &RefundablePurchase,
    refund: &Refund,
    ended: &[Order],
    now: Timestamp,
) -> Result<(), db::Error> {
    let event = WebhookEvent::OrderRefunded;
    for share in shares(purchase, refund, ended) {
        order_refund(webhooks, tx, event, &share, now).await?;
    }
    let issued = WebhookEvent::CreditNoteIssued;
    webhooks.queue(tx, issued, || document(purchase, refund), now).await
}

/// A refund that was done has failed. `refund` has the number of its debit note.
pub async fn failed(
    webhooks: &Webhooks,
    tx: &Tx<'_>,
    purchase: &RefundablePurchase,
    refund: &Refund,
    now: Timestamp,
) -> Result<(), db::Error> {
    let event = WebhookEvent::OrderRefundFailed;
    for share in shares(purchase, refund, &[]) {
        order_refund(webhooks, tx, event, &share, now).await?;
    }
    webhooks.queue(tx, WebhookEvent::DebitNoteIssued, || document(purchase, refund), now).await
}

/// What a refund returns of each order. The first of them has the delivery that goes back.
fn shares<'r>(purchase: &RefundablePurchase, refund: &'r Refund, ended: &[Order]) -> Vec<OrderShare<'r>> {
    let lines: Vec<&RefundLine> = purchase.lines_of(&refund.id).collect();
    let mut delivery = lines.iter().find(|line| line.order_id.is_none()).map(|line| line.amount);
    let is_of_order = lines.iter().any(|line| line.order_id.is_some());
    let mut shares = Vec::new();
    for order in &purchase.orders {
        let part = lines.iter().find(|line| line.order_id.as_ref() == Some(&order.id));
        // If the refund has no lines of orders, the delivery belongs to the first order.
        if part.is_none() && (is_of_order || delivery.is_none()) {
            continue;
        }
        let ending = ended.iter().find(|ended| ended.id == order.id);
        shares.push(OrderShare {
            order: ending.unwrap_or(order).clone(),
            refund_id: &refund.id,
            credit_note: refund.number,
            debit_note: refund.debit_note,
            amount: part.map_or(Cents::ZERO, |part| part.amount),
            quantity: part.map_or(0, |part| part.quantity),
            delivery: delivery.take(),
            has_ended: ending.is_some(),
        });
    }
    shares
}

/// A credit note, or the debit note that cancels it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreditNoteEvent<'r> {
    credit_note: Option<i64>,
    refund_id: &'r str,
    purchase_id: &'r str,
    /// The number of the purchase.
    number: i64,
    /// When the refund was decided. Its taxes count on that day.
    decided_at: Timestamp,
    /// Dollars with taxes.
    #[schema(value_type = f64)]
    amount: Cents,
    /// Where the sale is taxed. Null: its address names no place.
    #[schema(required)]
    tax_province: Option<Province>,
    /// The taxes in `amount`.
    taxes: Vec<EventTax>,
    lines: Vec<CreditNoteLine<'r>>,
    /// How the shop returned the money itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PaymentMethod)]
    method: Option<PaymentMethod>,
    /// What the card provider had returned before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64)]
    returned_before: Option<Cents>,
    /// Only in `debit_note.issued`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64)]
    debit_note: Option<i64>,
}

impl EventData for CreditNoteEvent<'_> {
    const EVENTS: &'static [WebhookEvent] = &[WebhookEvent::CreditNoteIssued, WebhookEvent::DebitNoteIssued];
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CreditNoteLine<'r> {
    /// Null: the delivery.
    #[schema(required)]
    order_id: Option<&'r str>,
    /// Pieces. 0: an amount.
    quantity: i64,
    /// Dollars with taxes.
    #[schema(value_type = f64)]
    amount: Cents,
}

fn document<'r>(purchase: &'r RefundablePurchase, refund: &'r Refund) -> CreditNoteEvent<'r> {
    let of = &purchase.purchase;
    let line = |line: &'r RefundLine| CreditNoteLine {
        order_id: line.order_id.as_ref().map(Id::as_str),
        quantity: line.quantity,
        amount: line.amount,
    };
    CreditNoteEvent {
        credit_note: refund.number,
        refund_id: refund.id.as_str(),
        purchase_id: of.id.as_str(),
        number: of.number,
        decided_at: refund.created_at,
        amount: refund.amount,
        tax_province: of.tax_province,
        taxes: taxes_of(of, refund.federal_tax, refund.provincial_tax),
        lines: purchase.lines_of(&refund.id).map(line).collect(),
        method: refund.method,
        returned_before: refund.returned_before(),
        debit_note: refund.debit_note,
    }
}
