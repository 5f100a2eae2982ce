//! Rule: the forbidden words do not occur, and two public types of a crate do not share a name.

use std::collections::BTreeMap;

use super::source::Source;

const FORBIDDEN: &[&str] = &[
    "whoever",
    "nobody",
    "somebody",
    "anew",
    "lest",
    "rival",
    "rivals",
    "deed",
    "deeds",
    "that of",
    "those of",
    "of before",
    "is none",
];

/// Occurrences of forbidden words. A phrase may be wrapped, also within a comment.
pub fn forbidden_words(source: &Source) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_gap = |gap: &str| gap.chars().all(|c| c.is_whitespace() || "/!*#>".contains(c));
    let mut previous = (String::new(), 0);
    let mut found = Vec::new();
    for word in source.text.split(|c| !is_word(c)).filter(|word| !word.is_empty()) {
        let start = word.as_ptr().addr() - source.text.as_ptr().addr();
        let lower = word.to_lowercase();
        let phrase = format!("{} {lower}", previous.0);
        let is_phrase = is_gap(&source.text[previous.1..start]) && FORBIDDEN.contains(&phrase.as_str());
        found.extend(is_phrase.then_some(phrase));
        found.extend(FORBIDDEN.contains(&lower.as_str()).then(|| lower.clone()));
        previous = (lower, start + word.len());
    }
    found
}

/// The public types of a crate, with the number of their definitions.
pub fn public_types<'a>(sources: impl Iterator<Item = &'a Source>) -> BTreeMap<String, usize> {
    let mut count = BTreeMap::new();
    for source in sources {
        for rest in source.code.split("pub ").skip(1) {
            let Some((kind, rest)) = rest.split_once(' ') else { continue };
            if !["struct", "enum", "trait", "type"].contains(&kind) {
                continue;
            }
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
            *count.entry(name).or_default() += usize::from(!rest.starts_with('$'));
        }
    }
    count
}

#[test]
fn a_forbidden_word_is_caught() {
    let found = |text: &str| forbidden_words(&Source::plain("x.md", text));
    assert_eq!(
        found("Whoever comes\n/// asks for that\n    /// of another, anew."),
        ["whoever", "that of", "anew"]
    );
    assert_eq!(found("fn nobody_sees_it() {} Indeed, that is of no use; there is none."), ["is none"]);
}

#[test]
fn a_shared_name_is_caught() {
    let sources = ["pub struct A; pub enum B<T> {}", "pub trait A {} struct B; pub struct $name;"]
        .map(|text| Source::rust("x.rs", text));
    let count = public_types(sources.iter());
    assert_eq!((count["A"], count["B"]), (2, 1));
}
