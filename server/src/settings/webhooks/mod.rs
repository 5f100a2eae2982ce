//! Tells other programs of the owner what happens in the shop, by signed requests to their addresses.
//!
//! An event is queued in its transaction, for each endpoint that has chosen it (`webhook_deliveries`). A job delivers
//! it at least once ([`deliver`]). The messages follow the Standard Webhooks specification. They hold nothing personal:
//! a receiver that needs more reads the order.
//!
//! Endpoints are in memory, so that a purchase in a shop without webhooks needs no statement for them.

pub mod deliver;
pub mod document;
mod endpoint_body;
pub mod http;
mod log;
pub mod manage;
pub mod signature;
pub mod store;

use std::{sync::Arc, time::Duration};

use arc_swap::ArcSwap;
use tokio::sync::Notify;

use self::{document::EventData, store::EndpointRow};
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
pub const LOG_TTL: Duration = Duration::from_hours(14 * 24);

text_enum! {
    pub enum WebhookEvent {
        OrderPlaced = "order.placed",
        /// The customer or the shop canceled the order before it was paid.
        OrderCancelled = "order.cancelled",
        /// It was not paid in time.
        OrderExpired = "order.expired",
        OrderPaid = "order.paid",
        /// Once for each purchase, with its taxes.
        PurchasePaid = "purchase.paid",
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
        /// An order, a refund or the owner changed the stock.
        StockChanged = "stock.changed",
        /// Added, edited or removed from sale.
        ToolChanged = "tool.changed",
    }
}

impl WebhookEvent {
    /// What happened.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::OrderPlaced => "An order was placed",
            Self::OrderCancelled => "An unpaid order was cancelled",
            Self::OrderExpired => "An order was not paid in time",
            Self::OrderPaid => "An order was paid",
            Self::PurchasePaid => "A purchase was paid, with its taxes",
            Self::OrderShipped => "An order was shipped",
            Self::OrderRefunded => "An order was refunded, also in part",
            Self::OrderRefundFailed => "A refund came back from the customer's bank",
            Self::CreditNoteIssued => "A credit note was issued",
            Self::DebitNoteIssued => "A credit note was cancelled",
            Self::PaymentReturned => "A payment without an order went back",
            Self::StockChanged => "The stock of a tool changed",
            Self::ToolChanged => "A tool was added, edited or removed",
        }
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
    pub async fn queue<D: EventData>(
        &self,
        tx: &Tx<'_>,
        event: WebhookEvent,
        data: impl FnOnce() -> D + Send,
        now: Timestamp,
    ) -> Result<(), db::Error> {
        debug_assert!(D::EVENTS.contains(&event), "{event:?} has other data");
        if !self.is_chosen(event) {
            return Ok(());
        }
        let data = serde_json::to_string(&data())
            .map_err(|_| db::Error::broken_row("webhook_deliveries", event.as_str()))?;
        let endpoints = self.0.endpoints.load_full();
        for endpoint in endpoints.iter() {
            if endpoint.has_chosen(event) {
                store::queue(tx, &Id::new(now), &endpoint.id, event.as_str(), &data, now).await?;
            }
        }
        let this = self.clone();
        tx.after_commit(move || this.notify());
        Ok(())
    }

    /// Whether an endpoint gets the event.
    pub fn is_chosen(&self, event: WebhookEvent) -> bool {
        self.0.endpoints.load().iter().any(|endpoint| endpoint.has_chosen(event))
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
