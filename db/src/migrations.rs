//! Schema migrations, applied once in order and never edited.
//!
//! The table `migrations` records what was applied. Nodes that start at the same time lock its row 0, because not every
//! engine with PostgreSQL's protocol has advisory locks.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::{Db, Error, Tx};

/// One change of the schema.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// `0001_shop`: four digits give the order.
    pub name: &'static str,
    /// Runs on both engines.
    pub sql: &'static str,
}

/// Why a database and this program do not fit. Found before anything is changed.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    #[error(
        "the file of migration {0} was edited after it was applied to this database. Undo the edit and add a new migration \
         instead"
    )]
    Changed(String),
    #[error(
        "this database has migration {0}, which this program does not know: it is newer. Start the newer program"
    )]
    Newer(String),
    #[error("migration {0} comes before others that were applied to this database; give it a later number")]
    OutOfOrder(String),
    #[error("migration {0}: names start with four digits that count up from 0001")]
    BadName(String),
}

crate::statements! {
    MARK_TABLE = "INSERT INTO migrations (id, name, sha256, applied_at) VALUES (0, '0000_migrations', '', $1)
                  ON CONFLICT (id) DO NOTHING";
    QUEUE_UP = "UPDATE migrations SET applied_at = applied_at WHERE id = 0";
    APPLIED = "SELECT id, name, sha256 FROM migrations WHERE id > 0 ORDER BY id";
    RECORD = "INSERT INTO migrations (id, name, sha256, applied_at) VALUES ($1, $2, $3, $4)";
}

pub(super) const TABLE_NAME: &str = "migrations";
const TABLE: &str = "CREATE TABLE IF NOT EXISTS migrations (
    id BIGINT PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL, applied_at BIGINT NOT NULL)";

/// Applies the missing migrations, each in its own transaction, and returns their names.
pub async fn apply(db: &Db, list: &'static [Migration], now_micros: i64) -> Result<Vec<&'static str>, Error> {
    for (migration, position) in list.iter().zip(1..) {
        if number(migration) != Some(position) {
            return Err(Error::other(MigrationError::BadName(migration.name.to_owned())));
        }
    }
    create_table(db, now_micros).await?;
    let mut applied = Vec::new();
    // Each iteration applies at most one migration, so that concurrent nodes take turns.
    loop {
        let next =
            db.write_bulk((list, now_micros), |tx, (list, now)| Box::pin(apply_next(tx, list, *now))).await?;
        match next {
            Some(name) => applied.push(name),
            None => return Ok(applied),
        }
    }
}

/// CREATE TABLE IF NOT EXISTS can fail when several nodes start on an empty database. A retry then finds the table.
async fn create_table(db: &Db, now_micros: i64) -> Result<(), Error> {
    let mut attempts = 5;
    loop {
        let created = db.write_bulk(now_micros, |tx, now| Box::pin(create_table_once(tx, *now))).await;
        attempts -= 1;
        match created {
            Err(Error::Constraint { .. } | Error::Other(_)) if attempts > 0 => {}
            other => return other,
        }
    }
}

async fn create_table_once(tx: &Tx<'_>, now_micros: i64) -> Result<(), Error> {
    tx.script("migrations", TABLE).await?;
    tx.execute(&MARK_TABLE, crate::params![now_micros]).await?;
    Ok(())
}

/// Whether nothing of `list` is missing.
pub async fn is_complete(db: &Db, list: &'static [Migration]) -> Result<bool, Error> {
    Ok(db.read(list, |tx, list| Box::pin(first_missing(tx, list))).await?.is_none())
}

/// Returns names and fingerprints of the migrations that this database has, oldest first. A new database has none.
pub async fn applied(tx: &Tx<'_>) -> Result<Vec<(String, String)>, Error> {
    if !tx.has_migrations().await? {
        return Ok(Vec::new());
    }
    let applied: Vec<(i64, String, String)> = tx.all(&APPLIED, crate::params![]).await?;
    Ok(applied.into_iter().map(|(_, name, sha256)| (name, sha256)).collect())
}

/// Applies the missing migrations in the transaction of the caller, for a restore.
pub async fn apply_in(tx: &Tx<'_>, list: &'static [Migration], now_micros: i64) -> Result<(), Error> {
    create_table_once(tx, now_micros).await?;
    while apply_next(tx, list, now_micros).await?.is_some() {}
    Ok(())
}

async fn apply_next(
    tx: &Tx<'_>,
    list: &'static [Migration],
    now_micros: i64,
) -> Result<Option<&'static str>, Error> {
    tx.execute(&QUEUE_UP, crate::params![]).await?;
    let Some((id, migration)) = first_missing(tx, list).await? else { return Ok(None) };
    tx.script(migration.name, migration.sql).await?;
    tx.execute(&RECORD, crate::params![id, migration.name, fingerprint(migration), now_micros]).await?;
    tracing::info!(migration = migration.name, "applied");
    Ok(Some(migration.name))
}

async fn first_missing(
    tx: &Tx<'_>,
    list: &'static [Migration],
) -> Result<Option<(i64, &'static Migration)>, Error> {
    let applied: Vec<(i64, String, String)> = tx.all(&APPLIED, crate::params![]).await?;
    let mut applied = applied.into_iter().peekable();
    let mut missing = None;
    for (migration, id) in list.iter().zip(1..) {
        match applied.next_if(|(applied, ..)| *applied == id) {
            Some((_, name, sha256)) => {
                if name != migration.name || sha256 != fingerprint(migration) {
                    return Err(Error::other(MigrationError::Changed(name)));
                }
                if let Some((_, before)) = missing {
                    let before: &Migration = before;
                    return Err(Error::other(MigrationError::OutOfOrder(before.name.to_owned())));
                }
            }
            None => missing = missing.or(Some((id, migration))),
        }
    }
    if let Some((_, name, _)) = applied.next() {
        return Err(Error::other(MigrationError::Newer(name)));
    }
    Ok(missing)
}

fn number(migration: &Migration) -> Option<i64> {
    let (digits, _) = migration.name.split_once('_').filter(|(digits, _)| digits.len() == 4)?;
    digits.parse().ok()
}

/// Ignores line endings, which a checkout may change.
pub fn fingerprint(migration: &Migration) -> String {
    let digest = Sha256::digest(migration.sql.replace("\r\n", "\n").as_bytes());
    digest.iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
