//! The OAuth clients of the configured providers.

use crate::{
    base::config::social_login::{OAuthProviderConfig, SocialLoginConfig},
    clients::oauth::{
        self, OAuthClient,
        oauth2::{OAuth2Client, OAuth2Endpoints, OAuth2ProviderKind},
        oidc::OidcClient,
    },
    values::social_provider::SocialProvider,
};

#[derive(Default)]
pub struct OAuthProviders(Vec<(SocialProvider, OAuthClient)>);

impl OAuthProviders {
    pub fn new(
        social: &SocialLoginConfig,
        public_url: &str,
        http: &reqwest::Client,
    ) -> Result<Self, oauth::OAuthError> {
        let back_to = |provider: SocialProvider| {
            format!("{public_url}/api/identity/social/{}/callback", provider.as_str())
        };
        let plain = |provider: SocialProvider, dialect: OAuth2ProviderKind, config: &OAuthProviderConfig| {
            let ends = OAuth2Endpoints {
                client_id: &config.credentials.client_id,
                client_secret: &config.credentials.client_secret,
                authorize_url: &config.authorize_url,
                token_url: &config.token_url,
                user_url: &config.userinfo_url,
                redirect_uri: back_to(provider),
            };
            Ok((provider, OAuthClient::OAuth2(Box::new(OAuth2Client::new(http.clone(), dialect, ends)?))))
        };
        let mut clients = Vec::new();
        if let Some(google) = &social.google {
            let own = &google.credentials;
            let client = OidcClient::new(
                http.clone(),
                &google.issuer,
                &own.client_id,
                &own.client_secret,
                back_to(SocialProvider::Google),
            );
            clients.push((SocialProvider::Google, OAuthClient::Oidc(client)));
        }
        for (provider, dialect, config) in [
            (SocialProvider::Facebook, OAuth2ProviderKind::Facebook, &social.facebook),
            (SocialProvider::Github, OAuth2ProviderKind::Github, &social.github),
            (SocialProvider::Twitter, OAuth2ProviderKind::Twitter, &social.twitter),
        ] {
            clients.extend(config.as_ref().map(|config| plain(provider, dialect, config)).transpose()?);
        }
        Ok(Self(clients))
    }

    /// `None`: not configured.
    pub fn of(&self, provider: SocialProvider) -> Option<&OAuthClient> {
        self.0.iter().find(|(of, _)| *of == provider).map(|(_, client)| client)
    }
}
