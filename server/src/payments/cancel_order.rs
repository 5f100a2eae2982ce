//! Deleting an unpaid order: first the provider cancels the intent, then order and stock change in one transaction. If
//! the customer pays at the same moment, the order is paid and stays.
//!
//! While card payment is off the provider cannot be asked to cancel an intent. Then the order is deleted and its
//! payment stays open; reconciliation reports it. Once payment is on again, the intent is canceled, or what was paid is
//! refunded (docs/decisions/0017).
//!
//! An order with a payment that does not match it stays until an administrator deletes it: that refunds the payment.

use super::{
    Error,
    apply_intent::{Settled, forget, settle},
    store::{self, AttemptState},
};
use crate::{
    audit::{self, Action, Entry},
    catalogue,
    clients::stripe,
    db,
    email::message::Letter,
    orders::{
        self,
        notify_customer::tell,
        order::{Order, OrderState},
    },
    shop::Shop,
    values::ids::Id,
};

pub enum Outcome {
    Deleted,
    AlreadyPaid,
    /// It was paid and refunded.
    Refunded,
    /// The provider is working on a payment; whether the order can be deleted is not known yet.
    PaymentUnderWay,
    Unknown,
}

/// Who deletes an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    Owner,
    /// An administrator: the deletion is audited.
    Admin(Id),
    /// The shop: it was not paid in time.
    Expiry,
    /// The shop: it was placed before the owner of the e-mail address reclaimed the account.
    TakeOver,
}

/// A new payment may start between canceling the intent and deleting the order.
const ROUNDS: usize = 3;

enum Step {
    /// The order was for this tool.
    Deleted(Id),
    Done(Outcome),
    /// This intent is open and has to be canceled at the provider first.
    Cancel(String),
}

/// `by` returns who deletes this order; `None`: the caller may not see it.
pub async fn delete(shop: &Shop, id: &Id, by: impl Fn(&Order) -> Option<By>) -> Result<Outcome, Error> {
    let asked = id.clone();
    let order = shop
        .db
        .read(move |tx| {
            let id = asked.clone();
            Box::pin(async move { orders::store::by_id(tx, &id).await })
        })
        .await?;
    let Some((order, by)) = order.and_then(|order| by(&order).map(|by| (order, by))) else {
        return Ok(Outcome::Unknown);
    };
    // Only an expired order is reported to its customer by e-mail.
    let expired = (by == By::Expiry).then_some(order);
    let deed = match by {
        By::Admin(actor) => Some(Entry {
            actor: Some(actor),
            action: Action::DeleteOrder,
            subject: id.clone(),
            at: shop.clock.now(),
        }),
        By::Owner | By::Expiry | By::TakeOver => None,
    };
    let mut misfit = None;
    for _ in 0..ROUNDS {
        let wish = Wish { deed: deed.clone(), expired: expired.clone(), misfit: misfit.clone() };
        match delete_unless_open(shop, id, wish).await? {
            Step::Deleted(tool) => {
                shop.catalogue.changed(&tool);
                shop.mail.wake();
                if let Some(deed) = deed {
                    deed.log();
                }
                return Ok(Outcome::Deleted);
            }
            Step::Done(outcome) => return Ok(outcome),
            Step::Cancel(intent_id) => match cancel(shop, &intent_id).await? {
                // The next attempt deletes the order, or reports its new state.
                Settled::Canceled | Settled::GivenBack | Settled::JustPaid | Settled::PaidBefore => {}
                Settled::Mismatch if deed.is_some() => misfit = Some(intent_id),
                Settled::NotYet | Settled::Refunding | Settled::Mismatch | Settled::Unknown => {
                    return Ok(Outcome::PaymentUnderWay);
                }
            },
        }
    }
    Ok(Outcome::PaymentUnderWay)
}

#[derive(Clone)]
struct Wish {
    deed: Option<Entry>,
    /// The order, if its customer gets an e-mail.
    expired: Option<Order>,
    /// A payment that does not match its order: it is refunded.
    misfit: Option<String>,
}

/// Deletes the order and returns its stock, unless an intent is open for it.
async fn delete_unless_open(shop: &Shop, id: &Id, wish: Wish) -> Result<Step, db::Error> {
    let now = shop.clock.now();
    let (id, mail, can_cancel) = (id.clone(), shop.mail.clone(), shop.cards.is_some());
    shop.db
        .write(move |tx| {
            let (id, mail, wish) = (id.clone(), mail.clone(), wish.clone());
            Box::pin(async move {
                // The row is deleted before the payments are read. Every change of a payment locks the row first, so
                // concurrent transactions wait for each other.
                let Some((tool, quantity)) = orders::store::delete_unpaid(tx, &id).await? else {
                    let left = orders::store::by_id(tx, &id).await?;
                    return Ok(Step::Done(match left.map(|order| order.state) {
                        None => Outcome::Unknown,
                        Some(OrderState::Refunding(_) | OrderState::Refunded { .. }) => Outcome::Refunded,
                        Some(_) => Outcome::AlreadyPaid,
                    }));
                };
                let current = store::current_of_order(tx, &id).await?;
                match current.as_ref().map(|attempt| (attempt, &attempt.state)) {
                    Some((attempt, AttemptState::Open { intent_id, .. })) => {
                        if wish.misfit.as_ref() == Some(intent_id) {
                            let due = AttemptState::RefundDue { intent_id: intent_id.clone() };
                            store::advance(tx, attempt, &due, now).await?;
                        } else if can_cancel {
                            return Err(Undo::Cancel(intent_id.clone()));
                        } else {
                            tracing::warn!(order = %id, intent = intent_id, "card payment is off: the order is deleted, its payment stays open");
                        }
                    }
                    // An unpaid order with a succeeded payment is inconsistent: the owner has to check it.
                    Some((_, AttemptState::Succeeded { .. })) => return Err(Undo::Paid),
                    _ => {}
                }
                catalogue::store::return_to_stock(tx, &tool, quantity, now).await?;
                store::cancel_starting(tx, &id, now).await?;
                if let Some(deed) = &wish.deed {
                    audit::record(tx, deed).await?;
                }
                if let Some(order) = &wish.expired {
                    tell(&mail, tx, order, |order| Letter::OrderExpired { order }, now).await?;
                }
                Ok(Step::Deleted(tool))
            })
        })
        .await
        .or_else(|undo| match undo {
            Undo::Cancel(intent_id) => Ok(Step::Cancel(intent_id)),
            Undo::Paid => Ok(Step::Done(Outcome::AlreadyPaid)),
            Undo::Db(error) => Err(error),
        })
}

/// Why the transaction is rolled back.
enum Undo {
    Cancel(String),
    Paid,
    Db(db::Error),
}

impl From<db::Error> for Undo {
    fn from(error: db::Error) -> Self {
        Self::Db(error)
    }
}

/// Cancels the intent at the provider and applies its state, which may be that the customer has paid.
pub async fn cancel(shop: &Shop, intent_id: &str) -> Result<Settled, Error> {
    let cards = shop.cards.as_ref().ok_or(Error::Off)?;
    let client = &cards.client;
    let intent = match client.cancel_intent(intent_id).await {
        // Its state does not allow canceling: read the state.
        Err(stripe::Error::Refused { .. }) => client.retrieve_intent(intent_id).await,
        other => other,
    };
    match intent {
        Ok(intent) => Ok(settle(shop, &intent).await?),
        Err(error) if error.is_missing() => {
            forget(shop, intent_id).await?;
            Ok(Settled::Canceled)
        }
        Err(other) => Err(other.into()),
    }
}
