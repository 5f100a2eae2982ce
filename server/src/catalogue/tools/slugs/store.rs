//! The table `tool_slugs`.

use crate::{
    db::{One, queries, row},
    values::{ids::Id, time::Timestamp},
};

row! {
    pub struct SlugRow {
        pub slug: String,
        pub is_draft: bool,
        pub deleted_at: Option<Timestamp>,
    }
}

queries! {
    /// Returns `false` if another tool has or had the slug. A concurrent transaction with the same slug waits here.
    pub fn claim(slug: &str, tool: &Id, now: Timestamp) -> bool =
        "INSERT INTO tool_slugs (slug, tool_id, created_at) VALUES ($1, $2, $3)
        ON CONFLICT (slug) DO UPDATE SET tool_id = $2 WHERE tool_slugs.tool_id = $2";
    pub fn set(tool: &Id, slug: &str) = "UPDATE tools SET slug = $2 WHERE id = $1";
    /// The tool that has or had this slug.
    pub fn tool(slug: &str) -> Option<Id> = "SELECT tool_id FROM tool_slugs WHERE slug = $1";
    pub fn slug(tool: &Id) -> One<String> = "SELECT slug FROM tools WHERE id = $1";
    /// The tool that has or had this slug.
    pub fn find(slug: &str) -> Option<SlugRow> =
        "SELECT t.slug, t.draft, t.deleted_at FROM tool_slugs s JOIN tools t ON t.id = s.tool_id WHERE s.slug = $1";
}
