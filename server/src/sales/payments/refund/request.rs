//! Refunds at the card provider, at once and by the job. Safe to repeat and to run twice at once.

use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Refund, RefundEnds,
    failure::wait,
    finish::{finish, give_up},
    store,
};
use crate::{
    base::{
        email::{Mailer, message::EmailMessage},
        lease::Lease,
    },
    clients::stripe::{REFUND_FAILED, StripeError, StripeRefund},
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
    settings::webhooks::{WebhookEvent, Webhooks, document::EventData},
    shop::{CardProvider, Shop},
    values::{email::Email, ids::Id, money::Cents, time::Timestamp},
};

/// The provider may have refused a refund because the shop's balance was too low.
pub const REFUSED_REFUND_RETRY_DELAY: Duration = Duration::from_hours(1);

/// Requests a refund of all that is left of a payment, and stores the result.
pub async fn request_refund(shop: &Shop, cards: &CardProvider, due: &Payment) -> Result<(), PaymentError> {
    let PaymentState::RefundDue { intent_id } = &due.state else { return Ok(()) };
    let now = shop.clock.now();
    // There is no refund if the payment paid no order, and all of it goes back.
    let refund = shop.db.read(due.id.clone(), |tx, id| Box::pin(store::by_id(tx, id))).await?;
    let amount_cents = refund.as_ref().map(|refund| refund.amount.as_i64());
    let asked = StripeRefund { key: due.id.as_str(), intent_id, amount_cents, attempt: attempt_of(now) };
    let sent = match send(cards, asked, true).await {
        // The owner has returned it in the provider's dashboard since it failed.
        Err(StripeError::Rejected { code, .. })
            if code == REFUND_FAILED && is_returned(cards, intent_id).await? =>
        {
            0
        }
        Err(error) => {
            if matches!(&error, StripeError::Rejected { .. }) {
                // It stays due, and reconciliation reports it to the owner.
                tracing::error!(%error, order = %due.order_id, "a refund was refused");
                let input = (shop.mailer.clone(), due.clone(), Refusal::of(&error), now);
                let stored = shop.db.write(input, |tx, (mail, due, refusal, now)| {
                    Box::pin(refund_failed(tx, mail, due, refusal, *now))
                });
                stored.await?;
            }
            return Err(error.into());
        }
        Ok(sent) => sent,
    };
    let input = (shop.mailer.clone(), shop.webhooks.clone(), due.clone(), sent, now);
    let restocked = shop.db.write(input, |tx, (mail, webhooks, due, sent, now)| {
        Box::pin(confirm_refund(tx, (mail, webhooks), due, *sent, *now))
    });
    mark_changed(shop, &restocked.await?);
    Ok(())
}

/// The provider replays a failure for the same idempotency key for a day, so the key changes by the hour.
fn attempt_of(now: Timestamp) -> i64 {
    now.micros() / 3_600_000_000
}

async fn is_returned(cards: &CardProvider, intent_id: &str) -> Result<bool, StripeError> {
    Ok(cards.client.retrieve_intent(intent_id).await?.is_refunded())
}

/// Stores the provider's refusal, and tells the owner of the first one. What was sent back waits for an administrator.
async fn refund_failed(
    tx: &Tx<'_>,
    mail: &Mailer,
    due: &Payment,
    Refusal { reason, was_sent_back }: &Refusal,
    now: Timestamp,
) -> Result<(), db::Error> {
    let refund = if *was_sent_back { store::by_id(tx, &due.id).await? } else { None };
    if let Some(refund) = refund {
        return wait(tx, mail, &refund, reason, now).await;
    }
    if !payments::set_first_refund_error(tx, &due.id, reason).await? {
        return payments::set_refund_error(tx, &due.id, reason).await;
    }
    let PaymentState::RefundDue { intent_id } = &due.state else { return Ok(()) };
    owner_notices::payments::refund_failed(tx, mail, due.amount, (intent_id, reason), now).await
}

/// A payment that paid no order, and went back.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentReturnedEvent<'p> {
    payment_id: &'p str,
    /// The card provider's.
    transaction_id: &'p str,
    /// Dollars.
    #[schema(value_type = f64)]
    amount: Cents,
}

impl EventData for PaymentReturnedEvent<'_> {
    const EVENTS: &'static [WebhookEvent] = &[WebhookEvent::PaymentReturned];
}

/// Locks the purchase before its payment, as all transactions do.
async fn confirm_refund(
    tx: &Tx<'_>,
    effects: (&Mailer, &Webhooks),
    due: &Payment,
    sent: i64,
    now: Timestamp,
) -> Result<Vec<Id>, db::Error> {
    let PaymentState::RefundDue { intent_id } = &due.state else { return Ok(Vec::new()) };
    purchases::store::lock(tx, &due.order_id).await?;
    let refunded = PaymentState::Refunded { intent_id: intent_id.clone() };
    if !payments::advance(tx, due, &refunded, now).await? {
        return Ok(Vec::new());
    }
    if store::by_id(tx, &due.id).await?.is_some() {
        return finish(tx, effects, &due.id, Cents::new(sent), now).await;
    }
    // A payment without a row in `refunds` paid no order.
    let data = || PaymentReturnedEvent {
        payment_id: due.id.as_str(),
        transaction_id: intent_id,
        amount: due.amount,
    };
    effects.1.queue(tx, WebhookEvent::PaymentReturned, data, now).await?;
    if let Some(payer) = payments::payer_of(tx, &due.id).await?
        && let Some(to) = Email::parse(&payer.email)
    {
        let message = EmailMessage::PaymentRefunded {
            name: payer.display_name,
            amount: due.amount,
            transaction_id: intent_id.clone(),
        };
        effects.0.in_language(payer.language).queue(tx, &to, &message, now).await?;
    }
    Ok(Vec::new())
}

/// Requests a due part of a payment, and stores the result.
pub async fn request_part(shop: &Shop, cards: &CardProvider, part: &Refund) -> Result<(), PaymentError> {
    let now = shop.clock.now();
    let key = &*part.key;
    let amount_cents = Some(part.amount.as_i64());
    let asked = StripeRefund { key, intent_id: &part.intent_id, amount_cents, attempt: attempt_of(now) };
    let is_rest = part.ends != RefundEnds::Nothing
        || shop.db.read(part.id.clone(), |tx, id| Box::pin(store::is_rest(tx, id))).await?;
    let result = send(cards, asked, is_rest).await;
    match &result {
        Ok(sent) => {
            let input = (shop.mailer.clone(), shop.webhooks.clone(), part.id.clone(), *sent, now);
            let restocked = shop.db.write(input, |tx, (mail, webhooks, id, sent, now)| {
                Box::pin(finish(tx, (mail, webhooks), id, Cents::new(*sent), *now))
            });
            mark_changed(shop, &restocked.await?);
        }
        Err(error @ StripeError::Rejected { .. }) => {
            tracing::error!(%error, purchase = %part.purchase_id, "a refund was refused");
            let input = (shop.mailer.clone(), part.clone(), Refusal::of(error), now);
            let stored = shop.db.write(input, |tx, (mail, part, refusal, now)| {
                Box::pin(part_failed(tx, mail, part, refusal, *now))
            });
            stored.await?;
        }
        Err(_) => {}
    }
    Ok(result.map(drop)?)
}

/// Returns the cents that the provider sent. Of a rest that is all that the provider has left: the other cents went back
/// in its dashboard.
async fn send(cards: &CardProvider, asked: StripeRefund<'_>, is_rest: bool) -> Result<i64, StripeError> {
    let result = cards.client.refund(asked).await;
    let is_refused = matches!(&result, Err(StripeError::Rejected { code, .. }) if code != REFUND_FAILED);
    let Some(amount) = asked.amount_cents.filter(|_| is_rest && is_refused) else { return result };
    let intent = cards.client.retrieve_intent(asked.intent_id).await?;
    let left = intent.amount_received - intent.amount_refunded();
    if intent.is_disputed() || left >= amount {
        return result;
    }
    // If nothing is left, another run may have been faster. The provider knows its refund by the key.
    let amount_cents = if left > 0 { Some(left) } else { asked.amount_cents };
    cards.client.refund(StripeRefund { amount_cents, ..asked }).await
}

/// Why the provider did not make a refund.
#[derive(Clone)]
struct Refusal {
    reason: String,
    /// Whether the provider had accepted the refund before.
    was_sent_back: bool,
}

impl Refusal {
    fn of(error: &StripeError) -> Self {
        let StripeError::Rejected { code, message, .. } = error else {
            return Self { reason: error.to_string(), was_sent_back: false };
        };
        Self { reason: format!("{code}: {message}"), was_sent_back: code == REFUND_FAILED }
    }
}

/// An order that ends is refunded in any case, so its part stays due. What replaces a refund that failed waits for an
/// administrator again. Another part is given up.
async fn part_failed(
    tx: &Tx<'_>,
    mail: &Mailer,
    part: &Refund,
    refusal: &Refusal,
    now: Timestamp,
) -> Result<(), db::Error> {
    let reason = &refusal.reason;
    if part.replaces.is_some() || (refusal.was_sent_back && part.ends != RefundEnds::Nothing) {
        return wait(tx, mail, part, reason, now).await;
    }
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
