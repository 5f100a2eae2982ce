//! Exports all data of an account for its owner.

pub mod http;
pub mod store;

use self::store::ExportedAccountRow;
use super::profiles::store::{ProfileRow, profile};
use crate::{
    audit::{self, store::EntryRow},
    db::{self, Tx},
    email::{self, outbox::MailRow},
    http::pagination::{Direction, Position},
    identity::{
        login_methods::{self, store::Link},
        session::store::{self as session_store, OwnSession},
    },
    orders::{self, list::Selection, order::Order},
    payments::{self, store::Attempt},
    reviews::{self, store::ReviewRow},
    shop::Shop,
    values::{email::Email, ids::Id, time::Moment},
};

/// Orders per query. All orders are read.
const BATCH: i64 = 500;
/// For lists that are bounded anyway: sessions, e-mails, audit entries.
const MOST: i64 = 10_000;

pub struct Export {
    pub account: ExportedAccountRow,
    pub profile: Option<ProfileRow>,
    pub links: Vec<Link>,
    pub sessions: Vec<OwnSession>,
    pub orders: Vec<Order>,
    pub payments: Vec<Attempt>,
    pub reviews: Vec<ReviewRow>,
    pub letters: Vec<MailRow>,
    pub deeds: Vec<EntryRow>,
}

/// Reads one snapshot. `None`: the account was deleted meanwhile.
pub async fn export(shop: &Shop, user: &Id) -> Result<Option<Export>, db::Error> {
    let (user, now) = (user.clone(), shop.clock.now());
    shop.db
        .read_long(move |tx| {
            let user = user.clone();
            Box::pin(async move { read(tx, &user, now).await })
        })
        .await
}

async fn read(tx: &Tx<'_>, user: &Id, now: Moment) -> Result<Option<Export>, db::Error> {
    let Some(account) = store::account(tx, user).await? else { return Ok(None) };
    // Another person may have had the address before. So e-mails are exported only to a verified owner, and only those
    // newer than the account.
    let letters = match account.email.as_deref().and_then(Email::parse) {
        Some(email) if account.email_verified_at.is_some() => {
            let since = Moment::from_micros(account.created_at);
            email::outbox::to_recipient(tx, &email, since, MOST).await?
        }
        _ => Vec::new(),
    };
    Ok(Some(Export {
        profile: profile(tx, user).await?,
        links: login_methods::store::links_of(tx, user).await?,
        sessions: session_store::of_user(tx, user, now, MOST).await?,
        orders: orders(tx, user).await?,
        payments: payments::store::of_user(tx, user).await?,
        reviews: reviews::store::of_user(tx, user).await?,
        letters,
        deeds: audit::store::of_subject(tx, user, MOST).await?,
        account,
    }))
}

async fn orders(tx: &Tx<'_>, user: &Id) -> Result<Vec<Order>, db::Error> {
    let (selection, direction) = (Selection::OfUser(user.clone()), Direction::Oldest);
    let (mut after, mut all) = (Position::before_all(direction), Vec::new());
    loop {
        let page = orders::store::page(tx, &selection, &after, direction, BATCH).await?;
        let Some(last) = page.last() else { return Ok(all) };
        after = Position { created_at: last.created_at.micros(), id: last.id.to_string() };
        all.extend(page);
    }
}
