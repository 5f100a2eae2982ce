//! Clients of social login providers: builds the authorization URL and exchanges the code for user info.
//!
//! [`oidc`] is OpenID Connect with discovery. [`oauth2`] is OAuth 2 with each provider's own user API. Both use PKCE
//! and the requests of `token_request`. Every response is validated here. Whether the user may log in is decided in
//! `identity`.

pub mod id_token;
pub mod oauth2;
pub mod oidc;
mod token_request;
pub mod userinfo;

use thiserror::Error;

use crate::values::{email::Email, ids::Secret, time::Timestamp};

#[derive(Debug, Error)]
pub enum OAuthError {
    #[error("the login provider is unreachable: {0}")]
    Unreachable(String),
    /// An attacker may have changed the response, or the settings are wrong.
    #[error("the login provider sent an invalid response: {0}")]
    InvalidResponse(String),
}

/// A user as the provider describes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserInfo {
    /// The `iss` claim; `None` for providers without ID tokens.
    pub issuer: Option<String>,
    /// The provider's permanent id of the user.
    pub subject: String,
    /// Set only if the provider verified it.
    pub verified_email: Option<Email>,
    /// May be empty.
    pub name: String,
    pub photo_url: Option<String>,
    /// Shown to tell accounts apart: the user name or e-mail at the provider.
    pub label: String,
}

/// The shop's registration at a provider. It is not `Debug`, because of the secret.
pub struct Registration {
    pub client_id: String,
    pub client_secret: String,
    pub redirect_uri: String,
}

/// Secrets that bind the callback to the authorization request. The shop stores them; only `state` passes through the
/// browser.
pub struct AuthorizationState {
    pub state: String,
    pub nonce: String,
    pub pkce_verifier: String,
}

impl AuthorizationState {
    pub fn new() -> Self {
        let secret = || Secret::new().reveal().to_owned();
        Self { state: secret(), nonce: secret(), pkce_verifier: secret() }
    }
}

impl Default for AuthorizationState {
    fn default() -> Self {
        Self::new()
    }
}

/// The shop's client at one provider.
pub enum OAuthClient {
    Oidc(oidc::OidcClient),
    OAuth2(oauth2::OAuth2Client),
}

impl OAuthClient {
    pub async fn authorize_url(
        &self,
        state: &AuthorizationState,
        now: Timestamp,
    ) -> Result<String, OAuthError> {
        match self {
            Self::Oidc(client) => client.authorize_url(state, now).await,
            Self::OAuth2(client) => client.authorize_url(state),
        }
    }

    /// Exchanges the code for user info.
    pub async fn user_info(
        &self,
        code: &str,
        state: &AuthorizationState,
        now: Timestamp,
    ) -> Result<UserInfo, OAuthError> {
        let user = match self {
            Self::Oidc(client) => client.user_info(code, state, now).await?,
            Self::OAuth2(client) => client.user_info(code, state).await?,
        };
        if user.subject.is_empty() || user.subject.len() > 255 {
            return Err(OAuthError::InvalidResponse("an empty or overlong subject".into()));
        }
        Ok(user)
    }

    /// Origin of the authorization URL.
    pub fn origin(&self) -> &str {
        match self {
            Self::Oidc(client) => client.issuer(),
            Self::OAuth2(client) => client.origin(),
        }
    }

    /// Checks the `iss` of the callback (RFC 9207). A provider that announces it has to send it with a code.
    pub async fn check_issuer(
        &self,
        issuer: Option<&str>,
        has_code: bool,
        now: Timestamp,
    ) -> Result<(), OAuthError> {
        let Self::Oidc(client) = self else { return Ok(()) };
        let refused = |why: &str| Err(OAuthError::InvalidResponse(why.to_owned()));
        match issuer {
            Some(issuer) if issuer == client.issuer() => Ok(()),
            Some(_) => refused("response of another issuer"),
            // An error without an issuer starts no session.
            None if has_code && client.announces_issuer(now).await? => refused("response without an issuer"),
            None => Ok(()),
        }
    }
}
