//! The first data of public pages, in the page itself, as the API would return it.

use std::{fmt::Write as _, sync::Arc};

use maud::{Markup, PreEscaped, html};
use serde_json::Value;

use super::{
    home_page::{self, HomePage},
    list_query::ListQuery,
};
use crate::{
    base::config::RunMode,
    catalogue::{
        categories::{Category, path_to},
        listing::{
            facets::{ToolFacets, http::facets},
            query::ToolQuery,
            query_params::ToolQueryParams,
            rendered_list::RenderedList,
        },
        tools::http::checked,
    },
    http::{error::ApiError, html::escape_json, pagination},
    sales::{
        reviews::{http as reviews, http::ReviewsFirstPage},
        shop_figures::{self, ShopFigures},
    },
    settings::posts::{
        http as posts,
        post::{Post, PostPage},
    },
    shop::Shop,
    site::tool_page::{self, ToolAddress, ToolPage},
    values::language::Language,
};

/// Blog posts on a page of them. The web app asks for as many.
const POSTS: i64 = 20;

/// The responses to the first API calls of a page.
pub enum PreloadData {
    Home {
        tools: Arc<RenderedList>,
        reviews: String,
        categories: Arc<Vec<Category>>,
        figures: Option<ShopFigures>,
        /// `None` in the demo, whose home page is specified.
        home: Option<HomePage>,
    },
    AllTools(ToolLists),
    Category {
        /// The category behind the one above it.
        path: Vec<Category>,
        tools: ToolLists,
    },
    Tool(Box<ToolPage>, Language),
    AllReviews(ReviewsFirstPage),
    /// The first page of the blog posts.
    Posts {
        rows: Vec<Post>,
        total: i64,
        /// Cursor of the next page.
        next: Option<String>,
    },
    Post(Box<PostPage>),
    MissingPost,
    /// The settings, for the legal pages and About.
    ShopSettings(String),
    MissingTool {
        was_removed: bool,
    },
    /// The page of a category that does not exist looks for it among all.
    MissingCategory(Arc<Vec<Category>>),
}

/// What a list of tools shows.
pub struct ToolLists {
    query: ListQuery,
    categories: Arc<Vec<Category>>,
    /// The first page, and what the filters would leave. It is `None` if reading failed.
    first: Option<(Arc<RenderedList>, ToolFacets)>,
}

/// What stands at a path.
pub enum PageContent {
    /// The page has no data if it needs none or if reading fails. Then the app calls the API.
    Found(Option<PreloadData>),
    /// The page has this address now.
    Moved(String),
    Missing(PreloadData),
}

/// Reads what a page shows first. `page` is its path in pages.json, `path` the requested one in English.
pub async fn read(
    shop: &Arc<Shop>,
    page: &str,
    path: &str,
    query: ListQuery,
    language: Language,
) -> Result<PageContent, ApiError> {
    let slug = path.rsplit('/').next().unwrap_or_default();
    Ok(match page {
        "/tool/:slug" => match tool_page::find(shop, &slug.to_ascii_lowercase()).await? {
            ToolAddress::OnSale(found) if found.tool.extras.slug != slug => {
                PageContent::Moved(format!("/tool/{}", found.tool.extras.slug))
            }
            ToolAddress::OnSale(mut found) => {
                found.name_categories_in(language);
                PageContent::Found(Some(PreloadData::Tool(found, language)))
            }
            ToolAddress::Renamed(slug) => PageContent::Moved(format!("/tool/{slug}")),
            ToolAddress::Removed => PageContent::Missing(PreloadData::MissingTool { was_removed: true }),
            ToolAddress::Unknown => PageContent::Missing(PreloadData::MissingTool { was_removed: false }),
        },
        "/blogs/:slug" => match posts::find(shop, slug).await? {
            Some(found) => PageContent::Found(Some(PreloadData::Post(Box::new(found)))),
            None => PageContent::Missing(PreloadData::MissingPost),
        },
        "/category/:slug" => {
            let categories = shop.categories.in_language(language);
            let above = path_to(&categories, slug);
            if above.is_empty() {
                return Ok(PageContent::Missing(PreloadData::MissingCategory(categories)));
            }
            match tool_lists(shop, query, Some(slug), language).await {
                Ok(tools) => PageContent::Found(Some(PreloadData::Category { path: above, tools })),
                Err(first_page) => PageContent::Moved(format!("{path}{}", first_page.to_search())),
            }
        }
        "/tool" => match tool_lists(shop, query, None, language).await {
            Ok(tools) => PageContent::Found(Some(PreloadData::AllTools(tools))),
            Err(first_page) => PageContent::Moved(format!("{path}{}", first_page.to_search())),
        },
        _ => PageContent::Found(read_list(shop, page, language).await),
    })
}

async fn read_list(shop: &Arc<Shop>, page: &str, language: Language) -> Option<PreloadData> {
    match page {
        "/" | "/home" => {
            let newest = ToolQueryParams { sort: Some("newest".into()), ..in_language(language) };
            let tools = tools(shop, 6, newest).await?;
            let figures =
                if shop_figures::are_shown(shop) { shop.figures.get(shop).await.ok() } else { None };
            let figures = figures.map(|summary| summary.figures);
            let is_demo = shop.config.mode == RunMode::Demo;
            let home = if is_demo { None } else { home_page::read(shop, language).await.ok() };
            let reviews = reviews::newest_json(shop, 3).await.ok()?;
            Some(PreloadData::Home {
                tools,
                reviews,
                categories: shop.categories.in_language(language),
                figures,
                home,
            })
        }
        "/allReview" => Some(PreloadData::AllReviews(reviews::first_page(shop, 100).await.ok()?)),
        "/blogs" => {
            let (mut rows, total) = posts::newest(shop, POSTS + 1).await.ok()?;
            let next = pagination::split_page(&mut rows, POSTS);
            Some(PreloadData::Posts { rows, total, next })
        }
        "/privacy" | "/terms" | "/returns" | "/about" => {
            Some(PreloadData::ShopSettings(shop.settings.current().in_language(language).to_json().ok()?))
        }
        _ => None,
    }
}

/// The parameters of a list in this language. The response without it is the English one.
fn in_language(language: Language) -> ToolQueryParams {
    ToolQueryParams { language: Some(language.as_str().to_owned()), ..ToolQueryParams::default() }
}

async fn tools(shop: &Shop, limit: usize, params: ToolQueryParams) -> Option<Arc<RenderedList>> {
    let params = ToolQueryParams { limit: Some(limit.to_string()), ..params };
    shop.catalogue.rendered_list(&checked(shop, &params).ok()?).await.ok()
}

/// `category` is the category of the page. `Err` is the query of the first page, if the cursor is invalid or no tool
/// comes after it.
async fn tool_lists(
    shop: &Shop,
    query: ListQuery,
    category: Option<&str>,
    language: Language,
) -> Result<ToolLists, ListQuery> {
    let params = ToolQueryParams { language: in_language(language).language, ..query.tool_query(category) };
    let (first, has_page) = match checked(shop, &params) {
        Ok(filters) => {
            let first = first_page(shop, params, filters).await;
            let has_page = first.as_ref().is_none_or(|(tools, _)| !tools.is_empty());
            (first, has_page)
        }
        Err(_) => (None, false),
    };
    match query.first_page() {
        Some(first_page) if !has_page => Err(first_page),
        _ => Ok(ToolLists { query, categories: shop.categories.in_language(language), first }),
    }
}

async fn first_page(
    shop: &Shop,
    params: ToolQueryParams,
    filters: ToolQuery,
) -> Option<(Arc<RenderedList>, ToolFacets)> {
    let is_search_alone = filters.is_search_alone();
    let facets = facets(shop, filters).await.ok()?;
    let words = params.q.clone().unwrap_or_default();
    let tools = tools(shop, 100, params).await?;
    if tools.total == 0 && is_search_alone {
        shop.empty_searches.count(&words);
    }
    Some((tools, facets))
}

impl PreloadData {
    /// A JSON array in the form that web/src/app/preloaded-data.ts reads.
    pub fn to_json(&self) -> Result<String, ApiError> {
        let queries = match self {
            Self::Home { tools, reviews, categories, figures, home } => format!(
                "{},{{\"key\":[\"tools\",{{\"sort\":\"newest\",\"limit\":6}}],\"data\":{}}},{{\"key\":[\"reviews\",{{\"sort\":\"newest\",\"limit\":3}}],\"data\":{}}}{}{}",
                categories_query(categories)?,
                json_rows(tools)?,
                reviews,
                match figures {
                    Some(figures) => {
                        let json = serde_json::to_string(figures).map_err(ApiError::internal)?;
                        format!(",{{\"key\":[\"shop-figures\"],\"data\":{json}}}")
                    }
                    None => String::new(),
                },
                match home {
                    Some(home) => {
                        let json = home.to_json().map_err(ApiError::internal)?;
                        format!(",{{\"key\":[\"home-page\"],\"data\":{json}}}")
                    }
                    None => String::new(),
                }
            ),
            Self::AllTools(tools) => tools.queries(None)?,
            Self::Category { path, tools } => tools.queries(path.last().map(|it| it.slug.as_str()))?,
            Self::Tool(page, language) => {
                let json = page.to_json(*language).map_err(ApiError::internal)?;
                format!("{{\"key\":[\"tools\",\"page\",\"{}\"],\"data\":{json}}}", page.tool.extras.slug)
            }
            Self::AllReviews(reviews) => first_page_query(
                "reviews",
                r#"{"sort":"newest"}"#,
                &reviews.rows,
                reviews.total.to_string(),
                reviews.next.as_ref(),
            ),
            Self::Posts { rows, total, next } => {
                let rows = serde_json::to_string(rows).map_err(ApiError::internal)?;
                first_page_query("posts", "{}", &rows, total.to_string(), next.as_ref())
            }
            Self::Post(page) => {
                let json = serde_json::to_string(page).map_err(ApiError::internal)?;
                format!("{{\"key\":[\"posts\",\"page\",\"{}\"],\"data\":{json}}}", page.post.slug)
            }
            Self::MissingPost => r#"{"key":["posts","page",":slug"],"data":null}"#.to_owned(),
            // The key has `:slug` in place of the slug, so that one rendered page serves all of them.
            Self::MissingTool { was_removed } => format!(
                "{{\"key\":[\"tools\",\"page\",\":slug\"],\"data\":{{\"missing\":{}}}}}",
                if *was_removed { 410 } else { 404 }
            ),
            Self::MissingCategory(categories) => categories_query(categories)?,
            Self::ShopSettings(json) => format!("{{\"key\":[\"shop-settings\"],\"data\":{json}}}"),
        };
        Ok(format!("[{queries}]"))
    }

    fn tools(&self) -> Option<&ToolLists> {
        match self {
            Self::AllTools(tools) | Self::Category { tools, .. } => Some(tools),
            Self::Home { .. }
            | Self::Tool(..)
            | Self::AllReviews(_)
            | Self::Posts { .. }
            | Self::Post(_)
            | Self::MissingPost
            | Self::ShopSettings(_)
            | Self::MissingTool { .. }
            | Self::MissingCategory(_) => None,
        }
    }

    /// The query of a list in its address.
    pub fn list_query(&self) -> Option<&ListQuery> {
        self.tools().map(|tools| &tools.query)
    }

    /// Whether its filter names a category that the shop does not have.
    pub fn has_unknown_category(&self) -> bool {
        let Self::AllTools(tools) = self else { return false };
        let wanted = tools.query.category();
        wanted.is_some_and(|wanted| tools.categories.iter().all(|category| category.slug != wanted))
    }

    /// The start of a later page that search engines may index.
    pub fn indexed_cursor(&self) -> Option<&str> {
        self.tools().filter(|tools| tools.first.is_some())?.query.cursor_alone()
    }
}

/// Returns the element with the first data. `queries` is the result of [`PreloadData::to_json`].
pub fn script_element(queries: &str) -> Markup {
    let json = escape_json(&format!("{{\"queries\":{queries}}}"));
    html! { script type="application/json" id="shell-data" { (PreEscaped(json)) } }
}

fn json_rows(tools: &RenderedList) -> Result<&str, ApiError> {
    let rows = tools.text().map(|text| std::str::from_utf8(text)).transpose();
    Ok(rows.map_err(ApiError::internal)?.unwrap_or("[]"))
}

impl ToolLists {
    fn queries(&self, category: Option<&str>) -> Result<String, ApiError> {
        let mut queries = categories_query(&self.categories)?;
        if let Some((tools, facets)) = &self.first {
            let key = Value::from(self.query.key(category)).to_string();
            let total = tools.total.to_string();
            queries.push(',');
            queries += &first_page_query("tools", &key, json_rows(tools)?, total, tools.next.as_ref());
            let filters = Value::from(self.query.filters(category));
            let facets = serde_json::to_string(facets).map_err(ApiError::internal)?;
            let _ = write!(queries, ",{{\"key\":[\"tool-facets\",{filters}],\"data\":{facets}}}");
        }
        Ok(queries)
    }
}

fn categories_query(categories: &[Category]) -> Result<String, ApiError> {
    let json = serde_json::to_string(categories).map_err(ApiError::internal)?;
    Ok(format!("{{\"key\":[\"categories\"],\"data\":{json}}}"))
}

/// The first page of a paginated list.
fn first_page_query(list: &str, key: &str, rows: &str, total: String, next: Option<&String>) -> String {
    let next = next.map_or_else(|| "null".to_owned(), |cursor| format!("\"{cursor}\""));
    format!(
        "{{\"key\":[\"{list}\",\"pages\",{key}],\"data\":{{\"pages\":[{{\"rows\":{rows},\"total\":{total},\"next\":{next}}}],\"pageParams\":[null]}}}}"
    )
}
