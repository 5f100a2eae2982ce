//! Deleting an unpaid order: first the provider gives up the intent, then order and stock move in one transaction.
//! A customer who pays at the same moment wins: then the order is paid and stays.

use super::{
    Error,
    settle::{Settled, forget, settle},
    store::{self, AttemptState},
};
use crate::{
    catalogue, db,
    ordering::{self, order::Order},
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

/// How often a new payment may begin between our two steps before we give up for now.
const ROUNDS: usize = 3;

enum Step {
    /// The stock of this tool went up.
    Deleted(Id),
    Done(Outcome),
    /// An intent is open that the provider has not given up yet.
    Cancel(String),
}

/// `may` decides whether the caller may delete this order; otherwise it is unknown to them.
pub async fn delete(shop: &Shop, id: &Id, may: impl Fn(&Order) -> bool) -> Result<Outcome, Error> {
    let asked = id.clone();
    let order = shop
        .db
        .read(move |tx| {
            let id = asked.clone();
            Box::pin(async move { ordering::store::by_id(tx, &id).await })
        })
        .await?;
    if !order.as_ref().is_some_and(may) {
        return Ok(Outcome::Unknown);
    }
    for _ in 0..ROUNDS {
        match delete_unless_open(shop, id).await? {
            Step::Deleted(tool) => {
                shop.catalogue.changed(&tool);
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

/// Deletes the order and returns its stock, unless an intent is open for it.
async fn delete_unless_open(shop: &Shop, id: &Id) -> Result<Step, db::Error> {
    let now = shop.clock.now();
    let id = id.clone();
    shop.db
        .write(move |tx| {
            let id = id.clone();
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
