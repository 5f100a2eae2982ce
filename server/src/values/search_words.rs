//! Names, e-mail addresses and phone numbers as the database searches them.
//!
//! A text is found by the beginnings of its words, in any order, as `values::fold` spells them. Its search key has all
//! words for `LIKE`. An index has them as 64-bit keys: all words with the same beginning have keys in one range, so it
//! finds a prefix on every engine, whatever its collation.

use super::{
    email::Email,
    fold::{fold, words},
    phone::Phone,
};
use crate::db::like;

/// Words of a long name that are not found on their own.
const MAX_WORDS: usize = 20;
/// Words of a search. The longest count.
pub const MAX_TERM_WORDS: usize = 4;
/// International numbers have at most 15 digits.
const PHONE_DIGITS: usize = 15;
/// A shorter number would match too many phones.
const MIN_PHONE_DIGITS: usize = 3;

/// Every word of these texts with a space before it. `Brontë-Tremblay` is two words and, for who writes it as one,
/// `brontetremblay`. An address is a word, and so are the parts before its @.
pub fn search_key(texts: &[&str]) -> String {
    let mut key = String::new();
    for word in texts.iter().flat_map(|text| stored_words(text)) {
        key.push(' ');
        key.push_str(&word);
    }
    key
}

/// An address is stored with the domain that DNS knows.
fn folded(chunk: &str) -> String {
    Email::parse(chunk).map_or_else(|| fold(chunk), |email| fold(email.as_str()))
}

fn stored_words(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for chunk in text.split_whitespace() {
        let folded = folded(chunk);
        if let Some((before_at, _)) = folded.split_once('@') {
            all.push(folded.replace(' ', ""));
            all.extend(words(before_at).map(str::to_owned));
            continue;
        }
        let parts: Vec<&str> = words(&folded).collect();
        if parts.len() > 1 && parts.iter().all(|part| part.chars().all(char::is_alphabetic)) {
            all.push(parts.concat());
        }
        all.extend(parts.into_iter().map(str::to_owned));
    }
    all
}

/// The longest words of a search, the longest first.
fn term_words(search_term: &str) -> Vec<String> {
    let mut all = Vec::new();
    for chunk in search_term.split_whitespace() {
        let folded = folded(chunk);
        if folded.contains('@') {
            all.push(folded.replace(' ', ""));
        } else {
            all.extend(words(&folded).map(str::to_owned));
        }
    }
    all.sort_by_key(|word| std::cmp::Reverse(word.len()));
    all.truncate(MAX_TERM_WORDS);
    all
}

/// Patterns that the search key of every text with these words matches. If the term has no word, they match nothing.
pub fn word_patterns(search_term: &str) -> [String; MAX_TERM_WORDS] {
    let words = term_words(search_term);
    // A search key is empty or begins with a space.
    let any = if words.is_empty() { "-" } else { "%" };
    std::array::from_fn(|place| {
        words.get(place).map_or_else(|| any.to_owned(), |word| like::beginning_a_word(word))
    })
}

/// The keys of the words in this text, each once.
pub fn word_keys(text: &str) -> Vec<i64> {
    let mut keys: Vec<i64> = stored_words(text).iter().take(MAX_WORDS).map(|word| key(word, 0)).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Returns the first and the last key of the words that begin like the longest word of this search. If the search has
/// no word, no key is between them.
pub fn word_range(search_term: &str) -> (i64, i64) {
    term_words(search_term).first().map_or((1, 0), |longest| (key(longest, 0), key(longest, u8::MAX)))
}

/// The first eight bytes in an order that `i64` keeps.
fn key(word: &str, padding: u8) -> i64 {
    let mut bytes = [padding; 8];
    for (to, from) in bytes.iter_mut().zip(word.bytes()) {
        *to = from;
    }
    i64::from_be_bytes(bytes) ^ i64::MIN
}

/// Returns the key of a phone number, or `None` if it has too few digits.
pub fn phone_key(phone: &str) -> Option<i64> {
    padded(Phone::find(phone).as_ref().map_or(phone, Phone::as_str), '0')
}

/// Returns the first and the last key of the phone numbers that begin like this. Returns `None` if the text is not a
/// number.
pub fn phone_range(text: &str) -> Option<(i64, i64)> {
    let is_number = text.chars().all(|char| char.is_ascii_digit() || " ()+-./".contains(char));
    if is_number { padded(text, '0').zip(padded(text, '9')) } else { None }
}

/// The digits without the country code of North America.
fn padded(phone: &str, padding: char) -> Option<i64> {
    let digits: String = phone.chars().filter(char::is_ascii_digit).take(PHONE_DIGITS).collect();
    let is_international = phone.trim_start().starts_with("+1");
    let national =
        digits.strip_prefix('1').filter(|rest| is_international || rest.len() == 10).unwrap_or(&digits);
    if national.len() < MIN_PHONE_DIGITS {
        return None;
    }
    let fill = std::iter::repeat_n(padding, PHONE_DIGITS - national.len());
    national.chars().chain(fill).collect::<String>().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_holds_what_begins_like_it() {
        let finds = |term: &str, text: &str| {
            let (first, last) = word_range(term);
            word_keys(text).iter().any(|key| (first..=last).contains(key))
        };
        for term in
            ["moss", "mo", "ada mo", "emile+beds@", "emile+beds@example.com", "beds", "øs", "émile, ost"]
        {
            assert!(finds(term, "ADA Moss Émile Øst emile+beds@example.com"), "{term}");
        }
        for term in ["oss", "mossy", "example", "", "%"] {
            assert!(!finds(term, "Ada Moss Øst ada@example.com"), "{term}");
        }
        assert_eq!(word_keys("moss Moss"), word_keys("MOSS"));
    }

    #[test]
    fn a_search_key_has_each_word_that_a_name_may_be_found_by() {
        assert_eq!(
            search_key(&["Zoë Brontë-Tremblay", "Z.O'Neill@example.com", "Hoe, 2.5 m (100%_Hemp)"]),
            " zoe brontetremblay bronte tremblay z.oneill@example.com z o neill hoe 2 5 m 100 hemp"
        );
        assert_eq!(search_key(&["", " - "]), "");
        assert_eq!(word_patterns("tremblay,  Zoë"), ["% tremblay%", "% zoe%", "%", "%"]);
        assert_eq!(word_patterns("Info@Café.ca")[0], "% info@xn--caf-dma.ca%");
        assert_eq!(word_patterns("%_'"), ["-"; 4]);
        assert_eq!(word_patterns("a bb ccc dddd eeeee")[3], "% bb%", "the shortest is left out");
    }

    #[test]
    fn a_phone_is_found_by_its_digits() {
        let finds = |term: &str, phone: &str| {
            phone_range(term)
                .zip(phone_key(phone))
                .is_some_and(|((first, last), key)| (first..=last).contains(&key))
        };
        for term in ["902", "(902) 555", "9025550199", "+1 902-555-0199", "+1 902", "1 (902) 555.0199"] {
            assert!(finds(term, "(902) 555-0199") && finds(term, "Tél. : 1 902 555 0199 poste 7"), "{term}");
        }
        assert!(
            !finds("555", "(902) 555-0199") && !finds("90", "(902) 555-0199") && !finds("902 x", "902 555")
        );
        assert!(phone_key("none").is_none() && phone_key(&"9".repeat(40)).is_some());
    }
}
