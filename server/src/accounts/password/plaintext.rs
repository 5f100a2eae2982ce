//! A password as typed.

use unicode_normalization::UnicodeNormalization as _;

use crate::values::{FromJson, InvalidValue, language::localized};

/// The smallest number of characters of a customer's new password. There is no other rule.
const MIN_CHARS: usize = 6;
/// Longer input is refused before it is hashed.
const MAX_BYTES: usize = 1_024;

/// Never trimmed, never logged.
pub struct PlaintextPassword(String);

impl PlaintextPassword {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The error if this is not acceptable as a new password.
    pub fn validate_new(&self) -> Option<InvalidValue> {
        (normalized(&self.0).chars().count() < MIN_CHARS).then(|| {
            InvalidValue::new(
                "too_short",
                localized!(
                    "Password must be 6 characters or longer",
                    "Le mot de passe doit compter au moins 6\u{a0}caractères"
                ),
            )
        })
    }
}

/// The form that is hashed (OpaqueString of RFC 8265), because keyboards write é as one character or as two.
pub fn normalized(password: &str) -> String {
    let is_space = |c| {
        matches!(c, '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
    };
    password.chars().map(|c| if is_space(c) { ' ' } else { c }).nfc().collect()
}

impl FromJson for PlaintextPassword {
    fn from_json(value: &serde_json::Value) -> Result<Self, InvalidValue> {
        match value.as_str() {
            None | Some("") => Err(InvalidValue::new(
                "required",
                localized!("password is required", "Le mot de passe est obligatoire"),
            )),
            Some(text) if text.len() > MAX_BYTES => Err(InvalidValue::new(
                "too_long",
                localized!(
                    "This password is too long. Please choose a shorter one.",
                    "Ce mot de passe est trop long. Veuillez en choisir un plus court."
                ),
            )),
            Some(text) => Ok(Self(text.to_owned())),
        }
    }
}
