//! How many letters an address is sent, whoever asks: the shop must not be a way to fill somebody's mailbox.

use std::time::Duration;

use crate::identity::email_link::store;
use crate::{
    db::{Error, Tx},
    values::{email::Email, hash::sha256_hex, time::Moment},
};

const COUNTED_FOR: Duration = Duration::from_hours(1);

/// What a letter is asked for.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    Verify,
    Reset,
    SignUpAttempt,
}

impl Kind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Verify => "verify",
            Self::Reset => "reset",
            Self::SignUpAttempt => "sign_up_attempt",
        }
    }
}

/// Counts a letter. `Err` says when there may be the next; it must not be sent before. The address is hashed, so that one
/// without an account leaves the same trace as any other.
pub async fn take(
    tx: &Tx<'_>,
    kind: Kind,
    email: &Email,
    most: u32,
    now: Moment,
) -> Result<Result<(), Moment>, Error> {
    let bucket = format!("{} {}", kind.as_str(), sha256_hex(email.as_str().as_bytes()));
    let (letters, since) = store::count_letter(tx, &bucket, now, forgotten(now)).await?;
    Ok(if letters <= i64::from(most) { Ok(()) } else { Err(since.plus(COUNTED_FOR)) })
}

/// What began before this moment is no longer counted.
pub fn forgotten(now: Moment) -> Moment {
    now.minus(COUNTED_FOR)
}
