//! GET and POST /posts; GET, PUT and DELETE /posts/{id}; GET /managePosts, GET /post-pages/{slug}, POST /posts/preview.

use super::{
    post::{MAX_ALT, MAX_TEXT, MAX_TITLE, Post, PostContent, PostPage, PostToEdit, path_of},
    store,
    write::{self, EditPostOutcome},
};
use crate::{
    accounts::extractors::{Admin, StaffWritingPosts},
    db,
    http::{conditional, pagination::SortDirection, prelude::*},
    pictures::variants::check_own_image,
    shop::Shop,
    values::{markdown, slug::has_slug_characters},
};

/// People write fewer posts than this. The oldest would be left out of the sitemap.
const MAX_ADDRESSES: i64 = 10_000;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(list_posts, add_post))
        .routes(routes!(list_managed_posts))
        .routes(routes!(get_post, edit_post, delete_post))
        .routes(routes!(preview_post))
        .routes(routes!(get_post_page))
}

/// Query of the lists of blog posts, which are newest first. A page has 100 posts, unless the limit says fewer.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PostsQuery {
    #[param(value_type = Option<i64>, minimum = 1, maximum = 100)]
    limit: Option<String>,
    #[param(min_length = 1)]
    cursor: Option<String>,
}

impl PostsQuery {
    fn check(self) -> Result<(i64, PageCursor), ApiError> {
        let page =
            PageQuery { limit: self.limit, cursor: self.cursor, sort: Some("newest".into()) }.check()?;
        Ok((page.limit.unwrap_or(pagination::MAX_PAGE_SIZE), page.after))
    }
}

impl HasCursor for Post {
    fn cursor(&self) -> PageCursor {
        let at = self.published_at.unwrap_or(self.created_at);
        PageCursor { created_at: at.micros(), id: self.id.to_string() }
    }
}

/// A post in the order in which the posts were begun.
#[derive(Serialize)]
struct ManagedPost(Post);

impl HasCursor for ManagedPost {
    fn cursor(&self) -> PageCursor {
        PageCursor { created_at: self.0.created_at.micros(), id: self.0.id.to_string() }
    }
}

/// Whether the shop shows its posts.
pub fn are_shown(shop: &Shop) -> bool {
    shop.settings.current().settings.home.has_part("blogs")
}

/// The published posts after this position, and how many there are in all.
async fn published(shop: &Shop, after: PageCursor, limit: i64) -> Result<(Vec<Post>, i64), db::Error> {
    let read = shop.db.read((after, limit), |tx, (after, limit)| {
        Box::pin(async move {
            Ok((store::published(tx, after, *limit).await?, store::count_published(tx).await?))
        })
    });
    read.await
}

/// The newest published posts for pages and the feed, and how many there are in all.
pub async fn newest(shop: &Shop, limit: i64) -> Result<(Vec<Post>, i64), db::Error> {
    published(shop, PageCursor::start(SortDirection::Newest), limit).await
}

/// The path of each published post and its last change, for the sitemap.
pub async fn addresses(shop: &Shop) -> Result<Vec<(String, Option<Timestamp>)>, db::Error> {
    if !are_shown(shop) {
        return Ok(Vec::new());
    }
    let found = shop.db.read(MAX_ADDRESSES, |tx, limit| store::addresses(tx, *limit)).await?;
    Ok(found.into_iter().map(|(slug, changed_at)| (path_of(&slug), Some(changed_at))).collect())
}

/// What stands at the address of a post. Drafts are not found.
pub async fn find(shop: &Shop, slug: &str) -> Result<Option<PostPage>, db::Error> {
    if !are_shown(shop) || !has_slug_characters(slug) {
        return Ok(None);
    }
    let found = shop.db.read(slug.to_owned(), |tx, slug| store::published_by_slug(tx, slug)).await?;
    Ok(found.map(PostPage::of))
}

fn shared(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    response.extensions_mut().insert(SharedResponse::Content);
    response
}

/// The published blog posts.
#[utoipa::path(get, path = "/posts", tag = "posts", params(PostsQuery),
    responses((status = 200, body = Vec<Post>, headers(("Link" = String), ("X-Total-Count" = i64))),
        (status = 404, description = "`not_found`: Blogs is off")))]
async fn list_posts(
    State(shop): State<Arc<Shop>>,
    QueryParams(query): QueryParams<PostsQuery>,
) -> Result<Response, ApiError> {
    let (limit, after) = query.check()?;
    if !are_shown(&shop) {
        return Err(ApiError::not_found(Missing::Post));
    }
    let (rows, total) = published(&shop, after, limit + 1).await?;
    pagination::page(rows, limit, total, "/api/posts", &[]).map(shared)
}

/// The published blog post with this slug.
#[utoipa::path(get, path = "/post-pages/{slug}", tag = "posts", params(("slug" = String, Path)),
    responses((status = 200, body = PostPage)))]
async fn get_post_page(
    State(shop): State<Arc<Shop>>,
    PathSegment(slug): PathSegment,
) -> Result<Response, ApiError> {
    let page = find(&shop, &slug).await?.ok_or_else(|| ApiError::not_found(Missing::Post))?;
    Ok(shared(ApiJson(page).into_response()))
}

/// All blog posts, drafts included, the last begun first.
#[utoipa::path(get, path = "/managePosts", tag = "posts", params(PostsQuery), security(("bearer" = [])),
    responses((status = 200, body = Vec<Post>, headers(("Link" = String), ("X-Total-Count" = i64))),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`")))]
async fn list_managed_posts(
    State(shop): State<Arc<Shop>>,
    _: StaffWritingPosts,
    QueryParams(query): QueryParams<PostsQuery>,
) -> Result<Response, ApiError> {
    let (limit, after) = query.check()?;
    let read = shop.db.read((after, limit + 1), |tx, (after, limit)| {
        Box::pin(async move { Ok((store::all(tx, after, *limit).await?, store::count(tx).await?)) })
    });
    let (rows, total) = read.await?;
    pagination::page(rows.into_iter().map(ManagedPost).collect(), limit, total, "/api/managePosts", &[])
}

/// All of a blog post. The address is made of the title when the post is added.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PostBody {
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, pattern = "\\S", max_length = 120)]
    title: Field<SingleLine<MAX_TITLE>>,
    /// Markdown.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, pattern = "\\S", max_length = 15_000)]
    text: Field<NonEmptyText<MAX_TEXT>>,
    /// The path of a picture from POST /images. Empty or missing: none.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    picture: Field<SingleLine<200>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 200)]
    picture_alt: Field<SingleLine<MAX_ALT>>,
    /// `false` publishes the post, and `true` takes it back.
    #[serde(default)]
    #[schema(required, value_type = bool)]
    draft: Field<bool>,
}

impl PostBody {
    fn check(self) -> Result<PostContent, ApiError> {
        let mut check = Validator::new();
        let title = check.required("title", self.title).map(SingleLine::into_string);
        let text = check.required("text", self.text).map(NonEmptyText::into_string);
        let picture = check.optional("picture", self.picture);
        let picture_alt = check.optional("pictureAlt", self.picture_alt);
        let draft = check.required("draft", self.draft);
        let picture = match picture.map(|picture| check_own_image(picture.as_str())).transpose() {
            Ok(picture) => picture,
            Err(fault) => {
                check.add_error("picture", fault);
                None
            }
        };
        let picture_alt = picture_alt.map(SingleLine::into_string).unwrap_or_default();
        let (title, (text, is_draft)) = check.finish(title.zip(text.zip(draft)))?;
        Ok(PostContent { title, text, picture, picture_alt, is_draft })
    }
}

/// Adds a blog post. Returns its id.
#[utoipa::path(post, path = "/posts", tag = "posts", request_body = PostBody, security(("bearer" = [])),
    responses((status = 200, body = Inserted), (status = 403, description = "`forbidden`, `api_key_not_allowed`")))]
async fn add_post(
    State(shop): State<Arc<Shop>>,
    StaffWritingPosts(caller): StaffWritingPosts,
    JsonBody(body): JsonBody<PostBody>,
) -> Result<ApiJson<Inserted>, ApiError> {
    let id = write::add(&shop, caller.actor(), body.check()?).await?;
    Ok(ApiJson(Inserted::new(id.into_string())))
}

/// A blog post to edit, also a draft.
#[utoipa::path(get, path = "/posts/{id}", tag = "posts", params(("id" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = PostToEdit, headers(("ETag" = String, description = "The revision"))),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`")))]
async fn get_post(
    State(shop): State<Arc<Shop>>,
    _: StaffWritingPosts,
    PostPathId(id): PostPathId,
) -> Result<Response, ApiError> {
    let found = shop.db.read(id, store::by_id).await?.ok_or_else(|| ApiError::not_found(Missing::Post))?;
    let revision = found.post.revision;
    with_revision(ApiJson(found), revision)
}

fn with_revision(json: impl IntoResponse, revision: i64) -> Result<Response, ApiError> {
    let tag = HeaderValue::from_str(&format!("\"{revision}\"")).map_err(ApiError::internal)?;
    Ok(([(header::ETAG, tag)], json).into_response())
}

/// Saves all of a blog post, publishes it or takes it back. If-Match has the ETag of the post that was read. The
/// address stays. A post that is published again gets the time of now.
#[utoipa::path(put, path = "/posts/{id}", tag = "posts", request_body = PostBody, security(("bearer" = [])),
    params(("id" = String, Path), ("If-Match" = Option<String>, Header, description = "The ETag of the post. Required")),
    responses((status = 200, body = WriteResult, headers(("ETag" = String))),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`"),
        (status = 412, description = "`revision_changed`: another person saved since"),
        (status = 428, description = "`revision_required`: without If-Match")))]
async fn edit_post(
    State(shop): State<Arc<Shop>>,
    StaffWritingPosts(caller): StaffWritingPosts,
    PathSegment(id): PathSegment,
    headers: HeaderMap,
    JsonBody(body): JsonBody<PostBody>,
) -> Result<Response, ApiError> {
    let id = PostPathId::parse(&id)?;
    let content = body.check()?;
    let revision = conditional::if_match_revision(&headers, conditional::Revised::Post)?;
    match write::edit(&shop, caller.actor(), id, revision, content).await? {
        EditPostOutcome::Edited(revision) => with_revision(ApiJson(WriteResult::modified()), revision),
        EditPostOutcome::Unchanged(revision) => with_revision(ApiJson(WriteResult::unchanged()), revision),
        EditPostOutcome::NotFound => Err(ApiError::not_found(Missing::Post)),
        EditPostOutcome::VersionConflict => Err(ApiError::new(
            StatusCode::PRECONDITION_FAILED,
            "revision_changed",
            localized!(
                "Someone else has changed this post since you opened it. Nothing was changed. Please copy your \
                 text, open the post again and add it there.",
                "Une autre personne a modifié cet article depuis que vous l’avez ouvert. Rien n’a été modifié. \
                 Veuillez copier votre texte, ouvrir l’article de nouveau et l’y ajouter."
            ),
        )),
    }
}

/// Deletes a blog post. Its address is free again.
#[utoipa::path(delete, path = "/posts/{id}", tag = "posts", params(("id" = String, Path)), security(("bearer" = [])),
    responses((status = 200, body = Deleted), (status = 403)))]
async fn delete_post(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    PostPathId(id): PostPathId,
) -> Result<ApiJson<Deleted>, ApiError> {
    if write::delete(&shop, &session.user.id, id).await? {
        Ok(ApiJson(Deleted::one()))
    } else {
        Err(ApiError::not_found(Missing::Post))
    }
}

#[derive(Deserialize, ToSchema)]
struct PreviewPostBody {
    #[serde(default)]
    #[schema(required, value_type = String, max_length = 15_000)]
    text: Field<Text<MAX_TEXT>>,
}

/// A text as the page of a post would show it.
#[derive(Serialize, ToSchema)]
struct PostPreview {
    content: Vec<markdown::MarkdownNode>,
}

/// Shows a text of a blog post without saving it.
#[utoipa::path(post, path = "/posts/preview", tag = "posts", request_body = PreviewPostBody, security(("bearer" = [])),
    responses((status = 200, body = PostPreview), (status = 403, description = "`forbidden`, `api_key_not_allowed`")))]
async fn preview_post(
    _: StaffWritingPosts,
    JsonBody(body): JsonBody<PreviewPostBody>,
) -> Result<ApiJson<PostPreview>, ApiError> {
    let text = body.text.required("text")?;
    Ok(ApiJson(PostPreview { content: markdown::parse(text.as_str()) }))
}
