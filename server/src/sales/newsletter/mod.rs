//! Visitors ask for the newsletter, and the table keeps the proof of their consent (CASL, S.C. 2010, c. 23). The owner
//! turns it on and downloads the addresses. The shop sends no newsletter itself.
//!
//! An address is subscribed when the link in an e-mail to it was followed by a press. So a stranger who enters another
//! person's address subscribes nothing.

pub mod http;
pub mod store;
mod wording;

use std::{net::IpAddr, time::Duration};

use self::store::NewConsent;
use crate::{
    base::email::{CONFIRM_NEWSLETTER, Mailer, UNSUBSCRIBE, message::EmailMessage},
    db::{self, Tx},
    settings::shop_settings::cache::CurrentSettings,
    shop::Shop,
    values::{
        email::Email,
        hash::HashKey,
        ids::{Id, Secret},
        language::Language,
        time::Timestamp,
    },
};

const DAY: Duration = Duration::from_hours(24);
/// How long the link works that confirms. The row is deleted then.
pub const CONFIRM_TTL: Duration = DAY.saturating_mul(7);
/// How long a withdrawn consent stays as a proof. CASL allows an action for three years.
pub const PROOF_TTL: Duration = DAY.saturating_mul(1_096);
/// The response to [`ask`] takes this long. The work is done by then, with or without an e-mail.
const RESPONSE_DELAY: Duration = Duration::from_millis(250);
/// The query of the link that ends the newsletter. Its page also ends review requests.
pub const UNSUBSCRIBE_QUERY: &str = "list=newsletter";

/// What a visitor has agreed to.
#[derive(Clone)]
pub struct NewsletterRequest {
    pub email: Email,
    pub language: Language,
    pub wording: String,
    pub page: String,
}

/// Whether visitors can subscribe. The wording has to name the shop's address, and the address of the visitor is
/// confirmed by e-mail.
pub fn is_offered(shop: &Shop) -> bool {
    let current = shop.settings.current();
    let settings = &current.settings;
    settings.newsletter.is_on() && !settings.address.trim().is_empty() && shop.mailer.is_on()
}

/// The text beside the box.
pub fn wording(shop: &Shop, current: &CurrentSettings, language: Language) -> String {
    wording::wording(&current.in_language(language).settings, shop.public_url(), language)
}

/// Stores the consent and e-mails the link that confirms it. Neither the response nor its timing reveals whether the
/// address is subscribed.
pub async fn ask(shop: &Shop, asked: NewsletterRequest, client: IpAddr) -> Result<(), db::Error> {
    let now = shop.clock.now();
    let id = Id::new(now);
    let NewsletterRequest { email, language, wording, page } = asked;
    let unsubscribe = unsubscribe_secret(&shop.hash_key, id.as_str());
    let confirm = Secret::new();
    let new = NewConsent { id, email, language, wording, page, confirm, unsubscribe, asked_at: now };
    let input = (shop.mailer.asked_by(client).in_language(language), new);
    let stored = shop.db.write(input, |tx, (mailer, new)| Box::pin(ask_in_tx(tx, mailer, new)));
    let (stored, ()) = tokio::join!(stored, tokio::time::sleep(RESPONSE_DELAY));
    stored
}

async fn ask_in_tx(tx: &Tx<'_>, mailer: &Mailer, new: &NewConsent) -> Result<(), db::Error> {
    let (Some(confirm), Some(unsubscribe)) =
        (mailer.page(new.language, CONFIRM_NEWSLETTER), mailer.page(new.language, UNSUBSCRIBE))
    else {
        return Ok(());
    };
    let message = EmailMessage::ConfirmNewsletter {
        link: format!("{confirm}?token={}", new.confirm.reveal()),
        expires_at: new.asked_at.plus(CONFIRM_TTL),
        unsubscribe: format!("{unsubscribe}?{UNSUBSCRIBE_QUERY}&token={}", new.unsubscribe.reveal()),
    };
    // A subscriber has nothing to confirm, and the limit counts all the same.
    if store::is_subscribed(tx, &new.email).await? {
        return mailer.count(tx, &new.email, &message, new.asked_at).await.map(drop);
    }
    if !mailer.try_queue(tx, &new.email, &message, new.asked_at).await?.is_refused() {
        store::insert(tx, new).await?;
    }
    Ok(())
}

/// Subscribes the address that got the link. Returns `false` if the link does not work any more.
pub async fn confirm(shop: &Shop, token: &Secret) -> Result<bool, db::Error> {
    let input = (token.hash(), shop.clock.now());
    shop.db.write(input, |tx, (link_hash, now)| Box::pin(confirm_in_tx(tx, link_hash, *now))).await
}

async fn confirm_in_tx(tx: &Tx<'_>, link_hash: &str, now: Timestamp) -> Result<bool, db::Error> {
    let Some(found) = store::by_confirm_link(tx, link_hash).await? else { return Ok(false) };
    if found.withdrawn_at.is_some() {
        return Ok(false);
    }
    if found.confirmed_at.is_some() || store::is_subscribed(tx, &found.email).await? {
        return Ok(true);
    }
    if found.asked_at <= now.minus(CONFIRM_TTL) {
        return Ok(false);
    }
    store::confirm(tx, &found.id, now).await
}

/// Ends the newsletter for the address that got the link. Returns `false` if the shop sent no such link.
pub async fn unsubscribe(shop: &Shop, token: &Secret) -> Result<bool, db::Error> {
    // Anyone may send this, so it writes only if there is something to change.
    let found = shop.db.read(token.hash(), |tx, link_hash| store::recipient_of_link(tx, link_hash)).await?;
    let Some(email) = found else { return Ok(false) };
    let input = (email, shop.clock.now());
    shop.db.write(input, |tx, (email, now)| store::withdraw(tx, email, *now)).await?;
    Ok(true)
}

/// The secret of the link that ends the newsletter. The owner's file has it, so it is computed and not stored.
pub fn unsubscribe_secret(hash_key: &HashKey, consent: &str) -> Secret {
    Secret::derived(&["newsletter", &hash_key.hash(consent)])
}

/// The link of a consent for the e-mails that the owner sends.
pub fn unsubscribe_link(shop: &Shop, consent: &str) -> String {
    let secret = unsubscribe_secret(&shop.hash_key, consent);
    format!("{}{UNSUBSCRIBE}?{UNSUBSCRIBE_QUERY}&token={}", shop.public_url(), secret.reveal())
}

/// Deletes some rows that were not confirmed in time, or whose proof is not needed any more.
pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, db::Error> {
    store::delete_old(tx, now.minus(CONFIRM_TTL), now.minus(PROOF_TTL)).await
}
