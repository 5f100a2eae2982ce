//! Extractors that authenticate the caller. A handler names one in its signature.
//!
//! Invariant: these extractors and the handlers decide authority, from the database, at each request. No path pattern
//! does.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, Method, StatusCode, header, request::Parts},
};

use super::{
    api_keys,
    permissions::{Caller, Permission, WithheldReason, WithheldRole},
    second_factor,
    session::start::SESSION_COOKIE,
    session::store::Session,
    user::{Role, User},
};
use crate::{
    base::rate_limit::RateLimited,
    db,
    http::{bearer::bearer, client_ip::ClientIp, error::ApiError, known_members, origin},
    shop::Shop,
    values::{ids::Secret, language::localized},
};

/// Authenticated by the bearer token only.
pub struct AnyAccountByToken(pub Session);

/// Accepts the same callers as [`AnyAccountByToken`], if the role is admin at this moment.
pub struct Admin(pub Session);

/// Authenticated by the session cookie only. Writes must come from the same origin.
pub struct AnyAccountByCookie(pub Session);

/// Authenticated by the bearer token if there is one, otherwise by the cookie. An invalid token is refused even with a
/// valid cookie.
pub struct AnyAccount(pub Session);

/// Accepts the same callers as [`AnyAccountByCookie`], if they may see all orders at this moment.
pub struct StaffByCookie(pub Session);

/// [`AnyAccount`], or a visitor: without a bearer token, a cookie that proves no session is ignored.
pub struct AnyAccountOrVisitor(pub Option<Session>);

impl FromRequestParts<Arc<Shop>> for AnyAccountByToken {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        bearer_session(parts, shop).await.map(Self)
    }
}

impl FromRequestParts<Arc<Shop>> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        require_admin(bearer_session(parts, shop).await?).map(Self)
    }
}

fn require_admin(session: Session) -> Result<Session, ApiError> {
    if Caller::new(session.user.clone()).may(Permission::RunShop) {
        Ok(session)
    } else {
        Err(session.withheld_role.map_or_else(not_admin, |withheld| role_withheld(withheld.reason)))
    }
}

/// A caller by the bearer token of a session, or by an API key. The columns are who of the sessions is let in, the
/// permission, and how the caller proves who it is.
macro_rules! callers {
    ($($(#[$doc:meta])* $name:ident: $who:ident, $permission:ident, $proof:ident;)*) => {$(
        $(#[$doc])*
        pub struct $name(pub Caller);

        impl FromRequestParts<Arc<Shop>> for $name {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
                let caller = $proof(parts, shop).await?;
                let is_let_in = caller.may(Permission::$permission);
                match (is_let_in, caller.is_key()) {
                    (true, _) => Ok(Self(caller)),
                    (false, true) => Err(key_not_allowed()),
                    (false, false) => sessions::$who(caller).map(Self),
                }
            }
        }
    )*};
}

/// What happens to a session without the permission.
mod sessions {
    use super::{ApiError, Caller, not_admin, not_staff, role_withheld};

    #[expect(clippy::unnecessary_wraps, reason = "the shape of both")]
    pub fn all(caller: Caller) -> Result<Caller, ApiError> {
        Ok(caller)
    }

    pub fn staff(caller: Caller) -> Result<Caller, ApiError> {
        Err(caller.withheld_reason.map_or_else(not_staff, role_withheld))
    }

    pub fn admins(caller: Caller) -> Result<Caller, ApiError> {
        Err(caller.withheld_reason.map_or_else(not_admin, role_withheld))
    }
}

callers! {
    /// May see all orders at this moment.
    StaffReadingOrders: staff, ReadOrders, bearer_caller;
    /// May ship and change orders at this moment.
    StaffWritingOrders: staff, WriteOrders, bearer_caller;
    /// May add and edit tools at this moment.
    StaffWritingTools: staff, WriteTools, bearer_caller;
    /// May write blog posts at this moment.
    StaffWritingPosts: staff, WritePosts, bearer_caller;
    /// Every user, whose own orders these may be, or a key that may see all orders.
    AnyAccountReadingOrders: all, ReadOrders, bearer_caller;
    /// Every user, whose own orders these may be, or a key that may change all orders.
    AnyAccountWritingOrders: all, WriteOrders, bearer_caller;
    /// Every user, or a key that may edit tools.
    AnyAccountWritingTools: all, WriteTools, bearer_caller;
    /// May import tools at this moment.
    AdminImportingTools: admins, ImportTools, bearer_caller;
    /// May download CSV files at this moment. The cookie proves a session, so that a link can download a file.
    AdminExportingCsv: admins, ExportCsv, cookie_caller;
    /// May see e-mails in a frame at this moment. The cookie proves a session, because a frame sends no token.
    AdminPreviewingEmails: admins, RunShop, cookie_caller;
    /// May see the figures at this moment.
    AdminReadingFigures: admins, ReadFigures, bearer_caller;
    /// May change webhooks at this moment.
    AdminManagingWebhooks: admins, ManageWebhooks, bearer_caller;
    /// May refund orders at this moment.
    AdminRefunding: admins, RefundOrders, bearer_caller;
}

async fn cookie_caller(parts: &Parts, shop: &Shop) -> Result<Caller, ApiError> {
    if bearer_key(&parts.headers).is_some() {
        return bearer_caller(parts, shop).await;
    }
    cookie_session(parts, shop).await.map(Caller::of_session)
}

async fn bearer_caller(parts: &Parts, shop: &Shop) -> Result<Caller, ApiError> {
    let Some(secret) = bearer_key(&parts.headers) else {
        return bearer_session(parts, shop).await.map(Caller::of_session);
    };
    let caller = api_keys::authenticate(&shop.db, &shop.clock, &secret).await?;
    let caller = caller.ok_or_else(ApiError::unauthenticated)?;
    known_members::check_query(parts)?;
    if is_write(parts) {
        // The limit counts by the key, so that a script does not use up what its owner may send.
        shop.limiters.writes.admit_user(caller.actor())?;
    }
    Ok(caller)
}

pub fn key_not_allowed() -> ApiError {
    ApiError::forbidden(
        "api_key_not_allowed",
        localized!(
            "This API key may not do this. It needs another scope, or a person has to do it.",
            "Cette clé d’API ne permet pas cette action. Il lui faut une autre portée, ou une personne doit \
             s’en charger."
        ),
    )
}

fn role_withheld(reason: WithheldReason) -> ApiError {
    match reason {
        WithheldReason::WeakPassword => ApiError::forbidden(
            "password_too_weak",
            localized!(
                "Your password is shorter than 12 characters or easy to guess. Please choose a longer one \
                 under Account & security.",
                "Votre mot de passe compte moins de 12\u{a0}caractères ou est facile à deviner. Veuillez en \
                 choisir un plus long sous «\u{a0}Compte et sécurité\u{a0}»."
            ),
        ),
        WithheldReason::NoSecondFactor => ApiError::forbidden(
            "second_factor_missing",
            localized!(
                "The owner and staff of this shop use two-step login. Please turn it on under Account & \
                 security.",
                "Le propriétaire et le personnel de cette boutique utilisent la vérification en deux étapes. \
                 Veuillez l’activer sous «\u{a0}Compte et sécurité\u{a0}»."
            ),
        ),
    }
}

fn not_admin() -> ApiError {
    ApiError::forbidden(
        "forbidden",
        localized!(
            "Only administrators of the shop can do this.",
            "Seuls les administrateurs de la boutique peuvent faire cela."
        ),
    )
}

/// Why a caller who is let in may not do what staff may.
pub fn staff_only(caller: &Caller) -> ApiError {
    caller.withheld_reason.map_or_else(not_staff, role_withheld)
}

fn not_staff() -> ApiError {
    ApiError::forbidden(
        "forbidden",
        localized!(
            "Only staff and administrators of the shop can do this.",
            "Seuls le personnel et les administrateurs de la boutique peuvent faire cela."
        ),
    )
}

impl FromRequestParts<Arc<Shop>> for AnyAccountByCookie {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        cookie_session(parts, shop).await.map(Self)
    }
}

impl FromRequestParts<Arc<Shop>> for StaffByCookie {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        let session = cookie_session(parts, shop).await?;
        if Caller::new(session.user.clone()).may(Permission::ReadOrders) {
            Ok(Self(session))
        } else {
            Err(session.withheld_role.map_or_else(not_staff, |withheld| role_withheld(withheld.reason)))
        }
    }
}

impl FromRequestParts<Arc<Shop>> for AnyAccount {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        if parts.headers.contains_key(header::AUTHORIZATION) {
            bearer_session(parts, shop).await.map(Self)
        } else {
            cookie_session(parts, shop).await.map(Self)
        }
    }
}

impl FromRequestParts<Arc<Shop>> for AnyAccountOrVisitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        if parts.headers.contains_key(header::AUTHORIZATION) {
            return bearer_session(parts, shop).await.map(|session| Self(Some(session)));
        }
        match cookie_session(parts, shop).await {
            Ok(session) => Ok(Self(Some(session))),
            Err(error) if error.status == StatusCode::UNAUTHORIZED => Ok(Self(None)),
            Err(error) => Err(error),
        }
    }
}

/// A request that tries a secret, for example a password. The handler counts it after the body is valid.
pub struct LoginAttempt {
    shop: Arc<Shop>,
    address: IpAddr,
}

impl FromRequestParts<Arc<Shop>> for LoginAttempt {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        let ClientIp(address) = ClientIp::from_request_parts(parts, shop).await?;
        Ok(Self { shop: Arc::clone(shop), address })
    }
}

impl LoginAttempt {
    /// Returns the client's address, unless its network has tried too often.
    pub fn count(self) -> Result<IpAddr, RateLimited> {
        self.shop.limiters.log_in.admit(self.address)?;
        Ok(self.address)
    }
}

async fn bearer_session(parts: &Parts, shop: &Shop) -> Result<Session, ApiError> {
    if let Some(secret) = bearer_key(&parts.headers) {
        let key = api_keys::authenticate(&shop.db, &shop.clock, &secret).await?;
        return Err(key.map_or_else(ApiError::unauthenticated, |_| key_not_allowed()));
    }
    let token = bearer_token(&parts.headers).ok_or_else(ApiError::unauthenticated)?;
    let session = shop.sessions.by_token(&token).await?.ok_or_else(ApiError::unauthenticated)?;
    let session = withhold_role(shop, session).await?;
    if is_write(parts) {
        shop.limiters.writes.admit_user(&session.user.id)?;
    }
    Ok(session)
}

async fn cookie_session(parts: &Parts, shop: &Shop) -> Result<Session, ApiError> {
    let secret =
        SESSION_COOKIE.of(&parts.headers, shop.public_url()).ok_or_else(ApiError::unauthenticated)?;
    let session = shop.sessions.by_secret(&secret).await?.ok_or_else(ApiError::unauthenticated)?;
    let session = withhold_role(shop, session).await?;
    if is_write(parts) {
        origin::check_origin(&parts.headers, shop.public_url(), &shop.config.allowed_origins)?;
        shop.limiters.writes.admit_user(&session.user.id)?;
    }
    Ok(session)
}

/// An administrator or staff without what the shop asks of them acts as a customer.
async fn withhold_role(shop: &Shop, mut session: Session) -> Result<Session, ApiError> {
    if let Some(reason) = reason_to_withhold(shop, &session.user, session.has_weak_password).await? {
        let role = std::mem::replace(&mut session.user.role, Role::Customer);
        session.withheld_role = Some(WithheldRole { role, reason });
    }
    Ok(session)
}

/// Why the account acts as a customer, if it has a role.
pub async fn reason_to_withhold(
    shop: &Shop,
    user: &User,
    has_weak_password: bool,
) -> Result<Option<WithheldReason>, db::Error> {
    if user.role == Role::Customer {
        return Ok(None);
    }
    if has_weak_password && shop.config.requires_strong_passwords() {
        return Ok(Some(WithheldReason::WeakPassword));
    }
    if !shop.account_rules.load().two_step_login_for_staff {
        return Ok(None);
    }
    let id = user.id.clone();
    let is_on = shop.db.read_statement(id, |tx, user| second_factor::store::is_on(tx, user)).await?;
    Ok((!is_on).then_some(WithheldReason::NoSecondFactor))
}

fn is_write(parts: &Parts) -> bool {
    parts.method != Method::GET && parts.method != Method::HEAD
}

/// The token of the `Authorization` header, not yet checked.
pub fn bearer_token(headers: &HeaderMap) -> Option<Secret> {
    bearer(headers).and_then(Secret::parse)
}

fn bearer_key(headers: &HeaderMap) -> Option<Secret> {
    bearer(headers).and_then(api_keys::key_secret)
}

/// The `User-Agent` header, for the list of sessions. Nothing depends on it.
pub fn user_agent(headers: &HeaderMap) -> String {
    const MAX_CHARS: usize = 300;
    let text = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    text.chars().take(MAX_CHARS).collect()
}
