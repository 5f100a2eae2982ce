//! Settings, typed. Every flag is also an environment variable; every fault is reported at once, before anything starts.

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

use clap::Args;

use crate::{db::Place, values::currency};

/// What both `demo` and `serve` take. `.env.example` lists the same settings with their reasons. Not `Debug`: it holds
/// secrets.
#[allow(rustdoc::bare_urls, reason = "these texts are also the command line's help")]
#[derive(Args, Clone)]
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
    /// Hosts, beside the shop itself, from which tools may have pictures, separated by commas
    #[arg(long, env = "TROWEL_IMAGE_HOSTS", value_delimiter = ',')]
    pub image_hosts: Vec<String>,
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
    /// Host names as they stand in an address.
    pub image_hosts: Vec<String>,
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
        let public_url = self.public_address(mode, &mut faults);
        let image_hosts = self.image_hosts(&mut faults);
        let currency = self.currency.trim().to_lowercase();
        if !currency::is_in_hundredths(&currency) {
            faults.push(format!(
                "TROWEL_CURRENCY is {currency:?}; give the three letters of a currency that the card provider charges in hundredths, for example cad."
            ));
        }
        let place = match given(self.database.as_deref()) {
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
            image_hosts,
            cards,
            limits,
        })
    }

    /// Empty in demo mode, when it is the address that is listened on.
    fn public_address(&self, mode: Mode, faults: &mut Vec<String>) -> String {
        let Some(url) = given(self.public_url.as_deref()) else {
            match mode {
                Mode::Serve => faults.push(
                    "TROWEL_PUBLIC_URL is missing: the address people type, for example https://tools.example.ca.".into(),
                ),
                Mode::Demo if self.listen.ip().is_unspecified() => faults.push(format!(
                    "Listening on {} is listening on every address of this machine, which leaves open the one that people type. \
                     Say it by TROWEL_PUBLIC_URL (--public-url), for example http://192.0.2.7:{}.",
                    self.listen,
                                    self.listen.port()
                )),
                Mode::Demo => {}
            }
            return String::new();
        };
        let Some(origin) = origin(&url) else {
            faults.push(format!(
                "TROWEL_PUBLIC_URL is {url:?}; give scheme and host only, for example https://tools.example.ca."
            ));
            return String::new();
        };
        if mode == Mode::Serve && !stays_private(&origin) {
            faults.push(format!(
                "TROWEL_PUBLIC_URL is {origin}: passwords and cookies would cross the network in the clear. Put a proxy with TLS in front and give its https address."
            ));
        }
        origin
    }

    fn image_hosts(&self, faults: &mut Vec<String>) -> Vec<String> {
        let given = self.image_hosts.iter().filter_map(|host| given(Some(host)));
        let (known, unknown): (Vec<_>, Vec<_>) =
            given.map(|text| host(&text).ok_or(text)).partition(Result::is_ok);
        faults.extend(unknown.into_iter().filter_map(Result::err).map(|text| {
            format!(
                "TROWEL_IMAGE_HOSTS has {text:?}; give host names alone, separated by commas, for example i.example.com."
            )
        }));
        known.into_iter().filter_map(Result::ok).collect()
    }

    /// All three card settings, or none. In demo mode none means the sandbox, added after the listener is bound.
    fn cards(&self, mode: Mode, faults: &mut Vec<String>) -> Option<CardConfig> {
        let parts = [
            ("TROWEL_STRIPE_SECRET_KEY", given(self.stripe_secret_key.as_deref())),
            ("TROWEL_STRIPE_PUBLISHABLE_KEY", given(self.stripe_publishable_key.as_deref())),
            ("TROWEL_STRIPE_WEBHOOK_SECRET", given(self.stripe_webhook_secret.as_deref())),
        ];
        let addressed =
            given(self.stripe_api.as_deref()).is_some() || given(self.stripe_js.as_deref()).is_some();
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
            if given(value.as_deref()).is_some_and(|address| !stays_private(&address)) {
                faults.push(format!("{name} must be an https address (http on this machine only)."));
            }
        }
        if let (Some(secret), Some(publishable)) = (is_live(&secret_key), is_live(&publishable_key))
            && secret != publishable
        {
            let kind = |is_live: bool| if is_live { "live" } else { "test" };
            faults.push(format!(
                "TROWEL_STRIPE_SECRET_KEY is a {} key and TROWEL_STRIPE_PUBLISHABLE_KEY a {} key; they must be of one kind.",
                kind(secret),
                kind(publishable)
            ));
        }
        Some(CardConfig {
            api: given(self.stripe_api.as_deref()).unwrap_or_else(|| REAL_STRIPE_API.into()),
            script: given(self.stripe_js.as_deref()).unwrap_or_else(|| REAL_STRIPE_JS.into()),
            secret_key,
            publishable_key,
            webhook_secret,
        })
    }
}

/// A blank setting is no setting.
fn given(value: Option<&str>) -> Option<String> {
    value.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Whether a key of the card provider moves real money; `None` if it does not say.
fn is_live(key: &str) -> Option<bool> {
    let mode = key.split('_').nth(1)?;
    matches!(mode, "live" | "test").then_some(mode == "live")
}

/// Whether nobody on the way can read along: TLS, or no way at all.
fn stays_private(address: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(address) else { return false };
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let is_here =
        host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback());
    url.scheme() == "https" || (url.scheme() == "http" && is_here)
}

/// A host name as it stands in an address. `None` for anything with more to it, or with a star: these names also go into
/// the security policy.
fn host(text: &str) -> Option<String> {
    let url = reqwest::Url::parse(&format!("https://{text}/")).ok()?;
    let host = url.host_str()?;
    let is_host = url.as_str() == format!("https://{host}/")
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
    is_host.then(|| host.to_owned())
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
    fn a_currency_without_hundredths_is_refused() {
        for currency in ["jpy", "kwd", "isk", "xyz", ""] {
            let faults = checked(Mode::Demo, &["--currency", currency]).unwrap_err();
            assert!(faults[0].contains("TROWEL_CURRENCY"), "{faults:?}");
        }
        assert_eq!(checked(Mode::Demo, &["--currency", " EUR "]).unwrap().currency, "eur");
    }

    #[test]
    fn a_demo_on_every_address_must_say_which_one_people_type() {
        for listen in ["0.0.0.0:80", "[::]:80"] {
            let faults = checked(Mode::Demo, &["--listen", listen]).unwrap_err();
            assert!(faults[0].contains("TROWEL_PUBLIC_URL"), "{faults:?}");
            assert!(checked(Mode::Demo, &["--listen", listen, "--public-url", "http://192.0.2.7"]).is_ok());
        }
        assert!(checked(Mode::Demo, &["--listen", "192.0.2.7:80"]).is_ok());
    }

    #[test]
    fn customers_are_served_over_tls_or_on_this_machine() {
        for url in ["http://tools.example.ca", "http://192.0.2.7", "http://localhost.example.ca"] {
            let faults = checked(Mode::Serve, &["--public-url", url]).unwrap_err();
            assert!(faults[0].contains("TLS"), "{faults:?}");
        }
        for url in ["https://tools.example.ca", "http://localhost:1", "http://127.0.0.1", "http://[::1]:1"] {
            assert!(checked(Mode::Serve, &["--public-url", url]).is_ok(), "{url}");
        }
    }

    #[test]
    fn the_secret_key_never_leaves_in_the_clear() {
        let keys = |secret, publishable, api| {
            checked(
                Mode::Serve,
                &["--public-url=https://a.ca", secret, publishable, "--stripe-webhook-secret=whsec_1", api],
            )
        };
        let (secret, publishable) = ("--stripe-secret-key=sk_live_1", "--stripe-publishable-key=pk_live_1");
        assert!(keys(secret, publishable, "--stripe-api=http://stripe.example").is_err());
        assert!(keys(secret, publishable, "--stripe-api=http://127.0.0.1:1/stripe").is_ok());
        assert!(keys(secret, publishable, "--stripe-api=https://stripe.example").is_ok());
        let faults = keys(secret, "--stripe-publishable-key=pk_test_1", "--stripe-api=").err().unwrap();
        assert!(faults[0].contains("is a live key") && !faults[0].contains("_1"), "{faults:?}");
    }

    #[test]
    fn hosts_of_pictures_are_bare_names() {
        let hosts = |hosts| checked(Mode::Serve, &["--public-url=https://a.ca", "--image-hosts", hosts]);
        assert_eq!(
            hosts("i.example.com, Pictures.Example.org ,,bücher.example").unwrap().image_hosts,
            ["i.example.com", "pictures.example.org", "xn--bcher-kva.example"]
        );
        assert!(hosts("").unwrap().image_hosts.is_empty());
        for bad in [
            "https://i.example.com",
            "i.example.com:8443",
            "i.example.com/a",
            "*.example.com",
            "a b",
            "u@a.ca",
            "a.ca;",
            "'self'",
        ] {
            let faults = hosts(bad).unwrap_err();
            assert!(faults[0].contains("TROWEL_IMAGE_HOSTS") && faults[0].contains(bad), "{faults:?}");
        }
    }

    #[test]
    fn the_public_address_is_an_origin_and_nothing_more() {
        assert_eq!(origin("https://Tools.example.ca/"), Some("https://tools.example.ca".into()));
        for url in ["https://a.ca/shop", "ftp://a.ca", "a.ca", "https://user@a.ca", "https://a.ca?x"] {
            assert_eq!(origin(url), None, "{url}");
        }
    }
}
