//! The page on which the messages can be read: every phone at once.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

use super::message::{self, Message};
use super::number::MAGIC;
use super::{Gateway, MOUNT};
use crate::page::{self, escape};

const SHOWN: usize = 50;

#[derive(Deserialize)]
pub struct Shown {
    key: Option<String>,
}

/// `GET /`
pub async fn page(State(gateway): State<Arc<Gateway>>, Query(shown): Query<Shown>) -> Response {
    if gateway.settings.inbox_key.is_some() && shown.key != gateway.settings.inbox_key {
        let words = "This inbox needs the key that was printed when the demo started.";
        return (StatusCode::FORBIDDEN, words).into_response();
    }
    let messages: Vec<Message> = gateway.messages().iter().take(SHOWN).cloned().collect();
    page::document(render(&messages), "'none'")
}

pub async fn style() -> Response {
    page::style(include_str!("inbox.css"))
}

fn render(messages: &[Message]) -> String {
    let mut list: String = messages.iter().map(bubble).collect();
    if list.is_empty() {
        list.push_str("<li class=\"empty\">None yet. Ask for a code in the shop; it appears here.</li>");
    }
    let magic = MAGIC.iter().fold(String::new(), |mut rows, (number, what, _)| {
        let _ = write!(rows, "<li><code>{number}</code> {what}</li>");
        rows
    });
    include_str!("inbox.html")
        .replace("{{mount}}", MOUNT)
        .replace("{{magic}}", &magic)
        .replace("{{messages}}", &list)
}

fn bubble(message: &Message) -> String {
    let code = message.code().map(|code| format!("<p class=\"code\">{code}</p>")).unwrap_or_default();
    format!(
        "<li><p class=\"to\"><b>{}</b> <time>{} UTC</time></p>{code}<p class=\"body\">{}</p></li>",
        escape(&message.to),
        message::clock(message.created),
        escape(&message.body)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_text_and_nothing_else() {
        let message = Message {
            sid: String::new(),
            to: "+16135550142".into(),
            from: String::new(),
            body: "<b>1234</b> {{messages}}".into(),
            created: 0,
        };
        let page = render(&[message]);
        assert!(page.contains("&lt;b&gt;1234&lt;/b&gt; {{messages}}"), "{page}");
        assert!(page.contains("<p class=\"code\">1234</p>") && !page.contains("{{mount}}"));
    }
}
