//! Responses of the API: JSON, CORS headers, and the error envelope of the provider.

use axum::Json;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, CACHE_CONTROL,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::ids;
use crate::stripe::model::card::Decline;

/// Client libraries depend on the status, `type` and `code`.
#[derive(Clone, Debug)]
pub struct StripeApiError {
    pub status: StatusCode,
    /// The object `error`, which is also the `last_payment_error` of an intent.
    pub detail: Box<Value>,
}

impl StripeApiError {
    fn new(status: StatusCode, error_type: &str, code: Option<&str>, message: impl Into<String>) -> Self {
        let mut detail = json!({ "type": error_type, "message": message.into() });
        if let Some(code) = code {
            let page = code.replace('_', "-");
            detail["code"] = json!(code);
            detail["doc_url"] = json!(format!("https://docs.stripe.com/error-codes#{page}"));
        }
        Self { status, detail: Box::new(detail) }
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

    pub fn secret_key_required() -> Self {
        let message = "This API call cannot be made with a publishable API key. Please use a secret API key.";
        Self::new(StatusCode::UNAUTHORIZED, "invalid_request_error", Some("secret_key_required"), message)
    }

    /// The object in the path does not exist. `noun` is spelled as in the API: `payment_intent`, `PaymentMethod`.
    pub fn not_found(noun: &str, id: &str, param: &str) -> Self {
        let error = Self::invalid_reference(noun, id, param);
        Self { status: StatusCode::NOT_FOUND, ..error }
    }

    /// The object in a parameter does not exist.
    pub fn invalid_reference(noun: &str, id: &str, param: &str) -> Self {
        Self::invalid("resource_missing", format!("No such {noun}: '{id}'")).with("param", param)
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

    pub fn server(status: StatusCode) -> Self {
        if status == StatusCode::TOO_MANY_REQUESTS {
            let message = "Request rate limit exceeded. You can retry with exponential backoff.";
            return Self::new(status, "invalid_request_error", Some("rate_limit"), message);
        }
        Self::new(status, "api_error", None, "An unknown error occurred.")
    }

    pub fn card(code: &str, message: &str) -> Self {
        Self::new(StatusCode::PAYMENT_REQUIRED, "card_error", Some(code), message)
    }

    pub fn declined(decline: Decline) -> Self {
        let error =
            Self::card(decline.code(), decline.message()).with("decline_code", decline.decline_code());
        if decline == Decline::IncorrectCvc { error.with("param", "cvc") } else { error }
    }

    /// Adds a member of the error object.
    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.detail[member] = value.into();
        self
    }

    pub fn envelope(&self) -> Value {
        json!({ "error": self.detail })
    }
}

impl IntoResponse for StripeApiError {
    fn into_response(self) -> Response {
        json_response(self.status, self.envelope())
    }
}

pub fn json_response(status: StatusCode, body: Value) -> Response {
    let mut response = (status, Json(body)).into_response();
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache, no-store"));
    if let Ok(id) = HeaderValue::from_str(&ids::new("req_")) {
        headers.insert(HeaderName::from_static("request-id"), id);
    }
    allow_all_origins(headers);
    response
}

/// The key authorizes a call, not the origin of the page.
fn allow_all_origins(headers: &mut HeaderMap) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(
        ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static("Request-Id, Idempotent-Replayed, Stripe-Should-Retry"),
    );
}

pub fn preflight() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    allow_all_origins(headers);
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST"));
    headers.insert(
        ACCESS_CONTROL_ALLOW_HEADERS,
        HeaderValue::from_static("Authorization, Content-Type, Idempotency-Key, Stripe-Version"),
    );
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("300"));
    response
}
