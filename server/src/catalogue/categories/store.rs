//! The table `categories`.

use super::Category;
use crate::{
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, time::Timestamp},
};

statements! {
    ALL = "SELECT id, slug, name, parent FROM categories LIMIT 1000";
    LOCK_ALL = "SELECT id FROM categories FOR NO KEY UPDATE";
    INSERT = "INSERT INTO categories (id, slug, name, parent, created_at) VALUES ($1, $2, $3, $4, $5)";
    UPDATE = "UPDATE categories SET name = $2, parent = $3 WHERE id = $1";
    TO_THE_TOP = "UPDATE categories SET parent = NULL WHERE parent = $1";
    DELETE = "DELETE FROM categories WHERE id = $1";
}

row! {
    struct CategoryRow {
        id: String,
        slug: String,
        name: String,
        parent: Option<String>,
    }
}

pub async fn all(tx: &Tx<'_>) -> Result<Vec<Category>, Error> {
    let rows = tx.all::<CategoryRow>(&ALL, params![]).await?;
    rows.into_iter()
        .map(|CategoryRow { id, slug, name, parent }| {
            let id = Id::parse(&id).ok_or_else(|| Error::broken_row("categories", &id))?;
            Ok(Category { id, slug, name, parent })
        })
        .collect()
}

/// Concurrent changes of categories wait, because the levels are a rule about several rows.
pub async fn lock_all(tx: &Tx<'_>) -> Result<(), Error> {
    tx.lock(&LOCK_ALL, params![]).await.map(|_| ())
}

pub async fn insert(tx: &Tx<'_>, category: &Category, now: Timestamp) -> Result<(), Error> {
    let Category { id, slug, name, parent } = category;
    let values = params![id.as_str(), slug.as_str(), name.as_str(), parent.as_deref(), now.micros()];
    tx.execute(&INSERT, values).await.map(|_| ())
}

pub async fn update(tx: &Tx<'_>, category: &Category) -> Result<(), Error> {
    let Category { id, name, parent, .. } = category;
    tx.execute(&UPDATE, params![id.as_str(), name.as_str(), parent.as_deref()]).await.map(|_| ())
}

/// Categories below it move to the top.
pub async fn delete(tx: &Tx<'_>, category: &Category) -> Result<(), Error> {
    tx.execute(&TO_THE_TOP, params![category.slug.as_str()]).await?;
    tx.execute(&DELETE, params![category.id.as_str()]).await.map(|_| ())
}
