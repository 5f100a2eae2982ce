//! Refunds at the card provider, at once and by the job. Safe to repeat and to run twice at once.

use std::time::Duration;

use super::{
    Refund, RefundEnds,
    finish::{finish, give_up},
    store,
};
use crate::{
    base::{
        email::{Mailer, message::EmailMessage},
        lease::Lease,
    },
    clients::stripe::{StripeError, StripeRefundPart},
    db::{self, Tx},
    sales::{
        owner_notices,
        payments::{
            PaymentError,
            job::is_unreachable,
            store::{self as payments, Payment, PaymentState},
        },
        purchases,
    },
    settings::webhooks::Webhooks,
    shop::{CardProvider, Shop},
    values::{email::Email, ids::Id, time::Timestamp},
};

/// The provider may have refused a refund because the shop's balance was too low.
pub const REFUSED_REFUND_RETRY_DELAY: Duration = Duration::from_hours(1);

/// Requests a refund of all that is left of a payment, and stores the result.
pub async fn request_refund(shop: &Shop, cards: &CardProvider, due: &Payment) -> Result<(), PaymentError> {
    let PaymentState::RefundDue { intent_id } = &due.state else { return Ok(()) };
    let now = shop.clock.now();
    if let Err(error) = cards.client.refund(intent_id, now).await {
        if let StripeError::Rejected { code, message, .. } = &error {
            // It stays due, and reconciliation reports it to the owner.
            tracing::error!(%error, order = %due.order_id, "a refund was refused");
            let input = (shop.mailer.clone(), due.clone(), format!("{code}: {message}"), now);
            let stored = shop
                .db
                .write(input, |tx, (mail, due, why, now)| Box::pin(refund_failed(tx, mail, due, why, *now)));
            stored.await?;
        }
        return Err(error.into());
    }
    let input = (shop.mailer.clone(), shop.webhooks.clone(), due.clone(), intent_id.clone(), now);
    let restocked = shop.db.write(input, |tx, (mail, webhooks, due, intent_id, now)| {
        Box::pin(confirm_refund(tx, (mail, webhooks), due, intent_id, *now))
    });
    mark_changed(shop, &restocked.await?);
    Ok(())
}

/// Stores the provider's refusal, and tells the owner of the first one.
async fn refund_failed(
    tx: &Tx<'_>,
    mail: &Mailer,
    due: &Payment,
    reason: &str,
    now: Timestamp,
) -> Result<(), db::Error> {
    if !payments::set_first_refund_error(tx, &due.id, reason).await? {
        return payments::set_refund_error(tx, &due.id, reason).await;
    }
    let PaymentState::RefundDue { intent_id } = &due.state else { return Ok(()) };
    owner_notices::payments::refund_failed(tx, mail, due.amount, (intent_id, reason), now).await
}

/// Locks the purchase before its payment, as all transactions do.
async fn confirm_refund(
    tx: &Tx<'_>,
    effects: (&Mailer, &Webhooks),
    due: &Payment,
    intent_id: &str,
    now: Timestamp,
) -> Result<Vec<Id>, db::Error> {
    purchases::store::lock(tx, &due.order_id).await?;
    let refunded = PaymentState::Refunded { intent_id: intent_id.to_owned() };
    if !payments::advance(tx, due, &refunded, now).await? {
        return Ok(Vec::new());
    }
    if store::by_id(tx, &due.id).await?.is_some() {
        return finish(tx, effects, &due.id, now).await;
    }
    // It paid no order.
    if let Some(payer) = payments::payer_of(tx, &due.id).await?
        && let Some(to) = Email::parse(&payer.email)
    {
        let message = EmailMessage::PaymentRefunded {
            name: payer.display_name,
            amount: due.amount,
            transaction_id: intent_id.to_owned(),
        };
        effects.0.queue(tx, &to, &message, now).await?;
    }
    Ok(Vec::new())
}

/// Requests a due part of a payment, and stores the result. A repeat could refund twice, so the provider's refunds are
/// looked through for it first.
pub async fn request_part(shop: &Shop, cards: &CardProvider, part: &Refund) -> Result<(), PaymentError> {
    let now = shop.clock.now();
    let asked = StripeRefundPart {
        id: part.id.as_str(),
        intent_id: &part.intent_id,
        amount_cents: part.amount.as_i64(),
        // A failure is replayed for the same key for a day, so the key changes by the hour.
        attempt: part.created_at.seconds_until(now) / 3_600,
    };
    let result = cards.client.refund_part(asked).await;
    match &result {
        Ok(()) => {
            let input = (shop.mailer.clone(), shop.webhooks.clone(), part.id.clone(), now);
            let restocked = shop.db.write(input, |tx, (mail, webhooks, id, now)| {
                Box::pin(finish(tx, (mail, webhooks), id, *now))
            });
            mark_changed(shop, &restocked.await?);
        }
        Err(StripeError::Rejected { code, message, .. }) => {
            tracing::error!(purchase = %part.purchase_id, code, "a refund was refused");
            let input = (shop.mailer.clone(), part.clone(), format!("{code}: {message}"), now);
            let stored = shop
                .db
                .write(input, |tx, (mail, part, why, now)| Box::pin(part_failed(tx, mail, part, why, *now)));
            stored.await?;
        }
        Err(_) => {}
    }
    Ok(result?)
}

/// An order that ends is refunded in any case, so its part stays due. Another part is given up.
async fn part_failed(
    tx: &Tx<'_>,
    mail: &Mailer,
    part: &Refund,
    reason: &str,
    now: Timestamp,
) -> Result<(), db::Error> {
    if part.ends == RefundEnds::Nothing {
        return give_up(tx, &part.id, reason, now).await;
    }
    if !store::set_first_error(tx, &part.id, reason).await? {
        return store::set_error(tx, &part.id, reason).await;
    }
    owner_notices::payments::refund_failed(tx, mail, part.amount, (&part.intent_id, reason), now).await
}

fn mark_changed(shop: &Shop, tools: &[Id]) {
    for tool in tools {
        shop.catalogue.mark_changed(tool);
    }
}

/// The step of the payments job for parts of payments.
pub async fn request_due_parts(
    shop: &Shop,
    cards: &CardProvider,
    lease: &Lease<'_>,
) -> Result<(), db::Error> {
    let refused_before = shop.clock.now().minus(REFUSED_REFUND_RETRY_DELAY);
    for part in shop.db.read(refused_before, |tx, before| Box::pin(store::due(tx, *before))).await? {
        if !lease.renew().await? {
            return Ok(());
        }
        let input = (part.id.clone(), shop.clock.now());
        shop.db.write(input, |tx, (id, now)| store::touch(tx, id, *now)).await?;
        if let Err(error) = request_part(shop, cards, &part).await {
            tracing::warn!(%error, purchase = %part.purchase_id, "the outcome of a refund");
            if is_unreachable(&error) {
                return Ok(());
            }
        }
    }
    Ok(())
}
