//! Deletes an unpaid order: first the provider cancels the intent, then order and stock change in one transaction. If
//! the customer pays at the same moment, the order is paid and stays.
//!
//! While card payment is off the provider cannot be asked to cancel an intent. Then the order is deleted and its
//! payment stays open; reconciliation reports it. Once payment is on again, the intent is canceled, or what was paid is
//! refunded (docs/decisions/0017). A line of a purchase is not deleted then, because the payment would be for more than
//! the rest.
//!
//! An order with a payment that does not match it stays until an administrator deletes it: that refunds the payment.

use super::{
    PaymentError,
    apply_intent::{IntentEffect, apply_intent, forget},
    delete_order::{CancelStep, OrderDeletion, RollbackReason, delete_order},
};
use crate::{
    base::audit::{AuditAction, AuditEntry},
    catalogue::tools::store::StockChangeReason,
    clients::stripe,
    db,
    sales::orders::{self, order::Order},
    shop::Shop,
    values::{ids::Id, time::Timestamp},
};

pub enum CancelOrderOutcome {
    Deleted,
    AlreadyPaid,
    /// It was paid and refunded.
    Refunded,
    /// The provider is working on a payment; whether the order can be deleted is not known yet.
    PaymentInProgress,
    /// A card payment of the whole purchase was begun, and it cannot be canceled while card payment is off.
    CardPaymentOpen,
    /// It did not expire: the customer has extended the checkout, or a payment has begun since.
    StillHeld,
    /// Without this line, the rest of the purchase would be less than a card can be charged.
    RestTooSmall,
    Unknown,
}

/// Who deletes an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CancelledBy {
    Customer,
    /// An administrator deletes it, and the deletion is audited.
    Admin(Id),
    /// The shop deletes it, because it was not paid in time.
    Expired {
        /// When the list of expired orders was read. A payment that has begun since keeps the order.
        listed_at: Timestamp,
        why: OrderExpiry,
    },
    /// The shop deletes it, because it was placed before the holder of the e-mail address reclaimed the account.
    Reclaim,
}

/// Why an order expired, as far as a list says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderExpiry {
    /// The order is older than `unpaid_order_ttl`.
    Old,
    /// Its customer has never paid.
    NewCustomer,
    /// The checkout was held until this moment.
    Checkout(Timestamp),
}

/// A new payment may start between canceling the intent and deleting the order.
pub(super) const MAX_ATTEMPTS: usize = 3;

/// Deletes an order. The rest of its purchase is quoted again. `by` returns who deletes this order, or `None` if the
/// caller may not see it.
pub async fn cancel_order(
    shop: &Shop,
    id: &Id,
    by: impl Fn(&Order) -> Option<CancelledBy>,
) -> Result<CancelOrderOutcome, PaymentError> {
    cancel(shop, id, false, by).await
}

/// Deletes the whole purchase of an order.
pub async fn cancel_purchase_of(
    shop: &Shop,
    order: &Id,
    by: impl Fn(&Order) -> Option<CancelledBy>,
) -> Result<CancelOrderOutcome, PaymentError> {
    cancel(shop, order, true, by).await
}

async fn cancel(
    shop: &Shop,
    id: &Id,
    deletes_all: bool,
    by: impl Fn(&Order) -> Option<CancelledBy>,
) -> Result<CancelOrderOutcome, PaymentError> {
    let order = shop.db.read(id.clone(), |tx, id| Box::pin(orders::store::by_id(tx, id))).await?;
    let Some((order, by)) = order.and_then(|order| by(&order).map(|by| (order, by))) else {
        return Ok(CancelOrderOutcome::Unknown);
    };
    // The customer gets an e-mail, unless it is the customer's own decision or the account was reclaimed.
    let is_notified = matches!(by, CancelledBy::Admin(_) | CancelledBy::Expired { .. });
    let expiry = if let CancelledBy::Expired { listed_at, why } = by { Some((listed_at, why)) } else { None };
    let reason = match by {
        CancelledBy::Expired { .. } | CancelledBy::Reclaim => StockChangeReason::OrderExpired,
        CancelledBy::Customer | CancelledBy::Admin(_) => StockChangeReason::OrderDeleted,
    };
    let audit_entry = match by {
        CancelledBy::Admin(actor) => {
            Some(AuditEntry::by(&actor, AuditAction::DeleteOrder, order.id.clone(), shop.clock.now()))
        }
        CancelledBy::Customer | CancelledBy::Expired { .. } | CancelledBy::Reclaim => None,
    };
    let current = shop.settings.current();
    let mut deletion = OrderDeletion {
        purchase: order.line.purchase_id.clone(),
        order: (!deletes_all).then(|| order.id.clone()),
        expiry,
        tool: order.tool_id.clone(),
        reason,
        audit_entry,
        is_notified,
        settings: current,
        mismatched_intent: None,
        can_cancel: shop.payments.is_some(),
        how_to_pay: shop.how_to_pay(),
        unpaid_order_ttl: shop.config.limits.unpaid_order_ttl,
        mailer: shop.mailer.clone(),
        webhooks: shop.webhooks.clone(),
    };
    for _ in 0..MAX_ATTEMPTS {
        match delete_if_no_open_payment(shop, &deletion).await? {
            CancelStep::Deleted(tools) => {
                for tool in &tools {
                    shop.catalogue.mark_changed(tool);
                }
                return Ok(CancelOrderOutcome::Deleted);
            }
            CancelStep::Done(outcome) => return Ok(outcome),
            CancelStep::Cancel(intent_id) => match cancel_intent(shop, &intent_id).await? {
                // The next attempt deletes the order, or reports its new state.
                IntentEffect::Canceled
                | IntentEffect::Refunded
                | IntentEffect::JustPaid
                | IntentEffect::AlreadyPaid => {}
                IntentEffect::Mismatch if deletion.audit_entry.is_some() => {
                    deletion.mismatched_intent = Some(intent_id);
                }
                IntentEffect::Pending
                | IntentEffect::Refunding
                | IntentEffect::Mismatch
                | IntentEffect::Unknown => {
                    return Ok(CancelOrderOutcome::PaymentInProgress);
                }
            },
        }
    }
    Ok(CancelOrderOutcome::PaymentInProgress)
}

/// Deletes the orders and returns their stock, unless an intent is open for their purchase.
async fn delete_if_no_open_payment(shop: &Shop, deletion: &OrderDeletion) -> Result<CancelStep, db::Error> {
    let input = (deletion.clone(), shop.clock.now());
    let deleted =
        shop.db.write_repeatable(input, |tx, (deletion, now)| Box::pin(delete_order(tx, deletion, *now)));
    deleted.await.or_else(|reason| match reason {
        RollbackReason::Cancel(intent_id) => Ok(CancelStep::Cancel(intent_id)),
        RollbackReason::Paid => Ok(CancelStep::Done(CancelOrderOutcome::AlreadyPaid)),
        RollbackReason::Db(error) => Err(error),
    })
}

/// Cancels the intent at the provider and applies its state, which may be that the customer has paid.
pub async fn cancel_intent(shop: &Shop, intent_id: &str) -> Result<IntentEffect, PaymentError> {
    let cards = shop.payments.as_ref().ok_or(PaymentError::Disabled)?;
    let client = &cards.client;
    let intent = match client.cancel_intent(intent_id).await {
        // Its state does not allow canceling: read the state.
        Err(stripe::StripeError::Rejected { .. }) => client.retrieve_intent(intent_id).await,
        other => other,
    };
    match intent {
        Ok(intent) => Ok(apply_intent(shop, &intent).await?),
        Err(error) if error.is_missing() => {
            forget(shop, intent_id).await?;
            Ok(IntentEffect::Canceled)
        }
        Err(other) => Err(other.into()),
    }
}
