//! `trowel verify`, and how commands open the database of a running shop.

use crate::{
    clients::{self, stripe::StripeClient},
    config::payments,
    db::{self, Db},
    reconciliation::{self, ProviderSide, Span},
    values::clock::Clock,
};

use super::Failure;

#[derive(clap::Args)]
pub struct VerifySettings {
    #[command(flatten)]
    place: PlaceSettings,
    /// Base address of the card provider's API [default: the real one]
    #[arg(long, env = "TROWEL_STRIPE_API")]
    stripe_api: Option<String>,
    /// Without it only the shop's own records are checked
    #[arg(long, env = "TROWEL_STRIPE_SECRET_KEY", hide_env_values = true)]
    stripe_secret_key: Option<String>,
}

#[derive(clap::Args)]
pub struct PlaceSettings {
    /// Folder of the embedded database
    #[arg(long, env = "TROWEL_DATA", default_value = "data")]
    data: std::path::PathBuf,
    /// postgres://… if the shop's database is PostgreSQL
    #[arg(long = "database", env = "TROWEL_DATABASE_URL", hide_env_values = true)]
    database: Option<String>,
}

impl PlaceSettings {
    pub async fn open(self) -> Result<Db, Failure> {
        let place = if let Some(url) = self.database {
            db::Place::Postgres(url)
        } else {
            let path = self.data.join("trowel.sqlite");
            if !path.exists() {
                return Err(format!(
                    "there is no database at {}; give its folder with --data",
                    path.display()
                ));
            }
            db::Place::Sqlite(path)
        };
        Db::open(&place, db::Options::default())
            .await
            .map_err(|error| format!("the database cannot be opened: {error}"))
    }
}

/// Never migrates, because an older version of the shop may be running on this database.
pub async fn must_fit(db: &Db) -> Result<(), Failure> {
    match db.is_migrated(crate::migrations::MIGRATIONS).await {
        Ok(true) => Ok(()),
        Ok(false) => {
            Err("this database is older than this program; start the shop once with it, then try again"
                .into())
        }
        Err(error) => Err(format!("this is not the database of a shop: {error}")),
    }
}

pub async fn verify(settings: VerifySettings) -> Result<(), Failure> {
    let client = match settings.stripe_secret_key {
        None => None,
        Some(key) => {
            let http = clients::http_client().map_err(|error| format!("no HTTP client: {error}"))?;
            let api = settings.stripe_api.as_deref().unwrap_or(payments::REAL_STRIPE_API);
            Some(StripeClient::new(http, api, &key))
        }
    };
    let db = settings.place.open().await?;
    let done = match must_fit(&db).await {
        Err(failure) => Err(failure),
        Ok(()) => tell_whether_books_agree(&db, client.as_ref()).await,
    };
    db.close().await;
    done
}

async fn tell_whether_books_agree(db: &Db, client: Option<&StripeClient>) -> Result<(), Failure> {
    let report = reconciliation::check(db, client, Span::Ever, Clock::default().now())
        .await
        .map_err(|error| format!("the records cannot be read: {error}"))?;
    println!(
        "{} tools, {} orders and {} payments were checked.",
        report.tools, report.orders, report.payments
    );
    match &report.provider {
        ProviderSide::Off => {
            println!("The card provider was not asked: TROWEL_STRIPE_SECRET_KEY is not set.");
        }
        ProviderSide::Compared(count) => println!("{count} payments of the card provider were compared."),
        ProviderSide::Silent(_) => {}
    }
    for difference in &report.differences {
        println!("\n{difference}");
    }
    if report.is_cut {
        println!("\nThere are more differences than these.");
    }
    match report.provider {
        ProviderSide::Silent(why) => {
            Err(format!("the comparison with the card provider was not finished: {why}"))
        }
        _ => match report.differences.iter().filter(|difference| difference.kind.is_fault()).count() {
            0 => {
                println!("All records agree.");
                Ok(())
            }
            1 => Err("1 difference".into()),
            faults => Err(format!("{faults} differences")),
        },
    }
}
