//! OpenID Connect: discovery, code exchange and the ID token. The keys are fetched again when a token names an unknown
//! key. Claims that the ID token leaves out are read from userinfo (OpenID Connect Core 5.4).

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use serde::{Deserialize, de::DeserializeOwned};
use tokio::sync::Mutex;

use super::{
    AuthorizationState, OAuthError, Registration, UserInfo,
    id_token::{self, ExpectedToken, IdTokenError, SigningKeys, UserClaims},
    token_request::{SecretPlace, authorize_url, exchange_code, send},
};
use crate::values::{email::Email, time::Timestamp, url::is_https_or_loopback};

/// How long the discovery document and the keys are cached.
const METADATA_TTL: Duration = Duration::from_hours(1);
/// Tokens with invented key ids must not cause a request each.
const METADATA_RETRY_DELAY: Duration = Duration::from_mins(1);

/// The discovery document (OpenID Connect Discovery 3).
#[derive(Deserialize)]
struct OidcMetadata {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    userinfo_endpoint: Option<String>,
    jwks_uri: String,
    id_token_signing_alg_values_supported: Vec<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    /// RFC 9207
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

#[derive(Deserialize)]
struct JwkSet {
    keys: Vec<serde_json::Value>,
}

pub struct OidcClient {
    http: reqwest::Client,
    issuer: String,
    registration: Registration,
    cached: Mutex<Option<CachedMetadata>>,
    /// Number of failed discovery requests.
    failed_discoveries: AtomicU64,
}

struct CachedMetadata {
    provider: Arc<Provider>,
    fetched_at: Timestamp,
}

struct Provider {
    metadata: OidcMetadata,
    keys: SigningKeys,
}

impl OidcClient {
    pub fn new(http: reqwest::Client, issuer: String, registration: Registration) -> Self {
        Self { http, issuer, registration, cached: Mutex::default(), failed_discoveries: AtomicU64::new(0) }
    }

    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    pub async fn authorize_url(
        &self,
        state: &AuthorizationState,
        now: Timestamp,
    ) -> Result<String, OAuthError> {
        let provider = self.provider(now, METADATA_TTL).await?;
        let endpoint = &provider.metadata.authorization_endpoint;
        let mut url = authorize_url(endpoint, &self.registration, "openid email profile", state)?;
        url.query_pairs_mut().append_pair("nonce", &state.nonce);
        Ok(url.into())
    }

    pub async fn user_info(
        &self,
        code: &str,
        state: &AuthorizationState,
        now: Timestamp,
    ) -> Result<UserInfo, OAuthError> {
        let mut provider = self.provider(now, METADATA_TTL).await?;
        let endpoint = &provider.metadata.token_endpoint;
        let place = provider.metadata.secret_place();
        let response = exchange_code(&self.http, endpoint, &self.registration, place, code, state).await?;
        let token = response.id_token.ok_or_else(|| OAuthError::InvalidResponse("no ID token".into()))?;
        let expected = ExpectedToken {
            issuer: &self.issuer,
            client_id: &self.registration.client_id,
            nonce: &state.nonce,
            access_token: &response.access_token,
            now,
        };
        let mut claims = id_token::verify(&token, &provider.keys, &expected);
        if matches!(claims, Err(IdTokenError::UnknownKey)) {
            provider = self.provider(now, METADATA_RETRY_DELAY).await?;
            claims = id_token::verify(&token, &provider.keys, &expected);
        }
        let claims = claims.map_err(|error| OAuthError::InvalidResponse(error.to_string()))?;
        let is_complete = claims.email.is_some() && claims.name.is_some() && claims.picture.is_some();
        let endpoint = provider.metadata.userinfo_endpoint.as_deref().filter(|_| !is_complete);
        let more = match endpoint {
            Some(endpoint) => Some(self.more_claims(endpoint, &response.access_token, &claims.sub).await?),
            None => None,
        };
        Ok(user_info_from(self.issuer.clone(), claims, more))
    }

    /// Whether the provider announces that callbacks contain `iss` (RFC 9207).
    pub async fn announces_issuer(&self, now: Timestamp) -> Result<bool, OAuthError> {
        let provider = self.provider(now, METADATA_TTL).await?;
        Ok(provider.metadata.authorization_response_iss_parameter_supported)
    }

    /// The claims at userinfo. They must be of the same subject.
    async fn more_claims(
        &self,
        endpoint: &str,
        token: &str,
        subject: &str,
    ) -> Result<UserClaims, OAuthError> {
        let response = send(self.http.get(endpoint).bearer_auth(token)).await?;
        // The error leaves out the response, which is personal data.
        let invalid = || OAuthError::InvalidResponse(format!("no user info, status {}", response.status));
        let claims: UserClaims = response.json().ok_or_else(invalid)?;
        if claims.sub != subject {
            return Err(OAuthError::InvalidResponse("the user info is of another subject".into()));
        }
        Ok(claims)
    }

    /// Returns the cached discovery document and keys, or fetches them if they are older than `fresh_for`. Concurrent
    /// logins share one request, and wait only once for a provider that does not answer.
    async fn provider(&self, now: Timestamp, fresh_for: Duration) -> Result<Arc<Provider>, OAuthError> {
        let failed_before = self.failed_discoveries.load(Ordering::Relaxed);
        let mut cached = self.cached.lock().await;
        if let Some(cached) = cached.as_ref().filter(|cached| now < cached.fetched_at.plus(fresh_for)) {
            return Ok(Arc::clone(&cached.provider));
        }
        if self.failed_discoveries.load(Ordering::Relaxed) != failed_before {
            return Err(OAuthError::Unreachable("a concurrent request failed too".into()));
        }
        let provider = self.discover().await.inspect_err(|_| {
            self.failed_discoveries.fetch_add(1, Ordering::Relaxed);
        })?;
        let provider = Arc::new(provider);
        *cached = Some(CachedMetadata { provider: Arc::clone(&provider), fetched_at: now });
        Ok(provider)
    }

    async fn discover(&self) -> Result<Provider, OAuthError> {
        let issuer = self.issuer.strip_suffix('/').unwrap_or(&self.issuer);
        let document = format!("{issuer}/.well-known/openid-configuration");
        let metadata: OidcMetadata = self.get(&document, "the discovery document is invalid").await?;
        metadata.check(&self.issuer)?;
        let JwkSet { keys } = self.get(&metadata.jwks_uri, "the key set is invalid").await?;
        let keys = SigningKeys::new(keys, &metadata.id_token_signing_alg_values_supported);
        Ok(Provider { metadata, keys })
    }

    async fn get<T: DeserializeOwned>(&self, url: &str, problem: &str) -> Result<T, OAuthError> {
        let response = send(self.http.get(url)).await?;
        response.json().ok_or_else(|| OAuthError::InvalidResponse(problem.to_owned()))
    }
}

impl OidcMetadata {
    /// Our client secret is sent to the token URL, the access token to userinfo, and the keys decide which signatures
    /// are valid.
    fn check(&self, issuer: &str) -> Result<(), OAuthError> {
        let mut trusted = [&self.token_endpoint, &self.jwks_uri].into_iter().chain(&self.userinfo_endpoint);
        if self.issuer != issuer {
            return Err(OAuthError::InvalidResponse("the discovery document is of another issuer".into()));
        }
        if !trusted.all(|url| is_https_or_loopback(url)) {
            return Err(OAuthError::InvalidResponse("the discovery document has URLs without TLS".into()));
        }
        Ok(())
    }

    fn secret_place(&self) -> SecretPlace {
        match &self.token_endpoint_auth_methods_supported {
            Some(methods) if methods.iter().all(|method| method != "client_secret_basic") => {
                SecretPlace::Body
            }
            _ => SecretPlace::Header,
        }
    }
}

/// `more` has the claims that the ID token leaves out. An address and its verification come from one place.
fn user_info_from(issuer: String, claims: UserClaims, more: Option<UserClaims>) -> UserInfo {
    let more_email = more.as_ref().map(|more| (more.email.clone(), more.email_verified));
    let (email, is_verified) = match claims.email {
        Some(email) => (Some(email), claims.email_verified),
        None => more_email.unwrap_or_default(),
    };
    let (more_name, more_picture) = more.map(|more| (more.name, more.picture)).unwrap_or_default();
    let name = claims.name.or(more_name).unwrap_or_default();
    UserInfo {
        issuer: Some(issuer),
        subject: claims.sub,
        verified_email: email.as_deref().filter(|_| is_verified == Some(true)).and_then(Email::parse),
        label: email.unwrap_or_else(|| name.clone()),
        name,
        photo_url: claims.picture.or(more_picture),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_discovery_document_is_of_its_issuer_and_has_tls() {
        let judge = |change: (&str, &str)| {
            let mut document = json!({
                "issuer": "https://accounts.example",
                "authorization_endpoint": "https://accounts.example/authorize",
                "token_endpoint": "https://accounts.example/token",
                "userinfo_endpoint": "https://accounts.example/userinfo",
                "jwks_uri": "https://accounts.example/jwks",
                "id_token_signing_alg_values_supported": ["RS256"],
            });
            document[change.0] = json!(change.1);
            let metadata: OidcMetadata = serde_json::from_value(document).unwrap();
            metadata.check("https://accounts.example").map_err(|error| error.to_string()).err()
        };
        let is_refused = |change, why| judge(change).is_some_and(|error| error.ends_with(why));
        assert_eq!(judge(("issuer", "https://accounts.example")), None);
        for issuer in
            ["https://accounts.example/", "https://ACCOUNTS.example", "https://accounts.example.net"]
        {
            assert!(is_refused(("issuer", issuer), "is of another issuer"), "{issuer}");
        }
        for endpoint in ["token_endpoint", "userinfo_endpoint", "jwks_uri"] {
            assert_eq!(judge((endpoint, "http://127.0.0.1:8080/x")), None);
            assert!(
                is_refused((endpoint, "http://accounts.example/x"), "has URLs without TLS"),
                "{endpoint}"
            );
        }
    }
}
