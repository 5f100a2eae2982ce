//! A tool and its JSON.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    pictures::ToolPicture,
    price_steps::{PriceStep, PriceSteps},
};
use crate::values::{InvalidValue, ids::Id, money::Cents, time::Timestamp};

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
    pub price_steps: PriceSteps,
    /// What the first picture shows. May be empty.
    pub img_alt: String,
    /// The pictures after the first.
    pub more_pictures: Vec<ToolPicture>,
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

    pub fn check_price_steps(&self) -> Result<(), InvalidValue> {
        self.extras.price_steps.check(self.price, self.minimum)
    }

    /// The price of one piece in an order of `quantity` pieces.
    pub fn price_for(&self, quantity: i64) -> Cents {
        self.extras.price_steps.price_for(quantity, self.price)
    }

    /// `None` if `img` says it all.
    pub fn all_pictures(&self, public_url: &str) -> Option<Vec<ToolPicture>> {
        let is_plain = self.extras.more_pictures.is_empty() && self.extras.img_alt.is_empty();
        (!is_plain).then(|| self.pictures_on_wire(public_url))
    }

    /// For entries of the cache, which live long, so that no list makes the URLs again.
    #[must_use]
    pub fn with_absolute_urls(mut self, public_url: &str) -> Self {
        self.img = absolute(&self.img, public_url).into_owned();
        for picture in &mut self.extras.more_pictures {
            picture.url = absolute(&picture.url, public_url).into_owned();
        }
        self
    }

    pub fn to_wire(&self, public_url: &str) -> ToolJson<'_> {
        ToolJson {
            id: self.id.as_str(),
            name: &self.name,
            slug: &self.extras.slug,
            price: self.price,
            description: &self.description,
            img: absolute(&self.img, public_url),
            available_quantity: self.available,
            minimum_quantity: self.minimum,
            created_at: self.created_at,
            revision: self.revision,
            sku: self.extras.sku.as_deref(),
            category: self.extras.category.as_deref(),
            price_steps: self.extras.price_steps.as_slice(),
            img_alt: &self.extras.img_alt,
            picture_count: 1 + self.extras.more_pictures.len(),
            pictures: None,
            draft: None,
            low_stock: None,
        }
    }

    /// With what only the owner sees.
    pub fn to_owner_wire(&self, public_url: &str) -> ToolJson<'_> {
        let extras = &self.extras;
        ToolJson {
            draft: extras.is_draft.then_some(true),
            low_stock: extras.low_stock,
            ..self.to_wire(public_url)
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_one(count: &usize) -> bool {
    *count == 1
}

impl ToolJson<'_> {
    /// Adds all pictures of the tool, unless `img` says it all.
    #[must_use]
    pub fn with_pictures(self, tool: &Tool, public_url: &str) -> Self {
        Self { pictures: tool.all_pictures(public_url), ..self }
    }
}

/// The picture URL in responses.
pub fn absolute<'a>(img: &'a str, public_url: &str) -> Cow<'a, str> {
    if img.starts_with('/') { format!("{public_url}{img}").into() } else { img.into() }
}

/// A tool in responses.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Tool)]
pub struct ToolJson<'a> {
    #[serde(rename = "_id")]
    id: &'a str,
    name: &'a str,
    /// Its public page is `/tool/{slug}`. Changes with the name; old ones lead to the new one.
    slug: &'a str,
    /// Dollars.
    #[schema(value_type = f64)]
    price: Cents,
    description: &'a str,
    /// URL of the picture. Uploaded pictures end in `/350.webp`; the large size is at `/700.webp`, the whole
    /// picture at `/1600.webp`.
    #[schema(value_type = String)]
    img: Cow<'a, str>,
    available_quantity: i64,
    minimum_quantity: i64,
    created_at: Timestamp,
    revision: i64,
    /// The owner's article number, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    sku: Option<&'a str>,
    /// The slug of its category, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a str>,
    /// Lower prices for larger quantities, if it has any. `price` is valid below the first.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[schema(value_type = Vec<PriceStep>, max_items = 5)]
    price_steps: &'a [PriceStep],
    /// What `img` shows, if the owner said so.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[schema(value_type = Option<String>)]
    img_alt: &'a str,
    /// How many pictures it has, if more than one.
    #[serde(skip_serializing_if = "is_one")]
    #[schema(value_type = Option<i64>)]
    picture_count: usize,
    /// Only in GET /tools/{id} and GET /tool-pages/{slug}: all pictures, if there are several or one has an alt text. The first is `img`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 1, max_items = 8)]
    pictures: Option<Vec<ToolPicture>>,
    /// Only for callers who may edit tools, and only `true`: customers do not see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    draft: Option<bool>,
    /// Only for callers who may edit tools: the stock at which it counts as low.
    #[serde(skip_serializing_if = "Option::is_none")]
    low_stock: Option<i64>,
}
