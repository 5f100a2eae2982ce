//! All routes of the server: the API, and the web app as the fallback.

use std::{net::SocketAddr, panic::AssertUnwindSafe, sync::Arc};

use axum::{
    Extension, Router,
    extract::{ConnectInfo, DefaultBodyLimit, MatchedPath, Request, State},
    http::StatusCode,
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use futures_util::FutureExt as _;
use tracing::Instrument as _;
use utoipa::{OpenApi as _, openapi::OpenApi};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    accounts::{self, profiles, social},
    app::traces,
    back_office::{owner_tasks, reconciliation},
    catalogue::{self, uploads},
    http::{
        client_ip::truncate,
        cors,
        error::ApiError,
        json::MAX_BODY_BYTES,
        known_members::KnownMembers,
        language,
        missing::Missing,
        openapi::{ApiDoc, add_common_parts},
        request_id::RequestId,
        request_timer::RequestTimer,
        response_cache::{ResponseCache, SharedResponse},
        security_headers,
        server::Server,
    },
    sales::{basket, checkout, discounts, orders, payments, purchases, reviews, shop_figures},
    settings::webhooks::document::WebhookDocument,
    shop::Shop,
    site,
    values::log_sampler::LogSampler,
};

/// All API routes with their documentation.
fn api() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        .merge(accounts::http::routes())
        .merge(social::http::routes())
        .merge(crate::accounts::login_methods::http::routes())
        .merge(crate::accounts::phone_login::http::routes())
        .merge(crate::accounts::complete_profile::http::routes())
        .merge(catalogue::tools::http::routes())
        .merge(uploads::http::routes())
        .merge(basket::http::routes())
        .merge(discounts::http::routes())
        .merge(checkout::http::routes())
        .merge(orders::http::routes())
        .merge(payments::http::routes())
        .merge(reconciliation::http::routes())
        .merge(owner_tasks::http::routes())
        .merge(reviews::http::routes())
        .merge(reviews::moderation::http::routes())
        .merge(reviews::options::http::routes())
        .merge(reviews::former_shop::http::routes())
        .merge(crate::sales::former_orders::http::routes())
        .merge(crate::back_office::customers::import::http::routes())
        .merge(crate::sales::newsletter::http::routes())
        .merge(shop_figures::http::routes())
        .merge(profiles::http::routes())
        .merge(crate::back_office::customers::delete::http::routes())
        .merge(crate::back_office::customers::data_export::http::routes())
        .merge(crate::back_office::audit_log::http::routes())
        .merge(crate::back_office::customers::summaries::http::routes())
        .merge(crate::back_office::customers::view::http::routes())
        .merge(crate::back_office::csv_files::http::routes())
        .merge(crate::back_office::email_texts::http::routes())
        .merge(crate::back_office::customers::block::http::routes())
        .merge(crate::back_office::undelivered_email::http::routes())
        .merge(crate::settings::posts::http::routes())
        .merge(crate::settings::shop_settings::http::routes())
        .merge(crate::catalogue::stock_alerts::http::routes())
        .merge(crate::back_office::figures::http::routes())
        .merge(crate::back_office::service_tests::http::routes())
        .merge(crate::back_office::stock_history::http::routes())
        .merge(crate::back_office::tax_overview::http::routes())
        .merge(crate::back_office::tax_report::http::routes())
        .merge(crate::back_office::today::http::routes())
        .merge(crate::settings::webhooks::http::routes())
        .merge(crate::site::home_page::http::routes())
        .merge(crate::site::tool_page::http::routes())
        .merge(crate::site::redirects::http::routes())
        .merge(site::http::api_routes())
}

/// The content of openapi.json.
pub fn openapi() -> OpenApi {
    let mut document = api().into_openapi();
    add_common_parts(&mut document);
    WebhookDocument::default()
        .with::<orders::events::OrderEvent<'_>>()
        .with::<orders::events::OrderPaidEvent<'_>>()
        .with::<orders::events::OrderRefundEvent<'_>>()
        .with::<purchases::events::PurchasePaidEvent<'_>>()
        .with::<payments::refund::documents::CreditNoteEvent<'_>>()
        .with::<payments::refund::request::PaymentReturnedEvent<'_>>()
        .with::<catalogue::tools::events::StockChangedEvent<'_>>()
        .with::<catalogue::tools::events::ToolChangedEvent<'_>>()
        .add_to(&mut document);
    document
}

/// The whole server. `sandbox` holds the routes below /sandbox in demo mode.
pub fn server(shop: Arc<Shop>, sandbox: Option<Router>) -> Server {
    let cache = ResponseCache::new(Arc::clone(&shop.content_version), shop.config.trusted_proxies.clone());
    Server::with_cache(router(shop, sandbox), cache)
}

/// The routes of [`server`].
pub fn router(shop: Arc<Shop>, sandbox: Option<Router>) -> Router {
    let (api, document) = api().split_for_parts();
    let api = api
        .merge(site::http::documentation_routes(openapi))
        .fallback(|| async { ApiError::not_found(Missing::ApiAddress) })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(Extension(Arc::new(KnownMembers::new(&document))));
    let server = Router::new()
        .nest("/api", api)
        .merge(site::http::page_routes(&shop.config))
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() })
        .layer(middleware::from_fn_with_state(Arc::clone(&shop), add_common_headers))
        .with_state(shop);
    match sandbox {
        // The shop's layers are not around the sandbox, because a real external service would not send the shop's
        // headers.
        Some(sandbox) => sandbox.fallback_service(server),
        None => server,
    }
}

/// Adds security headers, CORS headers and a request id to every response, and logs it. The log has the route, because
/// path and query may contain an e-mail address.
async fn add_common_headers(
    State(shop): State<Arc<Shop>>,
    route: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
    let id = RequestId::choose(request.headers(), peer, &shop.config.trusted_proxies);
    let client = truncate(shop.config.trusted_proxies.client_of(request.extensions(), request.headers()));
    // The span has the level of errors, so that a filter for warnings keeps it too.
    let span = tracing::error_span!("request", id = id.as_str(), %client);
    let is_trusted = peer.is_some_and(|peer| shop.config.trusted_proxies.contains(peer.to_canonical()));
    let trace = traces::request_span(&request, route.as_ref(), id.as_str(), is_trusted);
    let response = respond(&shop, route, request, next).instrument(span);
    let mut response = response.instrument(trace.clone()).await;
    traces::finish_request(&trace, response.status());
    id.add_to(response.headers_mut());
    response
}

async fn respond(shop: &Shop, matched: Option<MatchedPath>, request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let timer = RequestTimer::start(&method, matched.as_ref());
    let language = language::preferred(request.headers());
    let cors = cors::CorsDecision::decide(&request, &shop.config.allowed_origins);
    let mut response = match cors.approval() {
        Some(approval) => approval,
        None => catch_panic(next.run(request)).await,
    };
    language::choose(language, &mut response);
    cors.add_to(response.headers_mut());
    security_headers::add(response.headers_mut(), shop.config.strict_transport());
    let status = response.status().as_u16();
    tracing::debug!(%method, route = matched.as_ref().map(MatchedPath::as_str), status, "response sent");
    // The metrics count every response.
    if response.status() == StatusCode::TOO_MANY_REQUESTS
        && let Some(left_out) = LIMIT_LOG.sample(shop.clock.now())
    {
        let route = matched.as_ref().map(MatchedPath::as_str);
        tracing::warn!(%method, route, left_out, "a limit refused a request");
    }
    if let Some(timer) = timer {
        timer.finish(response.status());
    }
    if response.extensions().get::<SharedResponse>().is_some()
        && let Some(route) = matched
    {
        response.extensions_mut().insert(route); // for the metrics of later responses from the cache
    }
    response
}

/// A client above its limit cannot fill the log.
static LIMIT_LOG: LogSampler = LogSampler::new();

async fn catch_panic(handler: impl Future<Output = Response>) -> Response {
    match AssertUnwindSafe(handler).catch_unwind().await {
        Ok(response) => response,
        Err(_) => ApiError::internal("a handler panicked").into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_in_a_handler_becomes_a_response() {
        let response = catch_panic(std::future::poll_fn(|_| panic!("in a handler"))).await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(response.headers()["content-type"], "application/problem+json");
    }
}
