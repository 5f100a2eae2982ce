//! The current settings in memory, for every page and e-mail of this node.

use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use jiff::tz::TimeZone;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    preferences::ShopPreferences,
    quebec::{self, QuebecDuty},
    settings::{
        ChangedSettings, LegalPage, ShopSettings, drafts, first_french_text, first_value, is_on_every_page,
    },
    store,
    translation::{FrenchTexts, TRANSLATED, french_texts, in_french},
};
use crate::{
    accounts::rules::AccountRules,
    base::{
        config::RunMode,
        email::{Mailer, render::Letterhead, wording::EmailTexts},
    },
    db::{self, Db},
    http::response_cache::ContentVersion,
    settings::charges::Charges,
    values::{
        email::Email,
        language::Language,
        markdown::{self, MarkdownNode},
    },
};

/// The body of GET /shop-settings.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CurrentShopSettings)]
pub struct ShopSettingsJson<'a> {
    #[serde(flatten)]
    settings: &'a ShopSettings,
    /// The pages whose first text the owner has not checked yet.
    drafts: &'a [LegalPage],
    /// The text of the About page.
    about_content: &'a [MarkdownNode],
    /// Whether Blogs has the five specified articles, as in the demo.
    has_articles: bool,
}

/// The body of GET /manageShop.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManagedShopSettings)]
pub struct ManagedShopSettingsJson<'a> {
    #[serde(flatten)]
    shop: ShopSettingsJson<'a>,
    #[serde(flatten)]
    preferences: &'a ShopPreferences,
    /// The texts in French, also first ones that the owner has not changed.
    french: &'a FrenchTexts,
    /// The pages whose first text in French the owner has not checked yet.
    french_drafts: &'a [LegalPage],
}

/// The settings in English, with those in French inside.
pub struct CurrentSettings {
    mode: RunMode,
    /// The revision of the settings. 0 if the owner has not changed any.
    pub revision: i64,
    pub settings: ShopSettings,
    pub drafts: Vec<LegalPage>,
    pub preferences: ShopPreferences,
    pub charges: Charges,
    /// What the law of Québec asks of the shop.
    pub quebec_duties: Vec<QuebecDuty>,
    pub time_zone: TimeZone,
    pub about_content: Vec<MarkdownNode>,
    /// The owner's subjects and opening words of e-mails, among other texts.
    pub email_texts: EmailTexts,
    /// What each page of the web app needs beyond its own first values, as JSON. `None` if that is nothing.
    pub page_json: Option<String>,
    french_texts: FrenchTexts,
    /// The same settings with French texts. `None` in these.
    french: Option<Box<Self>>,
}

impl CurrentSettings {
    /// `has_quebec_gate` says that the shop sells into Québec only when it is ready, or when the owner has opened it.
    fn new(
        mode: RunMode,
        has_quebec_gate: bool,
        revision: i64,
        changed: &ChangedSettings,
    ) -> Result<Self, db::Error> {
        let mut french = Self::in_one_language(mode, revision, &in_french(mode, changed), Language::French)?;
        french.drafts = drafts(mode, changed, Language::French);
        let mut english = Self::in_one_language(mode, revision, changed, Language::English)?;
        let duties = quebec::duties(mode, changed, &english.settings, &english.preferences);
        let is_open = quebec::is_open(has_quebec_gate, english.preferences.quebec_sales, &duties);
        for settings in [&mut french, &mut english] {
            settings.charges.is_closed_to_quebec = !is_open;
            settings.quebec_duties.clone_from(&duties);
        }
        let broken = |_| db::Error::broken_row("shop_settings", &revision.to_string());
        let french_texts = french_texts(mode, changed).map_err(broken)?;
        Ok(Self { french_texts, french: Some(Box::new(french)), ..english })
    }

    /// The settings whose texts are in a language.
    pub fn in_language(&self, language: Language) -> &Self {
        match language {
            Language::English => self,
            Language::French => self.french.as_deref().unwrap_or(self),
        }
    }

    fn in_one_language(
        mode: RunMode,
        revision: i64,
        changed: &ChangedSettings,
        language: Language,
    ) -> Result<Self, db::Error> {
        let broken = |_| db::Error::broken_row("shop_settings", &revision.to_string());
        let settings = ShopSettings::with(mode, changed).map_err(broken)?;
        let preferences = ShopPreferences::with(mode, changed).map_err(broken)?;
        let mut on_pages = serde_json::to_value(shown(&settings)).map_err(broken)?;
        if let Some(members) = on_pages.as_object_mut() {
            members.retain(|name, value| is_on_every_page(name) && *value != first_on_pages(name, language));
            if mode == RunMode::Serve {
                members.insert("hasArticles".to_owned(), false.into());
            }
        }
        let charges = Charges::new(&preferences, &settings.address);
        let time_zone = TimeZone::get(&settings.time_zone).unwrap_or(TimeZone::UTC);
        let page_json = on_pages.as_object().filter(|it| !it.is_empty()).map(|_| on_pages.to_string());
        let about_content = markdown::parse(&settings.home.about_text);
        Ok(Self {
            mode,
            revision,
            settings,
            drafts: drafts(mode, changed, language),
            preferences,
            charges,
            quebec_duties: Vec::new(),
            time_zone,
            about_content,
            email_texts: changed
                .iter()
                .filter(|(name, _)| name.starts_with("email."))
                .map(|(name, text)| (name.clone(), text.clone()))
                .collect(),
            page_json,
            french_texts: FrenchTexts::default(),
            french: None,
        })
    }

    /// The address at which the owner is told what happens.
    fn owner_email(&self) -> Option<Email> {
        [&self.preferences.notification_email, &self.settings.email]
            .into_iter()
            .find_map(|it| Email::parse(it))
    }

    /// The sender of e-mails. `currency` has three letters.
    pub fn letterhead(&self, shop_url: &str, currency: &str) -> Letterhead {
        let letterhead = self.settings.letterhead(shop_url, currency);
        Letterhead { texts: self.email_texts.clone(), ..letterhead }
    }

    fn account_rules(&self) -> AccountRules {
        AccountRules {
            shop_name: self.settings.name.clone(),
            two_step_login_for_staff: self.preferences.two_step_login.is_for_staff(),
        }
    }

    /// The settings as visitors read them, without texts that the shop does not show.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        let settings = shown(&self.settings);
        let has_about = self.settings.home.has_part("about");
        let about_content = if has_about { self.about_content.as_slice() } else { &[] };
        serde_json::to_string(&ShopSettingsJson { settings: &settings, about_content, ..self.json() })
    }

    /// The settings with what only administrators read.
    pub fn to_managed_json(&self) -> Result<String, serde_json::Error> {
        let json = ManagedShopSettingsJson {
            shop: self.json(),
            preferences: &self.preferences,
            french: &self.french_texts,
            french_drafts: &self.in_language(Language::French).drafts,
        };
        serde_json::to_string(&json)
    }

    fn json(&self) -> ShopSettingsJson<'_> {
        ShopSettingsJson {
            settings: &self.settings,
            drafts: &self.drafts,
            about_content: &self.about_content,
            has_articles: self.mode == RunMode::Demo,
        }
    }
}

/// What the web app of a language has for a setting without being told.
fn first_on_pages(name: &str, language: Language) -> &'static str {
    match language {
        Language::French if TRANSLATED.contains(&name) => first_french_text(RunMode::Demo, name),
        Language::English | Language::French => first_value(RunMode::Demo, name),
    }
}

fn shown(settings: &ShopSettings) -> ShopSettings {
    ShopSettings { home: settings.home.without_hidden_texts(), ..settings.clone() }
}

/// Replaced as a whole when this node or another one has saved a new revision.
pub struct ShopSettingsCache {
    mode: RunMode,
    has_quebec_gate: bool,
    db: Db,
    mailer: Mailer,
    account_rules: Arc<ArcSwap<AccountRules>>,
    shop_url: String,
    currency: String,
    content_version: Arc<ContentVersion>,
    current: ArcSwap<CurrentSettings>,
    /// Held while the settings are replaced.
    replacing: Mutex<()>,
}

impl ShopSettingsCache {
    #[expect(clippy::too_many_arguments, reason = "the parts of the shop that the settings change")]
    pub async fn open(
        mode: RunMode,
        has_quebec_gate: bool,
        db: Db,
        mailer: Mailer,
        account_rules: Arc<ArcSwap<AccountRules>>,
        shop_url: &str,
        currency: &str,
        content_version: Arc<ContentVersion>,
    ) -> Result<Self, db::Error> {
        let first = CurrentSettings::new(mode, has_quebec_gate, 0, &ChangedSettings::new())?;
        let (shop_url, currency) = (shop_url.to_owned(), currency.to_owned());
        account_rules.store(Arc::new(first.account_rules()));
        let current = ArcSwap::from_pointee(first);
        let cache = Self {
            mode,
            has_quebec_gate,
            db,
            mailer,
            account_rules,
            shop_url,
            currency,
            content_version,
            current,
            replacing: Mutex::default(),
        };
        cache.refresh().await?;
        Ok(cache)
    }

    pub fn current(&self) -> Arc<CurrentSettings> {
        self.current.load_full()
    }

    /// Loads what any node has saved since.
    pub async fn refresh(&self) -> Result<(), db::Error> {
        let known = self.current.load().revision;
        let newest =
            self.db.read_statement(known, |tx, known| Box::pin(store::newest_after(tx, *known))).await?;
        let Some((revision, changed)) = newest else { return Ok(()) };
        self.replace(revision, &changed)
    }

    /// Uses this revision unless a newer one is in use.
    pub fn replace(&self, revision: i64, changed: &ChangedSettings) -> Result<(), db::Error> {
        let next = CurrentSettings::new(self.mode, self.has_quebec_gate, revision, changed)?;
        let _alone = self.replacing.lock().unwrap_or_else(PoisonError::into_inner);
        if self.current.load().revision < revision {
            let letterhead = next.letterhead(&self.shop_url, &self.currency);
            self.mailer.set_sender(letterhead, next.owner_email());
            self.account_rules.store(Arc::new(next.account_rules()));
            self.current.store(Arc::new(next));
            self.content_version.advance();
        }
        Ok(())
    }
}
