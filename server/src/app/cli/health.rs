//! `trowel health`: whether the shop on this machine is ready, for container images without a shell.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::CliError;
use crate::{base::config::network::parse_listen, clients};

#[derive(clap::Args)]
pub struct HealthArgs {
    /// Address and port of the shop
    #[arg(long, env = "TROWEL_LISTEN", default_value = "127.0.0.1:8080")]
    listen: String,
    /// Address of a shop elsewhere, for example `https://tools.example.ca`
    #[arg(long)]
    url: Option<String>,
}

pub async fn health(args: HealthArgs) -> Result<(), CliError> {
    let url = match args.url {
        Some(url) => url,
        None => local_url(&args.listen).ok_or_else(|| {
            let listen = &args.listen;
            CliError::Settings(format!(
                "TROWEL_LISTEN is {listen:?}, not an address and a port like 127.0.0.1:8080"
            ))
        })?,
    };
    let url = format!("{}/readyz", url.trim_end_matches('/'));
    let http = clients::http_client().map_err(|error| format!("no HTTP client: {error}"))?;
    let response = http.get(&url).send().await;
    match response.map_err(|error| format!("{url} does not answer: {error}"))?.status() {
        status if status.is_success() => {
            println!("The shop is ready.");
            Ok(())
        }
        status => Err(format!("the shop is not ready: {url} answers {status}").into()),
    }
}

/// A shop that listens on all interfaces is asked on the loopback one.
fn local_url(listen: &str) -> Option<String> {
    let mut address = parse_listen(listen.trim())?;
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    Some(format!("http://{address}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shop_on_all_interfaces_is_asked_on_this_machine() {
        for (listen, url) in [
            ("0.0.0.0:80", "http://127.0.0.1:80"),
            ("[::]:8080", "http://[::1]:8080"),
            ("8080", "http://127.0.0.1:8080"),
            ("192.0.2.7:1", "http://192.0.2.7:1"),
        ] {
            assert_eq!(local_url(listen).as_deref(), Some(url));
        }
        assert_eq!(local_url("shop"), None);
    }
}
