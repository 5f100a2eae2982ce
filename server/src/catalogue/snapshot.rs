//! An immutable state of the catalogue: every tool on sale, sort indexes, and rendered lists.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::{
    entry::{Listed, Sort},
    query::{Chosen, Listing},
    rendered_list::{Answered, Ready},
    search::{Search, Vocabulary},
    store::ToolRow,
};
use crate::values::{ids::Id, time::Moment};

#[derive(Default)]
pub struct Snapshot {
    /// Oldest first.
    tools: Vec<Arc<Listed>>,
    /// Shared by snapshots that differ only in stock.
    orders: Arc<Orders>,
    newest_change: Option<Moment>,
    /// Contains the words of these tools, and others.
    vocabulary: Arc<Vocabulary>,
    /// The list without parameters.
    everything: OnceLock<Arc<Answered>>,
    pages: Mutex<Ready>,
}

/// Indexes into `tools` for each [`ToolSort`], sorted on first use.
#[derive(Default)]
struct Orders([OnceLock<Vec<usize>>; Sort::COUNT]);

impl Snapshot {
    /// `tools` oldest first.
    pub fn of(tools: Vec<Arc<Listed>>, vocabulary: &Arc<Vocabulary>) -> Self {
        let newest_change = tools.iter().map(|tool| tool.changed_at).max();
        Self { tools, newest_change, vocabulary: Arc::clone(vocabulary), ..Self::default() }
    }

    /// A copy without rendered lists, to be changed and published.
    #[must_use]
    pub fn successor(&self, vocabulary: &Arc<Vocabulary>) -> Self {
        Self {
            tools: self.tools.clone(),
            orders: Arc::clone(&self.orders),
            newest_change: self.newest_change,
            vocabulary: Arc::clone(vocabulary),
            ..Self::default()
        }
    }

    pub fn newest_change(&self) -> Option<Moment> {
        self.newest_change
    }

    /// Number of tools on sale.
    pub fn count(&self) -> usize {
        self.tools.len()
    }

    /// The rendered list, if it is cached.
    pub fn known(&self, listing: &Listing) -> Option<Arc<Answered>> {
        lock(&self.pages).get(listing)
    }

    /// Renders the list, or returns it from the cache.
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

    /// Whether it shows the tool as the row says it is.
    pub fn contains(&self, row: &ToolRow) -> bool {
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

    /// Whether the snapshot has exactly these tools.
    pub fn shows(&self, tools: &[Arc<Listed>]) -> bool {
        self.tools.iter().map(|tool| tool.digest).eq(tools.iter().map(|tool| tool.digest))
    }

    /// Only before the snapshot is published.
    pub fn put(&mut self, tool: Listed, is_sold: bool) {
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

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
