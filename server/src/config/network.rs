//! Network settings: where the shop listens, its public URL, and which origins and proxies it trusts.

use std::net::SocketAddr;

use clap::Args;

use crate::{
    config::{RunMode, non_blank},
    http::{
        client_ip::TrustedProxies,
        origin::{AllowedOrigins, PublicUrl},
    },
    values::url::{is_https_or_loopback, parse_origin},
};

#[allow(rustdoc::bare_urls, reason = "these texts are also the command line's help")]
#[derive(Args, Clone)]
pub struct NetworkArgs {
    /// Address and port to listen on
    #[arg(long, env = "TROWEL_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Address and port for Prometheus metrics; only your monitoring should be able to reach it [default: off]
    #[arg(long, env = "TROWEL_METRICS_LISTEN")]
    pub metrics_listen: Option<SocketAddr>,
    /// The address that customers type, for example https://tools.example.ca
    #[arg(long, env = "TROWEL_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Other origins whose pages may call the API, separated by commas, for example https://garden.example.ca
    #[arg(long, env = "TROWEL_ALLOWED_ORIGINS", value_delimiter = ',')]
    pub allowed_origins: Vec<String>,
    /// Reverse proxies whose X-Forwarded-For is trusted: addresses or networks like 10.0.0.0/8, separated by commas
    #[arg(long, env = "TROWEL_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<String>,
}

impl NetworkArgs {
    /// Empty in demo mode without a setting: then it is the address of the listener, once that is bound.
    pub fn check_public_url(&self, mode: RunMode, faults: &mut Vec<String>) -> PublicUrl {
        let Some(url) = non_blank(self.public_url.as_deref()) else {
            match mode {
                RunMode::Serve => faults.push(
                    "TROWEL_PUBLIC_URL is missing. Set it to the address that customers type, for example https://tools.example.ca."
                        .into(),
                ),
                RunMode::Demo if self.listen.ip().is_unspecified() => faults.push(format!(
                    "TROWEL_PUBLIC_URL is required when listening on all interfaces ({}). Set it to the address that people type, \
                     for example --public-url http://192.0.2.7:{}.",
                    self.listen.ip(),
                    self.listen.port()
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
        if mode == RunMode::Serve && !is_https_or_loopback(&origin) {
            faults.push(format!(
                "TROWEL_PUBLIC_URL is {origin}. Without TLS, passwords and cookies could be read on the network. \
                 Put a proxy with TLS in front of the shop and use its https address."
            ));
        }
        PublicUrl::new(origin)
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

    pub fn check_trusted_proxies(&self, faults: &mut Vec<String>) -> TrustedProxies {
        let mut networks = Vec::new();
        for text in self.trusted_proxies.iter().filter_map(|text| non_blank(Some(text))) {
            match TrustedProxies::parse_network(&text) {
                Some(network) => networks.push(network),
                None => faults.push(format!(
                    "TROWEL_TRUSTED_PROXIES contains {text:?}. Use IP addresses or networks, separated by commas, \
                     for example 10.0.0.7 or 10.0.0.0/8."
                )),
            }
        }
        TrustedProxies::new(networks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::checked;

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
    fn customers_are_served_over_tls_or_on_this_machine() {
        for url in ["http://tools.example.ca", "http://192.0.2.7", "http://localhost.example.ca"] {
            let faults = checked(RunMode::Serve, &["--public-url", url]).unwrap_err();
            assert!(faults[0].contains("TLS"), "{faults:?}");
        }
        for url in ["https://tools.example.ca", "http://localhost:1", "http://127.0.0.1", "http://[::1]:1"] {
            assert!(checked(RunMode::Serve, &["--public-url", url]).is_ok(), "{url}");
        }
    }

    #[test]
    fn allowed_origins_are_exact() {
        let origins = |mode, origins| {
            checked(mode, &["--public-url=https://a.ca", "--allowed-origins", origins])
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
        assert!(!proxies("").unwrap().trusted_proxies.contains([127, 0, 0, 1].into()));
        for bad in ["proxy", "10.0.0.0/33", "10.0.0.1:80", "*"] {
            let faults = proxies(bad).unwrap_err();
            assert!(faults[0].contains("TROWEL_TRUSTED_PROXIES") && faults[0].contains(bad), "{faults:?}");
        }
    }
}
