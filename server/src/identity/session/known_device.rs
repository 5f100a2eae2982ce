//! Browsers that have signed in before. One secret serves all accounts of a browser, and what is stored for one says
//! nothing about the others.

use std::time::Duration;

use super::store;
use crate::{
    db::{Error, Tx},
    values::{
        hash::sha256_hex,
        ids::{Id, Secret},
        time::Moment,
    },
};

pub const LIFE: Duration = Duration::from_hours(365 * 24);

/// How many browsers one account is known to; another one puts the oldest out.
const MOST: i64 = 20;

/// What is stored. `None`, nobody's account, is no account's.
pub fn hash(device: &Secret, user: Option<&Id>) -> String {
    sha256_hex(format!("{} {}", device.reveal(), user.map_or("", Id::as_str)).as_bytes())
}

/// In the transaction that starts a session.
pub async fn remember(tx: &Tx<'_>, device: &Secret, user: &Id, now: Moment) -> Result<(), Error> {
    store::remember_device(tx, &hash(device, Some(user)), user, now, now.plus(LIFE), MOST).await
}
