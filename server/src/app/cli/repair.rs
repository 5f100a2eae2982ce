//! `trowel adjust-stock` and `trowel refund`: corrections on the host, written to the audit trail.

use super::{
    CliError,
    verify::{DatabaseArgs, require_migrated},
};
use crate::{
    back_office::reconciliation::corrections::{self, StockAdjustment},
    db::Db,
    values::{clock::Clock, ids::Id},
};

#[derive(clap::Args)]
pub struct AdjustStockArgs {
    /// Id of the tool, as `trowel verify` prints it
    tool: String,
    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(clap::Args)]
pub struct RefundArgs {
    /// The card provider's id of the payment (pi_…), as `trowel verify` prints it
    payment: String,
    #[command(flatten)]
    place: DatabaseArgs,
}

pub async fn adjust_stock(settings: AdjustStockArgs) -> Result<(), CliError> {
    let AdjustStockArgs { tool, database: place } = settings;
    let id = Id::parse(&tool).ok_or_else(|| format!("{tool} is not the id of a tool"))?;
    let adjusted = with_database(place, async |db| {
        corrections::adjust_stock(db, &id, Clock::default().now())
            .await
            .map_err(|error| CliError::from(error.to_string()))
    });
    match adjusted.await? {
        StockAdjustment::By(units) => println!("The stock records were off by {units} and agree now."),
        StockAdjustment::Unchanged => println!("The stock records agreed already; nothing changed."),
        StockAdjustment::UnknownTool => return Err(format!("there is no tool {tool}").into()),
    }
    Ok(())
}

pub async fn refund(settings: RefundArgs) -> Result<(), CliError> {
    let RefundArgs { payment, place } = settings;
    let is_due = with_database(place, async |db| {
        let marked = corrections::mark_refund_due(db, &payment, Clock::default().now());
        marked.await.map_err(|error| CliError::from(error.to_string()))
    });
    if !is_due.await? {
        return Err(
            format!("{payment} is not a payment that succeeded and paid no order; nothing changed").into()
        );
    }
    println!("The running shop refunds this payment within half a minute.");
    Ok(())
}

async fn with_database<T>(
    place: DatabaseArgs,
    work: impl AsyncFnOnce(&Db) -> Result<T, CliError>,
) -> Result<T, CliError> {
    let db = place.open().await?;
    let done = match require_migrated(&db).await {
        Ok(()) => work(&db).await,
        Err(failure) => Err(failure),
    };
    db.close().await;
    done
}
