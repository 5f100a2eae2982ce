//! The client's IP address, also behind trusted proxies.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use axum::{
    extract::{ConnectInfo, FromRef, FromRequestParts},
    http::{Extensions, HeaderMap, request::Parts},
};
use ipnet::IpNet;

use super::error::ApiError;

/// Networks of proxies whose `X-Forwarded-For` and `X-Request-Id` are trusted. Clones share the list.
#[derive(Clone, Default)]
pub struct TrustedProxies(Arc<ProxyList>);

#[derive(Default)]
struct ProxyList {
    networks: Vec<IpNet>,
    has_warned: AtomicBool,
}

impl TrustedProxies {
    pub fn new(networks: Vec<IpNet>) -> Self {
        Self(Arc::new(ProxyList { networks, has_warned: AtomicBool::new(false) }))
    }

    /// `true` once: this peer sends `X-Forwarded-For` and is not trusted, so it may be a proxy that the settings
    /// forgot.
    fn is_first_untrusted(&self, socket: IpAddr, hops: &[&str]) -> bool {
        !hops.is_empty() && !self.contains(socket) && !self.0.has_warned.swap(true, Ordering::Relaxed)
    }

    /// Reads an address or a network in CIDR notation.
    pub fn parse_network(text: &str) -> Option<IpNet> {
        text.parse().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from))
    }

    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.networks.iter().any(|network| network.contains(&address))
    }

    /// The address of the client that sent a request.
    pub fn client_of(&self, extensions: &Extensions, headers: &HeaderMap) -> IpAddr {
        let socket = extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(address)| address.ip().to_canonical());
        let hops: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .collect();
        if self.is_first_untrusted(socket, &hops) {
            tracing::warn!(
                peer = %socket,
                "a peer that is not in TROWEL_TRUSTED_PROXIES sends X-Forwarded-For, which is ignored. \
                 If it is your proxy, add its address: until then its clients share one limit"
            );
        }
        self.client_ip(socket, &hops)
    }

    /// Walks `X-Forwarded-For` from its right end while the hop that wrote it is a trusted proxy. Everything further to
    /// the left was written by an untrusted client.
    pub fn client_ip(&self, socket: IpAddr, hops: &[&str]) -> IpAddr {
        let mut client = socket;
        for hop in hops.iter().rev() {
            if !self.contains(client) {
                break;
            }
            let Some(address) = parse_hop(hop.trim()) else { break };
            client = address.to_canonical();
        }
        client
    }
}

/// Some proxies add the port.
fn parse_hop(hop: &str) -> Option<IpAddr> {
    hop.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|hop| hop.ip()))
}

/// The network of an address, for logs: 256 neighbours of IPv4, or one site of IPv6.
pub fn truncate(address: IpAddr) -> IpNet {
    let address = address.to_canonical();
    let length = if address.is_ipv4() { 24 } else { 48 };
    IpNet::new(address, length).map_or_else(|_| address.into(), |network| network.trunc())
}

/// The client's IP address: the peer of the socket, or the address that a trusted proxy forwards.
pub struct ClientIp(pub IpAddr);

impl<S> FromRequestParts<S> for ClientIp
where
    S: Send + Sync,
    TrustedProxies: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let trusted = TrustedProxies::from_ref(state);
        Ok(Self(trusted.client_of(&parts.extensions, &parts.headers)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn proxies(networks: &[&str]) -> TrustedProxies {
        TrustedProxies::new(
            networks.iter().map(|text| TrustedProxies::parse_network(text).unwrap()).collect(),
        )
    }

    #[test]
    fn a_log_names_the_network_of_an_address() {
        for (address, network) in [
            ("203.0.113.77", "203.0.113.0/24"),
            ("::ffff:203.0.113.77", "203.0.113.0/24"),
            ("2001:db8:1:2:3::4", "2001:db8:1::/48"),
        ] {
            assert_eq!(truncate(ip(address)).to_string(), network);
        }
    }

    #[test]
    fn a_forwarded_address_counts_only_when_a_trusted_proxy_says_it() {
        let trusted = proxies(&["10.0.0.1", "10.0.0.2"]);
        let client = |socket: &str, hops: &[&str]| trusted.client_ip(ip(socket), hops);
        assert_eq!(client("192.0.2.9", &["1.2.3.4"]), ip("192.0.2.9"));
        assert_eq!(client("10.0.0.1", &["6.6.6.6", "1.2.3.4", "10.0.0.2"]), ip("1.2.3.4"));
        assert_eq!(client("10.0.0.1", &["1.2.3.4:5678"]), ip("1.2.3.4"));
        assert_eq!(client("10.0.0.1", &["[2001:db8::1]:5678"]), ip("2001:db8::1"));
        assert_eq!(client("10.0.0.1", &["nonsense"]), ip("10.0.0.1"));
        assert_eq!(client("10.0.0.1", &[]), ip("10.0.0.1"));
    }

    #[test]
    fn an_untrusted_peer_that_forwards_an_address_is_reported_once() {
        let trusted = proxies(&["10.0.0.1"]);
        assert!(!trusted.is_first_untrusted(ip("10.0.0.1"), &["1.2.3.4"]));
        assert!(!trusted.is_first_untrusted(ip("192.0.2.9"), &[]));
        assert!(trusted.is_first_untrusted(ip("192.0.2.9"), &["1.2.3.4"]));
        assert!(!trusted.is_first_untrusted(ip("192.0.2.9"), &["1.2.3.4"]));
    }

    #[test]
    fn a_network_of_proxies_is_trusted_up_to_its_edge() {
        let trusted = proxies(&["10.1.0.0/16", "2001:db8:1::/48"]);
        let client = |socket: &str, hops: &[&str]| trusted.client_ip(ip(socket), hops);
        assert_eq!(client("10.1.255.255", &["6.6.6.6", "1.2.3.4", "10.1.0.0"]), ip("1.2.3.4"));
        assert_eq!(client("2001:db8:1:ffff::7", &["1.2.3.4"]), ip("1.2.3.4"));
        assert_eq!(client("10.2.0.0", &["1.2.3.4"]), ip("10.2.0.0"));
        assert_eq!(client("2001:db8:2::7", &["1.2.3.4"]), ip("2001:db8:2::7"));
        for text in ["", "10.0.0.0/33", "10.0.0", "proxy.example.ca", "10.0.0.1:80"] {
            assert_eq!(TrustedProxies::parse_network(text), None, "{text}");
        }
    }
}
