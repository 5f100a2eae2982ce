//! A tool and its JSON.

use serde::Serialize;
use utoipa::ToSchema;

use crate::values::{ids::Id, money::Cents, time::Timestamp};

/// What an owner may add to a tool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ToolExtras {
    /// The owner's article number. Unique among tools that are not removed.
    pub sku: Option<String>,
    /// The slug of its category.
    pub category: Option<String>,
    /// Only the owner sees a draft.
    pub is_draft: bool,
    /// The stock at which it counts as low.
    pub low_stock: Option<i64>,
    /// The end of its page's address. The store makes it of the name.
    pub slug: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    pub id: Id,
    pub name: String,
    pub description: String,
    /// A path for uploaded pictures, an https URL for others.
    pub img: String,
    pub price: Cents,
    pub available: i64,
    pub minimum: i64,
    /// Counts changes of details, not of stock.
    pub revision: i64,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
    pub extras: ToolExtras,
}

/// The state of a tool that its ETag names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolVersion {
    pub revision: i64,
    pub available: i64,
}

impl ToolVersion {
    /// `"<revision>.<available>"`: changes with every update and every order.
    pub fn tag(self) -> String {
        format!("\"{}.{}\"", self.revision, self.available)
    }

    /// Parses the tags of `If-Match` and ignores invalid ones. Weak tags are accepted, because proxies that compress
    /// responses weaken tags.
    pub fn parse_if_match(tags: &str) -> Vec<Self> {
        let parse = |tag: &str| {
            let tag = tag.trim();
            let text = tag.strip_prefix("W/").unwrap_or(tag).strip_prefix('"')?.strip_suffix('"')?;
            let (revision, available) = text.split_once('.')?;
            Some(Self { revision: revision.parse().ok()?, available: available.parse().ok()? })
        };
        tags.split(',').filter_map(parse).collect()
    }
}

/// Names of tools on sale are unique by this key.
pub fn name_key(name: &str) -> String {
    name.trim().to_lowercase()
}

impl Tool {
    pub fn version(&self) -> ToolVersion {
        ToolVersion { revision: self.revision, available: self.available }
    }

    pub fn to_wire(&self, public_url: &str) -> ToolJson {
        ToolJson {
            id: self.id.to_string(),
            name: self.name.clone(),
            slug: self.extras.slug.clone(),
            price: self.price,
            description: self.description.clone(),
            img: absolute(&self.img, public_url),
            available_quantity: self.available,
            minimum_quantity: self.minimum,
            created_at: self.created_at,
            revision: self.revision,
            sku: self.extras.sku.clone(),
            category: self.extras.category.clone(),
            draft: None,
            low_stock: None,
        }
    }

    /// With what only the owner sees.
    pub fn to_owner_wire(&self, public_url: &str) -> ToolJson {
        let extras = &self.extras;
        ToolJson {
            draft: extras.is_draft.then_some(true),
            low_stock: extras.low_stock,
            ..self.to_wire(public_url)
        }
    }
}

/// The picture URL in responses.
pub fn absolute(img: &str, public_url: &str) -> String {
    if img.starts_with('/') { format!("{public_url}{img}") } else { img.to_owned() }
}

/// A tool in responses.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Tool)]
pub struct ToolJson {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    /// Its public page is `/tool/{slug}`. Changes with the name; old ones lead to the new one.
    slug: String,
    /// Dollars.
    #[schema(value_type = f64)]
    price: Cents,
    description: String,
    /// URL of the picture. Uploaded pictures end in `/350.webp`; the large size is at `/700.webp`.
    img: String,
    available_quantity: i64,
    minimum_quantity: i64,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    revision: i64,
    /// The owner's article number, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    sku: Option<String>,
    /// The slug of its category, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<String>,
    /// Only for administrators, and only `true`: customers do not see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    draft: Option<bool>,
    /// Only for administrators: the stock at which it counts as low.
    #[serde(skip_serializing_if = "Option::is_none")]
    low_stock: Option<i64>,
}
