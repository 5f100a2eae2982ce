//! Limits on how often something may be done. [`LimitedAction`] lists them all.
//!
//! Counts by account, number, address or browser are rows of the table `rate_limits`, shared by all nodes. They name
//! nothing of the account itself, so deleting an account resets none of them. [`token_bucket`] counts in this process.
//! [`login_backoff`] has a rule of its own on top of the same table.

pub mod http;
pub mod login_backoff;
pub mod store;
pub mod token_bucket;

use std::time::Duration;

use thiserror::Error;

use self::store::Counter;
use crate::{
    db::{self, Tx},
    values::{hash::sha256_hex, time::Timestamp},
};

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitedAction {
    /// Login, sign-up and everything else that proves who is calling, per client IP.
    LogIn,
    /// Text messages requested, per client IP.
    RequestText,
    /// Wrong passwords, per account, known browser or session. Further ones are delayed, see [`login_backoff`].
    TryPassword,
    /// One-time codes sent to one number; counted separately for a browser that its account knows.
    SendCode,
    /// A code takes a moment to arrive.
    ResendCode,
    /// One-time codes sent for one browser to any number, or links that finish one account to any address.
    RequestCode,
    /// One-time codes tried for one number, or codes of the second step for one account; counted separately for a browser that its account knows.
    TryCode,
    /// Times that a reset of the password ends [`Self::TryCode`] of the second step, per account.
    ResetTryCode,
    /// E-mails of each kind, per address. Those about orders and sign-up attempts have limits of their own.
    SendEmail,
    SendOrderEmail,
    SendSignUpAttempt,
    /// E-mails of all kinds that strangers can ask for, to one address that is not confirmed.
    EmailUnconfirmed,
    /// The same to all such addresses of the whole shop.
    EmailAllUnconfirmed,
    /// The same at the request of one client network.
    EmailUnconfirmedOfNetwork,
    /// E-mails to the owner about undelivered e-mails.
    TellUndelivered,
    /// E-mails to the owner about stock that unpaid orders hold.
    TellHeldStock,
    /// New idempotency keys, per customer. Each stores a response for a day.
    UseIdempotencyKey,
    /// Text messages of the whole shop.
    SendText,
    /// Requests that change something, per user who is logged in.
    Write,
    /// Orders placed, per customer.
    PlaceOrder,
    /// Orders placed by customers who never paid one, per client network.
    PlaceFirstOrder,
    /// Payment intents created, per customer.
    CreateIntent,
    /// Payments that a browser reports, per order. Each is a question to the provider, which limits them too.
    ReportPayment,
    /// Reviews written, per customer.
    WriteReview,
}

impl LimitedAction {
    /// How often, unless a setting says otherwise.
    pub const fn max(self) -> u32 {
        match self {
            Self::UseIdempotencyKey => 1_000,
            Self::SendText => 500,
            Self::EmailAllUnconfirmed => 300,
            Self::EmailUnconfirmedOfNetwork => 20,
            Self::Write => 120,
            Self::PlaceOrder => 60,
            Self::LogIn | Self::TryCode | Self::CreateIntent | Self::SendOrderEmail => 30,
            Self::RequestText | Self::RequestCode | Self::PlaceFirstOrder | Self::WriteReview => 10,
            Self::TryPassword | Self::SendEmail | Self::EmailUnconfirmed | Self::ReportPayment => 5,
            Self::SendCode => 3,
            Self::ResendCode
            | Self::ResetTryCode
            | Self::SendSignUpAttempt
            | Self::TellUndelivered
            | Self::TellHeldStock => 1,
        }
    }

    /// Within how long.
    pub const fn per(self) -> Duration {
        match self {
            Self::LogIn | Self::Write => MINUTE,
            Self::ReportPayment => SECOND.saturating_mul(10),
            Self::ResendCode => SECOND.saturating_mul(30),
            Self::SendCode | Self::CreateIntent => MINUTE.saturating_mul(10),
            Self::RequestText
            | Self::TryPassword
            | Self::RequestCode
            | Self::SendEmail
            | Self::SendSignUpAttempt
            | Self::PlaceOrder
            | Self::PlaceFirstOrder
            | Self::WriteReview => HOUR,
            Self::TryCode
            | Self::ResetTryCode
            | Self::SendOrderEmail
            | Self::EmailUnconfirmed
            | Self::EmailAllUnconfirmed
            | Self::EmailUnconfirmedOfNetwork
            | Self::TellUndelivered
            | Self::TellHeldStock
            | Self::UseIdempotencyKey
            | Self::SendText => DAY,
        }
    }

    /// The error code of the 429.
    const fn code(self) -> &'static str {
        match self {
            Self::SendEmail
            | Self::EmailUnconfirmed
            | Self::EmailAllUnconfirmed
            | Self::EmailUnconfirmedOfNetwork => "too_many_emails",
            Self::PlaceOrder | Self::PlaceFirstOrder => "too_many_orders",
            Self::CreateIntent => "too_many_intents",
            Self::WriteReview => "too_many_reviews",
            _ => "too_many_requests",
        }
    }

    /// `wait` is for example `7 minutes`.
    fn message(self, wait: &str) -> String {
        match self {
            Self::TryPassword => {
                format!("Too many wrong passwords for this account. Please wait {wait} and try again.")
            }
            Self::SendCode | Self::ResendCode => {
                format!("A code was sent already. Another one can be sent in {wait}.")
            }
            Self::RequestCode => {
                format!("You have requested many messages. Please wait {wait} before the next one.")
            }
            Self::SendEmail => format!(
                "We have sent you this e-mail several times. Please check your spam folder, or ask again in {wait}."
            ),
            Self::EmailUnconfirmed => format!(
                "We have sent several e-mails to this address today. Please check your spam folder, or ask again in {wait}."
            ),
            Self::EmailUnconfirmedOfNetwork => {
                format!("Many e-mails were asked for from your network today. Please ask again in {wait}.")
            }
            Self::EmailAllUnconfirmed => {
                format!("The shop has sent e-mails to many new addresses today. Please ask again in {wait}.")
            }
            Self::Write => {
                format!("You have sent many requests in a short time. Please wait {wait} and try again.")
            }
            Self::PlaceOrder => {
                format!("You have placed many orders in a short time. Please wait {wait} and try again.")
            }
            Self::PlaceFirstOrder => format!(
                "Many new customers have ordered from your network. Please wait {wait} and try again, or pay for an order that you have placed."
            ),
            Self::CreateIntent => {
                format!("You have started many payments in a short time. Please wait {wait} and try again.")
            }
            Self::WriteReview => {
                format!("You have written many reviews. Please wait {wait} before the next one.")
            }
            _ => format!("Too many attempts. Please wait {wait} and try again."),
        }
    }

    /// The name in the table's keys.
    const fn name(self) -> &'static str {
        match self {
            Self::LogIn => "log_in",
            Self::RequestText => "request_text",
            Self::TryPassword => "try_password",
            Self::SendCode => "send_code",
            Self::ResendCode => "resend_code",
            Self::RequestCode => "request_code",
            Self::TryCode => "try_code",
            Self::ResetTryCode => "reset_try_code",
            Self::SendEmail => "send_email",
            Self::SendOrderEmail => "send_order_email",
            Self::SendSignUpAttempt => "send_sign_up_attempt",
            Self::EmailUnconfirmed => "email_unconfirmed",
            Self::EmailAllUnconfirmed => "email_all_unconfirmed",
            Self::EmailUnconfirmedOfNetwork => "email_unconfirmed_of_network",
            Self::TellUndelivered => "tell_undelivered",
            Self::TellHeldStock => "tell_held_stock",
            Self::UseIdempotencyKey => "use_idempotency_key",
            Self::SendText => "send_text",
            Self::Write => "write",
            Self::PlaceOrder => "place_order",
            Self::PlaceFirstOrder => "place_first_order",
            Self::CreateIntent => "create_intent",
            Self::ReportPayment => "report_payment",
            Self::WriteReview => "write_review",
        }
    }

    /// The limit for one `subject`, for example an address. It is hashed, so that the table holds no list of addresses.
    pub fn by(self, subject: &str) -> RateLimit {
        let key = format!("{} {}", self.name(), sha256_hex(subject.as_bytes()));
        RateLimit { action: self, key, max: self.max(), per: self.per() }
    }
}

/// So many times within a period. The period begins with the first time and does not slide.
#[derive(Debug, Clone)]
pub struct RateLimit {
    action: LimitedAction,
    key: String,
    max: u32,
    per: Duration,
}

impl RateLimit {
    /// With the number that the shop's settings say.
    #[must_use]
    pub fn at_most(self, max: u32) -> Self {
        Self { max, ..self }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("rate limit exceeded: {action:?} may be repeated at {retry_at}")]
pub struct RateLimited {
    pub action: LimitedAction,
    pub at: Timestamp,
    pub retry_at: Timestamp,
}

/// Counts one for all of these limits, or for none of them if one is used up. Answers when all of them allow the next.
///
/// Locks the counters until the transaction ends, so concurrent requests cannot exceed a limit.
pub async fn take(
    tx: &Tx<'_>,
    limits: &[RateLimit],
    now: Timestamp,
) -> Result<Result<Timestamp, RateLimited>, db::Error> {
    let mut next_at = now;
    for (taken, RateLimit { action, key, max, per }) in limits.iter().enumerate() {
        let counter = if *max == 0 { None } else { store::take(tx, key, *max, now, *per).await? };
        let Some(counter) = counter else {
            give_back(tx, &limits[..taken]).await?;
            let retry_at = store::lock(tx, key).await?.at(now, *per).expires_at;
            return Ok(Err(RateLimited { action: *action, at: now, retry_at }));
        };
        if counter.count == i64::from(*max) {
            next_at = next_at.max(counter.expires_at);
        }
    }
    Ok(Ok(next_at))
}

/// Whether the limit allows one more. Locks nothing, so [`take_at_end`] decides.
pub async fn check(
    tx: &Tx<'_>,
    &RateLimit { action, ref key, max, per }: &RateLimit,
    now: Timestamp,
) -> Result<Result<(), RateLimited>, db::Error> {
    let counter = store::read(tx, key).await?.map(|counter| counter.at(now, per));
    let used_up = counter.filter(|counter| counter.count >= i64::from(max));
    Ok(used_up.map_or(Ok(()), |counter| Err(RateLimited { action, at: now, retry_at: counter.expires_at })))
}

/// Counts one at the end of the transaction, after [`check`]. If the limit was used up meanwhile, the transaction conflicts
/// and runs again.
pub async fn take_at_end(tx: &Tx<'_>, limit: &RateLimit, now: Timestamp) -> Result<(), db::Error> {
    store::take_at_end(tx, &limit.key, limit.max, now, limit.per).await
}

/// Counts from zero again.
pub async fn reset(tx: &Tx<'_>, limit: &RateLimit, now: Timestamp) -> Result<(), db::Error> {
    store::set(tx, &limit.key, Counter { count: 0, expires_at: now }).await
}

/// Uncounts what was [taken](take) in the same transaction.
pub async fn give_back(tx: &Tx<'_>, limits: &[RateLimit]) -> Result<(), db::Error> {
    for limit in limits {
        store::give_back(tx, &limit.key, Duration::ZERO).await?;
    }
    Ok(())
}
