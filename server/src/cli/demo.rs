//! `trowel demo`: a shop with sample data, and the sandbox in place of external services.

use std::fmt::Write as _;

use super::{
    CliError,
    serve::{bind, create_data_folder, open_shop, run},
};
use crate::{
    config::{ConfigArgs, RunMode},
    demo::{
        self,
        sandbox::{self, DemoSandbox},
    },
    http::origin::PublicUrl,
    shop::Shop,
};

pub async fn demo(settings: ConfigArgs) -> Result<(), CliError> {
    let (mut config, listeners) = bind(settings, RunMode::Demo).await?;
    if config.public_url.is_empty() {
        config.public_url = PublicUrl::new(format!("http://{}", listeners.address));
    }
    create_data_folder(&config)?;
    let stand_ins = sandbox::install(&mut config, listeners.address)
        .map_err(|error| format!("the sandbox cannot store its data: {error}"))?;
    let shop = open_shop(config).await?;
    let accounts = demo::prepare(&shop, listeners.address.ip().is_loopback())
        .await
        .map_err(|error| error.to_string())?;
    let banner = banner(&shop, &accounts, &stand_ins);
    run(shop, listeners, Some(stand_ins.router), &banner).await
}

fn banner(shop: &Shop, accounts: &[demo::DemoAccount], stand_ins: &DemoSandbox) -> String {
    let url = shop.public_url();
    let mut text = format!("\n  Trowel is open: {url}\n\n");
    for account in accounts {
        _ = writeln!(text, "  {:<9} {} / {}", account.role, account.email, account.password);
    }
    _ = writeln!(
        text,
        "\n  Pay with 4242 4242 4242 4242, any future date and any code. No money moves: {url}/sandbox/stripe/"
    );
    if let Some(inbox) = &stand_ins.inbox {
        _ = writeln!(text, "  E-mails stay on this machine. Read them at {inbox}");
    }
    if let Some(phones) = &stand_ins.phones {
        _ = writeln!(text, "  So do text messages, and any phone number works. Read them at {phones}");
    }
    _ = writeln!(text, "  Data is stored in {}. Ctrl-C closes the shop.", shop.config.data.display());
    text
}
