//! The settings, their rules and their first values.

use std::{collections::BTreeMap, sync::LazyLock};

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    accent,
    preferences::{PREFERENCES, ShopPreferences},
};
use crate::{
    base::email::render::Letterhead,
    pictures::variants,
    values::{
        FromJson, InvalidValue,
        email::Email,
        locale::{AmountFormat, ShopLocale},
        phone::Phone,
        text::{SingleLine, Text},
        url::is_public_https,
    },
};

/// The texts that the owner has set, by the name of the setting. All others have their first value.
pub type ChangedSettings = BTreeMap<String, String>;

/// What a shop says about itself. An empty text is not shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopSettings {
    pub name: String,
    /// The path of its picture, as `/images/…/350.webp`. Empty: the shop's name stands in the header.
    pub logo: String,
    /// The colour of buttons and links, as `#2f5d3a`. Empty: green.
    pub accent: String,
    /// The name of the company or person that sells, for the legal pages and e-mails.
    pub legal_name: String,
    /// Postal address, on several lines.
    pub address: String,
    /// For receipts, packing slips and e-mails, one a line, as `GST/HST 12345 6789 RT0001`.
    pub registration_numbers: String,
    pub email: String,
    pub phone: String,
    pub hours: String,
    pub twitter_url: String,
    pub youtube_url: String,
    pub facebook_url: String,
    pub instagram_url: String,
    /// Its IANA name. Days on pages and in searches are days there.
    pub time_zone: String,
    /// How dates and amounts are written. The language stays English.
    pub locale: ShopLocale,
    /// The heading of the home page.
    pub tagline: String,
    /// The text below that heading.
    pub intro: String,
    /// The text in the footer.
    pub about: String,
    /// For search engines.
    pub description: String,
    /// Plain text. A blank line ends a paragraph.
    pub privacy: String,
    pub terms: String,
    pub returns: String,
}

/// A page with a text of the owner. The first texts are drafts that the owner has to check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LegalPage {
    Privacy,
    Terms,
    Returns,
}

const LEGAL_PAGES: [(&str, LegalPage, &str); 3] = [
    ("privacy", LegalPage::Privacy, include_str!("privacy.txt")),
    ("terms", LegalPage::Terms, include_str!("terms.txt")),
    ("returns", LegalPage::Returns, include_str!("returns.txt")),
];

/// What every page needs. The web app has the same file, so that a page of an unchanged shop carries no settings.
const FIRST_VALUES: &str = include_str!("../../../../web/src/api/shop-defaults.json");

const FIRST_DESCRIPTION: &str =
    "Gardening and yard care tools from Canada, for growers, crews and community gardens.";

static FIRST_SETTINGS: LazyLock<serde_json::Map<String, Value>> = LazyLock::new(|| {
    let mut first: serde_json::Map<String, Value> = serde_json::from_str(FIRST_VALUES).unwrap_or_default();
    first.insert("description".to_owned(), Value::from(FIRST_DESCRIPTION));
    first.extend(LEGAL_PAGES.map(|(name, _, text)| (name.to_owned(), Value::from(text.trim()))));
    first.extend(PREFERENCES.map(|(name, _, value)| (name.to_owned(), Value::from(value.trim()))));
    first
});

/// Whether the web app needs it on every page.
pub fn is_on_every_page(name: &str) -> bool {
    name != "description" && LEGAL_PAGES.iter().all(|(page, ..)| *page != name)
}

/// What a setting is before the owner changes it.
pub fn first_value(name: &str) -> &'static str {
    FIRST_SETTINGS.get(name).and_then(Value::as_str).unwrap_or_default()
}

impl Default for ShopSettings {
    fn default() -> Self {
        #[expect(clippy::expect_used, reason = "the file is part of the program and tested")]
        Self::with(&ChangedSettings::new()).expect("shop-defaults.json has every setting")
    }
}

/// All settings by name.
fn merged(changed: &ChangedSettings) -> Value {
    let mut all = FIRST_SETTINGS.clone();
    all.extend(changed.iter().map(|(name, text)| (name.clone(), Value::from(text.as_str()))));
    Value::Object(all)
}

impl ShopPreferences {
    pub fn with(changed: &ChangedSettings) -> Result<Self, serde_json::Error> {
        serde_json::from_value(merged(changed))
    }
}

impl ShopSettings {
    pub fn with(changed: &ChangedSettings) -> Result<Self, serde_json::Error> {
        serde_json::from_value(merged(changed))
    }

    /// The sender of e-mails. `currency`: three letters.
    pub fn letterhead(&self, shop_url: &str, currency: &str) -> Letterhead {
        let on_one_line = |text: &str| text.lines().collect::<Vec<_>>().join(", ");
        let (address, numbers) = (on_one_line(&self.address), on_one_line(&self.registration_numbers));
        let mut contact = vec![self.legal_name.clone(), address, numbers, self.email.clone()];
        contact.retain(|text| !text.is_empty());
        let (shop_name, shop_url) = (self.name.clone(), shop_url.to_owned());
        Letterhead { shop_name, shop_url, contact, amounts: AmountFormat::new(self.locale, currency) }
    }
}

pub fn drafts(changed: &ChangedSettings) -> Vec<LegalPage> {
    let is_draft = |name: &str| !changed.contains_key(name);
    LEGAL_PAGES.into_iter().filter(|(name, ..)| is_draft(name)).map(|(_, page, _)| page).collect()
}

/// What a setting accepts.
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
    /// One of these.
    Choice(&'static [&'static str]),
    TimeZone,
    /// Lines of words that mean the same.
    Synonyms,
}

/// Name and rule of every setting.
pub fn rules() -> impl Iterator<Item = (&'static str, SettingRule)> {
    RULES.into_iter().chain(PREFERENCES.into_iter().map(|(name, rule, _)| (name, rule)))
}

/// What customers read, in the order of the form.
const RULES: [(&str, SettingRule); 22] = [
    ("name", SettingRule::Name),
    ("logo", SettingRule::Picture),
    ("accent", SettingRule::Colour),
    ("legalName", SettingRule::Line),
    ("address", SettingRule::Text),
    ("registrationNumbers", SettingRule::Text),
    ("email", SettingRule::Email),
    ("phone", SettingRule::Phone),
    ("hours", SettingRule::Line),
    ("timeZone", SettingRule::TimeZone),
    ("locale", SettingRule::Choice(&ShopLocale::NAMES)),
    ("twitterUrl", SettingRule::Link),
    ("youtubeUrl", SettingRule::Link),
    ("facebookUrl", SettingRule::Link),
    ("instagramUrl", SettingRule::Link),
    ("tagline", SettingRule::Line),
    ("intro", SettingRule::Text),
    ("about", SettingRule::Text),
    ("description", SettingRule::Line),
    ("privacy", SettingRule::LongText),
    ("terms", SettingRule::LongText),
    ("returns", SettingRule::LongText),
];

const MAX_COUNT: i64 = 1_000_000;
const MAX_NAME: usize = 40;
const MAX_LINE: usize = 200;
const MAX_TEXT: usize = 400;
const MAX_LONG_TEXT: usize = 10_000;

impl SettingRule {
    pub fn check(self, value: &Value) -> Result<String, InvalidValue> {
        let text = Text::<MAX_LONG_TEXT>::from_json(value)?.into_string().replace("\r\n", "\n");
        let is_required = matches!(self, Self::Name | Self::LongText | Self::Choice(_) | Self::TimeZone);
        if text.is_empty() {
            let missing = || InvalidValue::new("required", "This field is required.");
            return if is_required { Err(missing()) } else { Ok(text) };
        }
        match self {
            Self::Name => SingleLine::<MAX_NAME>::from_json(value).map(SingleLine::into_string),
            Self::Line => SingleLine::<MAX_LINE>::from_json(value).map(SingleLine::into_string),
            Self::Text => Text::<MAX_TEXT>::from_json(&Value::from(text)).map(Text::into_string),
            Self::LongText => Ok(text),
            Self::Synonyms => check_synonyms(&text).map(|()| text),
            Self::Count => match text.parse::<i64>() {
                Ok(count @ 0..=MAX_COUNT) => Ok(count.to_string()),
                _ => Err(InvalidValue::new("not_a_count", "Please enter a whole number, or nothing.")),
            },
            Self::Choice(values) if values.contains(&text.as_str()) => Ok(text),
            Self::Choice(values) => {
                Err(InvalidValue::new("unknown", format!("Please choose one of: {}.", values.join(", "))))
            }
            Self::Email => Email::from_json(value).map(|email| email.as_str().to_owned()),
            // As the owner writes it. The link to it has the country code.
            Self::Phone => {
                Phone::from_json(value).and(SingleLine::<60>::from_json(value)).map(SingleLine::into_string)
            }
            Self::Picture => variants::check_own_image(&text),
            Self::Colour => accent::check(&text),
            Self::TimeZone => {
                let zone = TimeZone::get(&text).ok();
                let name = zone.as_ref().and_then(TimeZone::iana_name).map(str::to_owned);
                name.ok_or_else(|| {
                    InvalidValue::new("unknown", "Please choose a time zone such as America/Toronto.")
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
                "Please enter the whole address of the page, for example https://www.youtube.com/@your-shop.",
            )),
        }
    }
}

/// Each search compares its words with all of them.
const MAX_SYNONYM_GROUPS: usize = 300;

fn check_synonyms(text: &str) -> Result<(), InvalidValue> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    if lines.clone().count() > MAX_SYNONYM_GROUPS {
        return Err(InvalidValue::new("too_long", format!("Please use at most {MAX_SYNONYM_GROUPS} lines.")));
    }
    let is_group = |line: &&str| {
        line.split('=').count() > 1 && line.split('=').all(|words| words.contains(char::is_alphanumeric))
    };
    match lines.find(|line| !is_group(line)) {
        Some(line) => Err(InvalidValue::new(
            "not_synonyms",
            format!(
                "Please write words with = between them, such as spade = shovel. This line has none: {line}"
            ),
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_setting_has_a_first_value_that_its_rule_accepts() {
        let none = ChangedSettings::new();
        let mut first = serde_json::to_value(ShopSettings::with(&none).unwrap()).unwrap();
        let preferences = serde_json::to_value(ShopPreferences::with(&none).unwrap()).unwrap();
        first.as_object_mut().unwrap().extend(preferences.as_object().unwrap().clone());
        assert_eq!(first.as_object().unwrap().len(), rules().count());
        for (name, rule) in rules() {
            assert_eq!(rule.check(&first[name]), Ok(first[name].as_str().unwrap().to_owned()), "{name}");
        }
    }

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
