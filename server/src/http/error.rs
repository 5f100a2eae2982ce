//! Error responses of the API: RFC 9457 problem documents with a stable `code`.

use std::fmt::Display;

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::{db, http::database_log, values::InvalidValue};

/// An error response. Internal causes are logged where it is created and are never sent.
#[derive(Debug, Clone)]
pub struct ApiError {
    pub status: StatusCode,
    pub code: &'static str,
    pub detail: String,
    errors: Vec<FieldError>,
    /// Seconds, for status 429 and 503.
    retry_after: Option<u64>,
    /// Additional members, for example the current price.
    extra: Map<String, Value>,
}

/// An invalid field of a request.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FieldError {
    pub field: String,
    pub code: String,
    /// A sentence for people. Programs use the other members, because its words can change.
    pub detail: String,
    /// The index of the invalid row in a list, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0)]
    pub row: Option<usize>,
    /// The path inside the field or its row, such as `prices.steps[1].from`. Indexes count from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
}

impl FieldError {
    pub fn new(field: &str, InvalidValue { code, detail, row, member }: InvalidValue) -> Self {
        Self { field: field.into(), code: code.into(), detail, row, member }
    }

    /// Says the error in one sentence, for people who read no other member.
    fn sentence(&self) -> String {
        let row = self.row.map(|row| format!(" Row {}:", row + 1)).unwrap_or_default();
        format!("{}:{row} {}", self.field, self.detail)
    }
}

/// The problem document (RFC 9457) of every error response.
#[derive(Serialize, ToSchema)]
pub struct Problem {
    /// Always `about:blank`. `code` identifies the error.
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    detail: String,
    /// Stable identifier for programs.
    code: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldError>,
    #[serde(flatten)]
    #[schema(ignore)]
    more: Map<String, Value>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self { status, code, detail: detail.into(), errors: Vec::new(), retry_after: None, extra: Map::new() }
    }

    pub fn bad_request(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, detail)
    }

    pub fn unauthenticated() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "unauthenticated",
            "Please log in and try again. Your session has expired, or you are not logged in.",
        )
    }

    pub fn forbidden(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, detail)
    }

    pub fn not_found(what: &str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not_found",
            format!(
                "We could not find this {what}. It may have been deleted, or it belongs to another account."
            ),
        )
    }

    pub fn method_not_allowed() -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            "This address does not support this HTTP method.",
        )
    }

    pub fn conflict(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, detail)
    }

    pub fn too_large(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, code, detail)
    }

    pub fn unprocessable(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    }

    pub fn unavailable(code: &'static str, detail: impl Into<String>) -> Self {
        Self { retry_after: Some(2), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, code, detail) }
    }

    pub fn too_many(code: &'static str, detail: impl Into<String>, retry_after_s: u64) -> Self {
        Self {
            retry_after: Some(retry_after_s.max(1)),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, code, detail)
        }
    }

    /// Sets `Retry-After`.
    #[must_use]
    pub fn after(self, retry_after_s: u64) -> Self {
        Self { retry_after: Some(retry_after_s.max(1)), ..self }
    }

    /// Logs `cause` and returns 500 without it.
    pub fn internal(cause: impl Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "Something went wrong on our side. Before you try again, please check whether it worked.",
        )
    }

    /// What happened and what to do, without the name of a field.
    pub fn sentence(&self) -> &str {
        self.errors.first().map_or(&self.detail, |error| &error.detail)
    }

    pub fn invalid_fields(errors: Vec<FieldError>) -> Self {
        let detail = errors.iter().map(FieldError::sentence).collect::<Vec<_>>().join(" ");
        Self { errors, ..Self::unprocessable("invalid_field", detail) }
    }

    pub fn invalid_field(field: &str, fault: InvalidValue) -> Self {
        Self::invalid_fields(vec![FieldError::new(field, fault)])
    }

    #[must_use]
    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.extra.insert(member.to_owned(), value.into());
        self
    }

    /// The response body, which the idempotency store keeps.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&Problem {
            kind: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            detail: self.detail.clone(),
            code: self.code.to_owned(),
            errors: self.errors.clone(),
            more: self.extra.clone(),
        })
        .unwrap_or_default()
    }
}

pub const PROBLEM_JSON: HeaderValue = HeaderValue::from_static("application/problem+json");

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, self.to_json()).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, PROBLEM_JSON);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

const NOT_AVAILABLE: &str = "The shop is not available right now. Please try again in a moment.";
/// The owner sees this text first, so it is for the owner too.
const CANNOT_WRITE: &str = "The shop can store nothing right now: its disk is full, or its database takes no changes. \
                            Nothing was changed. Please try again later.";

/// Database errors that no feature handles itself.
impl From<db::Error> for ApiError {
    fn from(error: db::Error) -> Self {
        match error {
            db::Error::Busy | db::Error::Conflict => {
                Self::unavailable("busy", "The shop is very busy right now. Please try again in a moment.")
            }
            db::Error::Unavailable(_) => {
                database_log::failed("a request failed", &error);
                Self::unavailable("busy", if error.cannot_write() { CANNOT_WRITE } else { NOT_AVAILABLE })
            }
            db::Error::OutcomeUnknown => {
                tracing::error!(%error, "commit outcome unknown");
                // Not 503, because a client that follows its Retry-After could repeat a write that succeeded.
                Self::new(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "outcome_unknown",
                    "The connection broke at the last moment. Before you try again, please check whether it worked.",
                )
            }
            other => Self::internal(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_errors_that_are_safe_to_repeat_have_retry_after() {
        let when = |error: db::Error| {
            let response = ApiError::from(error).into_response();
            (response.status().as_u16(), response.headers().contains_key(header::RETRY_AFTER))
        };
        assert_eq!(when(db::Error::Busy), (503, true));
        assert_eq!(when(db::Error::OutcomeUnknown), (500, false));
    }
}
