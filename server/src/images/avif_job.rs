//! AVIF takes seconds to write, so it is added after the upload was answered. What is left to do stands in the database:
//! a node that ends in between, or is replaced, leaves nothing undone.

use std::time::Duration;

use thiserror::Error;

use super::{
    encode,
    store::{self, DueRow},
    variants::{File, SOURCE},
};
use crate::{
    clients::object_store::{self, Objects},
    db,
    shop::Shop,
};

/// After which it is tried again. Long enough that no node is still at it.
const AGAIN_AFTER: Duration = Duration::from_mins(5);
/// WebP is good enough for a picture that resists.
const MOST_ATTEMPTS: i64 = 5;

#[derive(Debug, Error)]
enum Error {
    #[error("what it is drawn from is not there")]
    NoSource,
    #[error(transparent)]
    Encoding(#[from] encode::Error),
    #[error(transparent)]
    Store(#[from] object_store::Error),
    #[error("it broke off: {0}")]
    BrokeOff(#[from] tokio::task::JoinError),
}

/// Draws what is due, one picture after the other.
pub async fn draw_due(shop: &Shop) -> Result<(), db::Error> {
    while let Some(due) = take_due(shop).await? {
        let is_last = due.avif_attempts >= MOST_ATTEMPTS;
        let drawn = draw(&shop.images.objects, &due.hash).await;
        if let Err(error) = &drawn {
            tracing::warn!(%error, picture = due.hash, is_last, "a picture has no AVIF form yet");
        }
        if drawn.is_ok() || is_last {
            set_done(shop, due.clone()).await?;
        }
        // Not before: a node that ends in between would leave what is due without anything to draw it from.
        if drawn.is_ok()
            && let Err(error) = shop.images.objects.delete(&due.hash, SOURCE).await
        {
            tracing::warn!(%error, picture = due.hash, "what a picture was drawn from still lies there");
        }
    }
    Ok(())
}

/// Counts as an attempt.
pub async fn take_due(shop: &Shop) -> Result<Option<DueRow>, db::Error> {
    let now = shop.clock.now();
    shop.db
        .write(move |tx| {
            Box::pin(async move { store::take_due(tx, now, now.plus(AGAIN_AFTER), MOST_ATTEMPTS).await })
        })
        .await
}

async fn set_done(shop: &Shop, taken: DueRow) -> Result<(), db::Error> {
    shop.db
        .write(move |tx| {
            let taken = taken.clone();
            Box::pin(async move { store::set_done(tx, &taken).await })
        })
        .await
}

async fn draw(objects: &Objects, picture: &str) -> Result<(), Error> {
    if is_drawn(objects, picture).await? {
        return Ok(());
    }
    let source = objects.get(picture, SOURCE).await?.ok_or(Error::NoSource)?;
    let (large, small) = tokio::task::spawn_blocking(move || {
        let large = encode::from_lossless(&source)?;
        let small = encode::small(&large);
        Ok::<_, encode::Error>((encode::avif(&large)?, encode::avif(&small)?))
    })
    .await??;
    objects.put(picture, File::LargeAvif.name(), large).await?;
    objects.put(picture, File::SmallAvif.name(), small).await?;
    Ok(())
}

/// By another node, or when the same picture was uploaded before.
async fn is_drawn(objects: &Objects, picture: &str) -> Result<bool, object_store::Error> {
    for file in [File::SmallAvif, File::LargeAvif] {
        if !objects.get(picture, file.name()).await?.is_some_and(|bytes| file.is_whole(&bytes)) {
            return Ok(false);
        }
    }
    Ok(true)
}
