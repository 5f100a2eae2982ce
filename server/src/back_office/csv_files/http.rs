//! GET /csv/{file}.

use axum::body::Body;

use super::{export::stream_file, file::CsvFile};
use crate::{
    accounts::extractors::CsvReader,
    back_office::figures::calendar,
    catalogue::tools::{store::find_row, tool::Tool},
    http::prelude::*,
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
    Stock,
}

/// Bounds the time of all files but tools and customers. Days are days where the shop is.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CsvQuery {
    /// The first day.
    #[param(value_type = Option<String>, format = Date)]
    from: Option<String>,
    /// The last day.
    #[param(value_type = Option<String>, format = Date)]
    to: Option<String>,
    /// For `stock`: the id of the tool, which may be removed.
    #[param(min_length = 1)]
    tool: Option<String>,
}

/// A file for spreadsheets. Authenticated by the session cookie, so that a link can download it, or by an API key.
#[utoipa::path(get, path = "/csv/{file}", tag = "reports", security(("session" = []), ("keyCsvRead" = [])),
    params(("file" = inline(CsvFileName), Path), CsvQuery),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 403)))]
async fn export_csv(
    State(shop): State<Arc<Shop>>,
    _: CsvReader,
    PathSegment(file): PathSegment,
    QueryParams(query): QueryParams<CsvQuery>,
) -> Result<Response, ApiError> {
    let Some(file) = CsvFile::ALL.into_iter().find(|known| known.name() == file) else {
        return Err(ApiError::not_found("file"));
    };
    let mut check = Validator::new();
    let zone = shop.settings.current().time_zone.clone();
    let from =
        calendar::day_in(&mut check, "from", query.from.as_deref()).map(|day| calendar::start_of(day, &zone));
    let until =
        calendar::day_in(&mut check, "to", query.to.as_deref()).map(|day| calendar::span_of(day, &zone).end);
    check.finish(())?;
    let tool = match file {
        CsvFile::Stock => Some(find_tool(&shop, query.tool.as_deref().unwrap_or_default()).await?),
        _ => None,
    };
    let from = from.unwrap_or(Timestamp::from_micros(0));
    let until = until.unwrap_or(Timestamp::from_micros(i64::MAX));
    let today = calendar::day_at(shop.clock.now(), &zone);
    let of = tool.as_ref().map(|tool| format!("-{}", tool.extras.slug)).unwrap_or_default();
    let disposition = format!("attachment; filename=\"{}{of}-{today}.csv\"", file.name());
    let rows = stream_file(shop, file, tool.map(|tool| tool.id), (from, until)).await?;
    let mut response = Response::new(Body::from_stream(rows));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        header::CONTENT_DISPOSITION,
        HeaderValue::from_str(&disposition).map_err(ApiError::internal)?,
    );
    Ok(response)
}

/// The tool whose stock is asked for, on sale or not.
async fn find_tool(shop: &Shop, id: &str) -> Result<Tool, ApiError> {
    let id = ToolPathId::parse(id)?;
    let found = shop.db.read(id, |tx, id| Box::pin(find_row(tx, id))).await?;
    found.map(|row| row.tool).ok_or_else(|| ApiError::not_found("tool"))
}
