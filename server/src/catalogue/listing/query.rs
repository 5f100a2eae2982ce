//! Filters, sorts and pages the tools of GET /tools.

use std::sync::Arc;

use utoipa::ToSchema;

use super::entry::{CatalogueEntry, ToolCursor, ToolSort};
use crate::{
    catalogue::search::{index::Matches, words::SearchWords},
    values::{language::Language, money::Cents},
};

/// Which tools the owner manages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum ToolStateFilter {
    Published,
    Draft,
    /// Few are left, as set for the tool.
    Low,
    /// Without a name or a description in French.
    Untranslated,
}

impl ToolStateFilter {
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "published" => Some(Self::Published),
            "draft" => Some(Self::Draft),
            "low" => Some(Self::Low),
            "untranslated" => Some(Self::Untranslated),
            _ => None,
        }
    }
}

/// A checked [`ToolQueryParams`](super::query_params::ToolQueryParams).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ToolQuery {
    /// The language of the names and descriptions in the list.
    pub language: Language,
    pub sort: ToolSort,
    pub limit: Option<i64>,
    pub(super) after: Option<ToolCursor>,
    /// `None` if there is no search.
    pub words: Option<SearchWords>,
    pub in_stock: bool,
    pub(super) max_minimum: Option<i64>,
    pub(super) price_min: Option<Cents>,
    pub(super) price_max: Option<Cents>,
    /// Slugs.
    pub categories: Option<Vec<String>>,
    pub state: Option<ToolStateFilter>,
}

/// One page of tools.
pub struct ToolQueryResult {
    pub tools: Vec<Arc<CatalogueEntry>>,
    /// Number of tools on all pages.
    pub total: usize,
    pub next: Option<ToolCursor>,
}

impl ToolQuery {
    /// Every tool, oldest first, as the specified client requests it.
    pub fn everything() -> Self {
        Self {
            language: Language::English,
            sort: ToolSort::Oldest,
            limit: None,
            after: None,
            words: None,
            in_stock: false,
            max_minimum: None,
            price_min: None,
            price_max: None,
            categories: None,
            state: None,
        }
    }

    /// `order` has places in `tools`, in the order of [`ToolQuery::sort`]. `found` is the result of the search, if
    /// there is one.
    pub fn select(
        &self,
        tools: &[Arc<CatalogueEntry>],
        order: &[u32],
        found: Option<&Matches>,
    ) -> ToolQueryResult {
        let tool = |at: u32| &tools[at as usize];
        let is_listed =
            |at: &u32| found.is_none_or(|found| found.contains(*at)) && self.matches_filters(tool(*at));
        let total = if self.has_filters() {
            order.iter().filter(|at| is_listed(at)).count()
        } else {
            found.map_or(tools.len(), Matches::count)
        };
        let first = self
            .after
            .as_ref()
            .map_or(0, |after| order.partition_point(|at| after.is_at_or_after(tool(*at), self.language)));
        let mut listed = order[first..].iter().copied().filter(is_listed);
        let size = self.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        let page: Vec<_> = listed.by_ref().take(size).map(|at| Arc::clone(tool(at))).collect();
        let last = page.last().filter(|_| listed.next().is_some());
        let next = last.map(|tool| ToolCursor::after(self.sort, tool, self.language));
        ToolQueryResult { tools: page, total, next }
    }

    /// The best match first, and the newest first among equal ones.
    pub fn select_best(&self, tools: &[Arc<CatalogueEntry>], found: &Matches) -> ToolQueryResult {
        let tool = |at: u32| &tools[at as usize];
        let has_filters = self.has_filters();
        let mut total = 0;
        let listed = found.ranked().filter(|(_, at)| !has_filters || self.matches_filters(tool(*at)));
        let mut listed: Vec<(u16, u32)> = listed
            .inspect(|_| total += 1)
            .filter(|(rank, at)| {
                self.after.as_ref().is_none_or(|after| after.is_before_rank(*rank, tool(*at)))
            })
            .collect();
        let size = self.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        let is_more = listed.len() > size;
        if is_more {
            listed.select_nth_unstable_by(size, |a, b| b.cmp(a));
            listed.truncate(size);
        }
        listed.sort_unstable_by(|a, b| b.cmp(a));
        let last = listed.last().filter(|_| is_more);
        let next = last.map(|(rank, at)| ToolCursor::after_rank(*rank, tool(*at)));
        let tools = listed.into_iter().map(|(_, at)| Arc::clone(tool(at))).collect();
        ToolQueryResult { tools, total, next }
    }

    /// Whether nothing but the searched words decides which tools match.
    pub fn is_search_alone(&self) -> bool {
        self.words.is_some() && !self.has_filters()
    }

    fn has_filters(&self) -> bool {
        self.in_stock
            || self.max_minimum.is_some()
            || self.price_min.is_some()
            || self.price_max.is_some()
            || self.categories.is_some()
            || self.state.is_some()
    }

    pub fn has_minimum(&self, minimum: i64) -> bool {
        self.max_minimum.is_none_or(|most| minimum <= most)
    }

    pub fn has_price(&self, price: Cents) -> bool {
        self.price_min.is_none_or(|least| price >= least) && self.price_max.is_none_or(|most| price <= most)
    }

    pub fn has_category(&self, slug: &String) -> bool {
        self.categories.as_ref().is_some_and(|slugs| slugs.contains(slug))
    }

    pub fn matches_filters(&self, tool: &CatalogueEntry) -> bool {
        (!self.in_stock || tool.is_in_stock())
            && self.has_minimum(tool.minimum)
            && self.has_price(tool.price)
            && (self.categories.is_none()
                || tool.extras.category.as_ref().is_some_and(|category| self.has_category(category)))
            && self.state.is_none_or(|state| match state {
                ToolStateFilter::Published => !tool.extras.is_draft,
                ToolStateFilter::Draft => tool.extras.is_draft,
                ToolStateFilter::Low => tool.is_low(),
                ToolStateFilter::Untranslated => !tool.extras.french.is_complete(),
            })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;
    use crate::{
        catalogue::{
            listing::{query_params::ToolQueryParams, snapshot::CatalogueSnapshot},
            search::word_numbers::WordNumbers,
            tools::tool::{Tool, ToolExtras},
        },
        values::{ids::Id, time::Timestamp},
    };

    static WORDS: LazyLock<Arc<WordNumbers>> = LazyLock::new(Arc::default);

    fn tool(name: &str, cents: i64, available: i64, minimum: i64, at: i64) -> Arc<CatalogueEntry> {
        let created_at = Timestamp::from_micros(at);
        let tool = Tool {
            id: Id::new(created_at),
            name: name.into(),
            description: "For the border".into(),
            img: "/x".into(),
            price: Cents::new(cents).unwrap(),
            available,
            minimum,
            revision: 1,
            created_at,
            changed_at: created_at,
            extras: ToolExtras::default(),
        };
        Arc::new(CatalogueEntry::new(tool, &WORDS).unwrap())
    }

    fn names_of(page: &ToolQueryResult) -> Vec<String> {
        page.tools.iter().map(|tool| tool.name.clone()).collect()
    }

    fn page(query: &ToolQueryParams, tools: &[Arc<CatalogueEntry>]) -> ToolQueryResult {
        let listing = query.check().unwrap();
        let mut tools = tools.to_vec();
        tools.sort_by(|a, b| a.creation_key().cmp(&b.creation_key()));
        CatalogueSnapshot::new(tools, &WORDS).select(&listing)
    }

    fn names(query: &ToolQueryParams, tools: &[Arc<CatalogueEntry>]) -> Vec<String> {
        let mut names = Vec::new();
        let mut query = query.clone();
        loop {
            let page = page(&query, tools);
            names.extend(names_of(&page));
            match page.next {
                Some(next) => query.cursor = Some(next.encode()),
                None => return names,
            }
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "a query's members are optional")]
    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn pages_of_any_size_show_each_tool_once_in_order() {
        let tools: Vec<_> = (0..7).map(|n| tool(&format!("t{n}"), 100 * (n % 3 + 1), 10, 1, n / 2)).collect();
        for sort in ["oldest", "newest", "price", "-price", "name", "relevance"] {
            let whole = names(&ToolQueryParams { sort: some(sort), ..ToolQueryParams::default() }, &tools);
            assert_eq!(whole.len(), 7);
            for limit in 1..=8 {
                let query = ToolQueryParams {
                    sort: some(sort),
                    limit: some(&limit.to_string()),
                    ..ToolQueryParams::default()
                };
                assert_eq!(names(&query, &tools), whole, "{sort} {limit}");
            }
        }
    }

    #[test]
    fn the_next_page_is_right_though_the_last_tool_of_this_one_is_gone_or_dearer() {
        for sort in ["price", "name", "oldest"] {
            let mut tools: Vec<_> = ["a", "b", "c", "d"]
                .into_iter()
                .zip(1..)
                .map(|(name, n)| tool(name, n * 100, 10, 1, n))
                .collect();
            let first = ToolQueryParams { sort: some(sort), limit: some("2"), ..ToolQueryParams::default() };
            let cursor = page(&first, &tools).next.unwrap().encode();
            let second = ToolQueryParams { cursor: Some(cursor), ..first };
            tools.remove(1);
            assert_eq!(names(&second, &tools), ["c", "d"], "{sort}: removed");
        }
        let mut tools: Vec<_> = ["a", "b", "c", "d"]
            .into_iter()
            .zip(1..)
            .map(|(name, n)| tool(name, n * 100, 10, 1, n))
            .collect();
        let first = ToolQueryParams { sort: some("price"), limit: some("2"), ..ToolQueryParams::default() };
        let second = ToolQueryParams { cursor: Some(page(&first, &tools).next.unwrap().encode()), ..first };
        tools[1] = tool("b", 350, 10, 1, 2);
        assert_eq!(names(&second, &tools), ["c", "b", "d"], "c is not skipped");
    }

    #[test]
    fn a_cursor_is_for_the_order_it_came_from() {
        let tools = [tool("a", 1, 1, 1, 1), tool("b", 2, 1, 1, 2)];
        let first = ToolQueryParams { sort: some("price"), limit: some("1"), ..ToolQueryParams::default() };
        let cursor = page(&first, &tools).next.unwrap().encode();
        for sort in ["name", "oldest", "newest", "-price"] {
            let query = ToolQueryParams {
                sort: some(sort),
                cursor: Some(cursor.clone()),
                ..ToolQueryParams::default()
            };
            assert_eq!(query.check().unwrap_err().code, "invalid_field", "{sort}");
        }
    }

    #[test]
    fn the_same_question_in_other_words_is_one_listing() {
        let one =
            ToolQueryParams { price_min: some("0.10"), q: some("Hoe  x"), ..ToolQueryParams::default() };
        let other = ToolQueryParams {
            price_min: some("0.1000"),
            q: some(" hoe x"),
            in_stock: some("0"),
            ..ToolQueryParams::default()
        };
        assert_eq!(one.check().unwrap(), other.check().unwrap());
        assert_eq!(ToolQueryParams::default().check().unwrap(), ToolQuery::everything());
    }

    #[test]
    fn filters_keep_what_can_be_bought() {
        let tools =
            [tool("Hoe", 2_000, 10, 12, 1), tool("Spade", 3_000, 50, 5, 2), tool("Fork", 4_000, 50, 1, 3)];
        let of = |query: ToolQueryParams| names(&query, &tools);
        assert_eq!(
            of(ToolQueryParams { in_stock: some("true"), ..ToolQueryParams::default() }),
            ["Spade", "Fork"]
        );
        assert_eq!(of(ToolQueryParams { max_minimum: some("1"), ..ToolQueryParams::default() }), ["Fork"]);
        assert_eq!(
            of(ToolQueryParams {
                price_min: some("20"),
                price_max: some("30.00"),
                ..ToolQueryParams::default()
            }),
            ["Hoe", "Spade"]
        );
        assert_eq!(of(ToolQueryParams { q: some("bord SPA"), ..ToolQueryParams::default() }), ["Spade"]);
    }

    #[test]
    fn a_question_that_makes_no_sense_is_refused_with_the_field() {
        for query in [
            ToolQueryParams { sort: some("price; DROP TABLE tools"), ..ToolQueryParams::default() },
            ToolQueryParams { limit: some("101"), ..ToolQueryParams::default() },
            ToolQueryParams { limit: some("0"), ..ToolQueryParams::default() },
            ToolQueryParams { cursor: some("!"), ..ToolQueryParams::default() },
            ToolQueryParams { price_min: some("abc"), ..ToolQueryParams::default() },
            ToolQueryParams { in_stock: some("maybe"), ..ToolQueryParams::default() },
            ToolQueryParams { max_minimum: some("-1"), ..ToolQueryParams::default() },
        ] {
            assert_eq!(query.check().unwrap_err().code, "invalid_field", "{query:?}");
        }
    }
}
