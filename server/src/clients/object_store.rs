//! Stores files in a folder, or in a bucket that several nodes share.

use std::{
    fmt,
    path::{Path as FolderPath, PathBuf},
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use futures_util::{TryStreamExt as _, stream::BoxStream};
use object_store::{
    ObjectMeta, ObjectStore, ObjectStoreExt as _, PutPayload, local::LocalFileSystem, path::Path,
};
use thiserror::Error;

/// Timeout for reading or writing one file.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// Checked from the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StorageLocation {
    Folder(PathBuf),
    /// `s3://bucket/prefix`
    #[cfg(feature = "s3")]
    Bucket(String),
}

impl StorageLocation {
    pub fn folder(&self) -> Option<&FolderPath> {
        match self {
            Self::Folder(folder) => Some(folder),
            #[cfg(feature = "s3")]
            Self::Bucket(_) => None,
        }
    }

    /// The folder, if it is one that does not exist.
    pub fn missing_folder(&self) -> Option<&FolderPath> {
        self.folder().filter(|folder| !folder.exists())
    }
}

impl fmt::Display for StorageLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => folder.display().fmt(f),
            #[cfg(feature = "s3")]
            Self::Bucket(address) => address.fmt(f),
        }
    }
}

/// Contains paths, so it must not be shown to clients.
#[derive(Debug, Error)]
pub enum ObjectStoreError {
    #[error("the folder {} cannot be created: {cause}", folder.display())]
    Folder { folder: PathBuf, cause: std::io::Error },
    #[error("file store: {0}")]
    Store(#[from] object_store::Error),
    #[error("the file store did not answer within {} seconds", REQUEST_TIMEOUT.as_secs())]
    TimedOut,
}

/// Clones share the connections.
#[derive(Clone)]
pub struct FileStore {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
}

impl FileStore {
    pub fn open(place: &StorageLocation) -> Result<Self, ObjectStoreError> {
        match place {
            StorageLocation::Folder(folder) => Self::in_folder(folder),
            #[cfg(feature = "s3")]
            StorageLocation::Bucket(address) => Self::in_bucket(address),
        }
    }

    fn in_folder(folder: &FolderPath) -> Result<Self, ObjectStoreError> {
        std::fs::create_dir_all(folder)
            .map_err(|cause| ObjectStoreError::Folder { folder: folder.to_owned(), cause })?;
        // Files are written atomically and synced, so that an acknowledged file survives a power failure.
        let store = LocalFileSystem::new_with_prefix(folder)?.with_fsync(true);
        Ok(Self { store: Arc::new(store), prefix: Path::default() })
    }

    /// Credentials, region and endpoint come from the usual `AWS_…` variables.
    #[cfg(feature = "s3")]
    fn in_bucket(address: &str) -> Result<Self, ObjectStoreError> {
        let url = reqwest::Url::parse(address)
            .map_err(|error| object_store::Error::Generic { store: "S3", source: Box::new(error) })?;
        let (_, prefix) = object_store::ObjectStoreScheme::parse(&url).map_err(object_store::Error::from)?;
        let store = object_store::aws::AmazonS3Builder::from_env().with_url(address).build()?;
        Ok(Self { store: Arc::new(store), prefix })
    }

    /// Replaces an existing file.
    pub async fn put(
        &self,
        folder: &str,
        name: &str,
        bytes: impl Into<PutPayload>,
    ) -> Result<(), ObjectStoreError> {
        let (path, payload) = (self.path(folder, name), bytes.into());
        with_timeout(self.store.put(&path, payload)).await.map(|_| ())
    }

    pub async fn get(&self, folder: &str, name: &str) -> Result<Option<Bytes>, ObjectStoreError> {
        let path = self.path(folder, name);
        let read = with_timeout(async { self.store.get(&path).await?.bytes().await }).await;
        match read {
            Ok(bytes) => Ok(Some(bytes)),
            Err(ObjectStoreError::Store(object_store::Error::NotFound { .. })) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Fails if files cannot be listed, for example because the bucket does not exist.
    pub async fn check_readable(&self) -> Result<(), ObjectStoreError> {
        self.list().next().await.map(|_| ())
    }

    /// Writes a file, reads it and deletes it again. No other file may have this name.
    pub async fn check_writable(&self, name: &str) -> Result<(), ObjectStoreError> {
        let path = self.prefix.clone().join(name);
        with_timeout(self.store.put(&path, PutPayload::from_static(b"a test"))).await?;
        let read = with_timeout(async { self.store.get(&path).await?.bytes().await }).await;
        with_timeout(self.store.delete(&path)).await?;
        read.map(|_| ())
    }

    /// Every file that is directly in a folder of the store.
    pub fn list(&self) -> FileList<'_> {
        let prefix = Some(&self.prefix).filter(|prefix| !prefix.as_ref().is_empty());
        FileList { files: self.store.list(prefix), prefix: &self.prefix }
    }

    fn path(&self, folder: &str, name: &str) -> Path {
        self.prefix.clone().join(folder).join(name)
    }
}

pub struct FileList<'a> {
    files: BoxStream<'a, Result<ObjectMeta, object_store::Error>>,
    prefix: &'a Path,
}

impl FileList<'_> {
    /// Folder and name of the next file.
    pub async fn next(&mut self) -> Result<Option<(String, String)>, ObjectStoreError> {
        while let Some(found) = with_timeout(self.files.try_next()).await? {
            let parts = found
                .location
                .prefix_match(self.prefix)
                .map(|parts| parts.map(|part| part.as_ref().to_owned()).collect::<Vec<String>>());
            if let Some(Ok([folder, name])) = parts.map(<[String; 2]>::try_from) {
                return Ok(Some((folder, name)));
            }
        }
        Ok(None)
    }
}

async fn with_timeout<T>(
    work: impl Future<Output = Result<T, object_store::Error>>,
) -> Result<T, ObjectStoreError> {
    tokio::time::timeout(REQUEST_TIMEOUT, work)
        .await
        .map_err(|_| ObjectStoreError::TimedOut)?
        .map_err(ObjectStoreError::from)
}
