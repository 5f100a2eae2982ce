//! Tells other programs of the owner what happens in the shop, by signed requests to their addresses.
//!
//! An event is queued in its transaction, for each endpoint that has chosen it (`webhook_deliveries`). A job delivers
//! it at least once ([`deliver`]). The messages follow the Standard Webhooks specification. They hold nothing personal:
//! a receiver that needs more reads the order.
//!
//! Endpoints are in memory, so that a purchase in a shop without webhooks needs no statement for them.

pub mod deliver;
mod endpoint_body;
pub mod http;
mod log;
pub mod manage;
pub mod signature;
pub mod store;

use std::{sync::Arc, time::Duration};

use arc_swap::ArcSwap;
use serde_json::Value;
use tokio::sync::Notify;

use self::store::EndpointRow;
use crate::{
    clients::webhook_sender::WebhookSender,
    db::{self, Db, Tx},
    values::{ids::Id, text_enum, time::Timestamp},
};

pub const MAX_ENDPOINTS: usize = 10;
/// How long a delivery is retried, and how long an endpoint may fail before it is paused.
pub const DELIVERY_TTL: Duration = Duration::from_hours(3 * 24);
/// How long the secret before a rotation signs too.
pub const OLD_SECRET_TTL: Duration = Duration::from_hours(24);
const LOG_TTL: Duration = Duration::from_hours(14 * 24);

text_enum! {
    pub enum WebhookEvent {
        OrderPlaced = "order.placed",
        /// Before it was paid, by the customer or the shop.
        OrderCancelled = "order.cancelled",
        /// It was not paid in time.
        OrderExpired = "order.expired",
        OrderPaid = "order.paid",
        OrderShipped = "order.shipped",
        /// A refund of all or a part of it was accepted by the card provider, or recorded.
        OrderRefunded = "order.refunded",
        /// The customer's bank sent a refund back.
        OrderRefundFailed = "order.refund_failed",
        /// Once for each refund of a purchase.
        CreditNoteIssued = "credit_note.issued",
        /// It cancels the credit note of a refund that failed.
        DebitNoteIssued = "debit_note.issued",
        /// A payment came for no order, and went back.
        PaymentReturned = "payment.returned",
        /// By an order, a refund or the owner.
        StockChanged = "stock.changed",
        /// Added, edited or removed from sale.
        ToolChanged = "tool.changed",
    }
}

/// Requested by the owner. No endpoint chooses it.
pub const TEST_EVENT: &str = "test";

/// Queues events. Clones share the endpoints.
#[derive(Clone)]
pub struct Webhooks(Arc<Inner>);

struct Inner {
    endpoints: ArcSwap<Vec<EndpointRow>>,
    sender: WebhookSender,
    wake: Notify,
}

impl Webhooks {
    pub fn new(sender: WebhookSender) -> Self {
        Self(Arc::new(Inner { endpoints: ArcSwap::default(), sender, wake: Notify::new() }))
    }

    /// Reads the endpoints that any node has saved.
    pub async fn refresh(&self, db: &Db) -> Result<(), db::Error> {
        let endpoints = db.read((), |tx, ()| Box::pin(store::endpoints(tx))).await?;
        self.0.endpoints.store(Arc::new(endpoints));
        Ok(())
    }

    /// Queues the event for every endpoint that has chosen it, and wakes the job after the commit. Call it in the
    /// transaction of the event.
    pub async fn queue(
        &self,
        tx: &Tx<'_>,
        event: WebhookEvent,
        data: impl FnOnce() -> Value + Send,
        now: Timestamp,
    ) -> Result<(), db::Error> {
        let endpoints = self.0.endpoints.load_full();
        if !endpoints.iter().any(|endpoint| endpoint.has_chosen(event)) {
            return Ok(());
        }
        let data = data().to_string();
        for endpoint in endpoints.iter() {
            if endpoint.has_chosen(event) {
                store::queue(tx, &Id::new(now), &endpoint.id, event.as_str(), &data, now).await?;
            }
        }
        let this = self.clone();
        tx.after_commit(move || this.notify());
        Ok(())
    }

    /// Wakes the job.
    pub fn notify(&self) {
        self.0.wake.notify_waiters();
    }

    pub async fn notified(&self) {
        self.0.wake.notified().await;
    }
}

/// Deletes some rows older than the log. Returns 0 when there are no more.
pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, db::Error> {
    store::delete_deliveries(tx, now.minus(LOG_TTL)).await
}
