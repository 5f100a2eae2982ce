//! Misbehaviour on request: what a network, or a provider on a bad day, does to calls and webhooks.
//!
//! Faults wait in a queue; each call takes the first that fits it, and a fault is gone after `times` calls.

use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::Method;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RestFault {
    /// Fits every path when empty.
    #[serde(default)]
    path_contains: String,
    #[serde(default)]
    method: Option<String>,
    #[serde(default = "once")]
    times: u32,
    action: RestAction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RestAction {
    /// Takes that long over it. The idempotency key is in use meanwhile, and a caller who hangs up does not stop
    /// it.
    DelayMs(u64),
    /// Served at once; the head of the answer comes, and its body that much later.
    StallMs(u64),
    /// The connection ends without an answer; the call was not served.
    DropBefore,
    /// The connection ends without an answer; the call was served.
    DropAfter,
    /// Answers 429 or a 5xx; the call was not served.
    Status(u16),
    WrongAmount,
    WrongCurrency,
    WrongLivemode,
    WrongMetadata,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WebhookFault {
    /// An event type, or the beginning of some with `*` at its end; fits all when absent.
    #[serde(rename = "type", default)]
    kind: Option<String>,
    #[serde(default = "once")]
    times: u32,
    action: WebhookAction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WebhookAction {
    /// Kept back until released.
    Hold,
    /// Sent twice.
    Duplicate,
    /// Sent that much later; others overtake it.
    DelayMs(u64),
    /// Sent after the next event that is sent.
    Reorder,
    /// Never sent; the event is on the list.
    Drop,
    BadSignature,
    /// Without the header that signs.
    NoSignature,
    /// Signed well, an hour ago.
    StaleSignature,
    WrongAmount,
    WrongCurrency,
    WrongLivemode,
    WrongMetadata,
}

fn once() -> u32 {
    1
}

/// A way for an answer to be untrue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lie {
    Amount,
    Currency,
    Livemode,
    Metadata,
}

impl RestAction {
    pub fn lie(self) -> Option<Lie> {
        match self {
            Self::WrongAmount => Some(Lie::Amount),
            Self::WrongCurrency => Some(Lie::Currency),
            Self::WrongLivemode => Some(Lie::Livemode),
            Self::WrongMetadata => Some(Lie::Metadata),
            Self::DelayMs(_) | Self::StallMs(_) | Self::DropBefore | Self::DropAfter | Self::Status(_) => {
                None
            }
        }
    }
}

impl WebhookAction {
    pub fn lie(self) -> Option<Lie> {
        match self {
            Self::WrongAmount => Some(Lie::Amount),
            Self::WrongCurrency => Some(Lie::Currency),
            Self::WrongLivemode => Some(Lie::Livemode),
            Self::WrongMetadata => Some(Lie::Metadata),
            _ => None,
        }
    }
}

impl Lie {
    /// Tells the untruth about every object in an answer, however deep.
    pub fn tell(self, answer: &mut Value) {
        match answer {
            Value::Array(items) => items.iter_mut().for_each(|item| self.tell(item)),
            Value::Object(members) => {
                for (name, value) in members.iter_mut() {
                    match (self, name.as_str()) {
                        (Self::Amount, "amount" | "amount_received" | "amount_captured") => {
                            *value = json!(value.as_i64().unwrap_or_default() + 100);
                        }
                        (Self::Currency, "currency") => {
                            *value = json!(if value == "eur" { "usd" } else { "eur" });
                        }
                        (Self::Livemode, "livemode") => *value = json!(true),
                        (Self::Metadata, "metadata") => {
                            if let Value::Object(metadata) = value {
                                metadata.values_mut().for_each(|value| *value = json!("of-someone-else"));
                            }
                        }
                        _ => self.tell(value),
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether an event type is the one that is wanted, or begins as `wanted` does before its `*`.
pub fn is_of_kind(kind: &str, wanted: &str) -> bool {
    wanted.strip_suffix('*').map_or(kind == wanted, |start| kind.starts_with(start))
}

#[derive(Default)]
pub struct Faults {
    queues: Mutex<Queues>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Queues {
    pub rest: Vec<RestFault>,
    pub webhooks: Vec<WebhookFault>,
}

impl Faults {
    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn add(&self, more: Queues) {
        let mut queues = self.queues();
        queues.rest.extend(more.rest);
        queues.webhooks.extend(more.webhooks);
    }

    pub fn clear(&self) {
        mem::take(&mut *self.queues());
    }

    /// What has not happened yet.
    pub fn waiting(&self) -> Queues {
        self.queues().clone()
    }

    pub fn for_call(&self, method: &Method, path: &str) -> Option<RestAction> {
        let fits = |fault: &RestFault| {
            path.contains(&fault.path_contains)
                && fault.method.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(method.as_str()))
        };
        let mut queues = self.queues();
        let place = queues.rest.iter().position(fits)?;
        let action = queues.rest[place].action;
        queues.rest[place].times = queues.rest[place].times.saturating_sub(1);
        queues.rest.retain(|fault| fault.times > 0);
        Some(action)
    }

    pub fn for_event(&self, kind: &str) -> Option<WebhookAction> {
        let mut queues = self.queues();
        let fits = |fault: &WebhookFault| fault.kind.as_ref().is_none_or(|wanted| is_of_kind(kind, wanted));
        let place = queues.webhooks.iter().position(fits)?;
        let action = queues.webhooks[place].action;
        queues.webhooks[place].times = queues.webhooks[place].times.saturating_sub(1);
        queues.webhooks.retain(|fault| fault.times > 0);
        Some(action)
    }
}
