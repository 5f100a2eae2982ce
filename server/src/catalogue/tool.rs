//! A tool and its wire form.

use serde::Serialize;
use utoipa::ToSchema;

use crate::values::{ids::Id, money::Cents, time::Moment};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    pub id: Id,
    pub name: String,
    pub description: String,
    /// A path from the root for our own pictures, an https address for others.
    pub img: String,
    pub price: Cents,
    pub available: i64,
    pub minimum: i64,
    /// Counts descriptive edits, not stock movements.
    pub revision: i64,
    pub created_at: Moment,
    pub changed_at: Moment,
}

/// Of which state of a tool somebody speaks: what its ETag says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Version {
    pub revision: i64,
    pub available: i64,
}

impl Version {
    /// `"<revision>.<available>"`: changes with every edit and every sale.
    pub fn tag(self) -> String {
        format!("\"{}.{}\"", self.revision, self.available)
    }

    /// Reads the tags of an `If-Match`. What is no tag of ours matches nothing. A weak tag is taken as well: a proxy
    /// that compresses answers weakens theirs.
    pub fn parse_all(tags: &str) -> Vec<Self> {
        let parse = |tag: &str| {
            let tag = tag.trim();
            let text = tag.strip_prefix("W/").unwrap_or(tag).strip_prefix('"')?.strip_suffix('"')?;
            let (revision, available) = text.split_once('.')?;
            Some(Self { revision: revision.parse().ok()?, available: available.parse().ok()? })
        };
        tags.split(',').filter_map(parse).collect()
    }
}

/// Names are unique among live tools in this spelling.
pub fn name_key(name: &str) -> String {
    name.trim().to_lowercase()
}

impl Tool {
    pub fn version(&self) -> Version {
        Version { revision: self.revision, available: self.available }
    }

    pub fn to_wire(&self, public_url: &str) -> ToolJson {
        ToolJson {
            id: self.id.to_string(),
            name: self.name.clone(),
            price: self.price,
            description: self.description.clone(),
            img: absolute(&self.img, public_url),
            available_quantity: self.available,
            minimum_quantity: self.minimum,
            created_at: self.created_at,
            revision: self.revision,
        }
    }
}

/// The address of a picture as clients get it.
pub fn absolute(img: &str, public_url: &str) -> String {
    if img.starts_with('/') { format!("{public_url}{img}") } else { img.to_owned() }
}

/// A tool as every call answers it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Tool)]
pub struct ToolJson {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    /// Dollars.
    #[schema(value_type = f64)]
    price: Cents,
    description: String,
    /// Address of the picture. Our own end in `/350.webp` and have `/700.webp` beside them.
    img: String,
    available_quantity: i64,
    minimum_quantity: i64,
    #[schema(value_type = String, format = DateTime)]
    created_at: Moment,
    revision: i64,
}
