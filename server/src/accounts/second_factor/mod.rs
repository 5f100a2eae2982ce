//! Two-step login: after the first proof, a code of an authenticator app, or a recovery code.
//!
//! A code works once, and few can be tried: five for each login, and thirty codes of the app a day for an account. An
//! attacker with the password does not lock the account's holder out, for three reasons. A known browser has a count of
//! its own. Recovery codes do not count, because they have 50 bits. A reset of the password ends the count once a day.

pub mod code_input;
pub mod http;
pub mod manage;
pub mod pending_login;
pub mod store;
pub mod totp;

use thiserror::Error;

use self::code_input::SecondFactorInput;
use super::{
    password::reauthenticate::ReauthError,
    session::{known_device, store as session_store},
    store as identity_store,
};
use crate::{
    base::{
        audit::{self, AuditAction, AuditEntry},
        rate_limit::{self, LimitedAction, RateLimit, RateLimited},
    },
    db::{self, Committed, Db, Tx},
    values::{
        email::Email,
        hash::sha256_hex,
        ids::{Id, Secret, fill_random},
        time::Timestamp,
    },
};

/// 50 bits.
const RECOVERY_CODE_CHARS: usize = 10;
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Five random bits for each character.
fn random_text(chars: usize) -> String {
    let mut bytes = vec![0; chars];
    fill_random(&mut bytes);
    bytes.iter().map(|byte| char::from(BASE32[usize::from(byte & 31)])).collect()
}

#[derive(Debug, Error)]
pub enum SecondFactorError {
    #[error(transparent)]
    Reauth(#[from] ReauthError),
    /// A reset of the password needs an address that is the owner's.
    #[error("the account's address is not verified")]
    NotVerified,
    #[error("the account has a second factor already")]
    AlreadyOn,
    /// The account has no second factor, or its setup was not begun.
    #[error("the account has no second factor")]
    NotOn,
    #[error("wrong code")]
    WrongCode,
    #[error("too many codes")]
    RateLimited(#[from] RateLimited),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Why a code was not taken. It commits, because a wrong code counts.
#[derive(Debug)]
enum CodeRefusal {
    NotOn,
    WrongCode,
    RateLimited(RateLimited),
}

impl From<CodeRefusal> for SecondFactorError {
    fn from(refusal: CodeRefusal) -> Self {
        match refusal {
            CodeRefusal::NotOn => Self::NotOn,
            CodeRefusal::WrongCode => Self::WrongCode,
            CodeRefusal::RateLimited(limited) => Self::RateLimited(limited),
        }
    }
}

/// Hashes a recovery code together with the account, so that equal codes of two accounts differ.
fn recovery_hash(user: &Id, code: &str) -> String {
    sha256_hex(format!("{user} {code}").as_bytes())
}

async fn limit(
    tx: &Tx<'_>,
    user: &Id,
    device: Option<&Secret>,
    now: Timestamp,
) -> Result<RateLimit, db::Error> {
    let mut browser = String::new();
    if let Some(device) = device {
        let hash = known_device::hash(device, Some(user));
        if session_store::knows_device(tx, &hash, now).await? {
            browser = hash;
        }
    }
    Ok(LimitedAction::TryCode.by(&format!("second factor {user} {browser}")))
}

/// Resets the limit of tried codes after a reset of the password. Another limit counts these resets. The caller has
/// locked the account.
pub async fn reset_limit(tx: &Tx<'_>, user: &Id, now: Timestamp) -> Result<(), db::Error> {
    if !rate_limit::take(tx, &[LimitedAction::ResetTryCode.by(user.as_str())], now).await?.is_refused() {
        rate_limit::reset(tx, &limit(tx, user, None, now).await?, now).await?;
    }
    Ok(())
}

/// Counts a code of the app before it compares it. A right code is used up and does not count. The caller has locked
/// the account.
async fn check(
    tx: &Tx<'_>,
    user: &Id,
    device: Option<&Secret>,
    input: &SecondFactorInput,
    now: Timestamp,
) -> Result<Committed<(), CodeRefusal>, db::Error> {
    let Some(factor) = store::confirmed(tx, user).await? else {
        return Ok(Committed::Refused(CodeRefusal::NotOn));
    };
    let limit = match input {
        SecondFactorInput::App(_) => vec![limit(tx, user, device, now).await?],
        SecondFactorInput::Recovery(_) => Vec::new(),
    };
    if let Committed::Refused(limited) = rate_limit::take(tx, &limit, now).await? {
        return Ok(Committed::Refused(CodeRefusal::RateLimited(limited)));
    }
    let is_right = match input {
        SecondFactorInput::App(code) => {
            match totp::matching_step(&factor.secret, code, factor.last_step, now) {
                Some(step) => store::use_step(tx, user, step).await?,
                None => false,
            }
        }
        SecondFactorInput::Recovery(code) => {
            store::use_recovery_code(tx, user, &recovery_hash(user, code)).await?
        }
    };
    if !is_right {
        return Ok(Committed::Refused(CodeRefusal::WrongCode));
    }
    rate_limit::give_back(tx, &limit).await?;
    Ok(Committed::Done(()))
}

/// What [`remove_by_host`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemoveSecondFactorOutcome {
    Removed,
    NotOn,
    UnknownAccount,
}

/// Removes a second factor that its user has lost. For the operator of the host.
pub async fn remove_by_host(
    db: &Db,
    email: &Email,
    now: Timestamp,
) -> Result<RemoveSecondFactorOutcome, db::Error> {
    db.write((email.clone(), now), |tx, (email, now)| Box::pin(remove_in_tx(tx, email, *now))).await
}

async fn remove_in_tx(
    tx: &Tx<'_>,
    email: &Email,
    at: Timestamp,
) -> Result<RemoveSecondFactorOutcome, db::Error> {
    let Some(account) = identity_store::account_by_email(tx, email).await? else {
        return Ok(RemoveSecondFactorOutcome::UnknownAccount);
    };
    let subject = account.user.id;
    identity_store::lock_user(tx, &subject).await?;
    if !store::delete(tx, &subject).await? {
        return Ok(RemoveSecondFactorOutcome::NotOn);
    }
    let entry = AuditEntry { actor: None, action: AuditAction::TurnOffSecondFactor, subject, at };
    audit::record(tx, &entry).await?;
    Ok(RemoveSecondFactorOutcome::Removed)
}
