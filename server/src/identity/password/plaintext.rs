//! A password as typed.

use crate::values::{Fault, FromJson};

/// For a new password, in characters. There is no other rule.
const FEWEST: usize = 6;
/// Longer input is refused before it is hashed.
const MOST_BYTES: usize = 1_024;

/// Never trimmed, never logged.
pub struct Typed(String);

impl Typed {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The error if this is not acceptable as a new password.
    pub fn fault_if_new(&self) -> Option<Fault> {
        (self.0.chars().count() < FEWEST)
            .then(|| Fault::new("too_short", "Password must be 6 characters or longer"))
    }
}

impl FromJson for Typed {
    fn from_json(value: &serde_json::Value) -> Result<Self, Fault> {
        match value.as_str() {
            None | Some("") => Err(Fault::new("required", "password is required")),
            Some(text) if text.len() > MOST_BYTES => {
                Err(Fault::new("too_long", "This password is too long. Please choose a shorter one."))
            }
            Some(text) => Ok(Self(text.to_owned())),
        }
    }
}
