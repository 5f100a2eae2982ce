//! GET /manageShop/quebec.

use super::{QuebecDuty, QuebecDutyCode};
use crate::{
    accounts::extractors::Admin, http::prelude::*, settings::shop_settings::preferences::QuebecSales,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_quebec_readiness))
}

/// What the law of Québec asks of the shop, and whether the shop sells there.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QuebecReadiness {
    /// Purchases to Québec are taken.
    is_open: bool,
    sales: QuebecSales,
    duties: Vec<QuebecDutyJson>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = QuebecDuty)]
struct QuebecDutyJson {
    code: QuebecDutyCode,
    state: QuebecDutyState,
    /// Names of settings. `deliveryDays` has names of delivery methods instead.
    missing: Vec<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum QuebecDutyState {
    Done,
    Todo,
}

/// What the shop still needs before it sells into Québec.
#[utoipa::path(get, path = "/manageShop/quebec", tag = "site", security(("bearer" = [])),
    responses((status = 200, body = QuebecReadiness), (status = 403)))]
async fn get_quebec_readiness(
    State(shop): State<Arc<Shop>>,
    _: Admin,
) -> Result<ApiJson<QuebecReadiness>, ApiError> {
    let current = shop.settings.current();
    Ok(ApiJson(QuebecReadiness {
        is_open: !current.charges.is_closed_to_quebec,
        sales: current.preferences.quebec_sales,
        duties: current.quebec_duties.iter().map(QuebecDutyJson::from).collect(),
    }))
}

impl From<&QuebecDuty> for QuebecDutyJson {
    fn from(duty: &QuebecDuty) -> Self {
        let state = if duty.is_done { QuebecDutyState::Done } else { QuebecDutyState::Todo };
        Self { code: duty.code, state, missing: duty.missing.clone() }
    }
}
