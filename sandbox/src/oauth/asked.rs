//! What a shop sends a browser here with: the authorization request.

use std::collections::BTreeMap;

use reqwest::Url;

use super::{Client, Provider, Providers};

/// A request that may be shown to a person.
pub struct Asked<'a> {
    pub provider: Provider,
    pub client: &'a Client,
    pub scopes: Vec<String>,
    pub state: String,
    pub nonce: Option<String>,
    /// S256 of what the shop will prove itself with.
    pub challenge: String,
}

pub enum Refusal {
    /// Nobody can tell where to send the browser back to, so the person reads it here.
    Told(&'static str),
    /// The shop is told, at its own address.
    SentBack(Url),
}

impl<'a> Asked<'a> {
    pub fn read(
        providers: &'a Providers,
        provider: Provider,
        query: &BTreeMap<String, String>,
    ) -> Result<Self, Refusal> {
        let value = |name: &str| query.get(name).map(String::as_str).filter(|value| !value.is_empty());
        let client = value("client_id").and_then(|id| providers.client(provider, id));
        let client = client.ok_or(Refusal::Told(
            "The shop that sent you here is not registered with this provider: its client_id is unknown.",
        ))?;
        match value("redirect_uri") {
            // GitHub takes the registered one if none is named.
            None if provider == Provider::Github => {}
            Some(named) if named == client.redirect_uri => {}
            _ => {
                return Err(Refusal::Told(
                    "The shop asked to send you to an address that it has not registered with this provider: its \
                     redirect_uri does not match.",
                ));
            }
        }
        let state = value("state").unwrap_or_default();
        let refuse = |error: &str, description: &str| {
            let told = [("error", error), ("error_description", description)];
            way_back(client, &told, Some(state).filter(|state| !state.is_empty()))
                .map_or(Refusal::Told("The shop's registered address is no address."), Refusal::SentBack)
        };
        if provider != Provider::Github && value("response_type") != Some("code") {
            return Err(refuse("unsupported_response_type", "response_type must be code"));
        }
        if state.is_empty() {
            return Err(refuse("invalid_request", "state is missing"));
        }
        let is_s256 = value("code_challenge_method") == Some("S256");
        let challenge = value("code_challenge").filter(|challenge| is_s256 && challenge.len() == 43);
        let challenge = challenge
            .ok_or_else(|| refuse("invalid_request", "code_challenge with method S256 is missing"))?;
        let scopes = value("scope").unwrap_or_default();
        let scopes: Vec<_> =
            scopes.split([' ', ',']).filter(|scope| !scope.is_empty()).map(str::to_owned).collect();
        if provider == Provider::Google && !scopes.iter().any(|scope| scope == "openid") {
            return Err(refuse("invalid_scope", "scope must contain openid"));
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

    pub fn tells_email(&self) -> bool {
        self.provider.email_scope().is_some_and(|wanted| self.scopes.iter().any(|scope| scope == wanted))
    }
}

/// The shop's address with an answer in its query.
pub fn way_back(client: &Client, answer: &[(&str, &str)], state: Option<&str>) -> Option<Url> {
    let mut url = Url::parse(&client.redirect_uri).ok()?;
    url.query_pairs_mut().extend_pairs(answer).extend_pairs(state.map(|state| ("state", state)));
    if client.provider == Provider::Facebook {
        url.set_fragment(Some("_=_"));
    }
    Some(url)
}
