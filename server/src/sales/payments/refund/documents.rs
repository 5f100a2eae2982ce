//! Events about refunds: one for each order, and one for each credit note and debit note. The events of the orders of a
//! purchase add up to what it charged and returned, and the events of its documents do as well.

use serde_json::{Value, json};

use super::{Refund, RefundLine, plan::RefundablePurchase};
use crate::{
    db::{self, Tx},
    sales::orders::{
        events::{OrderShare, order_refund},
        order::Order,
    },
    settings::webhooks::{WebhookEvent, Webhooks},
    values::{money::Cents, time::Timestamp},
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
        // Without an order of its own, the delivery belongs to the first one.
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

fn document(purchase: &RefundablePurchase, refund: &Refund) -> Value {
    let of = &purchase.purchase;
    let taxes = [(&of.federal, refund.federal_tax), (&of.provincial, refund.provincial_tax)];
    let tax = |(charged, amount): (&crate::sales::purchases::PurchaseTax, Cents)| {
        charged.tax.map(|tax| json!({ "tax": tax, "amount": amount }))
    };
    let line = |line: &RefundLine| json!({ "orderId": line.order_id, "quantity": line.quantity, "amount": line.amount });
    let mut data = json!({
        "creditNote": refund.number,
        "refundId": refund.id,
        "purchaseId": of.id,
        "number": of.number,
        "amount": refund.amount,
        "taxes": taxes.into_iter().filter_map(tax).collect::<Vec<_>>(),
        "lines": purchase.lines_of(&refund.id).map(line).collect::<Vec<_>>(),
    });
    if let Some(number) = refund.debit_note {
        data["debitNote"] = json!(number);
    }
    if let Some(method) = refund.method {
        data["method"] = json!(method);
    }
    if let Some(before) = refund.returned_before() {
        data["returnedBefore"] = json!(before);
    }
    data
}
