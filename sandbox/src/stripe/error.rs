//! Refusals, in the provider's error envelope.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::rest;

/// An answer other than success. `type`, `code` and status are what client libraries branch on.
#[derive(Clone, Debug)]
pub struct Refusal(Box<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    status: StatusCode,
    kind: &'static str,
    code: Option<String>,
    message: String,
    param: Option<String>,
    decline_code: Option<&'static str>,
    charge: Option<String>,
    payment_intent: Option<Value>,
    payment_method: Option<Value>,
}

impl Refusal {
    fn new(status: StatusCode, kind: &'static str, code: Option<&str>, message: impl Into<String>) -> Self {
        Self(Box::new(Parts {
            status,
            kind,
            code: code.map(str::to_owned),
            message: message.into(),
            param: None,
            decline_code: None,
            charge: None,
            payment_intent: None,
            payment_method: None,
        }))
    }

    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    pub fn invalid(code: &str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_request_error", Some(code), message)
    }

    pub fn malformed(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_request_error", None, message)
    }

    pub fn unauthorized(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "invalid_request_error", None, message)
    }

    /// The endpoint is not for browsers.
    pub fn secret_key_required() -> Self {
        let message = "This API call cannot be made with a publishable API key. Please use a secret API key.";
        Self::new(StatusCode::UNAUTHORIZED, "invalid_request_error", Some("secret_key_required"), message)
    }

    /// `noun` as the API spells it: `payment_intent`, `PaymentMethod`, …
    pub fn missing(noun: &str, id: &str, param: &str) -> Self {
        let message = format!("No such {noun}: '{id}'");
        Self::new(StatusCode::NOT_FOUND, "invalid_request_error", Some("resource_missing"), message)
            .param(param)
    }

    /// A resource named in a parameter, rather than in the path, is unknown: status 400.
    pub fn missing_reference(noun: &str, id: &str, param: &str) -> Self {
        let mut refusal = Self::missing(noun, id, param);
        refusal.0.status = StatusCode::BAD_REQUEST;
        refusal
    }

    pub fn unknown_url(method: &str, path: &str) -> Self {
        let message = format!("Unrecognized request URL ({method}: {path}).");
        Self::new(StatusCode::NOT_FOUND, "invalid_request_error", None, message)
    }

    pub fn idempotency(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "idempotency_error", None, message)
    }

    pub fn idempotency_key_in_use(key: &str) -> Self {
        let message = format!("Another request with the idempotency key '{key}' is still in progress.");
        Self::new(StatusCode::CONFLICT, "idempotency_error", Some("idempotency_key_in_use"), message)
    }

    pub fn rate_limit() -> Self {
        let message = "Request rate limit exceeded. You can retry with exponential backoff.";
        Self::new(StatusCode::TOO_MANY_REQUESTS, "invalid_request_error", Some("rate_limit"), message)
    }

    pub fn internal(status: StatusCode) -> Self {
        Self::new(status, "api_error", None, "An unknown error occurred.")
    }

    /// The bank, or the card itself, says no.
    pub fn card(code: &str, decline_code: Option<&'static str>, message: impl Into<String>) -> Self {
        let mut refusal = Self::new(StatusCode::PAYMENT_REQUIRED, "card_error", Some(code), message);
        refusal.0.decline_code = decline_code;
        refusal
    }

    pub fn param(mut self, param: impl Into<String>) -> Self {
        self.0.param = Some(param.into());
        self
    }

    pub fn about(mut self, payment_intent: Value) -> Self {
        self.0.payment_intent = Some(payment_intent);
        self
    }

    pub fn with_charge(mut self, charge: &str, payment_method: Value) -> Self {
        self.0.charge = Some(charge.to_owned());
        self.0.payment_method = Some(payment_method);
        self
    }

    /// What stands in `error`; also an intent's `last_payment_error`.
    pub fn detail(&self) -> Value {
        let parts = &*self.0;
        let mut detail = json!({ "type": parts.kind, "message": parts.message });
        let mut set = |name: &str, value: Value| detail[name] = value;
        if let Some(code) = &parts.code {
            set("doc_url", json!(format!("https://docs.stripe.com/error-codes#{}", code.replace('_', "-"))));
            set("code", json!(code));
        }
        if let Some(decline_code) = parts.decline_code {
            set("decline_code", json!(decline_code));
        }
        if let Some(param) = &parts.param {
            set("param", json!(param));
        }
        if let Some(charge) = &parts.charge {
            set("charge", json!(charge));
        }
        if let Some(method) = &parts.payment_method {
            set("payment_method", method.clone());
        }
        if let Some(intent) = &parts.payment_intent {
            set("payment_intent", intent.clone());
        }
        detail
    }

    pub fn envelope(&self) -> Value {
        json!({ "error": self.detail() })
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        rest::respond(self.status(), self.envelope())
    }
}
