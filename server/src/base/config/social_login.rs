//! Settings of social login: client id and secret for each provider, or neither.

use clap::Args;

use crate::{
    base::config::{RunMode, non_blank},
    values::{social_provider::SocialProvider, url::is_https_or_loopback},
};

#[derive(Args, Clone)]
#[command(next_help_heading = "Social login")]
pub struct SocialLoginArgs {
    /// OpenID Connect issuer that replaces Google [default: Google]
    #[arg(long, env = "TROWEL_GOOGLE_ISSUER")]
    pub google_issuer: Option<String>,
    /// Client id of the shop at Google; with the secret it turns this login on
    #[arg(long, env = "TROWEL_GOOGLE_CLIENT_ID")]
    pub google_client_id: Option<String>,
    /// Client secret of the shop at Google
    #[arg(long, env = "TROWEL_GOOGLE_CLIENT_SECRET", hide_env_values = true)]
    pub google_client_secret: Option<String>,
    /// Client id of the shop at Facebook; with the secret it turns this login on
    #[arg(long, env = "TROWEL_FACEBOOK_CLIENT_ID")]
    pub facebook_client_id: Option<String>,
    /// Client secret of the shop at Facebook
    #[arg(long, env = "TROWEL_FACEBOOK_CLIENT_SECRET", hide_env_values = true)]
    pub facebook_client_secret: Option<String>,
    /// Address of Facebook where customers log in; only for another server or API version
    #[arg(long, env = "TROWEL_FACEBOOK_AUTHORIZE_URL")]
    pub facebook_authorize_url: Option<String>,
    /// Address of Facebook that exchanges a code for a token
    #[arg(long, env = "TROWEL_FACEBOOK_TOKEN_URL")]
    pub facebook_token_url: Option<String>,
    /// Address of Facebook that returns the profile of the customer
    #[arg(long, env = "TROWEL_FACEBOOK_USER_URL")]
    pub facebook_user_url: Option<String>,
    /// Client id of the shop at GitHub; with the secret it turns this login on
    #[arg(long, env = "TROWEL_GITHUB_CLIENT_ID")]
    pub github_client_id: Option<String>,
    /// Client secret of the shop at GitHub
    #[arg(long, env = "TROWEL_GITHUB_CLIENT_SECRET", hide_env_values = true)]
    pub github_client_secret: Option<String>,
    /// Address of GitHub where customers log in; only for another server or API version
    #[arg(long, env = "TROWEL_GITHUB_AUTHORIZE_URL")]
    pub github_authorize_url: Option<String>,
    /// Address of GitHub that exchanges a code for a token
    #[arg(long, env = "TROWEL_GITHUB_TOKEN_URL")]
    pub github_token_url: Option<String>,
    /// Address of GitHub that returns the profile of the customer
    #[arg(long, env = "TROWEL_GITHUB_USER_URL")]
    pub github_user_url: Option<String>,
    /// Client id of the shop at Twitter; with the secret it turns this login on
    #[arg(long, env = "TROWEL_TWITTER_CLIENT_ID")]
    pub twitter_client_id: Option<String>,
    /// Client secret of the shop at Twitter
    #[arg(long, env = "TROWEL_TWITTER_CLIENT_SECRET", hide_env_values = true)]
    pub twitter_client_secret: Option<String>,
    /// Address of Twitter where customers log in; only for another server or API version
    #[arg(long, env = "TROWEL_TWITTER_AUTHORIZE_URL")]
    pub twitter_authorize_url: Option<String>,
    /// Address of Twitter that exchanges a code for a token
    #[arg(long, env = "TROWEL_TWITTER_TOKEN_URL")]
    pub twitter_token_url: Option<String>,
    /// Address of Twitter that returns the profile of the customer
    #[arg(long, env = "TROWEL_TWITTER_USER_URL")]
    pub twitter_user_url: Option<String>,
}

/// The configured providers. A provider that is `None` is not offered.
#[derive(Clone, Default)]
pub struct SocialLoginConfig {
    pub google: Option<OidcProviderConfig>,
    pub facebook: Option<OAuthProviderConfig>,
    pub github: Option<OAuthProviderConfig>,
    pub twitter: Option<OAuthProviderConfig>,
}

/// The shop's credentials at a provider. They are not `Debug`, because of the secret.
#[derive(Clone)]
pub struct OAuthCredentials {
    pub client_id: String,
    pub client_secret: String,
}

/// An OpenID Connect provider. Its endpoints come from its discovery document.
#[derive(Clone)]
pub struct OidcProviderConfig {
    pub credentials: OAuthCredentials,
    pub issuer: String,
}

/// An OAuth 2 provider with its own user info format.
#[derive(Clone)]
pub struct OAuthProviderConfig {
    pub credentials: OAuthCredentials,
    pub authorize_url: String,
    pub token_url: String,
    pub userinfo_url: String,
}

const GOOGLE_ISSUER: &str = "https://accounts.google.com";

/// Origin of github.com. GitHub Enterprise Server runs at other origins.
pub const GITHUB_ORIGIN: &str = "https://github.com";

/// Authorization, token and user info endpoints.
const FACEBOOK_ENDPOINTS: [&str; 3] = [
    "https://www.facebook.com/v24.0/dialog/oauth",
    "https://graph.facebook.com/v24.0/oauth/access_token",
    "https://graph.facebook.com/v24.0/me",
];
const GITHUB_ENDPOINTS: [&str; 3] = [
    "https://github.com/login/oauth/authorize",
    "https://github.com/login/oauth/access_token",
    "https://api.github.com/user",
];
const TWITTER_ENDPOINTS: [&str; 3] =
    ["https://x.com/i/oauth2/authorize", "https://api.x.com/2/oauth2/token", "https://api.x.com/2/users/me"];

impl SocialLoginConfig {
    pub fn is_enabled(&self, provider: SocialProvider) -> bool {
        match provider {
            SocialProvider::Google => self.google.is_some(),
            SocialProvider::Facebook => self.facebook.is_some(),
            SocialProvider::Github => self.github.is_some(),
            SocialProvider::Twitter => self.twitter.is_some(),
        }
    }

    pub fn enabled_providers(&self) -> impl Iterator<Item = SocialProvider> {
        SocialProvider::ALL.into_iter().filter(|provider| self.is_enabled(*provider))
    }
}

impl SocialLoginArgs {
    /// Checks the settings of all providers. In demo mode the sandbox replaces providers that are not set, once the
    /// listener is bound.
    pub fn check(&self, mode: RunMode, faults: &mut Vec<String>) -> SocialLoginConfig {
        let google = ProviderArgs {
            name: "GOOGLE",
            client_id: &self.google_client_id,
            client_secret: &self.google_client_secret,
            addresses: &[("ISSUER", &self.google_issuer)],
        };
        let facebook = ProviderArgs {
            name: "FACEBOOK",
            client_id: &self.facebook_client_id,
            client_secret: &self.facebook_client_secret,
            addresses: &[
                ("AUTHORIZE_URL", &self.facebook_authorize_url),
                ("TOKEN_URL", &self.facebook_token_url),
                ("USER_URL", &self.facebook_user_url),
            ],
        };
        let github = ProviderArgs {
            name: "GITHUB",
            client_id: &self.github_client_id,
            client_secret: &self.github_client_secret,
            addresses: &[
                ("AUTHORIZE_URL", &self.github_authorize_url),
                ("TOKEN_URL", &self.github_token_url),
                ("USER_URL", &self.github_user_url),
            ],
        };
        let twitter = ProviderArgs {
            name: "TWITTER",
            client_id: &self.twitter_client_id,
            client_secret: &self.twitter_client_secret,
            addresses: &[
                ("AUTHORIZE_URL", &self.twitter_authorize_url),
                ("TOKEN_URL", &self.twitter_token_url),
                ("USER_URL", &self.twitter_user_url),
            ],
        };
        SocialLoginConfig {
            google: google.credentials(mode, faults).map(|credentials| OidcProviderConfig {
                credentials,
                issuer: google.address(0, GOOGLE_ISSUER),
            }),
            facebook: facebook.oauth(FACEBOOK_ENDPOINTS, mode, faults),
            github: github.oauth(GITHUB_ENDPOINTS, mode, faults),
            twitter: twitter.oauth(TWITTER_ENDPOINTS, mode, faults),
        }
    }
}

/// The unchecked settings of one provider.
struct ProviderArgs<'a> {
    name: &'static str,
    client_id: &'a Option<String>,
    client_secret: &'a Option<String>,
    addresses: &'a [(&'static str, &'a Option<String>)],
}

impl ProviderArgs<'_> {
    fn oauth(&self, real: [&str; 3], mode: RunMode, faults: &mut Vec<String>) -> Option<OAuthProviderConfig> {
        let credentials = self.credentials(mode, faults)?;
        let [authorize_url, token_url, user_url] = [0, 1, 2].map(|at| self.address(at, real[at]));
        Some(OAuthProviderConfig { credentials, authorize_url, token_url, userinfo_url: user_url })
    }

    fn credentials(&self, mode: RunMode, faults: &mut Vec<String>) -> Option<OAuthCredentials> {
        let name = self.name;
        for (address, value) in self.addresses {
            if non_blank(value.as_deref()).is_some_and(|url| !is_https_or_loopback(&url)) {
                faults.push(format!(
                    "TROWEL_{name}_{address} must be an https address. Only an address on this machine may use http."
                ));
            }
        }
        let has_url = self.addresses.iter().any(|(_, value)| non_blank(value.as_deref()).is_some());
        match (non_blank(self.client_id.as_deref()), non_blank(self.client_secret.as_deref())) {
            (Some(client_id), Some(client_secret)) => {
                return Some(OAuthCredentials { client_id, client_secret });
            }
            (None, None) if mode == RunMode::Demo || !has_url => {}
            (id, secret) => {
                let missing = match (id.is_some(), secret.is_some()) {
                    (true, _) => format!("TROWEL_{name}_CLIENT_SECRET"),
                    (_, true) => format!("TROWEL_{name}_CLIENT_ID"),
                    _ => format!("TROWEL_{name}_CLIENT_ID, TROWEL_{name}_CLIENT_SECRET"),
                };
                faults.push(format!(
                    "Login with {} is only half set up. Missing: {missing}. Set id and secret, or remove all TROWEL_{name}_ settings to turn it off.",
                    name.to_lowercase()
                ));
            }
        }
        None
    }

    fn address(&self, at: usize, real: &str) -> String {
        non_blank(self.addresses[at].1.as_deref()).unwrap_or_else(|| real.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::tests::checked;

    const PUBLIC: &str = "--public-url=http://127.0.0.1";

    #[test]
    fn what_is_not_set_is_not_offered() {
        assert_eq!(checked(RunMode::Serve, &[PUBLIC]).unwrap().social.enabled_providers().count(), 0);
        let flags = [PUBLIC, "--github-client-id=i", "--github-client-secret=s"];
        let social = checked(RunMode::Serve, &flags).unwrap().social;
        assert!(social.enabled_providers().eq([SocialProvider::Github]));
        let github = social.github.unwrap();
        assert_eq!([github.authorize_url, github.token_url, github.userinfo_url], GITHUB_ENDPOINTS);
        assert_eq!(
            reqwest::Url::parse(GITHUB_ENDPOINTS[0]).unwrap().origin().ascii_serialization(),
            GITHUB_ORIGIN
        );
    }

    #[test]
    fn a_half_set_provider_is_refused_and_names_what_is_missing() {
        for (flag, missing) in [
            ("--google-client-id=i", "Missing: TROWEL_GOOGLE_CLIENT_SECRET."),
            ("--twitter-client-secret=s", "Missing: TROWEL_TWITTER_CLIENT_ID."),
            (
                "--facebook-user-url=https://b.ca",
                "Missing: TROWEL_FACEBOOK_CLIENT_ID, TROWEL_FACEBOOK_CLIENT_SECRET.",
            ),
        ] {
            let faults = checked(RunMode::Serve, &[PUBLIC, flag]).unwrap_err();
            assert!(faults.len() == 1 && faults[0].contains(missing), "{flag}: {faults:?}");
        }
    }

    #[test]
    fn a_client_secret_never_leaves_in_the_clear() {
        let issuer = |issuer| {
            let flags = [PUBLIC, "--google-client-id=i", "--google-client-secret=s", issuer];
            checked(RunMode::Serve, &flags).map(|config| config.social.google.unwrap().issuer)
        };
        assert!(issuer("--google-issuer=http://accounts.example").unwrap_err()[0].contains("https"));
        // Unchanged, because its tokens contain the same text.
        assert_eq!(issuer("--google-issuer=http://127.0.0.1:1/").unwrap(), "http://127.0.0.1:1/");
        assert_eq!(issuer("--google-issuer=").unwrap(), GOOGLE_ISSUER);
    }
}
