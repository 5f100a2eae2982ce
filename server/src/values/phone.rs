//! Phone numbers in E.164, the spelling of networks and of the database. A courier's number is a
//! `values::contact_phone`.

use std::iter;

use serde::Serialize;
use serde_json::Value;

use unicode_normalization::UnicodeNormalization as _;

use super::{FromJson, InvalidValue, language::localized};

/// `+` and up to fifteen digits (E.164). Fictional numbers are valid, because only a code in a text message proves that
/// a number exists.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Phone(String);

/// Country code of numbers without one: Canada. Its numbers have ten more digits.
const DEFAULT_COUNTRY: &str = "1";
const NATIONAL_DIGITS: usize = 10;
const MAX_INPUT: usize = 60;

/// Countries that keep the leading zero of a number in international calls.
const KEEP_LEADING_ZERO: [&str; 6] = ["39", "378", "225", "241", "242", "379"];

impl Phone {
    /// Accepts blanks, dots, dashes and brackets, and `+`, `00` or `011` before the country code. A number without a
    /// country code is Canadian.
    pub fn parse(text: &str) -> Option<Self> {
        if text.chars().count() > MAX_INPUT {
            return None;
        }
        let text = text.trim().trim_start_matches("tel:");
        let mut digits = String::new();
        let mut has_plus = false;
        for character in text.chars() {
            match character {
                '0'..='9' => digits.push(character),
                '+' if digits.is_empty() && !has_plus => has_plus = true,
                // These are also characters that are copied with a number: other blanks and dashes, and direction
                // marks.
                ' '
                | '-'
                | '.'
                | '('
                | ')'
                | '/'
                | '\u{a0}'
                | '\u{2000}'..='\u{200f}'
                | '\u{2010}'..='\u{2015}'
                | '\u{202a}'..='\u{202f}' => {}
                _ => return None,
            }
        }
        let international = if has_plus {
            Some(digits.as_str())
        } else {
            digits.strip_prefix("011").or_else(|| digits.strip_prefix("00"))
        };
        let number = match international {
            Some(number) => without_trunk_zero(number, text),
            None if digits.starts_with(DEFAULT_COUNTRY) => digits,
            None => format!("{DEFAULT_COUNTRY}{digits}"),
        };
        let is_valid = match number.strip_prefix(DEFAULT_COUNTRY) {
            // No area code begins with 0 or 1. A number of another length is wrong, and no one knows which is meant.
            Some(national) => national.len() == NATIONAL_DIGITS && !national.starts_with(['0', '1']),
            None => (8..=15).contains(&number.len()) && !number.starts_with('0'),
        };
        is_valid.then(|| Self(format!("+{number}")))
    }

    /// The first whole number in a text such as `Tél. : 613 555-0142 poste 221` or `1-800-FLOWERS`.
    pub fn find(text: &str) -> Option<Self> {
        let text: String = text.nfkc().collect();
        let is_of_number = |char: char| !char.is_alphabetic() && !"#:;,=".contains(char);
        let mut parts =
            text.split(|char| !is_of_number(char)).flat_map(|part| iter::once(part).chain(part.split('/')));
        Self::parse(&text)
            .or_else(|| parts.find_map(|part| Self::parse(part.trim_matches(|char| !is_edge(char)))))
            .or_else(|| with_letters(&text))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_edge(char: char) -> bool {
    char.is_ascii_digit() || char == '+'
}

/// Free numbers are known by the letters of the keys.
const TOLL_FREE: [&str; 7] = ["800", "833", "844", "855", "866", "877", "888"];

fn with_letters(text: &str) -> Option<Phone> {
    let start = text.find(|char: char| char.is_ascii_alphabetic())?;
    let area: String = text[..start].chars().filter(char::is_ascii_digit).collect();
    let area = area.strip_prefix(DEFAULT_COUNTRY).unwrap_or(&area);
    if !TOLL_FREE.contains(&area.get(..3)?) {
        return None;
    }
    let keys = text[start..].chars().take_while(|char| char.is_ascii_alphanumeric() || "- ".contains(*char));
    let number: String = area.chars().chain(keys.filter_map(key_of)).take(NATIONAL_DIGITS).collect();
    Phone::parse(&number)
}

/// The digit of a phone's key.
fn key_of(char: char) -> Option<char> {
    Some(match char.to_ascii_lowercase() {
        digit @ '0'..='9' => digit,
        'a'..='c' => '2',
        'd'..='f' => '3',
        'g'..='i' => '4',
        'j'..='l' => '5',
        'm'..='o' => '6',
        'p'..='s' => '7',
        't'..='v' => '8',
        'w'..='z' => '9',
        _ => return None,
    })
}

/// The error of a text that is no whole phone number.
pub fn not_a_number() -> InvalidValue {
    InvalidValue::new(
        "not_a_phone_number",
        localized!(
            "Please enter the whole phone number with its area code or country code, for example 613 555 0142 \
             or +44 20 7946 0018.",
            "Veuillez entrer le numéro de téléphone complet avec son indicatif régional ou son indicatif de \
             pays, par exemple 613\u{a0}555\u{a0}0142 ou +44\u{a0}20\u{a0}7946\u{a0}0018."
        ),
    )
}

/// Turns `+44 (0)20 7946 0018` and `+44 020 7946 0018` into +442079460018. The first gap in the text ends the country
/// code, so a number without a gap stays unchanged.
fn without_trunk_zero(number: &str, text: &str) -> String {
    let parts = text.split(|character: char| !character.is_ascii_digit());
    let mut parts = parts.filter(|part| !matches!(*part, "" | "00" | "011"));
    let (Some(country), Some(next)) = (parts.next(), parts.next()) else { return number.to_owned() };
    let is_country = country.len() <= 3 && !KEEP_LEADING_ZERO.contains(&country);
    let rest = number.strip_prefix(country).and_then(|rest| rest.strip_prefix('0'));
    match rest {
        Some(rest) if is_country && next.starts_with('0') => format!("{country}{rest}"),
        _ => number.to_owned(),
    }
}

impl FromJson for Phone {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        match value.as_str() {
            Some(text) if text.trim().is_empty() => Err(InvalidValue::new(
                "required",
                localized!("Phone number is required", "Le numéro de téléphone est obligatoire"),
            )),
            text => text.and_then(Self::parse).ok_or_else(not_a_number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        Phone::parse(text).map(|phone| phone.0)
    }

    #[test]
    fn a_number_has_one_spelling() {
        for text in [
            "+16135550142",
            "+1 613 555 0142",
            "+1 (613) 555-0142",
            "6135550142",
            "613-555-0142",
            "1 613 555 0142",
            "(613) 555.0142",
            "0016135550142",
            "011 1 613 555 0142",
            " tel:+1-613-555-0142 ",
            "\u{202a}+1 613\u{a0}555\u{2011}0142\u{202c}",
        ] {
            assert_eq!(read(text).as_deref(), Some("+16135550142"), "{text:?}");
        }
    }

    #[test]
    fn a_number_that_could_mean_another_is_asked_for_again() {
        for text in [
            "5550142",
            "555-0142",
            "+1 5550142",
            "+15550142",
            "+1613555014",
            "613555014",
            "61355501422",
            "0613-555-0142",
            "(0)613 555 0142",
            "+1 013 555 0142",
            "113 555 0142",
            "020 7946 0018",
        ] {
            assert_eq!(read(text), None, "{text:?}");
            assert_eq!(Phone::find(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_trunk_zero_is_removed() {
        for (text, number) in [
            ("+44 (0)20 7946 0018", "+442079460018"),
            ("+44 020 7946 0018", "+442079460018"),
            ("00 44 020 7946 0018", "+442079460018"),
            ("+44 20 7946 0018", "+442079460018"),
            ("+39 06 1234 5678", "+390612345678"),
            ("+225 01 23 45 67 89", "+2250123456789"),
            ("+49 030 1234567", "+49301234567"),
            ("+4915112345678", "+4915112345678"),
        ] {
            assert_eq!(read(text).as_deref(), Some(number), "{text:?}");
        }
    }

    #[test]
    fn invalid_numbers_are_rejected() {
        let long = format!("+1{}", "2".repeat(15));
        for text in [
            "",
            "+",
            "123",
            "+12",
            "++16135550142",
            "+1+6135550142",
            "613 555 0142 x12",
            "call me",
            "+0613555014",
            "१२३४५६७८९०",
            "+1613555\u{0}0142",
            "+1613555\r\n0142",
            "0- 0(0",
            "00 0 0",
            &long,
            &"5".repeat(61),
        ] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
