//! Providers of sign-in: where a browser is sent, and who the code it brings back stands for.
//!
//! Wires: OpenID Connect with discovery ([`oidc`]), and OAuth 2 with a call of the provider's own about the person
//! ([`oauth2`]). Both with PKCE. Nothing of an answer is believed before it is checked here; whether the person may come
//! in is not decided here.

pub mod oauth2;
pub mod oidc;
pub mod userinfo;

use std::{future::Future, pin::Pin};

use openidconnect::{
    AsyncHttpClient, HttpRequest, HttpResponse, PkceCodeChallenge, PkceCodeVerifier, RequestTokenError,
    StandardErrorResponse, core::CoreErrorResponseType, http,
};
use thiserror::Error;

use crate::values::{email::Email, ids::Secret, time::Moment};

/// More than any answer of these calls has.
const MOST_BYTES: usize = 1024 * 1024;

#[derive(Debug, Error)]
pub enum Error {
    /// Nothing, or nothing but that it is not able to answer.
    #[error("the provider of sign-in gave no answer: {0}")]
    Silent(String),
    /// An answer that proves nothing. Somebody may have tampered with it, or the settings are wrong.
    #[error("the provider of sign-in answered what proves nothing: {0}")]
    Unproved(String),
}

/// Somebody, on a provider's word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// As the provider names itself in its tokens; `None` where it does not.
    pub issuer: Option<String>,
    /// Theirs for ever, and nobody else's.
    pub subject: String,
    /// Only if the provider has made sure that it is theirs.
    pub verified_email: Option<Email>,
    /// May be empty.
    pub name: String,
    pub photo_url: Option<String>,
    /// What they are called there.
    pub label: String,
}

/// What ties the answer of a provider to the question. Kept from one to the other, and known to nobody else; only
/// `state` passes through the browser.
pub struct Ties {
    pub state: String,
    pub nonce: String,
    pub pkce_verifier: String,
}

impl Ties {
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

impl Default for Ties {
    fn default() -> Self {
        Self::new()
    }
}

/// One provider, as this shop is known to it.
pub enum Client {
    OpenId(oidc::OpenId),
    Plain(Box<oauth2::Plain>),
}

impl Client {
    /// Where the browser is to be sent.
    pub async fn authorize_url(&self, ties: &Ties, now: Moment) -> Result<String, Error> {
        match self {
            Self::OpenId(client) => client.authorize_url(ties, now).await,
            Self::Plain(client) => Ok(client.authorize_url(ties)),
        }
    }

    /// Whom the code stands for.
    pub async fn person(&self, code: &str, ties: &Ties, now: Moment) -> Result<Person, Error> {
        let person = match self {
            Self::OpenId(client) => client.person(code, ties, now).await?,
            Self::Plain(client) => client.person(code, ties).await?,
        };
        if person.subject.is_empty() || person.subject.len() > 255 {
            return Err(Error::Unproved("a subject that is none".into()));
        }
        Ok(person)
    }

    /// Where the browser is sent, without the path.
    pub fn origin(&self) -> &str {
        match self {
            Self::OpenId(client) => client.issuer(),
            Self::Plain(client) => client.origin(),
        }
    }

    /// Who an answer has to come from, if it says so (RFC 9207); `None`: whatever it says.
    pub fn issuer(&self) -> Option<&str> {
        match self {
            Self::OpenId(client) => Some(client.issuer()),
            Self::Plain(_) => None,
        }
    }
}

/// Our HTTP client in the libraries' hands: the same time limits, no redirects, and no answer without an end.
struct Wire(reqwest::Client);

impl<'c> AsyncHttpClient<'c> for Wire {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, Error>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let request = reqwest::Request::try_from(request).map_err(silent)?;
            read(self.0.execute(request).await.map_err(silent)?).await
        })
    }
}

async fn read(mut response: reqwest::Response) -> Result<HttpResponse, Error> {
    let status = response.status();
    if status.is_server_error() || status.as_u16() == 429 {
        return Err(Error::Silent(format!("status {status}")));
    }
    let mut answer = http::Response::builder().status(status);
    for (name, value) in response.headers() {
        answer = answer.header(name, value);
    }
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await.map_err(silent)? {
        if body.len() + part.len() > MOST_BYTES {
            return Err(Error::Unproved("an answer without an end".into()));
        }
        body.extend_from_slice(&part);
    }
    answer.body(body).map_err(|error| Error::Unproved(error.to_string()))
}

/// Without the address: some carry a token in their query.
fn silent(error: reqwest::Error) -> Error {
    Error::Silent(error.without_url().to_string())
}

/// What providers say when the settings are wrong, in the standard's words (RFC 6749, 5.2) and in GitHub's.
const REASONS: [&str; 8] = [
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "unauthorized_client",
    "unsupported_grant_type",
    "redirect_uri_mismatch",
    "incorrect_client_credentials",
    "bad_verification_code",
];

/// Never with the answer's text: it may hold a token.
fn refused_code(error: RequestTokenError<Error, StandardErrorResponse<CoreErrorResponseType>>) -> Error {
    match error {
        RequestTokenError::Request(error) => error,
        RequestTokenError::ServerResponse(refusal) => {
            let said = refusal.error().to_string();
            let reason = REASONS.iter().find(|reason| **reason == said);
            Error::Unproved(reason.map_or_else(
                || "the code was refused".into(),
                |reason| format!("the code was refused: {reason}"),
            ))
        }
        RequestTokenError::Parse(..) => Error::Unproved("the answer to the code is no token".into()),
        RequestTokenError::Other(_) => Error::Unproved("the answer to the code is none".into()),
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
            let error = refused_code(RequestTokenError::ServerResponse(refusal));
            assert!(matches!(&error, Error::Unproved(why) if why == told), "{error}");
        }
    }
}
