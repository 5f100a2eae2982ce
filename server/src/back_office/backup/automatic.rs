//! Backups that the program makes by itself: before a migration, and each night.

use std::{fs, io, path::Path, time::Duration};

use tokio::time::interval;

use super::{BackupError, OnExisting, import::first_used_table, partial_file, write_file};
use crate::{
    base::{
        config::Config,
        folders,
        lease::{self, Lease},
        metadata::maintenance,
    },
    clients::object_store::FileStore,
    db::{self, Db, Migration, Tx},
    http::database_log,
    shop::Shop,
    values::{clock::Clock, time::Timestamp},
};

pub const LEASE_NAME: &str = "backup";
const LEASE_RENEWAL_INTERVAL: Duration = Duration::from_secs(20);
/// Nightly backups begin at 03:00 UTC.
const NIGHT: Duration = Duration::from_hours(3);
const DAY: Duration = Duration::from_hours(24);
const NIGHTLY_PREFIX: &str = "trowel-";
const SUFFIX: &str = ".tar.gz";

/// Backs up the rows if a migration is about to change them. A migration never changes pictures.
pub async fn before_migration(
    db: &Db,
    config: &Config,
    clock: &Clock,
    migrations: &'static [Migration],
) -> Result<(), BackupError> {
    if !config.backups.before_migration {
        return Ok(());
    }
    let next = db.read_bulk(migrations, |tx, migrations| Box::pin(next_migration(tx, migrations))).await?;
    let Some(migration) = next else { return Ok(()) };
    let folder = config.data.join("backups");
    create_folder(&folder)?;
    let now = clock.now();
    let path = folder.join(format!("before-{migration}-{}{SUFFIX}", file_time(now)));
    tracing::info!(path = %path.display(), "backing up before the migration");
    write_file(db, None, &path, OnExisting::Refuse, now).await.map(|_| ())
}

/// The next migration, unless it changes no row.
async fn next_migration(
    tx: &Tx<'_>,
    migrations: &'static [Migration],
) -> Result<Option<&'static str>, db::Error> {
    let applied = db::migrations::applied(tx).await?;
    match migrations.get(applied.len()) {
        Some(next) if !applied.is_empty() => Ok(first_used_table(tx).await?.map(|_| next.name)),
        _ => Ok(None),
    }
}

/// Makes the backup of this night, unless this or another node has made it.
pub async fn nightly(shop: &Shop) {
    let Some(folder) = &shop.config.backups.folder else { return };
    match Lease::acquire(shop.lease_holder(), LEASE_NAME).await {
        Ok(Some(lease)) => {
            if let Err(error) = back_up_if_due(shop, folder, &lease).await {
                tracing::error!(%error, "the nightly backup failed; the shop tries again in a few minutes");
            }
        }
        Ok(None) => return,
        Err(error) => {
            return database_log::failed("the lease of the nightly backup could not be read", &error);
        }
    }
    if let Err(error) = lease::release(shop.lease_holder(), LEASE_NAME).await {
        database_log::failed("the lease of the nightly backup was not released", &error);
    }
}

async fn back_up_if_due(shop: &Shop, folder: &Path, lease: &Lease<'_>) -> Result<(), BackupError> {
    let now = shop.clock.now();
    let last = shop.db.read((), |tx, ()| Box::pin(maintenance::last_nightly_backup(tx))).await?;
    if last.is_some_and(|last| last >= night_before(now)) {
        return Ok(());
    }
    create_folder(folder)?;
    let path = folder.join(format!("{NIGHTLY_PREFIX}{}{SUFFIX}", file_time(now)));
    let pictures = FileStore::open(&shop.config.image_store)?;
    let mut renewal = interval(LEASE_RENEWAL_INTERVAL);
    let mut backup = std::pin::pin!(write_file(&shop.db, Some(&pictures), &path, OnExisting::Refuse, now));
    let totals = loop {
        tokio::select! {
            done = &mut backup => break done?,
            // If the lease is lost, another node makes a backup too, which is safe.
            _ = renewal.tick() => { _ = lease.renew().await; }
        }
    };
    shop.db.write(now, |tx, at| Box::pin(maintenance::record_nightly_backup(tx, *at))).await?;
    tracing::info!(path = %path.display(), rows = totals.rows(), pictures = totals.pictures, "the nightly backup is complete");
    delete_old(folder, shop.config.backups.keep)
        .map_err(|cause| BackupError::Write { path: folder.to_owned(), cause })
}

/// The last 03:00 UTC.
fn night_before(now: Timestamp) -> Timestamp {
    let day = i64::try_from(DAY.as_micros()).unwrap_or(i64::MAX);
    let into_day = now.minus(NIGHT).micros().rem_euclid(day);
    Timestamp::from_micros(now.micros() - into_day)
}

/// Deletes all but the newest backups, and files that a killed process left incomplete.
fn delete_old(folder: &Path, keep: usize) -> io::Result<()> {
    let mut names = Vec::new();
    for file in fs::read_dir(folder)? {
        if let Ok(name) = file?.file_name().into_string()
            && let Some(rest) = name.strip_prefix(NIGHTLY_PREFIX)
        {
            if rest.ends_with(&format!("{SUFFIX}{}", partial_file::SUFFIX)) {
                fs::remove_file(folder.join(name))?;
            } else if rest.ends_with(SUFFIX) {
                names.push(name);
            }
        }
    }
    names.sort_unstable();
    for name in names.iter().rev().skip(keep) {
        fs::remove_file(folder.join(name))?;
    }
    Ok(())
}

fn create_folder(folder: &Path) -> Result<(), BackupError> {
    folders::create_private(folder).map_err(|cause| BackupError::Write { path: folder.to_owned(), cause })
}

/// 20260131T030000.123456Z, which sorts by time and which every file system accepts.
fn file_time(time: Timestamp) -> String {
    time.to_string().replace(['-', ':'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_night_begins_at_three() {
        let at =
            |text: &str| Timestamp::from_micros(text.parse::<jiff::Timestamp>().unwrap().as_microsecond());
        for (now, night) in [
            ("2026-01-02T03:00:00Z", "2026-01-02T03:00:00Z"),
            ("2026-01-02T02:59:59Z", "2026-01-01T03:00:00Z"),
            ("2026-01-02T23:00:00Z", "2026-01-02T03:00:00Z"),
        ] {
            assert_eq!(night_before(at(now)), at(night), "{now}");
        }
        assert_eq!(file_time(at("2026-01-02T03:04:05.000006Z")), "20260102T030405.000006Z");
    }

    #[test]
    fn only_the_newest_backups_of_the_program_stay() {
        let folder = std::env::temp_dir().join(format!("trowel_keep_{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let others = ["trowel.sqlite", "trowel-notes.txt", "before-0002_x-20260101T000000.000000Z.tar.gz"];
        for day in 1..=4 {
            fs::write(folder.join(format!("trowel-2026010{day}T030000.000000Z.tar.gz")), "").unwrap();
        }
        fs::write(folder.join("trowel-20260101T020000.000000Z.tar.gz.part"), "").unwrap();
        for name in others {
            fs::write(folder.join(name), "").unwrap();
        }
        delete_old(&folder, 2).unwrap();
        let mut left: Vec<String> = fs::read_dir(&folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        fs::remove_dir_all(&folder).unwrap();
        left.sort();
        let mut expected: Vec<String> = others.map(str::to_owned).to_vec();
        expected.extend([3, 4].map(|day| format!("trowel-2026010{day}T030000.000000Z.tar.gz")));
        expected.sort();
        assert_eq!(left, expected);
    }
}
