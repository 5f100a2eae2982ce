//! Answers kept for 24 hours under the caller's `Idempotency-Key`, so that a repeated request is one request.
//!
//! A use-case that is one transaction keeps its answer in that same transaction ([`recall`], [`keep`]): there is no
//! moment in which the order exists and the answer does not. A use-case that talks to another system first takes the
//! key ([`reserve`]) and keeps or frees it afterwards.

pub mod store;

use std::time::Duration;

use axum::{
    extract::FromRequestParts,
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};

use crate::{
    db::{Error, Tx},
    http::{
        error::{ApiError, PROBLEM_JSON},
        json,
    },
    values::{hash::sha256_hex, ids::Id, time::Moment},
};

const KEPT_FOR: Duration = Duration::from_hours(24);
/// A request that has not answered by then was cut off by a crash; its key may be used again.
const ABANDONED_AFTER: Duration = Duration::from_mins(1);

/// The header, if the caller sent one.
pub struct IdempotencyKey(pub Option<String>);

impl<S: Sync + Send> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Some(value) = parts.headers.get("idempotency-key") else { return Ok(Self(None)) };
        match value.to_str() {
            Ok(key) if (1..=255).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()) => {
                Ok(Self(Some(key.to_owned())))
            }
            _ => Err(ApiError::bad_request(
                "invalid_idempotency_key",
                "An Idempotency-Key must have 1 to 255 visible ASCII characters.",
            )),
        }
    }
}

/// A key in its scope, with what was asked under it.
#[derive(Debug, Clone)]
pub struct Request {
    pub user: Id,
    pub route: &'static str,
    pub key: String,
    pub hash: String,
}

impl Request {
    pub fn new(key: IdempotencyKey, user: &Id, route: &'static str, body: &[u8]) -> Option<Self> {
        Some(Self { user: user.clone(), route, key: key.0?, hash: sha256_hex(body) })
    }
}

/// An answer as it was first given.
#[derive(Debug, Clone)]
pub struct Kept {
    pub status: u16,
    pub body: String,
}

impl Kept {
    pub fn success(body: String) -> Self {
        Self { status: 200, body }
    }

    /// Only refusals that would be the same again are kept.
    pub fn refusal(error: &ApiError) -> Option<Self> {
        matches!(error.status, StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY)
            .then(|| Self { status: error.status.as_u16(), body: error.document() })
    }
}

impl IntoResponse for Kept {
    fn into_response(self) -> Response {
        let mut response = json::json_bytes(self.body);
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        if !response.status().is_success() {
            response.headers_mut().insert(header::CONTENT_TYPE, PROBLEM_JSON);
        }
        response
    }
}

/// What a key means at this moment.
pub enum Standing {
    Free,
    Answered(Kept),
    /// The same key with another body.
    Mismatch,
    Running,
}

impl Standing {
    /// `Ok(None)`: go on.
    pub fn into_result(self) -> Result<Option<Kept>, ApiError> {
        match self {
            Self::Free => Ok(None),
            Self::Answered(kept) => Ok(Some(kept)),
            Self::Mismatch => Err(ApiError::unprocessable(
                "idempotency_mismatch",
                "This Idempotency-Key was used with another request. Please send a new key.",
            )),
            Self::Running => Err(ApiError::conflict(
                "idempotency_running",
                "Your first request is still being processed. Please check the result in a moment.",
            )),
        }
    }
}

/// Inside the use-case's own transaction, before it does anything.
pub async fn recall(tx: &Tx<'_>, request: &Request, now: Moment) -> Result<Standing, Error> {
    let Some(row) = store::find(tx, request).await? else { return Ok(Standing::Free) };
    let at = Moment::from_micros(row.created_at);
    if at <= now.minus(KEPT_FOR) {
        return free(tx, request, at).await;
    }
    if row.request_hash != request.hash {
        return Ok(Standing::Mismatch);
    }
    match (row.status, row.answer) {
        (Some(status), Some(body)) => {
            Ok(Standing::Answered(Kept { status: u16::try_from(status).unwrap_or(500), body }))
        }
        _ if at <= now.minus(ABANDONED_AFTER) => free(tx, request, at).await,
        _ => Ok(Standing::Running),
    }
}

/// Takes the key from a request of that moment. If a twin did so first, it is the twin's now: look again.
async fn free(tx: &Tx<'_>, request: &Request, at: Moment) -> Result<Standing, Error> {
    if store::delete(tx, request, at).await? { Ok(Standing::Free) } else { Err(tx.overtaken()) }
}

/// Inside the use-case's own transaction, after it did its work. On PostgreSQL a twin that ran at the same time fails
/// here on the primary key, is rolled back whole, and finds this answer when it is run again.
pub async fn keep(tx: &Tx<'_>, request: &Request, answer: &Kept, now: Moment) -> Result<(), Error> {
    store::insert(tx, request, Some(answer), now).await
}

/// Takes a free key for a use-case of several steps.
pub async fn reserve(tx: &Tx<'_>, request: &Request, now: Moment) -> Result<Standing, Error> {
    let standing = recall(tx, request, now).await?;
    if let Standing::Free = standing {
        store::insert(tx, request, None, now).await?;
    }
    Ok(standing)
}

/// Ends a reservation of that moment: with an answer to repeat, or with none, so that the key is free again.
pub async fn settle(tx: &Tx<'_>, request: &Request, at: Moment, answer: Option<&Kept>) -> Result<(), Error> {
    match answer {
        Some(answer) => store::complete(tx, request, at, answer).await,
        None => store::delete(tx, request, at).await.map(drop),
    }
}

pub async fn delete_outlived(tx: &Tx<'_>, now: Moment) -> Result<u64, Error> {
    store::delete_before(tx, now.minus(KEPT_FOR)).await
}
