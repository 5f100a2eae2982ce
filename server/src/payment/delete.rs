//! Deleting an unpaid order: first the provider gives up the intent, then order and stock move in one transaction.
//! A customer who pays at the same moment wins: then the order is paid and stays.

use super::{
    Error,
    settle::{Settled, settle},
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
    let mut given_up = None;
    for _ in 0..ROUNDS {
        match delete_unless_open(shop, id, given_up.take()).await? {
            Step::Done(outcome) => {
                if matches!(outcome, Outcome::Deleted) {
                    shop.catalogue.changed();
                }
                return Ok(outcome);
            }
            Step::Cancel(intent_id) => match cancel(shop, &intent_id).await? {
                None => given_up = Some(intent_id),
                Some(outcome) => return Ok(outcome),
            },
        }
    }
    Ok(Outcome::PaymentUnderWay)
}

/// Deletes the order and returns its stock, unless an intent other than `given_up` is open.
async fn delete_unless_open(shop: &Shop, id: &Id, given_up: Option<String>) -> Result<Step, db::Error> {
    let now = shop.clock.now();
    let id = id.clone();
    shop.db
        .write(move |tx| {
            let (id, given_up) = (id.clone(), given_up.clone());
            Box::pin(async move {
                // The row is deleted before the attempts are looked at: whoever starts or settles a payment at this
                // moment waits for us, or we for them.
                let Some((tool, quantity)) = ordering::store::delete_unpaid(tx, &id).await? else {
                    let is_there = ordering::store::by_id(tx, &id).await?.is_some();
                    return Ok(Step::Done(if is_there { Outcome::AlreadyPaid } else { Outcome::Unknown }));
                };
                if let Some(AttemptState::Open { intent_id, .. }) =
                    store::current_of_order(tx, &id).await?.map(|attempt| attempt.state)
                    && given_up.as_ref() != Some(&intent_id)
                {
                    return Err(Undo::Cancel(intent_id));
                }
                catalogue::store::return_to_stock(tx, &tool, quantity, now).await?;
                store::cancel_of_order(tx, &id, now).await?;
                Ok(Step::Done(Outcome::Deleted))
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

/// `None`: the provider has given the intent up for good.
async fn cancel(shop: &Shop, intent_id: &str) -> Result<Option<Outcome>, Error> {
    let client = &shop.cards.as_ref().ok_or(Error::Off)?.client;
    let intent = match client.cancel_intent(intent_id).await {
        Ok(intent) => intent,
        // It cannot be cancelled in the state it is in: look which.
        Err(stripe::Error::Refused { .. }) => client.retrieve_intent(intent_id).await?,
        Err(unclear) => return Err(unclear.into()),
    };
    if intent.status == stripe::IntentStatus::Canceled {
        return Ok(None);
    }
    Ok(Some(match settle(shop, &intent).await? {
        Settled::JustPaid | Settled::PaidBefore => Outcome::AlreadyPaid,
        Settled::Canceled | Settled::NotYet | Settled::Refunding | Settled::Mismatch | Settled::Unknown => {
            Outcome::PaymentUnderWay
        }
    }))
}
