//! The table `tool_slugs`.

use crate::{
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, time::Timestamp},
};

statements! {
    // A concurrent transaction with the same slug waits here. No row: it is another tool's.
    CLAIM = "INSERT INTO tool_slugs (slug, tool_id, created_at) VALUES ($1, $2, $3)
        ON CONFLICT (slug) DO UPDATE SET tool_id = $2 WHERE tool_slugs.tool_id = $2";
    SET = "UPDATE tools SET slug = $2 WHERE id = $1";
    FIND = "SELECT t.slug, t.draft, t.deleted_at FROM tool_slugs s JOIN tools t ON t.id = s.tool_id WHERE s.slug = $1";
}

row! {
    pub struct SlugRow {
        pub slug: String,
        pub draft: i64,
        pub deleted_at: Option<i64>,
    }
}

/// Returns `false` if another tool has or had the slug.
pub async fn claim(tx: &Tx<'_>, slug: &str, tool: &Id, now: Timestamp) -> Result<bool, Error> {
    tx.execute(&CLAIM, params![slug, tool.as_str(), now.micros()]).await.map(|count| count > 0)
}

pub async fn set(tx: &Tx<'_>, tool: &Id, slug: &str) -> Result<(), Error> {
    tx.execute(&SET, params![tool.as_str(), slug]).await.map(|_| ())
}

/// The tool that has or had this slug.
pub async fn find(tx: &Tx<'_>, slug: &str) -> Result<Option<SlugRow>, Error> {
    tx.optional(&FIND, params![slug]).await
}
