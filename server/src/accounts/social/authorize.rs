//! Sends a browser to a provider, and stores what the callback must match.

use super::{
    SocialProvider,
    callback::SocialLoginError,
    pending_authorization::{self, LoginDestination, PendingAuthorization},
    store,
};
use crate::{
    clients::oauth::AuthorizationState,
    shop::Shop,
    values::{
        hash::sha256_hex,
        ids::{Id, Secret},
    },
};

pub struct Authorize<'a> {
    pub provider: SocialProvider,
    pub destination: &'a LoginDestination,
    /// The user who links the provider. `None` at a login.
    pub link_user_id: Option<Id>,
    /// The secret in the browser's cookie.
    pub browser: &'a Secret,
}

/// Returns the provider's URL for the browser.
pub async fn authorize(shop: &Shop, begin: Authorize<'_>) -> Result<String, SocialLoginError> {
    let now = shop.clock.now();
    let client = shop.oauth_providers.of(begin.provider).ok_or(SocialLoginError::ProviderDisabled)?;
    let state = AuthorizationState::new();
    let address = client.authorize_url(&state, now).await?;
    let pending = PendingAuthorization {
        provider: begin.provider,
        browser_hash: begin.browser.hash(),
        nonce: state.nonce,
        pkce_verifier: state.pkce_verifier,
        destination: begin.destination.clone(),
        link_user_id: begin.link_user_id,
        expires_at: now.plus(pending_authorization::AUTHORIZATION_TTL),
    };
    let state_hash = sha256_hex(state.state.as_bytes());
    shop.db
        .write((state_hash, pending), |tx, (state_hash, pending)| {
            store::insert_request(tx, state_hash, pending)
        })
        .await?;
    Ok(address)
}
