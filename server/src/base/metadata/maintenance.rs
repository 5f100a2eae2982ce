//! When the rows were last backed up and verified: for the owner's dashboard, the metrics and `trowel doctor`.

use std::time::Duration;

use super::store;
use crate::{
    base::config::{Config, RunMode},
    db::{Body, Error, Tx},
    values::{
        hash::hex,
        ids::{Id, fill_random},
        time::Timestamp,
    },
};

/// The owner is told when no backup succeeded for so long.
pub const MAX_BACKUP_AGE: Duration = Duration::from_hours(3 * 24);

const NIGHTLY_BACKUP: &str = "last_backup_at";
/// When `trowel backup` last ran. A nightly backup is due also after it, because its file may be anywhere.
const MANUAL_BACKUP: &str = "last_manual_backup_at";
const VERIFICATION: &str = "last_verification";
/// The last check of the screen Books, which compares only recent payments with the card provider.
const BOOKS_CHECK: &str = "last_books_check";
const SHOP_ID: &str = "shop_id";
const PROBE: &str = "write_probe";
const PROBE_BYTES: usize = 64 * 1024;

/// No backup succeeded for [`MAX_BACKUP_AGE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverdueBackup {
    /// When the last backup was made. It is `None` if there was no backup yet.
    pub last: Option<Timestamp>,
    /// Whether the shop makes a backup each night.
    pub is_nightly: bool,
}

/// The last `trowel verify` that was recorded, or the last check of Books.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verification {
    /// When the check ended.
    pub at: Timestamp,
    /// Differences that are errors.
    pub differences: usize,
}

impl Verification {
    fn to_text(self) -> String {
        format!("{} {}", self.at.micros(), self.differences)
    }
}

/// The id of the database, made at the first start. `/readyz` answers with its hash, so that `trowel doctor` knows its
/// shop.
pub(super) async fn ensure_shop_id(tx: &Tx<'_>, new: &Id) -> Result<Id, Error> {
    let stored = store::set_if_absent(tx, SHOP_ID, new.as_str()).await?;
    Id::parse(&stored).ok_or_else(|| Error::broken_row("shop_metadata", SHOP_ID))
}

/// Returns the id of the shop. Returns `None` if no program with ids was started on this database yet.
pub async fn shop_id(tx: &Tx<'_>) -> Result<Option<Id>, Error> {
    Ok(store::get(tx, SHOP_ID).await?.and_then(|id| Id::parse(&id)))
}

/// What [`Db::check_writes`](crate::db::Db::check_writes) writes: as much as some orders. On a full disk it fails, although a
/// smaller write may still fit.
pub const WRITE_PROBE: [Body<(), (), Error>; 2] = [
    |tx, ()| {
        Box::pin(async move {
            let mut bytes = [0; PROBE_BYTES / 2];
            // PostgreSQL compresses what repeats.
            fill_random(&mut bytes);
            store::put(tx, PROBE, &hex(&bytes)).await
        })
    },
    |tx, ()| store::delete(tx, PROBE),
];

/// Deletes the id in a copy of a shop, so that its first start makes another one.
pub async fn delete_shop_id(tx: &Tx<'_>) -> Result<(), Error> {
    store::delete(tx, SHOP_ID).await
}

pub async fn last_nightly_backup(tx: &Tx<'_>) -> Result<Option<Timestamp>, Error> {
    Ok(store::get(tx, NIGHTLY_BACKUP).await?.and_then(|micros| parse(&micros)))
}

pub async fn last_backup(tx: &Tx<'_>) -> Result<Option<Timestamp>, Error> {
    let manual = store::get(tx, MANUAL_BACKUP).await?.and_then(|micros| parse(&micros));
    Ok(last_nightly_backup(tx).await?.max(manual))
}

pub async fn record_nightly_backup(tx: &Tx<'_>, at: Timestamp) -> Result<(), Error> {
    store::put(tx, NIGHTLY_BACKUP, &at.micros().to_string()).await
}

pub async fn record_manual_backup(tx: &Tx<'_>, at: Timestamp) -> Result<(), Error> {
    store::put(tx, MANUAL_BACKUP, &at.micros().to_string()).await
}

pub async fn last_verification(tx: &Tx<'_>) -> Result<Option<Verification>, Error> {
    verification(tx, VERIFICATION).await
}

/// Returns the last check by `trowel verify` or by Books, whichever is newer.
pub async fn last_check(tx: &Tx<'_>) -> Result<Option<Verification>, Error> {
    let full = last_verification(tx).await?;
    let recent = verification(tx, BOOKS_CHECK).await?;
    Ok(full.into_iter().chain(recent).max_by_key(|done| done.at))
}

async fn verification(tx: &Tx<'_>, name: &str) -> Result<Option<Verification>, Error> {
    let stored = store::get(tx, name).await?;
    Ok(stored.and_then(|text| {
        let (at, differences) = text.split_once(' ')?;
        Some(Verification { at: parse(at)?, differences: differences.parse().ok()? })
    }))
}

/// The metrics and their alerts are about complete verifications only.
pub async fn record_books_check(tx: &Tx<'_>, done: Verification) -> Result<(), Error> {
    store::put(tx, BOOKS_CHECK, &done.to_text()).await
}

/// Returns whether it was recorded. One that did not ask the card provider may not hide what an earlier one found
/// there.
pub async fn record_verification(tx: &Tx<'_>, done: Verification, is_complete: bool) -> Result<bool, Error> {
    if !is_complete && done.differences == 0 {
        let last = last_verification(tx).await?;
        if last.is_some_and(|last| last.differences > 0) {
            return Ok(false);
        }
    }
    store::put(tx, VERIFICATION, &done.to_text()).await?;
    Ok(true)
}

/// What the owner has to know of backups. A demo needs none, and the shop does not know of those made elsewhere.
pub async fn overdue_backup(
    tx: &Tx<'_>,
    config: &Config,
    now: Timestamp,
) -> Result<Option<OverdueBackup>, Error> {
    if config.mode == RunMode::Demo || config.backups.made_elsewhere {
        return Ok(None);
    }
    let (last, first_start) = (last_backup(tx).await?, shop_id(tx).await?.map(|id| id.created_at()));
    let is_nightly = config.backups.folder.is_some();
    // The first nightly backup follows minutes after the start. Without one, the owner is told at once.
    let since = last.or(first_start.filter(|_| is_nightly));
    let is_recent = since.is_some_and(|since| since >= now.minus(MAX_BACKUP_AGE));
    Ok((!is_recent).then_some(OverdueBackup { last, is_nightly }))
}

fn parse(micros: &str) -> Option<Timestamp> {
    micros.parse().ok().map(Timestamp::from_micros)
}
