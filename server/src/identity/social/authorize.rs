//! Sends a browser to a provider, and stores what the callback must match.

use super::{
    Provider,
    callback::Problem,
    flow::{self, Ending, Flow},
    store,
};
use crate::{
    clients::oauth::Ties,
    db,
    shop::Shop,
    values::{
        hash::sha256_hex,
        ids::{Id, Secret},
    },
};

pub struct Begin<'a> {
    pub provider: Provider,
    pub ending: &'a Ending,
    /// The user who links the provider. `None`: a login.
    pub link_user: Option<Id>,
    /// The secret in the browser's cookie.
    pub browser: &'a Secret,
}

/// Returns the provider's URL for the browser.
pub async fn begin(shop: &Shop, begin: Begin<'_>) -> Result<String, Problem> {
    let now = shop.clock.now();
    let client = shop.sign_in_clients.of(begin.provider).ok_or(Problem::NotOffered)?;
    let ties = Ties::new();
    let address = client.authorize_url(&ties, now).await?;
    let flow = Flow {
        provider: begin.provider,
        browser_hash: begin.browser.hash(),
        nonce: ties.nonce,
        pkce_verifier: ties.pkce_verifier,
        ending: begin.ending.clone(),
        link_user: begin.link_user,
        expires_at: now.plus(flow::LIFE),
    };
    let state_hash = sha256_hex(ties.state.as_bytes());
    let kept: Result<(), db::Error> = shop
        .db
        .write(move |tx| {
            let (flow, state_hash) = (flow.clone(), state_hash.clone());
            Box::pin(async move { store::insert_flow(tx, &state_hash, &flow).await })
        })
        .await;
    kept?;
    Ok(address)
}
