//! One SMTP connection (RFC 5321).

use std::sync::{Arc, Weak};
use std::time::Duration;
use std::{io, mem};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::MailServer;
use crate::faults::{SmtpAction, SmtpStep};

const MAX_LINE_BYTES: u64 = 4_096;
const MAX_MESSAGE_BYTES: usize = 10 * 1_024 * 1_024;
const MAX_RECIPIENTS: usize = 100;

pub async fn accept(listener: TcpListener, server: Weak<MailServer>) {
    loop {
        match listener.accept().await {
            Ok((socket, _)) => {
                let Some(server) = server.upgrade() else { return };
                tokio::spawn(async move {
                    if let Err(error) = Session::new(socket, server).run().await {
                        tracing::debug!(%error, "an SMTP session ended with an error");
                    }
                });
            }
            Err(error) => {
                // Probably out of file descriptors.
                tracing::warn!(%error, "cannot accept an SMTP connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

struct Session {
    socket: BufReader<TcpStream>,
    server: Arc<MailServer>,
    has_greeted: bool,
    from: Option<String>,
    to: Vec<String>,
}

enum Next {
    Continue,
    Close,
}

impl Session {
    fn new(socket: TcpStream, server: Arc<MailServer>) -> Self {
        Self { socket: BufReader::new(socket), server, has_greeted: false, from: None, to: Vec::new() }
    }

    async fn run(mut self) -> io::Result<()> {
        if let Next::Close = self.reply_at(SmtpStep::Connect, "220 sandbox ESMTP").await? {
            return Ok(());
        }
        while let Some(line) = self.line().await? {
            let (verb, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let next = match verb.to_ascii_uppercase().as_str() {
                "EHLO" => {
                    self.greet();
                    self.reply("250-sandbox\r\n250-8BITMIME\r\n250-SIZE 10485760\r\n250 AUTH PLAIN LOGIN")
                        .await?
                }
                "HELO" => {
                    self.greet();
                    self.reply("250 sandbox").await?
                }
                _ if !self.has_greeted && !matches!(verb, "QUIT" | "NOOP" | "RSET") => {
                    self.reply("503 5.5.1 say EHLO first").await?
                }
                "AUTH" => self.auth(rest).await?,
                "MAIL" => self.mail(rest).await?,
                "RCPT" => self.rcpt(rest).await?,
                "DATA" => self.data().await?,
                "RSET" => {
                    self.reset();
                    self.reply("250 2.0.0 ok").await?
                }
                "NOOP" => self.reply("250 2.0.0 ok").await?,
                "QUIT" => {
                    self.reply("221 2.0.0 bye").await?;
                    Next::Close
                }
                _ => self.reply("502 5.5.1 unknown command").await?,
            };
            if let Next::Close = next {
                break;
            }
        }
        Ok(())
    }

    fn greet(&mut self) {
        self.has_greeted = true;
        self.reset();
    }

    fn reset(&mut self) {
        self.from = None;
        self.to.clear();
    }

    /// Accepts any name and password that are encoded correctly.
    async fn auth(&mut self, rest: &str) -> io::Result<Next> {
        let (mechanism, first) = rest.split_once(' ').unwrap_or((rest, ""));
        let is_valid = match mechanism.to_ascii_uppercase().as_str() {
            "PLAIN" => {
                let given = if first.is_empty() { self.challenge("").await? } else { first.to_owned() };
                decode(&given).is_some_and(|text| text.split('\0').count() == 3)
            }
            "LOGIN" => {
                let user =
                    if first.is_empty() { self.challenge("VXNlcm5hbWU6").await? } else { first.to_owned() };
                let password = self.challenge("UGFzc3dvcmQ6").await?;
                decode(&user).is_some() && decode(&password).is_some()
            }
            _ => return self.reply("504 5.5.4 PLAIN or LOGIN").await,
        };
        self.reply(if is_valid { "235 2.7.0 welcome" } else { "501 5.5.2 cannot be decoded" }).await
    }

    async fn challenge(&mut self, text: &str) -> io::Result<String> {
        self.reply(&format!("334 {text}")).await?;
        Ok(self.line().await?.unwrap_or_default())
    }

    async fn mail(&mut self, rest: &str) -> io::Result<Next> {
        if self.from.is_some() {
            return self.reply("503 5.5.1 there is a sender already").await;
        }
        let Some(from) = path(rest, "FROM:") else {
            return self.reply("501 5.5.4 MAIL FROM:<address>").await;
        };
        let next = self.reply_at(SmtpStep::Sender, "250 2.1.0 sender ok").await?;
        self.from = Some(from);
        Ok(next)
    }

    async fn rcpt(&mut self, rest: &str) -> io::Result<Next> {
        if self.from.is_none() || self.to.len() >= MAX_RECIPIENTS {
            return self.reply("503 5.5.1 MAIL first, and not too many recipients").await;
        }
        match path(rest, "TO:") {
            Some(to) if !to.is_empty() => {
                if let Some(fault) = self.server.faults.take_smtp(SmtpStep::Recipient) {
                    return self.fail(fault).await;
                }
                self.to.push(to);
                self.reply("250 2.1.5 recipient ok").await
            }
            _ => self.reply("501 5.5.4 RCPT TO:<address>").await,
        }
    }

    async fn data(&mut self) -> io::Result<Next> {
        if self.from.is_none() || self.to.is_empty() {
            return self.reply("503 5.5.1 MAIL and RCPT first").await;
        }
        self.reply("354 end with a dot").await?;
        let mut message = Vec::new();
        loop {
            let Some(line) = self.raw_line().await? else { return Ok(Next::Close) };
            if line == b".\r\n" {
                break;
            }
            // The client doubles a dot at the start of a line.
            message.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
            if message.len() > MAX_MESSAGE_BYTES {
                return self.reply("552 5.3.4 too large").await.map(|_| Next::Close);
            }
        }
        let fault = self.server.faults.take_smtp(SmtpStep::Message);
        if matches!(fault, None | Some(SmtpAction::DropAfter)) {
            let (from, to) = (self.from.take().unwrap_or_default(), mem::take(&mut self.to));
            let settings = &self.server.settings;
            settings.inbox.store().add_email(from, to, &message, (settings.clock)());
        }
        self.reset();
        match fault {
            Some(fault) => self.fail(fault).await,
            None => self.reply("250 2.0.0 accepted").await,
        }
    }

    /// Replies, unless a fault waits for this step.
    async fn reply_at(&mut self, step: SmtpStep, text: &str) -> io::Result<Next> {
        match self.server.faults.take_smtp(step) {
            Some(fault) => self.fail(fault).await,
            None => self.reply(text).await,
        }
    }

    async fn fail(&mut self, fault: SmtpAction) -> io::Result<Next> {
        match fault {
            SmtpAction::Reply(text) => self.reply(&text).await,
            SmtpAction::DropBefore | SmtpAction::DropAfter => Ok(Next::Close),
        }
    }

    async fn reply(&mut self, text: &str) -> io::Result<Next> {
        self.socket.get_mut().write_all(format!("{text}\r\n").as_bytes()).await?;
        Ok(Next::Continue)
    }

    async fn line(&mut self) -> io::Result<Option<String>> {
        let line = self.raw_line().await?;
        Ok(line.map(|line| String::from_utf8_lossy(&line).trim_end().to_owned()))
    }

    /// Reads a line with its line end. Returns `None` if the client has closed the connection or the line is too long.
    async fn raw_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        (&mut self.socket).take(MAX_LINE_BYTES).read_until(b'\n', &mut line).await?;
        Ok(line.ends_with(b"\n").then_some(line))
    }
}

fn decode(text: &str) -> Option<String> {
    String::from_utf8(BASE64_STANDARD.decode(text.trim()).ok()?).ok()
}

/// The address of `FROM:<a@b.ca> SIZE=1`.
fn path(rest: &str, keyword: &str) -> Option<String> {
    let (head, tail) = rest.split_at_checked(keyword.len())?;
    let address = tail.trim_start().strip_prefix('<')?.split_once('>')?.0;
    head.eq_ignore_ascii_case(keyword).then(|| address.to_owned())
}
