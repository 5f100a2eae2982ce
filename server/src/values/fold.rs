//! Letters as searches and slugs compare them. Everything that finds a name by its letters uses this.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// Small letters without accents, in their plain spelling: "Œillet de l’Été" becomes `oeillet de l ete`. An apostrophe
/// is a gap between words, but nothing in `gardener's`. Other signs stay.
pub fn fold(text: &str) -> String {
    if text.is_ascii() && !text.contains('\'') {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len() + 8);
    let letters = text.chars().filter(|char| !matches!(char, '™' | '℠')).nfkd();
    for char in letters.filter(|char| !is_combining_mark(*char)).flat_map(char::to_lowercase) {
        match char {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' | 'ð' => folded.push('d'),
            'ħ' => folded.push('h'),
            'ı' => folded.push('i'),
            'ŋ' => folded.push('n'),
            'ŧ' => folded.push('t'),
            'ς' => folded.push('σ'),
            '’' | '‘' | 'ʼ' | 'ʻ' | '`' => folded.push('\''),
            _ => folded.push(char),
        }
    }
    if folded.contains('\'') { without_apostrophes(&folded) } else { folded }
}

fn without_apostrophes(text: &str) -> String {
    let mut parts = text.split('\'');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let behind_s = part.strip_prefix('s');
        let is_possessive = behind_s.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        plain.push_str(if is_possessive { "" } else { " " });
        plain.push_str(part);
    }
    plain
}

/// The words of a [folded](fold) text, without signs and spaces.
pub fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_compared_in_their_plain_spelling() {
        for (text, folded) in [
            ("Œillet Cœur Straße", "oeillet coeur strasse"),
            ("ŁUKASZ Søren Đorđe Þórður Æsir Ýmir ẞ", "lukasz soren dorde thordur aesir ymir ss"),
            ("İstanbul ıstanbul", "istanbul istanbul"),
            ("Nguye\u{302}\u{303}n Nguyễn", "nguyen nguyen"),
            ("Felco™ ２ m² ﬁn", "felco 2 m2 fin"),
            ("Gardener’s gardener's", "gardeners gardeners"),
            ("L’Heureux O'Brien tuyau d‘arrosage", "l heureux o brien tuyau d arrosage"),
            ("Ελλάς ΕΛΛΑΣ", "ελλασ ελλασ"),
            ("手鋸", "手鋸"),
        ] {
            assert_eq!(fold(text), folded, "{text}");
            assert_eq!(fold(folded), folded, "{text}: it is folded once");
        }
        assert_eq!(
            words(&fold("  Brontë-Tremblay,  Zoë ")).collect::<Vec<_>>(),
            ["bronte", "tremblay", "zoe"]
        );
    }
}
