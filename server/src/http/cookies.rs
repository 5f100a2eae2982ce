//! Cookies of the shop's own. Each holds a secret, is out of reach for scripts and other sites, and on https is bound to
//! this very host.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, header};

use super::error::ApiError;
use crate::{shop::Shop, values::ids::Secret};

pub struct OwnCookie {
    on_http: &'static str,
    /// With `__Host-`, which browsers take over TLS only: a shop on plain http is a demo or a test.
    on_https: &'static str,
    /// `None`: as long as the browser keeps its session.
    life: Option<Duration>,
}

impl OwnCookie {
    pub const fn new(on_http: &'static str, on_https: &'static str, life: Option<Duration>) -> Self {
        Self { on_http, on_https, life }
    }

    /// What the browser presents; believed only after a look-up.
    pub fn of(&self, headers: &HeaderMap, shop: &Shop) -> Option<Secret> {
        secret_in(headers, self.name(shop))
    }

    /// For `Set-Cookie`.
    pub fn set(&self, shop: &Shop, secret: &Secret) -> Result<HeaderValue, ApiError> {
        let age = self.life.map(|life| format!("; Max-Age={}", life.as_secs())).unwrap_or_default();
        self.line(shop, secret.reveal(), &age)
    }

    /// For `Set-Cookie`: the browser forgets it.
    pub fn removed(&self, shop: &Shop) -> Result<HeaderValue, ApiError> {
        self.line(shop, "", "; Max-Age=0")
    }

    fn name(&self, shop: &Shop) -> &'static str {
        if shop.is_https() { self.on_https } else { self.on_http }
    }

    fn line(&self, shop: &Shop, value: &str, age: &str) -> Result<HeaderValue, ApiError> {
        let secure = if shop.is_https() { "; Secure" } else { "" };
        let line = format!("{}={value}; Path=/; HttpOnly; SameSite=Lax{secure}{age}", self.name(shop));
        HeaderValue::from_str(&line).map_err(ApiError::internal)
    }
}

/// The first secret that a browser sends under this name. Another site of the same host can set cookies of any name beside
/// ours, so what is no secret is passed over.
pub fn secret_in(headers: &HeaderMap, name: &str) -> Option<Secret> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(cookie::Cookie::split_parse)
        .filter_map(Result::ok)
        .filter(|cookie| cookie.name() == name)
        .find_map(|cookie| Secret::parse(cookie.value()))
}
