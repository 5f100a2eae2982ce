//! The database: whether it is there and fits, its clock, and when it was last backed up.

use std::time::Duration;

use super::{DoctorReport, Fault, Finding, Fine, MAX_DRIFT, Note, Warning, compare_clocks, files::missing};
use crate::{
    app::cli::verify::cannot_open,
    base::{
        config::Config,
        metadata::{
            self,
            maintenance::{self, OverdueBackup},
            store,
        },
        migrations::MIGRATIONS,
    },
    db::{self, DatabaseLocation, Db, Tx},
    sales::orders,
    values::{clock::Clock, duration::humanize_duration, ids::Id, time::Timestamp},
};

/// Returns the id of the shop, if the database has one.
pub async fn check(config: &Config, clock: &Clock, report: &mut DoctorReport) -> Option<Id> {
    if let DatabaseLocation::Sqlite(path) = &config.database
        && let Some(finding) = missing(path, &config.data, "start")
    {
        report.add("Database", finding);
        return None;
    }
    let db = match Db::open(&config.database, db::Options::default()).await {
        Ok(db) => db,
        Err(error) => {
            let repair = "Start the database, or correct TROWEL_DATABASE_URL or TROWEL_DATA";
            report.add("Database", Fault(format!("{}. {repair}", cannot_open(&error, "the database"))));
            return None;
        }
    };
    let shop_id = check_open(&db, config, clock, report).await;
    db.close().await;
    shop_id
}

async fn check_open(db: &Db, config: &Config, clock: &Clock, report: &mut DoctorReport) -> Option<Id> {
    let schema = schema(db, config).await;
    let is_shop = matches!(schema, Ok(Schema::Current | Schema::Older));
    report.add("Database", schema.map_or_else(Fault, Schema::describe));
    report.add("Clock", clocks(db, clock, is_shop).await.unwrap_or_else(|error| unreadable(&error)));
    if !is_shop {
        return None;
    }
    let input = (config.clone(), clock.now());
    let read = db.read(input, |tx, (config, now)| Box::pin(last_backup(tx, config, *now)));
    report.add("Last backup", read.await.unwrap_or_else(|error| unreadable(&error)));
    db.read((), |tx, ()| Box::pin(maintenance::shop_id(tx))).await.ok().flatten()
}

fn unreadable(error: &db::Error) -> Finding {
    Fault(format!("the database cannot be read: {error}. Look at the log of the database"))
}

enum Schema {
    Empty,
    Current,
    Older,
}

impl Schema {
    fn describe(self) -> Finding {
        match self {
            Self::Empty => Note("it answers and is empty. The first start makes its tables".to_owned()),
            Self::Current => Fine("it answers and has the tables of this program".to_owned()),
            Self::Older => Note("it answers and is older. The next start migrates it".to_owned()),
        }
    }
}

/// Compares the tables and the settings with this program. Returns an error if the shop would not start on the
/// database.
async fn schema(db: &Db, config: &Config) -> Result<Schema, String> {
    let applied = db.read((), |tx, ()| Box::pin(db::migrations::applied(tx))).await;
    if applied.map_err(|error| error.to_string())?.is_empty() {
        return Ok(Schema::Empty);
    }
    let is_current = db.is_migrated(MIGRATIONS).await.map_err(|error| error.to_string())?;
    metadata::check_existing(db, config).await.map_err(|error| error.to_string())?;
    Ok(if is_current { Schema::Current } else { Schema::Older })
}

/// Compares the clock with the server's, and with the orders. SQLite has no clock of its own.
async fn clocks(db: &Db, clock: &Clock, is_shop: bool) -> Result<Finding, db::Error> {
    if is_shop && let Some(order) = order_in_future(db, clock.now()).await? {
        return Ok(Fault(format!(
            "an order was placed at {order}, and this machine's clock is before that. Synchronize the clock with NTP"
        )));
    }
    if db.engine() == db::Engine::Sqlite {
        return Ok(Fine("no order is later than this machine's clock".to_owned()));
    }
    let theirs = db.read((), |tx, ()| store::clock(tx)).await?;
    // Parsed unless the server writes times in a format of its own.
    Ok(match Timestamp::parse(&theirs) {
        Some(theirs) => compare_clocks("the database server", theirs, clock.now()),
        None => Note("the time of the database server cannot be read. Set DateStyle to ISO there".to_owned()),
    })
}

/// The first order that was placed after `now`, as far as clocks of nodes may differ.
pub async fn order_in_future(db: &Db, now: Timestamp) -> Result<Option<Timestamp>, db::Error> {
    db.read(now.plus(MAX_DRIFT), |tx, now| Box::pin(orders::store::first_since(tx, *now))).await
}

async fn last_backup(tx: &Tx<'_>, config: &Config, now: Timestamp) -> Result<Finding, db::Error> {
    if config.backups.made_elsewhere {
        return Ok(Note("another program makes backups, as TROWEL_BACKUP_DIR=none says".to_owned()));
    }
    let last = maintenance::last_backup(tx).await?;
    let told = last.map_or_else(
        || "there was no backup yet".to_owned(),
        |last| format!("it is {} old", in_words(now, last)),
    );
    Ok(match maintenance::overdue_backup(tx, config, now).await? {
        None => Fine(told),
        Some(OverdueBackup { is_nightly: true, .. }) => {
            Fault(format!("{told}. The log of the shop says why at `the nightly backup failed`"))
        }
        Some(OverdueBackup { is_nightly: false, .. }) => Warning(format!(
            "{told}. Set TROWEL_BACKUP_DIR for a backup each night, to none if another program makes them, or run \
             `trowel backup`"
        )),
    })
}

fn in_words(now: Timestamp, before: Timestamp) -> String {
    let age = Duration::from_secs(before.seconds_until(now));
    if age < Duration::from_hours(1) { "less than an hour".to_owned() } else { humanize_duration(age) }
}
