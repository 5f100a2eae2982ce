//! Profiles, who has which role, and letters that did not arrive. Screens: profile form, Make Admin page, undelivered mail.
//!
//! A profile belongs to an account and repeats nothing of it: name and e-mail are read from the account.

pub mod http;
pub mod store;
