//! The provider over real sockets, asked the way a shop and a browser ask.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod faults;
mod idempotency;
mod intents;
mod ledger;
mod pages;
mod support;
mod webhooks;
