//! GET /former-orders, GET and POST /former-order-imports, POST /former-order-imports/check and
//! DELETE /former-order-imports/{importedAt}.

use axum::extract::Request;

use super::{
    ImportOrderOutcome, check,
    file::{self, FormerOrder, FormerOrderLine, OrderFile},
    import, of_account,
    store::{self, FormerOrderImportRow, FormerOrderRow},
};
use crate::{
    accounts::extractors::{Admin, AnyAccount},
    base::audit::{self, AuditAction, AuditEntry},
    catalogue::import::{MAX_FILE_BYTES, RowFault, multipart::read_file},
    db::{self, Tx},
    http::prelude::*,
    shop::Shop,
    values::money::Cents,
};

const MAX_LISTED: usize = 200;
const MAX_IMPORTS: i64 = 100;
/// Orders of one transaction, so that other writes do not wait for long.
const ORDERS_AT_ONCE: usize = 500;
const MAX_DELETED_AT_ONCE: i64 = 500;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(list_former_orders))
        .routes(routes!(check_former_orders))
        .routes(routes!(import_former_orders, list_former_order_imports))
        .routes(routes!(delete_former_order_import))
}

/// An order of a former shop, as its file states it. It is no order of this shop.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FormerOrder)]
pub struct FormerOrderJson {
    #[serde(rename = "_id")]
    id: String,
    /// As the former shop wrote it: `#1001`.
    number: String,
    ordered_at: Timestamp,
    /// The state in the words of the former shop.
    state: String,
    #[schema(value_type = f64)]
    total: Cents,
    /// The taxes in the total. Absent: the file did not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64)]
    taxes: Option<Cents>,
    currency: String,
    lines: Vec<FormerOrderLine>,
}

impl FormerOrderJson {
    pub fn new(row: FormerOrderRow) -> Self {
        Self {
            id: row.id.into_string(),
            number: row.number,
            ordered_at: row.ordered_at,
            state: row.state,
            total: row.total,
            taxes: row.taxes,
            currency: row.currency,
            lines: serde_json::from_str(&row.lines).unwrap_or_default(),
        }
    }
}

/// What a file of orders does.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FormerOrderImport {
    added_count: usize,
    /// Orders that the shop has from an earlier file.
    unchanged_count: usize,
    skipped_count: usize,
    /// Up to 200 orders that are left out, by their first rows, and why.
    skipped: Vec<RowFault>,
}

impl FormerOrderImport {
    fn add(&mut self, outcomes: Vec<ImportOrderOutcome>) {
        for outcome in outcomes {
            match outcome {
                ImportOrderOutcome::Added => self.added_count += 1,
                ImportOrderOutcome::Unchanged => self.unchanged_count += 1,
            }
        }
    }
}

/// The caller's orders of the former shop, newest first.
///
/// At most 500. An account whose address is not confirmed has none.
#[utoipa::path(get, path = "/former-orders", tag = "orders", security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = Vec<FormerOrderJson>)))]
async fn list_former_orders(
    State(shop): State<Arc<Shop>>,
    AnyAccount(session): AnyAccount,
) -> Result<ApiJson<Vec<FormerOrderJson>>, ApiError> {
    let orders = shop.db.read(session.user.id, |tx, user| Box::pin(of_account(tx, user))).await?;
    Ok(ApiJson(orders.into_iter().map(FormerOrderJson::new).collect()))
}

async fn read(shop: &Shop, request: Request) -> Result<(FormerOrderImport, Vec<FormerOrder>), ApiError> {
    let bytes = read_file(request.into_body().into_data_stream(), MAX_FILE_BYTES).await?;
    let zone = shop.settings.current().time_zone.clone();
    let now = shop.clock.now();
    let currency = shop.config.currency.clone();
    let read = tokio::task::spawn_blocking(move || file::read(&bytes, &zone, currency.as_str(), now));
    let read = read.await.map_err(ApiError::internal)?;
    let OrderFile { orders, mut faults } =
        read.map_err(|sentence| ApiError::unprocessable("unreadable_file", sentence))?;
    let skipped_count = faults.len();
    faults.truncate(MAX_LISTED);
    Ok((FormerOrderImport { skipped_count, skipped: faults, ..FormerOrderImport::default() }, orders))
}

/// What a file of orders would do. Changes nothing.
#[utoipa::path(post, path = "/former-order-imports/check", tag = "orders",
    request_body(content((String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    security(("bearer" = [])),
    responses((status = 200, body = FormerOrderImport),
        (status = 400, description = "`incomplete_body`: the file did not arrive"), (status = 403),
        (status = 413, description = "`file_too_large`: above 5 MB"),
        (status = 422, description = "`unreadable_file`: neither CSV nor .xlsx, without the columns, or more than 10,000 rows")))]
async fn check_former_orders(
    State(shop): State<Arc<Shop>>,
    _: Admin,
    request: Request,
) -> Result<ApiJson<FormerOrderImport>, ApiError> {
    let (mut result, orders) = read(&shop, request).await?;
    let outcomes = shop.db.read_long(orders, |tx, orders| Box::pin(check_all(tx, orders)));
    result.add(outcomes.await?);
    Ok(ApiJson(result))
}

/// Keeps the orders of a former shop as a history to read.
///
/// The file is an export of orders from Shopify, or from a plugin of WooCommerce, with the number, day, e-mail address
/// and total of each order. They count in no figure and no report. An order is added once, by its number.
#[utoipa::path(post, path = "/former-order-imports", tag = "orders",
    request_body(content((String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    security(("bearer" = [])),
    responses((status = 200, body = FormerOrderImport),
        (status = 400, description = "`incomplete_body`: the file did not arrive"), (status = 403),
        (status = 413, description = "`file_too_large`: above 5 MB"),
        (status = 422, description = "`unreadable_file`: neither CSV nor .xlsx, without the columns, or more than 10,000 rows")))]
async fn import_former_orders(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    request: Request,
) -> Result<ApiJson<FormerOrderImport>, ApiError> {
    let (mut result, orders) = read(&shop, request).await?;
    run_to_completion(async move {
        let now = shop.clock.now();
        let entry = AuditEntry::by(&session.user.id, AuditAction::ImportFormerOrders, Id::new(now), now);
        shop.db.write(entry, |tx, entry| Box::pin(audit::record(tx, entry))).await?;
        for chunk in orders.chunks(ORDERS_AT_ONCE) {
            let input = (chunk.to_vec(), now);
            let outcomes = shop.db.write(input, |tx, (orders, now)| Box::pin(import_all(tx, orders, *now)));
            result.add(outcomes.await?);
        }
        Ok(ApiJson(result))
    })
    .await
}

/// The last hundred imports that have orders, newest first.
#[utoipa::path(get, path = "/former-order-imports", tag = "orders", security(("bearer" = [])),
    responses((status = 200, body = Vec<FormerOrderImportRow>), (status = 403)))]
async fn list_former_order_imports(
    State(shop): State<Arc<Shop>>,
    _: Admin,
) -> Result<ApiJson<Vec<FormerOrderImportRow>>, ApiError> {
    let imports = shop.db.read_long((), |tx, ()| Box::pin(store::imports(tx, MAX_IMPORTS)));
    Ok(ApiJson(imports.await?))
}

/// Deletes all orders of an import, so that a corrected file can be imported.
#[utoipa::path(delete, path = "/former-order-imports/{importedAt}", tag = "orders",
    params(("importedAt" = String, Path, format = DateTime, description = "As the list of imports has it")),
    security(("bearer" = [])),
    responses((status = 200, description = "`deletedCount` counts orders, and is 0 if the import is gone", body = Deleted),
        (status = 403)))]
async fn delete_former_order_import(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(path): PathSegment,
) -> Result<ApiJson<Deleted>, ApiError> {
    let imported_at = Timestamp::parse(&path).ok_or_else(|| ApiError::not_found(Missing::Import))?;
    run_to_completion(async move {
        let mut deleted_count = 0;
        loop {
            let now = shop.clock.now();
            let entry =
                AuditEntry::by(&session.user.id, AuditAction::DeleteFormerOrders, Id::new(imported_at), now);
            let input = (imported_at, Some(entry).filter(|_| deleted_count == 0));
            let count =
                shop.db.write(input, |tx, (at, entry)| Box::pin(delete_some(tx, *at, entry.as_ref())));
            match count.await? {
                0 => return Ok(ApiJson(Deleted { acknowledged: true, deleted_count })),
                count => deleted_count += count,
            }
        }
    })
    .await
}

/// Deletes some orders of an import. The entry tells of the first ones.
async fn delete_some(
    tx: &Tx<'_>,
    imported_at: Timestamp,
    entry: Option<&AuditEntry>,
) -> Result<u64, db::Error> {
    let count = store::delete_some(tx, imported_at, MAX_DELETED_AT_ONCE).await?;
    if let Some(entry) = entry.filter(|_| count > 0) {
        audit::record(tx, entry).await?;
    }
    Ok(count)
}

async fn check_all(tx: &Tx<'_>, orders: &[FormerOrder]) -> Result<Vec<ImportOrderOutcome>, db::Error> {
    let mut outcomes = Vec::with_capacity(orders.len());
    for order in orders {
        outcomes.push(check(tx, order).await?);
    }
    Ok(outcomes)
}

async fn import_all(
    tx: &Tx<'_>,
    orders: &[FormerOrder],
    now: Timestamp,
) -> Result<Vec<ImportOrderOutcome>, db::Error> {
    let mut outcomes = Vec::with_capacity(orders.len());
    for order in orders {
        outcomes.push(import(tx, order, now).await?);
    }
    Ok(outcomes)
}
