//! Codes of six digits: sent to a phone or an address, typed in where they were asked for.
//!
//! A code is so short that its protection is that few can be tried: five times, for five minutes, by whoever asked for it.
//! A newer one for the same phone or address in the same hands ends it. Over a day no more than thirty are tried for one
//! phone or address, however often a new one is asked for. A browser that has signed in to the account before has counts of
//! its own: whoever guesses or asks without end keeps its owner out of other browsers only.

pub mod code_input;
pub mod store;

use std::time::Duration;

use crate::{
    db::{self, Tx},
    values::{
        hash::sha256_hex,
        ids::{self, Id},
        time::Moment,
    },
};

const LIFE: Duration = Duration::from_mins(5);
const MOST_TRIES: i64 = 5;
/// So many are sent to one phone or address …
const MOST_SENT: usize = 3;
/// … within this long.
const SENT_WITHIN: Duration = Duration::from_mins(10);
/// So many are sent for one who asks, to whatever phones or addresses, within an hour: nobody shall use the shop to
/// write to strangers.
const MOST_FOR_ONE: i64 = 10;
const FOR_ONE_WITHIN: Duration = Duration::from_hours(1);
/// So many are tried for one phone or address …
const MOST_TRIES_A_DAY: i64 = 30;
/// … within this long; codes are kept a little longer.
pub const DAY: Duration = Duration::from_hours(24);
/// By so much another's moment may lie ahead of ours: a node whose clock differs, or who came first while we waited. What is
/// further ahead was noted under a clock that was wrong, and counts as long ago.
const AHEAD: Duration = Duration::from_mins(5);
/// A code takes a moment to arrive; nobody needs the next one sooner.
const RESENT_AFTER: Duration = Duration::from_secs(30);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To sign in by a phone.
    Phone,
    /// To finish an account that has no address.
    Complete,
}

impl Purpose {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Phone => "phone",
            Self::Complete => "complete",
        }
    }
}

/// Where a code is sent and who may use it.
#[derive(Debug, Clone)]
pub struct Errand {
    pub purpose: Purpose,
    /// The number or the address.
    pub target: String,
    /// What tells apart whoever asked: the hash of a cookie, or a session's id.
    pub holder: String,
    /// Whether this browser has signed in to the target's account before.
    pub is_known: bool,
}

/// When what was sent ends, and from when another one can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent {
    pub expires_at: Moment,
    pub resend_at: Moment,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Issued {
    Yes(Sent),
    /// Too soon or too often; from this moment on.
    NotBefore(Moment),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    Right,
    Wrong,
    /// There is none, or it has ended, or too many were tried: a new one is needed.
    Over,
}

/// Six digits, each as likely as the others.
pub fn new() -> String {
    const DIGITS: u32 = 1_000_000;
    loop {
        let mut bytes = [0; 4];
        ids::fill(&mut bytes);
        let number = u32::from_le_bytes(bytes);
        // The last part of the range would make small numbers likelier.
        if number < u32::MAX - u32::MAX % DIGITS {
            return format!("{:06}", number % DIGITS);
        }
    }
}

/// Notes a code that is about to be sent, and ends the former one of whoever asks. Of two that are asked for at the same moment the
/// second fails on a unique index; the caller may run again.
pub async fn issue(tx: &Tx<'_>, errand: &Errand, code: &str, now: Moment) -> Result<Issued, db::Error> {
    store::queue_up(tx, errand, now).await?;
    store::queue_up_for_one(tx, errand, now).await?;
    let sent = store::sent(tx, errand, now.minus(SENT_WITHIN), now.plus(AHEAD)).await?;
    let resend_at = sent.last().map(|last| last.plus(RESENT_AFTER));
    if let Some(resend_at) = resend_at.filter(|at| now < *at) {
        return Ok(Issued::NotBefore(resend_at));
    }
    if let Some(oldest) = sent.len().checked_sub(MOST_SENT).map(|at| sent[at]) {
        return Ok(Issued::NotBefore(oldest.plus(SENT_WITHIN)));
    }
    if store::sent_for(tx, errand, now.minus(FOR_ONE_WITHIN), now.plus(AHEAD)).await? >= MOST_FOR_ONE {
        return Ok(Issued::NotBefore(now.plus(SENT_WITHIN)));
    }
    let expires_at = now.plus(LIFE);
    let id = Id::new(now);
    store::close_former(tx, errand, now).await?;
    store::insert(tx, &id, errand, &hash(&id, code), now, expires_at).await?;
    // The last one that is allowed makes people wait until the first is forgotten.
    let resend_at = match sent.first() {
        Some(first) if sent.len() + 1 == MOST_SENT => first.plus(SENT_WITHIN),
        _ => now.plus(RESENT_AFTER),
    };
    Ok(Issued::Yes(Sent { expires_at, resend_at }))
}

/// Counts the try before it compares, and one at a time, so that many at once are no more than five, or thirty, either. A right code is used up by it.
pub async fn judge(tx: &Tx<'_>, errand: &Errand, code: &str, now: Moment) -> Result<Judged, db::Error> {
    store::queue_up(tx, errand, now).await?;
    if store::tries(tx, errand, now.minus(DAY), now.plus(AHEAD)).await? >= MOST_TRIES_A_DAY {
        return Ok(Judged::Over);
    }
    let Some((id, code_hash)) = store::try_open(tx, errand, MOST_TRIES, now).await? else {
        return Ok(Judged::Over);
    };
    if hash(&id, code) != code_hash {
        return Ok(Judged::Wrong);
    }
    Ok(if store::close(tx, &id, now).await? { Judged::Right } else { Judged::Over })
}

/// Not for those who have the table: a million is soon tried. For those who see a part of it, in a log or a backup.
fn hash(id: &Id, code: &str) -> String {
    sha256_hex(format!("{id}:{code}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_six_digits() {
        for _ in 0..1_000 {
            let code = new();
            assert!(code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()), "{code}");
        }
    }
}
