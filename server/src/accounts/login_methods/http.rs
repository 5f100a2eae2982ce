//! The calls for the login methods of the caller's account.

use super::{
    super::social::{
        authorize::{Authorize, authorize},
        callback::SocialLoginError,
        http::{AUTHORIZATION_COOKIE, check_mode, enabled_provider},
        pending_authorization::{LoginDestination, LoginScreen, SocialLoginMode},
        return_to::ReturnTo,
    },
    LoginMethodKind, UnlinkOutcome, list, unlink,
};
use crate::{
    accounts::{
        self,
        extractors::{AnyAccountByCookie, LoginAttempt},
        password::reauthenticate::is_fresh,
    },
    http::prelude::*,
    shop::Shop,
    values::social_provider::SocialProvider,
};

/// The page that lists them.
const ACCOUNT_PATH: &str = "/dashboard/account";

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(list_login_methods))
        .routes(routes!(add_login_method, remove_login_method))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoginMethods)]
struct LoginMethodsJson {
    /// The oldest first.
    links: Vec<LinkedProviderJson>,
    has_password: bool,
    #[schema(required)]
    phone: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LinkedProvider)]
struct LinkedProviderJson {
    #[schema(value_type = SocialProvider)]
    provider: &'static str,
    /// The user's name at the provider.
    label: String,
    created_at: Timestamp,
}

/// The login methods of the caller's account.
#[utoipa::path(get, path = "/identity/login-methods", tag = "identity", security(("session" = [])),
    responses((status = 200, body = LoginMethodsJson)))]
async fn list_login_methods(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
) -> Result<ApiJson<LoginMethodsJson>, ApiError> {
    let ways = list(&shop, &session.user.id).await?.ok_or_else(ApiError::unauthenticated)?;
    let link = |link: super::store::LinkedProvider| LinkedProviderJson {
        provider: link.provider.as_str(),
        label: link.label,
        created_at: link.created_at,
    };
    Ok(ApiJson(LoginMethodsJson {
        links: ways.links.into_iter().map(link).collect(),
        has_password: ways.has_password,
        phone: ways.phone,
    }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AddLoginMethodBody {
    /// The same modes as for a login.
    #[schema(value_type = Option<SocialLoginMode>)]
    mode: Option<String>,
    /// The page to return to, with `linked` or `problem` in its query.
    return_to: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct ProviderLocation {
    /// Where the browser navigates to.
    location: String,
}

/// Start linking a provider to the caller's account. A POST, because another site could link to a GET.
#[utoipa::path(post, path = "/identity/login-methods/{provider}", tag = "identity",
    params(("provider" = inline(SocialProvider), Path)), request_body = AddLoginMethodBody,
    security(("session" = [])),
    responses((status = 200, body = ProviderLocation),
        (status = 403, description = "`forbidden_origin`, `reauthentication_required`"),
        (status = 404, description = "unknown, or not offered"),
        (status = 409, description = "`profile_incomplete`, `email_not_verified`"),
        (status = 503, description = "`provider_unreachable`")))]
async fn add_login_method(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    attempt: LoginAttempt,
    PathSegment(provider): PathSegment,
    headers: HeaderMap,
    JsonBody(body): JsonBody<AddLoginMethodBody>,
) -> Result<Response, ApiError> {
    let provider = enabled_provider(&shop, &provider)?;
    if session.user.email.is_none() {
        return Err(ApiError::conflict(
            "profile_incomplete",
            localized!(
                "Please add an e-mail address to your account first.",
                "Veuillez d’abord ajouter une adresse courriel à votre compte."
            ),
        ));
    }
    // A linked provider outlives passwords and sessions, so an unattended browser must not be enough.
    if !is_fresh(&shop, &session) {
        return Err(ApiError::forbidden(
            "reauthentication_required",
            localized!(
                "For your security, please log in again. Then add the login within ten minutes.",
                "Par sécurité, veuillez vous connecter de nouveau. Ajoutez ensuite le mode de connexion dans \
                 les dix minutes."
            ),
        ));
    }
    // Google and GitHub may confirm the address. With the others the callback could only refuse.
    if !provider.verifies_emails() && !is_verified(&shop, &session.user.id).await? {
        return Err(ApiError::conflict(
            "email_not_verified",
            localized!(
                "Please confirm your e-mail first: follow the link that we sent you.",
                "Veuillez d’abord confirmer votre adresse courriel\u{a0}: suivez le lien que nous vous avons \
                 envoyé."
            ),
        ));
    }
    attempt.count()?;
    let destination = LoginDestination {
        mode: check_mode(body.mode.as_deref())?,
        screen: LoginScreen::Account,
        return_to: ReturnTo::parse_or(body.return_to.as_deref(), ACCOUNT_PATH),
    };
    let browser = AUTHORIZATION_COOKIE.of(&headers, shop.public_url()).unwrap_or_default();
    let link_user = Some(session.user.id);
    let location = authorize(
        &shop,
        Authorize { provider, destination: &destination, link_user_id: link_user, browser: &browser },
    )
    .await
    .map_err(|problem| authorize_error(provider, problem))?;
    let cookie = [(header::SET_COOKIE, AUTHORIZATION_COOKIE.set(shop.public_url(), &browser)?)];
    Ok((cookie, ApiJson(ProviderLocation { location })).into_response())
}

async fn is_verified(shop: &Shop, user: &Id) -> Result<bool, ApiError> {
    let account = shop.db.read(user.clone(), |tx, user| accounts::store::account_by_id(tx, user)).await?;
    Ok(account.is_some_and(|account| account.is_verified))
}

/// Errors before the browser leaves the shop.
fn authorize_error(provider: SocialProvider, problem: SocialLoginError) -> ApiError {
    match problem {
        SocialLoginError::Db(error) => error.into(),
        other => {
            other.log(provider);
            ApiError::unavailable(
                "provider_unreachable",
                localized!(
                    "We can’t reach {} right now. Please try again later.",
                    "Nous ne pouvons pas joindre {} pour le moment. Veuillez réessayer plus tard.",
                    provider.label()
                ),
            )
        }
    }
}

/// Unlink a provider, or `phone`, from the caller's account. Ends the other sessions that logged in with it.
#[utoipa::path(delete, path = "/identity/login-methods/{provider}", tag = "identity",
    params(("provider" = String, Path, description = "`phone`, or a provider")), security(("session" = [])),
    responses((status = 200, body = Deleted), (status = 409, description = "`last_login_method`")))]
async fn remove_login_method(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    PathSegment(provider): PathSegment,
) -> Result<ApiJson<Deleted>, ApiError> {
    let kind = LoginMethodKind::parse(&provider).ok_or_else(|| ApiError::not_found(Missing::LoginMethod))?;
    match unlink(&shop, &session.user.id, kind, &session.id).await? {
        UnlinkOutcome::Unlinked => Ok(ApiJson(Deleted::one())),
        UnlinkOutcome::NotLinked => Err(ApiError::not_found(Missing::LoginMethod)),
        UnlinkOutcome::SignedOut => Err(ApiError::unauthenticated()),
        UnlinkOutcome::LastLoginMethod => Err(ApiError::conflict(
            "last_login_method",
            localized!(
                "This is your only way to log in. Please add another one or set a password first.",
                "C’est votre seul mode de connexion. Veuillez d’abord en ajouter un autre ou choisir un mot de \
                 passe."
            ),
        )),
    }
}
