//! Changes of stock and price, as server-sent events.
//!
//! The snapshot records what changed, and a job sends it to all listeners twice a second. So the number of sales does
//! not decide how much is sent. A listener whose last event is not the newest one was away and reads its lists again.

pub mod http;

use std::{
    collections::{BTreeMap, HashMap},
    mem,
    net::IpAddr,
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
use crate::{
    base::rate_limit::token_bucket::{SITE_BITS, network_of},
    http::max_connections::max_connections,
    values::{ids::Id, money::Cents, time::Timestamp},
};

const MAX_LISTENERS: usize = 10_000;
/// Listeners of one client network, so that it does not take all places.
const MAX_LISTENERS_OF_NETWORK: usize = 64;
/// More listeners get changes once a second, because each event costs 7.5 µs of CPU for each of them.
const MANY_LISTENERS: usize = 5_000;
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
    /// Some of them were there at the last call of [`StockEvents::send`].
    were_held: bool,
}

/// The listeners, and the changes that wait for them.
pub struct StockEvents {
    waiting: Mutex<Changes>,
    /// `None` after the end.
    sender: Mutex<Option<broadcast::Sender<Bytes>>>,
    places: Arc<Semaphore>,
    listeners: ListenersByNetwork,
}

type ListenersByNetwork = Arc<Mutex<HashMap<IpAddr, usize>>>;

impl Default for StockEvents {
    fn default() -> Self {
        Self {
            waiting: Mutex::default(),
            sender: Mutex::new(Some(broadcast::channel(BACKLOG).0)),
            // Listeners get at most five of eight connections, so that pages and orders have the others.
            places: Arc::new(Semaphore::new(MAX_LISTENERS.min(max_connections() / 8 * 5))),
            listeners: Arc::default(),
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
        let sender = lock(&self.sender);
        let Some(sender) = &*sender else { return };
        let mut waiting = lock(&self.waiting);
        if waiting.tools.is_empty() && !waiting.is_reload {
            return;
        }
        if sender.receiver_count() > MANY_LISTENERS && !mem::replace(&mut waiting.were_held, true) {
            return;
        }
        let Changes { tools, is_reload, .. } = mem::take(&mut *waiting);
        // Fails without listeners.
        let _ = sender.send(if is_reload { reload_event(newest) } else { stock_event(newest, &tools) });
    }

    /// Ends every stream, so that the program can stop.
    pub fn close(&self) {
        lock(&self.sender).take();
    }

    fn listen(&self, client: IpAddr) -> Option<Listener> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok()?;
        let network_place = NetworkPlace::take(&self.listeners, network_of(client, SITE_BITS))?;
        let receiver = lock(&self.sender).as_ref()?.subscribe();
        Some(Listener { receiver, _place: place, _network_place: network_place })
    }
}

struct Listener {
    receiver: broadcast::Receiver<Bytes>,
    _place: OwnedSemaphorePermit,
    _network_place: NetworkPlace,
}

/// One of the places of a client network, until it is dropped.
struct NetworkPlace {
    listeners: ListenersByNetwork,
    network: IpAddr,
}

impl NetworkPlace {
    fn take(listeners: &ListenersByNetwork, network: IpAddr) -> Option<Self> {
        let mut counts = lock(listeners);
        let count = counts.entry(network).or_default();
        if *count >= MAX_LISTENERS_OF_NETWORK {
            return None;
        }
        *count += 1;
        Some(Self { listeners: Arc::clone(listeners), network })
    }
}

impl Drop for NetworkPlace {
    fn drop(&mut self) {
        let mut counts = lock(&self.listeners);
        if let Some(count) = counts.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.network);
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_listeners_get_changes_at_every_second_call() {
        let events = StockEvents::default();
        let subscribe = || lock(&events.sender).as_ref().unwrap().subscribe();
        let mut listeners: Vec<_> = (0..MANY_LISTENERS).map(|_| subscribe()).collect();
        let sent = |listeners: &mut Vec<broadcast::Receiver<Bytes>>| {
            events.send(None);
            listeners[0].try_recv().is_ok()
        };
        events.record_reload();
        assert_eq!([(); 2].map(|()| sent(&mut listeners)), [true, false], "nothing is sent twice");
        listeners.push(subscribe());
        events.record_reload();
        assert_eq!([(); 3].map(|()| sent(&mut listeners)), [false, true, false]);
    }
}
