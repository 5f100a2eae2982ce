//! The table `categories`.

use super::Category;
use crate::{
    db::{Error, Tx, queries},
    values::{ids::Id, time::Timestamp},
};

queries! {
    pub fn all() -> Vec<Category> = "SELECT id, slug, name, french_name, parent FROM categories LIMIT 1000";
    /// Concurrent changes of categories wait, because the levels are a rule about several rows.
    pub fn lock_all() = "SELECT id FROM categories FOR NO KEY UPDATE";
    pub fn insert(category: &Category, now: Timestamp) =
        "INSERT INTO categories (id, slug, name, french_name, parent, created_at)
            VALUES ($1, $2, $3, CASE WHEN $4 = '' THEN NULL ELSE $4 END, $5, $6)",
        [category.id, category.slug, category.name, category.french_name, category.parent, now];
    /// Without a French name the stored one stays, and an empty one removes it.
    pub fn update(category: &Category) =
        "UPDATE categories SET name = $2, parent = $4,
                french_name = CASE WHEN $3 = '' THEN NULL ELSE coalesce($3, french_name) END
            WHERE id = $1",
        [category.id, category.name, category.french_name, category.parent];
    fn to_the_top(slug: &str) = "UPDATE categories SET parent = NULL WHERE parent = $1";
    fn delete_one(id: &Id) = "DELETE FROM categories WHERE id = $1";
}

/// Categories below it move to the top.
pub async fn delete(tx: &Tx<'_>, category: &Category) -> Result<(), Error> {
    to_the_top(tx, &category.slug).await?;
    delete_one(tx, &category.id).await
}
