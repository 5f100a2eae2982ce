//! GET /manageShop/tasks.

use super::OwnerTasks;
use crate::{
    accounts::extractors::Admin, base::metadata::maintenance::OverdueBackup, http::prelude::*, shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(count_owner_tasks))
}

/// How much waits for the owner.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OwnerTasks)]
struct OwnerTasksJson {
    /// Paid and not shipped.
    orders_to_ship: i64,
    /// Open disputes that the card provider has reported.
    disputes: i64,
    /// Refunds that the card provider refused.
    failed_refunds: i64,
    reviews_to_approve: i64,
    /// The warning that no backup succeeded for three days. It is absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = OverdueBackupJson)]
    overdue_backup: Option<OverdueBackupJson>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OverdueBackup)]
struct OverdueBackupJson {
    /// When the last backup began. It is absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    last_at: Option<Timestamp>,
    /// Whether the shop is set to make one each night.
    is_nightly: bool,
}

/// Count what waits for the owner. Cheap, so that the dashboard asks every minute.
#[utoipa::path(get, path = "/manageShop/tasks", tag = "site", security(("bearer" = [])),
    responses((status = 200, body = OwnerTasksJson), (status = 403)))]
async fn count_owner_tasks(
    State(shop): State<Arc<Shop>>,
    _: Admin,
) -> Result<ApiJson<OwnerTasksJson>, ApiError> {
    let input = (shop.config.clone(), shop.clock.now());
    let tasks = shop.db.read(input, |tx, (config, now)| Box::pin(super::count(tx, config, *now))).await?;
    let OwnerTasks { orders_to_ship, disputes, failed_refunds, reviews_to_approve, overdue_backup } = tasks;
    let overdue_backup = overdue_backup
        .map(|OverdueBackup { last, is_nightly }| OverdueBackupJson { last_at: last, is_nightly });
    Ok(ApiJson(OwnerTasksJson {
        orders_to_ship,
        disputes,
        failed_refunds,
        reviews_to_approve,
        overdue_backup,
    }))
}
