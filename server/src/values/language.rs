//! The two languages of the shop's texts, and a text in both.

use std::{borrow::Cow, fmt::Arguments};

use serde_json::Value;

use super::{FromJson, InvalidValue, text_enum};

text_enum! {
    /// What the owner types has one more place: a text without French is shown in English.
    #[derive(Default)]
    pub enum Language or English {
        #[default]
        English = "en",
        French = "fr",
    }
}

impl Language {
    /// The tag of the texts (BCP 47).
    pub const fn locale(self) -> &'static str {
        match self {
            Self::English => "en-CA",
            Self::French => "fr-CA",
        }
    }

    /// Chooses by an `Accept-Language` header (RFC 9110, section 12.5.4). Without one, or with other languages alone, it
    /// is English, as for every client before the shop had French.
    pub fn accepted(header: &str) -> Self {
        let quality = |range: &str| {
            let weight = range.split(';').skip(1).find_map(|part| part.trim().strip_prefix("q="));
            weight.map_or(1.0, |weight| weight.trim().parse::<f32>().unwrap_or(0.0))
        };
        let best = |language: Self| {
            let ranges = header.split(',').map(str::trim).filter(|range| language.matches(range));
            ranges.map(quality).fold(0.0, f32::max)
        };
        if best(Self::French) > best(Self::English) { Self::French } else { Self::English }
    }

    /// Chooses between two texts. A text in one language alone does not compile.
    pub fn choose<T>(self, english: T, french: T) -> T {
        match self {
            Self::English => english,
            Self::French => french,
        }
    }

    /// Whether a range, such as `fr-CA;q=0.8`, names this language.
    fn matches(self, range: &str) -> bool {
        let tag = range.split([';', '-']).next().unwrap_or_default();
        tag.trim().eq_ignore_ascii_case(self.as_str())
    }
}

impl FromJson for Language {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let known = value.as_str().and_then(Self::parse);
        known.ok_or_else(|| InvalidValue::new("unknown", "Please choose one of these: en, fr."))
    }
}

/// A text in both languages. `localized!` makes one, so that no text is written in one language alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Localized {
    english: Cow<'static, str>,
    french: Cow<'static, str>,
}

impl Localized {
    /// Asks for the text in each language. For texts with amounts, days or other texts inside.
    pub fn each(text: impl Fn(Language) -> String) -> Self {
        Self { english: text(Language::English).into(), french: text(Language::French).into() }
    }

    pub(crate) fn of_formats(english: Arguments<'_>, french: Arguments<'_>) -> Self {
        let text = |format: Arguments<'_>| {
            format.as_str().map_or_else(|| Cow::Owned(format.to_string()), Cow::Borrowed)
        };
        Self { english: text(english), french: text(french) }
    }

    pub fn in_language(&self, language: Language) -> &str {
        match language {
            Language::English => &self.english,
            Language::French => &self.french,
        }
    }

    pub fn english(&self) -> &str {
        &self.english
    }
}

/// `localized!("We could not find {name}.", "{name} est introuvable.")`: a text in English and in French. Both are formats
/// that name the variables of their place.
macro_rules! localized {
    ($english:literal, $french:literal $(,)?) => {
        $crate::values::language::Localized::of_formats(format_args!($english), format_args!($french))
    };
}
pub(crate) use localized;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_gets_the_language_that_it_prefers_and_english_without_a_choice() {
        for (header, language) in [
            ("fr-CA,fr;q=0.9,en;q=0.8", Language::French),
            ("en-CA,en;q=0.9,fr;q=0.8", Language::English),
            ("fr", Language::French),
            ("FR-fr", Language::French),
            ("de, fr;q=0.5, en;q=0.4", Language::French),
            ("fr;q=0, en;q=0.1", Language::English),
            ("de-DE", Language::English),
            ("*", Language::English),
            ("", Language::English),
            ("fro, fr;q=x", Language::English),
        ] {
            assert_eq!(Language::accepted(header), language, "{header}");
        }
    }

    #[test]
    fn a_text_names_the_variables_of_its_place_in_both_languages() {
        let name = "Zoë";
        let text = localized!("We could not find {name}.", "{name} est introuvable.");
        assert_eq!(text.english(), "We could not find Zoë.");
        assert_eq!(text.in_language(Language::French), "Zoë est introuvable.");
        let fixed = localized!("Yes", "Oui");
        assert!(matches!(fixed.english, Cow::Borrowed("Yes")), "no allocation");
    }
}
