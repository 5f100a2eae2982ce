//! Refunds that the provider accepted and that fail later, because the customer's bank sends the money back.
//!
//! A debit note cancels the credit note, and the money is owed again: a new refund is due. It waits until an
//! administrator sends it to the card again or returns it in another way. Stock that came back stays, because the goods
//! are in the shop (docs/decisions/0016).

use std::time::Duration;

use super::{
    Refund, RefundEnds, RefundLine, RefundState, documents,
    finish::{count_part, lock},
    plan::RefundablePurchase,
    store,
};
use crate::{
    base::{email::Mailer, lease::Lease},
    clients::stripe::ListedRefund,
    db::{self, Tx},
    sales::{
        orders::{
            self, numbers,
            order::{Order, OrderState},
        },
        owner_notices,
        payments::{
            PaymentError,
            job::is_unreachable,
            store::{self as payments, PaymentState},
        },
    },
    settings::webhooks::Webhooks,
    shop::{CardProvider, Shop},
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// The provider is asked about each refund soon after it was accepted, and then once a day, because events get lost.
pub const CHECK_INTERVAL: Duration = Duration::from_hours(24);
pub const FIRST_CHECK_DELAY: Duration = Duration::from_mins(10);
/// Banks send money back within this time.
const FAILURE_PERIOD: Duration = Duration::from_hours(45 * 24);

/// Debit notes are counted from 1.
const COUNTER: &str = "debit_notes";

/// Reads the refunds of an intent at the provider, and stores which of them have failed. Safe to repeat.
pub async fn check_refunds(shop: &Shop, cards: &CardProvider, intent_id: &str) -> Result<(), PaymentError> {
    let listed = cards.client.refunds_of(intent_id).await?;
    let accepted =
        shop.db.read(intent_id.to_owned(), |tx, intent| Box::pin(store::accepted_of(tx, intent))).await?;
    for refund in &accepted {
        let why = failure_of(&listed, &refund.key).or_else(|| failure_by_hand(&listed, &accepted, refund));
        if let Some(why) = why {
            let input =
                (shop.mailer.clone(), shop.webhooks.clone(), refund.id.clone(), why, shop.clock.now());
            let failed = shop.db.write(input, |tx, (mail, webhooks, id, why, now)| {
                Box::pin(fail(tx, (mail, webhooks), id, why, *now))
            });
            failed.await?;
        }
    }
    let payment =
        shop.db.read(intent_id.to_owned(), |tx, intent| Box::pin(payments::by_intent(tx, intent))).await?;
    if let Some(payment) = payment
        && payment.state == (PaymentState::Refunded { intent_id: intent_id.to_owned() })
        && let Some(why) = failure_of(&listed, payment.id.as_str())
    {
        let input = (shop.mailer.clone(), payment.id.clone(), why, shop.clock.now());
        let failed = shop
            .db
            .write(input, |tx, (mail, id, why, now)| Box::pin(fail_without_order(tx, mail, id, why, *now)));
        failed.await?;
    }
    Ok(())
}

/// Why all attempts of a refund have failed. Returns `None` if one has not, or the provider knows of none.
fn failure_of(listed: &[ListedRefund], key: &str) -> Option<String> {
    let attempts: Vec<_> = listed.iter().filter(|refund| refund.is_of(key)).collect();
    let all_failed = attempts.iter().all(|refund| refund.has_failed());
    let reason = |refund: &&ListedRefund| refund.failure_reason.clone();
    attempts
        .first()
        .filter(|_| all_failed)
        .map(|first| reason(first).unwrap_or_else(|| "canceled".to_owned()))
}

/// The same of the first refund whose money had gone back in the provider's dashboard: the provider has returned less
/// than the shop has credit notes for.
fn failure_by_hand(listed: &[ListedRefund], accepted: &[Refund], refund: &Refund) -> Option<String> {
    let by_hand = accepted.iter().find(|refund| refund.sent == Some(Cents::ZERO))?;
    let returned: i64 = listed.iter().filter(|refund| !refund.has_failed()).map(|refund| refund.amount).sum();
    let stands = accepted.iter().filter(|refund| failure_of(listed, &refund.key).is_none());
    let noted: i64 = stands.map(|refund| refund.amount.as_i64()).sum();
    let is_it = by_hand.id == refund.id && returned + refund.amount.as_i64() <= noted;
    let failed = listed.iter().find(|refund| refund.has_failed()).filter(|_| is_it)?;
    Some(failed.failure_reason.clone().unwrap_or_else(|| "canceled".to_owned()))
}

async fn fail(
    tx: &Tx<'_>,
    (mail, webhooks): (&Mailer, &Webhooks),
    id: &Id,
    why: &str,
    now: Timestamp,
) -> Result<(), db::Error> {
    let Some((purchase, refund)) = lock(tx, id).await? else { return Ok(()) };
    if refund.state != RefundState::Done || refund.failed_at.is_some() {
        return Ok(());
    }
    let reopened = reopen_orders(tx, &purchase, &refund, now).await?;
    if reopened.iter().any(|order| order.line.is_alone()) {
        payments::reopen_refund(tx, &refund.payment_id, now).await?;
    }
    count_part(tx, &purchase, &refund, false).await?;
    owe_again(tx, &purchase, &refund, &reopened, why, now).await?;
    owner_notices::payments::refund_sent_back(tx, mail, &purchase.orders, refund.amount, why, now).await?;
    let number = numbers::store::reserve(tx, COUNTER, 1, 1).await?;
    if !store::fail(tx, &refund.id, number, why, now).await? {
        return Err(tx.conflict());
    }
    let refund = Refund { failed_at: Some(now), debit_note: Some(number), ..refund };
    orders::store::mark_changed(tx, &purchase.purchase.id, now).await?;
    documents::failed(webhooks, tx, &purchase, &refund, now).await
}

/// The orders of the refund that said "Refunded" say "Refund under way" again.
async fn reopen_orders<'p>(
    tx: &Tx<'_>,
    purchase: &'p RefundablePurchase,
    refund: &Refund,
    now: Timestamp,
) -> Result<Vec<&'p Order>, db::Error> {
    let mut reopened = Vec::new();
    for order in &purchase.orders {
        if purchase.is_about(refund, order) && order.state.clone().reopen_refund().is_ok() {
            orders::store::reopen_refund(tx, &order.id, now).await?;
            reopened.push(order);
        }
    }
    Ok(reopened)
}

/// A new refund of the same amounts is due. No pieces go back on sale with it.
async fn owe_again(
    tx: &Tx<'_>,
    purchase: &RefundablePurchase,
    failed: &Refund,
    reopened: &[&Order],
    why: &str,
    now: Timestamp,
) -> Result<(), db::Error> {
    let id = Id::new(now);
    let is_under_way =
        |order: &&Order| purchase.is_about(failed, order) && matches!(order.state, OrderState::Refunding(_));
    let ends_orders = !reopened.is_empty() || purchase.orders.iter().any(|order| is_under_way(&order));
    let due = Refund {
        key: id.to_string(),
        id,
        ends: if ends_orders { RefundEnds::Orders } else { RefundEnds::Nothing },
        note: None,
        state: RefundState::Due,
        created_at: now,
        changed_at: now,
        number: None,
        sent: None,
        replaces: Some(failed.id.clone()),
        waits: true,
        ..failed.clone()
    };
    store::insert(tx, &due).await?;
    store::set_error(tx, &due.id, why).await?;
    for line in purchase.lines_of(&failed.id) {
        let order = purchase.orders.iter().find(|order| line.order_id.as_ref() == Some(&order.id));
        let ends_order = order.is_some_and(|order| {
            reopened.iter().any(|reopened| reopened.id == order.id) || is_under_way(&order)
        });
        let line = RefundLine { refund_id: due.id.clone(), ends_order, restocks: None, ..line.clone() };
        store::insert_line(tx, &line).await?;
    }
    Ok(())
}

/// Records that the refund of a payment without an order failed.
async fn fail_without_order(
    tx: &Tx<'_>,
    mail: &Mailer,
    payment: &Id,
    why: &str,
    now: Timestamp,
) -> Result<(), db::Error> {
    if store::by_id(tx, payment).await?.is_some() {
        return Ok(());
    }
    let Some((amount, intent_id)) = payments::fail_refund(tx, payment, why, now).await? else {
        return Ok(());
    };
    owner_notices::payments::refund_failed(tx, mail, amount, (&intent_id, why), now).await
}

/// The step of the payments job for refunds that may have failed without an event.
pub async fn check_for_failures(
    shop: &Shop,
    cards: &CardProvider,
    lease: &Lease<'_>,
) -> Result<(), db::Error> {
    let now = shop.clock.now();
    shop.db.write(now.minus(FAILURE_PERIOD), |tx, before| store::end_checks(tx, *before)).await?;
    let to_check =
        shop.db.read(now.minus(CHECK_INTERVAL), |tx, before| Box::pin(store::to_check(tx, *before))).await?;
    for (id, intent_id) in to_check {
        if !lease.renew().await? {
            return Ok(());
        }
        let checked = shop.db.write((id, now), |tx, (id, now)| store::mark_checked(tx, id, *now));
        checked.await?;
        if let Err(error) = check_refunds(shop, cards, &intent_id).await {
            tracing::warn!(%error, intent = intent_id, "the refunds of a payment could not be read");
            if is_unreachable(&error) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// An attempt of a refund has failed before the shop knew that it was accepted, or its replacement was refused.
pub async fn wait(
    tx: &Tx<'_>,
    mail: &Mailer,
    refund: &Refund,
    why: &str,
    now: Timestamp,
) -> Result<(), db::Error> {
    let Some((purchase, refund)) = lock(tx, &refund.id).await? else { return Ok(()) };
    if !store::wait(tx, &refund.id, why, now).await? {
        return Ok(());
    }
    count_part(tx, &purchase, &refund, false).await?;
    orders::store::mark_changed(tx, &purchase.purchase.id, now).await?;
    owner_notices::payments::refund_sent_back(tx, mail, &purchase.orders, refund.amount, why, now).await
}
