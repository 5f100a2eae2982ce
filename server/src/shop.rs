//! The state that all handlers share.

use std::sync::Arc;

use axum::extract::FromRef;
use thiserror::Error;
use tokio::sync::Notify;

use crate::{
    catalogue::cache::Catalogue,
    clients::{
        self, oauth,
        object_store::{self, Objects},
        sms::SmsClient,
        smtp,
        stripe::StripeClient,
    },
    config::Config,
    db::{self, Db},
    email::Mail,
    http::{
        client_ip::TrustedProxies,
        origin::{AllowedOrigins, PublicUrl},
    },
    identity::{password::Passwords, session::Sessions, social::providers::Clients},
    images::upload::Images,
    metadata,
    migrations::MIGRATIONS,
    pages::{setup_page::FirstRun, spa::AppShell},
    payments::account::{self, CardAccountError},
    rate_limit::{LimitedAction, login_backoff::LoginBackoff, per_ip::IpRateLimiter},
    values::{clock::Clock, ids::Id},
};

pub struct Shop {
    pub config: Config,
    pub db: Db,
    pub clock: Clock,
    /// The id of this process among the nodes of the database.
    pub node: Id,
    pub sessions: Sessions,
    pub passwords: Passwords,
    pub guesses: LoginBackoff,
    pub throttle: IpRateLimiter,
    /// Limits text messages.
    pub texts: IpRateLimiter,
    /// `None`: sign-in by phone is off.
    pub sms: Option<SmsClient>,
    pub catalogue: Catalogue,
    pub images: Images,
    /// `None`: card payment is off.
    pub cards: Option<Cards>,
    pub mail: Mail,
    /// The providers of social login.
    pub sign_in_clients: Clients,
    pub app_shell: AppShell,
    pub first_run: FirstRun,
    /// Wakes the payments job after an account was reclaimed.
    pub reclaimed: Notify,
}

/// The client and the keys of the card provider.
pub struct Cards {
    pub client: StripeClient,
    pub publishable_key: String,
    pub script: String,
    pub webhook_secret: String,
}

#[derive(Debug, Error)]
pub enum OpenError {
    #[error(transparent)]
    Db(#[from] db::Error),
    #[error(transparent)]
    Settings(#[from] metadata::Mismatch),
    #[error(transparent)]
    CardAccount(#[from] CardAccountError),
    #[error("pictures cannot be stored: {0}. Set TROWEL_DATA to a folder that this user can write to")]
    Images(#[from] object_store::Error),
    #[error("the URL of a sign-in provider is invalid: {0}")]
    SignIn(#[from] oauth::Error),
    #[error(transparent)]
    Mail(#[from] smtp::SetUpError),
    #[error("no HTTP client: {0}")]
    Http(#[from] reqwest::Error),
}

impl Shop {
    /// Migrates the database and checks that it fits: the same currency, and no demo database under `serve`.
    pub async fn open(config: Config, db: Db, clock: Clock) -> Result<Arc<Self>, OpenError> {
        Self::open_calling_by(clients::http_client()?, config, db, clock).await
    }

    /// Like [`open`](Self::open), with another HTTP client. Tests that control the time use one without time limits.
    pub async fn open_calling_by(
        http: reqwest::Client,
        config: Config,
        db: Db,
        clock: Clock,
    ) -> Result<Arc<Self>, OpenError> {
        db.migrate(MIGRATIONS, clock.now().micros()).await?;
        metadata::check(&db, &config).await?;
        account::check(&db, &config).await?;
        let cards = config.cards.as_ref().map(|cards| Cards {
            client: StripeClient::new(http.clone(), &cards.api, &cards.secret_key),
            publishable_key: cards.publishable_key.clone(),
            script: cards.script.clone(),
            webhook_secret: cards.webhook_secret.clone(),
        });
        let sms = config
            .sms
            .as_ref()
            .map(|sms| SmsClient::new(http.clone(), &sms.api, &sms.account_sid, &sms.auth_token, &sms.from));
        Ok(Arc::new(Self {
            node: Id::new(clock.now()),
            sessions: Sessions::new(db.clone(), clock.clone()),
            passwords: Passwords::new(),
            guesses: LoginBackoff::new(db.clone(), clock.clone(), config.limits.free_guesses),
            throttle: IpRateLimiter::new(
                LimitedAction::LogIn,
                config.limits.sign_ins_per_minute,
                clock.clone(),
            ),
            texts: IpRateLimiter::new(
                LimitedAction::RequestText,
                config.limits.texts_per_hour,
                clock.clone(),
            ),
            catalogue: Catalogue::new(db.clone(), clock.clone(), &config.public_url),
            images: Images::new(Objects::open(&config.image_store)?),
            mail: Mail::new(config.mail.as_ref(), &config.public_url)?,
            sign_in_clients: Clients::new(&config.social, &config.public_url, &http)?,
            app_shell: AppShell::new(&config),
            first_run: FirstRun::new(config.mode),
            reclaimed: Notify::new(),
            cards,
            sms,
            config,
            db,
            clock,
        }))
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
