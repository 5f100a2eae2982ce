//! The OAuth clients of the configured providers.

use crate::{
    base::config::social_login::{OAuthCredentials, OidcProviderConfig, SocialLoginConfig},
    clients::oauth::{
        self, OAuthClient, Registration,
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
        let registration = |provider: SocialProvider, credentials: &OAuthCredentials| Registration {
            client_id: credentials.client_id.clone(),
            client_secret: credentials.client_secret.clone(),
            redirect_uri: format!("{public_url}/api/identity/social/{}/callback", provider.as_str()),
        };
        let mut clients = Vec::new();
        if let Some(OidcProviderConfig { credentials, issuer }) = &social.google {
            let registration = registration(SocialProvider::Google, credentials);
            let client = OidcClient::new(http.clone(), issuer.clone(), registration);
            clients.push((SocialProvider::Google, OAuthClient::Oidc(client)));
        }
        for (provider, kind, config) in [
            (SocialProvider::Facebook, OAuth2ProviderKind::Facebook, &social.facebook),
            (SocialProvider::Github, OAuth2ProviderKind::Github, &social.github),
            (SocialProvider::Twitter, OAuth2ProviderKind::Twitter, &social.twitter),
        ] {
            let Some(config) = config else { continue };
            let endpoints = OAuth2Endpoints {
                authorize_url: config.authorize_url.clone(),
                token_url: config.token_url.clone(),
                user_url: config.userinfo_url.clone(),
            };
            let registration = registration(provider, &config.credentials);
            let client = OAuth2Client::new(http.clone(), kind, endpoints, registration)?;
            clients.push((provider, OAuthClient::OAuth2(client)));
        }
        Ok(Self(clients))
    }

    /// The client of the provider. Returns `None` if the provider is not configured.
    pub fn of(&self, provider: SocialProvider) -> Option<&OAuthClient> {
        self.0.iter().find(|(of, _)| *of == provider).map(|(_, client)| client)
    }
}
