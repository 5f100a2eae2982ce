//! The lists of orders in the database. The first page and its totals cost the same in a small shop and in a large one.

use std::collections::BTreeMap;

use futures_util::future::try_join_all;

use super::{OrderFilter, OrderSearch, OrderStateFilter};
use crate::{
    db::{Error, Tx, like, params, statements},
    http::pagination::{PageCursor, SortDirection},
    sales::orders::{
        order::Order,
        store::{OrderRow, REFUNDED_COUNT, SHIPPED_COUNT, by_id, order_columns},
    },
    values::{
        ids::Id,
        search_words::{phone_range, word_range},
    },
};

/// Finds words of the search key, a phone number, an order's id or number, or a transaction id.
macro_rules! found {
    ($columns:expr, $($rest:expr),*) => {
        concat!("SELECT ", $columns, " FROM orders WHERE (search_key LIKE $1 ESCAPE '!' OR id = $2 OR transaction_id = $2 OR number = $3 OR phone_key BETWEEN $4 AND $5)", $($rest),*)
    };
}

statements! {
    OF_USER_OLDEST = concat!("SELECT ", order_columns!(), " FROM orders WHERE user_id = $1 AND (created_at, id) > ($2, $3) ORDER BY created_at, id LIMIT $4");
    OF_USER_NEWEST = concat!("SELECT ", order_columns!(), " FROM orders WHERE user_id = $1 AND (created_at, id) < ($2, $3) ORDER BY created_at DESC, id DESC LIMIT $4");
    ALL_OLDEST = concat!("SELECT ", order_columns!(), " FROM orders WHERE (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT $3");
    ALL_NEWEST = concat!("SELECT ", order_columns!(), " FROM orders WHERE (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3");
    IN_STATE_OLDEST = concat!("SELECT ", order_columns!(), " FROM orders WHERE state = $4 AND (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT $3");
    IN_STATE_NEWEST = concat!("SELECT ", order_columns!(), " FROM orders WHERE state = $4 AND (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3");
    // Searches that find many orders soon have a page of them.
    FOUND_OLDEST = found!(order_columns!(), " AND created_at >= $10 AND created_at < $11 AND ($9 = '' OR state = $9) AND (created_at, id) > ($6, $7) ORDER BY created_at, id LIMIT $8");
    FOUND_NEWEST = found!(order_columns!(), " AND created_at >= $10 AND created_at < $11 AND ($9 = '' OR state = $9) AND (created_at, id) < ($6, $7) ORDER BY created_at DESC, id DESC LIMIT $8");
    // The sums keep SQLite from reading row by row in the order of an index.
    COUNT_FOUND = found!("state, CAST(count(*) AS BIGINT)", " AND created_at + 0 >= $6 AND created_at + 0 < $7 GROUP BY state");
    PLACED_OLDEST = concat!("SELECT ", order_columns!(), " FROM orders WHERE created_at >= $4 AND created_at < $5 AND ($6 = '' OR state = $6) AND (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT $3");
    PLACED_NEWEST = concat!("SELECT ", order_columns!(), " FROM orders WHERE created_at >= $4 AND created_at < $5 AND ($6 = '' OR state = $6) AND (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3");
    COUNT_PLACED = "SELECT state, CAST(count(*) AS BIGINT) FROM orders WHERE created_at >= $1 AND created_at < $2 GROUP BY state";
    COUNT_OF_USER = "SELECT CAST(count(*) AS BIGINT) FROM orders WHERE user_id = $1";
    // Orders leave these states within days. The others have counters.
    COUNT_OPEN = "SELECT state, CAST(count(*) AS BIGINT) FROM orders WHERE state IN ('unpaid', 'paid', 'refunding') GROUP BY state";
    COUNTER = "SELECT value FROM counters WHERE name = $1";
    // These four find the same orders as FOUND_OLDEST, by indexes. CROSS JOIN makes SQLite start with the words.
    BY_KEY = "SELECT id, created_at, state FROM orders WHERE id = $1 OR transaction_id = $1 OR number = $2";
    BY_PHONE = "SELECT id, created_at, state FROM orders WHERE phone_key BETWEEN $1 AND $2 LIMIT $3";
    BY_CUSTOMER = "SELECT o.id, o.created_at, o.state FROM user_search_words w CROSS JOIN orders o
        WHERE w.word BETWEEN $2 AND $3 AND o.user_id = w.user_id AND o.search_key LIKE $1 ESCAPE '!' LIMIT $4";
    BY_TOOL = "SELECT o.id, o.created_at, o.state FROM tools t CROSS JOIN orders o
        WHERE t.search_key LIKE $1 ESCAPE '!' AND o.tool_id = t.id AND o.search_key LIKE $1 ESCAPE '!' LIMIT $2";
}

/// Above it, reading all orders is quicker than collecting those that match.
const MAX_COLLECTED: usize = 5_000;

/// How many orders are in each state.
pub type StateCounts = [(OrderStateFilter, i64); 5];

impl OrderStateFilter {
    fn as_stored(self) -> &'static str {
        match self {
            Self::Unpaid => "unpaid",
            Self::Pending => "paid",
            Self::Shipped => "shipped",
            Self::Refunding => "refunding",
            Self::Refunded => "refunded",
        }
    }
}

/// `1042` of `#1042` and `1042`. No order has the number 0.
fn number_in(text: &str) -> i64 {
    text.strip_prefix('#').unwrap_or(text).parse().unwrap_or(0)
}

/// The keys of phones that begin like the search term.
fn phones_like(term: &str) -> (i64, i64) {
    phone_range(term).unwrap_or((1, 0))
}

/// The next `limit` orders after the position `after`.
pub async fn page(
    tx: &Tx<'_>,
    selection: &OrderFilter,
    after: &PageCursor,
    direction: SortDirection,
    limit: i64,
) -> Result<Vec<Order>, Error> {
    let (at, id) = (after.created_at, after.id.as_str());
    let by = |oldest, newest| match direction {
        SortDirection::Oldest => oldest,
        SortDirection::Newest => newest,
    };
    let rows: Vec<OrderRow> = match selection {
        OrderFilter::OfUser(user) => {
            tx.all(by(&OF_USER_OLDEST, &OF_USER_NEWEST), params![user.as_str(), at, id, limit]).await?
        }
        OrderFilter::All => tx.all(by(&ALL_OLDEST, &ALL_NEWEST), params![at, id, limit]).await?,
        OrderFilter::InState(state) => {
            let values = params![at, id, limit, state.as_stored()];
            tx.all(by(&IN_STATE_OLDEST, &IN_STATE_NEWEST), values).await?
        }
        OrderFilter::Placed((from, before), state) => {
            let state = state.map_or("", OrderStateFilter::as_stored);
            let values = params![at, id, limit, from.micros(), before.micros(), state];
            tx.all(by(&PLACED_OLDEST, &PLACED_NEWEST), values).await?
        }
        OrderFilter::Matching(OrderSearch { state, text, search_term, placed: (from, before) }) => {
            let (first, last) = phones_like(search_term);
            let state = state.map_or("", OrderStateFilter::as_stored);
            let pattern = like::beginning_a_word(search_term);
            let number = number_in(search_term);
            let (text, from, before) = (text.as_str(), from.micros(), before.micros());
            let values = params![pattern, text, number, first, last, at, id, limit, state, from, before];
            tx.all(by(&FOUND_OLDEST, &FOUND_NEWEST), values).await?
        }
    };
    rows.into_iter().map(OrderRow::into_order).collect()
}

pub async fn count_of_user(tx: &Tx<'_>, user: &Id) -> Result<i64, Error> {
    tx.one::<(i64,)>(&COUNT_OF_USER, params![user.as_str()]).await.map(|(count,)| count)
}

/// A [`page`], and how many orders are in each state: all, or those that the search finds.
pub async fn page_with_counts(
    tx: &Tx<'_>,
    selection: &OrderFilter,
    after: &PageCursor,
    direction: SortDirection,
    limit: i64,
) -> Result<(Vec<Order>, StateCounts), Error> {
    if let OrderFilter::Placed((from, before), _) = selection {
        let rows = page(tx, selection, after, direction, limit).await?;
        let counts: Vec<(String, i64)> =
            tx.all(&COUNT_PLACED, params![from.micros(), before.micros()]).await?;
        return Ok((rows, by_state(&counts)));
    }
    let OrderFilter::Matching(search) = selection else {
        return tokio::try_join!(page(tx, selection, after, direction, limit), count_all(tx));
    };
    // Boxed, because it is large.
    let Some(found) = Box::pin(collect(tx, search)).await? else {
        let rows = page(tx, selection, after, direction, limit).await?;
        return Ok((rows, count_found(tx, search).await?));
    };
    let count = |state: &str| found.values().filter(|stored| *stored == state).count();
    let counts = OrderStateFilter::ALL
        .map(|state| (state, i64::try_from(count(state.as_stored())).unwrap_or(i64::MAX)));
    let state = search.state.map(OrderStateFilter::as_stored);
    let position = (after.created_at, after.id.clone());
    let listed = |(_, stored): &(&(i64, String), &String)| state.is_none_or(|state| *stored == state);
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let next: Vec<_> = match direction {
        SortDirection::Oldest => {
            found.iter().filter(listed).filter(|(at, _)| **at > position).take(limit).collect()
        }
        SortDirection::Newest => {
            found.iter().rev().filter(listed).filter(|(at, _)| **at < position).take(limit).collect()
        }
    };
    let ids: Vec<_> = next.into_iter().filter_map(|((_, id), _)| Id::parse(id)).collect();
    let orders = try_join_all(ids.iter().map(|id| by_id(tx, id))).await?;
    Ok((orders.into_iter().flatten().collect(), counts))
}

/// Position and state of each order that the search finds, whatever its state. `None`: too many.
async fn collect(
    tx: &Tx<'_>,
    search: &OrderSearch,
) -> Result<Option<BTreeMap<(i64, String), String>>, Error> {
    type Found = (String, i64, String);
    let OrderSearch { text, search_term, placed: (from, before), .. } = search;
    let limit = i64::try_from(MAX_COLLECTED + 1).unwrap_or(i64::MAX);
    let pattern = like::beginning_a_word(search_term);
    let ((first_phone, last_phone), (first_word, last_word)) =
        (phones_like(search_term), word_range(search_term));
    let (key, phone, customer, tool) = (
        params![text.as_str(), number_in(search_term)],
        params![first_phone, last_phone, limit],
        params![pattern.as_str(), first_word, last_word, limit],
        params![pattern.as_str(), limit],
    );
    let (by_key, by_phone, by_customer, by_tool) = tokio::try_join!(
        tx.all::<Found>(&BY_KEY, key),
        tx.all::<Found>(&BY_PHONE, phone),
        tx.all::<Found>(&BY_CUSTOMER, customer),
        tx.all::<Found>(&BY_TOOL, tool),
    )?;
    let lists = [by_key, by_phone, by_customer, by_tool];
    if lists.iter().any(|list| list.len() > MAX_COLLECTED) {
        return Ok(None);
    }
    let found =
        lists.into_iter().flatten().filter(|(_, at, _)| (from.micros()..before.micros()).contains(at));
    Ok(Some(found.map(|(id, at, state)| ((at, id), state)).collect()))
}

async fn count_all(tx: &Tx<'_>) -> Result<StateCounts, Error> {
    let counter = async |state: OrderStateFilter, name: &str| {
        let count = tx.optional::<(i64,)>(&COUNTER, params![name]).await?;
        Ok::<_, Error>((state.as_stored().to_owned(), count.map_or(0, |(count,)| count)))
    };
    let (mut rows, shipped, refunded) = tokio::try_join!(
        tx.all(&COUNT_OPEN, params![]),
        counter(OrderStateFilter::Shipped, SHIPPED_COUNT),
        counter(OrderStateFilter::Refunded, REFUNDED_COUNT),
    )?;
    rows.extend([shipped, refunded]);
    Ok(by_state(&rows))
}

async fn count_found(tx: &Tx<'_>, search: &OrderSearch) -> Result<StateCounts, Error> {
    let (first, last) = phones_like(&search.search_term);
    let (pattern, number) = (like::beginning_a_word(&search.search_term), number_in(&search.search_term));
    let (text, from, before) = (search.text.as_str(), search.placed.0.micros(), search.placed.1.micros());
    let rows = tx.all(&COUNT_FOUND, params![pattern, text, number, first, last, from, before]).await?;
    Ok(by_state(&rows))
}

fn by_state(rows: &[(String, i64)]) -> StateCounts {
    let of = |state: OrderStateFilter| rows.iter().find(|(stored, _)| stored == state.as_stored());
    OrderStateFilter::ALL.map(|state| (state, of(state).map_or(0, |(_, count)| *count)))
}
