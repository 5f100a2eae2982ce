//! The API on one page, and the web app behind it.

use std::{panic::AssertUnwindSafe, sync::Arc};

use axum::{
    Router,
    extract::{DefaultBodyLimit, MatchedPath, Request, State},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use futures_util::FutureExt as _;
use tracing::Instrument as _;
use utoipa::{OpenApi as _, openapi::OpenApi};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    catalogue,
    http::{
        cors,
        error::ApiError,
        json::BODY_LIMIT,
        openapi::{Frame, say_what_calls_share},
        request_id::RequestId,
        security_headers,
    },
    identity::{self, social},
    images,
    metrics::Asked,
    orders, pages, payments, profiles, reconciliation, reviews,
    shop::Shop,
};

/// Every call of the shop with its description.
fn calls() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::with_openapi(Frame::openapi())
        .merge(identity::http::routes())
        .merge(social::http::routes())
        .merge(crate::identity::login_methods::http::routes())
        .merge(crate::identity::phone_login::http::routes())
        .merge(crate::identity::complete_profile::http::routes())
        .merge(catalogue::http::routes())
        .merge(images::http::routes())
        .merge(orders::http::routes())
        .merge(payments::http::routes())
        .merge(reconciliation::http::routes())
        .merge(reviews::http::routes())
        .merge(profiles::http::routes())
        .merge(crate::undelivered_email::http::routes())
        .merge(pages::http::api_routes())
}

/// The document that openapi.json holds.
pub fn openapi() -> OpenApi {
    let mut document = calls().into_openapi();
    say_what_calls_share(&mut document);
    document
}

/// The whole server. `stand_ins` are below /sandbox in demo mode and `None` otherwise.
pub fn router(shop: Arc<Shop>, stand_ins: Option<Router>) -> Router {
    let (calls, mut document) = calls().split_for_parts();
    say_what_calls_share(&mut document);
    let api = calls
        .merge(pages::http::description_routes(document))
        .fallback(|| async { ApiError::not_found("call") })
        .layer(DefaultBodyLimit::max(BODY_LIMIT));
    let server = Router::new()
        .nest("/api", api)
        .merge(pages::http::site_routes())
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() })
        .layer(middleware::from_fn_with_state(Arc::clone(&shop), finish))
        .with_state(shop);
    match stand_ins {
        // Outside our layers: another party's answers carry that party's headers.
        Some(stand_ins) => stand_ins.fallback_service(server),
        None => server,
    }
}

/// What every answer of ours gets: security headers, the word for allowed origins, a name for asking about it, and a line
/// in the log. The route, not the path or the query: they may hold an address.
async fn finish(
    State(shop): State<Arc<Shop>>,
    route: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let id = RequestId::of(&request, &shop.config.trusted_proxies);
    let in_the_log = tracing::info_span!("request", id = id.as_str());
    let mut response = answered(&shop, route, request, next).instrument(in_the_log).await;
    id.add_to(response.headers_mut());
    response
}

async fn answered(shop: &Shop, route: Option<MatchedPath>, request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let asked = Asked::now(&method, route.as_ref());
    let asker = cors::Asker::of(&request, &shop.config.allowed_origins);
    let mut response = match asker.approval() {
        Some(approval) => approval,
        None => unless_it_panics(next.run(request)).await,
    };
    asker.add_to(response.headers_mut());
    security_headers::add(response.headers_mut(), shop.public_url().is_https());
    let (route, status) = (route.as_ref().map(MatchedPath::as_str), response.status().as_u16());
    tracing::debug!(%method, route, status, "answered");
    if let Some(asked) = asked {
        asked.answered(response.status());
    }
    response
}

async fn unless_it_panics(handler: impl Future<Output = Response>) -> Response {
    match AssertUnwindSafe(handler).catch_unwind().await {
        Ok(response) => response,
        Err(_) => ApiError::internal("a handler panicked").into_response(),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;

    use super::*;

    #[tokio::test]
    async fn a_panic_in_a_handler_is_answered() {
        let response = unless_it_panics(std::future::poll_fn(|_| panic!("in a handler"))).await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(response.headers()["content-type"], "application/problem+json");
    }
}
