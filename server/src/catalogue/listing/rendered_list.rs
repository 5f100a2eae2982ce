//! Lists as JSON, plain and compressed, and a cache of pages.

use std::{
    collections::HashMap,
    io::Write as _,
    sync::{Arc, OnceLock},
};

use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use tokio::sync::Semaphore;

use super::{
    entry::{CatalogueEntry, ToolCursor},
    query::{ToolQuery, ToolQueryResult},
};
use crate::{
    catalogue::tools::tool::ToolJson,
    http::conditional,
    values::{hash::sha256_hex, language::Language},
};

/// Smaller responses are not compressed.
const MIN_COMPRESSED_BYTES: usize = 1_024;
/// Compressing more would block a runtime thread for more than a millisecond.
const MAX_INLINE_COMPRESSED_BYTES: usize = 64 * 1_024;
/// A long list is streamed in chunks of about this size.
const CHUNK_BYTES: usize = 64 * 1_024;
/// Memory limit of the cached pages of one snapshot. Clients may request any number of different pages.
const MAX_CACHED_BYTES: usize = 16 * 1_024 * 1_024;
/// A key takes about this many bytes for each alternative of its words.
const BYTES_OF_ALTERNATIVE: usize = 512;

/// The process compresses one large list at a time. Other requests get it uncompressed.
static COMPRESSION_PERMIT: Semaphore = Semaphore::const_new(1);

pub struct RenderedList {
    pub etag: String,
    pub total: usize,
    pub next: Option<String>,
    /// Bytes of the uncompressed JSON.
    pub length: usize,
    tools: Vec<Arc<CatalogueEntry>>,
    language: Language,
    /// The JSON. `None` for a long list, which is written while it is sent.
    text: Option<Bytes>,
    /// `None` if the list is not compressed.
    gzip: OnceLock<Option<Bytes>>,
}

impl RenderedList {
    /// Makes the list. `is_kept` says that it will be reused, so compressing it is worthwhile.
    pub fn new(chosen: ToolQueryResult, language: Language, is_page: bool, is_kept: bool) -> Arc<Self> {
        let ToolQueryResult { tools, total, next } = chosen;
        let next = next.as_ref().map(ToolCursor::encode);
        let mut version = format!("{total} {}", next.as_deref().unwrap_or_default()).into_bytes();
        version.extend(tools.iter().flat_map(|tool| tool.texts(language).json_digest));
        let commas = tools.len().saturating_sub(1);
        let length =
            tools.iter().map(|tool| tool.texts(language).json_length as usize).sum::<usize>() + commas + 2;
        let is_worth_compressing = is_kept && length >= MIN_COMPRESSED_BYTES;
        let mut list = Self {
            etag: conditional::weak_etag(&sha256_hex(&version)),
            total,
            next,
            length,
            tools,
            language,
            text: None,
            gzip: if is_worth_compressing { OnceLock::new() } else { OnceLock::from(None) },
        };
        if is_page || length <= CHUNK_BYTES {
            let mut text = Vec::with_capacity(length);
            list.write(0, usize::MAX, &mut text);
            list.text = Some(text.into());
        }
        Arc::new(list)
    }

    /// No tool of the list is in this page.
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// The whole JSON, unless the list is long.
    pub fn text(&self) -> Option<&Bytes> {
        self.text.as_ref()
    }

    /// The JSON with what only the owner sees.
    pub fn owner_json(&self) -> serde_json::Result<Vec<u8>> {
        let tools: Vec<ToolJson<'_>> = self.tools.iter().map(|tool| tool.to_owner_json()).collect();
        serde_json::to_vec(&tools)
    }

    /// The JSON in chunks. Only one chunk at a time is in memory.
    pub fn chunks(self: &Arc<Self>) -> impl Iterator<Item = Bytes> + Send + use<> {
        let this = Arc::clone(self);
        let mut from = Some(0);
        std::iter::from_fn(move || {
            let mut piece = Vec::with_capacity(CHUNK_BYTES + CHUNK_BYTES / 4);
            from = this.write(from?, CHUNK_BYTES, &mut piece);
            Some(piece.into())
        })
    }

    /// Writes tools from index `from` until `text` has `most` bytes. Returns the next index.
    #[expect(clippy::expect_used, reason = "numbers and text fit into JSON, and a vector takes them")]
    fn write(&self, from: usize, most: usize, text: &mut Vec<u8>) -> Option<usize> {
        if from == 0 {
            text.push(b'[');
        }
        for (at, tool) in self.tools.iter().enumerate().skip(from) {
            if text.len() >= most {
                return Some(at);
            }
            if at > 0 {
                text.push(b',');
            }
            serde_json::to_writer(&mut *text, &tool.to_json(self.language)).expect("a tool is JSON");
        }
        text.push(b']');
        None
    }

    /// The compressed JSON. `None` if the list is small or another one is being compressed.
    pub async fn gzip(self: &Arc<Self>) -> Option<Bytes> {
        if let Some(known) = self.gzip.get() {
            return known.clone();
        }
        if self.length <= MAX_INLINE_COMPRESSED_BYTES {
            return self.gzip.get_or_init(|| self.compress().ok()).clone();
        }
        let alone = COMPRESSION_PERMIT.try_acquire().ok()?;
        let this = Arc::clone(self);
        let compressing = tokio::task::spawn_blocking(move || {
            let bytes = this.gzip.get_or_init(|| this.compress().ok()).clone();
            drop(alone);
            bytes
        });
        compressing.await.ok().flatten()
    }

    fn compress(self: &Arc<Self>) -> std::io::Result<Bytes> {
        let mut encoder = GzEncoder::new(Vec::with_capacity(self.length / 4), Compression::fast());
        self.chunks().try_for_each(|piece| encoder.write_all(&piece))?;
        encoder.finish().map(Bytes::from)
    }

    /// Upper bound of the memory: JSON, compressed JSON and overhead.
    fn cost(&self) -> usize {
        2 * self.length + 4_096
    }
}

/// Cached pages.
#[derive(Default)]
pub struct RenderedListCache {
    pages: HashMap<ToolQuery, Arc<RenderedList>>,
    cost: usize,
}

impl RenderedListCache {
    pub fn get(&self, listing: &ToolQuery) -> Option<Arc<RenderedList>> {
        self.pages.get(listing).cloned()
    }

    /// Clears the cache when it is full. Popular pages return soon.
    pub fn insert(&mut self, listing: &ToolQuery, page: &Arc<RenderedList>) {
        // A key has other words for the searched ones, up to some hundred.
        let alternatives = listing.words.as_ref().map_or(0, |words| words.alternatives.len());
        let cost = page.cost() + BYTES_OF_ALTERNATIVE * alternatives;
        if self.cost + cost > MAX_CACHED_BYTES {
            *self = Self::default();
        }
        if self.pages.insert(listing.clone(), Arc::clone(page)).is_none() {
            self.cost += cost;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        catalogue::{
            search::word_numbers::WordNumbers,
            tools::tool::{Tool, ToolExtras},
        },
        values::{ids::Id, money::Cents, time::Timestamp},
    };

    fn many(count: i64) -> Vec<Arc<CatalogueEntry>> {
        let tools = (0..count).map(|n| {
            let at = Timestamp::from_micros(n);
            let tool = Tool {
                id: Id::new(at),
                name: format!("Tool {n}"),
                description: "For the border. ".repeat(20).into(),
                img: "/x".into(),
                price: Cents::new(100).unwrap(),
                available: 1,
                minimum: 1,
                revision: 1,
                created_at: at,
                changed_at: at,
                extras: ToolExtras::default(),
            };
            Arc::new(CatalogueEntry::new(tool, &WordNumbers::default()).unwrap())
        });
        tools.collect()
    }

    fn answered(tools: &[Arc<CatalogueEntry>], is_page: bool) -> Arc<RenderedList> {
        let order: Vec<u32> = (0..).take(tools.len()).collect();
        RenderedList::new(
            ToolQuery::everything().select(tools, &order, None),
            Language::English,
            is_page,
            true,
        )
    }

    #[test]
    fn the_pieces_are_the_text_and_none_is_large() {
        for count in [0, 1, 2, 130, 1_000] {
            let tools = many(count);
            let list = answered(&tools, false);
            let pieces: Vec<Bytes> = list.chunks().collect();
            let text = pieces.concat();
            assert_eq!(text.len(), list.length);
            assert_eq!(Some(text.as_slice()), answered(&tools, true).text().map(|text| &text[..]));
            assert_eq!(serde_json::from_slice::<Vec<serde_json::Value>>(&text).unwrap().len(), tools.len());
            assert!(pieces.iter().all(|piece| piece.len() < 2 * CHUNK_BYTES));
            assert_eq!(
                list.text().is_some(),
                list.length <= CHUNK_BYTES,
                "a long list is not held as a whole"
            );
        }
    }

    #[test]
    fn however_many_pages_are_asked_for_they_stay_within_the_budget() {
        let tools = many(100);
        let page = answered(&tools, true);
        let mut ready = RenderedListCache::default();
        for limit in 0..5_000 {
            let mut listing = ToolQuery::everything();
            listing.limit = Some(limit);
            ready.insert(&listing, &page);
            assert!(ready.get(&listing).is_some());
            let held: usize = ready.pages.values().map(|page| page.cost()).sum();
            assert!(held <= MAX_CACHED_BYTES && held == ready.cost, "{held} bytes after {limit} pages");
        }
    }
}
