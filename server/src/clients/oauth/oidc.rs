//! OpenID Connect: discovery, code exchange, and validation of the ID token (signature, algorithm, issuer, audience,
//! expiry and nonce). The keys are fetched again when a token names an unknown key.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, UNIX_EPOCH},
};

use openidconnect::{
    AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken, DiscoveryError,
    IssuerUrl, Nonce, RedirectUrl, Scope, SignatureVerificationError, TokenResponse as _,
    core::{
        CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreIdToken, CoreIdTokenClaims,
        CoreIdTokenVerifier, CoreJwsSigningAlgorithm, CoreProviderMetadata,
    },
};
use tokio::sync::Mutex;

use super::{AuthorizationState, HttpClient, OAuthError, UserInfo, token_error};
use crate::values::{email::Email, time::Timestamp, url::is_https_or_loopback};

/// How long the discovery document and the keys are cached.
const METADATA_TTL: Duration = Duration::from_hours(1);
/// Tokens with invented key ids must not cause a request each.
const METADATA_RETRY_DELAY: Duration = Duration::from_mins(1);

pub struct OidcClient {
    http: HttpClient,
    issuer: String,
    client_id: String,
    client_secret: String,
    redirect_uri: String,
    cached: Mutex<Option<CachedMetadata>>,
    /// Number of failed discovery requests.
    failed_discoveries: AtomicU64,
}

#[derive(Clone)]
struct CachedMetadata {
    metadata: Arc<CoreProviderMetadata>,
    fetched_at: Timestamp,
}

impl OidcClient {
    pub fn new(
        http: reqwest::Client,
        issuer: &str,
        client_id: &str,
        client_secret: &str,
        redirect_uri: String,
    ) -> Self {
        Self {
            http: HttpClient(http),
            issuer: issuer.to_owned(),
            client_id: client_id.to_owned(),
            client_secret: client_secret.to_owned(),
            redirect_uri,
            cached: Mutex::default(),
            failed_discoveries: AtomicU64::new(0),
        }
    }

    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    pub async fn authorize_url(
        &self,
        ties: &AuthorizationState,
        now: Timestamp,
    ) -> Result<String, OAuthError> {
        let metadata = self.metadata(now, METADATA_TTL).await?;
        let client = self.client(&metadata)?;
        let (state, nonce) = (ties.state.clone(), ties.nonce.clone());
        let (url, _, _) = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                move || CsrfToken::new(state),
                move || Nonce::new(nonce),
            )
            .add_scope(Scope::new("email".into()))
            .add_scope(Scope::new("profile".into()))
            .set_pkce_challenge(ties.challenge())
            .url();
        Ok(url.to_string())
    }

    pub async fn person(
        &self,
        code: &str,
        ties: &AuthorizationState,
        now: Timestamp,
    ) -> Result<UserInfo, OAuthError> {
        let metadata = self.metadata(now, METADATA_TTL).await?;
        let answer = self
            .client(&metadata)?
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|error| OAuthError::InvalidResponse(error.to_string()))?
            .set_pkce_verifier(ties.verifier())
            .request_async(&self.http)
            .await
            .map_err(token_error)?;
        let token = answer.id_token().ok_or_else(|| OAuthError::InvalidResponse("no ID token".into()))?;
        match self.claims(token, &metadata, ties, now) {
            Err(ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey,
            )) => {
                let metadata = self.metadata(now, METADATA_RETRY_DELAY).await?;
                self.claims(token, &metadata, ties, now)
            }
            judged => judged,
        }
        .map(|claims| user_info_from(&claims))
        .map_err(|error| OAuthError::InvalidResponse(error.to_string()))
    }

    fn claims(
        &self,
        token: &CoreIdToken,
        metadata: &CoreProviderMetadata,
        ties: &AuthorizationState,
        now: Timestamp,
    ) -> Result<CoreIdTokenClaims, ClaimsVerificationError> {
        let now = UNIX_EPOCH + Duration::from_micros(u64::try_from(now.micros()).unwrap_or(0));
        // A public client verifier rejects tokens signed with our own secret. The algorithms are fixed, because the
        // discovery document could name weak ones.
        let verifier = CoreIdTokenVerifier::new_public_client(
            ClientId::new(self.client_id.clone()),
            metadata.issuer().clone(),
            metadata.jwks().clone(),
        )
        .set_allowed_algs([
            CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
            CoreJwsSigningAlgorithm::EcdsaP256Sha256,
        ])
        .set_time_fn(move || now.into());
        token.claims(&verifier, &Nonce::new(ties.nonce.clone())).cloned()
    }

    fn client(&self, metadata: &CoreProviderMetadata) -> Result<ConfiguredClient, OAuthError> {
        let redirect = RedirectUrl::new(self.redirect_uri.clone())
            .map_err(|error| OAuthError::InvalidResponse(error.to_string()))?;
        let methods = metadata.token_endpoint_auth_methods_supported();
        let takes_basic =
            methods.is_none_or(|methods| methods.contains(&CoreClientAuthMethod::ClientSecretBasic));
        let (id, secret) =
            (ClientId::new(self.client_id.clone()), ClientSecret::new(self.client_secret.clone()));
        let client = CoreClient::from_provider_metadata(metadata.clone(), id, Some(secret));
        let auth_type = if takes_basic { AuthType::BasicAuth } else { AuthType::RequestBody };
        Ok(client.set_redirect_uri(redirect).set_auth_type(auth_type))
    }

    /// Returns the cached discovery document and keys, or fetches them if they are older than `fresh_for`. Concurrent
    /// logins share one request, and wait only once for a provider that does not answer.
    async fn metadata(
        &self,
        now: Timestamp,
        fresh_for: Duration,
    ) -> Result<Arc<CoreProviderMetadata>, OAuthError> {
        let vain_before = self.failed_discoveries.load(Ordering::Relaxed);
        let mut known = self.cached.lock().await;
        if let Some(known) = known.as_ref().filter(|known| now < known.fetched_at.plus(fresh_for)) {
            return Ok(Arc::clone(&known.metadata));
        }
        if self.failed_discoveries.load(Ordering::Relaxed) != vain_before {
            return Err(OAuthError::Unreachable("a concurrent request failed too".into()));
        }
        let metadata = self.discover().await.inspect_err(|_| {
            self.failed_discoveries.fetch_add(1, Ordering::Relaxed);
        })?;
        let metadata = Arc::new(metadata);
        *known = Some(CachedMetadata { metadata: Arc::clone(&metadata), fetched_at: now });
        Ok(metadata)
    }

    async fn discover(&self) -> Result<CoreProviderMetadata, OAuthError> {
        let issuer = IssuerUrl::new(self.issuer.clone())
            .map_err(|error| OAuthError::InvalidResponse(error.to_string()))?;
        let metadata =
            CoreProviderMetadata::discover_async(issuer, &self.http).await.map_err(discovery_error)?;
        if !endpoints_are_https(&metadata) {
            return Err(OAuthError::InvalidResponse("the discovery document has URLs without TLS".into()));
        }
        Ok(metadata)
    }
}

type ConfiguredClient = CoreClient<
    openidconnect::EndpointSet,
    openidconnect::EndpointNotSet,
    openidconnect::EndpointNotSet,
    openidconnect::EndpointNotSet,
    openidconnect::EndpointMaybeSet,
    openidconnect::EndpointMaybeSet,
>;

fn discovery_error(error: DiscoveryError<OAuthError>) -> OAuthError {
    match error {
        DiscoveryError::Request(error) => error,
        other => OAuthError::InvalidResponse(format!("the discovery document: {other}")),
    }
}

/// Our client secret is sent to the token URL, and the keys decide which signatures are valid.
fn endpoints_are_https(metadata: &CoreProviderMetadata) -> bool {
    let token = metadata.token_endpoint().map(|url| url.as_str());
    token.is_some_and(is_https_or_loopback) && is_https_or_loopback(metadata.jwks_uri().as_str())
}

fn user_info_from(claims: &CoreIdTokenClaims) -> UserInfo {
    let email = claims.email().map(|email| email.as_str());
    let name = claims.name().and_then(|name| name.get(None)).map(|name| name.as_str()).unwrap_or_default();
    let photo = claims.picture().and_then(|url| url.get(None)).map(|url| url.as_str().to_owned());
    UserInfo {
        issuer: Some(claims.issuer().as_str().to_owned()),
        subject: claims.subject().as_str().to_owned(),
        verified_email: email.filter(|_| claims.email_verified() == Some(true)).and_then(Email::parse),
        name: name.to_owned(),
        photo_url: photo,
        label: email.unwrap_or(name).to_owned(),
    }
}
