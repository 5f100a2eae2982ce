//! GET /tool-pages/{slug}.

use super::{RatingSummary, ToolAddress, ToolPage, find};
use crate::{
    catalogue::{categories::Category, tools::tool::ToolJson},
    http::{language_query::LanguageQuery, prelude::*},
    sales::reviews::review::Review,
    shop::Shop,
    values::language::Language,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_tool_page))
}

/// What the public page of a tool shows.
#[derive(Serialize, ToSchema)]
#[schema(as = ToolPage)]
struct ToolPageJson<'a> {
    tool: ToolJson<'a>,
    /// The categories of the tool, the first level first. They are empty if it has none.
    categories: &'a [Category],
    /// The rating is absent if the tool has no reviews.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<RatingSummary>,
    /// The newest twelve reviews at most, newest first.
    reviews: &'a [Review],
    /// Up to four other tools: of the same category, then of a similar price.
    related: Vec<ToolJson<'a>>,
}

impl ToolPage {
    pub fn to_json(&self, language: Language) -> serde_json::Result<String> {
        serde_json::to_string(&ToolPageJson {
            tool: self.tool.to_page_json(language),
            categories: &self.categories,
            rating: self.rating,
            reviews: &self.reviews,
            related: self.related.iter().map(|tool| tool.to_json(language)).collect(),
        })
    }
}

/// The tool with this slug, its reviews and related tools. An old slug of a renamed tool finds it too.
#[utoipa::path(get, path = "/tool-pages/{slug}", tag = "tools", params(("slug" = String, Path), LanguageQuery),
    responses((status = 200, body = ToolPageJson<'_>),
        (status = 410, description = "`tool_removed`: it was on sale before")))]
async fn get_tool_page(
    State(shop): State<Arc<Shop>>,
    PathSegment(slug): PathSegment,
    QueryParams(query): QueryParams<LanguageQuery>,
) -> Result<Response, ApiError> {
    let found = match find(&shop, &slug).await? {
        ToolAddress::Renamed(slug) => find(&shop, &slug).await?,
        found => found,
    };
    match found {
        ToolAddress::OnSale(mut page) => {
            page.name_categories_in(query.language());
            let json = page.to_json(query.language()).map_err(ApiError::internal)?;
            let mut response = json_response(json);
            response
                .headers_mut()
                .insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
            response.extensions_mut().insert(SharedResponse::Content);
            Ok(response)
        }
        ToolAddress::Removed => Err(ApiError::new(
            StatusCode::GONE,
            "tool_removed",
            localized!("This tool is no longer for sale.", "Cet outil n’est plus en vente."),
        )),
        ToolAddress::Renamed(_) | ToolAddress::Unknown => Err(ApiError::not_found(Missing::Tool)),
    }
}
