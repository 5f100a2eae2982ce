//! The letters as people read them, and as tests do.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

use super::letters::Letter;
use super::{MOUNT, Post};
use crate::clock::written;
use crate::page::{self, escape};

const COOKIE_NAME: &str = "sandbox_mail";

#[derive(Deserialize)]
pub struct Wanted {
    /// Letters to this address alone.
    to: Option<String>,
}

impl Wanted {
    fn covers(&self, letter: &Letter) -> bool {
        self.to.as_deref().is_none_or(|to| letter.to.iter().any(|other| other.eq_ignore_ascii_case(to)))
    }
}

/// `GET /`
pub async fn list(State(post): State<Arc<Post>>, Query(wanted): Query<Wanted>) -> Response {
    let mut rows = String::new();
    for letter in post.letters().all().rev().filter(|letter| wanted.covers(letter)) {
        let _ = write!(
            rows,
            "<li><a href=\"{MOUNT}/letters/{}\"><b>{}</b><span>{}</span><time>{}</time></a></li>",
            letter.id,
            escape(subject(letter)),
            escape(&letter.to.join(", ")),
            written(letter.received_at)
        );
    }
    if rows.is_empty() {
        rows.push_str("<li class=\"empty\">Nothing yet. Sign up or place an order, and look again.</li>");
    }
    page::document(include_str!("list.html").replace("{{mount}}", MOUNT).replace("{{rows}}", &rows), "'none'")
}

/// `GET /letters/{id}`
pub async fn letter(State(post): State<Arc<Post>>, Path(id): Path<u64>) -> Response {
    let letters = post.letters();
    let Some(letter) = letters.by_id(id) else { return gone() };
    let html = include_str!("letter.html")
        .replace("{{mount}}", MOUNT)
        .replace("{{id}}", &letter.id.to_string())
        .replace("{{received}}", &written(letter.received_at))
        .replace("{{message_id}}", &escape(&letter.message_id))
        .replace("{{sender}}", &escape(&letter.sender))
        .replace("{{to}}", &escape(&letter.to.join(", ")))
        .replace("{{subject}}", &escape(subject(letter)))
        // Last, so that nothing is replaced in what somebody else wrote.
        .replace("{{text}}", &escape(&letter.text));
    page::document(html, "'none'")
}

/// `GET /letters/{id}/html`: the letter's own page, for the frame.
pub async fn html_part(State(post): State<Arc<Post>>, Path(id): Path<u64>) -> Response {
    let letters = post.letters();
    let Some(letter) = letters.by_id(id) else { return gone() };
    // As mail programs do: what a letter leads to opens beside it.
    page::foreign(letter.html.replacen("<head>", "<head><base target=\"_blank\">", 1))
}

/// `GET /letters`: the oldest first.
pub async fn json(State(post): State<Arc<Post>>, Query(wanted): Query<Wanted>) -> Json<Vec<Letter>> {
    Json(post.letters().all().filter(|letter| wanted.covers(letter)).cloned().collect())
}

pub async fn style() -> Response {
    page::style(include_str!("inbox.css"))
}

fn subject(letter: &Letter) -> &str {
    if letter.subject.is_empty() { "(no subject)" } else { &letter.subject }
}

fn gone() -> Response {
    (StatusCode::NOT_FOUND, "There is no such letter (any more).").into_response()
}

#[derive(Deserialize)]
pub struct Shown {
    key: Option<String>,
}

/// Who brings the key once may go on without it.
pub async fn unlock(
    State(post): State<Arc<Post>>,
    Query(shown): Query<Shown>,
    request: Request,
    next: Next,
) -> Response {
    let Some(key) = &post.key else { return next.run(request).await };
    let brings_it = shown.key.as_ref() == Some(key);
    if !brings_it && !remembers(request.headers(), key) {
        let words = "This inbox needs the key that was printed when the demo started.";
        return (StatusCode::FORBIDDEN, words).into_response();
    }
    let mut response = next.run(request).await;
    let cookie = format!("{COOKIE_NAME}={key}; Path={MOUNT}; HttpOnly; SameSite=Strict");
    if brings_it && let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}

fn remembers(headers: &HeaderMap, key: &str) -> bool {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|header| header.to_str().ok())
        .flat_map(|header| header.split("; "))
        .any(|pair| pair.split_once('=') == Some((COOKIE_NAME, key)))
}
