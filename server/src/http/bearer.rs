//! The `Authorization` header.

use axum::http::{HeaderMap, header};

/// Lets people and scanners of leaked secrets recognize an API key.
pub const KEY_PREFIX: &str = "trowel_";

/// The token of a bearer, not yet checked.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
