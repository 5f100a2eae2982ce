//! The numbers of words.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use super::{fuzzy::tokenize, word_set::WordSet};

/// The number of every word of every tool since the start. Numbers are never reused.
#[derive(Default)]
pub struct WordNumbers(RwLock<KnownWords>);

#[derive(Default)]
struct KnownWords {
    numbers: HashMap<Arc<str>, u32>,
    /// The words by their numbers.
    words: Vec<Arc<str>>,
}

impl WordNumbers {
    /// The numbers of the words of a text, each once.
    pub fn of(&self, text: &str) -> WordSet {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let mut numbers = Vec::new();
        tokenize(text, |word| numbers.push(known.number_of(word)));
        WordSet::new(numbers)
    }

    pub fn words(&self) -> Vec<Arc<str>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).words.clone()
    }
}

impl KnownWords {
    #[expect(clippy::cast_possible_truncation, reason = "memory ends long before 2^32 words")]
    fn number_of(&mut self, word: &str) -> u32 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let word = Arc::<str>::from(word);
        let number = self.words.len() as u32;
        self.words.push(Arc::clone(&word));
        self.numbers.insert(word, number);
        number
    }
}
