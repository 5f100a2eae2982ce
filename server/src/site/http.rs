//! Health checks, the public configuration, the API documentation and pictures.

use std::sync::LazyLock;

use axum::{Extension, Router, body::Bytes, extract::RawQuery, response::Html, routing::get};
use utoipa::openapi::OpenApi;

use super::{
    api_docs, basket_page, discovery, newsletter_page, oauth_popup, setup_page,
    spa::{self, AppShell},
    unsubscribe_page, web_files,
};
use crate::{
    base::{
        config::{Config, RunMode, email::EmailRule},
        metadata::maintenance,
    },
    catalogue::uploads,
    http::{origin::PublicUrl, prelude::*, security_headers},
    pictures,
    settings::{
        charges::ChargeKind,
        shop_settings::{accent, settings::ShopState},
    },
    shop::Shop,
    values::hash::sha256_hex,
};

/// The demo tools' pictures, made from art/plates.
#[cfg(feature = "demo")]
#[derive(rust_embed::RustEmbed)]
#[folder = "demo/images"]
#[include = "*.webp"]
#[include = "*.avif"]
struct DemoPictures;

/// Documented routes, below /api.
pub fn api_routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_config))
}

/// The OpenAPI document and its page, below /api. The first request makes them, because the document takes 3 MB of
/// memory.
pub fn documentation_routes(make_document: fn() -> OpenApi) -> Router<Arc<Shop>> {
    let made = Arc::new(LazyLock::new(move || {
        let document = serde_json::to_value(make_document()).unwrap_or_default();
        (Bytes::from(document.to_string()), Bytes::from(api_docs::page(document).into_string()))
    }));
    let for_page = Arc::clone(&made);
    let kind = |kind: &'static str| [(header::CONTENT_TYPE, HeaderValue::from_static(kind))];
    Router::new()
        .route("/openapi.json", get(move || async move { json_response(made.0.clone()) }))
        .route(
            "/openapi-3.0.json",
            get(|headers: HeaderMap| async move {
                let file = web_files::serve_embedded(web_files::OPENAPI_3_0, &headers);
                file.unwrap_or_else(|| ApiError::not_found(Missing::File).into_response())
            }),
        )
        .route(
            "/docs",
            get(move || async move {
                let policy = [(
                    HeaderName::from_static("content-security-policy"),
                    HeaderValue::from_static("default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
                )];
                (policy, Html(for_page.1.clone()))
            }),
        )
        .route("/docs/style.css", get(move || async move { (kind("text/css; charset=utf-8"), api_docs::STYLE) }))
}

/// Routes outside /api: health checks, pictures, and the web app for all other paths.
pub fn page_routes(config: &Config) -> Router<Arc<Shop>> {
    fixed_routes().fallback(spa::answer).layer(Extension(Arc::new(AppShell::new(config))))
}

/// Routes of paths that are not pages of the web app alone.
pub(super) fn fixed_routes() -> Router<Arc<Shop>> {
    Router::new()
        .route("/healthz", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
        .route(
            setup_page::STYLE_PATH,
            get(|| async { static_file("text/css; charset=utf-8", setup_page::STYLE) }),
        )
        .route("/signed-in", get(oauth_popup_page))
        .route(
            oauth_popup::STYLE_PATH,
            get(|| async { static_file("text/css; charset=utf-8", oauth_popup::STYLE) }),
        )
        .route(
            oauth_popup::SCRIPT_PATH,
            get(|| async { static_file("text/javascript; charset=utf-8", oauth_popup::SCRIPT) }),
        )
        .route("/licenses.txt", get(|| async { static_file("text/plain; charset=utf-8", crate::LICENSES) }))
        .route("/images/{name}/{file}", get(picture))
        .route("/accent/{file}", get(accent_style))
        .merge(discovery::http::routes())
        .merge(basket_page::http::routes())
        .merge(unsubscribe_page::http::routes())
        .merge(newsletter_page::http::routes())
}

fn static_file(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, text).into_response()
}

/// The stylesheet with the owner's colour, which its name states.
async fn accent_style(PathSegment(file): PathSegment) -> Result<Response, ApiError> {
    let style = file.strip_suffix(".css").and_then(accent::stylesheet);
    let style = style.ok_or_else(|| ApiError::not_found(Missing::File))?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/css; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400")),
    ];
    Ok((headers, style).into_response())
}

async fn oauth_popup_page(RawQuery(query): RawQuery) -> Response {
    let is_problem = query.is_some_and(|query| query.split('&').any(|pair| pair.starts_with("problem=")));
    let headers = [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(oauth_popup::POLICY)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        // The policy of the other pages would take `opener` from this window when it returns from the provider.
        (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("unsafe-none")),
    ];
    (headers, Html(oauth_popup::page(is_problem).into_string())).into_response()
}

/// The header with the [`shop_hash`] of the shop that answers. `trowel doctor` reads it.
pub const SHOP_HEADER: HeaderName = HeaderName::from_static("trowel-shop");

/// Two shops differ in it, and so do two public URLs of the same database.
pub fn shop_hash(id: &Id, public_url: &PublicUrl) -> String {
    sha256_hex(format!("{id} {public_url}").as_bytes())
}

/// Whether this node can serve requests: its database responds, and takes changes. With `?exclude=writes` only the first
/// is asked, for proxies: all nodes share one database, and one that takes no changes can still be read.
async fn ready(
    State(shop): State<Arc<Shop>>,
    RawQuery(query): RawQuery,
) -> Result<impl IntoResponse, ApiError> {
    shop.db.ping().await?;
    if query.as_deref() != Some("exclude=writes") {
        shop.db.check_writes(maintenance::WRITE_PROBE).await?;
    }
    Ok(([(SHOP_HEADER, shop_hash(&shop.id, shop.public_url()))], "ready\n"))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
struct PublicConfig {
    /// The currency of all prices: three letters, lower case.
    currency: String,
    /// It is `null` if card payment is off.
    #[schema(required)]
    stripe_publishable_key: Option<String>,
    /// The URL of the card provider's browser script. It is `null` if card payment is off.
    #[schema(required)]
    stripe_js: Option<String>,
    /// Whether card payments are test payments, which charge no card.
    payment_test_mode: bool,
    /// Origin of the shop's pictures, below `/images/`. Uploads go to its `/api/images`.
    image_host: String,
    /// Which e-mail addresses the forms accept. The server accepts the same ones under both rules.
    email_rule: EmailRule,
    /// Whether the shop sends e-mails, for example about a payment.
    sends_email: bool,
    /// Whether visitors may buy their basket without a login.
    guest_checkout: bool,
    /// What orders of one tool cost beside their price, as checkouts do.
    charges: Vec<ChargeKind>,
    /// Whether the shop has no administrator yet. The next account is the owner's.
    needs_owner: bool,
    /// Whether this is the demo, with the sandbox and sample data.
    demo: bool,
}

/// The configuration that the web app needs before a sign-in.
#[utoipa::path(get, path = "/config", tag = "site", responses((status = 200, body = PublicConfig)))]
async fn get_config(State(shop): State<Arc<Shop>>) -> ApiJson<PublicConfig> {
    let is_opening = shop.settings.current().settings.shop_state == ShopState::Opening;
    let cards = shop.payments.as_ref();
    ApiJson(PublicConfig {
        currency: shop.config.currency.clone(),
        stripe_publishable_key: cards.map(|cards| cards.publishable_key.as_str().to_owned()),
        stripe_js: cards.map(|cards| cards.js_url.clone()),
        payment_test_mode: cards.is_some_and(|cards| cards.is_test_mode),
        image_host: shop.public_url().to_string(),
        email_rule: shop.config.email_rule,
        sends_email: shop.mailer.is_on(),
        guest_checkout: shop.sells_to_guests(),
        charges: if shop.config.mode == RunMode::Serve { shop.charges_today() } else { Vec::new() },
        needs_owner: is_opening && setup_page::is_due(&shop).await == Some(true),
        demo: shop.config.mode == RunMode::Demo,
    })
}

/// A demo picture or an uploaded one.
async fn picture(
    State(shop): State<Arc<Shop>>,
    PathSegment((name, file)): PathSegment<(String, String)>,
) -> Result<Response, ApiError> {
    #[cfg(feature = "demo")]
    if let Some(answer) = demo_picture(&shop, &name, &file) {
        return answer;
    }
    let file = pictures::variants::ImageVariant::from_file_name(&file)
        .ok_or_else(|| ApiError::not_found(Missing::Picture))?;
    let found = uploads::fetch::find_or_large(&shop.images.store, &name, file).await.map_err(|cause| {
        tracing::error!(%cause, "the picture store cannot be read");
        ApiError::unavailable(
            "busy",
            localized!(
                "We can’t load this picture right now. Please try again in a moment.",
                "Nous ne pouvons pas charger cette image pour le moment. Veuillez réessayer dans un instant."
            ),
        )
    })?;
    let (found, picture) = found.ok_or_else(|| ApiError::not_found(Missing::Picture))?;
    let etag = format!("\"{}-{}\"", name.get(..32).unwrap_or(&name), found.name());
    // The name is a hash of the content.
    let caching = HeaderValue::from_static("public, max-age=31536000, immutable");
    picture_response(&etag, "image/webp", caching, picture)
}

/// The file of a picture, for a page that contains it.
pub(super) async fn find_picture(shop: &Shop, name: &str, file: &str) -> Option<Bytes> {
    #[cfg(feature = "demo")]
    if shop.config.mode == RunMode::Demo
        && let Some(picture) = DemoPictures::get(&format!("{name}/{file}"))
    {
        return Some(web_files::into_bytes(picture.data));
    }
    let file = pictures::variants::ImageVariant::from_file_name(file)?;
    let found = uploads::fetch::find(&shop.images.store, name, file).await;
    found.inspect_err(|cause| tracing::warn!(%cause, "a page is sent without its picture inside")).ok()?
}

#[cfg(feature = "demo")]
fn demo_picture(shop: &Shop, name: &str, file: &str) -> Option<Result<Response, ApiError>> {
    let media_type = web_files::media_type(file).filter(|_| shop.config.mode == RunMode::Demo)?;
    let picture = DemoPictures::get(&format!("{name}/{file}"))?;
    let etag = crate::http::conditional::strong_etag(&picture.metadata.sha256_hash());
    let caching = HeaderValue::from_static("public, max-age=604800");
    Some(picture_response(&etag, media_type, caching, picture.data))
}

fn picture_response(
    etag: &str,
    kind: &'static str,
    caching: HeaderValue,
    bytes: impl IntoResponse,
) -> Result<Response, ApiError> {
    let mut response = bytes.into_response();
    response.extensions_mut().insert(SharedResponse::File);
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    answer.insert(header::CACHE_CONTROL, caching);
    answer.insert(header::ETAG, HeaderValue::from_str(etag).map_err(ApiError::internal)?);
    // Pages of allowed origins show pictures of tools, and so do previews of links.
    let embeddable = HeaderValue::from_static("cross-origin");
    answer.insert(security_headers::CROSS_ORIGIN_RESOURCE_POLICY, embeddable);
    Ok(response)
}
