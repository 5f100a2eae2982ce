//! Deleting an unpaid order in the database, with its stock, its discount and the quote of the rest.

use std::{sync::Arc, time::Duration};

use super::{
    cancel_order::{CancelOrderOutcome, OrderExpiry},
    ended_purchase,
    purchase::requote::requote,
    store::{self, PaymentState},
};
use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry},
        email::{Mailer, message::EmailMessage, order_summary::PaymentTerms},
    },
    catalogue::{
        self,
        tools::store::{StockChangeReason, return_deleted_order},
    },
    db::{self, Tx},
    sales::{
        discounts,
        orders::{
            self,
            events::unpaid_order,
            notify_customer::notify_of_purchase,
            order::{Order, OrderState},
        },
        purchases,
    },
    settings::{
        shop_settings::cache::CurrentSettings,
        webhooks::{WebhookEvent, Webhooks},
    },
    values::{ids::Id, language::Localized, time::Timestamp},
};

pub(super) enum CancelStep {
    /// The orders were for these tools.
    Deleted(Vec<Id>),
    Done(CancelOrderOutcome),
    /// This intent is open and has to be canceled at the provider first.
    Cancel(String),
}

#[derive(Clone)]
pub(super) struct OrderDeletion {
    pub purchase: Id,
    /// Only this line is meant. `None` means all of the purchase.
    pub order: Option<Id>,
    /// Set if only an expired purchase may be deleted: when the job read it, and why it expires.
    pub expiry: Option<(Timestamp, OrderExpiry)>,
    pub tool: Id,
    pub reason: StockChangeReason,
    pub audit_entry: Option<AuditEntry>,
    pub is_notified: bool,
    /// What the rest of the purchase is quoted with.
    pub settings: Arc<CurrentSettings>,
    /// A payment that does not match its order: it is refunded.
    pub mismatched_intent: Option<String>,
    /// Card payment is on, so that intents can be canceled.
    pub can_cancel: bool,
    /// The owner's text while card payment is off.
    pub how_to_pay: Option<Localized>,
    pub unpaid_order_ttl: Option<Duration>,
    pub mailer: Mailer,
    pub webhooks: Webhooks,
}

/// Deletes the orders and returns their stock, unless an intent is open for their purchase.
pub(super) async fn delete_order(
    tx: &Tx<'_>,
    deletion: &OrderDeletion,
    now: Timestamp,
) -> Result<CancelStep, RollbackReason> {
    let OrderDeletion { purchase, mailer, webhooks, .. } = deletion;
    // Every change of a payment locks the purchase first, so concurrent transactions wait for each other.
    purchases::store::lock(tx, purchase).await?;
    let is_meant = |order: &Order| deletion.order.as_ref().is_none_or(|id| order.id == *id);
    let (mut meant, kept): (Vec<_>, Vec<_>) =
        orders::store::of_purchase(tx, purchase).await?.into_iter().partition(is_meant);
    // All transactions lock tools in the order of their ids.
    meant.sort_by(|one, other| one.tool_id.as_str().cmp(other.tool_id.as_str()));
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
    if let Some(expiry) = deletion.expiry
        && is_still_held(tx, purchase, &meant, expiry, now).await?
    {
        return Ok(CancelStep::Done(CancelOrderOutcome::StillHeld));
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
        Some((
            _,
            PaymentState::Creating
            | PaymentState::Canceled { .. }
            | PaymentState::RefundDue { .. }
            | PaymentState::Refunded { .. },
        ))
        | None => {}
    }
    if !kept.is_empty() && !requote(tx, purchase, &kept, &deletion.settings, now).await? {
        return Ok(CancelStep::Done(CancelOrderOutcome::RestTooSmall));
    }
    if deletion.is_notified {
        if kept.is_empty() {
            let message = |order| match deletion.audit_entry {
                Some(_) => EmailMessage::OrderCancelled { order },
                None => EmailMessage::OrderExpired { order, purchase_id: Some(purchase.clone()) },
            };
            notify_of_purchase(mailer, tx, &meant, message, now).await?;
        } else {
            notify_of_rest(tx, deletion, (&meant, &kept), now).await?;
        }
    }
    if kept.is_empty() {
        discounts::give_back(tx, purchase).await?;
        let is_expired = matches!(deletion.reason, StockChangeReason::OrderExpired);
        // What was ordered before a reclaim is not of the account's owner.
        if deletion.is_notified || !is_expired {
            ended_purchase::remember(tx, purchase, &meant, is_expired, now).await?;
        }
    }
    let actor = deletion.audit_entry.as_ref().and_then(|entry| entry.actor.as_ref());
    let event = match deletion.reason {
        StockChangeReason::OrderExpired => WebhookEvent::OrderExpired,
        _ => WebhookEvent::OrderCancelled,
    };
    for order in &meant {
        let Some(deleted) = orders::store::delete_unpaid(tx, &order.id).await? else {
            return Err(tx.conflict().into());
        };
        let entered_by = audit::store::last_actor(tx, &order.id, AuditAction::EnterOrder).await?.flatten();
        let people = [entered_by.as_ref(), actor];
        return_deleted_order(tx, &order.id, &deleted, deletion.reason, people, now).await?;
        catalogue::tools::events::stock_changed(webhooks, tx, &deleted.tool_id, now).await?;
        unpaid_order(webhooks, tx, event, order, now).await?;
    }
    purchases::store::delete_empty(tx, purchase).await?;
    store::cancel_creating(tx, purchase, now).await?;
    if let Some(entry) = &deletion.audit_entry {
        audit::record(tx, entry).await?;
    }
    Ok(CancelStep::Deleted(meant.into_iter().map(|order| order.tool_id).collect()))
}

/// Decides again under the lock, before the provider is asked to cancel: what the job read may be over.
async fn is_still_held(
    tx: &Tx<'_>,
    purchase: &Id,
    orders: &[Order],
    (listed_at, why): (Timestamp, OrderExpiry),
    now: Timestamp,
) -> Result<bool, db::Error> {
    if store::has_begun_since(tx, purchase, listed_at).await? {
        return Ok(true);
    }
    match why {
        // Card payment was off meanwhile, so that the order does not expire.
        OrderExpiry::Old => Ok(orders.iter().any(|order| order.is_kept)),
        OrderExpiry::NewCustomer => Ok(!store::is_no_longer_held(tx, purchase, now).await?),
        OrderExpiry::Checkout(listed) => {
            let purchase = purchases::store::by_id(tx, purchase).await?;
            Ok(purchase.and_then(|purchase| purchase.held_until) != Some(listed))
        }
    }
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
        how_to_pay: deletion
            .how_to_pay
            .as_ref()
            .map_or_else(String::new, |text| text.in_language(purchase.language).to_owned()),
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
pub(super) enum RollbackReason {
    Cancel(String),
    Paid,
    Db(db::Error),
}

impl From<db::Error> for RollbackReason {
    fn from(error: db::Error) -> Self {
        Self::Db(error)
    }
}
