//! OAuth 2 without ID tokens: the access token is used to call the provider's own user API.

use hmac::{Hmac, KeyInit as _, Mac as _};
use oauth2::{
    AuthType, AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet, EndpointSet,
    RedirectUrl, Scope, TokenResponse as _, TokenUrl, basic::BasicClient,
};
use sha2::Sha256;

use super::{Error, Person, Ties, Wire, read, refused_code, silent, userinfo};
use crate::values::hash::hex;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Facebook,
    Github,
    Twitter,
}

type Configured = BasicClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointSet>;

pub struct Plain {
    wire: Wire,
    dialect: Dialect,
    client: Configured,
    client_secret: String,
    user_url: String,
    origin: String,
}

/// The provider's URLs and the shop's credentials there.
pub struct Ends<'a> {
    pub client_id: &'a str,
    pub client_secret: &'a str,
    pub authorize_url: &'a str,
    pub token_url: &'a str,
    pub user_url: &'a str,
    pub redirect_uri: String,
}

impl Plain {
    /// Fails if a URL is invalid.
    pub fn new(http: reqwest::Client, dialect: Dialect, ends: Ends<'_>) -> Result<Self, Error> {
        let no_address = |error: oauth2::url::ParseError| Error::Unproved(error.to_string());
        // Each provider documents only one way to send the client secret.
        let auth_type = match dialect {
            Dialect::Twitter => AuthType::BasicAuth,
            Dialect::Facebook | Dialect::Github => AuthType::RequestBody,
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
            wire: Wire(http),
            dialect,
            client,
            client_secret: ends.client_secret.to_owned(),
            user_url: ends.user_url.to_owned(),
            origin,
        })
    }

    pub fn origin(&self) -> &str {
        &self.origin
    }

    pub fn authorize_url(&self, ties: &Ties) -> String {
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
        match self.dialect {
            Dialect::Facebook => &["public_profile"],
            Dialect::Github => &["read:user", "user:email"],
            Dialect::Twitter => &["users.read", "tweet.read"], // the API requires the second
        }
    }

    pub async fn person(&self, code: &str, ties: &Ties) -> Result<Person, Error> {
        let answer = self
            .client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .set_pkce_verifier(ties.verifier())
            .request_async(&self.wire)
            .await
            .map_err(refused_code)?;
        let token = answer.access_token().secret();
        match self.dialect {
            Dialect::Github => {
                let user = self.get(&self.user_url, &[], token).await?;
                let emails = self.get(&format!("{}/emails", self.user_url), &[], token).await?;
                userinfo::of_github(&user, &emails)
            }
            Dialect::Facebook => {
                let proof = self.proof_of(token)?;
                let query = [("fields", "id,name,picture"), ("appsecret_proof", proof.as_str())];
                userinfo::of_facebook(&self.get(&self.user_url, &query, token).await?)
            }
            Dialect::Twitter => {
                let query = [("user.fields", "profile_image_url")];
                userinfo::of_twitter(&self.get(&self.user_url, &query, token).await?)
            }
        }
    }

    /// Facebook's `appsecret_proof`: shows that the token is used by the app it was issued to.
    fn proof_of(&self, token: &str) -> Result<String, Error> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.client_secret.as_bytes())
            .map_err(|error| Error::Unproved(error.to_string()))?;
        mac.update(token.as_bytes());
        Ok(hex(&mac.finalize().into_bytes()))
    }

    async fn get(&self, url: &str, query: &[(&str, &str)], token: &str) -> Result<Vec<u8>, Error> {
        let mut url = reqwest::Url::parse(url).map_err(|error| Error::Unproved(error.to_string()))?;
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        let call = self.wire.0.get(url).bearer_auth(token).header("accept", "application/json");
        let answer = read(call.send().await.map_err(silent)?).await?;
        let status = answer.status();
        if !status.is_success() {
            return Err(Error::Unproved(format!("status {status} instead of user info")));
        }
        Ok(answer.into_body())
    }
}
