//! Webhooks: events posted to the shop, signed, again and again until it says 2xx or patience ends.
//!
//! As at the provider, deliveries may come late, twice and in another order; a shop that must not miss one asks
//! `/v1/events`.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fmt::Write as _, io, mem};

use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::header::CONTENT_TYPE;
use serde::Serialize;
use sha2::Sha256;

use crate::clock::Clock;

use super::StripeSettings;
use super::events::Event;
use super::faults::{Faults, WebhookAction};

const ATTEMPTS_SHOWN: usize = 500;

/// Carries events to the shop.
pub struct Courier {
    http: reqwest::Client,
    secret: String,
    retries: Vec<Duration>,
    clock: Clock,
    faults: Arc<Faults>,
    desk: Mutex<Desk>,
}

#[derive(Default)]
struct Desk {
    url: Option<String>,
    /// Kept back until released, oldest first.
    held: Vec<Event>,
    /// To go out behind the next event that does.
    overtaken: Vec<Event>,
    attempts: VecDeque<Attempt>,
}

/// One try at delivering, as `_control/state` shows it.
#[derive(Clone, Debug, Serialize)]
pub struct Attempt {
    event: String,
    #[serde(rename = "type")]
    kind: String,
    /// 1 for the first.
    number: usize,
    /// The shop's answer.
    status: Option<u16>,
    error: Option<String>,
}

impl Courier {
    pub fn new(settings: &StripeSettings, faults: Arc<Faults>) -> io::Result<Arc<Self>> {
        let http = reqwest::Client::builder()
            .connect_timeout(Duration::from_secs(2))
            .timeout(Duration::from_secs(20))
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .build()
            .map_err(io::Error::other)?;
        Ok(Arc::new(Self {
            http,
            secret: settings.webhook_secret.clone(),
            retries: settings.webhook_retries.clone(),
            clock: Arc::clone(&settings.clock),
            faults,
            desk: Mutex::new(Desk { url: settings.webhook_url.clone(), ..Desk::default() }),
        }))
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set_url(&self, url: String) {
        self.desk().url = Some(url);
    }

    pub fn held(&self) -> Vec<Event> {
        self.desk().held.clone()
    }

    pub fn attempts(&self) -> Vec<Attempt> {
        self.desk().attempts.iter().cloned().collect()
    }

    /// Sends the events of one call, in their order, in the background.
    pub fn send(self: &Arc<Self>, events: Vec<Event>) {
        if events.is_empty() || self.desk().url.is_none() {
            return;
        }
        let courier = Arc::clone(self);
        tokio::spawn(async move {
            for event in events {
                courier.send_one(event).await;
            }
        });
    }

    async fn send_one(self: &Arc<Self>, event: Event) {
        let action = self.faults.for_event(&event.kind);
        match action {
            Some(WebhookAction::Hold) => return self.desk().held.push(event),
            Some(WebhookAction::Reorder) => return self.desk().overtaken.push(event),
            Some(WebhookAction::Drop) => return,
            Some(WebhookAction::DelayMs(pause)) => {
                let courier = Arc::clone(self);
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(pause)).await;
                    courier.deliver(&event, None).await;
                });
                return;
            }
            Some(WebhookAction::Duplicate) => self.deliver(&event, action).await,
            _ => {}
        }
        self.deliver(&event, action).await;
        let overtaken = mem::take(&mut self.desk().overtaken);
        for event in overtaken {
            self.deliver(&event, None).await;
        }
    }

    /// Sends what was held or overtaken, as it happened or the other way round; returns once each was tried.
    pub async fn release(self: &Arc<Self>, reversed: bool) -> usize {
        let mut events = {
            let mut desk = self.desk();
            let mut events = mem::take(&mut desk.held);
            events.append(&mut desk.overtaken);
            events
        };
        if reversed {
            events.reverse();
        }
        for event in &events {
            self.deliver(event, None).await;
        }
        events.len()
    }

    /// One try now, and the others in the background if it fails. `action` is what goes wrong with the first.
    pub async fn deliver(self: &Arc<Self>, event: &Event, action: Option<WebhookAction>) {
        if self.attempt(event, 1, action).await {
            return;
        }
        let (courier, event) = (Arc::clone(self), event.clone());
        tokio::spawn(async move {
            for (nth, pause) in courier.retries.iter().enumerate() {
                tokio::time::sleep(*pause).await;
                if courier.attempt(&event, nth + 2, action).await {
                    return;
                }
            }
            tracing::warn!(event = event.id, kind = event.kind, "the shop did not take a webhook");
        });
    }

    async fn attempt(&self, event: &Event, number: usize, action: Option<WebhookAction>) -> bool {
        let Some(url) = self.desk().url.clone() else { return false };
        let mut content = event.to_json();
        if let Some(lie) = action.and_then(WebhookAction::lie) {
            lie.tell(&mut content);
        }
        let body = content.to_string();
        let mut at = (self.clock)();
        if action == Some(WebhookAction::StaleSignature) {
            at -= 3_600;
        }
        let secret =
            if action == Some(WebhookAction::BadSignature) { "whsec_of_nobody" } else { &self.secret };
        let mut request = self.http.post(url).header(CONTENT_TYPE, "application/json; charset=utf-8");
        if action != Some(WebhookAction::NoSignature) {
            request = request.header("Stripe-Signature", signature(secret, at, &body));
        }
        let sent = request.body(body).send().await;
        let (status, error) = match sent {
            Ok(response) => (Some(response.status()), None),
            Err(error) => (None, Some(error.without_url().to_string())),
        };
        let taken = status.is_some_and(|status| status.is_success());
        let mut desk = self.desk();
        if desk.attempts.len() == ATTEMPTS_SHOWN {
            desk.attempts.pop_front();
        }
        desk.attempts.push_back(Attempt {
            event: event.id.clone(),
            kind: event.kind.clone(),
            number,
            status: status.map(|status| status.as_u16()),
            error,
        });
        taken
    }
}

/// `t=…,v1=…`: HMAC-SHA256 of the time, a full stop and the body.
fn signature(secret: &str, at: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    mac.update(format!("{at}.{body}").as_bytes());
    let mut text = format!("t={at},v1=");
    for byte in mac.finalize().into_bytes() {
        write!(text, "{byte:02x}").expect("text grows");
    }
    text
}
