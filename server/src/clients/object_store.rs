//! Where files are kept: a folder, or a bucket that several nodes share.

use std::{
    path::{Path as FolderPath, PathBuf},
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use object_store::{ObjectStore, ObjectStoreExt as _, PutPayload, local::LocalFileSystem, path::Path};
use thiserror::Error;

/// For one file, in either direction.
const WITHIN: Duration = Duration::from_secs(15);

/// Which of them, after the settings were checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    Folder(PathBuf),
    /// `s3://bucket/prefix`
    #[cfg(feature = "s3")]
    Bucket(String),
}

/// Not to be shown to callers: it names paths.
#[derive(Debug, Error)]
pub enum Error {
    #[error("the folder {} cannot be created: {cause}", folder.display())]
    Folder { folder: PathBuf, cause: std::io::Error },
    #[error("the store of files: {0}")]
    Store(#[from] object_store::Error),
    #[error("the store of files did not answer within {} seconds", WITHIN.as_secs())]
    Silent,
}

/// Clones share the connections.
#[derive(Clone)]
pub struct Objects {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
}

impl Objects {
    pub fn open(place: &Place) -> Result<Self, Error> {
        match place {
            Place::Folder(folder) => Self::in_folder(folder),
            #[cfg(feature = "s3")]
            Place::Bucket(address) => Self::in_bucket(address),
        }
    }

    fn in_folder(folder: &FolderPath) -> Result<Self, Error> {
        std::fs::create_dir_all(folder)
            .map_err(|cause| Error::Folder { folder: folder.to_owned(), cause })?;
        // Files appear whole or not at all, and outlive a power failure once they were acknowledged.
        let store = LocalFileSystem::new_with_prefix(folder)?.with_fsync(true);
        Ok(Self { store: Arc::new(store), prefix: Path::default() })
    }

    /// Credentials, region and endpoint come from the variables that the provider's own tools read (`AWS_…`).
    #[cfg(feature = "s3")]
    fn in_bucket(address: &str) -> Result<Self, Error> {
        let url = reqwest::Url::parse(address)
            .map_err(|error| object_store::Error::Generic { store: "S3", source: Box::new(error) })?;
        let (_, prefix) = object_store::ObjectStoreScheme::parse(&url).map_err(object_store::Error::from)?;
        let store = object_store::aws::AmazonS3Builder::from_env().with_url(address).build()?;
        Ok(Self { store: Arc::new(store), prefix })
    }

    /// Replaces a file that is there already.
    pub async fn put(&self, folder: &str, name: &str, bytes: Vec<u8>) -> Result<(), Error> {
        let (path, payload) = (self.path(folder, name), PutPayload::from(bytes));
        within(self.store.put(&path, payload)).await.map(|_| ())
    }

    pub async fn get(&self, folder: &str, name: &str) -> Result<Option<Bytes>, Error> {
        let path = self.path(folder, name);
        let read = within(async { self.store.get(&path).await?.bytes().await }).await;
        match read {
            Ok(bytes) => Ok(Some(bytes)),
            Err(Error::Store(object_store::Error::NotFound { .. })) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Also when it is not there.
    pub async fn delete(&self, folder: &str, name: &str) -> Result<(), Error> {
        let path = self.path(folder, name);
        match within(self.store.delete(&path)).await {
            Err(Error::Store(object_store::Error::NotFound { .. })) => Ok(()),
            other => other,
        }
    }

    fn path(&self, folder: &str, name: &str) -> Path {
        self.prefix.clone().join(folder).join(name)
    }
}

async fn within<T>(work: impl Future<Output = Result<T, object_store::Error>>) -> Result<T, Error> {
    tokio::time::timeout(WITHIN, work).await.map_err(|_| Error::Silent)?.map_err(Error::from)
}
