//! Faults on request, for all parts of the sandbox: what a network, or a provider with an outage, does to calls,
//! webhooks and e-mail sessions.
//!
//! Faults wait in a queue. Each call takes the first fault that matches it. A fault is removed after `times` calls. The
//! only way to add faults is `_control/faults`.

use std::convert::Infallible;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{Method, StatusCode};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};
use futures_util::{StreamExt as _, stream};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::drop_connection::{drop_connection, stall};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HttpFault {
    /// Matches every path when empty.
    #[serde(default)]
    path_contains: String,
    #[serde(default)]
    method: Option<String>,
    #[serde(default = "once")]
    times: u32,
    action: HttpAction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HttpAction {
    /// Responds with this error. The call is not served.
    Status(u16),
    /// Closes the connection without a response. The call is not served.
    DropBefore,
    /// Serves the call, then closes the connection without a response.
    DropAfter,
    /// Waits, then serves the call.
    DelayMs(u64),
    /// Waits until the queue is cleared, then serves the call.
    Hold,
    /// Serves the call and sends the response head at once, but the body later.
    StallMs(u64),
    /// Responds with an HTML page and status 200, like a proxy that asks for a login.
    Garbage,
    /// Responds with JSON that never ends.
    Endless,
    /// Serves the call, but changes the amounts in the response. The stored data stay correct, here and below.
    WrongAmount,
    WrongCurrency,
    WrongLivemode,
    /// Metadata of another order.
    WrongMetadata,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WebhookFault {
    #[serde(default = "once")]
    times: u32,
    action: WebhookAction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WebhookAction {
    /// Keeps the event until it is released.
    Hold,
    /// Never sends the event. `/v1/events` lists it.
    Drop,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmtpFault {
    step: SmtpStep,
    #[serde(default = "once")]
    times: u32,
    action: SmtpAction,
}

/// A point in an SMTP session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmtpStep {
    /// The greeting.
    Connect,
    /// `MAIL FROM`
    Sender,
    /// `RCPT TO`
    Recipient,
    /// The dot that ends the message.
    Message,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmtpAction {
    /// Replies this, as in `550 5.1.1 unknown user`.
    Reply(String),
    /// Closes the connection.
    DropBefore,
    /// Accepts the message and closes the connection without a reply.
    DropAfter,
}

fn once() -> u32 {
    1
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PendingFaults {
    rest: Vec<HttpFault>,
    webhooks: Vec<WebhookFault>,
    smtp: Vec<SmtpFault>,
}

#[derive(Default)]
pub struct FaultQueue {
    pending: Mutex<PendingFaults>,
    cleared: Notify,
}

/// `POST /_control/faults` appends to the queue, `DELETE` empties it. Both respond with the pending faults.
pub fn control_routes(queue: &Arc<FaultQueue>) -> Router {
    async fn add(State(queue): State<Arc<FaultQueue>>, Json(more): Json<PendingFaults>) -> Json<Value> {
        let mut pending = queue.lock();
        pending.rest.extend(more.rest);
        pending.webhooks.extend(more.webhooks);
        pending.smtp.extend(more.smtp);
        Json(json!({ "pending": *pending }))
    }
    async fn clear(State(queue): State<Arc<FaultQueue>>) -> Json<Value> {
        mem::take(&mut *queue.lock());
        queue.cleared.notify_waiters();
        Json(json!({ "pending": *queue.lock() }))
    }
    Router::new().route("/_control/faults", post(add).delete(clear)).with_state(Arc::clone(queue))
}

impl FaultQueue {
    fn lock(&self) -> MutexGuard<'_, PendingFaults> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn pending(&self) -> PendingFaults {
        self.lock().clone()
    }

    pub fn take_webhook(&self) -> Option<WebhookAction> {
        let fault = take(&mut self.lock().webhooks, |fault| &mut fault.times, |_| true)?;
        Some(fault.action)
    }

    pub fn take_smtp(&self, step: SmtpStep) -> Option<SmtpAction> {
        let fault = take(&mut self.lock().smtp, |fault| &mut fault.times, |fault| fault.step == step)?;
        Some(fault.action)
    }

    fn take_http(&self, method: &Method, path: &str) -> Option<HttpAction> {
        let matches = |fault: &HttpFault| {
            path.contains(&fault.path_contains)
                && fault.method.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(method.as_str()))
        };
        let fault = take(&mut self.lock().rest, |fault| &mut fault.times, matches)?;
        Some(fault.action)
    }

    /// Serves an HTTP call with the fault that matches it, if there is one. `error` makes the provider's error
    /// response.
    pub async fn serve(
        &self,
        method: &Method,
        path: &str,
        error: fn(StatusCode) -> Response,
        call: impl Future<Output = Response>,
    ) -> Response {
        // Listens before it takes the fault, because the queue may be cleared between the two.
        let cleared = self.cleared.notified();
        let Some(action) = self.take_http(method, path) else { return call.await };
        match action {
            HttpAction::Status(status) => {
                error(StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR))
            }
            HttpAction::DropBefore => drop_connection(),
            HttpAction::DropAfter => {
                call.await;
                drop_connection()
            }
            HttpAction::DelayMs(pause) => {
                tokio::time::sleep(Duration::from_millis(pause)).await;
                call.await
            }
            HttpAction::Hold => {
                cleared.await;
                call.await
            }
            HttpAction::StallMs(pause) => stall(call.await, Duration::from_millis(pause)),
            HttpAction::Garbage => garbage(),
            HttpAction::Endless => endless(),
            HttpAction::WrongAmount
            | HttpAction::WrongCurrency
            | HttpAction::WrongLivemode
            | HttpAction::WrongMetadata => tampered(call.await, action).await,
        }
    }
}

/// Takes the first fault that matches, and removes it if it has no times left.
fn take<F: Clone>(
    faults: &mut Vec<F>,
    times: impl Fn(&mut F) -> &mut u32,
    matches: impl Fn(&F) -> bool,
) -> Option<F> {
    let place = faults.iter().position(matches)?;
    let left = times(&mut faults[place]);
    *left = left.saturating_sub(1);
    if *left == 0 { Some(faults.remove(place)) } else { Some(faults[place].clone()) }
}

pub fn garbage() -> Response {
    Html("<!doctype html><title>Sign in to the network</title>").into_response()
}

fn endless() -> Response {
    let spaces = stream::repeat_with(|| Ok::<_, Infallible>(vec![b' '; 64 * 1024]));
    let body = Body::from_stream(stream::iter([Ok(b"{".to_vec())]).chain(spaces));
    ([(CONTENT_TYPE, "application/json")], body).into_response()
}

async fn tampered(response: Response, action: HttpAction) -> Response {
    let (mut head, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let Ok(mut content) = serde_json::from_slice(&bytes) else {
        return Response::from_parts(head, bytes.into());
    };
    tamper(action, &mut content);
    head.headers.remove(CONTENT_LENGTH);
    Response::from_parts(head, Body::from(content.to_string()))
}

/// Changes every object in a response, at any depth.
fn tamper(action: HttpAction, content: &mut Value) {
    match content {
        Value::Array(items) => items.iter_mut().for_each(|item| tamper(action, item)),
        Value::Object(members) => {
            for (name, value) in members.iter_mut() {
                match (action, name.as_str()) {
                    (HttpAction::WrongAmount, "amount" | "amount_received" | "amount_captured") => {
                        *value = json!(value.as_i64().unwrap_or_default() + 100);
                    }
                    (HttpAction::WrongCurrency, "currency") => {
                        *value = json!(if value == "eur" { "usd" } else { "eur" });
                    }
                    (HttpAction::WrongLivemode, "livemode") => *value = json!(true),
                    (HttpAction::WrongMetadata, "metadata") => {
                        let metadata = value.as_object_mut().into_iter().flat_map(|it| it.values_mut());
                        metadata.for_each(|value| *value = json!("another-order"));
                    }
                    _ => tamper(action, value),
                }
            }
        }
        _ => {}
    }
}
