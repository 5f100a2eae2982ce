//! Cookies that hold a secret. Scripts and other sites cannot read them, and on https they are bound to this host.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, header};
use cookie::{Cookie, CookieBuilder, SameSite};

use super::{error::ApiError, origin::PublicUrl};
use crate::values::ids::Secret;

pub struct SecretCookie {
    name_on_http: &'static str,
    /// The name has the `__Host-` prefix, which browsers accept only over TLS. A shop on plain HTTP is a demo or a
    /// test.
    name_on_https: &'static str,
    /// If this is `None`, the cookie ends with the browser's session.
    ttl: Option<Duration>,
}

impl SecretCookie {
    pub const fn new(name_on_http: &'static str, name_on_https: &'static str, ttl: Option<Duration>) -> Self {
        Self { name_on_http, name_on_https, ttl }
    }

    /// The secret that the browser sends. It proves nothing until it is found in the database.
    pub fn of(&self, headers: &HeaderMap, public_url: &PublicUrl) -> Option<Secret> {
        find_secret(headers, self.name(public_url))
    }

    /// The value of a `Set-Cookie` header that stores the secret.
    pub fn set(&self, public_url: &PublicUrl, secret: &Secret) -> Result<HeaderValue, ApiError> {
        let mut cookie = self.build(public_url, secret.reveal());
        if let Some(ttl) = self.ttl {
            cookie = cookie.max_age(ttl.try_into().map_err(ApiError::internal)?);
        }
        header_value(cookie)
    }

    /// The value of a `Set-Cookie` header that deletes the cookie.
    pub fn clear(&self, public_url: &PublicUrl) -> Result<HeaderValue, ApiError> {
        header_value(self.build(public_url, "").max_age(cookie::time::Duration::ZERO))
    }

    fn name(&self, public_url: &PublicUrl) -> &'static str {
        if public_url.is_https() { self.name_on_https } else { self.name_on_http }
    }

    fn build<'c>(&self, public_url: &PublicUrl, value: &'c str) -> CookieBuilder<'c> {
        Cookie::build((self.name(public_url), value))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(public_url.is_https())
    }
}

fn header_value(cookie: CookieBuilder<'_>) -> Result<HeaderValue, ApiError> {
    HeaderValue::from_str(&cookie.build().to_string()).map_err(ApiError::internal)
}

/// The first well-formed secret under this name. Malformed values are skipped, because another site on the same host
/// can set cookies of any name.
pub fn find_secret(headers: &HeaderMap, name: &str) -> Option<Secret> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(Cookie::split_parse)
        .filter_map(Result::ok)
        .filter(|cookie| cookie.name() == name)
        .find_map(|cookie| Secret::parse(cookie.value()))
}
