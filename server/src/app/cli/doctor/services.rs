//! The card provider, the mail server, and the shop's own address.

use std::error::Error as _;

use super::{Fault, Finding, Fine, Note, Warning, compare_clocks};
use crate::{
    base::config::{Config, payments::STRIPE_API_URL},
    clients::{
        self,
        smtp::{SmtpClient, SmtpError},
        stripe::StripeClient,
    },
    site::{
        discovery::http::APPLE_PAY_PATH,
        http::{SHOP_HEADER, shop_hash},
    },
    values::{clock::Clock, ids::Id, url::url_host},
};

pub async fn card_provider(config: &Config, clock: &Clock) -> Finding {
    let Some(cards) = &config.payments else {
        return Note("card payment is off. To turn it on, set the keys of the card provider".to_owned());
    };
    let http = match clients::http_client() {
        Ok(http) => http,
        Err(error) => return Fault(format!("there is no HTTP client: {error}")),
    };
    let answer = StripeClient::new(http, &cards.api_url, &cards.secret_key).server_time().await;
    match answer {
        Ok(Some(theirs)) => match compare_clocks("the card provider", theirs, clock.now()) {
            Fine(text) => Fine(format!("it accepts the secret key, and {text}")),
            other => other,
        },
        Ok(None) => Note("it accepts the secret key. Its response has no time".to_owned()),
        Err(error) => Fault(format!(
            "{error}. Check TROWEL_STRIPE_SECRET_KEY (status 401 or 403), the network of this machine, and the provider's \
             status page"
        )),
    }
}

/// Whether the provider knows the shop's address, and Apple's file stands there. Without https no wallet opens.
pub async fn wallets(config: &Config) -> Finding {
    let Some(cards) = &config.payments else {
        return Note("card payment is off, so no wallet is shown".to_owned());
    };
    let host = match url_host(&config.public_url) {
        Some(host) if config.public_url.is_https() || cards.api_url != STRIPE_API_URL => host,
        _ => return Note("the public URL has no https, so no wallet opens. Nothing was tried".to_owned()),
    };
    let http = match clients::http_client() {
        Ok(http) => http,
        Err(error) => return Fault(format!("there is no HTTP client: {error}")),
    };
    let client = StripeClient::new(http.clone(), &cards.api_url, &cards.secret_key);
    let register = format!(
        "Add {host} under Settings, Payment method domains, in the card provider's dashboard. Until then customers pay \
         by card"
    );
    let domain = match client.payment_domain(&host).await {
        Ok(Some(domain)) if domain.enabled => domain,
        Ok(_) => return Warning(format!("{host} is not registered for wallets. {register}")),
        Err(error) => {
            return Warning(format!(
                "the registration of {host} could not be read: {error}. A restricted key has to read payment method \
                 domains"
            ));
        }
    };
    let file = format!("{}{APPLE_PAY_PATH}", &*config.public_url);
    let is_there = match http.get(&file).send().await {
        Ok(response) if response.status().is_success() => {
            response.text().await.ok().as_ref() == config.apple_pay_association.as_ref()
        }
        _ => false,
    };
    match (domain.apple_pay.status.as_str(), is_there) {
        ("active", true) => Fine(format!("{host} is registered, and {file} is there for Apple")),
        ("active", false) => Note(format!(
            "{host} is registered. {file} is not there, which Apple may ask for again. See \
             TROWEL_APPLE_PAY_DOMAIN_ASSOCIATION"
        )),
        (_, true) => Warning(format!(
            "{host} is registered, and Apple Pay is not active. Press Verify in the card provider's dashboard"
        )),
        (_, false) => Warning(format!(
            "{host} is registered, and Apple Pay is not active, because {file} is not there. Set \
             TROWEL_APPLE_PAY_DOMAIN_ASSOCIATION to the provider's file, restart the shop, and press Verify in the \
             dashboard"
        )),
    }
}

/// Connects and logs in. Sends no e-mail.
pub async fn mail_server(config: &Config) -> Finding {
    let Some(email) = &config.email else {
        return Note("e-mail is off. To turn it on, set TROWEL_SMTP_URL and TROWEL_MAIL_FROM".to_owned());
    };
    let (server, from) = (email.server.clone(), email.from.clone());
    let own_host = url_host(&config.public_url).unwrap_or_else(|| "localhost".to_owned());
    let client = match SmtpClient::new(server, from, &own_host) {
        Ok(client) => client,
        Err(error) => return Fault(format!("{error}. Correct TROWEL_SMTP_URL")),
    };
    let place = format!("{}:{}", email.server.host, email.server.port);
    match client.connect().await {
        Ok(connection) => {
            connection.close().await;
            let done = if email.server.credentials.is_some() { "accepts the login" } else { "answers" };
            Fine(format!("{place} {done}. `trowel mail test` sends an e-mail"))
        }
        Err(
            SmtpError::Unavailable(why)
            | SmtpError::Deferred(why)
            | SmtpError::Rejected(why)
            | SmtpError::OutcomeUnknown(why),
        ) => {
            Fault(format!("{place} cannot be used: {why}. Correct TROWEL_SMTP_URL, or start the mail server"))
        }
    }
}

/// Finds a proxy or a name that leads to another program, or to another shop.
pub async fn public_url(config: &Config, shop_id: Option<&Id>) -> Finding {
    let url = format!("{}/readyz", &*config.public_url);
    let http = match clients::http_client() {
        Ok(http) => http,
        Err(error) => return Fault(format!("there is no HTTP client: {error}")),
    };
    let response = match http.get(&url).send().await {
        Ok(response) => response,
        Err(error) => {
            let why = root_cause(&error);
            return Fault(format!(
                "{url} does not answer on this machine: {why}. Start the shop, or correct its proxy, its certificate or its name \
                 in DNS"
            ));
        }
    };
    let status = response.status();
    let answered = response.headers().get(SHOP_HEADER).and_then(|hash| hash.to_str().ok());
    match (answered, shop_id) {
        (Some(answered), Some(id)) if answered == shop_hash(id, &config.public_url) => {
            Fine(format!("{url} is answered by this shop"))
        }
        (Some(_), None) => Warning(format!(
            "{url} is answered by a shop, and this database is a demo or was not opened by `serve` yet. Check TROWEL_DATA and \
             TROWEL_DATABASE_URL"
        )),
        (Some(_), Some(_)) => Fault(format!(
            "{url} is answered by another shop, or by this one with another public URL. Correct TROWEL_PUBLIC_URL, the proxy, \
             or the name in DNS"
        )),
        (None, _) if status.as_u16() == 503 => Fault(format!(
            "{url} answers {status}: the shop is not ready, or the proxy does not reach it. Look at the logs of both"
        )),
        (None, _) => Fault(format!(
            "{url} answers {status}, and not as this version of the shop. Restart the shop after an update, or correct the proxy \
             or the name in DNS"
        )),
    }
}

fn root_cause(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        text = next.to_string();
        cause = next.source();
    }
    text
}
