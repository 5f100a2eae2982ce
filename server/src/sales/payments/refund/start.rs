//! The use-case: decide, then ask the provider.

use super::{
    RefundEnds, RefundOutcome, RefundRejection, RefundStatus,
    again::refund_again,
    decide::{Decided, Decision},
    plan::{RefundSelection, RefundablePurchase},
    request::{request_part, request_refund},
};
use crate::{
    clients::stripe::StripeError,
    db,
    sales::{
        orders::{self, order::Order},
        payments::{
            PaymentError,
            job::refresh_intent,
            record_payment::RecordedRefund,
            store::{self as payments, PaymentState},
        },
    },
    shop::{CardProvider, Shop},
    values::{ids::Id, money::Cents},
};

pub enum RefundTarget {
    /// All that is left of it. A repeated request finds it refunded.
    Order { id: Id, returns_stock: bool },
    Purchase {
        id: Id,
        selection: RefundSelection,
        /// What was refunded before, as the administrator saw it. So a repeated request refunds nothing.
        refunded_before: Cents,
    },
}

pub struct RefundRequest {
    pub target: RefundTarget,
    /// The customer reads it.
    pub reason: String,
    pub recorded: RecordedRefund,
}

/// Refunds an order, or a part of a purchase. Only administrators call this.
pub async fn refund(shop: &Shop, by: &Id, request: RefundRequest) -> Result<RefundOutcome, PaymentError> {
    let seen = match &request.target {
        RefundTarget::Order { id, .. } => {
            shop.db.read(id.clone(), |tx, id| Box::pin(orders::store::by_id(tx, id))).await?
        }
        RefundTarget::Purchase { id, .. } => {
            let orders = shop.db.read(id.clone(), |tx, id| Box::pin(orders::store::of_purchase(tx, id)));
            orders.await?.into_iter().next()
        }
    };
    let Some(seen) = seen else { return Ok(RefundOutcome::Rejected(RefundRejection::Unknown)) };
    if let RefundTarget::Order { id, .. } = &request.target
        && let Some(waiting) = waiting_refund(shop, &seen.line.purchase_id, id).await?
    {
        return refund_again(shop, by, (seen.line.purchase_id, waiting), request.recorded).await;
    }
    let cards = provider_of(shop, &seen)?;
    if let Some(cards) = cards {
        refresh_payment(shop, cards, &seen.line.purchase_id).await?;
        let is_over =
            matches!(request.target, RefundTarget::Order { .. }) && seen.state.order_refund().is_some();
        if !is_over && is_disputed(shop, cards, &seen.id).await? {
            return Ok(RefundOutcome::Rejected(RefundRejection::Disputed));
        }
    }
    let at = shop.clock.now();
    let decision = Decision { by: by.clone(), id: Id::new(at), at, purchase: seen.line.purchase_id, request };
    let input = (shop.mailer.clone(), shop.webhooks.clone(), decision);
    let decided = shop.db.try_write(input, |tx, (mail, webhooks, decision)| {
        Box::pin(async move { decision.make(tx, (mail, webhooks)).await })
    });
    let Decided { refund, payment, restocked } = match decided.await {
        Ok(decided) => decided,
        Err(error) => return Ok(error.into_outcome()?),
    };
    for tool in &restocked {
        shop.catalogue.mark_changed(tool);
    }
    let Some(cards) = cards.filter(|_| payment.method.is_none()) else {
        return Ok(RefundOutcome::Started(RefundStatus::Accepted));
    };
    // The refund is decided whatever the provider answers: the job retries.
    let requested = match refund.ends {
        RefundEnds::Payment => request_refund(shop, cards, &payment).await,
        RefundEnds::Nothing | RefundEnds::Orders => request_part(shop, cards, &refund).await,
    };
    Ok(RefundOutcome::Started(match requested {
        Ok(()) => RefundStatus::Accepted,
        Err(PaymentError::Provider(StripeError::Rejected { .. })) => RefundStatus::Refused,
        Err(error) => {
            tracing::warn!(%error, refund = %refund.id, "a refund is decided and not accepted by the provider yet");
            RefundStatus::Pending
        }
    }))
}

/// The refund of a whole order that failed, and whose money is owed again.
async fn waiting_refund(shop: &Shop, purchase: &Id, order: &Id) -> Result<Option<Id>, db::Error> {
    Ok(find_refundable(shop, purchase.clone()).await?.and_then(|purchase| {
        let order = purchase.orders.iter().find(|found| found.id == *order)?;
        purchase.waiting_end(order).map(|refund| refund.id.clone())
    }))
}

pub async fn find_refundable(shop: &Shop, purchase: Id) -> Result<Option<RefundablePurchase>, db::Error> {
    let found =
        shop.db.read(purchase, |tx, id| Box::pin(async move { RefundablePurchase::load(tx, id).await }));
    found.await
}

/// The card provider, which refunds what was paid by card. Returns `None` if the payment was recorded, and so is its
/// refund.
fn provider_of<'s>(shop: &'s Shop, order: &Order) -> Result<Option<&'s CardProvider>, PaymentError> {
    if order.state.payment().is_some_and(|payment| payment.method.is_some()) {
        return Ok(None);
    }
    shop.payments.as_ref().map(Some).ok_or(PaymentError::Disabled)
}

/// The customer may have paid a moment ago, before the webhook arrives. Ask the provider.
async fn refresh_payment(shop: &Shop, cards: &CardProvider, purchase: &Id) -> Result<(), PaymentError> {
    let current = shop.db.read(purchase.clone(), |tx, id| Box::pin(payments::current_of_order(tx, id)));
    match current.await?.map(|payment| payment.state) {
        Some(PaymentState::Open { intent_id, .. }) => refresh_intent(shop, cards, &intent_id).await,
        Some(
            PaymentState::Creating
            | PaymentState::Succeeded { .. }
            | PaymentState::Canceled { .. }
            | PaymentState::RefundDue { .. }
            | PaymentState::Refunded { .. },
        )
        | None => Ok(()),
    }
}

/// `false` also when the provider does not respond; then it may reject the refund later.
async fn is_disputed(shop: &Shop, cards: &CardProvider, id: &Id) -> Result<bool, PaymentError> {
    let order = shop.db.read(id.clone(), |tx, id| Box::pin(orders::store::by_id(tx, id))).await?;
    match order.as_ref().and_then(|order| order.state.payment()) {
        Some(payment) if payment.method.is_none() => {
            let intent = cards.client.retrieve_intent(&payment.transaction_id).await;
            Ok(intent.is_ok_and(|intent| intent.is_disputed()))
        }
        _ => Ok(false),
    }
}
