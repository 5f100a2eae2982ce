//! What tests use: the messages as they are, and calls that misbehave. With the control key.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Query, Request, State};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::Gateway;
use super::rest;
use crate::connection;
use crate::control_key::{self, Answer, NoKey};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    #[serde(default = "once")]
    times: u32,
    action: Mishap,
}

fn once() -> u32 {
    1
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mishap {
    /// Fails in the gateway's words; 429 says when to come back.
    Status(u16),
    /// Takes that long, then does what it was asked to.
    DelayMs(u64),
    /// The connection ends without an answer, and nothing is sent.
    DropBefore,
    /// The connection ends without an answer, and the message is sent all the same.
    DropAfter,
}

/// `POST /_control/faults` `[{times?, action}]`: to the end of the queue. Each call takes the first.
pub async fn add_faults(
    State(gateway): State<Arc<Gateway>>,
    headers: HeaderMap,
    Json(more): Json<Vec<Fault>>,
) -> Answer {
    gateway.opened(&headers)?;
    let mut faults = gateway.faults();
    faults.extend(more);
    Ok(Json(json!({ "waiting": *faults })))
}

/// `DELETE /_control/faults`
pub async fn clear_faults(State(gateway): State<Arc<Gateway>>, headers: HeaderMap) -> Answer {
    gateway.opened(&headers)?;
    Ok(Json(json!({ "cleared": mem::take(&mut *gateway.faults()) })))
}

#[derive(Deserialize)]
pub struct Wanted {
    to: Option<String>,
}

/// `GET /_control/messages?to=+1…`: the newest first, with the code that a person would pick out.
pub async fn messages(
    State(gateway): State<Arc<Gateway>>,
    headers: HeaderMap,
    Query(wanted): Query<Wanted>,
) -> Answer {
    gateway.opened(&headers)?;
    let messages = gateway.messages();
    let told = messages
        .iter()
        .filter(|message| wanted.to.as_ref().is_none_or(|to| *to == message.to))
        .map(|message| {
            json!({ "sid": message.sid, "to": message.to, "from": message.from, "body": message.body, "code": message.code() })
        });
    Ok(Json(told.collect()))
}

/// Laid over the API.
pub async fn may_interfere(State(gateway): State<Arc<Gateway>>, request: Request, next: Next) -> Response {
    match gateway.next_mishap() {
        None => next.run(request).await,
        Some(Mishap::Status(429)) => {
            let mut refusal = rest::refused(StatusCode::TOO_MANY_REQUESTS, 20429, "Too Many Requests");
            refusal.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("3"));
            refusal
        }
        Some(Mishap::Status(status)) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            rest::refused(status, 20500, "This failed on request.")
        }
        Some(Mishap::DelayMs(pause)) => {
            tokio::time::sleep(Duration::from_millis(pause)).await;
            next.run(request).await
        }
        Some(Mishap::DropBefore) => connection::cut(),
        Some(Mishap::DropAfter) => {
            next.run(request).await;
            connection::cut()
        }
    }
}

impl Gateway {
    fn opened(&self, headers: &HeaderMap) -> Result<(), NoKey> {
        control_key::check(headers, &self.settings.control_key)
    }

    fn next_mishap(&self) -> Option<Mishap> {
        let mut faults = self.faults();
        let fault = faults.first_mut()?;
        fault.times = fault.times.saturating_sub(1);
        let action = fault.action;
        faults.retain(|fault| fault.times > 0);
        Some(action)
    }
}
