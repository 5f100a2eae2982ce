//! GET /customers.

use futures_util::future::try_join_all;

use super::store::{self, CustomerSummaryRow};
use crate::{accounts::extractors::Admin, http::prelude::*, shop::Shop, values::money::Cents};

/// As many as a page of the list of users has.
const MAX_IDS: usize = 100;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(list_customers))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CustomerSummary {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    /// The municipality of the last delivery, or the location of the profile. Absent if both are unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    town: Option<String>,
    order_count: i64,
    /// What was paid for orders that were not refunded.
    #[schema(value_type = f64)]
    paid: Cents,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime)]
    last_order_at: Option<Timestamp>,
}

#[derive(Deserialize)]
struct City {
    city: String,
}

impl From<CustomerSummaryRow> for CustomerSummary {
    fn from(row: CustomerSummaryRow) -> Self {
        let delivered_to = row.delivery_address.and_then(|parts| serde_json::from_str::<City>(&parts).ok());
        Self {
            id: row.id.into_string(),
            name: row.name,
            town: delivered_to.map(|address| address.city).or(row.location).filter(|town| !town.is_empty()),
            order_count: row.order_count,
            paid: row.paid,
            last_order_at: row.last_order_at,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CustomersQuery {
    /// The ids of up to 100 accounts, separated by commas. Unknown ones are left out of the answer.
    ids: String,
}

/// Name, town and orders of each of these accounts, in the order of `ids`.
#[utoipa::path(get, path = "/customers", tag = "accounts", params(CustomersQuery), security(("bearer" = [])),
    responses((status = 200, body = Vec<CustomerSummary>), (status = 403)))]
async fn list_customers(
    State(shop): State<Arc<Shop>>,
    _: Admin,
    QueryParams(query): QueryParams<CustomersQuery>,
) -> Result<ApiJson<Vec<CustomerSummary>>, ApiError> {
    let ids: Option<Vec<Id>> = query.ids.split(',').map(Id::parse).collect();
    let ids = ids.filter(|ids| ids.len() <= MAX_IDS).ok_or_else(|| {
        let detail = localized!(
            "Give the ids of at most {MAX_IDS} accounts, separated by commas.",
            "Donnez les identifiants d’au plus {MAX_IDS}\u{a0}comptes, séparés par des virgules."
        );
        ApiError::invalid_field("ids", InvalidValue::new("unknown", detail))
    })?;
    let rows = shop.db.read_long(ids, |tx, ids| {
        Box::pin(async move { try_join_all(ids.iter().map(|id| store::summary(tx, id))).await })
    });
    Ok(ApiJson(rows.await?.into_iter().flatten().map(CustomerSummary::from).collect()))
}
