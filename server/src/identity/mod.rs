//! Who is calling: accounts, passwords, sessions, access tokens.
//!
//! A session is a browser that signed in; its cookie proves it. An access token is handed to that browser's script,
//! lives an hour and dies with the session. Authority is read from the database at every request by the extractors in
//! [`extractors`]; nothing about a role is ever kept in a cookie or a token.
//!
//! Screens: login, sign-up, every guard. This module does not know tools, orders or payments.
pub mod complete_profile;
pub mod email_link;
pub mod extractors;
pub mod http;
pub mod login_methods;
pub mod one_time_code;
pub mod password;
pub mod phone_login;
pub mod roles;
pub mod session;
pub mod social;
pub mod store;
pub mod user;
