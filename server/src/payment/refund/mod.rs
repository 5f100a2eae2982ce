//! Money that goes back: of an order an administrator refunds, and of a payment that came for an order that was gone.
//!
//! First our own records say that the money is due back, in the transaction that moves the order and its stock; then the
//! provider is asked, again and again until it has taken it up. So a crash or a silent provider delays a refund and
//! neither loses nor repeats it.

pub mod http;

use super::{
    Error,
    store::{self, Attempt, AttemptState},
};
use crate::{
    audit::{self, Action, Entry},
    catalogue,
    db::{self, Tx},
    identity,
    mail::{Mail, letter::Letter},
    ordering::{
        self,
        forget::forget_buyer,
        order::{NotAllowed, Order, OrderState},
        tell::tell,
    },
    shop::{Cards, Shop},
    values::{email::Email, ids::Id, time::Moment},
};

pub enum Outcome {
    /// Decided now, by this call. The provider may have taken it up already, or will be asked again.
    Begun,
    /// Decided before; nothing changed.
    BegunBefore,
    /// Nobody has paid for it.
    NotPaid,
    /// What was sent away cannot go back on sale.
    Shipped,
    /// Our books have no succeeded payment for this paid order: see the ledger.
    NoPayment,
    Unknown,
}

/// Only for administrators: gives the whole amount back, and before shipping the pieces to the shelf if so wished.
pub async fn refund(shop: &Shop, by: &Id, id: Id, returns_stock: bool) -> Result<Outcome, Error> {
    let cards = shop.cards.as_ref().ok_or(Error::Off)?;
    let entry =
        Entry { actor: Some(by.clone()), action: Action::RefundOrder, subject: id, at: shop.clock.now() };
    let asked = entry.clone();
    let (outcome, begun) = shop
        .db
        .write(move |tx| {
            let entry = asked.clone();
            Box::pin(async move { decide(tx, &entry, returns_stock).await })
        })
        .await?;
    if let Some((attempt, tool)) = begun {
        entry.log();
        if returns_stock {
            shop.catalogue.changed(&tool);
        }
        // The refund is decided whatever comes of this: `reconcile` asks again.
        if let Err(error) = give_back(shop, cards, &attempt).await {
            tracing::warn!(%error, order = %entry.subject, "a refund is decided and was not taken up yet");
        }
    }
    Ok(outcome)
}

/// The payment that is now due back, and the tool it was for.
type Begun = Option<(Attempt, Id)>;

async fn decide(tx: &Tx<'_>, entry: &Entry, returns_stock: bool) -> Result<(Outcome, Begun), db::Error> {
    let (id, now) = (&entry.subject, entry.at);
    let Some(seen) = ordering::store::by_id(tx, id).await? else { return Ok((Outcome::Unknown, None)) };
    let has_buyer = identity::store::lock_user(tx, &seen.user_id).await?;
    // From here on nobody ships it or refunds it beside us.
    ordering::store::hold(tx, id).await?;
    let Some(order) = ordering::store::by_id(tx, id).await? else { return Ok((Outcome::Unknown, None)) };
    let state = match order.state.clone().refund(now, returns_stock) {
        Ok(state) => state,
        Err(NotAllowed(OrderState::Unpaid)) => return Ok((Outcome::NotPaid, None)),
        Err(NotAllowed(OrderState::Paid(_) | OrderState::Shipped { .. })) => {
            return Ok((Outcome::Shipped, None));
        }
        Err(NotAllowed(OrderState::Refunding(_) | OrderState::Refunded { .. })) => {
            return Ok((Outcome::BegunBefore, None));
        }
    };
    let transaction_id = state.payment().map(|payment| payment.transaction_id.clone());
    let paid_by = match store::current_of_order(tx, id).await? {
        Some(Attempt { state: AttemptState::Succeeded { intent_id }, id, order_id, amount, currency })
            if Some(&intent_id) == transaction_id.as_ref() =>
        {
            Attempt { state: AttemptState::Succeeded { intent_id }, id, order_id, amount, currency }
        }
        _ => return Ok((Outcome::NoPayment, None)),
    };
    let due = AttemptState::RefundDue { intent_id: transaction_id.unwrap_or_default() };
    store::advance(tx, &paid_by, &due, now).await?;
    let order = Order { state, ..order };
    ordering::store::begin_refund(tx, &order).await?;
    if returns_stock {
        catalogue::store::return_to_stock(tx, &order.tool_id, order.quantity, now).await?;
    }
    audit::record(tx, entry).await?;
    let tool = order.tool_id.clone();
    if !has_buyer {
        forget_buyer(tx, order).await?;
    }
    Ok((Outcome::Begun, Some((Attempt { state: due, ..paid_by }, tool))))
}

/// Asks the provider to give back what is due, and writes down that it does. Safe to repeat and to run twice at once.
pub async fn give_back(shop: &Shop, cards: &Cards, due: &Attempt) -> Result<(), Error> {
    let AttemptState::RefundDue { intent_id } = &due.state else { return Ok(()) };
    let now = shop.clock.now();
    cards.client.refund(intent_id, now).await?;
    let (attempt, intent_id, mail) = (due.clone(), intent_id.clone(), shop.mail.clone());
    shop.db
        .write(move |tx| {
            let (attempt, intent_id, mail) = (attempt.clone(), intent_id.clone(), mail.clone());
            Box::pin(async move { write_down(tx, &mail, &attempt, intent_id, now).await })
        })
        .await
        .map_err(|error: db::Error| error)?;
    shop.mail.wake();
    Ok(())
}

/// First the order, then its payment, as everywhere.
async fn write_down(
    tx: &Tx<'_>,
    mail: &Mail,
    due: &Attempt,
    intent_id: String,
    now: Moment,
) -> Result<(), db::Error> {
    let is_confirmed = ordering::store::confirm_refund(tx, &due.order_id, &intent_id, now).await?;
    let refunded = AttemptState::Refunded { intent_id: intent_id.clone() };
    if !store::advance(tx, due, &refunded, now).await? {
        return Ok(());
    }
    if is_confirmed {
        let Some(order) = ordering::store::by_id(tx, &due.order_id).await? else { return Ok(()) };
        let was_shipped = order.state.refund_of().is_some_and(|refund| refund.shipped_at.is_some());
        return tell(mail, tx, &order, |order| Letter::OrderRefunded { order, was_shipped }, now).await;
    }
    let Some(payer) = store::payer_of(tx, &due.id).await? else { return Ok(()) };
    let Some(to) = Email::parse(&payer.email) else { return Ok(()) };
    let letter =
        Letter::PaymentReturned { name: payer.display_name, amount: due.amount, transaction_id: intent_id };
    mail.queue(tx, &to, &letter, now).await
}
