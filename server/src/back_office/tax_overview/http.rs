//! GET /manageTaxes.

use jiff::{ToSpan as _, civil::Date};

use super::{LIMITS, RegistrationLimit, SalesByProvince, store};
use crate::{
    accounts::extractors::Admin,
    back_office::figures::{
        calendar::{DayRange, day_at},
        http::dollars,
    },
    http::prelude::*,
    settings::{
        charges::Charges,
        tax_registrations::{TaxAuthority, TaxRegistration},
    },
    shop::Shop,
    values::{
        province::Province,
        taxes::{
            Rate, Tax,
            rates::{DatedRate, rates_on, rows_on},
        },
    },
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_taxes))
}

/// What the shop charges today, and why. Sales are in dollars without taxes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TaxOverview {
    /// Today where the shop is.
    #[schema(format = Date)]
    day: String,
    /// Where the shop is, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    home: Option<Province>,
    /// Sales count from this day on.
    #[schema(format = Date)]
    sales_from: String,
    places: Vec<TaxesOfProvince>,
    /// The sales of purchases that depended on no province.
    sales_elsewhere: f64,
    limits: Vec<RegistrationMeter>,
    added_rates: Vec<OwnRate>,
}

#[derive(Serialize, ToSchema)]
struct TaxesOfProvince {
    province: Province,
    name: &'static str,
    /// The taxes in force, at most two.
    taxes: Vec<TaxInForce>,
    sales: f64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TaxInForce {
    tax: Tax,
    /// Percent.
    rate: f64,
    authority: TaxAuthority,
    /// The shop is registered today, so it charges the tax.
    is_charged: bool,
    /// The owner entered the rate.
    is_own: bool,
    #[schema(format = Date)]
    since: String,
    source: String,
    /// The address of the source. It is empty if the source is not public.
    address: String,
    #[schema(format = Date)]
    read_on: String,
}

/// How far the shop is from having to register.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RegistrationMeter {
    authority: TaxAuthority,
    /// The sales in twelve months from which on the shop has to register. If it is absent, that may be the first sale.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    limit: Option<f64>,
    sales: f64,
    is_registered: bool,
}

/// A rate that the owner entered.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwnRate {
    province: Province,
    tax: Tax,
    /// The rate in percent. It is 0 if the tax has ended.
    rate: f64,
    #[schema(format = Date)]
    from: String,
    /// The rate that the shop's own table has for that day. It is 0 if there is no such tax.
    table_rate: f64,
    /// The owner can remove the rate.
    is_in_table: bool,
}

/// What is charged where and why. The response also has the sources of the rates, and the sales of twelve months by
/// province.
#[utoipa::path(get, path = "/manageTaxes", tag = "reports", security(("bearer" = [])),
    responses((status = 200, body = TaxOverview), (status = 403)))]
async fn get_taxes(State(shop): State<Arc<Shop>>, _: Admin) -> Result<ApiJson<TaxOverview>, ApiError> {
    let current = shop.settings.current();
    let day = day_at(shop.clock.now(), &current.time_zone);
    let year = DayRange { from: day.saturating_sub(1.year()), to: day };
    let span = year.span(&current.time_zone);
    let read = shop.db.read_long(span, |tx, span| Box::pin(async move { store::sales(tx, *span).await }));
    let sales = SalesByProvince(read.await?);
    Ok(ApiJson(overview(&current.charges, day, year, &sales)))
}

fn overview(charges: &Charges, day: Date, year: DayRange, sales: &SalesByProvince) -> TaxOverview {
    let place = |province: Province| TaxesOfProvince {
        province,
        name: province.name(),
        taxes: taxes_in(charges, province, day),
        sales: dollars(sales.to(Some(province))),
    };
    TaxOverview {
        day: day.to_string(),
        home: charges.home,
        sales_from: year.from.to_string(),
        places: Province::ALL.into_iter().map(place).collect(),
        sales_elsewhere: dollars(sales.to(None)),
        limits: LIMITS.into_iter().map(|limit| meter(charges, limit, day, sales)).collect(),
        added_rates: charges.added_rates.iter().map(OwnRate::from).collect(),
    }
}

fn taxes_in(charges: &Charges, province: Province, day: Date) -> Vec<TaxInForce> {
    let rows = rows_on(province, day, &charges.added_rates).into_iter().flatten();
    let tax = |row: &DatedRate| {
        let registration = TaxRegistration::find(&charges.registrations, row.tax, province, day);
        Some(TaxInForce {
            tax: row.tax,
            rate: percent(row),
            authority: TaxAuthority::of(row.tax, province)?,
            is_charged: registration.is_some(),
            is_own: row.sure.is_empty(),
            since: row.from.to_string(),
            source: row.source.clone(),
            address: row.address.clone(),
            read_on: row.read.to_string(),
        })
    };
    rows.filter_map(tax).collect()
}

fn meter(
    charges: &Charges,
    limit: RegistrationLimit,
    day: Date,
    sales: &SalesByProvince,
) -> RegistrationMeter {
    let mut registrations = charges.registrations.iter();
    RegistrationMeter {
        authority: limit.authority,
        limit: limit.cents.map(dollars),
        sales: dollars(sales.for_limit(limit)),
        is_registered: registrations.any(|it| it.authority == limit.authority && it.is_valid_on(day)),
    }
}

impl From<&DatedRate> for OwnRate {
    fn from(own: &DatedRate) -> Self {
        let table = rates_on(own.province, own.from, &[]);
        let table = [table.federal, table.provincial].into_iter().flatten().find(|rate| rate.tax == own.tax);
        let millionths = table.map_or(0, |rate| rate.millionths);
        Self {
            province: own.province,
            tax: own.tax,
            rate: percent(own),
            from: own.from.to_string(),
            table_rate: Rate { tax: own.tax, millionths }.percent(),
            is_in_table: millionths == own.millionths,
        }
    }
}

fn percent(row: &DatedRate) -> f64 {
    Rate { tax: row.tax, millionths: row.millionths }.percent()
}
