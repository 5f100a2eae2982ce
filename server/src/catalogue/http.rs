//! GET /tools, GET /tools/{id} and the specified client's echo PUT /tools/{id}.

use std::{convert::Infallible, sync::Arc};

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use futures_util::stream;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    answered::Answered,
    listing::ToolQuery,
    store,
    tool::{Tool, ToolJson},
};
use crate::{
    identity::caller::SignedIn,
    shop::Shop,
    values::{
        ids::Id,
        money::Price,
        quantity::{Quantity, Stock},
        text::{Filled, Line},
    },
    web::{
        answers::WriteResult,
        error::{ApiError, Problem},
        json::{Answer, Check, Field, JsonBody, PathSegment, QueryOf, json_bytes},
        list, negotiation,
    },
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(list_tools)).routes(routes!(get_tool, echo_tool))
}

/// Every tool for sale, or a page of those that fit the question.
#[utoipa::path(get, path = "/tools", tag = "tools", params(ToolQuery),
    responses((status = 200, body = Vec<ToolJson>, headers(("Link" = String, description = "rel=next"), ("X-Total-Count" = i64), ("ETag" = String))),
        (status = 304, description = "Nothing changed since If-None-Match"), (status = 422, body = Problem)))]
async fn list_tools(
    State(shop): State<Arc<Shop>>,
    QueryOf(query): QueryOf<ToolQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let listing = query.check()?;
    let answered = shop.catalogue.current().await?.answer(&listing);
    let mut response = if negotiation::is_known(&headers, &answered.etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let gzip = if negotiation::accepts(&headers, "gzip") { answered.gzip().await } else { None };
        match gzip {
            Some(gzip) => {
                let mut response = json_bytes(gzip);
                response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                response
            }
            None => plain(&answered),
        }
    };
    let answer = response.headers_mut();
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    answer.insert(header::ETAG, HeaderValue::from_str(&answered.etag).map_err(ApiError::internal)?);
    if let Some(limit) = listing.limit {
        let total = i64::try_from(answered.total).unwrap_or(i64::MAX);
        list::mark_page(&mut response, total, answered.next.as_deref(), limit, "/api/tools", &query.kept())?;
    }
    Ok(response)
}

fn plain(answered: &Arc<Answered>) -> Response {
    if let Some(text) = answered.text() {
        return json_bytes(text.clone());
    }
    let pieces = stream::iter(answered.pieces().map(Ok::<_, Infallible>));
    let mut response = json_bytes(Body::from_stream(pieces));
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(answered.length));
    response
}

/// One tool, read from the database so that its stock is that of this moment.
#[utoipa::path(get, path = "/tools/{id}", tag = "tools", params(("id" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = ToolJson, headers(("ETag" = String, description = "\"<revision>.<available>\""))),
        (status = 401, body = Problem), (status = 404, body = Problem)))]
async fn get_tool(
    State(shop): State<Arc<Shop>>,
    _: SignedIn,
    PathSegment(id): PathSegment,
) -> Result<Response, ApiError> {
    let tool = find(&shop, &id).await?;
    let mut response = Answer(tool.to_wire(shop.public_url())).into_response();
    response
        .headers_mut()
        .insert(header::ETAG, HeaderValue::from_str(&tool.etag()).map_err(ApiError::internal)?);
    Ok(response)
}

async fn find(shop: &Shop, id: &str) -> Result<Tool, ApiError> {
    let id = Id::parse(id).ok_or_else(|| ApiError::not_found("tool"))?;
    let found = shop
        .db
        .read(move |tx| {
            let id = id.clone();
            Box::pin(async move { store::live_by_id(tx, &id).await })
        })
        .await
        .map_err(ApiError::from)?;
    found.ok_or_else(|| ApiError::not_found("tool"))
}

/// The whole tool as the specified client sends it back. Every member may be left out.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ToolBody {
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 120)]
    name: Field<Line<120>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 4000)]
    description: Field<Filled<4_000>>,
    #[serde(default)]
    #[schema(value_type = Option<f64>)]
    price: Field<Price>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    img: Field<Filled<2_000>>,
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    available_quantity: Field<Stock>,
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    minimum_quantity: Field<Quantity>,
}

impl ToolBody {
    /// Whether a member other than the stock says something else than the tool.
    fn differs_from(self, tool: &Tool, public_url: &str) -> Result<bool, ApiError> {
        let mut check = Check::new();
        check.optional("availableQuantity", self.available_quantity);
        let name = check.optional("name", self.name);
        let description = check.optional("description", self.description);
        let price = check.optional("price", self.price);
        let img = check.optional("img", self.img);
        let minimum = check.optional("minimumQuantity", self.minimum_quantity);
        if !check.is_clean() {
            return Err(check.refusal());
        }
        let is_other_picture = |img: &str| img != tool.img && img != format!("{public_url}{}", tool.img);
        Ok(name.is_some_and(|name| name.as_str() != tool.name.trim())
            || description.is_some_and(|text| text.as_str() != tool.description)
            || price.is_some_and(|price| price.cents() != tool.price)
            || img.is_some_and(|img| is_other_picture(img.as_str()))
            || minimum.is_some_and(|minimum| minimum.as_i64() != tool.minimum))
    }
}

/// The specified client writes the tool back with less stock around each order. Stock moves only with orders, so this
/// changes nothing; it is refused when any other member differs from the tool.
#[utoipa::path(put, path = "/tools/{id}", tag = "tools", params(("id" = String, Path)), request_body = ToolBody, security(("bearer" = [])),
    responses((status = 200, body = WriteResult), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 428, description = "`revision_required`: an administrator's edit needs If-Match", body = Problem)))]
async fn echo_tool(
    State(shop): State<Arc<Shop>>,
    SignedIn(session): SignedIn,
    PathSegment(id): PathSegment,
    headers: HeaderMap,
    JsonBody(body): JsonBody<ToolBody>,
) -> Result<Answer<WriteResult>, ApiError> {
    let tool = find(&shop, &id).await?;
    if !body.differs_from(&tool, shop.public_url())? {
        return Ok(Answer(WriteResult::unchanged()));
    }
    if !session.user.is_admin() {
        return Err(ApiError::forbidden("forbidden", "Only the shop's administrators can change a tool."));
    }
    if !headers.contains_key(header::IF_MATCH) {
        return Err(ApiError::new(
            StatusCode::PRECONDITION_REQUIRED,
            "revision_required",
            "An edit without the tool's ETag as If-Match could undo somebody else's. Nothing was changed.",
        ));
    }
    Err(ApiError::forbidden("forbidden", "Tools that are on sale cannot be edited yet. Nothing was changed."))
}
