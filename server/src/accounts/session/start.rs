//! What every login method responds with: a new session that replaces the browser's old one, and the known-device
//! cookie. Or the question for the second step.

use std::sync::Arc;

use axum::{
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    response::{AppendHeaders, IntoResponse as _, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{NewSession, SessionStart, known_device};
use crate::{
    accounts::{
        extractors::user_agent,
        second_factor::pending_login::PENDING_LOGIN_TTL,
        store,
        user::{AuthMethod, User},
    },
    http::{cookies::SecretCookie, error::ApiError, json::ApiJson},
    shop::Shop,
    values::{
        ids::Secret,
        language::{Language, localized},
    },
};

pub const SESSION_COOKIE: SecretCookie = SecretCookie::new("trowel_session", "__Host-trowel_session", None);
pub const DEVICE_COOKIE: SecretCookie =
    SecretCookie::new("trowel_device", "__Host-trowel_device", Some(known_device::KNOWN_DEVICE_TTL));

/// Binds the second step of a login to the browser of the first.
pub const PENDING_LOGIN_COOKIE: SecretCookie =
    SecretCookie::new("trowel_login", "__Host-trowel_login", Some(PENDING_LOGIN_TTL));

pub type LoginCookies = AppendHeaders<[(HeaderName, HeaderValue); 2]>;

/// A session to be started in a transaction, and the response to its browser.
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

    /// The cookie that leads to the second step and to nothing else.
    pub fn pending_cookie(&self, shop: &Shop) -> Result<HeaderValue, ApiError> {
        PENDING_LOGIN_COOKIE.set(shop.public_url(), &self.secret)
    }

    /// Call it after the commit.
    pub async fn respond(&self, shop: &Shop, user: &User, start: SessionStart) -> Result<Response, ApiError> {
        self.respond_with(shop, user, start, CurrentUser::with_basket(shop, user).await)
    }

    pub fn respond_with<T: Serialize>(
        &self,
        shop: &Shop,
        user: &User,
        start: SessionStart,
        body: T,
    ) -> Result<Response, ApiError> {
        match start {
            SessionStart::Started => Ok((self.cookies(shop, user)?, ApiJson(body)).into_response()),
            SessionStart::SecondStepRequired => {
                let cookie = [(header::SET_COOKIE, self.pending_cookie(shop)?)];
                Ok((cookie, second_step_required()).into_response())
            }
            SessionStart::AccountChanged => Err(ApiError::unauthenticated()),
            SessionStart::AccountBlocked => Err(account_blocked()),
        }
    }
}

/// Starts a session in a transaction of its own, after a password login. Returns `None` if the account no longer has
/// this password hash.
pub async fn start_password_session<T: Serialize>(
    shop: &Shop,
    headers: &HeaderMap,
    user: &User,
    password_hash: String,
    body: T,
) -> Result<Option<Response>, ApiError> {
    let login_response = LoginResponse::new(shop, headers, AuthMethod::Password);
    let session = login_response.session.clone().proven_by(password_hash);
    match shop.sessions.start(user, session).await? {
        SessionStart::AccountChanged => Ok(None),
        start => login_response.respond_with(shop, user, start, body).map(Some),
    }
}

fn second_step_required() -> ApiError {
    let sentence = localized!(
        "Please enter the code that your authenticator app shows, or a recovery code.",
        "Veuillez entrer le code que votre application d’authentification affiche, ou un code de récupération."
    );
    ApiError::new(StatusCode::UNAUTHORIZED, "second_factor_required", sentence)
}

pub fn account_blocked() -> ApiError {
    ApiError::forbidden(
        "account_blocked",
        localized!(
            "The shop has blocked this account. Please contact the shop.",
            "La boutique a bloqué ce compte. Veuillez communiquer avec la boutique."
        ),
    )
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
    /// The language of e-mails to the account. Absent if it is English.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    language: Option<Language>,
    /// How many tools are in the account's basket, for the header. Absent if a call does not tell it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    basket_count: Option<i64>,
}

impl CurrentUser {
    /// Reads how many lines the basket has. A login does not fail if that cannot be read.
    pub async fn with_basket(shop: &Shop, user: &User) -> Self {
        let read = shop.db.read_statement(user.id.clone(), |tx, user| store::count_basket_lines(tx, user));
        Self { basket_count: read.await.ok(), ..Self::from(user) }
    }
}

impl From<&User> for CurrentUser {
    fn from(user: &User) -> Self {
        Self {
            uid: user.id.to_string(),
            email: user.email.clone(),
            display_name: user.display_name.clone(),
            photo_url: user.photo_url.clone(),
            language: Some(user.language).filter(|language| *language != Language::English),
            basket_count: None,
        }
    }
}
