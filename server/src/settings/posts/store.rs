//! The `posts` table.

use super::post::{Post, PostToEdit};
use crate::{
    db::{One, queries},
    http::pagination::PageCursor,
    values::{ids::Id, time::Timestamp},
};

/// The columns of [`Post`], in its order, and others behind them.
macro_rules! select {
    ($more:literal, $rest:literal) => {
        concat!(
            "SELECT id, slug, title, picture, picture_alt, summary, published_at, created_at, changed_at, revision",
            $more,
            " FROM posts ",
            $rest
        )
    };
}

queries! {
    /// Returns `false` if another post has the slug. A concurrent transaction with the same slug waits here.
    pub fn insert(post: &Post, text: &str) -> bool =
        "INSERT INTO posts (id, slug, title, picture, picture_alt, summary, published_at, created_at, changed_at, revision, text)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (slug) DO NOTHING",
        [post.id, post.slug, post.title, post.picture, post.picture_alt, post.summary, post.published_at, post.created_at,
            post.changed_at, post.revision, text];
    /// The published posts, newest first.
    pub fn published(after: &PageCursor, limit: i64) -> Vec<Post> =
        select!("", "WHERE published_at IS NOT NULL AND (published_at, id) < ($1, $2) ORDER BY published_at DESC, id DESC LIMIT $3"),
        [after.created_at, after.id, limit];
    pub fn count_published() -> One<i64> = "SELECT CAST(count(*) AS BIGINT) FROM posts WHERE published_at IS NOT NULL";
    /// Drafts too, the last begun first.
    pub fn all(after: &PageCursor, limit: i64) -> Vec<Post> =
        select!("", "WHERE (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3"),
        [after.created_at, after.id, limit];
    pub fn count() -> One<i64> = "SELECT CAST(count(*) AS BIGINT) FROM posts";
    pub fn published_by_slug(slug: &str) -> Option<PostToEdit> =
        select!(", text", "WHERE slug = $1 AND published_at IS NOT NULL");
    pub fn by_id(id: &Id) -> Option<PostToEdit> = select!(", text", "WHERE id = $1");
    pub fn lock(id: &Id) -> bool = "SELECT id FROM posts WHERE id = $1 FOR NO KEY UPDATE";
    /// Neither its slug nor when it was begun.
    pub fn update(post: &Post, text: &str) =
        "UPDATE posts SET title = $2, picture = $3, picture_alt = $4, summary = $5, published_at = $6, changed_at = $7, revision = $8, text = $9 WHERE id = $1",
        [post.id, post.title, post.picture, post.picture_alt, post.summary, post.published_at, post.changed_at, post.revision, text];
    pub fn delete(id: &Id) -> bool = "DELETE FROM posts WHERE id = $1";
    /// Slug and last change of each published post, for the sitemap.
    pub fn addresses(limit: i64) -> Vec<(String, Timestamp)> =
        "SELECT slug, changed_at FROM posts WHERE published_at IS NOT NULL ORDER BY published_at DESC, id DESC LIMIT $1";
}
