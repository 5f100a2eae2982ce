//! The requests that OAuth 2 and OpenID Connect share: the authorization URL and the code exchange (RFC 6749, 4.1) with
//! PKCE (RFC 7636), and reading a response within a size limit.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::{RequestBuilder, StatusCode, Url, header};
use serde::{Deserialize, de::DeserializeOwned};
use sha2::{Digest as _, Sha256};

use super::{AuthorizationState, OAuthError, Registration};

/// Larger than any legitimate response.
const MAX_RESPONSE_BYTES: usize = 1024 * 1024;

/// What a form leaves as it is, besides letters and digits.
const FORM_ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'*').remove(b'-').remove(b'.').remove(b'_');

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

/// Where the token endpoint expects the client secret.
#[derive(Debug, Clone, Copy)]
pub enum SecretPlace {
    /// `client_secret_basic`
    Header,
    /// `client_secret_post`
    Body,
}

#[derive(Deserialize)]
pub struct TokenResponse {
    pub access_token: String,
    pub id_token: Option<String>,
}

#[derive(Deserialize)]
struct TokenError {
    error: String,
}

/// The URL at the provider where the user consents.
pub fn authorize_url(
    endpoint: &str,
    registration: &Registration,
    scope: &str,
    state: &AuthorizationState,
) -> Result<Url, OAuthError> {
    let mut url = Url::parse(endpoint).map_err(|error| OAuthError::InvalidResponse(error.to_string()))?;
    url.query_pairs_mut().extend_pairs([
        ("response_type", "code"),
        ("client_id", &registration.client_id),
        ("state", &state.state),
        ("code_challenge", &URL_SAFE_NO_PAD.encode(Sha256::digest(&state.pkce_verifier))),
        ("code_challenge_method", "S256"),
        ("redirect_uri", &registration.redirect_uri),
        ("scope", scope),
    ]);
    Ok(url)
}

pub async fn exchange_code(
    http: &reqwest::Client,
    endpoint: &str,
    registration: &Registration,
    secret_place: SecretPlace,
    code: &str,
    state: &AuthorizationState,
) -> Result<TokenResponse, OAuthError> {
    let Registration { client_id, client_secret, redirect_uri } = registration;
    let mut form = vec![
        ("grant_type", "authorization_code"),
        ("code", code),
        ("code_verifier", &state.pkce_verifier),
        ("redirect_uri", redirect_uri),
    ];
    let mut request = http.post(endpoint);
    match secret_place {
        SecretPlace::Header => {
            let encode = |text| utf8_percent_encode(text, FORM_ENCODED); // RFC 6749, 2.3.1
            request = request.basic_auth(encode(client_id), Some(encode(client_secret)));
        }
        SecretPlace::Body => form.extend([("client_id", &**client_id), ("client_secret", client_secret)]),
    }
    let response = send(request.form(&form)).await?;
    if let Some(token) = response.json() {
        return Ok(token);
    }
    // The error leaves out the response, which may contain a token. GitHub sends errors with status 200.
    let error = serde_json::from_slice(&response.body).ok();
    Err(OAuthError::InvalidResponse(error.map_or_else(|| "the token response is invalid".into(), refusal)))
}

fn refusal(TokenError { error }: TokenError) -> String {
    let reason = KNOWN_ERRORS.iter().find(|reason| **reason == error);
    reason.map_or_else(|| "the code was refused".into(), |reason| format!("the code was refused: {reason}"))
}

pub struct HttpResponse {
    pub status: StatusCode,
    media_type: Option<String>,
    pub body: Vec<u8>,
}

impl HttpResponse {
    /// Parses the response. Returns `None` if it is an error, has another media type, or does not have this shape.
    pub fn json<T: DeserializeOwned>(&self) -> Option<T> {
        let is_json = self.media_type.as_deref().is_none_or(|media_type| {
            let essence = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
            essence == "application/json" || essence == "application/jwk-set+json"
        });
        if self.status != StatusCode::OK || !is_json {
            return None;
        }
        serde_json::from_slice(&self.body).ok()
    }
}

/// Reads the response within the size limit. A server error of the provider is [`OAuthError::Unreachable`].
pub async fn send(request: RequestBuilder) -> Result<HttpResponse, OAuthError> {
    let request = request.header(header::ACCEPT, "application/json");
    let mut response = request.send().await.map_err(unreachable)?;
    let status = response.status();
    if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
        return Err(OAuthError::Unreachable(format!("status {status}")));
    }
    let media_type = response.headers().get(header::CONTENT_TYPE);
    let media_type = media_type.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await.map_err(unreachable)? {
        if body.len() + part.len() > MAX_RESPONSE_BYTES {
            return Err(OAuthError::InvalidResponse("the response is too large".into()));
        }
        body.extend_from_slice(&part);
    }
    Ok(HttpResponse { status, media_type, body })
}

/// Makes the error of a request without its URL, whose query may contain a token.
fn unreachable(error: reqwest::Error) -> OAuthError {
    OAuthError::Unreachable(error.without_url().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_code_says_why_in_known_words() {
        for (error, told) in [
            ("invalid_client", "the code was refused: invalid_client"),
            ("redirect_uri_mismatch", "the code was refused: redirect_uri_mismatch"),
            ("gho_secret", "the code was refused"),
        ] {
            assert_eq!(refusal(TokenError { error: error.into() }), told);
        }
    }

    #[test]
    fn the_authorization_url_has_the_challenge_of_the_verifier() {
        let registration = Registration {
            client_id: "trowel".into(),
            client_secret: "secret".into(),
            redirect_uri: "https://shop.example/callback".into(),
        };
        // The example of RFC 7636, appendix B.
        let state = AuthorizationState {
            state: "s".into(),
            nonce: "n".into(),
            pkce_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".into(),
        };
        let url = authorize_url("https://a.example/auth?foo=bar", &registration, "a b", &state).unwrap();
        assert_eq!(
            url.as_str(),
            "https://a.example/auth?foo=bar&response_type=code&client_id=trowel&state=s\
             &code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256\
             &redirect_uri=https%3A%2F%2Fshop.example%2Fcallback&scope=a+b"
        );
    }
}
