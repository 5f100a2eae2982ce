//! A code as typed.

use serde_json::Value;

use crate::values::{FromJson, InvalidValue, language::localized};

/// Six digits. Spaces and hyphens between them are ignored.
pub struct CodeInput(String);

impl CodeInput {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromJson for CodeInput {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let digits = |text: &str| text.chars().filter(|c| !matches!(c, ' ' | '-')).collect::<String>();
        match value.as_str().map(digits) {
            Some(code) if code.is_empty() => Err(InvalidValue::new(
                "required",
                localized!(
                    "Please enter the code we sent you.",
                    "Veuillez entrer le code que nous vous avons envoyé."
                ),
            )),
            Some(code) if code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()) => Ok(Self(code)),
            _ => Err(InvalidValue::new(
                "not_a_code",
                localized!(
                    "Please enter the six digits of the code.",
                    "Veuillez entrer les six chiffres du code."
                ),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn gaps_are_no_part_of_a_code() {
        let read = |text: &str| CodeInput::from_json(&json!(text)).map(|digits| digits.0);
        assert_eq!(read(" 012 345 "), Ok("012345".to_owned()));
        assert_eq!(read("012-345"), Ok("012345".to_owned()));
        for text in ["", " - ", "12345", "1234567", "12345a", "\u{661}23456"] {
            assert!(read(text).is_err(), "{text:?}");
        }
        assert!(CodeInput::from_json(&json!(123_456)).is_err(), "a number has lost its zeros");
    }
}
