//! GET /audit.

use super::store::{self, AuditLogRow, AuditSearch};
use crate::{accounts::extractors::Admin, base::audit::AuditAction, http::prelude::*, shop::Shop};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(list_audit_entries))
}

/// Something that was done to run the shop.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditEntry)]
struct AuditEntryJson {
    #[serde(rename = "_id")]
    id: String,
    #[schema(value_type = AuditAction)]
    action: String,
    /// The person who did it. Commands on the shop's host have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AuditActor)]
    actor: Option<AuditActor>,
    /// The account, tool, order, review, e-mail, payment or revision of the settings it was done to.
    subject_id: String,
    /// The subject's address, if it is an account that still exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    account: Option<String>,
    /// The subject's name, if it is a tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    tool: Option<String>,
    /// The subject's number, if it is an order that still exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64)]
    order_number: Option<i64>,
    /// The subject's name, if it is an API key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    api_key: Option<String>,
    at: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct AuditActor {
    id: String,
    name: String,
    /// A deleted account has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    email: Option<String>,
    /// The name of the person's API key that did it.
    #[serde(rename = "apiKey", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    api_key: Option<String>,
}

impl From<AuditLogRow> for AuditEntryJson {
    fn from(row: AuditLogRow) -> Self {
        let (name, email, api_key) = (row.actor_name.unwrap_or_default(), row.actor_email, row.actor_key);
        Self {
            id: row.id,
            action: row.action,
            actor: row.actor_id.map(|id| AuditActor { id, name, email, api_key }),
            subject_id: row.subject_id,
            account: row.account,
            tool: row.tool,
            order_number: row.order_number,
            api_key: row.api_key,
            at: Timestamp::from_micros(row.created_at),
        }
    }
}

impl HasCursor for AuditEntryJson {
    fn cursor(&self) -> PageCursor {
        PageCursor { created_at: self.at.micros(), id: self.id.clone() }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct AuditQuery {
    /// Part of the e-mail address of the person who did it, or to whose account it was done.
    #[param(max_length = 200)]
    person: Option<String>,
    #[param(value_type = Option<AuditAction>)]
    action: Option<String>,
    /// The first moment of the entries.
    #[param(value_type = Option<String>, format = DateTime)]
    since: Option<String>,
    /// The entries end before this moment.
    #[param(value_type = Option<String>, format = DateTime)]
    until: Option<String>,
    /// Rows in this page, 1 to 100 (the default).
    #[param(value_type = Option<i64>, minimum = 1, maximum = 100)]
    limit: Option<String>,
    /// The value comes from the `Link` header of the previous page.
    #[param(min_length = 1)]
    cursor: Option<String>,
}

/// What admins, staff and the shop's host did, newest first.
#[utoipa::path(get, path = "/audit", tag = "accounts", params(AuditQuery), security(("bearer" = [])),
    responses((status = 200, body = Vec<AuditEntryJson>, headers(("Link" = String), ("X-Total-Count" = i64))),
        (status = 403)))]
async fn list_audit_entries(
    State(shop): State<Arc<Shop>>,
    _: Admin,
    QueryParams(query): QueryParams<AuditQuery>,
) -> Result<Response, ApiError> {
    let action = match query.action.as_deref() {
        None | Some("") => None,
        Some(name) => Some(AuditAction::parse(name).ok_or_else(|| {
            ApiError::invalid_field(
                "action",
                InvalidValue::new(
                    "unknown",
                    localized!("There is no such action.", "Cette action n’existe pas."),
                ),
            )
        })?),
    };
    let search = AuditSearch {
        // A form-encoded query turns a plus into a space, and no address contains a space.
        person: pagination::search_term(query.person.as_deref())?.unwrap_or_default().replace(' ', "+"),
        action,
        since: time("since", query.since.as_deref())?.unwrap_or(Timestamp::from_micros(i64::MIN)),
        until: time("until", query.until.as_deref())?.unwrap_or(Timestamp::from_micros(i64::MAX)),
    };
    let kept = [
        ("person", search.person.as_str()),
        ("action", query.action.as_deref().unwrap_or_default()),
        ("since", query.since.as_deref().unwrap_or_default()),
        ("until", query.until.as_deref().unwrap_or_default()),
    ];
    let kept: Vec<_> = kept.into_iter().filter(|(_, value)| !value.is_empty()).collect();
    let page = PageQuery { limit: query.limit, cursor: query.cursor, sort: Some("newest".into()) }.check()?;
    let limit = page.limit.unwrap_or(pagination::MAX_PAGE_SIZE);
    let (rows, total) = shop
        .db
        .read_long((search.clone(), page.after, limit + 1), |tx, (search, after, limit)| {
            Box::pin(async move {
                let rows = store::page(tx, search, after, *limit).await?;
                Ok((rows, store::count(tx, search).await?))
            })
        })
        .await?;
    let rows = rows.into_iter().map(AuditEntryJson::from).collect();
    pagination::page(rows, limit, total, "/api/audit", &kept)
}

fn time(name: &str, text: Option<&str>) -> Result<Option<Timestamp>, ApiError> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let invalid = || {
        InvalidValue::new(
            "invalid",
            localized!(
                "Give a time such as 2026-11-01T00:00:00Z.",
                "Donnez un moment, par exemple 2026-11-01T00:00:00Z."
            ),
        )
    };
    Timestamp::parse(text).map(Some).ok_or_else(|| ApiError::invalid_field(name, invalid()))
}
