//! The state that all handlers share.

use std::sync::Arc;

use arc_swap::ArcSwap;
use axum::extract::FromRef;
use thiserror::Error;
use tokio::sync::Notify;

use crate::{
    accounts::{
        password::Passwords, rules::AccountRules, session::Sessions, social::providers::OAuthProviders,
    },
    back_office::backup::{self, BackupError},
    base::{
        config::{Config, payments::PublishableKey},
        email::Mailer,
        lease::LeaseHolder,
        metadata,
        migrations::MIGRATIONS,
        rate_limit::{LimitedAction, limiters::Limiters, login_backoff::LoginBackoff},
    },
    catalogue::{
        categories::CategoryCache,
        listing::{cache::CatalogueCache, empty_searches::EmptySearches},
        uploads::upload::ImageUploads,
    },
    clients::{
        self, oauth,
        object_store::{self, FileStore},
        picture_fetcher::PictureFetcher,
        sms::SmsClient,
        smtp,
        stripe::StripeClient,
        webhook_sender::WebhookSender,
    },
    db::{self, Db, Tx},
    http::{
        client_ip::TrustedProxies,
        origin::{AllowedOrigins, PublicUrl},
        response_cache::ContentVersion,
    },
    sales::{
        orders::{self, numbers::OrderNumbers},
        payments::account::{self, CardAccountError},
        purchases,
        shop_figures::ShopFiguresCache,
    },
    settings::{
        charges::ChargeKind,
        redirects::path_counts::PathCounts,
        shop_settings::{cache::ShopSettingsCache, settings::ShopSettings},
        webhooks::Webhooks,
    },
    values::{clock::Clock, day::day_at, ids::Id, locale::AmountFormat, money::Cents, time::Timestamp},
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
    /// `None`: sign-in by phone is off.
    pub sms: Option<SmsClient>,
    pub catalogue: CatalogueCache,
    pub categories: CategoryCache,
    /// Changes with the tools and reviews that visitors see.
    pub content_version: Arc<ContentVersion>,
    pub images: ImageUploads,
    /// `None`: card payment is off.
    pub payments: Option<CardProvider>,
    pub order_numbers: OrderNumbers,
    pub mailer: Mailer,
    pub webhooks: Webhooks,
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

#[derive(Debug, Error)]
pub enum OpenShopError {
    #[error(transparent)]
    Db(#[from] db::Error),
    #[error(
        "the database was not migrated, because the backup before it failed: {0}. Mend the cause, or set \
         TROWEL_BACKUP_BEFORE_MIGRATION=false if you have another backup"
    )]
    Backup(#[from] BackupError),
    #[error(transparent)]
    Metadata(#[from] metadata::DatabaseMismatch),
    #[error(transparent)]
    CardAccount(#[from] CardAccountError),
    #[error("pictures cannot be stored: {0}. Set TROWEL_DATA to a folder that this user can write to")]
    Images(#[from] object_store::ObjectStoreError),
    #[error("the URL of a login provider is invalid: {0}")]
    SignIn(#[from] oauth::OAuthError),
    #[error(transparent)]
    Mail(#[from] smtp::SmtpSetupError),
    #[error("no HTTP client: {0}")]
    Http(#[from] reqwest::Error),
}

impl OpenShopError {
    /// Whether another start with the same settings fails too.
    pub const fn is_about_settings(&self) -> bool {
        match self {
            Self::Metadata(mismatch) => !matches!(mismatch, metadata::DatabaseMismatch::Db(_)),
            Self::CardAccount(error) => !matches!(error, CardAccountError::Db(_)),
            Self::SignIn(_) | Self::Mail(_) => true,
            Self::Db(_) | Self::Backup(_) | Self::Images(_) | Self::Http(_) => false,
        }
    }
}

impl Shop {
    /// Migrates the database and checks that it fits: the same currency, and no demo database under `serve`.
    pub async fn open(config: Config, db: Db, clock: Clock) -> Result<Arc<Self>, OpenShopError> {
        Self::open_with_http_client(clients::http_client()?, config, db, clock).await
    }

    /// Like [`open`](Self::open), with another HTTP client. Tests that control the time use one without time limits.
    pub async fn open_with_http_client(
        http: reqwest::Client,
        config: Config,
        db: Db,
        clock: Clock,
    ) -> Result<Arc<Self>, OpenShopError> {
        backup::automatic::before_migration(&db, &config, &clock, MIGRATIONS).await?;
        db.migrate(MIGRATIONS, clock.now().micros()).await?;
        orders::search_keys::update(&db).await?;
        let id = metadata::check(&db, &config, clock.now()).await?;
        account::check(&db, &config).await?;
        if config.payments.is_none() {
            db.write(clock.now(), |tx, now| Box::pin(keep_unpaid(tx, *now))).await?;
        }
        let cards = config.payments.as_ref().map(|cards| CardProvider {
            client: StripeClient::new(http.clone(), &cards.api_url, &cards.secret_key),
            publishable_key: cards.publishable_key.clone(),
            js_url: cards.js_url.clone(),
            webhook_secret: cards.webhook_secret.clone(),
            is_test_mode: cards.is_test_mode(),
        });
        let webhooks = Webhooks::new(WebhookSender::new(config.webhooks_to_private_networks)?);
        webhooks.refresh(&db).await?;
        let content_version = Arc::<ContentVersion>::default();
        let sms = config.sms.as_ref().map(|sms| {
            SmsClient::new(http.clone(), &sms.api_url, &sms.account_sid, &sms.auth_token, &sms.from)
        });
        let mailer = Mailer::new(
            config.email.as_ref(),
            ShopSettings::first(config.mode).letterhead(&config.public_url, &config.currency),
            config.verifies_emails(),
            &config.limits.rates,
        )?;
        let account_rules = Arc::<ArcSwap<AccountRules>>::default();
        let categories = CategoryCache::new(db.clone(), Arc::clone(&content_version));
        categories.refresh().await?;
        let rates = &config.limits.rates;
        Ok(Arc::new(Self {
            id,
            node: Id::new(clock.now()),
            sessions: Sessions::new(db.clone(), clock.clone()),
            passwords: Passwords::new(config.password_cost),
            login_backoff: LoginBackoff::new(
                db.clone(),
                clock.clone(),
                rates.max(LimitedAction::TryPassword),
            ),
            limiters: Limiters::new(rates, &clock),
            catalogue: CatalogueCache::new(
                db.clone(),
                clock.clone(),
                &config.public_url,
                Arc::clone(&content_version),
            ),
            categories,
            settings: ShopSettingsCache::open(
                config.mode,
                db.clone(),
                mailer.clone(),
                Arc::clone(&account_rules),
                &config.public_url,
                &config.currency,
                Arc::clone(&content_version),
            )
            .await?,
            figures: ShopFiguresCache::default(),
            account_rules,
            content_version,
            images: ImageUploads::new(
                FileStore::open(&config.image_store)?,
                PictureFetcher::new(config.webhooks_to_private_networks)?,
            ),
            mailer,
            webhooks,
            order_numbers: OrderNumbers::default(),
            oauth_providers: OAuthProviders::new(&config.social, &config.public_url, &http)?,
            empty_searches: EmptySearches::default(),
            path_counts: PathCounts::default(),
            reclaimed: Notify::new(),
            payments: cards,
            sms,
            config,
            db,
            clock,
        }))
    }

    /// How amounts are written.
    pub fn amounts(&self) -> AmountFormat {
        AmountFormat::new(self.settings.current().settings.locale, &self.config.currency)
    }

    /// What a purchase costs beside its goods today.
    pub fn charges_today(&self) -> Vec<ChargeKind> {
        let settings = self.settings.current();
        settings.charges.kinds(day_at(self.clock.now(), &settings.time_zone))
    }

    /// How customers pay while card payment is off. `None`: it is on.
    pub fn how_to_pay(&self) -> Option<String> {
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

/// Whatever waits for a payment while cards cannot be charged, waits without an end.
async fn keep_unpaid(tx: &Tx<'_>, now: Timestamp) -> Result<(), db::Error> {
    orders::store::keep_unpaid(tx, now).await?;
    purchases::store::end_all_holds(tx).await
}
