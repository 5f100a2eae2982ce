//! GET /manageTaxes/report.

use super::{TaxReport, TaxSums, days_of_report, tax_report};
use crate::{
    accounts::extractors::Admin,
    back_office::figures::{
        calendar::{DayRange, day_at, day_in},
        http::dollars,
    },
    http::prelude::*,
    settings::tax_registrations::TaxAuthority,
    shop::Shop,
    values::{province::Province, taxes::Tax},
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_tax_report))
}

/// Days are days where the shop is.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct TaxReportQuery {
    /// The first day. If absent, the first one of the quarter of `to`.
    #[param(value_type = Option<String>, format = Date)]
    from: Option<String>,
    /// The last day. If absent, today, and without `from` the last day of the last full quarter.
    #[param(value_type = Option<String>, format = Date)]
    to: Option<String>,
}

/// Taxes of a period, in dollars. Charged counts on the day of the payment, returned on the day on which a refund was
/// decided. A refund that failed counts below 0 on the day on which it failed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaxReport)]
struct TaxReportJson {
    #[schema(format = Date)]
    from: String,
    #[schema(format = Date)]
    to: String,
    /// The sums by tax and province.
    rows: Vec<TaxReportRow>,
    /// The sums of each authority that has a row.
    totals: Vec<TaxReportTotal>,
    /// Sales on which no tax was charged.
    untaxed_sales: f64,
}

#[derive(Serialize, ToSchema)]
struct TaxReportRow {
    tax: Tax,
    province: Province,
    name: &'static str,
    #[serde(flatten)]
    sums: TaxSumsJson,
}

#[derive(Serialize, ToSchema)]
struct TaxReportTotal {
    authority: TaxAuthority,
    #[serde(flatten)]
    sums: TaxSumsJson,
}

#[derive(Serialize, ToSchema)]
#[schema(as = TaxSums)]
struct TaxSumsJson {
    /// Goods and delivery, without taxes and before refunds.
    sales: f64,
    charged: f64,
    returned: f64,
    /// May be below 0.
    net: f64,
}

/// Each tax of a period by province. Sales, charged, returned with refunds, and what is left.
#[utoipa::path(get, path = "/manageTaxes/report", tag = "reports", security(("bearer" = [])), params(TaxReportQuery),
    responses((status = 200, body = TaxReportJson), (status = 403)))]
async fn get_tax_report(
    State(shop): State<Arc<Shop>>,
    _: Admin,
    QueryParams(query): QueryParams<TaxReportQuery>,
) -> Result<ApiJson<TaxReportJson>, ApiError> {
    let zone = shop.settings.current().time_zone.clone();
    let mut check = Validator::new();
    let from = day_in(&mut check, "from", query.from.as_deref());
    let to = day_in(&mut check, "to", query.to.as_deref());
    let range = days_of_report(from, to, day_at(shop.clock.now(), &zone));
    if check.is_valid() && range.from > range.to {
        let message = localized!(
            "Choose a first day that is not after the last one.",
            "Choisissez un premier jour qui ne suit pas le dernier."
        );
        check.add_error("from", InvalidValue::new("out_of_range", message));
    }
    check.finish(())?;
    let read = shop.db.read_long(range.span(&zone), |tx, span| Box::pin(tax_report(tx, *span)));
    Ok(ApiJson(TaxReportJson::new(range, &read.await?)))
}

impl TaxReportJson {
    fn new(range: DayRange, report: &TaxReport) -> Self {
        let of = |authority| {
            let is_of = |row: &&TaxSums| TaxAuthority::of(row.tax, row.province) == Some(authority);
            let rows: Vec<&TaxSums> = report.rows.iter().filter(is_of).collect();
            (!rows.is_empty()).then(|| TaxReportTotal { authority, sums: TaxSumsJson::of(&rows) })
        };
        let row = |row: &TaxSums| TaxReportRow {
            tax: row.tax,
            province: row.province,
            name: row.province.name(),
            sums: TaxSumsJson::of(&[row]),
        };
        Self {
            from: range.from.to_string(),
            to: range.to.to_string(),
            rows: report.rows.iter().map(row).collect(),
            totals: TaxAuthority::ALL.into_iter().filter_map(of).collect(),
            untaxed_sales: dollars(report.untaxed_sales),
        }
    }
}

impl TaxSumsJson {
    fn of(rows: &[&TaxSums]) -> Self {
        let sum = |cents: fn(&TaxSums) -> i64| dollars(rows.iter().map(|row| cents(row)).sum());
        Self {
            sales: sum(|row| row.sales),
            charged: sum(|row| row.charged),
            returned: sum(|row| row.returned),
            net: sum(|row| row.charged - row.returned),
        }
    }
}
