//! Settings, typed. Every flag is also an environment variable; every fault is reported at once, before anything starts.
pub mod email;
pub mod limits;
pub mod payments;
pub mod sms;
pub mod social_login;

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use clap::Args;

use crate::{
    clients::object_store,
    config::{
        email::MailConfig,
        limits::{LimitSettings, Limits},
        payments::CardConfig,
        sms::SmsConfig,
        social_login::{SocialConfig, SocialSettings},
    },
    db::Place,
    values::{
        currency,
        url::{host, origin, stays_private},
    },
};

/// What both `demo` and `serve` take. `.env.example` lists the same settings with their reasons. Not `Debug`: it holds
/// secrets.
#[allow(rustdoc::bare_urls, reason = "these texts are also the command line's help")]
#[derive(Args, Clone)]
pub struct Settings {
    /// Address and port to listen on
    #[arg(long, env = "TROWEL_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Address and port for figures in Prometheus' format; nobody but your monitoring should reach it [default: off]
    #[arg(long, env = "TROWEL_METRICS_LISTEN")]
    pub metrics_listen: Option<SocketAddr>,
    /// Folder for the embedded database and other files; created when missing
    #[arg(long, env = "TROWEL_DATA", default_value = "data")]
    pub data: PathBuf,
    /// postgres://… to keep everything in PostgreSQL instead of the embedded database
    #[arg(long = "database", env = "TROWEL_DATABASE_URL", hide_env_values = true)]
    pub database: Option<String>,
    /// The address people type, for example https://tools.example.ca
    #[arg(long, env = "TROWEL_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Other origins whose pages may call the API, for example https://garden.example.ca, separated by commas
    #[arg(long, env = "TROWEL_ALLOWED_ORIGINS", value_delimiter = ',')]
    pub allowed_origins: Vec<String>,
    /// Addresses of proxies whose X-Forwarded-For is believed, separated by commas
    #[arg(long, env = "TROWEL_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<IpAddr>,
    /// Currency of all prices, three letters; fixed once the database exists
    #[arg(long, env = "TROWEL_CURRENCY", default_value = "cad")]
    pub currency: String,
    /// Hosts, beside the shop itself, from which tools may have pictures, separated by commas
    #[arg(long, env = "TROWEL_IMAGE_HOSTS", value_delimiter = ',')]
    pub image_hosts: Vec<String>,
    /// s3://bucket/prefix to keep pictures there instead of in the folder
    #[arg(long, env = "TROWEL_IMAGE_STORE")]
    pub image_store: Option<String>,
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
    /// smtps://user:password@host or smtp://… (with STARTTLS) of the mail server that takes the shop's mail
    #[arg(long, env = "TROWEL_SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// Sender of the shop's mail, for example Trowel <shop@tools.example.ca>
    #[arg(long, env = "TROWEL_MAIL_FROM")]
    pub mail_from: Option<String>,
    /// Base address of the text message gateway's API
    #[arg(long, env = "TROWEL_SMS_API")]
    pub sms_api: Option<String>,
    #[arg(long, env = "TROWEL_SMS_ACCOUNT_SID")]
    pub sms_account_sid: Option<String>,
    #[arg(long, env = "TROWEL_SMS_AUTH_TOKEN", hide_env_values = true)]
    pub sms_auth_token: Option<String>,
    /// Number or name that text messages come from, for example +15005550006
    #[arg(long, env = "TROWEL_SMS_FROM")]
    pub sms_from: Option<String>,
    #[command(flatten)]
    pub social: SocialSettings,
    #[command(flatten)]
    pub limits: LimitSettings,
}

/// The settings after checking: what the shop runs on.
#[derive(Clone)]
pub struct Config {
    pub mode: Mode,
    pub listen: SocketAddr,
    pub metrics_listen: Option<SocketAddr>,
    pub data: PathBuf,
    pub place: Place,
    /// Scheme and authority without a trailing slash. Empty in demo mode until the listener is bound.
    pub public_url: String,
    /// As browsers write them in `Origin`.
    pub allowed_origins: Vec<String>,
    pub trusted_proxies: Vec<IpAddr>,
    pub currency: String,
    /// Host names as they stand in an address.
    pub image_hosts: Vec<String>,
    pub image_store: object_store::Place,
    pub cards: Option<CardConfig>,
    pub social: SocialConfig,
    /// `None`: the shop writes to nobody.
    pub mail: Option<MailConfig>,
    /// `None`: nobody signs in by a phone.
    pub sms: Option<SmsConfig>,
    pub limits: Limits,
}

impl Config {
    /// Whether people have to show that an address is theirs, which takes a way to write to them.
    pub fn verifies_emails(&self) -> bool {
        self.mode == Mode::Serve && self.mail.is_some()
    }
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

impl Settings {
    /// Every fault in one go, as sentences.
    pub fn check(self, mode: Mode) -> Result<Config, Vec<String>> {
        let mut faults = Vec::new();
        let cards = self.cards(mode, &mut faults);
        let social = self.social.check(mode, &mut faults);
        let mail = self.mail(&mut faults);
        let sms = self.sms(mode, &mut faults);
        let public_url = self.public_address(mode, &mut faults);
        let allowed_origins = self.allowed_origins(mode, &mut faults);
        let image_hosts = self.image_hosts(&mut faults);
        let image_store = self.image_store(&mut faults);
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
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Config {
            mode,
            listen: self.listen,
            metrics_listen: self.metrics_listen,
            data: self.data,
            place,
            public_url,
            allowed_origins,
            trusted_proxies: self.trusted_proxies,
            currency,
            image_hosts,
            image_store,
            cards,
            social,
            mail,
            sms,
            limits: self.limits.check(mode),
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

    /// Named one by one: a star would hand every page of the web what a customer may see.
    fn allowed_origins(&self, mode: Mode, faults: &mut Vec<String>) -> Vec<String> {
        let mut known = Vec::new();
        for text in self.allowed_origins.iter().filter_map(|text| given(Some(text))) {
            match origin(&text) {
                Some(origin) if mode == Mode::Demo || stays_private(&origin) => known.push(origin),
                Some(origin) => faults.push(format!(
                    "TROWEL_ALLOWED_ORIGINS has {origin}: whoever sits on its way could write that page and act for customers. Give an https address."
                )),
                None => faults.push(format!(
                    "TROWEL_ALLOWED_ORIGINS has {text:?}; give scheme and host of each, separated by commas, for example https://garden.example.ca."
                )),
            }
        }
        known
    }

    fn image_store(&self, faults: &mut Vec<String>) -> object_store::Place {
        let folder = object_store::Place::Folder(self.data.join("images"));
        let Some(address) = given(self.image_store.as_deref()) else { return folder };
        let is_bucket = reqwest::Url::parse(&address)
            .is_ok_and(|url| url.scheme() == "s3" && url.has_host() && url.query().is_none());
        #[cfg(feature = "s3")]
        if is_bucket {
            return object_store::Place::Bucket(address);
        }
        faults.push(if is_bucket {
            "TROWEL_IMAGE_STORE is set, but this program was built without buckets. Build it with `--features s3`, or leave the setting out to keep pictures in the folder.".to_owned()
        } else {
            format!("TROWEL_IMAGE_STORE is {address:?}; give bucket and prefix, for example s3://trowel-pictures/shop.")
        });
        folder
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
}

/// A blank setting is no setting.
pub fn given(value: Option<&str>) -> Option<String> {
    value.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

#[cfg(test)]
pub mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        settings: Settings,
    }

    pub fn checked(mode: Mode, flags: &[&str]) -> Result<Config, Vec<String>> {
        let line = Line::parse_from(std::iter::once("trowel").chain(flags.iter().copied()));
        line.settings.check(mode)
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
    fn allowed_origins_are_exact() {
        let origins = |mode, origins| {
            checked(mode, &["--public-url=https://a.ca", "--allowed-origins", origins])
                .map(|config| config.allowed_origins)
        };
        assert_eq!(
            origins(Mode::Serve, " https://Garden.example.ca/, ,https://b.ca:443,http://localhost:5173")
                .unwrap(),
            ["https://garden.example.ca", "https://b.ca", "http://localhost:5173"]
        );
        assert_eq!(origins(Mode::Serve, "").unwrap(), [""; 0]);
        for bad in [
            "*",
            "null",
            "garden.example.ca",
            "https://*.example.ca",
            "https://b.ca/x",
            "https://u@b.ca",
            "ftp://b.ca",
        ] {
            let faults = origins(Mode::Demo, bad).unwrap_err();
            assert!(faults[0].contains("TROWEL_ALLOWED_ORIGINS") && faults[0].contains(bad), "{faults:?}");
        }
        assert!(origins(Mode::Serve, "http://b.ca").unwrap_err()[0].contains("https"));
        assert!(origins(Mode::Demo, "http://b.ca").is_ok());
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
}
