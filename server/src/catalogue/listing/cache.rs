//! In-memory cache of all tools on sale, and of lists as JSON that is ready to send.
//!
//! A snapshot is immutable and replaced as a whole, for three reasons:
//! - A write on this node calls [`CatalogueCache::mark_changed`]. The next reader loads that row first, so that a
//!   client reads its own writes.
//! - [`CatalogueCache::refresh`] runs twice a second and finds changes of other nodes by `changed_at`. It may miss
//!   some, because clocks differ.
//! - Once a minute it reloads the whole table, which repairs anything missed.
//!
//! Purchases do not use the snapshot.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use arc_swap::ArcSwapOption;

use super::{
    entry::{CatalogueEntry, EntryBuilder},
    facets::ToolFacets,
    query::ToolQuery,
    rendered_list::RenderedList,
    snapshot::{CatalogueSnapshot, lock},
    stock_events::StockEvents,
};
use crate::{
    catalogue::{
        search::words::SynonymCache,
        tools::store::{self, ToolRow},
    },
    db::{self, Db, Tx},
    http::{database_log, response_cache::ContentVersion, worker_pool::WorkerPool},
    values::{clock::Clock, ids::Id, time::Timestamp},
};

/// How far clocks of other nodes differ at most, and how late a transaction commits. Rows are read again until twice
/// this long after they changed.
const CLOCK_SKEW: Duration = Duration::from_secs(10);
const FULL_RELOAD_INTERVAL: Duration = Duration::from_mins(1);
/// After a failure, readers get the last snapshot without a retry for this long.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// An import may change more rows than are worth a query each.
const MAX_SINGLE_ROWS: usize = 1_000;
/// Concurrent uncached searches, and searches that wait.
const MAX_CONCURRENT_SEARCHES: usize = 2;
const MAX_WAITING_SEARCHES: usize = 64;
const SEARCH_QUEUE_TIMEOUT: Duration = Duration::from_secs(2);

pub struct CatalogueCache {
    pub stock_events: StockEvents,
    db: Db,
    clock: Clock,
    entries: Arc<EntryBuilder>,
    searches: WorkerPool,
    pub synonyms: SynonymCache,
    /// `None` until the first load.
    current: ArcSwapOption<CatalogueSnapshot>,
    /// Advances with each snapshot and each change that a snapshot misses.
    content_version: Arc<ContentVersion>,
    /// Tools written on this node and not yet reloaded, with the number of the last call that marked them.
    dirty_ids: Mutex<HashMap<Id, u64>>,
    /// Number of calls of [`CatalogueCache::mark_changed`], and how many of them `current` includes.
    write_seq: AtomicU64,
    loaded_seq: AtomicU64,
    /// Held while loading. Contains the time of the last full load.
    reload_lock: tokio::sync::Mutex<Option<Timestamp>>,
    last_failure: Mutex<Option<(Instant, db::Error)>>,
    /// When the last successful [`CatalogueCache::refresh`] began.
    refreshed_at: Mutex<Option<Timestamp>>,
}

impl CatalogueCache {
    pub fn new(db: Db, clock: Clock, public_url: &str, content_version: Arc<ContentVersion>) -> Self {
        Self {
            stock_events: StockEvents::default(),
            db,
            clock,
            entries: Arc::new(EntryBuilder { public_url: public_url.to_owned(), words: Arc::default() }),
            searches: WorkerPool::new(MAX_CONCURRENT_SEARCHES, MAX_WAITING_SEARCHES, SEARCH_QUEUE_TIMEOUT),
            synonyms: SynonymCache::default(),
            current: ArcSwapOption::empty(),
            content_version,
            dirty_ids: Mutex::default(),
            write_seq: AtomicU64::new(0),
            loaded_seq: AtomicU64::new(0),
            reload_lock: tokio::sync::Mutex::default(),
            last_failure: Mutex::default(),
            refreshed_at: Mutex::default(),
        }
    }

    /// Called after a transaction that changed this tool or its stock was committed.
    pub fn mark_changed(&self, tool: &Id) {
        let mut dirty = lock(&self.dirty_ids);
        let seq = self.write_seq.fetch_add(1, Ordering::Release) + 1;
        dirty.insert(tool.clone(), seq);
        self.content_version.advance();
    }

    /// Returns a snapshot with every change that was marked on this node before the call. If the database fails,
    /// returns the last snapshot, so that reading continues. Fails only if nothing was ever loaded.
    pub async fn current(&self) -> Result<Arc<CatalogueSnapshot>, db::Error> {
        let wanted = self.write_seq.load(Ordering::Acquire);
        if let Some(snapshot) = self.snapshot_since(wanted) {
            return Ok(snapshot);
        }
        // While the database fails, readers do not wait for another reader's attempt.
        let alone = match self.recent_failure() {
            None => Some(self.reload_lock.lock().await),
            Some(_) => self.reload_lock.try_lock().ok(),
        };
        if let Some(mut whole_at) = alone
            && self.snapshot_since(wanted).is_none()
            && self.recent_failure().is_none_or(|(at, _)| at.elapsed() >= RETRY_DELAY)
        {
            let read = match *whole_at {
                Some(_) => self.reload_dirty().await,
                None => self.reload_all(&mut whole_at).await,
            };
            self.record_result(&read);
        }
        self.current
            .load_full()
            .ok_or_else(|| self.recent_failure().map_or(db::Error::Busy, |(_, error)| error))
    }

    /// Lists tools of the current snapshot. An uncached search may compare every word of the catalogue, so it runs on
    /// a worker pool with a bounded queue.
    pub async fn rendered_list(&self, listing: &ToolQuery) -> Result<Arc<RenderedList>, db::Error> {
        self.answer_from(self.current().await?, listing).await
    }

    /// Lists tools like [`Self::rendered_list`], with drafts.
    pub async fn answer_owner(&self, listing: &ToolQuery) -> Result<Arc<RenderedList>, db::Error> {
        self.answer_from(self.current().await?.for_owner(), listing).await
    }

    pub async fn facets(&self, listing: ToolQuery) -> Result<ToolFacets, db::Error> {
        let snapshot = self.current().await?;
        if listing.words.is_none() {
            return Ok(snapshot.facets(&listing));
        }
        self.searches.run(move || snapshot.facets(&listing)).await.map_err(|_| db::Error::Busy)
    }

    async fn answer_from(
        &self,
        snapshot: Arc<CatalogueSnapshot>,
        listing: &ToolQuery,
    ) -> Result<Arc<RenderedList>, db::Error> {
        if listing.words.is_none() {
            return Ok(snapshot.rendered_list(listing));
        }
        if let Some(known) = snapshot.cached_list(listing) {
            return Ok(known);
        }
        let listing = listing.clone();
        self.searches.run(move || snapshot.rendered_list(&listing)).await.map_err(|_| db::Error::Busy)
    }

    /// Loads what any node changed since the last call.
    pub async fn refresh(&self) -> Result<(), db::Error> {
        let mut whole_at = self.reload_lock.lock().await;
        let now = self.clock.now();
        let is_due = whole_at.is_none_or(|at| now < at || now >= at.plus(FULL_RELOAD_INTERVAL));
        let read = if is_due { self.reload_all(&mut whole_at).await } else { self.reload_changed(now).await };
        self.record_result(&read);
        if read.is_ok() {
            *lock(&self.refreshed_at) = Some(now);
        }
        self.stock_events.send(self.newest_change());
        read
    }

    pub fn newest_change(&self) -> Option<Timestamp> {
        self.current.load().as_ref().and_then(|snapshot| snapshot.newest_change())
    }

    /// When the snapshot was last compared with the database.
    pub fn refreshed_at(&self) -> Option<Timestamp> {
        *lock(&self.refreshed_at)
    }

    fn snapshot_since(&self, wanted: u64) -> Option<Arc<CatalogueSnapshot>> {
        // Read before the snapshot: `mark_loaded` stores it after the snapshot was replaced.
        let is_contained = self.loaded_seq.load(Ordering::Acquire) >= wanted;
        is_contained.then(|| self.current.load_full()).flatten()
    }

    fn recent_failure(&self) -> Option<(Instant, db::Error)> {
        lock(&self.last_failure).clone()
    }

    fn record_result(&self, read: &Result<(), db::Error>) {
        if let Err(error) = read {
            database_log::failed("the catalogue could not be loaded", error);
        }
        *lock(&self.last_failure) = read.as_ref().err().map(|error| (Instant::now(), error.clone()));
    }

    /// Loads the rows that were written on this node, by id. The caller holds the lock.
    async fn reload_dirty(&self) -> Result<(), db::Error> {
        let (tools, contained) = self.dirty();
        if tools.is_empty() {
            return Ok(());
        }
        if tools.len() > MAX_SINGLE_ROWS {
            self.load_all().await?;
        } else {
            let rows = self.db.read(tools, |tx, tools| Box::pin(find_rows(tx, tools))).await?;
            self.replace_snapshot(rows)?;
        }
        self.mark_loaded(contained);
        Ok(())
    }

    /// The caller holds the lock.
    async fn reload_changed(&self, now: Timestamp) -> Result<(), db::Error> {
        self.reload_dirty().await?;
        let since = changes_since(self.newest_change(), now);
        let rows = self.db.read_long(since, |tx, since| store::changed_since(tx, *since)).await?;
        self.replace_snapshot(rows)
    }

    /// The caller holds the lock and passes its content.
    async fn reload_all(&self, whole_at: &mut Option<Timestamp>) -> Result<(), db::Error> {
        let now = self.clock.now();
        let (_, contained) = self.dirty();
        self.load_all().await?;
        self.mark_loaded(contained);
        *whole_at = Some(now);
        Ok(())
    }

    async fn load_all(&self) -> Result<(), db::Error> {
        let input = (Arc::clone(&self.entries), self.current.load_full().unwrap_or_default());
        let read =
            self.db.read_long(input, |tx, (entries, known)| Box::pin(load_entries(tx, entries, known)));
        let mut tools = read.await?;
        tools.sort_unstable_by(|a, b| a.creation_key().cmp(&b.creation_key()));
        let next = CatalogueSnapshot::new(tools, &self.entries.words);
        if self.current.load().as_ref().is_none_or(|old| !old.has_same_entries(&next)) {
            self.publish(next);
            self.stock_events.record_reload();
        }
        Ok(())
    }

    fn publish(&self, snapshot: CatalogueSnapshot) {
        self.current.store(Some(Arc::new(snapshot)));
        self.content_version.advance();
    }

    /// The tools to load, and the last call of [`Self::mark_changed`] that they contain. They stay marked until they
    /// are loaded: a caller may be cancelled meanwhile.
    fn dirty(&self) -> (HashSet<Id>, u64) {
        let dirty = lock(&self.dirty_ids);
        (dirty.keys().cloned().collect(), self.write_seq.load(Ordering::Acquire))
    }

    fn mark_loaded(&self, contained: u64) {
        lock(&self.dirty_ids).retain(|_, seq| *seq > contained);
        self.loaded_seq.store(contained, Ordering::Release);
    }

    fn replace_snapshot(&self, rows: Vec<ToolRow>) -> Result<(), db::Error> {
        let old = self.current.load_full().unwrap_or_default();
        let news: Vec<ToolRow> = rows.into_iter().filter(|row| !old.contains(row)).collect();
        if news.is_empty() {
            return Ok(());
        }
        let mut next = old.next(&self.entries.words);
        for row in news {
            let is_live = row.deleted_at.is_none();
            let entry = self.entries.entry(self.entries.tool(row.tool))?;
            let is_on_sale = is_live && !entry.extras.is_draft;
            // Visitors know no draft, and no price of one.
            if let Some(shown) = if is_on_sale { Some(&entry) } else { old.on_sale(&entry) } {
                self.stock_events.record(shown, is_on_sale);
            }
            next.put(entry, is_live);
        }
        self.publish(next);
        Ok(())
    }
}

/// The time since which rows may have changed that this node has not seen. `newest` is the last change that it has
/// seen.
fn changes_since(newest: Option<Timestamp>, now: Timestamp) -> Timestamp {
    let Some(newest) = newest else { return Timestamp::from_micros(i64::MIN) };
    let after_newest = newest.plus(Duration::from_micros(1));
    // Nothing that old can still appear. Without this, an import would be read again twice a second until the next
    // sale.
    let since = newest.minus(CLOCK_SKEW).max(after_newest.min(now.minus(2 * CLOCK_SKEW)));
    // A row with a timestamp in the future would hide all later changes.
    since.min(now.minus(CLOCK_SKEW))
}

/// Takes an entry that has not changed from `known`, which costs less time and no memory.
async fn load_entries(
    tx: &Tx<'_>,
    entries: &EntryBuilder,
    known: &CatalogueSnapshot,
) -> Result<Vec<Arc<CatalogueEntry>>, db::Error> {
    let mut tools = Vec::new();
    let receive = |tool| {
        let tool = entries.tool(tool);
        tools.push(match known.same_entry(&tool) {
            Some(known) => known,
            None => Arc::new(entries.entry(tool)?),
        });
        Ok(())
    };
    store::each_live_tool(tx, receive).await?;
    Ok(tools)
}

async fn find_rows(tx: &Tx<'_>, tools: &HashSet<Id>) -> Result<Vec<ToolRow>, db::Error> {
    let mut rows = Vec::with_capacity(tools.len());
    for id in tools {
        rows.extend(store::find_row(tx, id).await?);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_again_for_a_while_after_they_changed() {
        let now = Timestamp::from_micros(1_000_000_000);
        let ago = |seconds| now.minus(Duration::from_secs(seconds));
        let since = |newest| changes_since(Some(newest), now);
        assert_eq!(since(ago(0)), ago(10));
        assert_eq!(since(ago(1)), ago(11));
        assert_eq!(since(ago(15)), ago(20), "the newest one is read again");
        let old = ago(60);
        assert_eq!(since(old), old.plus(Duration::from_micros(1)), "the newest one is not");
        assert_eq!(since(now.plus(Duration::from_hours(1))), ago(10), "a clock that is ahead hides nothing");
        assert!(changes_since(None, now) < ago(1_000));
    }
}
