//! The card provider, the identity providers and the text message gateway on an address of their own, to try a shop or a
//! script against:
//! `cargo run -p trowel-sandbox --example serve -- 127.0.0.1:8310 http://127.0.0.1:8080`.
//!
//! The first argument is where to listen (at port 0 it says which it took), the others are origins of shops that may show
//! the card field. Keys are `sk_test_example` and `pk_test_example`; `WEBHOOK_URL` and `LEDGER` are read from the
//! environment. With each identity provider the first shop is registered as `example` with the secret `secret_example`,
//! coming back to `/api/identity/social/<provider>/callback`; the control key is `control_example`.
//! Text messages are taken for the account `ACexample` with the token `token_example`.

use std::env;
use std::error::Error;
use std::io::{self, Write as _};

use tokio::net::TcpListener;
use trowel_sandbox::oauth::{Client, Provider};
use trowel_sandbox::{OauthSandbox, OauthSettings, Sandbox, SmsSandbox, SmsSettings, StripeSettings};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let listen = arguments.next().unwrap_or_else(|| "127.0.0.1:8310".to_owned());
    let listener = TcpListener::bind(listen).await?;
    let origin = format!("http://{}", listener.local_addr()?);
    let mut settings = StripeSettings::new("sk_test_example", "pk_test_example", "whsec_example", &*origin);
    settings.shop_origins = arguments.collect();
    settings.webhook_url = env::var("WEBHOOK_URL").ok();
    settings.ledger = env::var_os("LEDGER").map(Into::into);
    let mut oauth = OauthSettings::new(&*origin, "control_example");
    if let Some(shop) = settings.shop_origins.first() {
        oauth.clients.extend(Provider::ALL.map(|provider| Client {
            provider,
            id: "example".to_owned(),
            secret: "secret_example".to_owned(),
            redirect_uri: format!("{shop}/api/identity/social/{}/callback", provider.name()),
        }));
    }
    let sms = SmsSettings::new("ACexample", "token_example", "control_example");
    let stand_ins = Sandbox::stripe(settings)?
        .router()
        .merge(OauthSandbox::new(oauth).router())
        .merge(SmsSandbox::new(sms).router());
    writeln!(io::stdout(), "The sandbox is open: {origin}")?;
    axum::serve(listener, stand_ins).await?;
    Ok(())
}
