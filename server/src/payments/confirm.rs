//! The browser reports a payment. Our records are read first, because a webhook may have come before; then the provider
//! is asked. The browser itself is never trusted.

use super::{
    Error,
    apply_intent::{Settled, settle},
    store,
};
use crate::{clients::stripe, db, orders, shop::Shop, values::ids::Id};

pub enum Outcome {
    Paid,
    /// Paid by the same transaction before; nothing changed.
    PaidBefore,
    /// Paid by another transaction.
    PaidOtherwise,
    /// Paid by another transaction, and refunded.
    Refunded,
    /// It came too late: the order was deleted or paid before, and the payment is refunded.
    Returned,
    NotSucceeded,
    /// The transaction belongs to another order, or does not match this one.
    Mismatch,
    UnknownOrder,
}

/// Only for the order's owner.
pub async fn confirm(shop: &Shop, user: &Id, order: &Id, transaction_id: &str) -> Result<Outcome, Error> {
    let cards = shop.cards.as_ref();
    let (id, intent_id) = (order.clone(), transaction_id.to_owned());
    let (found, attempt) = shop
        .db
        .read(move |tx| {
            let (id, intent_id) = (id.clone(), intent_id.clone());
            Box::pin(async move {
                Ok::<_, db::Error>((
                    orders::store::by_id(tx, &id).await?,
                    store::by_intent(tx, &intent_id).await?,
                ))
            })
        })
        .await?;
    let Some(found) = found.filter(|found| found.user_id == *user) else { return Ok(Outcome::UnknownOrder) };
    if let Some(payment) = found.state.payment() {
        return Ok(match found.state.refund_of() {
            _ if payment.transaction_id == transaction_id => Outcome::PaidBefore,
            Some(_) => Outcome::Refunded,
            None => Outcome::PaidOtherwise,
        });
    }
    if attempt.is_none_or(|attempt| attempt.order_id != *order) {
        return Ok(Outcome::Mismatch);
    }
    let intent = match cards.ok_or(Error::Off)?.client.retrieve_intent(transaction_id).await {
        Ok(intent) => intent,
        Err(stripe::Error::Refused { .. }) => return Ok(Outcome::Mismatch),
        Err(unclear) => return Err(unclear.into()),
    };
    if intent.id != transaction_id {
        return Ok(Outcome::Mismatch);
    }
    Ok(match settle(shop, &intent).await? {
        Settled::JustPaid => Outcome::Paid,
        Settled::PaidBefore => Outcome::PaidBefore,
        Settled::NotYet | Settled::Canceled => Outcome::NotSucceeded,
        Settled::Refunding | Settled::GivenBack => Outcome::Returned,
        Settled::Mismatch | Settled::Unknown => Outcome::Mismatch,
    })
}
