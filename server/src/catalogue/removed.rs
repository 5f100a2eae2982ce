//! Removed tools: the owner restores one within 30 days. Then a job deletes it, unless orders name it.

use std::{sync::Arc, time::Duration};

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    manage::ToolConflict,
    store,
    tool::{Tool, ToolJson},
    tool_body::conflict,
};
use crate::{
    audit::{self, AuditAction, AuditEntry},
    db,
    http::{
        error::{ApiError, Problem},
        json::{ApiJson, PathSegment},
        write_results::WriteResult,
    },
    identity::extractors::Admin,
    shop::Shop,
    values::{ids::Id, time::Timestamp},
};

pub const RESTORE_TTL: Duration = Duration::from_hours(30 * 24);

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(list_removed_tools)).routes(routes!(restore_tool))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RemovedTool {
    #[serde(flatten)]
    tool: ToolJson,
    #[schema(value_type = String, format = DateTime)]
    removed_at: Timestamp,
    /// It can be restored until then.
    #[schema(value_type = String, format = DateTime)]
    kept_until: Timestamp,
}

/// The tools that can be restored, the last removed first. At most 200.
#[utoipa::path(get, path = "/removed-tools", tag = "tools", security(("bearer" = [])),
    responses((status = 200, body = Vec<RemovedTool>), (status = 401, body = Problem), (status = 403, body = Problem)))]
async fn list_removed_tools(
    State(shop): State<Arc<Shop>>,
    _: Admin,
) -> Result<ApiJson<Vec<RemovedTool>>, ApiError> {
    let since = shop.clock.now().minus(RESTORE_TTL);
    let tools = shop.db.read(since, |tx, since| Box::pin(store::removed_since(tx, *since))).await?;
    let json = |(tool, removed_at): (Tool, Timestamp)| RemovedTool {
        tool: tool.to_owner_wire(shop.public_url()),
        removed_at,
        kept_until: removed_at.plus(RESTORE_TTL),
    };
    Ok(ApiJson(tools.into_iter().map(json).collect()))
}

/// Puts a removed tool back, with its stock.
#[utoipa::path(post, path = "/removed-tools/{id}/restore", tag = "tools", params(("id" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = WriteResult), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, description = "`name_taken`, `sku_taken`", body = Problem)))]
async fn restore_tool(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(id): PathSegment,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let id = Id::parse(&id).ok_or_else(|| ApiError::not_found("tool"))?;
    match restore(&shop, &session.user.id, &id).await? {
        Ok(true) => Ok(ApiJson(WriteResult::modified())),
        Ok(false) => Err(ApiError::not_found("tool")),
        Err(refused) => Err(conflict(refused)),
    }
}

/// Returns whether the tool could be restored. Its name or SKU may be another tool's by now.
async fn restore(shop: &Shop, by: &Id, id: &Id) -> Result<Result<bool, ToolConflict>, db::Error> {
    let (actor, at) = (Some(by.clone()), shop.clock.now());
    let entry = AuditEntry { actor, action: AuditAction::RestoreTool, subject: id.clone(), at };
    let restored = shop
        .db
        .write(entry.clone(), |tx, entry| {
            Box::pin(async move {
                let found = store::restore(tx, &entry.subject, entry.at.minus(RESTORE_TTL), entry.at).await?;
                if found {
                    audit::record(tx, entry).await?;
                }
                Ok(found)
            })
        })
        .await;
    match restored {
        Ok(found) => {
            if found {
                shop.catalogue.mark_changed(id);
                entry.log();
            }
            Ok(Ok(found))
        }
        Err(error) => ToolConflict::of(error).map(Err),
    }
}

/// Deletes tools whose time is over and that no order names. Returns how many.
pub async fn delete_expired(tx: &db::Tx<'_>, now: Timestamp) -> Result<u64, db::Error> {
    store::delete_removed_before(tx, now.minus(RESTORE_TTL)).await
}
