//! The web app: its files with the right names, types and life, and the shell that every screen starts from.
//!
//! The shell is written per screen: title, description, canonical address, Open Graph, links to the files with its code,
//! and for public screens their first data, so that no visitor waits for a second round trip. Unknown screens get the
//! same shell with status 404.

use std::{
    borrow::Cow,
    collections::HashMap,
    fmt::Write as _,
    io::Write as _,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    body::Bytes,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::{
    modulepreload,
    page_meta::{self, FirstData, Screen},
    preload::{self, FirstAnswers},
    setup_page,
};
use crate::{
    config::{Config, Mode},
    http::{
        conditional,
        error::ApiError,
        html::{escape, replace_between},
        origin::ClientAddress,
        security_headers::Policies,
    },
    shop::Shop,
    values::hash::{hex, sha256_hex},
};

/// What `npm run build` leaves. In a debug build the files are read from the folder, so that the web app can be
/// built again without the server; in a release build they are in the binary.
#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct WebApp;

/// The shell as this shop's visitors get it.
pub struct AppShell {
    policies: Policies,
    /// The page of each screen, with and without first data, as it was last. A screen's path is its name; the page for
    /// unknown screens has none.
    pages: Mutex<HashMap<(&'static str, bool), Arc<Page>>>,
}

impl AppShell {
    pub fn new(config: &Config) -> Self {
        Self { policies: Policies::new(config), pages: Mutex::default() }
    }
}

/// A page, ready to be sent.
struct Page {
    /// The versions of the template, of the list of files, and of the first data.
    made_from: String,
    html: Bytes,
    gzip: Bytes,
    etag: HeaderValue,
}

/// The fallback of the whole server: a file of the web app, or the shell.
pub async fn answer(
    State(shop): State<Arc<Shop>>,
    ClientAddress(client): ClientAddress,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path();
    if path == "/api/" {
        return ApiError::not_found("call").into_response(); // the router does not count it to the nested calls
    }
    if method != Method::GET && method != Method::HEAD {
        let error =
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "Pages are only read.");
        return ([(header::ALLOW, HeaderValue::from_static("GET, HEAD"))], error).into_response();
    }
    if let Some(response) = file(path, &headers) {
        return response;
    }
    // A missing picture or script is not a screen: nobody wants a page in its place.
    if path.starts_with("/assets/") || path.starts_with("/scenes/") {
        return ApiError::not_found("file").into_response();
    }
    if let Some(elsewhere) = to_public_address(&shop, &headers, &uri) {
        return elsewhere;
    }
    let is_home = page_meta::find(path).is_some_and(|screen| screen.first_data == FirstData::Home);
    if is_home && setup_page::is_due(&shop).await {
        let template = WebApp::get("index.html").map(|index| index.data).unwrap_or_default();
        return without_owner(setup_page::page(&shop.config, client, &String::from_utf8_lossy(&template)));
    }
    shell(&shop, path, uri.query(), &headers).await.unwrap_or_else(IntoResponse::into_response)
}

/// For now, and for nobody's search.
fn without_owner(page: String) -> Response {
    let headers = [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(setup_page::POLICY)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ];
    (headers, Html(page)).into_response()
}

/// Somebody who types localhost reaches a demo on 127.0.0.1 too, but cookies and the card field belong to the public
/// address.
fn to_public_address(shop: &Shop, headers: &HeaderMap, uri: &Uri) -> Option<Response> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let public = shop.public_url().split_once("://")?.1;
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    if shop.config.mode != Mode::Demo
        || host == public
        || !matches!(name, "localhost" | "127.0.0.1" | "[::1]")
    {
        return None;
    }
    let target = format!("{}{}", shop.public_url(), uri.path_and_query().map_or("/", |path| path.as_str()));
    let location = HeaderValue::from_str(&target).ok()?;
    Some((StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, location)]).into_response())
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let name = path.strip_prefix('/')?;
    if name.is_empty() || name == "index.html" || name.contains("..") {
        return None;
    }
    let kind = media_type(name)?;
    let variants = [("br", "br"), ("gzip", "gz")];
    let packed = variants
        .into_iter()
        .filter(|(coding, _)| conditional::accepts(headers, coding))
        .find_map(|(coding, ending)| Some((Some(coding), WebApp::get(&format!("{name}.{ending}"))?)));
    let (coding, found): (Option<&str>, EmbeddedFile) = match packed {
        Some(packed) => packed,
        None => (None, WebApp::get(name)?),
    };
    let etag = conditional::strong_etag(&found.metadata.sha256_hash());
    let mut response = if conditional::is_known(headers, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        bytes_of(found.data).into_response()
    };
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // Names below assets/ carry a hash of their content.
    let life = if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "public, max-age=86400"
    };
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(life));
    answer.insert(header::ETAG, HeaderValue::from_str(&etag).ok()?);
    if let Some(coding) = coding {
        answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    Some(response)
}

fn bytes_of(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

pub fn media_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "webmanifest" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

async fn shell(
    shop: &Arc<Shop>,
    path: &str,
    query: Option<&str>,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let Some(index) = WebApp::get("index.html") else {
        return Err(ApiError::unavailable(
            "web_app_missing",
            "The web app is not built. Build it with: make build",
        ));
    };
    let screen = page_meta::find(path);
    let data = match screen {
        Some(screen) => preload::read(shop, screen.first_data, query).await,
        None => None,
    };
    let page = page(shop, &index, screen, data.as_ref())?;
    let status = if screen.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let mut response = if status == StatusCode::OK
        && page.etag.to_str().is_ok_and(|etag| conditional::is_known(headers, etag))
    {
        StatusCode::NOT_MODIFIED.into_response()
    } else if conditional::accepts(headers, "gzip") {
        let coding = [(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
        (status, coding, page.gzip.clone()).into_response()
    } else {
        (status, page.html.clone()).into_response()
    };
    let policies = &shop.app_shell.policies;
    let policy =
        if screen.is_some_and(|screen| screen.is_payment) { &policies.payment } else { &policies.page };
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    answer.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    answer.insert(header::ETAG, page.etag.clone());
    Ok(response)
}

/// The page as it was made before, unless one of the things it is made from is another by now.
fn page(
    shop: &Shop,
    index: &EmbeddedFile,
    screen: Option<&Screen>,
    data: Option<&FirstAnswers>,
) -> Result<Arc<Page>, ApiError> {
    let manifest = WebApp::get("asset-manifest.json");
    let mut made_from = hex(&index.metadata.sha256_hash());
    if let Some(manifest) = &manifest {
        made_from.push_str(&hex(&manifest.metadata.sha256_hash()));
    }
    if let Some(data) = data {
        data.add_version(&mut made_from);
    }
    let name = (screen.map_or("", |screen| screen.path), data.is_some());
    let pages = || shop.app_shell.pages.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = pages().get(&name).filter(|known| known.made_from == made_from) {
        return Ok(Arc::clone(known));
    }
    let mut html = with_head(&String::from_utf8_lossy(&index.data), shop, screen);
    if let Some(manifest) = &manifest {
        html = modulepreload::with_links(&html, &manifest.data, page_meta::modules(screen));
    }
    if let Some(data) = data {
        html = html.replacen("<!--shell-data-->", &data.to_script()?, 1);
    }
    let mut encoder = GzEncoder::new(Vec::with_capacity(html.len() / 2), Compression::fast());
    encoder.write_all(html.as_bytes()).map_err(ApiError::internal)?;
    let etag = conditional::weak_etag(&sha256_hex(html.as_bytes()));
    let page = Arc::new(Page {
        made_from,
        gzip: encoder.finish().map_err(ApiError::internal)?.into(),
        etag: HeaderValue::from_str(&etag).map_err(ApiError::internal)?,
        html: html.into(),
    });
    pages().insert(name, Arc::clone(&page));
    Ok(page)
}

fn with_head(template: &str, shop: &Shop, screen: Option<&Screen>) -> String {
    let (title, description) = screen
        .map_or((page_meta::NOT_FOUND_TITLE, page_meta::NOT_FOUND_DESCRIPTION), |screen| {
            (screen.title, screen.description)
        });
    let url = shop.public_url();
    let mut head = String::new();
    match screen {
        Some(screen) if screen.is_public => {
            // Two addresses of one screen, and a forgiven slash at the end, are one page to a search engine.
            let canonical = format!("{url}{}", if screen.path == "/home" { "/" } else { screen.path });
            let _ = write!(
                head,
                "<link rel=\"canonical\" href=\"{canonical}\"><meta property=\"og:type\" content=\"website\">\
                 <meta property=\"og:site_name\" content=\"Trowel\"><meta property=\"og:title\" content=\"{title}\">\
                 <meta property=\"og:description\" content=\"{description}\"><meta property=\"og:url\" content=\"{canonical}\">\
                 <meta property=\"og:image\" content=\"{url}/scenes/banner-1-1280.webp\">",
                canonical = escape(&canonical),
                title = escape(title),
                description = escape(description),
                url = escape(url),
            );
        }
        _ => head.push_str("<meta name=\"robots\" content=\"noindex\">"),
    }
    let html = replace_between(template, "<title>", "</title>", &escape(title));
    let html = replace_between(&html, "<meta name=\"description\" content=\"", "\"", &escape(description));
    html.replacen("<!--shell-head-->", &head, 1)
}
