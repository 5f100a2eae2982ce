//! Finds tools by search words.
//!
//! A word matches every tool with a word that starts with it, in the name or description. If it matches no name, it may
//! be misspelled: then names with one typing error match too. If it matches no description either, descriptions with
//! one error match too. So a correctly spelled search never shows fuzzy matches.
//!
//! Every word of the catalogue has a number. A search compares each distinct word once, and tools compare only numbers.
//! With ten thousand tools and twenty thousand words a search takes a few milliseconds (`make bench`).

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use super::{entry::CatalogueEntry, fuzzy::FuzzyPattern};

/// The number of every word of every tool since the start. Numbers are never reused.
#[derive(Default)]
pub struct WordIndex(RwLock<WordNumbers>);

#[derive(Default)]
struct WordNumbers {
    numbers: HashMap<Arc<str>, usize>,
    /// By number.
    words: Vec<Arc<str>>,
}

impl WordIndex {
    pub fn numbers_of(&self, words: &[String]) -> Box<[usize]> {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let mut numbers: Vec<usize> = words.iter().map(|word| known.number_of(word)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into()
    }

    fn matching_words(&self, is_meant: impl Fn(&str) -> bool) -> WordSet {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let marks: Vec<bool> = known.words.iter().map(|word| is_meant(word)).collect();
        // An empty list makes `contains_any` fast.
        WordSet(if marks.contains(&true) { marks } else { Vec::new() })
    }
}

impl WordNumbers {
    fn number_of(&mut self, word: &str) -> usize {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let (word, number) = (Arc::<str>::from(word), self.words.len());
        self.words.push(Arc::clone(&word));
        self.numbers.insert(word, number);
        number
    }
}

/// A set of words, by number.
#[derive(Clone)]
pub struct WordSet(Vec<bool>);

impl WordSet {
    pub fn any(&self, numbers: &[usize]) -> bool {
        !self.0.is_empty() && numbers.iter().any(|number| self.0.get(*number).copied().unwrap_or_default())
    }
}

/// A search in one snapshot.
pub struct ToolSearch(Vec<SearchTerm>);

/// One word of a search.
struct SearchTerm {
    in_names: WordSet,
    in_descriptions: WordSet,
}

impl ToolSearch {
    pub fn new(words: &[String], tools: &[Arc<CatalogueEntry>], vocabulary: &WordIndex) -> Self {
        Self(words.iter().map(|word| SearchTerm::new(word, tools, vocabulary)).collect())
    }

    /// Whether the tool has all words. A search without a word finds nothing.
    pub fn matches(&self, tool: &CatalogueEntry) -> bool {
        !self.0.is_empty()
            && self.0.iter().all(|sought| {
                sought.in_names.any(&tool.name_words) || sought.in_descriptions.any(&tool.description_words)
            })
    }
}

impl SearchTerm {
    fn new(word: &str, tools: &[Arc<CatalogueEntry>], vocabulary: &WordIndex) -> Self {
        let begins = vocabulary.matching_words(|known| known.starts_with(word));
        if tools.iter().any(|tool| begins.any(&tool.name_words)) {
            return Self { in_names: begins.clone(), in_descriptions: begins };
        }
        let typed = FuzzyPattern::new(word);
        let nearly = vocabulary.matching_words(|known| known.starts_with(word) || typed.nearly_starts(known));
        let is_described = tools.iter().any(|tool| begins.any(&tool.description_words));
        Self { in_names: nearly.clone(), in_descriptions: if is_described { begins } else { nearly } }
    }
}
