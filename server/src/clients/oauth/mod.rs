//! Clients of social login providers: builds the authorization URL and exchanges the code for user info.
//!
//! [`oidc`] is OpenID Connect with discovery. [`oauth2`] is OAuth 2 with each provider's own user API. Both use PKCE.
//! Every response is validated here. Whether the user may log in is decided in `identity`.

pub mod oauth2;
pub mod oidc;
pub mod userinfo;

use std::{future::Future, pin::Pin};

use openidconnect::{
    AsyncHttpClient, HttpRequest, HttpResponse, PkceCodeChallenge, PkceCodeVerifier, RequestTokenError,
    StandardErrorResponse, core::CoreErrorResponseType, http,
};
use thiserror::Error;

use crate::values::{email::Email, ids::Secret, time::Timestamp};

/// Larger than any legitimate response.
const MAX_RESPONSE_BYTES: usize = 1024 * 1024;

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

    fn challenge(&self) -> PkceCodeChallenge {
        PkceCodeChallenge::from_code_verifier_sha256(&self.verifier())
    }

    fn verifier(&self) -> PkceCodeVerifier {
        PkceCodeVerifier::new(self.pkce_verifier.clone())
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
    OAuth2(Box<oauth2::OAuth2Client>),
}

impl OAuthClient {
    pub async fn authorize_url(
        &self,
        ties: &AuthorizationState,
        now: Timestamp,
    ) -> Result<String, OAuthError> {
        match self {
            Self::Oidc(client) => client.authorize_url(ties, now).await,
            Self::OAuth2(client) => Ok(client.authorize_url(ties)),
        }
    }

    /// Exchanges the code for user info.
    pub async fn person(
        &self,
        code: &str,
        ties: &AuthorizationState,
        now: Timestamp,
    ) -> Result<UserInfo, OAuthError> {
        let person = match self {
            Self::Oidc(client) => client.person(code, ties, now).await?,
            Self::OAuth2(client) => client.person(code, ties).await?,
        };
        if person.subject.is_empty() || person.subject.len() > 255 {
            return Err(OAuthError::InvalidResponse("an empty or overlong subject".into()));
        }
        Ok(person)
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

/// Adapts our HTTP client to the OAuth libraries: with its timeouts, without redirects, with a size limit.
struct HttpClient(reqwest::Client);

impl<'c> AsyncHttpClient<'c> for HttpClient {
    type Error = OAuthError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, OAuthError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let request = reqwest::Request::try_from(request).map_err(unreachable)?;
            read_response(self.0.execute(request).await.map_err(unreachable)?).await
        })
    }
}

async fn read_response(mut response: reqwest::Response) -> Result<HttpResponse, OAuthError> {
    let status = response.status();
    if status.is_server_error() || status.as_u16() == 429 {
        return Err(OAuthError::Unreachable(format!("status {status}")));
    }
    let mut answer = http::Response::builder().status(status);
    for (name, value) in response.headers() {
        answer = answer.header(name, value);
    }
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await.map_err(unreachable)? {
        if body.len() + part.len() > MAX_RESPONSE_BYTES {
            return Err(OAuthError::InvalidResponse("the response is too large".into()));
        }
        body.extend_from_slice(&part);
    }
    answer.body(body).map_err(|error| OAuthError::InvalidResponse(error.to_string()))
}

/// Without the URL, whose query may contain a token.
fn unreachable(error: reqwest::Error) -> OAuthError {
    OAuthError::Unreachable(error.without_url().to_string())
}

/// Error codes that providers send when the settings are wrong (RFC 6749, 5.2, and GitHub's own).
const KNOWN_ERRORS: [&str; 8] = [
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "unauthorized_client",
    "unsupported_grant_type",
    "redirect_uri_mismatch",
    "incorrect_client_credentials",
    "bad_verification_code",
];

/// Without the response text, which may contain a token.
fn token_error(
    error: RequestTokenError<OAuthError, StandardErrorResponse<CoreErrorResponseType>>,
) -> OAuthError {
    match error {
        RequestTokenError::Request(error) => error,
        RequestTokenError::ServerResponse(refusal) => {
            let said = refusal.error().to_string();
            let reason = KNOWN_ERRORS.iter().find(|reason| **reason == said);
            OAuthError::InvalidResponse(reason.map_or_else(
                || "the code was refused".into(),
                |reason| format!("the code was refused: {reason}"),
            ))
        }
        RequestTokenError::Parse(..) => {
            OAuthError::InvalidResponse("the token response cannot be parsed".into())
        }
        RequestTokenError::Other(_) => OAuthError::InvalidResponse("the token response is invalid".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_that_is_refused_says_why_in_words_that_are_known() {
        for (kind, told) in [
            (CoreErrorResponseType::InvalidClient, "the code was refused: invalid_client"),
            (
                CoreErrorResponseType::Extension("redirect_uri_mismatch".into()),
                "the code was refused: redirect_uri_mismatch",
            ),
            (CoreErrorResponseType::Extension("gho_secret".into()), "the code was refused"),
        ] {
            let refusal = StandardErrorResponse::new(kind, Some("gho_secret".into()), None);
            let error = token_error(RequestTokenError::ServerResponse(refusal));
            assert!(matches!(&error, OAuthError::InvalidResponse(why) if why == told), "{error}");
        }
    }
}
