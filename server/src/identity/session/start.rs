//! What every login method responds with: a new session that replaces the browser's old one, and the known-device
//! cookie.

use std::sync::Arc;

use axum::{
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::AppendHeaders,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{NewSession, SessionStart, known_device};
use crate::identity::{
    extractors::user_agent,
    user::{AuthMethod, User},
};
use crate::{
    http::{cookies::SecretCookie, error::ApiError},
    shop::Shop,
    values::ids::Secret,
};

pub const SESSION_COOKIE: SecretCookie = SecretCookie::new("trowel_session", "__Host-trowel_session", None);
pub const DEVICE_COOKIE: SecretCookie =
    SecretCookie::new("trowel_device", "__Host-trowel_device", Some(known_device::KNOWN_DEVICE_TTL));

pub type LoginCookies = AppendHeaders<[(HeaderName, HeaderValue); 2]>;

/// A session to be started in a transaction, and the cookies for its browser.
pub struct LoginResponse {
    pub session: NewSession,
    secret: Secret,
    device: Arc<Secret>,
}

impl LoginResponse {
    /// The browser's present session ends when the new one starts.
    pub fn new(shop: &Shop, headers: &HeaderMap, method: AuthMethod) -> Self {
        let (secret, previous) = (Secret::new(), SESSION_COOKIE.of(headers, shop.public_url()));
        let device = Arc::new(DEVICE_COOKIE.of(headers, shop.public_url()).unwrap_or_default());
        let (agent, now) = (user_agent(headers), shop.clock.now());
        let session = NewSession::new(&secret, method, &agent, previous.as_ref(), Arc::clone(&device), now);
        Self { session, secret, device }
    }

    /// Call it after the commit.
    pub fn cookies(&self, shop: &Shop, user: &User) -> Result<LoginCookies, ApiError> {
        tracing::info!(user = user.id.as_str(), way = self.session.method().as_str(), "logged in");
        Ok(AppendHeaders([
            (header::SET_COOKIE, SESSION_COOKIE.set(shop.public_url(), &self.secret)?),
            (header::SET_COOKIE, DEVICE_COOKIE.set(shop.public_url(), &self.device)?),
        ]))
    }
}

/// Starts a session in a transaction of its own.
pub async fn start_session(
    shop: &Shop,
    headers: &HeaderMap,
    user: &User,
    method: AuthMethod,
) -> Result<LoginCookies, ApiError> {
    let arrival = LoginResponse::new(shop, headers, method);
    match shop.sessions.start(user, arrival.session.clone()).await? {
        SessionStart::Started => arrival.cookies(shop, user),
        SessionStart::AccountChanged => Err(ApiError::unauthenticated()), // the account was deleted meanwhile
        SessionStart::AccountBlocked => Err(account_blocked()),
    }
}

/// As [`start_session`], after a password login. `None`: the account no longer has this password hash.
pub async fn start_password_session(
    shop: &Shop,
    headers: &HeaderMap,
    user: &User,
    password_hash: String,
) -> Result<Option<LoginCookies>, ApiError> {
    let arrival = LoginResponse::new(shop, headers, AuthMethod::Password);
    let session = arrival.session.clone().proven_by(password_hash);
    match shop.sessions.start(user, session).await? {
        SessionStart::Started => arrival.cookies(shop, user).map(Some),
        SessionStart::AccountChanged => Ok(None),
        SessionStart::AccountBlocked => Err(account_blocked()),
    }
}

pub fn account_blocked() -> ApiError {
    ApiError::forbidden("account_blocked", "The shop has blocked this account. Please contact the shop.")
}

/// The logged-in user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurrentUser {
    uid: String,
    #[schema(required)]
    email: Option<String>,
    display_name: String,
    #[serde(rename = "photoURL")]
    #[schema(required)]
    photo_url: Option<String>,
}

impl From<&User> for CurrentUser {
    fn from(user: &User) -> Self {
        Self {
            uid: user.id.to_string(),
            email: user.email.clone(),
            display_name: user.display_name.clone(),
            photo_url: user.photo_url.clone(),
        }
    }
}
