//! Schema migrations, applied once in order and never edited.
//!
//! The table `migrations` records what was applied. Nodes that start at the same time lock its row 0, because not every
//! engine with PostgreSQL's protocol has advisory locks.

use super::{Db, Error, Tx};
use crate::values::hash::sha256_hex;

/// One file of server/migrations.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    /// `0001_shop`: four digits give the order.
    pub name: &'static str,
    /// Runs on both engines.
    pub sql: &'static str,
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(Migration { name: $name, sql: include_str!(concat!("../../migrations/", $name, ".sql")) }),*]
    };
}

/// Oldest first.
pub const ALL: &[Migration] = files![
    "0001_shop",
    "0002_images",
    "0003_profiles",
    "0004_sign_in",
    "0005_refunds",
    "0006_payment_accounts"
];

/// Why the program cannot use the database. Detected before any change.
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

super::statements! {
    MARK_TABLE = "INSERT INTO migrations (id, name, sha256, applied_at) VALUES (0, '0000_migrations', '', $1)
                  ON CONFLICT (id) DO NOTHING";
    QUEUE_UP = "UPDATE migrations SET applied_at = applied_at WHERE id = 0";
    APPLIED = "SELECT id, name, sha256 FROM migrations WHERE id > 0 ORDER BY id";
    RECORD = "INSERT INTO migrations (id, name, sha256, applied_at) VALUES ($1, $2, $3, $4)";
}

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
        let next = db.write_long(move |tx| Box::pin(apply_next(tx, list, now_micros))).await?;
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
        let created: Result<(), Error> = db
            .write_long(move |tx| {
                Box::pin(async move {
                    tx.script("migrations", TABLE).await?;
                    tx.execute(&MARK_TABLE, super::params![now_micros]).await?;
                    Ok(())
                })
            })
            .await;
        attempts -= 1;
        match created {
            Err(Error::Constraint { .. } | Error::Other(_)) if attempts > 0 => {}
            other => return other,
        }
    }
}

/// Whether every migration of `list` is applied.
pub async fn is_complete(db: &Db, list: &'static [Migration]) -> Result<bool, Error> {
    db.read(move |tx| Box::pin(async move { first_missing(tx, list).await.map(|missing| missing.is_none()) }))
        .await
}

async fn apply_next(
    tx: &Tx<'_>,
    list: &'static [Migration],
    now_micros: i64,
) -> Result<Option<&'static str>, Error> {
    tx.execute(&QUEUE_UP, super::params![]).await?;
    let Some((id, migration)) = first_missing(tx, list).await? else { return Ok(None) };
    tx.script(migration.name, migration.sql).await?;
    tx.execute(&RECORD, super::params![id, migration.name, fingerprint(migration), now_micros]).await?;
    tracing::info!(migration = migration.name, "applied");
    Ok(Some(migration.name))
}

async fn first_missing(
    tx: &Tx<'_>,
    list: &'static [Migration],
) -> Result<Option<(i64, &'static Migration)>, Error> {
    let applied: Vec<(i64, String, String)> = tx.all(&APPLIED, super::params![]).await?;
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
fn fingerprint(migration: &Migration) -> String {
    sha256_hex(migration.sql.replace("\r\n", "\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_holds_every_file() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .filter_map(|name| name.strip_suffix(".sql").map(str::to_owned))
            .collect();
        files.sort();
        assert_eq!(files, ALL.iter().map(|migration| migration.name).collect::<Vec<_>>());
    }
}
