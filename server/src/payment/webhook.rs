//! The provider's signed events: stored before they are answered, worked off once, in whatever order they come.

use serde::Deserialize;

use super::{settle::settle, store};
use crate::{db, outside::stripe::Intent, shop::Shop};

/// An event, as far as we read it.
#[derive(Deserialize)]
pub struct Event {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
    data: EventData,
}

#[derive(Deserialize)]
struct EventData {
    object: serde_json::Value,
}

impl Event {
    fn intent(&self) -> Option<Intent> {
        if !self.kind.starts_with("payment_intent.") {
            return None;
        }
        serde_json::from_value(self.data.object.clone()).ok()
    }
}

/// Call only with an event whose signature was checked. Once this answers `Ok`, the event will not be forgotten: what
/// cannot be done now is done by `reconcile`.
pub async fn receive(shop: &Shop, event: &Event) -> Result<(), db::Error> {
    let now = shop.clock.now();
    let intent = event.intent();
    let (id, kind, intent_id) =
        (event.id.clone(), event.kind.clone(), intent.as_ref().map(|intent| intent.id.clone()));
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
    if let Some(intent) = intent
        && let Err(error) = settle(shop, &intent).await
    {
        tracing::warn!(%error, event = event.id, "an event is stored and waits to be worked off");
        return Ok(());
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
