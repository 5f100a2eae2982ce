//! Refunds: of an order that an administrator refunds, and of a payment whose order was deleted or paid before.
//!
//! First the refund is recorded as due, in the transaction that changes the order and its stock. Then the provider is
//! asked until it accepts the refund. A crash or an unreachable provider delays a refund, and neither loses nor repeats
//! it.

pub mod http;
mod line;

use super::{
    PaymentError,
    job::refresh_intent,
    partial_refund::{self, PartialRefund},
    record_payment::RecordedRefund,
    store::{self, Payment, PaymentState},
};
use crate::{
    accounts,
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::{Mailer, message::EmailMessage},
    },
    catalogue,
    clients::stripe,
    db::{self, Tx},
    sales::{
        orders::{
            self,
            anonymize::anonymize_orders,
            events::order_event,
            notify_customer::notify_customer,
            order::{InvalidTransition, Order, OrderState},
        },
        owner_notices, purchases,
    },
    settings::webhooks::{WebhookEvent, Webhooks},
    shop::{CardProvider, Shop},
    values::{email::Email, ids::Id, payment_method::PaymentMethod, time::Timestamp},
};

pub enum RefundOutcome {
    /// Decided by this call.
    Started(RefundStatus),
    /// Decided before, in the same way; nothing changed.
    AlreadyStarted,
    /// Decided before, with the other choice about returning stock.
    Conflict,
    /// A partial refund is not known to be done yet.
    PartUnderWay,
    NotPaid,
    /// Stock of a shipped order cannot be returned.
    Shipped,
    /// The payer's bank has claimed the money back: a refund would pay twice.
    Disputed,
    /// There is no succeeded payment for this paid order: see reconciliation.
    NoPayment,
    Unknown,
}

/// The state of a refund at the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundStatus {
    /// The provider accepted it.
    Accepted,
    /// The provider did not respond; the job retries.
    Pending,
    /// The provider rejected it; the job retries less often. The owner has to check.
    Refused,
}

/// Only for administrators. Refunds the whole amount, and returns the stock of an order that was not shipped if wanted.
pub async fn refund(
    shop: &Shop,
    by: &Id,
    id: Id,
    returns_stock: bool,
    recorded: RecordedRefund,
) -> Result<RefundOutcome, PaymentError> {
    let cards = match provider_of(shop, &id).await? {
        Some(cards) => {
            refresh_payment(shop, cards, &id).await?;
            if is_disputed(shop, cards, &id).await? {
                return Ok(RefundOutcome::Disputed);
            }
            Some(cards)
        }
        None => None,
    };
    let entry = AuditEntry::by(by, AuditAction::RefundOrder, id, shop.clock.now());
    let input = (shop.mailer.clone(), shop.webhooks.clone(), entry, returns_stock, recorded);
    let decided = shop
        .db
        .write(input, |tx, (mail, webhooks, entry, returns_stock, recorded)| {
            Box::pin(decide_refund(tx, (mail, webhooks), entry, *returns_stock, recorded))
        })
        .await?;
    let Decided { due, method, tool } = match decided {
        Ok(decided) => decided,
        Err(refusal) => return Ok(refusal),
    };
    if returns_stock {
        shop.catalogue.mark_changed(&tool);
    }
    let Some(cards) = cards.filter(|_| method.is_none()) else {
        return Ok(RefundOutcome::Started(RefundStatus::Accepted));
    };
    // The refund is decided whatever the provider answers: the job retries.
    let requested = match &due {
        DueRefund::Payment(payment) => request_refund(shop, cards, payment).await,
        DueRefund::Line(part) => partial_refund::request_part(shop, cards, part).await,
    };
    Ok(RefundOutcome::Started(match requested {
        Ok(()) => RefundStatus::Accepted,
        Err(PaymentError::Provider(stripe::StripeError::Rejected { .. })) => RefundStatus::Refused,
        Err(error) => {
            tracing::warn!(%error, "a refund is decided and not accepted by the provider yet");
            RefundStatus::Pending
        }
    }))
}

/// The card provider, which refunds what was paid by card. `None`: the payment was recorded, and so is its refund.
pub async fn provider_of<'s>(shop: &'s Shop, id: &Id) -> Result<Option<&'s CardProvider>, PaymentError> {
    let order = shop.db.read(id.clone(), |tx, id| Box::pin(orders::store::by_id(tx, id))).await?;
    if order.as_ref().and_then(|order| order.state.payment()).is_some_and(|payment| payment.method.is_some())
    {
        return Ok(None);
    }
    shop.payments.as_ref().map(Some).ok_or(PaymentError::Disabled)
}

/// The customer may have paid a moment ago, before the webhook arrives. Ask the provider.
async fn refresh_payment(shop: &Shop, cards: &CardProvider, id: &Id) -> Result<(), PaymentError> {
    let current = shop.db.read(id.clone(), |tx, id| Box::pin(store::current_of_order(tx, id))).await?;
    match current.map(|payment| payment.state) {
        Some(PaymentState::Open { intent_id, .. }) => refresh_intent(shop, cards, &intent_id).await,
        _ => Ok(()),
    }
}

/// `false` also when the provider does not respond; then it may reject the refund later.
pub async fn is_disputed(shop: &Shop, cards: &CardProvider, id: &Id) -> Result<bool, PaymentError> {
    let order = shop.db.read(id.clone(), |tx, id| Box::pin(orders::store::by_id(tx, id))).await?;
    match order.map(|order| order.state) {
        Some(OrderState::Paid(payment) | OrderState::Shipped { payment, .. }) if payment.method.is_none() => {
            let intent = cards.client.retrieve_intent(&payment.transaction_id).await;
            Ok(intent.is_ok_and(|intent| intent.is_disputed()))
        }
        _ => Ok(false),
    }
}

/// What goes back to the customer.
enum DueRefund {
    Payment(Payment),
    /// The part of a payment that was for this order, among others.
    Line(PartialRefund),
}

struct Decided {
    due: DueRefund,
    /// How it was paid, if that was recorded.
    method: Option<PaymentMethod>,
    /// What the order was for.
    tool: Id,
}

async fn decide_refund(
    tx: &Tx<'_>,
    (mail, webhooks): (&Mailer, &Webhooks),
    entry: &AuditEntry,
    returns_stock: bool,
    recorded: &RecordedRefund,
) -> Result<Result<Decided, RefundOutcome>, db::Error> {
    let (id, now) = (&entry.subject, entry.at);
    let Some(seen) = orders::store::by_id(tx, id).await? else {
        return Ok(Err(RefundOutcome::Unknown));
    };
    if seen.state == OrderState::Unpaid {
        return Ok(Err(RefundOutcome::NotPaid));
    }
    let has_buyer = accounts::store::lock_user(tx, &seen.user_id).await?;
    // Lock out concurrent shipping and refunding.
    purchases::store::lock(tx, &seen.line.purchase_id).await?;
    orders::store::lock_order(tx, id).await?;
    let Some(order) = orders::store::by_id(tx, id).await? else {
        return Ok(Err(RefundOutcome::Unknown));
    };
    let state = match order.state.clone().refund(now, returns_stock) {
        Ok(state) => state,
        Err(InvalidTransition(state)) => return Ok(Err(rejection(&state, returns_stock))),
    };
    if partial_refund::store::due_of_order(tx, id).await?.is_some() {
        return Ok(Err(RefundOutcome::PartUnderWay));
    }
    let intent_id = state.payment().map(|payment| payment.transaction_id.clone()).unwrap_or_default();
    let paid_by = store::current_of_order(tx, &order.line.purchase_id).await?;
    let succeeded = PaymentState::Succeeded { intent_id: intent_id.clone() };
    let Some(paid_by) = paid_by.filter(|payment| payment.state == succeeded) else {
        return Ok(Err(RefundOutcome::NoPayment));
    };
    let order = Order { state, ..order };
    let due = PaymentState::RefundDue { intent_id };
    let part = if order.line.is_alone() {
        let is_due = match paid_by.method {
            Some(method) => store::refund_recorded(tx, &paid_by.id, recorded, method, now).await?,
            None => store::advance(tx, &paid_by, &due, now).await?,
        };
        if !is_due {
            return Err(tx.conflict());
        }
        None
    } else {
        Some(line::insert_part(tx, &order, &paid_by, recorded, now).await?)
    };
    if !orders::store::begin_refund(tx, &order).await? {
        return Err(tx.conflict());
    }
    if let Some(paid) = paid_by.method {
        let method = recorded.method.unwrap_or(paid);
        match &part {
            Some(part) => partial_refund::finish(tx, (mail, webhooks), part, Some(method), None, now).await?,
            None => finish_order(tx, mail, webhooks, &order, Some(method), now).await.map(drop)?,
        }
    }
    if returns_stock {
        catalogue::tools::store::return_to_stock(tx, &order.tool_id, order.quantity, now).await?;
        catalogue::tools::events::stock_changed(webhooks, tx, &order.tool_id, now).await?;
    }
    audit::record(tx, entry).await?;
    let tool = order.tool_id.clone();
    if !has_buyer {
        anonymize_orders(tx, &order.user_id).await?;
    }
    let method = paid_by.method;
    let due = match part {
        Some(part) => DueRefund::Line(part),
        None => DueRefund::Payment(Payment { state: due, ..paid_by }),
    };
    Ok(Ok(Decided { due, method, tool }))
}

fn rejection(state: &OrderState, returns_stock: bool) -> RefundOutcome {
    match state {
        OrderState::Unpaid => RefundOutcome::NotPaid,
        OrderState::Paid(_) | OrderState::Shipped { .. } => RefundOutcome::Shipped,
        OrderState::Refunding(refund) | OrderState::Refunded { refund, .. } => {
            if refund.restocked_at.is_some() == returns_stock {
                RefundOutcome::AlreadyStarted
            } else {
                RefundOutcome::Conflict
            }
        }
    }
}

/// Stores the provider's refusal, and tells the owner of the first one.
async fn refund_failed(
    tx: &Tx<'_>,
    mail: &Mailer,
    due: &Payment,
    reason: &str,
    now: Timestamp,
) -> Result<(), db::Error> {
    if !store::set_first_refund_error(tx, &due.id, reason).await? {
        return store::set_refund_error(tx, &due.id, reason).await;
    }
    let PaymentState::RefundDue { intent_id } = &due.state else { return Ok(()) };
    owner_notices::payments::refund_failed(tx, mail, due.amount, (intent_id, reason), now).await
}

/// Requests a due refund from the provider and stores the result. Safe to repeat and to run twice at once.
pub async fn request_refund(shop: &Shop, cards: &CardProvider, due: &Payment) -> Result<(), PaymentError> {
    let PaymentState::RefundDue { intent_id } = &due.state else { return Ok(()) };
    let now = shop.clock.now();
    if let Err(error) = cards.client.refund(intent_id, now).await {
        if let stripe::StripeError::Rejected { code, message, .. } = &error {
            // It stays due, and reconciliation reports it to the owner.
            tracing::error!(%error, order = %due.order_id, "a refund was refused");
            let input = (shop.mailer.clone(), due.clone(), format!("{code}: {message}"), now);
            let stored = shop
                .db
                .write(input, |tx, (mail, due, why, now)| Box::pin(refund_failed(tx, mail, due, why, *now)));
            stored.await?;
        }
        return Err(error.into());
    }
    let input = (shop.mailer.clone(), shop.webhooks.clone(), due.clone(), intent_id.clone(), now);
    shop.db
        .write(input, |tx, (mail, webhooks, due, intent_id, now)| {
            Box::pin(confirm_refund(tx, mail, webhooks, due, intent_id, *now))
        })
        .await?;
    Ok(())
}

/// Stores that the order is refunded, and tells its customer and webhooks. `false`: no refund is under way.
pub async fn finish_order(
    tx: &Tx<'_>,
    mail: &Mailer,
    webhooks: &Webhooks,
    order: &Order,
    method: Option<PaymentMethod>,
    now: Timestamp,
) -> Result<bool, db::Error> {
    let Ok(state) = order.state.clone().confirm_refund(now) else { return Ok(false) };
    let order = Order { state, ..order.clone() };
    orders::store::confirm_refund(tx, &order).await?;
    order_event(webhooks, tx, WebhookEvent::OrderRefunded, &order, now).await?;
    let was_shipped = order.state.shipped_at().is_some();
    let message = |order| EmailMessage::OrderRefunded { order, was_shipped, method };
    notify_customer(mail, tx, &order, message, now).await?;
    Ok(true)
}

/// Locks the purchase before its payment, as all transactions do.
async fn confirm_refund(
    tx: &Tx<'_>,
    mail: &Mailer,
    webhooks: &Webhooks,
    due: &Payment,
    intent_id: &str,
    now: Timestamp,
) -> Result<(), db::Error> {
    purchases::store::lock(tx, &due.order_id).await?;
    if !store::advance(tx, due, &PaymentState::Refunded { intent_id: intent_id.to_owned() }, now).await? {
        return Ok(());
    }
    // What is left of a purchase may have another id.
    let order =
        orders::store::of_purchase(tx, &due.order_id).await?.into_iter().find(|order| order.line.is_alone());
    if let Some(order) = order
        && order.state.payment().is_some_and(|payment| payment.transaction_id == intent_id)
        && finish_order(tx, mail, webhooks, &order, None, now).await?
    {
        return Ok(());
    }
    let Some(payer) = store::payer_of(tx, &due.id).await? else { return Ok(()) };
    let Some(to) = Email::parse(&payer.email) else { return Ok(()) };
    let message = EmailMessage::PaymentRefunded {
        name: payer.display_name,
        amount: due.amount,
        transaction_id: intent_id.to_owned(),
    };
    mail.queue(tx, &to, &message, now).await
}
