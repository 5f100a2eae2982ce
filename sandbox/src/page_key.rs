//! The key that opens the sandbox's pages when other machines can reach the demo.

use axum::extract::{Query, Request, State};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

const COOKIE_NAME: &str = "sandbox_key";

#[derive(Deserialize)]
pub struct KeyQuery {
    key: Option<String>,
}

/// Requires the key in the query, or in the cookie that a correct query sets. Without a key every visitor gets in.
pub async fn require_page_key(
    State(key): State<Option<String>>,
    Query(query): Query<KeyQuery>,
    request: Request,
    next: Next,
) -> Response {
    let Some(key) = key else { return next.run(request).await };
    let in_query = query.key.as_ref() == Some(&key);
    if !in_query && !is_in_cookie(request.headers(), &key) {
        let message = "This page needs the key that was printed when the demo started.";
        return (StatusCode::FORBIDDEN, message).into_response();
    }
    let mut response = next.run(request).await;
    let cookie = format!("{COOKIE_NAME}={key}; Path=/sandbox; HttpOnly; SameSite=Strict");
    if in_query && let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}

fn is_in_cookie(headers: &HeaderMap, key: &str) -> bool {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|header| header.to_str().ok());
    cookies.flat_map(|header| header.split("; ")).any(|pair| pair.split_once('=') == Some((COOKIE_NAME, key)))
}
