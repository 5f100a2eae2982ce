//! `trowel mail`: sends a test e-mail with the settings of the shop.

use clap::{Args, Subcommand};

use super::CliError;
use crate::{
    base::{
        config::{email::EmailArgs, environment},
        email::Mailer,
        rate_limit::RateLimits,
    },
    settings::shop_settings::settings::ShopSettings,
    values::{clock::Clock, email::Email, language::Language},
};

#[derive(Subcommand)]
pub enum MailCommand {
    /// Send one e-mail now, and print what the mail server answers
    Test(MailTestArgs),
}

#[derive(Args)]
pub struct MailTestArgs {
    /// Address that gets the e-mail
    address: String,
    #[command(flatten)]
    email: EmailArgs,
    /// The address of the shop, which the e-mail names
    #[arg(long, env = "TROWEL_PUBLIC_URL", default_value = "http://localhost")]
    public_url: String,
}

pub async fn mail(command: MailCommand) -> Result<(), CliError> {
    let MailCommand::Test(args) = command;
    let mut faults = Vec::new();
    environment::check(&mut faults);
    let config = args.email.check(&mut faults);
    let Some(to) = Email::parse(&args.address) else {
        return Err(format!("{} is not an e-mail address", args.address).into());
    };
    if !faults.is_empty() {
        return Err(CliError::settings(&faults));
    }
    // The limits are about the outbox.
    let letterhead = ShopSettings::default().letterhead(&args.public_url, "cad");
    let mailer = Mailer::new(config.as_ref(), letterhead, false, &RateLimits::of_shop())
        .map_err(|error| CliError::Settings(error.to_string()))?;
    match mailer.send_test(&to, None, Language::English, Clock::default().now()).await {
        None => {
            let off = "e-mail is off. Set TROWEL_SMTP_URL and TROWEL_MAIL_FROM, then try again";
            Err(CliError::Settings(off.into()))
        }
        Some(Ok(answer)) => {
            println!("The mail server took the e-mail to {to}. It answered: {answer}");
            Ok(())
        }
        Some(Err(error)) => Err(format!("the e-mail to {to} could not be sent: {error}").into()),
    }
}
