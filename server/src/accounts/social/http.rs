//! Social login: the redirect to the provider, and the callback.

use axum::http::Method;

use super::{
    SocialProvider,
    authorize::{Authorize, authorize},
    callback::{
        CallbackContext, CallbackParams, CallbackResult, SocialLoginError, complete_login, consume_request,
    },
    pending_authorization::{self, LoginDestination, LoginScreen, SocialLoginMode},
    return_to::{ReturnTo, form_urlencoded},
};
use crate::{
    accounts::{
        extractors::LoginAttempt,
        session::{
            SessionStart,
            start::{LoginResponse, SESSION_COOKIE},
        },
    },
    http::{cookies::SecretCookie, origin, prelude::*},
    shop::Shop,
};

/// Binds a login to its browser. One cookie for all logins of a browser, so that logins in two tabs do not interfere.
pub const AUTHORIZATION_COOKIE: SecretCookie =
    SecretCookie::new("trowel_flow", "__Host-trowel_flow", Some(pending_authorization::AUTHORIZATION_TTL));

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(list_login_options))
        .routes(routes!(start_social_login))
        .routes(routes!(finish_social_login))
}

#[derive(Serialize, ToSchema)]
struct LoginOptions {
    /// E-mail and password. Always `true`.
    password: bool,
    phone: bool,
    /// Names for `/identity/social/{provider}/start`.
    #[schema(value_type = Vec<SocialProvider>)]
    social: Vec<&'static str>,
}

/// The login methods of this shop.
#[utoipa::path(get, path = "/identity/providers", tag = "identity",
    responses((status = 200, body = LoginOptions)))]
async fn list_login_options(State(shop): State<Arc<Shop>>) -> ApiJson<LoginOptions> {
    let social = shop.config.social.enabled_providers().map(SocialProvider::as_str).collect();
    ApiJson(LoginOptions { password: true, phone: shop.sms.is_some(), social })
}

/// An error for an unknown provider and for one that is not configured.
pub fn enabled_provider(shop: &Shop, name: &str) -> Result<SocialProvider, ApiError> {
    let provider = SocialProvider::parse(name).filter(|provider| shop.config.social.is_enabled(*provider));
    provider.ok_or_else(|| ApiError::not_found(Missing::LoginProvider))
}

/// Redirect is the default.
pub fn check_mode(mode: Option<&str>) -> Result<SocialLoginMode, ApiError> {
    let mode = mode.map(str::trim).filter(|mode| !mode.is_empty()).map(SocialLoginMode::parse);
    mode.unwrap_or(Some(SocialLoginMode::Redirect)).ok_or_else(|| {
        ApiError::invalid_field(
            "mode",
            InvalidValue::new(
                "unknown",
                localized!("Please use popup or redirect.", "Veuillez utiliser popup ou redirect."),
            ),
        )
    })
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct StartSocialLoginQuery {
    /// `popup` ends on a page that notifies its opener and closes, `redirect` on the page where it started.
    #[param(value_type = Option<SocialLoginMode>, inline)]
    mode: Option<String>,
    /// The path after the login. Anything but a path of this shop means the home page.
    return_to: Option<String>,
    /// `login` or `signup`: the page where it starts, which shows an error.
    screen: Option<String>,
}

/// Start a login with a provider. For a browser to navigate to, not for a script to fetch.
#[utoipa::path(get, path = "/identity/social/{provider}/start", tag = "identity",
    params(("provider" = inline(SocialProvider), Path), StartSocialLoginQuery),
    responses((status = 303, description = "To the provider; or back to the screen with `problem`, if that is not possible now"),
        (status = 404, description = "unknown, or not offered"), (status = 422)))]
async fn start_social_login(
    State(shop): State<Arc<Shop>>,
    attempt: LoginAttempt,
    PathSegment(provider): PathSegment,
    QueryParams(start): QueryParams<StartSocialLoginQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let provider = enabled_provider(&shop, &provider)?;
    let screen =
        start.screen.as_deref().and_then(LoginScreen::parse).filter(|screen| *screen != LoginScreen::Account);
    let destination = LoginDestination {
        mode: check_mode(start.mode.as_deref())?,
        screen: screen.unwrap_or(LoginScreen::Login),
        return_to: ReturnTo::parse_or_home(start.return_to.as_deref()),
    };
    // A link on another site must not start a login. It leads to the form.
    if origin::check_origin(&headers, shop.public_url(), &shop.config.allowed_origins).is_err() {
        return Ok(see_other(&form_path(&destination, &[])));
    }
    if attempt.count().is_err() {
        return Ok(see_other(&redirect_target(&destination, provider, Some(&SocialLoginError::RateLimited))));
    }
    let browser = AUTHORIZATION_COOKIE.of(&headers, shop.public_url()).unwrap_or_default();
    match authorize(
        &shop,
        Authorize { provider, destination: &destination, link_user_id: None, browser: &browser },
    )
    .await
    {
        Ok(address) => {
            let cookie = [(header::SET_COOKIE, AUTHORIZATION_COOKIE.set(shop.public_url(), &browser)?)];
            Ok((cookie, see_other(&address)).into_response())
        }
        Err(problem) => {
            problem.log(provider);
            Ok(see_other(&redirect_target(&destination, provider, Some(&problem))))
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CallbackQuery {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

/// Where the provider redirects the browser. Works once, in the browser that started the login.
#[utoipa::path(get, path = "/identity/social/{provider}/callback", tag = "identity",
    params(("provider" = inline(SocialProvider), Path), CallbackQuery),
    responses((status = 303, description = "To the screen it began on, with `arrived`, `linked` or `problem`; logging in sets the session cookie"),
        (status = 404, description = "unknown, or not offered")))]
async fn finish_social_login(
    State(shop): State<Arc<Shop>>,
    method: Method,
    PathSegment(provider): PathSegment,
    QueryParams(callback): QueryParams<CallbackQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    // Link scanners send HEAD requests, which would consume the response.
    if method != Method::GET {
        let allowed = [(header::ALLOW, HeaderValue::from_static("GET"))];
        return Ok((allowed, ApiError::method_not_allowed()).into_response());
    }
    let provider = enabled_provider(&shop, &provider)?;
    let nowhere = LoginDestination {
        mode: SocialLoginMode::Redirect,
        screen: LoginScreen::Login,
        return_to: ReturnTo::parse_or_home(None),
    };
    // A malformed state needs no query.
    let state = callback.state.and_then(|state| Secret::parse(&state));
    let (state, pending) = match consume_request(&shop, state).await {
        Ok(taken) => taken,
        Err(problem) => {
            problem.log(provider);
            return Ok(see_other(&redirect_target(&nowhere, provider, Some(&problem))));
        }
    };
    let destination = pending.destination.clone();
    let signed_in = match SESSION_COOKIE.of(&headers, shop.public_url()) {
        Some(secret) if pending.link_user_id.is_some() => shop.sessions.by_secret(&secret).await?,
        _ => None,
    };
    let login_response = LoginResponse::new(&shop, &headers, provider.method());
    let context = CallbackContext {
        browser: AUTHORIZATION_COOKIE.of(&headers, shop.public_url()),
        signed_in,
        session: login_response.session.clone(),
        language: RequestLanguage::of(&headers).0,
    };
    let params = CallbackParams { code: callback.code, error: callback.error, issuer: callback.iss };
    match complete_login(&shop, provider, pending, state, params, context).await {
        Ok(CallbackResult::LoggedIn(login)) if login.start == SessionStart::SecondStepRequired => {
            let cookie = [(header::SET_COOKIE, login_response.pending_cookie(&shop)?)];
            // The form for the code is on one page.
            let destination = LoginDestination { screen: LoginScreen::Login, ..destination };
            let problem = SocialLoginError::SecondFactorRequired;
            Ok((cookie, see_other(&redirect_target(&destination, provider, Some(&problem)))).into_response())
        }
        Ok(CallbackResult::LoggedIn(login)) => {
            let cookies = login_response.cookies(&shop, &login.user)?;
            Ok((cookies, see_other(&redirect_target(&destination, provider, None))).into_response())
        }
        Ok(CallbackResult::Linked) => Ok(see_other(&redirect_target(&destination, provider, None))),
        Err(problem) => {
            problem.log(provider);
            Ok(see_other(&redirect_target(&destination, provider, Some(&problem))))
        }
    }
}

/// A login method with the verified address of an account that has a second factor and whose own address is not
/// verified.
pub fn second_factor_on() -> ApiError {
    ApiError::conflict(
        "second_factor_on",
        localized!(
            "The account with this address uses two-step login. Please log in with its password and add this \
             login under Account & security. If you cannot, please contact the shop.",
            "Le compte avec cette adresse utilise la vérification en deux étapes. Veuillez vous connecter avec \
             son mot de passe et ajouter ce mode de connexion sous «\u{a0}Compte et sécurité\u{a0}». Si c’est \
             impossible, veuillez communiquer avec la boutique."
        ),
    )
}

/// The address at which a login ends, with or without an error.
pub fn redirect_target(
    destination: &LoginDestination,
    provider: SocialProvider,
    problem: Option<&SocialLoginError>,
) -> String {
    let name = provider.as_str();
    let query = match (problem, destination.mode, destination.screen) {
        (Some(problem), ..) => vec![("problem", problem.code()), ("provider", name)],
        (None, SocialLoginMode::Popup, _) => vec![("provider", name)],
        (None, SocialLoginMode::Redirect, LoginScreen::Account) => vec![("linked", name)],
        (None, SocialLoginMode::Redirect, LoginScreen::Login | LoginScreen::Signup) => {
            vec![("arrived", name)]
        }
    };
    match (destination.mode, destination.screen) {
        (SocialLoginMode::Popup, _) => format!("/signed-in?{}", form_urlencoded(&query)),
        (SocialLoginMode::Redirect, LoginScreen::Account) => destination.return_to.with(&query),
        (SocialLoginMode::Redirect, LoginScreen::Login | LoginScreen::Signup) => {
            form_path(destination, &query)
        }
    }
}

fn form_path(destination: &LoginDestination, query: &[(&str, &str)]) -> String {
    let pairs = [query, &[("returnTo", destination.return_to.as_str())]].concat();
    format!("/{}?{}", destination.screen.as_str(), form_urlencoded(&pairs))
}

/// The opener policy keeps a popup connected to the page that opened it. The referrer policy hides the code in the URL.
fn see_other(address: &str) -> Response {
    let Ok(address) = HeaderValue::from_str(address) else {
        return ApiError::internal("a redirect target is not a valid header value").into_response();
    };
    let headers = [
        (header::LOCATION, address),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("unsafe-none")),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_login_ends_on_the_page_where_it_started() {
        let destination = |mode, screen, path| LoginDestination {
            mode,
            screen,
            return_to: ReturnTo::parse_or_home(Some(path)),
        };
        let (popup, redirect) = (SocialLoginMode::Popup, SocialLoginMode::Redirect);
        for (destination, well, badly) in [
            (
                destination(redirect, LoginScreen::Login, "/tools/1?a=b&c"),
                "/login?arrived=github&returnTo=%2Ftools%2F1%3Fa%3Db%26c",
                "/login?problem=login_expired&provider=github&returnTo=%2Ftools%2F1%3Fa%3Db%26c",
            ),
            (
                destination(redirect, LoginScreen::Signup, "/tool"),
                "/signup?arrived=github&returnTo=%2Ftool",
                "/signup?problem=login_expired&provider=github&returnTo=%2Ftool",
            ),
            (
                destination(redirect, LoginScreen::Account, "/dashboard/account"),
                "/dashboard/account?linked=github",
                "/dashboard/account?problem=login_expired&provider=github",
            ),
            (
                destination(popup, LoginScreen::Account, "/dashboard/account"),
                "/signed-in?provider=github",
                "/signed-in?problem=login_expired&provider=github",
            ),
        ] {
            assert_eq!(redirect_target(&destination, SocialProvider::Github, None), well);
            assert_eq!(
                redirect_target(&destination, SocialProvider::Github, Some(&SocialLoginError::Expired)),
                badly
            );
        }
    }
}
