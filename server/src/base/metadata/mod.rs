//! Facts about the database as a whole. Its currency, and whether it is a demo, are fixed at the first start. The card
//! provider's account is stored too.

pub mod maintenance;
pub mod store;

use thiserror::Error;

use crate::{
    base::config::{Config, RunMode},
    db::{self, Db, Tx},
    values::{
        ids::Id,
        locale::{AmountFormat, ShopLocale},
        time::Timestamp,
    },
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

/// Whether the running shop verifies e-mail addresses. Commands on the host read this, because they do not know its
/// settings.
const VERIFIES_EMAILS: &str = "verifies_emails";
const YES: &str = "yes";

const MODE: &str = "mode";

const CURRENCY: &str = "currency";

/// Present in shops that sell into Québec only when they are ready. Shops that sold before this rule have no such row.
const QUEBEC_GATE: &str = "quebec_gate";

/// How reports in English write amounts of this database.
pub async fn amounts(tx: &Tx<'_>) -> Result<AmountFormat, db::Error> {
    let currency = store::get(tx, CURRENCY).await?;
    Ok(currency.map_or_else(AmountFormat::default, |code| AmountFormat::new(ShopLocale::default(), &code)))
}

pub async fn is_demo(db: &Db) -> Result<bool, db::Error> {
    let mode = db.read((), |tx, ()| store::get(tx, MODE)).await?;
    Ok(mode.as_deref() == Some("demo"))
}

/// Whether the shop sells into Québec only when it is ready, or when its owner has opened it.
pub async fn has_quebec_gate(db: &Db) -> Result<bool, db::Error> {
    let stored = db.read((), |tx, ()| store::get(tx, QUEBEC_GATE)).await?;
    Ok(stored.as_deref() == Some(YES))
}

/// Whether the shop verified e-mail addresses when it was last started.
pub async fn verifies_emails(db: &Db) -> Result<bool, db::Error> {
    let stored = db.read((), |tx, ()| store::get(tx, VERIFIES_EMAILS)).await?;
    Ok(stored.as_deref() == Some(YES))
}

/// Marks a new database, and refuses one with another currency or mode. Returns the id of the shop.
pub async fn check(db: &Db, config: &Config, now: Timestamp) -> Result<Id, DatabaseMismatch> {
    let mode = match config.mode {
        RunMode::Demo => "demo",
        RunMode::Serve => "serve",
    };
    let input =
        (config.currency.clone(), mode, config.verifies_emails(), config.has_quebec_gate, Id::new(now));
    let (currency, mode, id) = db
        .write(input, |tx, (currency, mode, verifies, has_gate, new_id)| {
            Box::pin(async move {
                let is_new = store::get(tx, MODE).await?.is_none();
                if *has_gate && is_new {
                    store::put(tx, QUEBEC_GATE, YES).await?;
                }
                store::put(tx, VERIFIES_EMAILS, if *verifies { YES } else { "no" }).await?;
                let currency = store::set_if_absent(tx, CURRENCY, currency).await?;
                let mode = store::set_if_absent(tx, MODE, mode).await?;
                Ok((currency, mode, maintenance::ensure_shop_id(tx, new_id).await?))
            })
        })
        .await?;
    compare(&mode, currency, config).map(|()| id)
}

/// Compares the database with the settings like [`check`], without changing it. A database without mode and currency
/// fits.
pub async fn check_existing(db: &Db, config: &Config) -> Result<(), DatabaseMismatch> {
    let read = db.read((), |tx, ()| {
        Box::pin(async move { Ok((store::get(tx, MODE).await?, store::get(tx, CURRENCY).await?)) })
    });
    let (mode, currency) = read.await?;
    compare(&mode.unwrap_or_default(), currency.unwrap_or_else(|| config.currency.clone()), config)
}

fn compare(mode: &str, currency: String, config: &Config) -> Result<(), DatabaseMismatch> {
    match (mode, config.mode) {
        ("demo", RunMode::Serve) => Err(DatabaseMismatch::DemoUnderServe),
        ("serve", RunMode::Demo) => Err(DatabaseMismatch::RealUnderDemo),
        _ if currency != config.currency => {
            Err(DatabaseMismatch::Currency { stored: currency, given: config.currency.clone() })
        }
        _ => Ok(()),
    }
}
