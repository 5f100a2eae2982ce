//! Deleting an unpaid order: first the provider cancels the intent, then order and stock change in one transaction. If
//! the customer pays at the same moment, the order is paid and stays.
//!
//! While card payment is off the provider cannot be asked to cancel an intent. Then the order is deleted and its
//! payment stays open; reconciliation reports it. Once payment is on again, the intent is canceled, or what was paid is
//! refunded (docs/decisions/0017). A line of a purchase is not deleted then, because the payment would be for more than the
//! rest.
//!
//! An order with a payment that does not match it stays until an administrator deletes it: that refunds the payment.

use std::{sync::Arc, time::Duration};

use super::{
    PaymentError,
    apply_intent::{IntentEffect, apply_intent, forget},
    purchase::requote::requote,
    store::{self, PaymentState},
};
use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::{
            Mailer,
            message::{EmailMessage, PaymentTerms},
        },
    },
    catalogue::{
        self,
        tools::store::{StockChangeReason, return_deleted_order},
    },
    clients::stripe,
    db::{self, Tx},
    sales::{
        discounts,
        orders::{
            self,
            notify_customer::notify_of_purchase,
            order::{Order, OrderState},
        },
        purchases,
    },
    settings::{shop_settings::cache::CurrentSettings, webhooks::Webhooks},
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
    /// The customer has extended the checkout, so it did not expire.
    StillHeld,
    /// Without this line the purchase would be less than a card can be charged.
    RestTooSmall,
    Unknown,
}

/// Who deletes an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CancelledBy {
    Owner,
    /// An administrator: the deletion is audited.
    Admin(Id),
    /// The shop: it was not paid in time. A checkout is deleted only if it is still held until this moment and no longer.
    Expired {
        held_until: Option<Timestamp>,
    },
    /// The shop: it was placed before the owner of the e-mail address reclaimed the account.
    Reclaim,
}

/// A new payment may start between canceling the intent and deleting the order.
pub(super) const MAX_ATTEMPTS: usize = 3;

enum CancelStep {
    /// The orders were for these tools.
    Deleted(Vec<Id>),
    Done(CancelOrderOutcome),
    /// This intent is open and has to be canceled at the provider first.
    Cancel(String),
}

/// Deletes an order. The rest of its purchase is quoted again. `by` returns who deletes this order; `None`: the caller may
/// not see it.
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
    let held_until = if let CancelledBy::Expired { held_until } = by { held_until } else { None };
    let reason = match by {
        CancelledBy::Expired { .. } | CancelledBy::Reclaim => StockChangeReason::OrderExpired,
        CancelledBy::Owner | CancelledBy::Admin(_) => StockChangeReason::OrderDeleted,
    };
    let audit_entry = match by {
        CancelledBy::Admin(actor) => {
            Some(AuditEntry::by(&actor, AuditAction::DeleteOrder, order.id.clone(), shop.clock.now()))
        }
        CancelledBy::Owner | CancelledBy::Expired { .. } | CancelledBy::Reclaim => None,
    };
    let current = shop.settings.current();
    let mut deletion = OrderDeletion {
        purchase: order.line.purchase_id.clone(),
        order: (!deletes_all).then(|| order.id.clone()),
        held_until,
        tool: order.tool_id.clone(),
        reason,
        audit_entry,
        is_notified,
        settings: current,
        mismatched_intent: None,
        can_cancel: shop.payments.is_some(),
        how_to_pay: shop.how_to_pay().unwrap_or_default(),
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

#[derive(Clone)]
struct OrderDeletion {
    purchase: Id,
    /// Only this line. `None`: all of the purchase.
    order: Option<Id>,
    /// When the hold of the checkout ended, as far as the job knows.
    held_until: Option<Timestamp>,
    tool: Id,
    reason: StockChangeReason,
    audit_entry: Option<AuditEntry>,
    is_notified: bool,
    /// What the rest of the purchase is quoted with.
    settings: Arc<CurrentSettings>,
    /// A payment that does not match its order: it is refunded.
    mismatched_intent: Option<String>,
    /// Card payment is on, so that intents can be canceled.
    can_cancel: bool,
    /// The owner's text while card payment is off.
    how_to_pay: String,
    unpaid_order_ttl: Option<Duration>,
    mailer: Mailer,
    webhooks: Webhooks,
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

async fn delete_order(
    tx: &Tx<'_>,
    deletion: &OrderDeletion,
    now: Timestamp,
) -> Result<CancelStep, RollbackReason> {
    let OrderDeletion { purchase, mailer, webhooks, .. } = deletion;
    // Every change of a payment locks the purchase first, so concurrent transactions wait for each other.
    purchases::store::lock(tx, purchase).await?;
    let is_meant = |order: &Order| deletion.order.as_ref().is_none_or(|id| order.id == *id);
    let (meant, kept): (Vec<_>, Vec<_>) =
        orders::store::of_purchase(tx, purchase).await?.into_iter().partition(is_meant);
    match meant.iter().map(|order| &order.state).find(|state| **state != OrderState::Unpaid) {
        Some(OrderState::Refunding(_) | OrderState::Refunded { .. }) => {
            return Ok(CancelStep::Done(CancelOrderOutcome::Refunded));
        }
        Some(_) => return Ok(CancelStep::Done(CancelOrderOutcome::AlreadyPaid)),
        None if meant.is_empty() && tx.may_be_committed() => {
            return Ok(CancelStep::Deleted(vec![deletion.tool.clone()]));
        }
        None if meant.is_empty() => return Ok(CancelStep::Done(CancelOrderOutcome::Unknown)),
        None => {}
    }
    if deletion.held_until.is_some() {
        let held_until =
            purchases::store::by_id(tx, purchase).await?.and_then(|purchase| purchase.held_until);
        if held_until != deletion.held_until {
            return Ok(CancelStep::Done(CancelOrderOutcome::StillHeld));
        }
    }
    let current = store::current_of_order(tx, purchase).await?;
    match current.as_ref().map(|payment| (payment, &payment.state)) {
        Some((payment, PaymentState::Open { intent_id, .. })) => {
            if deletion.mismatched_intent.as_ref() == Some(intent_id) {
                let due = PaymentState::RefundDue { intent_id: intent_id.clone() };
                store::advance(tx, payment, &due, now).await?;
            } else if deletion.can_cancel {
                return Err(RollbackReason::Cancel(intent_id.clone()));
            } else if !kept.is_empty() {
                // A card could still be charged for all of the purchase.
                return Ok(CancelStep::Done(CancelOrderOutcome::CardPaymentOpen));
            } else {
                tracing::warn!(order = %purchase, intent = intent_id, "card payment is off: the order is deleted, its payment stays open");
            }
        }
        // An unpaid order with a succeeded payment is inconsistent: the owner has to check it.
        Some((_, PaymentState::Succeeded { .. })) => return Err(RollbackReason::Paid),
        _ => {}
    }
    if !kept.is_empty() && !requote(tx, purchase, &kept, &deletion.settings).await? {
        return Ok(CancelStep::Done(CancelOrderOutcome::RestTooSmall));
    }
    if deletion.is_notified {
        if kept.is_empty() {
            let message = |order| match deletion.audit_entry {
                Some(_) => EmailMessage::OrderCancelled { order },
                None => EmailMessage::OrderExpired { order },
            };
            notify_of_purchase(mailer, tx, &meant, message, now).await?;
        } else {
            notify_of_rest(tx, deletion, (&meant, &kept), now).await?;
        }
    }
    if kept.is_empty() {
        discounts::give_back(tx, purchase).await?;
    }
    let actor = deletion.audit_entry.as_ref().and_then(|entry| entry.actor.as_ref());
    for order in &meant {
        let Some(deleted) = orders::store::delete_unpaid(tx, &order.id).await? else {
            return Err(tx.conflict().into());
        };
        let entered_by = audit::store::last_actor(tx, &order.id, AuditAction::EnterOrder).await?.flatten();
        let people = [entered_by.as_ref(), actor];
        return_deleted_order(tx, &order.id, &deleted, deletion.reason, people, now).await?;
        catalogue::tools::events::stock_changed(webhooks, tx, &deleted.tool_id, now).await?;
    }
    purchases::store::delete_empty(tx, purchase).await?;
    store::cancel_creating(tx, purchase, now).await?;
    if let Some(entry) = &deletion.audit_entry {
        audit::record(tx, entry).await?;
    }
    Ok(CancelStep::Deleted(meant.into_iter().map(|order| order.tool_id).collect()))
}

/// Tells the customer what was deleted, and what the rest of the purchase costs after it was quoted again.
async fn notify_of_rest(
    tx: &Tx<'_>,
    deletion: &OrderDeletion,
    (deleted, kept): (&[Order], &[Order]),
    now: Timestamp,
) -> Result<(), db::Error> {
    let removed: Vec<_> =
        deleted.iter().map(|order| format!("{} × {}", order.quantity, order.tool_name)).collect();
    let can_be_paid = deletion.can_cancel;
    let Some(purchase) = purchases::store::by_id(tx, &deletion.purchase).await? else {
        return Err(tx.conflict());
    };
    let end = kept.iter().find_map(|order| order.expires_at(deletion.unpaid_order_ttl));
    let payment = PaymentTerms {
        can_be_paid,
        at_pick_up: purchase.pays_at_pick_up,
        how_to_pay: deletion.how_to_pay.clone(),
        held_for: end.filter(|_| can_be_paid).map(|end| Duration::from_secs(now.seconds_until(end))),
    };
    let message = |order| EmailMessage::OrderLineCancelled {
        order,
        removed: removed.join(", "),
        purchase_id: deletion.purchase.clone(),
        payment,
    };
    notify_of_purchase(&deletion.mailer, tx, kept, message, now).await
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
