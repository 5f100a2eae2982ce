//! The language of the owner's texts that a client asks for.

use serde::Deserialize;
use utoipa::IntoParams;

use crate::values::language::Language;

/// A query member, so that caches tell the languages apart.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LanguageQuery {
    /// Language of the owner's texts: `en` (the default) or `fr`. A text without French is in English.
    language: Option<String>,
}

impl LanguageQuery {
    pub fn language(&self) -> Language {
        self.chosen().unwrap_or_default()
    }

    /// `None`: the client names no language that the shop has.
    pub fn chosen(&self) -> Option<Language> {
        self.language.as_deref().and_then(Language::parse)
    }
}
