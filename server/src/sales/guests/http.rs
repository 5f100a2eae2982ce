//! The browser that bought without a login, as an extractor.

use axum::extract::FromRequestParts;
use axum::http::{Method, request::Parts};

use super::{BROWSER_TTL, store};
use crate::{
    http::{origin::check_origin, prelude::*},
    sales::basket::BASKET_COOKIE,
    shop::Shop,
};

/// Without a token, a browser with a basket's cookie is a guest. Otherwise the caller is what `T` says.
pub enum GuestOr<T> {
    Guest(GuestBrowser),
    Other(T),
}

/// It proves nothing until a purchase of this browser is found.
#[derive(Clone)]
pub struct GuestBrowser {
    pub secret: Arc<Secret>,
}

impl<T: FromRequestParts<Arc<Shop>, Rejection = ApiError>> FromRequestParts<Arc<Shop>> for GuestOr<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        let has_token = parts.headers.contains_key(header::AUTHORIZATION);
        let secret = BASKET_COOKIE.of(&parts.headers, shop.public_url()).filter(|_| !has_token);
        let Some(secret) = secret else { return T::from_request_parts(parts, shop).await.map(Self::Other) };
        if parts.method != Method::GET {
            check_origin(&parts.headers, shop.public_url(), &shop.config.allowed_origins)?;
        }
        Ok(Self::Guest(GuestBrowser { secret: Arc::new(secret) }))
    }
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
    /// Who has the orders of a purchase of this browser. For every other purchase the caller has not logged in.
    pub async fn customer_of(&self, shop: &Shop, purchase: &Id) -> Result<Id, ApiError> {
        let input = (purchase.clone(), self.secret.hash(), shop.clock.now().minus(BROWSER_TTL));
        let found = shop
            .db
            .read_statement(input, |tx, (purchase, hash, since)| {
                store::customer_in_browser(tx, purchase, hash, *since)
            })
            .await?;
        found.ok_or_else(ApiError::unauthenticated)
    }
}
