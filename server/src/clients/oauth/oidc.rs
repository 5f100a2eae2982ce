//! OpenID Connect: discovery, code exchange, and validation of the ID token (signature, algorithm, issuer, audience,
//! authorized party, times, nonce and the hash of the access token). The keys are fetched again when a token names an
//! unknown key. Claims that the ID token leaves out are read from userinfo (OpenID Connect Core 5.4).

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use openidconnect::{
    AccessToken, AccessTokenHash, AdditionalProviderMetadata, AuthType, AuthorizationCode,
    ClaimsVerificationError, ClientId, ClientSecret, CsrfToken, DiscoveryError, IssuerUrl, Nonce,
    OAuth2TokenResponse as _, ProviderMetadata, RedirectUrl, Scope, SignatureVerificationError,
    TokenResponse as _, UserInfoError,
    core::{
        CoreAuthDisplay, CoreAuthenticationFlow, CoreClaimName, CoreClaimType, CoreClient,
        CoreClientAuthMethod, CoreGrantType, CoreIdToken, CoreIdTokenClaims, CoreIdTokenVerifier,
        CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm,
        CoreJwsSigningAlgorithm, CoreResponseMode, CoreResponseType, CoreSubjectIdentifierType,
        CoreUserInfoClaims,
    },
};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use super::{AuthorizationState, HttpClient, OAuthError, UserInfo, token_error};
use crate::values::{email::Email, time::Timestamp, url::is_https_or_loopback};

/// How long the discovery document and the keys are cached.
const METADATA_TTL: Duration = Duration::from_hours(1);
/// Tokens with invented key ids must not cause a request each.
const METADATA_RETRY_DELAY: Duration = Duration::from_mins(1);
/// How much the provider's clock may differ from ours.
const CLOCK_LEEWAY: Duration = Duration::from_mins(1);

/// What RFC 9207 adds to the discovery document.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct IssuerParameter {
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for IssuerParameter {}

type OidcMetadata = ProviderMetadata<
    IssuerParameter,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

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
    metadata: Arc<OidcMetadata>,
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
        let access_token = answer.access_token();
        let claims = match self.claims(token, access_token, &metadata, ties, now) {
            Err(ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey,
            )) => {
                let metadata = self.metadata(now, METADATA_RETRY_DELAY).await?;
                self.claims(token, access_token, &metadata, ties, now)
            }
            judged => judged,
        };
        let claims = claims.map_err(|error| OAuthError::InvalidResponse(error.to_string()))?;
        let is_complete = claims.email().is_some() && claims.name().is_some() && claims.picture().is_some();
        let more = if is_complete { None } else { self.user_info(&metadata, access_token, &claims).await? };
        Ok(user_info_from(&claims, more.as_ref()))
    }

    /// Whether the provider announces that callbacks contain `iss` (RFC 9207).
    pub async fn announces_issuer(&self, now: Timestamp) -> Result<bool, OAuthError> {
        let metadata = self.metadata(now, METADATA_TTL).await?;
        Ok(metadata.additional_metadata().authorization_response_iss_parameter_supported)
    }

    /// The claims at userinfo, if the provider has it. They must be of the same subject.
    async fn user_info(
        &self,
        metadata: &OidcMetadata,
        access_token: &AccessToken,
        claims: &CoreIdTokenClaims,
    ) -> Result<Option<CoreUserInfoClaims>, OAuthError> {
        if metadata.userinfo_endpoint().is_none() {
            return Ok(None);
        }
        let client = self.client(metadata)?;
        let request = client
            .user_info(access_token.clone(), Some(claims.subject().clone()))
            .map_err(|error| OAuthError::InvalidResponse(error.to_string()))?;
        request.request_async(&self.http).await.map(Some).map_err(user_info_error)
    }

    fn claims(
        &self,
        token: &CoreIdToken,
        access_token: &AccessToken,
        metadata: &OidcMetadata,
        ties: &AuthorizationState,
        now: Timestamp,
    ) -> Result<CoreIdTokenClaims, ClaimsVerificationError> {
        let now = UNIX_EPOCH + Duration::from_micros(u64::try_from(now.micros()).unwrap_or(0));
        let latest = now + CLOCK_LEEWAY;
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
        // The library reads the time only to compare the expiry with it.
        .set_time_fn(move || (now - CLOCK_LEEWAY).into())
        .set_issue_time_verifier_fn(move |issued_at| {
            if SystemTime::from(issued_at) <= latest { Ok(()) } else { Err("issued in the future".into()) }
        });
        let claims = token.claims(&verifier, &Nonce::new(ties.nonce.clone()))?;
        let refused = |why: &str| Err(ClaimsVerificationError::Other(why.to_owned()));
        if claims.authorized_party().is_some_and(|party| party.as_str() != self.client_id) {
            return refused("issued to another client");
        }
        if let Some(hash) = claims.access_token_hash() {
            let of_signature = ClaimsVerificationError::SignatureVerification;
            let algorithm = token.signing_alg().map_err(of_signature)?;
            let key = token.signing_key(&verifier).map_err(of_signature)?;
            let own = AccessTokenHash::from_token(access_token, algorithm, key);
            if !own.is_ok_and(|own| own == *hash) {
                return refused("issued with another access token");
            }
        }
        let latest = latest.duration_since(UNIX_EPOCH).unwrap_or_default();
        if not_before(token).is_some_and(|start| start > latest.as_secs_f64()) {
            return refused("not valid yet");
        }
        Ok(claims.clone())
    }

    fn client(&self, metadata: &OidcMetadata) -> Result<ConfiguredClient, OAuthError> {
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
    async fn metadata(&self, now: Timestamp, fresh_for: Duration) -> Result<Arc<OidcMetadata>, OAuthError> {
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

    async fn discover(&self) -> Result<OidcMetadata, OAuthError> {
        let issuer = IssuerUrl::new(self.issuer.clone())
            .map_err(|error| OAuthError::InvalidResponse(error.to_string()))?;
        let metadata = OidcMetadata::discover_async(issuer, &self.http).await.map_err(discovery_error)?;
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

/// Without the response, which is personal data.
fn user_info_error(error: UserInfoError<OAuthError>) -> OAuthError {
    match error {
        UserInfoError::Request(error) => error,
        UserInfoError::ClaimsVerification(_) => {
            OAuthError::InvalidResponse("the user info is of another subject".into())
        }
        UserInfoError::Response(status, ..) => {
            OAuthError::InvalidResponse(format!("status {status} instead of user info"))
        }
        _ => OAuthError::InvalidResponse("the user info cannot be parsed".into()),
    }
}

/// The `nbf` claim, in seconds since 1970. The library does not read it. The signature of this token was verified before.
fn not_before(token: &CoreIdToken) -> Option<f64> {
    #[derive(Deserialize)]
    struct NotBefore {
        nbf: f64,
    }
    let payload = URL_SAFE_NO_PAD.decode(token.to_string().split('.').nth(1)?).ok()?;
    let NotBefore { nbf } = serde_json::from_slice(&payload).ok()?;
    Some(nbf)
}

/// Our client secret is sent to the token URL, the access token to userinfo, and the keys decide which signatures are
/// valid.
fn endpoints_are_https(metadata: &OidcMetadata) -> bool {
    let token = metadata.token_endpoint().map(|url| url.as_str());
    let user_info = metadata.userinfo_endpoint().map(|url| url.as_str());
    token.is_some_and(is_https_or_loopback)
        && user_info.is_none_or(is_https_or_loopback)
        && is_https_or_loopback(metadata.jwks_uri().as_str())
}

/// `more` has the claims that the ID token leaves out. An address and its verification come from one place.
fn user_info_from(claims: &CoreIdTokenClaims, more: Option<&CoreUserInfoClaims>) -> UserInfo {
    let (email, is_verified) = match claims.email() {
        Some(email) => (Some(email), claims.email_verified()),
        None => (more.and_then(|more| more.email()), more.and_then(CoreUserInfoClaims::email_verified)),
    };
    let email = email.map(|email| email.as_str());
    let name = claims.name().or_else(|| more?.name()).and_then(|name| name.get(None));
    let name = name.map(|name| name.as_str()).unwrap_or_default();
    let photo = claims.picture().or_else(|| more?.picture()).and_then(|url| url.get(None));
    UserInfo {
        issuer: Some(claims.issuer().as_str().to_owned()),
        subject: claims.subject().as_str().to_owned(),
        verified_email: email.filter(|_| is_verified == Some(true)).and_then(Email::parse),
        name: name.to_owned(),
        photo_url: photo.map(|url| url.as_str().to_owned()),
        label: email.unwrap_or(name).to_owned(),
    }
}
