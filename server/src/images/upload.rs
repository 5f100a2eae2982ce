//! Turns an uploaded file into a stored picture.

use std::{sync::Arc, time::Duration};

use thiserror::Error;
use tokio::sync::Semaphore;

use super::{
    decode::{self, decode},
    encode, store,
    variants::{File, name_of},
};
use crate::{
    clients::object_store::{self, Objects},
    db,
    http::worker_pool::{self, Bounded},
    shop::Shop,
    values::ids::Secret,
};

/// Decoding one picture may take one core for a second, and 96 MiB.
const AT_ONCE: usize = 2;
const MOST_WAITING: usize = 8;
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// Bodies of five megabytes that are received at the same time: together less than 32 MiB.
const ARRIVING: usize = 4;
/// Rejected bodies that are drained at the same time. Further connections are closed.
const DRAINING: usize = 4;

/// State shared by all uploads.
pub struct Images {
    pub objects: Objects,
    pub arriving: Semaphore,
    pub draining: Semaphore,
    work: Bounded,
}

impl Images {
    pub fn new(objects: Objects) -> Self {
        Self {
            objects,
            arriving: Semaphore::new(ARRIVING),
            draining: Semaphore::new(DRAINING),
            work: Bounded::new(AT_ONCE, MOST_WAITING, LONGEST_WAIT),
        }
    }
}

#[derive(Debug, Error)]
pub enum Error {
    #[error(transparent)]
    Refused(#[from] decode::Refusal),
    /// A concurrent upload used the key first.
    #[error("the upload key was used")]
    TicketUsed,
    #[error("too many pictures are being processed")]
    Busy,
    #[error(transparent)]
    Encoding(#[from] encode::Error),
    #[error(transparent)]
    Store(#[from] object_store::Error),
    #[error(transparent)]
    Db(#[from] db::Error),
    #[error("the upload was interrupted: {0}")]
    BrokeOff(String),
}

/// A picture in both sizes.
struct Written {
    name: String,
    large: Vec<u8>,
    small: Vec<u8>,
}

/// Returns the name of the picture. The key is used up only if the upload succeeds.
pub async fn upload(shop: &Arc<Shop>, key: &Secret, file: Vec<u8>) -> Result<String, Error> {
    let written = match shop.images.work.run(move || write(&file)).await {
        Ok(written) => written?,
        Err(worker_pool::Error::Busy) => return Err(Error::Busy),
        Err(worker_pool::Error::Failed(cause)) => {
            tracing::warn!(%cause, "an image decoder panicked");
            return Err(decode::Refusal::Broken("the decoder panicked".into()).into());
        }
    };
    // Runs to completion when the client disconnects, so that a used key always has a picture.
    let (shop, ticket) = (Arc::clone(shop), key.hash());
    let kept = tokio::spawn(async move { keep(&shop, &ticket, written).await });
    kept.await.map_err(|error| Error::BrokeOff(error.to_string()))?
}

fn write(file: &[u8]) -> Result<Written, Error> {
    let picture = decode(file)?;
    let large = encode::webp(&picture)?;
    Ok(Written { name: name_of(&large), small: encode::webp(&encode::small(&picture))?, large })
}

async fn keep(shop: &Shop, ticket: &str, picture: Written) -> Result<String, Error> {
    let name = picture.name.clone();
    if !use_ticket(shop, ticket, &name).await? {
        return Err(Error::TicketUsed);
    }
    if let Err(error) = put(&shop.images.objects, picture).await {
        give_ticket_back(shop, ticket).await?;
        return Err(error.into());
    }
    Ok(name)
}

async fn use_ticket(shop: &Shop, ticket: &str, picture: &str) -> Result<bool, db::Error> {
    let (ticket, picture, now) = (ticket.to_owned(), picture.to_owned(), shop.clock.now());
    shop.db
        .write(move |tx| {
            let (ticket, picture) = (ticket.clone(), picture.clone());
            Box::pin(async move { store::use_ticket(tx, &ticket, &picture, now).await })
        })
        .await
}

async fn give_ticket_back(shop: &Shop, ticket: &str) -> Result<(), db::Error> {
    let ticket = ticket.to_owned();
    shop.db
        .write(move |tx| {
            let ticket = ticket.clone();
            Box::pin(async move { store::give_ticket_back(tx, &ticket).await })
        })
        .await
}

/// Writes the small file last, because a tool names it: once it is there, the picture is complete.
async fn put(objects: &Objects, picture: Written) -> Result<(), object_store::Error> {
    objects.put(&picture.name, File::Large.name(), picture.large).await?;
    objects.put(&picture.name, File::Small.name(), picture.small).await
}
