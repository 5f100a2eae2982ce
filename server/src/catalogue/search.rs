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

use super::{entry::Listed, fuzzy::Typed};

/// The number of every word of every tool since the start. Numbers are never reused.
#[derive(Default)]
pub struct Vocabulary(RwLock<Words>);

#[derive(Default)]
struct Words {
    numbers: HashMap<Arc<str>, usize>,
    /// By number.
    words: Vec<Arc<str>>,
}

impl Vocabulary {
    pub fn numbers_of(&self, words: &[String]) -> Box<[usize]> {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let mut numbers: Vec<usize> = words.iter().map(|word| known.number_of(word)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into()
    }

    fn mark(&self, is_meant: impl Fn(&str) -> bool) -> Marks {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let marks: Vec<bool> = known.words.iter().map(|word| is_meant(word)).collect();
        // An empty list makes `contains_any` fast.
        Marks(if marks.contains(&true) { marks } else { Vec::new() })
    }
}

impl Words {
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
pub struct Marks(Vec<bool>);

impl Marks {
    pub fn any(&self, numbers: &[usize]) -> bool {
        !self.0.is_empty() && numbers.iter().any(|number| self.0.get(*number).copied().unwrap_or_default())
    }
}

/// A search in one snapshot.
pub struct Search(Vec<Sought>);

/// One word of a search.
struct Sought {
    in_names: Marks,
    in_descriptions: Marks,
}

impl Search {
    pub fn new(words: &[String], tools: &[Arc<Listed>], vocabulary: &Vocabulary) -> Self {
        Self(words.iter().map(|word| Sought::new(word, tools, vocabulary)).collect())
    }

    /// Whether the tool has all words. A search without a word finds nothing.
    pub fn finds(&self, tool: &Listed) -> bool {
        !self.0.is_empty()
            && self.0.iter().all(|sought| {
                sought.in_names.any(&tool.name_words) || sought.in_descriptions.any(&tool.description_words)
            })
    }
}

impl Sought {
    fn new(word: &str, tools: &[Arc<Listed>], vocabulary: &Vocabulary) -> Self {
        let begins = vocabulary.mark(|known| known.starts_with(word));
        if tools.iter().any(|tool| begins.any(&tool.name_words)) {
            return Self { in_names: begins.clone(), in_descriptions: begins };
        }
        let typed = Typed::new(word);
        let nearly = vocabulary.mark(|known| known.starts_with(word) || typed.nearly_begins(known));
        let is_described = tools.iter().any(|tool| begins.any(&tool.description_words));
        Self { in_names: nearly.clone(), in_descriptions: if is_described { begins } else { nearly } }
    }
}
