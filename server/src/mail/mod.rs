//! What the shop writes to people: queued in the transaction that causes it, delivered afterwards.
//!
//! A letter is written down beside the deed it tells of, so that neither is there without the other; a mail server that
//! does not answer holds up nobody. It arrives at least once: a repeat is possible only if we die between the mail
//! server's yes and our note of it, and then has the same Message-ID.
//!
//! This module knows no feature: who causes a letter says what stands in it ([`letter::Letter`]).

pub mod letter;
mod sheet;
pub mod store;
mod wording;

use std::sync::Arc;

use tokio::sync::Notify;

use self::{letter::Letter, store::NewMail};
use crate::{
    db::{self, Tx},
    mail_config::MailConfig,
    values::{email::Email, ids::Id, time::Moment},
};

/// The shop's mail. Clones share it.
#[derive(Clone)]
pub struct Mail(Option<Arc<Outbox>>);

struct Outbox {
    /// Scheme and authority of the shop: letters lead to its screens.
    shop_url: String,
    woken: Notify,
}

impl Mail {
    /// Without a mail server nothing is written to anybody.
    pub fn new(config: Option<&MailConfig>, shop_url: &str) -> Self {
        Self(config.map(|_| Arc::new(Outbox { shop_url: shop_url.to_owned(), woken: Notify::new() })))
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
        let written = letter.write(&outbox.shop_url, now);
        let mail = NewMail {
            id: Id::new(now),
            kind: letter.kind(),
            recipient: to,
            subject: &written.subject,
            text: &written.text,
            html: &written.html,
            expires_at: letter.expires_at(),
            created_at: now,
        };
        store::insert(tx, &mail).await
    }

    /// There may be something to send: sends it at once instead of at the next round.
    pub fn wake(&self) {
        if let Some(outbox) = &self.0 {
            outbox.woken.notify_one();
        }
    }
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mail").field("is_on", &self.is_on()).finish()
    }
}
