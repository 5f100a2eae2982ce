//! The card provider on an address of its own, to try a shop or a script against:
//! `cargo run -p trowel-sandbox --example serve -- 127.0.0.1:8310 http://127.0.0.1:8080`.
//!
//! The first argument is where to listen, the others are origins of shops that may show the card field. Keys are
//! `sk_test_example` and `pk_test_example`; `WEBHOOK_URL` and `LEDGER` are read from the environment.

use std::env;
use std::error::Error;

use tokio::net::TcpListener;
use trowel_sandbox::{Sandbox, StripeSettings};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let listen = arguments.next().unwrap_or_else(|| "127.0.0.1:8310".to_owned());
    let mut settings = StripeSettings::new(
        "sk_test_example",
        "pk_test_example",
        "whsec_example",
        format!("http://{listen}"),
    );
    settings.shop_origins = arguments.collect();
    settings.webhook_url = env::var("WEBHOOK_URL").ok();
    settings.ledger = env::var_os("LEDGER").map(Into::into);
    let sandbox = Sandbox::stripe(settings)?;
    axum::serve(TcpListener::bind(listen).await?, sandbox.router()).await?;
    Ok(())
}
