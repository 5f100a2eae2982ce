//! The provider's signed events: stored before they are answered, worked off once, in whatever order they come.

use super::{
    apply_intent::{Settled, settle},
    reconcile::ask_about,
    store,
};
use crate::{
    clients::stripe::webhook::{Event, Subject},
    db,
    shop::Shop,
};

/// What an event says was so when it was made. Later the money may have gone back, which the intent in it does not tell.
const FRESH_FOR_S: i64 = 300;

/// Call only with an event whose signature was checked. Once this returns `Ok`, the event is stored: what fails now is
/// retried by `reconcile`.
pub async fn receive(shop: &Shop, event: &Event) -> Result<(), db::Error> {
    let now = shop.clock.now();
    let subject = event.subject();
    let intent_id = match &subject {
        Subject::Intent(intent) => Some(intent.id.clone()),
        Subject::Unreadable(intent_id) => intent_id.clone(),
        Subject::Other => None,
    };
    let (id, kind) = (event.id.clone(), event.kind.clone());
    let is_new = shop
        .db
        .write(move |tx| {
            let (id, kind, intent_id) = (id.clone(), kind.clone(), intent_id.clone());
            Box::pin(async move { store::insert_event(tx, &id, &kind, intent_id.as_deref(), now).await })
        })
        .await?;
    if !is_new {
        return Ok(());
    }
    match subject {
        Subject::Intent(intent) if event.created < now.micros() / 1_000_000 - FRESH_FOR_S => {
            let Some(cards) = &shop.cards else { return Ok(()) };
            if let Err(error) = ask_about(shop, cards, &intent.id).await {
                tracing::warn!(%error, event = event.id, "an old event is stored and waits to be asked about");
                return Ok(());
            }
        }
        Subject::Intent(intent) => match settle(shop, &intent).await {
            // Not the last word: the provider is asked about the intent itself.
            Ok(Settled::Mismatch) => return Ok(()),
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(%error, event = event.id, "an event is stored and waits to be worked off");
                return Ok(());
            }
        },
        Subject::Unreadable(Some(intent)) => {
            tracing::warn!(event = event.id, intent, "an event cannot be read; its payment is asked about");
            return Ok(());
        }
        Subject::Unreadable(None) => {
            tracing::error!(
                event = event.id,
                kind = event.kind,
                "an event about a payment does not say which"
            );
        }
        Subject::Other => {}
    }
    finish(shop, event.id.clone()).await
}

pub async fn finish(shop: &Shop, id: String) -> Result<(), db::Error> {
    let now = shop.clock.now();
    shop.db
        .write(move |tx| {
            let id = id.clone();
            Box::pin(async move { store::finish_event(tx, &id, now).await })
        })
        .await
}
