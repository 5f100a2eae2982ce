//! Completes the HTML of a page: its head, its first data, what the server has rendered, and the styles of its first
//! view.

use std::{
    collections::HashMap,
    io::{self, Write as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
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

/// Where the template has the root of the app, and where the page stands when the server has rendered it.
const EMPTY_ROOT: &str = "<div id=\"root\"></div>";

/// A page that is ready to send.
pub struct CompletePage {
    pub html: Bytes,
    pub gzip: Bytes,
    pub etag: HeaderValue,
    pub policy: PagePolicy,
}

impl CompletePage {
    pub fn respond(&self, status: StatusCode, headers: &HeaderMap) -> Response {
        let is_packed = conditional::accepts_encoding(headers, "gzip");
        let body = if is_packed { &self.gzip } else { &self.html };
        let mut response = (status, body.clone()).into_response();
        let answer = response.headers_mut();
        if is_packed {
            answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
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

    pub fn new(html: String, policy: PagePolicy) -> io::Result<Self> {
        let etag = HeaderValue::from_str(&conditional::weak_etag(&sha256_hex(html.as_bytes())));
        let etag = etag.map_err(io::Error::other)?;
        Ok(Self { gzip: compress(&html)?, etag, html: html.into(), policy })
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
        let bytes = |page: &CompletePage| page.html.len() + page.gzip.len();
        if self.bytes + bytes(page) > MAX_CACHED_BYTES {
            *self = Self::default();
        }
        let replaced = self.pages.insert(hash, Arc::clone(page));
        self.bytes = self.bytes + bytes(page) - replaced.map_or(0, |replaced| bytes(&replaced));
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
        let template = shop_texts::put_into(&String::from_utf8_lossy(self.template), settings);
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

/// The picture inside gets a block of its own, because the letters of a text have other frequencies. It saves
/// 1.4 kB of the home page.
fn compress(html: &str) -> io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(html.len() / 2), Compression::best());
    let (before, rest) = html.split_at(html.find(";base64,").unwrap_or(html.len()));
    let (picture, after) = rest.split_at(rest.find('"').unwrap_or(rest.len()));
    for part in [before, picture, after].into_iter().filter(|part| !part.is_empty()) {
        encoder.write_all(part.as_bytes())?;
        encoder.flush()?;
    }
    encoder.finish().map(Bytes::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_pages_stays_within_the_memory_limit() {
        let mut cached = Cached::default();
        for n in 0..100 {
            let page = |bytes: usize| {
                let (html, gzip) = (Bytes::from(vec![b'x'; bytes]), Bytes::new());
                Arc::new(CompletePage {
                    html,
                    gzip,
                    etag: HeaderValue::from_static("e"),
                    policy: PagePolicy { content: HeaderValue::from_static("p"), permissions: None },
                })
            };
            cached.insert([n; 32], &page(300_000));
            cached.insert([n; 32], &page(200_000));
            let kept: usize = cached.pages.values().map(|page| page.html.len()).sum();
            assert!(
                kept == cached.bytes && kept <= MAX_CACHED_BYTES && cached.pages.contains_key(&[n; 32]),
                "{kept} after {n}"
            );
        }
    }
}
