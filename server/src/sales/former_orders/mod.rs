//! Orders of a former shop, from a file: a history to read, for the customer and the owner.
//!
//! They are no orders of this shop. They have no stock, payment, invoice or refund, and count in no figure, book or tax
//! report. An order belongs to the account with its e-mail address, once that address is confirmed.

mod file;
pub mod http;
pub mod store;

use self::{file::FormerOrder, store::NewFormerOrder};
use crate::{
    accounts,
    db::{self, Tx},
    values::{email::Email, ids::Id, time::Timestamp},
};

/// The orders that a page or a data export shows.
pub const MAX_SHOWN: i64 = 500;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportOrderOutcome {
    Added,
    /// The shop has the order from an earlier file.
    Unchanged,
}

/// What the import of this order would do.
async fn check(tx: &Tx<'_>, order: &FormerOrder) -> Result<ImportOrderOutcome, db::Error> {
    let is_known = store::exists(tx, order.program, &order.number).await?;
    Ok(if is_known { ImportOrderOutcome::Unchanged } else { ImportOrderOutcome::Added })
}

/// Adds the order, unless the shop has it.
async fn import(tx: &Tx<'_>, order: &FormerOrder, now: Timestamp) -> Result<ImportOrderOutcome, db::Error> {
    let lines = serde_json::to_string(&order.lines).map_err(|_| tx.conflict())?;
    let is_new = store::insert(tx, &NewFormerOrder { id: Id::new(now), order, lines, now }).await?;
    Ok(if is_new { ImportOrderOutcome::Added } else { ImportOrderOutcome::Unchanged })
}

/// The newest orders that this account may read. An account whose address is not confirmed may be another person's, so
/// it reads none.
pub async fn of_account(tx: &Tx<'_>, user: &Id) -> Result<Vec<store::FormerOrderRow>, db::Error> {
    let account = accounts::store::account_by_id(tx, user).await?.filter(|account| account.is_verified);
    match account.and_then(accounts::store::Account::with_email) {
        Some((_, email)) => store::of_customer(tx, &email, MAX_SHOWN).await,
        None => Ok(Vec::new()),
    }
}

/// Forgets who bought the orders with this address, together with the customer's account. The shop keeps what was sold.
pub async fn anonymize(tx: &Tx<'_>, email: &Email) -> Result<(), db::Error> {
    store::forget_email(tx, email).await
}
