//! A browser subscribes to notifications of new orders.

use super::{
    MAX_DEVICES,
    store::{self, NewPushDevice},
};
use crate::{
    accounts::{self, session::store::Session},
    db::{self, Tx},
    shop::Shop,
    values::{ids::Id, time::Timestamp},
};

/// What the browser's push service gave it.
#[derive(Clone)]
pub struct Subscription {
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
}

/// A subscription with the browser that made it.
#[derive(Clone)]
pub struct NewDevice {
    pub subscription: Subscription,
    pub browser_hash: String,
    pub user_agent: String,
}

/// Why a device was not added.
pub enum AddDeviceError {
    TooMany,
    /// The session ended meanwhile.
    SessionEnded,
    Db(db::Error),
}

impl From<db::Error> for AddDeviceError {
    fn from(error: db::Error) -> Self {
        Self::Db(error)
    }
}

/// Adds the browser, or replaces what it subscribed before. Returns the id.
pub async fn add(shop: &Shop, session: &Session, new: NewDevice) -> Result<Id, AddDeviceError> {
    let now = shop.clock.now();
    let input = (session.user.id.clone(), session.id.clone(), new, now);
    shop.db
        .try_write(input, |tx, (user, session, new, now)| Box::pin(add_in_tx(tx, user, session, new, *now)))
        .await
}

async fn add_in_tx(
    tx: &Tx<'_>,
    user: &Id,
    session: &Id,
    new: &NewDevice,
    now: Timestamp,
) -> Result<Id, AddDeviceError> {
    // The account's lock is for the limit. What ends the session waits for its row, and then finds the device.
    if !accounts::store::lock_user(tx, user).await? || !accounts::session::store::lock(tx, session).await? {
        return Err(AddDeviceError::SessionEnded);
    }
    let Subscription { endpoint, p256dh, auth } = &new.subscription;
    store::delete_of_browser(tx, user, &new.browser_hash, endpoint).await?;
    if store::count(tx, user).await? >= MAX_DEVICES {
        return Err(AddDeviceError::TooMany);
    }
    let row = NewPushDevice {
        id: Id::new(now),
        user,
        session,
        browser_hash: &new.browser_hash,
        endpoint,
        p256dh,
        auth,
        user_agent: &new.user_agent,
    };
    store::insert(tx, &row, now).await?;
    Ok(row.id)
}
