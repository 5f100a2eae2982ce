//! A backup that was read from start to end before a database is made for it.

use std::{
    fs::{self, File},
    io::{self, Seek as _},
    path::{Path, PathBuf},
};

use tokio::task::spawn_blocking;

use super::{ArchiveEntry, BackupError, archive, known_migrations, panicked};

/// A complete backup of this program or an older one, at its beginning.
pub struct CheckedBackup(File);

impl CheckedBackup {
    /// `-` is standard input. It and other streams are kept in `folder` meanwhile, because a backup is read twice.
    pub async fn open(path: &Path, folder: &Path) -> Result<Self, BackupError> {
        let (path, folder) = (path.to_owned(), folder.to_owned());
        spawn_blocking(move || {
            let failed = |cause| BackupError::Read { path: path.clone(), cause };
            if path.as_os_str() == "-" {
                return Self::check(keep(io::stdin().lock(), &folder)?);
            }
            let file = File::open(&path).map_err(failed)?;
            let kind = file.metadata().map_err(failed)?.file_type();
            if kind.is_dir() {
                return Err(failed(io::ErrorKind::IsADirectory.into()));
            }
            Self::check(if kind.is_file() { file } else { keep(file, &folder)? })
        })
        .await
        .unwrap_or_else(panicked)
    }

    fn check(mut file: File) -> Result<Self, BackupError> {
        let failed = |cause| BackupError::Damaged(format!("the file cannot be read: {cause}"));
        file.rewind().map_err(failed)?;
        archive::read(&file, |entry| match entry {
            ArchiveEntry::Manifest(manifest) => known_migrations(&manifest).map(|_| ()),
            _ => Ok(()),
        })?;
        file.rewind().map_err(failed)?;
        Ok(Self(file))
    }

    pub(super) fn into_file(self) -> File {
        self.0
    }
}

/// Copies a stream into a file that only this user can read. It has no name, so that it ends with the process.
fn keep(mut stream: impl io::Read, folder: &Path) -> Result<File, BackupError> {
    let path = folder.join(format!(".trowel-restore-{}", std::process::id()));
    let mut kept = || {
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path)?;
        fs::remove_file(&path)?;
        io::copy(&mut stream, &mut file)?;
        Ok(file)
    };
    kept().map_err(|cause| BackupError::Write { path: PathBuf::from(folder), cause })
}
