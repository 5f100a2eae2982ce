//! POST /tool-imports/check and POST /tool-imports.

use std::{sync::Arc, time::Duration};

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    ImportError, MAX_FILE_BYTES, RowFault, apply, check,
    plan::{ImportPlan, PlannedTool},
};
use crate::{
    catalogue::tool_body::conflict,
    http::{
        error::{ApiError, Problem},
        json::{ApiJson, QueryParams},
    },
    identity::extractors::Admin,
    shop::Shop,
};

/// Stops clients that send their file slowly on purpose.
const FILE_TIMEOUT: Duration = Duration::from_mins(1);
/// Rows of each kind that a check lists. The counts are complete.
const MAX_LISTED: usize = 200;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(check_tool_import)).routes(routes!(import_tools))
}

/// What a file would change. Lists have at most 200 rows.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ToolImportCheck {
    /// For the import of this file.
    digest: String,
    added_count: usize,
    changed_count: usize,
    unchanged_count: usize,
    fault_count: usize,
    added: Vec<ImportedTool>,
    changed: Vec<ImportedTool>,
    /// A file with faults cannot be imported.
    faults: Vec<RowFault>,
    /// Columns that the shop does not know and ignores.
    unknown_columns: Vec<String>,
}

#[derive(Serialize, ToSchema)]
struct ImportedTool {
    /// The row as spreadsheets count. The names of the columns are row 1.
    line: u64,
    name: String,
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
    fn new(plan: ImportPlan, public_url: &str) -> Self {
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
            unknown_columns: plan.unknown_columns,
            digest: plan.digest,
        }
    }
}

impl ImportedTool {
    fn new(planned: &PlannedTool, public_url: &str) -> Self {
        let differences = planned.differences(public_url).into_iter();
        let differences =
            differences.map(|(column, before, after)| ImportDifference { column, before, after });
        Self { line: planned.line, name: planned.tool.name.clone(), differences: differences.collect() }
    }
}

/// What was imported.
#[derive(Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "the names of the response")]
#[serde(rename_all = "camelCase")]
struct ToolImportResult {
    added_count: usize,
    changed_count: usize,
    unchanged_count: usize,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ImportQuery {
    /// From the check of the same file.
    digest: String,
}

async fn read_file(body: Body) -> Result<Bytes, ApiError> {
    let too_large = || {
        let megabytes = MAX_FILE_BYTES / 1024 / 1024;
        let detail = format!("This file is larger than {megabytes} MB. Please split it into several files.");
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "file_too_large", detail)
    };
    match tokio::time::timeout(FILE_TIMEOUT, axum::body::to_bytes(body, MAX_FILE_BYTES)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error))
            if std::error::Error::source(&error)
                .is_some_and(<dyn std::error::Error>::is::<http_body_util::LengthLimitError>) =>
        {
            Err(too_large())
        }
        _ => Err(ApiError::bad_request(
            "incomplete_body",
            "The connection ended before we received the whole file. Please try again.",
        )),
    }
}

fn refusal(error: ImportError) -> ApiError {
    let unprocessable = |code, detail: String| ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail);
    match error {
        ImportError::Unreadable(sentence) => unprocessable("unreadable_file", sentence),
        ImportError::HasFaults => unprocessable(
            "file_has_faults",
            "This file has faults. Nothing was imported. Please correct them and check the file again."
                .into(),
        ),
        ImportError::Changed => ApiError::conflict(
            "import_outdated",
            "Tools have changed since you checked this file. Nothing was imported. Please check it again.",
        ),
        ImportError::Conflict(refused) => conflict(refused),
    }
}

/// Compares a CSV file with the tools of the shop. Changes nothing.
#[utoipa::path(post, path = "/tool-imports/check", tag = "tools", request_body(content = String, content_type = "text/csv"), security(("bearer" = [])),
    responses((status = 200, body = ToolImportCheck), (status = 400, description = "`incomplete_body`: the file did not arrive", body = Problem),
        (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 413, description = "`file_too_large`: above 5 MB", body = Problem), (status = 422, description = "`unreadable_file`: not CSV", body = Problem)))]
async fn check_tool_import(
    State(shop): State<Arc<Shop>>,
    _: Admin,
    body: Body,
) -> Result<ApiJson<ToolImportCheck>, ApiError> {
    let bytes = read_file(body).await?;
    let plan = check(&shop, bytes).await?.map_err(refusal)?;
    Ok(ApiJson(ToolImportCheck::new(plan, shop.public_url())))
}

/// Imports a file as the check showed it: all of it, or nothing.
#[utoipa::path(post, path = "/tool-imports", tag = "tools", request_body(content = String, content_type = "text/csv"), security(("bearer" = [])), params(ImportQuery),
    responses((status = 200, body = ToolImportResult), (status = 400, description = "`incomplete_body`: the file did not arrive", body = Problem),
        (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, description = "`import_outdated`: tools changed since the check; `name_taken`, `sku_taken`: tools of the file exchange theirs", body = Problem),
        (status = 413, description = "`file_too_large`: above 5 MB", body = Problem),
        (status = 422, description = "`unreadable_file`, `file_has_faults`: nothing was imported", body = Problem)))]
async fn import_tools(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    QueryParams(query): QueryParams<ImportQuery>,
    body: Body,
) -> Result<ApiJson<ToolImportResult>, ApiError> {
    let bytes = read_file(body).await?;
    let plan = apply(&shop, &session.user.id, bytes, query.digest).await?.map_err(refusal)?;
    Ok(ApiJson(ToolImportResult {
        added_count: plan.added.len(),
        changed_count: plan.changed.len(),
        unchanged_count: plan.unchanged,
    }))
}
