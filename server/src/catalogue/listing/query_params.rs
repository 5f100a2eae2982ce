//! The parameters of GET /tools, and their check.

use serde::Deserialize;
use utoipa::IntoParams;

use super::{
    entry::{ToolCursor, ToolSort},
    query::ToolQuery,
};
use crate::{
    catalogue::search::words::SearchWords,
    http::{
        error::ApiError,
        json::{Field, Validator},
        pagination,
    },
    values::{
        FromJson, InvalidValue,
        language::{Language, Localized, localized},
        money::Cents,
    },
};

/// Parameters of GET /tools. Without any, the response has every tool, oldest first.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ToolQueryParams {
    /// Tools in this page, 1 to 100.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 100)]
    pub limit: Option<String>,
    /// From the `Link` header of the previous page.
    #[param(min_length = 1)]
    pub cursor: Option<String>,
    /// `oldest` is the default, `-price` the highest price first. `relevance` is the best match first if `q` is given,
    /// and else the newest.
    #[param(value_type = Option<ToolSort>, inline)]
    pub sort: Option<String>,
    /// Words that the name or description must contain. The start of a word is enough, accents are ignored, and a word
    /// that is in no tool's name may have one typing error. Other forms of a word, the shop's synonyms and the names of
    /// categories match too. At most 200 characters; only the first 12 words are used.
    #[param(max_length = 200)]
    pub q: Option<String>,
    /// `true`: only tools with enough stock for the minimum quantity.
    #[param(value_type = Option<bool>)]
    pub in_stock: Option<String>,
    /// Only tools with at most this minimum quantity.
    #[param(value_type = Option<i64>, minimum = 0)]
    pub max_minimum: Option<String>,
    /// Dollars.
    #[param(value_type = Option<f64>, minimum = 0, maximum = 999_999.99)]
    pub price_min: Option<String>,
    /// Dollars.
    #[param(value_type = Option<f64>, minimum = 0, maximum = 999_999.99)]
    pub price_max: Option<String>,
    /// The slug of a category. Tools of the categories below it are listed too.
    pub category: Option<String>,
    /// Language of names and descriptions: `en` (the default) or `fr`. A tool without French texts is in English.
    pub language: Option<String>,
}

impl ToolQueryParams {
    pub const MAX_SEARCH_LENGTH: usize = 200;

    /// Checks the parameters except the category. [`ToolQuery::categories`] has that with the categories below it.
    pub fn check(&self) -> Result<ToolQuery, ApiError> {
        let mut check = Validator::new();
        let unknown = |detail: Localized| InvalidValue::new("unknown", detail);
        let sort = match self.sort.as_deref() {
            None | Some("") => Some(ToolSort::Oldest),
            Some(word) => ToolSort::parse(word),
        };
        if sort.is_none() {
            check.add_error(
                "sort",
                unknown(localized!(
                    "Sort by newest, oldest, price, -price, name or relevance.",
                    "Triez par newest, oldest, price, -price, name ou relevance."
                )),
            );
        }
        let in_stock = match self.in_stock.as_deref() {
            None | Some("" | "false" | "0") => false,
            Some("true" | "1") => true,
            Some(_) => {
                check.add_error(
                    "inStock",
                    unknown(localized!("Give true or false.", "Donnez true ou false.")),
                );
                false
            }
        };
        let price_min = amount(&mut check, "priceMin", self.price_min.as_deref());
        let price_max = amount(&mut check, "priceMax", self.price_max.as_deref());
        let max_minimum = self.max_minimum.as_deref().filter(|text| !text.is_empty()).and_then(|text| {
            let number = text.trim().parse::<i64>().ok().filter(|number| *number >= 0);
            if number.is_none() {
                check.add_error(
                    "maxMinimum",
                    InvalidValue::new(
                        "not_a_quantity",
                        localized!("Please enter a whole number.", "Veuillez entrer un nombre entier."),
                    ),
                );
            }
            number
        });
        let limit = pagination::parse_limit(self.limit.as_deref())?;
        let question = self.q.as_deref().unwrap_or_default().trim();
        let sort = match sort {
            Some(ToolSort::Relevance) if question.is_empty() => Some(ToolSort::Newest),
            sort => sort,
        };
        if question.chars().count() > Self::MAX_SEARCH_LENGTH {
            let detail = localized!(
                "Please use at most {} characters.",
                "Veuillez utiliser au plus {}\u{a0}caractères.",
                Self::MAX_SEARCH_LENGTH
            );
            check.add_error("q", InvalidValue::new("too_long", detail));
        }
        let sort = check.finish(sort)?;
        let after = self
            .cursor
            .as_deref()
            .map(|text| ToolCursor::parse(text, sort).ok_or_else(pagination::invalid_cursor));
        let language = self.language.as_deref().and_then(Language::parse).unwrap_or_default();
        Ok(ToolQuery {
            language,
            sort,
            limit,
            after: after.transpose()?,
            words: (!question.is_empty()).then(|| SearchWords::new(question, language)),
            in_stock,
            max_minimum,
            price_min,
            price_max,
            categories: None,
            state: None,
        })
    }

    /// The parameters that the link to the next page repeats.
    pub fn kept(&self) -> Vec<(&'static str, &str)> {
        let all = [
            ("sort", &self.sort),
            ("q", &self.q),
            ("inStock", &self.in_stock),
            ("maxMinimum", &self.max_minimum),
            ("priceMin", &self.price_min),
            ("priceMax", &self.price_max),
            ("category", &self.category),
            ("language", &self.language),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?))).collect()
    }
}

fn amount(check: &mut Validator, name: &str, text: Option<&str>) -> Option<Cents> {
    let text = text.filter(|text| !text.is_empty())?;
    let field = Cents::from_json(&serde_json::Value::from(text)).map_or_else(Field::Invalid, Field::Valid);
    check.optional(name, field)
}
