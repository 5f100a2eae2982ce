//! A transactional outbox: an e-mail is queued in the transaction of the event it reports, and delivered afterwards.
//!
//! The outbox stores the data of an e-mail. Its texts are rendered at delivery, because the transaction of a purchase
//! must be short.
//!
//! An unreachable mail server delays no request. Delivery is at least once: a node may die, or the mail server may fall
//! silent, after the server has taken an e-mail and before the node records that. The repeat has the same Message-ID.
//!
//! This module knows no feature. The sender of an e-mail supplies its data as a [`message::EmailMessage`].

mod html;
#[cfg(test)]
mod in_french;
pub mod message;
pub mod message_facts;
pub mod order_summary;
pub mod outbox;
pub mod outbox_worker;
pub mod owner_message;
pub mod purchase_summary;
pub mod render;
pub mod samples;
mod templates;
pub mod wording;

use std::{net::IpAddr, sync::Arc, time::Duration};

use arc_swap::{ArcSwap, ArcSwapOption};
use tokio::sync::Notify;

pub use self::templates::{CONFIRM_NEWSLETTER, GUEST_ORDER, UNSUBSCRIBE};
use self::{
    message::EmailMessage,
    message_facts::MessageFacts,
    outbox::{DeliveryState, NewOutboxEntry},
    owner_message::OwnerMessage,
    render::Letterhead,
};
use crate::{
    base::{
        config::email::EmailConfig,
        rate_limit::{
            self, LimitedAction, RateLimit, RateLimited, RateLimits,
            token_bucket::{SITE_BITS, network_of},
        },
    },
    clients::smtp::{OutgoingEmail, SmtpClient, SmtpError, SmtpSetupError},
    db::{self, Committed, Db, Tx},
    values::{
        email::Email, ids::Id, language::Language, log_sampler::LogSampler, metrics, time::Timestamp, url,
    },
};

/// E-mails without a link or code expire after this time.
pub const EMAIL_TTL: Duration = Duration::from_hours(3 * 24);
/// Sent e-mails stay for support questions.
pub const SENT_TTL: Duration = Duration::from_hours(7 * 24);
pub const FAILED_TTL: Duration = Duration::from_hours(30 * 24);

static WITHHELD_LOG: LogSampler = LogSampler::new();

/// Queues e-mails. Clones share the outbox.
#[derive(Clone)]
pub struct Mailer {
    /// E-mail is off if this is `None`.
    outbox: Option<Arc<Outbox>>,
    /// The client network that asks for the e-mail.
    network: Option<IpAddr>,
    /// The language of e-mails that are about no purchase. `None` for the language of the recipient's account.
    language: Option<Language>,
}

struct Outbox {
    client: SmtpClient,
    letterhead: ArcSwap<Letterhead>,
    /// Where the owner is told what happens.
    owner: ArcSwapOption<Email>,
    /// The shop's name, once the owner has saved the shop settings.
    sender_name: ArcSwapOption<String>,
    /// An address that is not verified gets only what verifies it.
    only_verified: bool,
    rates: RateLimits,
    wake: Notify,
}

impl Mailer {
    /// Makes a mailer. It sends no e-mails if `config` is `None`, because there is no mail server.
    pub fn new(
        config: Option<&EmailConfig>,
        letterhead: Letterhead,
        only_verified: bool,
        rates: &RateLimits,
    ) -> Result<Self, SmtpSetupError> {
        let Some(config) = config else { return Ok(Self { outbox: None, network: None, language: None }) };
        let own_host = url::url_host(&letterhead.shop_url).unwrap_or_else(|| "localhost".to_owned());
        let client = SmtpClient::new(config.server.clone(), config.from.clone(), &own_host)?;
        let outbox = Outbox {
            client,
            letterhead: ArcSwap::from_pointee(letterhead),
            owner: ArcSwapOption::empty(),
            sender_name: ArcSwapOption::empty(),
            only_verified,
            rates: rates.clone(),
            wake: Notify::new(),
        };
        Ok(Self { outbox: Some(Arc::new(outbox)), network: None, language: None })
    }

    /// Returns a mailer for e-mails that this client asks for. E-mails to unverified addresses count for the client's
    /// network.
    #[must_use]
    pub fn asked_by(&self, client: IpAddr) -> Self {
        Self { network: Some(network_of(client, SITE_BITS)), ..self.clone() }
    }

    /// Returns a mailer for e-mails to an address that belongs to no account yet.
    #[must_use]
    pub fn in_language(&self, language: Language) -> Self {
        Self { language: Some(language), ..self.clone() }
    }

    pub const fn is_on(&self) -> bool {
        self.outbox.is_some()
    }

    /// Queues the e-mail. Callers run it in the transaction of the event, and the commit wakes the job. It does nothing
    /// while e-mail is off, above the limit of the address, or if the address should get no such e-mail.
    pub async fn queue(
        &self,
        tx: &Tx<'_>,
        to: &Email,
        message: &EmailMessage,
        now: Timestamp,
    ) -> Result<(), db::Error> {
        self.try_queue(tx, to, message, now).await.map(drop)
    }

    /// Queues the e-mail like [`queue`](Self::queue), and returns the limit if it is exceeded, so that the caller can
    /// report it.
    pub async fn try_queue(
        &self,
        tx: &Tx<'_>,
        to: &Email,
        message: &EmailMessage,
        now: Timestamp,
    ) -> Result<Committed<(), RateLimited>, db::Error> {
        let Some(outbox) = &self.outbox else { return Ok(Committed::Done(())) };
        // An attacker may have signed up with another person's address.
        let is_verified = outbox::is_verified(tx, to).await?;
        let facts = message.facts();
        if outbox.only_verified && !is_verified && !facts.is_for_unverified {
            return Ok(Committed::Done(()));
        }
        let mut counted = self.count(tx, to, message, now).await?;
        if !counted.is_refused() && !is_verified && facts.limited_action == LimitedAction::SendEmail {
            counted = outbox.count_unconfirmed(tx, to, self.network, now).await?;
        }
        if !counted.is_refused() {
            self.insert(outbox, tx, to, message, now).await?;
        }
        Ok(counted)
    }

    /// Queues an e-mail to the owner, if the owner has an address. No limit applies, because each of these e-mails
    /// reports a payment or happens once.
    pub async fn queue_for_owner(
        &self,
        tx: &Tx<'_>,
        message: OwnerMessage,
        now: Timestamp,
    ) -> Result<(), db::Error> {
        let Some(outbox) = &self.outbox else { return Ok(()) };
        let Some(owner) = outbox.owner.load_full() else { return Ok(()) };
        self.insert(outbox, tx, &owner, &EmailMessage::Owner(message), now).await
    }

    /// The language of e-mails to the owner: the one of the account with the owner's address.
    pub async fn owner_language(&self, tx: &Tx<'_>) -> Result<Language, db::Error> {
        let owner = self.outbox.as_ref().and_then(|outbox| outbox.owner.load_full());
        let Some(owner) = owner else { return Ok(Language::default()) };
        Ok(outbox::language_of(tx, &owner).await?.unwrap_or_default())
    }

    /// Whether e-mails to the owner are sent.
    pub fn tells_owner(&self) -> bool {
        self.outbox.as_ref().is_some_and(|outbox| outbox.owner.load().is_some())
    }

    /// Counts an e-mail of this kind for the limit of the address. [`try_queue`](Self::try_queue) calls it.
    pub async fn count(
        &self,
        tx: &Tx<'_>,
        to: &Email,
        message: &EmailMessage,
        now: Timestamp,
    ) -> Result<Committed<(), RateLimited>, db::Error> {
        let Some(outbox) = &self.outbox else { return Ok(Committed::Done(())) };
        let MessageFacts { kind, limited_action: action, .. } = message.facts();
        let limit = outbox.rates.by(action, &format!("{kind} {}", to.as_str()));
        Ok(rate_limit::take(tx, &[limit], now).await?.map(drop))
    }

    /// Sends a test, or this e-mail, in this language without the outbox, and returns the mail server's answer. `None` while e-mail is
    /// off.
    pub async fn send_test(
        &self,
        to: &Email,
        message: Option<&EmailMessage>,
        language: Language,
        now: Timestamp,
    ) -> Option<Result<String, SmtpError>> {
        let outbox = self.outbox.as_ref()?;
        let shop = outbox.letterhead.load().in_language(language);
        let rendered =
            message.map_or_else(|| templates::test_email(&shop), |message| message.render(&shop, now));
        let id = Id::new(now).to_string();
        let (subject, text, html) = (&*rendered.subject, &*rendered.text, &*rendered.html);
        let from_name = outbox.sender_name.load();
        let from_name = from_name.as_ref().map(|name| name.as_str());
        let (reply_to, unsubscribe) = (shop.reply_to.as_ref(), None);
        let email = OutgoingEmail {
            id: &id,
            from_name,
            to,
            reply_to,
            unsubscribe,
            subject,
            text,
            html,
            created_at: now,
        };
        let mut connection = match outbox.client.connect().await {
            Ok(connection) => connection,
            Err(error) => return Some(Err(error)),
        };
        let result = connection.send(&email).await;
        if result.is_ok() {
            connection.close().await;
        }
        Some(result)
    }

    /// Returns the address of a page of the shop, for a link in an e-mail. Returns `None` if the shop sends no e-mails.
    pub fn page(&self, language: Language, path: &str) -> Option<String> {
        self.outbox.as_ref().map(|outbox| render::link(&outbox.letterhead.load().shop_url, language, path))
    }

    /// Names the shop from now on, also in e-mails that are queued. `owner` is the address at which the owner is told
    /// what happens.
    pub fn set_sender(&self, letterhead: Letterhead, owner: Option<Email>) {
        if let Some(outbox) = &self.outbox {
            outbox.sender_name.store(Some(Arc::new(letterhead.shop_name.clone())));
            outbox.letterhead.store(Arc::new(letterhead));
            outbox.owner.store(owner.map(Arc::new));
        }
    }

    /// Starts a delivery after the commit instead of at the next interval. Queued e-mails do so themselves.
    pub fn wake_after_commit(&self, tx: &Tx<'_>) {
        if let Some(outbox) = self.outbox.clone() {
            tx.after_commit(move || outbox.wake.notify_one());
        }
    }

    /// Completes when an e-mail was queued, also if it was since the last wait.
    pub async fn notified(&self) {
        match &self.outbox {
            Some(outbox) => outbox.wake.notified().await,
            None => std::future::pending().await,
        }
    }

    async fn insert(
        &self,
        outbox: &Outbox,
        tx: &Tx<'_>,
        to: &Email,
        message: &EmailMessage,
        now: Timestamp,
    ) -> Result<(), db::Error> {
        let language = match message.language().or(self.language) {
            Some(language) => language,
            None => outbox::language_of(tx, to).await?.unwrap_or_default(),
        };
        let entry = NewOutboxEntry {
            id: Id::new(now),
            recipient: to,
            message,
            language,
            subject: message.subject(&outbox.letterhead.load().in_language(language), now),
            expires_at: message.facts().secret_until.unwrap_or_else(|| now.plus(EMAIL_TTL)),
            created_at: now,
        };
        outbox::insert(tx, &entry).await?;
        self.wake_after_commit(tx);
        Ok(())
    }
}

impl Outbox {
    /// Counts an e-mail that a stranger can ask for. E-mails about orders do not count: staff typed the address.
    async fn count_unconfirmed(
        &self,
        tx: &Tx<'_>,
        to: &Email,
        network: Option<IpAddr>,
        now: Timestamp,
    ) -> Result<Committed<(), RateLimited>, db::Error> {
        let to_one = self.rates.by(LimitedAction::EmailUnconfirmed, to.as_str());
        let from_network = network
            .map(|network| self.rates.by(LimitedAction::EmailUnconfirmedOfNetwork, &network.to_string()));
        let to_all = self.parts_for(tx, to, from_network.as_ref(), now).await?;
        let limits: Vec<_> = from_network.into_iter().chain([to_one]).collect();
        let mut taken = Committed::Done(());
        for part in to_all {
            let limits: Vec<_> = limits.iter().cloned().chain([part]).collect();
            taken = rate_limit::take(tx, &limits, now).await?.map(drop);
            if !is_of_all(&taken) {
                return Ok(taken);
            }
        }
        metrics::EMAILS_WITHHELD.inc();
        if let Some(left_out) = WITHHELD_LOG.sample(now) {
            tracing::error!(
                left_out,
                "the shop has sent its share of TROWEL_UNCONFIRMED_MAILS_PER_DAY e-mails to unconfirmed addresses, so the next one waits"
            );
        }
        Ok(taken)
    }

    /// Returns the parts of the shop's e-mails that this one may use, in their order. Half of them are kept for
    /// people who bought, and a quarter for the first e-mail of each network. So a few networks of strangers do not use
    /// up all.
    async fn parts_for(
        &self,
        tx: &Tx<'_>,
        to: &Email,
        from_network: Option<&RateLimit>,
        now: Timestamp,
    ) -> Result<Vec<RateLimit>, db::Error> {
        let all = self.rates.max(LimitedAction::EmailAllUnconfirmed);
        let (for_buyers, for_first) = (all / 2, all / 4);
        let part = |name, max| self.rates.part(LimitedAction::EmailAllUnconfirmed, name, max);
        let kept = if outbox::has_bought(tx, to).await? {
            Some(part("buyers", for_buyers))
        } else if let Some(network) = from_network
            && rate_limit::is_unused(tx, network, now).await?
        {
            Some(part("first of a network", for_first))
        } else {
            None
        };
        Ok(kept.into_iter().chain([part("all", all - for_buyers - for_first)]).collect())
    }
}

/// Whether the shop's own limit is used up.
const fn is_of_all(taken: &Committed<(), RateLimited>) -> bool {
    matches!(taken, Committed::Refused(RateLimited { action: LimitedAction::EmailAllUnconfirmed, .. }))
}

/// Numbers of undelivered e-mails.
pub struct OutboxCounts {
    pub queued: i64,
    pub failed: i64,
    pub oldest_queued: Option<Timestamp>,
}

pub async fn count_undelivered(db: &Db) -> Result<OutboxCounts, db::Error> {
    db.read_long((), |tx, ()| {
        Box::pin(async move {
            let queued = outbox::count_undelivered(tx, DeliveryState::Queued).await?;
            let failed = outbox::count_undelivered(tx, DeliveryState::Failed).await?;
            let oldest_queued = outbox::oldest_queued(tx).await?;
            Ok(OutboxCounts { queued, failed, oldest_queued })
        })
    })
    .await
}

/// Deletes up to a thousand expired rows. Returns 0 when there are no more.
pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, db::Error> {
    outbox::delete_expired(tx, now.minus(SENT_TTL), now.minus(FAILED_TTL)).await
}

impl std::fmt::Debug for Mailer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mailer").field("is_on", &self.is_on()).finish()
    }
}
