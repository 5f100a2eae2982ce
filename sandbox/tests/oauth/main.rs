//! The identity providers over real sockets, asked the way a shop and a browser ask.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod control;
mod dialects;
mod google;
mod page;
mod support;
mod wrong;
