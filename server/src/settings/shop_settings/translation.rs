//! The owner's texts in French. A text that the owner has not translated is shown in English.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::settings::{ChangedSettings, first_french_text, first_value};
use crate::base::config::RunMode;

/// The settings that are texts, so that each has a second one in French.
pub const TRANSLATED: [&str; 20] = [
    "hours",
    "howToPay",
    "tagline",
    "intro",
    "about",
    "description",
    "bannerSlides",
    "summaryRows",
    "sellTitle",
    "sellText",
    "sellSteps",
    "location",
    "yearTitle",
    "yearSeasons",
    "storyText",
    "aboutTitle",
    "aboutText",
    "privacy",
    "terms",
    "returns",
];

/// The texts in French. An empty text is missing, and customers read the English one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FrenchTexts {
    pub hours: String,
    pub how_to_pay: String,
    pub tagline: String,
    pub intro: String,
    pub about: String,
    pub description: String,
    pub banner_slides: String,
    pub summary_rows: String,
    pub sell_title: String,
    pub sell_text: String,
    pub sell_steps: String,
    pub location: String,
    pub year_title: String,
    pub year_seasons: String,
    pub story_text: String,
    pub about_title: String,
    pub about_text: String,
    pub privacy: String,
    pub terms: String,
    pub returns: String,
}

/// The name under which the French text of a setting is stored.
pub fn french_name(name: &str) -> String {
    format!("fr.{name}")
}

/// The owner's own text in French.
pub fn own<'a>(changed: &'a ChangedSettings, name: &str) -> Option<&'a str> {
    changed.get(&french_name(name)).map(String::as_str).filter(|text| !text.is_empty())
}

/// The text in French. Returns `None` if the owner has changed the English one alone.
pub fn french<'a>(mode: RunMode, changed: &'a ChangedSettings, name: &str) -> Option<&'a str> {
    let first = || has_first_english_text(mode, changed, name).then(|| first_french_text(mode, name));
    own(changed, name).or_else(first)
}

/// Whether the English text is the first one. An owner who has checked a first text has saved the same one.
pub fn has_first_english_text(mode: RunMode, changed: &ChangedSettings, name: &str) -> bool {
    changed.get(name).is_none_or(|text| text == first_value(mode, name))
}

/// The settings with French texts in place of the English ones.
pub fn in_french(mode: RunMode, changed: &ChangedSettings) -> ChangedSettings {
    let mut shown = changed.clone();
    for name in TRANSLATED {
        if let Some(text) = french(mode, changed, name) {
            shown.insert(name.to_owned(), text.to_owned());
        }
    }
    shown
}

/// The texts in French, by the name of their setting, for the owner.
pub fn french_texts(mode: RunMode, changed: &ChangedSettings) -> Result<FrenchTexts, serde_json::Error> {
    let text = |name: &str| french(mode, changed, name).unwrap_or_default().to_owned();
    let texts = TRANSLATED.map(|name| (name.to_owned(), text(name).into()));
    serde_json::from_value(serde_json::Value::Object(texts.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::shop_settings::settings::rules;

    fn changed(texts: &[(&str, &str)]) -> ChangedSettings {
        texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn a_text_that_is_not_translated_is_shown_in_english() {
        let shown = |texts: &[(&str, &str)]| in_french(RunMode::Demo, &changed(texts))["tagline"].clone();
        assert_eq!(shown(&[]), "Outils pour le jardin et le terrain", "the first text has a translation");
        assert_eq!(shown(&[("tagline", "Hoes")]), "Hoes");
        assert_eq!(shown(&[("tagline", "Hoes"), ("fr.tagline", "Binettes")]), "Binettes");
        assert_eq!(shown(&[("tagline", "Hoes"), ("fr.tagline", "")]), "Hoes");
        let first = first_value(RunMode::Demo, "tagline");
        assert_eq!(shown(&[("tagline", first)]), "Outils pour le jardin et le terrain", "the first text");
        let own = in_french(RunMode::Serve, &changed(&[]));
        assert_eq!(own["tagline"], "", "a shop of an owner has no text of the demo");
        assert!(own["terms"].starts_with("Qui vend"));
    }

    #[test]
    fn every_translated_setting_has_a_rule_and_a_member() {
        let texts = serde_json::to_value(FrenchTexts::default()).unwrap();
        assert_eq!(texts.as_object().unwrap().len(), TRANSLATED.len());
        for name in TRANSLATED {
            assert!(rules().any(|(known, _)| known == name) && texts.get(name).is_some(), "{name}");
        }
    }

    #[test]
    fn every_first_text_of_the_demo_is_translated() {
        let none = ChangedSettings::new();
        let english = crate::settings::shop_settings::settings::first_value;
        for name in TRANSLATED {
            let (first, french) = (english(RunMode::Demo, name), first_french_text(RunMode::Demo, name));
            assert_eq!(first.is_empty(), french.is_empty(), "{name}");
            let is_same = first == french && !first.is_empty();
            assert!(!is_same, "{name} is not translated");
            let rule = rules().find(|(known, _)| *known == name).unwrap().1;
            assert_eq!(rule.check(&french.into()).as_deref().unwrap_or(french), french, "{name}");
        }
        assert_eq!(french_texts(RunMode::Demo, &none).unwrap().location, "Établie au Canada");
    }
}
