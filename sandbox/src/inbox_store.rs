//! The e-mails and text messages that arrived. E-mails are parsed by another library than the one that composes them.

use std::collections::VecDeque;

use mail_parser::MessageParser;
use serde::Serialize;

/// The oldest are removed first, so that a demo can run for weeks.
const MAX_MESSAGES: usize = 500;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedEmail {
    /// Counted from 1, together with text messages.
    pub id: u64,
    /// The sender of the SMTP envelope.
    pub from: String,
    pub to: Vec<String>,
    /// The `From` header.
    pub sender: String,
    pub subject: String,
    pub message_id: String,
    pub text: String,
    pub html: String,
    /// All headers, as they arrived.
    #[serde(skip)]
    pub headers: String,
    /// The links in the text.
    pub links: Vec<String>,
    /// Seconds since 1970.
    pub received_at: i64,
}

#[derive(Clone, Debug)]
pub struct TextMessage {
    pub sid: String,
    pub to: String,
    pub from: String,
    pub body: String,
    /// Seconds since 1970.
    pub received_at: i64,
}

impl TextMessage {
    /// The first run of four to eight digits.
    pub fn code(&self) -> Option<&str> {
        self.body
            .split(|character: char| !character.is_ascii_digit())
            .find(|digits| (4..=8).contains(&digits.len()))
    }
}

pub enum InboxMessage {
    Email(ReceivedEmail),
    Text(TextMessage),
}

#[derive(Default)]
pub struct InboxStore {
    /// The newest first.
    messages: VecDeque<InboxMessage>,
    received: u64,
}

impl InboxStore {
    fn add(&mut self, message: InboxMessage) {
        self.messages.push_front(message);
        self.messages.truncate(MAX_MESSAGES);
    }

    pub fn add_email(&mut self, from: String, to: Vec<String>, bytes: &[u8], received_at: i64) {
        self.received += 1;
        let message = MessageParser::default().parse(bytes);
        let message = message.as_ref();
        let sender = message.and_then(|it| it.from()?.first()).map_or_else(String::new, |from| {
            let address = from.address().unwrap_or_default();
            from.name().map_or_else(|| address.to_owned(), |name| format!("{name} <{address}>"))
        });
        let text = message.and_then(|it| it.body_text(0)).unwrap_or_default().into_owned();
        let is_link = |word: &&str| word.starts_with("http://") || word.starts_with("https://");
        self.add(InboxMessage::Email(ReceivedEmail {
            id: self.received,
            from,
            to,
            sender,
            subject: message.and_then(|it| it.subject()).unwrap_or_default().to_owned(),
            message_id: message.and_then(|it| it.message_id()).unwrap_or_default().to_owned(),
            links: text.split_whitespace().filter(is_link).map(str::to_owned).collect(),
            text,
            html: message.and_then(|it| it.body_html(0)).unwrap_or_default().into_owned(),
            headers: headers_of(bytes),
            received_at,
        }));
    }

    pub fn add_text(&mut self, text: TextMessage) {
        self.add(InboxMessage::Text(text));
    }

    /// The newest first, here and below.
    pub fn messages(&self) -> impl DoubleEndedIterator<Item = &InboxMessage> {
        self.messages.iter()
    }

    pub fn emails(&self) -> impl DoubleEndedIterator<Item = &ReceivedEmail> {
        self.messages().filter_map(|message| match message {
            InboxMessage::Email(email) => Some(email),
            InboxMessage::Text(_) => None,
        })
    }

    pub fn texts(&self) -> impl Iterator<Item = &TextMessage> {
        self.messages().filter_map(|message| match message {
            InboxMessage::Text(text) => Some(text),
            InboxMessage::Email(_) => None,
        })
    }

    pub fn email(&self, id: u64) -> Option<&ReceivedEmail> {
        self.emails().find(|email| email.id == id)
    }
}

fn headers_of(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.split("\r\n\r\n").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_is_decoded() {
        let raw = "From: =?utf-8?q?G=C3=A4rtner?= <shop@a.ca>\r\nSubject: =?utf-8?b?M8OX?= Hoe\r\nMessage-ID: <1@a.ca>\r\n\
            MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n\
            --b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
            Open http://a.ca/x?a=3D1\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Open</p>\r\n--b--\r\n";
        let mut store = InboxStore::default();
        store.add_email("shop@a.ca".into(), vec!["ada@b.ca".into()], raw.as_bytes(), 7);
        let email = store.email(1).unwrap();
        assert_eq!(
            (&*email.sender, &*email.subject, &*email.message_id),
            ("Gärtner <shop@a.ca>", "3× Hoe", "1@a.ca")
        );
        assert_eq!((email.text.trim(), email.html.trim()), ("Open http://a.ca/x?a=1", "<p>Open</p>"));
        assert_eq!(email.links, ["http://a.ca/x?a=1"]);
    }

    #[test]
    fn the_oldest_are_removed_first() {
        let mut store = InboxStore::default();
        for _ in 0..=MAX_MESSAGES {
            store.add_email(String::new(), Vec::new(), b"Subject: x\r\n\r\n", 0);
        }
        assert_eq!(store.messages().count(), MAX_MESSAGES);
        assert!(store.email(1).is_none() && store.email(2).is_some());
    }

    #[test]
    fn a_code_is_found_and_a_price_is_not_a_code() {
        let text = |body: &str| TextMessage {
            sid: String::new(),
            to: String::new(),
            from: String::new(),
            body: body.into(),
            received_at: 0,
        };
        assert_eq!(text("012345 is your code.\n\n@a.ca #012345").code(), Some("012345"));
        assert_eq!(text("Open 9 to 5, for $12.50").code(), None);
    }
}
