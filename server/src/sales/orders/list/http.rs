//! GET /orders, GET /manageOrders and GET /orders/unpaid-by-customer.

use std::collections::HashMap;

use jiff::tz::TimeZone;

use super::{
    OrderFilter, OrderSearch, OrderStateFilter,
    store::{ExpectedArrival, StateCounts},
};
use crate::{
    accounts::{
        extractors::{Admin, AnyAccountByToken, StaffReadingOrders},
        http::wrong_email,
    },
    db,
    http::{
        changes::{ChangedRow, ChangesRequest},
        pagination::SortDirection,
        prelude::*,
    },
    sales::orders::{
        list,
        order::{Order, OrderState},
        order_json::OrderJson,
        store,
    },
    shop::Shop,
    values::day::{parse_end_of_day, parse_start_of_day},
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(list_orders))
        .routes(routes!(manage_orders))
        .routes(routes!(list_unpaid_customers))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct OrdersQuery {
    /// The caller's own address; may be left out.
    customer_email: Option<String>,
    limit: Option<String>,
    cursor: Option<String>,
    sort: Option<String>,
}

/// The caller's orders, oldest first, or a page of them.
#[utoipa::path(get, path = "/orders", tag = "orders",
    params(("customerEmail" = Option<String>, Query), PageQuery), security(("bearer" = [])),
    responses((status = 200, body = Vec<OrderJson>, headers(("Link" = String), ("X-Total-Count" = i64))),
        (status = 403, description = "`wrong_email`")))]
async fn list_orders(
    State(shop): State<Arc<Shop>>,
    AnyAccountByToken(session): AnyAccountByToken,
    QueryParams(query): QueryParams<OrdersQuery>,
) -> Result<Response, ApiError> {
    // Form encoding turns a plus into a space, and no address contains a space.
    let asked = query.customer_email.as_deref().map(|email| email.trim().replace(' ', "+"));
    let is_own = asked
        .as_deref()
        .is_none_or(|email| Email::parse(email).is_some_and(|email| session.user.has_email(email.as_str())));
    if !is_own {
        return Err(wrong_email());
    }
    let page = PageQuery { limit: query.limit, cursor: query.cursor, sort: query.sort };
    order_page(&shop, OrderFilter::SeenBy(session.user.id), page, "/api/orders", &[]).await
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ManageOrdersQuery {
    q: Option<String>,
    state: Option<String>,
    from: Option<String>,
    to: Option<String>,
    changed_since: Option<String>,
    limit: Option<String>,
    cursor: Option<String>,
    sort: Option<String>,
}

/// The orders of all customers, oldest first. All, a page, or those that match a search.
#[utoipa::path(get, path = "/manageOrders", tag = "orders", security(("bearer" = []), ("keyOrdersRead" = [])),
    params( ("q" = Option<String>, Query, max_length = 200, description = "The beginning of words of the buyer's name, the e-mail address, the tool's name or the phone number, or an order's id or number, or a transaction id"), ("state" = inline(Option<OrderStateFilter>), Query, description = "`unpaid`, `pending` (paid and to be shipped), `shipped`, `refunding` or `refunded`"), ("from" = Option<String>, Query, format = Date, description = "The first day of placing, as `2026-11-05`, in the shop's time zone"), ("to" = Option<String>, Query, format = Date, description = "The last such day"), ("changedSince" = Option<String>, Query, format = DateTime, description = "Only orders that changed at or after this second, the oldest change first. Always a page, and `cursor` goes on behind its last row. Not with `q`, `state`, `from`, `to` and `sort`"), PageQuery ),
    responses((status = 200, body = Vec<OrderJson>, headers(("Link" = String), ("X-Total-Count" = i64), ("X-State-Counts" = String, description = "With `limit`: how many orders match the search in each state, as `unpaid=2, pending=14, …`"))),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`")))]
async fn manage_orders(
    State(shop): State<Arc<Shop>>,
    _: StaffReadingOrders,
    QueryParams(query): QueryParams<ManageOrdersQuery>,
) -> Result<Response, ApiError> {
    let page =
        PageQuery { limit: query.limit.clone(), cursor: query.cursor.clone(), sort: query.sort.clone() };
    let others = [
        ("q", query.q.as_deref()),
        ("state", query.state.as_deref()),
        ("from", query.from.as_deref()),
        ("to", query.to.as_deref()),
    ];
    if let Some(changes) = ChangesRequest::of(query.changed_since.as_deref(), &page, &others)? {
        return changed_orders(&shop, changes).await;
    }
    let part = pagination::search_term(query.q.as_deref())?;
    let state = match query.state.as_deref() {
        None | Some("") => None,
        Some(word) => Some(OrderStateFilter::parse(word).ok_or_else(|| {
            ApiError::invalid_field(
                "state",
                InvalidValue::new(
                    "unknown",
                    localized!(
                        "Choose unpaid, pending, shipped, refunding or refunded.",
                        "Choisissez unpaid, pending, shipped, refunding ou refunded."
                    ),
                ),
            )
        })?),
    };
    let placed = placed(&shop, &query)?;
    let selection = match (part, state) {
        (None, state) if placed != EVER => OrderFilter::Placed(placed, state),
        (None, None) => OrderFilter::All,
        (None, Some(state)) => OrderFilter::InState(state),
        (Some(search_term), state) => {
            let text = query.q.as_deref().unwrap_or_default().trim().to_owned();
            OrderFilter::Matching(OrderSearch { state, text, search_term, placed })
        }
    };
    let kept = [
        ("from", query.from.as_deref().unwrap_or_default()),
        ("to", query.to.as_deref().unwrap_or_default()),
        ("q", query.q.as_deref().unwrap_or_default()),
        ("state", query.state.as_deref().unwrap_or_default()),
    ];
    order_page(&shop, selection, page, "/api/manageOrders", &kept).await
}

async fn changed_orders(shop: &Shop, changes: ChangesRequest) -> Result<Response, ApiError> {
    let input = (changes.after.clone(), changes.row_limit(), changes.since);
    let read = shop.db.read_long(input, |tx, (after, limit, since)| {
        Box::pin(async move {
            let rows = list::store::changed(tx, after, *limit).await?;
            Ok((rows, list::store::count_changed(tx, *since).await?))
        })
    });
    let (rows, total) = read.await?;
    let rows = rows.into_iter().map(|(order, at)| {
        let id = order.id.to_string();
        ChangedRow::new(OrderJson::new(order, &shop.config), at, &id)
    });
    changes.respond(rows.collect(), total, "/api/manageOrders")
}

/// More orders of one customer are hardly on their way at once.
const MAX_ARRIVALS: i64 = 200;

const EVER: (Timestamp, Timestamp) = (Timestamp::from_micros(0), Timestamp::from_micros(i64::MAX));

/// When the listed orders were placed, from the days of the query.
fn placed(shop: &Shop, query: &ManageOrdersQuery) -> Result<(Timestamp, Timestamp), ApiError> {
    let zone = &shop.settings.current().time_zone;
    let moment = |name, day: Option<&str>, ever, moment: fn(&str, &TimeZone) -> Option<Timestamp>| {
        let Some(day) = day.filter(|day| !day.is_empty()) else { return Ok(ever) };
        let invalid = || {
            InvalidValue::new(
                "not_a_day",
                localized!(
                    "Please choose a day, such as 2026-11-05.",
                    "Veuillez choisir un jour, par exemple 2026-11-05."
                ),
            )
        };
        moment(day, zone).ok_or_else(|| ApiError::invalid_field(name, invalid()))
    };
    Ok((
        moment("from", query.from.as_deref(), EVER.0, parse_start_of_day)?,
        moment("to", query.to.as_deref(), EVER.1, parse_end_of_day)?,
    ))
}

/// The hundred customers whose unpaid orders hold the most stock.
#[utoipa::path(get, path = "/orders/unpaid-by-customer", tag = "orders", security(("bearer" = [])),
    responses((status = 200, body = Vec<store::UnpaidCustomer>), (status = 403)))]
async fn list_unpaid_customers(
    State(shop): State<Arc<Shop>>,
    _: Admin,
) -> Result<ApiJson<Vec<store::UnpaidCustomer>>, ApiError> {
    // Reads every unpaid order.
    Ok(ApiJson(shop.db.read_long((), |tx, ()| store::unpaid_by_customer(tx)).await?))
}

/// `kept` are the query parameters that the link to the next page repeats.
async fn order_page(
    shop: &Arc<Shop>,
    selection: OrderFilter,
    query: PageQuery,
    path: &str,
    kept: &[(&str, &str)],
) -> Result<Response, ApiError> {
    let page = query.check()?;
    let Some(limit) = page.limit else {
        let (shop, direction) = (Arc::clone(shop), page.direction);
        return pagination::stream_array(page.after, move |after| {
            let (shop, selection) = (Arc::clone(&shop), selection.clone());
            async move {
                let rows =
                    load_orders(&shop, selection.clone(), after, direction, pagination::BATCH_SIZE, true)
                        .await?;
                Ok(with_arrivals(&shop, &selection, rows).await?)
            }
        })
        .await;
    };
    let listed = selection.clone();
    let (rows, total, state_counts) = if let OrderFilter::SeenBy(user) = &selection {
        let user = user.clone();
        let rows = load_orders(shop, selection, page.after, page.direction, limit + 1, false).await?;
        let total = shop.db.read_long(user, |tx, user| list::store::count_seen_by(tx, user)).await?;
        (rows, total, None)
    } else {
        load_managed_orders(shop, selection, page.after, page.direction, limit + 1).await?
    };
    let rows = with_arrivals(shop, &listed, rows).await?;
    let sort = [("sort", query.sort.as_deref().unwrap_or_default())];
    let kept: Vec<_> = kept.iter().chain(&sort).copied().filter(|(_, value)| !value.is_empty()).collect();
    let mut response = pagination::page(rows, limit, total, path, &kept)?;
    if let Some(counts) = state_counts {
        let counts = HeaderValue::from_str(&counts).map_err(ApiError::internal)?;
        response.headers_mut().insert("x-state-counts", counts);
    }
    Ok(response)
}

/// A customer's own list says when the orders arrive.
async fn with_arrivals(
    shop: &Shop,
    selection: &OrderFilter,
    rows: Vec<Order>,
) -> Result<Vec<OrderJson>, db::Error> {
    let is_awaited = rows.iter().any(|order| matches!(order.state, OrderState::Paid(_)));
    let arrivals = match selection {
        OrderFilter::SeenBy(user) if is_awaited => {
            shop.db.read(user.clone(), |tx, user| list::store::arrivals(tx, user, MAX_ARRIVALS)).await?
        }
        OrderFilter::SeenBy(_)
        | OrderFilter::OfUser(_)
        | OrderFilter::All
        | OrderFilter::InState(_)
        | OrderFilter::Placed(..)
        | OrderFilter::Matching(_) => Vec::new(),
    };
    let mut arrivals: HashMap<Id, ExpectedArrival> =
        arrivals.into_iter().map(|arrival| (arrival.order.clone(), arrival)).collect();
    let json = |order: Order| {
        let arrival = arrivals.remove(&order.id);
        OrderJson::new(order, &shop.config).arriving(arrival)
    };
    Ok(rows.into_iter().map(json).collect())
}

/// A page for staff, how many orders the list has, and how many are in each state.
async fn load_managed_orders(
    shop: &Shop,
    selection: OrderFilter,
    after: PageCursor,
    direction: SortDirection,
    limit: i64,
) -> Result<(Vec<Order>, i64, Option<String>), db::Error> {
    let state = match &selection {
        OrderFilter::InState(state) => Some(*state),
        OrderFilter::Placed(_, state) => *state,
        OrderFilter::Matching(search) => search.state,
        OrderFilter::OfUser(_) | OrderFilter::SeenBy(_) | OrderFilter::All => None,
    };
    let input = (selection, after, direction, limit);
    // A search that finds many orders reads all of them.
    let loaded = shop.db.read_long(input, |tx, (selection, after, direction, limit)| {
        Box::pin(list::store::page_with_counts(tx, selection, after, *direction, *limit))
    });
    let (rows, counts): (_, StateCounts) = loaded.await?;
    let listed = counts.iter().filter(|(of, _)| state.is_none_or(|state| state == *of));
    let total = listed.map(|(_, count)| count).sum();
    let counts: Vec<_> = counts.iter().map(|(state, count)| format!("{}={count}", state.as_str())).collect();
    Ok((rows, total, Some(counts.join(", "))))
}

async fn load_orders(
    shop: &Shop,
    selection: OrderFilter,
    after: PageCursor,
    direction: SortDirection,
    limit: i64,
    is_long: bool,
) -> Result<Vec<Order>, db::Error> {
    let input = (selection, after, direction, limit);
    let body: db::Body<(OrderFilter, PageCursor, SortDirection, i64), _, _> =
        |tx, (selection, after, direction, limit)| {
            Box::pin(list::store::page(tx, selection, after, *direction, *limit))
        };
    if is_long { shop.db.read_long(input, body).await } else { shop.db.read_statement(input, body).await }
}
