//! Slugs: the ends of the addresses of tools' pages (docs/decisions/0025).

pub mod store;

use super::tool::Tool;
use crate::{
    db::{self, Db, Tx},
    values::{ids::Id, slug, time::Timestamp},
};

/// The slug of names without a Latin letter.
const FALLBACK: &str = "tool";

/// Whether the slug is the name's, with a number or without.
fn is_slug_of(slug: &str, name: &str) -> bool {
    let rest = slug.strip_prefix(&slug::slug_or(name, FALLBACK));
    rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix('-').is_some_and(is_number))
}

/// Whether the end of a slug is a number, or the end of an id, which other tools do not have.
fn is_number(text: &str) -> bool {
    text.parse::<u32>().is_ok_and(|number| (2..=slug::MAX_NUMBER).contains(&number))
        || (text.len() == 12 && text.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Finds a slug that no other tool has or had, and records that it is this tool's.
pub async fn claim(tx: &Tx<'_>, tool: &Id, name: &str, now: Timestamp) -> Result<String, db::Error> {
    for slug in slug::candidates(name, FALLBACK, tool) {
        if store::claim(tx, &slug, tool, now).await? {
            return Ok(slug);
        }
    }
    Err(db::Error::Conflict)
}

/// Gives a renamed tool the slug of its name. The caller has updated the tool.
pub async fn follow_name(tx: &Tx<'_>, tool: &Tool) -> Result<(), db::Error> {
    if is_slug_of(&tool.extras.slug, &tool.name) {
        return Ok(());
    }
    let slug = claim(tx, &tool.id, &tool.name, tool.changed_at).await?;
    store::set(tx, &tool.id, &slug).await
}

/// Where a slug leads that no tool on sale has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormerSlug {
    /// The slug of that tool now.
    Renamed(String),
    /// Customers saw the tool with this slug, and it was removed.
    Removed,
    Unknown,
}

pub async fn find_former(db: &Db, slug: &str) -> Result<FormerSlug, db::Error> {
    if !slug::has_slug_characters(slug) {
        return Ok(FormerSlug::Unknown);
    }
    let found = db.read(slug.to_owned(), |tx, slug| store::find(tx, slug)).await?;
    Ok(match found {
        Some(row) if row.is_draft => FormerSlug::Unknown,
        Some(row) if row.deleted_at.is_some() => FormerSlug::Removed,
        Some(row) if row.slug != slug => FormerSlug::Renamed(row.slug),
        _ => FormerSlug::Unknown,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_fits_its_name_with_a_number_too() {
        for slug in ["hoe", "hoe-2", "hoe-0d5c1e8b4a12"] {
            assert!(is_slug_of(slug, "Hoe"), "{slug}");
        }
        for slug in ["", "hoe-", "hoe-1", "hoe-10", "hoes", "draw-hoe", "hoe-head"] {
            assert!(!is_slug_of(slug, "Hoe"), "{slug}");
        }
        assert!(is_slug_of("tool", "手鋸"));
    }
}
