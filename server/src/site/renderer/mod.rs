//! Renders public pages with the web app's own components, in a JavaScript engine inside the program.
//!
//! The engine starts with the first page and ends when it is idle. A page is sent without HTML when rendering fails,
//! takes too long or would take too large a share of the processor; then the browser renders it. See
//! docs/decisions/0025.

mod engine;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, Once, PoisonError},
    time::{Duration, Instant},
};

use futures_util::{
    FutureExt as _,
    future::{BoxFuture, Shared},
};
use sha2::{Digest as _, Sha256};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use self::engine::Engine;
pub use self::engine::PageScript;
use crate::{
    http::worker_pool::{WorkerPool, WorkerPoolError},
    values::{currency, language::Language, metrics},
};

/// Timeout of one rendering, and of the request that waits for it. Debug builds, and so tests, do not depend on the
/// machine's speed.
const TIMEOUT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 20_000 } else { 250 });
const MAX_WAITING: usize = 16;
/// After a rendering of 10 ms the renderer pauses for 30 ms, so that purchases keep most of the processor.
const PAUSE_FACTOR: u32 = 3;
/// The renderer skips a page only while its pauses add up to more than this.
const MAX_PAUSE: Duration = TIMEOUT.saturating_mul(2);
/// The limit of waiting pages that a visitor made up, such as searches. They leave room for the other pages.
const MAX_WAITING_SEARCHES: usize = 4;
const MAX_PAUSE_FOR_SEARCHES: Duration = TIMEOUT;
/// A page that failed is tried again after this.
const RETRY_INTERVAL: Duration = Duration::from_secs(10);
const IDLE_TIMEOUT: Duration = Duration::from_mins(1);
/// Memory limits. Visitors may search for anything.
const MAX_CACHED_PAGES: usize = 128;
const MAX_CACHED_BYTES: usize = 16 * 1024 * 1024;

/// What web/src/server/render-page.tsx takes.
pub struct PageInput<'a> {
    pub path: &'a str,
    pub search: &'a str,
    pub origin: &'a str,
    /// The settings as JSON. It is `None` if the owner has not changed any setting.
    pub shop: Option<&'a String>,
    /// Three letters.
    pub currency: &'a str,
    /// JSON.
    pub queries: &'a str,
}

impl PageInput<'_> {
    pub fn to_json(&self) -> String {
        let text = |text: &str| serde_json::Value::from(text).to_string();
        let shop = self.shop.map_or("null", |json| json);
        let currency = serde_json::json!({ "sign": currency::sign(self.currency), "code": self.currency.to_uppercase() });
        format!(
            "{{\"path\":{},\"search\":{},\"origin\":{},\"shop\":{shop},\"currency\":{currency},\"queries\":{}}}",
            text(self.path),
            text(self.search),
            text(self.origin),
            self.queries
        )
    }
}

type Rendering = Shared<BoxFuture<'static, Option<Arc<str>>>>;

struct KnownRendering {
    started_at: Instant,
    used_at: Instant,
    rendering: Rendering,
    is_search: bool,
}

pub struct PageRenderer {
    pool: WorkerPool,
    /// One for each language whose pages are read.
    engines: Mutex<Vec<Engine>>,
    /// The renderings by hash of the script and the input. A second request for the same page waits for the first one's
    /// rendering.
    renderings: Mutex<HashMap<[u8; 32], KnownRendering>>,
    pauses_until: Mutex<Instant>,
    waiting_searches: Arc<Semaphore>,
    is_watched: Once,
}

impl Default for PageRenderer {
    fn default() -> Self {
        Self {
            pool: WorkerPool::new(1, MAX_WAITING, TIMEOUT),
            engines: Mutex::default(),
            renderings: Mutex::default(),
            pauses_until: Mutex::new(Instant::now()),
            waiting_searches: Arc::new(Semaphore::new(MAX_WAITING_SEARCHES)),
            is_watched: Once::new(),
        }
    }
}

impl PageRenderer {
    /// Renders a page. Returns `None` if the HTML is not there in time. The log names `path`. `is_search` marks a page
    /// that is one of any number that visitors can make up.
    pub async fn html(
        self: &Arc<Self>,
        script: PageScript,
        path: &str,
        input: String,
        is_search: bool,
    ) -> Option<Arc<str>> {
        self.is_watched.call_once(|| self.end_when_idle());
        let hash = Sha256::new().chain_update(script.hash).chain_update(&input).finalize().into();
        let rendering = {
            let mut renderings = lock(&self.renderings);
            let known = renderings.get_mut(&hash).filter(|known| !known.is_to_retry());
            if let Some(known) = known {
                known.used_at = Instant::now();
                known.rendering.clone()
            } else {
                // A search holds a permit until it is rendered.
                let permit = is_search.then(|| Arc::clone(&self.waiting_searches).try_acquire_owned());
                if self.is_paused(is_search) || permit.as_ref().is_some_and(Result::is_err) {
                    metrics::PAGE_RENDERINGS.with_label_values(&["skipped"]).inc();
                    return None;
                }
                make_room(&mut renderings);
                let permit = permit.and_then(Result::ok);
                let rendering = self.start(script, path.to_owned(), input, hash, permit);
                let now = Instant::now();
                let known =
                    KnownRendering { started_at: now, used_at: now, rendering: rendering.clone(), is_search };
                renderings.insert(hash, known);
                rendering
            }
        };
        tokio::time::timeout(TIMEOUT, rendering).await.unwrap_or_default()
    }

    fn is_paused(&self, is_search: bool) -> bool {
        let longest = if is_search { MAX_PAUSE_FOR_SEARCHES } else { MAX_PAUSE };
        *lock(&self.pauses_until) > Instant::now() + longest
    }

    /// The rendering goes on without the request, for the next one.
    fn start(
        self: &Arc<Self>,
        script: PageScript,
        path: String,
        input: String,
        hash: [u8; 32],
        permit: Option<OwnedSemaphorePermit>,
    ) -> Rendering {
        let this = Arc::clone(self);
        let task = tokio::spawn(async move {
            let _permit = permit;
            let worker = Arc::clone(&this);
            let render = move || worker.render(&script, &input);
            let rendered = match this.pool.run(render).await {
                // Nothing is wrong with the page, so the next request tries again.
                Err(WorkerPoolError::Busy) => {
                    lock(&this.renderings).remove(&hash);
                    metrics::PAGE_RENDERINGS.with_label_values(&["skipped"]).inc();
                    return None;
                }
                ended => ended.unwrap_or_else(|error| Err(error.to_string())),
            };
            let result = if rendered.is_ok() { "rendered" } else { "failed" };
            metrics::PAGE_RENDERINGS.with_label_values(&[result]).inc();
            rendered
                .inspect_err(|error| tracing::warn!(path, error, "a page is sent without its HTML"))
                .map(Arc::from)
                .ok()
        });
        async { task.await.ok().flatten() }.boxed().shared()
    }

    fn end_when_idle(self: &Arc<Self>) {
        let this = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(IDLE_TIMEOUT / 2).await;
                let Some(this) = this.upgrade() else { break };
                this.end_if_idle();
            }
        });
    }

    fn render(&self, script: &PageScript, input: &str) -> Result<String, String> {
        let started = Instant::now();
        let mut engines = lock(&self.engines);
        let known = engines.iter().position(|engine| engine.script == script.hash);
        let known = known.map(|place| engines.swap_remove(place));
        let html = known.map_or_else(|| Engine::start(script), Ok).and_then(|mut used| {
            let html = used.render(input)?;
            // The engine of an older web app goes.
            engines.truncate(Language::ALL.len() - 1);
            // An engine that failed is in an unknown state, so it is not used again.
            engines.insert(0, used);
            Ok(html)
        });
        drop(engines);
        let now = Instant::now();
        let mut pauses_until = lock(&self.pauses_until);
        *pauses_until = (*pauses_until).max(now) + (now - started) * PAUSE_FACTOR;
        html
    }

    /// Frees the memory of an engine that nothing uses.
    fn end_if_idle(&self) {
        // A rendering holds the lock.
        let Ok(mut engines) = self.engines.try_lock() else { return };
        let before = engines.len();
        engines.retain(|engine| engine.used_at.elapsed() < IDLE_TIMEOUT);
        if before > 0 && engines.is_empty() {
            lock(&self.renderings).clear();
        }
    }
}

impl KnownRendering {
    fn bytes(&self) -> usize {
        self.rendering.peek().and_then(Option::as_ref).map_or(0, |html| html.len())
    }

    fn is_to_retry(&self) -> bool {
        self.rendering.peek().is_some_and(Option::is_none) && self.started_at.elapsed() >= RETRY_INTERVAL
    }
}

/// Searches go first, because they are seldom repeated. Then the page goes whose last request is longest ago.
fn make_room(renderings: &mut HashMap<[u8; 32], KnownRendering>) {
    let mut bytes: usize = renderings.values().map(KnownRendering::bytes).sum();
    while renderings.len() >= MAX_CACHED_PAGES || bytes > MAX_CACHED_BYTES {
        let first = renderings.iter().min_by_key(|(_, known)| (!known.is_search, known.used_at));
        let Some(hash) = first.map(|(hash, _)| *hash) else { break };
        bytes -= renderings.remove(&hash).map_or(0, |removed| removed.bytes());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    fn script(code: &'static str) -> PageScript {
        PageScript { hash: Sha256::digest(code).into(), code: Cow::Borrowed(code.as_bytes()) }
    }

    async fn html(renderer: &Arc<PageRenderer>, code: &'static str, input: &str) -> Option<String> {
        renderer.html(script(code), "/", input.to_owned(), false).await.map(|html| html.to_string())
    }

    #[tokio::test]
    async fn a_page_is_rendered_once_for_all_requests_of_a_burst() {
        const COUNTS: &str = "let n = 0; globalThis.renderPage = (input) => `${input} ${++n}`;";
        let renderer = Arc::default();
        let burst = tokio::join!(html(&renderer, COUNTS, "a"), html(&renderer, COUNTS, "a"));
        assert_eq!(burst, (Some("a 1".into()), Some("a 1".into())));
        assert_eq!(html(&renderer, COUNTS, "b").await, Some("b 2".into()), "the engine is kept");
        assert_eq!(html(&renderer, COUNTS, "a").await, Some("a 1".into()));
        assert_eq!(html(&renderer, "globalThis.renderPage = () => 'new'", "a").await, Some("new".into()));
    }

    #[tokio::test]
    async fn a_failure_leaves_the_page_without_html_and_the_next_one_gets_a_new_engine() {
        const FAILS: &str = "let n = 0; globalThis.renderPage = (input) => { n += 1; if (input === 'bad') throw Error(n); if (input === 'deep') return globalThis.renderPage('deep') + 1; if (input === 'large') return 'x'.repeat(1e9); return `${n}`; };";
        let renderer = Arc::default();
        for input in ["bad", "deep", "large"] {
            assert_eq!(html(&renderer, FAILS, input).await, None, "{input}");
            assert_eq!(html(&renderer, FAILS, &format!("after {input}")).await, Some("1".into()));
        }
        assert_eq!(html(&renderer, "globalThis.renderPage = 1", "").await, None);
        assert_eq!(html(&renderer, "no code", "").await, None);
    }

    #[tokio::test]
    async fn during_a_pause_pages_are_sent_without_html() {
        let renderer = Arc::<PageRenderer>::default();
        *lock(&renderer.pauses_until) = Instant::now() + MAX_PAUSE * 2;
        assert_eq!(html(&renderer, "globalThis.renderPage = () => ''", "").await, None);
        *lock(&renderer.pauses_until) = Instant::now();
        assert!(
            html(&renderer, "globalThis.renderPage = () => ''", "").await.is_some(),
            "as soon as it ends"
        );
    }

    #[tokio::test]
    async fn any_number_of_searches_leave_room_for_other_pages() {
        const ECHOES: &str = "globalThis.renderPage = (input) => input";
        let renderer = Arc::<PageRenderer>::default();
        let search = |input: String| renderer.html(script(ECHOES), "/", input, true);
        let burst = futures_util::future::join_all((0..50).map(|n| search(n.to_string()))).await;
        assert_eq!(burst.into_iter().flatten().count(), MAX_WAITING_SEARCHES);
        html(&renderer, ECHOES, "home").await;
        for n in 0..MAX_CACHED_PAGES {
            assert!(search(format!("later {n}")).await.is_some());
        }
        let kept = lock(&renderer.renderings).values().filter(|known| !known.is_search).count();
        assert_eq!(kept, 1, "the home page stays");

        *lock(&renderer.pauses_until) = Instant::now() + (MAX_PAUSE_FOR_SEARCHES + MAX_PAUSE) / 2;
        assert!(search("during a pause".into()).await.is_none());
        assert!(html(&renderer, ECHOES, "during a pause").await.is_some());
    }

    #[tokio::test]
    async fn a_page_that_finds_the_queue_full_is_tried_again_at_once() {
        let full = PageRenderer { pool: WorkerPool::new(1, 0, TIMEOUT), ..PageRenderer::default() };
        let renderer = Arc::new(full);
        assert_eq!(html(&renderer, "globalThis.renderPage = () => ''", "").await, None);
        assert!(lock(&renderer.renderings).is_empty());
    }

    #[tokio::test]
    async fn the_page_that_is_asked_for_stays_and_all_pages_fit_into_the_memory_limit() {
        const LARGE: &str = "let n = 0; globalThis.renderPage = (input) => input + ++n + (input === 'home' ? '' : 'x'.repeat(200_000));";
        let renderer = Arc::<PageRenderer>::default();
        for n in 0..2 * MAX_CACHED_PAGES {
            *lock(&renderer.pauses_until) = Instant::now();
            assert_eq!(html(&renderer, LARGE, "home").await, Some("home1".into()));
            assert!(html(&renderer, LARGE, &n.to_string()).await.is_some());
            let kept: usize = lock(&renderer.renderings).values().map(KnownRendering::bytes).sum();
            assert!(kept < MAX_CACHED_BYTES + 300_000, "{kept}");
        }
    }

    #[tokio::test]
    async fn each_language_keeps_its_engine() {
        const ENGLISH: &str = "let n = 0; globalThis.renderPage = (input) => `${input} ${++n}`;";
        const FRENCH: &str = "let n = 0; globalThis.renderPage = (input) => `page ${input} ${++n}`;";
        let renderer = Arc::default();
        for n in 1..4 {
            let (page, french) = (format!("a{n}"), format!("b{n}"));
            assert_eq!(html(&renderer, ENGLISH, &page).await, Some(format!("{page} {n}")));
            assert_eq!(html(&renderer, FRENCH, &french).await, Some(format!("page {french} {n}")));
        }
        assert_eq!(lock(&renderer.engines).len(), 2);
        html(&renderer, "globalThis.renderPage = () => 'new'", "").await;
        assert_eq!(lock(&renderer.engines).len(), 2, "the oldest one goes");
    }

    #[tokio::test]
    async fn an_idle_engine_ends() {
        let renderer = Arc::<PageRenderer>::default();
        html(&renderer, "globalThis.renderPage = () => ''", "").await;
        renderer.end_if_idle();
        assert_eq!(lock(&renderer.engines).len(), 1);
        lock(&renderer.engines)[0].used_at -= IDLE_TIMEOUT;
        renderer.end_if_idle();
        assert!(lock(&renderer.engines).is_empty() && lock(&renderer.renderings).is_empty());
    }
}
