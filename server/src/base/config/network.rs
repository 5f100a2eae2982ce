//! Network settings: where the shop listens, its public URL, and which origins and proxies it trusts.

use std::net::SocketAddr;

use clap::Args;
use ipnet::IpNet;

use crate::{
    base::config::{RunMode, is_on, non_blank},
    http::{
        client_ip::TrustedProxies,
        origin::{AllowedOrigins, PublicUrl},
    },
    values::url::{is_example_host, is_https_or_loopback, parse_origin, url_host},
};

#[allow(rustdoc::bare_urls, reason = "these texts are also the command line's help")]
#[derive(Args, Clone)]
#[command(next_help_heading = "Network")]
pub struct NetworkArgs {
    /// Address and port to listen on; a port alone means this machine only
    #[arg(long, env = "TROWEL_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: String,
    /// Address and port for Prometheus metrics; only your monitoring should be able to reach it [default: off]
    #[arg(long, env = "TROWEL_METRICS_LISTEN")]
    pub metrics_listen: Option<String>,
    /// The address that customers type, for example https://tools.example.ca
    #[arg(long, env = "TROWEL_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Other origins whose pages may call the API, separated by commas, for example https://garden.example.ca
    #[arg(long, env = "TROWEL_ALLOWED_ORIGINS", value_delimiter = ',')]
    pub allowed_origins: Vec<String>,
    /// Reverse proxies whose X-Forwarded-For is trusted: addresses or networks like 10.0.0.0/8, separated by commas, or
    /// none
    #[arg(long, env = "TROWEL_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<String>,
    /// Browsers use https for all subdomains of the public URL too; do not set it while one of them serves plain http
    #[arg(long, env = "TROWEL_HSTS_INCLUDE_SUBDOMAINS", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub hsts_include_subdomains: Option<String>,
    /// Webhooks may go to addresses of private networks and without TLS; every administrator can then reach your
    /// network
    #[arg(long, env = "TROWEL_WEBHOOKS_TO_PRIVATE_NETWORKS", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub webhooks_to_private_networks: Option<String>,
}

/// An address and a port. A port alone is on this machine, and so is `localhost`.
pub fn parse_listen(text: &str) -> Option<SocketAddr> {
    let port = text.strip_prefix("localhost:").unwrap_or(text);
    let local = port.parse().map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
    local.ok().or_else(|| text.parse().ok())
}

/// Returns the shortest prefix of a trusted network. Private networks are not larger than 10.0.0.0/8.
const fn min_prefix_len(network: IpNet) -> u8 {
    match network {
        IpNet::V4(_) => 8,
        IpNet::V6(_) => 16,
    }
}

impl NetworkArgs {
    /// The addresses of the shop and of its metrics.
    pub fn check_listen(&self, faults: &mut Vec<String>) -> (SocketAddr, Option<SocketAddr>) {
        let mut check = |name: &str, text: &str| {
            parse_listen(text).unwrap_or_else(|| {
                faults.push(format!(
                    "{name} is {text:?}. Use an IP address and a port: for example 127.0.0.1:8080 for this machine only, \
                     or 0.0.0.0:8080 for all networks."
                ));
                SocketAddr::from(([127, 0, 0, 1], 0))
            })
        };
        let listen = check("TROWEL_LISTEN", self.listen.trim());
        let metrics = non_blank(self.metrics_listen.as_deref());
        (listen, metrics.map(|text| check("TROWEL_METRICS_LISTEN", &text)))
    }

    /// Checks the public URL. It is empty in demo mode without a setting. Then the address of the listener becomes the
    /// URL, once the listener is bound.
    pub fn check_public_url(&self, mode: RunMode, listen: SocketAddr, faults: &mut Vec<String>) -> PublicUrl {
        let Some(url) = non_blank(self.public_url.as_deref()) else {
            match mode {
                RunMode::Serve => faults.push(
                    "TROWEL_PUBLIC_URL is missing. Set it to the address that customers type, for example https://tools.example.ca."
                        .into(),
                ),
                RunMode::Demo if listen.ip().is_unspecified() => faults.push(format!(
                    "TROWEL_PUBLIC_URL is required when listening on all interfaces ({}). Set it to the address that people type, \
                     for example --public-url http://192.0.2.7:{}.",
                    listen.ip(),
                    listen.port()
                )),
                RunMode::Demo => {}
            }
            return PublicUrl::new("");
        };
        let Some(origin) = parse_origin(&url) else {
            faults.push(format!(
                "TROWEL_PUBLIC_URL is {url:?}. Use only scheme and host, for example https://tools.example.ca."
            ));
            return PublicUrl::new("");
        };
        if mode == RunMode::Serve && url_host(&origin).is_some_and(|host| is_example_host(&host)) {
            faults.push(format!(
                "TROWEL_PUBLIC_URL is {origin}, an address of the documentation. Set it to the address that customers type."
            ));
        }
        if mode == RunMode::Serve && !is_https_or_loopback(&origin) {
            faults.push(format!(
                "TROWEL_PUBLIC_URL is {origin}. Without TLS, passwords and cookies could be read on the network. \
                 Put a proxy with TLS in front of the shop and use its https address."
            ));
        }
        PublicUrl::new(origin)
    }

    pub fn check_hsts_include_subdomains(&self, faults: &mut Vec<String>) -> bool {
        is_on("TROWEL_HSTS_INCLUDE_SUBDOMAINS", self.hsts_include_subdomains.as_deref(), faults)
    }

    pub fn check_webhooks_to_private_networks(&self, faults: &mut Vec<String>) -> bool {
        is_on("TROWEL_WEBHOOKS_TO_PRIVATE_NETWORKS", self.webhooks_to_private_networks.as_deref(), faults)
    }

    /// Wildcards are not supported, because any page could then read customer data.
    pub fn check_allowed_origins(&self, mode: RunMode, faults: &mut Vec<String>) -> AllowedOrigins {
        let mut known = Vec::new();
        for text in self.allowed_origins.iter().filter_map(|text| non_blank(Some(text))) {
            match parse_origin(&text) {
                Some(origin) if mode == RunMode::Demo || is_https_or_loopback(&origin) => known.push(origin),
                Some(origin) => faults.push(format!(
                    "TROWEL_ALLOWED_ORIGINS contains {origin}. An attacker on the network could change its pages and act for \
                     your customers. Use its https address."
                )),
                None => faults.push(format!(
                    "TROWEL_ALLOWED_ORIGINS contains {text:?}. Use scheme and host of each origin, separated by commas, \
                     for example https://garden.example.ca."
                )),
            }
        }
        AllowedOrigins::new(known)
    }

    /// Checks the addresses of proxies. An https public URL means a proxy, unless the shop has certificates of its own.
    /// If the shop did not know the proxy's address, all clients would count as one. A single attacker could use up the
    /// limits of all customers.
    pub fn check_trusted_proxies(
        &self,
        mode: RunMode,
        public_url: &PublicUrl,
        has_own_tls: bool,
        faults: &mut Vec<String>,
    ) -> TrustedProxies {
        let given: Vec<_> = self.trusted_proxies.iter().filter_map(|text| non_blank(Some(text))).collect();
        if given == ["none"] {
            return TrustedProxies::default();
        }
        if given.is_empty() && mode == RunMode::Serve && public_url.is_https() && !has_own_tls {
            faults.push(
                "TROWEL_TRUSTED_PROXIES is missing. The public URL is https, so a proxy is in front of the shop. Set the address \
                 that the proxy connects from, for example 127.0.0.1. Otherwise the limits would count all customers as one. \
                 Set none if nothing in front of the shop sends X-Forwarded-For."
                    .into(),
            );
        }
        let mut networks = Vec::new();
        for text in given {
            match TrustedProxies::parse_network(&text) {
                Some(network) if network.prefix_len() < min_prefix_len(network) => {
                    faults.push(format!(
                        "TROWEL_TRUSTED_PROXIES contains {network}. Clients are in it, too, and could write any address into \
                         X-Forwarded-For. Name your proxies, or their network: at least /8 (IPv4) or /16 (IPv6)."
                    ));
                }
                Some(network) => networks.push(network),
                None => faults.push(format!(
                    "TROWEL_TRUSTED_PROXIES contains {text:?}. Use IP addresses or networks, separated by commas, \
                     for example 10.0.0.7 or 10.0.0.0/8. Or use none alone."
                )),
            }
        }
        TrustedProxies::new(networks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{base::config::tests::checked, http::security_headers::StrictTransport};

    #[test]
    fn a_demo_on_all_interfaces_needs_a_public_url() {
        for listen in ["0.0.0.0:80", "[::]:80"] {
            let faults = checked(RunMode::Demo, &["--listen", listen]).unwrap_err();
            assert!(faults[0].contains("TROWEL_PUBLIC_URL"), "{faults:?}");
            assert!(
                checked(RunMode::Demo, &["--listen", listen, "--public-url", "http://192.0.2.7"]).is_ok()
            );
        }
        assert!(checked(RunMode::Demo, &["--listen", "192.0.2.7:80"]).is_ok());
    }

    #[test]
    fn a_network_that_strangers_are_in_is_not_trusted() {
        let check = |network: &str| {
            checked(RunMode::Serve, &["--public-url", "https://a.ca", "--trusted-proxies", network])
        };
        for network in ["0.0.0.0/0", "8.0.0.0/7", "::/0", "2001::/15"] {
            let faults = check(network).unwrap_err();
            assert!(faults[0].contains("at least /8 (IPv4) or /16 (IPv6)"), "{faults:?}");
        }
        for network in ["10.0.0.0/8", "fd00::/16", "127.0.0.1", "::1"] {
            assert!(check(network).is_ok(), "{network}");
        }
    }

    #[test]
    fn customers_are_served_over_tls_or_on_this_machine() {
        for url in ["http://a.ca", "http://192.0.2.7", "http://localhost.a.ca"] {
            let faults = checked(RunMode::Serve, &["--public-url", url]).unwrap_err();
            assert!(faults[0].contains("TLS"), "{faults:?}");
        }
        for url in ["https://a.ca", "http://localhost:1", "http://127.0.0.1", "http://[::1]:1"] {
            let flags = ["--public-url", url, "--trusted-proxies=none"];
            assert!(checked(RunMode::Serve, &flags).is_ok(), "{url}");
        }
    }

    #[test]
    fn a_shop_for_customers_has_no_address_of_an_example() {
        let check = |mode, url| checked(mode, &["--public-url", url, "--trusted-proxies=none"]);
        for url in [
            "https://tools.example.ca",
            "https://example.com",
            "https://Shop.EXAMPLE",
            "https://a.example.org",
        ] {
            let faults = check(RunMode::Serve, url).unwrap_err();
            assert!(faults.len() == 1 && faults[0].contains("address of the documentation"), "{faults:?}");
            assert!(check(RunMode::Demo, url).is_ok(), "a demo may have it");
        }
        for url in ["https://my-example.ca", "https://example.shop.ca", "https://example.shop"] {
            assert!(check(RunMode::Serve, url).is_ok(), "{url}");
        }
    }

    #[test]
    fn an_address_to_listen_on_may_be_a_port_or_localhost() {
        let listen = |text: &str| {
            checked(RunMode::Demo, &["--listen", text, "--public-url=http://a.ca"])
                .map(|config| config.listen.to_string())
        };
        for text in ["8080", "localhost:8080", "127.0.0.1:8080", " 127.0.0.1:8080 "] {
            assert_eq!(listen(text).unwrap(), "127.0.0.1:8080", "{text}");
        }
        assert_eq!(listen("0.0.0.0:80").unwrap(), "0.0.0.0:80");
        for text in [":8080", "127.0.0.1", "tools.example.ca:80", "localhost", "70000"] {
            let faults = listen(text).unwrap_err();
            assert!(faults[0].contains("TROWEL_LISTEN") && faults[0].contains("0.0.0.0:8080"), "{faults:?}");
        }
        let faults = checked(RunMode::Demo, &["--metrics-listen", ":9100"]).unwrap_err();
        assert!(faults[0].contains("TROWEL_METRICS_LISTEN"), "{faults:?}");
    }

    #[test]
    fn an_https_shop_names_its_proxies() {
        let proxies = |mode, url, list: &[&str]| checked(mode, &[&["--public-url", url], list].concat());
        let https = "https://a.ca";
        let faults = proxies(RunMode::Serve, https, &[]).unwrap_err();
        assert!(faults[0].contains("TROWEL_TRUSTED_PROXIES is missing"), "{faults:?}");
        assert!(proxies(RunMode::Serve, https, &["--trusted-proxies=none"]).is_ok());
        assert!(proxies(RunMode::Serve, https, &["--trusted-proxies=none,10.0.0.1"]).is_err());
        assert!(proxies(RunMode::Serve, "http://127.0.0.1:8080", &[]).is_ok());
        assert!(proxies(RunMode::Demo, https, &[]).is_ok());
    }

    #[test]
    fn browsers_use_https_for_subdomains_only_when_told() {
        let transport = |url, flags: &[&str]| {
            let network = ["--public-url", url, "--trusted-proxies=none"];
            checked(RunMode::Serve, &[&network[..], flags].concat()).unwrap().strict_transport()
        };
        let flag = ["--hsts-include-subdomains"];
        assert_eq!(transport("https://a.ca", &[]), StrictTransport::ThisHost);
        assert_eq!(transport("https://a.ca", &flag), StrictTransport::WithSubdomains);
        assert_eq!(transport("http://127.0.0.1", &flag), StrictTransport::Off);
    }

    #[test]
    fn allowed_origins_are_exact() {
        let origins = |mode, origins| {
            checked(mode, &["--public-url=http://127.0.0.1", "--allowed-origins", origins])
                .map(|config| config.allowed_origins.to_vec())
        };
        assert_eq!(
            origins(RunMode::Serve, " https://Garden.example.ca/, ,https://b.ca:443,http://localhost:5173")
                .unwrap(),
            ["https://garden.example.ca", "https://b.ca", "http://localhost:5173"]
        );
        assert_eq!(origins(RunMode::Serve, "").unwrap(), [""; 0]);
        for bad in [
            "*",
            "null",
            "garden.example.ca",
            "https://*.example.ca",
            "https://b.ca/x",
            "https://u@b.ca",
            "ftp://b.ca",
        ] {
            let faults = origins(RunMode::Demo, bad).unwrap_err();
            assert!(faults[0].contains("TROWEL_ALLOWED_ORIGINS") && faults[0].contains(bad), "{faults:?}");
        }
        assert!(origins(RunMode::Serve, "http://b.ca").unwrap_err()[0].contains("https"));
        assert!(origins(RunMode::Demo, "http://b.ca").is_ok());
    }

    #[test]
    fn trusted_proxies_are_addresses_or_networks() {
        let proxies =
            |list| checked(RunMode::Serve, &["--public-url=https://a.ca", "--trusted-proxies", list]);
        let trusted = proxies("127.0.0.1, 10.1.0.0/16,,2001:db8::/32").unwrap().trusted_proxies;
        for (address, is_trusted) in [
            ("127.0.0.1", true),
            ("127.0.0.2", false),
            ("10.1.2.3", true),
            ("10.2.0.1", false),
            ("2001:db8::7", true),
        ] {
            assert_eq!(trusted.contains(address.parse().unwrap()), is_trusted, "{address}");
        }
        assert!(!proxies("none").unwrap().trusted_proxies.contains([127, 0, 0, 1].into()));
        for bad in ["proxy", "10.0.0.0/33", "10.0.0.1:80", "*"] {
            let faults = proxies(bad).unwrap_err();
            assert!(faults[0].contains("TROWEL_TRUSTED_PROXIES") && faults[0].contains(bad), "{faults:?}");
        }
    }
}
