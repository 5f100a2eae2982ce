//! Settings of the card provider: all three keys, or none.

use std::path::PathBuf;

use clap::Args;

use crate::{
    base::config::{RunMode, is_on, non_blank, small_file},
    clients::stripe::STRIPE_JS_URL,
    http::origin::PublicUrl,
    values::url::is_https_or_loopback,
};

#[derive(Args, Clone)]
#[command(next_help_heading = "Card payment")]
pub struct PaymentArgs {
    /// Base URL of the card provider's API [default: Stripe]
    #[arg(long, env = "TROWEL_STRIPE_API")]
    stripe_api: Option<String>,
    /// URL of the card provider's browser script [default: Stripe]
    #[arg(long, env = "TROWEL_STRIPE_JS")]
    stripe_js: Option<String>,
    /// Secret key of the card provider: sk_… or rk_…
    #[arg(long, env = "TROWEL_STRIPE_SECRET_KEY", hide_env_values = true)]
    stripe_secret_key: Option<String>,
    /// Publishable key of the card provider: pk_…; browsers get it
    #[arg(long, env = "TROWEL_STRIPE_PUBLISHABLE_KEY")]
    stripe_publishable_key: Option<String>,
    /// Signing secret of the card provider's webhook: whsec_…
    #[arg(long, env = "TROWEL_STRIPE_WEBHOOK_SECRET", hide_env_values = true)]
    stripe_webhook_secret: Option<String>,
    /// Accept test keys at an https public URL; no card is charged
    #[arg(long, env = "TROWEL_STRIPE_TEST_MODE", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    stripe_test_mode: Option<String>,
    /// File of the card provider that proves to Apple whose shop it is, for Apple Pay
    #[arg(long, env = "TROWEL_APPLE_PAY_DOMAIN_ASSOCIATION")]
    apple_pay_domain_association: Option<PathBuf>,
}

/// The key that browsers get. Only this type is published, so that a swapped setting never publishes the secret key.
#[derive(Clone, PartialEq, Eq)]
pub struct PublishableKey(String);

impl PublishableKey {
    pub fn parse(text: &str) -> Option<Self> {
        text.starts_with("pk_").then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[derive(Clone)]
pub struct PaymentConfig {
    pub api_url: String,
    pub js_url: String,
    pub secret_key: String,
    pub publishable_key: PublishableKey,
    pub webhook_secret: String,
}

impl PaymentConfig {
    /// Payments with test keys charge no card.
    pub fn is_test_mode(&self) -> bool {
        is_live(&self.secret_key) != Some(true)
    }
}

impl std::fmt::Debug for PaymentConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PaymentConfig")
            .field("api", &self.api_url)
            .field("script", &self.js_url)
            .finish_non_exhaustive()
    }
}

pub const STRIPE_API_URL: &str = "https://api.stripe.com";

/// The provider's own keys are at least this long.
const MIN_KEY_LENGTH: usize = 32;
/// Keys that no browser may see begin with these.
const SECRET_PREFIXES: [&str; 3] = ["sk_", "rk_", "whsec_"];

impl PaymentArgs {
    /// The text that stands at the address where Apple looks.
    pub fn apple_pay_association(&self, faults: &mut Vec<String>) -> Option<String> {
        let path = self.apple_pay_domain_association.as_ref().filter(|path| !path.as_os_str().is_empty())?;
        let fault = match small_file::read(path) {
            Ok(text) if text.trim().is_empty() => "is empty. Download the file again".to_owned(),
            Ok(text) if small_file::looks_secret(&text) => {
                "looks like a secret, and everyone can read it at the shop's address. Name the file of the card provider"
                    .to_owned()
            }
            Ok(text) => return Some(text),
            Err(error) => format!("cannot be read: {error}. Correct the path"),
        };
        faults.push(format!("TROWEL_APPLE_PAY_DOMAIN_ASSOCIATION: {} {fault}.", path.display()));
        None
    }

    /// `None` if no key is set. A demo then gets the sandbox once its listener is bound.
    pub fn check(
        &self,
        mode: RunMode,
        public_url: &PublicUrl,
        faults: &mut Vec<String>,
    ) -> Option<PaymentConfig> {
        let accepts_test_keys = is_on("TROWEL_STRIPE_TEST_MODE", self.stripe_test_mode.as_deref(), faults);
        let parts = [
            ("TROWEL_STRIPE_SECRET_KEY", non_blank(self.stripe_secret_key.as_deref())),
            ("TROWEL_STRIPE_PUBLISHABLE_KEY", non_blank(self.stripe_publishable_key.as_deref())),
            ("TROWEL_STRIPE_WEBHOOK_SECRET", non_blank(self.stripe_webhook_secret.as_deref())),
        ];
        let has_url =
            non_blank(self.stripe_api.as_deref()).is_some() || non_blank(self.stripe_js.as_deref()).is_some();
        if parts.iter().all(|(_, value)| value.is_none()) && !(has_url && mode == RunMode::Serve) {
            return None;
        }
        let missing: Vec<_> =
            parts.iter().filter(|(_, value)| value.is_none()).map(|(name, _)| *name).collect();
        if !missing.is_empty() {
            faults.push(format!(
                "Card payment is only half set up. Missing: {}. Set all three keys, or remove all card settings to turn payment off.",
                missing.join(", ")
            ));
            return None;
        }
        let [(_, secret_key), (_, publishable_key), (_, webhook_secret)] =
            parts.map(|(name, value)| (name, value.unwrap_or_default()));
        for (name, value) in [("TROWEL_STRIPE_API", &self.stripe_api), ("TROWEL_STRIPE_JS", &self.stripe_js)]
        {
            if non_blank(value.as_deref()).is_some_and(|address| !is_https_or_loopback(&address)) {
                faults.push(format!(
                    "{name} must be an https address. Only an address on this machine may use http."
                ));
            }
        }
        if self
            .stripe_js
            .as_deref()
            .is_some_and(|text| SECRET_PREFIXES.iter().any(|prefix| text.contains(prefix)))
        {
            faults.push(
                "TROWEL_STRIPE_JS contains a secret key. Every browser gets this address. Remove the key from it.".into(),
            );
        }
        if let (Some(secret), Some(publishable)) = (is_live(&secret_key), is_live(&publishable_key))
            && secret != publishable
        {
            let kind = |is_live: bool| if is_live { "live" } else { "test" };
            faults.push(format!(
                "TROWEL_STRIPE_SECRET_KEY is a {} key, but TROWEL_STRIPE_PUBLISHABLE_KEY is a {} key. Use two live keys or two test keys.",
                kind(secret),
                kind(publishable)
            ));
        }
        check_format("TROWEL_STRIPE_SECRET_KEY", &secret_key, &["sk_", "rk_"], faults);
        check_format("TROWEL_STRIPE_PUBLISHABLE_KEY", &publishable_key, &["pk_"], faults);
        check_format("TROWEL_STRIPE_WEBHOOK_SECRET", &webhook_secret, &["whsec_"], faults);
        let is_test = is_live(&secret_key) != Some(true);
        if is_test && !accepts_test_keys && mode == RunMode::Serve && public_url.is_https() {
            faults.push(
                "TROWEL_STRIPE_SECRET_KEY is a test key, so customers could order without paying. Use live keys. To try the shop \
                 with test cards, set TROWEL_STRIPE_TEST_MODE=true."
                    .into(),
            );
        }
        if accepts_test_keys && !is_test {
            faults.push(
                "TROWEL_STRIPE_TEST_MODE is set, but TROWEL_STRIPE_SECRET_KEY is a live key that charges cards. Use test keys, \
                 or remove TROWEL_STRIPE_TEST_MODE."
                    .into(),
            );
        }
        // A key in another format is a fault above.
        let publishable_key = PublishableKey::parse(&publishable_key)?;
        Some(PaymentConfig {
            api_url: non_blank(self.stripe_api.as_deref()).unwrap_or_else(|| STRIPE_API_URL.into()),
            js_url: non_blank(self.stripe_js.as_deref()).unwrap_or_else(|| STRIPE_JS_URL.into()),
            secret_key,
            publishable_key,
            webhook_secret,
        })
    }
}

/// The message names no part of the key, because it may be the secret one.
fn check_format(name: &str, key: &str, prefixes: &[&str], faults: &mut Vec<String>) {
    let prefix = prefixes.join(" or ");
    if !prefixes.iter().any(|prefix| key.starts_with(prefix)) {
        faults.push(format!(
            "{name} must start with {prefix}. Compare it with the keys in the card provider's dashboard; \
             perhaps two of them are swapped."
        ));
    } else if key.len() < MIN_KEY_LENGTH {
        faults.push(format!(
            "{name} is too short: it must have at least {MIN_KEY_LENGTH} characters. Copy the whole key from the card \
             provider's dashboard."
        ));
    }
}

/// Whether a key of the card provider is a live key. `None` if its format does not show it.
fn is_live(key: &str) -> Option<bool> {
    let mode = key.split('_').nth(1)?;
    matches!(mode, "live" | "test").then_some(mode == "live")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::tests::checked;

    #[test]
    fn a_half_set_card_provider_is_refused_and_names_what_is_missing() {
        let faults = checked(
            RunMode::Serve,
            &["--public-url", "http://127.0.0.1", "--stripe-secret-key", "sk_test_1"],
        )
        .unwrap_err();
        assert!(faults[0].contains("TROWEL_STRIPE_WEBHOOK_SECRET"), "{faults:?}");
        assert!(
            checked(
                RunMode::Serve,
                &["--public-url", "http://127.0.0.1", "--stripe-js", "https://x.ca/s.js"]
            )
            .is_err()
        );
    }

    #[test]
    fn no_card_setting_means_payment_is_off() {
        assert!(checked(RunMode::Serve, &["--public-url", "http://127.0.0.1"]).unwrap().payments.is_none());
    }

    const TEST_KEYS: [&str; 3] = [
        "--stripe-secret-key=sk_test_0123456789abcdef0123456789",
        "--stripe-publishable-key=pk_test_0123456789abcdef0123456789",
        "--stripe-webhook-secret=whsec_0123456789abcdef0123456789",
    ];

    fn serve(public_url: &str, keys: [&str; 3], more: &[&str]) -> Result<PaymentConfig, Vec<String>> {
        let network = ["--public-url", public_url, "--trusted-proxies=none"];
        checked(RunMode::Serve, &[&network[..], &keys, more].concat()).map(|config| config.payments.unwrap())
    }

    fn live(key: &str) -> String {
        key.replace("_test_", "_live_")
    }

    #[test]
    fn the_address_of_the_script_holds_no_secret() {
        for secret in ["sk_live_abc", "rk_test_abc", "whsec_abc"] {
            let script = format!("--stripe-js=https://js.stripe.com/v3/?key={secret}");
            let faults = serve("http://127.0.0.1", TEST_KEYS, &[&script]).unwrap_err();
            assert!(faults[0].contains("TROWEL_STRIPE_JS") && !faults[0].contains("abc"), "{faults:?}");
        }
    }

    #[test]
    fn the_secret_key_never_leaves_in_the_clear() {
        let keys = |api| serve("http://127.0.0.1", TEST_KEYS, &[api]);
        assert!(keys("--stripe-api=http://stripe.example").is_err());
        assert!(keys("--stripe-api=http://127.0.0.1:1/stripe").is_ok());
        assert!(keys("--stripe-api=https://stripe.example").is_ok());
        let [secret, publishable, webhook] = TEST_KEYS;
        let faults = serve("http://127.0.0.1", [&live(secret), publishable, webhook], &[]).unwrap_err();
        assert!(faults[0].contains("is a live key") && !faults[0].contains("0123"), "{faults:?}");
    }

    #[test]
    fn keys_that_are_swapped_short_or_of_another_kind_are_refused_without_repeating_them() {
        let [secret, publishable, webhook] = TEST_KEYS;
        let refused = |keys: [&str; 3], name: &str, why: &str| {
            let faults = serve("http://127.0.0.1", keys, &[]).unwrap_err();
            assert!(faults.iter().any(|fault| fault.contains(name) && fault.contains(why)), "{faults:?}");
            assert!(!faults.concat().contains("0123"), "{faults:?}");
        };
        let (as_secret, as_publishable) = (secret.replace("sk_", "pk_"), publishable.replace("pk_", "sk_"));
        refused([&as_secret, &as_publishable, webhook], "TROWEL_STRIPE_SECRET_KEY", "sk_ or rk_");
        refused([&as_secret, &as_publishable, webhook], "TROWEL_STRIPE_PUBLISHABLE_KEY", "pk_");
        refused([secret, publishable, "--stripe-webhook-secret=x"], "TROWEL_STRIPE_WEBHOOK_SECRET", "whsec_");
        let short = "--stripe-webhook-secret=whsec_0123456789";
        refused([secret, publishable, short], "TROWEL_STRIPE_WEBHOOK_SECRET", "too short");
        refused(["--stripe-secret-key=sk_test_0123", publishable, webhook], "SECRET_KEY", "too short");
        assert!(
            serve("http://127.0.0.1", [&secret.replace("sk_", "rk_"), publishable, webhook], &[]).is_ok()
        );
        assert!(PublishableKey::parse("sk_live_0123").is_none());
    }

    #[test]
    fn test_keys_at_an_https_url_need_a_setting() {
        let (https, test_mode) = ("https://a.ca", "--stripe-test-mode");
        let faults = serve(https, TEST_KEYS, &[]).unwrap_err();
        assert!(faults[0].contains("TROWEL_STRIPE_TEST_MODE=true"), "{faults:?}");
        assert!(serve(https, TEST_KEYS, &[test_mode]).unwrap().is_test_mode());
        assert!(serve("http://127.0.0.1", TEST_KEYS, &[]).unwrap().is_test_mode());
        let [secret, publishable, webhook] = TEST_KEYS.map(live);
        let live_keys = [&*secret, &*publishable, &*webhook];
        assert!(!serve(https, live_keys, &[]).unwrap().is_test_mode());
        let faults = serve(https, live_keys, &[test_mode]).unwrap_err();
        assert!(faults[0].contains("live key that charges"), "{faults:?}");
    }
}
