//! The refund of an order that was paid together with others: its part of the payment goes back.

use crate::{
    db::{self, Tx},
    sales::{
        orders::{
            self,
            order::{Order, OrderState},
        },
        payments::{
            partial_refund::{self, PartialRefund, returned_taxes},
            record_payment::RecordedRefund,
            store::Payment,
        },
        purchases,
    },
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// Stores that what is left of this order is due. The last refund of a purchase of which nothing was shipped returns the
/// delivery too. Requires the locks on the purchase and the order, which is in its new state.
pub async fn insert_part(
    tx: &Tx<'_>,
    order: &Order,
    paid_by: &Payment,
    recorded: &RecordedRefund,
    now: Timestamp,
) -> Result<PartialRefund, db::Error> {
    let line = &order.line;
    let taxes = returned_taxes(tx, order, line.due).await?;
    let delivery = delivery_to_return(tx, order).await?;
    let add = |a: Cents, b: Cents| a.plus(b).ok_or_else(|| tx.conflict());
    let (federal, provincial) = taxes.ok_or_else(|| tx.conflict())?;
    let rest = line.due.minus(order.part_refunded).ok_or_else(|| tx.conflict())?;
    let part = PartialRefund {
        id: Id::new(now),
        order_id: order.id.clone(),
        intent_id: order.state.payment().map(|payment| payment.transaction_id.clone()).unwrap_or_default(),
        amount: add(rest, delivery.amount)?,
        federal_tax: add(federal, delivery.federal)?,
        provincial_tax: add(provincial, delivery.provincial)?,
        reason: recorded.note.clone().unwrap_or_default(),
        ends_order: true,
        created_at: now,
    };
    let method = paid_by.method.map(|paid| recorded.method.unwrap_or(paid));
    partial_refund::store::insert(tx, &part, &paid_by.id, method).await?;
    Ok(part)
}

/// With its taxes.
struct Delivery {
    amount: Cents,
    federal: Cents,
    provincial: Cents,
}

async fn delivery_to_return(tx: &Tx<'_>, order: &Order) -> Result<Delivery, db::Error> {
    let none = Delivery { amount: Cents::ZERO, federal: Cents::ZERO, provincial: Cents::ZERO };
    let lines = orders::store::of_purchase(tx, &order.line.purchase_id).await?;
    let is_back = |line: &Order| {
        line.id == order.id
            || matches!(line.state, OrderState::Refunding(_) | OrderState::Refunded { .. })
                && line.state.shipped_at().is_none()
    };
    if order.state.shipped_at().is_some() || !lines.iter().all(is_back) {
        return Ok(none);
    }
    let Some(purchase) = purchases::store::by_id(tx, &order.line.purchase_id).await? else { return Ok(none) };
    let (federal, provincial) = (purchase.shipping_federal, purchase.shipping_provincial);
    let amount = purchase.shipping.plus(federal).and_then(|sum| sum.plus(provincial));
    Ok(Delivery { amount: amount.unwrap_or(Cents::ZERO), federal, provincial })
}
