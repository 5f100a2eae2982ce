//! An SMS gateway that reaches no phone: Twilio's Messages API. Messages go to the [`Inbox`].
//!
//! It behaves as Twilio documents: Basic credentials, form-encoded calls, status 201 with a queued message, Twilio's
//! error codes and magic numbers. `/_control` is for tests.

mod api;

use std::fmt;
use std::sync::Arc;

use axum::extract::{Query, Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::admin_auth;
use crate::clock::{self, SandboxClock};
use crate::faults::{self, FaultQueue};
use crate::inbox::{Inbox, SMS_MOUNT};

/// Where the gateway is mounted.
pub const MOUNT: &str = SMS_MOUNT;

#[derive(Clone)]
pub struct SmsSettings {
    pub account_sid: String,
    pub auth_token: String,
    /// The bearer key of `/_control`.
    pub control_key: String,
    pub inbox: Inbox,
    pub clock: SandboxClock,
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
            inbox: Inbox::default(),
            clock: clock::system(),
        }
    }
}

impl fmt::Debug for SmsSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SmsSettings").field("account_sid", &self.account_sid).finish_non_exhaustive()
    }
}

/// A running gateway, shared by clones.
#[derive(Clone)]
pub struct SmsSandbox(Arc<Gateway>);

struct Gateway {
    settings: SmsSettings,
    faults: Arc<FaultQueue>,
}

impl SmsSandbox {
    pub fn new(settings: SmsSettings) -> Self {
        Self(Arc::new(Gateway { settings, faults: Arc::default() }))
    }

    /// The API and the control endpoints under [`MOUNT`], to be merged into the router of the shop.
    pub fn router(&self) -> Router {
        let key = self.0.settings.control_key.clone();
        let control = Router::new()
            .route("/_control/messages", get(messages))
            .with_state(Arc::clone(&self.0))
            .merge(faults::control_routes(&self.0.faults))
            .layer(middleware::from_fn_with_state(key, admin_auth::require_key));
        let api = Router::new()
            .route("/2010-04-01/Accounts/{account}/Messages.json", post(api::send))
            .layer(middleware::from_fn_with_state(Arc::clone(&self.0), apply_faults))
            .with_state(Arc::clone(&self.0));
        Router::new().nest(MOUNT, api.merge(control))
    }
}

async fn apply_faults(State(gateway): State<Arc<Gateway>>, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    gateway.faults.serve(&method, &path, api::fault_response, next.run(request)).await
}

#[derive(Deserialize)]
struct MessageFilter {
    to: Option<String>,
}

/// `GET /_control/messages?to=+1…`: the newest first, each with the code in its text.
async fn messages(State(gateway): State<Arc<Gateway>>, Query(filter): Query<MessageFilter>) -> Json<Value> {
    let store = gateway.settings.inbox.store();
    let texts = store.texts().filter(|text| filter.to.as_ref().is_none_or(|to| *to == text.to));
    Json(texts.map(|it| json!({ "to": it.to, "body": it.body, "code": it.code() })).collect())
}
