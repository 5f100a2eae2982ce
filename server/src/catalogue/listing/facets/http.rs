//! GET /tool-facets and GET /tool-suggestions.

use super::{CategoryCount, ToolFacets};
use crate::{
    catalogue::{
        categories::family,
        listing::{query::ToolQuery, query_params::ToolQueryParams},
        search::words::{SearchWords, names_category},
        tools::http::checked,
    },
    http::prelude::*,
    shop::Shop,
};

const MAX_TOOLS: usize = 6;
const MAX_CATEGORIES: usize = 3;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(count_tools)).routes(routes!(suggest_tools))
}

/// How many tools each filter would leave. The parameters are as in GET /tools. A filter does not apply to its own
/// counts.
#[utoipa::path(get, path = "/tool-facets", tag = "tools", params(ToolQueryParams),
    responses((status = 200, body = ToolFacets)))]
async fn count_tools(
    State(shop): State<Arc<Shop>>,
    QueryParams(query): QueryParams<ToolQueryParams>,
) -> Result<Response, ApiError> {
    let listing = checked(&shop, &query)?;
    Ok(shared(ApiJson(facets(&shop, listing).await?)))
}

/// Counts the tools of each filter. The count of a category includes the categories below it.
pub async fn facets(shop: &Shop, listing: ToolQuery) -> Result<ToolFacets, ApiError> {
    let mut facets = shop.catalogue.facets(listing).await?;
    let categories = shop.categories.current();
    let count = |slug: &String| facets.categories.iter().find(|it| it.slug == *slug).map_or(0, |it| it.count);
    let counts = categories.iter().map(|category| CategoryCount {
        count: family(&categories, &category.slug).iter().map(count).sum(),
        slug: category.slug.clone(),
    });
    facets.categories = counts.filter(|it| it.count > 0).collect();
    Ok(facets)
}

fn shared(json: impl IntoResponse) -> Response {
    let mut response = json.into_response();
    response.extensions_mut().insert(SharedResponse::Content);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    response
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SuggestionQuery {
    /// What is typed so far. As in GET /tools.
    #[param(max_length = 200)]
    q: Option<String>,
    /// As in GET /tools.
    language: Option<String>,
}

/// Tools and categories to choose from while a customer types.
#[derive(Serialize, ToSchema)]
struct ToolSuggestions {
    /// At most six, the best match first.
    tools: Vec<SuggestedTool>,
    /// At most three.
    categories: Vec<SuggestedCategory>,
}

#[derive(Serialize, Deserialize, ToSchema)]
struct SuggestedTool {
    #[serde(rename = "_id")]
    id: String,
    name: String,
}

#[derive(Serialize, ToSchema)]
struct SuggestedCategory {
    slug: String,
    name: String,
}

/// Names of tools and categories that match what is typed. Without a word, none.
#[utoipa::path(get, path = "/tool-suggestions", tag = "tools", params(SuggestionQuery),
    responses((status = 200, body = ToolSuggestions)))]
async fn suggest_tools(
    State(shop): State<Arc<Shop>>,
    QueryParams(query): QueryParams<SuggestionQuery>,
) -> Result<Response, ApiError> {
    let query = ToolQueryParams {
        q: query.q,
        language: query.language,
        sort: Some("relevance".into()),
        limit: Some(MAX_TOOLS.to_string()),
        ..ToolQueryParams::default()
    };
    let listing = checked(&shop, &query)?;
    let Some(SearchWords { words, language, .. }) = &listing.words else {
        return Ok(shared(ApiJson(ToolSuggestions { tools: Vec::new(), categories: Vec::new() })));
    };
    let answered = shop.catalogue.rendered_list(&listing).await?;
    let json = answered.text().map_or(&b"[]"[..], |text| text);
    let tools = serde_json::from_slice(json).map_err(ApiError::internal)?;
    let all = shop.categories.in_language(*language);
    let named = all.iter().filter(|category| {
        !words.is_empty() && words.iter().all(|word| names_category(word, &category.name, *language))
    });
    let categories = named
        .take(MAX_CATEGORIES)
        .map(|category| SuggestedCategory { slug: category.slug.clone(), name: category.name.clone() });
    Ok(shared(ApiJson(ToolSuggestions { tools, categories: categories.collect() })))
}
