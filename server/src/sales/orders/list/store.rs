//! The lists of orders in the database. The first page and its totals cost the same in a small shop and in a large one.

use std::collections::BTreeMap;

use futures_util::future::try_join_all;

use super::{OrderFilter, OrderSearch, OrderStateFilter, PlacedBetween};
use crate::{
    db::{Error, One, Param, Tx, Value, params, queries, row},
    http::pagination::{PageCursor, SortDirection},
    sales::orders::{
        order::Order,
        store::{REFUNDED_COUNT, SHIPPED_COUNT, by_id, is_hidden, order_columns, select},
    },
    values::{
        ids::Id,
        search_words::{MAX_TERM_WORDS, phone_range, word_patterns, word_range},
        time::Timestamp,
    },
};

/// Whether an order has all words of a search.
macro_rules! has_words {
    () => {
        "search_key LIKE $1 ESCAPE '!' AND search_key LIKE $2 ESCAPE '!' AND search_key LIKE $3 ESCAPE '!' AND search_key LIKE $4 ESCAPE '!'"
    };
}

/// Finds words of the search key, a phone number, an order's id or number, or a transaction id.
macro_rules! found {
    ($columns:expr, $($rest:expr),*) => {
        concat!("SELECT ", $columns, " FROM orders WHERE (", has_words!(), " OR id = $5 OR transaction_id = $5 OR number = $6 OR phone_key BETWEEN $7 AND $8)", $($rest),*)
    };
}

row! {
    /// When an order that is paid and not shipped should reach its customer.
    pub struct ExpectedArrival {
        pub order: Id,
        /// The customer fetches it.
        pub is_pick_up: bool,
        /// The fewest days from the day of the order on.
        pub days_from: u32,
        pub days_to: u32,
    }
}

/// An order that the search finds: position and state.
type Found = ((i64, String), String);

queries! {
    /// Of the account's newest orders that are paid and not shipped.
    pub fn arrivals(user: &Id, limit: i64) -> Vec<ExpectedArrival> =
        "SELECT o.id, p.is_pick_up, p.days_from, p.days_to FROM orders o JOIN purchases p ON p.id = o.purchase_id
        WHERE o.user_id = $1 AND o.state = 'paid' AND p.days_from IS NOT NULL AND p.days_to IS NOT NULL
        ORDER BY o.created_at DESC, o.id DESC LIMIT $2";
    fn of_user_oldest(user: &Id, after: &PageCursor, limit: i64) -> Vec<Order> =
        select!("WHERE user_id = $1 AND (created_at, id) > ($2, $3) ORDER BY created_at, id LIMIT $4"),
        [user, after.created_at, after.id, limit];
    fn of_user_newest(user: &Id, after: &PageCursor, limit: i64) -> Vec<Order> =
        select!("WHERE user_id = $1 AND (created_at, id) < ($2, $3) ORDER BY created_at DESC, id DESC LIMIT $4"),
        [user, after.created_at, after.id, limit];
    fn seen_oldest(user: &Id, after: &PageCursor, limit: i64) -> Vec<Order> =
        select!("WHERE user_id = $1 AND (created_at, id) > ($2, $3) AND NOT ", is_hidden!(), " ORDER BY created_at, id LIMIT $4"),
        [user, after.created_at, after.id, limit];
    fn seen_newest(user: &Id, after: &PageCursor, limit: i64) -> Vec<Order> =
        select!("WHERE user_id = $1 AND (created_at, id) < ($2, $3) AND NOT ", is_hidden!(), " ORDER BY created_at DESC, id DESC LIMIT $4"),
        [user, after.created_at, after.id, limit];
    fn all_oldest(after: &PageCursor, limit: i64) -> Vec<Order> =
        select!("WHERE (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT $3"), [after.created_at, after.id, limit];
    fn all_newest(after: &PageCursor, limit: i64) -> Vec<Order> =
        select!("WHERE (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3"), [after.created_at, after.id, limit];
    fn in_state_oldest(after: &PageCursor, limit: i64, state: &str) -> Vec<Order> =
        select!("WHERE state = $4 AND (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT $3"),
        [after.created_at, after.id, limit, state];
    fn in_state_newest(after: &PageCursor, limit: i64, state: &str) -> Vec<Order> =
        select!("WHERE state = $4 AND (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3"),
        [after.created_at, after.id, limit, state];
    // Searches that find many orders soon have a page of them.
    fn found_oldest(term: &SearchTerm<'_>, placed: &PlacedBetween, state: &str, after: &PageCursor, limit: i64) -> Vec<Order> =
        found!(order_columns!(), " AND created_at >= $13 AND created_at < $14 AND ($12 = '' OR state = $12) AND (created_at, id) > ($9, $10) ORDER BY created_at, id LIMIT $11"),
        [@term.parameters(), after.created_at, after.id, limit, state, placed.0, placed.1];
    fn found_newest(term: &SearchTerm<'_>, placed: &PlacedBetween, state: &str, after: &PageCursor, limit: i64) -> Vec<Order> =
        found!(order_columns!(), " AND created_at >= $13 AND created_at < $14 AND ($12 = '' OR state = $12) AND (created_at, id) < ($9, $10) ORDER BY created_at DESC, id DESC LIMIT $11"),
        [@term.parameters(), after.created_at, after.id, limit, state, placed.0, placed.1];
    // The sums keep SQLite from reading row by row in the order of an index.
    fn count_found(term: &SearchTerm<'_>, placed: &PlacedBetween) -> Vec<(String, i64)> =
        found!("state, CAST(count(*) AS BIGINT)", " AND created_at + 0 >= $9 AND created_at + 0 < $10 GROUP BY state"),
        [@term.parameters(), placed.0, placed.1];
    fn placed_oldest(after: &PageCursor, limit: i64, placed: &PlacedBetween, state: &str) -> Vec<Order> =
        select!("WHERE created_at >= $4 AND created_at < $5 AND ($6 = '' OR state = $6) AND (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT $3"),
        [after.created_at, after.id, limit, placed.0, placed.1, state];
    fn placed_newest(after: &PageCursor, limit: i64, placed: &PlacedBetween, state: &str) -> Vec<Order> =
        select!("WHERE created_at >= $4 AND created_at < $5 AND ($6 = '' OR state = $6) AND (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3"),
        [after.created_at, after.id, limit, placed.0, placed.1, state];
    fn count_placed(from: Timestamp, before: Timestamp) -> Vec<(String, i64)> =
        "SELECT state, CAST(count(*) AS BIGINT) FROM orders WHERE created_at >= $1 AND created_at < $2 GROUP BY state";
    /// The next `limit` orders in the order of their changes, each with its last one.
    pub fn changed(after: &PageCursor, limit: i64) -> Vec<(Order, Timestamp)> =
        concat!("SELECT ", order_columns!(), ", changed_at FROM orders WHERE (changed_at, id) > ($1, $2) ORDER BY changed_at, id LIMIT $3"),
        [after.created_at, after.id, limit];
    pub fn count_changed(since: Timestamp) -> One<i64> =
        "SELECT CAST(count(*) AS BIGINT) FROM orders WHERE changed_at >= $1";
    pub fn count_of_user(user: &Id) -> One<i64> = "SELECT CAST(count(*) AS BIGINT) FROM orders WHERE user_id = $1";
    pub fn count_seen_by(user: &Id) -> One<i64> =
        concat!("SELECT CAST(count(*) AS BIGINT) FROM orders WHERE user_id = $1 AND NOT ", is_hidden!());
    /// How many orders are unpaid, paid or being refunded.
    // Orders leave these states within days. The others have counters.
    pub fn count_open() -> Vec<(String, i64)> =
        "SELECT state, CAST(count(*) AS BIGINT) FROM orders WHERE state IN ('unpaid', 'paid', 'refunding') GROUP BY state";
    fn counter(name: &str) -> Option<i64> = "SELECT value FROM counters WHERE name = $1";
    // These four find the same orders as `found_oldest`, by indexes. CROSS JOIN makes SQLite start with the words.
    fn by_key(text: &str, number: i64) -> Vec<Found> =
        "SELECT created_at, id, state FROM orders WHERE id = $1 OR transaction_id = $1 OR number = $2";
    fn by_phone(first: i64, last: i64, limit: i64) -> Vec<Found> =
        "SELECT created_at, id, state FROM orders WHERE phone_key BETWEEN $1 AND $2 LIMIT $3";
    fn by_customer(term: &SearchTerm<'_>, limit: i64) -> Vec<Found> =
        concat!("SELECT o.created_at, o.id, o.state FROM user_search_words w CROSS JOIN orders o
        WHERE w.word BETWEEN $5 AND $6 AND o.user_id = w.user_id AND ", has_words!(), " LIMIT $7"),
        [@term.patterns(), term.words.0, term.words.1, limit];
    // The first pattern has the longest word, which is of the tool or of the customer.
    fn by_tool(term: &SearchTerm<'_>, limit: i64) -> Vec<Found> =
        concat!("SELECT o.created_at, o.id, o.state FROM (SELECT id AS tool FROM tools WHERE ", "search_key LIKE $1 ESCAPE '!') t CROSS JOIN orders o
        WHERE o.tool_id = t.tool AND ", has_words!(), " LIMIT $5"),
        [@term.patterns(), limit];
}

/// If more orders match, reading all orders is quicker than collecting the matching ones.
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

/// What the statements look for.
struct SearchTerm<'a> {
    /// The longest word first.
    patterns: [String; MAX_TERM_WORDS],
    /// First and last key of the longest word.
    words: (i64, i64),
    text: &'a str,
    number: i64,
    phones: (i64, i64),
}

impl<'a> SearchTerm<'a> {
    fn new(OrderSearch { text, search_term, .. }: &'a OrderSearch) -> Self {
        // A number behind # is no word.
        let words = if search_term.starts_with('#') { "" } else { search_term };
        Self {
            patterns: word_patterns(words),
            words: word_range(words),
            text,
            number: number_in(search_term),
            phones: phone_range(search_term).unwrap_or((1, 0)),
        }
    }

    fn patterns(&self) -> Vec<Value> {
        self.patterns.iter().map(Param::to_value).collect()
    }

    /// The first ones of `found!`.
    fn parameters(&self) -> Vec<Value> {
        let mut all = self.patterns();
        all.extend_from_slice(params![self.text, self.number, self.phones.0, self.phones.1]);
        all
    }
}

/// The next `limit` orders after the position `after`.
pub async fn page(
    tx: &Tx<'_>,
    selection: &OrderFilter,
    after: &PageCursor,
    direction: SortDirection,
    limit: i64,
) -> Result<Vec<Order>, Error> {
    use SortDirection::{Newest, Oldest};
    let stored = |state: &Option<OrderStateFilter>| state.map_or("", OrderStateFilter::as_stored);
    let orders = match (selection, direction) {
        (OrderFilter::OfUser(user), Oldest) => of_user_oldest(tx, user, after, limit),
        (OrderFilter::OfUser(user), Newest) => of_user_newest(tx, user, after, limit),
        (OrderFilter::SeenBy(user), Oldest) => seen_oldest(tx, user, after, limit),
        (OrderFilter::SeenBy(user), Newest) => seen_newest(tx, user, after, limit),
        (OrderFilter::All, Oldest) => all_oldest(tx, after, limit),
        (OrderFilter::All, Newest) => all_newest(tx, after, limit),
        (OrderFilter::InState(state), Oldest) => in_state_oldest(tx, after, limit, state.as_stored()),
        (OrderFilter::InState(state), Newest) => in_state_newest(tx, after, limit, state.as_stored()),
        (OrderFilter::Placed(placed, state), Oldest) => {
            placed_oldest(tx, after, limit, placed, stored(state))
        }
        (OrderFilter::Placed(placed, state), Newest) => {
            placed_newest(tx, after, limit, placed, stored(state))
        }
        (OrderFilter::Matching(search), Oldest) => {
            found_oldest(tx, &SearchTerm::new(search), &search.placed, stored(&search.state), after, limit)
        }
        (OrderFilter::Matching(search), Newest) => {
            found_newest(tx, &SearchTerm::new(search), &search.placed, stored(&search.state), after, limit)
        }
    };
    let orders = orders.await?;
    let is_of_customer = matches!(selection, OrderFilter::SeenBy(_));
    Ok(if is_of_customer { orders.into_iter().map(Order::for_customer).collect() } else { orders })
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
        return Ok((rows, by_state(&count_placed(tx, *from, *before).await?)));
    }
    let OrderFilter::Matching(search) = selection else {
        return tokio::try_join!(page(tx, selection, after, direction, limit), count_all(tx));
    };
    // Boxed, because it is large.
    let Some(found) = Box::pin(collect(tx, search)).await? else {
        let rows = page(tx, selection, after, direction, limit).await?;
        let counts = count_found(tx, &SearchTerm::new(search), &search.placed).await?;
        return Ok((rows, by_state(&counts)));
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

/// Returns the position and state of each order that the search finds, whatever its state. Returns `None` if there are
/// too many.
async fn collect(
    tx: &Tx<'_>,
    search: &OrderSearch,
) -> Result<Option<BTreeMap<(i64, String), String>>, Error> {
    let limit = i64::try_from(MAX_COLLECTED + 1).unwrap_or(i64::MAX);
    let term = SearchTerm::new(search);
    let lists: [Vec<Found>; 4] = tokio::try_join!(
        by_key(tx, term.text, term.number),
        by_phone(tx, term.phones.0, term.phones.1, limit),
        by_customer(tx, &term, limit),
        by_tool(tx, &term, limit),
    )?
    .into();
    if lists.iter().any(|list| list.len() > MAX_COLLECTED) {
        return Ok(None);
    }
    let (from, before) = search.placed;
    let placed = from.micros()..before.micros();
    Ok(Some(lists.into_iter().flatten().filter(|((at, _), _)| placed.contains(at)).collect()))
}

async fn count_all(tx: &Tx<'_>) -> Result<StateCounts, Error> {
    let (mut rows, shipped, refunded) =
        tokio::try_join!(count_open(tx), counter(tx, SHIPPED_COUNT), counter(tx, REFUNDED_COUNT))?;
    let ended = [(OrderStateFilter::Shipped, shipped), (OrderStateFilter::Refunded, refunded)];
    rows.extend(ended.map(|(state, count)| (state.as_stored().to_owned(), count.unwrap_or_default())));
    Ok(by_state(&rows))
}

fn by_state(rows: &[(String, i64)]) -> StateCounts {
    let of = |state: OrderStateFilter| rows.iter().find(|(stored, _)| stored == state.as_stored());
    OrderStateFilter::ALL.map(|state| (state, of(state).map_or(0, |(_, count)| *count)))
}
