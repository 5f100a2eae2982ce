//! The browser that bought without a login, as an extractor.

use axum::extract::FromRequestParts;
use axum::http::{Method, request::Parts};

use super::{BROWSER_TTL, store};
use crate::{
    http::{cookies::SecretCookie, origin::check_origin, prelude::*},
    shop::Shop,
};

/// Proves the purchases of a browser that buys without a login. Each checkout replaces it.
pub const GUEST_COOKIE: SecretCookie =
    SecretCookie::new("trowel_guest", "__Host-trowel_guest", Some(BROWSER_TTL));

/// A guest, or another caller as `T` says. Without a token, a browser with the cookie of a guest is a guest.
pub enum GuestOr<T> {
    Guest(GuestBrowser),
    Other(T),
}

/// It proves nothing until a purchase of this browser is found.
#[derive(Clone)]
pub struct GuestBrowser {
    /// The hash of the secret in the browser's cookie.
    pub hash: String,
}

impl<T: FromRequestParts<Arc<Shop>, Rejection = ApiError>> FromRequestParts<Arc<Shop>> for GuestOr<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        match secret_without_token(parts, shop, &GUEST_COOKIE)? {
            Some(secret) => Ok(Self::Guest(GuestBrowser { hash: secret.hash() })),
            None => T::from_request_parts(parts, shop).await.map(Self::Other),
        }
    }
}

/// The secret in this cookie, if the request has no token. Only the shop's own pages may change something with it.
pub fn secret_without_token(
    parts: &Parts,
    shop: &Shop,
    cookie: &SecretCookie,
) -> Result<Option<Secret>, ApiError> {
    let has_token = parts.headers.contains_key(header::AUTHORIZATION);
    let secret = cookie.of(&parts.headers, shop.public_url()).filter(|_| !has_token);
    if secret.is_some() && parts.method != Method::GET {
        check_origin(&parts.headers, shop.public_url(), &shop.config.allowed_origins)?;
    }
    Ok(secret)
}

/// What a guest sees is in no cache, in no search engine, and not the address of the page in another site's log.
pub fn leave_no_trace(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    response
}

/// An answer to a guest.
pub struct GuestJson<T>(pub T);

impl<T: Serialize> IntoResponse for GuestJson<T> {
    fn into_response(self) -> Response {
        leave_no_trace(ApiJson(self.0).into_response())
    }
}

impl GuestBrowser {
    /// The customer who has the orders of a purchase of this browser. For every other purchase the caller has not
    /// logged in.
    pub async fn customer_of(&self, shop: &Shop, purchase: &Id) -> Result<Id, ApiError> {
        let input = (purchase.clone(), self.hash.clone(), shop.clock.now().minus(BROWSER_TTL));
        let found = shop
            .db
            .read_statement(input, |tx, (purchase, hash, since)| {
                store::customer_in_browser(tx, purchase, hash, *since)
            })
            .await?;
        found.ok_or_else(ApiError::unauthenticated)
    }
}
