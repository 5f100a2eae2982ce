//! Finds or creates the account of a social or phone login (docs/authorization.md §3).
//!
//! A known login method opens its account. Otherwise a verified e-mail address selects the account that has it. If that
//! account's address is verified too, the login method is linked. If not, the account is reclaimed. All of it happens
//! in the caller's transaction. Of two concurrent logins one fails on a unique index and must be retried.

use serde_json::Value;
use thiserror::Error;

use super::{Provider, store};
use crate::{
    audit::Entry,
    db::{self, Tx},
    email::{Mail, message::Letter},
    identity::{
        self,
        session::{Method, NewSession},
        social::reclaim::take_over,
        store::Account,
        user::{Role, User},
    },
    shop::Shop,
    values::{
        FromJson as _,
        email::Email,
        ids::Id,
        text::{Line, is_invisible},
        time::Moment,
        url::stays_private,
    },
};

/// A login method other than a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    Elsewhere(Identity),
    /// As +16135550142. A code that was sent there was right.
    Phone(String),
}

/// A user's identity at a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub provider: Provider,
    pub issuer: String,
    pub subject: String,
    pub label: String,
}

impl Way {
    /// The name for display.
    pub fn label(&self) -> &'static str {
        match self {
            Self::Elsewhere(identity) => identity.provider.label(),
            Self::Phone(_) => "a phone number",
        }
    }

    pub fn method(&self) -> Method {
        match self {
            Self::Elsewhere(identity) => identity.provider.method(),
            Self::Phone(_) => Method::Phone,
        }
    }
}

/// A login method, and what the provider says about its user.
#[derive(Debug, Clone)]
pub struct Newcomer {
    pub way: Way,
    pub verified_email: Option<Email>,
    /// Empty if unknown.
    pub name: String,
    pub photo_url: Option<String>,
}

impl Newcomer {
    /// Sanitizes `name` and `photo_url`, which come from the provider.
    pub fn new(way: Way, verified_email: Option<Email>, name: &str, photo_url: Option<String>) -> Self {
        let of_address = verified_email.as_ref().and_then(|email| email.as_str().split('@').next());
        let name = line(name).or_else(|| of_address.map(str::to_owned)).unwrap_or_default();
        let photo_url = photo_url.filter(|url| url.len() <= 1_000 && stays_private(url));
        Self { way, verified_email, name, photo_url }
    }
}

/// Removes invisible characters and line breaks, and truncates. `None` if nothing is left.
pub fn line(text: &str) -> Option<String> {
    let seen = text.chars().filter(|c| !is_invisible(*c));
    let plain: String = seen.map(|c| if c.is_control() { ' ' } else { c }).take(120).collect();
    Line::<120>::from_json(&Value::String(plain)).ok().map(Line::into_string)
}

/// What a login did to the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// The login method was linked to it before.
    Known,
    Made,
    /// An account with a verified address got a login method.
    Linked,
    /// The verified owner of the address reclaimed it. The previous user's unpaid orders are still to be deleted.
    TookOver,
}

pub struct Admitted {
    pub user: User,
    pub news: News,
    /// To be logged after the commit.
    pub deed: Option<Entry>,
}

#[derive(Debug, Error)]
pub enum Refusal {
    #[error(transparent)]
    Db(#[from] db::Error),
    #[error("the account was deleted")]
    Closed,
    /// The account of this address has another identity with the same provider, or another phone.
    #[error("the account has another login method of this kind")]
    OtherLinked,
}

impl Refusal {
    /// A concurrent request did the same. A retry sees its result.
    pub fn is_a_race(&self) -> bool {
        matches!(self, Self::Db(error) if error.is_unique_violation() || matches!(error, db::Error::Conflict))
    }
}

const RACES: usize = 4;

/// Finds or creates the account and starts its session, in one transaction.
pub async fn let_in(shop: &Shop, newcomer: Newcomer, session: NewSession) -> Result<Admitted, Refusal> {
    let now = shop.clock.now();
    let admitted = racing(|| {
        let (newcomer, session, mail) = (newcomer.clone(), session.clone(), shop.mail.clone());
        shop.db.write(move |tx| {
            let (newcomer, session, mail) = (newcomer.clone(), session.clone(), mail.clone());
            Box::pin(async move {
                let admitted = admit(tx, &newcomer, now).await?;
                if !session.start(tx, &admitted.user).await? {
                    return Err(Refusal::Closed);
                }
                if admitted.news == News::Linked {
                    tell_of(tx, &mail, &admitted.user, newcomer.way.label(), now).await?;
                }
                Ok(admitted)
            })
        })
    })
    .await?;
    settle(shop, &admitted, newcomer.way.method());
    Ok(admitted)
}

/// Retries after a conflict with a concurrent request.
pub async fn racing<T, F>(attempt: impl Fn() -> F) -> Result<T, Refusal>
where
    F: Future<Output = Result<T, Refusal>>,
{
    for _ in 1..RACES {
        match attempt().await {
            Err(refusal) if refusal.is_a_race() => {}
            other => return other,
        }
    }
    attempt().await
}

/// Notifies the owner of the account that a login method was added.
pub async fn tell_of(tx: &Tx<'_>, mail: &Mail, user: &User, way: &str, now: Moment) -> Result<(), db::Error> {
    let Some(email) = user.email.as_deref().and_then(Email::parse) else { return Ok(()) };
    let letter = Letter::SignInAdded { name: user.display_name.clone(), way: way.to_owned() };
    mail.queue(tx, &email, &letter, now).await
}

/// To be called after the commit. Cancels the orders of a reclaimed account if the card provider answers; otherwise a
/// background job does.
pub fn settle(shop: &Shop, admitted: &Admitted, method: Method) {
    shop.mail.wake();
    if let Some(deed) = &admitted.deed {
        deed.log();
    }
    let (user, way) = (admitted.user.id.as_str(), method.as_str());
    match admitted.news {
        News::Known => {}
        News::Made => tracing::info!(user, way, "account created"),
        News::Linked => tracing::info!(user, way, "login method added"),
        News::TookOver => {
            tracing::warn!(user, way, "the owner of an address took the account over");
            shop.reclaimed.notify_one();
        }
    }
}

pub async fn admit(tx: &Tx<'_>, newcomer: &Newcomer, now: Moment) -> Result<Admitted, Refusal> {
    let Some(known) = store::user_of(tx, &newcomer.way).await? else {
        return admit_new(tx, newcomer, now).await;
    };
    identity::store::lock_user(tx, &known).await?;
    // A concurrent request unlinked it, deleted the account or merged it into another.
    if store::user_of(tx, &newcomer.way).await?.as_ref() != Some(&known) {
        return Err(tx.overtaken().into());
    }
    let account = identity::store::account_by_id(tx, &known).await?.ok_or(Refusal::Closed)?;
    if let Way::Elsewhere(identity) = &newcomer.way {
        store::set_label(tx, identity).await?;
    }
    match &newcomer.verified_email {
        Some(email) if account.user.email.is_none() => {
            finish(tx, &account.user, email, &newcomer.name, now).await
        }
        _ => Ok(Admitted { user: account.user, news: News::Known, deed: None }),
    }
}

async fn admit_new(tx: &Tx<'_>, newcomer: &Newcomer, now: Moment) -> Result<Admitted, Refusal> {
    let account = match &newcomer.verified_email {
        Some(email) => locked_account(tx, email).await?,
        None => None,
    };
    let Some(account) = account else { return make(tx, newcomer, now).await };
    // A concurrent login with the same method was first.
    if store::user_of(tx, &newcomer.way).await?.is_some() {
        return Err(tx.overtaken().into());
    }
    let mut admitted = of_address(tx, account, &newcomer.name, newcomer.photo_url.as_deref(), now).await?;
    if !store::add_way(tx, &admitted.user.id, &newcomer.way, now).await? {
        return Err(Refusal::OtherLinked);
    }
    if admitted.news == News::Known {
        admitted.news = News::Linked;
    }
    Ok(admitted)
}

async fn make(tx: &Tx<'_>, newcomer: &Newcomer, now: Moment) -> Result<Admitted, Refusal> {
    let user = User {
        id: Id::new(now),
        email: newcomer.verified_email.as_ref().map(Email::to_string),
        display_name: newcomer.name.clone(),
        photo_url: newcomer.photo_url.clone(),
        role: Role::User,
    };
    identity::store::insert_user(tx, &user, None, now).await?;
    if let Some(email) = &newcomer.verified_email {
        identity::store::set_verified(tx, email, now).await?;
    }
    store::add_way(tx, &user.id, &newcomer.way, now).await?;
    Ok(Admitted { user, news: News::Made, deed: None })
}

/// Sets the verified address of an account that has none. If another account has the address, the login methods move
/// there and the incomplete account is deleted.
pub async fn finish(
    tx: &Tx<'_>,
    unfinished: &User,
    email: &Email,
    name: &str,
    now: Moment,
) -> Result<Admitted, Refusal> {
    let Some(account) = locked_account(tx, email).await? else {
        if !store::set_email(tx, &unfinished.id, email, now).await? {
            return Err(tx.overtaken().into());
        }
        let mut user = User { email: Some(email.to_string()), ..unfinished.clone() };
        if user.display_name.is_empty() {
            name.clone_into(&mut user.display_name);
            store::set_name(tx, &user.id, name, None).await?;
        }
        return Ok(Admitted { user, news: News::Made, deed: None });
    };
    let shown = if unfinished.display_name.is_empty() { name } else { &unfinished.display_name };
    let mut admitted = of_address(tx, account, shown, unfinished.photo_url.as_deref(), now).await?;
    if !store::move_ways(tx, &unfinished.id, &admitted.user.id).await? {
        return Err(Refusal::OtherLinked);
    }
    store::delete_unfinished(tx, &unfinished.id).await?;
    if admitted.news == News::Known {
        admitted.news = News::Linked;
    }
    Ok(admitted)
}

/// Locks the account of this address.
async fn locked_account(tx: &Tx<'_>, email: &Email) -> Result<Option<Account>, db::Error> {
    let Some(found) = identity::store::account_by_email(tx, email).await? else { return Ok(None) };
    identity::store::lock_user(tx, &found.user.id).await?;
    let account = identity::store::account_by_id(tx, &found.user.id).await?;
    // A concurrent request deleted it or changed its address.
    account.filter(|account| account.user.has_email(email.as_str())).map(Some).ok_or_else(|| tx.overtaken())
}

/// The account for the verified owner of its address. Reclaims it if its own address is unverified.
async fn of_address(
    tx: &Tx<'_>,
    account: Account,
    name: &str,
    photo_url: Option<&str>,
    now: Moment,
) -> Result<Admitted, Refusal> {
    if account.is_verified {
        return Ok(Admitted { user: account.user, news: News::Known, deed: None });
    }
    let (mut user, deed) = take_over(tx, &account.user, now).await?;
    store::set_name(tx, &user.id, name, photo_url).await?;
    (user.display_name, user.photo_url) = (name.to_owned(), photo_url.map(str::to_owned));
    Ok(Admitted { user, news: News::TookOver, deed })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn newcomer(email: Option<&str>, name: &str, photo: &str) -> Newcomer {
        let email = email.and_then(Email::parse);
        Newcomer::new(Way::Phone("+16135550142".into()), email, name, Some(photo.to_owned()))
    }

    #[test]
    fn what_others_wrote_is_one_line_and_a_private_address() {
        let person = newcomer(None, " Ada\r\nBcc: x ", "http://pictures.example/1");
        assert_eq!((person.name.as_str(), person.photo_url), ("Ada  Bcc: x", None));
        let person = newcomer(None, &"é".repeat(500), "https://pictures.example/1");
        assert_eq!(person.name.chars().count(), 120);
        assert_eq!(person.photo_url.as_deref(), Some("https://pictures.example/1"));
        assert_eq!(newcomer(None, "", "javascript:alert(1)").photo_url, None);
        assert_eq!(newcomer(None, "\u{202e}adA\u{200b} \u{feff}Moss\u{2069}", "").name, "adA Moss");
        assert_eq!(newcomer(None, "\u{200b}\u{200d}", "").name, "");
    }

    #[test]
    fn who_tells_no_name_is_called_by_the_address() {
        assert_eq!(newcomer(Some("ada.moss@example.com"), "\u{2028}", "").name, "ada.moss");
        assert_eq!(newcomer(None, "  ", "").name, "");
    }
}
