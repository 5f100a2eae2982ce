//! `trowel doctor`: tries everything that the settings of `serve` name, and prints a line for each check.
//!
//! It works while the shop runs. What it writes to try a place, it deletes again.

mod database;
mod files;
mod services;

pub use database::order_in_future;

use std::time::Duration;

use super::CliError;
use crate::{
    base::config::{Config, ConfigArgs, RunMode, environment},
    values::{clock::Clock, ids::Id, time::Timestamp},
};

const MAX_DRIFT: Duration = Duration::from_secs(30);
/// From here on the card provider's webhooks are refused.
const MAX_DRIFT_OF_WEBHOOKS: Duration = Duration::from_mins(5);

/// What a check found, as one or more sentences. A warning or a fault also says what to do.
#[derive(Debug, PartialEq, Eq)]
enum Finding {
    Fine(String),
    /// Something is off, as the settings say.
    Note(String),
    Warning(String),
    Fault(String),
}

use Finding::{Fault, Fine, Note, Warning};

#[derive(Default)]
struct DoctorReport {
    faults: usize,
    warnings: usize,
}

impl DoctorReport {
    fn add(&mut self, check: &str, finding: Finding) {
        let (result, text) = match finding {
            Fine(text) => ("ok", text),
            Note(text) => ("note", text),
            Warning(text) => ("warning", text),
            Fault(text) => ("fault", text),
        };
        self.warnings += usize::from(result == "warning");
        self.faults += usize::from(result == "fault");
        // Servers answer in several lines.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        println!("{result:<8} {check}: {text}");
    }

    fn result(&self) -> Result<(), CliError> {
        match (self.faults, self.warnings) {
            (0, 0) => println!("\nAll is well."),
            (0, 1) => println!("\nNo faults, 1 warning."),
            (0, warnings) => println!("\nNo faults, {warnings} warnings."),
            (1, _) => return Err("1 fault".into()),
            (faults, _) => return Err(format!("{faults} faults").into()),
        }
        Ok(())
    }
}

/// Checks whether Apple Pay and Google Pay can be shown. `trowel config check` calls this.
pub async fn check_wallets(config: &Config) -> Result<(), CliError> {
    let mut report = DoctorReport::default();
    report.add("Wallets", services::wallets(config).await);
    if report.faults > 0 { Err("1 fault".into()) } else { Ok(()) }
}

pub async fn doctor(settings: ConfigArgs) -> Result<(), CliError> {
    let mut faults = Vec::new();
    environment::check(&mut faults);
    let config = match settings.check(RunMode::Serve) {
        Ok(config) if faults.is_empty() => config,
        checked => {
            faults.extend(checked.err().unwrap_or_default());
            return Err(CliError::settings(&faults));
        }
    };
    let clock = Clock::default();
    // The id makes names of files that no other program uses.
    let id = Id::new(clock.now());
    let mut report = DoctorReport::default();
    report.add("Settings", Fine("all settings are right".to_owned()));
    files::check(&config, &id, &mut report);
    let shop_id = database::check(&config, &clock, &mut report).await;
    report.add("Pictures", files::pictures(&config, &id).await);
    report.add("Card provider", services::card_provider(&config, &clock).await);
    report.add("Wallets", services::wallets(&config).await);
    report.add("E-mail", services::mail_server(&config).await);
    report.add("Public URL", services::public_url(&config, shop_id.as_ref()).await);
    if let Some(finding) = certificate(&config, clock.now()).await {
        report.add("Certificate", finding);
    }
    report.result()
}

/// Compares the clock with another one, which `whose` names.
fn compare_clocks(whose: &str, theirs: Timestamp, ours: Timestamp) -> Finding {
    let drift = Duration::from_micros(ours.micros().abs_diff(theirs.micros()));
    let side = if ours > theirs { "ahead of" } else { "behind" };
    let told = format!("this machine's clock is {} seconds {side} {whose}", drift.as_secs());
    let repair = "Synchronize both clocks with NTP, for example with systemd-timesyncd or chrony";
    match drift {
        _ if drift > MAX_DRIFT_OF_WEBHOOKS => Fault(format!("{told}. {repair}")),
        _ if drift > MAX_DRIFT => Warning(format!("{told}. {repair}")),
        _ => Fine(format!("this machine's clock agrees with {whose}")),
    }
}

#[cfg(feature = "acme")]
async fn certificate(config: &Config, now: Timestamp) -> Option<Finding> {
    use crate::values::duration::humanize_duration;
    /// The shop renews a certificate a month before its end.
    const MIN_TIME: Duration = Duration::from_hours(14 * 24);
    let acme = config.acme.as_ref()?;
    let log = "The log says why at `no certificate was issued`";
    Some(match crate::http::acme::expires_at(&acme.domains, &acme.directory, &config.data).await {
        Ok(None) => Fault(format!("there is no certificate yet, so browsers cannot connect. {log}")),
        Ok(Some(end)) => match Duration::from_secs(now.seconds_until(end)) {
            left if left < Duration::from_hours(24) => {
                Fault(format!("the certificate ends within a day, or has ended. {log}"))
            }
            left if left < MIN_TIME => Warning(format!(
                "the certificate ends in {} and was not renewed. {log}",
                humanize_duration(left)
            )),
            left => Fine(format!("the certificate ends in {}", humanize_duration(left))),
        },
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            Fault(format!("{error}. Run this command as the user of the shop"))
        }
        Err(error) => Fault(format!("{error}. Delete this file, and restart the shop")),
    })
}

/// The settings refuse ACME.
#[cfg(not(feature = "acme"))]
#[expect(clippy::unused_async, reason = "as with the feature")]
async fn certificate(_config: &Config, _now: Timestamp) -> Option<Finding> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_may_differ_by_half_a_minute_and_not_by_five() {
        let now = Timestamp::from_micros(1_800_000_000_000_000);
        let compare = |seconds| compare_clocks("the database", now.minus(Duration::from_secs(seconds)), now);
        assert_eq!(compare(30), Fine("this machine's clock agrees with the database".to_owned()));
        let Warning(text) = compare(31) else { panic!("a warning") };
        assert!(text.contains("31 seconds ahead of the database") && text.contains("NTP"), "{text}");
        assert!(matches!(compare(300), Warning(_)) && matches!(compare(301), Fault(_)));
        let Fault(text) = compare_clocks("the database", now.plus(Duration::from_hours(1)), now) else {
            panic!("a fault")
        };
        assert!(text.contains("3600 seconds behind"), "{text}");
    }
}
