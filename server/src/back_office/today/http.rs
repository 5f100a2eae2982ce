//! GET /manageShop/today.

use super::{
    OrderCounts, OwnerDay, count_orders,
    opening::{OpeningState, OpeningStep, opening_steps},
    owner_day,
};
use crate::{
    accounts::{extractors::StaffReadingOrders, permissions::Permission},
    back_office::figures::{calendar::DayRange, http::dollars, time_zone},
    catalogue::listing::{entry::CatalogueEntry, snapshot::CatalogueSnapshot},
    http::prelude::*,
    settings::redirects::MissingPath,
    shop::Shop,
};

const MAX_LOW_TOOLS: usize = 5;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_today))
}

/// What waits today.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Today {
    orders_to_ship: i64,
    unpaid_orders: i64,
    /// Up to five tools on sale that are at or below their level, the ones with the least first.
    low_stock: Vec<LowTool>,
    low_stock_count: usize,
    /// Only admins get this.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    owner: Option<OwnerToday>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LowTool {
    tool_id: String,
    name: String,
    available_quantity: i64,
}

/// Amounts are in dollars. An order counts on the day on which it was paid, as in Figures.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwnerToday {
    /// Seven days, the last of them is today.
    days: Vec<DayRevenue>,
    /// The revenue of these days.
    revenue: f64,
    /// The revenue of the seven days before.
    revenue_before: f64,
    /// Orders whose money is on its way back.
    refunds_under_way: i64,
    /// Refunds that the card provider refused.
    failed_refunds: i64,
    disputes: i64,
    reviews_to_approve: i64,
    /// The last check of Books or by `trowel verify`. It is absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    books: Option<BooksCheck>,
    backup: BackupAge,
    /// The steps until the shop is open. An open shop has the steps that it still lacks. A demo has none.
    opening: Vec<OpeningTask>,
    /// Up to five paths without a page that visitors ask for, the most frequent first.
    missing_paths: Vec<MissingPath>,
}

#[derive(Serialize, ToSchema)]
struct DayRevenue {
    #[schema(format = Date)]
    day: String,
    revenue: f64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BooksCheck {
    at: Timestamp,
    /// How many records did not agree.
    differences: usize,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BackupAge {
    /// When the last backup began. It is absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    last_at: Option<Timestamp>,
    /// The owner has to do something.
    is_overdue: bool,
    /// Whether the shop is set to make one each night.
    is_nightly: bool,
}

#[derive(Serialize, ToSchema)]
struct OpeningTask {
    step: OpeningStep,
    state: OpeningState,
}

/// What the staff and the owner want to know first. Staff get no money and no reviews.
#[utoipa::path(get, path = "/manageShop/today", tag = "site",
    security(("bearer" = []), ("keyOrdersRead" = []), ("keyOrdersWrite" = [])),
    responses((status = 200, body = Today), (status = 403, description = "`forbidden`, `api_key_not_allowed`")))]
async fn get_today(
    State(shop): State<Arc<Shop>>,
    StaffReadingOrders(caller): StaffReadingOrders,
) -> Result<ApiJson<Today>, ApiError> {
    let is_owner = caller.may(Permission::RunShop);
    let input = (shop.config.clone(), time_zone(&shop), shop.clock.now(), is_owner);
    let read = shop.db.read(input, |tx, (config, zone, now, is_owner)| {
        Box::pin(async move {
            let orders = count_orders(tx).await?;
            let owner = if *is_owner { Some(owner_day(tx, config, zone, *now).await?) } else { None };
            Ok((orders, owner))
        })
    });
    let (orders, owner) = read.await?;
    let catalogue = shop.catalogue.current().await?;
    let mut low: Vec<_> = catalogue.tools().iter().filter(|tool| tool.is_low()).collect();
    low.sort_by_key(|tool| tool.available);
    Ok(ApiJson(Today {
        orders_to_ship: orders.to_ship,
        unpaid_orders: orders.unpaid,
        low_stock_count: low.len(),
        low_stock: low.into_iter().take(MAX_LOW_TOOLS).map(|tool| LowTool::from(&**tool)).collect(),
        owner: owner.map(|view| owner_today(&shop, view, &orders, &catalogue)),
    }))
}

impl From<&CatalogueEntry> for LowTool {
    fn from(tool: &CatalogueEntry) -> Self {
        let tool_id = tool.id.to_string();
        let name = tool.name.clone();
        Self { tool_id, name, available_quantity: tool.available }
    }
}

fn owner_today(
    shop: &Shop,
    view: OwnerDay,
    orders: &OrderCounts,
    catalogue: &CatalogueSnapshot,
) -> OwnerToday {
    let OwnerDay { range, sales, tasks, last_check, last_backup, missing_paths } = view;
    let revenue = |days| dollars(sales.sum(days).revenue_cents);
    let of_day = |day| DayRevenue {
        day: jiff::civil::Date::to_string(&day),
        revenue: revenue(DayRange { from: day, to: day }),
    };
    let is_overdue = tasks.overdue_backup.is_some();
    let settings = shop.settings.current();
    let opening = opening_steps(shop, &settings, !is_overdue, catalogue.count() > 0);
    OwnerToday {
        days: range.days().map(of_day).collect(),
        revenue: revenue(range),
        revenue_before: revenue(range.before()),
        refunds_under_way: orders.refunding,
        failed_refunds: tasks.failed_refunds,
        disputes: tasks.disputes,
        reviews_to_approve: tasks.reviews_to_approve,
        books: last_check.map(|done| BooksCheck { at: done.at, differences: done.differences }),
        backup: BackupAge {
            last_at: last_backup,
            is_overdue,
            is_nightly: shop.config.backups.folder.is_some(),
        },
        opening: opening.into_iter().map(|(step, state)| OpeningTask { step, state }).collect(),
        missing_paths,
    }
}
