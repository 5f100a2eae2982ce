//! What handlers share.

use std::sync::Arc;

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
    identity::{password::Passwords, session::Sessions, social::providers::Clients},
    images::upload::Images,
    metadata,
    pages::{setup_page::FirstRun, spa::AppShell},
    payments::account::{self, CardAccountError},
    rate_limit::{
        login_backoff::Guesses,
        per_ip::{self, Throttle},
    },
    values::{clock::Clock, ids::Id},
};

pub struct Shop {
    /// With `public_url` known and `cards` set if payment is on.
    pub config: Config,
    pub db: Db,
    pub clock: Clock,
    /// Identifies this process among the nodes on one database.
    pub node: Id,
    pub sessions: Sessions,
    pub passwords: Passwords,
    pub guesses: Guesses,
    pub throttle: Throttle,
    /// Limits text messages.
    pub texts: Throttle,
    /// `None`: phone login is off.
    pub sms: Option<SmsClient>,
    pub catalogue: Catalogue,
    pub images: Images,
    /// `None`: card payment is off.
    pub cards: Option<Cards>,
    pub mail: Mail,
    /// The OAuth providers.
    pub sign_in_clients: Clients,
    pub app_shell: AppShell,
    pub first_run: FirstRun,
    /// Wakes the payments job after an account was reclaimed.
    pub reclaimed: Notify,
}

/// The card provider as this shop uses it.
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
    #[error("images cannot be stored: {0}. Set TROWEL_DATA to a folder that this user may write to")]
    Images(#[from] object_store::Error),
    #[error("an address of an OAuth provider is invalid: {0}")]
    SignIn(#[from] oauth::Error),
    #[error(transparent)]
    Mail(#[from] smtp::SetUpError),
    #[error("no HTTP client: {0}")]
    Http(#[from] reqwest::Error),
}

impl Shop {
    /// Migrates the database and checks that it is this shop's: same currency, and never a demo under `serve`.
    pub async fn open(config: Config, db: Db, clock: Clock) -> Result<Arc<Self>, OpenError> {
        Self::open_calling_by(clients::http_client()?, config, db, clock).await
    }

    /// As [`open`](Self::open), with a given HTTP client: tests that control time use one without timeouts.
    pub async fn open_calling_by(
        http: reqwest::Client,
        config: Config,
        db: Db,
        clock: Clock,
    ) -> Result<Arc<Self>, OpenError> {
        db.migrate(clock.now().micros()).await?;
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
            guesses: Guesses::new(db.clone(), clock.clone(), config.limits.free_guesses),
            throttle: Throttle::new(config.limits.sign_ins_per_minute, per_ip::MINUTE, clock.clone()),
            texts: Throttle::new(config.limits.texts_per_hour, per_ip::HOUR, clock.clone()),
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

    /// Scheme and authority, without a trailing slash.
    pub fn public_url(&self) -> &str {
        &self.config.public_url
    }

    pub fn is_https(&self) -> bool {
        self.public_url().starts_with("https://")
    }
}
