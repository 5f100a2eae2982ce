//! The tables `redirects` and `missing_paths`.

use super::{MissingPath, Redirect, old_path::OldPath};
use crate::{
    db::{One, queries},
    http::pagination::PageCursor,
    values::{ids::Id, time::Timestamp},
};

queries! {
    pub fn find(path: &OldPath) -> Option<String> = "SELECT target FROM redirects WHERE path = $1";
    pub fn insert(id: &Id, path: &OldPath, target: &str, now: Timestamp) -> bool =
        "INSERT INTO redirects (id, path, target, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (path) DO NOTHING";
    pub fn set_target(path: &OldPath, target: &str) -> bool = "UPDATE redirects SET target = $2 WHERE path = $1";
    pub fn leading_to(path: &OldPath) -> Vec<OldPath> = "SELECT path FROM redirects WHERE target = $1";
    /// Paths that led to this one lead to its target.
    pub fn shorten_chains(path: &OldPath, target: &str) = "UPDATE redirects SET target = $2 WHERE target = $1";
    pub fn delete(id: &Id) -> bool = "DELETE FROM redirects WHERE id = $1";
    pub fn count() -> One<i64> = "SELECT CAST(count(*) AS BIGINT) FROM redirects";
    /// The newest redirects first. `pattern` is of a part of path or target.
    pub fn page(pattern: &str, after: &PageCursor, limit: i64) -> Vec<Redirect> =
        "SELECT id, path, target, hits, created_at FROM redirects
        WHERE (created_at, id) < ($2, $3) AND ($1 = '%%' OR path LIKE $1 ESCAPE '!' OR target LIKE $1 ESCAPE '!')
        ORDER BY created_at DESC, id DESC LIMIT $4",
        [pattern, after.created_at, after.id, limit];
    pub fn count_found(pattern: &str) -> One<i64> =
        "SELECT CAST(count(*) AS BIGINT) FROM redirects
        WHERE $1 = '%%' OR path LIKE $1 ESCAPE '!' OR target LIKE $1 ESCAPE '!'";
    /// Path and target of all, by path.
    pub fn all(limit: i64) -> Vec<(String, String)> = "SELECT path, target FROM redirects ORDER BY path LIMIT $1";
    pub fn count_hits(path: &str, hits: i64) = "UPDATE redirects SET hits = hits + $2 WHERE path = $1";
    pub fn count_missing(path: &str, requests: i64, now: Timestamp) =
        "INSERT INTO missing_paths (path, requests, last_at) VALUES ($1, $2, $3)
        ON CONFLICT (path) DO UPDATE SET requests = missing_paths.requests + $2, last_at = $3";
    /// Keeps those that are asked for most.
    pub fn delete_least_missing(kept: i64) =
        "DELETE FROM missing_paths WHERE path NOT IN (SELECT path FROM missing_paths ORDER BY requests DESC, last_at DESC, path LIMIT $1)";
    /// The paths without a page that were asked for so often. The most frequent ones come first.
    pub fn missing(min_requests: i64, limit: i64) -> Vec<MissingPath> =
        "SELECT path, requests FROM missing_paths WHERE requests >= $1 ORDER BY requests DESC, path LIMIT $2";
    pub fn delete_missing_path(path: &OldPath) = "DELETE FROM missing_paths WHERE path = $1";
    pub fn delete_redirected_missing_paths() = "DELETE FROM missing_paths WHERE path IN (SELECT path FROM redirects)";
    pub fn delete_expired(before: Timestamp) -> u64 = "DELETE FROM missing_paths WHERE last_at < $1";
}
