//! The query of All Tools and of a category's page, as web/src/features/catalogue/listing/filters.ts reads it.

use axum::{extract::Query, http::Uri};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};

use crate::catalogue::listing::query_params::ToolQueryParams;

const NAMES: [&str; 8] = ["q", "inStock", "category", "sort", "maxMinimum", "priceMin", "priceMax", "cursor"];
const SORTS: [&str; 5] = ["relevance", "newest", "price", "-price", "name"];
/// Visitors can make up any number of values for these.
const OPEN_ENDED: [&str; 6] = ["q", "category", "maxMinimum", "priceMin", "priceMax", "cursor"];

/// The known parameters, each once. All other ones change nothing on the page.
#[derive(Default)]
pub struct ListQuery(Vec<(&'static str, String)>);

impl ListQuery {
    pub fn parse(uri: &Uri) -> Self {
        let pairs = Query::<Vec<(String, String)>>::try_from_uri(uri).map(|Query(pairs)| pairs);
        let pairs = pairs.unwrap_or_default();
        let first = |name: &str| pairs.iter().find(|(given, _)| given == name).map(|(_, text)| text.trim());
        let known = NAMES.into_iter().filter_map(|name| {
            let longest = if name == "q" { ToolQueryParams::MAX_SEARCH_LENGTH } else { usize::MAX };
            let text: String = first(name)?.chars().take(longest).collect();
            Some((name, text.trim_end().to_owned()))
        });
        let says_something = |(name, text): &(&'static str, String)| match *name {
            "sort" => SORTS.contains(&text.as_str()),
            "inStock" => matches!(text.as_str(), "true" | "1"),
            _ => !text.is_empty(),
        };
        Self(known.filter(says_something).collect())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_str())
    }

    /// Returns the query of the address with its `?`, or an empty text.
    pub fn to_search(&self) -> String {
        let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        let pairs: Vec<String> =
            self.0.iter().map(|(name, text)| format!("{name}={}", encode(text))).collect();
        if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
    }

    /// Returns the query of the same list from its first page on. Returns `None` if this is the first page.
    pub fn first_page(&self) -> Option<Self> {
        self.get("cursor")?;
        Some(Self(self.0.iter().filter(|(name, _)| *name != "cursor").cloned().collect()))
    }

    /// A slug, which the shop may not have.
    pub fn category(&self) -> Option<&str> {
        self.get("category")
    }

    fn sort(&self) -> &str {
        let q = self.get("q");
        let chosen = self.get("sort");
        let best = if q.is_some() { "relevance" } else { "newest" };
        chosen.filter(|sort| *sort != "relevance" || q.is_some()).unwrap_or(best)
    }

    fn is_in_stock_only(&self) -> bool {
        self.get("inStock").is_some()
    }

    /// Whether it is one of any number of queries. The others are few, and popular.
    pub fn is_open_ended(&self) -> bool {
        OPEN_ENDED.iter().any(|name| self.get(name).is_some())
    }

    /// The start of a later page of the whole list, which search engines may index.
    pub fn cursor_alone(&self) -> Option<&str> {
        let is_alone = self.0.iter().all(|(name, _)| matches!(*name, "cursor" | "category"));
        self.get("cursor").filter(|_| is_alone)
    }

    /// `category` is the category of the page.
    pub fn tool_query(&self, category: Option<&str>) -> ToolQueryParams {
        let (price_min, price_max) = self.prices();
        ToolQueryParams {
            sort: Some(self.sort().to_owned()),
            q: self.get("q").map(str::to_owned),
            in_stock: self.is_in_stock_only().then(|| "true".to_owned()),
            category: category.or_else(|| self.category()).map(str::to_owned),
            max_minimum: self.max_minimum().map(|count| count.to_string()),
            price_min: price_min.map(|dollars| dollars.to_string()),
            price_max: price_max.map(|dollars| dollars.to_string()),
            cursor: self.get("cursor").map(str::to_owned),
            ..ToolQueryParams::default()
        }
    }

    fn max_minimum(&self) -> Option<u32> {
        parse_count(self.get("maxMinimum")?)
    }

    fn prices(&self) -> (Option<f64>, Option<f64>) {
        let price = |name| self.get(name).and_then(parse_price);
        let min = price("priceMin");
        let max = price("priceMax").filter(|max| min.is_none_or(|min| *max >= min));
        (min, max)
    }

    /// The filters in the key of the app's query, without order and cursor.
    pub fn filters(&self, category: Option<&str>) -> Map<String, Value> {
        let text = |text: &str| Value::from(text);
        let (price_min, price_max) = self.prices();
        let all = [
            ("q", self.get("q").map(text)),
            ("inStock", self.is_in_stock_only().then(|| Value::from(true))),
            ("maxMinimum", self.max_minimum().map(Value::from)),
            ("priceMin", price_min.map(Value::from)),
            ("priceMax", price_max.map(Value::from)),
            ("category", category.or_else(|| self.category()).map(text)),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
    }

    /// Returns the key of the app's query, with order and cursor.
    pub fn key(&self, category: Option<&str>) -> Map<String, Value> {
        let mut key = Map::from_iter([("sort".to_owned(), Value::from(self.sort()))]);
        key.extend(self.filters(category));
        key.extend(self.get("cursor").map(|cursor| ("cursor".to_owned(), Value::from(cursor))));
        key
    }
}

// The functions below read amounts and numbers as web/src/features/catalogue/amounts.ts does.

/// The signs that the shop writes beside amounts (values/currency.rs). Other currencies have capital letters.
const SIGNS: [char; 3] = ['$', '€', '£'];
const MAX_CENTS: f64 = 99_999_999.0;
const MAX_COUNT: u32 = 1_000_000;

fn parse_price(typed: &str) -> Option<f64> {
    let without_sign = typed.replace(|letter: char| letter.is_whitespace() || SIGNS.contains(&letter), "");
    let text = without_sign.trim_matches(|letter: char| letter.is_ascii_uppercase());
    let (whole, cents) = match (text.split_once('.'), text.rsplit_once(',')) {
        (Some(parts), _) => parts,
        (None, Some((whole, cents))) if matches!(cents.len(), 1 | 2) => (whole, cents),
        (None, _) => (text, ""),
    };
    let is_amount = is_digits(cents) && cents.len() <= 2 && !(whole.is_empty() && cents.is_empty());
    let dollars: f64 = format!("{}.{cents}0", without_commas(whole).filter(|_| is_amount)?).parse().ok()?;
    (dollars * 100.0 <= MAX_CENTS + 0.5).then_some(dollars)
}

fn parse_count(typed: &str) -> Option<u32> {
    let text: String = typed.chars().filter(|letter| !letter.is_whitespace()).collect();
    without_commas(&text)?.parse().ok().filter(|count| *count <= MAX_COUNT)
}

/// Only digits, from groups of three.
fn without_commas(text: &str) -> Option<String> {
    let mut groups = text.split(',');
    let first = groups.next()?;
    let is_grouped = groups.all(|group| group.len() == 3 && is_digits(group));
    (is_grouped && is_digits(first)).then(|| text.replace(',', ""))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_query_is_read_as_in_the_app() {
        let read = |query: &str| {
            let parsed = ListQuery::parse(&format!("/tool?{query}").parse().unwrap());
            (parsed.to_search(), Value::from(parsed.key(None)))
        };
        for (query, search, key) in [
            ("", "", json!({ "sort": "newest" })),
            ("utm_source=x&q=", "", json!({ "sort": "newest" })),
            ("q=+long%20hoe+&q=x", "?q=long%20hoe", json!({ "sort": "relevance", "q": "long hoe" })),
            ("sort=weight&inStock=0", "", json!({ "sort": "newest" })),
            (
                "sort=relevance&category=hoes",
                "?category=hoes&sort=relevance",
                json!({ "sort": "newest", "category": "hoes" }),
            ),
            (
                "sort=%2Dprice&inStock=1",
                "?inStock=1&sort=%2Dprice",
                json!({ "sort": "-price", "inStock": true }),
            ),
            (
                "priceMin=24,50&priceMax=20&maxMinimum=1,200",
                "?maxMinimum=1%2C200&priceMin=24%2C50&priceMax=20",
                json!({ "sort": "newest", "maxMinimum": 1200, "priceMin": 24.5 }),
            ),
            ("priceMax=a+dozen", "?priceMax=a%20dozen", json!({ "sort": "newest" })),
            ("cursor=Yg", "?cursor=Yg", json!({ "sort": "newest", "cursor": "Yg" })),
        ] {
            assert_eq!(read(query), (search.to_owned(), key), "{query}");
        }
    }

    #[test]
    fn a_long_search_is_cut_to_what_the_api_takes() {
        let long = format!("/tool?q=+{}", "é".repeat(300));
        let query = ListQuery::parse(&long.parse().unwrap()).tool_query(None);
        assert_eq!(query.q, Some("é".repeat(200)));
        assert!(query.check().is_ok());
    }

    #[test]
    fn the_first_page_has_the_same_filters() {
        let parse = |query: &str| ListQuery::parse(&format!("/tool?{query}").parse().unwrap());
        let first_page = |query: &str| parse(query).first_page().map(|first| first.to_search());
        assert_eq!(first_page("inStock=1&cursor=Yg&sort=name"), Some("?inStock=1&sort=name".into()));
        assert_eq!(first_page("cursor=Yg"), Some(String::new()));
        assert_eq!(first_page("inStock=1"), None);
    }

    #[test]
    fn visitors_can_make_up_all_queries_but_order_and_stock() {
        for (query, is_open_ended) in [
            ("", false),
            ("sort=name&inStock=1", false),
            ("q=hoe", true),
            ("category=none", true),
            ("sort=name&cursor=Yg", true),
        ] {
            let parsed = ListQuery::parse(&format!("/tool?{query}").parse().unwrap());
            assert_eq!(parsed.is_open_ended(), is_open_ended, "{query}");
        }
    }

    #[test]
    fn amounts_are_read_as_in_the_app() {
        for (typed, dollars) in [
            ("24", 24.0),
            (" 24.5 ", 24.5),
            ("24.", 24.0),
            (".95", 0.95),
            ("$1,250.00", 1250.0),
            ("€24", 24.0),
            ("CHF 24.50", 24.5),
            ("1,250", 1250.0),
            ("24,50", 24.5),
            ("999,999.99", 999_999.99),
        ] {
            assert_eq!(parse_price(typed), Some(dollars), "{typed}");
        }
        for typed in ["", "abc", "-1", "1e3", "1E3", "24.505", "1,2,3", "1000000", "1.2.3", ".", "1.250,00"] {
            assert_eq!(parse_price(typed), None, "{typed}");
        }
        for (typed, count) in [("0", 0), (" 12 ", 12), ("1,200", 1200), ("1 000 000", 1_000_000)] {
            assert_eq!(parse_count(typed), Some(count), "{typed}");
        }
        for typed in ["", "a dozen", "1.5", "-3", "1,2", "1000001", "٣", "99999999999"] {
            assert_eq!(parse_count(typed), None, "{typed}");
        }
    }
}
