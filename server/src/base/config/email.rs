//! Settings of e-mail: mail server and sender, or neither.

use clap::Args;
use percent_encoding::percent_decode_str;
use reqwest::Url;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    base::config::{RunMode, non_blank},
    clients::smtp::{EmailSender, SmtpCredentials, SmtpServer, TlsMode},
    values::{email::Email, url::is_loopback},
};

#[derive(Args, Clone)]
#[command(next_help_heading = "E-mail")]
pub struct EmailArgs {
    /// Mail server: smtps://user:password@host, or smtp://… with STARTTLS
    #[arg(long, env = "TROWEL_SMTP_URL", hide_env_values = true)]
    smtp_url: Option<String>,
    /// Sender of the shop's e-mails, for example Trowel <shop@tools.example.ca>
    #[arg(long, env = "TROWEL_MAIL_FROM")]
    mail_from: Option<String>,
}

/// Which e-mail addresses the forms of the web app accept. The server accepts the same ones under both rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EmailRule {
    /// The pattern of docs/screens.md §2, which refuses joe@my-shop.ca.
    Simple,
    /// Every address that the server accepts.
    Wide,
}

impl EmailRule {
    /// Reads TROWEL_EMAIL_RULE. The demo has the specified rule unless it is set.
    pub fn check(setting: Option<&str>, mode: RunMode, faults: &mut Vec<String>) -> Self {
        let default = match mode {
            RunMode::Demo => Self::Simple,
            RunMode::Serve => Self::Wide,
        };
        match non_blank(setting).as_deref() {
            None => default,
            Some("simple") => Self::Simple,
            Some("wide") => Self::Wide,
            Some(other) => {
                faults.push(format!("TROWEL_EMAIL_RULE is {other:?}. Use simple or wide."));
                default
            }
        }
    }
}

#[derive(Clone, Debug)]
pub struct EmailConfig {
    pub server: SmtpServer,
    pub from: EmailSender,
}

const TLS_PORT: u16 = 465;
const SUBMISSION_PORT: u16 = 587;
const LOCAL_PORT: u16 = 25;

impl EmailArgs {
    /// `None` if neither is set. A demo then gets the sandbox once its listener is bound.
    pub fn check(&self, faults: &mut Vec<String>) -> Option<EmailConfig> {
        let (url, from) = match (non_blank(self.smtp_url.as_deref()), non_blank(self.mail_from.as_deref())) {
            (None, None) => return None,
            (Some(url), Some(from)) => (url, from),
            (url, _) => {
                let missing = if url.is_none() { "TROWEL_SMTP_URL" } else { "TROWEL_MAIL_FROM" };
                faults.push(format!(
                    "E-mail is only half set up: {missing} is missing. Set both settings, or remove both to send no e-mails."
                ));
                return None;
            }
        };
        // The URL may hold a password, so the message does not repeat it.
        let server = parse_server(&url).ok_or(
            "TROWEL_SMTP_URL must look like smtps://user:password@host:port. Use smtp:// for a server with STARTTLS. User, password and port are optional.".to_owned(),
        );
        let from = parse_sender(&from).ok_or(format!(
            "TROWEL_MAIL_FROM is {from:?}. Use an address, or a name and an address, for example Trowel <shop@tools.example.ca>."
        ));
        match (server, from) {
            (Ok(server), Ok(from)) => Some(EmailConfig { server, from }),
            (server, from) => {
                faults.extend(server.err().into_iter().chain(from.err()));
                None
            }
        }
    }
}

fn parse_server(url: &str) -> Option<SmtpServer> {
    let url = Url::parse(url).ok()?;
    let host = url.host_str().filter(|host| !host.is_empty())?;
    let is_bare = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
    let (privacy, port) = match url.scheme() {
        "smtps" => (TlsMode::Tls, TLS_PORT),
        "smtp" if is_loopback(&format!("http://{host}")) => (TlsMode::Loopback, LOCAL_PORT),
        "smtp" => (TlsMode::StartTls, SUBMISSION_PORT),
        _ => return None,
    };
    let login = match (url.username(), url.password()) {
        ("", None) => None,
        ("", Some(_)) | (_, None) => return None,
        (user, Some(password)) => {
            Some(SmtpCredentials { user: percent_decode(user)?, password: percent_decode(password)? })
        }
    };
    let host = host.trim_matches(['[', ']']).to_owned();
    is_bare.then(|| SmtpServer {
        host,
        port: url.port().unwrap_or(port),
        tls_mode: privacy,
        credentials: login,
    })
}

fn percent_decode(text: &str) -> Option<String> {
    percent_decode_str(text).decode_utf8().ok().map(Into::into)
}

/// Parses `Trowel <shop@example.ca>` or an address without a name.
fn parse_sender(text: &str) -> Option<EmailSender> {
    let Some((name, address)) = text.strip_suffix('>').and_then(|text| text.rsplit_once('<')) else {
        return Some(EmailSender { name: None, address: Email::parse(text)? });
    };
    let name = name.trim().trim_matches('"');
    let is_name = !name.is_empty() && !name.chars().any(|c| c.is_control() || "<>\"".contains(c));
    is_name.then_some(EmailSender { name: Some(name.to_owned()), address: Email::parse(address)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::config::tests::checked;

    fn mail(url: &str, from: &str) -> Result<Option<EmailConfig>, Vec<String>> {
        checked(RunMode::Serve, &["--public-url=http://127.0.0.1", "--smtp-url", url, "--mail-from", from])
            .map(|config| config.email)
    }

    #[test]
    fn email_is_set_completely_or_not_at_all() {
        assert!(mail("", "").unwrap().is_none());
        assert!(mail("smtps://mail.a.ca", "").unwrap_err()[0].contains("TROWEL_MAIL_FROM"));
        assert!(mail("", "shop@a.ca").unwrap_err()[0].contains("TROWEL_SMTP_URL"));
        assert_eq!(mail("http://a.ca", "no address").unwrap_err().len(), 2);
    }

    #[test]
    fn emails_cross_no_network_in_the_clear() {
        let server = |url: &str| {
            let config = mail(url, "shop@a.ca").unwrap().unwrap();
            (config.server.tls_mode, config.server.host, config.server.port)
        };
        assert_eq!(server("smtps://mail.a.ca"), (TlsMode::Tls, "mail.a.ca".into(), 465));
        assert_eq!(server("smtp://mail.a.ca"), (TlsMode::StartTls, "mail.a.ca".into(), 587));
        assert_eq!(server("smtp://10.0.0.7:2525"), (TlsMode::StartTls, "10.0.0.7".into(), 2525));
        assert_eq!(server("smtp://127.0.0.1:1025"), (TlsMode::Loopback, "127.0.0.1".into(), 1025));
        assert_eq!(server("smtp://[::1]:1025"), (TlsMode::Loopback, "::1".into(), 1025));
        assert_eq!(server("smtps://localhost"), (TlsMode::Tls, "localhost".into(), 465));
    }

    #[test]
    fn a_password_may_have_any_character_and_is_never_told() {
        let login = |url| mail(url, "shop@a.ca").unwrap().unwrap().server.credentials.unwrap();
        let given = login("smtps://shop%40a.ca:p%3A%2F%25%20w@mail.a.ca");
        assert_eq!((given.user.as_str(), given.password.as_str()), ("shop@a.ca", "p:/% w"));
        for url in
            ["smtps://shop:hunter2@mail.a.ca/inbox", "smtps://:hunter2@mail.a.ca", "smtps://shop:hunter2@"]
        {
            let faults = mail(url, "shop@a.ca").unwrap_err();
            assert!(faults[0].contains("TROWEL_SMTP_URL") && !faults[0].contains("hunter2"), "{faults:?}");
        }
        let config = mail("smtps://shop:hunter2@mail.a.ca", "shop@a.ca").unwrap().unwrap();
        assert!(!format!("{config:?}").contains("hunter2"));
    }

    #[test]
    fn a_sender_has_an_address_and_perhaps_a_name() {
        let from = |text: &str| parse_sender(text).map(|from| (from.name, from.address.to_string()));
        let shop = || "shop@a.ca".to_owned();
        assert_eq!(from("shop@a.ca"), Some((None, shop())));
        assert_eq!(from("Trowel, the shop <shop@a.ca>"), Some((Some("Trowel, the shop".into()), shop())));
        assert_eq!(from("\"Trowel\" <shop@a.ca>"), Some((Some("Trowel".into()), shop())));
        for bad in ["Trowel", "<shop@a.ca>", "A\nBcc: x <shop@a.ca>", "A <shop@a.ca> B", "A <b> <shop@a.ca>"]
        {
            assert_eq!(from(bad), None, "{bad}");
        }
    }
}
