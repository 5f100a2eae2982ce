//! Browsers that have logged in before. A browser has one secret for all its accounts. The stored hashes do not reveal
//! which accounts share a browser.

use std::time::Duration;

use super::store;
use crate::{
    db::{Error, Tx},
    values::{
        hash::sha256_hex,
        ids::{Id, Secret},
        time::Timestamp,
    },
};

pub const KNOWN_DEVICE_TTL: Duration = Duration::from_hours(365 * 24);

/// Browsers remembered for one account. A further one replaces the oldest.
const MAX_DEVICES: i64 = 20;

/// The stored hash. `None` (no account) gives a hash that is never stored.
pub fn hash(device: &Secret, user: Option<&Id>) -> String {
    sha256_hex(format!("{} {}", device.reveal(), user.map_or("", Id::as_str)).as_bytes())
}

/// Called in the transaction that starts a session.
pub async fn remember(tx: &Tx<'_>, device: &Secret, user: &Id, now: Timestamp) -> Result<(), Error> {
    store::remember_device(tx, &hash(device, Some(user)), user, now, now.plus(KNOWN_DEVICE_TTL), MAX_DEVICES)
        .await
}
