//! A gateway for text messages that reaches no phone: the other end of Twilio's Messages API, and a page on which the
//! messages can be read.
//!
//! What a shop may rely on is what the gateway documents: Basic credentials, form-encoded calls, status 201 with a
//! message that is only queued, errors with Twilio's codes, and its magic numbers. What only tests use lives under
//! `/_control` and is reached with a key.
//!
//! Reading order: `rest` is the API, `number` which numbers it takes, `message` what is kept, `inbox` the page, `control`
//! what tests use and how calls misbehave.

mod control;
mod inbox;
mod message;
mod number;
mod rest;

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::routing::{get, post};
use axum::{Router, middleware};

use crate::clock::{self, Clock};

use control::Fault;
use message::Message;

/// Where the sandbox is mounted.
pub const MOUNT: &str = "/sandbox/sms";

/// As many messages as anybody wants to scroll through.
const KEPT: usize = 200;

/// What the gateway knows of the shop.
#[derive(Clone)]
pub struct SmsSettings {
    pub account_sid: String,
    pub auth_token: String,
    /// Opens `/_control`.
    pub control_key: String,
    /// What opens the page, as in `/sandbox/sms/?key=…`. `None`: it is open to whoever reaches it, which is fine on a
    /// machine of one's own.
    pub inbox_key: Option<String>,
    pub clock: Clock,
}

impl SmsSettings {
    pub fn new(
        account_sid: impl Into<String>,
        auth_token: impl Into<String>,
        control_key: impl Into<String>,
    ) -> Self {
        Self {
            account_sid: account_sid.into(),
            auth_token: auth_token.into(),
            control_key: control_key.into(),
            inbox_key: None,
            clock: clock::system(),
        }
    }
}

impl fmt::Debug for SmsSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmsSettings").field("account_sid", &self.account_sid).finish_non_exhaustive()
    }
}

/// A running gateway. Clones share its messages.
#[derive(Clone)]
pub struct SmsSandbox(Arc<Gateway>);

struct Gateway {
    settings: SmsSettings,
    /// The newest first.
    messages: Mutex<VecDeque<Message>>,
    faults: Mutex<Vec<Fault>>,
}

impl SmsSandbox {
    pub fn new(settings: SmsSettings) -> Self {
        Self(Arc::new(Gateway { settings, messages: Mutex::default(), faults: Mutex::default() }))
    }

    /// All of it under [`MOUNT`], to be merged into the shop's router. The answers bring their own security headers,
    /// which layers of the shop must leave alone.
    pub fn router(&self) -> Router {
        let api = Router::new()
            .route("/2010-04-01/Accounts/{account}/Messages.json", post(rest::send).get(rest::list))
            .route("/2010-04-01/Accounts/{account}/Messages/{message}", get(rest::show))
            .layer(middleware::from_fn_with_state(Arc::clone(&self.0), control::may_interfere));
        let gateway = api
            .route("/_control/faults", post(control::add_faults).delete(control::clear_faults))
            .route("/_control/messages", get(control::messages))
            .route("/inbox.css", get(inbox::style));
        // The page is found with and without the slash at the end.
        let page = Router::new().route(MOUNT, get(inbox::page)).route(&format!("{MOUNT}/"), get(inbox::page));
        Router::new().nest(MOUNT, gateway).merge(page).with_state(Arc::clone(&self.0))
    }
}

impl Gateway {
    fn messages(&self) -> MutexGuard<'_, VecDeque<Message>> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn faults(&self) -> MutexGuard<'_, Vec<Fault>> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, message: Message) {
        let mut messages = self.messages();
        messages.push_front(message);
        messages.truncate(KEPT);
    }
}
