//! Which tools a few typed words mean.
//!
//! A word means every tool that has a word beginning with it, in the name or the description. A word that begins no
//! tool's name may be misspelled: then names that begin nearly like it count as well, and when no description has it
//! either, nearly so descriptions too. So a slip is forgiven, and whoever spells well is not shown cakes among rakes.
//!
//! Every word of the catalogue has a number. A question is put to each different word once; tools then only look up the
//! numbers of their words. With ten thousand tools and twenty thousand words an answer takes a few milliseconds
//! (`make bench`).

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use super::{entry::Listed, fuzzy::Typed};

/// The number of every word that a tool has, or has had since the shop was started: numbers are never given twice.
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
        // So that nobody looks for what is nowhere.
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

/// Which words are meant, by number.
#[derive(Clone)]
pub struct Marks(Vec<bool>);

impl Marks {
    pub fn any(&self, numbers: &[usize]) -> bool {
        !self.0.is_empty() && numbers.iter().any(|number| self.0.get(*number).copied().unwrap_or_default())
    }
}

/// A question against one state of the catalogue.
pub struct Search(Vec<Sought>);

/// One word of it.
struct Sought {
    in_names: Marks,
    in_descriptions: Marks,
}

impl Search {
    pub fn new(words: &[String], tools: &[Arc<Listed>], vocabulary: &Vocabulary) -> Self {
        Self(words.iter().map(|word| Sought::new(word, tools, vocabulary)).collect())
    }

    /// Whether the tool has all the words. No tool has none of none: a question without a word finds nothing.
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
