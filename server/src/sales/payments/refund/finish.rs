//! The end of a refund: orders, stock, the number of its credit note, and what the customer is told.

use std::collections::BTreeMap;

use super::{
    Refund, RefundEnds, RefundLine, RefundState, documents,
    failure::{CHECK_INTERVAL, FIRST_CHECK_DELAY},
    plan::RefundablePurchase,
    store,
};
use crate::{
    base::email::{
        Mailer, message::EmailMessage, order_summary::OrderSummary, purchase_summary::CreditNoteSummary,
    },
    catalogue,
    db::{self, Tx},
    sales::{
        orders::{
            self,
            notify_customer::{notify_customer, notify_of},
            numbers,
            order::Order,
        },
        payments::store as payments,
        purchases,
    },
    settings::webhooks::Webhooks,
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// Credit notes are counted from 1. The row stays locked until the transaction ends, so that no number is left out.
const COUNTER: &str = "credit_notes";

/// Stores that a refund is done, and tells the customer and the owner's programs. `sent` is what the provider sent,
/// which may have had less left. Returns the tools whose stock came back.
pub async fn finish(
    tx: &Tx<'_>,
    (mail, webhooks): (&Mailer, &Webhooks),
    id: &Id,
    sent: Option<Cents>,
    now: Timestamp,
) -> Result<Vec<Id>, db::Error> {
    let Some((purchase, refund)) = lock_due(tx, id).await? else { return Ok(Vec::new()) };
    if refund.waits {
        return Ok(Vec::new());
    }
    let sent = sent.filter(|sent| *sent < refund.amount);
    let ended = end_orders(tx, &purchase, &refund, now).await?;
    let restocked = restock(tx, webhooks, &purchase, &refund, &ended, now).await?;
    if refund.ends == RefundEnds::Orders && ended.iter().any(|order| order.line.is_alone()) {
        // The payment of an only order went back before, and failed.
        payments::finish_refund(tx, &refund.payment_id, now).await?;
    }
    let number = number(tx, &refund.id, sent, now).await?;
    let refund = Refund { number: Some(number), sent, changed_at: now, state: RefundState::Done, ..refund };
    orders::store::mark_changed(tx, &purchase.purchase.id, now).await?;
    documents::refunded(webhooks, tx, &purchase, &refund, &ended, now).await?;
    tell_customer(mail, tx, &purchase, &refund, &ended, now).await?;
    Ok(restocked)
}

/// Stores the end of the orders that end with a refund, and returns them.
async fn end_orders(
    tx: &Tx<'_>,
    purchase: &RefundablePurchase,
    refund: &Refund,
    now: Timestamp,
) -> Result<Vec<Order>, db::Error> {
    let mut ended = Vec::new();
    for order in &purchase.orders {
        let mut parts = purchase.lines_of(&refund.id);
        let is_ending = refund.ends == RefundEnds::Payment
            || (refund.ends == RefundEnds::Orders && order.line.is_alone())
            || parts.any(|part| part.ends_order && part.order_id.as_ref() == Some(&order.id));
        if !is_ending || purchase.owes_more(order, &refund.id) {
            continue;
        }
        let Ok(state) = order.state.clone().confirm_refund(now) else { continue };
        let order = Order { state, ..order.clone() };
        orders::store::confirm_refund(tx, &order).await?;
        ended.push(order);
    }
    Ok(ended)
}

/// The pieces go back on sale with their money. Locks one tool after the other, in the order of the ids.
async fn restock(
    tx: &Tx<'_>,
    webhooks: &Webhooks,
    purchase: &RefundablePurchase,
    refund: &Refund,
    ended: &[Order],
    now: Timestamp,
) -> Result<Vec<Id>, db::Error> {
    let mut tools = BTreeMap::new();
    for order in ended {
        let before = purchase.orders.iter().find(|before| before.id == order.id);
        let restocked_at = |order: &Order| order.state.order_refund().and_then(|refund| refund.restocked_at);
        if before.and_then(restocked_at).is_none() && restocked_at(order).is_some() {
            *tools.entry(order.tool_id.clone()).or_insert(0) += order.pieces_left();
        }
    }
    for line in purchase.lines_of(&refund.id) {
        let (Some(tool), Some(order)) = (&line.restocks, &line.order_id) else { continue };
        orders::store::add_restocked(tx, order, line.quantity).await?;
        store::set_restocked(tx, &refund.id, line.line, now).await?;
        *tools.entry(tool.clone()).or_insert(0) += line.quantity;
    }
    for (tool, pieces) in &tools {
        catalogue::tools::store::add_to_stock(tx, tool, *pieces, now).await?;
        catalogue::tools::events::stock_changed(webhooks, tx, tool, now).await?;
    }
    Ok(tools.into_keys().collect())
}

/// Stores that a refund is done, and returns the number of its credit note. Takes the transaction's last lock, because
/// others wait for it until the transaction ends.
pub async fn number(tx: &Tx<'_>, id: &Id, sent: Option<Cents>, now: Timestamp) -> Result<i64, db::Error> {
    let number = numbers::store::reserve(tx, COUNTER, 1, 1).await?;
    let checked_at = now.plus(FIRST_CHECK_DELAY).minus(CHECK_INTERVAL);
    if store::finish(tx, id, number, sent, now, checked_at).await? { Ok(number) } else { Err(tx.conflict()) }
}

/// The provider does not make this refund. What it was counted with goes on as before.
pub async fn give_up(tx: &Tx<'_>, id: &Id, error: &str, now: Timestamp) -> Result<(), db::Error> {
    let Some((purchase, refund)) = lock_due(tx, id).await? else { return Ok(()) };
    store::give_up(tx, &refund.id, error, now).await?;
    orders::store::mark_changed(tx, &purchase.purchase.id, now).await?;
    for order in &purchase.orders {
        let (amount, pieces) = part_of(&purchase, &refund, order);
        if amount > 0 {
            orders::store::add_part_refunded(tx, &order.id, -amount, -pieces).await?;
        }
    }
    Ok(())
}

/// Counts the money of a refund for the orders that go on. The pieces stay as they are: the goods are in the shop.
pub(super) async fn count_part(
    tx: &Tx<'_>,
    purchase: &RefundablePurchase,
    refund: &Refund,
    counts: bool,
) -> Result<(), db::Error> {
    for order in &purchase.orders {
        let (amount, _) = part_of(purchase, refund, order);
        if amount > 0 && order.state.order_refund().is_none() {
            let cents = if counts { amount } else { -amount };
            orders::store::add_part_refunded(tx, &order.id, cents, 0).await?;
        }
    }
    Ok(())
}

/// The cents and pieces of an order in a refund. The delivery of an only order is its own.
fn part_of(purchase: &RefundablePurchase, refund: &Refund, order: &Order) -> (i64, i64) {
    let is_of = |line: &&RefundLine| {
        line.order_id.as_ref() == Some(&order.id) || (line.order_id.is_none() && order.line.is_alone())
    };
    let lines = purchase.lines_of(&refund.id).filter(is_of);
    lines.fold((0, 0), |(cents, pieces), line| (cents + line.amount.as_i64(), pieces + line.quantity))
}

/// Locks the purchase and the orders of a refund that is due. Returns `None` if the refund was finished before.
pub(super) async fn lock_due(
    tx: &Tx<'_>,
    id: &Id,
) -> Result<Option<(RefundablePurchase, Refund)>, db::Error> {
    let found = lock(tx, id).await?;
    Ok(found.filter(|(_, refund)| refund.state == RefundState::Due))
}

/// Locks the purchase and the orders of a refund, and reads them.
pub(super) async fn lock(tx: &Tx<'_>, id: &Id) -> Result<Option<(RefundablePurchase, Refund)>, db::Error> {
    let Some(refund) = store::by_id(tx, id).await? else { return Ok(None) };
    purchases::store::lock(tx, &refund.purchase_id).await?;
    orders::store::lock_lines(tx, &refund.purchase_id).await?;
    let Some(purchase) = RefundablePurchase::load(tx, &refund.purchase_id).await? else { return Ok(None) };
    let refund = purchase.refunds.iter().find(|refund| refund.id == *id).cloned();
    Ok(refund.map(|refund| (purchase, refund)))
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
    let Refund { amount, method, sent, .. } = *refund;
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
            EmailMessage::OrderRefunded { order, was_shipped, method, credit_note, sent }
        } else {
            EmailMessage::OrderPartRefunded { order, amount, refunded, reason, method, credit_note, sent }
        }
    };
    match only {
        Some(order) => notify_customer(mail, tx, order, message, now).await,
        // The sums are of the whole purchase. The credit note says what went back.
        None => notify_of(mail, tx, &purchase.purchase, &purchase.orders, message, now).await,
    }
}

/// Returns `None` for a shop without taxes and deliveries, which sends no sum.
fn credit_note(purchase: &RefundablePurchase, refund: &Refund) -> Option<CreditNoteSummary> {
    let of = &purchase.purchase;
    let is_plain = purchase.orders.iter().all(|order| order.line.is_alone() && order.line.due == order.total);
    if is_plain {
        return None;
    }
    let lines = purchase
        .lines_of(&refund.id)
        .map(|line| (purchase.name_of(line.order_id.as_ref(), line.quantity, of.language), net(line)))
        .collect();
    let taxes = [(&of.federal, refund.federal_tax), (&of.provincial, refund.provincial_tax)];
    let label = |(charged, amount): (&purchases::PurchaseTax, Cents)| {
        Some((charged.label(charged.tax?, of.language), amount))
    };
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
