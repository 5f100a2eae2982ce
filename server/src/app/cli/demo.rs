//! `trowel demo`: a shop with sample data, and the sandbox in place of external services.

use std::{fmt::Write as _, net::SocketAddr};

use super::{
    CliError,
    serve::{DemoServer, bind, create_data_folder, open_shop, run},
};
use crate::{
    app::demo::{
        self,
        sandbox::{self, DemoSandbox},
    },
    base::config::{ConfigArgs, RunMode},
    http::origin::PublicUrl,
    shop::Shop,
    values::url::parse_origin,
};

pub async fn demo(settings: ConfigArgs) -> Result<(), CliError> {
    let (mut config, listeners) = bind(settings, RunMode::Demo).await?;
    if config.public_url.is_empty() {
        config.public_url = local_url(listeners.address);
    }
    create_data_folder(&config.data)?;
    let is_private = demo::is_private(listeners.address, &config.public_url);
    let stand_ins = sandbox::install(&mut config, listeners.address, is_private)
        .map_err(|error| format!("the sandbox cannot store its data: {error}"))?;
    let shop = open_shop(config).await?;
    let cards = stand_ins.cards.as_ref();
    let samples = cards.filter(|_| shop.config.has_sample_orders);
    let accounts = demo::prepare(&shop, is_private, samples).await.map_err(|error| error.to_string())?;
    if let Some(cards) = cards {
        cards.connect();
    }
    let banner = banner(&shop, listeners.address, &accounts, &stand_ins);
    run(shop, listeners, Some(DemoServer { sandbox: stand_ins.router, is_private }), &banner).await
}

/// The address as browsers spell it: without the port of the scheme, which they leave out.
fn local_url(address: SocketAddr) -> PublicUrl {
    let url = format!("http://{address}");
    PublicUrl::new(parse_origin(&url).unwrap_or(url))
}

fn banner(
    shop: &Shop,
    address: SocketAddr,
    accounts: &[demo::DemoAccount],
    stand_ins: &DemoSandbox,
) -> String {
    let url = shop.public_url();
    let mut text = format!("\n  Trowel is open: {url}");
    if *url != local_url(address) {
        _ = write!(text, " (listening on {address})");
    }
    text.push_str("\n\n");
    for account in accounts {
        _ = writeln!(text, "  {:<9} {} / {}", account.role, account.email, account.password);
    }
    if let Some(payments) = &stand_ins.payments {
        _ = writeln!(
            text,
            "\n  Pay with 4242 4242 4242 4242, any future date and any code. No money moves: {payments}"
        );
    }
    if let Some(inbox) = &stand_ins.inbox {
        _ = writeln!(text, "  E-mails stay on this machine. Read them at {inbox}");
    }
    if let Some(phones) = &stand_ins.phones {
        _ = writeln!(text, "  So do text messages, and any phone number works. Read them at {phones}");
    }
    _ = writeln!(text, "  Data is stored in {}. Ctrl-C closes the shop.", shop.config.data.display());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_demo_is_spelled_as_in_a_browser() {
        for (address, url) in [
            ("127.0.0.1:80", "http://127.0.0.1"),
            ("[::1]:80", "http://[::1]"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
        ] {
            assert_eq!(&*local_url(address.parse().unwrap()), url);
        }
    }
}
