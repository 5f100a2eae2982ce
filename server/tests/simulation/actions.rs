//! The actions of people, the provider and the shop's own jobs. Each runs as an operation that the scheduler can stop.

use std::sync::Arc;

use axum::{Router, body::Body, http::Request};
use serde_json::Value;
use tower::ServiceExt as _;
use trowel::{catalogue::tool::Version, payments::reconcile::reconcile, shop::Shop};

use crate::provider::Signed;

/// The response.
#[derive(Clone, Debug)]
pub struct Reply {
    /// 0 for an action without an HTTP call.
    pub status: u16,
    pub body: Value,
}

/// Orders and intents by their ids; keys and tools by their index in the oracle.
#[derive(Clone, Debug)]
pub enum Deed {
    Place {
        key: usize,
    },
    StartPayment {
        order: String,
    },
    /// The browser says that it has paid by this intent.
    Report {
        order: String,
        intent: String,
    },
    Delete {
        order: String,
    },
    Ship {
        order: String,
    },
    Refund {
        order: String,
        returns_stock: bool,
    },
    /// The administrator changes the stock of a tool by this much, relative to this version.
    Count {
        tool: usize,
        version: Version,
        more: i64,
    },
    /// The provider delivers an event.
    Hear {
        event: Value,
        signed: Signed,
    },
    Reconcile,
}

impl Deed {
    /// Whether the shop finishes it after the caller disconnects: all actions that call the provider.
    pub fn goes_on_alone(&self) -> bool {
        match self {
            Self::StartPayment { .. }
            | Self::Report { .. }
            | Self::Delete { .. }
            | Self::Refund { .. }
            | Self::Reconcile => true,
            Self::Place { .. } | Self::Ship { .. } | Self::Count { .. } | Self::Hear { .. } => false,
        }
    }
}

/// An HTTP call to the shop.
pub struct Call {
    pub method: &'static str,
    pub path: String,
    pub token: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

impl Call {
    pub fn new(method: &'static str, path: String, token: &str) -> Self {
        Self { method, path, token: token.into(), headers: Vec::new(), body: String::new() }
    }

    pub fn with(mut self, header: &'static str, value: String) -> Self {
        self.headers.push((header, value));
        self
    }

    pub fn json(mut self, body: &Value) -> Self {
        self.body = body.to_string();
        self.with("content-type", "application/json".into())
    }

    /// Through the real router, without a socket.
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
        let body =
            axum::body::to_bytes(response.into_body(), usize::MAX).await.expect("an answer has an end");
        Reply { status, body: serde_json::from_slice(&body).unwrap_or(Value::Null) }
    }
}

/// What an operation does on its node.
pub enum Work {
    Call(Call),
    Reconcile,
}

impl Work {
    pub async fn run(self, shop: Arc<Shop>, router: Router) -> Reply {
        match self {
            Self::Call(call) => call.send(router).await,
            Self::Reconcile => {
                reconcile(&shop).await;
                Reply { status: 0, body: Value::Null }
            }
        }
    }
}

impl Reply {
    /// For the trace: identical in two runs of a seed.
    pub fn told(&self) -> String {
        match (self.status, self.body["code"].as_str()) {
            (0, _) => "done".into(),
            (status, Some(code)) => format!("{status} {code}"),
            (status, None) => status.to_string(),
        }
    }
}
