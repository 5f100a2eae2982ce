//! A backup that was read from start to end before a database is made for it.

use std::{
    fs::{self, File},
    io::{self, Seek as _},
    path::{Path, PathBuf},
    sync::mpsc::SyncSender,
};

use tokio::task::spawn_blocking;

use super::{
    ArchiveEntry, BackupError,
    archive::{self, NamedEntry},
    known_migrations, panicked,
    row_spool::{EntryOrder, RowSpool},
    send,
};

/// A complete backup of this program or an older one.
pub struct CheckedBackup {
    file: File,
    /// Set if another program has put the entries into another order.
    rows: Option<RowSpool>,
}

impl CheckedBackup {
    /// `-` is standard input. It and other streams are kept in `folder` meanwhile, because a backup is read twice.
    pub async fn open(path: &Path, folder: &Path) -> Result<Self, BackupError> {
        let (path, folder) = (path.to_owned(), folder.to_owned());
        spawn_blocking(move || {
            let failed = |cause| BackupError::Read { path: path.clone(), cause };
            if path.as_os_str() == "-" {
                return Self::check(keep(io::stdin().lock(), &folder)?, &folder);
            }
            let file = File::open(&path).map_err(failed)?;
            let kind = file.metadata().map_err(failed)?.file_type();
            if kind.is_dir() {
                return Err(failed(io::ErrorKind::IsADirectory.into()));
            }
            Self::check(if kind.is_file() { file } else { keep(file, &folder)? }, &folder)
        })
        .await
        .unwrap_or_else(panicked)
    }

    fn check(mut file: File, folder: &Path) -> Result<Self, BackupError> {
        rewind(&mut file)?;
        let mut order = EntryOrder::default();
        archive::read(&file, |entry| {
            order.follow(&entry)?;
            let NamedEntry::Manifest(manifest) = entry else { return Ok(()) };
            known_migrations(&manifest).map(drop)
        })?;
        let (manifest, is_mixed) = order.end()?;
        rewind(&mut file)?;
        let rows = if is_mixed { Some(RowSpool::sort(&file, manifest, folder)?) } else { None };
        Ok(Self { file, rows })
    }

    /// Sends manifest, rows, pictures and totals in the order in which they are restored.
    pub(super) fn send(mut self, entries: &SyncSender<ArchiveEntry>) -> Result<(), BackupError> {
        if let Some(rows) = &self.rows {
            send(entries, ArchiveEntry::Manifest(rows.manifest.clone()))?;
            rows.read(|chunk| send(entries, ArchiveEntry::Rows(chunk)))?;
        }
        let is_sent = self.rows.is_some();
        rewind(&mut self.file)?;
        let totals = archive::read(&self.file, |entry| match entry {
            NamedEntry::Picture { name, file, bytes } => {
                send(entries, ArchiveEntry::Picture { name, file, bytes })
            }
            _ if is_sent => Ok(()),
            NamedEntry::Manifest(manifest) => send(entries, ArchiveEntry::Manifest(manifest)),
            NamedEntry::Rows(_, chunk) => send(entries, ArchiveEntry::Rows(chunk)),
        })?;
        send(entries, ArchiveEntry::End(totals))
    }
}

fn rewind(file: &mut File) -> Result<(), BackupError> {
    file.rewind().map_err(|cause| BackupError::Damaged(format!("the file cannot be read: {cause}")))
}

/// Copies a stream into a file.
fn keep(mut stream: impl io::Read, folder: &Path) -> Result<File, BackupError> {
    let mut kept = || {
        let mut file = unnamed_file(folder)?;
        io::copy(&mut stream, &mut file)?;
        Ok(file)
    };
    kept().map_err(|cause| BackupError::Write { path: PathBuf::from(folder), cause })
}

/// A file that only this user can read. It has no name, so that it ends with the process.
pub(super) fn unnamed_file(folder: &Path) -> io::Result<File> {
    let path = folder.join(format!(".trowel-restore-{}", std::process::id()));
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&path)?;
    fs::remove_file(&path)?;
    Ok(file)
}
