//! A customer asks for one e-mail when a tool that is sold out can be ordered again.
//!
//! A row waits until a job finds its tool in stock. The transaction that deletes the row queues the e-mail, so that two
//! nodes send one.

pub mod http;
pub mod store;

use self::store::DueStockAlert;
use crate::{
    accounts,
    base::email::{Mailer, message::EmailMessage},
    catalogue,
    db::{self, Tx},
    shop::Shop,
    values::{ids::Id, time::Timestamp},
};

/// A customer may wait for this many tools. The limit of e-mails to one address is higher, because all of these tools
/// may come back on one day.
const MAX_OF_USER: i64 = 20;
const BATCH_SIZE: i64 = 50;

pub enum AskStockAlertOutcome {
    Waiting,
    NotFound,
    InStock,
    /// Another person may have signed up with the address.
    EmailNotVerified,
    TooMany,
}

pub async fn ask(shop: &Shop, user: &Id, tool: &Id) -> Result<AskStockAlertOutcome, db::Error> {
    let input = (user.clone(), tool.clone(), shop.clock.now());
    shop.db.write(input, |tx, (user, tool, now)| Box::pin(ask_in_tx(tx, user, tool, *now))).await
}

async fn ask_in_tx(
    tx: &Tx<'_>,
    user: &Id,
    tool: &Id,
    now: Timestamp,
) -> Result<AskStockAlertOutcome, db::Error> {
    // Concurrent requests of the customer wait, because the limit is a rule about several rows.
    accounts::store::lock_user(tx, user).await?;
    let Some(found) = catalogue::tools::store::published_by_id(tx, tool).await? else {
        return Ok(AskStockAlertOutcome::NotFound);
    };
    if found.available >= found.minimum {
        return Ok(AskStockAlertOutcome::InStock);
    }
    let account = accounts::store::account_by_id(tx, user).await?;
    if !account.is_some_and(|account| account.is_verified) {
        return Ok(AskStockAlertOutcome::EmailNotVerified);
    }
    if !store::is_waiting(tx, tool, user).await? {
        if store::count_of_user(tx, user).await? >= MAX_OF_USER {
            return Ok(AskStockAlertOutcome::TooMany);
        }
        store::insert(tx, tool, user, now).await?;
    }
    Ok(AskStockAlertOutcome::Waiting)
}

/// Queues the e-mails of tools that are in stock again, and forgets alerts of removed tools.
pub async fn send_due(shop: &Shop) -> Result<(), db::Error> {
    if !shop.mailer.is_on() {
        return Ok(());
    }
    loop {
        let input = (shop.mailer.clone(), shop.clock.now());
        let count = shop.db.write(input, |tx, (mailer, now)| Box::pin(send_batch(tx, mailer, *now))).await?;
        if count == 0 {
            return Ok(());
        }
    }
}

async fn send_batch(tx: &Tx<'_>, mailer: &Mailer, now: Timestamp) -> Result<usize, db::Error> {
    store::delete_of_removed_tools(tx).await?;
    let due = store::due(tx, BATCH_SIZE).await?;
    for alert in &due {
        let DueStockAlert { tool_id, user_id, tool_name } = alert.clone();
        if !store::delete(tx, &tool_id, &user_id).await? || accounts::store::is_blocked(tx, &user_id).await? {
            continue;
        }
        let account = accounts::store::account_by_id(tx, &user_id).await?;
        let account = account.filter(|account| account.is_verified);
        let Some((account, to)) = account.and_then(accounts::store::Account::with_email) else { continue };
        let name = account.user.display_name;
        mailer.queue(tx, &to, &EmailMessage::BackInStock { name, tool_id, tool_name }, now).await?;
    }
    Ok(due.len())
}
