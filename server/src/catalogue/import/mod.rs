//! Adds and changes tools from a CSV or Excel file: first a check that lists what would change, then all of it in one
//! transaction.
//!
//! A file is sent twice. The digest of the check covers the file and the tools it is about, so that an import never
//! does what the check did not show.

pub mod columns;
pub mod dialect;
mod fetched_pictures;
pub mod file;
pub mod file_row;
pub mod http;
pub mod multipart;
pub mod named_rows;
pub mod numbers;
pub mod other_shops;
pub mod pictures;
mod plan;
mod programs;
mod spreadsheet_damage;
mod version_at_download;
mod workbook;

use std::sync::Arc;

use futures_util::future::try_join_all;
use serde::Serialize;
use utoipa::ToSchema;

use self::{
    file::ToolFile,
    pictures::PictureFiles,
    plan::{ImportPlan, PlannedTool, redirects::PlannedRedirect},
};
use crate::{
    base::audit::{self, AuditAction, AuditEntry},
    catalogue::tools::{
        manage::ToolConflict,
        slugs,
        store::{self, StockChangeReason},
    },
    db::{self, Tx},
    http::progress::ProgressReporter,
    settings::redirects::{self, NewRedirect},
    shop::Shop,
    values::{ids::Id, language::Localized, time::Timestamp},
};

pub const MAX_ROWS: usize = 10_000;
const MAX_COLUMNS: usize = 100;
pub const MAX_FILE_BYTES: usize = 5 * 1024 * 1024;
const PIPELINE_ROWS: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RowFault {
    /// The row as spreadsheets count. The names of the columns are row 1.
    pub line: u64,
    #[schema(value_type = String)]
    pub detail: Localized,
}

/// Why nothing was imported.
pub enum ImportError {
    HasFaults,
    /// The tools or the categories changed since the check, or this is another file.
    Changed,
    /// Names or SKUs move between tools of the file.
    Conflict(ToolConflict),
    Db(db::Error),
}

impl From<db::Error> for ImportError {
    fn from(error: db::Error) -> Self {
        ToolConflict::of(error).map_or_else(Self::Db, Self::Conflict)
    }
}

/// What of a file the owner turns on. A file may be older than the shop.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportOptions {
    /// Sets the stock of known tools where the file does not say what it was.
    pub set_quantities: bool,
    /// Takes SKUs that look altered by a spreadsheet.
    pub take_altered_skus: bool,
    /// Takes cells of the file where the shop has changed the tool since the download.
    pub overwrite_changes: bool,
}

/// What an import reads, and where it says how far it is.
pub struct ImportFiles {
    pub tools: Arc<ToolFile>,
    pub options: ImportOptions,
    pub pictures: PictureFiles,
    pub progress: ProgressReporter,
}

/// What the file would change.
pub async fn check(
    shop: &Arc<Shop>,
    tools: Arc<ToolFile>,
    options: ImportOptions,
    pictures: PictureFiles,
) -> Result<ImportPlan, db::Error> {
    let input = (Arc::clone(shop), tools, options, pictures);
    shop.db
        .read_long(input, |tx, (shop, tools, options, pictures)| {
            Box::pin(plan::make(tx, shop, tools, *options, pictures))
        })
        .await
}

/// Imports the file, if the check of it had this digest.
pub async fn apply(
    shop: &Arc<Shop>,
    by: &Id,
    files: ImportFiles,
    digest: String,
) -> Result<ImportPlan, ImportError> {
    let at = shop.clock.now();
    let entry = AuditEntry::by(by, AuditAction::ImportTools, Id::new(at), at);
    let input = (Arc::clone(shop), files, digest, entry);
    let plan = shop
        .db
        .try_write(input, |tx, (shop, files, digest, entry)| {
            Box::pin(apply_in_tx(tx, shop, files, digest, entry))
        })
        .await?;
    for planned in plan.added.iter().chain(&plan.changed) {
        shop.catalogue.mark_changed(&planned.tool.id);
    }
    Ok(plan)
}

async fn apply_in_tx(
    tx: &Tx<'_>,
    shop: &Arc<Shop>,
    ImportFiles { tools, options, pictures, progress }: &ImportFiles,
    digest: &str,
    entry: &AuditEntry,
) -> Result<ImportPlan, ImportError> {
    let plan = plan::make(tx, shop, tools, *options, pictures).await?;
    if plan.digest != digest {
        return Err(ImportError::Changed);
    }
    if !plan.faults.is_empty() {
        return Err(ImportError::HasFaults);
    }
    progress.start(plan.changed.len() + plan.added.len());
    // The statements are sent in pipelines, because each round trip to PostgreSQL takes time.
    for chunk in plan.changed.chunks(PIPELINE_ROWS) {
        try_join_all(chunk.iter().map(|planned| change(tx, planned, entry))).await?;
        progress.advance(chunk.len());
    }
    for chunk in plan.added.chunks(PIPELINE_ROWS) {
        let by = entry.actor.as_ref();
        try_join_all(
            chunk
                .iter()
                .map(|planned| store::insert_tool(tx, &planned.tool, by, StockChangeReason::Imported)),
        )
        .await?;
        progress.advance(chunk.len());
    }
    add_redirects(tx, &plan, entry.at).await?;
    let counts = [plan.added.len(), plan.changed.len(), plan.unchanged];
    store::insert_import(tx, entry, counts.map(|count| i64::try_from(count).unwrap_or(i64::MAX))).await?;
    audit::record(tx, entry).await?;
    Ok(plan)
}

/// Leads paths of the other shop to the tools and categories.
async fn add_redirects(tx: &Tx<'_>, plan: &ImportPlan, now: Timestamp) -> Result<(), db::Error> {
    for chunk in plan.redirects.chunks(PIPELINE_ROWS) {
        try_join_all(chunk.iter().map(|(_, redirect)| add_redirect(tx, redirect, now))).await?;
    }
    redirects::store::delete_redirected_missing_paths(tx).await
}

async fn add_redirect(tx: &Tx<'_>, redirect: &PlannedRedirect, now: Timestamp) -> Result<(), db::Error> {
    let (path, target) = match redirect {
        PlannedRedirect::Category(path, slug) => (path.clone(), format!("/category/{slug}")),
        PlannedRedirect::Tool(path, tool) => {
            (path.clone(), format!("/tool/{}", slugs::store::slug(tx, tool).await?))
        }
    };
    redirects::save(tx, &Id::new(now), &NewRedirect { path, target }, true, now).await?;
    Ok(())
}

async fn change(tx: &Tx<'_>, planned: &PlannedTool, entry: &AuditEntry) -> Result<(), db::Error> {
    let PlannedTool { tool, from_revision, delta, .. } = planned;
    // A concurrent edit or sale has made the check outdated.
    if store::update_tool(tx, tool, *from_revision, *delta).await? != Some(tool.available) {
        return Err(db::Error::Conflict);
    }
    if *delta != 0 {
        let by = entry.actor.as_ref();
        store::insert_stock_change(tx, &tool.id, *delta, StockChangeReason::Imported, by, entry.at).await?;
    }
    Ok(())
}
