//! GET and POST /reviews, GET /reviews/mine, PUT and DELETE /reviews/{id}.

use super::{
    change::{self, EditReviewOutcome},
    review::{Review, ReviewRefusal, ReviewState, ReviewWithState},
    store,
    write::{self, WriteReviewOutcome},
};
use crate::{
    accounts::{extractors::AnyAccount, http::wrong_email, permissions::Caller, user::User},
    db,
    http::{pagination::SortDirection, prelude::*},
    shop::Shop,
    values::Rating,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(list_reviews, write_review))
        .routes(routes!(list_own_reviews))
        .routes(routes!(edit_review, delete_review))
}

impl HasCursor for ReviewWithState {
    fn cursor(&self) -> PageCursor {
        self.review.cursor()
    }
}

impl HasCursor for Review {
    fn cursor(&self) -> PageCursor {
        PageCursor { created_at: self.created_at.micros(), id: self.id.to_string() }
    }
}

/// Every published review, oldest first, or a page of them.
#[utoipa::path(get, path = "/reviews", tag = "reviews", params(PageQuery),
    responses((status = 200, body = Vec<Review>, headers(("Link" = String), ("X-Total-Count" = i64)))))]
async fn list_reviews(
    State(shop): State<Arc<Shop>>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Response, ApiError> {
    let page = query.check()?;
    let mut response = match page.limit {
        None => stream_all(shop, page.direction, page.after).await?,
        Some(limit) => {
            let rows = list(&shop, page.direction, page.after, limit + 1).await?;
            let total = count(&shop, ReviewState::Published).await?;
            let kept: Vec<(&str, &str)> =
                query.sort.as_deref().map(|sort| ("sort", sort)).into_iter().collect();
            pagination::page(rows, limit, total, "/api/reviews", &kept)?
        }
    };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    response.extensions_mut().insert(SharedResponse::Content);
    Ok(response)
}

async fn stream_all(
    shop: Arc<Shop>,
    direction: SortDirection,
    after: PageCursor,
) -> Result<Response, ApiError> {
    pagination::stream_array(after, move |after| {
        let shop = Arc::clone(&shop);
        async move {
            let rows = shop
                .db
                .read_long((after, direction), |tx, (after, direction)| {
                    store::page(tx, ReviewState::Published, after, *direction, pagination::BATCH_SIZE)
                })
                .await?;
            Ok(rows.into_iter().map(|row| row.review).collect())
        }
    })
    .await
}

#[derive(Deserialize, ToSchema)]
struct WriteReviewBody {
    /// Ignored: the account's name is used.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    #[expect(dead_code, reason = "documented, since the specified client sends it")]
    name: Field<serde_json::Value>,
    /// Must be the account's e-mail address.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 320)]
    email: Field<Text<320>>,
    /// May be empty.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 2000)]
    review: Field<Text<2_000>>,
    /// A number, or a number as text. Missing or empty is 0. Usually 0 to 5; other values are accepted.
    #[serde(default)]
    #[schema(value_type = Option<f64>)]
    rating: Field<Rating>,
    /// A tool that the caller has bought. An edit ignores it.
    #[serde(default, rename = "toolId")]
    #[schema(value_type = Option<String>, max_length = 64)]
    tool_id: Field<Text<64>>,
}

impl WriteReviewBody {
    fn check(self, author: &User) -> Result<CheckedReview, ApiError> {
        let is_own = match &self.email {
            Field::Missing | Field::Blank(_) => true,
            Field::Valid(email) => {
                Email::parse(email.as_str()).is_some_and(|email| author.has_email(email.as_str()))
            }
            Field::Invalid(_) => false,
        };
        if !is_own {
            return Err(wrong_email());
        }
        let mut check = Validator::new();
        let text = check.optional("review", self.review);
        let rating = check.optional("rating", self.rating);
        let tool = check.optional("toolId", self.tool_id);
        let tool = tool.map(|id| Id::parse(id.as_str()));
        if tool == Some(None) {
            check.add_error("toolId", not_bought());
        }
        check.finish(())?;
        Ok(CheckedReview {
            text: text.map(Text::into_string).unwrap_or_default(),
            rating: rating.unwrap_or_default().as_f64(),
            tool: tool.flatten(),
        })
    }
}

struct CheckedReview {
    text: String,
    rating: f64,
    tool: Option<Id>,
}

fn not_bought() -> InvalidValue {
    InvalidValue::new(
        "not_bought",
        localized!(
            "You have not bought this tool. Please choose one that you have paid for, or none.",
            "Vous n’avez pas acheté cet outil. Veuillez en choisir un que vous avez payé, ou aucun."
        ),
    )
}

fn refused(refusal: ReviewRefusal) -> ApiError {
    let code = match refusal {
        ReviewRefusal::EmailNotVerified => "email_not_verified",
        ReviewRefusal::NothingBought => "nothing_bought",
    };
    ApiError::forbidden(code, refusal.sentence())
}

#[derive(Serialize, ToSchema)]
struct WrittenReview {
    success: bool,
    result: Inserted,
}

/// Write a review in the caller's name.
#[utoipa::path(post, path = "/reviews", tag = "reviews", request_body = WriteReviewBody,
    security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = WrittenReview),
        (status = 403, description = "`wrong_email`, `forbidden_origin`, `email_not_verified`, `nothing_bought`"),
        (status = 429, description = "`too_many_reviews`")))]
async fn write_review(
    State(shop): State<Arc<Shop>>,
    AnyAccount(session): AnyAccount,
    JsonBody(body): JsonBody<WriteReviewBody>,
) -> Result<ApiJson<WrittenReview>, ApiError> {
    let CheckedReview { text, rating, tool } = body.check(&session.user)?;
    match write::write(&shop, &session.user, text, rating, tool).await? {
        WriteReviewOutcome::Written(id) => {
            Ok(ApiJson(WrittenReview { success: true, result: Inserted::new(id.into_string()) }))
        }
        WriteReviewOutcome::TooMany(limited) => Err(limited.into()),
        WriteReviewOutcome::NoEmail => Err(wrong_email()),
        WriteReviewOutcome::Refused(refusal) => Err(refused(refusal)),
        WriteReviewOutcome::NotBought => Err(ApiError::invalid_field("toolId", not_bought())),
        WriteReviewOutcome::AccountDeleted => Err(ApiError::unauthenticated()),
    }
}

/// The caller's own reviews, oldest first.
#[utoipa::path(get, path = "/reviews/mine", tag = "reviews", security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = Vec<ReviewWithState>)))]
async fn list_own_reviews(
    State(shop): State<Arc<Shop>>,
    AnyAccount(session): AnyAccount,
) -> Result<ApiJson<Vec<ReviewWithState>>, ApiError> {
    Ok(ApiJson(shop.db.read(session.user.id, store::by_user).await?))
}

/// Replace the text and the rating of the caller's own review. Counts as a new review for the limit.
#[utoipa::path(put, path = "/reviews/{id}", tag = "reviews", params(("id" = String, Path)),
    request_body = WriteReviewBody, security(("session" = []), ("bearer" = [])),
    responses((status = 200, body = WriteResult),
        (status = 403, description = "`wrong_email`, `forbidden_origin`, `email_not_verified`, `nothing_bought`"),
        (status = 429, description = "`too_many_reviews`")))]
async fn edit_review(
    State(shop): State<Arc<Shop>>,
    AnyAccount(session): AnyAccount,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<WriteReviewBody>,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let id = ReviewPathId::parse(&id)?;
    // The author is checked before the body, so that an invalid body says nothing about reviews of others.
    let input = (id.clone(), session.user.id.clone());
    if !shop.db.read(input, |tx, (id, user)| store::is_author(tx, id, user)).await? {
        return Err(ApiError::not_found(Missing::Review));
    }
    let CheckedReview { text, rating, .. } = body.check(&session.user)?;
    match change::edit(&shop, &session.user, id, text, rating).await? {
        EditReviewOutcome::Edited => Ok(ApiJson(WriteResult::modified())),
        EditReviewOutcome::Refused(refusal) => Err(refused(refusal)),
        EditReviewOutcome::NotFound => Err(ApiError::not_found(Missing::Review)),
        EditReviewOutcome::TooMany(limited) => Err(limited.into()),
        EditReviewOutcome::AccountDeleted => Err(ApiError::unauthenticated()),
    }
}

/// Delete a review: the caller's own, or any for administrators.
#[utoipa::path(delete, path = "/reviews/{id}", tag = "reviews", params(("id" = String, Path)),
    security(("session" = []), ("bearer" = [])), responses((status = 200, body = Deleted)))]
async fn delete_review(
    State(shop): State<Arc<Shop>>,
    AnyAccount(session): AnyAccount,
    ReviewPathId(id): ReviewPathId,
) -> Result<ApiJson<Deleted>, ApiError> {
    if change::delete(&shop, &Caller::new(session.user), id).await? {
        Ok(ApiJson(Deleted::one()))
    } else {
        Err(ApiError::not_found(Missing::Review))
    }
}

/// The first page of all reviews, newest first. Preloaded for the reviews page.
pub struct ReviewsFirstPage {
    /// JSON.
    pub rows: String,
    pub total: i64,
    /// Cursor of the next page.
    pub next: Option<String>,
}

/// The newest reviews as JSON text.
pub async fn newest_json(shop: &Shop, limit: i64) -> Result<String, ApiError> {
    to_json(&list(shop, SortDirection::Newest, PageCursor::start(SortDirection::Newest), limit).await?)
}

/// The response of `GET /reviews?sort=newest&limit=…`.
pub async fn first_page(shop: &Shop, limit: i64) -> Result<ReviewsFirstPage, ApiError> {
    let after = PageCursor::start(SortDirection::Newest);
    let mut rows = list(shop, SortDirection::Newest, after, limit + 1).await?;
    let next = pagination::split_page(&mut rows, limit);
    Ok(ReviewsFirstPage { rows: to_json(&rows)?, total: count(shop, ReviewState::Published).await?, next })
}

fn to_json(rows: &[Review]) -> Result<String, ApiError> {
    serde_json::to_string(rows).map_err(ApiError::internal)
}

async fn list(
    shop: &Shop,
    direction: SortDirection,
    after: PageCursor,
    limit: i64,
) -> Result<Vec<Review>, ApiError> {
    let rows = shop
        .db
        .read((after, direction, limit), |tx, (after, direction, limit)| {
            store::page(tx, ReviewState::Published, after, *direction, *limit)
        })
        .await?;
    Ok(rows.into_iter().map(|row| row.review).collect())
}

/// The number of reviews in this state. The database counts them in an index.
pub async fn count(shop: &Shop, state: ReviewState) -> Result<i64, db::Error> {
    shop.db.read_long(state, |tx, state| store::count(tx, *state)).await
}
