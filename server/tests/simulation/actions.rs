//! What customers, the provider and the background jobs do. Each action is an operation that stops at every stop point.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use axum::{Router, body::Body, http::Request};
use serde_json::Value;
use tower::ServiceExt as _;
use trowel::{catalogue::tools::version::ToolVersion, sales::payments::job::reconcile, shop::Shop};

use crate::{
    charges::Charges,
    guests::MailedLink,
    oracle::{Oracle, Wish},
    provider::Signature,
};

/// The response to an action.
#[derive(Clone, Debug)]
pub struct Reply {
    /// 0 for an action without an HTTP request.
    pub status: u16,
    pub body: Value,
}

/// Where a browser keeps the cookies of responses, by name.
pub type CookieJar = Arc<Mutex<BTreeMap<String, String>>>;

/// Orders, purchases and intents are named by their ids, keys and tools by their index in the oracle.
#[derive(Clone, Debug)]
pub enum Action {
    /// The customer buys one tool, or the basket.
    Buy {
        key: usize,
    },
    /// A second tab changes the basket.
    SetLine {
        who: usize,
        tool: usize,
        quantity: i64,
    },
    /// A second tab uses a code of the owner, by its place in the table.
    UseCode {
        who: usize,
        code: usize,
    },
    /// The owner ends this code. Without an id, the owner makes it.
    ChangeCode {
        code: usize,
        id: Option<String>,
    },
    StartPayment {
        purchase: String,
    },
    /// The browser reports a payment by this intent.
    ConfirmPayment {
        purchase: String,
        intent: String,
    },
    /// The administrator has the money in cash.
    RecordPayment {
        order: String,
    },
    /// The customer asks for more time.
    Extend {
        purchase: String,
    },
    /// The rest of its purchase is quoted again.
    Delete {
        order: String,
    },
    DeletePurchase {
        purchase: String,
    },
    Ship {
        order: String,
    },
    ShipAll {
        purchase: String,
    },
    Refund {
        order: String,
        returns_stock: bool,
    },
    /// An amount of it goes back.
    RefundPart {
        order: String,
        cents: i64,
    },
    /// The administrator changes stock or price, based on this version of the tool.
    ChangeTool {
        tool: usize,
        version: ToolVersion,
        more: i64,
        price_cents: Option<i64>,
    },
    /// The administrator changes taxes or delivery, based on the revision before.
    EditSettings {
        charges: Charges,
    },
    /// A node reads what another one has saved.
    RefreshSettings,
    OpenLink {
        link: MailedLink,
    },
    /// Anyone asks for the links to the purchases of this address.
    SendLinks {
        email: &'static str,
    },
    /// A guest sets a password with the link, or in the browser that bought.
    SetPassword {
        purchase: String,
        link: Option<MailedLink>,
    },
    /// The account with this id did not buy it.
    Disown {
        purchase: String,
        who: String,
    },
    /// The provider delivers an event.
    DeliverEvent {
        event: Value,
        signature: Signature,
    },
    Reconcile,
}

impl Action {
    /// Whether the shop completes the action after the client disconnects. It does so for every call to the provider.
    pub fn runs_detached(&self, oracle: &Oracle) -> bool {
        match self {
            Self::Buy { key } => matches!(oracle.keys[*key].wish, Wish::Checkout(_)),
            Self::StartPayment { .. }
            | Self::ConfirmPayment { .. }
            | Self::RecordPayment { .. }
            | Self::Delete { .. }
            | Self::DeletePurchase { .. }
            | Self::Refund { .. }
            | Self::RefundPart { .. }
            | Self::RefreshSettings
            | Self::Reconcile => true,
            Self::SetLine { .. }
            | Self::UseCode { .. }
            | Self::ChangeCode { .. }
            | Self::OpenLink { .. }
            | Self::SendLinks { .. }
            | Self::SetPassword { .. }
            | Self::Disown { .. }
            | Self::Extend { .. }
            | Self::Ship { .. }
            | Self::ShipAll { .. }
            | Self::ChangeTool { .. }
            | Self::EditSettings { .. }
            | Self::DeliverEvent { .. } => false,
        }
    }
}

/// An HTTP request to the shop.
pub struct Call {
    pub method: &'static str,
    pub path: String,
    pub token: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
    pub jar: Option<CookieJar>,
}

impl Call {
    pub fn new(method: &'static str, path: String, token: &str) -> Self {
        Self { method, path, token: token.into(), headers: Vec::new(), body: String::new(), jar: None }
    }

    pub fn with(mut self, header: &'static str, value: String) -> Self {
        self.headers.push((header, value));
        self
    }

    pub fn json(mut self, body: &Value) -> Self {
        self.body = body.to_string();
        self.with("content-type", "application/json".into())
    }

    /// Sends the request through the real router, without a socket.
    pub async fn send(self, router: Router) -> Reply {
        let mut request = Request::builder().method(self.method).uri(format!("/api{}", self.path));
        if !self.token.is_empty() {
            request = request.header("authorization", format!("Bearer {}", self.token));
        }
        for (name, value) in self.headers {
            request = request.header(name, value);
        }
        let request = request.body(Body::from(self.body)).expect("a request");
        let Ok(response) = router.oneshot(request).await;
        let status = response.status().as_u16();
        for line in response.headers().get_all("set-cookie") {
            let cookie =
                line.to_str().expect("a cookie is text").split(';').next().and_then(|it| it.split_once('='));
            if let (Some((name, value)), Some(jar)) = (cookie, &self.jar) {
                jar.lock().expect("no test panics").insert(name.into(), value.into());
            }
        }
        let body =
            axum::body::to_bytes(response.into_body(), usize::MAX).await.expect("the body can be read");
        Reply { status, body: serde_json::from_slice(&body).unwrap_or(Value::Null) }
    }
}

/// The work of an operation on its node.
pub enum Job {
    Call(Call),
    RefreshSettings,
    Reconcile,
}

impl Job {
    pub async fn run(self, shop: Arc<Shop>, router: Router) -> Reply {
        match self {
            Self::Call(call) => call.send(router).await,
            Self::RefreshSettings => {
                // A read that fails is repeated later.
                drop(shop.settings.refresh().await);
                Reply { status: 0, body: Value::Null }
            }
            Self::Reconcile => {
                reconcile(&shop).await;
                Reply { status: 0, body: Value::Null }
            }
        }
    }
}

impl Reply {
    /// One line of the trace. It contains nothing that differs between two runs of a seed.
    pub fn describe(&self) -> String {
        match (self.status, self.body["code"].as_str()) {
            (0, _) => "done".into(),
            (status, Some(code)) => format!("{status} {code}"),
            (status, None) => status.to_string(),
        }
    }
}
