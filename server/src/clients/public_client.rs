//! Requests to addresses that the owner typed or imported. They must not lead into the network of the shop.
//!
//! A name is resolved by `PublicResolver`, and the connection goes to exactly the addresses that it returns. So a name
//! that resolves to another address a moment later is refused too. An address instead of a name is not resolved, and is
//! checked before.

use std::{error::Error as _, sync::Arc, time::Duration};

use reqwest::{
    Url,
    dns::{Addrs, Name, Resolve, Resolving},
};

use crate::values::url::{PrivateAddress, is_public_ip, public_literal};

pub struct PublicClient {
    pub http: reqwest::Client,
    pub allows_private: bool,
}

impl PublicClient {
    pub fn new(allows_private: bool, timeout: Duration) -> Result<Self, reqwest::Error> {
        Self::build(super::http_client_builder(), allows_private, timeout)
    }

    pub(super) fn build(
        builder: reqwest::ClientBuilder,
        allows_private: bool,
        timeout: Duration,
    ) -> Result<Self, reqwest::Error> {
        let builder = builder.connect_timeout(timeout).timeout(timeout);
        let builder = if allows_private { builder } else { builder.dns_resolver(Arc::new(PublicResolver)) };
        Ok(Self { http: builder.build()?, allows_private })
    }

    /// Whether the URL has a private address instead of a name.
    pub fn refuses(&self, url: &Url) -> bool {
        !self.allows_private && public_literal(url) == Some(false)
    }
}

/// Whether `PublicResolver` refused the name.
pub fn is_private(error: &reqwest::Error) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.is::<PrivateAddress>() {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Resolves a name by the system. Fails if one of its addresses is not public.
struct PublicResolver;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<_> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            if !found.iter().all(|address| is_public_ip(address.ip())) {
                return Err(PrivateAddress.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_resolver_refuses_a_name_of_this_machine() {
        assert!(PublicResolver.resolve("localhost".parse().unwrap()).await.is_err());
    }
}
