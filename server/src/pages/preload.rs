//! The first data of public pages, in the page itself, as the API would return it.

use std::{fmt::Write as _, sync::Arc};

use maud::{PreEscaped, html};

use crate::{
    catalogue::{
        categories::Category,
        facets::{ToolFacets, http::facets},
        query::{ToolQuery, ToolQueryParams},
        rendered_list::RenderedList,
    },
    http::{error::ApiError, html::escape_json},
    reviews::{http as reviews, http::ReviewsFirstPage},
    shop::Shop,
};

/// The responses to the first API calls of a page.
pub enum PreloadData {
    Home {
        tools: Arc<RenderedList>,
        reviews: String,
    },
    /// Without tools if the page has a query, because it shows other ones.
    AllTools(Option<(Arc<RenderedList>, ToolFacets)>, Arc<Vec<Category>>),
    AllReviews(ReviewsFirstPage),
    /// The settings, for the legal pages. With their revision.
    ShopSettings(i64, String),
}

/// `None` if the page has none or reading fails. Then the app calls the API.
pub async fn read(shop: &Arc<Shop>, page: &str, query: Option<&str>) -> Option<PreloadData> {
    match page {
        "/" | "/home" => {
            let tools = tools(shop, 6).await?;
            Some(PreloadData::Home { tools, reviews: reviews::newest_json(shop, 3).await.ok()? })
        }
        "/tool" => {
            let tools = if query.is_none() {
                Some((tools(shop, 100).await?, facets(shop, ToolQuery::everything()).await.ok()?))
            } else {
                None
            };
            Some(PreloadData::AllTools(tools, shop.categories.current()))
        }
        "/allReview" => Some(PreloadData::AllReviews(reviews::first_page(shop, 100).await.ok()?)),
        "/privacy" | "/terms" | "/returns" => {
            let current = shop.settings.current();
            Some(PreloadData::ShopSettings(current.revision, current.to_json().ok()?))
        }
        _ => None,
    }
}

async fn tools(shop: &Shop, limit: usize) -> Option<Arc<RenderedList>> {
    let query = ToolQueryParams {
        sort: Some("newest".into()),
        limit: Some(limit.to_string()),
        ..ToolQueryParams::default()
    };
    Some(shop.catalogue.current().await.ok()?.answer(&query.check().ok()?))
}

impl PreloadData {
    /// Appends a text that changes whenever the data changes.
    pub fn append_version(&self, version: &mut String) {
        let _ = match self {
            Self::Home { tools, reviews } => write!(version, "{} {reviews}", tools.etag),
            Self::AllTools(tools, categories) => {
                let tools = tools.as_ref().map(|(tools, facets)| (&tools.etag, facets));
                write!(version, "{tools:?} {categories:?}")
            }
            Self::AllReviews(reviews) => write!(version, "{} {}", reviews.total, reviews.rows),
            Self::ShopSettings(revision, _) => write!(version, "{revision}"),
        };
    }

    /// In the form that web/src/app/preloaded-data.ts reads.
    pub fn to_script_element(&self) -> Result<String, ApiError> {
        let queries = match self {
            Self::Home { tools, reviews } => format!(
                "{{\"key\":[\"tools\",{{\"sort\":\"newest\",\"limit\":6}}],\"data\":{}}},{{\"key\":[\"reviews\",{{\"sort\":\"newest\",\"limit\":3}}],\"data\":{}}}",
                json_rows(tools)?,
                reviews
            ),
            Self::AllTools(tools, categories) => {
                let categories = serde_json::to_string(&**categories).map_err(ApiError::internal)?;
                let mut queries = format!("{{\"key\":[\"categories\"],\"data\":{categories}}}");
                if let Some((tools, facets)) = tools {
                    let facets = serde_json::to_string(facets).map_err(ApiError::internal)?;
                    let _ = write!(queries, ",{{\"key\":[\"tool-facets\",{{}}],\"data\":{facets}}}");
                    let total = tools.total.to_string();
                    queries.push(',');
                    queries += &first_page_query("tools", json_rows(tools)?, total, tools.next.as_ref());
                }
                queries
            }
            Self::AllReviews(reviews) => {
                first_page_query("reviews", &reviews.rows, reviews.total.to_string(), reviews.next.as_ref())
            }
            Self::ShopSettings(_, json) => format!("{{\"key\":[\"shop-settings\"],\"data\":{json}}}"),
        };
        let json = escape_json(&format!("{{\"queries\":[{queries}]}}"));
        let script = html! { script type="application/json" id="shell-data" { (PreEscaped(json)) } };
        Ok(script.into_string())
    }
}

pub fn json_rows(tools: &RenderedList) -> Result<&str, ApiError> {
    let rows = tools.text().map(|text| std::str::from_utf8(text)).transpose();
    Ok(rows.map_err(ApiError::internal)?.unwrap_or("[]"))
}

/// The first page of a paginated list.
fn first_page_query(list: &str, rows: &str, total: String, next: Option<&String>) -> String {
    let next = next.map_or_else(|| "null".to_owned(), |cursor| format!("\"{cursor}\""));
    format!(
        "{{\"key\":[\"{list}\",\"pages\",{{\"sort\":\"newest\"}}],\"data\":{{\"pages\":[{{\"rows\":{rows},\"total\":{total},\"next\":{next}}}],\"pageParams\":[null]}}}}"
    )
}
