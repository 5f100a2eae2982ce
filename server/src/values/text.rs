//! Text from forms: trimmed, limited in length, and without control characters.

use serde_json::Value;

use super::{FromJson, InvalidValue, language::localized};

/// Text of at most `MOST` characters after trimming. May be empty; see [`NonEmptyText`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text<const MOST: usize>(String);

impl<const MOST: usize> Text<MOST> {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

/// All control characters except line breaks and tabs. PostgreSQL cannot store NUL.
fn is_unprintable(character: char) -> bool {
    character.is_control() && !matches!(character, '\n' | '\r' | '\t')
}

impl<const MOST: usize> FromJson for Text<MOST> {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let text = match value {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(), // a phone number from a numeric input
            _ => {
                return Err(InvalidValue::new(
                    "not_text",
                    localized!("Please enter text.", "Veuillez entrer un texte."),
                ));
            }
        };
        if text.chars().count() > MOST {
            return Err(InvalidValue::new(
                "too_long",
                localized!(
                    "Please use at most {MOST} characters.",
                    "Veuillez utiliser au plus {MOST} caractères."
                ),
            ));
        }
        if text.chars().any(is_unprintable) {
            return Err(InvalidValue::new(
                "invalid_characters",
                localized!(
                    "This text contains a control character. Please remove it.",
                    "Ce texte contient un caractère de contrôle. Veuillez le retirer."
                ),
            ));
        }
        if text.chars().any(is_direction_control) {
            let why = localized!(
                "This text contains an invisible character that reverses the direction of writing. Please type \
                 the text instead of pasting it.",
                "Ce texte contient un caractère invisible qui inverse le sens de l’écriture. Veuillez taper le \
                 texte au lieu de le coller."
            );
            return Err(InvalidValue::new("invalid_characters", why));
        }
        Ok(Self(text))
    }
}

/// Overrides, embeddings and isolates. They show a text in another order than it is stored.
fn is_direction_control(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Characters that reverse the text direction or are invisible, so that one name could look like another. Joiners and
/// marks are not included, because some languages and emoji need them.
pub fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}

/// Joins, separates or varies neighbouring characters, and is invisible alone.
fn is_joiner(character: char) -> bool {
    matches!(
        character,
        '\u{34f}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{200c}' | '\u{200d}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}'
    )
}

/// A mark between two characters, in Mongolian or where text directions meet. Keyboards also add it at the ends.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{61c}' | '\u{180e}' | '\u{200e}' | '\u{200f}')
}

fn is_visible(text: &str) -> bool {
    text.chars().any(|c| !(c.is_whitespace() || is_joiner(c) || is_mark(c)))
}

/// Text with at least one visible character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NonEmptyText<const MOST: usize>(String);

impl<const MOST: usize> NonEmptyText<MOST> {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

impl<const MOST: usize> FromJson for NonEmptyText<MOST> {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        match Text::<MOST>::from_json(value)? {
            Text(text) if is_visible(&text) => Ok(Self(text)),
            Text(_) => Err(InvalidValue::new(
                "required",
                localized!("This field is required.", "Ce champ est obligatoire."),
            )),
        }
    }
}

/// Non-empty text in a single line, for example a name in an e-mail header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SingleLine<const MOST: usize>(String);

impl<const MOST: usize> SingleLine<MOST> {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

impl<const MOST: usize> FromJson for SingleLine<MOST> {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let NonEmptyText(text) = NonEmptyText::<MOST>::from_json(value)?;
        if text.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
            return Err(InvalidValue::new(
                "invalid_characters",
                localized!(
                    "Please use a single line without tabs.",
                    "Veuillez utiliser une seule ligne, sans tabulation."
                ),
            ));
        }
        if text.chars().any(is_invisible) {
            let why = localized!(
                "This text contains an invisible character. Please type it instead of pasting it.",
                "Ce texte contient un caractère invisible. Veuillez le taper au lieu de le coller."
            );
            return Err(InvalidValue::new("invalid_characters", why));
        }
        Ok(Self(text.trim_matches(|c: char| c.is_whitespace() || is_mark(c)).to_owned()))
    }
}

/// The first words, on one line, in at most `most` characters and " …". A first word that is longer is cut, because
/// some languages write no spaces.
pub fn first_words(text: &str, most: usize) -> String {
    let mut short = String::new();
    // A no-break space stays, because French has it before signs.
    let words = text.split(|c: char| c.is_whitespace() && c != '\u{a0}').filter(|word| !word.is_empty());
    for word in words {
        if short.chars().count() + word.chars().count() >= most {
            if short.is_empty() {
                short.extend(word.chars().take(most));
            }
            short.push_str(" …");
            break;
        }
        short.push_str(if short.is_empty() { "" } else { " " });
        short.push_str(word);
    }
    short
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_words_of_a_text_are_whole_unless_the_first_is_too_long() {
        assert_eq!(first_words("Oil  the\nspring twice.", 60), "Oil the spring twice.");
        assert_eq!(first_words("Oil the spring twice.", 10), "Oil the …");
        assert_eq!(first_words(&"手".repeat(300), 5), "手手手手手 …");
    }

    #[test]
    fn text_is_trimmed_and_counted_in_characters() {
        assert_eq!(Text::<3>::from_json(&json!("  äöü ")).map(Text::into_string), Ok("äöü".to_owned()));
        assert_eq!(Text::<3>::from_json(&json!("äöüß")).map_err(|fault| fault.code), Err("too_long"));
    }

    #[test]
    fn nul_is_rejected() {
        assert_eq!(
            Text::<9>::from_json(&json!("a\0b")).map_err(|fault| fault.code),
            Err("invalid_characters")
        );
    }

    #[test]
    fn text_that_shows_in_another_order_is_rejected() {
        for control in ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}') {
            for text in [format!("a{control}b"), format!("{control}a\nb")] {
                let code = Text::<9>::from_json(&json!(text)).map_err(|fault| fault.code);
                assert_eq!(code, Err("invalid_characters"), "{text:?}");
            }
        }
        for text in ["שלום עולם", "سلام \u{200f}!", "a\u{200e}b", "👩\u{200d}🌾", "soft\u{ad}ware"]
        {
            assert!(Text::<99>::from_json(&json!(text)).is_ok(), "{text:?}");
        }
    }

    #[test]
    fn blank_text_is_rejected() {
        for text in [
            "  ",
            "\u{200d} \u{200c}",
            "\u{fe0f}",
            "\u{34f}\u{17b4}\u{17b5}",
            "\u{180b}\u{180e}\u{180f}",
            "\u{fe00}\n\u{e01ef}",
            "\u{200e}\u{200f}\u{61c}",
        ] {
            assert_eq!(
                NonEmptyText::<9>::from_json(&json!(text)).map_err(|fault| fault.code),
                Err("required"),
                "{text:?}"
            );
            assert_eq!(
                SingleLine::<9>::from_json(&json!(text)).map_err(|fault| fault.code),
                Err("required"),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_name_is_one_line() {
        for text in ["a\r\nBcc: x", "a\nb", "a\tb", "a\u{2028}b", "a\u{85}b"] {
            let read = SingleLine::<99>::from_json(&json!(text)).map_err(|fault| fault.code);
            assert_eq!(read, Err("invalid_characters"), "{text:?}");
        }
        for text in ["\u{202e}adA", "Ada\u{2066}", "A\u{200b}da", "\u{feff}Ada", "Ada\u{202c}", "\u{3164}"] {
            let read = SingleLine::<99>::from_json(&json!(text)).map_err(|fault| fault.code);
            assert_eq!(read, Err("invalid_characters"), "{text:?}");
        }
        for text in [
            "عَلِي رضا",
            "می\u{200c}نا",
            "👩\u{200d}🌾",
            "❤\u{fe0f}",
            "Zoë",
            "李雷",
            "ᠰᠠᠷᠠ\u{180e}ᠠ",
            "דן\u{200e} (A)",
        ] {
            assert_eq!(
                SingleLine::<99>::from_json(&json!(text)).map(SingleLine::into_string),
                Ok(text.to_owned())
            );
        }
        let marked =
            SingleLine::<99>::from_json(&json!("\u{200f}דן\u{200f} \u{200e}")).map(SingleLine::into_string);
        assert_eq!(marked, Ok("דן".to_owned()));
        assert_eq!(
            SingleLine::<9>::from_json(&json!(" Ada B \n")).map(SingleLine::into_string),
            Ok("Ada B".to_owned())
        );
    }
}
