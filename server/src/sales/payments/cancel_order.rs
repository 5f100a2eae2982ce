//! Deleting an unpaid order: first the provider cancels the intent, then order and stock change in one transaction. If
//! the customer pays at the same moment, the order is paid and stays.
//!
//! While card payment is off the provider cannot be asked to cancel an intent. Then the order is deleted and its
//! payment stays open; reconciliation reports it. Once payment is on again, the intent is canceled, or what was paid is
//! refunded (docs/decisions/0017).
//!
//! An order with a payment that does not match it stays until an administrator deletes it: that refunds the payment.

use super::{
    PaymentError,
    apply_intent::{IntentEffect, apply_intent, forget},
    store::{self, PaymentState},
};
use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::{Mailer, message::EmailMessage},
    },
    catalogue::{
        self,
        tools::store::{StockChangeReason, return_deleted_order},
    },
    clients::stripe,
    db::{self, Tx},
    sales::{
        orders::{
            self,
            notify_customer::notify_customer,
            order::{Order, OrderState},
        },
        purchases,
    },
    settings::webhooks::Webhooks,
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
    Unknown,
}

/// Who deletes an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CancelledBy {
    Owner,
    /// An administrator: the deletion is audited.
    Admin(Id),
    /// The shop: it was not paid in time.
    Expired,
    /// The shop: it was placed before the owner of the e-mail address reclaimed the account.
    Reclaim,
}

/// A new payment may start between canceling the intent and deleting the order.
pub(super) const MAX_ATTEMPTS: usize = 3;

enum CancelStep {
    /// The order was for this tool.
    Deleted(Id),
    Done(CancelOrderOutcome),
    /// This intent is open and has to be canceled at the provider first.
    Cancel(String),
}

/// `by` returns who deletes this order; `None`: the caller may not see it.
pub async fn cancel_order(
    shop: &Shop,
    id: &Id,
    by: impl Fn(&Order) -> Option<CancelledBy>,
) -> Result<CancelOrderOutcome, PaymentError> {
    let order = shop.db.read(id.clone(), |tx, id| Box::pin(orders::store::by_id(tx, id))).await?;
    let Some((order, by)) = order.and_then(|order| by(&order).map(|by| (order, by))) else {
        return Ok(CancelOrderOutcome::Unknown);
    };
    let tool = order.tool_id.clone();
    // The customer gets an e-mail, unless the order is the customer's own decision or of a reclaimed account.
    let notified = matches!(by, CancelledBy::Admin(_) | CancelledBy::Expired).then_some(order);
    let reason = match by {
        CancelledBy::Expired | CancelledBy::Reclaim => StockChangeReason::OrderExpired,
        CancelledBy::Owner | CancelledBy::Admin(_) => StockChangeReason::OrderDeleted,
    };
    let audit_entry = match by {
        CancelledBy::Admin(actor) => {
            Some(AuditEntry::by(&actor, AuditAction::DeleteOrder, id.clone(), shop.clock.now()))
        }
        CancelledBy::Owner | CancelledBy::Expired | CancelledBy::Reclaim => None,
    };
    let mut deletion = OrderDeletion {
        id: id.clone(),
        tool,
        reason,
        audit_entry,
        notified,
        mismatched_intent: None,
        can_cancel: shop.payments.is_some(),
        mailer: shop.mailer.clone(),
        webhooks: shop.webhooks.clone(),
    };
    for _ in 0..MAX_ATTEMPTS {
        match delete_if_no_open_payment(shop, &deletion).await? {
            CancelStep::Deleted(tool) => {
                shop.catalogue.mark_changed(&tool);
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

#[derive(Clone)]
struct OrderDeletion {
    id: Id,
    tool: Id,
    reason: StockChangeReason,
    audit_entry: Option<AuditEntry>,
    /// The order, if its customer gets an e-mail.
    notified: Option<Order>,
    /// A payment that does not match its order: it is refunded.
    mismatched_intent: Option<String>,
    /// Card payment is on, so that intents can be canceled.
    can_cancel: bool,
    mailer: Mailer,
    webhooks: Webhooks,
}

/// Deletes the order and returns its stock, unless an intent is open for it.
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

async fn delete_order(
    tx: &Tx<'_>,
    deletion: &OrderDeletion,
    now: Timestamp,
) -> Result<CancelStep, RollbackReason> {
    let OrderDeletion { id, mailer, webhooks, .. } = deletion;
    // The row is deleted before the payments are read. Every change of a payment locks the row first, so concurrent
    // transactions wait for each other.
    let Some(deleted) = orders::store::delete_unpaid(tx, id).await? else {
        let left = orders::store::by_id(tx, id).await?;
        if left.is_none() && tx.may_be_committed() {
            return Ok(CancelStep::Deleted(deletion.tool.clone()));
        }
        return Ok(CancelStep::Done(match left.map(|order| order.state) {
            None => CancelOrderOutcome::Unknown,
            Some(OrderState::Refunding(_) | OrderState::Refunded { .. }) => CancelOrderOutcome::Refunded,
            Some(_) => CancelOrderOutcome::AlreadyPaid,
        }));
    };
    purchases::store::delete_empty(tx, id).await?;
    let current = store::current_of_order(tx, id).await?;
    match current.as_ref().map(|payment| (payment, &payment.state)) {
        Some((payment, PaymentState::Open { intent_id, .. })) => {
            if deletion.mismatched_intent.as_ref() == Some(intent_id) {
                let due = PaymentState::RefundDue { intent_id: intent_id.clone() };
                store::advance(tx, payment, &due, now).await?;
            } else if deletion.can_cancel {
                return Err(RollbackReason::Cancel(intent_id.clone()));
            } else {
                tracing::warn!(order = %id, intent = intent_id, "card payment is off: the order is deleted, its payment stays open");
            }
        }
        // An unpaid order with a succeeded payment is inconsistent: the owner has to check it.
        Some((_, PaymentState::Succeeded { .. })) => return Err(RollbackReason::Paid),
        _ => {}
    }
    let actor = deletion.audit_entry.as_ref().and_then(|entry| entry.actor.as_ref());
    let entered_by = audit::store::last_actor(tx, id, AuditAction::EnterOrder).await?.flatten();
    return_deleted_order(tx, id, &deleted, deletion.reason, [entered_by.as_ref(), actor], now).await?;
    catalogue::tools::events::stock_changed(webhooks, tx, &deleted.tool_id, now).await?;
    store::cancel_creating(tx, id, now).await?;
    if let Some(entry) = &deletion.audit_entry {
        audit::record(tx, entry).await?;
    }
    if let Some(order) = &deletion.notified {
        let message = |order| match deletion.audit_entry {
            Some(_) => EmailMessage::OrderCancelled { order },
            None => EmailMessage::OrderExpired { order },
        };
        notify_customer(mailer, tx, order, message, now).await?;
    }
    Ok(CancelStep::Deleted(deleted.tool_id))
}

/// Why the transaction is rolled back.
enum RollbackReason {
    Cancel(String),
    Paid,
    Db(db::Error),
}

impl From<db::Error> for RollbackReason {
    fn from(error: db::Error) -> Self {
        Self::Db(error)
    }
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
