//! The state that all handlers share.

use std::sync::Arc;

use arc_swap::ArcSwap;
use axum::extract::FromRef;
use tokio::sync::Notify;

use crate::{
    accounts::{
        password::Passwords, push_devices::PushNotices, rules::AccountRules, session::Sessions,
        social::providers::OAuthProviders,
    },
    base::{
        config::{Config, payments::PublishableKey},
        email::Mailer,
        lease::LeaseHolder,
        rate_limit::{limiters::Limiters, login_backoff::LoginBackoff},
    },
    catalogue::{
        categories::CategoryCache,
        listing::{cache::CatalogueCache, empty_searches::EmptySearches},
        uploads::upload::ImageUploads,
    },
    clients::{sms::SmsClient, stripe::StripeClient},
    db::Db,
    http::{
        client_ip::TrustedProxies,
        origin::{AllowedOrigins, PublicUrl},
        response_cache::ContentVersion,
    },
    sales::{orders::numbers::OrderNumbers, shop_figures::ShopFiguresCache},
    settings::{
        charges::ChargeKind, redirects::path_counts::PathCounts, shop_settings::cache::ShopSettingsCache,
        webhooks::Webhooks,
    },
    values::{
        clock::Clock,
        day::day_at,
        hash::HashKey,
        ids::Id,
        language::{Language, Localized},
        locale::AmountFormat,
        money::Cents,
    },
};

pub struct Shop {
    pub config: Config,
    pub db: Db,
    pub clock: Clock,
    /// The id of the database, which all its nodes have.
    pub id: Id,
    /// The id of this process among the nodes of the database.
    pub node: Id,
    pub sessions: Sessions,
    pub passwords: Passwords,
    pub login_backoff: LoginBackoff,
    pub limiters: Limiters,
    /// `None` if login by phone is off.
    pub sms: Option<SmsClient>,
    pub catalogue: CatalogueCache,
    pub categories: CategoryCache,
    /// Changes with the tools and reviews that visitors see.
    pub content_version: Arc<ContentVersion>,
    pub images: ImageUploads,
    /// `None` if card payment is off.
    pub payments: Option<CardProvider>,
    pub order_numbers: OrderNumbers,
    pub mailer: Mailer,
    pub webhooks: Webhooks,
    pub push: PushNotices,
    /// Keys the hashes of addresses.
    pub hash_key: HashKey,
    /// Follow the settings.
    pub account_rules: Arc<ArcSwap<AccountRules>>,
    /// The owner's texts.
    pub settings: ShopSettingsCache,
    pub figures: ShopFiguresCache,
    /// The providers of social login.
    pub oauth_providers: OAuthProviders,
    /// Searches of visitors that found no tool, since the last minute.
    pub empty_searches: EmptySearches,
    /// Redirects and missing paths that visitors asked for, since the last half minute.
    pub path_counts: PathCounts,
    /// Wakes the payments job after an account was reclaimed.
    pub reclaimed: Notify,
}

/// The client and the keys of the card provider.
pub struct CardProvider {
    pub client: StripeClient,
    pub publishable_key: PublishableKey,
    pub js_url: String,
    pub webhook_secret: String,
    /// Payments with test keys charge no card.
    pub is_test_mode: bool,
}

impl Shop {
    /// How amounts are written.
    pub fn amounts(&self) -> AmountFormat {
        self.amounts_in(Language::English)
    }

    pub fn amounts_in(&self, language: Language) -> AmountFormat {
        let locale = self.settings.current().settings.locale.in_language(language);
        AmountFormat::new(locale, &self.config.currency)
    }

    /// What a purchase costs beside its goods today.
    pub fn charges_today(&self) -> Vec<ChargeKind> {
        let settings = self.settings.current();
        settings.charges.kinds(day_at(self.clock.now(), &settings.time_zone))
    }

    /// How customers pay while card payment is off. `None`: it is on.
    pub fn how_to_pay(&self) -> Option<Localized> {
        self.payments.is_none().then(|| self.settings.current().settings.how_to_pay_text())
    }

    /// Whether visitors may buy without a login. They need the e-mail with the link, and a card, because there is no one
    /// to ask for the money later.
    pub fn sells_to_guests(&self) -> bool {
        self.settings.current().preferences.guest_checkout.is_on()
            && self.payments.is_some()
            && self.mailer.is_on()
    }

    /// The most that a visitor may buy for. `None`: any amount, or none may buy.
    pub fn guest_limit(&self) -> Option<Cents> {
        self.settings.current().preferences.guest_limit().filter(|_| self.sells_to_guests())
    }

    pub fn lease_holder(&self) -> LeaseHolder<'_> {
        LeaseHolder { db: &self.db, clock: &self.clock, node: &self.node }
    }

    pub fn public_url(&self) -> &PublicUrl {
        &self.config.public_url
    }
}

impl FromRef<Arc<Shop>> for PublicUrl {
    fn from_ref(shop: &Arc<Shop>) -> Self {
        shop.config.public_url.clone()
    }
}

impl FromRef<Arc<Shop>> for AllowedOrigins {
    fn from_ref(shop: &Arc<Shop>) -> Self {
        shop.config.allowed_origins.clone()
    }
}

impl FromRef<Arc<Shop>> for TrustedProxies {
    fn from_ref(shop: &Arc<Shop>) -> Self {
        shop.config.trusted_proxies.clone()
    }
}
