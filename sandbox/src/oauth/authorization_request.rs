//! The authorization request that a shop sends through the browser.

use std::collections::BTreeMap;

use reqwest::Url;

use super::provider::{Provider, RegisteredClient};
use super::state::Providers;

pub struct AuthorizationRequest<'a> {
    pub provider: Provider,
    pub client: &'a RegisteredClient,
    pub scopes: Vec<String>,
    pub state: String,
    pub nonce: Option<String>,
    /// The S256 code challenge.
    pub challenge: String,
}

pub enum InvalidRequest {
    /// The redirect address cannot be trusted, so the page shows the message.
    ShowUser(&'static str),
    /// The shop receives the error at its redirect address.
    Redirect(Url),
}

impl<'a> AuthorizationRequest<'a> {
    pub fn parse(
        providers: &'a Providers,
        provider: Provider,
        query: &BTreeMap<String, String>,
    ) -> Result<Self, InvalidRequest> {
        let value = |name: &str| query.get(name).map(String::as_str).filter(|value| !value.is_empty());
        let client = value("client_id").and_then(|id| providers.client(provider, id));
        let client = client.ok_or(InvalidRequest::ShowUser(
            "This shop is not registered with the provider. Its client_id is unknown.",
        ))?;
        match value("redirect_uri") {
            // GitHub falls back to the registered address.
            None if provider == Provider::Github => {}
            Some(given) if given == client.redirect_uri => {}
            _ => {
                return Err(InvalidRequest::ShowUser(
                    "The redirect_uri does not match the address that the shop has registered with the provider.",
                ));
            }
        }
        let state = value("state").unwrap_or_default();
        let error = |error: &str, description: &str| {
            let params = [("error", error), ("error_description", description)];
            redirect_url(client, &params, Some(state).filter(|state| !state.is_empty())).map_or(
                InvalidRequest::ShowUser("The registered address is invalid."),
                InvalidRequest::Redirect,
            )
        };
        if provider != Provider::Github && value("response_type") != Some("code") {
            return Err(error("unsupported_response_type", "response_type must be code"));
        }
        if state.is_empty() {
            return Err(error("invalid_request", "state is missing"));
        }
        let is_s256 = value("code_challenge_method") == Some("S256");
        let challenge = value("code_challenge").filter(|challenge| is_s256 && challenge.len() == 43);
        let challenge = challenge
            .ok_or_else(|| error("invalid_request", "code_challenge with method S256 is missing"))?;
        let scopes = value("scope").unwrap_or_default().split([' ', ',']);
        let scopes: Vec<_> = scopes.filter(|scope| !scope.is_empty()).map(str::to_owned).collect();
        if provider == Provider::Google && !scopes.iter().any(|scope| scope == "openid") {
            return Err(error("invalid_scope", "scope must contain openid"));
        }
        Ok(Self {
            provider,
            client,
            scopes,
            state: state.to_owned(),
            nonce: value("nonce").map(str::to_owned),
            challenge: challenge.to_owned(),
        })
    }

    pub fn reveals_email(&self) -> bool {
        self.provider.email_scope().is_some_and(|wanted| self.scopes.iter().any(|scope| scope == wanted))
    }
}

/// The redirect address of the shop with the parameters of a response.
pub fn redirect_url(client: &RegisteredClient, params: &[(&str, &str)], state: Option<&str>) -> Option<Url> {
    let mut url = Url::parse(&client.redirect_uri).ok()?;
    url.query_pairs_mut().extend_pairs(params).extend_pairs(state.map(|state| ("state", state)));
    if client.provider == Provider::Facebook {
        url.set_fragment(Some("_=_"));
    }
    Some(url)
}
