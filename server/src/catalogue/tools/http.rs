//! GET and POST /tools; GET, PUT and DELETE /tools/{id}.

use std::convert::Infallible;

use axum::body::Body;
use futures_util::stream;

use super::{
    manage::{self, RemoveToolOutcome, UpdatePrecondition, UpdateToolOutcome, WriteToolError},
    store,
    tool::{Tool, ToolJson},
    tool_body::{NewToolBody, ToolBody, conflict},
    version::ToolVersion,
};
use crate::{
    accounts::{
        extractors::{Admin, AnyAccountWritingTools, StaffWritingTools, staff_only},
        permissions::Permission,
    },
    base::idempotency::{self, IdempotencyKey, StoredResponse},
    catalogue::{
        categories::family,
        listing::{query::ToolQuery, query_params::ToolQueryParams, rendered_list::RenderedList},
        uploads::image_url,
    },
    http::{conditional, language_query::LanguageQuery, pagination, prelude::*},
    shop::Shop,
    values::quantity,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(list_tools, add_tool))
        .routes(routes!(get_tool, edit_tool, delete_tool))
        .merge(crate::catalogue::categories::http::routes())
        .merge(crate::catalogue::listing::facets::http::routes())
        .merge(crate::catalogue::import::http::routes())
        .merge(super::managed::http::routes())
        .merge(super::removed::http::routes())
        .merge(super::stock_by_sku::http::routes())
        .merge(crate::catalogue::listing::stock_events::http::routes())
}

/// Lists every tool on sale, or a page of those that match the query.
#[utoipa::path(get, path = "/tools", tag = "tools", params(ToolQueryParams),
    responses((status = 200, body = Vec<ToolJson<'_>>, headers(("Link" = String, description = "rel=next"), ("X-Total-Count" = i64), ("ETag" = String))),
        (status = 304, description = "Nothing changed since If-None-Match")))]
async fn list_tools(
    State(shop): State<Arc<Shop>>,
    QueryParams(query): QueryParams<ToolQueryParams>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let listing = checked(&shop, &query)?;
    let answered = shop.catalogue.rendered_list(&listing).await?;
    if answered.total == 0 && listing.is_search_alone() {
        shop.empty_searches.count(query.q.as_deref().unwrap_or_default());
    }
    let gzip = if conditional::accepts_encoding(&headers, "gzip") { answered.gzip().await } else { None };
    let mut response = match gzip {
        Some(gzip) => {
            let mut response = json_response(gzip);
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            response
        }
        None => uncompressed(&answered),
    };
    response.extensions_mut().insert(SharedResponse::Content);
    let answer = response.headers_mut();
    answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    answer.insert(header::ETAG, HeaderValue::from_str(&answered.etag).map_err(ApiError::internal)?);
    if let Some(limit) = listing.limit {
        let total = i64::try_from(answered.total).unwrap_or(i64::MAX);
        pagination::set_page_headers(
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

/// Checks the parameters, and adds the categories below the chosen one and the synonyms of the searched words.
pub fn checked(shop: &Shop, query: &ToolQueryParams) -> Result<ToolQuery, ApiError> {
    let mut listing = query.check()?;
    let categories = shop.categories.current();
    let category = query.category.as_deref().map(str::trim).filter(|slug| !slug.is_empty());
    listing.categories = category.map(|slug| family(&categories, slug));
    let settings = shop.settings.current();
    let synonyms = &settings.preferences.synonyms;
    let synonyms = shop.catalogue.synonyms.of(settings.revision, synonyms, listing.language);
    listing.words = listing.words.map(|words| words.with(&synonyms, &categories));
    Ok(listing)
}

fn uncompressed(answered: &Arc<RenderedList>) -> Response {
    if let Some(text) = answered.text() {
        return json_response(text.clone());
    }
    let pieces = stream::iter(answered.chunks().map(Ok::<_, Infallible>));
    let mut response = json_response(Body::from_stream(pieces));
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(answered.length));
    response
}

/// One tool, read from the database so that its stock is current.
#[utoipa::path(get, path = "/tools/{id}", tag = "tools", params(("id" = String, Path), LanguageQuery),
    security(("bearer" = []), ("keyToolsWrite" = [])),
    responses((status = 200, body = ToolJson<'_>, headers(("ETag" = String, description = "\"<revision>.<available>\""))),
        (status = 403, description = "`api_key_not_allowed`")))]
async fn get_tool(
    State(shop): State<Arc<Shop>>,
    AnyAccountWritingTools(caller): AnyAccountWritingTools,
    PathSegment(id): PathSegment,
    QueryParams(query): QueryParams<LanguageQuery>,
) -> Result<Response, ApiError> {
    let is_editor = caller.may(Permission::WriteTools);
    let tool = find_tool(&shop, &id, is_editor).await?;
    let json = if is_editor { Tool::to_owner_wire } else { Tool::to_wire };
    let json = json(&tool, shop.public_url()).with_pictures(&tool, shop.public_url());
    let json = json.in_language(query.language(), &tool);
    let mut response = ApiJson(json).into_response();
    set_etag(&mut response, tool.version())?;
    Ok(response)
}

/// Drafts only for those who may edit them.
async fn find_tool(shop: &Shop, id: &str, is_editor: bool) -> Result<Tool, ApiError> {
    let id = ToolPathId::parse(id)?;
    let found = shop.db.read(id, |tx, id| Box::pin(store::live_by_id(tx, id))).await?;
    found.filter(|tool| is_editor || !tool.extras.is_draft).ok_or_else(|| ApiError::not_found(Missing::Tool))
}

/// Puts a tool on sale.
#[utoipa::path(post, path = "/tools", tag = "tools", request_body = NewToolBody,
    security(("bearer" = []), ("keyToolsWrite" = [])),
    responses((status = 200, body = Inserted),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`"),
        (status = 409, description = "`name_taken`, `sku_taken`")))]
async fn add_tool(
    State(shop): State<Arc<Shop>>,
    StaffWritingTools(caller): StaffWritingTools,
    JsonBody(body): JsonBody<ToolBody>,
) -> Result<ApiJson<Inserted>, ApiError> {
    let draft = body.into_new_tool(&shop)?;
    let id = manage::add(&shop, caller.actor(), draft).await?;
    Ok(ApiJson(Inserted::new(id.to_string())))
}

/// Updates a tool for staff and API keys.
///
/// The request names the tool's ETag in If-Match. Missing fields stay unchanged. The stock changes by the difference
/// between `availableQuantity` and the stock in the ETag, so that a concurrent order is not undone. PUT /stock/{sku}
/// sets it.
///
/// Without If-Match, the request changes nothing. The specified client writes the tool back with less stock around each
/// order, but only orders change the stock. The request is rejected if any other field differs from the tool. An API
/// key gets `revision_required`.
#[utoipa::path(put, path = "/tools/{id}", tag = "tools", request_body = ToolBody,
    security(("bearer" = []), ("keyToolsWrite" = [])),
    params(("id" = String, Path), ("If-Match" = Option<String>, Header, description = "The tool's ETag, for an update"), ("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255, pattern = "^[!-~]+$", description = "A repeated update with the same key changes the stock only once")),
    responses((status = 200, body = WriteResult, headers(("ETag" = String))),
        (status = 400, description = "`malformed_json`, `incomplete_body`, `invalid_idempotency_key`"),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`"),
        (status = 409, description = "`name_taken`, `sku_taken`, `not_enough_stock`, `stock_out_of_range`, `idempotency_running`"),
        (status = 412, description = "`revision_changed`: another edit changed the tool since"),
        (status = 422, description = "`idempotency_mismatch`"),
        (status = 428, description = "`revision_required`: an edit of staff or an API key needs If-Match")))]
async fn edit_tool(
    State(shop): State<Arc<Shop>>,
    AnyAccountWritingTools(caller): AnyAccountWritingTools,
    PathSegment(id): PathSegment,
    headers: HeaderMap,
    key: IdempotencyKey,
    raw: RawJson,
) -> Result<Response, ApiError> {
    let body: ToolBody = raw.parse()?;
    let is_editor = caller.may(Permission::WriteTools);
    let tool = find_tool(&shop, &id, is_editor).await?;
    if !is_editor && body.has_invalid_details(&tool, &shop.config) {
        return Err(staff_only(&caller));
    }
    let mut change = body.into_update(&tool, &shop.config)?;
    let tags = match if_match_tags(&headers) {
        Some(tags) if is_editor => tags,
        // The specified client sends no key, so a key's request is always meant as an edit.
        _ if is_editor && caller.is_key() => {
            return Err(conditional::revision_required(conditional::Revised::Tool));
        }
        _ if !change.changes_details(&tool) => return Ok(ApiJson(WriteResult::unchanged()).into_response()),
        _ if is_editor => {
            return Err(conditional::revision_required(conditional::Revised::Tool));
        }
        _ => return Err(staff_only(&caller)),
    };
    let versions = ToolVersion::parse_if_match(&tags);
    let is_more = |count: i64| versions.iter().all(|version| count > version.available);
    if change.available.is_some_and(|count| count > quantity::MAX_QUANTITY && is_more(count)) {
        return Err(ApiError::invalid_field("availableQuantity", quantity::out_of_range(0)));
    }
    if let Some(img) = change.img.take_if(|img| *img != tool.img) {
        change.img = Some(
            image_url::check_image_url(&img, &shop.config)
                .map_err(|fault| ApiError::invalid_field("img", fault))?,
        );
    }
    let asked = [id.as_bytes(), tags.as_bytes(), &raw.bytes].concat();
    let request = idempotency::IdempotentRequest::new(key, &caller.user.id, "PUT /tools/{id}", &asked);
    let repeated = serde_json::to_string(&WriteResult::modified()).map_err(ApiError::internal)?;
    let basis = UpdatePrecondition {
        versions,
        key: request.map(|request| (request, StoredResponse::success(repeated))),
    };
    let (result, version) = match manage::update(&shop, caller.actor(), &tool.id, basis, change).await? {
        UpdateToolOutcome::Made(version) => (WriteResult::modified(), version),
        UpdateToolOutcome::Unchanged(version) => (WriteResult::unchanged(), version),
        UpdateToolOutcome::Repeated(standing) => match standing.into_result()? {
            Some(kept) => return Ok(kept.into_response()),
            None => return Err(ApiError::internal("a new idempotency key was reported as repeated")),
        },
        UpdateToolOutcome::NotFound => return Err(ApiError::not_found(Missing::Tool)),
        UpdateToolOutcome::Rejected(refused) => return Err(conflict(refused)),
        UpdateToolOutcome::VersionConflict => {
            return Err(ApiError::new(
                StatusCode::PRECONDITION_FAILED,
                "revision_changed",
                localized!(
                    "Someone else has edited this tool since you opened it. Nothing was changed. Please review \
                     it and try again.",
                    "Une autre personne a modifié cet outil depuis que vous l’avez ouvert. Rien n’a été \
                     modifié. Veuillez le revoir et réessayer."
                ),
            ));
        }
        UpdateToolOutcome::StockBelowZero { available } => {
            return Err(ApiError::conflict(
                "not_enough_stock",
                localized!(
                    "Some were sold in the meantime, so the stock would fall below zero: {available} are left \
                     now. Nothing was changed.",
                    "Des pièces ont été vendues entre-temps, donc le stock tomberait sous zéro\u{a0}: il en \
                     reste {available}. Rien n’a été modifié."
                ),
            )
            .with("availableQuantity", available));
        }
        UpdateToolOutcome::InvalidPriceSteps(fault) => {
            return Err(ApiError::invalid_field("priceSteps", fault));
        }
        UpdateToolOutcome::StockTooLarge => {
            return Err(ApiError::conflict(
                "stock_out_of_range",
                localized!(
                    "Some came back in the meantime, so the stock would exceed {}. Nothing was changed.",
                    "Des pièces sont revenues entre-temps, donc le stock dépasserait {}. Rien n’a été modifié.",
                    quantity::MAX_QUANTITY
                ),
            ));
        }
    };
    let mut response = ApiJson(result).into_response();
    set_etag(&mut response, version)?;
    Ok(response)
}

/// All tags of If-Match. `*` names no version and does not protect against lost updates, so it counts as missing.
fn if_match_tags(headers: &HeaderMap) -> Option<String> {
    // A value that is not text matches no version.
    let tags = headers.get_all(header::IF_MATCH).iter().map(|tags| tags.to_str().unwrap_or("?"));
    let tags: Vec<&str> = tags.collect();
    let tags = tags.join(",");
    (!tags.trim().is_empty() && tags.trim() != "*").then_some(tags)
}

fn set_etag(response: &mut Response, version: ToolVersion) -> Result<(), ApiError> {
    let tag = HeaderValue::from_str(&version.tag()).map_err(ApiError::internal)?;
    response.headers_mut().insert(header::ETAG, tag);
    Ok(())
}

/// Takes a tool off sale. Its orders keep name and price and can still be paid.
#[utoipa::path(delete, path = "/tools/{id}", tag = "tools", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, description = "`deletedCount` is 0 if the tool was off sale already", body = Deleted),
        (status = 403)))]
async fn delete_tool(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    ToolPathId(id): ToolPathId,
) -> Result<ApiJson<Deleted>, ApiError> {
    match manage::remove(&shop, &session.user.id, &id).await? {
        RemoveToolOutcome::Removed => Ok(ApiJson(Deleted::one())),
        RemoveToolOutcome::AlreadyRemoved => Ok(ApiJson(Deleted::none())),
        RemoveToolOutcome::NotFound => Err(ApiError::not_found(Missing::Tool)),
    }
}

impl From<WriteToolError> for ApiError {
    fn from(error: WriteToolError) -> Self {
        match error {
            WriteToolError::Conflict(refused) => conflict(refused),
            WriteToolError::Db(error) => error.into(),
        }
    }
}
