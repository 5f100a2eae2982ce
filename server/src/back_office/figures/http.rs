//! GET /figures.

use jiff::{civil::Date, tz::TimeZone};

use super::{
    calendar::{ChartStep, DayRange, day_at, parse_day, plus},
    sales::{DailySales, daily_sales},
    store::{self, SalesSums},
    time_zone,
};
use crate::{
    accounts::extractors::AdminReadingFigures,
    db::{self, Tx},
    http::prelude::*,
    shop::Shop,
};

const DEFAULT_DAYS: u16 = 30;
/// Two years.
const MAX_DAYS: u16 = 731;
/// More do not fit into a chart.
const MAX_STEPS: usize = 120;
const MAX_BEST_SELLERS: usize = 10;
const MAX_UNSOLD_TOOLS: usize = 20;
const MAX_SEARCHES: i64 = 20;
const MAX_CODES: i64 = 20;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_figures))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FiguresQuery {
    /// The first day, as `2026-11-05`, where the shop is.
    #[param(value_type = Option<String>, format = Date)]
    from: Option<String>,
    /// The last day. Today if absent.
    #[param(value_type = Option<String>, format = Date)]
    to: Option<String>,
    /// If `from` is absent, the period has this many days up to `to`: 1 to 731, 30 by default.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 731)]
    days: Option<String>,
    /// The steps of the charts. If absent, days for up to a month, weeks for up to half a year, and else months.
    #[param(value_type = Option<ChartStep>, inline)]
    by: Option<String>,
}

/// What a period brought, compared with the same number of days before. Amounts are in dollars. An order and its refund
/// count on the day on which it was paid.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Figures)]
struct FiguresJson {
    #[schema(format = Date)]
    from: String,
    #[schema(format = Date)]
    to: String,
    #[schema(value_type = ChartStep)]
    by: &'static str,
    total: SalesJson,
    before: SalesJson,
    /// What customers paid for delivery in the period. It is not part of the revenue.
    delivery: f64,
    /// The same for taxes.
    taxes: f64,
    /// What customers got back for a part of the goods of these orders, without taxes. It is still part of the revenue.
    part_refunds: f64,
    /// What discount codes took off the goods. It is still part of the revenue.
    discounts: f64,
    /// Up to 20 discount codes, the most used first.
    codes: Vec<UsedCode>,
    steps: Vec<SalesStep>,
    /// Up to 10 tools. Refunded orders do not count.
    best_sellers: Vec<BestSeller>,
    /// Up to 20 tools on sale without any paid order, the ones on sale longest first.
    never_sold: Vec<UnsoldTool>,
    more_never_sold: bool,
    /// Up to 20 searches that found no tool, the most frequent first. They are kept for 90 days.
    empty_searches: Vec<EmptySearch>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Sales)]
struct SalesJson {
    orders: i64,
    revenue: f64,
    /// How many of the orders were refunded.
    refunds: i64,
    refunded: f64,
    /// The part of the revenue that was paid without the card provider.
    recorded: f64,
    average_order: f64,
}

/// A day, a week or a month, or the part of it in the period.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SalesStep {
    #[schema(format = Date)]
    from: String,
    #[schema(format = Date)]
    to: String,
    sales: SalesJson,
    /// The sales of the same days in the period before.
    before: SalesJson,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BestSeller {
    tool_id: String,
    name: String,
    units: i64,
    revenue: f64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UnsoldTool {
    tool_id: String,
    name: String,
    available_quantity: i64,
    created_at: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct UsedCode {
    code: String,
    purchases: i64,
    /// What it took off their goods.
    discount: f64,
}

#[derive(Serialize, ToSchema)]
struct EmptySearch {
    term: String,
    searches: i64,
}

impl From<SalesSums> for SalesJson {
    fn from(sums: SalesSums) -> Self {
        Self {
            orders: sums.orders,
            revenue: dollars(sums.revenue_cents),
            refunds: sums.refunds,
            refunded: dollars(sums.refunded_cents),
            recorded: dollars(sums.recorded_cents),
            average_order: dollars(sums.average_cents()),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "below 2^53 every cent count divides to the nearest double")]
pub fn dollars(cents: i64) -> f64 {
    cents as f64 / 100.0
}

/// Orders, revenue and refunds of a period. Best sellers, tools never sold and searches without a result too.
#[utoipa::path(get, path = "/figures", tag = "reports", params(FiguresQuery),
    security(("bearer" = []), ("keyFiguresRead" = [])),
    responses((status = 200, body = FiguresJson), (status = 403)))]
async fn get_figures(
    State(shop): State<Arc<Shop>>,
    _: AdminReadingFigures,
    QueryParams(query): QueryParams<FiguresQuery>,
) -> Result<ApiJson<FiguresJson>, ApiError> {
    let zone = time_zone(&shop);
    let (range, step) = query.check(day_at(shop.clock.now(), &zone))?;
    let input = (range, step, zone);
    let figures = shop.db.read_long(input, |tx, (range, step, zone)| Box::pin(read(tx, *range, *step, zone)));
    Ok(ApiJson(figures.await?))
}

impl FiguresQuery {
    fn check(&self, today: Date) -> Result<(DayRange, ChartStep), ApiError> {
        let mut check = Validator::new();
        let mut day = |name, text: Option<&str>| {
            let text = text.filter(|text| !text.is_empty())?;
            let day = parse_day(text);
            if day.is_none() {
                check.add_error(
                    name,
                    InvalidValue::new(
                        "not_a_day",
                        localized!(
                            "Give a day as 2026-11-05.",
                            "Donnez un jour dans ce format\u{a0}: 2026-11-05."
                        ),
                    ),
                );
            }
            day
        };
        let (from, to) = (day("from", self.from.as_deref()), day("to", self.to.as_deref()));
        let to = to.unwrap_or(today);
        let days = self.days.as_deref().filter(|text| !text.is_empty()).map(str::parse::<u16>);
        let days = days.unwrap_or(Ok(DEFAULT_DAYS)).ok().filter(|days| (1..=MAX_DAYS).contains(days));
        if days.is_none() {
            let message = localized!(
                "Give a number of days from 1 to {MAX_DAYS}.",
                "Donnez un nombre de jours de 1 à {MAX_DAYS}."
            );
            check.add_error("days", InvalidValue::new("out_of_range", message));
        }
        let days = i64::from(days.unwrap_or(DEFAULT_DAYS));
        let range = DayRange { from: from.unwrap_or_else(|| plus(to, 1 - days)), to };
        let days = range.day_count();
        let step = match self.by.as_deref() {
            None | Some("") if days <= 31 => ChartStep::Day,
            None | Some("") if days <= 184 => ChartStep::Week,
            None | Some("" | "month") => ChartStep::Month,
            Some("day") => ChartStep::Day,
            Some("week") => ChartStep::Week,
            Some(_) => {
                check.add_error(
                    "by",
                    InvalidValue::new(
                        "unknown",
                        localized!("Choose day, week or month.", "Choisissez day, week ou month."),
                    ),
                );
                ChartStep::Month
            }
        };
        if check.is_valid() {
            if range.from > range.to {
                check.add_error(
                    "from",
                    InvalidValue::new(
                        "out_of_range",
                        localized!(
                            "Choose a first day that is not after the last one.",
                            "Choisissez un premier jour qui ne suit pas le dernier."
                        ),
                    ),
                );
            } else if days > usize::from(MAX_DAYS) {
                check.add_error(
                    "from",
                    InvalidValue::new(
                        "too_long",
                        localized!("Choose at most two years.", "Choisissez au plus deux ans."),
                    ),
                );
            } else if range.steps(step).len() > MAX_STEPS {
                check.add_error(
                    "by",
                    InvalidValue::new(
                        "too_many",
                        localized!(
                            "Choose weeks or months for a period this long.",
                            "Choisissez des semaines ou des mois pour une période aussi longue."
                        ),
                    ),
                );
            }
        }
        check.finish(()).map(|()| (range, step))
    }
}

async fn read(
    tx: &Tx<'_>,
    range: DayRange,
    step: ChartStep,
    zone: &TimeZone,
) -> Result<FiguresJson, db::Error> {
    let before = range.before();
    let sales = daily_sales(tx, DayRange { from: before.from, to: range.to }, zone).await?;
    let days = -i64::try_from(range.day_count()).unwrap_or(0);
    let steps = range.steps(step).into_iter().map(|part| {
        let earlier = DayRange { from: plus(part.from, days), to: plus(part.to, days) };
        SalesStep {
            from: part.from.to_string(),
            to: part.to.to_string(),
            sales: sales.sum(part).into(),
            before: sales.sum(earlier).into(),
        }
    });
    let mut never_sold =
        store::never_sold(tx, i64::try_from(MAX_UNSOLD_TOOLS + 1).unwrap_or(i64::MAX)).await?;
    let more_never_sold = never_sold.len() > MAX_UNSOLD_TOOLS;
    never_sold.truncate(MAX_UNSOLD_TOOLS);
    let (delivery, taxes, discounts) = store::beside_revenue(tx, range.span(zone)).await?;
    let part_refunds = store::part_refunds(tx, range.span(zone)).await?;
    let codes = store::used_codes(tx, range.span(zone), MAX_CODES).await?;
    let searches = store::searches(tx, range.span(zone), MAX_SEARCHES).await?;
    Ok(FiguresJson {
        from: range.from.to_string(),
        to: range.to.to_string(),
        by: match step {
            ChartStep::Day => "day",
            ChartStep::Week => "week",
            ChartStep::Month => "month",
        },
        total: sales.sum(range).into(),
        before: sales.sum(before).into(),
        delivery: dollars(delivery),
        taxes: dollars(taxes),
        part_refunds: dollars(part_refunds),
        discounts: dollars(discounts),
        codes: codes
            .into_iter()
            .map(|(code, purchases, cents)| UsedCode { code, purchases, discount: dollars(cents) })
            .collect(),
        steps: steps.collect(),
        best_sellers: best_sellers(tx, &sales, range).await?,
        never_sold: never_sold
            .into_iter()
            .map(|tool| UnsoldTool {
                tool_id: tool.id,
                name: tool.name,
                available_quantity: tool.available,
                created_at: Timestamp::from_micros(tool.created_at),
            })
            .collect(),
        more_never_sold,
        empty_searches: searches.into_iter().map(|(term, searches)| EmptySearch { term, searches }).collect(),
    })
}

/// Returns the tools with the most units. Among equal ones, the most revenue comes first.
async fn best_sellers(
    tx: &Tx<'_>,
    sales: &DailySales,
    range: DayRange,
) -> Result<Vec<BestSeller>, db::Error> {
    let mut tools = sales.tools(tx, range).await?;
    tools.sort_unstable_by(|a, b| {
        (b.units, b.revenue_cents, &b.tool_id).cmp(&(a.units, a.revenue_cents, &a.tool_id))
    });
    tools.truncate(MAX_BEST_SELLERS);
    let mut best = Vec::with_capacity(tools.len());
    for tool in tools {
        let name = store::tool_name(tx, &tool.tool_id).await?;
        best.push(BestSeller {
            name,
            units: tool.units,
            revenue: dollars(tool.revenue_cents),
            tool_id: tool.tool_id,
        });
    }
    Ok(best)
}
