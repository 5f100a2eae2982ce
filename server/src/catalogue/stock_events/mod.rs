//! Changes of stock and price, as server-sent events.
//!
//! The snapshot records what changed, and a job sends it to all listeners twice a second. So the number of sales does
//! not decide how much is sent. A listener whose last event is not the newest one was away and reads its lists again.

pub mod http;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use bytes::Bytes;
use serde::Serialize;
use tokio::{
    sync::{
        OwnedSemaphorePermit, Semaphore,
        broadcast::{self, error::RecvError},
    },
    time::timeout,
};
use utoipa::ToSchema;

use super::{entry::CatalogueEntry, snapshot::lock};
use crate::values::{ids::Id, money::Cents, time::Timestamp};

/// Half of the places for connections, so that pages and orders have the other half.
const MAX_LISTENERS: usize = 2_048;
/// Events that a slow listener may be behind.
const BACKLOG: usize = 16;
/// More changes than these, such as an import, are one event `reload`.
const MAX_CHANGES: usize = 200;
/// Proxies close a connection that is silent for longer.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(25);
const KEEP_ALIVE: Bytes = Bytes::from_static(b":\n\n");

/// What a visitor of the shop sees of a tool that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StockChange {
    #[serde(rename = "_id")]
    #[schema(value_type = String)]
    id: Id,
    /// 0 for a tool that is no longer on sale.
    available_quantity: i64,
    #[schema(value_type = f64)]
    price: Cents,
}

#[derive(Default)]
struct Changes {
    tools: BTreeMap<Id, StockChange>,
    /// There were too many changes, or it is unknown which.
    is_reload: bool,
}

/// The listeners, and the changes that wait for them.
pub struct StockEvents {
    waiting: Mutex<Changes>,
    /// `None` after the end.
    sender: Mutex<Option<broadcast::Sender<Bytes>>>,
    places: Arc<Semaphore>,
}

impl Default for StockEvents {
    fn default() -> Self {
        Self {
            waiting: Mutex::default(),
            sender: Mutex::new(Some(broadcast::channel(BACKLOG).0)),
            places: Arc::new(Semaphore::new(MAX_LISTENERS)),
        }
    }
}

impl StockEvents {
    pub fn record(&self, tool: &CatalogueEntry, is_on_sale: bool) {
        let mut waiting = lock(&self.waiting);
        if waiting.tools.len() >= MAX_CHANGES {
            waiting.is_reload = true;
            return;
        }
        let available_quantity = if is_on_sale { tool.available } else { 0 };
        let change = StockChange { id: tool.id.clone(), available_quantity, price: tool.price };
        waiting.tools.insert(tool.id.clone(), change);
    }

    /// Listeners read their lists again.
    pub fn record_reload(&self) {
        lock(&self.waiting).is_reload = true;
    }

    /// Sends what was recorded since the last call. `newest` is the time of the newest change in the snapshot.
    pub fn send(&self, newest: Option<Timestamp>) {
        let changes = std::mem::take(&mut *lock(&self.waiting));
        let event = match changes {
            Changes { is_reload: true, .. } => reload_event(newest),
            Changes { tools, .. } if tools.is_empty() => return,
            Changes { tools, .. } => stock_event(newest, &tools),
        };
        if let Some(sender) = &*lock(&self.sender) {
            // Fails without listeners.
            let _ = sender.send(event);
        }
    }

    /// Ends every stream, so that the program can stop.
    pub fn close(&self) {
        lock(&self.sender).take();
    }

    fn listen(&self) -> Option<Listener> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok()?;
        let receiver = lock(&self.sender).as_ref()?.subscribe();
        Some(Listener { receiver, _place: place })
    }
}

struct Listener {
    receiver: broadcast::Receiver<Bytes>,
    _place: OwnedSemaphorePermit,
}

impl Listener {
    /// `None` at the end.
    async fn next(&mut self) -> Option<Bytes> {
        match timeout(KEEP_ALIVE_INTERVAL, self.receiver.recv()).await {
            Ok(Ok(event)) => Some(event),
            Ok(Err(RecvError::Lagged(_))) => Some(reload_event(None)),
            Ok(Err(RecvError::Closed)) => None,
            Err(_) => Some(KEEP_ALIVE),
        }
    }
}

fn stock_event(newest: Option<Timestamp>, tools: &BTreeMap<Id, StockChange>) -> Bytes {
    let changes: Vec<_> = tools.values().collect();
    event(newest, "stock", &serde_json::to_string(&changes).unwrap_or_default())
}

fn reload_event(newest: Option<Timestamp>) -> Bytes {
    event(newest, "reload", "[]")
}

fn event(newest: Option<Timestamp>, name: &str, data: &str) -> Bytes {
    let id = newest.map(|at| format!("id: {}\n", at.micros())).unwrap_or_default();
    format!("{id}event: {name}\ndata: {data}\n\n").into()
}
