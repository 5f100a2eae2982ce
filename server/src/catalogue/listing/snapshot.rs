//! An immutable state of the catalogue: every tool on sale, sort indexes, and rendered lists.

use std::{
    collections::HashMap,
    iter,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use super::{
    entry::{CatalogueEntry, ToolSort, find, place},
    facets::{ToolColumns, ToolFacets},
    query::{ToolQuery, ToolQueryResult},
    rendered_list::{RenderedList, RenderedListCache},
};
use crate::{
    catalogue::{
        search::{
            index::{Matches, SearchIndex},
            near::near_searches,
            word_numbers::WordNumbers,
            words::SearchWords,
        },
        tools::{store::ToolRow, tool::Tool},
    },
    values::{ids::Id, language::Language, time::Timestamp},
};

#[derive(Default)]
pub struct CatalogueSnapshot {
    /// The tools on sale, oldest first.
    tools: Vec<Arc<CatalogueEntry>>,
    /// The drafts, oldest first. Only the owner sees them.
    drafts: Vec<Arc<CatalogueEntry>>,
    /// All tools and drafts. Made on first use.
    with_drafts: OnceLock<Arc<Self>>,
    /// Shared by snapshots that differ only in stock.
    indexes: Arc<Indexes>,
    newest_change: Option<Timestamp>,
    /// Contains the words of these tools, and others.
    words: Arc<WordNumbers>,
    /// Whether a tool is in stock, by the place of the tool. Made on first use.
    in_stock: OnceLock<Vec<bool>>,
    /// The list without parameters.
    everything: OnceLock<Arc<RenderedList>>,
    pages: Mutex<RenderedListCache>,
}

/// Each is made on first use.
#[derive(Default)]
struct Indexes {
    /// Places in `tools` for each [`ToolSort`], by language.
    orders: [[OnceLock<Vec<u32>>; ToolSort::COUNT]; 2],
    search: [OnceLock<SearchIndex>; 2],
    /// Places in `tools` by slug.
    slugs: OnceLock<HashMap<Box<str>, u32>>,
    columns: OnceLock<ToolColumns>,
}

impl CatalogueSnapshot {
    /// `tools` oldest first, with the drafts among them.
    pub fn new(tools: Vec<Arc<CatalogueEntry>>, words: &Arc<WordNumbers>) -> Self {
        let newest_change = tools.iter().map(|tool| tool.changed_at).max();
        let (drafts, tools) = tools.into_iter().partition(|tool| tool.extras.is_draft);
        Self { tools, drafts, newest_change, words: Arc::clone(words), ..Self::default() }
    }

    /// What the owner sees: every tool, drafts included. A search for customers has an index without drafts.
    pub fn for_owner(self: &Arc<Self>) -> Arc<Self> {
        if self.drafts.is_empty() {
            return Arc::clone(self);
        }
        let all = self.with_drafts.get_or_init(|| {
            let mut tools = [&*self.tools, &*self.drafts].concat();
            tools.sort_unstable_by(|a, b| a.creation_key().cmp(&b.creation_key()));
            Arc::new(Self { tools, words: Arc::clone(&self.words), ..Self::default() })
        });
        Arc::clone(all)
    }

    /// A copy without rendered lists, to be changed and published.
    #[must_use]
    pub fn next(&self, words: &Arc<WordNumbers>) -> Self {
        Self {
            tools: self.tools.clone(),
            drafts: self.drafts.clone(),
            indexes: Arc::clone(&self.indexes),
            newest_change: self.newest_change,
            words: Arc::clone(words),
            ..Self::default()
        }
    }

    pub fn newest_change(&self) -> Option<Timestamp> {
        self.newest_change
    }

    /// Number of tools on sale.
    pub fn count(&self) -> usize {
        self.tools.len()
    }

    /// The tools on sale, oldest first.
    pub fn tools(&self) -> &[Arc<CatalogueEntry>] {
        &self.tools
    }

    /// The same tool, if this snapshot sells it.
    pub fn on_sale(&self, tool: &CatalogueEntry) -> Option<&CatalogueEntry> {
        find(&self.tools, tool.creation_key()).ok().map(|at| &*self.tools[at])
    }

    /// The tool on sale with this slug.
    pub fn by_slug(&self, slug: &str) -> Option<&Arc<CatalogueEntry>> {
        let slugs = self.indexes.slugs.get_or_init(|| {
            (0..).zip(&self.tools).map(|(place, tool)| (tool.extras.slug.as_str().into(), place)).collect()
        });
        self.tools.get(*slugs.get(slug)? as usize)
    }

    /// Other tools that a customer may want instead: of the same category, then of these categories, then of any. What
    /// can be ordered comes first, then the nearest price.
    pub fn related(
        &self,
        to: &CatalogueEntry,
        categories: &[String],
        count: usize,
    ) -> Vec<Arc<CatalogueEntry>> {
        let rank = |tool: &CatalogueEntry| {
            let distance = match &tool.extras.category {
                Some(category) if to.extras.category.as_ref() == Some(category) => 0,
                Some(category) if categories.contains(category) => 1,
                _ => 2,
            };
            let gap = tool.price.as_i64().abs_diff(to.price.as_i64());
            (tool.available < tool.minimum, distance, gap)
        };
        let compare = |a: &&Arc<CatalogueEntry>, b: &&Arc<CatalogueEntry>| {
            rank(a).cmp(&rank(b)).then_with(|| a.creation_key().cmp(&b.creation_key()))
        };
        let mut others: Vec<_> = self.tools.iter().filter(|tool| tool.id != to.id).collect();
        if others.len() > count {
            others.select_nth_unstable_by(count, compare);
            others.truncate(count);
        }
        others.sort_unstable_by(compare);
        others.into_iter().map(Arc::clone).collect()
    }

    /// The rendered list, if it is cached.
    pub fn cached_list(&self, listing: &ToolQuery) -> Option<Arc<RenderedList>> {
        lock(&self.pages).get(listing)
    }

    /// Renders the list, or returns it from the cache.
    pub fn rendered_list(&self, listing: &ToolQuery) -> Arc<RenderedList> {
        if *listing == ToolQuery::everything() {
            let everything = self
                .everything
                .get_or_init(|| RenderedList::new(self.select(listing), listing.language, false, true));
            return Arc::clone(everything);
        }
        if listing.limit.is_none() {
            return RenderedList::new(self.select(listing), listing.language, false, false);
        }
        if let Some(known) = lock(&self.pages).get(listing) {
            return known;
        }
        let page = RenderedList::new(self.select(listing), listing.language, true, true);
        lock(&self.pages).insert(listing, &page);
        page
    }

    pub fn select(&self, listing: &ToolQuery) -> ToolQueryResult {
        let found = listing.words.as_ref().map(|words| self.find(words));
        if let (ToolSort::Relevance, Some(found)) = (listing.sort, &found) {
            return listing.select_best(&self.tools, found);
        }
        let order = &self.indexes.orders[listing.language as usize][listing.sort as usize];
        let order = order.get_or_init(|| listing.sort.order(&self.tools, listing.language));
        listing.select(&self.tools, order, found.as_ref())
    }

    fn find(&self, words: &SearchWords) -> Matches {
        self.search_index(words.language).find(words, self.columns(), self.in_stock())
    }

    fn search_index(&self, language: Language) -> &SearchIndex {
        let index = &self.indexes.search[language as usize];
        index.get_or_init(|| SearchIndex::new(&self.tools, &self.words, language))
    }

    fn columns(&self) -> &ToolColumns {
        self.indexes.columns.get_or_init(|| ToolColumns::new(&self.tools))
    }

    fn in_stock(&self) -> &[bool] {
        self.in_stock.get_or_init(|| self.tools.iter().map(|tool| tool.is_in_stock()).collect())
    }

    /// How many tools each filter would leave, and similar searches if no tool matches this one.
    pub fn facets(&self, listing: &ToolQuery) -> ToolFacets {
        let found = listing.words.as_ref().map(|words| self.find(words));
        let mut facets = self.columns().count(listing, self.in_stock(), found.as_ref());
        let count = |found: &Matches| {
            found.ranked().filter(|(_, at)| listing.matches_filters(&self.tools[*at as usize])).count()
        };
        if let (Some(words), Some(found)) = (&listing.words, &found)
            && count(found) == 0
        {
            facets.near = near_searches(
                self.search_index(words.language),
                self.columns(),
                self.in_stock(),
                words,
                count,
            );
        }
        facets
    }

    /// Whether it shows the tool as the row says it is.
    pub fn contains(&self, row: &ToolRow) -> bool {
        let tool = &row.tool;
        match self.entry_at((tool.created_at, &tool.id)) {
            Some(shown) => {
                row.deleted_at.is_none()
                    && (shown.changed_at, shown.available, shown.revision)
                        == (tool.changed_at, tool.available, tool.revision)
            }
            None => row.deleted_at.is_some(),
        }
    }

    /// The entry of this tool, if it is exactly the same.
    pub fn same_entry(&self, tool: &Tool) -> Option<Arc<CatalogueEntry>> {
        let known = self.entry_at((tool.created_at, &tool.id))?;
        known.is(tool).then(|| Arc::clone(known))
    }

    /// Finds a tool that is on sale or a draft.
    fn entry_at(&self, key: (Timestamp, &Id)) -> Option<&Arc<CatalogueEntry>> {
        [&self.tools, &self.drafts].into_iter().find_map(|tools| Some(&tools[find(tools, key).ok()?]))
    }

    /// Whether both snapshots share all entries.
    pub fn has_same_entries(&self, other: &Self) -> bool {
        let same = |ours: &[Arc<CatalogueEntry>], others: &[Arc<CatalogueEntry>]| {
            ours.len() == others.len() && iter::zip(ours, others).all(|(our, other)| Arc::ptr_eq(our, other))
        };
        same(&self.tools, &other.tools) && same(&self.drafts, &other.drafts)
    }

    /// Puts the new state of a tool into the snapshot. Callers do this only before the snapshot is published.
    pub fn put(&mut self, tool: CatalogueEntry, is_live: bool) {
        self.newest_change = self.newest_change.max(Some(tool.changed_at));
        let is_sold = is_live && !tool.extras.is_draft;
        let tool = Arc::new(tool);
        if !find(&self.tools, tool.creation_key())
            .is_ok_and(|at| is_sold && self.tools[at].has_same_place_as(&tool))
        {
            self.indexes = Arc::default();
        }
        place(&mut self.drafts, &tool, is_live && tool.extras.is_draft);
        place(&mut self.tools, &tool, is_sold);
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalogue::tools::tool::ToolExtras, values::money::Cents};

    fn tool(name: &str, cents: i64, available: i64, at: i64) -> Tool {
        let created_at = Timestamp::from_micros(at);
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
            extras: ToolExtras::default(),
        }
    }

    fn listed(tool: &Tool) -> CatalogueEntry {
        CatalogueEntry::new(tool.clone(), &WordNumbers::default()).unwrap()
    }

    #[test]
    fn stock_alone_leaves_the_indexes_as_they_are() {
        let hoe = tool("Hoe", 100, 10, 2);
        let mut snapshot = CatalogueSnapshot::default();
        snapshot.put(listed(&tool("Fork", 200, 10, 1)), true);
        snapshot.put(listed(&hoe), true);
        let indexes = Arc::clone(&snapshot.indexes);
        snapshot.put(listed(&Tool { available: 9, ..hoe.clone() }), true);
        assert!(Arc::ptr_eq(&indexes, &snapshot.indexes), "sold");
        snapshot.put(listed(&Tool { price: Cents::new(300).unwrap(), ..hoe.clone() }), true);
        assert!(!Arc::ptr_eq(&indexes, &snapshot.indexes), "dearer");
        let indexes = Arc::clone(&snapshot.indexes);
        snapshot.put(listed(&hoe), false);
        assert!(!Arc::ptr_eq(&indexes, &snapshot.indexes) && snapshot.tools.len() == 1, "removed");
    }

    #[test]
    fn entries_of_tools_that_have_not_changed_are_shared() {
        let words = Arc::default();
        let (hoe, fork) = (tool("Hoe", 100, 10, 1), tool("Fork", 200, 10, 2));
        let snapshot =
            CatalogueSnapshot::new([&hoe, &fork].map(|tool| Arc::new(listed(tool))).to_vec(), &words);
        let reloaded = |tools: &[&Tool]| {
            let entry = |tool: &&Tool| snapshot.same_entry(tool).unwrap_or_else(|| Arc::new(listed(tool)));
            CatalogueSnapshot::new(tools.iter().map(entry).collect(), &words)
        };
        assert!(snapshot.has_same_entries(&reloaded(&[&hoe, &fork])));
        assert!(!snapshot.has_same_entries(&reloaded(&[&hoe])));
        let (sold, renamed) = (Tool { available: 9, ..hoe.clone() }, Tool { name: "Rake".into(), ..hoe });
        for changed in [sold, renamed] {
            assert!(snapshot.same_entry(&changed).is_none());
            assert!(!snapshot.has_same_entries(&reloaded(&[&changed, &fork])));
        }
    }

    #[test]
    fn a_page_is_made_once_and_a_long_list_is_not_kept() {
        let mut snapshot = CatalogueSnapshot::default();
        for n in 0..200 {
            snapshot.put(listed(&tool(&format!("Tool {n}"), 100, 10, n)), true);
        }
        let mut page = ToolQuery::everything();
        page.limit = Some(24);
        assert!(Arc::ptr_eq(&snapshot.rendered_list(&page), &snapshot.rendered_list(&page)));
        let everything = ToolQuery::everything();
        assert!(Arc::ptr_eq(&snapshot.rendered_list(&everything), &snapshot.rendered_list(&everything)));
        let mut sorted = ToolQuery::everything();
        sorted.sort = ToolSort::Name;
        assert!(!Arc::ptr_eq(&snapshot.rendered_list(&sorted), &snapshot.rendered_list(&sorted)));
    }
}
