//! Where a browser's request comes from, and who is at the other end of the connection.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, header, request::Parts},
};

use super::{cors, error::ApiError};
use crate::shop::Shop;

/// For calls that a cookie proves, or that set one: a browser on another site is refused, unless a setting names its
/// origin. A caller that sends neither
/// `Origin` nor `Sec-Fetch-Site` is not a browser, and has no cookie of somebody else's to misuse.
pub fn must_be_ours(headers: &HeaderMap, shop: &Shop) -> Result<(), ApiError> {
    if cors::is_allowed(headers, &shop.config) {
        return Ok(());
    }
    let foreign_site =
        headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site" || site == "same-site");
    let foreign_origin =
        headers.get(header::ORIGIN).is_some_and(|origin| origin.as_bytes() != shop.public_url().as_bytes());
    if foreign_site || foreign_origin {
        return Err(ApiError::forbidden(
            "foreign_origin",
            "This call is only taken from the shop's own pages.",
        ));
    }
    Ok(())
}

/// Extractor form of [`must_be_ours`], for calls that need no session.
pub struct OurOrigin;

impl FromRequestParts<Arc<Shop>> for OurOrigin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        must_be_ours(&parts.headers, shop).map(|()| Self)
    }
}

/// The client's address: the socket's, or what the last untrusted hop of `X-Forwarded-For` was when a trusted proxy
/// is on the socket.
pub struct ClientAddress(pub IpAddr);

impl FromRequestParts<Arc<Shop>> for ClientAddress {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shop: &Arc<Shop>) -> Result<Self, ApiError> {
        let socket = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(address)| address.ip().to_canonical());
        let hops = parts
            .headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','));
        Ok(Self(behind(socket, hops.collect(), &shop.config.trusted_proxies)))
    }
}

/// Who stands behind the trusted proxies: what is further to the left in the header was written by whoever that is.
pub fn behind(socket: IpAddr, hops: Vec<&str>, trusted: &[IpAddr]) -> IpAddr {
    let mut client = socket;
    for hop in hops.iter().rev() {
        if !trusted.contains(&client) {
            break;
        }
        let Some(address) = address_in(hop.trim()) else { break };
        client = address.to_canonical();
    }
    client
}

/// Some proxies name the port too.
fn address_in(hop: &str) -> Option<IpAddr> {
    hop.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|hop| hop.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_forwarded_address_counts_only_when_a_trusted_proxy_says_it() {
        let trusted = [ip("10.0.0.1"), ip("10.0.0.2")];
        assert_eq!(behind(ip("192.0.2.9"), vec!["1.2.3.4"], &trusted), ip("192.0.2.9"));
        assert_eq!(behind(ip("10.0.0.1"), vec!["6.6.6.6", "1.2.3.4", "10.0.0.2"], &trusted), ip("1.2.3.4"));
        assert_eq!(behind(ip("10.0.0.1"), vec!["1.2.3.4:5678"], &trusted), ip("1.2.3.4"));
        assert_eq!(behind(ip("10.0.0.1"), vec!["[2001:db8::1]:5678"], &trusted), ip("2001:db8::1"));
        assert_eq!(behind(ip("10.0.0.1"), vec!["nonsense"], &trusted), ip("10.0.0.1"));
        assert_eq!(behind(ip("10.0.0.1"), vec![], &trusted), ip("10.0.0.1"));
    }
}
