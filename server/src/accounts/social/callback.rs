//! The callback from a provider: completes a login or links the provider.

use thiserror::Error;

use super::{
    SocialProvider,
    account_linking::{self, LinkError, LoginResult},
    external_profile::{ExternalIdentity, ExternalProfile, LoginMethod, single_line},
    pending_authorization::{CallbackMismatch, PendingAuthorization},
    store,
};
use crate::{
    accounts::{
        login_methods,
        session::{NewSession, store::Session},
    },
    base::config::social_login::GITHUB_ORIGIN,
    clients::oauth::{self, AuthorizationState, OAuthClient, UserInfo},
    db,
    shop::Shop,
    values::{email::Email, ids::Secret, language::Language},
};

/// Why a login or a link failed. The codes are stable. The web app has the sentences.
#[derive(Debug, Error)]
pub enum SocialLoginError {
    #[error("the provider is not configured")]
    ProviderDisabled,
    #[error("too many attempts")]
    RateLimited,
    #[error("the user denied the request")]
    DeniedByUser,
    #[error("the provider is unreachable: {0}")]
    ProviderUnreachable(String),
    #[error("invalid response of the provider: {0}")]
    InvalidResponse(String),
    /// The login has expired, or its state is unknown or used.
    #[error("the login has expired")]
    Expired,
    #[error("the login was started in another browser")]
    StateMismatch,
    /// The user who wanted to link the provider is no longer logged in, or another one is.
    #[error("the user is signed out")]
    SignedOut,
    #[error("the identity is linked to another account")]
    IdentityInUse,
    #[error("the account has another identity with this provider")]
    ProviderAlreadyLinked,
    #[error("the account's address is not verified")]
    NotVerified,
    #[error("the account was deleted")]
    AccountDeleted,
    #[error("the account is blocked")]
    AccountBlocked,
    /// The account of the address is not reclaimed.
    #[error("the account of the address has a second factor and is not verified")]
    SecondFactorOn,
    /// The login goes on with its second step.
    #[error("the account has a second factor")]
    SecondFactorRequired,
    #[error(transparent)]
    Db(db::Error),
}

impl SocialLoginError {
    pub fn code(&self) -> &'static str {
        match self {
            Self::ProviderDisabled => "provider_disabled",
            Self::RateLimited => "too_many_requests",
            Self::DeniedByUser => "provider_refused",
            Self::ProviderUnreachable(_) => "provider_unreachable",
            Self::InvalidResponse(_) => "provider_invalid_response",
            Self::Expired => "login_expired",
            Self::StateMismatch => "state_mismatch",
            Self::SignedOut => "signed_out",
            Self::IdentityInUse => "identity_in_use",
            Self::ProviderAlreadyLinked => "provider_already_linked",
            Self::NotVerified => "email_not_verified",
            Self::AccountDeleted => "account_closed",
            Self::AccountBlocked => "account_blocked",
            Self::SecondFactorOn => "second_factor_on",
            Self::SecondFactorRequired => "second_factor_required",
            Self::Db(_) => "busy",
        }
    }

    /// Logs no request data, because it may hold a code, a name or an address.
    pub fn log(&self, provider: SocialProvider) {
        let (provider, code) = (provider.as_str(), self.code());
        match self {
            Self::Db(error) => tracing::error!(%error, provider, "social login failed"),
            Self::ProviderUnreachable(_) | Self::InvalidResponse(_) | Self::StateMismatch => {
                tracing::warn!(cause = %self, provider, code, "social login refused");
            }
            Self::ProviderDisabled
            | Self::RateLimited
            | Self::DeniedByUser
            | Self::Expired
            | Self::SignedOut
            | Self::IdentityInUse
            | Self::ProviderAlreadyLinked
            | Self::NotVerified
            | Self::AccountDeleted
            | Self::AccountBlocked
            | Self::SecondFactorOn
            | Self::SecondFactorRequired => tracing::info!(provider, code, "social login refused"),
        }
    }
}

impl From<db::Error> for SocialLoginError {
    fn from(error: db::Error) -> Self {
        Self::Db(error)
    }
}

impl From<oauth::OAuthError> for SocialLoginError {
    fn from(error: oauth::OAuthError) -> Self {
        match error {
            oauth::OAuthError::Unreachable(why) => Self::ProviderUnreachable(why),
            oauth::OAuthError::InvalidResponse(why) => Self::InvalidResponse(why),
        }
    }
}

impl From<CallbackMismatch> for SocialLoginError {
    fn from(mismatch: CallbackMismatch) -> Self {
        match mismatch {
            CallbackMismatch::Expired => Self::Expired,
            CallbackMismatch::OtherBrowser => Self::StateMismatch,
            CallbackMismatch::OtherProvider => Self::InvalidResponse("response of another provider".into()),
        }
    }
}

impl From<LinkError> for SocialLoginError {
    fn from(refusal: LinkError) -> Self {
        match refusal {
            LinkError::Db(error) => Self::Db(error),
            LinkError::AccountDeleted => Self::AccountDeleted,
            LinkError::AccountBlocked => Self::AccountBlocked,
            LinkError::ProviderAlreadyLinked => Self::ProviderAlreadyLinked,
            LinkError::SecondFactorOn => Self::SecondFactorOn,
        }
    }
}

/// The query of the callback.
pub struct CallbackParams {
    pub code: Option<String>,
    pub error: Option<String>,
    /// `iss` (RFC 9207), if present.
    pub issuer: Option<String>,
}

pub enum CallbackResult {
    LoggedIn(Box<LoginResult>),
    Linked,
}

/// Consumes the authorization request of this state. It works once.
pub async fn consume_request(
    shop: &Shop,
    state: Option<Secret>,
) -> Result<(Secret, PendingAuthorization), SocialLoginError> {
    let state = state.ok_or(SocialLoginError::Expired)?;
    // Read first, because anyone can send made-up states and must not cause writes.
    if !shop.db.read(state.hash(), |tx, hash| store::has_request(tx, hash)).await? {
        return Err(SocialLoginError::Expired);
    }
    let pending = shop.db.write(state.hash(), |tx, hash| Box::pin(store::consume_request(tx, hash))).await?;
    pending.map(|pending| (state, pending)).ok_or(SocialLoginError::Expired)
}

/// The browser of the callback.
pub struct CallbackContext {
    /// The secret in the browser's cookie.
    pub browser: Option<Secret>,
    pub signed_in: Option<Session>,
    pub session: NewSession,
    pub language: Language,
}

pub async fn complete_login(
    shop: &Shop,
    provider: SocialProvider,
    pending: PendingAuthorization,
    state: Secret,
    params: CallbackParams,
    context: CallbackContext,
) -> Result<CallbackResult, SocialLoginError> {
    let now = shop.clock.now();
    pending.validate(provider, context.browser.as_ref(), now)?;
    let client = shop.oauth_providers.of(provider).ok_or(SocialLoginError::ProviderDisabled)?;
    client.check_issuer(params.issuer.as_deref(), params.code.is_some(), now).await?;
    match params.error.as_deref() {
        None => {}
        Some("access_denied") => return Err(SocialLoginError::DeniedByUser),
        Some("server_error" | "temporarily_unavailable") => {
            return Err(SocialLoginError::ProviderUnreachable("it reports an error of its own".into()));
        }
        Some(_) => return Err(SocialLoginError::InvalidResponse("it rejected the request".into())),
    }
    let code =
        params.code.ok_or_else(|| SocialLoginError::InvalidResponse("neither a code nor an error".into()))?;
    // Checked before the code is redeemed.
    let linking = match (&pending.link_user_id, &context.signed_in) {
        (None, _) => None,
        (Some(wanted), Some(session)) if session.user.id == *wanted => Some(session),
        (Some(_), _) => return Err(SocialLoginError::SignedOut),
    };
    let state = AuthorizationState {
        state: state.reveal().to_owned(),
        nonce: pending.nonce,
        pkce_verifier: pending.pkce_verifier,
    };
    let user_info = client.user_info(&code, &state, now).await?;
    let (identity, verified_email) = identity_of(provider, client, &user_info);
    if let Some(session) = linking {
        login_methods::link_identity(shop, session, identity, verified_email).await?;
        return Ok(CallbackResult::Linked);
    }
    let profile = ExternalProfile::new(
        LoginMethod::External(identity),
        verified_email,
        &user_info.name,
        user_info.photo_url,
    )
    .in_language(context.language);
    let login = account_linking::login_or_create(shop, profile, context.session).await?;
    Ok(CallbackResult::LoggedIn(Box::new(login)))
}

fn identity_of(
    provider: SocialProvider,
    client: &OAuthClient,
    user_info: &UserInfo,
) -> (ExternalIdentity, Option<Email>) {
    let identity = ExternalIdentity {
        provider,
        issuer: user_info.issuer.clone().unwrap_or_else(|| default_issuer(provider, client.origin())),
        subject: user_info.subject.clone(),
        label: single_line(&user_info.label).unwrap_or_else(|| provider.label().to_owned()),
    };
    (identity, user_info.verified_email.clone())
}

/// The issuer of a provider that does not name itself: the provider's name, or the origin of a GitHub Enterprise
/// Server, whose user ids differ from GitHub's.
fn default_issuer(provider: SocialProvider, origin: &str) -> String {
    match provider {
        SocialProvider::Github if origin != GITHUB_ORIGIN => format!("github at {origin}"),
        SocialProvider::Google
        | SocialProvider::Facebook
        | SocialProvider::Github
        | SocialProvider::Twitter => provider.as_str().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        accounts::social::providers::OAuthProviders,
        base::config::social_login::{OAuthCredentials, OAuthProviderConfig, SocialLoginConfig},
    };

    fn issuer(provider: SocialProvider, authorize_url: &str) -> String {
        let config = OAuthProviderConfig {
            credentials: OAuthCredentials { client_id: "trowel".into(), client_secret: "secret".into() },
            authorize_url: authorize_url.into(),
            token_url: "https://github.com/login/oauth/access_token".into(),
            userinfo_url: "https://api.github.com/user".into(),
        };
        let of = |wanted| (provider == wanted).then(|| config.clone());
        let social = SocialLoginConfig {
            google: None,
            facebook: of(SocialProvider::Facebook),
            github: of(SocialProvider::Github),
            twitter: of(SocialProvider::Twitter),
        };
        let http = crate::clients::http_client().unwrap();
        let clients = OAuthProviders::new(&social, "https://tools.example.ca", &http).ok().unwrap();
        let user_info = UserInfo {
            issuer: None,
            subject: "42".into(),
            verified_email: None,
            name: String::new(),
            photo_url: None,
            label: "ada".into(),
        };
        identity_of(provider, clients.of(provider).unwrap(), &user_info).0.issuer
    }

    #[test]
    fn the_issuer_of_a_github_enterprise_server_is_its_origin() {
        for (provider, authorize_url, said) in [
            (SocialProvider::Github, "https://github.com/login/oauth/authorize", "github"),
            (SocialProvider::Github, "https://github.com:443/login/oauth/authorize", "github"),
            (
                SocialProvider::Github,
                "https://git.example.ca:8443/login/oauth/authorize?x=y",
                "github at https://git.example.ca:8443",
            ),
            (SocialProvider::Facebook, "https://www.facebook.com/v24.0/dialog/oauth", "facebook"),
            (SocialProvider::Facebook, "https://m.facebook.com/v25.0/dialog/oauth", "facebook"),
            (SocialProvider::Twitter, "https://twitter.com/i/oauth2/authorize", "twitter"),
        ] {
            assert_eq!(issuer(provider, authorize_url), said, "{authorize_url}");
        }
    }
}
