//! GET and PUT /profiles/{email}, GET /users.

use super::store::{self, ListedUser, ProfileChange, SaveProfileOutcome, UserSearch};
use crate::{
    accounts::{
        self,
        extractors::{Admin, AnyAccount},
        http::wrong_email,
        session::store::Session,
    },
    db::{self, Tx},
    http::{
        changes::{ChangedRow, ChangesRequest},
        prelude::*,
    },
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_profile, save_profile)).routes(routes!(list_users))
}

/// All members are absent until a profile is saved.
#[derive(Default, Serialize, ToSchema)]
#[schema(as = Profile)]
struct ProfileJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    location: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    phone: Option<String>,
}

fn is_own(session: &Session, email: &str) -> bool {
    Email::parse(email).is_some_and(|email| session.user.has_email(email.as_str()))
}

/// The caller's profile, `{}` if none was saved.
#[utoipa::path(get, path = "/profiles/{email}", tag = "accounts", params(("email" = String, Path)),
    security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = ProfileJson), (status = 403, description = "`wrong_email`")))]
async fn get_profile(
    State(shop): State<Arc<Shop>>,
    AnyAccount(session): AnyAccount,
    PathSegment(path): PathSegment,
) -> Result<ApiJson<ProfileJson>, ApiError> {
    if !is_own(&session, &path) {
        return Err(wrong_email());
    }
    let user = session.user;
    let stored = shop.db.read(user.id, |tx, id| store::profile(tx, id)).await?;
    Ok(ApiJson(stored.map_or_else(ProfileJson::default, |profile| ProfileJson {
        email: user.email,
        name: Some(user.display_name),
        location: Some(profile.location),
        address: Some(profile.address),
        phone: Some(profile.phone),
    })))
}

#[derive(Deserialize, ToSchema)]
struct SaveProfileBody {
    /// Must be the caller's own.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 320)]
    email: Field<Text<320>>,
    /// Ignored. The account has the name.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    #[expect(dead_code, reason = "documented, since the specified client sends it")]
    name: Field<serde_json::Value>,
    /// Unchanged if absent, like the others.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 300)]
    location: Field<Text<300>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 300)]
    address: Field<Text<300>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 300)]
    phone: Field<Text<300>>,
}

/// Save the caller's profile. Creates it if it does not exist.
#[utoipa::path(put, path = "/profiles/{email}", tag = "accounts", params(("email" = String, Path)),
    request_body = SaveProfileBody, security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = WriteResult),
        (status = 403, description = "`wrong_email`, `forbidden_origin`")))]
async fn save_profile(
    State(shop): State<Arc<Shop>>,
    AnyAccount(session): AnyAccount,
    PathSegment(path): PathSegment,
    JsonBody(body): JsonBody<SaveProfileBody>,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let body_agrees = match &body.email {
        Field::Missing | Field::Blank(_) => true,
        Field::Valid(email) => is_own(&session, email.as_str()),
        Field::Invalid(_) => false,
    };
    if !is_own(&session, &path) || !body_agrees {
        return Err(wrong_email());
    }
    let mut check = Validator::new();
    let change = ProfileChange {
        location: check.given("location", body.location).map(Text::into_string),
        address: check.given("address", body.address).map(Text::into_string),
        phone: check.given("phone", body.phone).map(Text::into_string),
    };
    check.finish(())?;
    let user = session.user.id;
    let input = (user.clone(), session.id, change, shop.clock.now());
    let saved = shop
        .db
        .write(input, |tx, (user, session, change, now)| {
            Box::pin(save_if_logged_in(tx, user, session, change, *now))
        })
        .await?
        .ok_or_else(ApiError::unauthenticated)?; // the account was deleted or the session ended meanwhile
    Ok(ApiJson(match saved {
        SaveProfileOutcome::Made => WriteResult::upserted(user.into_string()),
        SaveProfileOutcome::Updated => WriteResult::modified(),
        SaveProfileOutcome::Unchanged => WriteResult::unchanged(),
    }))
}

async fn save_if_logged_in(
    tx: &Tx<'_>,
    user: &Id,
    session: &Id,
    change: &ProfileChange,
    now: Timestamp,
) -> Result<Option<SaveProfileOutcome>, db::Error> {
    if !accounts::store::lock_user(tx, user).await?
        || !accounts::session::store::exists(tx, user, session).await?
    {
        return Ok(None);
    }
    store::save_profile(tx, user, change, now).await.map(Some)
}

impl HasCursor for ListedUser {
    fn cursor(&self) -> PageCursor {
        PageCursor { created_at: self.created_at.micros(), id: self.id.to_string() }
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct UsersQuery {
    /// Part of the address, or words of the name.
    q: Option<String>,
    /// `true`: only blocked accounts.
    blocked: Option<String>,
    changed_since: Option<String>,
    limit: Option<String>,
    cursor: Option<String>,
    sort: Option<String>,
}

/// All accounts with an e-mail address, oldest first, or a page of them.
#[utoipa::path(get, path = "/users", tag = "accounts",
    params(("q" = Option<String>, Query, max_length = 200, description = "Part of the address, or words of the name"), ("blocked" = Option<bool>, Query, description = "`true`: only blocked accounts"), ("changedSince" = Option<String>, Query, format = DateTime, description = "Only accounts that changed at or after this second, the oldest change first. Always a page, and `cursor` goes on behind its last row. Not with `q`, `blocked` and `sort`"), PageQuery),
    security(("bearer" = [])),
    responses((status = 200, body = Vec<ListedUser>, headers(("Link" = String), ("X-Total-Count" = i64))),
        (status = 403)))]
async fn list_users(
    State(shop): State<Arc<Shop>>,
    _: Admin,
    QueryParams(query): QueryParams<UsersQuery>,
) -> Result<Response, ApiError> {
    let asked = PageQuery { limit: query.limit, cursor: query.cursor, sort: query.sort };
    let others = [("q", query.q.as_deref()), ("blocked", query.blocked.as_deref())];
    if let Some(changes) = ChangesRequest::of(query.changed_since.as_deref(), &asked, &others)? {
        return changed_users(&shop, changes).await;
    }
    let text = pagination::search_term(query.q.as_deref())?.unwrap_or_default();
    let is_blocked = match query.blocked.as_deref() {
        None | Some("" | "false") => false,
        Some("true") => true,
        Some(_) => {
            let invalid =
                InvalidValue::new("unknown", localized!("Give true or false.", "Donnez true ou false."));
            return Err(ApiError::invalid_field("blocked", invalid));
        }
    };
    let search = UserSearch { text, is_blocked };
    let page = asked.check()?;
    let direction = page.direction;
    let Some(limit) = page.limit else {
        return pagination::stream_array(page.after, move |after| {
            let (shop, search) = (Arc::clone(&shop), search.clone());
            async move { users(&shop, search, after, direction, pagination::BATCH_SIZE).await }
        })
        .await;
    };
    let rows = users(&shop, search.clone(), page.after, direction, limit + 1).await?;
    let count = shop.db.read_long(search.clone(), |tx, search| store::count_users(tx, search));
    let total = count.await?;
    let kept = [
        ("q", search.text.as_str()),
        ("blocked", query.blocked.as_deref().unwrap_or_default()),
        ("sort", asked.sort.as_deref().unwrap_or_default()),
    ];
    let kept: Vec<_> = kept.into_iter().filter(|(_, value)| !value.is_empty()).collect();
    pagination::page(rows, limit, total, "/api/users", &kept)
}

async fn changed_users(shop: &Shop, changes: ChangesRequest) -> Result<Response, ApiError> {
    let input = (changes.after.clone(), changes.row_limit(), changes.since);
    let read = shop.db.read_long(input, |tx, (after, limit, since)| {
        Box::pin(async move {
            let rows = store::changed_users(tx, after, *limit).await?;
            Ok((rows, store::count_changed_users(tx, *since).await?))
        })
    });
    let (rows, total) = read.await?;
    let rows = rows.into_iter().map(|(user, at)| {
        let id = user.id.to_string();
        ChangedRow::new(user, at, &id)
    });
    changes.respond(rows.collect(), total, "/api/users")
}

/// A long read, because a rare part is searched in many addresses.
async fn users(
    shop: &Shop,
    search: UserSearch,
    after: PageCursor,
    direction: pagination::SortDirection,
    limit: i64,
) -> Result<Vec<ListedUser>, ApiError> {
    let read =
        shop.db.read_long((search, after, direction, limit), |tx, (search, after, direction, limit)| {
            store::users(tx, search, after, *direction, *limit)
        });
    Ok(read.await?)
}
