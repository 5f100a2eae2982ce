//! Connects the demo to the sandbox, for each external service that is not configured.

use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Method, Request, header},
};
use reqwest::Url;
use serde::Deserialize;
use tower::ServiceExt as _;
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
    sales::payments::store::CreatedIntent,
    values::{
        email::Email,
        ids::{Id, Secret},
        money::Cents,
        social_provider::SocialProvider,
        time::Timestamp,
    },
};

pub struct DemoSandbox {
    pub router: Router,
    /// The card provider, if no other one is set.
    pub cards: Option<DemoCards>,
    /// URL of the page of recent payments, with its key if it has one.
    pub payments: Option<String>,
    /// URL of the e-mail inbox, with its key if it has one.
    pub inbox: Option<String>,
    /// URL of the text message inbox, with its key if it has one.
    pub phones: Option<String>,
}

/// Fills the unset services of `config` with sandboxes. Their secrets are random for each start.
///
/// `is_private` says that only this machine can reach the demo.
pub fn install(config: &mut Config, bound: SocketAddr, is_private: bool) -> io::Result<DemoSandbox> {
    let bound = if bound.ip().is_unspecified() {
        SocketAddr::new([127, 0, 0, 1].into(), bound.port())
    } else {
        bound
    };
    let to_ourselves = format!("http://{bound}");
    let mut stand_ins =
        DemoSandbox { router: Router::new(), cards: None, payments: None, inbox: None, phones: None };
    // Without a key, remote visitors could read payments and the e-mails to the administrator with their links.
    let key = (!is_private).then(|| Secret::new().reveal().to_owned());
    let query = key.as_ref().map(|key| format!("?key={key}")).unwrap_or_default();
    if config.payments.is_none() {
        let cards = card_provider(config, &to_ourselves, key.clone())?;
        stand_ins.router = stand_ins.router.merge(cards.provider.router());
        stand_ins.cards = Some(cards);
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

fn card_provider(config: &mut Config, to_ourselves: &str, page_key: Option<String>) -> io::Result<DemoCards> {
    let origin = config.public_url.clone();
    let (secret_key, publishable_key, webhook_secret) = (
        format!("sk_test_{}", Secret::new().reveal()),
        format!("pk_test_{}", Secret::new().reveal()),
        format!("whsec_{}", Secret::new().reveal()),
    );
    let mut settings = StripeSettings::new(&*secret_key, &*publishable_key, &*webhook_secret, &*origin);
    settings.page_key = page_key;
    settings.data_file = Some(config.data.join("sandbox-stripe.json"));
    let time = Arc::new(AtomicI64::new(PRESENT));
    let now = Arc::clone(&settings.clock);
    let time_of_provider = Arc::clone(&time);
    settings.clock = Arc::new(move || match time_of_provider.load(Ordering::Relaxed) {
        PRESENT => now(),
        past => past,
    });
    let bearer = format!("Bearer {secret_key}");
    let webhook_url = format!("{to_ourselves}/api/webhooks/stripe");
    config.payments = Some(PaymentConfig {
        api_url: format!("{to_ourselves}{}", stripe::MOUNT),
        js_url: format!("{origin}{}/v3.js", stripe::MOUNT),
        secret_key,
        publishable_key: PublishableKey::parse(&publishable_key).ok_or(io::ErrorKind::InvalidInput)?,
        webhook_secret,
    });
    Ok(DemoCards { provider: StripeSandbox::open(settings)?, bearer, webhook_url, time })
}

/// See [`DemoCards::time`].
const PRESENT: i64 = i64::MIN;

/// The card provider of the demo, which tells the shop nothing until it is [connected](Self::connect). So it takes the
/// payments of the sample orders before.
pub struct DemoCards {
    provider: StripeSandbox,
    bearer: String,
    webhook_url: String,
    /// Seconds since 1970 at the provider, or `PRESENT`.
    time: Arc<AtomicI64>,
}

impl DemoCards {
    /// Pays with the test card that always succeeds.
    pub async fn pay(
        &self,
        order: &Id,
        amount: Cents,
        currency: &str,
        at: Timestamp,
    ) -> io::Result<CreatedIntent> {
        #[derive(Deserialize)]
        struct Paid {
            id: String,
            client_secret: String,
        }
        let amount = amount.as_i64().to_string();
        let parameters = [
            ("amount", amount.as_str()),
            ("currency", currency),
            ("metadata[order_id]", order.as_str()),
            ("confirm", "true"),
            ("payment_method_data[type]", "card"),
            ("payment_method_data[card][number]", "4242424242424242"),
            ("payment_method_data[card][exp_month]", "12"),
            ("payment_method_data[card][exp_year]", "2040"),
            ("payment_method_data[card][cvc]", "123"),
        ];
        let Paid { id, client_secret } = self.call("payment_intents", &parameters, at).await?;
        Ok(CreatedIntent { intent_id: id, client_secret })
    }

    /// Refunds the whole amount.
    pub async fn refund(&self, intent_id: &str, at: Timestamp) -> io::Result<()> {
        self.call::<serde::de::IgnoredAny>("refunds", &[("payment_intent", intent_id)], at).await.map(drop)
    }

    /// Starts the webhooks of the provider to the shop.
    pub fn connect(&self) {
        self.provider.set_webhook_url(&*self.webhook_url);
    }

    async fn call<T: serde::de::DeserializeOwned>(
        &self,
        path: &str,
        parameters: &[(&str, &str)],
        at: Timestamp,
    ) -> io::Result<T> {
        let url = Url::parse_with_params("http://sandbox", parameters).map_err(io::Error::other)?;
        let request = Request::builder()
            .method(Method::POST)
            .uri(format!("{}/v1/{path}", stripe::MOUNT))
            .header(header::AUTHORIZATION, &self.bearer)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(url.query().unwrap_or_default().to_owned()))
            .map_err(io::Error::other)?;
        self.time.store(at.micros() / 1_000_000, Ordering::Relaxed);
        let Ok(response) = self.provider.router().oneshot(request).await;
        self.time.store(PRESENT, Ordering::Relaxed);
        let body = to_bytes(response.into_body(), 1 << 20).await.map_err(io::Error::other)?;
        serde_json::from_slice(&body).map_err(|_| io::Error::other(String::from_utf8_lossy(&body)))
    }
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
