//! The mail server that takes what the shop writes. It speaks SMTP; who delivers in the end is its business.
//!
//! The commands are given one by one, so that three things stay apart: a server that takes nothing from us now, an
//! address that it does not take a letter for now, and one that it never will.

use std::{
    fmt,
    net::IpAddr,
    time::{Duration, UNIX_EPOCH},
};

use lettre::{
    Address, Message,
    message::{
        Mailbox, MultiPart,
        header::{Header, HeaderName, HeaderValue},
    },
    transport::smtp::{
        authentication::{Credentials, Mechanism},
        client::{AsyncSmtpConnection, TlsParameters},
        commands::{Data, Mail, Rcpt},
        extension::ClientId,
    },
};
use thiserror::Error;

use crate::values::{email::Email, time::Moment};

/// Where it is and how to speak to it.
#[derive(Clone)]
pub struct Server {
    pub host: String,
    pub port: u16,
    pub privacy: Privacy,
    pub login: Option<Login>,
}

/// How nobody on the way can read along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Privacy {
    /// TLS from the first byte.
    Tls,
    /// Begun in the clear; nothing of ours is said before TLS.
    StartTls,
    /// There is no way: the server is on this machine.
    SameMachine,
}

#[derive(Clone)]
pub struct Login {
    pub user: String,
    pub password: String,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("host", &self.host)
            .field("port", &self.port)
            .field("privacy", &self.privacy)
            .finish_non_exhaustive()
    }
}

/// Who a letter is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    pub name: Option<String>,
    pub address: Email,
}

/// A letter as it goes out.
#[derive(Debug, Clone, Copy)]
pub struct Outgoing<'l> {
    /// The same for every attempt at one letter, so that a repeat is recognised as one.
    pub id: &'l str,
    pub to: &'l Email,
    pub subject: &'l str,
    pub text: &'l str,
    pub html: &'l str,
    pub written_at: Moment,
}

/// The texts are the server's own, with what it says of the address in it: not for the log.
#[derive(Debug, Error)]
pub enum Error {
    /// Not about this letter: the server cannot be reached, or takes nothing from us.
    #[error("{0}")]
    Server(String),
    /// Not now.
    #[error("{0}")]
    Deferred(String),
    /// Not ever.
    #[error("{0}")]
    Refused(String),
    /// The whole letter was on its way and no reply came: it may have been taken, and would come twice if it is sent again.
    #[error("{0}")]
    Uncertain(String),
}

/// The server cannot be spoken to as the settings say.
#[derive(Debug, Error)]
#[error("the mail server's name {host} cannot be checked by TLS: {why}")]
pub struct SetUpError {
    host: String,
    why: String,
}

/// For greeting, TLS and login together.
const CONNECT_WITHIN: Duration = Duration::from_secs(15);
/// For announcing one letter, and once more for the letter itself. Servers look into letters before they say yes, so this
/// is longer than they usually take.
pub const SEND_WITHIN: Duration = Duration::from_mins(1);
/// A server that says this is about to hang up, whatever it was asked.
const CLOSING: u16 = 421;

pub struct SmtpClient {
    server: Server,
    from: Sender,
    sender: Address,
    hello: ClientId,
    tls: Option<TlsParameters>,
}

impl SmtpClient {
    /// `own_host` is the name by which we introduce ourselves.
    pub fn new(server: Server, from: Sender, own_host: &str) -> Result<Self, SetUpError> {
        let fault = |why: String| SetUpError { host: server.host.clone(), why };
        let tls = match server.privacy {
            Privacy::SameMachine => None,
            Privacy::Tls | Privacy::StartTls => {
                Some(TlsParameters::new(server.host.clone()).map_err(|error| fault(error.to_string()))?)
            }
        };
        let sender = address(&from.address).map_err(fault)?;
        let hello = match own_host.trim_matches(['[', ']']).parse() {
            Ok(IpAddr::V4(ip)) => ClientId::Ipv4(ip),
            Ok(IpAddr::V6(ip)) => ClientId::Ipv6(ip),
            Err(_) => ClientId::Domain(own_host.to_owned()),
        };
        Ok(Self { server, from, sender, hello, tls })
    }

    /// Ready to take letters.
    pub async fn connect(&self) -> Result<Connection<'_>, Error> {
        match tokio::time::timeout(CONNECT_WITHIN, self.greet()).await {
            Ok(Ok(connection)) => Ok(Connection { client: self, connection }),
            Ok(Err(error)) => Err(Error::Server(told(&error))),
            Err(_) => Err(Error::Server(format!("no answer within {} s", CONNECT_WITHIN.as_secs()))),
        }
    }

    async fn greet(&self) -> Result<AsyncSmtpConnection, lettre::transport::smtp::Error> {
        let from_the_start = self.tls.clone().filter(|_| self.server.privacy == Privacy::Tls);
        let place = (self.server.host.as_str(), self.server.port);
        let mut connection = AsyncSmtpConnection::connect_tokio1(
            place,
            Some(CONNECT_WITHIN),
            &self.hello,
            from_the_start,
            None,
        )
        .await?;
        if self.server.privacy == Privacy::StartTls
            && let Some(tls) = self.tls.clone()
        {
            // Fails if the server does not offer it: a letter is never sent in the clear.
            connection.starttls(tls, &self.hello).await?;
        }
        if let Some(Login { user, password }) = &self.server.login {
            let credentials = Credentials::new(user.clone(), password.clone());
            connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials).await?;
        }
        Ok(connection)
    }

    fn compose(&self, letter: &Outgoing<'_>) -> Result<Vec<u8>, String> {
        let to = address(letter.to)?;
        let written_at = Duration::from_micros(u64::try_from(letter.written_at.micros()).unwrap_or(0));
        let message = Message::builder()
            .message_id(Some(format!("<{}@{}>", letter.id, self.sender.domain())))
            .date(UNIX_EPOCH + written_at)
            .from(Mailbox::new(self.from.name.clone(), self.sender.clone()))
            .to(Mailbox::new(None, to))
            .subject(letter.subject)
            .header(AutoSubmitted)
            .multipart(MultiPart::alternative_plain_html(letter.text.to_owned(), letter.html.to_owned()))
            .map_err(|error| error.to_string())?;
        Ok(message.formatted())
    }
}

/// Tells other programs not to answer: "I am on holiday" is no answer to a receipt.
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".into())
    }
}

/// An open connection, for one letter after the other.
pub struct Connection<'c> {
    client: &'c SmtpClient,
    connection: AsyncSmtpConnection,
}

impl Connection<'_> {
    /// `Ok` means that the server answers for the letter from now on. After an error the connection is of no use.
    pub async fn send(&mut self, letter: &Outgoing<'_>) -> Result<(), Error> {
        let message = self.client.compose(letter).map_err(Error::Refused)?;
        let to = address(letter.to).map_err(Error::Refused)?;
        let in_vain = || format!("no answer within {} s", SEND_WITHIN.as_secs());
        match tokio::time::timeout(SEND_WITHIN, self.announce(to)).await {
            Ok(done) => done?,
            Err(_) => return Err(Error::Server(in_vain())),
        }
        match tokio::time::timeout(SEND_WITHIN, self.connection.message(&message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) if error.status().is_some() => Err(about_this(&error)),
            Ok(Err(error)) => Err(Error::Uncertain(told(&error))),
            Err(_) => Err(Error::Uncertain(in_vain())),
        }
    }

    async fn announce(&mut self, to: Address) -> Result<(), Error> {
        let from = Mail::new(Some(self.client.sender.clone()), Vec::new());
        // Refusing the sender is refusing us.
        self.connection.command(from).await.map_err(|error| Error::Server(told(&error)))?;
        self.connection.command(Rcpt::new(to, Vec::new())).await.map_err(|error| about_recipient(&error))?;
        self.connection.command(Data).await.map_err(|error| about_this(&error))?;
        Ok(())
    }

    /// Polite, and of no consequence.
    pub async fn close(mut self) {
        let _ = tokio::time::timeout(Duration::from_secs(2), self.connection.quit()).await;
    }
}

/// Before a letter was seen a server may refuse us and not the recipient: without a login (530, 535) it takes nothing, and
/// what it calls policy (5.7) may be either, so that is asked again before the letter is given up.
fn about_recipient(error: &lettre::transport::smtp::Error) -> Error {
    let code = error.status().map(u16::from);
    if matches!(code, Some(530 | 535)) {
        return Error::Server("it wants a login".into());
    }
    let text = told(error);
    let is_policy = text.split_once("): ").is_some_and(|(_, words)| words.starts_with("5.7."));
    if error.is_permanent() && is_policy { Error::Deferred(text) } else { about_this(error) }
}

/// What the server says of this one letter.
fn about_this(error: &lettre::transport::smtp::Error) -> Error {
    if error.is_permanent() {
        Error::Refused(told(error))
    } else if error.is_transient() && error.status().map(u16::from) != Some(CLOSING) {
        Error::Deferred(told(error))
    } else {
        // The log has this, and a server's own words here may repeat the address.
        Error::Server(
            error.status().map_or_else(|| told(error), |code| format!("it says {code} and hangs up")),
        )
    }
}

/// With the causes, in one line that fits into a list.
fn told(error: &lettre::transport::smtp::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(next) = cause {
        let words = next.to_string();
        if !text.contains(&words) {
            text = format!("{text}: {words}");
        }
        cause = next.source();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect()
}

fn address(email: &Email) -> Result<Address, String> {
    email.as_str().parse().map_err(|error| format!("not an address for mail: {error}"))
}
