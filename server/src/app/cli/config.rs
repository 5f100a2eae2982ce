//! `trowel config check`: prints every setting of `serve` with its source or default, and all faults at once.

use clap::{ArgMatches, Args as _, Command, Subcommand, parser::ValueSource};

use super::{CliError, doctor};
use crate::base::config::{ConfigArgs, RunMode, environment, secrets::masked};

#[derive(Subcommand)]
pub enum ConfigCommand {
    /// Print each setting with its source or default, without secrets, and check them all as `serve` does
    Check(ConfigArgs),
}

/// `matches` belong to the subcommand.
pub async fn check(command: ConfigCommand, matches: &ArgMatches) -> Result<(), CliError> {
    let ConfigCommand::Check(settings) = command;
    for (name, default) in environment::VARIABLES_WITHOUT_FLAG {
        match (std::env::var(name).unwrap_or_default().trim(), default) {
            ("", "") => println!("{name}=  # not set"),
            ("", default) => println!("{name}={default}  # default"),
            (value, _) => println!("{name}={}  # environment", masked(value)),
        }
    }
    for argument in ConfigArgs::augment_args(Command::new("trowel")).get_arguments() {
        let Some(name) = argument.get_env().and_then(|name| name.to_str()) else { continue };
        let id = argument.get_id().as_str();
        let file = environment::secret_file(argument);
        let source = match matches.value_source(id) {
            Some(ValueSource::CommandLine) => "command line".to_owned(),
            Some(ValueSource::EnvVariable) => "environment".to_owned(),
            Some(_) => file.map_or_else(|| "default".to_owned(), |file| format!("file {}", file.display())),
            None => String::new(),
        };
        let values = matches
            .get_raw(id)
            .map(|values| values.map(|value| value.to_string_lossy()).collect::<Vec<_>>().join(","));
        match values {
            Some(value) if !value.is_empty() && !source.is_empty() => {
                let is_secret = argument.is_hide_env_values_set();
                let shown = if is_secret { "(hidden)".to_owned() } else { masked(&value) };
                println!("{name}={shown}  # {source}");
            }
            _ => match environment::documented_default(argument) {
                Some(default) => println!("{name}={default}  # default"),
                None => println!("{name}=  # not set"),
            },
        }
    }
    let mut faults = Vec::new();
    environment::check(&mut faults);
    match settings.check(RunMode::Serve) {
        Ok(config) if faults.is_empty() => {
            println!("\nAll settings are right.");
            // What they name is tried by `trowel doctor`. Wallets fail silently: their buttons are not shown.
            if config.payments.is_some() { doctor::check_wallets(&config).await } else { Ok(()) }
        }
        checked => {
            faults.extend(checked.err().unwrap_or_default());
            Err(CliError::settings(&faults))
        }
    }
}
