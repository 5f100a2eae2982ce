//! The identity providers over real sockets, called like a shop and a browser call them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod consent;
mod control;
mod formats;
mod google;
mod oauth_faults;
mod support;
