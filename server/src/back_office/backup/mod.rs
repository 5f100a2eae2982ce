//! Backs up rows and pictures into one file, restores it into either engine, and copies a shop without a file.
//!
//! A source sends [`ArchiveEntry`]s through a channel to a sink. Sources are a database (`export`) and a file
//! (`archive::read`). Sinks are a file ([`archive::write`]) and a database (`import`). Each side has a thread of its
//! own, because both block. docs/decisions/0019 has the reasons.

pub mod archive;
mod archive_files;
pub mod automatic;
mod checked_backup;
mod export;
mod import;
mod partial_file;
pub mod row_json;
mod row_spool;

use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tokio::{runtime::Handle, task::spawn_blocking};

use crate::{
    base::migrations::MIGRATIONS,
    clients::object_store::{FileStore, ObjectStoreError},
    db::{self, Db},
    pictures::variants::ImageVariant,
    values::time::Timestamp,
};

pub use self::{checked_backup::CheckedBackup, partial_file::OnExisting};
use self::{export::export, import::import, partial_file::PartialFile};

/// Raised when an older program could not read the archive.
pub const FORMAT: u32 = 1;
/// Entries between source and sink. One has about a megabyte.
const QUEUE: usize = 2;

/// A part of a backup: the manifest, rows of each table, pictures, and the totals at the end.
pub enum ArchiveEntry {
    Manifest(ArchiveManifest),
    Rows(RowChunk),
    Picture { name: String, file: ImageVariant, bytes: Bytes },
    End(ArchiveTotals),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ArchiveManifest {
    pub format: u32,
    /// The program that made the backup, for people.
    pub shop: String,
    pub engine: String,
    pub created_at: String,
    pub migrations: Vec<ArchivedMigration>,
    /// The tables in the order in which their rows are restored. The first backups have none.
    #[serde(default)]
    pub tables: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ArchivedMigration {
    pub name: String,
    pub sha256: String,
}

/// Rows of one table: one JSON array each, in the order of the columns.
pub struct RowChunk {
    pub table: String,
    pub columns: Vec<String>,
    pub lines: Vec<u8>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveTotals {
    pub tables: BTreeMap<String, TableTotal>,
    /// Files of pictures.
    pub pictures: u64,
}

impl ArchiveTotals {
    pub fn rows(&self) -> u64 {
        self.tables.values().map(|table| table.rows).sum()
    }
}

/// The same for the same rows in any order, because the engines sort text differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableTotal {
    pub rows: u64,
    /// The SHA-256 sums of all rows, combined by XOR. A primary key makes each row unique.
    pub digest: String,
}

/// The backup calls this with a table and how many of its rows have been read.
pub type BackupProgress = fn(&str, u64);

#[derive(Debug, Error)]
pub enum BackupError {
    #[error("the database failed: {0}")]
    Db(#[from] db::Error),
    #[error("the database interrupted the work: {0}. Nothing was changed. Start again")]
    Interrupted(String),
    #[error("pictures cannot be read or stored: {0}")]
    Pictures(#[from] ObjectStoreError),
    #[error("{} cannot be written: {cause}", path.display())]
    Write { path: PathBuf, cause: io::Error },
    #[error("{} cannot be read: {cause}", path.display())]
    Read { path: PathBuf, cause: io::Error },
    #[error("another backup is being written to {}", .0.display())]
    BeingWritten(PathBuf),
    #[error("{} exists already. Choose another name, or replace the file with --force", .0.display())]
    Exists(PathBuf),
    #[error("{} is no regular file, so no backup is written there. Choose another name, or - for standard output", .0.display())]
    NotAFile(PathBuf),
    #[error(
        "this is not a backup of a shop. Nothing was restored. Name a file that `trowel backup` has written"
    )]
    NoBackup,
    #[error("this is not the database of a shop: it has no migrations")]
    NoShop,
    #[error("the backup is damaged or incomplete: {0}. Nothing was restored. Use another backup")]
    Damaged(String),
    #[error(
        "the backup has the entry {0:?}, which no backup of a shop has. Nothing was restored. Use another backup"
    )]
    UnknownEntry(String),
    #[error("the backup was made by a newer program ({0}). Use that version or a later one")]
    Newer(String),
    #[error("the backup has another version of migration {0}. Use the program that made the backup")]
    OtherMigration(String),
    #[error(
        "the database is not empty: table {0} has rows. Nothing was restored. Choose an empty folder with --data, or an empty \
         database with --database"
    )]
    NotEmpty(String),
    #[error(
        "the database has tables of another version. Nothing was restored. Choose an empty folder with --data, or an empty \
         database with --database"
    )]
    OtherSchema,
    /// The other side of the channel ended. Its error is the one to report.
    #[error("the work was cut off")]
    CutOff,
}

/// Writes a backup to `path`. The file appears when it is complete and on disk.
pub async fn write_file(
    db: &Db,
    pictures: Option<&FileStore>,
    path: &Path,
    on_existing: OnExisting,
    now: Timestamp,
) -> Result<ArchiveTotals, BackupError> {
    let file = PartialFile::create(path, on_existing)?;
    let (sender, receiver) = sync_channel(QUEUE);
    let written = spawn_blocking(move || {
        let totals = archive::write(&receiver, file.file()).map_err(|error| error.at(file.path()))?;
        file.finish()?;
        Ok(totals)
    });
    let read = export(db.clone(), pictures.cloned(), now, sender, |_, _| {});
    join(read, async { written.await.unwrap_or_else(panicked) }).await
}

/// Writes a backup to a stream, such as standard output.
pub async fn write_stream(
    db: &Db,
    pictures: Option<&FileStore>,
    out: impl io::Write + Send + 'static,
    now: Timestamp,
) -> Result<ArchiveTotals, BackupError> {
    let (sender, receiver) = sync_channel(QUEUE);
    let written = spawn_blocking(move || {
        archive::write(&receiver, out).map_err(|error| error.at(Path::new("standard output")))
    });
    let read = export(db.clone(), pictures.cloned(), now, sender, |_, _| {});
    join(read, async { written.await.unwrap_or_else(panicked) }).await
}

/// Restores a backup into an empty database.
pub async fn restore(
    db: &Db,
    pictures: &FileStore,
    backup: CheckedBackup,
    now: Timestamp,
) -> Result<ArchiveTotals, BackupError> {
    import::require_empty(db).await?;
    let (sender, receiver) = sync_channel(QUEUE);
    let read = spawn_blocking(move || backup.send(&sender));
    let written = import(db.clone(), Some(pictures.clone()), now, receiver);
    join(async { read.await.unwrap_or_else(panicked) }, written).await
}

/// Copies a shop into an empty database. If `pictures` is `None`, the pictures stay where they are.
pub async fn copy(
    from: &Db,
    to: &Db,
    pictures: Option<(FileStore, FileStore)>,
    now: Timestamp,
    progress: BackupProgress,
) -> Result<ArchiveTotals, BackupError> {
    import::require_empty(to).await?;
    let (read_pictures, stored_pictures) = pictures.unzip();
    let (sender, receiver) = sync_channel(QUEUE);
    let read = export(from.clone(), read_pictures, now, sender, progress);
    join(read, import(to.clone(), stored_pictures, now, receiver)).await
}

/// Runs both sides, and returns the error of the side that failed first.
async fn join<T>(
    source: impl Future<Output = Result<(), BackupError>>,
    sink: impl Future<Output = Result<T, BackupError>>,
) -> Result<T, BackupError> {
    match tokio::join!(source, sink) {
        (Ok(()) | Err(BackupError::CutOff), sunk) => sunk,
        (Err(error), _) => Err(error),
    }
}

fn send(entries: &SyncSender<ArchiveEntry>, entry: ArchiveEntry) -> Result<(), BackupError> {
    entries.send(entry).map_err(|_| BackupError::CutOff)
}

fn receive(entries: &Receiver<ArchiveEntry>) -> Result<ArchiveEntry, BackupError> {
    entries.recv().map_err(|_| BackupError::CutOff)
}

fn panicked<T>(error: tokio::task::JoinError) -> Result<T, BackupError> {
    Err(BackupError::Interrupted(error.to_string()))
}

/// Polls a future that blocks on a thread of its own.
async fn on_own_thread<T: Send + 'static>(
    work: impl Future<Output = Result<T, BackupError>> + Send + 'static,
) -> Result<T, BackupError> {
    let runtime = Handle::current();
    spawn_blocking(move || runtime.block_on(work)).await.unwrap_or_else(panicked)
}

/// The input of a transaction that reads or writes a stream, and so cannot run again. Its second run fails with the
/// error of the first one.
struct RunOnce<T> {
    input: Mutex<Option<T>>,
    error: Mutex<Option<String>>,
}

impl<T> RunOnce<T> {
    fn new(input: T) -> Self {
        Self { input: Mutex::new(Some(input)), error: Mutex::default() }
    }

    fn take(&self) -> Result<T, BackupError> {
        let input = self.input.lock().unwrap_or_else(PoisonError::into_inner).take();
        input.ok_or_else(|| {
            let error = self.error.lock().unwrap_or_else(PoisonError::into_inner).take();
            BackupError::Interrupted(error.unwrap_or_else(|| "the commit failed".into()))
        })
    }

    fn note<R>(&self, result: Result<R, BackupError>) -> Result<R, BackupError> {
        if let Err(error) = &result {
            *self.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
        }
        result
    }
}

/// How many migrations of this program the backup has.
fn known_migrations(manifest: &ArchiveManifest) -> Result<usize, BackupError> {
    if manifest.format > FORMAT {
        return Err(BackupError::Newer(manifest.shop.clone()));
    }
    for (position, migration) in manifest.migrations.iter().enumerate() {
        match MIGRATIONS.get(position) {
            None => return Err(BackupError::Newer(manifest.shop.clone())),
            Some(known)
                if known.name != migration.name || db::migrations::fingerprint(known) != migration.sha256 =>
            {
                return Err(BackupError::OtherMigration(migration.name.clone()));
            }
            Some(_) => {}
        }
    }
    Ok(manifest.migrations.len())
}
