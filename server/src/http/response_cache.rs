//! Ready responses to public GET requests, in front of the router.
//!
//! A handler whose response is the same for every caller marks it with [`SharedResponse`]. The next request with the
//! same URL, host and accepted codings gets that head and body with a request id of its own. A response is kept for a
//! second, and one with content of the shop only until the [`ContentVersion`] changes.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    body::{Body, Bytes},
    extract::MatchedPath,
    http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Uri, header},
    response::IntoResponse as _,
};
use http_body_util::Full;
use hyper::body::Body as _;

use super::{
    client_ip::TrustedProxies, conditional, error::ApiError, request_id::RequestId,
    request_timer::RequestTimer,
};

/// Other nodes change reviews, and a debug build's files change, without notice.
const MAX_AGE: Duration = Duration::from_secs(1);
/// Larger responses are made again for each request.
const MAX_BODY_BYTES: usize = 512 * 1024;
/// Memory limit. Callers may request any number of URLs.
const MAX_CACHED_BYTES: usize = 16 * 1024 * 1024;
/// Memory of a response besides its body, URL and host: head and map.
const OVERHEAD_BYTES: usize = 2 * 1024;

/// Marks a response, in its extensions, as the same for every caller of its URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SharedResponse {
    /// A file or a picture.
    File,
    /// Contains tools, reviews, posts or settings.
    Content,
}

/// Counts the changes of tools, reviews, posts and settings that this node has seen. Changes at other nodes show within
/// a second.
#[derive(Debug, Default)]
pub struct ContentVersion(AtomicU64);

impl ContentVersion {
    /// Counts a change. Callers run this after the change was committed.
    pub fn advance(&self) {
        self.0.fetch_add(1, Ordering::Release);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }
}

/// The codings that select a variant of a response: bit 0 is gzip, bit 1 is brotli.
const CODINGS: usize = 4;

fn accepted_codings(headers: &HeaderMap) -> usize {
    if !headers.contains_key(header::ACCEPT_ENCODING) {
        return 0;
    }
    let accepts = |coding| usize::from(conditional::accepts_encoding(headers, coding));
    accepts("gzip") | accepts("br") << 1
}

struct ReadyResponse {
    host: HeaderValue,
    headers: HeaderMap,
    body: Bytes,
    route: Option<MatchedPath>,
    /// The version of the content when the response was made. It is `None` if the response does not depend on the
    /// content.
    version: Option<u64>,
    made_at: Instant,
}

#[derive(Default)]
struct Entries {
    /// The responses for each set of codings, by path and query.
    responses: [HashMap<Box<str>, Arc<ReadyResponse>>; CODINGS],
    bytes: usize,
}

pub struct ResponseCache {
    trusted_proxies: TrustedProxies,
    version: Arc<ContentVersion>,
    entries: RwLock<Entries>,
}

/// Where the response to a request will be kept.
pub struct CacheKey {
    uri: Uri,
    host: HeaderValue,
    codings: usize,
    version: u64,
}

/// What is known about the response to a request.
pub enum CacheLookup {
    Ready(Response<Full<Bytes>>),
    Missing(CacheKey),
    /// The response may differ from the responses to other requests.
    Unshared,
}

impl ResponseCache {
    pub fn new(version: Arc<ContentVersion>, trusted_proxies: TrustedProxies) -> Self {
        Self { trusted_proxies, version, entries: RwLock::default() }
    }

    pub fn trusts(&self, peer: IpAddr) -> bool {
        self.trusted_proxies.contains(peer.to_canonical())
    }

    /// The response if it is ready, or where to keep it.
    pub fn look_up<B>(&self, request: &Request<B>, peer: IpAddr) -> CacheLookup {
        let headers = request.headers();
        let Some(host) = headers.get(header::HOST).filter(|_| is_shareable(request)) else {
            return CacheLookup::Unshared;
        };
        // Read before the response is made, so that a change meanwhile makes the response stale.
        let (codings, version) = (accepted_codings(headers), self.version.get());
        if let Some(ready) = self.get(request.uri(), host, codings, version) {
            return CacheLookup::Ready(self.respond(&ready, request, peer));
        }
        // A copy, because a clone would keep the whole request in memory.
        let Ok(host) = HeaderValue::from_bytes(host.as_bytes()) else { return CacheLookup::Unshared };
        CacheLookup::Missing(CacheKey { uri: request.uri().clone(), host, codings, version })
    }

    fn get(&self, uri: &Uri, host: &HeaderValue, codings: usize, version: u64) -> Option<Arc<ReadyResponse>> {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let ready = entries.responses.get(codings)?.get(path_and_query(uri))?;
        let is_current = ready.version.is_none_or(|made_with| made_with == version)
            && ready.host == host
            && ready.made_at.elapsed() <= MAX_AGE;
        is_current.then(|| Arc::clone(ready))
    }

    fn respond<B>(&self, ready: &ReadyResponse, request: &Request<B>, peer: IpAddr) -> Response<Full<Bytes>> {
        let timer = RequestTimer::start(&Method::GET, ready.route.as_ref());
        let mut response = Response::new(Full::new(ready.body.clone()));
        response.headers_mut().clone_from(&ready.headers);
        let id = RequestId::choose(request.headers(), Some(peer), &self.trusted_proxies);
        id.add_to(response.headers_mut());
        let response = conditional::or_not_modified(&conditional::if_none_match(request), response);
        if let Some(timer) = timer {
            timer.finish(response.status());
        }
        response
    }

    /// Keeps the response if its handler marked it.
    pub async fn keep(&self, key: CacheKey, response: Response<Body>) -> Response<Body> {
        let Some(shared) = response.extensions().get::<SharedResponse>().copied() else { return response };
        let is_small =
            response.body().size_hint().exact().is_some_and(|bytes| bytes <= MAX_BODY_BYTES as u64);
        if response.status() != StatusCode::OK || !is_small {
            return response;
        }
        let (head, body) = response.into_parts();
        let body = match axum::body::to_bytes(body, MAX_BODY_BYTES).await {
            Ok(body) => body,
            Err(error) => return ApiError::internal(error).into_response(),
        };
        let ready = ReadyResponse {
            host: key.host,
            headers: head.headers.clone(),
            body: body.clone(),
            route: head.extensions.get().cloned(),
            version: (shared == SharedResponse::Content).then_some(key.version),
            made_at: Instant::now(),
        };
        self.insert(key.codings, path_and_query(&key.uri), ready);
        Response::from_parts(head, Body::from(body))
    }

    /// Clears the cache when it is full. Popular responses return soon.
    fn insert(&self, codings: usize, url: &str, ready: ReadyResponse) {
        let added = cost(url, &ready);
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        if entries.bytes + added > MAX_CACHED_BYTES {
            *entries = Entries::default();
        }
        let Some(responses) = entries.responses.get_mut(codings) else { return };
        let replaced = responses.insert(url.into(), Arc::new(ready));
        entries.bytes += added;
        entries.bytes -= replaced.map_or(0, |old| cost(url, &old));
    }
}

fn cost(url: &str, ready: &ReadyResponse) -> usize {
    url.len() + ready.host.len() + ready.body.len() + OVERHEAD_BYTES
}

fn is_shareable<B>(request: &Request<B>) -> bool {
    *request.method() == Method::GET && !request.headers().contains_key(header::ORIGIN)
}

fn path_and_query(uri: &Uri) -> &str {
    uri.path_and_query().map_or("/", |path| path.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn cache() -> ResponseCache {
        ResponseCache::new(Arc::default(), TrustedProxies::default())
    }

    fn get(url: &str, headers: &[(header::HeaderName, &'static str)]) -> Request<()> {
        let mut request = Request::builder().uri(url).header(header::HOST, "shop").body(()).unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        request
    }

    fn response(shared: SharedResponse, text: &'static str) -> Response<Body> {
        let mut response = Response::new(Body::from(text));
        response.headers_mut().insert(header::ETAG, HeaderValue::from_static("\"1\""));
        response.extensions_mut().insert(shared);
        response
    }

    async fn keep(cache: &ResponseCache, request: &Request<()>, response: Response<Body>) {
        cache.keep(missing(cache, request), response).await;
    }

    fn missing(cache: &ResponseCache, request: &Request<()>) -> CacheKey {
        match cache.look_up(request, PEER) {
            CacheLookup::Missing(key) => key,
            CacheLookup::Ready(_) | CacheLookup::Unshared => panic!("it is not missing"),
        }
    }

    fn find(cache: &ResponseCache, request: &Request<()>) -> Option<Response<Full<Bytes>>> {
        match cache.look_up(request, PEER) {
            CacheLookup::Ready(response) => Some(response),
            CacheLookup::Missing(_) | CacheLookup::Unshared => None,
        }
    }

    #[tokio::test]
    async fn content_is_ready_until_it_changes_and_files_stay() {
        let (cache, page, file) = (cache(), get("/", &[]), get("/app.js", &[]));
        keep(&cache, &page, response(SharedResponse::Content, "page")).await;
        keep(&cache, &file, response(SharedResponse::File, "file")).await;
        assert!(find(&cache, &page).is_some() && find(&cache, &file).is_some());
        cache.version.advance();
        assert!(find(&cache, &page).is_none() && find(&cache, &file).is_some());
    }

    #[tokio::test]
    async fn a_change_while_a_response_is_made_makes_it_stale() {
        let (cache, page) = (cache(), get("/", &[]));
        let key = missing(&cache, &page);
        cache.version.advance();
        cache.keep(key, response(SharedResponse::Content, "before the change")).await;
        assert!(find(&cache, &page).is_none());
    }

    #[tokio::test]
    async fn a_response_belongs_to_its_url_host_and_codings() {
        let (cache, page) = (cache(), get("/tool?limit=1", &[(header::ACCEPT_ENCODING, "gzip")]));
        keep(&cache, &page, response(SharedResponse::Content, "page")).await;
        let same = get("/tool?limit=1", &[(header::ACCEPT_ENCODING, "deflate, gzip;q=0.5")]);
        assert!(find(&cache, &same).is_some());
        for (url, headers) in [
            ("/tool?limit=2", vec![(header::ACCEPT_ENCODING, "gzip")]),
            ("/tool?limit=1", vec![]),
            ("/tool?limit=1", vec![(header::ACCEPT_ENCODING, "gzip, br")]),
            ("/tool?limit=1", vec![(header::ACCEPT_ENCODING, "gzip"), (header::HOST, "localhost")]),
            ("/tool?limit=1", vec![(header::ACCEPT_ENCODING, "gzip"), (header::ORIGIN, "http://shop")]),
        ] {
            assert!(find(&cache, &get(url, &headers)).is_none(), "{url} {headers:?}");
        }
    }

    #[tokio::test]
    async fn only_marked_successes_are_kept() {
        let (cache, page) = (cache(), get("/", &[]));
        let mut failure = response(SharedResponse::Content, "not found");
        *failure.status_mut() = StatusCode::NOT_FOUND;
        for response in [failure, Response::new(Body::from("private"))] {
            keep(&cache, &page, response).await;
            assert!(find(&cache, &page).is_none());
        }
    }

    #[tokio::test]
    async fn a_known_version_is_304_and_each_response_has_its_own_id() {
        let (cache, page) = (cache(), get("/", &[]));
        keep(&cache, &page, response(SharedResponse::Content, "page")).await;
        let known = find(&cache, &get("/", &[(header::IF_NONE_MATCH, "\"1\"")])).unwrap();
        assert_eq!((known.status(), known.body().size_hint().exact()), (StatusCode::NOT_MODIFIED, Some(0)));
        let ids = [&page, &page].map(|page| find(&cache, page).unwrap().headers()["x-request-id"].clone());
        assert_ne!(ids[0], ids[1]);
    }

    #[tokio::test]
    async fn any_number_of_urls_stays_within_the_memory_limit() {
        let cache = cache();
        let large = "x".repeat(400 * 1024).leak();
        for n in 0..100 {
            keep(&cache, &get(&format!("/{n}"), &[]), response(SharedResponse::File, large)).await;
            let query = "x".repeat(60 * 1024);
            keep(&cache, &get(&format!("/?{n}{query}"), &[]), response(SharedResponse::File, "small")).await;
            let entries = cache.entries.read().unwrap();
            let kept: usize = entries.responses[0].iter().map(|(url, ready)| cost(url, ready)).sum();
            assert!(kept == entries.bytes && kept <= MAX_CACHED_BYTES, "{kept} after {n}");
        }
    }
}
