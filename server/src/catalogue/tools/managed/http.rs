//! GET /manageTools.

use crate::{
    accounts::extractors::StaffWritingTools,
    catalogue::{
        listing::{query::ToolStateFilter, query_params::ToolQueryParams},
        tools::{http::checked, store, tool::ToolJson},
    },
    http::{
        changes::{ChangedRow, ChangesRequest},
        prelude::*,
    },
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(list_managed_tools))
}

/// Query of the tools that the owner manages. A page has 100 tools, unless the limit says fewer.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ManagedToolQuery {
    #[param(value_type = Option<i64>, minimum = 1, maximum = 100)]
    limit: Option<String>,
    #[param(min_length = 1)]
    cursor: Option<String>,
    /// As in GET /tools.
    #[param(max_length = 200)]
    q: Option<String>,
    /// The slug of a category.
    category: Option<String>,
    #[param(value_type = Option<ToolStateFilter>, inline)]
    state: Option<String>,
    /// Only tools that changed at or after this second, the oldest change first. Always a page, and `cursor` goes on
    /// behind its last row. Not with `q`, `category` and `state`.
    #[param(format = DateTime)]
    changed_since: Option<String>,
}

/// The tools that are not removed, drafts included, newest first.
#[utoipa::path(get, path = "/manageTools", tag = "tools", params(ManagedToolQuery),
    security(("bearer" = []), ("keyToolsWrite" = [])),
    responses((status = 200, body = Vec<ToolJson<'_>>, headers(("Link" = String, description = "rel=next"), ("X-Total-Count" = i64))),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`")))]
async fn list_managed_tools(
    State(shop): State<Arc<Shop>>,
    _: StaffWritingTools,
    QueryParams(query): QueryParams<ManagedToolQuery>,
) -> Result<Response, ApiError> {
    let page = PageQuery { limit: query.limit.clone(), cursor: query.cursor.clone(), sort: None };
    let others = [("q", &query.q), ("category", &query.category), ("state", &query.state)];
    let others = others.map(|(name, value)| (name, value.as_deref()));
    // A cursor of the other list is refused there.
    let since = query.changed_since.as_deref();
    if since.is_some()
        && let Some(changes) = ChangesRequest::of(since, &page, &others)?
    {
        return changed_tools(&shop, changes).await;
    }
    let state = match query.state.as_deref() {
        None | Some("") => None,
        Some(word) => Some(ToolStateFilter::parse(word).ok_or_else(|| {
            let why = localized!(
                "Please ask for published, draft, low or untranslated.",
                "Veuillez demander published, draft, low ou untranslated."
            );
            ApiError::invalid_field("state", InvalidValue::new("unknown", why))
        })?),
    };
    let params = ToolQueryParams {
        limit: query.limit.or_else(|| Some(pagination::MAX_PAGE_SIZE.to_string())),
        cursor: query.cursor,
        sort: Some("newest".into()),
        q: query.q,
        category: query.category,
        ..ToolQueryParams::default()
    };
    let mut listing = checked(&shop, &params)?;
    listing.state = state;
    let answered = shop.catalogue.answer_owner(&listing).await?;
    let mut response = json_response(answered.owner_json().map_err(ApiError::internal)?);
    let total = i64::try_from(answered.total).unwrap_or(i64::MAX);
    let mut kept: Vec<_> = params.kept().into_iter().filter(|(name, _)| *name != "sort").collect();
    kept.extend(query.state.as_deref().map(|state| ("state", state)));
    let limit = listing.limit.unwrap_or(pagination::MAX_PAGE_SIZE);
    pagination::set_page_headers(
        &mut response,
        total,
        answered.next.as_deref(),
        limit,
        "/api/manageTools",
        &kept,
    )?;
    Ok(response)
}

/// Read from the database, because a program must not miss what another node has changed.
async fn changed_tools(shop: &Shop, changes: ChangesRequest) -> Result<Response, ApiError> {
    let input = (changes.after.clone(), changes.row_limit(), changes.since);
    let read = shop.db.read_long(input, |tx, (after, limit, since)| {
        Box::pin(async move {
            let rows = store::live_changed_after(tx, after, *limit).await?;
            Ok((rows, store::count_live_changed(tx, *since).await?))
        })
    });
    let (rows, total) = read.await?;
    let url = shop.public_url();
    let rows =
        rows.iter().map(|tool| ChangedRow::new(tool.to_owner_wire(url), tool.changed_at, tool.id.as_str()));
    changes.respond(rows.collect(), total, "/api/manageTools")
}
