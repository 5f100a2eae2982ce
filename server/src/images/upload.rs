//! From the bytes somebody sent to a picture of the shop's own.

use std::{sync::Arc, time::Duration};

use thiserror::Error;
use tokio::sync::Semaphore;

use super::{
    decode::{self, decode},
    encode, store,
    variants::{File, SOURCE, name_of},
};
use crate::{
    clients::object_store::{self, Objects},
    db,
    http::worker_pool::{self, Bounded},
    shop::Shop,
    values::{ids::Secret, time::Moment},
};

/// Pictures that are decoded at once. Each may take a core for a second, and 100 MB.
const AT_ONCE: usize = 2;
const MOST_WAITING: usize = 8;
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// Bodies of five megabytes that may be on their way: together they stay below 32 MiB.
const ARRIVING: usize = 4;
/// Refused bodies that are read to their end at once. To the rest, the connection is closed.
const DRAINING: usize = 4;
/// When another node may look after the AVIF files of a picture whose upload broke off. By then no upload still writes.
const DUE_AFTER: Duration = Duration::from_mins(2);

/// What uploads share.
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
    /// By another upload with the same key, which was faster.
    #[error("the ticket was used")]
    TicketUsed,
    #[error("too many pictures are being worked on at the moment")]
    Busy,
    #[error(transparent)]
    Encoding(#[from] encode::Error),
    #[error(transparent)]
    Store(#[from] object_store::Error),
    #[error(transparent)]
    Db(#[from] db::Error),
    #[error("it broke off: {0}")]
    BrokeOff(String),
}

/// A picture in the forms that are made of it at once.
struct Written {
    name: String,
    large: Vec<u8>,
    small: Vec<u8>,
    source: Vec<u8>,
}

/// The name of the picture. Nothing is used up unless it succeeds.
pub async fn upload(shop: &Arc<Shop>, key: &Secret, file: Vec<u8>) -> Result<String, Error> {
    let written = match shop.images.work.run(move || write(&file)).await {
        Ok(written) => written?,
        Err(worker_pool::Error::Busy) => return Err(Error::Busy),
        Err(worker_pool::Error::Failed(cause)) => {
            tracing::warn!(%cause, "a decoder gave up on a picture");
            return Err(decode::Refusal::Broken("the decoder gave up".into()).into());
        }
    };
    // To its end, also when the owner closes the page: a used ticket without a picture would be a loss.
    let (shop, ticket) = (Arc::clone(shop), key.hash());
    let kept = tokio::spawn(async move { keep(&shop, &ticket, written).await });
    kept.await.map_err(|error| Error::BrokeOff(error.to_string()))?
}

fn write(file: &[u8]) -> Result<Written, Error> {
    let picture = decode(file)?;
    let large = encode::webp(&picture)?;
    Ok(Written {
        name: name_of(&large),
        small: encode::webp(&encode::small(&picture))?,
        source: encode::lossless(&picture)?,
        large,
    })
}

async fn keep(shop: &Shop, ticket: &str, picture: Written) -> Result<String, Error> {
    let (name, now) = (picture.name.clone(), shop.clock.now());
    if !use_ticket(shop, ticket, &name, now).await? {
        return Err(Error::TicketUsed);
    }
    if let Err(error) = put(&shop.images.objects, picture).await {
        give_ticket_back(shop, ticket, &name, now).await?;
        return Err(error.into());
    }
    // The files lie there: what is left can begin.
    let (now, hash) = (shop.clock.now(), name.clone());
    shop.db
        .write(move |tx| {
            let hash = hash.clone();
            Box::pin(async move { store::set_due(tx, &hash, now).await })
        })
        .await
        .map(|()| name)
        .map_err(|error: db::Error| error.into())
}

async fn use_ticket(shop: &Shop, ticket: &str, picture: &str, now: Moment) -> Result<bool, db::Error> {
    let (ticket, picture, due) = (ticket.to_owned(), picture.to_owned(), now.plus(DUE_AFTER));
    shop.db
        .write(move |tx| {
            let (ticket, picture) = (ticket.clone(), picture.clone());
            Box::pin(async move { store::use_ticket(tx, &ticket, &picture, now, due).await })
        })
        .await
}

async fn give_ticket_back(shop: &Shop, ticket: &str, picture: &str, now: Moment) -> Result<(), db::Error> {
    let (ticket, picture, due) = (ticket.to_owned(), picture.to_owned(), now.plus(DUE_AFTER));
    shop.db
        .write(move |tx| {
            let (ticket, picture) = (ticket.clone(), picture.clone());
            Box::pin(async move { store::give_ticket_back(tx, &ticket, &picture, now, due).await })
        })
        .await
}

/// The form that a tool names comes last: what can be asked for by it is complete.
async fn put(objects: &Objects, picture: Written) -> Result<(), object_store::Error> {
    let name = &picture.name;
    objects.put(name, SOURCE, picture.source).await?;
    objects.put(name, File::LargeWebp.name(), picture.large).await?;
    objects.put(name, File::SmallWebp.name(), picture.small).await
}
