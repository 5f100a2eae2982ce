//! In-memory cache of all tools on sale, as JSON that is ready to send.
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
    collections::HashSet,
    mem,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use arc_swap::ArcSwapOption;

use super::{
    entry::Listed,
    query::Listing,
    rendered_list::Answered,
    search::Vocabulary,
    snapshot::{Snapshot, lock},
    store::{self, ToolRow},
};
use crate::{
    db::{self, Db},
    http::worker_pool::Bounded,
    values::{clock::Clock, ids::Id, time::Moment},
};

/// Rows are read again this long after they changed: clocks of other nodes differ, and a transaction may commit late.
const OVERLAP: Duration = Duration::from_secs(10);
const WHOLE_EVERY: Duration = Duration::from_mins(1);
/// After a failure, readers get the last snapshot without a retry for this long.
const LEFT_ALONE: Duration = Duration::from_secs(1);
/// Concurrent uncached searches, and searches that wait.
const SEARCHES_AT_ONCE: usize = 2;
const MOST_SEARCHES_WAITING: usize = 64;
const SEARCH_WAITS: Duration = Duration::from_secs(2);
/// Tools built before the task yields.
const AT_ONCE: usize = 100;

pub struct Catalogue {
    db: Db,
    clock: Clock,
    /// For absolute picture URLs.
    public_url: String,
    vocabulary: Arc<Vocabulary>,
    searches: Bounded,
    /// `None` until the first load.
    current: ArcSwapOption<Snapshot>,
    /// Tools written on this node and not yet reloaded.
    unread: Mutex<HashSet<Id>>,
    /// Number of calls of [`CatalogueCache::mark_changed`], and how many of them `current` includes.
    announced: AtomicU64,
    contained: AtomicU64,
    /// Held while loading. Contains the time of the last full load.
    reading: tokio::sync::Mutex<Option<Moment>>,
    failed: Mutex<Option<(Instant, db::Error)>>,
}

impl Catalogue {
    pub fn new(db: Db, clock: Clock, public_url: &str) -> Self {
        Self {
            db,
            clock,
            public_url: public_url.to_owned(),
            vocabulary: Arc::default(),
            searches: Bounded::new(SEARCHES_AT_ONCE, MOST_SEARCHES_WAITING, SEARCH_WAITS),
            current: ArcSwapOption::empty(),
            unread: Mutex::default(),
            announced: AtomicU64::new(0),
            contained: AtomicU64::new(0),
            reading: tokio::sync::Mutex::default(),
            failed: Mutex::default(),
        }
    }

    /// Called after a transaction that changed this tool or its stock was committed.
    pub fn changed(&self, tool: &Id) {
        let mut unread = lock(&self.unread);
        unread.insert(tool.clone());
        self.announced.fetch_add(1, Ordering::Release);
    }

    /// Returns a snapshot with every change that was marked on this node before the call. If the database fails,
    /// returns the last snapshot, so that reading continues. Fails only if nothing was ever loaded.
    pub async fn current(&self) -> Result<Arc<Snapshot>, db::Error> {
        let wanted = self.announced.load(Ordering::Acquire);
        if let Some(snapshot) = self.containing(wanted) {
            return Ok(snapshot);
        }
        // While the database fails, readers do not wait for another reader's attempt.
        let alone = match self.failure() {
            None => Some(self.reading.lock().await),
            Some(_) => self.reading.try_lock().ok(),
        };
        if let Some(mut whole_at) = alone
            && self.containing(wanted).is_none()
            && self.failure().is_none_or(|(at, _)| at.elapsed() >= LEFT_ALONE)
        {
            let read = match *whole_at {
                Some(_) => self.read_unread().await,
                None => self.read_whole(&mut whole_at).await,
            };
            self.note(&read);
        }
        self.current.load_full().ok_or_else(|| self.failure().map_or(db::Error::Busy, |(_, error)| error))
    }

    /// Lists tools of the current snapshot. An uncached search compares every word of the catalogue, so it runs on a
    /// worker pool with a bounded queue.
    pub async fn answer(&self, listing: &Listing) -> Result<Arc<Answered>, db::Error> {
        let snapshot = self.current().await?;
        if listing.words.is_none() {
            return Ok(snapshot.answer(listing));
        }
        if let Some(known) = snapshot.known(listing) {
            return Ok(known);
        }
        let listing = listing.clone();
        self.searches.run(move || snapshot.answer(&listing)).await.map_err(|_| db::Error::Busy)
    }

    /// Loads what any node changed since the last call.
    pub async fn refresh(&self) -> Result<(), db::Error> {
        let mut whole_at = self.reading.lock().await;
        let now = self.clock.now();
        let is_due = whole_at.is_none_or(|at| now < at || now >= at.plus(WHOLE_EVERY));
        let read = if is_due { self.read_whole(&mut whole_at).await } else { self.read_changes(now).await };
        self.note(&read);
        read
    }

    fn containing(&self, wanted: u64) -> Option<Arc<Snapshot>> {
        // Read before the snapshot: `mark_loaded` stores it after the snapshot was replaced.
        let is_contained = self.contained.load(Ordering::Acquire) >= wanted;
        is_contained.then(|| self.current.load_full()).flatten()
    }

    fn failure(&self) -> Option<(Instant, db::Error)> {
        lock(&self.failed).clone()
    }

    fn note(&self, read: &Result<(), db::Error>) {
        if let Err(error) = read {
            tracing::warn!(%error, "the catalogue could not be loaded");
        }
        *lock(&self.failed) = read.as_ref().err().map(|error| (Instant::now(), error.clone()));
    }

    /// Loads the rows that were written on this node, by id. The caller holds the lock.
    async fn read_unread(&self) -> Result<(), db::Error> {
        let (tools, contained) = self.take_unread();
        if tools.is_empty() {
            return Ok(());
        }
        let asked: Arc<[Id]> = tools.iter().cloned().collect();
        let rows = self
            .db
            .read(move |tx| {
                let asked = Arc::clone(&asked);
                Box::pin(async move {
                    let mut rows = Vec::with_capacity(asked.len());
                    for id in &*asked {
                        rows.extend(store::by_id(tx, id).await?);
                    }
                    Ok(rows)
                })
            })
            .await;
        let swapped = rows.and_then(|rows| self.swap_in(rows));
        self.settle(&swapped, tools, contained);
        swapped
    }

    /// The caller holds the lock.
    async fn read_changes(&self, now: Moment) -> Result<(), db::Error> {
        self.read_unread().await?;
        let newest = self.current.load().as_ref().and_then(|snapshot| snapshot.newest_change());
        // Never later than our clock: a row with a timestamp in the future would hide all later changes.
        let since = newest.map_or(Moment::from_micros(i64::MIN), |newest| newest.min(now).minus(OVERLAP));
        let rows = self
            .db
            .read_long(move |tx| Box::pin(async move { store::changed_since(tx, since).await }))
            .await?;
        self.swap_in(rows)
    }

    /// The caller holds the lock and passes its content.
    async fn read_whole(&self, whole_at: &mut Option<Moment>) -> Result<(), db::Error> {
        let now = self.clock.now();
        let (tools, contained) = self.take_unread();
        let read = self.build_whole().await;
        self.settle(&read, tools, contained);
        *whole_at = read.is_ok().then_some(now).or(*whole_at);
        read
    }

    async fn build_whole(&self) -> Result<(), db::Error> {
        let rows: Vec<ToolRow> =
            self.db.read_long(|tx| Box::pin(async move { store::live(tx).await })).await?;
        let mut tools = Vec::with_capacity(rows.len());
        for row in rows {
            if tools.len() % AT_ONCE == AT_ONCE - 1 {
                tokio::task::yield_now().await;
            }
            tools.push(Arc::new(self.listed(row)?));
        }
        tools.sort_unstable_by(|a, b| a.age().cmp(&b.age()));
        let is_news = self.current.load().as_ref().is_none_or(|old| !old.shows(&tools));
        if is_news {
            self.current.store(Some(Arc::new(Snapshot::of(tools, &self.vocabulary))));
        }
        Ok(())
    }

    fn take_unread(&self) -> (HashSet<Id>, u64) {
        let mut unread = lock(&self.unread);
        (mem::take(&mut *unread), self.announced.load(Ordering::Acquire))
    }

    /// Records what the snapshot includes, or keeps the ids for the next attempt.
    fn settle(&self, read: &Result<(), db::Error>, tools: HashSet<Id>, contained: u64) {
        match read {
            Ok(()) => self.contained.store(contained, Ordering::Release),
            Err(_) => lock(&self.unread).extend(tools),
        }
    }

    fn listed(&self, row: ToolRow) -> Result<Listed, db::Error> {
        let tool = row.into_tool()?;
        Listed::new(&tool, &self.public_url, &self.vocabulary)
            .map_err(|_| db::Error::broken_row("tools", tool.id.as_str()))
    }

    fn swap_in(&self, rows: Vec<ToolRow>) -> Result<(), db::Error> {
        let old = self.current.load_full().unwrap_or_default();
        let news: Vec<ToolRow> = rows.into_iter().filter(|row| !old.contains(row)).collect();
        if news.is_empty() {
            return Ok(());
        }
        let mut next = old.successor(&self.vocabulary);
        for row in news {
            let is_sold = row.deleted_at.is_none();
            next.put(self.listed(row)?, is_sold);
        }
        self.current.store(Some(Arc::new(next)));
        Ok(())
    }
}
