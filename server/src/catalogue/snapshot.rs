//! The read side of the catalogue: every tool for sale, in memory, as bytes that are ready to send.
//!
//! A snapshot is immutable and swapped whole. Three ways lead to the next one:
//! - A write on this node names its tool to [`Catalogue::changed`]; the next reader fetches that very row first, so that
//!   whoever wrote reads what they wrote, whatever the clocks say.
//! - [`Catalogue::refresh`], twice a second, finds what other nodes changed by `changed_at`. Their clocks differ, so this
//!   is no more than likely to find everything,
//! - and once a minute it reads the whole table, which mends the rest.
//!
//! Purchases never trust a snapshot.

use std::{
    collections::HashSet,
    mem,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use arc_swap::ArcSwapOption;

use super::{
    answered::{Answered, Ready},
    listed::{Listed, Sort},
    listing::{Chosen, Listing},
    search::{Search, Vocabulary},
    store::{self, ToolRow},
};
use crate::{
    db::{self, Db},
    outside::clock::Clock,
    values::{ids::Id, time::Moment},
};

/// Rows are read again this long after they changed: clocks of other nodes differ, and a transaction that began
/// earlier may commit later.
const OVERLAP: Duration = Duration::from_secs(10);
const WHOLE_EVERY: Duration = Duration::from_mins(1);
/// After a failure readers get the last snapshot at once for this long.
const LEFT_ALONE: Duration = Duration::from_secs(1);
/// Tools put together without giving other tasks a turn.
const AT_ONCE: usize = 100;

pub struct Catalogue {
    db: Db,
    clock: Clock,
    /// Pictures of ours are absolute on the wire.
    public_url: String,
    vocabulary: Arc<Vocabulary>,
    /// `None` until the table was read for the first time.
    current: ArcSwapOption<Snapshot>,
    /// Tools that were written on this node and not read since.
    unread: Mutex<HashSet<Id>>,
    /// Calls of [`Catalogue::changed`], and how many of them `current` contains.
    announced: AtomicU64,
    contained: AtomicU64,
    /// Held by whoever reads; when the whole table was read last.
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
            current: ArcSwapOption::empty(),
            unread: Mutex::default(),
            announced: AtomicU64::new(0),
            contained: AtomicU64::new(0),
            reading: tokio::sync::Mutex::default(),
            failed: Mutex::default(),
        }
    }

    /// Call after a transaction that changed this tool or its stock was committed.
    pub fn changed(&self, tool: &Id) {
        let mut unread = lock(&self.unread);
        unread.insert(tool.clone());
        self.announced.fetch_add(1, Ordering::Release);
    }

    /// A snapshot with every change that was announced on this node before the call. When the database does not
    /// answer, the last one: reading goes on while buying cannot. Fails only when there never was one.
    pub async fn current(&self) -> Result<Arc<Snapshot>, db::Error> {
        let wanted = self.announced.load(Ordering::Acquire);
        if let Some(snapshot) = self.containing(wanted) {
            return Ok(snapshot);
        }
        // While the database fails nobody waits for another's attempt.
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

    /// Reads what changed since the last time, on whichever node.
    pub async fn refresh(&self) -> Result<(), db::Error> {
        let mut whole_at = self.reading.lock().await;
        let now = self.clock.now();
        let is_due = whole_at.is_none_or(|at| now < at || now >= at.plus(WHOLE_EVERY));
        let read = if is_due { self.read_whole(&mut whole_at).await } else { self.read_changes(now).await };
        self.note(&read);
        read
    }

    fn containing(&self, wanted: u64) -> Option<Arc<Snapshot>> {
        // In this order: the snapshot is swapped before it is said what it contains.
        let is_contained = self.contained.load(Ordering::Acquire) >= wanted;
        is_contained.then(|| self.current.load_full()).flatten()
    }

    fn failure(&self) -> Option<(Instant, db::Error)> {
        lock(&self.failed).clone()
    }

    fn note(&self, read: &Result<(), db::Error>) {
        if let Err(error) = read {
            tracing::warn!(%error, "the catalogue could not be brought up to date");
        }
        *lock(&self.failed) = read.as_ref().err().map(|error| (Instant::now(), error.clone()));
    }

    /// Fetches the rows that were written on this node, each by its id. Only under the lock.
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

    /// Only under the lock.
    async fn read_changes(&self, now: Moment) -> Result<(), db::Error> {
        self.read_unread().await?;
        let newest = self.current.load().as_ref().and_then(|snapshot| snapshot.newest_change);
        // Never ahead of our own clock: one row from a clock far ahead would hide all that come after it.
        let since = newest.map_or(Moment::from_micros(i64::MIN), |newest| newest.min(now).minus(OVERLAP));
        let rows = self
            .db
            .read_long(move |tx| Box::pin(async move { store::changed_since(tx, since).await }))
            .await?;
        self.swap_in(rows)
    }

    /// Only under the lock, whose content it is given.
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
            let newest_change = tools.iter().map(|tool| tool.changed_at).max();
            let vocabulary = Arc::clone(&self.vocabulary);
            let snapshot = Snapshot { tools, newest_change, vocabulary, ..Snapshot::default() };
            self.current.store(Some(Arc::new(snapshot)));
        }
        Ok(())
    }

    fn take_unread(&self) -> (HashSet<Id>, u64) {
        let mut unread = lock(&self.unread);
        (mem::take(&mut *unread), self.announced.load(Ordering::Acquire))
    }

    /// Says what the snapshot contains now, or puts back what has still to be read.
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
        let mut next = Snapshot {
            tools: old.tools.clone(),
            orders: Arc::clone(&old.orders),
            newest_change: old.newest_change,
            vocabulary: Arc::clone(&self.vocabulary),
            ..Snapshot::default()
        };
        for row in news {
            let is_sold = row.deleted_at.is_none();
            next.put(self.listed(row)?, is_sold);
        }
        self.current.store(Some(Arc::new(next)));
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Default)]
pub struct Snapshot {
    /// Oldest first.
    tools: Vec<Arc<Listed>>,
    /// Of snapshots that differ in nothing but stock, the same.
    orders: Arc<Orders>,
    newest_change: Option<Moment>,
    /// Of the words of its tools, and others.
    vocabulary: Arc<Vocabulary>,
    /// The bare list.
    everything: OnceLock<Arc<Answered>>,
    pages: Mutex<Ready>,
}

/// Positions in [`Snapshot::tools`], for each [`Sort`]; sorted when first asked for.
#[derive(Default)]
struct Orders([OnceLock<Vec<usize>>; Sort::COUNT]);

impl Snapshot {
    /// Of tools on sale.
    pub fn count(&self) -> usize {
        self.tools.len()
    }

    /// Takes the list, from what was kept if it was asked for before.
    pub fn answer(&self, listing: &Listing) -> Arc<Answered> {
        if *listing == Listing::everything() {
            let everything = self.everything.get_or_init(|| Answered::new(self.choose(listing), false, true));
            return Arc::clone(everything);
        }
        if listing.limit.is_none() {
            return Answered::new(self.choose(listing), false, false);
        }
        if let Some(known) = lock(&self.pages).get(listing) {
            return known;
        }
        let page = Answered::new(self.choose(listing), true, true);
        lock(&self.pages).keep(listing, &page);
        page
    }

    fn choose(&self, listing: &Listing) -> Chosen {
        let order = self.orders.0[listing.sort as usize].get_or_init(|| {
            let mut order: Vec<usize> = (0..self.tools.len()).collect();
            order.sort_unstable_by(|a, b| listing.sort.compare(&self.tools[*a], &self.tools[*b]));
            order
        });
        let search = listing.words.as_ref().map(|words| Search::new(words, &self.tools, &self.vocabulary));
        listing.choose(order.iter().map(|at| &self.tools[*at]), search.as_ref())
    }

    fn find(&self, age: (Moment, &Id)) -> Result<usize, usize> {
        self.tools.binary_search_by(|tool| tool.age().cmp(&age))
    }

    fn contains(&self, row: &ToolRow) -> bool {
        // An id that cannot be read is news: it fails when it is put in.
        let Some(id) = Id::parse(&row.id) else { return false };
        match self.find((Moment::from_micros(row.created_at), &id)) {
            Ok(at) => {
                let tool = &self.tools[at];
                row.deleted_at.is_none()
                    && (tool.changed_at.micros(), tool.available, tool.revision)
                        == (row.changed_at, row.available, row.revision)
            }
            Err(_) => row.deleted_at.is_some(),
        }
    }

    /// Whether these are exactly its tools.
    fn shows(&self, tools: &[Arc<Listed>]) -> bool {
        self.tools.iter().map(|tool| tool.digest).eq(tools.iter().map(|tool| tool.digest))
    }

    /// Only while it is being made.
    fn put(&mut self, tool: Listed, is_sold: bool) {
        self.newest_change = self.newest_change.max(Some(tool.changed_at));
        let found = self.find(tool.age());
        if !found.is_ok_and(|at| is_sold && self.tools[at].sorts_like(&tool)) {
            self.orders = Arc::default();
        }
        match found {
            Ok(at) if is_sold => self.tools[at] = Arc::new(tool),
            Ok(at) => drop(self.tools.remove(at)),
            Err(at) if is_sold => self.tools.insert(at, Arc::new(tool)),
            Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalogue::tool::Tool, values::money::Cents};

    fn tool(name: &str, cents: i64, available: i64, at: i64) -> Tool {
        let created_at = Moment::from_micros(at);
        Tool {
            id: Id::new(created_at),
            name: name.into(),
            description: "For the border".into(),
            img: "/x".into(),
            price: Cents::new(cents).unwrap(),
            available,
            minimum: 1,
            revision: 1,
            created_at,
            changed_at: created_at,
        }
    }

    fn listed(tool: &Tool) -> Listed {
        Listed::new(tool, "http://x", &Vocabulary::default()).unwrap()
    }

    #[test]
    fn stock_alone_leaves_the_orders_as_they_are() {
        let hoe = tool("Hoe", 100, 10, 2);
        let mut snapshot = Snapshot::default();
        snapshot.put(listed(&tool("Fork", 200, 10, 1)), true);
        snapshot.put(listed(&hoe), true);
        let orders = Arc::clone(&snapshot.orders);
        snapshot.put(listed(&Tool { available: 9, ..hoe.clone() }), true);
        assert!(Arc::ptr_eq(&orders, &snapshot.orders), "sold");
        snapshot.put(listed(&Tool { price: Cents::new(300).unwrap(), ..hoe.clone() }), true);
        assert!(!Arc::ptr_eq(&orders, &snapshot.orders), "dearer");
        let orders = Arc::clone(&snapshot.orders);
        snapshot.put(listed(&hoe), false);
        assert!(!Arc::ptr_eq(&orders, &snapshot.orders) && snapshot.tools.len() == 1, "removed");
    }

    #[test]
    fn a_page_is_made_once_and_a_long_list_is_not_kept() {
        let mut snapshot = Snapshot::default();
        for n in 0..200 {
            snapshot.put(listed(&tool(&format!("Tool {n}"), 100, 10, n)), true);
        }
        let mut page = Listing::everything();
        page.limit = Some(24);
        assert!(Arc::ptr_eq(&snapshot.answer(&page), &snapshot.answer(&page)));
        let everything = Listing::everything();
        assert!(Arc::ptr_eq(&snapshot.answer(&everything), &snapshot.answer(&everything)));
        let mut sorted = Listing::everything();
        sorted.sort = Sort::Name;
        assert!(!Arc::ptr_eq(&snapshot.answer(&sorted), &snapshot.answer(&sorted)));
    }
}
