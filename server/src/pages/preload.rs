//! The first data of public pages, in the page itself, as the API would return it.

use std::{fmt::Write as _, sync::Arc};

use maud::{PreEscaped, html};

use crate::{
    catalogue::{query::ToolQuery, rendered_list::Answered},
    http::{error::ApiError, html::escape_json},
    reviews::{http as reviews, http::FirstPage},
    shop::Shop,
};

/// The responses to the first API calls of a page.
pub enum FirstAnswers {
    Home { tools: Arc<Answered>, reviews: String },
    AllTools(Arc<Answered>),
    AllReviews(FirstPage),
}

/// `None` if the page has none or reading fails. Then the app calls the API.
pub async fn read(shop: &Arc<Shop>, page: &str, query: Option<&str>) -> Option<FirstAnswers> {
    match page {
        "/" | "/home" => {
            let tools = tools(shop, 6).await?;
            Some(FirstAnswers::Home { tools, reviews: reviews::newest(shop, 3).await.ok()? })
        }
        // With a query the page shows other tools.
        "/tool" if query.is_none() => Some(FirstAnswers::AllTools(tools(shop, 100).await?)),
        "/allReview" => Some(FirstAnswers::AllReviews(reviews::newest_of_all(shop, 100).await.ok()?)),
        _ => None,
    }
}

async fn tools(shop: &Shop, limit: usize) -> Option<Arc<Answered>> {
    let query =
        ToolQuery { sort: Some("newest".into()), limit: Some(limit.to_string()), ..ToolQuery::default() };
    Some(shop.catalogue.current().await.ok()?.answer(&query.check().ok()?))
}

impl FirstAnswers {
    /// Appends a text that changes whenever the data changes.
    pub fn add_version(&self, version: &mut String) {
        let _ = match self {
            Self::Home { tools, reviews } => write!(version, "{} {reviews}", tools.etag),
            Self::AllTools(tools) => write!(version, "{}", tools.etag),
            Self::AllReviews(reviews) => write!(version, "{} {}", reviews.total, reviews.rows),
        };
    }

    /// In the form that web/src/app/shell-data.ts reads.
    pub fn to_script(&self) -> Result<String, ApiError> {
        let queries = match self {
            Self::Home { tools, reviews } => format!(
                "{{\"key\":[\"tools\",{{\"sort\":\"newest\",\"limit\":6}}],\"data\":{}}},{{\"key\":[\"reviews\",{{\"sort\":\"newest\",\"limit\":3}}],\"data\":{}}}",
                rows_of(tools)?,
                reviews
            ),
            Self::AllTools(tools) => {
                paged("tools", rows_of(tools)?, tools.total.to_string(), tools.next.as_ref())
            }
            Self::AllReviews(reviews) => {
                paged("reviews", &reviews.rows, reviews.total.to_string(), reviews.next.as_ref())
            }
        };
        let json = escape_json(&format!("{{\"queries\":[{queries}]}}"));
        let script = html! { script type="application/json" id="shell-data" { (PreEscaped(json)) } };
        Ok(script.into_string())
    }
}

fn rows_of(tools: &Answered) -> Result<&str, ApiError> {
    let rows = tools.text().map(|text| std::str::from_utf8(text)).transpose();
    Ok(rows.map_err(ApiError::internal)?.unwrap_or("[]"))
}

/// The first page of a paginated list.
fn paged(list: &str, rows: &str, total: String, next: Option<&String>) -> String {
    let next = next.map_or_else(|| "null".to_owned(), |cursor| format!("\"{cursor}\""));
    format!(
        "{{\"key\":[\"{list}\",\"pages\",{{\"sort\":\"newest\"}}],\"data\":{{\"pages\":[{{\"rows\":{rows},\"total\":{total},\"next\":{next}}}],\"pageParams\":[null]}}}}"
    )
}
