//! Webhooks: signed events, posted to the shop until it responds with a 2xx status or the retries end.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fmt::Write as _, io, mem};

use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::header::CONTENT_TYPE;
use sha2::Sha256;

use super::model::event::Event;
use crate::clock::SandboxClock;
use crate::faults::{FaultQueue, WebhookAction};

pub struct EventSender {
    http: reqwest::Client,
    secret: String,
    /// The delays before the second attempt, the third, and so on.
    retries: Vec<Duration>,
    clock: SandboxClock,
    faults: Arc<FaultQueue>,
    queue: Mutex<DeliveryQueue>,
}

#[derive(Default)]
struct DeliveryQueue {
    url: Option<String>,
    /// Kept until they are released, the oldest first.
    held: Vec<Event>,
}

impl EventSender {
    pub fn new(
        url: Option<String>,
        secret: String,
        retries: Vec<Duration>,
        clock: SandboxClock,
        faults: Arc<FaultQueue>,
    ) -> io::Result<Arc<Self>> {
        let http = reqwest::Client::builder()
            .connect_timeout(Duration::from_secs(2))
            .timeout(Duration::from_secs(20))
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            // The shop beside the sandbox has no TLS. Loading the system's certificates takes longer than the rest.
            .tls_certs_only([])
            .build()
            .map_err(io::Error::other)?;
        let queue = Mutex::new(DeliveryQueue { url, held: Vec::new() });
        Ok(Arc::new(Self { http, secret, retries, clock, faults, queue }))
    }

    fn queue(&self) -> MutexGuard<'_, DeliveryQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn url(&self) -> Option<String> {
        self.queue().url.clone()
    }

    pub fn set_url(&self, url: String) {
        self.queue().url = Some(url);
    }

    /// The types of the held events, the oldest first.
    pub fn held(&self) -> Vec<String> {
        self.queue().held.iter().map(|event| event.kind.clone()).collect()
    }

    /// Sends the events of one call in the background, in their order.
    pub fn send(self: &Arc<Self>, events: Vec<Event>) {
        if events.is_empty() || self.queue().url.is_none() {
            return;
        }
        let sender = Arc::clone(self);
        tokio::spawn(async move {
            for event in events {
                match sender.faults.take_webhook() {
                    Some(WebhookAction::Hold) => sender.queue().held.push(event),
                    Some(WebhookAction::Drop) => {}
                    None => sender.deliver(event).await,
                }
            }
        });
    }

    /// Sends the held events. Returns after the first attempt of each.
    pub async fn release(self: &Arc<Self>, reversed: bool) -> usize {
        let mut events = mem::take(&mut self.queue().held);
        if reversed {
            events.reverse();
        }
        let count = events.len();
        for event in events {
            self.deliver(event).await;
        }
        count
    }

    /// Makes the first attempt now, and the retries in the background.
    async fn deliver(self: &Arc<Self>, event: Event) {
        if self.attempt(&event).await {
            return;
        }
        let sender = Arc::clone(self);
        tokio::spawn(async move {
            for delay in &sender.retries {
                tokio::time::sleep(*delay).await;
                if sender.attempt(&event).await {
                    return;
                }
            }
            tracing::warn!(event = event.id, kind = event.kind, "the shop did not accept a webhook");
        });
    }

    async fn attempt(&self, event: &Event) -> bool {
        let Some(url) = self.url() else { return false };
        let body = event.to_json().to_string();
        let request = self
            .http
            .post(url)
            .header(CONTENT_TYPE, "application/json; charset=utf-8")
            .header("Stripe-Signature", signature(&self.secret, (self.clock)(), &body));
        request.body(body).send().await.is_ok_and(|response| response.status().is_success())
    }
}

/// `t=…,v1=…` with the HMAC-SHA256 of the time, a full stop and the body.
fn signature(secret: &str, time: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    mac.update(format!("{time}.{body}").as_bytes());
    let mut text = format!("t={time},v1=");
    for byte in mac.finalize().into_bytes() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
