//! Adds, edits, publishes and deletes blog posts.

use super::{
    post::{PostContent, PostToEdit},
    store,
};
use crate::{
    base::audit::{self, AuditAction, AuditEntry},
    db::{self, Tx},
    shop::Shop,
    values::{ids::Id, slug, time::Timestamp},
};

/// The slug of titles without a Latin letter.
const FALLBACK: &str = "post";

/// Returns the id of the new post.
pub async fn add(shop: &Shop, by: &Id, content: PostContent) -> Result<Id, db::Error> {
    let now = shop.clock.now();
    let entry = AuditEntry::by(by, AuditAction::AddPost, Id::new(now), now);
    let id = entry.subject.clone();
    let added = shop.db.write((content, entry), |tx, (content, entry)| {
        Box::pin(async move {
            insert(tx, entry.subject.clone(), content, entry.at).await?;
            audit::record(tx, entry).await?;
            if content.is_draft {
                return Ok(());
            }
            audit::record(tx, &AuditEntry { action: AuditAction::PublishPost, ..entry.clone() }).await
        })
    });
    added.await?;
    shop.content_version.advance();
    Ok(id)
}

/// Stores a new post under the first free slug of its title.
pub async fn insert(tx: &Tx<'_>, id: Id, content: &PostContent, at: Timestamp) -> Result<(), db::Error> {
    let mut post = content.new_post(id, at);
    for slug in slug::candidates(&content.title, FALLBACK, &post.id) {
        post.slug = slug;
        if store::insert(tx, &post, &content.text).await? {
            return Ok(());
        }
    }
    Err(db::Error::Conflict)
}

pub enum EditPostOutcome {
    /// The new revision.
    Edited(i64),
    /// The post said so already.
    Unchanged(i64),
    NotFound,
    /// Another person changed the post since.
    VersionConflict,
}

/// Saves the content if the post still has the expected revision. Publishing gives it the time of now.
pub async fn edit(
    shop: &Shop,
    by: &Id,
    id: Id,
    expected: i64,
    content: PostContent,
) -> Result<EditPostOutcome, db::Error> {
    let entry = AuditEntry::by(by, AuditAction::EditPost, id, shop.clock.now());
    let input = (expected, content, entry);
    let outcome = shop
        .db
        .write(input, |tx, (expected, content, entry)| Box::pin(edit_in_tx(tx, *expected, content, entry)));
    let outcome = outcome.await?;
    shop.content_version.advance();
    Ok(outcome)
}

async fn edit_in_tx(
    tx: &Tx<'_>,
    expected: i64,
    content: &PostContent,
    entry: &AuditEntry,
) -> Result<EditPostOutcome, db::Error> {
    store::lock(tx, &entry.subject).await?;
    let Some(before) = store::by_id(tx, &entry.subject).await? else {
        return Ok(EditPostOutcome::NotFound);
    };
    if before.post.revision != expected {
        return Ok(EditPostOutcome::VersionConflict);
    }
    if content.is_of(&before) {
        return Ok(EditPostOutcome::Unchanged(expected));
    }
    let PostToEdit { post: before, .. } = before;
    let mut post = content.new_post(before.id, entry.at.max(before.changed_at));
    post.revision = expected + 1;
    let action = match (content.is_draft, before.published_at) {
        (true, Some(_)) => AuditAction::UnpublishPost,
        (false, None) => AuditAction::PublishPost,
        (_, published_at) => {
            post.published_at = published_at;
            AuditAction::EditPost
        }
    };
    store::update(tx, &post, &content.text).await?;
    audit::record(tx, &AuditEntry { action, ..entry.clone() }).await?;
    Ok(EditPostOutcome::Edited(post.revision))
}

/// Deletes a post, and returns whether it existed. Only administrators call this.
pub async fn delete(shop: &Shop, by: &Id, id: Id) -> Result<bool, db::Error> {
    let entry = AuditEntry::by(by, AuditAction::DeletePost, id, shop.clock.now());
    let deleted = shop.db.write(entry, |tx, entry| {
        Box::pin(async move {
            let is_deleted = store::delete(tx, &entry.subject).await?;
            if is_deleted {
                audit::record(tx, entry).await?;
            }
            Ok(is_deleted)
        })
    });
    let is_deleted = deleted.await?;
    shop.content_version.advance();
    Ok(is_deleted)
}
