//! What came, read by other code than what wrote it.

use std::collections::VecDeque;

use mail_parser::MessageParser;
use serde::Serialize;

/// The oldest go first, so that a demo that runs for weeks keeps its memory.
const MOST: usize = 500;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Letter {
    /// Counted from 1.
    pub id: u64,
    /// As the sending side said it, not as it stands in the letter.
    pub from: String,
    pub to: Vec<String>,
    /// The sender as the letter says it.
    pub sender: String,
    pub subject: String,
    pub message_id: String,
    pub text: String,
    pub html: String,
    /// The addresses that the text names.
    pub links: Vec<String>,
    /// Seconds since 1970.
    pub received_at: i64,
}

#[derive(Default)]
pub struct Letters {
    kept: VecDeque<Letter>,
    received: u64,
}

impl Letters {
    pub fn add(&mut self, from: String, to: Vec<String>, bytes: &[u8], received_at: i64) {
        self.received += 1;
        let message = MessageParser::default().parse(bytes);
        let message = message.as_ref();
        let sender = message.and_then(|it| it.from()?.first()).map_or_else(String::new, |from| {
            let address = from.address().unwrap_or_default();
            from.name().map_or_else(|| address.to_owned(), |name| format!("{name} <{address}>"))
        });
        let text = message.and_then(|it| it.body_text(0)).unwrap_or_default().into_owned();
        self.kept.push_back(Letter {
            id: self.received,
            from,
            to,
            sender,
            subject: message.and_then(|it| it.subject()).unwrap_or_default().to_owned(),
            message_id: message.and_then(|it| it.message_id()).unwrap_or_default().to_owned(),
            links: links(&text),
            text,
            html: message.and_then(|it| it.body_html(0)).unwrap_or_default().into_owned(),
            received_at,
        });
        if self.kept.len() > MOST {
            self.kept.pop_front();
        }
    }

    /// The oldest first.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = &Letter> {
        self.kept.iter()
    }

    pub fn by_id(&self, id: u64) -> Option<&Letter> {
        self.kept.iter().find(|letter| letter.id == id)
    }
}

fn links(text: &str) -> Vec<String> {
    text.split_whitespace()
        .filter(|word| word.starts_with("http://") || word.starts_with("https://"))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_read_with_its_encodings_undone() {
        let raw = "From: =?utf-8?q?G=C3=A4rtner?= <shop@a.ca>\r\nSubject: =?utf-8?b?M8OX?= Hoe\r\nMessage-ID: <1@a.ca>\r\n\
            MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n\
            --b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
            Open http://a.ca/x?a=3D1\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Open</p>\r\n--b--\r\n";
        let mut letters = Letters::default();
        letters.add("shop@a.ca".into(), vec!["ada@b.ca".into()], raw.as_bytes(), 7);
        let letter = letters.by_id(1).unwrap();
        assert_eq!(
            (&*letter.sender, &*letter.subject, &*letter.message_id),
            ("Gärtner <shop@a.ca>", "3× Hoe", "1@a.ca")
        );
        assert_eq!((letter.text.trim(), letter.html.trim()), ("Open http://a.ca/x?a=1", "<p>Open</p>"));
        assert_eq!(letter.links, ["http://a.ca/x?a=1"]);
    }

    #[test]
    fn the_oldest_go_first() {
        let mut letters = Letters::default();
        for _ in 0..=MOST {
            letters.add(String::new(), Vec::new(), b"Subject: x\r\n\r\n", 0);
        }
        assert_eq!(letters.all().count(), MOST);
        assert!(letters.by_id(1).is_none() && letters.by_id(2).is_some());
    }
}
