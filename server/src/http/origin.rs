//! The public URL, the allowed origins, and the check that a browser's request comes from one of them.

use std::{fmt, ops::Deref, sync::Arc};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderMap, HeaderValue, header, request::Parts},
};

use super::error::ApiError;
use crate::values::language::localized;

/// Scheme and authority of the shop, without a trailing slash. Clones share the text.
#[derive(Clone, PartialEq, Eq)]
pub struct PublicUrl(Arc<str>);

impl PublicUrl {
    pub fn new(url: impl Into<Arc<str>>) -> Self {
        Self(url.into())
    }

    pub fn is_https(&self) -> bool {
        self.starts_with("https://")
    }
}

impl Deref for PublicUrl {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

/// Other origins whose pages may call the API, spelled as browsers send them in `Origin`. Clones share the list.
#[derive(Clone, Default)]
pub struct AllowedOrigins(Arc<[String]>);

impl AllowedOrigins {
    pub fn new(origins: Vec<String>) -> Self {
        Self(origins.into())
    }

    /// Whether the request's `Origin` is in the list.
    pub fn allow(&self, headers: &HeaderMap) -> bool {
        let origin = headers.get(header::ORIGIN).map(HeaderValue::as_bytes);
        origin.is_some_and(|origin| self.0.iter().any(|allowed| allowed.as_bytes() == origin))
    }
}

impl Deref for AllowedOrigins {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.0
    }
}

/// Rejects a browser on another site, unless its origin is allowed. Calls that a cookie authenticates or that set a
/// cookie need this check. A client without `Origin` and `Sec-Fetch-Site` is not a browser, so it carries no other
/// user's cookie.
pub fn check_origin(
    headers: &HeaderMap,
    public_url: &PublicUrl,
    allowed: &AllowedOrigins,
) -> Result<(), ApiError> {
    if allowed.allow(headers) {
        return Ok(());
    }
    let foreign_site =
        headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site" || site == "same-site");
    let foreign_origin =
        headers.get(header::ORIGIN).is_some_and(|origin| origin.as_bytes() != public_url.as_bytes());
    if foreign_site || foreign_origin {
        return Err(ApiError::forbidden(
            "forbidden_origin",
            localized!(
                "This can only be done from the shop's own pages. Please open the shop and try again there.",
                "Cette action n’est possible que depuis les pages de la boutique. Veuillez ouvrir la boutique \
                 et y réessayer."
            ),
        ));
    }
    Ok(())
}

/// Extractor form of [`check_origin`], for calls that need no session.
pub struct SameOrigin;

impl<S> FromRequestParts<S> for SameOrigin
where
    S: Send + Sync,
    PublicUrl: FromRef<S>,
    AllowedOrigins: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        check_origin(&parts.headers, &PublicUrl::from_ref(state), &AllowedOrigins::from_ref(state))
            .map(|()| Self)
    }
}
