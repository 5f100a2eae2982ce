//! Redirects: paths of a former shop, each with the page of this shop that answers for it. The owner writes them, a
//! file does, and an import of tools does.
//!
//! The site looks for a redirect only where the shop has no page of its own (`site::redirects`).

pub mod old_path;
pub mod path_counts;
pub mod store;

use std::{collections::HashMap, time::Duration};

use serde::Serialize;
use utoipa::ToSchema;

use self::{
    old_path::OldPath,
    path_counts::{CountedPaths, PathCounts},
};
use crate::{
    accounts::social::return_to::own_path,
    db::{self, Db, Tx, row},
    http::origin::PublicUrl,
    values::{InvalidValue, ids::Id, language::localized, time::Timestamp},
};

/// A large shop has some ten thousand products.
pub const MAX_REDIRECTS: i64 = 30_000;
pub const MAX_MISSING_PATHS: usize = 300;
/// How long a path without a page is kept after its last request.
pub const MISSING_PATH_TTL: Duration = Duration::from_hours(30 * 24);
/// The longest target, in bytes and with its query.
pub const MAX_TARGET_LENGTH: usize = 500;
/// A longer chain is refused like a loop.
pub const MAX_HOPS: usize = 5;

row! {
    /// An old path, and where it leads.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct Redirect {
        #[serde(rename = "_id")]
        #[schema(value_type = String)]
        pub id: Id,
        /// Decoded, in small letters, without a slash at its end.
        pub path: String,
        /// A path of this shop.
        pub target: String,
        /// How often it was asked for.
        pub hits: i64,
        #[schema(value_type = String, format = DateTime)]
        pub created_at: Timestamp,
    }
}

row! {
    /// A path without a page.
    #[derive(Serialize, ToSchema)]
    pub struct MissingPath {
        pub path: String,
        /// How often it was asked for in the last weeks.
        pub requests: i64,
    }
}

/// What a redirect will be.
#[derive(Debug, Clone)]
pub struct NewRedirect {
    pub path: OldPath,
    /// The target that [`parse_target`] returned, or that the shop made.
    pub target: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaveRedirectOutcome {
    Added,
    Changed,
    Unchanged,
    /// The target leads back to the path.
    Loop,
    /// The shop has [`MAX_REDIRECTS`].
    TooMany,
}

/// A path of this shop, also as a whole address. Never another site's, in any spelling that a browser accepts.
pub fn parse_target(text: &str, public_url: &PublicUrl) -> Result<String, InvalidValue> {
    let text = text.trim();
    let rest =
        text.strip_prefix(&**public_url).filter(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
    let path = match rest {
        Some(rest) if rest.starts_with('/') => rest.to_owned(),
        Some(rest) => format!("/{rest}"),
        None => text.to_owned(),
    };
    own_path(&path).filter(|path| path.len() <= MAX_TARGET_LENGTH).ok_or_else(|| {
        let why = localized!(
            "Please enter a path of this shop, such as /tool/draw-hoe. Other sites are not possible.",
            "Veuillez entrer un chemin de cette boutique, par exemple /tool/draw-hoe. Les autres sites ne sont \
             pas permis."
        );
        InvalidValue::new("not_own_path", why)
    })
}

/// Adds the redirect, or gives it another target. A target that is a redirect itself is replaced by its own target.
pub async fn save(
    tx: &Tx<'_>,
    id: &Id,
    new: &NewRedirect,
    has_room: bool,
    now: Timestamp,
) -> Result<SaveRedirectOutcome, db::Error> {
    let path = &new.path;
    let Some(target) = end_of_chain(tx, path, &new.target).await? else {
        return Ok(SaveRedirectOutcome::Loop);
    };
    // A chain that is shortened must not end where it begins.
    if store::leading_to(tx, path).await?.iter().any(|leading| is_own(leading, &target)) {
        return Ok(SaveRedirectOutcome::Loop);
    }
    let outcome = match store::find(tx, path).await? {
        Some(known) if known == target => return Ok(SaveRedirectOutcome::Unchanged),
        Some(_) => {
            store::set_target(tx, path, &target).await?;
            SaveRedirectOutcome::Changed
        }
        None if !has_room => return Ok(SaveRedirectOutcome::TooMany),
        None if store::insert(tx, id, path, &target, now).await? => SaveRedirectOutcome::Added,
        None => return Err(tx.conflict()),
    };
    store::shorten_chains(tx, path, &target).await?;
    store::delete_missing_path(tx, path).await?;
    Ok(outcome)
}

/// How many more redirects the shop may have.
pub async fn room(tx: &Tx<'_>) -> Result<i64, db::Error> {
    Ok(MAX_REDIRECTS - store::count(tx).await?)
}

/// Where the target leads in the end. Returns `None` if it leads back to the path, or through too many redirects.
async fn end_of_chain(tx: &Tx<'_>, path: &OldPath, target: &str) -> Result<Option<String>, db::Error> {
    let mut target = target.to_owned();
    for _ in 0..MAX_HOPS {
        if old_path::candidates_of(&target).iter().any(|candidate| candidate.path == *path) {
            return Ok(None);
        }
        match next_target(tx, &target).await? {
            Some(further) if further.len() > MAX_TARGET_LENGTH => return Ok(None),
            Some(further) => target = further,
            None if is_own(path, &target) => return Ok(None),
            None => return Ok(Some(target)),
        }
    }
    Ok(None)
}

/// Whether the target is the path itself, with any query or none. The pages of WordPress share the path of its home page.
fn is_own(path: &OldPath, target: &str) -> bool {
    path.path() != "/"
        && old_path::candidates_of(target).iter().any(|candidate| candidate.path.path() == path.path())
}

/// Where a redirect leads from this address, with the query that it keeps. Returns `None` if there is no redirect.
pub async fn next_target(tx: &Tx<'_>, address: &str) -> Result<Option<String>, db::Error> {
    for candidate in old_path::candidates_of(address) {
        if let Some(target) = store::find(tx, &candidate.path).await? {
            return Ok(Some(with_query(&target, &candidate.query)));
        }
    }
    Ok(None)
}

/// The query goes before the fragment.
pub fn with_query(target: &str, query: &str) -> String {
    if query.is_empty() {
        return target.to_owned();
    }
    let (path, fragment) =
        target.split_once('#').map_or((target, ""), |(path, _)| (path, &target[path.len()..]));
    let sign = if path.contains('?') { '&' } else { '?' };
    format!("{path}{sign}{query}{fragment}")
}

/// Writes what was counted. If that fails, it is lost.
pub async fn save_counts(db: &Db, counts: &PathCounts, now: Timestamp) -> Result<(), db::Error> {
    let CountedPaths { hits, missing } = counts.take();
    if hits.is_empty() && missing.is_empty() {
        return Ok(());
    }
    // All nodes lock the rows in one order.
    let sorted = |counts: HashMap<String, i64>| {
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_unstable();
        counts
    };
    db.write((sorted(hits), sorted(missing), now), |tx, (hits, missing, now)| {
        Box::pin(async move {
            for (path, count) in hits {
                store::count_hits(tx, path, *count).await?;
            }
            for (path, count) in missing {
                store::count_missing(tx, path, *count, *now).await?;
            }
            let kept = i64::try_from(MAX_MISSING_PATHS).unwrap_or(i64::MAX);
            store::delete_least_missing(tx, kept).await
        })
    })
    .await
}

pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, db::Error> {
    store::delete_expired(tx, now.minus(MISSING_PATH_TTL)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_of_a_request_goes_behind_the_one_of_the_target() {
        for (target, query, whole) in [
            ("/tool/hoe", "", "/tool/hoe"),
            ("/tool/hoe", "utm_source=mail", "/tool/hoe?utm_source=mail"),
            ("/tool?category=hoes", "a=1", "/tool?category=hoes&a=1"),
            ("/about#us", "a=1", "/about?a=1#us"),
        ] {
            assert_eq!(with_query(target, query), whole);
        }
    }

    #[test]
    fn a_target_is_a_path_of_this_shop() {
        let shop = PublicUrl::new("https://shop.example");
        for (text, path) in [
            ("/tool/draw-hoe", "/tool/draw-hoe"),
            (" https://shop.example/tool?category=hoes ", "/tool?category=hoes"),
            ("https://shop.example", "/"),
        ] {
            assert_eq!(parse_target(text, &shop).as_deref(), Ok(path), "{text}");
        }
        for text in [
            "",
            "tool",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example/",
            "https://shop.example.evil.example/",
            "https://shop.example@evil.example/",
            "javascript:alert(1)",
            "/\n/evil.example",
            "/api/identity/session",
        ] {
            assert!(parse_target(text, &shop).is_err(), "{text}");
        }
    }
}
