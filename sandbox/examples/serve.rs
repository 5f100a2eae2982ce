//! Runs the card provider, the identity providers and the SMS gateway in a process of their own:
//! `cargo run -p trowel-sandbox --example serve -- 127.0.0.1:8310 http://127.0.0.1:8080`.
//!
//! The first argument is the address to listen on. With port 0 the program prints the port it got. The other arguments
//! are the origins of shops that may show the card field. The keys are `sk_test_example_0123456789abcdef` and
//! `pk_test_example_0123456789abcdef`. The variables `WEBHOOK_URL` and `DATA_FILE` are optional. The first shop is
//! registered with each identity provider as `example` with the secret `secret_example`, and returns to
//! `/api/identity/social/<provider>/callback`. The SMS account is `ACexample` with the token `token_example`. The
//! control key is `control_example`.

use std::env;
use std::error::Error;
use std::io::{self, Write as _};

use tokio::net::TcpListener;
use trowel_sandbox::oauth::{Provider, RegisteredClient};
use trowel_sandbox::{OAuthSandbox, OAuthSettings, SmsSandbox, SmsSettings, StripeSandbox, StripeSettings};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let listen = arguments.next().unwrap_or_else(|| "127.0.0.1:8310".to_owned());
    let listener = TcpListener::bind(listen).await?;
    let origin = format!("http://{}", listener.local_addr()?);
    let mut settings = StripeSettings::new(
        "sk_test_example_0123456789abcdef",
        "pk_test_example_0123456789abcdef",
        "whsec_example_0123456789abcdef0123",
        &*origin,
    );
    settings.shop_origins = arguments.collect();
    settings.webhook_url = env::var("WEBHOOK_URL").ok();
    settings.data_file = env::var_os("DATA_FILE").map(Into::into);
    let mut oauth = OAuthSettings::new(&*origin, "control_example");
    if let Some(shop) = settings.shop_origins.first() {
        oauth.clients.extend(Provider::ALL.map(|provider| RegisteredClient {
            provider,
            id: "example".to_owned(),
            secret: "secret_example".to_owned(),
            redirect_uri: format!("{shop}/api/identity/social/{}/callback", provider.name()),
        }));
    }
    let sms = SmsSettings::new("ACexample", "token_example", "control_example");
    let inbox = sms.inbox.router();
    let sandbox = StripeSandbox::open(settings)?
        .router()
        .merge(OAuthSandbox::new(oauth).router())
        .merge(SmsSandbox::new(sms).router())
        .merge(inbox);
    writeln!(io::stdout(), "The sandbox is open: {origin}")?;
    axum::serve(listener, sandbox).await?;
    Ok(())
}
