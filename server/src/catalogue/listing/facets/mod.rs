//! How many tools each filter would leave, for the filters of All Tools.

pub mod http;

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use super::{entry::CatalogueEntry, query::ToolQuery};
use crate::{catalogue::search::index::Matches, values::money::Cents};

/// A tool without a category.
const NO_CATEGORY: u16 = u16::MAX;
/// The filters offer at most so many minimum quantities.
const MAX_MINIMUMS: usize = 4;
const MINIMUMS: [i64; 8] = [1, 2, 5, 10, 25, 50, 100, 250];

/// The number of tools behind each filter. The other filters and the search apply.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolFacets {
    /// The counts include the tools of the categories below. Categories without a tool are left out.
    pub categories: Vec<CategoryCount>,
    pub in_stock: usize,
    pub prices: Vec<PriceRangeCount>,
    pub minimums: Vec<MinimumCount>,
    /// If no tool matches the search: similar searches that find some.
    pub near: Vec<NearSearch>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct CategoryCount {
    pub slug: String,
    pub count: usize,
}

/// Both prices are part of the range. The first one has no `from`, the last one no `to`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PriceRangeCount {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    pub from: Option<Cents>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    pub to: Option<Cents>,
    pub count: usize,
}

/// Tools with at most this minimum quantity.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MinimumCount {
    pub up_to: i64,
    pub count: usize,
}

/// Another search, and how many tools it finds.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NearSearch {
    pub q: String,
    pub total: usize,
    /// Its words are spelled differently. Otherwise it has only a part of the words.
    pub is_spelling: bool,
}

/// What filters compare besides the stock, by the place of the tool.
pub struct ToolColumns {
    prices: Vec<Cents>,
    minimums: Vec<i64>,
    /// Places in `slugs`.
    categories: Vec<u16>,
    slugs: Vec<String>,
    /// The ranges that are offered, made of all tools, so that they stay while a visitor filters.
    price_ranges: Vec<PriceRangeCount>,
    offered_minimums: Vec<i64>,
}

impl ToolColumns {
    #[expect(clippy::cast_possible_truncation, reason = "a shop has at most 200 categories")]
    pub fn new(tools: &[Arc<CatalogueEntry>]) -> Self {
        let mut columns = Self {
            prices: Vec::with_capacity(tools.len()),
            minimums: Vec::with_capacity(tools.len()),
            categories: Vec::with_capacity(tools.len()),
            slugs: Vec::new(),
            price_ranges: Vec::new(),
            offered_minimums: Vec::new(),
        };
        for tool in tools {
            columns.prices.push(tool.price);
            columns.minimums.push(tool.minimum);
            let category = tool.extras.category.as_ref().map(|slug| {
                columns.slugs.iter().position(|known| known == slug).unwrap_or_else(|| {
                    columns.slugs.push(slug.clone());
                    columns.slugs.len() - 1
                })
            });
            columns.categories.push(category.map_or(NO_CATEGORY, |place| place as u16));
        }
        columns.price_ranges = price_ranges(&columns.prices);
        columns.offered_minimums = offered_minimums(&columns.minimums);
        columns
    }

    /// Calls `each` with the tools of a category.
    pub fn each_of(&self, slug: &str, mut each: impl FnMut(u32)) {
        let Some(place) = self.slugs.iter().position(|known| known == slug) else { return };
        let tools = std::iter::zip(0.., &self.categories);
        tools.filter(|(_, category)| usize::from(**category) == place).for_each(|(tool, _)| each(tool));
    }

    /// Counts the tools that only the filter itself may exclude. The categories are the tools' own.
    pub fn count(&self, query: &ToolQuery, in_stock: &[bool], found: Option<&Matches>) -> ToolFacets {
        let chosen: Vec<bool> = self.slugs.iter().map(|slug| query.has_category(slug)).collect();
        let mut count_in_stock = 0;
        let mut by_category = vec![0; self.slugs.len()];
        let mut prices = self.price_ranges.clone();
        let mut minimums: Vec<_> =
            self.offered_minimums.iter().map(|up_to| MinimumCount { up_to: *up_to, count: 0 }).collect();
        for (tool, is_in_stock) in in_stock.iter().copied().enumerate() {
            if found.is_some_and(|found| !found.contains(u32::try_from(tool).unwrap_or(u32::MAX))) {
                continue;
            }
            let (price, minimum) = (self.prices[tool], self.minimums[tool]);
            let category = usize::from(self.categories[tool]);
            let failed = [
                query.in_stock && !is_in_stock,
                !query.has_minimum(minimum),
                !query.has_price(price),
                query.categories.is_some() && !chosen.get(category).copied().unwrap_or_default(),
            ];
            let only = |filter: usize| (0..failed.len()).all(|other| other == filter || !failed[other]);
            if only(0) && is_in_stock {
                count_in_stock += 1;
            }
            if only(1) {
                minimums.iter_mut().filter(|it| minimum <= it.up_to).for_each(|it| it.count += 1);
            }
            if only(2)
                && let Some(range) = prices.iter_mut().find(|it| it.to.is_none_or(|to| price <= to))
            {
                range.count += 1;
            }
            if only(3)
                && let Some(count) = by_category.get_mut(category)
            {
                *count += 1;
            }
        }
        let categories = std::iter::zip(&self.slugs, by_category).filter(|(_, count)| *count > 0);
        ToolFacets {
            categories: categories.map(|(slug, count)| CategoryCount { slug: slug.clone(), count }).collect(),
            in_stock: count_in_stock,
            prices,
            minimums,
            near: Vec::new(),
        }
    }
}

/// Up to four ranges with round prices between them, each with about as many tools.
fn price_ranges(prices: &[Cents]) -> Vec<PriceRangeCount> {
    let mut sorted: Vec<i64> = prices.iter().map(|price| price.as_i64()).collect();
    sorted.sort_unstable();
    let quarter = |number: usize| sorted.get(sorted.len() * number / 4).copied();
    let mut limits: Vec<i64> = (1..4).filter_map(quarter).map(round_price).collect();
    let (least, most) =
        (sorted.first().copied().unwrap_or_default(), sorted.last().copied().unwrap_or_default());
    limits.retain(|limit| (least + 1..=most).contains(limit));
    limits.dedup();
    if limits.is_empty() {
        return Vec::new();
    }
    let starts = std::iter::once(None).chain(limits.iter().copied().map(Some));
    let ends = limits.iter().map(|limit| Some(limit - 1)).chain([None]);
    let cents = |amount: Option<i64>| amount.and_then(Cents::new);
    starts
        .zip(ends)
        .map(|(from, to)| PriceRangeCount { from: cents(from), to: cents(to), count: 0 })
        .collect()
}

/// The nearest of 1, 2.50, 5 and 10 dollars, of ten times as much, and so on. The steps are wide, so that a new tool
/// seldom moves a range under the visitor.
fn round_price(cents: i64) -> i64 {
    let mut scale = 10;
    while cents >= scale * 100 {
        scale *= 10;
    }
    let near =
        [10, 25, 50, 100].map(|step| step * scale).into_iter().min_by_key(|price| (price - cents).abs());
    near.unwrap_or(cents)
}

/// The minimums that leave out some tools, and more than the one before.
fn offered_minimums(minimums: &[i64]) -> Vec<i64> {
    let mut offered = Vec::new();
    let mut before = 0;
    for up_to in MINIMUMS {
        let count = minimums.iter().filter(|minimum| **minimum <= up_to).count();
        if count > before && count < minimums.len() && offered.len() < MAX_MINIMUMS {
            offered.push(up_to);
            before = count;
        }
    }
    offered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn price_ranges_are_round_and_leave_no_gap() {
        let prices: Vec<Cents> =
            [12, 310, 1_600, 2_175, 4_200, 4_900, 5_850, 22_900].map(|it| Cents::new(it).unwrap()).into();
        let ends: Vec<_> = price_ranges(&prices)
            .iter()
            .map(|it| (it.from.map(Cents::as_i64), it.to.map(Cents::as_i64)))
            .collect();
        assert_eq!(ends, [(None, Some(999)), (Some(1_000), Some(4_999)), (Some(5_000), None)]);
        assert!(price_ranges(&prices[..1]).is_empty() && price_ranges(&[]).is_empty());
    }

    #[test]
    fn minimums_are_offered_where_they_leave_out_tools() {
        assert_eq!(offered_minimums(&[1, 1, 4, 6, 20]), [1, 5, 10]);
        assert!(offered_minimums(&[1, 1]).is_empty());
    }
}
