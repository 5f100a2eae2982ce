//! GET /robots.txt, /sitemap.xml, /blogs/feed.xml, /feeds/products.xml, /manifest.webmanifest and /.well-known/….

use std::io::{self, Cursor, Read as _};

use axum::{
    Extension, Router,
    body::{Body, Bytes},
    extract::RawQuery,
    routing::get,
};
use flate2::read::GzDecoder;
use futures_util::stream;

use super::{
    feed,
    file_cache::{CatalogueContent, FileCache},
    product_feed::{self, FeedShop},
    sitemap::{SitemapCache, SitemapFile, SitemapFiles, SitemapSource},
};
use crate::{
    http::{conditional, prelude::*},
    settings::posts::http as posts,
    shop::Shop,
    site::spa::AppShell,
};

pub fn routes() -> Router<Arc<Shop>> {
    Router::new()
        .route("/robots.txt", get(robots_txt))
        .route("/sitemap.xml", get(sitemap))
        .route(feed::PATH, get(blog_feed))
        .route(product_feed::PATH, get(products))
        .route("/manifest.webmanifest", get(manifest))
        .route("/.well-known/security.txt", get(security_txt))
        .route(APPLE_PAY_PATH, get(apple_pay_association))
        .route("/.well-known/change-password", get(|| async { change_password() }))
        .layer(Extension(Arc::<SitemapCache>::default()))
        .layer(Extension(Arc::<ProductFeedCache>::default()))
}

/// The last product feed, compressed. One request makes the next one, and the others wait for it.
#[derive(Default)]
struct ProductFeedCache {
    last: FileCache<FeedShop, Bytes>,
    making: tokio::sync::Mutex<()>,
}

/// Where Apple looks whether the shop may show Apple Pay.
pub const APPLE_PAY_PATH: &str = "/.well-known/apple-developer-merchantid-domain-association";

async fn apple_pay_association(State(shop): State<Arc<Shop>>) -> Result<Response, ApiError> {
    let text = shop.config.apple_pay_association.clone();
    text.map(|text| shared("text/plain; charset=utf-8", text))
        .ok_or_else(|| ApiError::not_found(Missing::File))
}

fn change_password() -> Response {
    (StatusCode::FOUND, [(header::LOCATION, "/dashboard/account")]).into_response()
}

/// Makes a response that the cache in front of the router sends until the shop's content changes.
fn shared(kind: &'static str, body: impl Into<Bytes>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600")),
    ];
    let mut response = (headers, body.into()).into_response();
    response.extensions_mut().insert(SharedResponse::Content);
    response
}

async fn robots_txt(State(shop): State<Arc<Shop>>) -> Response {
    shared("text/plain; charset=utf-8", super::robots_txt(shop.public_url()))
}

async fn manifest(State(shop): State<Arc<Shop>>) -> Response {
    let manifest = super::manifest(&shop.settings.current().settings);
    shared("application/manifest+json", manifest.to_string())
}

async fn security_txt(State(shop): State<Arc<Shop>>) -> Result<Response, ApiError> {
    let settings = shop.settings.current();
    let text = super::security_txt(&settings.settings, shop.public_url(), shop.clock.now());
    text.map(|text| shared("text/plain; charset=utf-8", text))
        .ok_or_else(|| ApiError::not_found(Missing::File))
}

/// The newest blog posts as an Atom feed. The file is not found while Blogs is off.
async fn blog_feed(State(shop): State<Arc<Shop>>) -> Result<Response, ApiError> {
    if !posts::are_shown(&shop) {
        return Err(ApiError::not_found(Missing::File));
    }
    let (posts, _) = posts::newest(&shop, feed::MAX_POSTS).await?;
    let text = feed::atom(&shop.settings.current().settings, shop.public_url(), &posts);
    let mut response = shared("application/atom+xml; charset=utf-8", text);
    // A post that is taken back is gone at once, in caches of others too.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    Ok(response)
}

async fn sitemap(
    State(shop): State<Arc<Shop>>,
    Extension(cache): Extension<Arc<SitemapCache>>,
    Extension(app_shell): Extension<Arc<AppShell>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let files = sitemap_files(&shop, &cache, &app_shell).await?;
    let file: Option<&SitemapFile> = match query.as_deref() {
        None | Some("") => Some(&files.main),
        Some(query) => {
            let part = query.strip_prefix("part=").and_then(|part| part.parse::<usize>().ok());
            part.and_then(|part| files.parts.get(part.checked_sub(1)?))
        }
    };
    let file = file.ok_or_else(|| ApiError::not_found(Missing::File))?;
    let packed = conditional::accepts_encoding(&headers, "gzip");
    let mut response =
        shared("application/xml; charset=utf-8", if packed { file.gzip.clone() } else { file.xml.clone() });
    let answer = response.headers_mut();
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if packed {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(response)
}

async fn sitemap_files(
    shop: &Shop,
    cache: &SitemapCache,
    app_shell: &AppShell,
) -> Result<Arc<SitemapFiles>, ApiError> {
    let now = shop.clock.now();
    let pages =
        app_shell.indexed_paths(&shop.settings.current().settings)?.into_iter().map(|path| (path, None));
    let source = SitemapSource {
        public_url: shop.public_url().to_string(),
        paths: pages.chain(posts::addresses(shop).await?).collect(),
        content: content(shop).await?,
    };
    if let Some(known) = cache.get(&source.paths, &source.content, now) {
        return Ok(known);
    }
    let render = move || source.render().map(|files| (source, Arc::new(files)));
    let rendered = tokio::task::spawn_blocking(render).await.map_err(ApiError::internal)?;
    let (source, files) = rendered.map_err(ApiError::internal)?;
    cache.keep(source.paths, source.content, Arc::clone(&files), now);
    Ok(files)
}

async fn content(shop: &Shop) -> Result<CatalogueContent, ApiError> {
    Ok(CatalogueContent { snapshot: shop.catalogue.current().await?, categories: shop.categories.current() })
}

/// The tools on sale, for the shops of Google and Meta.
async fn products(
    State(shop): State<Arc<Shop>>,
    Extension(cache): Extension<Arc<ProductFeedCache>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    const KIND: &str = "application/rss+xml; charset=utf-8";
    let file = product_feed(&shop, &cache).await?;
    let packed = conditional::accepts_encoding(&headers, "gzip");
    let mut response = if packed {
        shared(KIND, Bytes::clone(&file))
    } else {
        let mut response = shared(KIND, Bytes::new());
        // Too large for the cache in front of the router.
        response.extensions_mut().remove::<SharedResponse>();
        *response.body_mut() = unpacked(Bytes::clone(&file));
        response
    };
    let answer = response.headers_mut();
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // A tool that is taken back is gone within a minute.
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    if packed {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(response)
}

async fn product_feed(shop: &Shop, cache: &ProductFeedCache) -> Result<Arc<Bytes>, ApiError> {
    let now = shop.clock.now();
    let settings = shop.settings.current();
    let feed = FeedShop {
        name: settings.settings.name.clone(),
        description: settings.settings.description.clone(),
        public_url: shop.public_url().to_string(),
        currency: shop.config.currency.to_uppercase(),
    };
    let content = content(shop).await?;
    let _making = cache.making.lock().await;
    if let Some(known) = cache.last.get(&feed, &content, now) {
        return Ok(known);
    }
    let render = move || feed.render(&content).map(|file| (feed, content, Arc::new(file)));
    let rendered = tokio::task::spawn_blocking(render).await.map_err(ApiError::internal)?;
    let (feed, content, file) = rendered.map_err(ApiError::internal)?;
    cache.last.keep(feed, content, Arc::clone(&file), now);
    Ok(file)
}

/// Unpacks a part at a time, so that the whole file is never in memory.
fn unpacked(gzip: Bytes) -> Body {
    let decoder = GzDecoder::new(Cursor::new(gzip));
    Body::from_stream(stream::try_unfold(decoder, |mut decoder| async move {
        let mut chunk = vec![0; 64 * 1024];
        let length = decoder.read(&mut chunk)?;
        chunk.truncate(length);
        Ok::<_, io::Error>((length > 0).then(|| (Bytes::from(chunk), decoder)))
    }))
}
