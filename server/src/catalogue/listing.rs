//! Which tools a question means, in which order, a page at a time. Pure: works on what it is given.

use std::cmp::Ordering;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Deserialize;
use utoipa::IntoParams;

use super::tool::Tool;
use crate::{
    values::{FromJson, money::Cents},
    web::{
        error::ApiError,
        json::{Check, Field},
        list,
    },
};

/// Parameters of GET /tools. All may be left out; then the answer is every tool, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ToolQuery {
    /// Tools in this page, 1 to 100.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 100)]
    pub limit: Option<String>,
    /// From the `Link` of the page before.
    pub cursor: Option<String>,
    /// `newest`, `oldest`, `price`, `-price` or `name`.
    pub sort: Option<String>,
    /// Words that name or description must have.
    pub q: Option<String>,
    /// `true`: only tools of which the minimum can be bought.
    #[param(value_type = Option<bool>)]
    pub in_stock: Option<String>,
    /// Only tools whose minimum is at most this.
    #[param(value_type = Option<i64>)]
    pub max_minimum: Option<String>,
    /// Dollars.
    #[param(value_type = Option<f64>)]
    pub price_min: Option<String>,
    /// Dollars.
    #[param(value_type = Option<f64>)]
    pub price_max: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Oldest,
    Newest,
    CheapestFirst,
    DearestFirst,
    Name,
}

impl Sort {
    fn parse(text: Option<&str>) -> Option<Self> {
        Some(match text {
            None | Some("" | "oldest") => Self::Oldest,
            Some("newest") => Self::Newest,
            Some("price") => Self::CheapestFirst,
            Some("-price") => Self::DearestFirst,
            Some("name") => Self::Name,
            Some(_) => return None,
        })
    }

    /// Total: equal keys are told apart by age and id, so that pages neither repeat nor miss a tool.
    pub fn compare(self, a: &Tool, b: &Tool) -> Ordering {
        let age = || (a.created_at, &a.id).cmp(&(b.created_at, &b.id));
        match self {
            Self::Oldest => age(),
            Self::Newest => age().reverse(),
            Self::CheapestFirst => a.price.cmp(&b.price).then_with(age),
            Self::DearestFirst => b.price.cmp(&a.price).then_with(age),
            Self::Name => a.name.to_lowercase().cmp(&b.name.to_lowercase()).then_with(age),
        }
    }
}

/// A checked [`ToolQuery`].
#[derive(Debug)]
pub struct Listing {
    pub sort: Sort,
    pub limit: Option<i64>,
    /// The id of the last tool of the page before.
    after: Option<String>,
    words: Vec<String>,
    in_stock: bool,
    max_minimum: Option<i64>,
    price_min: Option<Cents>,
    price_max: Option<Cents>,
}

impl ToolQuery {
    pub fn check(&self) -> Result<Listing, ApiError> {
        let mut check = Check::new();
        let unknown = |detail: &str| crate::values::Fault::new("unknown", detail);
        let sort = Sort::parse(self.sort.as_deref());
        if sort.is_none() {
            check.fault("sort", unknown("Sort by newest, oldest, price, -price or name."));
        }
        let in_stock = match self.in_stock.as_deref() {
            None | Some("" | "false" | "0") => false,
            Some("true" | "1") => true,
            Some(_) => {
                check.fault("inStock", unknown("Give true or false."));
                false
            }
        };
        let price_min = amount(&mut check, "priceMin", self.price_min.as_deref());
        let price_max = amount(&mut check, "priceMax", self.price_max.as_deref());
        let max_minimum = self.max_minimum.as_deref().filter(|text| !text.is_empty()).and_then(|text| {
            let number = text.trim().parse::<i64>().ok().filter(|number| *number >= 0);
            if number.is_none() {
                check
                    .fault("maxMinimum", crate::values::Fault::new("not_a_quantity", "Give a whole number."));
            }
            number
        });
        let limit = list::limit_of(self.limit.as_deref())?;
        let after = self
            .cursor
            .as_deref()
            .map(|cursor| from_cursor(cursor).ok_or_else(list::bad_cursor))
            .transpose()?;
        let words = self.q.as_deref().unwrap_or_default();
        if words.chars().count() > 200 {
            check.fault("q", crate::values::Fault::new("too_long", "At most 200 characters."));
        }
        let (Some(sort), true) = (sort, check.is_clean()) else { return Err(check.refusal()) };
        Ok(Listing {
            sort,
            limit,
            after,
            words: words.split_whitespace().map(str::to_lowercase).collect(),
            in_stock,
            max_minimum,
            price_min,
            price_max,
        })
    }

    /// The parameters that a link to the next page repeats.
    pub fn kept(&self) -> Vec<(&'static str, &str)> {
        let all = [
            ("sort", &self.sort),
            ("q", &self.q),
            ("inStock", &self.in_stock),
            ("maxMinimum", &self.max_minimum),
            ("priceMin", &self.price_min),
            ("priceMax", &self.price_max),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?))).collect()
    }
}

fn amount(check: &mut Check, name: &str, text: Option<&str>) -> Option<Cents> {
    let text = text.filter(|text| !text.is_empty())?;
    let field = Cents::from_json(&serde_json::Value::from(text)).map_or_else(Field::Bad, Field::Good);
    check.optional(name, field)
}

/// A page, and where the next one begins.
pub struct Chosen<'a, T> {
    pub tools: Vec<&'a T>,
    pub total: usize,
    pub next: Option<String>,
}

impl Listing {
    /// `tools` must be in the order of [`Listing::sort`].
    pub fn choose<'a, T: AsRef<Tool>>(
        &self,
        tools: &'a [T],
        all: impl Fn(&str) -> Option<&'a T>,
    ) -> Result<Chosen<'a, T>, ApiError> {
        let matching: Vec<&T> = tools.iter().filter(|tool| self.admits((*tool).as_ref())).collect();
        let total = matching.len();
        let start = match &self.after {
            None => 0,
            Some(id) => {
                // A tool that was deleted between two pages has no place any more; the reader starts over.
                let last = all(id).ok_or_else(list::bad_cursor)?;
                matching.partition_point(|tool| self.sort.compare((*tool).as_ref(), last.as_ref()).is_le())
            }
        };
        let size = self.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        let tools: Vec<&T> = matching.into_iter().skip(start).take(size).collect();
        let next = (start.saturating_add(tools.len()) < total)
            .then(|| tools.last().map(|tool| to_cursor((*tool).as_ref())))
            .flatten();
        Ok(Chosen { tools, total, next })
    }

    fn admits(&self, tool: &Tool) -> bool {
        let text_matches = self.words.is_empty() || {
            let text = format!("{} {}", tool.name, tool.description).to_lowercase();
            self.words.iter().all(|word| {
                text.split(|c: char| !c.is_alphanumeric()).any(|part| part.starts_with(word.as_str()))
            })
        };
        text_matches
            && (!self.in_stock || tool.in_stock())
            && self.max_minimum.is_none_or(|most| tool.minimum <= most)
            && self.price_min.is_none_or(|least| tool.price >= least)
            && self.price_max.is_none_or(|most| tool.price <= most)
    }
}

fn to_cursor(tool: &Tool) -> String {
    URL_SAFE_NO_PAD.encode(tool.id.as_str())
}

fn from_cursor(cursor: &str) -> Option<String> {
    String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::values::{ids::Id, time::Moment};

    fn tool(name: &str, cents: i64, available: i64, minimum: i64, at: i64) -> Arc<Tool> {
        let created_at = Moment::from_micros(at);
        Arc::new(Tool {
            id: Id::new(created_at),
            name: name.into(),
            description: "For the border".into(),
            img: "/x".into(),
            price: Cents::new(cents).unwrap(),
            available,
            minimum,
            revision: 1,
            created_at,
            changed_at: created_at,
        })
    }

    fn names(query: &ToolQuery, tools: &[Arc<Tool>]) -> Vec<String> {
        let listing = query.check().unwrap();
        let mut tools = tools.to_vec();
        tools.sort_by(|a, b| listing.sort.compare(a, b));
        let mut names = Vec::new();
        let mut query = query.clone();
        loop {
            let listing = query.check().unwrap();
            let page = listing.choose(&tools, |id| tools.iter().find(|tool| tool.id.as_str() == id)).unwrap();
            names.extend(page.tools.iter().map(|tool| tool.name.clone()));
            match page.next {
                Some(next) => query.cursor = Some(next),
                None => return names,
            }
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "a query's members are optional")]
    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn pages_of_any_size_show_each_tool_once_in_order() {
        let tools: Vec<_> = (0..7).map(|n| tool(&format!("t{n}"), 100 * (n % 3 + 1), 10, 1, n / 2)).collect();
        for sort in ["oldest", "newest", "price", "-price", "name"] {
            let whole = names(&ToolQuery { sort: some(sort), ..ToolQuery::default() }, &tools);
            assert_eq!(whole.len(), 7);
            for limit in 1..=8 {
                let query =
                    ToolQuery { sort: some(sort), limit: some(&limit.to_string()), ..ToolQuery::default() };
                assert_eq!(names(&query, &tools), whole, "{sort} {limit}");
            }
        }
    }

    #[test]
    fn filters_keep_what_can_be_bought() {
        let tools =
            [tool("Hoe", 2_000, 10, 12, 1), tool("Spade", 3_000, 50, 5, 2), tool("Fork", 4_000, 50, 1, 3)];
        let of = |query: ToolQuery| names(&query, &tools);
        assert_eq!(of(ToolQuery { in_stock: some("true"), ..ToolQuery::default() }), ["Spade", "Fork"]);
        assert_eq!(of(ToolQuery { max_minimum: some("1"), ..ToolQuery::default() }), ["Fork"]);
        assert_eq!(
            of(ToolQuery { price_min: some("20"), price_max: some("30.00"), ..ToolQuery::default() }),
            ["Hoe", "Spade"]
        );
        assert_eq!(of(ToolQuery { q: some("bord SPA"), ..ToolQuery::default() }), ["Spade"]);
    }

    #[test]
    fn a_question_that_makes_no_sense_is_refused_with_the_field() {
        for query in [
            ToolQuery { sort: some("price; DROP TABLE tools"), ..ToolQuery::default() },
            ToolQuery { limit: some("101"), ..ToolQuery::default() },
            ToolQuery { limit: some("0"), ..ToolQuery::default() },
            ToolQuery { cursor: some("!"), ..ToolQuery::default() },
            ToolQuery { price_min: some("abc"), ..ToolQuery::default() },
            ToolQuery { in_stock: some("maybe"), ..ToolQuery::default() },
            ToolQuery { max_minimum: some("-1"), ..ToolQuery::default() },
        ] {
            assert_eq!(query.check().unwrap_err().code, "invalid_field", "{query:?}");
        }
    }
}
