//! Settings that are lists of objects: a JSON array in the API, and that array as text in the table.
//!
//! The stored form is older than the one of the API, so that nodes of both versions read the same revisions.

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::values::{
    FromJson, InvalidValue,
    language::{Localized, localized},
    text::Text,
};

const MAX_LENGTH: usize = 10_000;

/// Reads the rows that a client sends. `what` is the word for them in a refusal.
pub fn read<T: DeserializeOwned>(
    value: &Value,
    what: &Localized,
    most: usize,
) -> Result<Vec<T>, InvalidValue> {
    let unreadable = |why: &Localized| {
        let detail = localized!(
            language =>
            "The {} could not be read: {}.",
            "Ces données ne peuvent pas être lues ({})\u{a0}: {}.",
            what.in_language(language),
            why.in_language(language)
        );
        InvalidValue::new("not_a_list", detail)
    };
    // A page of the version before shows arrays as no rows, and sends text. Its save would delete the rows.
    let Value::Array(rows) = value else {
        let reload = localized!(
            "they are no array. Please reload the page and try again",
            "ce n’est pas un tableau. Veuillez recharger la page et réessayer"
        );
        return Err(unreadable(&reload));
    };
    if rows.len() > most {
        return Err(InvalidValue::new(
            "too_many",
            localized!(
                language =>
                "Please use at most {most} {}.",
                "Veuillez utiliser au plus {most}\u{a0}{}.",
                what.in_language(language)
            ),
        ));
    }
    let row = |(index, row)| {
        serde_path_to_error::deserialize(row).map_err(
            |error: serde_path_to_error::Error<serde_json::Error>| {
                let refusal = unreadable(&Localized::same(error.inner().to_string())).in_row(index);
                // A path of the row itself has no segment.
                if error.path().iter().len() == 0 { refusal } else { refusal.at(error.path().to_string()) }
            },
        )
    };
    rows.iter().enumerate().map(row).collect()
}

/// Writes the rows as the text in the table. The text is empty if there are no rows.
pub fn stored<T: Serialize>(rows: &[T]) -> Result<String, InvalidValue> {
    if rows.is_empty() {
        return Ok(String::new());
    }
    let json = serde_json::to_string(rows).map_err(|_| {
        InvalidValue::new(
            "not_a_list",
            localized!("The rows could not be stored.", "Les lignes n’ont pas pu être enregistrées."),
        )
    })?;
    Text::<MAX_LENGTH>::from_json(&Value::from(json)).map(Text::into_string)
}

/// The rows of a text in the table.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<Vec<T>, serde_json::Error> {
    if text.is_empty() { Ok(Vec::new()) } else { serde_json::from_str(text) }
}

/// Reads a member of stored settings.
pub fn from_stored<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    parse(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
}
