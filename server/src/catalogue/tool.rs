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

/// Names are unique among live tools in this spelling.
pub fn name_key(name: &str) -> String {
    name.trim().to_lowercase()
}

impl Tool {
    /// `"<revision>.<available>"`: changes with every edit and every sale.
    pub fn etag(&self) -> String {
        format!("\"{}.{}\"", self.revision, self.available)
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

fn absolute(img: &str, public_url: &str) -> String {
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
    /// Address of the picture. Our own end in `/350.webp` and have `/700.webp`, `/350.avif` and `/700.avif` beside them.
    img: String,
    available_quantity: i64,
    minimum_quantity: i64,
    #[schema(value_type = String, format = DateTime)]
    created_at: Moment,
    revision: i64,
}
