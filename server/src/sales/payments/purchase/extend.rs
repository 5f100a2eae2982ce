//! Extends an unpaid purchase: it holds its stock for the same time again, once.

use std::time::Duration;

use crate::{
    base::rate_limit::{self, LimitedAction},
    db::{self, Tx},
    sales::{
        orders::{self, held_stock},
        payments::{
            PaymentError,
            store::{self, Payment, PaymentState},
        },
        purchases::{self, Purchase},
    },
    shop::Shop,
    values::{ids::Id, time::Timestamp},
};

pub enum ExtendOutcome {
    HeldUntil(Timestamp),
    /// It was extended before, its time is over, or it is paid.
    Refused,
    /// No card was entered, and customers who never paid hold more than half of one of its tools.
    PaymentNotBegun,
}

struct Extension {
    purchase: Id,
    until: Timestamp,
    now: Timestamp,
    /// Customers who never paid hold more than half of a tool only for a short time.
    needs_payment: bool,
}

pub async fn extend(shop: &Shop, purchase: &Purchase) -> Result<ExtendOutcome, PaymentError> {
    let Some(held_until) = purchase.held_until else { return Ok(ExtendOutcome::Refused) };
    // The stock is held for the same time again, which is short for customers who never paid.
    let length = Duration::from_secs(purchase.created_at.seconds_until(held_until));
    let until = held_until.plus(length);
    let extension = |needs_payment| {
        let extension =
            Extension { purchase: purchase.id.clone(), until, now: shop.clock.now(), needs_payment };
        shop.db.write(extension, |tx, extension| Box::pin(extend_in_tx(tx, extension)))
    };
    let needs_payment = shop.config.limits.new_customer_large_order_ttl.is_some();
    match extension(needs_payment).await? {
        ExtendOutcome::PaymentNotBegun if has_begun(shop, &purchase.id).await? => Ok(extension(false).await?),
        outcome => Ok(outcome),
    }
}

async fn extend_in_tx(tx: &Tx<'_>, extension: &Extension) -> Result<ExtendOutcome, db::Error> {
    let Extension { purchase, until, now, needs_payment } = extension;
    if *needs_payment && held_stock::store::is_mostly_held(tx, purchase).await? {
        return Ok(ExtendOutcome::PaymentNotBegun);
    }
    let is_extended = purchases::store::extend(tx, purchase, *until, *now).await?;
    if !is_extended {
        return Ok(ExtendOutcome::Refused);
    }
    orders::store::mark_changed(tx, purchase, *now).await?;
    Ok(ExtendOutcome::HeldUntil(*until))
}

/// Returns `None` if no payment was begun, or it was asked about too often.
async fn payment_to_ask_about(
    tx: &Tx<'_>,
    purchase: &Id,
    now: Timestamp,
) -> Result<Option<Payment>, db::Error> {
    let limit = LimitedAction::ReportPayment.by(purchase.as_str());
    if rate_limit::take(tx, &[limit], now).await?.is_refused() {
        return Ok(None);
    }
    store::current_of_order(tx, purchase).await
}

/// An intent alone costs nothing, and each checkout has one. So the provider is asked whether a card was entered.
async fn has_begun(shop: &Shop, purchase: &Id) -> Result<bool, PaymentError> {
    let input = (purchase.clone(), shop.clock.now());
    let current = shop.db.write(input, |tx, (id, now)| Box::pin(payment_to_ask_about(tx, id, *now))).await?;
    let (Some(cards), Some(payment)) = (&shop.payments, current) else { return Ok(false) };
    let PaymentState::Open { intent_id, .. } = payment.state else { return Ok(false) };
    match cards.client.retrieve_intent(&intent_id).await {
        Ok(intent) => Ok(intent.status.is_begun()),
        Err(error) if error.is_missing() => Ok(false),
        Err(error) => Err(error.into()),
    }
}
