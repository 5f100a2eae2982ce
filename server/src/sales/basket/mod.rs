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
mod listed;
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

/// A basket has at most as many lines as a purchase.
pub const MAX_LINES: usize = 50;
pub const COOKIE_TTL: Duration = Duration::from_hours(30 * 24);
pub const ACCOUNT_TTL: Duration = Duration::from_hours(90 * 24);

/// The cookie of the basket of a visitor who is not logged in.
pub const BASKET_COOKIE: SecretCookie =
    SecretCookie::new("trowel_basket", "__Host-trowel_basket", Some(COOKIE_TTL));

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BasketHolder {
    Account {
        id: Id,
        customer_key: String,
    },
    /// `hash` is the hash of the secret in the cookie. A visitor has no key before the checkout asks for the e-mail.
    Cookie {
        hash: String,
        customer_key: String,
    },
}

/// A basket with at least one line.
#[derive(Debug, Clone)]
pub struct Basket {
    pub id: Id,
    /// Counts the changes.
    pub revision: i64,
    pub code: Option<BasketCode>,
    /// The lines, sorted by the ids of their tools.
    pub lines: Vec<BasketLine>,
}

impl Basket {
    /// Makes a basket of its rows. Returns `None` if there are no rows.
    fn new(rows: Vec<(Id, i64, BasketLine)>, code: Option<BasketCode>) -> Option<Self> {
        let &(ref id, revision, _) = rows.first()?;
        let id = id.clone();
        Some(Self { id, revision, code, lines: rows.into_iter().map(|(_, _, line)| line).collect() })
    }

    /// No quantity of any of its tools can be bought now.
    pub fn is_sold_out(&self) -> bool {
        self.lines.iter().all(|line| !line.tool.is_left())
    }

    /// The discount of the basket's code, if the code works now.
    pub fn discount(&self, now: Timestamp) -> Option<&Discount> {
        self.code.as_ref()?.discount(now)
    }
}

impl BasketHolder {
    /// The basket's holder is a visitor, whose e-mail address is not known yet.
    pub const fn visitor(hash: String) -> Self {
        Self::Cookie { hash, customer_key: String::new() }
    }

    /// The key that tells whether the customer has used a code before ([`discounts::customer_key`]). Empty if the
    /// customer is not known.
    pub fn customer_key(&self) -> &str {
        match self {
            Self::Account { customer_key, .. } | Self::Cookie { customer_key, .. } => customer_key,
        }
    }

    pub const fn is_visitor(&self) -> bool {
        matches!(self, Self::Cookie { .. })
    }

    /// Reads the holder's basket. Returns `None` if it is empty.
    pub async fn basket(&self, tx: &Tx<'_>) -> Result<Option<Basket>, db::Error> {
        let (rows, code) = match self {
            Self::Account { id, customer_key } => {
                let code = discounts::store::of_basket_of_user(tx, id, customer_key);
                tokio::try_join!(store::rows_of_user(tx, id), code)?
            }
            Self::Cookie { hash, customer_key } => {
                let code = discounts::store::of_basket_of_cookie(tx, hash, customer_key);
                tokio::try_join!(store::rows_of_cookie(tx, hash), code)?
            }
        };
        Ok(Basket::new(rows, code))
    }
}

/// Deletes some baskets that did not change for long, or that the owner of a reclaimed account did not fill. Returns
/// how many.
pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, db::Error> {
    Ok(store::delete_before_reclaim(tx).await?
        + store::delete_old_of_cookies(tx, now.minus(COOKIE_TTL)).await?
        + store::delete_old_of_accounts(tx, now.minus(ACCOUNT_TTL)).await?)
}
