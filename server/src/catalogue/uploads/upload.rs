//! Turns an uploaded file into a stored picture.

use std::{sync::Arc, time::Duration};

use thiserror::Error;
use tokio::sync::Semaphore;

use super::store;
use crate::{
    clients::{
        object_store::{self, FileStore},
        picture_fetcher::PictureFetcher,
    },
    db,
    http::worker_pool::{WorkerPool, WorkerPoolError},
    pictures::{
        decode::{self, ToolImage, decode},
        encode, logo,
        variants::{ImageVariant, image_name},
    },
    shop::Shop,
    values::ids::{Id, Secret},
};

/// Decoding one picture may take one core for a second, and 96 MiB.
const MAX_CONCURRENT_DECODES: usize = 2;
const MAX_WAITING_DECODES: usize = 8;
const DECODE_QUEUE_TIMEOUT: Duration = Duration::from_secs(10);
/// Bodies of five megabytes that are received at the same time: together less than 32 MiB.
const MAX_RECEIVING: usize = 4;
/// Rejected bodies that are drained at the same time. Further connections are closed.
const MAX_DRAINING: usize = 4;
/// A zip of an import takes 50 MiB, and its rows take several times their size.
const MAX_IMPORT_CHECKS: usize = 1;

/// State shared by all uploads.
pub struct ImageUploads {
    pub store: FileStore,
    pub receiving: Semaphore,
    pub draining: Semaphore,
    /// Files of imports that are received and checked.
    pub import_checks: Arc<Semaphore>,
    pub fetcher: PictureFetcher,
    workers: WorkerPool,
}

impl ImageUploads {
    pub fn new(store: FileStore, fetcher: PictureFetcher) -> Self {
        Self {
            store,
            fetcher,
            receiving: Semaphore::new(MAX_RECEIVING),
            draining: Semaphore::new(MAX_DRAINING),
            import_checks: Arc::new(Semaphore::new(MAX_IMPORT_CHECKS)),
            workers: WorkerPool::new(MAX_CONCURRENT_DECODES, MAX_WAITING_DECODES, DECODE_QUEUE_TIMEOUT),
        }
    }

    /// Runs work on a picture, within the limits of all pictures.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WorkerPoolError> {
        self.workers.run(work).await
    }
}

#[derive(Debug, Error)]
pub enum UploadError {
    #[error(transparent)]
    Rejected(#[from] decode::DecodeError),
    /// A concurrent upload used the key first.
    #[error("the upload key was used")]
    TokenUsed,
    #[error("too many pictures are being processed")]
    Busy,
    #[error(transparent)]
    Encoding(#[from] encode::EncodeError),
    #[error(transparent)]
    Store(#[from] object_store::ObjectStoreError),
    #[error(transparent)]
    Db(#[from] db::Error),
    #[error("the upload was interrupted: {0}")]
    Interrupted(String),
}

impl From<WorkerPoolError> for UploadError {
    fn from(error: WorkerPoolError) -> Self {
        match error {
            WorkerPoolError::Busy => Self::Busy,
            WorkerPoolError::Failed(cause) => {
                tracing::warn!(%cause, "an image decoder panicked");
                decode::DecodeError::Malformed("the decoder panicked".into()).into()
            }
        }
    }
}

/// The files of a picture.
struct EncodedImage {
    name: String,
    whole: Option<Vec<u8>>,
    large: Vec<u8>,
    small: Vec<u8>,
}

impl EncodedImage {
    fn new(whole: Option<Vec<u8>>, large: Vec<u8>, small: Vec<u8>) -> Self {
        Self { name: image_name(&large, whole.as_deref()), whole, large, small }
    }
}

/// How a picture is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageFit {
    /// A tool: the middle, 7 by 9, and beside it all of the picture, on white.
    Cropped,
    /// A logo: all of it, with its transparency.
    Whole,
}

/// Returns the name of the picture. The key is used up only if the upload succeeds.
pub async fn upload(
    shop: &Arc<Shop>,
    key: &Secret,
    file: Vec<u8>,
    fit: ImageFit,
) -> Result<String, UploadError> {
    let written = shop.images.run(move || process(&file, fit)).await??;
    // Runs to completion when the client disconnects, so that a used key always has a picture.
    let (shop, token) = (Arc::clone(shop), key.hash());
    let kept = tokio::spawn(async move { store_image(&shop, token, written).await });
    kept.await.map_err(|error| UploadError::Interrupted(error.to_string()))?
}

/// Stores the picture of a tool without a key. The caller has checked who sends it.
pub async fn upload_as(shop: &Arc<Shop>, by: &Id, file: Vec<u8>) -> Result<String, UploadError> {
    let picture = shop.images.run(move || process(&file, ImageFit::Cropped)).await??;
    let name = picture.name.clone();
    let input = (name.clone(), by.clone(), shop.clock.now());
    shop.db.write(input, |tx, (name, by, now)| store::insert_image(tx, name, by, *now)).await?;
    put_files(&shop.images.store, picture).await?;
    Ok(name)
}

fn process(file: &[u8], fit: ImageFit) -> Result<EncodedImage, UploadError> {
    Ok(match fit {
        ImageFit::Cropped => {
            let ToolImage { whole, cropped } = decode(file)?;
            let small = encode::encode_webp(&encode::thumbnail(&cropped))?;
            EncodedImage::new(Some(encode::encode_webp(&whole)?), encode::encode_webp(&cropped)?, small)
        }
        ImageFit::Whole => {
            let picture = logo::decode(file)?;
            let small = logo::fit(&picture, logo::SMALL_LOGO);
            EncodedImage::new(None, encode::encode_logo(&picture)?, encode::encode_logo(&small)?)
        }
    })
}

async fn store_image(shop: &Shop, token: String, picture: EncodedImage) -> Result<String, UploadError> {
    let name = picture.name.clone();
    let input = (token.clone(), name.clone(), shop.clock.now());
    let is_unused = shop
        .db
        .write(input, |tx, (token, name, now)| Box::pin(store::consume_token(tx, token, name, *now)))
        .await?;
    if !is_unused {
        return Err(UploadError::TokenUsed);
    }
    if let Err(error) = put_files(&shop.images.store, picture).await {
        shop.db.write(token, |tx, token| store::release_token(tx, token)).await?;
        return Err(error.into());
    }
    Ok(name)
}

/// Writes the small file last, because a tool names it: once it is there, the picture is complete.
async fn put_files(objects: &FileStore, picture: EncodedImage) -> Result<(), object_store::ObjectStoreError> {
    if let Some(whole) = picture.whole {
        objects.put(&picture.name, ImageVariant::Whole.name(), whole).await?;
    }
    objects.put(&picture.name, ImageVariant::Large.name(), picture.large).await?;
    objects.put(&picture.name, ImageVariant::Small.name(), picture.small).await
}
