//! Splits text into words and compares words with one typing error.

use crate::values::{fold, language::Language};

/// Measures that follow a number: `12in` has two words.
const UNITS: [&str; 20] = [
    "in", "inch", "inches", "ft", "foot", "feet", "mm", "cm", "m", "l", "ml", "litre", "liter", "g", "kg",
    "oz", "lb", "lbs", "gal", "qt",
];

/// Calls `each` with the [folded](fold::fold) words of a text: "Sécateur à haie, 8″" has `secateur`, `a`,
/// `haie`, `8`, `in`.
pub fn tokenize(text: &str, mut each: impl FnMut(&str)) {
    let spelled = text.contains(['"', '″', '”', '\'', '′', '’']).then(|| with_spelled_inches(text));
    for word in fold::words(&fold::fold(spelled.as_deref().unwrap_or(text))) {
        let letters = word.trim_start_matches(|char: char| char.is_ascii_digit());
        if letters.len() < word.len() && UNITS.contains(&letters) {
            each(&word[..word.len() - letters.len()]);
            each(letters);
        } else {
            each(word);
        }
    }
}

/// The signs for inches and feet behind a number, as words.
fn with_spelled_inches(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let is_measure = spelled.ends_with(|last: char| last.is_ascii_digit())
            && chars.peek().is_none_or(|next| !next.is_alphabetic());
        match char {
            '"' | '″' | '”' if is_measure => spelled.push_str(" in "),
            '\'' | '′' | '’' if is_measure => spelled.push_str(" ft "),
            _ => spelled.push(char),
        }
    }
    spelled
}

/// Words that say nothing about a tool, in English and French, without accents.
const LITTLE_WORDS: [&str; 20] = [
    "a", "an", "the", "and", "or", "of", "for", "with", "to", "no", "de", "du", "des", "la", "le", "les",
    "et", "pour", "avec", "au",
];

/// More of them, for French alone. The first ones are elisions: `d'arrosage` is two words.
const FRENCH_LITTLE_WORDS: [&str; 24] = [
    "d", "l", "qu", "j", "n", "s", "c", "m", "t", "jusqu", "lorsqu", "puisqu", "un", "une", "aux", "en",
    "ou", "sur", "sous", "par", "dans", "sans", "que", "qui",
];

pub fn is_little_word(word: &str, language: Language) -> bool {
    let is_french = || language == Language::French && FRENCH_LITTLE_WORDS.contains(&word);
    LITTLE_WORDS.contains(&word) || is_french()
}

/// What a name calls the tool: `hose` of "Garden Hose, 15 m" and `reel` of "Hose Reel with Crank". A French name begins
/// with it: `tuyau` of "Tuyau poreux d’arrosage".
pub fn main_word(name: &str, language: Language) -> Option<String> {
    let first = name.split([',', '(', '/', '–', '—']).find(|part| !part.trim().is_empty())?;
    let mut main: Option<String> = None;
    let mut is_over = false;
    tokenize(first, |word| {
        let is_number = word.starts_with(|char: char| char.is_ascii_digit());
        let is_behind = match language {
            Language::English => is_number || is_little_word(word, language),
            Language::French => true,
        };
        if main.is_some() && is_behind {
            is_over = true;
        }
        let is_elision = language == Language::French && is_little_word(word, language);
        if !is_over && !is_number && !is_elision {
            main = Some(word.to_owned());
        }
    });
    main
}

/// The words of a search.
pub fn words_of(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    tokenize(text, |word| words.push(word.to_owned()));
    words
}

/// A search word that may have one typing error: a wrong, missing, additional or swapped character.
pub struct FuzzyPattern {
    chars: Vec<char>,
    /// The first two characters, if they are ASCII.
    first: Option<[u8; 2]>,
}

impl FuzzyPattern {
    pub fn new(word: &str) -> Self {
        let first = word.as_bytes().first_chunk().filter(|first| first.is_ascii()).copied();
        Self { chars: word.chars().collect(), first }
    }

    /// Whether `word` starts with this pattern but for one error. With three characters, the first one and the length
    /// of the word must match. Shorter patterns never match.
    pub fn nearly_starts(&self, word: &str) -> bool {
        // Most words differ in both of the first two characters, which are two errors.
        if let (Some([a, b]), [first, second, ..]) = (self.first, word.as_bytes())
            && first.is_ascii()
            && ![*first, *second].iter().any(|byte| *byte == a || *byte == b)
        {
            return false;
        }
        match self.chars.len() {
            0..=2 => false,
            3 => {
                word.chars().count() == 3
                    && word.starts_with(self.chars[0])
                    && self.starts_within_one_edit(word)
            }
            _ => self.starts_within_one_edit(word),
        }
    }

    fn starts_within_one_edit(&self, word: &str) -> bool {
        let mut letters = word.chars();
        let mut rest = letters.clone();
        let mut typed = self.chars.as_slice();
        // The error is at the first difference.
        loop {
            match (typed.first(), letters.next()) {
                (None, _) => return true,
                (Some(a), Some(b)) if *a == b => (typed, rest) = (&typed[1..], letters.clone()),
                (Some(_), _) => break,
            }
        }
        let too_many = starts_with(rest.clone(), &typed[1..]);
        let Some(there) = rest.next() else { return too_many };
        let wrong = || starts_with(rest.clone(), &typed[1..]);
        let missing = || starts_with(rest.clone(), typed);
        let swapped = || {
            let mut behind = rest.clone();
            typed.len() > 1
                && typed[1] == there
                && behind.next() == Some(typed[0])
                && starts_with(behind, &typed[2..])
        };
        too_many || wrong() || missing() || swapped()
    }
}

fn starts_with(mut word: impl Iterator<Item = char>, start: &[char]) -> bool {
    start.iter().all(|letter| word.next() == Some(*letter))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_compared_without_accents_capitals_and_signs() {
        assert_eq!(
            words_of("Sécateur à haie, 8″ — bow-rake's"),
            ["secateur", "a", "haie", "8", "in", "bow", "rakes"]
        );
        assert_eq!(words_of(" %_'; \u{301}"), [""; 0]);
    }

    #[test]
    fn measures_are_words_of_their_own() {
        for text in ["12in", "12\"", "12 in", "12″", "12”"] {
            assert_eq!(words_of(text), ["12", "in"], "{text}");
        }
        assert_eq!(
            words_of("6' pole, 6'x4', 5l 2x4 A4"),
            ["6", "ft", "pole", "6", "x4", "ft", "5", "l", "2x4", "a4"]
        );
    }

    #[test]
    fn the_main_word_is_what_the_tool_is() {
        for (name, expected) in [
            ("Garden Hose, 15 m", "hose"),
            ("Hose Reel with Crank", "reel"),
            ("30 m Soaker Hose", "hose"),
            ("Bypass Secateurs No. 8", "secateurs"),
            ("Sécateur à haie", "secateur"),
            ("Folding Kneeler and Seat", "kneeler"),
        ] {
            assert_eq!(main_word(name, Language::English).as_deref(), Some(expected), "{name}");
        }
        for (name, expected) in [("Tuyau poreux d’arrosage", "tuyau"), ("L’arrosoir à long bec", "arrosoir")]
        {
            assert_eq!(main_word(name, Language::French).as_deref(), Some(expected), "{name}");
        }
        assert_eq!(main_word("12", Language::English), None);
    }

    #[test]
    fn one_slip_is_forgiven_and_two_are_not() {
        let near = |typed: &str, word: &str| FuzzyPattern::new(typed).nearly_starts(word);
        for typed in ["spde", "spadde", "spaed", "spabe", "psade", "pade", "spades", "spad", "spd"] {
            assert_eq!(near(typed, "spade"), typed.len() > 3, "{typed}");
        }
        for typed in ["spddd", "sqqde", "psaed", "spadess", "xspdae"] {
            assert!(!near(typed, "spade"), "{typed}");
        }
        assert!(near("secatr", "secateurs"), "half a word with a slip in it");
        assert!(near("hpe", "hoe") && near("heo", "hoe"), "three letters");
        assert!(
            !near("ork", "fork") && !near("ohe", "hoe") && !near("hpe", "hoes"),
            "three letters say too little"
        );
        assert!(!near("xx", "ax"));
    }

    /// Optimal string alignment distance from `typed` to the nearest beginning of `word`, by the textbook's table.
    fn distance_to_a_beginning(typed: &[char], word: &[char]) -> usize {
        let mut table = vec![vec![0; word.len() + 1]; typed.len() + 1];
        for i in 0..=typed.len() {
            for j in 0..=word.len() {
                table[i][j] = if i == 0 || j == 0 {
                    i + j
                } else {
                    let change = usize::from(typed[i - 1] != word[j - 1]);
                    let mut least =
                        (table[i - 1][j] + 1).min(table[i][j - 1] + 1).min(table[i - 1][j - 1] + change);
                    if i > 1 && j > 1 && typed[i - 1] == word[j - 2] && typed[i - 2] == word[j - 1] {
                        least = least.min(table[i - 2][j - 2] + 1);
                    }
                    least
                };
            }
        }
        table[typed.len()].iter().copied().min().unwrap_or_default()
    }

    proptest! {
        #[test]
        fn it_agrees_with_the_textbook(typed in "[ab c]{4,7}", word in "[ab c]{0,8}") {
            let (letters, of_word): (Vec<char>, Vec<char>) = (typed.chars().collect(), word.chars().collect());
            let expected = distance_to_a_beginning(&letters, &of_word) <= 1;
            prop_assert_eq!(FuzzyPattern::new(&typed).nearly_starts(&word), expected);
        }
    }
}
