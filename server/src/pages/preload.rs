//! The first data of public pages, in the page itself, as the API would return it.

use std::{fmt::Write as _, sync::Arc};

use maud::{PreEscaped, html};

use crate::{
    catalogue::{
        categories::{Category, family, path_to},
        facets::{ToolFacets, http::facets},
        query::ToolQuery,
        query_params::ToolQueryParams,
        rendered_list::RenderedList,
    },
    http::{error::ApiError, html::escape_json},
    reviews::{http as reviews, http::ReviewsFirstPage},
    shop::Shop,
    tool_page::{self, ToolAddress, ToolPage},
};

/// The responses to the first API calls of a page.
pub enum PreloadData {
    Home {
        tools: Arc<RenderedList>,
        reviews: String,
    },
    /// Without tools if the page has a query, because it shows other ones.
    AllTools(Option<(Arc<RenderedList>, ToolFacets)>, Arc<Vec<Category>>),
    /// The first page of a category's tools, without them if the page has a query.
    Category {
        /// The category behind the one above it.
        path: Vec<Category>,
        tools: Option<Arc<RenderedList>>,
        categories: Arc<Vec<Category>>,
    },
    Tool(Box<ToolPage>),
    AllReviews(ReviewsFirstPage),
    /// The settings, for the legal pages. With their revision.
    ShopSettings(i64, String),
}

/// What stands at a path.
pub enum PageContent {
    /// Without data if the page has none or reading fails. Then the app calls the API.
    Found(Option<PreloadData>),
    /// Its path now.
    Moved(String),
    /// A tool that was removed.
    Removed,
    Unknown,
}

/// `page` is its path in pages.json, `path` the requested one.
pub async fn read(
    shop: &Arc<Shop>,
    page: &str,
    path: &str,
    query: Option<&str>,
) -> Result<PageContent, ApiError> {
    let slug = path.rsplit('/').next().unwrap_or_default();
    Ok(match page {
        "/tool/:slug" => match tool_page::find(shop, &slug.to_ascii_lowercase()).await? {
            ToolAddress::OnSale(found) if found.tool.slug != slug => {
                PageContent::Moved(format!("/tool/{}", found.tool.slug))
            }
            ToolAddress::OnSale(found) => PageContent::Found(Some(PreloadData::Tool(found))),
            ToolAddress::Renamed(slug) => PageContent::Moved(format!("/tool/{slug}")),
            ToolAddress::Removed => PageContent::Removed,
            ToolAddress::Unknown => PageContent::Unknown,
        },
        "/category/:slug" => {
            let categories = shop.categories.current();
            let path = path_to(&categories, slug);
            if path.is_empty() {
                return Ok(PageContent::Unknown);
            }
            let family = family(&categories, slug);
            let tools = if query.is_none() { tools(shop, 100, Some(family)).await } else { None };
            PageContent::Found(Some(PreloadData::Category { path, tools, categories }))
        }
        _ => PageContent::Found(read_list(shop, page, query).await),
    })
}

async fn read_list(shop: &Arc<Shop>, page: &str, query: Option<&str>) -> Option<PreloadData> {
    match page {
        "/" | "/home" => {
            let tools = tools(shop, 6, None).await?;
            Some(PreloadData::Home { tools, reviews: reviews::newest_json(shop, 3).await.ok()? })
        }
        "/tool" => {
            let tools = if query.is_none() {
                Some((tools(shop, 100, None).await?, facets(shop, ToolQuery::everything()).await.ok()?))
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

async fn tools(shop: &Shop, limit: usize, categories: Option<Vec<String>>) -> Option<Arc<RenderedList>> {
    let params = ToolQueryParams {
        sort: Some("newest".into()),
        limit: Some(limit.to_string()),
        ..ToolQueryParams::default()
    };
    let mut query = params.check().ok()?;
    query.categories = categories;
    Some(shop.catalogue.current().await.ok()?.answer(&query))
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
            Self::Category { path, tools, categories } => {
                let (tools, slug) = (tools.as_ref().map_or("", |tools| &tools.etag), path.last());
                write!(version, "{slug:?} {tools} {categories:?}")
            }
            Self::Tool(page) => page.to_json().map_or(Ok(()), |json| write!(version, "{json}")),
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
                let mut queries =
                    tool_list_queries(tools.as_ref().map(|(tools, _)| &**tools), categories, "")?;
                if let Some((_, facets)) = tools {
                    let facets = serde_json::to_string(facets).map_err(ApiError::internal)?;
                    let _ = write!(queries, ",{{\"key\":[\"tool-facets\",{{}}],\"data\":{facets}}}");
                }
                queries
            }
            Self::Category { path, tools, categories } => {
                let slug = path.last().map_or("", |category| &category.slug);
                tool_list_queries(tools.as_deref(), categories, &format!(",\"category\":\"{slug}\""))?
            }
            Self::Tool(page) => {
                let json = page.to_json().map_err(ApiError::internal)?;
                format!("{{\"key\":[\"tools\",\"page\",\"{}\"],\"data\":{json}}}", page.tool.slug)
            }
            Self::AllReviews(reviews) => first_page_query(
                "reviews",
                "",
                &reviews.rows,
                reviews.total.to_string(),
                reviews.next.as_ref(),
            ),
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

/// The categories and the first tools. `filter` has more members of the tools' key.
fn tool_list_queries(
    tools: Option<&RenderedList>,
    categories: &[Category],
    filter: &str,
) -> Result<String, ApiError> {
    let categories = serde_json::to_string(categories).map_err(ApiError::internal)?;
    let mut queries = format!("{{\"key\":[\"categories\"],\"data\":{categories}}}");
    if let Some(tools) = tools {
        let total = tools.total.to_string();
        queries.push(',');
        queries += &first_page_query("tools", filter, json_rows(tools)?, total, tools.next.as_ref());
    }
    Ok(queries)
}

/// The first page of a paginated list.
fn first_page_query(list: &str, filter: &str, rows: &str, total: String, next: Option<&String>) -> String {
    let next = next.map_or_else(|| "null".to_owned(), |cursor| format!("\"{cursor}\""));
    format!(
        "{{\"key\":[\"{list}\",\"pages\",{{\"sort\":\"newest\"{filter}}}],\"data\":{{\"pages\":[{{\"rows\":{rows},\"total\":{total},\"next\":{next}}}],\"pageParams\":[null]}}}}"
    )
}
