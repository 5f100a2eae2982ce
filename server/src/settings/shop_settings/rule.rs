//! What a setting accepts.

use jiff::tz::TimeZone;
use serde_json::Value;

use super::{accent, home_page};
use crate::{
    pictures::variants,
    settings::list_setting,
    values::{
        FromJson, InvalidValue,
        email::Email,
        language::localized,
        phone::Phone,
        province::Province,
        text::{SingleLine, Text},
        url::is_public_https,
    },
};

#[derive(Clone, Copy)]
pub enum SettingRule {
    Name,
    Line,
    Text,
    LongText,
    Email,
    Phone,
    Link,
    /// A picture that was uploaded to the shop.
    Picture,
    Colour,
    /// A whole number.
    Count,
    /// A whole number of them.
    Number {
        least: i64,
        most: i64,
        of: NumberOf,
    },
    /// One of these.
    Choice(&'static [&'static str]),
    TimeZone,
    /// Lines of words that mean the same.
    Synonyms,
    /// Some of these names, with spaces between them.
    Names(&'static [&'static str]),
    /// Lines of so many cells at most, with `|` between them.
    Rows {
        cells: usize,
    },
    /// The banners of the home page.
    Slides,
    Markdown,
    /// A province or territory by its two letters.
    Province,
    /// A list of objects, by what makes its stored text.
    List(fn(&Value) -> Result<String, InvalidValue>),
}

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberOf {
    Days,
    Minutes,
}

const MAX_COUNT: i64 = 1_000_000;
const MAX_NAME: usize = 40;
const MAX_LINE: usize = 200;
const MAX_TEXT: usize = 400;
const MAX_LONG_TEXT: usize = 10_000;

impl SettingRule {
    /// The text that is stored.
    pub fn check(self, value: &Value) -> Result<String, InvalidValue> {
        if let Self::List(check) = self {
            return check(value);
        }
        let text = Text::<MAX_LONG_TEXT>::from_json(value)?.into_string().replace("\r\n", "\n");
        let is_required = matches!(
            self,
            Self::Name | Self::LongText | Self::Number { .. } | Self::Choice(_) | Self::TimeZone
        );
        if text.is_empty() {
            let missing = || {
                InvalidValue::new(
                    "required",
                    localized!("This field is required.", "Ce champ est obligatoire."),
                )
            };
            return if is_required { Err(missing()) } else { Ok(text) };
        }
        match self {
            Self::Name => SingleLine::<MAX_NAME>::from_json(value).map(SingleLine::into_string),
            Self::Line => SingleLine::<MAX_LINE>::from_json(value).map(SingleLine::into_string),
            Self::Text => Text::<MAX_TEXT>::from_json(&Value::from(text)).map(Text::into_string),
            Self::LongText | Self::Markdown | Self::List(_) => Ok(text),
            Self::Names(known) => home_page::check_names(&text, known),
            Self::Rows { cells } => home_page::check_rows(&text, cells),
            Self::Slides => home_page::check_slides(&text),
            Self::Province => Province::from_json(value).map(|province| province.as_str().to_owned()),
            Self::Synonyms => check_synonyms(&text).map(|()| text),
            Self::Count => match text.parse::<i64>() {
                Ok(count @ 0..=MAX_COUNT) => Ok(count.to_string()),
                _ => Err(InvalidValue::new(
                    "not_a_count",
                    localized!(
                        "Please enter a whole number, or nothing.",
                        "Veuillez entrer un nombre entier, ou rien."
                    ),
                )),
            },
            Self::Number { least, most, of } => match text.parse::<i64>() {
                Ok(number) if (least..=most).contains(&number) => Ok(number.to_string()),
                _ => Err(InvalidValue::new(
                    "out_of_range",
                    match of {
                        NumberOf::Days => localized!(
                            "Please enter a whole number of days from {least} to {most}.",
                            "Veuillez entrer un nombre entier de jours, de {least} à {most}."
                        ),
                        NumberOf::Minutes => localized!(
                            "Please enter a whole number of minutes from {least} to {most}.",
                            "Veuillez entrer un nombre entier de minutes, de {least} à {most}."
                        ),
                    },
                )),
            },
            Self::Choice(values) if values.contains(&text.as_str()) => Ok(text),
            Self::Choice(values) => Err(InvalidValue::new(
                "unknown",
                localized!(
                    "Please choose one of: {}.",
                    "Veuillez choisir l’une de ces valeurs\u{a0}: {}.",
                    values.join(", ")
                ),
            )),
            Self::Email => Email::from_json(value).map(|email| email.as_str().to_owned()),
            // The number stays as the owner writes it. The link to it has the country code.
            Self::Phone => {
                Phone::from_json(value).and(SingleLine::<60>::from_json(value)).map(SingleLine::into_string)
            }
            Self::Picture => variants::check_own_image(&text),
            Self::Colour => accent::check(&text),
            Self::TimeZone => {
                let zone = TimeZone::get(&text).ok();
                let name = zone.as_ref().and_then(TimeZone::iana_name).map(str::to_owned);
                name.ok_or_else(|| {
                    InvalidValue::new(
                        "unknown",
                        localized!(
                            "Please choose a time zone such as America/Toronto.",
                            "Veuillez choisir un fuseau horaire, par exemple America/Toronto."
                        ),
                    )
                })
            }
            Self::Link
                if text.chars().count() <= MAX_LINE
                    && !text.contains(char::is_whitespace)
                    && is_public_https(&text) =>
            {
                Ok(text)
            }
            Self::Link => Err(InvalidValue::new(
                "not_a_link",
                localized!(
                    "Please enter the whole address of the page, for example \
                     https://www.youtube.com/@your-shop.",
                    "Veuillez entrer l’adresse complète de la page, par exemple \
                     https://www.youtube.com/@votre-boutique."
                ),
            )),
        }
    }

    /// A stored text as the API sends it.
    pub fn to_json(self, stored: &str) -> Result<Value, serde_json::Error> {
        match self {
            Self::List(_) => list_setting::parse(stored).map(Value::Array),
            _ => Ok(Value::from(stored)),
        }
    }
}

/// Each search compares its words with all of them.
const MAX_SYNONYM_GROUPS: usize = 300;

fn check_synonyms(text: &str) -> Result<(), InvalidValue> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    if lines.clone().count() > MAX_SYNONYM_GROUPS {
        return Err(InvalidValue::new(
            "too_long",
            localized!(
                "Please use at most {MAX_SYNONYM_GROUPS} lines.",
                "Veuillez utiliser au plus {MAX_SYNONYM_GROUPS}\u{a0}lignes."
            ),
        ));
    }
    let is_group = |line: &str| {
        line.split('=').count() > 1 && line.split('=').all(|words| words.contains(char::is_alphanumeric))
    };
    match lines.find(|(_, line)| !is_group(line)) {
        Some((row, line)) => Err(InvalidValue::new(
            "not_synonyms",
            localized!(
                "Please write words with = between them, such as spade = shovel. This line has none: {line}",
                "Veuillez écrire des mots avec = entre eux, par exemple bêche = pelle. Cette ligne n’en a \
                 pas\u{a0}: {line}"
            ),
        )
        .in_row(row)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_text_that_would_harm_a_page_is_refused() {
        let code = |rule: SettingRule, text: &str| rule.check(&json!(text)).map_err(|fault| fault.code);
        for link in [
            "javascript:alert(1)",
            "http://a.ca/",
            "https://",
            "//a.ca",
            "https://a b.ca",
            "https://a.ca/\nx",
            "https://u:p@a.ca",
        ] {
            assert_eq!(code(SettingRule::Link, link), Err("not_a_link"), "{link}");
        }
        assert_eq!(
            code(SettingRule::Link, "https://youtube.com/@fern"),
            Ok("https://youtube.com/@fern".into())
        );
        assert_eq!(code(SettingRule::Name, "Fern\nBcc: a@b.ca"), Err("invalid_characters"));
        assert_eq!(code(SettingRule::Name, " "), Err("required"));
        assert_eq!(code(SettingRule::Name, &"x".repeat(41)), Err("too_long"));
        assert_eq!(
            code(SettingRule::Text, "1 Maple Street\r\nHalifax"),
            Ok("1 Maple Street\nHalifax".into())
        );
        assert_eq!(code(SettingRule::Email, "fern"), Err("not_an_email"));
        assert_eq!(code(SettingRule::TimeZone, "america/halifax"), Ok("America/Halifax".into()));
        assert_eq!(code(SettingRule::TimeZone, "../etc/passwd"), Err("unknown"));
        assert_eq!(
            code(SettingRule::Synonyms, "spade = shovel\n\nhose=boyau"),
            Ok("spade = shovel\n\nhose=boyau".into())
        );
        for wrong in ["spade", "spade =", "a = b\nspade shovel"] {
            assert_eq!(code(SettingRule::Synonyms, wrong), Err("not_synonyms"), "{wrong}");
        }
        assert_eq!(code(SettingRule::Synonyms, &"a = b\n".repeat(301)), Err("too_long"));
        assert_eq!(code(SettingRule::Phone, "call us"), Err("not_a_phone_number"));
        for address in ["https://evil.example/a.png", "//evil.example/350.webp", "/images/../350.webp"] {
            assert_eq!(code(SettingRule::Picture, address), Err("not_a_picture"), "{address}");
        }
    }
}
