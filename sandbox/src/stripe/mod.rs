//! A card provider that moves no money: the other end of Stripe's wire.
//!
//! What a shop may rely on is Stripe's public documentation, nothing else: the REST calls under `/v1`, signed
//! webhooks, the browser script `v3.js` with its card field, and the published test cards. What only tests use
//! (faults, a look inside) lives under `/_control` and is reached with the secret key.
//!
//! Reading order: `rest` is a call from the socket to the answer, `intents` the life of a payment, `cards` what
//! each test card does, `ledger` what is remembered, `webhooks` what is told to the shop, `faults` how all of it
//! can be made to misbehave, `browser` what runs in the customer's page.
//!
//! Card numbers are reduced to the behaviour they ask for as they come in; no number or security code is kept.

mod browser;
mod cards;
mod charges;
mod control;
mod cors;
mod dashboard;
mod error;
mod events;
mod faults;
mod form;
mod intents;
mod keys;
mod ledger;
mod methods;
mod refunds;
mod rest;
mod shelf;
mod visit;
mod webhooks;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use axum::Router;
use axum::routing::{any, get, post};

use crate::clock::{self, Clock};

use faults::Faults;
use keys::Keys;
use ledger::Ledger;
use webhooks::Courier;

/// Where the sandbox is mounted; links in its answers lead here.
pub const MOUNT: &str = "/sandbox/stripe";

/// What an account at the provider consists of.
#[derive(Clone)]
pub struct StripeSettings {
    /// `sk_test_…`: every call.
    pub secret_key: String,
    /// `pk_test_…`: what a browser may do.
    pub publishable_key: String,
    /// `whsec_…`: signs webhooks.
    pub webhook_secret: String,
    /// Where webhooks go. May be told later by [`Sandbox::set_webhook_url`]; until then none are sent.
    pub webhook_url: Option<String>,
    /// The public origin of this sandbox, as in `http://127.0.0.1:8080`, without a slash at the end.
    pub origin: String,
    /// Further origins whose pages may show the card field; the sandbox's own always may.
    pub shop_origins: Vec<String>,
    /// A file that outlives the process, in a folder that exists; `None` forgets everything at the end.
    pub ledger: Option<PathBuf>,
    /// Pauses before the second, third, … attempt at delivering a webhook.
    pub webhook_retries: Vec<Duration>,
    pub clock: Clock,
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
            ledger: None,
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

/// A running stand-in. Clones share one account.
#[derive(Clone)]
pub struct Sandbox(Arc<Account>);

struct Account {
    keys: Keys,
    origin: String,
    shop_origins: Vec<String>,
    clock: Clock,
    ledger: Ledger,
    faults: Arc<Faults>,
    courier: Arc<Courier>,
}

impl Sandbox {
    /// Opens the account, reading its ledger if there is one.
    ///
    /// # Errors
    /// When the ledger exists and cannot be read: forgetting payments silently would make paid orders
    /// unverifiable.
    pub fn stripe(settings: StripeSettings) -> io::Result<Self> {
        let faults = Arc::new(Faults::default());
        let courier = Courier::new(&settings, Arc::clone(&faults))?;
        Ok(Self(Arc::new(Account {
            ledger: Ledger::open(settings.ledger, (settings.clock)())?,
            keys: Keys { secret: settings.secret_key, publishable: settings.publishable_key },
            origin: settings.origin,
            shop_origins: settings.shop_origins,
            clock: settings.clock,
            faults,
            courier,
        })))
    }

    /// The whole provider under [`MOUNT`], to be merged into the shop's router. It sets its own security and CORS
    /// headers: layers of the shop that write `content-security-policy` or `x-frame-options`, or that collect or
    /// compress bodies, must leave these answers alone.
    pub fn router(&self) -> Router {
        let provider = Router::new()
            .route("/v1/{*path}", any(rest::answer))
            .route("/v3.js", get(browser::script))
            .route("/elements/{file}", get(browser::element_file))
            .route("/elements/challenge/answer", post(intents::challenge::answer))
            .route("/_control/faults", post(control::add_faults).delete(control::clear_faults))
            .route("/_control/state", get(control::state))
            .route("/_control/webhooks/release", post(control::release))
            .route("/_control/webhooks/resend", post(control::resend))
            .route("/dashboard.css", get(dashboard::style))
            .route("/", get(dashboard::page));
        Router::new()
            .nest(MOUNT, provider)
            // Nesting leaves out the form with a slash at the end.
            .route(&format!("{MOUNT}/"), get(dashboard::page))
            .with_state(Arc::clone(&self.0))
    }

    /// Tells where webhooks go, once the shop's address is known.
    pub fn set_webhook_url(&self, url: impl Into<String>) {
        self.0.courier.set_url(url.into());
    }
}
