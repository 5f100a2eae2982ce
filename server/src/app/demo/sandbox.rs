//! Connects the demo to the sandbox, for each external service that is not configured.

use std::{io, net::SocketAddr};

use axum::Router;
use trowel_sandbox::{
    Inbox, OAuthSandbox, OAuthSettings, SmsSandbox, SmsSettings, SmtpSandbox, SmtpSettings, StripeSandbox,
    StripeSettings,
    oauth::{self, Person, RegisteredClient},
    sms, smtp, stripe,
};

use crate::{
    app::demo,
    base::config::{
        Config,
        email::EmailConfig,
        payments::{PaymentConfig, PublishableKey},
        sms::{CountryCodes, SmsConfig},
        social_login::{OAuthCredentials, OAuthProviderConfig, OidcProviderConfig},
    },
    clients::smtp::{EmailSender, SmtpServer, TlsMode},
    values::{email::Email, ids::Secret, social_provider::SocialProvider},
};

pub struct DemoSandbox {
    pub router: Router,
    /// URL of the page of recent payments, with its key if it has one.
    pub payments: Option<String>,
    /// URL of the e-mail inbox, with its key if it has one.
    pub inbox: Option<String>,
    /// URL of the text message inbox, with its key if it has one.
    pub phones: Option<String>,
}

/// Fills the unset services of `config` with sandboxes. Their secrets are random for each start.
///
/// `is_private`: only this machine can reach the demo.
pub fn install(config: &mut Config, bound: SocketAddr, is_private: bool) -> io::Result<DemoSandbox> {
    let bound = if bound.ip().is_unspecified() {
        SocketAddr::new([127, 0, 0, 1].into(), bound.port())
    } else {
        bound
    };
    let to_ourselves = format!("http://{bound}");
    let mut stand_ins = DemoSandbox { router: Router::new(), payments: None, inbox: None, phones: None };
    // Without a key, remote visitors could read payments, and e-mails to the administrator with their links.
    let key = (!is_private).then(|| Secret::new().reveal().to_owned());
    let query = key.as_ref().map(|key| format!("?key={key}")).unwrap_or_default();
    if config.payments.is_none() {
        stand_ins.router = stand_ins.router.merge(card_provider(config, &to_ourselves, key.clone())?);
        stand_ins.payments = Some(format!("{}{}/{query}", config.public_url, stripe::MOUNT));
    }
    if SocialProvider::ALL.into_iter().any(|provider| !config.social.is_enabled(provider)) {
        stand_ins.router = stand_ins.router.merge(identity_providers(config, &to_ourselves, is_private));
    }
    let inbox = Inbox::new(key);
    if config.email.is_none() || config.sms.is_none() {
        stand_ins.router = stand_ins.router.merge(inbox.router());
    }
    if config.email.is_none() {
        stand_ins.router = stand_ins.router.merge(mail_server(config, inbox.clone())?);
        stand_ins.inbox = Some(format!("{}{}/{query}", config.public_url, smtp::MOUNT));
    }
    if config.sms.is_none() {
        stand_ins.router = stand_ins.router.merge(text_messages(config, &to_ourselves, inbox));
        stand_ins.phones = Some(format!("{}{}/{query}", config.public_url, sms::MOUNT));
    }
    Ok(stand_ins)
}

fn card_provider(config: &mut Config, to_ourselves: &str, page_key: Option<String>) -> io::Result<Router> {
    let origin = config.public_url.clone();
    let (secret_key, publishable_key, webhook_secret) = (
        format!("sk_test_{}", Secret::new().reveal()),
        format!("pk_test_{}", Secret::new().reveal()),
        format!("whsec_{}", Secret::new().reveal()),
    );
    let mut settings = StripeSettings::new(&*secret_key, &*publishable_key, &*webhook_secret, &*origin);
    settings.page_key = page_key;
    settings.data_file = Some(config.data.join("sandbox-stripe.json"));
    settings.webhook_url = Some(format!("{to_ourselves}/api/webhooks/stripe"));
    config.payments = Some(PaymentConfig {
        api_url: format!("{to_ourselves}{}", stripe::MOUNT),
        js_url: format!("{origin}{}/v3.js", stripe::MOUNT),
        secret_key,
        publishable_key: PublishableKey::parse(&publishable_key).ok_or(io::ErrorKind::InvalidInput)?,
        webhook_secret,
    });
    Ok(StripeSandbox::open(settings)?.router())
}

fn mail_server(config: &mut Config, inbox: Inbox) -> io::Result<Router> {
    let settings = SmtpSettings { inbox, ..SmtpSettings::new(Secret::new().reveal()) };
    let sandbox = SmtpSandbox::open(settings)?;
    config.email = Some(EmailConfig {
        server: SmtpServer {
            host: sandbox.address().ip().to_string(),
            port: sandbox.address().port(),
            tls_mode: TlsMode::Loopback,
            credentials: None,
        },
        from: EmailSender {
            name: Some("Trowel".to_owned()),
            address: Email::parse("shop@trowel.example").ok_or(io::ErrorKind::InvalidInput)?,
        },
    });
    Ok(sandbox.router())
}

fn text_messages(config: &mut Config, to_ourselves: &str, inbox: Inbox) -> Router {
    let gateway = SmsConfig {
        api_url: format!("{to_ourselves}{}", sms::MOUNT),
        account_sid: "ACdemo".into(),
        auth_token: Secret::new().reveal().to_owned(),
        from: "+15005550006".into(),
        countries: CountryCodes::default(),
    };
    let mut settings = SmsSettings::new(&*gateway.account_sid, &*gateway.auth_token, Secret::new().reveal());
    settings.inbox = inbox;
    config.sms = Some(gateway);
    SmsSandbox::new(settings).router()
}

/// In a private demo the customer can also log in by a provider. When other machines can reach the demo, the
/// sandbox reserves the e-mails of both demo accounts.
fn identity_providers(config: &mut Config, to_ourselves: &str, is_private: bool) -> Router {
    let origin = config.public_url.clone();
    let mut settings = OAuthSettings::new(&*origin, Secret::new().reveal());
    to_ourselves.clone_into(&mut settings.server_origin);
    if is_private {
        settings.people.push(Person::new(demo::CUSTOMER.1, Some(demo::CUSTOMER.0), true));
    } else {
        settings.reserved_emails = [demo::CUSTOMER, demo::ADMIN].map(|(email, _)| email.to_owned()).to_vec();
    }
    for played in oauth::Provider::ALL {
        let name = played.name();
        let credentials = OAuthCredentials {
            client_id: format!("demo-{name}"),
            client_secret: Secret::new().reveal().to_owned(),
        };
        settings.clients.push(RegisteredClient {
            provider: played,
            id: credentials.client_id.clone(),
            secret: credentials.client_secret.clone(),
            redirect_uri: format!("{origin}/api/identity/social/{name}/callback"),
        });
        let (front, back) =
            (format!("{origin}{}/{name}", oauth::MOUNT), format!("{to_ourselves}{}/{name}", oauth::MOUNT));
        let social = &mut config.social;
        let (place, user) = match played {
            oauth::Provider::Google => {
                social.google.get_or_insert(OidcProviderConfig { credentials, issuer: back });
                continue;
            }
            oauth::Provider::Facebook => (&mut social.facebook, "me"),
            oauth::Provider::Github => (&mut social.github, "user"),
            oauth::Provider::Twitter => (&mut social.twitter, "users/me"),
        };
        place.get_or_insert(OAuthProviderConfig {
            credentials,
            authorize_url: format!("{front}/authorize"),
            token_url: format!("{back}/token"),
            userinfo_url: format!("{back}/{user}"),
        });
    }
    OAuthSandbox::new(settings).router()
}
