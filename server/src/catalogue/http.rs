//! GET and POST /tools; GET, PUT and DELETE /tools/{id}.

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
    manage::{self, Basis, Change, Draft, Edited, NameTaken, Removed},
    query::ToolQuery,
    rendered_list::Answered,
    store,
    tool::{Tool, ToolJson, Version, absolute},
};
use crate::{
    http::{
        conditional,
        error::{ApiError, Problem},
        json::{Answer, Check, Field, JsonBody, PathSegment, QueryOf, RawJson, json_bytes},
        pagination,
        write_results::{Deleted, Inserted, WriteResult},
    },
    idempotency::{self, IdempotencyKey, Kept},
    identity::extractors::{Admin, SignedIn},
    images::image_url,
    shop::Shop,
    values::{
        ids::Id,
        money::Price,
        quantity::{self, Count, Quantity},
        text::{Filled, Line},
    },
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(list_tools, add_tool)).routes(routes!(
        get_tool,
        put_tool,
        delete_tool
    ))
}

/// Lists every tool on sale, or a page of those that match the query.
#[utoipa::path(get, path = "/tools", tag = "tools", params(ToolQuery),
    responses((status = 200, body = Vec<ToolJson>, headers(("Link" = String, description = "rel=next"), ("X-Total-Count" = i64), ("ETag" = String))),
        (status = 304, description = "Nothing changed since If-None-Match"), (status = 422, body = Problem)))]
async fn list_tools(
    State(shop): State<Arc<Shop>>,
    QueryOf(query): QueryOf<ToolQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let listing = query.check()?;
    let answered = shop.catalogue.answer(&listing).await?;
    let mut response = if conditional::is_known(&headers, &answered.etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let gzip = if conditional::accepts(&headers, "gzip") { answered.gzip().await } else { None };
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
        pagination::mark_page(
            &mut response,
            total,
            answered.next.as_deref(),
            limit,
            "/api/tools",
            &query.kept(),
        )?;
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

/// One tool, read from the database so that its stock is current.
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
    mark(&mut response, tool.version())?;
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

/// A tool in requests. POST requires every field; PUT changes the fields it gets.
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
    available_quantity: Field<Count>,
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    minimum_quantity: Field<Quantity>,
}

impl ToolBody {
    /// Whether a field other than the stock is invalid, so that it differs from every tool.
    fn describes_nothing(&self) -> bool {
        matches!(self.name, Field::Bad(_))
            || matches!(self.description, Field::Bad(_))
            || matches!(self.price, Field::Bad(_))
            || matches!(self.img, Field::Bad(_))
            || matches!(self.minimum_quantity, Field::Bad(_))
    }

    /// Clients send an uploaded picture back as an absolute URL.
    fn change(self, tool: &Tool, public_url: &str) -> Result<Change, ApiError> {
        let mut check = Check::new();
        let change = Change {
            name: check.optional("name", self.name).map(Line::into_string),
            description: check.optional("description", self.description).map(Filled::into_string),
            price: check.optional("price", self.price).map(Price::cents),
            img: check.optional("img", self.img).map(|img| {
                if img.as_str() == absolute(&tool.img, public_url) {
                    tool.img.clone()
                } else {
                    img.into_string()
                }
            }),
            available: check.optional("availableQuantity", self.available_quantity).map(Count::as_i64),
            minimum: check.optional("minimumQuantity", self.minimum_quantity).map(Quantity::as_i64),
        };
        if check.is_clean() { Ok(change) } else { Err(check.refusal()) }
    }

    fn draft(self, shop: &Shop) -> Result<Draft, ApiError> {
        let mut check = Check::new();
        let name = check.required("name", self.name).map(Line::into_string);
        let description = check.required("description", self.description).map(Filled::into_string);
        let price = check.required("price", self.price).map(Price::cents);
        let available = check.required("availableQuantity", self.available_quantity).and_then(|count| {
            let stock = count.as_stock();
            stock.map_err(|fault| check.fault("availableQuantity", fault)).ok()
        });
        let minimum = check.required("minimumQuantity", self.minimum_quantity).map(Quantity::as_i64);
        let img = check.required("img", self.img).and_then(|img| {
            match image_url::accept(img.as_str(), &shop.config) {
                Ok(img) => Some(img),
                Err(fault) => {
                    check.fault("img", fault);
                    None
                }
            }
        });
        let draft = (|| {
            Some(Draft {
                name: name?,
                description: description?,
                price: price?,
                img: img?,
                available: available?,
                minimum: minimum?,
            })
        })();
        draft.ok_or_else(|| check.refusal())
    }
}

fn name_taken() -> ApiError {
    ApiError::conflict("name_taken", "Another tool has this name. Please choose a different one.")
}

/// Puts a tool on sale.
#[utoipa::path(post, path = "/tools", tag = "tools", request_body = ToolBody, security(("bearer" = [])),
    responses((status = 200, body = Inserted), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, description = "`name_taken`", body = Problem), (status = 422, body = Problem)))]
async fn add_tool(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    JsonBody(body): JsonBody<ToolBody>,
) -> Result<Answer<Inserted>, ApiError> {
    let draft = body.draft(&shop)?;
    match manage::add(&shop, &session.user.id, draft).await? {
        Ok(id) => Ok(Answer(Inserted::new(id.to_string()))),
        Err(NameTaken) => Err(name_taken()),
    }
}

/// The specified client writes the tool back with less stock around each order. Only orders change the stock, so this
/// request changes nothing. It is rejected if any other field differs from the tool.
///
/// An administrator updates the tool by sending its ETag in If-Match. Missing fields stay unchanged. The stock changes
/// by the difference between `availableQuantity` and the stock in the ETag, so that a concurrent order is not undone.
#[utoipa::path(put, path = "/tools/{id}", tag = "tools", request_body = ToolBody, security(("bearer" = [])),
    params(("id" = String, Path), ("If-Match" = Option<String>, Header, description = "The tool's ETag, for an update"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated update with the same key changes the stock only once")),
    responses((status = 200, body = WriteResult, headers(("ETag" = String))), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, description = "`name_taken`, `not_enough_stock`, `stock_out_of_range`", body = Problem),
        (status = 412, description = "`revision_changed`: somebody else edited the tool since", body = Problem), (status = 422, body = Problem),
        (status = 428, description = "`revision_required`: an administrator's edit needs If-Match", body = Problem)))]
async fn put_tool(
    State(shop): State<Arc<Shop>>,
    SignedIn(session): SignedIn,
    PathSegment(id): PathSegment,
    headers: HeaderMap,
    key: IdempotencyKey,
    raw: RawJson,
) -> Result<Response, ApiError> {
    let body: ToolBody = raw.parse()?;
    let tool = find(&shop, &id).await?;
    let only_admins =
        || ApiError::forbidden("forbidden", "Only administrators of the shop can change a tool.");
    if !session.user.is_admin() && body.describes_nothing() {
        return Err(only_admins());
    }
    let mut change = body.change(&tool, shop.public_url())?;
    let tags = match tags_of(&headers) {
        Some(tags) if session.user.is_admin() => tags,
        _ if !change.describes_anew(&tool) => return Ok(Answer(WriteResult::unchanged()).into_response()),
        _ if session.user.is_admin() => {
            return Err(ApiError::new(
                StatusCode::PRECONDITION_REQUIRED,
                "revision_required",
                "Send the tool's ETag as If-Match, so that your edit can’t overwrite another one. Nothing was changed.",
            ));
        }
        _ => return Err(only_admins()),
    };
    let versions = Version::parse_all(&tags);
    let is_more = |count: i64| versions.iter().all(|version| count > version.available);
    if change.available.is_some_and(|count| count > quantity::MOST && is_more(count)) {
        return Err(ApiError::field("availableQuantity", quantity::out_of_range(0)));
    }
    if let Some(img) = change.img.take_if(|img| *img != tool.img) {
        change.img =
            Some(image_url::accept(&img, &shop.config).map_err(|fault| ApiError::field("img", fault))?);
    }
    let asked = [id.as_bytes(), tags.as_bytes(), &raw.bytes].concat();
    let request = idempotency::Request::new(key, &session.user.id, "PUT /tools/{id}", &asked);
    let repeated = serde_json::to_string(&WriteResult::modified()).map_err(ApiError::internal)?;
    let basis = Basis { versions, key: request.map(|request| (request, Kept::success(repeated))) };
    let (result, version) = match manage::edit(&shop, &session.user.id, &tool.id, basis, change).await? {
        Edited::Made(version) => (WriteResult::modified(), version),
        Edited::WasSo(version) => (WriteResult::unchanged(), version),
        Edited::Known(standing) => match standing.into_result()? {
            Some(kept) => return Ok(kept.into_response()),
            None => return Err(ApiError::internal("a new idempotency key was reported as repeated")),
        },
        Edited::Gone => return Err(ApiError::not_found("tool")),
        Edited::NameTaken => return Err(name_taken()),
        Edited::Overtaken => {
            return Err(ApiError::new(
                StatusCode::PRECONDITION_FAILED,
                "revision_changed",
                "Someone else has edited this tool since you opened it. Nothing was changed. Please review it and try again.",
            ));
        }
        Edited::StockBelowZero { available } => {
            return Err(ApiError::conflict(
                "not_enough_stock",
                format!("Some were sold in the meantime, so the stock would fall below zero: {available} are left now. Nothing was changed."),
            )
            .with("availableQuantity", available));
        }
        Edited::StockTooLarge => {
            return Err(ApiError::conflict(
                "stock_out_of_range",
                format!(
                    "Some came back in the meantime, so the stock would exceed {}. Nothing was changed.",
                    quantity::MOST
                ),
            ));
        }
    };
    let mut response = Answer(result).into_response();
    mark(&mut response, version)?;
    Ok(response)
}

/// All tags of If-Match. `*` names no version and does not protect against lost updates, so it counts as missing.
fn tags_of(headers: &HeaderMap) -> Option<String> {
    // A value that is not text matches no version.
    let tags = headers.get_all(header::IF_MATCH).iter().map(|tags| tags.to_str().unwrap_or("?"));
    let tags: Vec<&str> = tags.collect();
    let tags = tags.join(",");
    (!tags.trim().is_empty() && tags.trim() != "*").then_some(tags)
}

fn mark(response: &mut Response, version: Version) -> Result<(), ApiError> {
    let tag = HeaderValue::from_str(&version.tag()).map_err(ApiError::internal)?;
    response.headers_mut().insert(header::ETAG, tag);
    Ok(())
}

/// Takes a tool off sale. Its orders keep name and price and can still be paid.
#[utoipa::path(delete, path = "/tools/{id}", tag = "tools", params(("id" = String, Path)), security(("bearer" = [])),
    responses((status = 200, description = "`deletedCount` is 0 if the tool was off sale already", body = Deleted),
        (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn delete_tool(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(id): PathSegment,
) -> Result<Answer<Deleted>, ApiError> {
    let id = Id::parse(&id).ok_or_else(|| ApiError::not_found("tool"))?;
    match manage::remove(&shop, &session.user.id, &id).await? {
        Removed::Now => Ok(Answer(Deleted::one())),
        Removed::Before => Ok(Answer(Deleted::none())),
        Removed::Unknown => Err(ApiError::not_found("tool")),
    }
}
