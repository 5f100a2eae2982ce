//! The bearer key in front of a stand-in's `_control` calls.

use axum::Json;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// What a control call answers.
pub type Answer = Result<Json<Value>, NoKey>;

pub struct NoKey;

impl IntoResponse for NoKey {
    fn into_response(self) -> Response {
        (StatusCode::UNAUTHORIZED, Json(json!({ "error": "the control key is missing or wrong" })))
            .into_response()
    }
}

pub fn check(headers: &HeaderMap, key: &str) -> Result<(), NoKey> {
    let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    if given.and_then(|value| value.strip_prefix("Bearer ")) == Some(key) { Ok(()) } else { Err(NoKey) }
}
