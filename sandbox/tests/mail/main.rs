//! The mail server over a real socket, spoken to by hand, and its inbox.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::Arc;

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use trowel_sandbox::mail::{MOUNT, Mishap, Step};
use trowel_sandbox::{MailSandbox, MailSettings};

fn sandbox(key: Option<&str>) -> MailSandbox {
    MailSandbox::open(MailSettings { key: key.map(str::to_owned), clock: Arc::new(|| 1_795_132_800) })
        .unwrap()
}

struct Client(BufReader<TcpStream>);

impl Client {
    async fn greeted_by(sandbox: &MailSandbox) -> Self {
        let mut client = Self(BufReader::new(TcpStream::connect(sandbox.address()).await.unwrap()));
        assert_eq!(client.reply().await, "220 sandbox ESMTP");
        client
    }

    /// The last line of the answer; empty when the server has hung up.
    async fn reply(&mut self) -> String {
        let mut line = String::new();
        while self.0.read_line(&mut line).await.unwrap() > 0 && line.as_bytes().get(3) == Some(&b'-') {
            line.clear();
        }
        line.trim_end().to_owned()
    }

    async fn say(&mut self, words: &str) -> String {
        self.0.get_mut().write_all(format!("{words}\r\n").as_bytes()).await.unwrap();
        self.reply().await
    }

    async fn send(&mut self, to: &str, letter: &str) -> String {
        assert_eq!(self.say("MAIL FROM:<shop@a.ca> SIZE=10").await, "250 2.1.0 sender ok");
        assert_eq!(self.say(&format!("rcpt to:<{to}>")).await, "250 2.1.5 recipient ok");
        assert_eq!(self.say("DATA").await, "354 go ahead, end with a dot");
        self.say(&format!("{letter}\r\n.")).await
    }
}

#[tokio::test]
async fn a_letter_is_taken_with_its_dots() {
    let sandbox = sandbox(None);
    let mut client = Client::greeted_by(&sandbox).await;
    assert_eq!(client.say("EHLO here").await, "250 AUTH PLAIN LOGIN");
    assert_eq!(client.say("AUTH PLAIN AGEAYg==").await, "235 2.7.0 welcome");
    let taken = client.send("ada@b.ca", "Subject: Dots\r\n\r\n..hidden\r\nbut. not here").await;
    assert_eq!(taken, "250 2.0.0 taken");
    assert_eq!(client.say("QUIT").await, "221 2.0.0 bye");
    let letters = sandbox.letters();
    assert_eq!((letters.len(), &*letters[0].subject, &*letters[0].from), (1, "Dots", "shop@a.ca"));
    assert_eq!(letters[0].text.trim(), ".hidden\r\nbut. not here");
}

#[tokio::test]
async fn commands_come_in_their_order() {
    let sandbox = sandbox(None);
    let mut client = Client::greeted_by(&sandbox).await;
    for (words, code) in [
        ("MAIL FROM:<a@b.ca>", "503"),
        ("HELO here", "250"),
        ("RCPT TO:<a@b.ca>", "503"),
        ("DATA", "503"),
        ("MAIL a@b.ca", "501"),
        ("MAIL FROM:<a@b.ca>", "250"),
        ("MAIL FROM:<a@b.ca>", "503"),
        ("RSET", "250"),
        ("RCPT TO:<a@b.ca>", "503"),
        ("AUTH CRAM-MD5", "504"),
        ("AUTH PLAIN !", "501"),
        ("JUMP", "502"),
        ("NOOP", "250"),
    ] {
        let reply = client.say(words).await;
        assert!(reply.starts_with(code), "{words}: {reply}");
    }
}

#[tokio::test]
async fn what_is_asked_to_go_wrong_does_so_once() {
    let sandbox = sandbox(None);
    sandbox.misbehave(Step::Recipient, Mishap::Reply("550 5.1.1 nobody here"));
    sandbox.misbehave(Step::Letter, Mishap::TakeAndCut);
    let mut client = Client::greeted_by(&sandbox).await;
    client.say("EHLO here").await;
    client.say("MAIL FROM:<a@b.ca>").await;
    assert_eq!(client.say("RCPT TO:<x@b.ca>").await, "550 5.1.1 nobody here");
    client.say("RSET").await;
    assert_eq!(client.send("ada@b.ca", "Subject: 1\r\n\r\nx").await, "", "it hung up");
    let mut client = Client::greeted_by(&sandbox).await;
    client.say("EHLO here").await;
    assert_eq!(client.send("ada@b.ca", "Subject: 2\r\n\r\nx").await, "250 2.0.0 taken");
    let subjects: Vec<_> = sandbox.letters().into_iter().map(|letter| letter.subject).collect();
    assert_eq!(subjects, ["1", "2"]);
}

async fn inbox(sandbox: &MailSandbox) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}{MOUNT}", listener.local_addr().unwrap());
    let router = sandbox.router();
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

fn browser() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().unwrap()
}

#[tokio::test]
async fn letters_are_read_by_people_and_tests() {
    let sandbox = sandbox(None);
    let mut client = Client::greeted_by(&sandbox).await;
    client.say("EHLO here").await;
    let html = "MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html><head></head><a href='http://a.ca'>x</a></html>";
    client.send("ada@b.ca", &format!("Subject: <b>Hi</b>\r\nMessage-ID: <7@a.ca>\r\n{html}")).await;
    client.send("bo@b.ca", "Subject: Bo\r\n\r\nhttp://a.ca/#token=1").await;
    let (url, browser) = (inbox(&sandbox).await, browser());
    let page = |path: &str| browser.get(format!("{url}{path}")).send();
    let list = page("/").await.unwrap().text().await.unwrap();
    assert!(list.contains("&lt;b&gt;Hi&lt;/b&gt;") && list.contains("2026-11-20 00:00"), "{list}");
    let letter = page("/letters/1").await.unwrap();
    let policy = letter.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("frame-src 'self'") && policy.contains("default-src 'none'"), "{policy}");
    assert!(letter.text().await.unwrap().contains("7@a.ca"));
    let html = page("/letters/1/html").await.unwrap();
    let policy = html.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.starts_with("sandbox allow-popups ") && !policy.contains("script"), "{policy}");
    assert!(html.text().await.unwrap().contains("<base target=\"_blank\">"));
    assert_eq!(page("/letters/9").await.unwrap().status(), 404);
    let found: serde_json::Value = page("/letters?to=BO@b.ca").await.unwrap().json().await.unwrap();
    assert_eq!((found.as_array().unwrap().len(), &found[0]["links"][0]), (1, &"http://a.ca/#token=1".into()));
}

#[tokio::test]
async fn an_inbox_with_a_key_is_closed_without_it() {
    let sandbox = sandbox(Some("k3y"));
    let (url, browser) = (inbox(&sandbox).await, browser());
    for path in ["/", "/letters", "/letters/1", "/?key=other"] {
        assert_eq!(browser.get(format!("{url}{path}")).send().await.unwrap().status(), 403, "{path}");
    }
    let opened = browser.get(format!("{url}/?key=k3y")).send().await.unwrap();
    assert_eq!(opened.status(), 200);
    let cookie = opened.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let again = browser.get(format!("{url}/letters")).header("cookie", cookie).send().await.unwrap();
    assert_eq!(again.status(), 200);
}
