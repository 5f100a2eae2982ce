//! The login methods of an account: listing, linking and unlinking.

pub mod http;
pub mod store;

use thiserror::Error;

use self::store::Link;
use super::social::{
    Provider,
    account_linking::{self, Identity, Refusal, Way},
    callback::Problem,
};
use crate::{
    db,
    identity::{self, session::Method, store::StoredSession},
    shop::Shop,
    values::{email::Email, ids::Id},
};

pub struct Ways {
    pub links: Vec<Link>,
    pub has_password: bool,
    pub phone: Option<String>,
}

pub async fn list(shop: &Shop, user: &Id) -> Result<Option<Ways>, db::Error> {
    let user = user.clone();
    shop.db
        .read(move |tx| {
            let user = user.clone();
            Box::pin(async move {
                let Some(account) = identity::store::account_by_id(tx, &user).await? else { return Ok(None) };
                Ok(Some(Ways {
                    links: store::links_of(tx, &user).await?,
                    has_password: account.password_hash.is_some(),
                    phone: super::social::store::phone_of(tx, &user).await?,
                }))
            })
        })
        .await
}

#[derive(Debug, Error)]
enum Refused {
    #[error(transparent)]
    Refusal(#[from] Refusal),
    #[error("the identity is linked to another account")]
    AlreadyLinked,
    #[error("the account's address is not verified")]
    NotVerified,
    #[error("the requesting session has ended")]
    SignedOut,
}

impl From<db::Error> for Refused {
    fn from(error: db::Error) -> Self {
        Self::Refusal(error.into())
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Refusal(refusal) => refusal.into(),
            Refused::AlreadyLinked => Self::AlreadyLinked,
            Refused::NotVerified => Self::NotVerified,
            Refused::SignedOut => Self::SignedOut,
        }
    }
}

/// Links a provider. Accounts with an unverified e-mail cannot link one, unless the provider confirms that same
/// address. Otherwise an attacker who registered the address would keep access after the owner reclaims it. The session
/// must still exist, because it may have been ended while the provider answered.
pub async fn add(
    shop: &Shop,
    session: &StoredSession,
    identity: Identity,
    verified_email: Option<Email>,
) -> Result<(), Problem> {
    let now = shop.clock.now();
    let (provider, way) = (identity.provider, Way::Elsewhere(identity));
    let (user, asking) = (session.user.id.clone(), session.id.clone());
    let (who, mail) = (user.clone(), shop.mail.clone());
    let added = shop
        .db
        .write(move |tx| {
            let (user, asking, way, verified_email, mail) =
                (who.clone(), asking.clone(), way.clone(), verified_email.clone(), mail.clone());
            Box::pin(async move {
                identity::store::lock_user(tx, &user).await?;
                if !identity::session::store::is_there(tx, &user, &asking).await? {
                    return Err(Refused::SignedOut);
                }
                let account = identity::store::account_by_id(tx, &user).await?.ok_or(Refusal::Closed)?;
                match super::social::store::user_of(tx, &way).await? {
                    Some(known) if known == user => return Ok(false),
                    Some(_) => return Err(Refused::AlreadyLinked),
                    None => {}
                }
                if !account.is_verified {
                    let own = verified_email.filter(|email| account.user.has_email(email.as_str()));
                    let own = own.ok_or(Refused::NotVerified)?;
                    identity::store::set_verified(tx, &own, now).await?;
                }
                if !super::social::store::add_way(tx, &user, &way, now).await? {
                    return Err(Refusal::OtherLinked.into());
                }
                account_linking::tell_of(tx, &mail, &account.user, way.label(), now).await?;
                Ok(true)
            })
        })
        .await;
    match added {
        // A concurrent request linked the same identity.
        Err(Refused::Refusal(refusal)) if refusal.is_a_race() => return Err(Problem::AlreadyLinked),
        other => {
            if other? {
                shop.mail.wake();
                tracing::info!(user = user.as_str(), way = provider.as_str(), "login method added");
            }
        }
    }
    Ok(())
}

/// An account has at most one login method of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Elsewhere(Provider),
    Phone,
}

impl Kind {
    pub fn parse(text: &str) -> Option<Self> {
        let phone = (text == Method::Phone.as_str()).then_some(Self::Phone);
        phone.or_else(|| Provider::parse(text).map(Self::Elsewhere))
    }

    fn method(self) -> Method {
        match self {
            Self::Elsewhere(provider) => provider.method(),
            Self::Phone => Method::Phone,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removed {
    Yes,
    No,
    /// The account would have no login method left.
    LastWayIn,
    /// The requesting session has ended.
    SignedOut,
}

/// Unlinks a login method and ends the sessions that logged in with it, except the requesting one, which must still
/// exist.
pub async fn remove(shop: &Shop, user: &Id, kind: Kind, asking: &Id) -> Result<Removed, db::Error> {
    let (who, asking, method) = (user.clone(), asking.clone(), kind.method());
    let removed = shop
        .db
        .write(move |tx| {
            let (user, asking) = (who.clone(), asking.clone());
            Box::pin(async move {
                identity::store::lock_user(tx, &user).await?;
                if !identity::session::store::is_there(tx, &user, &asking).await? {
                    return Ok(Removed::SignedOut);
                }
                let Some(account) = identity::store::account_by_id(tx, &user).await? else {
                    return Ok(Removed::No);
                };
                let providers = super::social::store::providers_of(tx, &user).await?;
                let has_phone = super::social::store::phone_of(tx, &user).await?.is_some();
                let is_there = match kind {
                    Kind::Elsewhere(provider) => providers.contains(&provider),
                    Kind::Phone => has_phone,
                };
                if !is_there {
                    return Ok(Removed::No);
                }
                // A password is useless without an e-mail address.
                let has_password = account.password_hash.is_some() && account.user.email.is_some();
                if providers.len() + usize::from(has_phone) + usize::from(has_password) == 1 {
                    return Ok(Removed::LastWayIn);
                }
                match kind {
                    Kind::Elsewhere(provider) => store::delete_link(tx, &user, provider).await?,
                    Kind::Phone => super::social::store::drop_phone(tx, &user).await?,
                }
                store::end_sessions_by(tx, &user, method, &asking).await?;
                Ok::<_, db::Error>(Removed::Yes)
            })
        })
        .await?;
    if removed == Removed::Yes {
        tracing::info!(user = user.as_str(), way = method.as_str(), "login method removed");
    }
    Ok(removed)
}
