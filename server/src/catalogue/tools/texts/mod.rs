//! What a tool is called in French. Its English texts are in the table of tools.

pub mod store;

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    db::{self, Tx, row},
    values::{Clearable, ids::Id, language::Language},
};

row! {
    /// The owner's texts in French. Customers read the English text in place of a missing one.
    #[derive(Default, PartialEq, Eq)]
    pub struct ToolTexts {
        pub name: Option<String>,
        pub description: Option<Arc<str>>,
    }
}

/// What an edit changes of them: `None` leaves one unchanged.
#[derive(Clone, Default)]
pub struct ToolTextsUpdate {
    pub name: Option<Clearable<String>>,
    pub description: Option<Clearable<Arc<str>>>,
}

impl ToolTextsUpdate {
    pub fn applied(self, old: ToolTexts) -> ToolTexts {
        let Self { name, description } = self;
        ToolTexts {
            name: name.map_or(old.name, |new| new.0),
            description: description.map_or(old.description, |new| new.0),
        }
    }
}

impl ToolTexts {
    pub fn is_empty(&self) -> bool {
        self.name.is_none() && self.description.is_none()
    }

    /// Whether French pages show no English text of the tool.
    pub fn is_complete(&self) -> bool {
        self.name.is_some() && self.description.is_some()
    }

    /// The JSON for the owner. `None` if nothing is translated.
    pub fn to_wire(&self) -> Option<ToolTextsJson<'_>> {
        let Self { name, description } = self;
        (!self.is_empty())
            .then_some(ToolTextsJson { name: name.as_deref(), description: description.as_deref() })
    }
}

/// The texts of a tool in French. A missing text is shown in English.
#[derive(Serialize, ToSchema)]
#[schema(as = ToolTexts)]
pub struct ToolTextsJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
}

/// Writes the French texts of a tool that the caller has inserted or updated.
pub async fn write(tx: &Tx<'_>, tool: &Id, french: &ToolTexts) -> Result<(), db::Error> {
    if french.is_empty() {
        store::delete(tx, tool, Language::French).await
    } else {
        store::put(tx, tool, Language::French, french).await
    }
}
