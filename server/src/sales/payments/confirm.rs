//! The browser reports a payment. Our records are read first, because a webhook may have come before; then the provider
//! is asked. The browser itself is never trusted.

use super::{
    PaymentError,
    apply_intent::{IntentEffect, apply_intent},
    store,
};
use crate::{
    base::rate_limit::{self, LimitedAction, RateLimited},
    clients::stripe,
    db::Committed,
    sales::orders::{self, order::Order},
    shop::Shop,
    values::ids::Id,
};

pub enum ConfirmOutcome {
    Paid,
    /// The order was paid by the same transaction before. Nothing changed.
    AlreadyConfirmed,
    /// The order was paid by another transaction.
    PaidByOther,
    /// The order was paid by another transaction, and refunded.
    Refunded,
    /// It came too late: the order was deleted or paid before, and the payment is refunded.
    LatePaymentRefunded,
    NotSucceeded,
    /// The transaction belongs to another order, or does not match this one.
    Mismatch,
    UnknownOrder,
    /// This order was reported so often that the provider is not asked again yet.
    TooMany(RateLimited),
}

/// Confirms the payment of an order. `is_customer` says whether the caller is the order's customer.
pub async fn confirm(
    shop: &Shop,
    is_customer: impl Fn(&Order) -> bool,
    order: &Id,
    transaction_id: &str,
) -> Result<ConfirmOutcome, PaymentError> {
    let cards = shop.payments.as_ref();
    let input = (order.clone(), transaction_id.to_owned());
    let (found, payment) = shop
        .db
        .read(input, |tx, (id, intent_id)| {
            Box::pin(async move {
                Ok((orders::store::by_id(tx, id).await?, store::by_intent(tx, intent_id).await?))
            })
        })
        .await?;
    let Some(found) = found.filter(is_customer) else {
        return Ok(ConfirmOutcome::UnknownOrder);
    };
    if let Some(payment) = found.state.payment() {
        return Ok(match found.state.order_refund() {
            _ if payment.transaction_id == transaction_id => ConfirmOutcome::AlreadyConfirmed,
            Some(_) => ConfirmOutcome::Refunded,
            None => ConfirmOutcome::PaidByOther,
        });
    }
    if payment.is_none_or(|payment| payment.order_id != found.line.purchase_id) {
        return Ok(ConfirmOutcome::Mismatch);
    }
    let input = (order.clone(), shop.clock.now());
    // A report may count twice.
    let counted = shop.db.write_repeatable(input, |tx, (order, now)| {
        Box::pin(async move {
            let limit = LimitedAction::ReportPayment.by(order.as_str());
            rate_limit::take(tx, &[limit], *now).await
        })
    });
    if let Committed::Refused(limited) = counted.await? {
        return Ok(ConfirmOutcome::TooMany(limited));
    }
    let intent = match cards.ok_or(PaymentError::Disabled)?.client.retrieve_intent(transaction_id).await {
        Ok(intent) => intent,
        Err(stripe::StripeError::Rejected { .. }) => return Ok(ConfirmOutcome::Mismatch),
        Err(unclear) => return Err(unclear.into()),
    };
    if intent.id != transaction_id {
        return Ok(ConfirmOutcome::Mismatch);
    }
    Ok(match apply_intent(shop, &intent).await? {
        IntentEffect::JustPaid => ConfirmOutcome::Paid,
        IntentEffect::AlreadyPaid => ConfirmOutcome::AlreadyConfirmed,
        IntentEffect::Pending | IntentEffect::Canceled => ConfirmOutcome::NotSucceeded,
        IntentEffect::Refunding | IntentEffect::Refunded => ConfirmOutcome::LatePaymentRefunded,
        IntentEffect::Mismatch | IntentEffect::Unknown => ConfirmOutcome::Mismatch,
    })
}
