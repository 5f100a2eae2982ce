//! Signing in elsewhere: to the provider, and back.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    Provider,
    authorize::{Begin, begin},
    callback::{Answered, Arrived, Problem, Visitor, arrive, take_flow},
    flow::{self, Ending, Mode, Screen},
    return_to::{ReturnTo, form_urlencoded},
};
use crate::{
    http::{
        client_ip::ClientAddress,
        cookies::OwnCookie,
        error::{ApiError, Problem as ProblemDocument},
        json::{Answer, PathSegment, QueryOf},
        origin,
    },
    identity::session::start::{Arrival, SESSION},
    shop::Shop,
    values::ids::Secret,
};

/// Binds a login to its browser. One cookie for all logins of a browser, so that logins in two tabs do not interfere.
pub const FLOW: OwnCookie = OwnCookie::new("trowel_flow", "__Host-trowel_flow", Some(flow::LIFE));

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(providers)).routes(routes!(start)).routes(routes!(callback))
}

#[derive(Serialize, ToSchema)]
struct Providers {
    /// E-mail and password. Always `true`.
    password: bool,
    phone: bool,
    /// Names for `/identity/social/{provider}/start`.
    social: Vec<&'static str>,
}

/// The login methods of this shop.
#[utoipa::path(get, path = "/identity/providers", tag = "identity", responses((status = 200, body = Providers)))]
async fn providers(State(shop): State<Arc<Shop>>) -> Answer<Providers> {
    let social = shop.config.social.offered().map(Provider::as_str).collect();
    Answer(Providers { password: true, phone: shop.sms.is_some(), social })
}

/// An error for an unknown provider and for one that is not configured.
pub fn offered(shop: &Shop, name: &str) -> Result<Provider, ApiError> {
    let provider = Provider::parse(name).filter(|provider| shop.config.social.offers(*provider));
    provider.ok_or_else(|| ApiError::not_found("sign-in provider"))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Start {
    /// `popup` ends on a page that notifies its opener and closes, `redirect` on the page where it started.
    mode: Option<String>,
    /// The path after the login. Anything but a path of this shop means the home page.
    return_to: Option<String>,
    /// `login` or `signup`: the page where it starts, which shows an error.
    screen: Option<String>,
}

/// Start a login with a provider. For a browser to navigate to, not for a script to fetch.
#[utoipa::path(get, path = "/identity/social/{provider}/start", tag = "identity", params(("provider" = String, Path), Start),
    responses((status = 303, description = "To the provider; or back to the screen with `problem`, if that is not possible now"),
        (status = 404, description = "Unknown, or not offered", body = ProblemDocument)))]
async fn start(
    State(shop): State<Arc<Shop>>,
    ClientAddress(address): ClientAddress,
    PathSegment(provider): PathSegment,
    QueryOf(start): QueryOf<Start>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let provider = offered(&shop, &provider)?;
    let screen = start.screen.as_deref().and_then(Screen::parse).filter(|screen| *screen != Screen::Account);
    let ending = Ending {
        mode: start.mode.as_deref().and_then(Mode::parse).unwrap_or(Mode::Redirect),
        screen: screen.unwrap_or(Screen::Login),
        return_to: ReturnTo::read(start.return_to.as_deref()),
    };
    // A link on another site must not start a login. It leads to the form.
    if origin::must_be_ours(&headers, shop.public_url(), &shop.config.allowed_origins).is_err() {
        return Ok(see_other(&form(&ending, &[])));
    }
    if shop.throttle.admit(address).is_err() {
        return Ok(see_other(&place(&ending, provider, Some(&Problem::TooMany))));
    }
    let browser = FLOW.of(&headers, shop.public_url()).unwrap_or_default();
    match begin(&shop, Begin { provider, ending: &ending, link_user: None, browser: &browser }).await {
        Ok(address) => {
            let cookie = [(header::SET_COOKIE, FLOW.set(shop.public_url(), &browser)?)];
            Ok((cookie, see_other(&address)).into_response())
        }
        Err(problem) => {
            problem.log(provider);
            Ok(see_other(&place(&ending, provider, Some(&problem))))
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Callback {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

/// Where the provider redirects the browser. Works once, in the browser that started the login.
#[utoipa::path(get, path = "/identity/social/{provider}/callback", tag = "identity", params(("provider" = String, Path), Callback),
    responses((status = 303, description = "To the screen it began on, with `arrived`, `linked` or `problem`; signing in sets the session cookie"),
        (status = 404, description = "Unknown, or not offered", body = ProblemDocument)))]
async fn callback(
    State(shop): State<Arc<Shop>>,
    method: Method,
    PathSegment(provider): PathSegment,
    QueryOf(callback): QueryOf<Callback>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    // Link scanners send HEAD requests, which would consume the response.
    if method != Method::GET {
        let allowed = [(header::ALLOW, HeaderValue::from_static("GET"))];
        return Ok((allowed, ApiError::method_not_allowed()).into_response());
    }
    let provider = offered(&shop, &provider)?;
    let nowhere = Ending { mode: Mode::Redirect, screen: Screen::Login, return_to: ReturnTo::read(None) };
    // A malformed state needs no query.
    let state = callback.state.and_then(|state| Secret::parse(&state));
    let (state, flow) = match take_flow(&shop, state).await {
        Ok(taken) => taken,
        Err(problem) => {
            problem.log(provider);
            return Ok(see_other(&place(&nowhere, provider, Some(&problem))));
        }
    };
    let ending = flow.ending.clone();
    let signed_in = match SESSION.of(&headers, shop.public_url()) {
        Some(secret) if flow.link_user.is_some() => shop.sessions.by_secret(&secret).await?,
        _ => None,
    };
    let arrival = Arrival::new(&shop, &headers, provider.method());
    let visitor = Visitor {
        browser: FLOW.of(&headers, shop.public_url()),
        signed_in,
        session: arrival.session.clone(),
    };
    let answered = Answered { code: callback.code, error: callback.error, issuer: callback.iss };
    match arrive(&shop, provider, flow, state, answered, visitor).await {
        Ok(Arrived::In(admitted)) => {
            let cookies = arrival.cookies(&shop, &admitted.user)?;
            Ok((cookies, see_other(&place(&ending, provider, None))).into_response())
        }
        Ok(Arrived::Linked) => Ok(see_other(&place(&ending, provider, None))),
        Err(problem) => {
            problem.log(provider);
            Ok(see_other(&place(&ending, provider, Some(&problem))))
        }
    }
}

/// Where a login ends, with or without an error.
pub fn place(ending: &Ending, provider: Provider, problem: Option<&Problem>) -> String {
    let name = provider.as_str();
    let told = match (problem, ending.mode, ending.screen) {
        (Some(problem), ..) => vec![("problem", problem.code()), ("provider", name)],
        (None, Mode::Popup, _) => vec![("provider", name)],
        (None, Mode::Redirect, Screen::Account) => vec![("linked", name)],
        (None, Mode::Redirect, Screen::Login | Screen::Signup) => vec![("arrived", name)],
    };
    match (ending.mode, ending.screen) {
        (Mode::Popup, _) => format!("/signed-in?{}", form_urlencoded(&told)),
        (Mode::Redirect, Screen::Account) => ending.return_to.with(&told),
        (Mode::Redirect, Screen::Login | Screen::Signup) => form(ending, &told),
    }
}

fn form(ending: &Ending, told: &[(&str, &str)]) -> String {
    let pairs = [told, &[("returnTo", ending.return_to.as_str())]].concat();
    format!("/{}?{}", ending.screen.as_str(), form_urlencoded(&pairs))
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
    fn a_sign_in_ends_where_it_began() {
        let ending = |mode, screen, path| Ending { mode, screen, return_to: ReturnTo::read(Some(path)) };
        let (popup, redirect) = (Mode::Popup, Mode::Redirect);
        for (ending, well, badly) in [
            (
                ending(redirect, Screen::Login, "/tools/1?a=b&c"),
                "/login?arrived=github&returnTo=%2Ftools%2F1%3Fa%3Db%26c",
                "/login?problem=login_expired&provider=github&returnTo=%2Ftools%2F1%3Fa%3Db%26c",
            ),
            (
                ending(redirect, Screen::Signup, "/tool"),
                "/signup?arrived=github&returnTo=%2Ftool",
                "/signup?problem=login_expired&provider=github&returnTo=%2Ftool",
            ),
            (
                ending(redirect, Screen::Account, "/dashboard/account"),
                "/dashboard/account?linked=github",
                "/dashboard/account?problem=login_expired&provider=github",
            ),
            (
                ending(popup, Screen::Account, "/dashboard/account"),
                "/signed-in?provider=github",
                "/signed-in?problem=login_expired&provider=github",
            ),
        ] {
            assert_eq!(place(&ending, Provider::Github, None), well);
            assert_eq!(place(&ending, Provider::Github, Some(&Problem::Expired)), badly);
        }
    }
}
