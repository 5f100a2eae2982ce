//! Facts about the database as a whole. Its currency, and whether it is a demo, are fixed at the first start. The card
//! provider's account is stored too.

pub mod store;

use thiserror::Error;

use crate::{
    config::{Config, RunMode},
    db::{self, Db, Tx},
    values::locale::{AmountFormat, ShopLocale},
};

#[derive(Debug, Error)]
pub enum DatabaseMismatch {
    #[error(
        "This database is a demo: its passwords are public. Give serve a database of its own (--data or --database)."
    )]
    DemoUnderServe,
    #[error("This database belongs to a real shop. Give the demo a folder of its own (--data).")]
    RealUnderDemo,
    #[error(
        "All prices in this database are in {stored}, and TROWEL_CURRENCY says {given}. A shop's currency cannot be changed."
    )]
    Currency { stored: String, given: String },
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// For commands on the host, which do not know the settings of the running shop.
const VERIFIES_EMAILS: &str = "verifies_emails";
const YES: &str = "yes";

const MODE: &str = "mode";

const CURRENCY: &str = "currency";

/// How reports in English write amounts of this database.
pub async fn amounts(tx: &Tx<'_>) -> Result<AmountFormat, db::Error> {
    let currency = store::get(tx, CURRENCY).await?;
    Ok(currency.map_or_else(AmountFormat::default, |code| AmountFormat::new(ShopLocale::default(), &code)))
}

pub async fn is_demo(db: &Db) -> Result<bool, db::Error> {
    let mode = db.read((), |tx, ()| Box::pin(store::get(tx, MODE))).await?;
    Ok(mode.as_deref() == Some("demo"))
}

/// Whether the shop verified e-mail addresses when it was last started.
pub async fn verifies_emails(db: &Db) -> Result<bool, db::Error> {
    let stored = db.read((), |tx, ()| Box::pin(store::get(tx, VERIFIES_EMAILS))).await?;
    Ok(stored.as_deref() == Some(YES))
}

/// Marks a new database, and refuses one with another currency or mode.
pub async fn check(db: &Db, config: &Config) -> Result<(), DatabaseMismatch> {
    let mode = match config.mode {
        RunMode::Demo => "demo",
        RunMode::Serve => "serve",
    };
    let (stored_currency, stored_mode) = db
        .write((config.currency.clone(), mode, config.verifies_emails()), |tx, (currency, mode, verifies)| {
            Box::pin(async move {
                store::put(tx, VERIFIES_EMAILS, if *verifies { YES } else { "no" }).await?;
                let currency = store::set_if_absent(tx, CURRENCY, currency).await?;
                Ok((currency, store::set_if_absent(tx, MODE, mode).await?))
            })
        })
        .await?;
    match (stored_mode.as_str(), config.mode) {
        ("demo", RunMode::Serve) => return Err(DatabaseMismatch::DemoUnderServe),
        ("serve", RunMode::Demo) => return Err(DatabaseMismatch::RealUnderDemo),
        _ => {}
    }
    if stored_currency != config.currency {
        return Err(DatabaseMismatch::Currency { stored: stored_currency, given: config.currency.clone() });
    }
    Ok(())
}
