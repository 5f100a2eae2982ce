//! What the shop writes to people: queued in the transaction that causes it, delivered afterwards.
//!
//! A letter is written down beside the deed it tells of, so that neither is there without the other; a mail server that
//! does not answer holds up nobody. It arrives at least once: a repeat is possible only if we die, or the mail
//! server falls silent, between its having the whole letter and our note of its yes; then it has the same Message-ID.
//!
//! This module knows no feature: who causes a letter says what stands in it ([`message::Letter`]).

pub mod message;
pub mod outbox;
pub mod outbox_worker;
mod render;
mod templates;

use std::{sync::Arc, time::Duration};

use tokio::sync::Notify;

use self::{
    message::Letter,
    outbox::{NewMail, Undelivered},
};
use crate::{
    clients::smtp::{SetUpError, SmtpClient},
    config::email::MailConfig,
    db::{self, Db, Tx},
    values::{email::Email, ids::Id, time::Moment, url},
};

/// News of an order is old after this.
pub const NEWS_FOR: Duration = Duration::from_hours(3 * 24);
/// Whoever signs up with a stranger's address, orders and deletes again, could have them written without end.
const MOST_ORDERS_TOLD_A_DAY: i64 = 30;
/// For the question "was I written to?".
const SENT_KEPT_FOR: Duration = Duration::from_hours(7 * 24);
const FAILED_KEPT_FOR: Duration = Duration::from_hours(30 * 24);

/// The shop's mail. Clones share it.
#[derive(Clone)]
pub struct Mail(Option<Arc<Outbox>>);

struct Outbox {
    client: SmtpClient,
    /// Scheme and authority of the shop: letters lead to its screens.
    shop_url: String,
    woken: Notify,
}

impl Mail {
    /// Without a mail server nothing is written to anybody.
    pub fn new(config: Option<&MailConfig>, shop_url: &str) -> Result<Self, SetUpError> {
        let Some(config) = config else { return Ok(Self(None)) };
        let own_host = url::host_of(shop_url).unwrap_or_else(|| "localhost".to_owned());
        let client = SmtpClient::new(config.server.clone(), config.from.clone(), &own_host)?;
        Ok(Self(Some(Arc::new(Outbox { client, shop_url: shop_url.to_owned(), woken: Notify::new() }))))
    }

    pub const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Writes the letter down to be sent. Call it in the transaction of what the letter tells, and [`wake`](Self::wake)
    /// when that transaction was kept. Does nothing while mail is off.
    pub async fn queue(
        &self,
        tx: &Tx<'_>,
        to: &Email,
        letter: &Letter,
        now: Moment,
    ) -> Result<(), db::Error> {
        let Some(outbox) = &self.0 else { return Ok(()) };
        if matches!(letter, Letter::OrderPlaced { .. }) {
            let yesterday = now.minus(Duration::from_hours(24));
            if outbox::has_been_sent(tx, to, letter.kind(), yesterday, MOST_ORDERS_TOLD_A_DAY).await? {
                return Ok(());
            }
        }
        let written = letter.write(&outbox.shop_url, now);
        let mail = NewMail {
            id: Id::new(now),
            kind: letter.kind(),
            recipient: to,
            subject: &written.subject,
            text: &written.text,
            html: &written.html,
            expires_at: letter.expires_at().unwrap_or_else(|| now.plus(NEWS_FOR)),
            created_at: now,
        };
        outbox::insert(tx, &mail).await
    }

    /// There may be something to send: sends it at once instead of at the next round.
    pub fn wake(&self) {
        if let Some(outbox) = &self.0 {
            outbox.woken.notify_one();
        }
    }

    /// Ends when somebody [wakes](Self::wake) it, or did so since the last time.
    pub async fn woken(&self) {
        match &self.0 {
            Some(outbox) => outbox.woken.notified().await,
            None => std::future::pending().await,
        }
    }
}

/// How many letters did not arrive (yet).
pub struct Figures {
    pub queued: i64,
    pub failed: i64,
}

pub async fn figures(db: &Db) -> Result<Figures, db::Error> {
    db.read_long(|tx| {
        Box::pin(async move {
            let queued = outbox::count_undelivered(tx, Undelivered::Queued).await?;
            let failed = outbox::count_undelivered(tx, Undelivered::Failed).await?;
            Ok(Figures { queued, failed })
        })
    })
    .await
}

/// Up to a thousand rows that nobody needs any more; 0 when there are no more.
pub async fn delete_outlived(tx: &Tx<'_>, now: Moment) -> Result<u64, db::Error> {
    outbox::delete_outlived(tx, now.minus(SENT_KEPT_FOR), now.minus(FAILED_KEPT_FOR)).await
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mail").field("is_on", &self.is_on()).finish()
    }
}
