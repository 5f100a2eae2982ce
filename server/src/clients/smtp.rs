//! Sends e-mails to a mail server by SMTP.
//!
//! Each command is sent separately, so that three failures stay distinct: the server accepts nothing from us now, it
//! defers this recipient, or it rejects this recipient permanently.

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

#[derive(Clone)]
pub struct Server {
    pub host: String,
    pub port: u16,
    pub privacy: Privacy,
    pub login: Option<Login>,
}

/// How the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Privacy {
    /// TLS from the first byte.
    Tls,
    /// The connection starts unencrypted. Nothing is sent before STARTTLS.
    StartTls,
    /// No encryption: the server is on this machine.
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

/// The `From` header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sender {
    pub name: Option<String>,
    pub address: Email,
}

/// A rendered e-mail.
#[derive(Debug, Clone, Copy)]
pub struct Outgoing<'l> {
    /// The same for every attempt, so that a mail server recognises a repeated e-mail.
    pub id: &'l str,
    pub to: &'l Email,
    pub subject: &'l str,
    pub text: &'l str,
    pub html: &'l str,
    pub written_at: Moment,
}

/// The texts come from the server and may contain the recipient's address, so they must not be logged.
#[derive(Debug, Error)]
pub enum Error {
    /// The server is unreachable or accepts nothing from us. Not about this e-mail.
    #[error("{0}")]
    Server(String),
    /// The server may accept this e-mail later.
    #[error("{0}")]
    Deferred(String),
    /// The server will never accept this e-mail.
    #[error("{0}")]
    Refused(String),
    /// The whole e-mail was sent and no reply came. The server may have accepted it, so a repeat may arrive twice.
    #[error("{0}")]
    Uncertain(String),
}

/// The settings of the mail server cannot be used.
#[derive(Debug, Error)]
#[error("the mail server {host} cannot be used: {why}")]
pub struct SetUpError {
    host: String,
    why: String,
}

/// For greeting, TLS and authentication together.
const CONNECT_WITHIN: Duration = Duration::from_secs(15);
/// For the envelope of one e-mail, and again for its content. Servers scan the content before they accept it.
pub const SEND_WITHIN: Duration = Duration::from_mins(1);
/// The server is about to close the connection.
const CLOSING: u16 = 421;

pub struct SmtpClient {
    server: Server,
    from: Sender,
    sender: Address,
    hello: ClientId,
    tls: Option<TlsParameters>,
}

impl SmtpClient {
    /// `own_host` is the name sent in EHLO.
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

    /// Connects and authenticates.
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
            // Fails if the server does not offer STARTTLS, so no e-mail is sent unencrypted.
            connection.starttls(tls, &self.hello).await?;
        }
        if let Some(Login { user, password }) = &self.server.login {
            let credentials = Credentials::new(user.clone(), password.clone());
            connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials).await?;
        }
        Ok(connection)
    }

    fn compose(&self, email: &Outgoing<'_>) -> Result<Vec<u8>, String> {
        let to = address(email.to)?;
        let written_at = Duration::from_micros(u64::try_from(email.written_at.micros()).unwrap_or(0));
        let message = Message::builder()
            .message_id(Some(format!("<{}@{}>", email.id, self.sender.domain())))
            .date(UNIX_EPOCH + written_at)
            .from(Mailbox::new(self.from.name.clone(), self.sender.clone()))
            .to(Mailbox::new(None, to))
            .subject(email.subject)
            .header(AutoSubmitted)
            .multipart(MultiPart::alternative_plain_html(email.text.to_owned(), email.html.to_owned()))
            .map_err(|error| error.to_string())?;
        Ok(message.formatted())
    }
}

/// Tells other programs not to reply, for example with an out-of-office message.
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

/// An open connection. Sends one e-mail at a time.
pub struct Connection<'c> {
    client: &'c SmtpClient,
    connection: AsyncSmtpConnection,
}

impl Connection<'_> {
    /// `Ok` means that the server is responsible for delivery. After an error the connection cannot be used again.
    pub async fn send(&mut self, email: &Outgoing<'_>) -> Result<(), Error> {
        let message = self.client.compose(email).map_err(Error::Refused)?;
        let to = address(email.to).map_err(Error::Refused)?;
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
        // A server that rejects the sender accepts none of our e-mails.
        self.connection.command(from).await.map_err(|error| Error::Server(told(&error)))?;
        self.connection.command(Rcpt::new(to, Vec::new())).await.map_err(|error| about_recipient(&error))?;
        self.connection.command(Data).await.map_err(|error| about_this(&error))?;
        Ok(())
    }

    /// Errors are ignored.
    pub async fn close(mut self) {
        let _ = tokio::time::timeout(Duration::from_secs(2), self.connection.quit()).await;
    }
}

/// A server may reject us and not the recipient. Codes 530 and 535 require authentication. A policy code (5.7) may mean
/// either, so the e-mail is deferred.
fn about_recipient(error: &lettre::transport::smtp::Error) -> Error {
    let code = error.status().map(u16::from);
    if matches!(code, Some(530 | 535)) {
        return Error::Server("it requires authentication".into());
    }
    let text = told(error);
    let is_policy = text.split_once("): ").is_some_and(|(_, words)| words.starts_with("5.7."));
    if error.is_permanent() && is_policy { Error::Deferred(text) } else { about_this(error) }
}

/// A rejection of this one e-mail.
fn about_this(error: &lettre::transport::smtp::Error) -> Error {
    if error.is_permanent() {
        Error::Refused(told(error))
    } else if error.is_transient() && error.status().map(u16::from) != Some(CLOSING) {
        Error::Deferred(told(error))
    } else {
        // This is logged, and the server's text may contain the address.
        Error::Server(
            error
                .status()
                .map_or_else(|| told(error), |code| format!("it answered {code} and closed the connection")),
        )
    }
}

/// The error and its causes in one line.
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
    email.as_str().parse().map_err(|error| format!("not an e-mail address: {error}"))
}
