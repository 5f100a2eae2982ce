//! POST /tool-imports/check and POST /tool-imports.

use std::time::Duration;

use axum::extract::Request;
use bytes::Bytes;
use tokio::task::spawn_blocking;

use super::{
    ImportError, ImportFiles, ImportOptions, RowFault, apply, check,
    dialect::FileDialect,
    file::{self, ToolFile},
    multipart::{ImportBody, MAX_FORM_BYTES, PicturePart, ZIP_TIMEOUT, read_body},
    other_shops::ImportSource,
    pictures::{ImportedPicture, PictureFiles},
    plan::{ImportPlan, PlannedTool},
};
use crate::{
    accounts::extractors::AdminImportingTools,
    catalogue::tools::tool_body::conflict,
    http::{
        prelude::*,
        progress::{ProgressLine, respond_with_progress},
        upload_body::{DrainLimits, content_length, drain},
    },
    shop::Shop,
    values::money::Cents,
};

/// Rows of each kind that a check lists. The counts are complete.
const MAX_LISTED: usize = 200;
/// How long the rest of a rejected body is read. Anyone can occupy these places, so only admins get the time of a zip.
const STRANGER_DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(check_tool_import)).routes(routes!(import_tools))
}

/// What a file would change. Lists have at most 200 rows.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ToolImportCheck {
    /// The import of this file names it.
    digest: String,
    /// The program that wrote the file. Rows of another shop with faults are `skipped`, and the others are imported.
    source: ImportSource,
    /// How the file was read.
    dialect: FileDialect,
    added_count: usize,
    changed_count: usize,
    unchanged_count: usize,
    fault_count: usize,
    added: Vec<ImportedTool>,
    changed: Vec<ImportedTool>,
    /// A file with faults cannot be imported.
    faults: Vec<RowFault>,
    skipped_count: usize,
    /// Rows of another shop that are not imported, and why.
    skipped: Vec<RowFault>,
    note_count: usize,
    /// What is left out of rows of another shop that are imported.
    notes: Vec<RowFault>,
    /// Tools whose quantity in the file is another and is not taken, because the file does not say what it was before.
    kept_quantity_count: usize,
    altered_sku_count: usize,
    /// SKUs that look altered by a spreadsheet and are not taken.
    altered_skus: Vec<RowFault>,
    kept_change_count: usize,
    /// Cells of the file that are not taken, because the shop has changed the tool since the download.
    kept_changes: Vec<RowFault>,
    /// Columns that the shop does not know and ignores.
    unknown_columns: Vec<String>,
    /// The pictures of the zip or of the other shop, which are stored now. For the import of this file.
    pictures: Vec<ImportedPicture>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ImportedTool {
    /// The row as spreadsheets count. The names of the columns are row 1.
    line: u64,
    name: String,
    /// The price after the import.
    #[schema(value_type = f64)]
    price: Cents,
    available_quantity: i64,
    draft: bool,
    /// What changes. Empty for a new tool.
    differences: Vec<ImportDifference>,
}

#[derive(Serialize, ToSchema)]
struct ImportDifference {
    column: &'static str,
    before: String,
    after: String,
}

impl ToolImportCheck {
    fn new(plan: ImportPlan, dialect: FileDialect, pictures: Vec<ImportedPicture>, public_url: &str) -> Self {
        let listed = |tools: &[PlannedTool]| {
            let tools = tools.iter().take(MAX_LISTED);
            tools.map(|planned| ImportedTool::new(planned, public_url)).collect()
        };
        Self {
            added_count: plan.added.len(),
            changed_count: plan.changed.len(),
            unchanged_count: plan.unchanged,
            fault_count: plan.faults.len(),
            added: listed(&plan.added),
            changed: listed(&plan.changed),
            faults: plan.faults.into_iter().take(MAX_LISTED).collect(),
            source: plan.source,
            dialect,
            skipped_count: plan.skipped.len(),
            skipped: plan.skipped.into_iter().take(MAX_LISTED).collect(),
            note_count: plan.notes.len(),
            notes: plan.notes.into_iter().take(MAX_LISTED).collect(),
            kept_quantity_count: plan.kept_quantities,
            altered_sku_count: plan.altered_skus.len(),
            altered_skus: plan.altered_skus.into_iter().take(MAX_LISTED).collect(),
            kept_change_count: plan.kept_changes.len(),
            kept_changes: plan.kept_changes.into_iter().take(MAX_LISTED).collect(),
            unknown_columns: plan.unknown_columns,
            digest: plan.digest,
            pictures,
        }
    }
}

impl ImportedTool {
    fn new(planned: &PlannedTool, public_url: &str) -> Self {
        let differences = planned.differences(public_url).into_iter();
        let differences =
            differences.map(|(column, before, after)| ImportDifference { column, before, after });
        let tool = &planned.tool;
        Self {
            line: planned.line,
            name: tool.name.clone(),
            price: tool.price,
            available_quantity: tool.available,
            draft: tool.extras.is_draft,
            differences: differences.collect(),
        }
    }
}

/// What was imported.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ToolImportResult {
    added_count: usize,
    changed_count: usize,
    unchanged_count: usize,
    /// The same notes as in the check.
    notes: Vec<RowFault>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct ImportQuery {
    /// From the check of the same file.
    digest: String,
    /// The same value as in the check.
    #[serde(default)]
    set_quantities: bool,
    /// The same value as in the check.
    #[serde(default)]
    take_altered_skus: bool,
    /// The same value as in the check.
    #[serde(default)]
    overwrite_changes: bool,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct CheckQuery {
    /// Sets the stock of known tools where the file has no "Quantity at download". Without it their stock stays.
    #[serde(default)]
    set_quantities: bool,
    /// Takes SKUs that look altered by a spreadsheet. Without it they stay.
    #[serde(default)]
    take_altered_skus: bool,
    /// Takes cells of tools that the shop has changed since the download. Without it they stay.
    #[serde(default)]
    overwrite_changes: bool,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "documents the body, which `multipart` reads")]
struct ToolImportCheckForm {
    /// The CSV or .xlsx file, of at most 5 MB.
    #[schema(value_type = String, format = Binary)]
    tools: Vec<u8>,
    /// Pictures that the file names, such as draw-hoe.jpg: at most 50 MB and 500 files.
    #[schema(value_type = Option<String>, format = Binary)]
    zip: Option<Vec<u8>>,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "documents the body, which `multipart` reads")]
struct ToolImportForm {
    /// The file that was checked.
    #[schema(value_type = String, format = Binary)]
    tools: Vec<u8>,
    /// `pictures` of the check.
    pictures: Option<Vec<ImportedPicture>>,
}

/// A large file would hold up the thread of other requests.
async fn read(tools: Bytes) -> Result<Arc<ToolFile>, ApiError> {
    let read = spawn_blocking(move || file::read(&tools)).await.map_err(ApiError::internal)?;
    read.map(Arc::new).map_err(|sentence| ApiError::unprocessable("unreadable_file", sentence))
}

fn refusal(error: ImportError) -> ApiError {
    match error {
        ImportError::HasFaults => ApiError::unprocessable(
            "file_has_faults",
            localized!(
                "This file has problems. Nothing was imported. Please correct them and check the file again.",
                "Ce fichier a des problèmes. Rien n’a été importé. Veuillez les corriger et vérifier le \
                 fichier de nouveau."
            ),
        ),
        ImportError::Changed => ApiError::conflict(
            "import_outdated",
            localized!(
                "Tools have changed since you checked this file. Nothing was imported. Please check it again.",
                "Des outils ont changé depuis la vérification de ce fichier. Rien n’a été importé. Veuillez le \
                 vérifier de nouveau."
            ),
        ),
        ImportError::Conflict(refused) => conflict(refused),
        ImportError::Db(error) => error.into(),
    }
}

/// Compares a CSV or .xlsx file with the tools of the shop. Changes no tool. A form may have a zip of the pictures, too. The
/// file may be a product export of Shopify or WooCommerce: the shop fetches its pictures, and a variant becomes a tool.
/// With `Accept: application/x-ndjson` the response begins with how many pictures are stored, a line for each number.
#[utoipa::path(post, path = "/tool-imports/check", tag = "tools",
    request_body(content((String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (ToolImportCheckForm = "multipart/form-data"))),
    security(("bearer" = []), ("keyToolsImport" = [])), params(CheckQuery),
    responses((status = 200, content((ToolImportCheck = "application/json"), (ProgressLine<ToolImportCheck> = "application/x-ndjson"))),
        (status = 400, description = "`incomplete_body`: the file did not arrive; `malformed_form`"),
        (status = 403), (status = 413, description = "`file_too_large`: above 5 MB, or a zip above 50 MB"),
        (status = 422, description = "`unreadable_file`: neither CSV nor .xlsx; `unreadable_zip`: damaged, too many files, one outside of its folder, or one name twice"),
        (status = 503, description = "`busy`: another file is being checked")))]
async fn check_tool_import(
    State(shop): State<Arc<Shop>>,
    importer: Result<AdminImportingTools, ApiError>,
    query: Result<QueryParams<CheckQuery>, ApiError>,
    request: Request,
) -> Result<Response, ApiError> {
    let take_place = || Arc::clone(&shop.images.import_checks).try_acquire_owned().map_err(|_| busy());
    let headers = request.headers().clone();
    let drain_timeout = drain_timeout(&importer);
    // A zip waits in memory while it arrives, so its place is taken before. A file of tools is small.
    let has_zip = boundary(&request).is_some();
    let admitted =
        importer.and_then(|importer| Ok((importer, query?, has_zip.then(take_place).transpose()?)));
    let ((AdminImportingTools(caller), QueryParams(query), place), received) =
        receive(&shop, admitted, request, PicturePart::Zip, drain_timeout).await?;
    let CheckQuery { set_quantities, take_altered_skus, overwrite_changes } = query;
    let options = ImportOptions { set_quantities, take_altered_skus, overwrite_changes };
    let place = place.map_or_else(take_place, Ok)?;
    let work = async move |progress| {
        let tools = read(received.tools).await?;
        let pictures = PictureFiles::collect(&shop, &caller.user.id, &tools, received.zip, &progress).await?;
        let listed = pictures.list();
        let dialect = tools.dialect.clone();
        let plan = check(&shop, tools, options, pictures).await?;
        drop(place);
        Ok(ToolImportCheck::new(plan, dialect, listed, shop.public_url()))
    };
    respond_with_progress(&headers, work).await
}

/// Imports a file as the check showed it: all of it, or nothing. With `Accept: application/x-ndjson` the response
/// begins with how many tools are written, a line for each number.
#[utoipa::path(post, path = "/tool-imports", tag = "tools",
    request_body(content((String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (ToolImportForm = "multipart/form-data"))),
    security(("bearer" = []), ("keyToolsImport" = [])), params(ImportQuery),
    responses((status = 200, content((ToolImportResult = "application/json"), (ProgressLine<ToolImportResult> = "application/x-ndjson"))),
        (status = 400, description = "`incomplete_body`: the file did not arrive; `malformed_form`"),
        (status = 403),
        (status = 409, description = "`import_outdated`: tools changed since the check; `name_taken`, `sku_taken`: tools of the file exchange theirs"),
        (status = 413, description = "`file_too_large`: above 5 MB"),
        (status = 422, description = "`unreadable_file`, `file_has_faults`: nothing was imported")))]
async fn import_tools(
    State(shop): State<Arc<Shop>>,
    importer: Result<AdminImportingTools, ApiError>,
    query: Result<QueryParams<ImportQuery>, ApiError>,
    request: Request,
) -> Result<Response, ApiError> {
    let (headers, drain_timeout) = (request.headers().clone(), drain_timeout(&importer));
    let admitted = importer.and_then(|importer| Ok((importer, query?)));
    let ((AdminImportingTools(caller), QueryParams(query)), received) =
        receive(&shop, admitted, request, PicturePart::List, drain_timeout).await?;
    let work = async move |progress| {
        let tools = read(received.tools).await?;
        let ImportQuery { digest, set_quantities, take_altered_skus, overwrite_changes } = query;
        let options = ImportOptions { set_quantities, take_altered_skus, overwrite_changes };
        let files = ImportFiles { tools, options, pictures: PictureFiles::of(received.pictures), progress };
        let plan = apply(&shop, caller.actor(), files, digest).await.map_err(refusal)?;
        Ok(ToolImportResult {
            added_count: plan.added.len(),
            changed_count: plan.changed.len(),
            unchanged_count: plan.unchanged,
            notes: plan.notes.into_iter().take(MAX_LISTED).collect(),
        })
    };
    respond_with_progress(&headers, work).await
}

/// The boundary of a form. Returns `None` if the body is a file of tools.
fn boundary(request: &Request) -> Option<String> {
    let content_type = request.headers().get(header::CONTENT_TYPE)?.to_str().ok()?;
    multer::parse_boundary(content_type).ok()
}

fn drain_timeout(importer: &Result<AdminImportingTools, ApiError>) -> Duration {
    if importer.is_ok() { ZIP_TIMEOUT } else { STRANGER_DRAIN_TIMEOUT }
}

/// Reads the body of an admitted request, and drains the body of a rejected one.
async fn receive<T>(
    shop: &Shop,
    admitted: Result<T, ApiError>,
    request: Request,
    part: PicturePart,
    drain_timeout: Duration,
) -> Result<(T, ImportBody), ApiError> {
    let (boundary, announced) = (boundary(&request), content_length(request.headers()));
    let mut body = request.into_body().into_data_stream();
    let received = match admitted {
        Ok(admitted) => read_body(&mut body, boundary, part).await.map(|read| (admitted, read)),
        Err(refusal) => Err(refusal),
    };
    if received.is_err()
        && let Ok(_place) = shop.images.draining.try_acquire()
    {
        let limits = DrainLimits { bytes: MAX_FORM_BYTES, timeout: drain_timeout };
        drain(announced, body, limits).await;
    }
    received
}

fn busy() -> ApiError {
    ApiError::unavailable(
        "busy",
        localized!(
            "The shop is checking another file right now. Please try again in a moment.",
            "La boutique vérifie un autre fichier en ce moment. Veuillez réessayer dans un instant."
        ),
    )
}
