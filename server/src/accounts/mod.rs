//! Accounts, passwords, second factors, login methods, sessions, access tokens and API keys.
//!
//! A session is a browser that has logged in; its cookie authenticates it. An access token is issued to the script of
//! that browser, lasts an hour and ends with the session. The extractors in [`extractors`] read authority from the
//! database at every request. No cookie and no token holds a role.
//!
//! This module alone writes accounts, sessions, linked identities and e-mail tokens. It does not know tools or orders.

pub mod api_keys;
pub mod cleanup;
pub mod complete_profile;
pub mod email_link;
pub mod extractors;
pub mod http;
pub mod login_methods;
pub mod one_time_code;
pub mod password;
pub mod permissions;
pub mod phone_login;
pub mod profiles;
pub mod push_devices;
pub mod roles;
pub mod rules;
pub mod second_factor;
pub mod session;
pub mod social;
pub mod store;
pub mod user;
