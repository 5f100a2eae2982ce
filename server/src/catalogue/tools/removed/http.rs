//! GET /removed-tools and POST /removed-tools/{id}/restore.

use super::{RESTORE_TTL, restore};
use crate::{
    accounts::extractors::Admin,
    catalogue::tools::{store, tool::ToolJson},
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(list_removed_tools)).routes(routes!(restore_tool))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RemovedTool<'a> {
    #[serde(flatten)]
    tool: ToolJson<'a>,
    removed_at: Timestamp,
    /// It can be restored until then.
    kept_until: Timestamp,
}

/// The tools that can be restored, the last removed first. At most 200.
#[utoipa::path(get, path = "/removed-tools", tag = "tools", security(("bearer" = [])),
    responses((status = 200, body = Vec<RemovedTool<'_>>), (status = 403)))]
async fn list_removed_tools(State(shop): State<Arc<Shop>>, _: Admin) -> Result<Response, ApiError> {
    let since = shop.clock.now().minus(RESTORE_TTL);
    let tools = shop.db.read(since, |tx, since| Box::pin(store::removed_since(tx, *since))).await?;
    let list = tools.iter().map(|(tool, removed_at)| RemovedTool {
        tool: tool.to_owner_wire(shop.public_url()),
        removed_at: *removed_at,
        kept_until: removed_at.plus(RESTORE_TTL),
    });
    Ok(ApiJson(list.collect::<Vec<_>>()).into_response())
}

/// Puts a removed tool back, with its stock.
#[utoipa::path(post, path = "/removed-tools/{id}/restore", tag = "tools", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = WriteResult), (status = 403),
        (status = 409, description = "`name_taken`, `sku_taken`")))]
async fn restore_tool(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    ToolPathId(id): ToolPathId,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let is_restored = restore(&shop, &session.user.id, &id).await?;
    if is_restored { Ok(ApiJson(WriteResult::modified())) } else { Err(ApiError::not_found(Missing::Tool)) }
}
