//! Clients of external services, one file each.
//!
//! A client knows an HTTP API or protocol and none of the shop's rules. Its base URL is a setting, so that the real
//! provider, the sandbox and an independent emulator are interchangeable.

pub mod oauth;
pub mod object_store;
pub mod picture_fetcher;
pub mod public_client;
pub mod sms;
pub mod smtp;
pub mod stripe;
pub mod web_push;
pub mod webhook_sender;

use std::{sync::LazyLock, time::Duration};

/// The client of the services in the settings.
pub fn http_client() -> Result<reqwest::Client, reqwest::Error> {
    http_client_builder().connect_timeout(Duration::from_secs(1)).timeout(Duration::from_secs(5)).build()
}

/// An idle connection is closed after this time, before the service closes it. A request on a connection that is being
/// closed fails. The sandbox closes idle connections after 10 seconds, and many servers do after 5.
const MAX_IDLE: Duration = Duration::from_secs(3);

/// Whether this machine has certificate authorities. Without any, the TLS library makes no client, not even for plain
/// HTTP.
pub static HAS_AUTHORITIES: LazyLock<bool> = LazyLock::new(|| reqwest::Client::builder().build().is_ok());

/// Every HTTP client is built by this, so that none follows a redirect or a proxy.
fn http_client_builder() -> reqwest::ClientBuilder {
    let builder = reqwest::Client::builder();
    let builder = if *HAS_AUTHORITIES { builder } else { builder.tls_certs_only([]) };
    builder
        .pool_idle_timeout(MAX_IDLE)
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .user_agent(concat!("trowel/", env!("CARGO_PKG_VERSION")))
}
