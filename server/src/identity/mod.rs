//! Who is calling: accounts, passwords, sessions, access tokens.
//!
//! A session is a browser that signed in; its cookie proves it. An access token is handed to that browser's script,
//! lives an hour and dies with the session. Authority is read from the database at every request by the extractors in
//! [`caller`]; nothing about a role is ever kept in a cookie or a token.
//!
//! Screens: login, sign-up, every guard. This module does not know tools, orders or payments.

pub mod admission;
pub mod caller;
pub mod confirm;
pub mod guessing;
pub mod http;
pub mod mailed_link;
pub mod password;
pub mod recognise;
pub mod role;
pub mod session;
pub mod sessions;
pub mod sign_up;
pub mod store;
pub mod take_over;
pub mod throttle;
pub mod user;
