//! What a visitor means to buy: tools and quantities, of an account or of a cookie. It reserves nothing.
//!
//! A basket has no prices but the ones that were shown last. Each answer has today's price, stock and minimum, and says
//! what changed since.

pub mod basket_json;
pub mod change;
pub mod code;
pub mod http;
pub mod join;
pub mod line;

pub mod quotes;
pub mod store;

use std::time::Duration;

use self::line::BasketLine;
use crate::{
    db::{self, Tx},
    http::cookies::SecretCookie,
    sales::discounts::{self, BasketCode},
    values::{discount::Discount, ids::Id, time::Timestamp},
};

/// As many lines as a purchase has at most.
pub const MAX_LINES: usize = 50;
const COOKIE_TTL: Duration = Duration::from_hours(30 * 24);
const ACCOUNT_TTL: Duration = Duration::from_hours(90 * 24);

/// Of a visitor who is not logged in.
pub const BASKET_COOKIE: SecretCookie =
    SecretCookie::new("trowel_basket", "__Host-trowel_basket", Some(COOKIE_TTL));

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BasketOwner {
    Account(Id),
    /// The hash of the secret in the cookie.
    Cookie(String),
}

/// A basket with at least one line.
#[derive(Debug, Clone)]
pub struct Basket {
    pub id: Id,
    /// Counts the changes.
    pub revision: i64,
    pub code: Option<BasketCode>,
    /// By the ids of their tools.
    pub lines: Vec<BasketLine>,
}

impl Basket {
    /// `None`: no rows.
    fn new(rows: Vec<(Id, i64, BasketLine)>, code: Option<BasketCode>) -> Option<Self> {
        let (id, revision, _) = rows.first()?;
        let (id, revision) = (id.clone(), *revision);
        Some(Self { id, revision, code, lines: rows.into_iter().map(|(_, _, line)| line).collect() })
    }

    /// Of its code, if that works now.
    pub fn discount(&self, now: Timestamp) -> Option<&Discount> {
        self.code.as_ref()?.discount(now)
    }
}

impl BasketOwner {
    /// `None`: the basket is empty.
    pub async fn basket(&self, tx: &Tx<'_>) -> Result<Option<Basket>, db::Error> {
        self.basket_for(tx, "").await
    }

    /// The same. `customer_key` asks whether this customer has used its code before.
    pub async fn basket_for(&self, tx: &Tx<'_>, customer_key: &str) -> Result<Option<Basket>, db::Error> {
        let (rows, code) = match self {
            Self::Account(user) => {
                let code = discounts::store::of_basket_of_user(tx, user, customer_key);
                tokio::try_join!(store::rows_of_user(tx, user), code)?
            }
            Self::Cookie(hash) => {
                let code = discounts::store::of_basket_of_cookie(tx, hash, customer_key);
                tokio::try_join!(store::rows_of_cookie(tx, hash), code)?
            }
        };
        Ok(Basket::new(rows, code))
    }
}

/// Deletes some baskets that did not change for long, or that the owner of a reclaimed account did not fill. Returns how
/// many.
pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, db::Error> {
    Ok(store::delete_before_reclaim(tx).await?
        + store::delete_old_of_cookies(tx, now.minus(COOKIE_TTL)).await?
        + store::delete_old_of_accounts(tx, now.minus(ACCOUNT_TTL)).await?)
}
