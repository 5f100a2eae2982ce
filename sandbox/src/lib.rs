//! A sandbox of the external services that the shop calls, for the demo and for tests: a card provider, identity
//! providers, an SMTP server and an SMS gateway.
//!
//! This crate does not know the shop. The shop only knows a base URL of each part. Each part speaks the public
//! interface of the service it replaces, so the shop runs unchanged against the real one.

mod admin_auth;
mod clock;
mod drop_connection;
mod faults;
mod ids;
mod inbox;
mod inbox_store;
pub mod oauth;
mod page;
mod page_key;
mod phone_numbers;
pub mod sms;
pub mod smtp;
pub mod stripe;

pub use clock::SandboxClock;
pub use inbox::Inbox;
pub use inbox_store::ReceivedEmail;
pub use oauth::{OAuthSandbox, OAuthSettings};
pub use sms::{SmsSandbox, SmsSettings};
pub use smtp::{SmtpSandbox, SmtpSettings};
pub use stripe::{StripeSandbox, StripeSettings};
