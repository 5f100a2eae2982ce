//! GET and DELETE /identity/sessions, DELETE /identity/sessions/{id}.

use super::{list, store::SessionSummary, user_agent};
use crate::{
    accounts::{extractors::AnyAccountByCookie, session::start::SESSION_COOKIE, user::AuthMethod},
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(list_sessions, end_other_sessions)).routes(routes!(end_session))
}

/// One of the caller's sessions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
struct SessionJson {
    id: String,
    #[schema(value_type = AuthMethod)]
    method: &'static str,
    /// The browser and its system for people, for example `Firefox on Linux`.
    #[schema(value_type = String)]
    device: Localized,
    created_at: Timestamp,
    /// When it was last used, to the minute.
    seen_at: Timestamp,
    /// Whether the request was made by this session.
    current: bool,
}

impl SessionJson {
    fn new(session: SessionSummary, asking: &Id) -> Self {
        Self {
            current: session.id == *asking,
            id: session.id.into_string(),
            method: session.method.as_str(),
            device: user_agent::name_of(&session.user_agent),
            created_at: session.created_at,
            seen_at: session.last_seen_at,
        }
    }
}

/// The caller's sessions, most recently used first.
#[utoipa::path(get, path = "/identity/sessions", tag = "identity", security(("session" = [])),
    responses((status = 200, body = Vec<SessionJson>)))]
async fn list_sessions(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
) -> Result<ApiJson<Vec<SessionJson>>, ApiError> {
    let own = list::list_sessions(&shop, &session.user).await?;
    Ok(ApiJson(own.into_iter().map(|one| SessionJson::new(one, &session.id)).collect()))
}

/// End one of the caller's sessions and every token it issued. Ending the current session removes its cookie.
#[utoipa::path(delete, path = "/identity/sessions/{id}", tag = "identity", params(("id" = String, Path)),
    security(("session" = [])), responses((status = 200, body = Deleted)))]
async fn end_session(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
    SessionPathId(id): SessionPathId,
) -> Result<Response, ApiError> {
    if !list::end_session(&shop, &session.user.id, &id).await? {
        return Err(ApiError::not_found(Missing::Session));
    }
    tracing::info!(user = session.user.id.as_str(), session = id.as_str(), "session ended by its owner");
    if id == session.id {
        let cookie = [(header::SET_COOKIE, SESSION_COOKIE.clear(shop.public_url())?)];
        return Ok((cookie, ApiJson(Deleted::one())).into_response());
    }
    Ok(ApiJson(Deleted::one()).into_response())
}

/// End all of the caller's sessions except the current one.
#[utoipa::path(delete, path = "/identity/sessions", tag = "identity", security(("session" = [])),
    responses((status = 200, body = Deleted)))]
async fn end_other_sessions(
    State(shop): State<Arc<Shop>>,
    AnyAccountByCookie(session): AnyAccountByCookie,
) -> Result<ApiJson<Deleted>, ApiError> {
    let ended = list::end_other_sessions(&shop, &session).await?;
    tracing::info!(user = session.user.id.as_str(), ended, "other sessions ended by their owner");
    Ok(ApiJson(Deleted { acknowledged: true, deleted_count: ended }))
}
