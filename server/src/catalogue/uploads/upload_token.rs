//! A one-time key to upload one picture within ten minutes. The upload needs no bearer token, as at image-hosting
//! services.

use std::time::Duration;

use thiserror::Error;

use super::store;
use crate::{
    db,
    shop::Shop,
    values::{
        ids::{Id, Secret},
        time::Timestamp,
    },
};

pub const TOKEN_TTL: Duration = Duration::from_mins(10);
/// Used and expired tokens are stored this long, to tell the client which of the two it is.
pub const USED_TOKEN_TTL: Duration = Duration::from_hours(1);

pub struct UploadToken {
    pub key: Secret,
    pub expires_at: Timestamp,
}

#[derive(Debug, Error)]
pub enum UploadTokenError {
    #[error("the upload key is unknown or expired")]
    Unknown,
    #[error("the upload key was used")]
    Used,
    #[error(transparent)]
    Db(#[from] db::Error),
}

pub async fn issue(shop: &Shop, admin: &Id) -> Result<UploadToken, db::Error> {
    let ticket = UploadToken { key: Secret::new(), expires_at: shop.clock.now().plus(TOKEN_TTL) };
    let input = (ticket.key.hash(), admin.clone(), ticket.expires_at);
    shop.db
        .write(input, |tx, (hash, admin, expires_at)| store::insert_token(tx, hash, admin, *expires_at))
        .await
        .map(|()| ticket)
}

/// Checks the key before the body is read.
pub async fn check(shop: &Shop, key: &Secret) -> Result<(), UploadTokenError> {
    let now = shop.clock.now();
    let found = shop.db.read(key.hash(), |tx, hash| store::find_token(tx, hash)).await?;
    match found {
        Some(ticket) if ticket.used_at.is_some() => Err(UploadTokenError::Used),
        Some(ticket) if ticket.expires_at > now => Ok(()),
        Some(_) | None => Err(UploadTokenError::Unknown),
    }
}

pub async fn delete_expired(tx: &db::Tx<'_>, now: Timestamp) -> Result<u64, db::Error> {
    store::delete_tokens_before(tx, now.minus(USED_TOKEN_TTL)).await
}
