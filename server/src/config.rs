//! Settings, typed. Every flag is also an environment variable; every fault is reported at once, before anything starts.

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

use clap::Args;

use crate::db::Place;

/// What both `demo` and `serve` take. `.env.example` lists the same settings with their reasons.
#[derive(Args, Debug, Clone)]
pub struct Settings {
    /// Address and port to listen on
    #[arg(long, env = "TROWEL_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Folder for the embedded database and other files; created when missing
    #[arg(long, env = "TROWEL_DATA", default_value = "data")]
    pub data: PathBuf,
    /// postgres://… to keep everything in PostgreSQL instead of the embedded database
    #[arg(long = "database", env = "TROWEL_DATABASE_URL", hide_env_values = true)]
    pub database: Option<String>,
    /// The address people type, for example https://tools.example.ca
    #[arg(long, env = "TROWEL_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Addresses of proxies whose X-Forwarded-For is believed, separated by commas
    #[arg(long, env = "TROWEL_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<IpAddr>,
    /// Currency of all prices, three letters; fixed once the database exists
    #[arg(long, env = "TROWEL_CURRENCY", default_value = "cad")]
    pub currency: String,
    /// Base address of the card provider's API
    #[arg(long, env = "TROWEL_STRIPE_API")]
    pub stripe_api: Option<String>,
    /// Address of the card provider's browser script
    #[arg(long, env = "TROWEL_STRIPE_JS")]
    pub stripe_js: Option<String>,
    #[arg(long, env = "TROWEL_STRIPE_SECRET_KEY", hide_env_values = true)]
    pub stripe_secret_key: Option<String>,
    #[arg(long, env = "TROWEL_STRIPE_PUBLISHABLE_KEY")]
    pub stripe_publishable_key: Option<String>,
    #[arg(long, env = "TROWEL_STRIPE_WEBHOOK_SECRET", hide_env_values = true)]
    pub stripe_webhook_secret: Option<String>,
    /// Unpaid orders hold stock: how many one customer may have [default: 20, demo 1000]
    #[arg(long, env = "TROWEL_MAX_UNPAID_ORDERS")]
    pub max_unpaid_orders: Option<u32>,
    /// Days after which an unpaid order is deleted and its stock returned, 0 for never [default: 7, demo 0]
    #[arg(long, env = "TROWEL_UNPAID_ORDER_DAYS")]
    pub unpaid_order_days: Option<u32>,
    /// New payments one customer may start within 10 minutes [default: 30, demo 1000]
    #[arg(long, env = "TROWEL_MAX_NEW_INTENTS")]
    pub max_new_intents: Option<u32>,
    /// Sign-in and sign-up attempts per minute and client address [default: 30, demo 1000]
    #[arg(long, env = "TROWEL_MAX_SIGN_INS")]
    pub max_sign_ins: Option<u32>,
}

/// The settings after checking: what the shop runs on.
#[derive(Clone)]
pub struct Config {
    pub mode: Mode,
    pub listen: SocketAddr,
    pub data: PathBuf,
    pub place: Place,
    /// Scheme and authority without a trailing slash. Empty in demo mode until the listener is bound.
    pub public_url: String,
    pub trusted_proxies: Vec<IpAddr>,
    pub currency: String,
    pub cards: Option<CardConfig>,
    pub limits: Limits,
}

/// Without the database's address, which may hold a password.
impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config")
            .field("mode", &self.mode)
            .field("listen", &self.listen)
            .finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Everything embedded, sample data, the sandbox plays the outside world.
    Demo,
    /// For real customers. No sandbox.
    Serve,
}

#[derive(Clone)]
pub struct CardConfig {
    pub api: String,
    pub script: String,
    pub secret_key: String,
    pub publishable_key: String,
    pub webhook_secret: String,
}

impl std::fmt::Debug for CardConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CardConfig")
            .field("api", &self.api)
            .field("script", &self.script)
            .finish_non_exhaustive()
    }
}

#[derive(Debug, Clone)]
pub struct Limits {
    pub unpaid_orders: i64,
    pub unpaid_order_age: Option<Duration>,
    pub new_intents: i64,
    pub sign_ins_per_minute: u32,
}

impl Limits {
    pub fn of(mode: Mode) -> Self {
        match mode {
            Mode::Demo => Self {
                unpaid_orders: 1_000,
                unpaid_order_age: None,
                new_intents: 1_000,
                sign_ins_per_minute: 1_000,
            },
            Mode::Serve => Self {
                unpaid_orders: 20,
                unpaid_order_age: Some(Duration::from_hours(7 * 24)),
                new_intents: 30,
                sign_ins_per_minute: 30,
            },
        }
    }
}

pub const REAL_STRIPE_API: &str = "https://api.stripe.com";
pub const REAL_STRIPE_JS: &str = "https://js.stripe.com/v3/";

impl Settings {
    /// Every fault in one go, as sentences.
    pub fn check(self, mode: Mode) -> Result<Config, Vec<String>> {
        let mut faults = Vec::new();
        let cards = self.cards(mode, &mut faults);
        let public_url = match (&self.public_url, mode) {
            (Some(url), _) => origin(url).unwrap_or_else(|| {
                faults.push(format!(
                    "TROWEL_PUBLIC_URL is {url:?}; give scheme and host only, for example https://tools.example.ca."
                ));
                String::new()
            }),
            (None, Mode::Serve) => {
                faults.push("TROWEL_PUBLIC_URL is missing: the address people type, for example https://tools.example.ca.".into());
                String::new()
            }
            (None, Mode::Demo) => String::new(),
        };
        let currency = self.currency.trim().to_lowercase();
        if currency.len() != 3 || !currency.bytes().all(|byte| byte.is_ascii_lowercase()) {
            faults.push(format!("TROWEL_CURRENCY is {currency:?}; give three letters, for example cad."));
        }
        let place = match self.database {
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Place::Postgres(url)
            }
            Some(_) => {
                faults.push("TROWEL_DATABASE_URL must start with postgres:// (leave it out for the embedded database).".into());
                Place::Sqlite(PathBuf::new())
            }
            None => Place::Sqlite(self.data.join("trowel.sqlite")),
        };
        let mut limits = Limits::of(mode);
        if let Some(most) = self.max_unpaid_orders {
            limits.unpaid_orders = most.into();
        }
        if let Some(days) = self.unpaid_order_days {
            limits.unpaid_order_age = (days > 0).then(|| Duration::from_hours(u64::from(days) * 24));
        }
        if let Some(most) = self.max_new_intents {
            limits.new_intents = most.into();
        }
        if let Some(most) = self.max_sign_ins {
            limits.sign_ins_per_minute = most.max(1);
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Config {
            mode,
            listen: self.listen,
            data: self.data,
            place,
            public_url,
            trusted_proxies: self.trusted_proxies,
            currency,
            cards,
            limits,
        })
    }

    /// All three card settings, or none. In demo mode none means the sandbox, added after the listener is bound.
    fn cards(&self, mode: Mode, faults: &mut Vec<String>) -> Option<CardConfig> {
        let given = |value: &Option<String>| {
            value.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let parts = [
            ("TROWEL_STRIPE_SECRET_KEY", given(&self.stripe_secret_key)),
            ("TROWEL_STRIPE_PUBLISHABLE_KEY", given(&self.stripe_publishable_key)),
            ("TROWEL_STRIPE_WEBHOOK_SECRET", given(&self.stripe_webhook_secret)),
        ];
        let addressed = given(&self.stripe_api).is_some() || given(&self.stripe_js).is_some();
        if parts.iter().all(|(_, value)| value.is_none()) && !(addressed && mode == Mode::Serve) {
            return None;
        }
        let missing: Vec<_> =
            parts.iter().filter(|(_, value)| value.is_none()).map(|(name, _)| *name).collect();
        if !missing.is_empty() {
            faults.push(format!(
                "Card payment is only half set: {} missing. Set all three keys, or no card setting at all to switch payment off.",
                missing.join(" and ")
            ));
            return None;
        }
        let [(_, secret_key), (_, publishable_key), (_, webhook_secret)] =
            parts.map(|(name, value)| (name, value.unwrap_or_default()));
        for (name, value) in [("TROWEL_STRIPE_API", &self.stripe_api), ("TROWEL_STRIPE_JS", &self.stripe_js)]
        {
            let is_address = |text: &str| text.starts_with("https://") || text.starts_with("http://");
            if given(value).is_some_and(|address| !is_address(&address)) {
                faults.push(format!("{name} must be an http or https address."));
            }
        }
        Some(CardConfig {
            api: given(&self.stripe_api).unwrap_or_else(|| REAL_STRIPE_API.into()),
            script: given(&self.stripe_js).unwrap_or_else(|| REAL_STRIPE_JS.into()),
            secret_key,
            publishable_key,
            webhook_secret,
        })
    }
}

/// Scheme and authority of an address without path, query or fragment.
fn origin(url: &str) -> Option<String> {
    let url = reqwest::Url::parse(url.trim()).ok()?;
    let bare = matches!(url.scheme(), "http" | "https")
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none();
    (bare && url.username().is_empty() && url.has_host()).then(|| url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        settings: Settings,
    }

    fn checked(mode: Mode, flags: &[&str]) -> Result<Config, Vec<String>> {
        let line = Line::parse_from(std::iter::once("trowel").chain(flags.iter().copied()));
        line.settings.check(mode)
    }

    #[test]
    fn a_half_set_card_provider_is_refused_and_names_what_is_missing() {
        let faults =
            checked(Mode::Serve, &["--public-url", "https://a.ca", "--stripe-secret-key", "sk_test_1"])
                .unwrap_err();
        assert!(faults[0].contains("TROWEL_STRIPE_WEBHOOK_SECRET"), "{faults:?}");
        assert!(
            checked(Mode::Serve, &["--public-url", "https://a.ca", "--stripe-js", "https://x.ca/s.js"])
                .is_err()
        );
    }

    #[test]
    fn no_card_setting_means_payment_is_off() {
        assert!(checked(Mode::Serve, &["--public-url", "https://a.ca"]).unwrap().cards.is_none());
    }

    #[test]
    fn every_fault_is_reported_at_once() {
        let faults = checked(Mode::Serve, &["--currency", "dollars", "--database", "mysql://x"]).unwrap_err();
        assert_eq!(faults.len(), 3, "{faults:?}");
    }

    #[test]
    fn the_public_address_is_an_origin_and_nothing_more() {
        assert_eq!(origin("https://Tools.example.ca/"), Some("https://tools.example.ca".into()));
        for url in ["https://a.ca/shop", "ftp://a.ca", "a.ca", "https://user@a.ca", "https://a.ca?x"] {
            assert_eq!(origin(url), None, "{url}");
        }
    }
}
