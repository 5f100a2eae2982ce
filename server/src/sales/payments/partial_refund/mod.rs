//! Refunds of a part of a payment, decided by an administrator. The order keeps its state and its stock.
//!
//! First the part is recorded as due. Then the provider is asked until its outcome is known. A repeat could refund twice,
//! so the shop first looks for the part among the provider's refunds (docs/decisions/0016).

pub mod http;
pub mod store;

use super::{
    PaymentError,
    job::is_unreachable,
    refund::{RefundStatus, finish_order, is_disputed, provider_of},
    store::{PaymentState, current_of_order},
};
use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::{Mailer, message::EmailMessage},
        lease::Lease,
    },
    clients::stripe::{StripeError, StripeRefundPart},
    db::{self, Tx, row},
    sales::{
        orders::{
            self,
            notify_customer::notify_customer,
            order::{Order, OrderState},
        },
        purchases,
    },
    settings::webhooks::Webhooks,
    shop::{CardProvider, Shop},
    values::{
        ids::Id, money::Cents, payment_method::PaymentMethod, taxes::shares::refunded_tax, time::Timestamp,
    },
};

#[derive(Debug, Clone)]
pub struct PartialRefundRequest {
    pub order: Id,
    pub amount: Cents,
    /// The customer reads it.
    pub reason: String,
    /// How a part of a recorded payment went back. `None`: as it was paid.
    pub method: Option<PaymentMethod>,
    /// What was refunded before, as the administrator saw it. So a repeated request refunds nothing.
    pub refunded_before: Cents,
}

row! {
    /// A part whose outcome at the provider is not known yet.
    pub struct PartialRefund {
        /// Also stored at the provider.
        pub id: Id,
        pub order_id: Id,
        pub intent_id: String,
        pub amount: Cents,
        /// The taxes in the amount.
        pub federal_tax: Cents,
        pub provincial_tax: Cents,
        pub reason: String,
        /// It is all that is left of an order which was paid together with others.
        pub ends_order: bool,
        pub created_at: Timestamp,
    }
}

pub enum PartialRefundOutcome {
    Started(RefundStatus),
    NotPaid,
    /// All of it was refunded, or is being refunded.
    Refunded,
    Disputed,
    /// There is no succeeded payment for this paid order: see reconciliation.
    NoPayment,
    /// Another part is not known to be refunded yet.
    UnderWay,
    /// This much was refunded before, and not what the administrator saw.
    Changed(Cents),
    /// No less than what is left.
    NotPartial,
    Unknown,
}

/// Only for administrators.
pub async fn refund_part(
    shop: &Shop,
    by: &Id,
    request: PartialRefundRequest,
) -> Result<PartialRefundOutcome, PaymentError> {
    let cards = provider_of(shop, &request.order).await?;
    if let Some(cards) = cards
        && is_disputed(shop, cards, &request.order).await?
    {
        return Ok(PartialRefundOutcome::Disputed);
    }
    let at = shop.clock.now();
    let entry = AuditEntry::by(by, AuditAction::RefundPart, request.order.clone(), at);
    let input = (shop.mailer.clone(), shop.webhooks.clone(), entry, request, Id::new(at));
    let decided = shop
        .db
        .write(input, |tx, (mail, webhooks, entry, request, part)| {
            Box::pin(decide(tx, (mail, webhooks), entry, request, part))
        })
        .await?;
    let (part, is_done) = match decided {
        Ok(part) => part,
        Err(refusal) => return Ok(refusal),
    };
    let Some(cards) = cards.filter(|_| !is_done) else {
        return Ok(PartialRefundOutcome::Started(RefundStatus::Accepted));
    };
    Ok(PartialRefundOutcome::Started(match request_part(shop, cards, &part).await {
        Ok(()) => RefundStatus::Accepted,
        Err(PaymentError::Provider(StripeError::Rejected { .. })) => RefundStatus::Refused,
        Err(error) => {
            tracing::warn!(%error, order = %part.order_id, "a partial refund is decided, and its outcome is not known yet");
            RefundStatus::Pending
        }
    }))
}

/// The part, and whether it is done, because the payment was recorded.
async fn decide(
    tx: &Tx<'_>,
    effects: (&Mailer, &Webhooks),
    entry: &AuditEntry,
    request: &PartialRefundRequest,
    part: &Id,
) -> Result<Result<(PartialRefund, bool), PartialRefundOutcome>, db::Error> {
    let PartialRefundRequest { order: id, amount, reason, refunded_before, method } = request;
    // Shipping and refunding wait for these locks, or come first.
    purchases::store::lock_of(tx, id).await?;
    orders::store::lock_order(tx, id).await?;
    let Some(order) = orders::store::by_id(tx, id).await? else {
        return Ok(Err(PartialRefundOutcome::Unknown));
    };
    let payment = match &order.state {
        OrderState::Unpaid => return Ok(Err(PartialRefundOutcome::NotPaid)),
        OrderState::Refunding(_) | OrderState::Refunded { .. } => {
            return Ok(Err(PartialRefundOutcome::Refunded));
        }
        OrderState::Paid(payment) | OrderState::Shipped { payment, .. } => payment,
    };
    match store::due_of_order(tx, id).await? {
        // The transaction is repeated because its first outcome was not known.
        Some(due) if due.id == *part => return Ok(Ok((due, false))),
        _ if order.part_refunded != *refunded_before => {
            return Ok(Err(PartialRefundOutcome::Changed(order.part_refunded)));
        }
        Some(_) => return Ok(Err(PartialRefundOutcome::UnderWay)),
        None => {}
    }
    let refunded = order.part_refunded.plus(*amount).filter(|refunded| *refunded < order.line.due);
    let Some(refunded) = refunded else { return Ok(Err(PartialRefundOutcome::NotPartial)) };
    let intent_id = payment.transaction_id.clone();
    let succeeded = PaymentState::Succeeded { intent_id: intent_id.clone() };
    let paid_by = current_of_order(tx, &order.line.purchase_id).await?;
    let paid_by = paid_by.filter(|payment| payment.state == succeeded);
    let Some(paid_by) = paid_by else { return Ok(Err(PartialRefundOutcome::NoPayment)) };
    let method = paid_by.method.map(|paid| method.unwrap_or(paid));
    let Some(taxes) = returned_taxes(tx, &order, refunded).await? else { return Err(tx.conflict()) };
    let part = PartialRefund {
        id: part.clone(),
        order_id: id.clone(),
        intent_id,
        amount: *amount,
        federal_tax: taxes.0,
        provincial_tax: taxes.1,
        reason: reason.clone(),
        ends_order: false,
        created_at: entry.at,
    };
    store::insert(tx, &part, &paid_by.id, method).await?;
    orders::store::set_part_refunded(tx, id, refunded).await?;
    audit::record(tx, entry).await?;
    if method.is_some() {
        finish(tx, effects, &part, method, None, entry.at).await?;
    }
    Ok(Ok((part, method.is_some())))
}

/// The taxes in a refund which brings the order's refunds to `refunded`. A refund returns what its share of the order's
/// taxes grew by, so that the last one returns exactly the rest. A refund of a few cents has at most itself; the next one
/// makes up for that. `None`: the purchase is gone.
pub async fn returned_taxes(
    tx: &Tx<'_>,
    order: &Order,
    refunded: Cents,
) -> Result<Option<(Cents, Cents)>, db::Error> {
    let line = &order.line;
    let (federal, provincial) = if line.is_alone() {
        let Some(purchase) = purchases::store::by_id(tx, &line.purchase_id).await? else { return Ok(None) };
        (purchase.federal.amount, purchase.provincial.amount)
    } else {
        (line.federal_tax, line.provincial_tax)
    };
    let before = store::returned_taxes(tx, &order.id).await?;
    let amount = refunded.as_i64() - order.part_refunded.as_i64();
    let share = |tax: Cents, before: i64, most: i64| {
        let target = refunded_tax(tax.as_i64(), line.due.as_i64(), refunded.as_i64());
        (target - before).clamp(0, most)
    };
    let federal = share(federal, before.0, amount);
    let provincial = share(provincial, before.1, amount - federal);
    Ok(Cents::new(federal).zip(Cents::new(provincial)))
}

/// Requests a due part from the provider and stores the result. Safe to repeat.
pub async fn request_part(
    shop: &Shop,
    cards: &CardProvider,
    part: &PartialRefund,
) -> Result<(), PaymentError> {
    let now = shop.clock.now();
    let asked = StripeRefundPart {
        id: part.id.as_str(),
        intent_id: &part.intent_id,
        amount_cents: part.amount.as_i64(),
        // A failure is replayed for the same key for a day, so the key changes by the hour.
        attempt: part.created_at.seconds_until(now) / 3_600,
    };
    let result = cards.client.refund_part(asked).await;
    let refusal = match &result {
        Ok(()) => None,
        Err(StripeError::Rejected { code, message, .. }) => {
            tracing::error!(order = %part.order_id, code, "a partial refund was refused");
            Some(format!("{code}: {message}"))
        }
        Err(_) => return Ok(result?),
    };
    if refusal.is_some() && part.ends_order {
        // The order is being refunded, so the part stays due and the job retries.
        return Ok(result?);
    }
    let input = (shop.mailer.clone(), shop.webhooks.clone(), part.clone(), refusal, now);
    shop.db
        .write(input, |tx, (mail, webhooks, part, refusal, now)| {
            Box::pin(finish(tx, (mail, webhooks), part, None, refusal.as_deref(), *now))
        })
        .await?;
    Ok(result?)
}

/// Stores the outcome of a part, and tells the customer.
pub async fn finish(
    tx: &Tx<'_>,
    (mail, webhooks): (&Mailer, &Webhooks),
    part: &PartialRefund,
    method: Option<PaymentMethod>,
    refusal: Option<&str>,
    now: Timestamp,
) -> Result<(), db::Error> {
    purchases::store::lock_of(tx, &part.order_id).await?;
    orders::store::lock_order(tx, &part.order_id).await?;
    let Some(order) = orders::store::by_id(tx, &part.order_id).await? else { return Ok(()) };
    if !store::finish(tx, &part.id, refusal, now).await? {
        return Ok(());
    }
    if part.ends_order {
        return finish_order(tx, mail, webhooks, &order, method, now).await.map(drop);
    }
    if refusal.is_some() {
        let refunded = order.part_refunded.minus(part.amount).unwrap_or(Cents::ZERO);
        return orders::store::set_part_refunded(tx, &order.id, refunded).await;
    }
    let Order { part_refunded: refunded, .. } = order;
    let (amount, reason) = (part.amount, part.reason.clone());
    let message = |order| EmailMessage::OrderPartRefunded { order, amount, refunded, reason, method };
    notify_customer(mail, tx, &order, message, now).await
}

/// The step of the payments job.
pub async fn request_due_parts(
    shop: &Shop,
    cards: &CardProvider,
    lease: &Lease<'_>,
) -> Result<(), db::Error> {
    for part in shop.db.read((), |tx, ()| store::due(tx)).await? {
        if !lease.renew().await? {
            return Ok(());
        }
        let input = (part.id.clone(), shop.clock.now());
        shop.db.write(input, |tx, (id, now)| store::touch(tx, id, *now)).await?;
        if let Err(error) = request_part(shop, cards, &part).await {
            tracing::warn!(%error, order = %part.order_id, "the outcome of a partial refund");
            if is_unreachable(&error) {
                return Ok(());
            }
        }
    }
    Ok(())
}
