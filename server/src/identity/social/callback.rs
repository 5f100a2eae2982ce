//! The callback from a provider: completes a login or links the provider.

use thiserror::Error;

use super::{
    Provider,
    account_linking::{self, Admitted, Identity, Newcomer, Refusal, Way},
    flow::{Flow, Mismatch},
    store,
};
use crate::identity::login_methods;
use crate::{
    clients::oauth::{self, Client, Person, Ties},
    config::social_login::REAL_GITHUB_ORIGIN,
    db,
    identity::{session::NewSession, store::StoredSession},
    shop::Shop,
    values::{email::Email, ids::Secret},
};

/// Why a login or a link failed. The codes are stable. The web app has the sentences.
#[derive(Debug, Error)]
pub enum Problem {
    #[error("the provider is not configured")]
    NotOffered,
    #[error("too many attempts")]
    TooMany,
    #[error("the user denied the request")]
    Refused,
    #[error("the provider is unreachable: {0}")]
    Silent(String),
    #[error("invalid response of the provider: {0}")]
    Unproved(String),
    /// Also for an unknown or used state.
    #[error("the login has expired")]
    Expired,
    #[error("the login was started in another browser")]
    OtherBrowser,
    /// The user who wanted to link the provider is no longer logged in, or another one is.
    #[error("the user is logged out")]
    SignedOut,
    #[error("the identity is linked to another account")]
    AlreadyLinked,
    #[error("the account has another identity with this provider")]
    OtherLinked,
    #[error("the account's address is not verified")]
    NotVerified,
    #[error("the account was deleted")]
    Closed,
    #[error(transparent)]
    Db(db::Error),
}

impl Problem {
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotOffered => "provider_disabled",
            Self::TooMany => "too_many_requests",
            Self::Refused => "provider_refused",
            Self::Silent(_) => "provider_unreachable",
            Self::Unproved(_) => "provider_invalid_response",
            Self::Expired => "login_expired",
            Self::OtherBrowser => "state_mismatch",
            Self::SignedOut => "signed_out",
            Self::AlreadyLinked => "identity_in_use",
            Self::OtherLinked => "provider_already_linked",
            Self::NotVerified => "email_not_verified",
            Self::Closed => "account_closed",
            Self::Db(_) => "busy",
        }
    }

    /// Logs no request data, because it may hold a code, a name or an address.
    pub fn log(&self, provider: Provider) {
        let (provider, code) = (provider.as_str(), self.code());
        match self {
            Self::Db(error) => tracing::error!(%error, provider, "social login failed"),
            Self::Silent(_) | Self::Unproved(_) | Self::OtherBrowser => {
                tracing::warn!(cause = %self, provider, code, "social login refused");
            }
            _ => tracing::info!(provider, code, "social login refused"),
        }
    }
}

impl From<db::Error> for Problem {
    fn from(error: db::Error) -> Self {
        Self::Db(error)
    }
}

impl From<oauth::Error> for Problem {
    fn from(error: oauth::Error) -> Self {
        match error {
            oauth::Error::Silent(why) => Self::Silent(why),
            oauth::Error::Unproved(why) => Self::Unproved(why),
        }
    }
}

impl From<Mismatch> for Problem {
    fn from(mismatch: Mismatch) -> Self {
        match mismatch {
            Mismatch::Expired => Self::Expired,
            Mismatch::OtherBrowser => Self::OtherBrowser,
            Mismatch::OtherProvider => Self::Unproved("response of another provider".into()),
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Db(error) => Self::Db(error),
            Refusal::Closed => Self::Closed,
            Refusal::OtherLinked => Self::OtherLinked,
        }
    }
}

/// The query of the callback.
pub struct Answered {
    pub code: Option<String>,
    pub error: Option<String>,
    /// `iss` (RFC 9207), if present.
    pub issuer: Option<String>,
}

pub enum Arrived {
    In(Box<Admitted>),
    Linked,
}

/// Consumes the authorization request of this state. It works once.
pub async fn take_flow(shop: &Shop, state: Option<Secret>) -> Result<(Secret, Flow), Problem> {
    let state = state.ok_or(Problem::Expired)?;
    let (looked_for, taken) = (state.hash(), state.hash());
    // Read first, because anyone can send made-up states and must not cause writes.
    let is_there: Result<bool, db::Error> = shop
        .db
        .read(move |tx| {
            let hash = looked_for.clone();
            Box::pin(async move { store::has_flow(tx, &hash).await })
        })
        .await;
    if !is_there? {
        return Err(Problem::Expired);
    }
    let flow = shop
        .db
        .write(move |tx| {
            let hash = taken.clone();
            Box::pin(async move { store::take_flow(tx, &hash).await })
        })
        .await?;
    flow.map(|flow| (state, flow)).ok_or(Problem::Expired)
}

/// The browser of the callback.
pub struct Visitor {
    /// The secret in the browser's cookie.
    pub browser: Option<Secret>,
    pub signed_in: Option<StoredSession>,
    pub session: NewSession,
}

pub async fn arrive(
    shop: &Shop,
    provider: Provider,
    flow: Flow,
    state: Secret,
    answered: Answered,
    visitor: Visitor,
) -> Result<Arrived, Problem> {
    let now = shop.clock.now();
    flow.goes_on(provider, visitor.browser.as_ref(), now)?;
    let client = shop.sign_in_clients.of(provider).ok_or(Problem::NotOffered)?;
    if client.issuer().zip(answered.issuer.as_deref()).is_some_and(|(wanted, told)| wanted != told) {
        return Err(Problem::Unproved("response of another issuer".into()));
    }
    match answered.error.as_deref() {
        None => {}
        Some("access_denied") => return Err(Problem::Refused),
        Some("server_error" | "temporarily_unavailable") => {
            return Err(Problem::Silent("it reports an error of its own".into()));
        }
        Some(_) => return Err(Problem::Unproved("it rejected the request".into())),
    }
    let code = answered.code.ok_or_else(|| Problem::Unproved("neither a code nor an error".into()))?;
    // Checked before the code is redeemed.
    let linking = match (&flow.link_user, &visitor.signed_in) {
        (None, _) => None,
        (Some(wanted), Some(session)) if session.user.id == *wanted => Some(session),
        (Some(_), _) => return Err(Problem::SignedOut),
    };
    let ties =
        Ties { state: state.reveal().to_owned(), nonce: flow.nonce, pkce_verifier: flow.pkce_verifier };
    let person = client.person(&code, &ties, now).await?;
    let (identity, verified_email) = identity_of(provider, client, &person);
    if let Some(session) = linking {
        login_methods::add(shop, session, identity, verified_email).await?;
        return Ok(Arrived::Linked);
    }
    let newcomer = Newcomer::new(Way::Elsewhere(identity), verified_email, &person.name, person.photo_url);
    let admitted = account_linking::let_in(shop, newcomer, visitor.session).await?;
    Ok(Arrived::In(Box::new(admitted)))
}

fn identity_of(provider: Provider, client: &Client, person: &Person) -> (Identity, Option<Email>) {
    let identity = Identity {
        provider,
        issuer: person.issuer.clone().unwrap_or_else(|| unnamed_issuer(provider, client.origin())),
        subject: person.subject.clone(),
        label: account_linking::line(&person.label).unwrap_or_else(|| provider.label().to_owned()),
    };
    (identity, person.verified_email.clone())
}

/// The issuer of a provider that does not name itself: the provider's name, or the origin of a GitHub Enterprise
/// Server, whose user ids differ from GitHub's.
fn unnamed_issuer(provider: Provider, origin: &str) -> String {
    match provider {
        Provider::Github if origin != REAL_GITHUB_ORIGIN => format!("github at {origin}"),
        _ => provider.as_str().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        config::social_login::{Credentials, OAuthConfig, SocialConfig},
        identity::social::providers::Clients,
    };

    fn issuer(provider: Provider, authorize_url: &str) -> String {
        let config = OAuthConfig {
            credentials: Credentials { client_id: "trowel".into(), client_secret: "secret".into() },
            authorize_url: authorize_url.into(),
            token_url: "https://github.com/login/oauth/access_token".into(),
            user_url: "https://api.github.com/user".into(),
        };
        let of = |wanted| (provider == wanted).then(|| config.clone());
        let social = SocialConfig {
            google: None,
            facebook: of(Provider::Facebook),
            github: of(Provider::Github),
            twitter: of(Provider::Twitter),
        };
        let http = crate::clients::http_client().unwrap();
        let clients = Clients::new(&social, "https://tools.example.ca", &http).ok().unwrap();
        let person = Person {
            issuer: None,
            subject: "42".into(),
            verified_email: None,
            name: String::new(),
            photo_url: None,
            label: "ada".into(),
        };
        identity_of(provider, clients.of(provider).unwrap(), &person).0.issuer
    }

    #[test]
    fn whose_people_they_are_is_said_by_its_place() {
        for (provider, authorize_url, said) in [
            (Provider::Github, "https://github.com/login/oauth/authorize", "github"),
            (Provider::Github, "https://github.com:443/login/oauth/authorize", "github"),
            (
                Provider::Github,
                "https://git.example.ca:8443/login/oauth/authorize?x=y",
                "github at https://git.example.ca:8443",
            ),
            (Provider::Facebook, "https://www.facebook.com/v24.0/dialog/oauth", "facebook"),
            (Provider::Facebook, "https://m.facebook.com/v25.0/dialog/oauth", "facebook"),
            (Provider::Twitter, "https://twitter.com/i/oauth2/authorize", "twitter"),
        ] {
            assert_eq!(issuer(provider, authorize_url), said, "{authorize_url}");
        }
    }
}
