//! The provider's signed events. Each is stored before it is acknowledged and applied once, in any order of arrival.

use super::{
    apply_intent::{IntentEffect, apply_intent},
    reconcile::refresh_intent,
    store,
};
use crate::{
    clients::stripe::webhook::{EventSubject, StripeEvent},
    db,
    shop::Shop,
};

/// After this the money may have been refunded, which the intent inside an older event does not show.
const MAX_EVENT_AGE_SECONDS: i64 = 300;

/// Call only with an event whose signature was checked. Once this returns `Ok`, the event is stored: what fails now is
/// retried by `reconcile`.
pub async fn receive(shop: &Shop, event: &StripeEvent) -> Result<(), db::Error> {
    let now = shop.clock.now();
    let subject = event.subject();
    let intent_id = match &subject {
        EventSubject::Intent(intent) => Some(intent.id.clone()),
        EventSubject::Unreadable(intent_id) => intent_id.clone(),
        EventSubject::Other => None,
    };
    let input = (event.id.clone(), event.kind.clone(), intent_id, now);
    let is_new = shop
        .db
        .write(input, |tx, (id, kind, intent_id, now)| {
            Box::pin(store::insert_event(tx, id, kind, intent_id.as_deref(), *now))
        })
        .await?;
    if !is_new {
        return Ok(());
    }
    match subject {
        EventSubject::Intent(intent) if event.created < now.micros() / 1_000_000 - MAX_EVENT_AGE_SECONDS => {
            let Some(cards) = &shop.payments else { return Ok(()) };
            if let Err(error) = refresh_intent(shop, cards, &intent.id).await {
                tracing::warn!(%error, event = event.id, "an old event is stored; its payment is read later");
                return Ok(());
            }
        }
        EventSubject::Intent(intent) => match apply_intent(shop, &intent).await {
            // The event stays stored, and the job reads the intent itself.
            Ok(IntentEffect::Mismatch) => return Ok(()),
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(%error, event = event.id, "an event is stored and will be applied later");
                return Ok(());
            }
        },
        EventSubject::Unreadable(Some(intent)) => {
            tracing::warn!(event = event.id, intent, "an event cannot be read; its payment is read later");
            return Ok(());
        }
        EventSubject::Unreadable(None) => {
            tracing::error!(
                event = event.id,
                kind = event.kind,
                "an event about a payment does not name the payment"
            );
        }
        EventSubject::Other => {}
    }
    finish(shop, event.id.clone()).await
}

pub async fn finish(shop: &Shop, id: String) -> Result<(), db::Error> {
    let input = (id, shop.clock.now());
    shop.db.write(input, |tx, (id, now)| Box::pin(store::finish_event(tx, id, *now))).await
}
