//! Extractors that authenticate the caller. A handler names one in its signature.
//!
//! Invariant: these extractors and the handlers decide authority, from the database, at each request. No path pattern
//! does.

use std::sync::Arc;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, Method, header, request::Parts},
};

use super::{
    permissions::{Caller, Permission},
    session::start::SESSION_COOKIE,
    store::Session,
};
use crate::{
    http::{error::ApiError, origin},
    shop::Shop,
    values::ids::Secret,
};

/// Authenticated by the bearer token only.
pub struct BearerUser(pub Session);

/// As [`BearerUser`]. What it may do is for the handler to ask.
pub struct AnyCaller(pub Caller);

/// As [`BearerUser`], and the role is admin at this moment.
pub struct Admin(pub Session);

/// May see all orders at this moment.
pub struct OrderReader;

/// May ship and change orders at this moment.
pub struct OrderWriter(pub Caller);

/// May add and edit tools at this moment.
pub struct ToolWriter(pub Caller);

/// Authenticated by the session cookie only. Writes must come from the same origin.
pub struct SessionUser(pub Session);

/// Authenticated by the bearer token if there is one, otherwise by the cookie. An invalid token is refused even with a
/// valid cookie.
pub struct AnyUser(pub Session);

impl FromRequestParts<Arc<Shop>> for BearerUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        bearer_session(parts, shop).await.map(Self)
    }
}

impl FromRequestParts<Arc<Shop>> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        let session = bearer_session(parts, shop).await?;
        if Caller::new(session.user.clone()).may(Permission::RunShop) {
            Ok(Self(session))
        } else {
            Err(ApiError::forbidden("forbidden", "Only administrators of the shop can do this."))
        }
    }
}

impl FromRequestParts<Arc<Shop>> for AnyCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        Ok(Self(Caller::new(bearer_session(parts, shop).await?.user)))
    }
}

impl FromRequestParts<Arc<Shop>> for OrderReader {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        permitted(parts, shop, Permission::ReadOrders).await.map(|_| Self)
    }
}

impl FromRequestParts<Arc<Shop>> for OrderWriter {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        permitted(parts, shop, Permission::WriteOrders).await.map(Self)
    }
}

impl FromRequestParts<Arc<Shop>> for ToolWriter {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        permitted(parts, shop, Permission::WriteTools).await.map(Self)
    }
}

async fn permitted(parts: &mut Parts, shop: &Arc<Shop>, permission: Permission) -> Result<Caller, ApiError> {
    let AnyCaller(caller) = AnyCaller::from_request_parts(parts, shop).await?;
    if caller.may(permission) { Ok(caller) } else { Err(not_staff()) }
}

pub fn not_staff() -> ApiError {
    ApiError::forbidden("forbidden", "Only staff and administrators of the shop can do this.")
}

impl FromRequestParts<Arc<Shop>> for SessionUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        cookie_session(parts, shop).await.map(Self)
    }
}

impl FromRequestParts<Arc<Shop>> for AnyUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        if parts.headers.contains_key(header::AUTHORIZATION) {
            bearer_session(parts, shop).await.map(Self)
        } else {
            cookie_session(parts, shop).await.map(Self)
        }
    }
}

async fn bearer_session(parts: &Parts, shop: &Shop) -> Result<Session, ApiError> {
    let token = bearer_token(&parts.headers).ok_or_else(ApiError::unauthenticated)?;
    let session = shop.sessions.by_token(&token).await?.ok_or_else(ApiError::unauthenticated)?;
    if is_write(parts) {
        shop.write_limiter.admit_user(&session.user.id)?;
    }
    Ok(session)
}

async fn cookie_session(parts: &Parts, shop: &Shop) -> Result<Session, ApiError> {
    let secret =
        SESSION_COOKIE.of(&parts.headers, shop.public_url()).ok_or_else(ApiError::unauthenticated)?;
    let session = shop.sessions.by_secret(&secret).await?.ok_or_else(ApiError::unauthenticated)?;
    if is_write(parts) {
        origin::check_origin(&parts.headers, shop.public_url(), &shop.config.allowed_origins)?;
        shop.write_limiter.admit_user(&session.user.id)?;
    }
    Ok(session)
}

fn is_write(parts: &Parts) -> bool {
    parts.method != Method::GET && parts.method != Method::HEAD
}

/// The token of the `Authorization` header, not yet checked.
pub fn bearer_token(headers: &HeaderMap) -> Option<Secret> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") { Secret::parse(token.trim()) } else { None }
}

/// The `User-Agent` header, for the list of sessions. Nothing depends on it.
pub fn user_agent(headers: &HeaderMap) -> String {
    const MAX_CHARS: usize = 300;
    let text = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    text.chars().take(MAX_CHARS).collect()
}
