//! The query of All Tools and of a category's page, as web/src/features/catalogue/filters.ts reads it.

use axum::{extract::Query, http::Uri};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};

use crate::catalogue::query_params::ToolQueryParams;

const NAMES: [&str; 7] = ["q", "inStock", "category", "sort", "maxMinimum", "priceMin", "priceMax"];
const SORTS: [&str; 5] = ["relevance", "newest", "price", "-price", "name"];
/// The parameters that people type as amounts. The app parses them.
const AMOUNTS: [&str; 3] = ["maxMinimum", "priceMin", "priceMax"];

/// The known parameters, each once. All other ones change nothing on the page.
#[derive(Default)]
pub struct ListQuery(Vec<(&'static str, String)>);

impl ListQuery {
    pub fn parse(uri: &Uri) -> Self {
        let pairs = Query::<Vec<(String, String)>>::try_from_uri(uri).map(|Query(pairs)| pairs);
        let pairs = pairs.unwrap_or_default();
        let first = |name: &str| pairs.iter().find(|(given, _)| given == name).map(|(_, text)| text.trim());
        let known = NAMES.into_iter().filter_map(|name| Some((name, first(name)?.to_owned())));
        let says_something = |(name, text): &(&str, String)| match *name {
            "sort" => SORTS.contains(&text.as_str()),
            "inStock" => matches!(text.as_str(), "true" | "1"),
            _ => !text.is_empty(),
        };
        Self(known.filter(says_something).collect())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_str())
    }

    /// With its `?`, or empty.
    pub fn to_search(&self) -> String {
        let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        let pairs: Vec<String> =
            self.0.iter().map(|(name, text)| format!("{name}={}", encode(text))).collect();
        if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
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

    /// `None`: only the app can read it. `category` is the category of the page.
    pub fn tool_query(&self, category: Option<&str>) -> Option<ToolQueryParams> {
        let q = self.get("q");
        if AMOUNTS.iter().any(|name| self.get(name).is_some())
            || q.is_some_and(|q| q.chars().count() > ToolQueryParams::MAX_SEARCH_LENGTH)
        {
            return None;
        }
        Some(ToolQueryParams {
            sort: Some(self.sort().to_owned()),
            q: q.map(str::to_owned),
            in_stock: self.is_in_stock_only().then(|| "true".to_owned()),
            category: category.or_else(|| self.get("category")).map(str::to_owned),
            ..ToolQueryParams::default()
        })
    }

    /// The filters in the key of the app's query, without the order.
    pub fn filters(&self, category: Option<&str>) -> Map<String, Value> {
        let q = self.get("q").map(Value::from);
        let in_stock = self.is_in_stock_only().then(|| Value::from(true));
        let category = category.or_else(|| self.get("category")).map(Value::from);
        let all = [("q", q), ("inStock", in_stock), ("category", category)];
        all.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
    }

    /// With the order.
    pub fn key(&self, category: Option<&str>) -> Map<String, Value> {
        let mut key = Map::from_iter([("sort".to_owned(), Value::from(self.sort()))]);
        key.extend(self.filters(category));
        key
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_query_is_read_as_in_the_app() {
        let read = |query: &str| {
            let parsed = ListQuery::parse(&format!("/tool?{query}").parse().unwrap());
            (parsed.to_search(), Value::from(parsed.key(None)), parsed.tool_query(None).is_some())
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
        ] {
            assert_eq!(read(query), (search.to_owned(), key, true), "{query}");
        }
        assert!(!read("priceMin=a+dozen").2 && !read(&format!("q={}", "é".repeat(201))).2);
    }
}
