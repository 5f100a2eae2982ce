//! Tells staff of new orders by notifications on the phones and browsers that they chose (Web Push).
//!
//! A message is queued in the transaction of the payment, for each device of each account, and a job sends it
//! ([`deliver`]). Whether the account is still staff is read from the database at each delivery.
//!
//! A device ends:
//!
//! - when its user removes it;
//! - when a request ends its session, also from another browser. `session/store.rs` has all of these;
//! - when the push service says that the browser has ended it;
//! - when the same browser subscribes for another account.
//!
//! A session of staff lasts some hours, and a phone must ring also after that. So a device outlives a session that
//! expires, and the next login of the account in the same browser takes it over.

pub mod add;
pub mod deliver;
pub mod http;
pub mod store;

use std::sync::Arc;

use tokio::sync::Notify;

use crate::{
    base::metadata,
    clients::web_push::{PUSH_TTL, PushClient, vapid::VapidKey},
    db::{self, Db, Tx},
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// Of one account.
pub const MAX_DEVICES: i64 = 10;

/// The shop's private key, in `shop_metadata`.
const VAPID_KEY: &str = "vapid_key";

/// Queues notifications. Clones share the client.
#[derive(Clone)]
pub struct PushNotices(Arc<Inner>);

struct Inner {
    client: PushClient,
    wake: Notify,
}

impl PushNotices {
    pub fn new(client: PushClient) -> Self {
        Self(Arc::new(Inner { client, wake: Notify::new() }))
    }

    pub fn client(&self) -> &PushClient {
        &self.0.client
    }

    /// Queues a notification of a paid purchase for each device, and wakes the job after the commit. Call it in the
    /// transaction of the payment, with the purchase's first order and its total.
    pub async fn queue_order(
        &self,
        tx: &Tx<'_>,
        order: &Id,
        total: Cents,
        now: Timestamp,
    ) -> Result<(), db::Error> {
        if store::queue(tx, order, total, now, now.plus(PUSH_TTL)).await? {
            let this = self.clone();
            tx.after_commit(move || this.0.wake.notify_one());
        }
        Ok(())
    }

    pub async fn notified(&self) {
        self.0.wake.notified().await;
    }
}

/// Returns the key of the shop, which the first start makes. Browsers subscribe to this key alone.
pub async fn vapid_key(db: &Db) -> Result<VapidKey, db::Error> {
    let broken = || db::Error::broken_row("shop_metadata", VAPID_KEY);
    let new = VapidKey::generate().map_err(|_| broken())?;
    let stored =
        db.write(new, |tx, new| Box::pin(metadata::store::set_if_absent(tx, VAPID_KEY, new))).await?;
    VapidKey::parse(&stored).ok_or_else(broken)
}
