//! Delivers queued events. Each endpoint has a lane of its own, so that a slow receiver delays no other.
//!
//! Every node runs every lane, and claims a delivery before sending it. A claim expires: if a node dies while sending,
//! the event is sent again with the same webhook-id.

use std::time::Duration;

use serde_json::{Value, json};

use super::{
    DELIVERY_TTL, WebhookEvent,
    signature::sign,
    store::{self, ClaimedDelivery, EndpointRow},
};
use crate::{
    base::email::{Mailer, owner_message::OwnerMessage},
    clients::webhook_sender::{OutgoingWebhook, WEBHOOK_TIMEOUT},
    db::{self, Tx},
    shop::Shop,
    values::{backoff::backoff, ids::Id, metrics, time::Timestamp},
};

/// A node claims a delivery for longer than the delivery may take.
const CLAIM_TTL: Duration = WEBHOOK_TIMEOUT.saturating_mul(3);

/// A claimed delivery, with its endpoint as it is now.
struct DueDelivery {
    endpoint: EndpointRow,
    delivery: ClaimedDelivery,
    data: Value,
    claimed_until: Timestamp,
}

/// Delivers to the endpoint of this lane until nothing is due or a delivery fails. Then the lane waits for its next
/// round, so that a dead receiver gets few requests.
pub async fn deliver_lane(shop: &Shop, lane: usize) -> Result<(), db::Error> {
    loop {
        let endpoints = shop.webhooks.0.endpoints.load_full();
        let Some(endpoint) = endpoints.get(lane).filter(|endpoint| endpoint.paused_at.is_none()) else {
            return Ok(());
        };
        let Some(due) = claim(shop, endpoint.id.clone()).await? else { return Ok(()) };
        let outcome = send(shop, &due).await;
        let is_delivered = outcome.as_ref().is_ok_and(|status| (200..300).contains(status));
        record(shop, due, outcome, is_delivered).await?;
        if !is_delivered {
            return Ok(());
        }
    }
}

async fn claim(shop: &Shop, endpoint: String) -> Result<Option<DueDelivery>, db::Error> {
    let now = shop.clock.now();
    let input = (endpoint, now, now.plus(CLAIM_TTL));
    if !shop
        .db
        .read(input.clone(), |tx, (endpoint, now, _)| Box::pin(store::is_due(tx, endpoint, *now)))
        .await?
    {
        return Ok(None);
    }
    shop.db.write(input, |tx, (endpoint, now, until)| Box::pin(claim_in_tx(tx, endpoint, *now, *until))).await
}

async fn claim_in_tx(
    tx: &Tx<'_>,
    endpoint: &str,
    now: Timestamp,
    claimed_until: Timestamp,
) -> Result<Option<DueDelivery>, db::Error> {
    let Some(endpoint) = store::endpoint(tx, endpoint).await?.filter(|row| row.paused_at.is_none()) else {
        return Ok(None);
    };
    let Some(delivery) = store::claim(tx, &endpoint.id, now, claimed_until).await? else { return Ok(None) };
    let mut data: Value = serde_json::from_str(&delivery.data).unwrap_or_default();
    // The receiver gets what is there when the message is sent: orders change the stock, and the owner an SKU.
    if let Some(tool) = data["toolId"].as_str()
        && let Some((available, sku)) = store::stock_and_sku(tx, tool).await?
    {
        data["sku"] = json!(sku);
        if delivery.event == WebhookEvent::StockChanged.as_str() {
            data["availableQuantity"] = json!(available);
        }
    }
    Ok(Some(DueDelivery { endpoint, delivery, data, claimed_until }))
}

/// Returns the status of the response, or a sentence for the owner.
async fn send(shop: &Shop, due: &DueDelivery) -> Result<u16, String> {
    let DueDelivery { endpoint, delivery, data, .. } = due;
    let now = shop.clock.now();
    let body = json!({ "type": delivery.event, "timestamp": Timestamp::from_micros(delivery.created_at), "data": data });
    let (body, timestamp) = (body.to_string(), now.micros() / 1_000_000);
    let signature = sign(endpoint.secrets(now), &delivery.id, timestamp, &body);
    let message =
        OutgoingWebhook { url: endpoint.url.clone(), id: delivery.id.clone(), timestamp, signature, body };
    shop.webhooks.0.sender.send(&message).await.map_err(|error| error.to_string())
}

async fn record(
    shop: &Shop,
    due: DueDelivery,
    outcome: Result<u16, String>,
    is_delivered: bool,
) -> Result<(), db::Error> {
    let result = if is_delivered { "sent" } else { "failed" };
    metrics::WEBHOOKS.with_label_values(&[result]).inc();
    let input = (shop.mailer.clone(), due, outcome, is_delivered, shop.clock.now());
    let is_paused = shop
        .db
        .write(input, |tx, (mail, due, outcome, is_delivered, now)| {
            Box::pin(record_in_tx(tx, mail, due, outcome, *is_delivered, *now))
        })
        .await?;
    if is_paused {
        shop.webhooks.refresh(&shop.db).await?;
    }
    Ok(())
}

/// Returns whether the endpoint is paused from now on.
async fn record_in_tx(
    tx: &Tx<'_>,
    mail: &Mailer,
    due: &DueDelivery,
    outcome: &Result<u16, String>,
    is_delivered: bool,
    now: Timestamp,
) -> Result<bool, db::Error> {
    let DueDelivery { endpoint, delivery, claimed_until, .. } = due;
    let error = outcome.as_ref().err().map(String::as_str);
    store::insert_attempt(tx, &delivery.id, now, outcome.as_ref().ok().copied(), error).await?;
    if is_delivered {
        store::finish(tx, &delivery.id, *claimed_until, "sent", now).await?;
        store::mark_working(tx, &endpoint.id).await?;
        return Ok(false);
    }
    // The last attempt is made when the delivery expires, and also if it was queued while the endpoint was paused.
    let state = if delivery.expires_at <= now.micros() { "failed" } else { "queued" };
    store::finish(tx, &delivery.id, *claimed_until, state, now.plus(backoff(delivery.attempts))).await?;
    let Some(since) = store::mark_failing(tx, &endpoint.id, now).await? else { return Ok(false) };
    if since.plus(DELIVERY_TTL) > now {
        return Ok(false);
    }
    tracing::warn!(endpoint = endpoint.id, "an endpoint of webhooks failed for three days and is paused");
    store::pause(tx, &endpoint.id, now).await?;
    if let Some(webhook_id) = Id::parse(&endpoint.id) {
        let message = OwnerMessage::OwnerWebhookPaused { webhook_id, url: endpoint.url.clone() };
        mail.queue_for_owner(tx, message, now).await?;
    }
    Ok(true)
}
