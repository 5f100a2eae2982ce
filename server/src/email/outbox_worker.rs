//! Bringing letters to the mail server. Every node does; a letter is claimed before it is touched, so that each time only
//! one has it.
//!
//! The claim runs out by itself. A node that dies in the middle loses nothing: the letter is due again, and if the mail
//! server had taken it already, it comes a second time under the same Message-ID.

use std::time::Duration;

use metrics::counter;

use super::{
    Outbox,
    message::holds_secret,
    outbox::{self, DueMail},
};
use crate::{
    clients::smtp::{Connection, Error, Outgoing, SEND_WITHIN},
    db::{self, Db},
    shop::Shop,
    values::time::Moment,
};

/// Longer than the mail server may take to answer, the way there included.
const CLAIMED_FOR: Duration = SEND_WITHIN.saturating_mul(3);
/// When the server takes nothing from anybody. Flat: once it is back, everything goes out soon.
const SERVER_PAUSE: Duration = Duration::from_secs(30);
/// A server that takes letters and never says so makes a customer read the same one so often, and no more.
const MOST_UNCERTAIN: i64 = 4;
const FIRST_PAUSE: Duration = Duration::from_secs(30);
const LONGEST_PAUSE: Duration = Duration::from_hours(1);

/// One round: sends what is due, until nothing is or the server takes nothing.
pub async fn deliver_due(shop: &Shop) -> Result<(), db::Error> {
    let Some(outbox) = &shop.mail.0 else { return Ok(()) };
    let mut connection = None;
    while let Some(mail) = claim(&shop.db, shop.clock.now()).await? {
        if mail.expires_at <= shop.clock.now() {
            let why = mail.last_error.as_deref().map_or_else(
                || "It ended before it could be sent.".to_owned(),
                |last| format!("It ended before it could be sent. The last attempt: {last}"),
            );
            give_up(shop, &mail, why).await?;
            continue;
        }
        match send(outbox, &mut connection, &mail).await {
            Ok(()) => sent(shop, &mail).await?,
            Err(Error::Refused(why)) => {
                connection = None;
                give_up(shop, &mail, why).await?;
            }
            Err(Error::Uncertain(why)) if mail.attempts + 1 >= MOST_UNCERTAIN => {
                connection = None;
                give_up(
                    shop,
                    &mail,
                    format!("The mail server was given it and did not say whether it took it: {why}"),
                )
                .await?;
            }
            Err(Error::Deferred(why) | Error::Uncertain(why)) => {
                connection = None;
                let again_at = shop.clock.now().plus(pause(mail.attempts));
                tracing::info!(mail = %mail.id, kind = mail.kind, attempts = mail.attempts + 1, "a letter has to wait");
                put_off(&shop.db, &mail, mail.attempts + 1, again_at, why).await?;
            }
            Err(Error::Server(why)) => {
                // Nothing about the letter, so it does not count as an attempt at it.
                tracing::warn!(why, "the mail server takes no letters; they wait");
                let again_at = shop.clock.now().plus(SERVER_PAUSE);
                return put_off(&shop.db, &mail, mail.attempts, again_at, why).await;
            }
        }
    }
    if let Some(connection) = connection {
        connection.close().await;
    }
    Ok(())
}

/// Over the connection that is open, if one is.
async fn send<'o>(
    outbox: &'o Outbox,
    open: &mut Option<Connection<'o>>,
    mail: &DueMail,
) -> Result<(), Error> {
    let connection = match open {
        Some(connection) => connection,
        None => open.insert(outbox.client.connect().await?),
    };
    let letter = Outgoing {
        id: mail.id.as_str(),
        to: &mail.recipient,
        subject: &mail.subject,
        text: &mail.text,
        html: &mail.html,
        written_at: mail.created_at,
    };
    connection.send(&letter).await
}

/// Between the attempts at one letter: twice as long each time.
fn pause(attempts: i64) -> Duration {
    let doublings = u32::try_from(attempts).unwrap_or(u32::MAX).min(10);
    (FIRST_PAUSE * 2_u32.pow(doublings)).min(LONGEST_PAUSE)
}

async fn claim(db: &Db, now: Moment) -> Result<Option<DueMail>, db::Error> {
    let until = now.plus(CLAIMED_FOR);
    let is_due = db.read(move |tx| Box::pin(async move { outbox::is_due(tx, now).await }));
    if !is_due.await? {
        return Ok(None);
    }
    db.write(move |tx| Box::pin(async move { outbox::claim(tx, now, until).await })).await
}

async fn sent(shop: &Shop, mail: &DueMail) -> Result<(), db::Error> {
    let (id, now) = (mail.id.clone(), shop.clock.now());
    shop.db
        .write(move |tx| {
            let id = id.clone();
            Box::pin(async move { outbox::mark_sent(tx, &id, now).await })
        })
        .await?;
    counter!("trowel_mails_sent_total", "kind" => mail.kind.clone()).increment(1);
    Ok(())
}

async fn give_up(shop: &Shop, mail: &DueMail, why: String) -> Result<(), db::Error> {
    let keeps_words = !holds_secret(&mail.kind);
    let (id, claimed_until, reason) = (mail.id.clone(), mail.claimed_until, why);
    shop.db
        .write(move |tx| {
            let (id, reason) = (id.clone(), reason.clone());
            Box::pin(async move { outbox::mark_failed(tx, &id, claimed_until, &reason, keeps_words).await })
        })
        .await?;
    tracing::warn!(mail = %mail.id, kind = mail.kind, "a letter could not be delivered and is given up");
    counter!("trowel_mails_failed_total", "kind" => mail.kind.clone()).increment(1);
    Ok(())
}

async fn put_off(
    db: &Db,
    mail: &DueMail,
    attempts: i64,
    again_at: Moment,
    why: String,
) -> Result<(), db::Error> {
    let (id, claimed_until) = (mail.id.clone(), mail.claimed_until);
    db.write(move |tx| {
        let (id, why) = (id.clone(), why.clone());
        Box::pin(async move { outbox::put_off(tx, &id, claimed_until, attempts, again_at, &why).await })
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_grows_and_ends_growing() {
        let seconds: Vec<u64> = (0..9).map(|attempts| pause(attempts).as_secs()).collect();
        assert_eq!(seconds, [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
        assert_eq!(pause(i64::MAX), LONGEST_PAUSE);
    }
}
