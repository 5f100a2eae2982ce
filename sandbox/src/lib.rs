//! Wire-level stand-ins for the systems outside the shop, for the demo and for tests.
//!
//! Nothing here knows the shop, and the shop knows nothing of this crate beyond a base URL: each stand-in
//! speaks the public interface of what it replaces, so the shop runs unchanged against the real thing.

mod clock;
mod connection;
mod control_key;
mod ids;
pub mod mail;
pub mod oauth;
mod page;
pub mod sms;
pub mod stripe;

pub use clock::Clock;
pub use mail::{MailSandbox, MailSettings};
pub use oauth::{OauthSandbox, OauthSettings};
pub use sms::{SmsSandbox, SmsSettings};
pub use stripe::{Sandbox, StripeSettings};
