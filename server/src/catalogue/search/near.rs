//! Similar searches, when a search finds no tool.

use crate::catalogue::{
    listing::facets::{NearSearch, ToolColumns},
    search::{
        index::{Matches, SearchIndex},
        words::SearchWords,
    },
};

const MAX_NEAR: usize = 4;
/// Each unknown word is compared with every word of the catalogue.
const MAX_WORDS: usize = 4;

/// Makes similar searches: with words that some tools have in place of the unknown ones, and with a part of the words.
/// `count` says how many tools of a search are listed.
pub fn near_searches(
    index: &SearchIndex,
    columns: &ToolColumns,
    in_stock: &[bool],
    search: &SearchWords,
    count: impl Fn(&Matches) -> usize,
) -> Vec<NearSearch> {
    if search.words.len() > MAX_WORDS {
        return Vec::new();
    }
    let find = |search: &SearchWords| count(&index.find(search, columns, in_stock));
    let alone: Vec<_> = (0..search.words.len()).map(|place| search.only(place)).collect();
    let totals: Vec<usize> = alone.iter().map(find).collect();
    let corrected = std::iter::zip(&search.words, &totals).map(|(word, total)| match total {
        0 => index.nearest(word),
        _ => Some(word.as_str()),
    });
    let corrected = corrected.collect::<Option<Vec<&str>>>().map(|words| words.join(" "));
    let mut near = Vec::new();
    if let Some(q) = corrected.filter(|_| totals.contains(&0)) {
        near.push(NearSearch { total: find(&SearchWords::new(&q, search.language)), q, is_spelling: true });
    }
    if alone.len() > 1 {
        let parts = std::iter::zip(&search.words, totals);
        near.extend(parts.map(|(word, total)| NearSearch { q: word.clone(), total, is_spelling: false }));
    }
    near.retain(|it| it.total > 0);
    near.truncate(MAX_NEAR);
    near
}
