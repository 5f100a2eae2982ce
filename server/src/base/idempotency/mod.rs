//! Stores responses for 24 hours under the client's `Idempotency-Key`, so that a repeated request has one effect.
//!
//! A use-case of one transaction stores its response in that transaction ([`lookup`], [`store_response`]), so that an
//! order never exists without its response. A use-case that calls an external service first reserves the key
//! ([`begin`]), and then stores a response or releases the key ([`complete`]).

pub mod store;

use std::time::Duration;

use axum::{
    extract::FromRequestParts,
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};

use crate::{
    base::rate_limit::{self, LimitedAction, RateLimited},
    db::{Committed, Db, Error, Tx},
    http::{
        error::{ApiError, PROBLEM_JSON},
        json, language,
    },
    values::{
        clock::Clock,
        hash::sha256_hex,
        ids::{Id, Secret},
        language::{Language, localized},
        time::Timestamp,
    },
};

pub const RESPONSE_TTL: Duration = Duration::from_hours(24);
/// A request without a response after this time was ended by a crash. Its key may be used again.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(1);

/// The header, if the client sent one.
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
                localized!(
                    "An Idempotency-Key must have 1 to 255 visible ASCII characters.",
                    "Une Idempotency-Key doit avoir de 1 à 255 caractères ASCII visibles."
                ),
            )),
        }
    }
}

/// A key in its scope, with a hash of the request body.
#[derive(Debug, Clone)]
pub struct IdempotentRequest {
    pub user: Id,
    pub route: &'static str,
    pub key: String,
    pub hash: String,
}

impl IdempotentRequest {
    pub fn new(key: IdempotencyKey, user: &Id, route: &'static str, body: &[u8]) -> Option<Self> {
        Some(Self { user: user.clone(), route, key: key.0?, hash: sha256_hex(body) })
    }

    /// Makes the request of a browser without a login. The secret names the browser.
    pub fn of_browser(
        key: IdempotencyKey,
        secret: &Secret,
        route: &'static str,
        body: &[u8],
    ) -> Option<Self> {
        Self::new(key, &Id::of_secret(secret), route, body)
    }
}

#[derive(Debug, Clone)]
pub struct StoredResponse {
    status: u16,
    body: String,
    /// The body in French, if it has texts.
    french: Option<String>,
}

/// The member of a stored body that has its French form. Quotes inside JSON texts are escaped, so no text has it.
const IN_FRENCH: &str = ",\"inFrench\":";

impl StoredResponse {
    pub fn success(body: String) -> Self {
        Self { status: 200, body, french: None }
    }

    pub fn is_success(&self) -> bool {
        self.status == 200
    }

    /// The body in English.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// Reads a row. Rows of former versions have the English body alone.
    fn from_row(status: i64, answer: String) -> Self {
        let status = u16::try_from(status).unwrap_or(500);
        match answer.split_once(IN_FRENCH) {
            Some((english, french)) => {
                let french = french.strip_suffix('}').unwrap_or(french).to_owned();
                Self { status, body: format!("{english}}}"), french: Some(french) }
            }
            None => Self { status, body: answer, french: None },
        }
    }

    /// The body with its French form as a private member, so that a repeated request may ask in another language.
    fn to_row(&self) -> String {
        match (self.body.strip_suffix('}'), &self.french) {
            (Some(english), Some(french)) => format!("{english}{IN_FRENCH}{french}}}"),
            _ => self.body.clone(),
        }
    }

    /// Stores only errors that a repeated request would get again.
    pub fn from_error(error: &ApiError) -> Option<Self> {
        matches!(error.status, StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY).then(|| Self {
            status: error.status.as_u16(),
            body: error.to_json(Language::English),
            french: Some(error.to_json(Language::French)),
        })
    }
}

impl IntoResponse for StoredResponse {
    fn into_response(self) -> Response {
        let mut response = json::json_response(self.body);
        *response.status_mut() =
            StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        if !response.status().is_success() {
            response.headers_mut().insert(header::CONTENT_TYPE, PROBLEM_JSON);
        }
        match self.french {
            Some(french) => language::in_both(response, french),
            None => response,
        }
    }
}

pub enum KeyStatus {
    New,
    Completed(StoredResponse),
    /// The key was used with another body.
    Conflict,
    InProgress,
    /// The customer used too many keys today.
    RateLimited(RateLimited),
}

impl KeyStatus {
    /// Returns the stored response, or `None` if the request is new and must be processed. All other keys are errors.
    pub fn into_result(self) -> Result<Option<StoredResponse>, ApiError> {
        match self {
            Self::New => Ok(None),
            Self::Completed(kept) => Ok(Some(kept)),
            Self::Conflict => Err(ApiError::unprocessable(
                "idempotency_mismatch",
                localized!(
                    "This Idempotency-Key was used with another request. Please send a new key.",
                    "Cette Idempotency-Key a servi pour une autre requête. Veuillez envoyer une nouvelle clé."
                ),
            )),
            Self::RateLimited(limited) => Err(limited.into()),
            Self::InProgress => Err(ApiError::conflict(
                "idempotency_running",
                localized!(
                    "Your first request is still being processed. Please check the result in a moment.",
                    "Votre première requête est encore en traitement. Veuillez vérifier le résultat dans un \
                     instant."
                ),
            )),
        }
    }

    /// The response of a key that a use-case reported as used.
    pub fn into_stored(self) -> Result<StoredResponse, ApiError> {
        let unused = || ApiError::internal("an unused idempotency key was reported as used");
        self.into_result()?.ok_or_else(unused)
    }
}

/// Runs `attempt` again if a concurrent request with the same key committed first. The second run finds its response.
pub async fn retry_once<T, F>(attempt: impl Fn() -> F) -> Result<T, Error>
where
    F: Future<Output = Result<T, Error>>,
{
    match attempt().await {
        Err(error) if error.is_unique_violation() => attempt().await,
        done => done,
    }
}

/// Looks up the key, and counts a new one. A use-case calls this first in its transaction.
pub async fn lookup(tx: &Tx<'_>, request: &IdempotentRequest, now: Timestamp) -> Result<KeyStatus, Error> {
    match lookup_uncounted(tx, request, now).await? {
        KeyStatus::New => count_new(tx, request, now).await,
        known => Ok(known),
    }
}

/// Counts a new key.
pub async fn count_new(tx: &Tx<'_>, request: &IdempotentRequest, now: Timestamp) -> Result<KeyStatus, Error> {
    let limit = LimitedAction::UseIdempotencyKey.by(request.user.as_str());
    Ok(match rate_limit::take(tx, &[limit], now).await? {
        Committed::Done(_) => KeyStatus::New,
        Committed::Refused(limited) => KeyStatus::RateLimited(limited),
    })
}

/// Looks up the key like [`lookup`], and does not count a new one. The use-case counts it together with its locks,
/// because that takes no round trip of its own.
pub async fn lookup_uncounted(
    tx: &Tx<'_>,
    request: &IdempotentRequest,
    now: Timestamp,
) -> Result<KeyStatus, Error> {
    let Some(row) = store::find(tx, request).await? else { return Ok(KeyStatus::New) };
    let at = row.created_at;
    if at <= now.minus(RESPONSE_TTL) {
        return release(tx, request, at).await;
    }
    if row.request_hash != request.hash {
        return Ok(KeyStatus::Conflict);
    }
    match (row.status, row.answer) {
        (Some(status), Some(answer)) => Ok(KeyStatus::Completed(StoredResponse::from_row(status, answer))),
        _ if at <= now.minus(REQUEST_TIMEOUT) => release(tx, request, at).await,
        _ => Ok(KeyStatus::InProgress),
    }
}

/// Releases the key of an expired request. Retries the transaction if a concurrent request released it first.
async fn release(tx: &Tx<'_>, request: &IdempotentRequest, at: Timestamp) -> Result<KeyStatus, Error> {
    if store::delete(tx, request, at).await? { Ok(KeyStatus::New) } else { Err(tx.conflict()) }
}

/// Stores the response. A use-case calls this last in its transaction. On PostgreSQL a concurrent request with the same
/// key violates the primary key here. Its transaction is rolled back and returns the stored response when it is
/// retried.
pub async fn store_response(
    tx: &Tx<'_>,
    request: &IdempotentRequest,
    answer: &StoredResponse,
    now: Timestamp,
) -> Result<(), Error> {
    store::finish_with_response(tx, request, answer, now).await
}

/// Stores the refusal of an invalid body under the idempotency key. Returns an earlier response to the same key instead.
pub async fn store_refusal(
    db: &Db,
    clock: &Clock,
    request: Option<IdempotentRequest>,
    refusal: ApiError,
) -> Result<Response, ApiError> {
    let Some((request, response)) = request.zip(StoredResponse::from_error(&refusal)) else {
        return Err(refusal);
    };
    let now = clock.now();
    let attempt = || {
        let input = (request.clone(), response.clone(), now);
        db.write(input, |tx, (request, response, now)| Box::pin(store_if_new(tx, request, response, *now)))
    };
    match retry_once(attempt).await?.into_result()? {
        Some(earlier) => Ok(earlier.into_response()),
        None => Err(refusal),
    }
}

async fn store_if_new(
    tx: &Tx<'_>,
    request: &IdempotentRequest,
    response: &StoredResponse,
    now: Timestamp,
) -> Result<KeyStatus, Error> {
    let status = lookup(tx, request, now).await?;
    if let KeyStatus::New = status {
        store_response(tx, request, response, now).await?;
    }
    Ok(status)
}

/// Reserves a new key for a use-case of several transactions.
pub async fn begin(tx: &Tx<'_>, request: &IdempotentRequest, now: Timestamp) -> Result<KeyStatus, Error> {
    let standing = lookup(tx, request, now).await?;
    if let KeyStatus::New = standing {
        store::reserve(tx, request, now).await?;
    }
    Ok(standing)
}

/// Ends the reservation made at `at`: stores the response, or releases the key if `answer` is `None`.
pub async fn complete(
    tx: &Tx<'_>,
    request: &IdempotentRequest,
    at: Timestamp,
    answer: Option<&StoredResponse>,
) -> Result<(), Error> {
    match answer {
        Some(answer) => store::complete(tx, request, at, answer).await,
        None => store::delete(tx, request, at).await.map(drop),
    }
}

pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, Error> {
    store::delete_before(tx, now.minus(RESPONSE_TTL)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_refusal_keeps_both_languages_and_the_english_bytes() {
        let detail = localized!("Too many ,\"inFrench\":x", "Trop ,\"inFrench\":x");
        let error = ApiError::conflict("sold_out", detail).with("left", 3);
        let stored = StoredResponse::from_error(&error).unwrap();
        let read = StoredResponse::from_row(409, stored.to_row());
        assert_eq!((read.status, &read.body), (409, &error.to_json(Language::English)));
        assert_eq!(read.french, Some(error.to_json(Language::French)));
        assert!(serde_json::from_str::<serde_json::Value>(&stored.to_row()).is_ok());
    }

    #[test]
    fn a_row_of_a_former_version_is_its_body() {
        for body in [r#"{"id":"1"}"#, "[]", ""] {
            let read = StoredResponse::from_row(200, body.to_owned());
            assert_eq!((read.body.as_str(), read.french.as_deref()), (body, None));
            assert_eq!(StoredResponse::success(body.to_owned()).to_row(), body);
        }
    }
}
