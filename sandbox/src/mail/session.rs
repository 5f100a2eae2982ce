//! One connection, from greeting to farewell (RFC 5321).

use std::io;
use std::sync::{Arc, Weak};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::Post;
use super::mishaps::{Mishap, Step};

const LONGEST_LINE: u64 = 4_096;
const LARGEST_LETTER: usize = 10 * 1_024 * 1_024;
const MOST_RECIPIENTS: usize = 100;

pub async fn accept(listener: TcpListener, post: Weak<Post>) {
    loop {
        match listener.accept().await {
            Ok((socket, _)) => {
                let Some(post) = post.upgrade() else { return };
                tokio::spawn(async move {
                    if let Err(error) = Session::new(socket, post).run().await {
                        tracing::debug!(%error, "a mail session broke off");
                    }
                });
            }
            Err(error) => {
                // Out of file descriptors, most likely.
                tracing::warn!(%error, "a mail session could not begin");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

struct Session {
    socket: BufReader<TcpStream>,
    post: Arc<Post>,
    has_greeted: bool,
    from: Option<String>,
    to: Vec<String>,
}

/// Whether the connection goes on.
enum Then {
    GoOn,
    HangUp,
}

impl Session {
    fn new(socket: TcpStream, post: Arc<Post>) -> Self {
        Self { socket: BufReader::new(socket), post, has_greeted: false, from: None, to: Vec::new() }
    }

    async fn run(mut self) -> io::Result<()> {
        if let Then::HangUp = self.answer(Step::Connect, "220 sandbox ESMTP").await? {
            return Ok(());
        }
        while let Some(line) = self.line().await? {
            let (verb, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let then = match verb.to_ascii_uppercase().as_str() {
                "EHLO" => {
                    self.greeted();
                    self.say("250-sandbox\r\n250-8BITMIME\r\n250-SIZE 10485760\r\n250 AUTH PLAIN LOGIN")
                        .await?
                }
                "HELO" => {
                    self.greeted();
                    self.say("250 sandbox").await?
                }
                _ if !self.has_greeted && !matches!(verb, "QUIT" | "NOOP" | "RSET") => {
                    self.say("503 5.5.1 say EHLO first").await?
                }
                "AUTH" => self.auth(rest).await?,
                "MAIL" => self.mail(rest).await?,
                "RCPT" => self.rcpt(rest).await?,
                "DATA" => self.data().await?,
                "RSET" => {
                    self.forget();
                    self.say("250 2.0.0 forgotten").await?
                }
                "NOOP" => self.say("250 2.0.0 fine").await?,
                "QUIT" => {
                    self.say("221 2.0.0 bye").await?;
                    Then::HangUp
                }
                _ => self.say("502 5.5.1 unknown command").await?,
            };
            if let Then::HangUp = then {
                break;
            }
        }
        Ok(())
    }

    fn greeted(&mut self) {
        self.has_greeted = true;
        self.forget();
    }

    fn forget(&mut self) {
        self.from = None;
        self.to.clear();
    }

    /// Any name and password will do; what is tested is that they were sent as the wire wants them.
    async fn auth(&mut self, rest: &str) -> io::Result<Then> {
        let (mechanism, first) = rest.split_once(' ').unwrap_or((rest, ""));
        let is_sound = match mechanism.to_ascii_uppercase().as_str() {
            "PLAIN" => {
                let given = if first.is_empty() { self.challenge("").await? } else { first.to_owned() };
                decoded(&given).is_some_and(|text| text.split('\0').count() == 3)
            }
            "LOGIN" => {
                let user =
                    if first.is_empty() { self.challenge("VXNlcm5hbWU6").await? } else { first.to_owned() };
                let password = self.challenge("UGFzc3dvcmQ6").await?;
                decoded(&user).is_some() && decoded(&password).is_some()
            }
            _ => return self.say("504 5.5.4 PLAIN or LOGIN").await,
        };
        if is_sound {
            self.answer(Step::Login, "235 2.7.0 welcome").await
        } else {
            self.say("501 5.5.2 cannot be read").await
        }
    }

    async fn challenge(&mut self, words: &str) -> io::Result<String> {
        self.say(&format!("334 {words}")).await?;
        Ok(self.line().await?.unwrap_or_default())
    }

    async fn mail(&mut self, rest: &str) -> io::Result<Then> {
        if self.from.is_some() {
            return self.say("503 5.5.1 there is a sender already").await;
        }
        let Some(from) = path(rest, "FROM:") else { return self.say("501 5.5.4 MAIL FROM:<address>").await };
        let then = self.answer(Step::Sender, "250 2.1.0 sender ok").await?;
        self.from = Some(from);
        Ok(then)
    }

    async fn rcpt(&mut self, rest: &str) -> io::Result<Then> {
        if self.from.is_none() || self.to.len() >= MOST_RECIPIENTS {
            return self.say("503 5.5.1 MAIL first, and not too many recipients").await;
        }
        match path(rest, "TO:") {
            Some(to) if !to.is_empty() => {
                if let Some(mishap) = self.post.mishap_at(Step::Recipient) {
                    return self.go_wrong(&mishap).await;
                }
                self.to.push(to);
                self.say("250 2.1.5 recipient ok").await
            }
            _ => self.say("501 5.5.4 RCPT TO:<address>").await,
        }
    }

    async fn data(&mut self) -> io::Result<Then> {
        if self.from.is_none() || self.to.is_empty() {
            return self.say("503 5.5.1 MAIL and RCPT first").await;
        }
        self.say("354 go ahead, end with a dot").await?;
        let mut letter = Vec::new();
        loop {
            let Some(line) = self.raw_line().await? else { return Ok(Then::HangUp) };
            if line == b".\r\n" {
                break;
            }
            // A dot at the start of a line was doubled on its way.
            letter.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
            if letter.len() > LARGEST_LETTER {
                return self.say("552 5.3.4 too large").await.map(|_| Then::HangUp);
            }
        }
        let mishap = self.post.mishap_at(Step::Letter);
        if matches!(mishap, None | Some(Mishap::TakeAndCut)) {
            let (from, to) = (self.from.take().unwrap_or_default(), std::mem::take(&mut self.to));
            let now = (self.post.clock)();
            self.post.letters().add(from, to, &letter, now);
        }
        self.forget();
        match mishap {
            Some(mishap) => self.go_wrong(&mishap).await,
            None => self.say("250 2.0.0 taken").await,
        }
    }

    async fn answer(&mut self, step: Step, ordinary: &str) -> io::Result<Then> {
        match self.post.mishap_at(step) {
            Some(mishap) => self.go_wrong(&mishap).await,
            None => self.say(ordinary).await,
        }
    }

    async fn go_wrong(&mut self, mishap: &Mishap) -> io::Result<Then> {
        match mishap {
            Mishap::Reply(words) => self.say(words).await,
            Mishap::Cut | Mishap::TakeAndCut => Ok(Then::HangUp),
        }
    }

    async fn say(&mut self, words: &str) -> io::Result<Then> {
        self.socket.get_mut().write_all(format!("{words}\r\n").as_bytes()).await?;
        Ok(Then::GoOn)
    }

    async fn line(&mut self) -> io::Result<Option<String>> {
        let line = self.raw_line().await?;
        Ok(line.map(|line| String::from_utf8_lossy(&line).trim_end().to_owned()))
    }

    /// With its end. `None` when the other side has hung up.
    async fn raw_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        (&mut self.socket).take(LONGEST_LINE).read_until(b'\n', &mut line).await?;
        Ok(line.ends_with(b"\n").then_some(line))
    }
}

fn decoded(text: &str) -> Option<String> {
    String::from_utf8(STANDARD.decode(text.trim()).ok()?).ok()
}

/// The address of `FROM:<a@b.ca> SIZE=1`.
fn path(rest: &str, keyword: &str) -> Option<String> {
    let (head, tail) = rest.split_at_checked(keyword.len())?;
    let address = tail.trim_start().strip_prefix('<')?.split_once('>')?.0;
    head.eq_ignore_ascii_case(keyword).then(|| address.to_owned())
}
