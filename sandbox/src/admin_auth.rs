//! The bearer key in front of the `_control` endpoints.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

/// Middleware that answers 401 unless the request carries `Authorization: Bearer <key>`.
pub async fn require_key(State(key): State<String>, request: Request, next: Next) -> Response {
    let given = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    if given.and_then(|value| value.strip_prefix("Bearer ")) == Some(&key) {
        return next.run(request).await;
    }
    (StatusCode::UNAUTHORIZED, Json(json!({ "error": "the control key is missing or wrong" })))
        .into_response()
}
