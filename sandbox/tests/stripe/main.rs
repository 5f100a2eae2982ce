//! The card provider over real sockets, called like a shop and a browser call it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod contract;
mod customers;
mod faults;
mod idempotency;
mod intents;
mod pages;
mod store;
mod support;
mod wallets;
mod webhooks;
