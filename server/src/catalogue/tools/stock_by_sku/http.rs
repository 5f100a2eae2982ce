//! GET and PUT /stock/{sku}.

use super::{SetStockOutcome, StockReading, set};
use crate::{
    accounts::extractors::StaffWritingTools, catalogue::tools::store, http::prelude::*, shop::Shop,
    values::quantity::StockCount,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_stock, set_stock))
}

/// How many pieces of a SKU can be ordered.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StockLevel {
    sku: String,
    #[schema(value_type = String)]
    tool_id: Id,
    available: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StockBody {
    /// The available pieces from now on. Pieces of orders that are not shipped are not among them.
    #[serde(default)]
    #[schema(required, value_type = i64, minimum = 0, maximum = 1_000_000)]
    available: Field<StockCount>,
    /// What the caller read before it counted. If the shop has sold since, nothing is set.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 0)]
    based_on: Field<StockCount>,
}

/// The stock of a tool by its SKU.
#[utoipa::path(get, path = "/stock/{sku}", tag = "tools", params(("sku" = String, Path)),
    security(("bearer" = []), ("keyToolsWrite" = [])),
    responses((status = 200, body = StockLevel),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`")))]
async fn get_stock(
    State(shop): State<Arc<Shop>>,
    _: StaffWritingTools,
    PathSegment(sku): PathSegment,
) -> Result<ApiJson<StockLevel>, ApiError> {
    let sku = storable(sku)?;
    let tool = shop.db.read_statement(sku, |tx, sku| store::live_by_sku(tx, sku)).await?;
    let tool = tool.ok_or_else(|| ApiError::not_found(Missing::Sku))?;
    let sku = tool.extras.sku.unwrap_or_default();
    Ok(ApiJson(StockLevel { sku, tool_id: tool.id, available: tool.available }))
}

/// No SKU has the character that the database refuses.
fn storable(sku: String) -> Result<String, ApiError> {
    if sku.contains('\0') { Err(ApiError::not_found(Missing::Sku)) } else { Ok(sku) }
}

/// Sets the stock of a tool by its SKU, for programs that count it.
///
/// With `basedOn`, nothing is set if the stock is no longer what the caller read. It then reads again and counts what
/// was sold. A repeated request finds the stock as asked and changes nothing.
#[utoipa::path(put, path = "/stock/{sku}", tag = "tools", params(("sku" = String, Path)), request_body = StockBody,
    security(("bearer" = []), ("keyToolsWrite" = [])),
    responses((status = 200, body = StockLevel),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`"),
        (status = 409, description = "`stock_changed`, with the stock in `available`")))]
async fn set_stock(
    State(shop): State<Arc<Shop>>,
    StaffWritingTools(caller): StaffWritingTools,
    PathSegment(sku): PathSegment,
    JsonBody(body): JsonBody<StockBody>,
) -> Result<ApiJson<StockLevel>, ApiError> {
    let mut check = Validator::new();
    let available = check
        .required("available", body.available)
        .and_then(|count| count.as_stock().map_err(|fault| check.add_error("available", fault)).ok());
    let based_on = check.optional("basedOn", body.based_on).map(StockCount::as_i64);
    let available = check.finish(available)?;
    let sku = storable(sku)?;
    let reading = StockReading { sku: sku.clone(), available, based_on };
    match set(&shop, caller.actor(), reading).await? {
        SetStockOutcome::Set { tool } => Ok(ApiJson(StockLevel { sku, tool_id: tool, available })),
        SetStockOutcome::NotFound => Err(ApiError::not_found(Missing::Sku)),
        SetStockOutcome::Changed { available } => Err(ApiError::conflict(
            "stock_changed",
            localized!(
                "Some were sold or returned since: {available} are left now. Nothing was changed. Please read \
                 the stock and count again.",
                "Des pièces ont été vendues ou retournées depuis\u{a0}: il en reste {available}. Rien n’a été \
                 modifié. Veuillez lire le stock et compter de nouveau."
            ),
        )
        .with("available", available)),
    }
}
