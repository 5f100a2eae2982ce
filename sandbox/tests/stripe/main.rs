//! The provider over real sockets, asked the way a shop and a browser ask.

mod faults;
mod idempotency;
mod intents;
mod ledger;
mod pages;
mod support;
mod webhooks;
