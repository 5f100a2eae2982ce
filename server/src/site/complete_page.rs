//! Completes the HTML of a page: its head, its first data, what the server has rendered, and the styles of its first
//! view.

use std::{
    collections::HashMap,
    io::{self, Write as _},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use brotli::CompressorWriter;
use flate2::{Compression, write::GzEncoder};
use maud::html;
use sha2::{Digest as _, Sha256};

use super::{first_paint, head::PageContext, main_picture, preload, shop_texts, web_files};
use crate::{
    http::{
        conditional,
        html::replace_between,
        security_headers::{PERMISSIONS_POLICY, PagePolicy},
    },
    settings::shop_settings::cache::CurrentSettings,
    shop::Shop,
    values::hash::sha256_hex,
};

/// Memory limit. Each tool has a page.
const MAX_CACHED_BYTES: usize = 8 * 1024 * 1024;

/// What stands before the bytes of a picture in the page.
const PICTURE: &[u8] = b";base64,";

/// Where the template has the root of the app, and where the page stands when the server has rendered it.
const EMPTY_ROOT: &str = "<div id=\"root\"></div>";

/// A page that is ready to send.
pub struct CompletePage {
    pub html: Bytes,
    brotli: OnceLock<Option<Bytes>>,
    gzip: OnceLock<Option<Bytes>>,
    pub etag: HeaderValue,
    pub policy: PagePolicy,
}

impl CompletePage {
    pub fn respond(&self, status: StatusCode, headers: &HeaderMap) -> Response {
        let packed = self.packed(headers);
        let body = packed.map_or(&self.html, |(_, body)| body);
        let mut response = (status, body.clone()).into_response();
        let answer = response.headers_mut();
        if let Some((encoding, _)) = packed {
            answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        answer.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        answer.insert(header::CONTENT_SECURITY_POLICY, self.policy.content.clone());
        if let Some(permissions) = &self.policy.permissions {
            answer.insert(PERMISSIONS_POLICY, permissions.clone());
        }
        answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        answer.insert(header::ETAG, self.etag.clone());
        response
    }

    /// The smallest form that the client accepts, packed at the first request of it.
    fn packed(&self, headers: &HeaderMap) -> Option<(&'static str, &Bytes)> {
        let accepts = |encoding| conditional::accepts_encoding(headers, encoding);
        let brotli = || self.brotli.get_or_init(|| brotli(&self.html).ok()).as_ref().map(|body| ("br", body));
        let gzip = || self.gzip.get_or_init(|| gzip(&self.html).ok()).as_ref().map(|body| ("gzip", body));
        accepts("br").then(brotli).flatten().or_else(|| accepts("gzip").then(gzip).flatten())
    }

    /// The most bytes that the page takes in all its forms.
    fn bytes(&self) -> usize {
        self.html.len() * 3
    }

    pub fn new(html: String, policy: PagePolicy) -> io::Result<Self> {
        let etag = HeaderValue::from_str(&conditional::weak_etag(&sha256_hex(html.as_bytes())));
        let etag = etag.map_err(io::Error::other)?;
        Ok(Self { brotli: OnceLock::new(), gzip: OnceLock::new(), etag, html: html.into(), policy })
    }
}

/// What a page is made of, besides its context.
pub struct PageParts<'a> {
    /// The version changes with the template, pages.json and the settings.
    pub version: &'a str,
    pub template: &'a [u8],
    pub policy: &'a PagePolicy,
    /// The first data, as JSON.
    pub queries: Option<&'a str>,
    pub rendered: Option<&'a str>,
}

/// The pages that were completed, by what they are made of.
#[derive(Default)]
pub struct CompletePages(Mutex<Cached>);

#[derive(Default)]
struct Cached {
    pages: HashMap<[u8; 32], Arc<CompletePage>>,
    bytes: usize,
}

impl CompletePages {
    pub async fn complete(
        &self,
        context: &PageContext<'_>,
        shop: &Shop,
        settings: &CurrentSettings,
        mut parts: PageParts<'_>,
    ) -> io::Result<Arc<CompletePage>> {
        let hash = parts.hash(context);
        if let Some(known) = self.find(&hash) {
            return Ok(known);
        }
        let with_picture = match parts.rendered {
            Some(rendered) => main_picture::put_into(rendered, shop).await,
            None => None,
        };
        // Another request of a burst may have completed the page meanwhile.
        if let Some(known) = self.find(&hash) {
            return Ok(known);
        }
        parts.rendered = with_picture.as_deref().or(parts.rendered);
        let page = Arc::new(parts.complete(context, settings)?);
        self.lock().insert(hash, &page);
        Ok(page)
    }

    fn find(&self, hash: &[u8; 32]) -> Option<Arc<CompletePage>> {
        self.lock().pages.get(hash).map(Arc::clone)
    }

    fn lock(&self) -> MutexGuard<'_, Cached> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cached {
    /// Forgets all pages when there are too many. Popular ones return soon.
    fn insert(&mut self, hash: [u8; 32], page: &Arc<CompletePage>) {
        if self.bytes + page.bytes() > MAX_CACHED_BYTES {
            *self = Self::default();
        }
        let replaced = self.pages.insert(hash, Arc::clone(page));
        self.bytes = self.bytes + page.bytes() - replaced.map_or(0, |replaced| replaced.bytes());
    }
}

impl PageParts<'_> {
    fn hash(&self, context: &PageContext<'_>) -> [u8; 32] {
        let mut hash = Sha256::new();
        for part in [
            Some(self.version),
            Some(&context.page.path),
            context.is_indexed.then_some(context.canonical),
            self.queries,
            self.rendered,
        ] {
            // The length of each part is hashed too, so that no two lists of parts are alike.
            hash.update(part.map_or(u64::MAX, |part| part.len() as u64).to_le_bytes());
            hash.update(part.unwrap_or_default());
        }
        hash.finalize().into()
    }

    fn complete(self, context: &PageContext<'_>, settings: &CurrentSettings) -> io::Result<CompletePage> {
        let template =
            shop_texts::put_into(&String::from_utf8_lossy(self.template), settings, context.language);
        let mut html = context.put_into(&template, self.rendered.is_some());
        if let Some(queries) = self.queries {
            html = html.replacen("<!--shell-data-->", &preload::script_element(queries).into_string(), 1);
        }
        let mut policy = self.policy.clone();
        if let Some(rendered) = self.rendered {
            html = replace_between(&html, "<!--shell-->", "<!--/shell-->", &html! {});
            html = html.replacen(EMPTY_ROOT, &format!("<div id=\"root\" data-rendered>{rendered}</div>"), 1);
        }
        let file = |name: &str| Some(String::from_utf8_lossy(&web_files::find_file(name)?).into_owned());
        let inlined = policy.content.to_str().ok().and_then(|policy| match self.rendered {
            Some(_) => first_paint::inline(&html, policy, file),
            None => first_paint::inline_scripts(&html, policy, file),
        });
        if let Some((with_scripts, with_hashes)) = inlined {
            html = with_scripts;
            policy.content = HeaderValue::from_str(&with_hashes).map_err(io::Error::other)?;
        }
        CompletePage::new(html, policy)
    }
}

/// The quality that takes as long as the best one of gzip.
const BROTLI_QUALITY: u32 = 5;
/// The window of 4 MB holds every page.
const BROTLI_WINDOW: u32 = 22;

fn brotli(html: &[u8]) -> io::Result<Bytes> {
    let buffer = Vec::with_capacity(html.len() / 2);
    let mut encoder = CompressorWriter::new(buffer, html.len().max(1), BROTLI_QUALITY, BROTLI_WINDOW);
    encoder.write_all(html)?;
    Ok(encoder.into_inner().into())
}

/// The picture inside gets a block of its own, because the letters of a text have other frequencies. It saves
/// 1.4 kB of the home page.
fn gzip(html: &[u8]) -> io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(html.len() / 2), Compression::best());
    let picture = html.windows(PICTURE.len()).position(|at| at == PICTURE).unwrap_or(html.len());
    let (before, rest) = html.split_at(picture);
    let (picture, after) = rest.split_at(rest.iter().position(|byte| *byte == b'"').unwrap_or(rest.len()));
    for part in [before, picture, after].into_iter().filter(|part| !part.is_empty()) {
        encoder.write_all(part)?;
        encoder.flush()?;
    }
    encoder.finish().map(Bytes::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn each_client_gets_the_smallest_form_that_it_accepts() {
        let html = format!(
            "<p>{}</p><img src=\"data:image/webp;base64,AAAA\">{}",
            "hoe ".repeat(400),
            "rake ".repeat(400)
        );
        let policy = PagePolicy { content: HeaderValue::from_static("p"), permissions: None };
        let page = CompletePage::new(html.clone(), policy).unwrap();
        let packed = |accepted: &str| {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, accepted.parse().unwrap())]);
            page.packed(&headers).map(|(encoding, body)| (encoding, body.clone()))
        };
        let mut unpacked = String::new();
        for (accepted, expected) in
            [("gzip, br", "br"), ("br", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip")]
        {
            let (encoding, body) = packed(accepted).unwrap();
            assert!(encoding == expected && body.len() < html.len() / 4, "{accepted}: {}", body.len());
            unpacked.clear();
            match encoding {
                "br" => brotli::Decompressor::new(&body[..], 4096).read_to_string(&mut unpacked).unwrap(),
                _ => flate2::read::GzDecoder::new(&body[..]).read_to_string(&mut unpacked).unwrap(),
            };
            assert_eq!(unpacked, html, "{accepted}");
        }
        assert_eq!(packed("identity"), None);
    }

    #[test]
    fn any_number_of_pages_stays_within_the_memory_limit() {
        let mut cached = Cached::default();
        for n in 0..100 {
            let policy = PagePolicy { content: HeaderValue::from_static("p"), permissions: None };
            let page = |bytes| Arc::new(CompletePage::new("x".repeat(bytes), policy.clone()).unwrap());
            cached.insert([n; 32], &page(300_000));
            cached.insert([n; 32], &page(200_000));
            let kept: usize = cached.pages.values().map(|page| page.bytes()).sum();
            assert!(
                kept == cached.bytes && kept <= MAX_CACHED_BYTES && cached.pages.contains_key(&[n; 32]),
                "{kept} after {n}"
            );
        }
    }
}
