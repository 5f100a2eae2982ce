//! The two languages of the shop's texts, and a text in both.

use std::{borrow::Cow, cell::Cell, fmt::Arguments};

use serde::{Serialize, Serializer};

use serde_json::Value;

use super::{FromJson, InvalidValue, text_enum};

/// `localized!("We could not find {name}.", "{name} est introuvable.")`: a text in English and in French. Both are formats
/// that name the variables of their place. Other values follow, as in `format!`.
///
/// `localized!(language => "{} is left.", "Il reste {}.", amount.format(amounts.in_language(language)))` has values that
/// differ by the language.
macro_rules! localized {
    ($language:ident => $english:literal, $french:literal $(, $value:expr)* $(,)?) => {
        $crate::values::language::Localized::each(|$language| match $language {
            $crate::values::language::Language::English => format!($english $(, $value)*),
            $crate::values::language::Language::French => format!($french $(, $value)*),
        })
    };
    ($english:literal, $french:literal $(, $value:expr)* $(,)?) => {
        $crate::values::language::Localized::of_formats(
            format_args!($english $(, $value)*),
            format_args!($french $(, $value)*),
        )
    };
}
pub(crate) use localized;

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
        known.ok_or_else(|| {
            InvalidValue::new(
                "unknown",
                localized!("Please choose one of these: en, fr.", "Veuillez choisir\u{a0}: en ou fr."),
            )
        })
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

    /// Text that is the same in both languages, such as a name.
    pub fn same(text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        Self { english: text.clone(), french: text }
    }

    /// Joins sentences by spaces.
    pub fn join(sentences: &[Self]) -> Self {
        let join =
            |language| sentences.iter().map(|it| it.in_language(language)).collect::<Vec<_>>().join(" ");
        Self::each(join)
    }
}

thread_local! {
    /// The language of the JSON that this thread is writing, and whether it has a [`Localized`].
    static WRITER: Cell<(Language, bool)> = const { Cell::new((Language::English, false)) };
}

/// Writes the language of [`write_in`] or [`write_in_each`]. Outside of them it is English.
impl Serialize for Localized {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (language, _) = WRITER.get();
        WRITER.set((language, true));
        serializer.serialize_str(self.in_language(language))
    }
}

/// Runs `write`, which serializes texts, in one language.
pub fn write_in<T>(language: Language, write: impl FnOnce() -> T) -> T {
    run_writer(language, write).0
}

/// Runs `write` in English, and in French if it wrote a [`Localized`].
pub fn write_in_each<T>(write: impl Fn() -> T) -> (T, Option<T>) {
    let (english, is_localized) = run_writer(Language::English, &write);
    (english, is_localized.then(|| write_in(Language::French, write)))
}

fn run_writer<T>(language: Language, write: impl FnOnce() -> T) -> (T, bool) {
    /// Restores the writer around this one, also after a panic.
    struct Outer(Language, bool);
    impl Drop for Outer {
        fn drop(&mut self) {
            WRITER.set((self.0, self.1 || WRITER.get().1));
        }
    }
    let (outer, is_outer_localized) = WRITER.replace((language, false));
    let _outer = Outer(outer, is_outer_localized);
    let written = write();
    (written, WRITER.get().1)
}

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

    #[test]
    fn json_is_written_in_one_language_and_in_each_if_it_has_texts() {
        let json = |text: &Localized| serde_json::to_string(text).unwrap();
        let text = localized!("Yes", "Oui");
        assert_eq!(json(&text), r#""Yes""#);
        assert_eq!(write_in(Language::French, || json(&text)), r#""Oui""#);
        assert_eq!(write_in_each(|| json(&text)), (r#""Yes""#.to_owned(), Some(r#""Oui""#.to_owned())));
        assert_eq!(write_in_each(|| serde_json::to_string("x").unwrap()), (r#""x""#.to_owned(), None));
        assert_eq!(json(&text), r#""Yes""#, "the language ends with its writer");
    }
}
