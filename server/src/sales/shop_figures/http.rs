//! GET /shop-figures.

use super::{ShopFigures, are_shown};
use crate::{http::prelude::*, shop::Shop};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_shop_figures))
}

/// What the Business Summary of the home page shows if the shop counts its figures. They are up to ten minutes old.
#[utoipa::path(get, path = "/shop-figures", tag = "site",
    responses((status = 200, body = ShopFigures),
        (status = 404, description = "`not_found`: the owner does not show them")))]
async fn get_shop_figures(State(shop): State<Arc<Shop>>) -> Result<ApiJson<ShopFigures>, ApiError> {
    if !are_shown(&shop) {
        return Err(ApiError::not_found(Missing::Figure));
    }
    shop.figures.get(&shop).await.map(|summary| ApiJson(summary.figures))
}
