//! A picture as it is answered.

use bytes::Bytes;

use super::variants::{File, is_name};
use crate::clients::object_store::{Error, Objects};

pub struct Served {
    pub bytes: Bytes,
    /// What it is, which may be another form than was asked for.
    pub file: File,
    /// The form that was asked for, which never changes: its name is its content.
    pub is_final: bool,
}

/// The picture of this name in this form, or in WebP while its AVIF form is not there. A file that is not whole is not
/// there.
pub async fn find(objects: &Objects, name: &str, file: &str) -> Result<Option<Served>, Error> {
    let Some(wanted) = File::named(file).filter(|_| is_name(name)) else { return Ok(None) };
    if let Some(bytes) = whole(objects, name, wanted).await? {
        return Ok(Some(Served { bytes, file: wanted, is_final: true }));
    }
    if wanted.at_once() == wanted {
        return Ok(None);
    }
    let instead = wanted.at_once();
    Ok(whole(objects, name, instead).await?.map(|bytes| Served { bytes, file: instead, is_final: false }))
}

async fn whole(objects: &Objects, name: &str, file: File) -> Result<Option<Bytes>, Error> {
    let found = objects.get(name, file.name()).await?;
    let is_broken = found.as_ref().is_some_and(|bytes| !file.is_whole(bytes));
    if is_broken {
        tracing::error!(picture = name, file = file.name(), "a file in the store of pictures is broken");
    }
    Ok(found.filter(|_| !is_broken))
}
