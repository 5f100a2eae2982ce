//! OAuth 2 without ID tokens: the access token is used to call the provider's own user API.

use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::Url;
use sha2::Sha256;

use super::{
    AuthorizationState, OAuthError, Registration, UserInfo,
    token_request::{SecretPlace, authorize_url, exchange_code, send},
    userinfo,
};
use crate::values::hash::hex;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OAuth2ProviderKind {
    Facebook,
    Github,
    Twitter,
}

pub struct OAuth2Client {
    http: reqwest::Client,
    provider: OAuth2ProviderKind,
    endpoints: OAuth2Endpoints,
    registration: Registration,
    origin: String,
}

/// The provider's URLs.
pub struct OAuth2Endpoints {
    pub authorize_url: String,
    pub token_url: String,
    pub user_url: String,
}

impl OAuth2Client {
    /// Fails if a URL is invalid.
    pub fn new(
        http: reqwest::Client,
        provider: OAuth2ProviderKind,
        endpoints: OAuth2Endpoints,
        registration: Registration,
    ) -> Result<Self, OAuthError> {
        let origin = parse_url(&endpoints.authorize_url)?.origin().ascii_serialization();
        parse_url(&endpoints.token_url)?;
        parse_url(&endpoints.user_url)?;
        Ok(Self { http, provider, endpoints, registration, origin })
    }

    pub fn origin(&self) -> &str {
        &self.origin
    }

    pub fn authorize_url(&self, state: &AuthorizationState) -> Result<String, OAuthError> {
        let endpoint = &self.endpoints.authorize_url;
        authorize_url(endpoint, &self.registration, self.scope(), state).map(String::from)
    }

    /// The smallest scopes that identify the user. Unverified e-mails are not requested.
    fn scope(&self) -> &'static str {
        match self.provider {
            OAuth2ProviderKind::Facebook => "public_profile",
            OAuth2ProviderKind::Github => "read:user user:email",
            OAuth2ProviderKind::Twitter => "users.read tweet.read", // the API requires the second
        }
    }

    pub async fn user_info(&self, code: &str, state: &AuthorizationState) -> Result<UserInfo, OAuthError> {
        // Each provider documents only one way to send the client secret.
        let place = match self.provider {
            OAuth2ProviderKind::Twitter => SecretPlace::Header,
            OAuth2ProviderKind::Facebook | OAuth2ProviderKind::Github => SecretPlace::Body,
        };
        let OAuth2Endpoints { token_url, user_url, .. } = &self.endpoints;
        let response = exchange_code(&self.http, token_url, &self.registration, place, code, state).await?;
        let token = &*response.access_token;
        match self.provider {
            OAuth2ProviderKind::Github => {
                let user = self.get(user_url, &[], token).await?;
                let emails = self.get(&format!("{user_url}/emails"), &[], token).await?;
                userinfo::parse_github(&user, &emails)
            }
            OAuth2ProviderKind::Facebook => {
                let proof = self.app_secret_proof(token)?;
                let query = [("fields", "id,name,picture"), ("appsecret_proof", proof.as_str())];
                userinfo::parse_facebook(&self.get(user_url, &query, token).await?)
            }
            OAuth2ProviderKind::Twitter => {
                let query = [("user.fields", "profile_image_url")];
                userinfo::parse_twitter(&self.get(user_url, &query, token).await?)
            }
        }
    }

    /// Facebook's `appsecret_proof`: shows that the token is used by the app it was issued to.
    fn app_secret_proof(&self, token: &str) -> Result<String, OAuthError> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.registration.client_secret.as_bytes())
            .map_err(|error| OAuthError::InvalidResponse(error.to_string()))?;
        mac.update(token.as_bytes());
        Ok(hex(&mac.finalize().into_bytes()))
    }

    async fn get(&self, url: &str, query: &[(&str, &str)], token: &str) -> Result<Vec<u8>, OAuthError> {
        let mut url = parse_url(url)?;
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        let response = send(self.http.get(url).bearer_auth(token)).await?;
        let status = response.status;
        if !status.is_success() {
            return Err(OAuthError::InvalidResponse(format!("status {status} instead of user info")));
        }
        Ok(response.body)
    }
}

fn parse_url(url: &str) -> Result<Url, OAuthError> {
    Url::parse(url).map_err(|error| OAuthError::InvalidResponse(error.to_string()))
}
