//! What public screens show first, as their calls answer it.

use std::{fmt::Write as _, sync::Arc};

use super::page_meta::FirstData;
use crate::{
    catalogue::{query::ToolQuery, rendered_list::Answered},
    http::{error::ApiError, html::escape_json},
    reviews::{http as reviews, http::FirstPage},
    shop::Shop,
};

/// Answers to the calls that a screen would begin with.
pub enum FirstAnswers {
    Home { tools: Arc<Answered>, reviews: String },
    AllTools(Arc<Answered>),
    AllReviews(FirstPage),
}

/// `None` when there is none, or when it cannot be had: then the app asks.
pub async fn read(shop: &Arc<Shop>, wanted: FirstData, query: Option<&str>) -> Option<FirstAnswers> {
    match wanted {
        FirstData::Home => {
            let tools = tools(shop, 6).await?;
            Some(FirstAnswers::Home { tools, reviews: reviews::newest(shop, 3).await.ok()? })
        }
        // A search or a filter shows other tools.
        FirstData::AllTools if query.is_none() => Some(FirstAnswers::AllTools(tools(shop, 100).await?)),
        FirstData::AllReviews => {
            Some(FirstAnswers::AllReviews(reviews::newest_of_all(shop, 100).await.ok()?))
        }
        FirstData::AllTools | FirstData::None => None,
    }
}

async fn tools(shop: &Shop, limit: usize) -> Option<Arc<Answered>> {
    let query =
        ToolQuery { sort: Some("newest".into()), limit: Some(limit.to_string()), ..ToolQuery::default() };
    Some(shop.catalogue.current().await.ok()?.answer(&query.check().ok()?))
}

impl FirstAnswers {
    /// Adds what is another text whenever the answers are others.
    pub fn add_version(&self, version: &mut String) {
        let _ = match self {
            Self::Home { tools, reviews } => write!(version, "{} {reviews}", tools.etag),
            Self::AllTools(tools) => write!(version, "{}", tools.etag),
            Self::AllReviews(reviews) => write!(version, "{} {}", reviews.total, reviews.rows),
        };
    }

    /// As web/src/app/shell-data.ts describes it.
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
        Ok(format!("<script type=\"application/json\" id=\"shell-data\">{json}</script>"))
    }
}

fn rows_of(tools: &Answered) -> Result<&str, ApiError> {
    let rows = tools.text().map(|text| std::str::from_utf8(text)).transpose();
    Ok(rows.map_err(ApiError::internal)?.unwrap_or("[]"))
}

/// The first page of a list that goes on.
fn paged(list: &str, rows: &str, total: String, next: Option<&String>) -> String {
    let next = next.map_or_else(|| "null".to_owned(), |cursor| format!("\"{cursor}\""));
    format!(
        "{{\"key\":[\"{list}\",\"pages\",{{\"sort\":\"newest\"}}],\"data\":{{\"pages\":[{{\"rows\":{rows},\"total\":{total},\"next\":{next}}}],\"pageParams\":[null]}}}}"
    )
}
