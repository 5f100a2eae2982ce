//! `trowel verify`, and how commands open the database of a running shop.

use crate::{
    back_office::reconciliation::{self, Period, ProviderCheck, ReconciliationReport},
    base::{
        config::{database::check_location, payments},
        metadata::maintenance::{self, Verification},
    },
    clients::{self, stripe::StripeClient},
    db::{self, Db},
    values::clock::Clock,
};

use super::CliError;

#[derive(clap::Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Base address of the card provider's API [default: the real one]
    #[arg(long, env = "TROWEL_STRIPE_API")]
    stripe_api: Option<String>,
    /// Without it only the shop's own records are checked
    #[arg(long, env = "TROWEL_STRIPE_SECRET_KEY", hide_env_values = true)]
    stripe_secret_key: Option<String>,
}

#[derive(clap::Args)]
pub struct DatabaseArgs {
    /// Folder of the embedded database
    #[arg(long, env = "TROWEL_DATA", default_value = "data")]
    pub(super) data: std::path::PathBuf,
    /// postgres://… if the shop's database is PostgreSQL
    #[arg(long = "database", alias = "database-url", env = "TROWEL_DATABASE_URL", hide_env_values = true)]
    database: Option<String>,
}

impl DatabaseArgs {
    pub fn place(&self) -> Result<db::DatabaseLocation, CliError> {
        let mut faults = Vec::new();
        let place = check_location(self.database.as_deref(), &self.data, &mut faults);
        if faults.is_empty() { Ok(place) } else { Err(CliError::settings(&faults)) }
    }

    pub async fn open(self) -> Result<Db, CliError> {
        let place = self.place()?;
        require_database(&place)?;
        open_database(&place).await
    }
}

/// Opening a file that does not exist would create it.
pub fn require_database(place: &db::DatabaseLocation) -> Result<(), CliError> {
    match place {
        db::DatabaseLocation::Sqlite(path) if !path.exists() => {
            Err(format!("there is no database at {}; give its folder with --data", path.display()).into())
        }
        _ => Ok(()),
    }
}

pub async fn open_database(place: &db::DatabaseLocation) -> Result<Db, CliError> {
    let opened = Db::open(place, db::Options::default()).await;
    opened.map_err(|error| cannot_open(&error, "the database"))
}

pub(super) fn cannot_open(error: &db::Error, database: &str) -> CliError {
    let sentence = format!("{database} cannot be opened: {error}");
    if error.is_invalid_url() { CliError::Settings(sentence) } else { sentence.into() }
}

/// Never migrates, because an older version of the shop may be running on this database.
pub async fn require_migrated(db: &Db) -> Result<(), CliError> {
    match db.is_migrated(crate::base::migrations::MIGRATIONS).await {
        Ok(true) => Ok(()),
        Ok(false) => {
            Err("this database is older than this program; start the shop once with it, then try again"
                .into())
        }
        Err(error) => Err(format!("this is not the database of a shop: {error}").into()),
    }
}

pub async fn verify(settings: VerifyArgs) -> Result<(), CliError> {
    let client = match settings.stripe_secret_key {
        None => None,
        Some(key) => {
            let http = clients::http_client().map_err(|error| format!("no HTTP client: {error}"))?;
            let api = settings.stripe_api.as_deref().unwrap_or(payments::STRIPE_API_URL);
            Some(StripeClient::new(http, api, &key))
        }
    };
    let db = settings.database.open().await?;
    let done = match require_migrated(&db).await {
        Err(failure) => Err(failure),
        Ok(()) => print_and_record(&db, client.as_ref()).await,
    };
    db.close().await;
    done
}

pub(super) async fn print_report(db: &Db, client: Option<&StripeClient>) -> Result<(), CliError> {
    print(&reconcile(db, client).await?)
}

async fn print_and_record(db: &Db, client: Option<&StripeClient>) -> Result<(), CliError> {
    let report = reconcile(db, client).await?;
    let result = print(&report);
    let is_complete = match report.provider {
        ProviderCheck::Done(_) => true,
        ProviderCheck::Disabled => report.payments == 0,
        ProviderCheck::Unreachable(_) if report.errors() == 0 => return result,
        ProviderCheck::Unreachable(_) => false,
    };
    let done = Verification { at: Clock::default().now(), differences: report.errors() };
    let input = (done, is_complete);
    let recorded = db.write(input, |tx, (done, is_complete)| {
        Box::pin(maintenance::record_verification(tx, *done, *is_complete))
    });
    match recorded.await {
        Ok(true) => {}
        Ok(false) => println!(
            "The metrics keep the differences of an earlier run. To replace them, run this with \
             TROWEL_STRIPE_SECRET_KEY."
        ),
        Err(error) => {
            eprintln!("The metrics do not show this result, because it could not be recorded: {error}");
        }
    }
    result
}

async fn reconcile(db: &Db, client: Option<&StripeClient>) -> Result<ReconciliationReport, CliError> {
    reconciliation::reconcile(db, client, Period::All, Clock::default().now())
        .await
        .map_err(|error| format!("the records cannot be read: {error}").into())
}

fn print(report: &ReconciliationReport) -> Result<(), CliError> {
    println!(
        "{} tools, {} orders, {} card payments and {} recorded payments were checked.",
        report.tools, report.orders, report.payments, report.recorded.0
    );
    match &report.provider {
        ProviderCheck::Disabled => {
            println!("The card provider was not asked: TROWEL_STRIPE_SECRET_KEY is not set.");
        }
        ProviderCheck::Done(count) => println!("{count} payments of the card provider were compared."),
        ProviderCheck::Unreachable(_) => {}
    }
    for difference in &report.discrepancies {
        println!("\n{difference}");
    }
    if report.is_truncated {
        println!("\nThere are more differences than these.");
    }
    if let ProviderCheck::Unreachable(why) = &report.provider {
        return Err(format!("the comparison with the card provider was not finished: {why}").into());
    }
    match report.errors() {
        0 => {
            println!("All records agree.");
            Ok(())
        }
        1 => Err("1 difference".into()),
        faults => Err(format!("{faults} differences").into()),
    }
}
