//! GET /home-page.

use super::{CategoryTile, DeliveryPromise, HomePage, read};
use crate::{
    catalogue::tools::tool::ToolJson,
    http::{language_query::LanguageQuery, prelude::*},
    shop::Shop,
    site::tool_page::RatingSummary,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_home_page))
}

/// What the home page shows beside the newest tools and reviews.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HomePage)]
struct HomePageJson<'a> {
    /// Up to six tools in stock, the best seller first.
    favourites: Vec<ToolJson<'a>>,
    /// Up to twelve.
    categories: &'a [CategoryTile],
    /// The average of all published reviews. Absent without a review.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<RatingSummary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    delivery: Option<DeliveryPromise>,
    has_pick_up: bool,
    /// Whether taxes are added to the prices today.
    is_taxed: bool,
    /// The first words of the About page.
    about: &'a str,
}

impl HomePage {
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(&HomePageJson {
            favourites: self.favourites.iter().map(|tool| tool.to_json(self.language)).collect(),
            categories: &self.categories,
            rating: self.rating,
            delivery: self.delivery,
            has_pick_up: self.has_pick_up,
            is_taxed: self.is_taxed,
            about: &self.about,
        })
    }
}

/// What the home page shows beside the newest tools and reviews. Best sellers and rating are up to ten minutes old.
#[utoipa::path(get, path = "/home-page", tag = "site", params(LanguageQuery), responses((status = 200, body = HomePageJson<'_>)))]
async fn get_home_page(
    State(shop): State<Arc<Shop>>,
    QueryParams(query): QueryParams<LanguageQuery>,
) -> Result<Response, ApiError> {
    Ok(json_response(read(&shop, query.language()).await?.to_json().map_err(ApiError::internal)?))
}
