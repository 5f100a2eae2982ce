//! Clients for the systems outside the shop, one file each, and the clock.
//!
//! A client knows a wire and nothing of the shop's rules. Its base URL is a setting, so that the real provider, the
//! sandbox and an independent emulator are the same to it.

pub mod oauth;
pub mod object_store;
pub mod sms;
pub mod smtp;
pub mod stripe;

use std::time::Duration;

/// The only place that makes an HTTP client, so that none is without time limits or follows a redirect.
pub fn http_client() -> Result<reqwest::Client, reqwest::Error> {
    reqwest::Client::builder()
        .connect_timeout(Duration::from_secs(1))
        .timeout(Duration::from_secs(5))
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .user_agent(concat!("trowel/", env!("CARGO_PKG_VERSION")))
        .build()
}
