//! The control endpoints for tests, which need the secret key.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use super::context::run;
use super::refunds;
use crate::stripe::account::StripeAccount;
use crate::stripe::model::KeyKind;
use crate::stripe::model::refund::Refund;

/// `GET /_control/state`: all intents and refunds, the webhooks that are held, and the pending faults.
pub async fn state(State(account): State<Arc<StripeAccount>>) -> Json<Value> {
    let database = account.store.lock();
    let intents = database.intents.newest_first().map(|intent| intent.to_json(KeyKind::Server));
    let refunds = database.refunds.newest_first().map(Refund::to_json);
    Json(json!({
        "intents": intents.collect::<Vec<_>>(),
        "refunds": refunds.collect::<Vec<_>>(),
        "faults": account.faults.pending(),
        "held_webhooks": account.webhooks.held(),
    }))
}

/// `POST /_control/refunds/{id}/fail`: the payer's bank sends a refund back.
pub async fn fail_refund(State(account): State<Arc<StripeAccount>>, Path(id): Path<String>) -> Json<Value> {
    let failed = run(&account, KeyKind::Server, "req_control", None, |context| refunds::fail(context, &id));
    Json(failed.unwrap_or_default())
}

/// `POST /_control/webhooks/release` `{"reversed": bool}`: sends the webhooks that are held. Responds after the first
/// attempt of each.
pub async fn release(State(account): State<Arc<StripeAccount>>, body: Bytes) -> Json<Value> {
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let released = account.webhooks.release(body["reversed"] == true).await;
    Json(json!({ "released": released }))
}
