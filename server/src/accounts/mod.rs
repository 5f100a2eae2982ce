//! Profiles, and who has which role. Screens: profile form, Make Admin page.
//!
//! A profile belongs to an account and repeats nothing of it: name and e-mail are read from the account.

pub mod close;
pub mod export;
pub mod http;
pub mod store;
