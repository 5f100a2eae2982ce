//! Phone numbers, in the one spelling in which networks and the database know them.

use serde_json::Value;

use super::{Fault, FromJson};

/// `+` and up to fifteen digits (E.164). That it is somebody's is shown by a code that was sent there: this checks no more
/// than that a network could try, so that fictional numbers are numbers too.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Phone(String);

/// Of a number without one: the shop is in Canada.
const OWN_COUNTRY: &str = "1";
const LONGEST_TEXT: usize = 60;

/// Where the zero that begins a number belongs to it. Elsewhere it is dialled within the country only.
const ZERO_IS_PART: [&str; 6] = ["39", "378", "225", "241", "242", "379"];

impl Phone {
    /// As people write it: with blanks, dots, dashes and brackets, with `+`, `00` or `011` before a country code, or as
    /// within Canada.
    pub fn parse(text: &str) -> Option<Self> {
        if text.chars().count() > LONGEST_TEXT {
            return None;
        }
        let text = text.trim().trim_start_matches("tel:");
        let mut digits = String::new();
        let mut has_plus = false;
        for character in text.chars() {
            match character {
                '0'..='9' => digits.push(character),
                '+' if digits.is_empty() && !has_plus => has_plus = true,
                // Also what comes along when a number is copied: other blanks and dashes, marks of the direction of text.
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
        let abroad = if has_plus {
            Some(digits.as_str())
        } else {
            digits.strip_prefix("011").or_else(|| digits.strip_prefix("00"))
        };
        let number = match abroad {
            Some(number) => without_zero(number, text),
            None if digits.len() == 11 && digits.starts_with(OWN_COUNTRY) => digits,
            None => format!("{OWN_COUNTRY}{digits}"),
        };
        let is_sound = (8..=15).contains(&number.len()) && !number.starts_with('0');
        is_sound.then(|| Self(format!("+{number}")))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// `+44 (0)20 7946 0018` and `+44 020 7946 0018` are +442079460018. Where the country code ends is seen by how the number
/// is written; one that is written without a gap is taken as it stands.
fn without_zero(number: &str, text: &str) -> String {
    let parts = text.split(|character: char| !character.is_ascii_digit());
    let mut parts = parts.filter(|part| !matches!(*part, "" | "00" | "011"));
    let (Some(country), Some(next)) = (parts.next(), parts.next()) else { return number.to_owned() };
    let is_country = country.len() <= 3 && !ZERO_IS_PART.contains(&country);
    let behind = number.strip_prefix(country).and_then(|rest| rest.strip_prefix('0'));
    match behind {
        Some(rest) if is_country && next.starts_with('0') => format!("{country}{rest}"),
        _ => number.to_owned(),
    }
}

impl FromJson for Phone {
    fn from_json(value: &Value) -> Result<Self, Fault> {
        match value.as_str() {
            Some(text) if text.trim().is_empty() => Err(Fault::new("required", "Phone number is required")),
            text => text.and_then(Self::parse).ok_or_else(|| {
                Fault::new(
                    "not_a_phone_number",
                    "Please enter the phone number with its country code, for example +1 613 555 0142.",
                )
            }),
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
    fn one_number_has_one_spelling() {
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
    fn fictional_numbers_are_numbers() {
        for (text, number) in
            [("5550142", "+15550142"), ("+1 5550142", "+15550142"), ("+15550142", "+15550142")]
        {
            assert_eq!(read(text).as_deref(), Some(number), "{text:?}");
        }
    }

    #[test]
    fn a_zero_that_is_dialled_within_the_country_only_is_left_out() {
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
    fn what_no_network_could_try_is_none() {
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
