//! The settings, their rules and their first values.

use std::{collections::BTreeMap, sync::LazyLock};

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    home_page::{FIRST_VALUES_OF_OWNERS, HOME_PAGE_RULES, HomePageSettings},
    preferences::{FIRST_CHARGES_OF_DEMO, PREFERENCES, ShopPreferences, Switch},
    rule::SettingRule,
    translation,
};
use crate::{
    base::{
        config::RunMode,
        email::{render::Letterhead, wording::EmailTexts},
    },
    values::{
        email::Email,
        language::{Language, Localized, localized},
        locale::{AmountFormat, ShopLocale},
    },
};

/// The texts that the owner has set, by the name of the setting. All others have their first value.
pub type ChangedSettings = BTreeMap<String, String>;

/// What a shop says about itself. An empty text is not shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopSettings {
    pub name: String,
    pub shop_state: ShopState,
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
    /// The person in charge of personal information, by name or title. The privacy page shows it.
    pub privacy_officer: String,
    /// The e-mail address or phone number of that person.
    pub privacy_contact: String,
    pub hours: String,
    /// Customers read it while card payment is off. Plain text.
    pub how_to_pay: String,
    pub twitter_url: String,
    pub youtube_url: String,
    pub facebook_url: String,
    pub instagram_url: String,
    /// Its IANA name. Days on pages and in searches are days there.
    pub time_zone: String,
    /// How dates and amounts are written. The language stays English.
    pub locale: ShopLocale,
    /// Whether "Subscribe Now" asks for an e-mail address. Otherwise it says thank you.
    pub newsletter: Switch,
    /// The heading of the home page.
    pub tagline: String,
    /// The text below that heading.
    pub intro: String,
    /// The text in the footer.
    pub about: String,
    #[serde(flatten)]
    pub home: HomePageSettings,
    /// Search engines read it.
    pub description: String,
    /// Plain text. A blank line ends a paragraph.
    pub privacy: String,
    pub terms: String,
    pub returns: String,
}

/// Whether the owner has opened the shop. It decides what the owner sees first, and hides nothing from visitors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShopState {
    Opening,
    Open,
}

/// A page with a text of the owner. The first texts are drafts that the owner has to check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LegalPage {
    Privacy,
    Terms,
    Returns,
}

/// Each with its first text in English and in French.
const LEGAL_PAGES: [(&str, LegalPage, &str, &str); 3] = [
    ("privacy", LegalPage::Privacy, include_str!("privacy.txt"), include_str!("privacy.fr.txt")),
    ("terms", LegalPage::Terms, include_str!("terms.txt"), include_str!("terms.fr.txt")),
    ("returns", LegalPage::Returns, include_str!("returns.txt"), include_str!("returns.fr.txt")),
];

/// Who is in charge of personal information. Only the privacy page shows it.
const PRIVACY_OFFICER: [&str; 2] = ["privacyOfficer", "privacyContact"];

/// What every page needs. The web app has the same file, so that a page of an unchanged shop carries no settings.
const FIRST_VALUES: &str = include_str!("../../../../web/src/api/shop-defaults.json");

const FIRST_DESCRIPTION: &str =
    "Gardening and yard care tools from Canada, for growers, crews and community gardens.";

/// The same of the French web app: the texts alone.
const FIRST_FRENCH_VALUES: &str = include_str!("../../../../web/src/api/shop-defaults.fr.json");

const FIRST_FRENCH_DESCRIPTION: &str =
    "Des outils de jardinage du Canada, pour les maraîchers, les équipes et les jardins communautaires.";

type SettingValues = serde_json::Map<String, Value>;

static FIRST_SETTINGS_OF_DEMO: LazyLock<SettingValues> = LazyLock::new(|| {
    let mut first: SettingValues = serde_json::from_str(FIRST_VALUES).unwrap_or_default();
    first.insert("description".to_owned(), Value::from(FIRST_DESCRIPTION));
    first.extend(PRIVACY_OFFICER.map(|name| (name.to_owned(), Value::from(""))));
    first.extend(LEGAL_PAGES.map(|(name, _, text, _)| (name.to_owned(), Value::from(text.trim()))));
    first.extend(PREFERENCES.map(|(name, _, value)| (name.to_owned(), Value::from(value.trim()))));
    first.extend(FIRST_CHARGES_OF_DEMO.map(|(name, value)| (name.to_owned(), Value::from(value.trim()))));
    first.insert("guestCheckout".to_owned(), Value::from("on"));
    first.insert("quebecSales".to_owned(), Value::from("open"));
    first
});

static FIRST_FRENCH_TEXTS: LazyLock<SettingValues> = LazyLock::new(|| {
    let mut first: SettingValues = serde_json::from_str(FIRST_FRENCH_VALUES).unwrap_or_default();
    first.insert("description".to_owned(), Value::from(FIRST_FRENCH_DESCRIPTION));
    first.extend(LEGAL_PAGES.map(|(name, _, _, french)| (name.to_owned(), Value::from(french.trim()))));
    first
});

static FIRST_SETTINGS: LazyLock<SettingValues> = LazyLock::new(|| {
    let mut first = FIRST_SETTINGS_OF_DEMO.clone();
    first.extend(FIRST_CHARGES_OF_DEMO.map(|(name, _)| (name.to_owned(), Value::from(""))));
    first.insert("guestCheckout".to_owned(), Value::from("off"));
    first.insert("quebecSales".to_owned(), Value::from("ready"));
    first.extend(FIRST_VALUES_OF_OWNERS.map(|(name, value)| (name.to_owned(), Value::from(value))));
    first
});

fn first_settings(mode: RunMode) -> &'static SettingValues {
    match mode {
        RunMode::Demo => &FIRST_SETTINGS_OF_DEMO,
        RunMode::Serve => &FIRST_SETTINGS,
    }
}

/// Whether the web app needs it on every page.
pub fn is_on_every_page(name: &str) -> bool {
    !matches!(name, "description" | "aboutText")
        && !PRIVACY_OFFICER.contains(&name)
        && LEGAL_PAGES.iter().all(|(page, ..)| *page != name)
}

/// What a setting is before the owner changes it. The demo shows every section that is specified.
pub fn first_value(mode: RunMode, name: &str) -> &'static str {
    first_settings(mode).get(name).and_then(Value::as_str).unwrap_or_default()
}

impl Default for ShopSettings {
    fn default() -> Self {
        Self::first(RunMode::Serve)
    }
}

/// All settings by name.
fn merged(mode: RunMode, changed: &ChangedSettings) -> Value {
    let mut all = first_settings(mode).clone();
    all.extend(changed.iter().map(|(name, text)| (name.clone(), Value::from(text.as_str()))));
    Value::Object(all)
}

impl ShopPreferences {
    pub fn with(mode: RunMode, changed: &ChangedSettings) -> Result<Self, serde_json::Error> {
        serde_json::from_value(merged(mode, changed))
    }
}

impl ShopSettings {
    /// The settings before the owner changes any.
    pub fn first(mode: RunMode) -> Self {
        #[expect(clippy::expect_used, reason = "the file is part of the program and tested")]
        Self::with(mode, &ChangedSettings::new()).expect("shop-defaults.json has every setting")
    }

    pub fn with(mode: RunMode, changed: &ChangedSettings) -> Result<Self, serde_json::Error> {
        serde_json::from_value(merged(mode, changed))
    }

    /// The sender of e-mails. `currency` has three letters.
    pub fn letterhead(&self, shop_url: &str, currency: &str) -> Letterhead {
        let on_one_line = |text: &str| text.lines().collect::<Vec<_>>().join(", ");
        let (address, numbers) = (on_one_line(&self.address), on_one_line(&self.registration_numbers));
        let mut contact = vec![
            self.legal_name.clone(),
            address,
            self.phone.clone(),
            self.email.clone(),
            self.hours.clone(),
            numbers,
        ];
        contact.retain(|text| !text.is_empty() && *text != self.name);
        Letterhead {
            shop_name: self.name.clone(),
            shop_url: shop_url.to_owned(),
            contact,
            reply_to: Email::parse(&self.email),
            address: self.address.clone(),
            amounts: AmountFormat::new(self.locale, currency),
            locale: self.locale,
            time_zone: TimeZone::get(&self.time_zone).unwrap_or(TimeZone::UTC),
            texts: EmailTexts::new(),
            language: Language::English,
        }
    }
}

impl ShopSettings {
    /// What customers read about paying while card payment is off. The web app has the same sentence.
    pub fn how_to_pay_text(&self) -> Localized {
        if !self.how_to_pay.is_empty() {
            return Localized::each(|_| self.how_to_pay.clone());
        }
        let ways = [&self.phone, &self.email].map(String::as_str);
        let ways: Vec<&str> = ways.into_iter().filter(|way| !way.is_empty()).collect();
        if ways.is_empty() {
            return localized!(
                "We will contact you about the payment.",
                "Nous communiquerons avec vous au sujet du paiement."
            );
        }
        let (either, in_french) = (ways.join(" or "), ways.join(" ou "));
        localized!(
            "Please contact us about the payment: {either}.",
            "Communiquez avec nous au sujet du paiement\u{a0}: {in_french}."
        )
    }
}

/// The pages whose first text a language still shows.
pub fn drafts(mode: RunMode, changed: &ChangedSettings, language: Language) -> Vec<LegalPage> {
    let is_own = |name: &str| match language {
        Language::English => changed.contains_key(name),
        Language::French => {
            translation::own(changed, name).is_some()
                || !translation::has_first_english_text(mode, changed, name)
        }
    };
    LEGAL_PAGES.into_iter().filter(|(name, ..)| !is_own(name)).map(|(_, page, ..)| page).collect()
}

/// The first text in French of a setting that is translated.
pub(super) fn first_french_text(mode: RunMode, name: &str) -> &'static str {
    if first_value(mode, name).is_empty() {
        return "";
    }
    FIRST_FRENCH_TEXTS.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Name and rule of every setting.
pub fn rules() -> impl Iterator<Item = (&'static str, SettingRule)> {
    RULES
        .into_iter()
        .chain(HOME_PAGE_RULES)
        .chain(PREFERENCES.into_iter().map(|(name, rule, _)| (name, rule)))
}

/// What customers read, in the order of the form.
const RULES: [(&str, SettingRule); 27] = [
    ("name", SettingRule::Name),
    ("shopState", SettingRule::Choice(&["opening", "open"])),
    ("logo", SettingRule::Picture),
    ("accent", SettingRule::Colour),
    ("legalName", SettingRule::Line),
    ("address", SettingRule::Text),
    ("registrationNumbers", SettingRule::Text),
    ("email", SettingRule::Email),
    ("phone", SettingRule::Phone),
    ("hours", SettingRule::Line),
    ("howToPay", SettingRule::Text),
    ("timeZone", SettingRule::TimeZone),
    ("locale", SettingRule::Choice(&ShopLocale::NAMES)),
    ("twitterUrl", SettingRule::Link),
    ("youtubeUrl", SettingRule::Link),
    ("facebookUrl", SettingRule::Link),
    ("instagramUrl", SettingRule::Link),
    ("newsletter", SettingRule::Choice(&["off", "on"])),
    ("tagline", SettingRule::Line),
    ("intro", SettingRule::Text),
    ("about", SettingRule::Text),
    ("description", SettingRule::Line),
    ("privacyOfficer", SettingRule::Line),
    ("privacyContact", SettingRule::Line),
    ("privacy", SettingRule::LongText),
    ("terms", SettingRule::LongText),
    ("returns", SettingRule::LongText),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_a_first_value_that_its_rule_accepts() {
        let none = ChangedSettings::new();
        for mode in [RunMode::Demo, RunMode::Serve] {
            let mut first = serde_json::to_value(ShopSettings::with(mode, &none).unwrap()).unwrap();
            let preferences = serde_json::to_value(ShopPreferences::with(mode, &none).unwrap()).unwrap();
            first.as_object_mut().unwrap().extend(preferences.as_object().unwrap().clone());
            assert_eq!(first.as_object().unwrap().len(), rules().count());
            for (name, rule) in rules() {
                assert_eq!(first[name], rule.to_json(first_value(mode, name)).unwrap());
                assert_eq!(rule.check(&first[name]), Ok(first_value(mode, name).to_owned()), "{name}");
            }
        }
    }

    #[test]
    fn the_first_legal_texts_promise_neither_card_payments_nor_emails() {
        for (name, _, text, french) in LEGAL_PAGES {
            for promise in
                ["Vous payez par carte", "Nous remboursons la carte", "Nous vous envoyons un courriel"]
            {
                assert!(!french.contains(promise), "{name}: {promise}");
            }
            for promise in ["You pay by card", "We refund the card", "We e-mail you", "We send e-mails"] {
                assert!(!text.contains(promise), "{name}: {promise}");
            }
        }
    }
}
