//! Canadian postal codes, and the provinces that they lie in.

use serde::Serialize;
use serde_json::Value;
use unicode_normalization::UnicodeNormalization as _;

use super::{FromJson, InvalidValue, language::localized, province::Province};

/// A postal code in capitals with one space, such as `H2X 1Y4`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PostalCode(String);

/// The letters that a code has. W and Z are never the first one.
const LETTERS: &str = "ABCEGHJKLMNPRSTVWXYZ";

crate::db::column! { PostalCode as String: |code| code.as_str(), |text| Self::parse(&text) }

impl PostalCode {
    /// Accepts `h2x1y4`, `H2X–1Y4` and `H2X.1Y4`, the letters O, I and L where a digit stands, and the province before or
    /// the country behind the code.
    pub fn parse(text: &str) -> Option<Self> {
        let mut code = corrected(text, 6)?;
        code.insert(3, ' ');
        Some(Self(code))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first three characters, which name an area. Apple Pay tells no more before the customer agrees.
    pub fn area(&self) -> &str {
        &self.0[..3]
    }

    /// Most areas lie in one province. K1A has federal offices in two, and R8A is Flin Flon on the border.
    pub fn provinces(&self) -> &'static [Province] {
        provinces_of_area(self.area())
    }
}

/// A whole code, or only its area, which is all that a quote needs.
pub struct CodeOrArea(pub PostalCode);

impl FromJson for CodeOrArea {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let area = value.as_str().and_then(|text| corrected(text, 3));
        area.map_or_else(|| PostalCode::from_json(value), |area| Ok(PostalCode(area))).map(Self)
    }
}

/// Returns the last `length` characters of a text as characters of a code, without its space. Returns `None` if they
/// cannot be characters of a code.
fn corrected(text: &str, length: usize) -> Option<String> {
    let between =
        |c: &char| c.is_whitespace() || matches!(c, '-' | '.' | '\u{2010}'..='\u{2015}' | '\u{2212}');
    let plain: String = text.nfkc().filter(|c| !between(c)).collect::<String>().to_uppercase();
    let plain: Vec<char> = plain.strip_suffix("CANADA").unwrap_or(&plain).chars().collect();
    let (before, code) = plain.split_at(plain.len().checked_sub(length)?);
    let code: Vec<char> =
        code.iter().enumerate().map(|(place, c)| at_place(place, *c)).collect::<Option<_>>()?;
    let area: String = code.iter().take(3).collect();
    let is_there = |province| provinces_of_area(&area).contains(&province);
    let is_code = before.is_empty() || Province::from_words(&String::from_iter(before)).is_some_and(is_there);
    is_code.then(|| code.into_iter().collect())
}

/// Returns the character that a code may have at `place`, after a correction. Returns `None` if there is no such
/// character.
fn at_place(place: usize, char: char) -> Option<char> {
    let char = match char {
        'O' if place % 2 == 1 => '0',
        'I' | 'L' if place % 2 == 1 => '1',
        other => other,
    };
    let is_right = match place {
        0 => LETTERS.contains(char) && !"WZ".contains(char),
        _ if place.is_multiple_of(2) => LETTERS.contains(char),
        _ => char.is_ascii_digit(),
    };
    is_right.then_some(char)
}

/// Returns the provinces of an area, which is the first three characters of a code.
pub fn provinces_of_area(area: &str) -> &'static [Province] {
    match area {
        "K1A" => return &[Province::Ontario, Province::Quebec],
        "R8A" => return &[Province::Manitoba, Province::Saskatchewan],
        "X0A" | "X0B" | "X0C" => return &[Province::Nunavut],
        _ => {}
    }
    match area.as_bytes().first() {
        Some(b'A') => &[Province::NewfoundlandAndLabrador],
        Some(b'B') => &[Province::NovaScotia],
        Some(b'C') => &[Province::PrinceEdwardIsland],
        Some(b'E') => &[Province::NewBrunswick],
        Some(b'G' | b'H' | b'J') => &[Province::Quebec],
        Some(b'K' | b'L' | b'M' | b'N' | b'P') => &[Province::Ontario],
        Some(b'R') => &[Province::Manitoba],
        Some(b'S') => &[Province::Saskatchewan],
        Some(b'T') => &[Province::Alberta],
        Some(b'V') => &[Province::BritishColumbia],
        Some(b'X') => &[Province::NorthwestTerritories],
        Some(b'Y') => &[Province::Yukon],
        _ => &[],
    }
}

/// The last code in a text, such as an address.
pub fn find_postal_code(text: &str) -> Option<PostalCode> {
    let is_between = |c: char| c.is_whitespace() || (c.is_ascii_punctuation() && c != '-');
    let words: Vec<&str> = text.split(is_between).filter(|word| !word.is_empty()).collect();
    // A text without a digit counts as a word, such as a name with L and O.
    let code = |text: &str| PostalCode::parse(text).filter(|_| text.contains(|c: char| c.is_ascii_digit()));
    let single = |index: usize| words.get(index).and_then(|word| code(word));
    let double = |index: usize| code(&format!("{}{}", words.get(index)?, words.get(index + 1)?));
    (0..words.len()).rev().find_map(|index| double(index).or_else(|| single(index)))
}

impl FromJson for PostalCode {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let why = localized!(
            "A Canadian postal code looks like K1A 0B1. Please check it.",
            "Un code postal canadien ressemble à K1A\u{a0}0B1. Veuillez le vérifier."
        );
        value.as_str().and_then(Self::parse).ok_or_else(|| InvalidValue::new("invalid_postal_code", why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_is_corrected() {
        for (text, code) in [
            ("H2X 1Y4", "H2X 1Y4"),
            ("h2x1y4", "H2X 1Y4"),
            (" H2X-1Y4 ", "H2X 1Y4"),
            ("h2x  1y4", "H2X 1Y4"),
            ("HOX IY4", "H0X 1Y4"),
            ("K1A–0B1", "K1A 0B1"),
            ("K1A.0B1", "K1A 0B1"),
            ("ON K1A 0B1", "K1A 0B1"),
            ("QC  k1a-0b1", "K1A 0B1"),
            ("K1A 0B1 Canada", "K1A 0B1"),
            ("Ont. K1A 0B1 CANADA", "K1A 0B1"),
            ("KlA OB1", "K1A 0B1"),
            ("L4L 1l1", "L4L 1L1"),
            ("Ｈ２Ｘ １Ｙ４", "H2X 1Y4"),
        ] {
            assert_eq!(PostalCode::parse(text).unwrap().as_str(), code, "{text}");
        }
        for text in [
            "",
            "H2X",
            "H2X 1Y",
            "H2X 1Y44",
            "D2X 1Y4",
            "W2X 1Y4",
            "Z2X 1Y4",
            "H2D 1Y4",
            "12X 1Y4",
            "H2X 1Y٤",
            "BC K1A 0B1",
            "XX K1A 0B1",
            "Canada",
            "ON",
        ] {
            assert_eq!(PostalCode::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_first_characters_name_the_province() {
        let provinces = |code: &str| PostalCode::parse(code).unwrap().provinces();
        assert_eq!(provinces("H2X 1Y4"), [Province::Quebec]);
        assert_eq!(provinces("K1A 0B1"), [Province::Ontario, Province::Quebec]);
        assert_eq!(provinces("R8A 1A1"), [Province::Manitoba, Province::Saskatchewan]);
        assert_eq!(provinces("R2A 1A1"), [Province::Manitoba]);
        assert_eq!(provinces("X0A 0H0"), [Province::Nunavut]);
        assert_eq!(provinces("X1A 1A1"), [Province::NorthwestTerritories]);
        for first in LETTERS.chars().filter(|c| !"WZ".contains(*c)) {
            assert_eq!(provinces(&format!("{first}1B 1A1")).len(), 1, "{first}");
        }
    }

    #[test]
    fn an_address_of_one_line_has_its_code_at_the_end() {
        let found = |text: &str| find_postal_code(text).map(|code| code.as_str().to_owned());
        assert_eq!(found("12 Main St, Halifax NS  B3J 1A1").as_deref(), Some("B3J 1A1"));
        assert_eq!(found("12 Main St, Halifax, b3j1a1").as_deref(), Some("B3J 1A1"));
        assert_eq!(found("B3J 1A1 Halifax").as_deref(), Some("B3J 1A1"));
        assert_eq!(found("12 Main St\nHalifax NS\nB3J 1A1.").as_deref(), Some("B3J 1A1"));
        assert_eq!(found("12 Main St, Halifax (B3J-1A1)").as_deref(), Some("B3J 1A1"));
        assert_eq!(found("12 Main St, Ottawa ON K1A–0B1, Canada").as_deref(), Some("K1A 0B1"));
        assert_eq!(found("12 Main St, Ottawa, KlA OB1").as_deref(), Some("K1A 0B1"));
        assert_eq!(found("12 Main Street, Halifax"), None);
        assert_eq!(found("12 Main Street, Colico Lol"), None, "a word is no code");
    }
}
