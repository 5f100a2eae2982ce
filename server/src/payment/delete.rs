//! Deleting an unpaid order: first the provider gives up the intent, then order and stock move in one transaction.
//! A customer who pays at the same moment wins: then the order is paid and stays.

use super::{
    Error,
    settle::{Settled, forget, settle},
    store::{self, AttemptState},
};
use crate::{
    audit::{self, Action, Entry},
    catalogue, db,
    mail::letter::Letter,
    ordering::{self, order::Order, tell::tell},
    outside::stripe,
    shop::Shop,
    values::ids::Id,
};

pub enum Outcome {
    Deleted,
    AlreadyPaid,
    /// The provider is working on a payment; whether the order can be deleted is not known yet.
    PaymentUnderWay,
    Unknown,
}

/// On whose behalf an order is deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    Owner,
    /// Somebody else, who has to answer for it.
    Admin(Id),
    /// The shop itself: it was not paid in time.
    Expiry,
    /// The shop itself: whoever placed it did so in somebody else's name.
    TakeOver,
}

/// How often a new payment may begin between our two steps before we give up for now.
const ROUNDS: usize = 3;

enum Step {
    /// The stock of this tool went up.
    Deleted(Id),
    Done(Outcome),
    /// An intent is open that the provider has not given up yet.
    Cancel(String),
}

/// `by` says on whose behalf this order may be deleted; `None`: it is unknown to the caller.
pub async fn delete(shop: &Shop, id: &Id, by: impl Fn(&Order) -> Option<By>) -> Result<Outcome, Error> {
    let asked = id.clone();
    let order = shop
        .db
        .read(move |tx| {
            let id = asked.clone();
            Box::pin(async move { ordering::store::by_id(tx, &id).await })
        })
        .await?;
    let Some((order, by)) = order.and_then(|order| by(&order).map(|by| (order, by))) else {
        return Ok(Outcome::Unknown);
    };
    // Whoever deletes it themselves knows.
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
    for _ in 0..ROUNDS {
        match delete_unless_open(shop, id, deed.as_ref(), expired.as_ref()).await? {
            Step::Deleted(tool) => {
                shop.catalogue.changed(&tool);
                shop.mail.wake();
                if let Some(deed) = deed {
                    deed.log();
                }
                return Ok(Outcome::Deleted);
            }
            Step::Done(outcome) => return Ok(outcome),
            Step::Cancel(intent_id) => {
                if let Some(outcome) = cancel(shop, &intent_id).await? {
                    return Ok(outcome);
                }
            }
        }
    }
    Ok(Outcome::PaymentUnderWay)
}

/// Deletes the order and returns its stock, unless an intent is open for it. `expired`: the order, if its customer is to
/// be told.
async fn delete_unless_open(
    shop: &Shop,
    id: &Id,
    deed: Option<&Entry>,
    expired: Option<&Order>,
) -> Result<Step, db::Error> {
    let now = shop.clock.now();
    let (id, deed, expired, mail) = (id.clone(), deed.cloned(), expired.cloned(), shop.mail.clone());
    shop.db
        .write(move |tx| {
            let (id, deed, expired, mail) = (id.clone(), deed.clone(), expired.clone(), mail.clone());
            Box::pin(async move {
                // The row is deleted before the attempts are looked at: whoever starts, opens or settles a payment
                // takes the row first, so they wait for us or we for them.
                let Some((tool, quantity)) = ordering::store::delete_unpaid(tx, &id).await? else {
                    let is_there = ordering::store::by_id(tx, &id).await?.is_some();
                    return Ok(Step::Done(if is_there { Outcome::AlreadyPaid } else { Outcome::Unknown }));
                };
                let current = store::current_of_order(tx, &id).await?;
                if let Some(AttemptState::Open { intent_id, .. }) = current.map(|attempt| attempt.state) {
                    return Err(Undo::Cancel(intent_id));
                }
                catalogue::store::return_to_stock(tx, &tool, quantity, now).await?;
                store::cancel_starting(tx, &id, now).await?;
                if let Some(deed) = &deed {
                    audit::record(tx, deed).await?;
                }
                if let Some(order) = &expired {
                    tell(&mail, tx, order, |order| Letter::OrderExpired { order }, now).await?;
                }
                Ok(Step::Deleted(tool))
            })
        })
        .await
        .or_else(|undo| match undo {
            Undo::Cancel(intent_id) => Ok(Step::Cancel(intent_id)),
            Undo::Db(error) => Err(error),
        })
}

/// Why the transaction is rolled back.
enum Undo {
    Cancel(String),
    Db(db::Error),
}

impl From<db::Error> for Undo {
    fn from(error: db::Error) -> Self {
        Self::Db(error)
    }
}

/// `None`: nobody can pay with the intent any more, and our records say so.
async fn cancel(shop: &Shop, intent_id: &str) -> Result<Option<Outcome>, Error> {
    let client = &shop.cards.as_ref().ok_or(Error::Off)?.client;
    let intent = match client.cancel_intent(intent_id).await {
        // It cannot be cancelled in the state it is in: look which.
        Err(stripe::Error::Refused { .. }) => client.retrieve_intent(intent_id).await,
        other => other,
    };
    let intent = match intent {
        Ok(intent) => intent,
        Err(error) if error.is_missing() => {
            forget(shop, intent_id).await?;
            return Ok(None);
        }
        Err(other) => return Err(other.into()),
    };
    Ok(match settle(shop, &intent).await? {
        Settled::Canceled => None,
        Settled::JustPaid | Settled::PaidBefore => Some(Outcome::AlreadyPaid),
        Settled::NotYet | Settled::Refunding | Settled::Mismatch | Settled::Unknown => {
            Some(Outcome::PaymentUnderWay)
        }
    })
}
