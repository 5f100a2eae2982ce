//! GET /manageTools/{id}/stock.

use super::store::{self, StockMovementRow};
use crate::{
    accounts::extractors::StaffWritingTools, catalogue::tools::store::StockChangeReason, http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(list_stock_movements))
}

/// A change of a tool's stock.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StockMovement {
    #[serde(rename = "_id")]
    id: String,
    at: Timestamp,
    /// Negative: taken.
    change: i64,
    stock_after: i64,
    #[schema(value_type = StockChangeReason)]
    cause: String,
    /// The person of the shop, `Customer` or `The shop`.
    who: String,
    /// The order, unless it was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    order_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64)]
    order_number: Option<i64>,
}

impl From<StockMovementRow> for StockMovement {
    fn from(row: StockMovementRow) -> Self {
        Self {
            who: row.who(),
            id: row.id,
            at: Timestamp::from_micros(row.created_at),
            change: row.delta,
            stock_after: row.stock_after,
            cause: row.cause,
            order_id: row.order_id,
            order_number: row.order_number,
        }
    }
}

impl HasCursor for StockMovement {
    fn cursor(&self) -> PageCursor {
        PageCursor { created_at: self.at.micros(), id: self.id.clone() }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct StockMovementQuery {
    /// Rows in this page, 1 to 100 (the default).
    #[param(value_type = Option<i64>, minimum = 1, maximum = 100)]
    limit: Option<String>,
    /// The value comes from the `Link` header of the previous page.
    #[param(min_length = 1)]
    cursor: Option<String>,
}

/// Every change of a tool's stock, newest first. The tool may be removed.
#[utoipa::path(get, path = "/manageTools/{id}/stock", tag = "tools", params(("id" = String, Path), StockMovementQuery),
    security(("bearer" = []), ("keyToolsWrite" = [])),
    responses((status = 200, body = Vec<StockMovement>, headers(("Link" = String), ("X-Total-Count" = i64))),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`")))]
async fn list_stock_movements(
    State(shop): State<Arc<Shop>>,
    _: StaffWritingTools,
    PathSegment(id): PathSegment,
    QueryParams(query): QueryParams<StockMovementQuery>,
) -> Result<Response, ApiError> {
    let page = PageQuery { limit: query.limit, cursor: query.cursor, sort: Some("newest".into()) }.check()?;
    let id = ToolPathId::parse(&id)?;
    let limit = page.limit.unwrap_or(pagination::MAX_PAGE_SIZE);
    let path = format!("/api/manageTools/{id}/stock");
    let found = shop.db.read_long((id, page.after, limit + 1), |tx, (id, after, limit)| {
        Box::pin(async move {
            let Some(total) = store::count(tx, id).await? else { return Ok(None) };
            Ok(Some((store::page(tx, id, after, i64::MIN, *limit).await?, total)))
        })
    });
    let (rows, total) = found.await?.ok_or_else(|| ApiError::not_found(Missing::Tool))?;
    let rows = rows.into_iter().map(StockMovement::from).collect();
    pagination::page(rows, limit, total, &path, &[])
}
