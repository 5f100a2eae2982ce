//! The login methods of an account: listing, linking and unlinking.

pub mod http;
pub mod store;

use thiserror::Error;

use self::store::LinkedProvider;
use super::social::{
    account_linking::{self, LinkError},
    callback::SocialLoginError,
    external_profile::{ExternalIdentity, LoginMethod},
};
use crate::{
    accounts::{self, session::store::Session, user::AuthMethod},
    base::email::Mailer,
    db::{self, Tx},
    shop::Shop,
    values::{email::Email, ids::Id, social_provider::SocialProvider, time::Timestamp},
};

pub struct LoginMethods {
    pub links: Vec<LinkedProvider>,
    pub has_password: bool,
    pub phone: Option<String>,
}

pub async fn list(shop: &Shop, user: &Id) -> Result<Option<LoginMethods>, db::Error> {
    shop.db.read(user.clone(), |tx, user| Box::pin(list_in_tx(tx, user))).await
}

async fn list_in_tx(tx: &Tx<'_>, user: &Id) -> Result<Option<LoginMethods>, db::Error> {
    let Some(account) = accounts::store::account_by_id(tx, user).await? else { return Ok(None) };
    Ok(Some(LoginMethods {
        links: store::linked_providers(tx, user).await?,
        has_password: account.password_hash.is_some(),
        phone: super::social::store::phone(tx, user).await?,
    }))
}

#[derive(Debug, Error)]
enum AddMethodError {
    #[error(transparent)]
    Link(#[from] LinkError),
    #[error("the identity is linked to another account")]
    IdentityInUse,
    #[error("the account's address is not verified")]
    NotVerified,
    #[error("the requesting session has ended")]
    SignedOut,
}

impl From<db::Error> for AddMethodError {
    fn from(error: db::Error) -> Self {
        Self::Link(error.into())
    }
}

impl From<AddMethodError> for SocialLoginError {
    fn from(refused: AddMethodError) -> Self {
        match refused {
            AddMethodError::Link(refusal) => refusal.into(),
            AddMethodError::IdentityInUse => Self::IdentityInUse,
            AddMethodError::NotVerified => Self::NotVerified,
            AddMethodError::SignedOut => Self::SignedOut,
        }
    }
}

struct NewLink {
    user: Id,
    /// The session of the request.
    session: Id,
    login_method: LoginMethod,
    verified_email: Option<Email>,
    mail: Mailer,
    now: Timestamp,
}

/// Links a provider. Accounts with an unverified e-mail cannot link one, unless the provider confirms that same
/// address. Otherwise an attacker who registered the address would keep access after the owner reclaims it. The session
/// must still exist, because it may have been ended while the provider answered.
pub async fn link_identity(
    shop: &Shop,
    session: &Session,
    identity: ExternalIdentity,
    verified_email: Option<Email>,
) -> Result<(), SocialLoginError> {
    let way = identity.provider.as_str();
    let link = NewLink {
        user: session.user.id.clone(),
        session: session.id.clone(),
        login_method: LoginMethod::External(identity),
        verified_email,
        mail: shop.mailer.clone(),
        now: shop.clock.now(),
    };
    match shop.db.try_write(link, |tx, link| Box::pin(link_in_tx(tx, link))).await {
        // A concurrent request linked the same identity.
        Err(AddMethodError::Link(refusal)) if refusal.is_conflict() => {
            return Err(SocialLoginError::IdentityInUse);
        }
        other => {
            if other? {
                tracing::info!(user = session.user.id.as_str(), way, "login method added");
            }
        }
    }
    Ok(())
}

/// Returns `false` if the login method was linked before.
async fn link_in_tx(tx: &Tx<'_>, link: &NewLink) -> Result<bool, AddMethodError> {
    let NewLink { user, session, login_method, verified_email, mail, now } = link;
    accounts::store::lock_user(tx, user).await?;
    if !accounts::session::store::exists(tx, user, session).await? {
        return Err(AddMethodError::SignedOut);
    }
    let account = accounts::store::account_by_id(tx, user).await?.ok_or(LinkError::AccountDeleted)?;
    match super::social::store::user_by_method(tx, login_method).await? {
        Some(known) if known == *user => return Ok(false),
        Some(_) => return Err(AddMethodError::IdentityInUse),
        None => {}
    }
    if !account.is_verified {
        let own = verified_email.as_ref().filter(|email| account.user.has_email(email.as_str()));
        accounts::store::set_verified(tx, own.ok_or(AddMethodError::NotVerified)?, *now).await?;
    }
    if !super::social::store::link(tx, user, login_method, *now).await? {
        return Err(LinkError::ProviderAlreadyLinked.into());
    }
    let label = login_method.label(account.user.language);
    account_linking::notify_method_added(tx, mail, &account.user, label, *now).await?;
    Ok(true)
}

/// An account has at most one login method of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoginMethodKind {
    External(SocialProvider),
    Phone,
}

impl LoginMethodKind {
    pub fn parse(text: &str) -> Option<Self> {
        let phone = (text == AuthMethod::Phone.as_str()).then_some(Self::Phone);
        phone.or_else(|| SocialProvider::parse(text).map(Self::External))
    }

    fn method(self) -> AuthMethod {
        match self {
            Self::External(provider) => provider.method(),
            Self::Phone => AuthMethod::Phone,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnlinkOutcome {
    Unlinked,
    NotLinked,
    /// The account would have no login method left.
    LastLoginMethod,
    /// The requesting session has ended.
    SignedOut,
}

/// Unlinks a login method and ends the sessions that logged in with it, except the requesting one, which must still
/// exist.
pub async fn unlink(
    shop: &Shop,
    user: &Id,
    kind: LoginMethodKind,
    asking: &Id,
) -> Result<UnlinkOutcome, db::Error> {
    let removed = shop
        .db
        .write((user.clone(), kind, asking.clone()), |tx, (user, kind, asking)| {
            Box::pin(unlink_in_tx(tx, user, *kind, asking))
        })
        .await?;
    if removed == UnlinkOutcome::Unlinked {
        tracing::info!(user = user.as_str(), way = kind.method().as_str(), "login method removed");
    }
    Ok(removed)
}

async fn unlink_in_tx(
    tx: &Tx<'_>,
    user: &Id,
    kind: LoginMethodKind,
    asking: &Id,
) -> Result<UnlinkOutcome, db::Error> {
    accounts::store::lock_user(tx, user).await?;
    if !accounts::session::store::exists(tx, user, asking).await? {
        return Ok(UnlinkOutcome::SignedOut);
    }
    let Some(account) = accounts::store::account_by_id(tx, user).await? else {
        return Ok(UnlinkOutcome::NotLinked);
    };
    let providers = super::social::store::linked_providers(tx, user).await?;
    let has_phone = super::social::store::phone(tx, user).await?.is_some();
    let is_there = match kind {
        LoginMethodKind::External(provider) => providers.contains(&provider),
        LoginMethodKind::Phone => has_phone,
    };
    if !is_there {
        return Ok(UnlinkOutcome::NotLinked);
    }
    // A password is useless without an e-mail address.
    let has_password = account.password_hash.is_some() && account.user.email.is_some();
    if providers.len() + usize::from(has_phone) + usize::from(has_password) == 1 {
        return Ok(UnlinkOutcome::LastLoginMethod);
    }
    match kind {
        LoginMethodKind::External(provider) => store::delete_link(tx, user, provider).await?,
        LoginMethodKind::Phone => super::social::store::unlink_phone(tx, user).await?,
    }
    accounts::session::store::end_others_by_method(tx, user, kind.method(), asking).await?;
    Ok(UnlinkOutcome::Unlinked)
}
