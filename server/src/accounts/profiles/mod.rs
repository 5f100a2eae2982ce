//! Profiles and the list of users.
//!
//! A profile does not repeat the account's data: name and e-mail are read from the account.

pub mod http;
pub mod store;
