//! Words and phone numbers as 64-bit keys. All texts with the same beginning have keys in one range, so an index finds
//! a prefix on every engine, whatever its collation.

/// Words of a long name that are not found on their own.
const MAX_WORDS: usize = 12;
/// International numbers have at most 15 digits.
const PHONE_DIGITS: usize = 15;
/// A shorter number would match too many phones.
const MIN_PHONE_DIGITS: usize = 3;

/// The keys of the words in this text, each once.
pub fn word_keys(text: &str) -> Vec<i64> {
    let mut keys: Vec<i64> =
        text.to_lowercase().split_whitespace().take(MAX_WORDS).map(|word| key(word, 0)).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// First and last key of the words that begin like the longest word of this lower-case search term.
pub fn word_range(search_term: &str) -> (i64, i64) {
    let longest = search_term.split_whitespace().max_by_key(|word| word.len()).unwrap_or_default();
    (key(longest, 0), key(longest, u8::MAX))
}

/// The first eight bytes in an order that `i64` keeps.
fn key(word: &str, padding: u8) -> i64 {
    let mut bytes = [padding; 8];
    for (to, from) in bytes.iter_mut().zip(word.bytes()) {
        *to = from;
    }
    i64::from_be_bytes(bytes) ^ i64::MIN
}

/// `None` without enough digits.
pub fn phone_key(phone: &str) -> Option<i64> {
    padded(phone, '0')
}

/// First and last key of the phone numbers that begin like this. `None` if the text is not a number.
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
        for term in ["moss", "mo", "ada mo", "emile+beds@", "emile+beds@example.com", "øs"] {
            assert!(finds(term, "ADA Moss Émile Øst emile+beds@example.com"), "{term}");
        }
        for term in ["oss", "mossy", "a da ost"] {
            assert!(!finds(term, "Ada Moss Øst"), "{term}");
        }
        assert_eq!(word_keys("moss Moss"), word_keys("MOSS"));
    }

    #[test]
    fn a_phone_is_found_by_its_digits() {
        let finds = |term: &str, phone: &str| {
            phone_range(term)
                .zip(phone_key(phone))
                .is_some_and(|((first, last), key)| (first..=last).contains(&key))
        };
        for term in ["902", "(902) 555", "9025550199", "+1 902-555-0199", "+1 902", "1 (902) 555.0199"] {
            assert!(finds(term, "(902) 555-0199") && finds(term, "+1 902 555 0199 ext."), "{term}");
        }
        assert!(
            !finds("555", "(902) 555-0199") && !finds("90", "(902) 555-0199") && !finds("902 x", "902 555")
        );
        assert!(phone_key("none").is_none() && phone_key(&"9".repeat(40)).is_some());
    }
}
