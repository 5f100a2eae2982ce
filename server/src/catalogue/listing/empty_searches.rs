//! Collects searches of visitors that found no tool. A text that may say something about a person is not counted.

use std::{
    collections::HashMap,
    mem,
    sync::{Mutex, PoisonError},
};

/// The memory holds at most this many terms, and the database as many for each day.
pub const MAX_TERMS: usize = 200;
const MAX_TERM_LENGTH: usize = 40;
/// Longer numbers may be of a phone, an order or a card.
const MAX_DIGITS: usize = 4;

#[derive(Default)]
pub struct EmptySearches(Mutex<HashMap<String, i64>>);

impl EmptySearches {
    pub fn count(&self, text: &str) {
        let Some(term) = term_of(text) else { return };
        let mut terms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if terms.len() < MAX_TERMS || terms.contains_key(&term) {
            *terms.entry(term).or_default() += 1;
        }
    }

    pub fn take(&self) -> Vec<(String, i64)> {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_iter().collect()
    }
}

/// The text in lower case with single spaces. Returns `None` if it is too short or too long, or may be personal.
fn term_of(text: &str) -> Option<String> {
    let term = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let digits = term.chars().filter(char::is_ascii_digit).count();
    let is_counted = (2..=MAX_TERM_LENGTH).contains(&term.chars().count())
        && digits <= MAX_DIGITS
        && !term.contains(['@', '/', '\0'])
        && !term.chars().any(char::is_control);
    is_counted.then_some(term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn personal_and_long_texts_are_not_counted() {
        assert_eq!(term_of("  Hedge   TRIMMER "), Some("hedge trimmer".into()));
        assert_eq!(term_of("size 42"), Some("size 42".into()));
        for text in ["", "x", "ada@example.com", "613-555-0142", "4242 4242", "https://a.ca", &"a".repeat(41)]
        {
            assert_eq!(term_of(text), None, "{text}");
        }
    }

    #[test]
    fn the_memory_is_bounded() {
        let searches = EmptySearches::default();
        for n in 0..1_000 {
            searches.count(&format!("term {n}"));
            searches.count("term 0");
        }
        let terms = searches.take();
        assert_eq!(terms.len(), MAX_TERMS);
        assert!(terms.contains(&("term 0".into(), 1_001)));
        assert_eq!(searches.take(), []);
    }
}
