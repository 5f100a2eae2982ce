//! Sends a browser to a provider, and stores what the callback must match.

use super::{
    SocialProvider,
    callback::SocialLoginError,
    flow::{self, AuthorizationRequest, LoginDestination},
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
    /// The user who links the provider. `None`: a login.
    pub link_user_id: Option<Id>,
    /// The secret in the browser's cookie.
    pub browser: &'a Secret,
}

/// Returns the provider's URL for the browser.
pub async fn authorize(shop: &Shop, begin: Authorize<'_>) -> Result<String, SocialLoginError> {
    let now = shop.clock.now();
    let client = shop.oauth_providers.of(begin.provider).ok_or(SocialLoginError::ProviderDisabled)?;
    let ties = AuthorizationState::new();
    let address = client.authorize_url(&ties, now).await?;
    let flow = AuthorizationRequest {
        provider: begin.provider,
        browser_hash: begin.browser.hash(),
        nonce: ties.nonce,
        pkce_verifier: ties.pkce_verifier,
        destination: begin.destination.clone(),
        link_user_id: begin.link_user_id,
        expires_at: now.plus(flow::AUTHORIZATION_TTL),
    };
    let state_hash = sha256_hex(ties.state.as_bytes());
    shop.db
        .write((state_hash, flow), |tx, (state_hash, flow)| {
            Box::pin(store::insert_request(tx, state_hash, flow))
        })
        .await?;
    Ok(address)
}
