//! A password as typed.

use crate::{
    identity::user::Role,
    values::{FromJson, InvalidValue},
};

/// For a new password, in characters. There is no other rule.
const MIN_CHARS: usize = 6;
/// For a new password of an administrator or of staff.
const MIN_STAFF_CHARS: usize = 12;
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
        (self.0.chars().count() < MIN_CHARS)
            .then(|| InvalidValue::new("too_short", "Password must be 6 characters or longer"))
    }
}

impl PlaintextPassword {
    /// The error if this is too short as a new password of an account with this role.
    pub fn validate_for(&self, role: Role) -> Option<InvalidValue> {
        self.is_short_for(role).then(|| {
            let sentence =
                "The owner and staff need a password of 12 characters or more. Several words are good.";
            InvalidValue::new("too_short", sentence)
        })
    }

    /// What a login tells an account whose role came after its password.
    pub fn warning_for(&self, role: Role) -> Option<&'static str> {
        self.is_short_for(role).then_some(
            "Your password has fewer than 12 characters. You work in this shop, so please choose a longer one.",
        )
    }

    fn is_short_for(&self, role: Role) -> bool {
        role != Role::User && self.0.chars().count() < MIN_STAFF_CHARS
    }
}

impl FromJson for PlaintextPassword {
    fn from_json(value: &serde_json::Value) -> Result<Self, InvalidValue> {
        match value.as_str() {
            None | Some("") => Err(InvalidValue::new("required", "password is required")),
            Some(text) if text.len() > MAX_BYTES => {
                Err(InvalidValue::new("too_long", "This password is too long. Please choose a shorter one."))
            }
            Some(text) => Ok(Self(text.to_owned())),
        }
    }
}
