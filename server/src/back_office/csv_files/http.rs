//! GET /csv/{file}.

use axum::body::Body;

use super::{
    export::{Export, WorkbookError, stream_csv, stream_xlsx},
    file::CsvFile,
};
use crate::{
    accounts::extractors::AdminExportingCsv,
    back_office::figures::calendar,
    catalogue::tools::{store::find_row, tool::Tool},
    http::{file_format::FileFormat, prelude::*, xlsx::MAX_XLSX_ROWS},
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(export_csv))
}

#[derive(ToSchema)]
#[schema(title = "CsvFileName", rename_all = "lowercase")]
#[expect(dead_code, reason = "documents the path")]
enum CsvFileName {
    Tools,
    Orders,
    Purchases,
    Payments,
    Refunds,
    Taxes,
    Customers,
    Newsletter,
    Stock,
}

/// Bounds the time of all files but tools, customers and newsletter. Days are days where the shop is.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CsvQuery {
    /// The first day.
    #[param(value_type = Option<String>, format = Date)]
    from: Option<String>,
    /// The last day.
    #[param(value_type = Option<String>, format = Date)]
    to: Option<String>,
    /// The id of the tool of `stock`. The tool may be removed.
    #[param(min_length = 1)]
    tool: Option<String>,
    /// `csv` (the default) for programs; `csv-semicolon`, with decimal commas; or `xlsx`, with at most 1,048,575 rows.
    #[serde(default)]
    #[param(inline)]
    format: FileFormat,
}

/// A file for spreadsheets. Authenticated by the session cookie, so that a link can download it, or by an API key.
#[utoipa::path(get, path = "/csv/{file}", tag = "reports", security(("session" = []), ("keyCsvRead" = [])),
    params(("file" = inline(CsvFileName), Path), CsvQuery),
    responses((status = 200, content((String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
        (status = 403), (status = 422, description = "`too_many_rows`: more than a workbook holds")))]
async fn export_csv(
    State(shop): State<Arc<Shop>>,
    _: AdminExportingCsv,
    PathSegment(file): PathSegment,
    QueryParams(query): QueryParams<CsvQuery>,
) -> Result<Response, ApiError> {
    let Some(file) = CsvFile::ALL.into_iter().find(|known| known.name() == file) else {
        return Err(ApiError::not_found(Missing::File));
    };
    let mut check = Validator::new();
    let zone = shop.settings.current().time_zone.clone();
    let mut day = |field, text: &Option<String>| calendar::day_in(&mut check, field, text.as_deref());
    let first = day("from", &query.from);
    let last = day("to", &query.to);
    if let (Some(first), Some(last)) = (first, last)
        && last < first
    {
        let fault = InvalidValue::new(
            "before_first_day",
            localized!(
                "The last day must not be before the first day.",
                "Le dernier jour ne doit pas précéder le premier."
            ),
        );
        check.add_error("to", fault);
    }
    check.finish(())?;
    let tool = match file {
        CsvFile::Stock => Some(find_tool(&shop, query.tool.as_deref().unwrap_or_default()).await?),
        CsvFile::Tools
        | CsvFile::Orders
        | CsvFile::Purchases
        | CsvFile::Payments
        | CsvFile::Refunds
        | CsvFile::Taxes
        | CsvFile::Customers
        | CsvFile::Newsletter => None,
    };
    let mut name = file.name().to_owned();
    if let Some(tool) = &tool {
        name = format!("{name}-{}", tool.extras.slug);
    }
    let today = calendar::day_at(shop.clock.now(), &zone);
    let days = match (first, last) {
        (Some(first), Some(last)) if file.has_days() => format!("-{first}-to-{last}"),
        (Some(first), None) if file.has_days() => format!("-from-{first}-{today}"),
        (None, Some(last)) if file.has_days() => format!("-to-{last}"),
        _ => format!("-{today}"),
    };
    let from = first.map_or(Timestamp::from_micros(0), |day| calendar::start_of(day, &zone));
    let until = last.map_or(Timestamp::from_micros(i64::MAX), |day| calendar::span_of(day, &zone).end);
    let export = Export { file, tool: tool.map(|tool| tool.id), from, until };
    let body = match query.format.csv_style() {
        Some(style) => Body::from_stream(stream_csv(shop, export, style).await?),
        None => Body::from_stream(stream_xlsx(shop, export).await.map_err(refusal)?),
    };
    query.format.respond(body, &format!("{name}{days}"))
}

fn refusal(error: WorkbookError) -> ApiError {
    match error {
        WorkbookError::TooManyRows => ApiError::unprocessable(
            "too_many_rows",
            localized!(
                "An Excel file holds {} rows. Please choose fewer days, or CSV.",
                "Un fichier Excel contient au plus {}\u{a0}lignes. Veuillez choisir moins de jours, ou le \
                 format CSV.",
                MAX_XLSX_ROWS - 1
            ),
        ),
        WorkbookError::Database(error) => error.into(),
        error => ApiError::internal(error),
    }
}

/// The tool whose stock is asked for, on sale or not.
async fn find_tool(shop: &Shop, id: &str) -> Result<Tool, ApiError> {
    let id = ToolPathId::parse(id)?;
    let found = shop.db.read(id, |tx, id| Box::pin(find_row(tx, id))).await?;
    found.map(|row| row.tool).ok_or_else(|| ApiError::not_found(Missing::Tool))
}
