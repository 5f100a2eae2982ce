//! OAuth 2 without ID tokens: the access token is used to call the provider's own user API.

use hmac::{Hmac, KeyInit as _, Mac as _};
use oauth2::{
    AuthType, AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet, EndpointSet,
    RedirectUrl, Scope, TokenResponse as _, TokenUrl, basic::BasicClient,
};
use sha2::Sha256;

use super::{
    AuthorizationState, HttpClient, OAuthError, UserInfo, read_response, token_error, unreachable, userinfo,
};
use crate::values::hash::hex;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OAuth2ProviderKind {
    Facebook,
    Github,
    Twitter,
}

type ConfiguredClient = BasicClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

pub struct OAuth2Client {
    http: HttpClient,
    provider: OAuth2ProviderKind,
    client: ConfiguredClient,
    client_secret: String,
    user_url: String,
    origin: String,
}

/// The provider's URLs and the shop's credentials there.
pub struct OAuth2Endpoints<'a> {
    pub client_id: &'a str,
    pub client_secret: &'a str,
    pub authorize_url: &'a str,
    pub token_url: &'a str,
    pub user_url: &'a str,
    pub redirect_uri: String,
}

impl OAuth2Client {
    /// Fails if a URL is invalid.
    pub fn new(
        http: reqwest::Client,
        dialect: OAuth2ProviderKind,
        ends: OAuth2Endpoints<'_>,
    ) -> Result<Self, OAuthError> {
        let no_address = |error: oauth2::url::ParseError| OAuthError::InvalidResponse(error.to_string());
        // Each provider documents only one way to send the client secret.
        let auth_type = match dialect {
            OAuth2ProviderKind::Twitter => AuthType::BasicAuth,
            OAuth2ProviderKind::Facebook | OAuth2ProviderKind::Github => AuthType::RequestBody,
        };
        let origin =
            reqwest::Url::parse(ends.authorize_url).map_err(no_address)?.origin().ascii_serialization();
        let client = BasicClient::new(ClientId::new(ends.client_id.to_owned()))
            .set_client_secret(ClientSecret::new(ends.client_secret.to_owned()))
            .set_auth_uri(AuthUrl::new(ends.authorize_url.to_owned()).map_err(no_address)?)
            .set_token_uri(TokenUrl::new(ends.token_url.to_owned()).map_err(no_address)?)
            .set_redirect_uri(RedirectUrl::new(ends.redirect_uri).map_err(no_address)?)
            .set_auth_type(auth_type);
        Ok(Self {
            http: HttpClient(http),
            provider: dialect,
            client,
            client_secret: ends.client_secret.to_owned(),
            user_url: ends.user_url.to_owned(),
            origin,
        })
    }

    pub fn origin(&self) -> &str {
        &self.origin
    }

    pub fn authorize_url(&self, ties: &AuthorizationState) -> String {
        let state = ties.state.clone();
        let (url, _) = self
            .client
            .authorize_url(move || CsrfToken::new(state))
            .add_scopes(self.scopes().iter().map(|scope| Scope::new((*scope).to_owned())))
            .set_pkce_challenge(ties.challenge())
            .url();
        url.to_string()
    }

    /// The smallest scopes that identify the user. Unverified e-mails are not requested.
    fn scopes(&self) -> &'static [&'static str] {
        match self.provider {
            OAuth2ProviderKind::Facebook => &["public_profile"],
            OAuth2ProviderKind::Github => &["read:user", "user:email"],
            OAuth2ProviderKind::Twitter => &["users.read", "tweet.read"], // the API requires the second
        }
    }

    pub async fn person(&self, code: &str, ties: &AuthorizationState) -> Result<UserInfo, OAuthError> {
        let answer = self
            .client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .set_pkce_verifier(ties.verifier())
            .request_async(&self.http)
            .await
            .map_err(token_error)?;
        let token = answer.access_token().secret();
        match self.provider {
            OAuth2ProviderKind::Github => {
                let user = self.get(&self.user_url, &[], token).await?;
                let emails = self.get(&format!("{}/emails", self.user_url), &[], token).await?;
                userinfo::parse_github(&user, &emails)
            }
            OAuth2ProviderKind::Facebook => {
                let proof = self.app_secret_proof(token)?;
                let query = [("fields", "id,name,picture"), ("appsecret_proof", proof.as_str())];
                userinfo::parse_facebook(&self.get(&self.user_url, &query, token).await?)
            }
            OAuth2ProviderKind::Twitter => {
                let query = [("user.fields", "profile_image_url")];
                userinfo::parse_twitter(&self.get(&self.user_url, &query, token).await?)
            }
        }
    }

    /// Facebook's `appsecret_proof`: shows that the token is used by the app it was issued to.
    fn app_secret_proof(&self, token: &str) -> Result<String, OAuthError> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.client_secret.as_bytes())
            .map_err(|error| OAuthError::InvalidResponse(error.to_string()))?;
        mac.update(token.as_bytes());
        Ok(hex(&mac.finalize().into_bytes()))
    }

    async fn get(&self, url: &str, query: &[(&str, &str)], token: &str) -> Result<Vec<u8>, OAuthError> {
        let mut url =
            reqwest::Url::parse(url).map_err(|error| OAuthError::InvalidResponse(error.to_string()))?;
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        let call = self.http.0.get(url).bearer_auth(token).header("accept", "application/json");
        let answer = read_response(call.send().await.map_err(unreachable)?).await?;
        let status = answer.status();
        if !status.is_success() {
            return Err(OAuthError::InvalidResponse(format!("status {status} instead of user info")));
        }
        Ok(answer.into_body())
    }
}
