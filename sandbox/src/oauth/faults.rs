//! Calls that misbehave: the next one that fits takes the first fault in the queue.

use std::convert::Infallible;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{Html, IntoResponse as _, Response};
use futures_util::{StreamExt as _, stream};
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use super::Providers;
use crate::connection;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Fits every path when empty, as in `google/token`.
    #[serde(default)]
    path_contains: String,
    #[serde(default = "once")]
    times: u32,
    action: Mishap,
}

fn once() -> u32 {
    1
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mishap {
    /// Answers that, and does nothing.
    Status(u16),
    /// Takes that long, then answers as ever.
    DelayMs(u64),
    /// A page of HTML with status 200, as from a proxy that asks for a password.
    Garbage,
    /// Waits until the queue is emptied, then answers as ever.
    Hold,
    /// The connection ends without an answer.
    Cut,
    /// JSON that begins well and never ends.
    Endless,
}

impl Mishap {
    /// What is answered in place of the truth, if not the truth itself after a while.
    pub async fn happen(self) -> Option<Response> {
        match self {
            Self::Status(status) => {
                let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                Some((status, "This failed on request.").into_response())
            }
            Self::DelayMs(pause) => {
                tokio::time::sleep(Duration::from_millis(pause)).await;
                None
            }
            // How long is the queue's business.
            Self::Hold => None,
            Self::Garbage => {
                Some(Html("<!doctype html><title>Sign in to the network</title>").into_response())
            }
            Self::Cut => Some(connection::cut()),
            Self::Endless => {
                let filler = stream::repeat_with(|| Ok::<_, Infallible>(vec![b' '; 64 * 1024]));
                let begun = stream::iter([Ok(b"{".to_vec())]);
                let body = Body::from_stream(begun.chain(filler));
                Some(([(CONTENT_TYPE, "application/json")], body).into_response())
            }
        }
    }
}

#[derive(Default)]
pub struct Faults {
    queue: Mutex<Vec<Fault>>,
    emptied: Notify,
}

impl Faults {
    fn queue(&self) -> MutexGuard<'_, Vec<Fault>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn add(&self, more: Vec<Fault>) {
        self.queue().extend(more);
    }

    pub fn clear(&self) {
        mem::take(&mut *self.queue());
        self.emptied.notify_waiters();
    }

    /// What has not happened yet.
    pub fn waiting(&self) -> Vec<Fault> {
        self.queue().clone()
    }

    fn for_path(&self, path: &str) -> Option<Mishap> {
        let mut queue = self.queue();
        let fault = queue.iter_mut().find(|fault| path.contains(&fault.path_contains))?;
        fault.times = fault.times.saturating_sub(1);
        let action = fault.action;
        queue.retain(|fault| fault.times > 0);
        Some(action)
    }
}

/// Laid over all that is no control.
pub async fn may_interfere(
    State(providers): State<Arc<Providers>>,
    request: Request,
    next: Next,
) -> Response {
    // From here on, so that nobody empties the queue between the look into it and the waiting.
    let emptied = providers.faults.emptied.notified();
    let mishap = providers.faults.for_path(request.uri().path());
    if mishap == Some(Mishap::Hold) {
        emptied.await;
    } else if let Some(mishap) = mishap
        && let Some(instead) = mishap.happen().await
    {
        return instead;
    }
    next.run(request).await
}
