//! GET /reviews.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::store::{self, ReviewRow};
use crate::{
    db,
    shop::Shop,
    values::time::Moment,
    web::{
        error::{ApiError, Problem},
        json::QueryOf,
        list::{self, PageQuery, Position, Positioned},
    },
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(list_reviews))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Review)]
struct ReviewJson {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    review: String,
    /// Meant from 0 to 5 and not held to it; screens clamp it.
    rating: f64,
    #[schema(value_type = String, format = DateTime)]
    created_at: Moment,
}

impl From<ReviewRow> for ReviewJson {
    fn from(row: ReviewRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            review: row.review,
            rating: row.rating,
            created_at: Moment::from_micros(row.created_at),
        }
    }
}

impl Positioned for ReviewJson {
    fn position(&self) -> Position {
        Position { created_at: self.created_at.micros(), id: self.id.clone() }
    }
}

/// Every review, oldest first, or a page of them.
#[utoipa::path(get, path = "/reviews", tag = "reviews", params(PageQuery),
    responses((status = 200, body = Vec<ReviewJson>, headers(("Link" = String), ("X-Total-Count" = i64))), (status = 422, body = Problem)))]
async fn list_reviews(
    State(shop): State<Arc<Shop>>,
    QueryOf(query): QueryOf<PageQuery>,
) -> Result<Response, ApiError> {
    let page = query.check()?;
    let mut response = match page.limit {
        None => everything(shop, page.direction, page.after).await?,
        Some(limit) => {
            let rows: Vec<ReviewRow> = shop
                .db
                .read(move |tx| {
                    let after = page.after.clone();
                    Box::pin(async move { store::page(tx, &after, page.direction, limit + 1).await })
                })
                .await
                .map_err(|error: db::Error| ApiError::from(error))?;
            // Counting looks at every row there is.
            let total: i64 = shop
                .db
                .read_long(|tx| Box::pin(async move { store::count(tx).await }))
                .await
                .map_err(|error: db::Error| ApiError::from(error))?;
            let rows: Vec<ReviewJson> = rows.into_iter().map(ReviewJson::from).collect();
            let kept: Vec<(&str, &str)> =
                query.sort.as_deref().map(|sort| ("sort", sort)).into_iter().collect();
            list::page(rows, limit, total, "/api/reviews", &kept)?
        }
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    Ok(response)
}

async fn everything(
    shop: Arc<Shop>,
    direction: list::Direction,
    after: Position,
) -> Result<Response, ApiError> {
    list::stream(after, move |after| {
        let shop = Arc::clone(&shop);
        async move {
            let rows: Vec<ReviewRow> = shop
                .db
                .read_long(move |tx| {
                    let after = after.clone();
                    Box::pin(async move { store::page(tx, &after, direction, list::BATCH).await })
                })
                .await
                .map_err(ApiError::from)?;
            Ok(rows.into_iter().map(ReviewJson::from).collect())
        }
    })
    .await
}

/// The newest reviews as JSON text, for the first data of public pages.
pub async fn newest(shop: &Shop, limit: i64) -> Result<String, ApiError> {
    let rows: Vec<ReviewRow> = shop
        .db
        .read(move |tx| {
            Box::pin(async move {
                store::page(
                    tx,
                    &Position::before_all(list::Direction::Newest),
                    list::Direction::Newest,
                    limit,
                )
                .await
            })
        })
        .await
        .map_err(|error: db::Error| ApiError::from(error))?;
    let rows: Vec<ReviewJson> = rows.into_iter().map(ReviewJson::from).collect();
    serde_json::to_string(&rows).map_err(ApiError::internal)
}
