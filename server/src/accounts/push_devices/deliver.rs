//! Sends queued notifications. Every node runs it, and claims a message before sending it. A claim expires: if a node
//! dies while sending, the message is sent again. The browser shows both as one, because they have the same tag.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;

use super::store::{self, ClaimedMessage, PushTarget, Recipient};
use crate::{
    accounts::{extractors::reason_to_withhold, user::Role},
    clients::web_push::{OutgoingPush, PUSH_TIMEOUT, PushOutcome, encryption::BrowserKeys},
    db::{self, Tx},
    http::database_log,
    shop::Shop,
    values::{backoff::backoff, ids::Id, metrics, time::Timestamp},
};

/// A node claims a message for longer than the delivery may take.
const CLAIM_TTL: Duration = PUSH_TIMEOUT.saturating_mul(3);
/// The page of an order in the dashboard, and of what to do.
const ORDER_PAGE: &str = "/dashboard/manageOrders";
const DASHBOARD: &str = "/dashboard";

/// Sends what is due, some at a time.
pub async fn deliver_due(shop: &Shop) -> Result<(), db::Error> {
    loop {
        let now = shop.clock.now();
        if !shop.db.read(now, |tx, now| Box::pin(store::is_due(tx, *now))).await? {
            return Ok(());
        }
        let claim = (now, now.plus(CLAIM_TTL));
        let claimed =
            shop.db.write(claim, |tx, (now, until)| Box::pin(store::claim(tx, *now, *until))).await?;
        for result in join_all(claimed.iter().map(|message| deliver(shop, message))).await {
            if let Err(error) = result {
                database_log::failed("a notification could not be marked, and is sent again", &error);
            }
        }
    }
}

async fn deliver(shop: &Shop, message: &ClaimedMessage) -> Result<(), db::Error> {
    let device = message.device.clone();
    let recipient = shop.db.read(device, |tx, device| store::recipient(tx, device)).await?;
    let recipient = match recipient {
        Some(recipient) if is_staff(shop, &recipient).await? => recipient,
        Some(_) | None => return finish(shop, message).await,
    };
    let text = order_text(shop, message);
    let outcome = send(shop, &recipient.target, &text).await;
    metrics::PUSH_MESSAGES.with_label_values(&[outcome_name(outcome)]).inc();
    let now = shop.clock.now();
    let next = now.plus(backoff(message.attempts));
    let input = (
        recipient.target,
        message.order_id.clone(),
        outcome,
        (next < message.expires_at).then_some(next),
        now,
    );
    shop.db
        .write(input, |tx, (target, order, outcome, next, now)| {
            Box::pin(record(tx, target, order, *outcome, *next, *now))
        })
        .await
}

/// An account whose role is withheld acts as a customer.
async fn is_staff(shop: &Shop, recipient: &Recipient) -> Result<bool, db::Error> {
    let Recipient { user, has_weak_password, .. } = recipient;
    Ok(user.role != Role::Customer && reason_to_withhold(shop, user, *has_weak_password).await?.is_none())
}

async fn finish(shop: &Shop, message: &ClaimedMessage) -> Result<(), db::Error> {
    let input = (message.device.clone(), message.order_id.clone());
    shop.db.write(input, |tx, (device, order)| store::finish(tx, device, order)).await
}

async fn record(
    tx: &Tx<'_>,
    target: &PushTarget,
    order: &Id,
    outcome: PushOutcome,
    next: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), db::Error> {
    record_device(tx, target, outcome, now).await?;
    match (outcome, next) {
        (PushOutcome::Failed, Some(next)) => store::reschedule(tx, &target.id, order, next).await,
        (PushOutcome::Sent | PushOutcome::Gone | PushOutcome::Failed, _) => {
            store::finish(tx, &target.id, order).await
        }
    }
}

async fn record_device(
    tx: &Tx<'_>,
    target: &PushTarget,
    outcome: PushOutcome,
    now: Timestamp,
) -> Result<(), db::Error> {
    match outcome {
        PushOutcome::Sent => store::mark_working(tx, &target.id).await,
        PushOutcome::Gone => store::delete_gone(tx, &target.id, &target.endpoint).await,
        PushOutcome::Failed => store::mark_failing(tx, &target.id, now).await,
    }
}

/// Sends a test to a device at once. Returns `None` if the account has no such device.
pub async fn send_test(shop: &Shop, user: &Id, id: &Id) -> Result<Option<PushOutcome>, db::Error> {
    let input = (user.clone(), id.clone());
    let target = shop.db.read(input, |tx, (user, id)| store::target(tx, user, id)).await?;
    let Some(target) = target else { return Ok(None) };
    let outcome = send(shop, &target, &text("This is a test", DASHBOARD, "test")).await;
    let input = (target, outcome, shop.clock.now());
    shop.db
        .write(input, |tx, (target, outcome, now)| Box::pin(record_device(tx, target, *outcome, *now)))
        .await?;
    Ok(Some(outcome))
}

async fn send(shop: &Shop, target: &PushTarget, text: &str) -> PushOutcome {
    let PushTarget { endpoint, p256dh, auth, .. } = target;
    let Some(keys) = BrowserKeys::parse(p256dh, auth) else { return PushOutcome::Failed };
    let push = OutgoingPush { endpoint, keys: &keys, text: text.as_bytes() };
    shop.push.client().send(push, shop.clock.now()).await
}

/// Names no customer and no tool, because it stands on a locked screen.
fn order_text(shop: &Shop, message: &ClaimedMessage) -> String {
    let order = message.order_id.as_str();
    let amounts = shop.amounts();
    let title = format!("New order, {}", amounts.format_cents(message.total.as_i64()));
    text(&title, &format!("{ORDER_PAGE}/{order}"), order)
}

/// What web/public/push-worker.js reads.
fn text(title: &str, path: &str, tag: &str) -> String {
    json!({ "title": title, "path": path, "tag": tag }).to_string()
}

const fn outcome_name(outcome: PushOutcome) -> &'static str {
    match outcome {
        PushOutcome::Sent => "sent",
        PushOutcome::Gone => "gone",
        PushOutcome::Failed => "failed",
    }
}
