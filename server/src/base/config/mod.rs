//! Typed settings. Every flag is also an environment variable. All errors are reported together before the shop starts.
pub mod acme;
pub mod backups;
pub mod database;
pub mod email;
pub mod environment;
pub mod images;
pub mod limits;
pub mod network;
pub mod payments;
pub mod secrets;
pub mod settings_file;
mod small_file;
pub mod sms;
pub mod social_login;

use std::{net::SocketAddr, path::PathBuf};

use clap::Args;

use crate::{
    base::config::{
        acme::{AcmeArgs, AcmeConfig},
        backups::{BackupArgs, BackupConfig},
        database::{DatabaseUrlArgs, check_location},
        email::{EmailArgs, EmailConfig, EmailRule},
        images::ImageArgs,
        limits::{LimitArgs, Limits},
        network::NetworkArgs,
        payments::{PaymentArgs, PaymentConfig},
        sms::{SmsArgs, SmsConfig},
        social_login::{SocialLoginArgs, SocialLoginConfig},
    },
    clients::object_store,
    db::DatabaseLocation,
    http::{
        client_ip::TrustedProxies,
        origin::{AllowedOrigins, PublicUrl},
        security_headers::StrictTransport,
    },
    values::currency,
};

/// The flags of `demo` and `serve`. `.env.example` explains them. They are not `Debug`, because they hold secrets.
#[derive(Args, Clone)]
pub struct ConfigArgs {
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    acme: AcmeArgs,
    /// Folder of the embedded database and other files; created if missing
    #[arg(long, env = "TROWEL_DATA", default_value = "data", help_heading = "Data")]
    data: PathBuf,
    /// The demo begins without its two months of orders
    #[arg(long, env = "TROWEL_NO_SAMPLE_ORDERS", num_args = 0..=1, require_equals = true, default_missing_value = "true", help_heading = "Data")]
    no_sample_orders: Option<String>,
    #[command(flatten)]
    database: DatabaseUrlArgs,
    /// Currency of all prices, three letters; cannot be changed once the database exists
    #[arg(long, env = "TROWEL_CURRENCY", default_value = "cad", help_heading = "Data")]
    currency: String,
    /// Addresses that the forms accept: every valid one (wide), or by the original shop's rule (simple)
    /// [default: wide, in the demo simple]
    #[arg(long, env = "TROWEL_EMAIL_RULE", help_heading = "E-mail")]
    email_rule: Option<String>,
    #[command(flatten)]
    backups: BackupArgs,
    #[command(flatten)]
    images: ImageArgs,
    #[command(flatten)]
    payments: PaymentArgs,
    #[command(flatten)]
    email: EmailArgs,
    #[command(flatten)]
    sms: SmsArgs,
    #[command(flatten)]
    social: SocialLoginArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The checked settings.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Config {
    pub mode: RunMode,
    pub listen: SocketAddr,
    pub metrics_listen: Option<SocketAddr>,
    pub data: PathBuf,
    /// Whether a demo begins with sample orders.
    pub has_sample_orders: bool,
    pub database: DatabaseLocation,
    /// The number of connections to PostgreSQL.
    pub database_connections: usize,
    /// Empty in demo mode until the listener is bound.
    pub public_url: PublicUrl,
    /// The shop speaks plain HTTP to a proxy if this is `None`.
    pub acme: Option<AcmeConfig>,
    pub allowed_origins: AllowedOrigins,
    pub trusted_proxies: TrustedProxies,
    /// Browsers use https for the subdomains of the public URL too.
    pub hsts_includes_subdomains: bool,
    /// Webhooks may go to addresses in private networks, and without TLS.
    pub webhooks_to_private_networks: bool,
    pub currency: String,
    pub email_rule: EmailRule,
    /// Host names in their ASCII form.
    pub image_hosts: Vec<String>,
    pub image_store: object_store::StorageLocation,
    pub backups: BackupConfig,
    pub payments: Option<PaymentConfig>,
    /// The file that Apple asks for before Apple Pay works.
    pub apple_pay_association: Option<String>,
    pub social: SocialLoginConfig,
    /// The shop sends no e-mails if this is `None`.
    pub email: Option<EmailConfig>,
    /// Login by phone is off if this is `None`.
    pub sms: Option<SmsConfig>,
    pub limits: Limits,
    /// No setting changes it. Tests hash hundreds of passwords and use a low one.
    pub password_cost: PasswordCost,
    /// Whether a new shop sells into Québec only when it is ready. No setting changes it. Tests sell there at once.
    pub has_quebec_gate: bool,
}

/// What hashing a password costs, for the shop and for an attacker who guesses.
#[derive(Clone, Copy)]
pub struct PasswordCost {
    pub memory_kib: u32,
    pub passes: u32,
}

impl Default for PasswordCost {
    fn default() -> Self {
        Self { memory_kib: 19_456, passes: 2 }
    }
}

impl Config {
    /// The folder for files that are made and sent. A node with another database and its pictures in a bucket has no
    /// folder of its own.
    pub fn temporary_folder(&self) -> PathBuf {
        Some(&self.data).filter(|folder| folder.is_dir()).cloned().unwrap_or_else(std::env::temp_dir)
    }

    /// Subdomains are left out by default, because some of them may be other sites without TLS.
    pub fn strict_transport(&self) -> StrictTransport {
        match (self.public_url.is_https(), self.hsts_includes_subdomains) {
            (false, _) => StrictTransport::Off,
            (true, false) => StrictTransport::ThisHost,
            (true, true) => StrictTransport::WithSubdomains,
        }
    }

    /// Whether customers have to confirm their e-mail address. This needs a mail server.
    pub fn verifies_emails(&self) -> bool {
        self.mode == RunMode::Serve && self.email.is_some()
    }

    /// Whether the role of an administrator or of staff waits for a password that is hard to guess. A demo only warns.
    pub fn requires_strong_passwords(&self) -> bool {
        self.mode == RunMode::Serve
    }
}

/// Leaves out the database URL, which may hold a password.
impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config")
            .field("mode", &self.mode)
            .field("listen", &self.listen)
            .finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunMode {
    /// The shop has sample data. The sandbox replaces external services that are not set.
    Demo,
    /// The shop has real customers and no sandbox.
    Serve,
}

impl ConfigArgs {
    /// Returns all errors as sentences.
    pub fn check(self, mode: RunMode) -> Result<Config, Vec<String>> {
        let mut faults = Vec::new();
        let (listen, metrics_listen) = self.network.check_listen(&mut faults);
        let public_url = self.network.check_public_url(mode, listen, &mut faults);
        let acme = self.acme.check(&public_url, &mut faults);
        let cards = self.payments.check(mode, &public_url, &mut faults);
        let apple_pay_association = self.payments.apple_pay_association(&mut faults);
        let social = self.social.check(mode, &mut faults);
        let mail = self.email.check(&mut faults);
        let sms = self.sms.check(mode, &mut faults);
        let allowed_origins = self.network.check_allowed_origins(mode, &mut faults);
        let trusted_proxies =
            self.network.check_trusted_proxies(mode, &public_url, acme.is_some(), &mut faults);
        let limits = self.limits.check(mode, &mut faults);
        let image_hosts = self.images.check_hosts(&mut faults);
        let backups = self.backups.check(&mut faults);
        let image_store = images::check_store(self.images.image_store.as_deref(), &self.data, &mut faults);
        let currency = self.currency.trim().to_lowercase();
        if !currency::has_two_decimals(&currency) {
            faults.push(format!(
                "TROWEL_CURRENCY is {currency:?}. Use the three letters of a currency with two decimals that the card provider \
                 supports, for example cad."
            ));
        }
        let no_sample_orders = self.no_sample_orders.as_deref();
        let has_sample_orders = !is_on("TROWEL_NO_SAMPLE_ORDERS", no_sample_orders, &mut faults);
        let email_rule = EmailRule::check(self.email_rule.as_deref(), mode, &mut faults);
        let hsts_includes_subdomains = self.network.check_hsts_include_subdomains(&mut faults);
        let webhooks_to_private_networks = self.network.check_webhooks_to_private_networks(&mut faults);
        let place = check_location(self.database.database.as_deref(), &self.data, &mut faults);
        let database_connections = self.database.check_connections(&mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Config {
            mode,
            listen,
            metrics_listen,
            data: self.data,
            has_sample_orders,
            database: place,
            database_connections,
            public_url,
            acme,
            allowed_origins,
            trusted_proxies,
            hsts_includes_subdomains,
            webhooks_to_private_networks,
            currency,
            email_rule,
            image_hosts,
            image_store,
            backups,
            payments: cards,
            apple_pay_association,
            social,
            email: mail,
            sms,
            limits,
            password_cost: PasswordCost::default(),
            has_quebec_gate: mode == RunMode::Serve,
        })
    }
}

/// Whether a setting is turned on. A flag without a value is `true`, and a blank one is off.
fn is_on(name: &str, text: Option<&str>, faults: &mut Vec<String>) -> bool {
    let text = non_blank(text).unwrap_or_default();
    match text.to_lowercase().as_str() {
        "true" | "t" | "yes" | "y" | "on" | "1" => true,
        "" | "false" | "f" | "no" | "n" | "off" | "0" => false,
        _ => {
            faults.push(format!("{name} is {text:?}. Use true or false."));
            false
        }
    }
}

/// Treats a blank setting as missing.
pub fn non_blank(value: Option<&str>) -> Option<String> {
    value.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

#[cfg(test)]
pub mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        settings: ConfigArgs,
    }

    pub fn checked(mode: RunMode, flags: &[&str]) -> Result<Config, Vec<String>> {
        let line = Line::parse_from(std::iter::once("trowel").chain(flags.iter().copied()));
        line.settings.check(mode)
    }

    #[test]
    fn every_fault_is_reported_at_once() {
        let faults = checked(
            RunMode::Serve,
            &["--currency=dollars", "--database=mysql://x", "--listen=x", "--max-reviews=x"],
        )
        .unwrap_err();
        assert_eq!(faults.len(), 5, "{faults:?}");
    }

    /// A flag without a sentence, or below no heading, cannot be understood from `--help`.
    #[test]
    fn every_flag_has_a_sentence_and_a_heading() {
        let command = <Line as clap::CommandFactory>::command();
        for argument in command.get_arguments() {
            let name = argument.get_id();
            assert!(argument.get_help().is_some_and(|help| help.to_string().len() > 20), "{name}");
            assert!(argument.get_help_heading().is_some(), "{name}");
        }
    }

    #[test]
    fn a_switch_is_true_or_false_and_a_wrong_one_is_reported_with_the_others() {
        let subdomains =
            |flag: &str| checked(RunMode::Demo, &[flag]).map(|config| config.hsts_includes_subdomains);
        for flag in ["", "=true", "=1", "=Yes", "= on "] {
            assert!(subdomains(&format!("--hsts-include-subdomains{flag}")).unwrap(), "{flag}");
        }
        for flag in ["=", "=false", "=0", "=NO"] {
            assert!(!subdomains(&format!("--hsts-include-subdomains{flag}")).unwrap(), "{flag}");
        }
        let flags = [
            "--hsts-include-subdomains=maybe",
            "--webhooks-to-private-networks=maybe",
            "--backup-before-migration=maybe",
            "--stripe-test-mode=maybe",
        ];
        let faults = checked(RunMode::Demo, &flags).unwrap_err();
        assert!(faults.iter().all(|fault| fault.ends_with("is \"maybe\". Use true or false.")), "{faults:?}");
        assert_eq!(faults.len(), flags.len());
    }

    #[test]
    fn a_real_shop_accepts_every_address_and_the_demo_those_of_the_specified_rule() {
        let rule = |mode, flags: &[&str]| {
            checked(mode, &[&["--public-url=http://127.0.0.1"], flags].concat()).unwrap().email_rule
        };
        for (mode, default) in [(RunMode::Demo, EmailRule::Simple), (RunMode::Serve, EmailRule::Wide)] {
            assert_eq!(rule(mode, &[]), default);
            assert_eq!(rule(mode, &["--email-rule", " "]), default);
            assert_eq!(rule(mode, &["--email-rule", "simple"]), EmailRule::Simple);
            assert_eq!(rule(mode, &["--email-rule", " wide"]), EmailRule::Wide);
        }
        let faults = checked(RunMode::Demo, &["--email-rule", "any"]).unwrap_err();
        assert!(faults[0].contains("simple or wide"), "{faults:?}");
    }

    #[test]
    fn a_currency_without_hundredths_is_refused() {
        for currency in ["jpy", "kwd", "isk", "xyz", ""] {
            let faults = checked(RunMode::Demo, &["--currency", currency]).unwrap_err();
            assert!(faults[0].contains("TROWEL_CURRENCY"), "{faults:?}");
        }
        assert_eq!(checked(RunMode::Demo, &["--currency", " EUR "]).unwrap().currency, "eur");
    }
}
