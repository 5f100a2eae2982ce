//! What every login method responds with: a new session that replaces the browser's old one, and the known-device
//! cookie.

use std::sync::Arc;

use axum::{
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::AppendHeaders,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Method, NewSession, known_device};
use crate::identity::{extractors::user_agent_of, user::User};
use crate::{
    http::{cookies::OwnCookie, error::ApiError},
    shop::Shop,
    values::ids::Secret,
};

pub const SESSION: OwnCookie = OwnCookie::new("trowel_session", "__Host-trowel_session", None);
pub const DEVICE: OwnCookie =
    OwnCookie::new("trowel_device", "__Host-trowel_device", Some(known_device::LIFE));

pub type Cookies = AppendHeaders<[(HeaderName, HeaderValue); 2]>;

/// A session to be started in a transaction, and the cookies for its browser.
pub struct Arrival {
    pub session: NewSession,
    secret: Secret,
    device: Arc<Secret>,
}

impl Arrival {
    /// The browser's present session ends when the new one starts.
    pub fn new(shop: &Shop, headers: &HeaderMap, method: Method) -> Self {
        let (secret, previous) = (Secret::new(), SESSION.of(headers, shop.public_url()));
        let device = Arc::new(DEVICE.of(headers, shop.public_url()).unwrap_or_default());
        let (agent, now) = (user_agent_of(headers), shop.clock.now());
        let session = NewSession::new(&secret, method, &agent, previous.as_ref(), Arc::clone(&device), now);
        Self { session, secret, device }
    }

    /// Call it after the commit.
    pub fn cookies(&self, shop: &Shop, user: &User) -> Result<Cookies, ApiError> {
        tracing::info!(user = user.id.as_str(), way = self.session.method().as_str(), "signed in");
        Ok(AppendHeaders([
            (header::SET_COOKIE, SESSION.set(shop.public_url(), &self.secret)?),
            (header::SET_COOKIE, DEVICE.set(shop.public_url(), &self.device)?),
        ]))
    }
}

/// Starts a session in a transaction of its own.
pub async fn admit(
    shop: &Shop,
    headers: &HeaderMap,
    user: &User,
    method: Method,
) -> Result<Cookies, ApiError> {
    let arrival = Arrival::new(shop, headers, method);
    if shop.sessions.start(user, arrival.session.clone()).await? {
        arrival.cookies(shop, user)
    } else {
        Err(ApiError::unauthenticated()) // the account was deleted meanwhile
    }
}

/// As [`admit`], after a password login. `None`: the account no longer has this password hash.
pub async fn by_password(
    shop: &Shop,
    headers: &HeaderMap,
    user: &User,
    password_hash: String,
) -> Result<Option<Cookies>, ApiError> {
    let arrival = Arrival::new(shop, headers, Method::Password);
    let session = arrival.session.clone().proven_by(password_hash);
    if shop.sessions.start(user, session).await? { arrival.cookies(shop, user).map(Some) } else { Ok(None) }
}

/// The logged-in user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Identity {
    uid: String,
    email: Option<String>,
    display_name: String,
    #[serde(rename = "photoURL")]
    photo_url: Option<String>,
}

impl From<&User> for Identity {
    fn from(user: &User) -> Self {
        Self {
            uid: user.id.to_string(),
            email: user.email.clone(),
            display_name: user.display_name.clone(),
            photo_url: user.photo_url.clone(),
        }
    }
}
