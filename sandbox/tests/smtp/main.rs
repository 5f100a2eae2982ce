//! The SMTP server over a real socket, and the inbox page.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use trowel_sandbox::smtp::MOUNT;
use trowel_sandbox::{Inbox, SmtpSandbox, SmtpSettings};

const CONTROL_KEY: &str = "control_of_tests";

fn sandbox(inbox: &Inbox) -> SmtpSandbox {
    let mut settings = SmtpSettings::new(CONTROL_KEY);
    settings.inbox = inbox.clone();
    settings.clock = Arc::new(|| 1_795_132_800); // 2026-11-20T00:00Z
    SmtpSandbox::open(settings).unwrap()
}

struct Client(BufReader<TcpStream>);

impl Client {
    async fn connect(sandbox: &SmtpSandbox) -> Self {
        let mut client = Self(BufReader::new(TcpStream::connect(sandbox.address()).await.unwrap()));
        assert_eq!(client.reply().await, "220 sandbox ESMTP");
        client
    }

    /// The last line of the reply, or empty when the server has closed the connection.
    async fn reply(&mut self) -> String {
        let mut line = String::new();
        while self.0.read_line(&mut line).await.unwrap() > 0 && line.as_bytes().get(3) == Some(&b'-') {
            line.clear();
        }
        line.trim_end().to_owned()
    }

    async fn say(&mut self, command: &str) -> String {
        self.0.get_mut().write_all(format!("{command}\r\n").as_bytes()).await.unwrap();
        self.reply().await
    }

    async fn send(&mut self, to: &str, message: &str) -> String {
        self.say("EHLO here").await;
        assert_eq!(self.say("MAIL FROM:<shop@a.ca> SIZE=10").await, "250 2.1.0 sender ok");
        assert_eq!(self.say(&format!("rcpt to:<{to}>")).await, "250 2.1.5 recipient ok");
        assert_eq!(self.say("DATA").await, "354 end with a dot");
        self.say(&format!("{message}\r\n.")).await
    }
}

#[tokio::test]
async fn an_email_is_accepted_with_its_dots() {
    let sandbox = sandbox(&Inbox::default());
    let mut client = Client::connect(&sandbox).await;
    assert_eq!(client.say("EHLO here").await, "250 AUTH PLAIN LOGIN");
    assert_eq!(client.say("AUTH PLAIN AGEAYg==").await, "235 2.7.0 welcome");
    let accepted = client.send("ada@b.ca", "Subject: Dots\r\n\r\n..hidden\r\nbut. not here").await;
    assert_eq!(accepted, "250 2.0.0 accepted");
    assert_eq!(client.say("QUIT").await, "221 2.0.0 bye");
    let emails = sandbox.emails();
    assert_eq!((emails.len(), &*emails[0].subject, &*emails[0].from), (1, "Dots", "shop@a.ca"));
    assert_eq!(emails[0].text.trim(), ".hidden\r\nbut. not here");
}

#[tokio::test]
async fn commands_are_accepted_in_their_order_only() {
    let sandbox = sandbox(&Inbox::default());
    let mut client = Client::connect(&sandbox).await;
    for (command, code) in [
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
        let reply = client.say(command).await;
        assert!(reply.starts_with(code), "{command}: {reply}");
    }
}

/// Serves the inbox and the control endpoints, and returns their address.
async fn serve(inbox: &Inbox, sandbox: &SmtpSandbox) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}{MOUNT}", listener.local_addr().unwrap());
    let router = inbox.router().merge(sandbox.router());
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

fn browser() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().unwrap()
}

#[tokio::test]
async fn a_fault_occurs_once_and_needs_the_control_key() {
    let inbox = Inbox::default();
    let sandbox = sandbox(&inbox);
    let url = format!("{}/_control/faults", serve(&inbox, &sandbox).await);
    let faults = json!({ "smtp": [
        { "step": "recipient", "action": { "reply": "550 5.1.1 unknown user" } },
        { "step": "message", "action": "drop_after" },
    ] });
    for (key, status) in [("guessed", 401), (CONTROL_KEY, 200)] {
        let answer = browser().post(&url).bearer_auth(key).json(&faults).send().await.unwrap();
        assert_eq!(answer.status(), status, "{key}");
    }
    let mut client = Client::connect(&sandbox).await;
    client.say("EHLO here").await;
    client.say("MAIL FROM:<a@b.ca>").await;
    assert_eq!(client.say("RCPT TO:<x@b.ca>").await, "550 5.1.1 unknown user");
    assert_eq!(client.send("ada@b.ca", "Subject: 1\r\n\r\nx").await, "", "the connection is closed");
    let mut client = Client::connect(&sandbox).await;
    assert_eq!(client.send("ada@b.ca", "Subject: 2\r\n\r\nx").await, "250 2.0.0 accepted");
    let subjects: Vec<_> = sandbox.emails().into_iter().map(|email| email.subject).collect();
    assert_eq!(subjects, ["1", "2"]);
}

#[tokio::test]
async fn emails_are_on_the_page_and_in_json() {
    let inbox = Inbox::default();
    let sandbox = sandbox(&inbox);
    let mut client = Client::connect(&sandbox).await;
    let html = "MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html><head></head><a href='http://a.ca'>x</a></html>";
    client.send("ada@b.ca", &format!("Subject: <b>Hi</b>\r\nMessage-ID: <7@a.ca>\r\n{html}")).await;
    client.send("bo@b.ca", "Subject: Bo\r\n\r\nhttp://a.ca/#token=1").await;
    let (url, browser) = (serve(&inbox, &sandbox).await, browser());
    let get = |path: &str| browser.get(format!("{url}{path}")).send();
    for path in ["", "/"] {
        let list = get(path).await.unwrap().text().await.unwrap();
        assert!(list.contains("&lt;b&gt;Hi&lt;/b&gt;") && list.contains("2026-11-20 00:00"), "{list}");
    }
    let email = get("/letters/1").await.unwrap();
    let policy = email.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("frame-src 'self'") && policy.contains("default-src 'none'"), "{policy}");
    assert!(email.text().await.unwrap().contains("7@a.ca"));
    let html = get("/letters/1/html").await.unwrap();
    let policy = html.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.starts_with("sandbox allow-popups ") && !policy.contains("script"), "{policy}");
    assert!(html.text().await.unwrap().contains("<base target=\"_blank\">"));
    assert_eq!(get("/letters/9").await.unwrap().status(), 404);
    let found: Value = get("/letters?to=BO@b.ca").await.unwrap().json().await.unwrap();
    assert_eq!((found.as_array().unwrap().len(), &found[0]["links"][0]), (1, &"http://a.ca/#token=1".into()));
}

#[tokio::test]
async fn an_inbox_with_a_key_cannot_be_read_without_it() {
    let inbox = Inbox::new(Some("k3y".to_owned()));
    let (url, browser) = (serve(&inbox, &sandbox(&inbox)).await, browser());
    let sms = url.replace("/mail", "/sms");
    for url in [&url, &sms] {
        for query in ["", "?key=", "?key=other"] {
            assert_eq!(browser.get(format!("{url}/{query}")).send().await.unwrap().status(), 403, "{query}");
        }
    }
    for path in ["/letters", "/letters/1", "/letters/1/html"] {
        assert_eq!(browser.get(format!("{url}{path}")).send().await.unwrap().status(), 403, "{path}");
    }
    let opened = browser.get(format!("{url}/?key=k3y")).send().await.unwrap();
    assert_eq!(opened.status(), 200);
    let cookie = opened.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    for url in [format!("{url}/letters"), format!("{sms}/")] {
        let with_cookie = browser.get(url).header("cookie", &cookie).send().await.unwrap();
        assert_eq!(with_cookie.status(), 200);
    }
}
