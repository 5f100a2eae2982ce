//! The OAuth clients of the configured providers.

use super::Provider;
use crate::{
    clients::oauth::{
        self, Client,
        oauth2::{Dialect, Ends, Plain},
        oidc::OpenId,
    },
    config::social_login::{OAuthConfig, SocialConfig},
};

#[derive(Default)]
pub struct Clients(Vec<(Provider, Client)>);

impl Clients {
    pub fn new(
        social: &SocialConfig,
        public_url: &str,
        http: &reqwest::Client,
    ) -> Result<Self, oauth::Error> {
        let back_to =
            |provider: Provider| format!("{public_url}/api/identity/social/{}/callback", provider.as_str());
        let plain = |provider: Provider, dialect: Dialect, config: &OAuthConfig| {
            let ends = Ends {
                client_id: &config.credentials.client_id,
                client_secret: &config.credentials.client_secret,
                authorize_url: &config.authorize_url,
                token_url: &config.token_url,
                user_url: &config.user_url,
                redirect_uri: back_to(provider),
            };
            Ok((provider, Client::Plain(Box::new(Plain::new(http.clone(), dialect, ends)?))))
        };
        let mut clients = Vec::new();
        if let Some(google) = &social.google {
            let own = &google.credentials;
            let client = OpenId::new(
                http.clone(),
                &google.issuer,
                &own.client_id,
                &own.client_secret,
                back_to(Provider::Google),
            );
            clients.push((Provider::Google, Client::OpenId(client)));
        }
        for (provider, dialect, config) in [
            (Provider::Facebook, Dialect::Facebook, &social.facebook),
            (Provider::Github, Dialect::Github, &social.github),
            (Provider::Twitter, Dialect::Twitter, &social.twitter),
        ] {
            clients.extend(config.as_ref().map(|config| plain(provider, dialect, config)).transpose()?);
        }
        Ok(Self(clients))
    }

    /// `None`: not configured.
    pub fn of(&self, provider: Provider) -> Option<&Client> {
        self.0.iter().find(|(of, _)| *of == provider).map(|(_, client)| client)
    }
}
