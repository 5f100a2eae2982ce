//! Settings of the card provider: all three keys, or none.

use clap::Args;

use crate::{
    config::{RunMode, non_blank},
    values::url::is_https_or_loopback,
};

#[derive(Args, Clone)]
#[expect(clippy::struct_field_names, reason = "clap makes the flags from the names")]
pub struct PaymentArgs {
    /// Base URL of the card provider's API
    #[arg(long, env = "TROWEL_STRIPE_API")]
    stripe_api: Option<String>,
    /// URL of the card provider's browser script
    #[arg(long, env = "TROWEL_STRIPE_JS")]
    stripe_js: Option<String>,
    /// Secret key of the card provider
    #[arg(long, env = "TROWEL_STRIPE_SECRET_KEY", hide_env_values = true)]
    stripe_secret_key: Option<String>,
    /// Publishable key of the card provider
    #[arg(long, env = "TROWEL_STRIPE_PUBLISHABLE_KEY")]
    stripe_publishable_key: Option<String>,
    /// Signing secret of the card provider's webhook
    #[arg(long, env = "TROWEL_STRIPE_WEBHOOK_SECRET", hide_env_values = true)]
    stripe_webhook_secret: Option<String>,
}

#[derive(Clone)]
pub struct PaymentConfig {
    pub api_url: String,
    pub js_url: String,
    pub secret_key: String,
    pub publishable_key: String,
    pub webhook_secret: String,
}

impl std::fmt::Debug for PaymentConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CardConfig")
            .field("api", &self.api_url)
            .field("script", &self.js_url)
            .finish_non_exhaustive()
    }
}

pub const STRIPE_API_URL: &str = "https://api.stripe.com";
pub const STRIPE_JS_URL: &str = "https://js.stripe.com/v3/";

impl PaymentArgs {
    /// `None` if no key is set. A demo then gets the sandbox once its listener is bound.
    pub fn check(&self, mode: RunMode, faults: &mut Vec<String>) -> Option<PaymentConfig> {
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
        Some(PaymentConfig {
            api_url: non_blank(self.stripe_api.as_deref()).unwrap_or_else(|| STRIPE_API_URL.into()),
            js_url: non_blank(self.stripe_js.as_deref()).unwrap_or_else(|| STRIPE_JS_URL.into()),
            secret_key,
            publishable_key,
            webhook_secret,
        })
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
    use crate::config::tests::checked;

    #[test]
    fn a_half_set_card_provider_is_refused_and_names_what_is_missing() {
        let faults =
            checked(RunMode::Serve, &["--public-url", "https://a.ca", "--stripe-secret-key", "sk_test_1"])
                .unwrap_err();
        assert!(faults[0].contains("TROWEL_STRIPE_WEBHOOK_SECRET"), "{faults:?}");
        assert!(
            checked(RunMode::Serve, &["--public-url", "https://a.ca", "--stripe-js", "https://x.ca/s.js"])
                .is_err()
        );
    }

    #[test]
    fn no_card_setting_means_payment_is_off() {
        assert!(checked(RunMode::Serve, &["--public-url", "https://a.ca"]).unwrap().payments.is_none());
    }

    #[test]
    fn the_secret_key_never_leaves_in_the_clear() {
        let keys = |secret, publishable, api| {
            checked(
                RunMode::Serve,
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
}
