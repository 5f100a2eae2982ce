//! The files of the web app, as the web build left them.

use std::borrow::Cow;

use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::{
    http::{conditional, response_cache::SharedResponse},
    values::language::Language,
};

/// The output of the web build. A release build embeds the files. A debug build reads the folder, so that the web app
/// can be rebuilt without the server.
#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct WebApp;

/// What the web build makes once for each language.
#[derive(Clone, Copy)]
pub(super) enum BuiltFile {
    /// The shell of every page.
    Index,
    Pages,
    /// The web app for the server.
    Renderer,
}

/// The files of the French build.
const FRENCH_FOLDER: &str = "fr/";

pub(super) fn built_file(file: BuiltFile, language: Language) -> Option<EmbeddedFile> {
    let name = match file {
        BuiltFile::Index => "index.html",
        BuiltFile::Pages => "pages.json",
        BuiltFile::Renderer => "renderer.js",
    };
    match language {
        Language::English => WebApp::get(name),
        Language::French => WebApp::get(&format!("{FRENCH_FOLDER}{name}")),
    }
}

/// The web build derives it from openapi.json.
pub(super) const OPENAPI_3_0: &str = "openapi-3.0.json";

/// Shows notifications of new orders.
const PUSH_WORKER: &str = "push-worker.js";
/// A worker has a policy of its own. It loads nothing but the picture of a notification.
const PUSH_WORKER_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; img-src 'self'");

pub(super) fn serve_file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let name = path.strip_prefix('/')?;
    let is_internal = matches!(name, "index.html" | "pages.json" | "renderer.js" | OPENAPI_3_0)
        || name.starts_with(FRENCH_FOLDER);
    if name.is_empty() || is_internal || name.contains("..") { None } else { serve_embedded(name, headers) }
}

pub(super) fn serve_embedded(name: &str, headers: &HeaderMap) -> Option<Response> {
    let kind = media_type(name)?;
    let variants = [("br", "br"), ("gzip", "gz")];
    let packed = variants
        .into_iter()
        .filter(|(coding, _)| conditional::accepts_encoding(headers, coding))
        .find_map(|(coding, ending)| Some((Some(coding), WebApp::get(&format!("{name}.{ending}"))?)));
    let (coding, found): (Option<&str>, EmbeddedFile) = match packed {
        Some(packed) => packed,
        None => (None, WebApp::get(name)?),
    };
    let etag = conditional::strong_etag(&found.metadata.sha256_hash());
    let mut response = into_bytes(found.data).into_response();
    response.extensions_mut().insert(SharedResponse::File);
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // Names below assets/ contain a hash of the content.
    let life = if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else if name == PUSH_WORKER {
        answer.insert(header::CONTENT_SECURITY_POLICY, PUSH_WORKER_POLICY);
        // A browser replaces its worker as soon as the shop has another one.
        "public, no-cache"
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

/// A file of the web app, as it is.
pub(super) fn find_file(name: &str) -> Option<Bytes> {
    Some(into_bytes(WebApp::get(name)?.data))
}

pub(super) fn into_bytes(data: Cow<'static, [u8]>) -> Bytes {
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
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}
