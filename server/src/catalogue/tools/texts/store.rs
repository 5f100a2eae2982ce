//! The table `tool_texts`.

use super::ToolTexts;
use crate::{
    db::queries,
    values::{ids::Id, language::Language},
};

queries! {
    pub fn put(tool: &Id, language: Language, texts: &ToolTexts) =
        "INSERT INTO tool_texts (tool_id, language, name, description) VALUES ($1, $2, $3, $4)
        ON CONFLICT (tool_id, language) DO UPDATE SET name = $3, description = $4",
        [tool, language, texts.name, texts.description];
    pub fn delete(tool: &Id, language: Language) = "DELETE FROM tool_texts WHERE tool_id = $1 AND language = $2";
}
