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

use crate::values::{email::Email, time::Timestamp};

#[derive(Clone)]
pub struct SmtpServer {
    pub host: String,
    pub port: u16,
    pub tls_mode: TlsMode,
    pub credentials: Option<SmtpCredentials>,
}

/// How the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TlsMode {
    /// TLS from the first byte.
    Tls,
    /// The connection starts unencrypted. Nothing is sent before STARTTLS.
    StartTls,
    /// The server is on this machine: STARTTLS if it is offered, with any certificate. Otherwise no encryption.
    Loopback,
}

#[derive(Clone)]
pub struct SmtpCredentials {
    pub user: String,
    pub password: String,
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("host", &self.host)
            .field("port", &self.port)
            .field("privacy", &self.tls_mode)
            .finish_non_exhaustive()
    }
}

/// The `From` header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailSender {
    pub name: Option<String>,
    pub address: Email,
}

/// A rendered e-mail.
#[derive(Debug, Clone, Copy)]
pub struct OutgoingEmail<'l> {
    /// The same for every attempt, so that a mail server recognises a repeated e-mail.
    pub id: &'l str,
    /// This name replaces the sender's name in the settings of the host.
    pub from_name: Option<&'l str>,
    pub to: &'l Email,
    /// Where answers go. Without it they go to the sender.
    pub reply_to: Option<&'l Email>,
    /// The URL at which the recipient ends e-mails of this kind, for the mail client's own button (RFC 8058).
    pub unsubscribe: Option<&'l str>,
    pub subject: &'l str,
    pub text: &'l str,
    pub html: &'l str,
    pub created_at: Timestamp,
}

/// The texts come from the server and may contain the recipient's address, so they must not be logged.
#[derive(Debug, Error)]
pub enum SmtpError {
    /// The server is unreachable or accepts nothing from us. The error is not about this e-mail.
    #[error("{0}")]
    Unavailable(String),
    /// The server may accept this e-mail later.
    #[error("{0}")]
    Deferred(String),
    /// The server will never accept this e-mail.
    #[error("{0}")]
    Rejected(String),
    /// The whole e-mail was sent and no reply came. The server may have accepted it, so a repeat may arrive twice.
    #[error("The mail server got the e-mail and did not say whether it took it: {0}")]
    OutcomeUnknown(String),
}

/// The settings of the mail server cannot be used.
#[derive(Debug, Error)]
#[error("the mail server {host} cannot be used: {why}")]
pub struct SmtpSetupError {
    host: String,
    why: String,
}

/// Timeout for greeting, TLS and authentication together.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
/// Timeout for the envelope of one e-mail, and again for its content. Servers scan the content before they accept it.
pub const SEND_TIMEOUT: Duration = Duration::from_mins(1);
/// The server is about to close the connection.
const CODE_CLOSING: u16 = 421;

pub struct SmtpClient {
    server: SmtpServer,
    from: EmailSender,
    sender: Address,
    client_id: ClientId,
    tls: TlsParameters,
}

impl SmtpClient {
    /// `own_host` is the name sent in EHLO.
    pub fn new(server: SmtpServer, from: EmailSender, own_host: &str) -> Result<Self, SmtpSetupError> {
        let fault = |why: String| SmtpSetupError { host: server.host.clone(), why };
        let tls = TlsParameters::builder(server.host.clone())
            // No authority signs a certificate for `localhost`, and no network is crossed.
            .dangerous_accept_invalid_certs(server.tls_mode == TlsMode::Loopback)
            .build()
            .map_err(|error| fault(error.to_string()))?;
        let sender = address(&from.address).map_err(fault)?;
        let hello = match own_host.trim_matches(['[', ']']).parse() {
            Ok(IpAddr::V4(ip)) => ClientId::Ipv4(ip),
            Ok(IpAddr::V6(ip)) => ClientId::Ipv6(ip),
            Err(_) => ClientId::Domain(own_host.to_owned()),
        };
        Ok(Self { server, from, sender, client_id: hello, tls })
    }

    /// Connects and authenticates.
    pub async fn connect(&self) -> Result<SmtpConnection<'_>, SmtpError> {
        match tokio::time::timeout(CONNECT_TIMEOUT, self.open_connection()).await {
            Ok(Ok(connection)) => Ok(SmtpConnection { client: self, connection }),
            Ok(Err(error)) => Err(SmtpError::Unavailable(error_chain(&error))),
            Err(_) => {
                Err(SmtpError::Unavailable(format!("no answer within {} s", CONNECT_TIMEOUT.as_secs())))
            }
        }
    }

    async fn open_connection(&self) -> Result<AsyncSmtpConnection, lettre::transport::smtp::Error> {
        let from_the_start = (self.server.tls_mode == TlsMode::Tls).then(|| self.tls.clone());
        let place = (self.server.host.as_str(), self.server.port);
        let mut connection = AsyncSmtpConnection::connect_tokio1(
            place,
            Some(CONNECT_TIMEOUT),
            &self.client_id,
            from_the_start,
            None,
        )
        .await?;
        let starts_tls = match self.server.tls_mode {
            TlsMode::Tls => false,
            // Fails if the server does not offer STARTTLS, so no e-mail is sent unencrypted.
            TlsMode::StartTls => true,
            // Some local servers accept e-mails or passwords only after STARTTLS.
            TlsMode::Loopback => connection.can_starttls(),
        };
        if starts_tls {
            connection.starttls(self.tls.clone(), &self.client_id).await?;
        }
        if let Some(SmtpCredentials { user, password }) = &self.server.credentials {
            let credentials = Credentials::new(user.clone(), password.clone());
            connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials).await?;
        }
        Ok(connection)
    }

    fn compose(&self, email: &OutgoingEmail<'_>) -> Result<Vec<u8>, String> {
        let to = address(email.to)?;
        let from_name = email.from_name.map(str::to_owned).or_else(|| self.from.name.clone());
        let written_at = Duration::from_micros(u64::try_from(email.created_at.micros()).unwrap_or(0));
        let mut headers = Message::builder();
        if let Some(reply_to) = email.reply_to {
            headers = headers.reply_to(Mailbox::new(None, address(reply_to)?));
        }
        if let Some(url) = email.unsubscribe {
            headers = headers
                .header(ListUnsubscribe(format!("<{url}>")))
                .header(ListUnsubscribePost("List-Unsubscribe=One-Click".to_owned()));
        }
        let message = headers
            .message_id(Some(format!("<{}@{}>", email.id, self.sender.domain())))
            .date(UNIX_EPOCH + written_at)
            .from(Mailbox::new(from_name, self.sender.clone()))
            .to(Mailbox::new(None, to))
            .subject(email.subject)
            .header(AutoSubmitted("auto-generated".to_owned()))
            .multipart(MultiPart::alternative_plain_html(email.text.to_owned(), email.html.to_owned()))
            .map_err(|error| error.to_string())?;
        Ok(message.formatted())
    }
}

macro_rules! text_header {
    ($(#[$meta:meta])* $type:ident = $name:literal) => {
        $(#[$meta])*
        #[derive(Clone)]
        struct $type(String);

        impl Header for $type {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($name)
            }

            fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Ok(Self(text.to_owned()))
            }

            fn display(&self) -> HeaderValue {
                HeaderValue::new(Self::name(), self.0.clone())
            }
        }
    };
}

text_header! {
    /// Tells other programs not to reply, for example with an out-of-office message.
    AutoSubmitted = "Auto-Submitted"
}
text_header! { ListUnsubscribe = "List-Unsubscribe" }
text_header! { ListUnsubscribePost = "List-Unsubscribe-Post" }

/// An open connection. Sends one e-mail at a time.
pub struct SmtpConnection<'c> {
    client: &'c SmtpClient,
    connection: AsyncSmtpConnection,
}

impl SmtpConnection<'_> {
    /// Sends an e-mail. `Ok` means that the server is responsible for delivery, and has the server's answer in one
    /// line. After an error the connection cannot be used again.
    pub async fn send(&mut self, email: &OutgoingEmail<'_>) -> Result<String, SmtpError> {
        let message = self.client.compose(email).map_err(SmtpError::Rejected)?;
        let to = address(email.to).map_err(SmtpError::Rejected)?;
        let in_vain = || format!("no answer within {} s", SEND_TIMEOUT.as_secs());
        match tokio::time::timeout(SEND_TIMEOUT, self.send_envelope(to)).await {
            Ok(done) => done?,
            Err(_) => return Err(SmtpError::Unavailable(in_vain())),
        }
        match tokio::time::timeout(SEND_TIMEOUT, self.connection.message(&message)).await {
            Ok(Ok(answer)) => {
                let words: Vec<_> = answer.message().collect();
                Ok(format!("{} {}", answer.code(), words.join(" ")))
            }
            Ok(Err(error)) if error.status().is_some() => Err(message_error(&error)),
            Ok(Err(error)) => Err(SmtpError::OutcomeUnknown(error_chain(&error))),
            Err(_) => Err(SmtpError::OutcomeUnknown(in_vain())),
        }
    }

    async fn send_envelope(&mut self, to: Address) -> Result<(), SmtpError> {
        let from = Mail::new(Some(self.client.sender.clone()), Vec::new());
        // A server that rejects the sender accepts none of our e-mails.
        self.connection.command(from).await.map_err(|error| SmtpError::Unavailable(error_chain(&error)))?;
        self.connection.command(Rcpt::new(to, Vec::new())).await.map_err(|error| recipient_error(&error))?;
        self.connection.command(Data).await.map_err(|error| message_error(&error))?;
        Ok(())
    }

    /// Errors are ignored.
    pub async fn close(mut self) {
        let _ = tokio::time::timeout(Duration::from_secs(2), self.connection.quit()).await;
    }
}

/// A server may reject us and not the recipient. Codes 530 and 535 require authentication. A policy code (5.7) may mean
/// either, so the e-mail is deferred.
fn recipient_error(error: &lettre::transport::smtp::Error) -> SmtpError {
    let code = error.status().map(u16::from);
    if matches!(code, Some(530 | 535)) {
        return SmtpError::Unavailable("it requires authentication".into());
    }
    let text = error_chain(error);
    let is_policy = text.split_once("): ").is_some_and(|(_, words)| words.starts_with("5.7."));
    if error.is_permanent() && is_policy { SmtpError::Deferred(text) } else { message_error(error) }
}

/// A rejection of this one e-mail.
fn message_error(error: &lettre::transport::smtp::Error) -> SmtpError {
    if error.is_permanent() {
        SmtpError::Rejected(error_chain(error))
    } else if error.is_transient() && error.status().map(u16::from) != Some(CODE_CLOSING) {
        SmtpError::Deferred(error_chain(error))
    } else {
        // The error has only the code, because it is logged, and the server's text may contain the address.
        SmtpError::Unavailable(error.status().map_or_else(
            || error_chain(error),
            |code| format!("it answered {code} and closed the connection"),
        ))
    }
}

/// The error and its causes in one line.
fn error_chain(error: &lettre::transport::smtp::Error) -> String {
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

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
        net::TcpListener,
    };

    use super::*;

    /// The commands of a client that connects to a server on this machine. The server refuses all but the greeting.
    async fn commands_to(greeting: &'static str) -> Vec<String> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let serving = tokio::spawn(async move {
            let (socket, _) = listener.accept().await.unwrap();
            let (reading, mut writing) = socket.into_split();
            let (mut lines, mut commands) = (BufReader::new(reading).lines(), Vec::new());
            writing.write_all(b"220 here\r\n").await.unwrap();
            while let Ok(Some(command)) = lines.next_line().await {
                let reply = if command.starts_with("EHLO") { greeting } else { "454 not now\r\n" };
                commands.push(command.split(' ').next().unwrap_or_default().to_owned());
                writing.write_all(reply.as_bytes()).await.unwrap();
            }
            commands
        });
        let credentials = SmtpCredentials { user: "shop".into(), password: "secret".into() };
        let server = SmtpServer {
            host: "127.0.0.1".into(),
            port,
            tls_mode: TlsMode::Loopback,
            credentials: Some(credentials),
        };
        let from = EmailSender { name: None, address: Email::parse("shop@example.ca").unwrap() };
        let client = SmtpClient::new(server, from, "localhost").unwrap();
        assert!(client.connect().await.is_err());
        serving.await.unwrap()
    }

    #[tokio::test]
    async fn a_server_on_this_machine_gets_starttls_if_it_offers_it() {
        let offered = commands_to("250-here\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n").await;
        assert_eq!(offered[..2], ["EHLO", "STARTTLS"]);
        let plain = commands_to("250-here\r\n250 AUTH PLAIN\r\n").await;
        assert_eq!(plain[..2], ["EHLO", "AUTH"]);
    }
}
