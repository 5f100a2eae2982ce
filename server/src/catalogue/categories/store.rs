//! The table `categories`.

use super::Category;
use crate::{
    db::{Error, Tx, queries},
    values::{ids::Id, time::Timestamp},
};

queries! {
    pub fn all() -> Vec<Category> = "SELECT id, slug, name, parent FROM categories LIMIT 1000";
    /// Concurrent changes of categories wait, because the levels are a rule about several rows.
    pub fn lock_all() = "SELECT id FROM categories FOR NO KEY UPDATE";
    pub fn insert(category: &Category, now: Timestamp) =
        "INSERT INTO categories (id, slug, name, parent, created_at) VALUES ($1, $2, $3, $4, $5)",
        [category.id, category.slug, category.name, category.parent, now];
    pub fn update(category: &Category) =
        "UPDATE categories SET name = $2, parent = $3 WHERE id = $1", [category.id, category.name, category.parent];
    fn to_the_top(slug: &str) = "UPDATE categories SET parent = NULL WHERE parent = $1";
    fn delete_one(id: &Id) = "DELETE FROM categories WHERE id = $1";
}

/// Categories below it move to the top.
pub async fn delete(tx: &Tx<'_>, category: &Category) -> Result<(), Error> {
    to_the_top(tx, &category.slug).await?;
    delete_one(tx, &category.id).await
}
