//! One inbox page for all e-mails and text messages, and the e-mails as JSON for tests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use maud::{Markup, html};
use serde::Deserialize;

use crate::clock::{date_time, time};
use crate::inbox_store::{InboxMessage, InboxStore, ReceivedEmail, TextMessage};
use crate::page::{self, Page};
use crate::page_key::require_page_key;
use crate::phone_numbers::MAGIC_NUMBERS;

const MAX_SHOWN: usize = 100;
const STYLESHEET: &str = "/sandbox/inbox.css";

pub const MAIL_MOUNT: &str = "/sandbox/mail";
pub const SMS_MOUNT: &str = "/sandbox/sms";

/// The messages that the SMTP server and the SMS gateway received. Clones share them.
#[derive(Clone, Default)]
pub struct Inbox(Arc<SharedInbox>);

#[derive(Default)]
struct SharedInbox {
    key: Option<String>,
    store: Mutex<InboxStore>,
}

impl Inbox {
    /// `key` opens the page, as in `/sandbox/mail/?key=…`. Without a key every visitor can read the messages and use
    /// their sign-in links, so `None` is only safe on a local machine.
    pub fn new(key: Option<String>) -> Self {
        Self(Arc::new(SharedInbox { key, store: Mutex::default() }))
    }

    pub fn store(&self) -> MutexGuard<'_, InboxStore> {
        self.0.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The page at `/sandbox/mail/` and `/sandbox/sms/`, to be merged into the router of the shop.
    pub fn router(&self) -> Router {
        let mut router = Router::new();
        for mount in [MAIL_MOUNT, SMS_MOUNT] {
            router = router.route(mount, get(list)).route(&format!("{mount}/"), get(list));
        }
        let email = format!("{MAIL_MOUNT}/letters");
        router
            .route(&email, get(emails_json))
            .route(&format!("{email}/{{id}}"), get(show_email))
            .route(&format!("{email}/{{id}}/html"), get(email_html))
            .layer(middleware::from_fn_with_state(self.0.key.clone(), require_page_key))
            .route(STYLESHEET, get(async || page::stylesheet(include_str!("inbox.css"))))
            .with_state(self.clone())
    }
}

async fn list(State(inbox): State<Inbox>) -> Response {
    let store = inbox.store();
    let mut messages = store.messages().take(MAX_SHOWN).peekable();
    let body = html! {
        header {
            h1 { "Inbox sandbox" }
            p {
                "Every e-mail and text message of the shop arrives here, for any address and any number. Nothing is \
                 sent to real people. The page reloads every few seconds."
            }
        }
        main {
            ol aria-label="Messages" {
                @if messages.peek().is_none() {
                    li class="empty" { "None yet. Sign up or place an order; the message appears here." }
                }
                @for message in messages {
                    @match message {
                        InboxMessage::Email(email) => (email_item(email)),
                        InboxMessage::Text(text) => (text_item(text)),
                    }
                }
            }
            section {
                h2 { "Phone numbers that fail on purpose" }
                ul class="magic" {
                    @for (number, effect, _) in &MAGIC_NUMBERS { li { code { (number) } " " (effect) } }
                }
            }
        }
    };
    page("Inbox sandbox", Some(4), body)
}

fn email_item(email: &ReceivedEmail) -> Markup {
    html! {
        li {
            a href={ (MAIL_MOUNT) "/letters/" (email.id) } {
                p class="to" { span { (email.to.join(", ")) } time { (date_time(email.received_at)) " UTC" } }
                b { (subject(email)) }
            }
        }
    }
}

fn text_item(text: &TextMessage) -> Markup {
    html! {
        li {
            p class="to" { b { (text.to) } " " time { (time(text.received_at)) " UTC" } }
            @if let Some(code) = text.code() { p class="code" { (code) } }
            p class="body" { (text.body) }
        }
    }
}

/// `GET /sandbox/mail/letters/{id}`
async fn show_email(State(inbox): State<Inbox>, Path(id): Path<u64>) -> Response {
    let store = inbox.store();
    let Some(email) = store.email(id) else { return not_found() };
    let body = html! {
        header {
            p { a href={ (MAIL_MOUNT) "/" } { "All messages" } }
            h1 { (subject(email)) }
            dl {
                dt { "From" } dd { (email.sender) }
                dt { "To" } dd { (email.to.join(", ")) }
                dt { "Received" } dd { (date_time(email.received_at)) " UTC" }
                dt { "Message-ID" } dd { (email.message_id) }
            }
        }
        main {
            iframe src={ (MAIL_MOUNT) "/letters/" (email.id) "/html" } title="The e-mail as HTML" {}
            h2 { "As plain text" }
            pre tabindex="0" { (email.text) }
        }
    };
    page(subject(email), None, body)
}

/// `GET /sandbox/mail/letters/{id}/html`: the HTML part, for the frame.
async fn email_html(State(inbox): State<Inbox>, Path(id): Path<u64>) -> Response {
    let store = inbox.store();
    let Some(email) = store.email(id) else { return not_found() };
    // Links open in a new window, as in e-mail programs.
    page::untrusted(email.html.replacen("<head>", "<head><base target=\"_blank\">", 1))
}

#[derive(Deserialize)]
struct EmailFilter {
    to: Option<String>,
}

/// `GET /sandbox/mail/letters?to=…`: the oldest first.
async fn emails_json(
    State(inbox): State<Inbox>,
    Query(filter): Query<EmailFilter>,
) -> Json<Vec<ReceivedEmail>> {
    let matches = |email: &&ReceivedEmail| {
        filter.to.as_deref().is_none_or(|to| email.to.iter().any(|other| other.eq_ignore_ascii_case(to)))
    };
    Json(inbox.store().emails().rev().filter(matches).cloned().collect())
}

fn page(title: &str, refresh: Option<u32>, body: Markup) -> Response {
    Page { title, stylesheet: STYLESHEET, body_class: "inbox", refresh, form_action: "'none'", body }
        .into_response()
}

fn subject(email: &ReceivedEmail) -> &str {
    if email.subject.is_empty() { "(no subject)" } else { &email.subject }
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "This e-mail does not exist, or it was removed.").into_response()
}
