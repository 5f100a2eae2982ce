//! The start of a shop: migrates the database, checks that it fits, and assembles the state.

use std::sync::Arc;

use arc_swap::ArcSwap;
use thiserror::Error;
use tokio::sync::Notify;

use crate::{
    accounts::{
        password::Passwords,
        push_devices::{self, PushNotices},
        rules::AccountRules,
        session::Sessions,
        social::providers::OAuthProviders,
    },
    back_office::backup::{self, BackupError},
    base::{
        config::Config,
        email::Mailer,
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
        web_push::PushClient,
        webhook_sender::WebhookSender,
    },
    db::{self, Db, Tx},
    http::response_cache::ContentVersion,
    sales::{
        orders::{self, numbers::OrderNumbers},
        payments::account::{self, CardAccountError},
        purchases, review_requests,
        shop_figures::ShopFiguresCache,
    },
    settings::{
        redirects::path_counts::PathCounts,
        shop_settings::{cache::ShopSettingsCache, settings::ShopSettings},
        webhooks::Webhooks,
    },
    shop::{CardProvider, Shop},
    values::{clock::Clock, ids::Id, time::Timestamp},
};

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
        let push = PushClient::new(
            config.webhooks_to_private_networks,
            push_devices::vapid_key(&db).await?,
            &config.public_url,
        )?;
        let hash_key = review_requests::hash_key(&db).await?;
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
                metadata::has_quebec_gate(&db).await?,
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
            push: PushNotices::new(push),
            hash_key,
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
}

/// Whatever waits for a payment while cards cannot be charged, waits without an end.
async fn keep_unpaid(tx: &Tx<'_>, now: Timestamp) -> Result<(), db::Error> {
    orders::store::keep_unpaid(tx, now).await?;
    purchases::store::end_all_holds(tx).await
}
