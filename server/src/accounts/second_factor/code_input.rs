//! The second step as typed: a code of the app, or a recovery code.

use serde_json::Value;

use super::{BASE32, RECOVERY_CODE_CHARS};
use crate::values::{FromJson, InvalidValue, language::localized};

/// Spaces, hyphens and case are ignored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecondFactorInput {
    App(String),
    Recovery(String),
}

impl FromJson for SecondFactorInput {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let text = value.as_str().unwrap_or_default();
        let code: String = text.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
        let code = code.to_ascii_uppercase();
        if code.is_empty() {
            Err(InvalidValue::new("required", localized!("Code is required", "Le code est obligatoire")))
        } else if code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()) {
            Ok(Self::App(code))
        } else if code.len() == RECOVERY_CODE_CHARS && code.bytes().all(|byte| BASE32.contains(&byte)) {
            Ok(Self::Recovery(code))
        } else {
            let sentence = localized!(
                "Please enter the six digits that your app shows, or a recovery code.",
                "Veuillez entrer les six chiffres que votre application affiche, ou un code de récupération."
            );
            Err(InvalidValue::new("not_a_code", sentence))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn six_digits_are_of_the_app_and_ten_characters_for_recovery() {
        let read = |text: &str| SecondFactorInput::from_json(&json!(text)).map_err(|fault| fault.code);
        assert_eq!(read(" 012 345 "), Ok(SecondFactorInput::App("012345".into())));
        assert_eq!(read("abcde-fgh23"), Ok(SecondFactorInput::Recovery("ABCDEFGH23".into())));
        assert_eq!(read(" - "), Err("required"));
        for text in ["12345", "1234567", "ABCDE-FGH1", "ABCDE-FGH189", "\u{661}23456"] {
            assert_eq!(read(text), Err("not_a_code"), "{text}");
        }
    }
}
