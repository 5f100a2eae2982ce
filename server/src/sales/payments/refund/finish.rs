//! The end of a refund: orders, stock, the number of its credit note, and what the customer is told.

use super::{Refund, RefundEnds, RefundLine, RefundState, plan::RefundablePurchase, store};
use crate::{
    base::email::{
        Mailer, message::EmailMessage, order_summary::OrderSummary, purchase_summary::CreditNoteSummary,
    },
    catalogue,
    db::{self, Tx},
    sales::{
        orders::{
            self,
            events::order_refunded,
            notify_customer::{notify_customer, notify_of},
            numbers,
            order::Order,
        },
        purchases,
    },
    settings::webhooks::Webhooks,
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// Credit notes are counted from 1. The row stays locked until the transaction ends, so that no number is left out.
const COUNTER: &str = "credit_notes";

/// Stores that a refund is done, and tells the customer and the owner's programs. Returns the tools whose stock came
/// back.
pub async fn finish(
    tx: &Tx<'_>,
    (mail, webhooks): (&Mailer, &Webhooks),
    id: &Id,
    now: Timestamp,
) -> Result<Vec<Id>, db::Error> {
    let Some((purchase, refund)) = lock_due(tx, id).await? else { return Ok(Vec::new()) };
    let lines: Vec<&RefundLine> = purchase.lines_of(id).collect();
    let mut restocked: Vec<_> =
        lines.iter().filter_map(|line| Some((line.restocks.as_ref()?, *line))).collect();
    // One lock after the other, in the order of the ids.
    restocked.sort_by_key(|(tool, _)| *tool);
    for (tool, line) in &restocked {
        if let Some(order) = &line.order_id {
            orders::store::add_restocked(tx, order, line.quantity).await?;
        }
        store::set_restocked(tx, &refund.id, line.line, now).await?;
        catalogue::tools::store::return_to_stock(tx, tool, line.quantity, now).await?;
        catalogue::tools::events::stock_changed(webhooks, tx, tool, now).await?;
    }
    let number = number(tx, &refund.id, now).await?;
    let refund = Refund { number: Some(number), changed_at: now, state: RefundState::Done, ..refund };
    let mut ended = Vec::new();
    let delivery = lines.iter().find(|line| line.order_id.is_none()).map(|line| line.amount);
    for order in &purchase.orders {
        let part = lines.iter().find(|line| line.order_id.as_ref() == Some(&order.id));
        let is_ending = refund.ends == RefundEnds::Payment || part.is_some_and(|part| part.ends_order);
        let Ok(state) = order.state.clone().confirm_refund(now) else { continue };
        if !is_ending {
            continue;
        }
        let order = Order { state, ..order.clone() };
        orders::store::confirm_refund(tx, &order).await?;
        let amount = part.map_or(Cents::ZERO, |part| part.amount);
        // The first order has the delivery that went back with it.
        let delivery = delivery.filter(|_| ended.is_empty());
        order_refunded(webhooks, tx, &order, (number, amount, delivery), now).await?;
        ended.push(order);
    }
    tell_customer(mail, tx, &purchase, &refund, &ended, now).await?;
    Ok(restocked.into_iter().map(|(tool, _)| tool.clone()).collect())
}

/// Stores that a refund is done, and returns the number of its credit note. Takes the transaction's last lock, because
/// others wait for it until the transaction ends.
pub async fn number(tx: &Tx<'_>, id: &Id, now: Timestamp) -> Result<i64, db::Error> {
    let number = numbers::store::reserve(tx, COUNTER, 1, 1).await?;
    if store::finish(tx, id, number, now).await? { Ok(number) } else { Err(tx.conflict()) }
}

/// The provider does not make this refund. What it was counted with goes on as before.
pub async fn give_up(tx: &Tx<'_>, id: &Id, error: &str, now: Timestamp) -> Result<(), db::Error> {
    let Some((purchase, refund)) = lock_due(tx, id).await? else { return Ok(()) };
    store::give_up(tx, &refund.id, error, now).await?;
    for order in &purchase.orders {
        let is_of = |line: &&RefundLine| {
            line.order_id.as_ref() == Some(&order.id) || (line.order_id.is_none() && order.line.is_alone())
        };
        let lines: Vec<&RefundLine> = purchase.lines_of(&refund.id).filter(is_of).collect();
        let amount: i64 = lines.iter().map(|line| line.amount.as_i64()).sum();
        if amount > 0 {
            let pieces: i64 = lines.iter().map(|line| line.quantity).sum();
            orders::store::add_part_refunded(tx, &order.id, -amount, -pieces).await?;
        }
    }
    Ok(())
}

/// Locks the purchase and the orders of a refund that is due. `None`: it was finished before.
async fn lock_due(tx: &Tx<'_>, id: &Id) -> Result<Option<(RefundablePurchase, Refund)>, db::Error> {
    let Some(refund) = store::by_id(tx, id).await? else { return Ok(None) };
    purchases::store::lock(tx, &refund.purchase_id).await?;
    orders::store::lock_lines(tx, &refund.purchase_id).await?;
    let Some(purchase) = RefundablePurchase::load(tx, &refund.purchase_id).await? else { return Ok(None) };
    let is_due = |refund: &&Refund| refund.id == *id && refund.state == RefundState::Due;
    let due = purchase.refunds.iter().find(is_due).cloned();
    Ok(due.map(|refund| (purchase, refund)))
}

async fn tell_customer(
    mail: &Mailer,
    tx: &Tx<'_>,
    purchase: &RefundablePurchase,
    refund: &Refund,
    ended: &[Order],
    now: Timestamp,
) -> Result<(), db::Error> {
    let credit_note = credit_note(purchase, refund);
    let Refund { amount, method, .. } = *refund;
    let reason = refund.reason.clone();
    let only = purchase.orders.first().filter(|order| order.line.is_alone());
    let is_all = if only.is_some() { !ended.is_empty() } else { amount == purchase.purchase.total };
    let was_shipped = ended.iter().any(|order| order.state.shipped_at().is_some());
    let refunded = only.map_or_else(|| purchase.refunded(), |order| order.part_refunded);
    // The page of the order that went back lists the e-mail.
    let about = purchase.lines_of(&refund.id).find_map(|line| line.order_id.clone());
    let message = |order: OrderSummary| {
        let order = OrderSummary { id: about.unwrap_or(order.id), ..order };
        if is_all {
            EmailMessage::OrderRefunded { order, was_shipped, method, credit_note }
        } else {
            EmailMessage::OrderPartRefunded { order, amount, refunded, reason, method, credit_note }
        }
    };
    match only {
        Some(order) => notify_customer(mail, tx, order, message, now).await,
        // The sums are of the whole purchase. The credit note says what went back.
        None => notify_of(mail, tx, &purchase.purchase, &purchase.orders, message, now).await,
    }
}

/// `None`: a shop without taxes and deliveries sends no sum.
fn credit_note(purchase: &RefundablePurchase, refund: &Refund) -> Option<CreditNoteSummary> {
    let of = &purchase.purchase;
    let is_plain = purchase.orders.iter().all(|order| order.line.is_alone() && order.line.due == order.total);
    if is_plain {
        return None;
    }
    let lines = purchase
        .lines_of(&refund.id)
        .map(|line| (purchase.name_of(line.order_id.as_ref(), line.quantity), net(line)))
        .collect();
    let taxes = [(&of.federal, refund.federal_tax), (&of.provincial, refund.provincial_tax)];
    let label =
        |(charged, amount): (&purchases::PurchaseTax, Cents)| Some((charged.label(charged.tax?), amount));
    Some(CreditNoteSummary {
        number: refund.number?,
        purchase_id: of.id.clone(),
        invoice: of.number,
        invoiced_at: of.created_at,
        lines,
        taxes: taxes.into_iter().filter_map(label).collect(),
        amount: refund.amount,
    })
}

fn net(line: &RefundLine) -> Cents {
    Cents::new(line.returned().net()).unwrap_or(Cents::ZERO)
}
