//! Extractors that authenticate the caller. A handler names one in its signature.
//!
//! Invariant: these extractors and the handlers decide authority, from the database, at each request. No path pattern
//! does.

use std::sync::Arc;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, Method, header, request::Parts},
};

use super::{session::start::SESSION, store::StoredSession};
use crate::{
    http::{error::ApiError, origin},
    shop::Shop,
    values::ids::Secret,
};

/// Authenticated by the bearer token only.
pub struct SignedIn(pub StoredSession);

/// As [`SignedIn`], and the role is admin at this moment.
pub struct Admin(pub StoredSession);

/// Authenticated by the session cookie only. Writes must come from the same origin.
pub struct BySession(pub StoredSession);

/// Authenticated by the bearer token if there is one, otherwise by the cookie. An invalid token is refused even with a
/// valid cookie.
pub struct BySessionOrBearer(pub StoredSession);

impl FromRequestParts<Arc<Shop>> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        by_bearer(parts, shop).await.map(Self)
    }
}

impl FromRequestParts<Arc<Shop>> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        let session = by_bearer(parts, shop).await?;
        if session.user.is_admin() {
            Ok(Self(session))
        } else {
            Err(ApiError::forbidden("forbidden", "Only administrators of the shop can do this."))
        }
    }
}

impl FromRequestParts<Arc<Shop>> for BySession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        by_cookie(parts, shop).await.map(Self)
    }
}

impl FromRequestParts<Arc<Shop>> for BySessionOrBearer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        if parts.headers.contains_key(header::AUTHORIZATION) {
            by_bearer(parts, shop).await.map(Self)
        } else {
            by_cookie(parts, shop).await.map(Self)
        }
    }
}

async fn by_bearer(parts: &Parts, shop: &Shop) -> Result<StoredSession, ApiError> {
    let token = bearer_of(&parts.headers).ok_or_else(ApiError::unauthenticated)?;
    shop.sessions.by_token(&token).await?.ok_or_else(ApiError::unauthenticated)
}

async fn by_cookie(parts: &Parts, shop: &Shop) -> Result<StoredSession, ApiError> {
    let secret = SESSION.of(&parts.headers, shop.public_url()).ok_or_else(ApiError::unauthenticated)?;
    let session = shop.sessions.by_secret(&secret).await?.ok_or_else(ApiError::unauthenticated)?;
    if parts.method != Method::GET && parts.method != Method::HEAD {
        origin::must_be_ours(&parts.headers, shop.public_url(), &shop.config.allowed_origins)?;
    }
    Ok(session)
}

/// The token of the `Authorization` header, not yet checked.
pub fn bearer_of(headers: &HeaderMap) -> Option<Secret> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") { Secret::parse(token.trim()) } else { None }
}

/// The `User-Agent` header, for the list of sessions. Nothing depends on it.
pub fn user_agent_of(headers: &HeaderMap) -> String {
    const MOST: usize = 300;
    let text = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    text.chars().take(MOST).collect()
}
