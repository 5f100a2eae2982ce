//! A card provider that moves no money: the public interface of Stripe.
//!
//! It implements what Stripe documents: calls below `/v1`, signed webhooks, the browser script `v3.js` with its card
//! field, and the published test cards. `/_control` is for tests and needs the secret key.
//!
//! `model` are the objects, `store` keeps them, `api` serves the calls, `webhooks` sends the events, and `browser` runs
//! in the page of the customer. Card numbers and security codes are never stored.

mod account;
mod api;
mod browser;
mod dashboard;
mod model;
mod store;
mod webhooks;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use axum::routing::{any, get, post};
use axum::{Router, middleware};

use crate::admin_auth;
use crate::clock::{self, SandboxClock};
use crate::faults::{self, FaultQueue};
use crate::page_key::require_page_key;

pub use account::MOUNT;
use account::StripeAccount;
use store::Store;
use webhooks::EventSender;

#[derive(Clone)]
pub struct StripeSettings {
    /// `sk_test_…`, for all calls and for `/_control`.
    pub secret_key: String,
    /// `pk_test_…`, for the calls of a browser.
    pub publishable_key: String,
    /// `whsec_…`, which signs webhooks.
    pub webhook_secret: String,
    /// Can be set later by [`StripeSandbox::set_webhook_url`]. Without it no webhooks are sent.
    pub webhook_url: Option<String>,
    /// The public origin of the sandbox, as in `http://127.0.0.1:8080`, without a slash at the end.
    pub origin: String,
    /// Other origins whose pages may show the card field.
    pub shop_origins: Vec<String>,
    /// A file that outlives the process, in an existing folder. Without it the data are in memory only.
    pub data_file: Option<PathBuf>,
    /// Opens the page of recent payments, as in `/sandbox/stripe/?key=…`. Without it every visitor can read the page.
    pub page_key: Option<String>,
    /// The delays before the second attempt at a webhook, the third, and so on.
    pub webhook_retries: Vec<Duration>,
    pub clock: SandboxClock,
}

impl StripeSettings {
    pub fn new(
        secret_key: impl Into<String>,
        publishable_key: impl Into<String>,
        webhook_secret: impl Into<String>,
        origin: impl Into<String>,
    ) -> Self {
        Self {
            secret_key: secret_key.into(),
            publishable_key: publishable_key.into(),
            webhook_secret: webhook_secret.into(),
            webhook_url: None,
            origin: origin.into(),
            shop_origins: Vec::new(),
            data_file: None,
            page_key: None,
            webhook_retries: [1, 5, 25, 120, 600].map(Duration::from_secs).to_vec(),
            clock: clock::system(),
        }
    }
}

impl fmt::Debug for StripeSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StripeSettings").field("origin", &self.origin).finish_non_exhaustive()
    }
}

/// A running card provider, shared by clones.
#[derive(Clone)]
pub struct StripeSandbox(Arc<StripeAccount>);

impl StripeSandbox {
    /// # Errors
    /// When the data file exists but cannot be read. Starting without its payments would make paid orders unverifiable.
    pub fn open(settings: StripeSettings) -> io::Result<Self> {
        let faults = Arc::<FaultQueue>::default();
        let now = (settings.clock)();
        Ok(Self(Arc::new(StripeAccount {
            webhooks: EventSender::new(
                settings.webhook_url,
                settings.webhook_secret,
                settings.webhook_retries,
                Arc::clone(&settings.clock),
                Arc::clone(&faults),
            )?,
            secret_key: settings.secret_key,
            publishable_key: settings.publishable_key,
            origin: settings.origin,
            shop_origins: settings.shop_origins,
            page_key: settings.page_key,
            clock: settings.clock,
            store: Store::open(settings.data_file, now)?,
            faults,
        })))
    }

    /// Everything under [`MOUNT`], to be merged into the router of the shop. The layers of the shop must not change the
    /// security headers, and must not compress bodies.
    pub fn router(&self) -> Router {
        let account = Arc::clone(&self.0);
        let control = Router::new()
            .route("/_control/state", get(api::control::state))
            .route("/_control/refunds/{id}/fail", post(api::control::fail_refund))
            .route("/_control/webhooks/release", post(api::control::release))
            .with_state(Arc::clone(&account))
            .merge(faults::control_routes(&account.faults))
            .layer(middleware::from_fn_with_state(account.secret_key.clone(), admin_auth::require_key));
        let provider = Router::new()
            .route("/v1/{*path}", any(api::handle))
            .route("/v3.js", get(browser::script))
            .route("/elements/{name}", get(browser::element_file))
            .route("/elements/challenge/answer", post(api::confirm::answer_challenge))
            .route("/dashboard.css", get(dashboard::stylesheet))
            .with_state(Arc::clone(&account))
            .merge(control);
        let require_key = middleware::from_fn_with_state(account.page_key.clone(), require_page_key);
        let page = Router::new()
            .route(MOUNT, get(dashboard::show))
            .route(&format!("{MOUNT}/"), get(dashboard::show))
            .layer(require_key)
            .with_state(account);
        Router::new().nest(MOUNT, provider).merge(page)
    }

    pub fn set_webhook_url(&self, url: impl Into<String>) {
        self.0.webhooks.set_url(url.into());
    }
}
