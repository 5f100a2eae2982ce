//! Values that are parsed once, when they enter the shop, and are valid from then on.
//!
//! All JSON fields are parsed by [`FromJson`], so that `"12"` and `12` mean the same in every operation and the
//! response names each invalid field.
pub mod address;
pub mod backoff;
pub mod clock;
pub mod contact_phone;
pub mod currency;
pub mod day;
pub mod discount;
pub mod duration;
pub mod email;
pub mod fold;
pub mod gtin;
pub mod hash;
pub mod ids;
pub mod language;
pub mod locale;
pub mod log_sampler;
pub mod markdown;
pub mod metrics;
pub mod money;
pub mod order_state_names;
pub mod page_path;
pub mod payment_method;
pub mod phone;
pub mod postal_code;
pub mod province;
pub mod quantity;
pub mod search_words;
pub mod slug;
pub mod social_provider;
pub mod taxes;
pub mod text;
mod text_enum;
pub mod time;
pub mod url;
pub mod weight;

use serde_json::Value;

use crate::values::language::localized;
use language::Localized;
pub(crate) use text_enum::text_enum;

/// Why a field is invalid. `code` is stable, `detail` is a sentence for customers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidValue {
    pub code: &'static str,
    pub detail: Localized,
    /// The index in the list, from 0. `None`: the field is no list, or the whole list is invalid.
    pub row: Option<usize>,
    /// The path inside the value or its row, such as `prices.steps[1].from`.
    pub member: Option<String>,
}

impl InvalidValue {
    pub fn new(code: &'static str, detail: Localized) -> Self {
        Self { code, detail, row: None, member: None }
    }

    /// Adds the row of a list. The form shows the sentence at that row.
    #[must_use]
    pub fn in_row(self, row: usize) -> Self {
        Self { row: Some(row), ..self }
    }

    #[must_use]
    pub fn at(self, member: impl Into<String>) -> Self {
        Self { member: Some(member.into()), ..self }
    }
}

/// Reads the rows of a list. A refusal names its row.
pub fn read_rows<R, T>(
    rows: &[R],
    read: impl FnMut(&R) -> Result<T, InvalidValue>,
) -> Result<Vec<T>, InvalidValue> {
    let read = rows.iter().map(read).enumerate();
    read.map(|(row, read)| read.map_err(|refusal| refusal.in_row(row))).collect()
}

/// Parses a JSON field in any spelling that docs/api.md allows.
pub trait FromJson: Sized {
    fn from_json(value: &Value) -> Result<Self, InvalidValue>;
}

impl FromJson for Value {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        Ok(value.clone())
    }
}

impl FromJson for bool {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        value.as_bool().ok_or_else(|| {
            InvalidValue::new(
                "not_boolean",
                localized!("Please send true or false.", "Veuillez envoyer true ou false."),
            )
        })
    }
}

/// A value that empty text removes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clearable<T>(pub Option<T>);

impl<T: FromJson> FromJson for Clearable<T> {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        if value.as_str().is_some_and(|text| text.trim().is_empty()) {
            return Ok(Self(None));
        }
        T::from_json(value).map(Some).map(Self)
    }
}

/// Any finite number, or its text. Empty text is 0. The range 0–5 is deliberately not enforced (docs/api.md §2).
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Rating(f64);

impl Rating {
    pub fn as_f64(self) -> f64 {
        self.0
    }
}

impl FromJson for Rating {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let number = match value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) if text.trim().is_empty() => Some(0.0),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        match number {
            Some(number) if number.is_finite() => Ok(Self(number)),
            _ => Err(InvalidValue::new(
                "not_a_number",
                localized!("The rating must be a number.", "La note doit être un nombre."),
            )),
        }
    }
}
