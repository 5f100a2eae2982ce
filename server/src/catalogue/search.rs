//! Finds tools by search words.
//!
//! A word matches every tool with a word that starts with it, in the name or description. If it matches no name, it may
//! be misspelled: then names with one typing error match too. If it matches no description either, descriptions with
//! one error match too. So a word that begins a tool's name shows no fuzzy matches.
//!
//! An inverted index has the tools of each word. It is built by the first search after a change of names, descriptions
//! or prices, and sales leave it as it is.

use std::{
    collections::HashMap,
    iter,
    ops::Range,
    sync::{Arc, PoisonError, RwLock},
};

use super::{
    entry::CatalogueEntry,
    fuzzy::{FuzzyPattern, tokenize},
};

/// The number of every word of every tool since the start. Numbers are never reused.
#[derive(Default)]
pub struct WordNumbers(RwLock<KnownWords>);

#[derive(Default)]
struct KnownWords {
    numbers: HashMap<Arc<str>, u32>,
    /// By number.
    words: Vec<Arc<str>>,
}

impl WordNumbers {
    /// The numbers of the words of a text, each once.
    pub fn of(&self, text: &str) -> Box<[u32]> {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let mut numbers = Vec::new();
        tokenize(text, |word| numbers.push(known.number_of(word)));
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into()
    }

    fn words(&self) -> Vec<Arc<str>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).words.clone()
    }
}

impl KnownWords {
    #[expect(clippy::cast_possible_truncation, reason = "memory ends long before 2^32 words")]
    fn number_of(&mut self, word: &str) -> u32 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let (word, number) = (Arc::<str>::from(word), self.words.len() as u32);
        self.words.push(Arc::clone(&word));
        self.numbers.insert(word, number);
        number
    }
}

/// A set of tools, by their place in the snapshot: one bit for each.
pub struct ToolSet(Vec<u64>);

impl ToolSet {
    fn empty(tools: usize) -> Self {
        Self(vec![0; tools.div_ceil(64)])
    }

    fn insert(&mut self, tool: u32) {
        if let Some(bits) = self.0.get_mut(tool as usize / 64) {
            *bits |= 1 << (tool % 64);
        }
    }

    fn keep(&mut self, other: &Self) {
        iter::zip(&mut self.0, &other.0).for_each(|(bits, others)| *bits &= others);
    }

    pub fn contains(&self, tool: u32) -> bool {
        self.0.get(tool as usize / 64).is_some_and(|bits| bits >> (tool % 64) & 1 == 1)
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }
}

/// The tools of each word, by its number.
struct Postings {
    /// Where the tools of a word begin. The last element is their end.
    starts: Vec<u32>,
    tools: Vec<u32>,
}

impl Postings {
    #[expect(clippy::cast_possible_truncation, reason = "the program has no memory for 2^32 tools")]
    fn new<'t>(words: usize, tools: impl Iterator<Item = &'t [u32]> + Clone) -> Self {
        let mut starts = vec![0_u32; words + 1];
        for word in tools.clone().flatten() {
            starts[*word as usize + 1] += 1;
        }
        for word in 0..words {
            starts[word + 1] += starts[word];
        }
        let mut next = starts.clone();
        let mut placed = vec![0; starts[words] as usize];
        for (tool, its_words) in tools.enumerate() {
            for word in its_words {
                let at = &mut next[*word as usize];
                placed[*at as usize] = tool as u32;
                *at += 1;
            }
        }
        Self { starts, tools: placed }
    }

    fn of(&self, word: u32) -> &[u32] {
        let word = word as usize;
        &self.tools[self.starts[word] as usize..self.starts[word + 1] as usize]
    }

    /// Whether a tool has one of these words.
    fn any(&self, words: &[u32]) -> bool {
        words.iter().any(|word| !self.of(*word).is_empty())
    }

    fn add_to(&self, found: &mut ToolSet, words: &[u32]) {
        words.iter().flat_map(|word| self.of(*word)).for_each(|tool| found.insert(*tool));
    }
}

/// The words of all tools of a snapshot.
pub struct SearchIndex {
    tool_count: usize,
    /// By number.
    words: Vec<Arc<str>>,
    /// Word numbers in the order of the words.
    sorted: Vec<u32>,
    in_names: Postings,
    in_descriptions: Postings,
}

impl SearchIndex {
    #[expect(clippy::cast_possible_truncation, reason = "words have 32-bit numbers")]
    pub fn new(tools: &[Arc<CatalogueEntry>], numbers: &WordNumbers) -> Self {
        let words = numbers.words();
        let mut sorted: Vec<u32> = (0..words.len() as u32).collect();
        sorted.sort_unstable_by(|a, b| words[*a as usize].cmp(&words[*b as usize]));
        Self {
            tool_count: tools.len(),
            in_names: Postings::new(words.len(), tools.iter().map(|tool| &*tool.name_words)),
            in_descriptions: Postings::new(words.len(), tools.iter().map(|tool| &*tool.description_words)),
            words,
            sorted,
        }
    }

    /// Tools that have all words. A search without a word finds nothing.
    pub fn find(&self, words: &[String]) -> ToolSet {
        let mut found = words.iter().map(|word| self.find_word(word));
        let Some(mut all) = found.next() else { return ToolSet::empty(0) };
        found.for_each(|others| all.keep(&others));
        all
    }

    fn find_word(&self, word: &str) -> ToolSet {
        let mut found = ToolSet::empty(self.tool_count);
        let begins = &self.sorted[self.range_of(word)];
        if self.in_names.any(begins) {
            self.in_names.add_to(&mut found, begins);
            self.in_descriptions.add_to(&mut found, begins);
            return found;
        }
        let typed = FuzzyPattern::new(word);
        let mut nearly = begins.to_vec();
        nearly.extend(
            iter::zip(0.., &self.words).filter(|(_, known)| typed.nearly_starts(known)).map(|(n, _)| n),
        );
        self.in_names.add_to(&mut found, &nearly);
        let described = if self.in_descriptions.any(begins) { begins } else { &nearly };
        self.in_descriptions.add_to(&mut found, described);
        found
    }

    /// Where the words that start with `start` are in `sorted`.
    fn range_of(&self, start: &str) -> Range<usize> {
        let word = |number: u32| &*self.words[number as usize];
        let first = self.sorted.partition_point(|number| word(*number) < start);
        let count = self.sorted[first..].partition_point(|number| word(*number).starts_with(start));
        first..first + count
    }
}
