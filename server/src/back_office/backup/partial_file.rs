//! A file that appears under its name only when it is complete and on disk.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use super::BackupError;

/// What happens to a file that has the name already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnExisting {
    Refuse,
    Replace,
}

/// `NAME.part` until [`finish`](Self::finish), and deleted without it. Only its owner can read it.
pub struct PartialFile {
    path: PathBuf,
    part: PathBuf,
    file: File,
    on_existing: OnExisting,
}

pub const SUFFIX: &str = ".part";

impl PartialFile {
    /// Locks the file, so that two backups never write into one. The lock of a process that died is free again.
    pub fn create(path: &Path, on_existing: OnExisting) -> Result<Self, BackupError> {
        require_free(path, on_existing)?;
        let mut part = path.as_os_str().to_owned();
        part.push(SUFFIX);
        let part = PathBuf::from(part);
        require_free(&part, OnExisting::Replace)?;
        let failed = |cause| BackupError::Write { path: part.clone(), cause };
        let mut options = File::options();
        options.create(true).write(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&part).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(BackupError::BeingWritten(path.to_owned())),
            Err(TryLockError::Error(cause)) => return Err(failed(cause)),
        }
        file.set_len(0).map_err(failed)?;
        Ok(Self { path: path.to_owned(), part, file, on_existing })
    }

    pub fn file(&self) -> &File {
        &self.file
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn finish(self) -> Result<(), BackupError> {
        require_free(&self.path, self.on_existing)?;
        let renamed = self.file.sync_all().and_then(|()| fs::rename(&self.part, &self.path));
        let durable = renamed.and_then(|()| sync_folder(&self.path));
        durable.map_err(|cause| BackupError::Write { path: self.path.clone(), cause })
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        // After `finish` the file has its name already, so this deletes nothing.
        _ = fs::remove_file(&self.part);
    }
}

/// Refuses devices, folders, pipes and links, because the rename would replace them.
fn require_free(path: &Path, on_existing: OnExisting) -> Result<(), BackupError> {
    match fs::symlink_metadata(path) {
        Ok(found) if !found.is_file() => Err(BackupError::NotAFile(path.to_owned())),
        Ok(_) if on_existing == OnExisting::Refuse => Err(BackupError::Exists(path.to_owned())),
        _ => Ok(()),
    }
}

/// Makes the new name durable.
fn sync_folder(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}
