//! Clients of external services, one file each.
//!
//! A client knows an HTTP API or protocol and none of the shop's rules. Its base URL is a setting, so that the real
//! provider, the sandbox and an independent emulator are interchangeable.

pub mod oauth;
pub mod object_store;
pub mod sms;
pub mod smtp;
pub mod stripe;

use std::time::Duration;

/// Every HTTP client is built here, so that each one has timeouts and follows no redirect.
pub fn http_client() -> Result<reqwest::Client, reqwest::Error> {
    reqwest::Client::builder()
        .connect_timeout(Duration::from_secs(1))
        .timeout(Duration::from_secs(5))
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .user_agent(concat!("trowel/", env!("CARGO_PKG_VERSION")))
        .build()
}
