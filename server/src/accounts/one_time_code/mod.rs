//! One-time codes of six digits: sent to a phone, typed into the browser that requested them.
//!
//! A code is short, so few can be tried: five times within five minutes, and only by the requester. A newer code for
//! the same target and requester replaces it. No more than thirty a day are tried for one target, however often a new
//! code is requested. A browser that the target's account knows has counts of its own: an attacker who requests or
//! tries codes without end locks the owner out of other browsers only.

pub mod code_input;
pub mod store;

use std::time::Duration;

use crate::{
    base::rate_limit::{self, LimitError, LimitedAction, RateLimit},
    db::{self, Tx},
    values::{hash::sha256_hex, ids, time::Timestamp},
};

pub const CODE_TTL: Duration = Duration::from_mins(5);
const MAX_TRIES: i64 = 5;

/// Says where a code is sent and who may use it.
#[derive(Debug)]
pub struct CodeRequest {
    /// The number.
    pub target: String,
    /// The requester: the hash of a cookie.
    pub requester: String,
    /// Whether this browser has logged in to the target's account before.
    pub is_known_device: bool,
}

impl CodeRequest {
    /// The limit by target, or by target and requester for a known browser.
    fn limit(&self, action: LimitedAction) -> RateLimit {
        let Self { target, requester: holder, is_known_device: is_known } = self;
        let holder = if *is_known { holder.as_str() } else { "" };
        action.by(&format!("{target} {holder}"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IssuedCode {
    pub expires_at: Timestamp,
    /// When another code can be requested.
    pub resend_at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeCheck {
    Right,
    Wrong,
    /// There is no code, or it has expired, or too many were tried: a new one is needed.
    Expired,
}

/// Six random digits, evenly distributed.
pub fn new() -> String {
    const DIGITS: u32 = 1_000_000;
    loop {
        let mut bytes = [0; 4];
        ids::fill_random(&mut bytes);
        let number = u32::from_le_bytes(bytes);
        // Values beyond the last multiple of a million would make small numbers likelier.
        if number < u32::MAX - u32::MAX % DIGITS {
            return format!("{:06}", number % DIGITS);
        }
    }
}

/// Stores a code that is about to be sent. It replaces the requester's previous one.
pub async fn issue(
    tx: &Tx<'_>,
    request: &CodeRequest,
    code: &str,
    now: Timestamp,
) -> Result<IssuedCode, LimitError> {
    let limits = [
        request.limit(LimitedAction::ResendCode),
        request.limit(LimitedAction::SendCode),
        LimitedAction::RequestCode.by(&request.requester),
    ];
    let resend_at = rate_limit::take(tx, &limits, now).await?.into_result()?;
    let expires_at = now.plus(CODE_TTL);
    store::replace(tx, request, &hash(request, code), expires_at).await?;
    Ok(IssuedCode { expires_at, resend_at })
}

/// Counts the try before it compares the code, so concurrent tries cannot exceed a limit. A right code is used up.
pub async fn check(
    tx: &Tx<'_>,
    request: &CodeRequest,
    code: &str,
    now: Timestamp,
) -> Result<CodeCheck, db::Error> {
    let Some(code_hash) = store::count_try(tx, request, MAX_TRIES, now).await? else {
        return Ok(CodeCheck::Expired);
    };
    if rate_limit::take(tx, &[request.limit(LimitedAction::TryCode)], now).await?.is_refused() {
        return Ok(CodeCheck::Expired);
    }
    if hash(request, code) != code_hash {
        return Ok(CodeCheck::Wrong);
    }
    store::delete(tx, request).await?;
    Ok(CodeCheck::Right)
}

/// The hash does not protect against a leak of the whole table, because a million codes are quickly tried. It protects
/// codes in logs and in parts of backups.
fn hash(request: &CodeRequest, code: &str) -> String {
    sha256_hex(format!("{} {} {code}", request.target, request.requester).as_bytes())
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
