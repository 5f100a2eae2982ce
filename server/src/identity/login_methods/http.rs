//! The calls for the login methods of the caller's account.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse as _, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::social::{
        authorize::{Begin, begin},
        callback::Problem,
        flow::{Ending, Mode, Screen},
        http::{FLOW, offered},
        return_to::ReturnTo,
    },
    Kind, Removed, list, remove,
};
use crate::{
    http::{
        client_ip::ClientAddress,
        error::{ApiError, Problem as ProblemDocument},
        json::{Answer, JsonBody, PathSegment},
        write_results::Deleted,
    },
    identity::{extractors::BySession, password::reauthenticate::is_fresh, social::Provider},
    shop::Shop,
    values::time::Moment,
};

/// The page that lists them.
const ACCOUNT: &str = "/dashboard/account";

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(ways)).routes(routes!(add_link, remove_link))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Ways {
    /// The oldest first.
    links: Vec<Link>,
    has_password: bool,
    phone: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Link {
    provider: &'static str,
    /// The user's name at the provider.
    label: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Moment,
}

/// The login methods of the caller's account.
#[utoipa::path(get, path = "/identity/links", tag = "identity", security(("session" = [])),
    responses((status = 200, body = Ways), (status = 401, body = ProblemDocument)))]
async fn ways(
    State(shop): State<Arc<Shop>>,
    BySession(session): BySession,
) -> Result<Answer<Ways>, ApiError> {
    let ways = list(&shop, &session.user.id).await?.ok_or_else(ApiError::unauthenticated)?;
    let link = |link: super::store::Link| Link {
        provider: link.provider.as_str(),
        label: link.label,
        created_at: link.created_at,
    };
    Ok(Answer(Ways {
        links: ways.links.into_iter().map(link).collect(),
        has_password: ways.has_password,
        phone: ways.phone,
    }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AddLink {
    /// As for a login.
    mode: Option<String>,
    /// The page to return to, with `linked` or `problem` in its query.
    return_to: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct Location {
    /// Where the browser navigates to.
    location: String,
}

/// Start linking a provider to the caller's account. A POST, because another site could link to a GET.
#[utoipa::path(post, path = "/identity/links/{provider}", tag = "identity", params(("provider" = String, Path)), request_body = AddLink,
    security(("session" = [])),
    responses((status = 200, body = Location), (status = 401, body = ProblemDocument),
        (status = 403, description = "`forbidden_origin`, `reauthentication_required`", body = ProblemDocument),
        (status = 404, description = "Unknown, or not offered", body = ProblemDocument),
        (status = 409, description = "`profile_incomplete`", body = ProblemDocument), (status = 429, body = ProblemDocument),
        (status = 503, description = "`provider_unreachable`", body = ProblemDocument)))]
async fn add_link(
    State(shop): State<Arc<Shop>>,
    BySession(session): BySession,
    ClientAddress(address): ClientAddress,
    PathSegment(provider): PathSegment,
    headers: HeaderMap,
    JsonBody(body): JsonBody<AddLink>,
) -> Result<Response, ApiError> {
    let provider = offered(&shop, &provider)?;
    if session.user.email.is_none() {
        return Err(ApiError::conflict(
            "profile_incomplete",
            "Please add an email address to your account first.",
        ));
    }
    // A linked provider outlives passwords and sessions, so an unattended browser must not be enough.
    if !is_fresh(&shop, &session) {
        return Err(ApiError::forbidden(
            "reauthentication_required",
            "For your security, please sign in again. Then add the login within ten minutes.",
        ));
    }
    shop.throttle.admit(address)?;
    let ending = Ending {
        mode: body.mode.as_deref().and_then(Mode::parse).unwrap_or(Mode::Redirect),
        screen: Screen::Account,
        return_to: ReturnTo::or(body.return_to.as_deref(), ACCOUNT),
    };
    let browser = FLOW.of(&headers, shop.public_url()).unwrap_or_default();
    let link_user = Some(session.user.id);
    let location = begin(&shop, Begin { provider, ending: &ending, link_user, browser: &browser })
        .await
        .map_err(|problem| refused(provider, problem))?;
    let cookie = [(header::SET_COOKIE, FLOW.set(shop.public_url(), &browser)?)];
    Ok((cookie, Answer(Location { location })).into_response())
}

/// Errors before the browser leaves the shop.
fn refused(provider: Provider, problem: Problem) -> ApiError {
    match problem {
        Problem::Db(error) => error.into(),
        other => {
            other.log(provider);
            ApiError::unavailable(
                "provider_unreachable",
                format!("We can’t reach {} right now. Please try again later.", provider.label()),
            )
        }
    }
}

/// Unlink a provider, or `phone`, from the caller's account. Ends the other sessions that logged in with it.
#[utoipa::path(delete, path = "/identity/links/{provider}", tag = "identity", params(("provider" = String, Path)), security(("session" = [])),
    responses((status = 200, body = Deleted), (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument), (status = 409, description = "`last_login_method`", body = ProblemDocument)))]
async fn remove_link(
    State(shop): State<Arc<Shop>>,
    BySession(session): BySession,
    PathSegment(provider): PathSegment,
) -> Result<Answer<Deleted>, ApiError> {
    let kind = Kind::parse(&provider).ok_or_else(|| ApiError::not_found("login method"))?;
    match remove(&shop, &session.user.id, kind, &session.id).await? {
        Removed::Yes => Ok(Answer(Deleted::one())),
        Removed::No => Err(ApiError::not_found("login method")),
        Removed::SignedOut => Err(ApiError::unauthenticated()),
        Removed::LastWayIn => Err(ApiError::conflict(
            "last_login_method",
            "This is your only way to sign in. Please add another one or set a password first.",
        )),
    }
}
