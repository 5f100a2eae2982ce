//! GET /manageReviews, PUT /manageReviews/{id}/state and PUT /manageReviews/{id}/reply.

use serde_json::Value;

use super::{ModerateReviewError, ModerateReviewOutcome};
use crate::{
    accounts::extractors::Admin,
    http::prelude::*,
    sales::reviews::{
        http::count,
        review::{ReviewState, ReviewWithState},
        store,
    },
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(manage_reviews))
        .routes(routes!(set_review_state))
        .routes(routes!(set_review_reply))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ManageReviewsQuery {
    state: Option<String>,
    limit: Option<String>,
    cursor: Option<String>,
    sort: Option<String>,
}

/// The reviews in one state, oldest first, a page of at most 100.
#[utoipa::path(get, path = "/manageReviews", tag = "reviews", security(("bearer" = [])),
    params(("state" = inline(Option<ReviewState>), Query, description = "`published` (the default), `pending` or `hidden`"), PageQuery),
    responses((status = 200, body = Vec<ReviewWithState>, headers(("Link" = String), ("X-Total-Count" = i64))),
        (status = 403)))]
async fn manage_reviews(
    State(shop): State<Arc<Shop>>,
    _: Admin,
    QueryParams(query): QueryParams<ManageReviewsQuery>,
) -> Result<Response, ApiError> {
    let state = match query.state.as_deref() {
        None => ReviewState::Published,
        Some(text) => {
            let unknown = || {
                ApiError::invalid_field(
                    "state",
                    InvalidValue::new(
                        "unknown",
                        localized!(
                            "Please choose a state: published, pending or hidden.",
                            "Veuillez choisir un état\u{a0}: published, pending ou hidden."
                        ),
                    ),
                )
            };
            ReviewState::parse(text).ok_or_else(unknown)?
        }
    };
    let page = PageQuery { limit: query.limit, cursor: query.cursor, sort: query.sort };
    let checked = page.check()?;
    let limit = checked.limit.unwrap_or(pagination::MAX_PAGE_SIZE);
    let input = (state, checked.after, checked.direction, limit + 1);
    let rows = shop.db.read(input, |tx, (state, after, direction, limit)| {
        store::page(tx, *state, after, *direction, *limit)
    });
    let mut kept = vec![("state", state.as_str())];
    kept.extend(page.sort.as_deref().map(|sort| ("sort", sort)));
    pagination::page(rows.await?, limit, count(&shop, state).await?, "/api/manageReviews", &kept)
}

/// What an administrator makes of a review.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "documents the body")]
enum ModeratedState {
    Published,
    Hidden,
}

impl FromJson for ReviewState {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        let state = value.as_str().and_then(Self::parse).filter(|state| *state != Self::Pending);
        state.ok_or_else(|| {
            InvalidValue::new(
                "unknown",
                localized!(
                    "Please choose a state: published or hidden.",
                    "Veuillez choisir un état\u{a0}: published ou hidden."
                ),
            )
        })
    }
}

#[derive(Deserialize, ToSchema)]
struct ReviewStateBody {
    #[serde(default)]
    #[schema(required, value_type = ModeratedState)]
    state: Field<ReviewState>,
    /// The text that was read. If the author has changed it since, nothing happens.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 2000)]
    review: Field<Text<2_000>>,
}

/// Hide or publish a review.
#[utoipa::path(put, path = "/manageReviews/{id}/state", tag = "reviews", params(("id" = String, Path)),
    request_body = ReviewStateBody, security(("bearer" = [])),
    responses((status = 200, body = WriteResult), (status = 403),
        (status = 409, description = "`review_changed`: the author has changed the text since")))]
async fn set_review_state(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<ReviewStateBody>,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let id = ReviewPathId::parse(&id)?;
    let mut check = Validator::new();
    let state = check.required("state", body.state);
    let read = check.given("review", body.review);
    let state = check.finish(state)?;
    let read = read.map(Text::into_string);
    Ok(moderated(super::set_state(&shop, &session.user.id, id, state, read).await?))
}

#[derive(Deserialize, ToSchema)]
struct ReviewReplyBody {
    /// Empty: removes it.
    #[serde(default)]
    #[schema(required, value_type = String, max_length = 2000)]
    reply: Field<Text<2_000>>,
    /// The text that was read. If the author has changed it since, nothing happens.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 2000)]
    review: Field<Text<2_000>>,
}

/// Answer a review, below which every visitor reads it.
#[utoipa::path(put, path = "/manageReviews/{id}/reply", tag = "reviews", params(("id" = String, Path)),
    request_body = ReviewReplyBody, security(("bearer" = [])),
    responses((status = 200, body = WriteResult), (status = 403),
        (status = 409, description = "`review_changed`: the author has changed the text since")))]
async fn set_review_reply(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<ReviewReplyBody>,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let id = ReviewPathId::parse(&id)?;
    let mut check = Validator::new();
    let reply = check.required("reply", body.reply);
    let read = check.given("review", body.review).map(Text::into_string);
    let reply = check.finish(reply)?;
    let reply = Some(reply.as_str().trim().to_owned()).filter(|reply| !reply.is_empty());
    Ok(moderated(super::set_reply(&shop, &session.user.id, id, reply, read).await?))
}

fn moderated(outcome: ModerateReviewOutcome) -> ApiJson<WriteResult> {
    ApiJson(match outcome {
        ModerateReviewOutcome::Changed => WriteResult::modified(),
        ModerateReviewOutcome::Unchanged => WriteResult::unchanged(),
    })
}

impl From<ModerateReviewError> for ApiError {
    fn from(error: ModerateReviewError) -> Self {
        match error {
            ModerateReviewError::TextChanged => Self::conflict(
                "review_changed",
                localized!(
                    "The author has changed this review since you read it. Nothing was changed. Please read it \
                     again.",
                    "L’auteur a modifié cet avis depuis que vous l’avez lu. Rien n’a été modifié. Veuillez le \
                     relire."
                ),
            ),
            ModerateReviewError::Unknown => Self::not_found(Missing::Review),
            ModerateReviewError::Db(error) => error.into(),
        }
    }
}
