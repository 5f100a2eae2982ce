//! A tool and its JSON.

use std::{borrow::Cow, sync::Arc};

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    identifiers::{IdentifiersUpdate, ProductIdentifiers},
    pictures::{MorePictures, ToolPicture},
    price_steps::{PriceStep, PriceSteps},
    texts::{ToolTexts, ToolTextsJson, ToolTextsUpdate},
    version::ToolVersion,
};
use crate::{
    db::row,
    values::{
        Clearable, InvalidValue, gtin::Gtin, ids::Id, language::Language, money::Cents, time::Timestamp,
    },
};

row! {
    /// What an owner may add to a tool.
    #[derive(Default, PartialEq, Eq)]
    pub struct ToolExtras {
        /// The owner's article number. Unique among tools that are not removed.
        pub sku: Option<String>,
        /// The slug of its category.
        pub category: Option<String>,
        /// Only the owner sees a draft.
        pub is_draft: bool,
        /// The stock at which it counts as low.
        pub low_stock: Option<i64>,
        /// The weight of one piece.
        pub weight_grams: Option<i64>,
        pub price_steps: PriceSteps,
        /// What the first picture shows. May be empty.
        pub img_alt: String,
        /// The pictures after the first.
        pub more_pictures: MorePictures,
        pub identifiers: ProductIdentifiers,
        /// The end of its page's address. The store makes it of the name.
        pub slug: String,
        pub french: ToolTexts,
    }
}

row! {
    #[derive(PartialEq, Eq)]
    pub struct Tool {
        pub id: Id,
        pub name: String,
        pub description: Arc<str>,
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
}

/// What an edit changes: `None` leaves a field unchanged.
#[derive(Clone, Default)]
pub struct ToolUpdate {
    pub name: Option<String>,
    pub description: Option<Arc<str>>,
    pub price: Option<Cents>,
    pub img: Option<String>,
    pub minimum: Option<i64>,
    /// The stock that the owner set for the version in the precondition. Sales and returns since then are applied to
    /// it.
    pub available: Option<i64>,
    pub sku: Option<Clearable<String>>,
    pub category: Option<Clearable<String>>,
    pub is_draft: Option<bool>,
    pub low_stock: Option<Clearable<i64>>,
    pub weight_grams: Option<Clearable<i64>>,
    pub price_steps: Option<PriceSteps>,
    /// Belongs to `img`. Another picture without it has none.
    pub img_alt: Option<String>,
    pub more_pictures: Option<MorePictures>,
    pub identifiers: IdentifiersUpdate,
    pub french: ToolTextsUpdate,
}

impl ToolUpdate {
    /// Whether the update changes something other than the stock.
    pub fn changes_details(&self, tool: &Tool) -> bool {
        let mut new = self.clone().applied(tool, tool.revision, tool.changed_at);
        // Stored names may have surrounding blanks; names from requests have none.
        if new.name == tool.name.trim() {
            new.name.clone_from(&tool.name);
        }
        new != *tool
    }

    /// The tool with these details. Its stock stays.
    pub fn applied(self, tool: &Tool, revision: i64, now: Timestamp) -> Tool {
        let has_new_img = self.img.as_ref().is_some_and(|img| *img != tool.img);
        let mut old = tool.extras.clone();
        if has_new_img {
            old.img_alt.clear();
        }
        let extras = self.clone().extras(old);
        Tool {
            id: tool.id.clone(),
            name: self.name.unwrap_or_else(|| tool.name.clone()),
            description: self.description.unwrap_or_else(|| tool.description.clone()),
            price: self.price.unwrap_or(tool.price),
            img: self.img.unwrap_or_else(|| tool.img.clone()),
            available: tool.available,
            minimum: self.minimum.unwrap_or(tool.minimum),
            revision,
            created_at: tool.created_at,
            changed_at: now,
            extras,
        }
    }

    /// A new tool has the default before.
    pub fn extras(self, old: ToolExtras) -> ToolExtras {
        fn changed<T>(new: Option<Clearable<T>>, old: Option<T>) -> Option<T> {
            new.map_or(old, |new| new.0)
        }
        let Self {
            name: _,
            description: _,
            price: _,
            img: _,
            minimum: _,
            available: _,
            sku,
            category,
            is_draft,
            low_stock,
            weight_grams,
            price_steps,
            img_alt,
            more_pictures,
            identifiers,
            french,
        } = self;
        ToolExtras {
            sku: changed(sku, old.sku),
            category: changed(category, old.category),
            is_draft: is_draft.unwrap_or(old.is_draft),
            low_stock: changed(low_stock, old.low_stock),
            weight_grams: changed(weight_grams, old.weight_grams),
            price_steps: price_steps.unwrap_or(old.price_steps),
            img_alt: img_alt.unwrap_or(old.img_alt),
            more_pictures: more_pictures.unwrap_or(old.more_pictures),
            identifiers: identifiers.applied(old.identifiers),
            slug: old.slug,
            french: french.applied(old.french),
        }
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

    pub fn name_in(&self, language: Language) -> &str {
        let french = self.extras.french.name.as_ref();
        language.choose(None, french).unwrap_or(&self.name)
    }

    pub fn description_in(&self, language: Language) -> &str {
        let french = self.extras.french.description.as_ref();
        language.choose(None, french).unwrap_or(&self.description)
    }

    /// Whether the tool has this name in English or in French.
    pub fn is_named(&self, name: &str) -> bool {
        let names = [Some(&self.name), self.extras.french.name.as_ref()];
        names.into_iter().flatten().any(|its| name_key(its) == name_key(name))
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
        let is_plain = self.extras.more_pictures.0.is_empty() && self.extras.img_alt.is_empty();
        (!is_plain).then(|| self.pictures_on_wire(public_url))
    }

    /// Makes the pictures' URLs absolute. Entries of the cache live long, so no list makes the URLs again.
    #[must_use]
    pub fn with_absolute_urls(mut self, public_url: &str) -> Self {
        self.img = absolute(&self.img, public_url).into_owned();
        for picture in &mut self.extras.more_pictures.0 {
            picture.url = absolute(&picture.url, public_url).into_owned();
        }
        self
    }

    pub fn to_wire(&self, public_url: &str) -> ToolJson<'_> {
        ToolJson { draft: None, low_stock: None, french: None, ..self.to_owner_wire(public_url) }
    }

    /// The JSON with what only the owner sees.
    pub fn to_owner_wire(&self, public_url: &str) -> ToolJson<'_> {
        let Self {
            id,
            name,
            description,
            img,
            price,
            available,
            minimum,
            revision,
            created_at,
            changed_at: _,
            extras,
        } = self;
        let ToolExtras {
            sku,
            category,
            is_draft,
            low_stock,
            weight_grams,
            price_steps,
            img_alt,
            more_pictures,
            identifiers: ProductIdentifiers { gtin, brand, mpn },
            slug,
            french,
        } = extras;
        ToolJson {
            id: id.as_str(),
            name,
            slug,
            price: *price,
            description,
            img: absolute(img, public_url),
            available_quantity: *available,
            minimum_quantity: *minimum,
            created_at: *created_at,
            revision: *revision,
            sku: sku.as_deref(),
            gtin: gtin.as_ref().map(Gtin::as_str),
            brand: brand.as_deref(),
            mpn: mpn.as_deref(),
            category: category.as_deref(),
            weight_grams: *weight_grams,
            price_steps: price_steps.as_slice(),
            img_alt,
            picture_count: 1 + more_pictures.0.len(),
            pictures: None,
            draft: is_draft.then_some(true),
            low_stock: *low_stock,
            french: french.to_wire(),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_one(count: &usize) -> bool {
    *count == 1
}

impl<'a> ToolJson<'a> {
    /// Shows the texts of this language, where the owner has written them.
    #[must_use]
    pub fn in_language(self, language: Language, tool: &'a Tool) -> Self {
        Self { name: tool.name_in(language), description: tool.description_in(language), ..self }
    }

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
    /// The digits of its bar code, if the owner entered them.
    #[serde(skip_serializing_if = "Option::is_none")]
    gtin: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    brand: Option<&'a str>,
    /// The maker's number.
    #[serde(skip_serializing_if = "Option::is_none")]
    mpn: Option<&'a str>,
    /// The slug of its category, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a str>,
    /// The weight of one piece, if the owner entered it.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight_grams: Option<i64>,
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
    /// Only in GET /tools/{id} and GET /tool-pages/{slug}: all pictures, if there are several or one has an alt text.
    /// The first is `img`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 1, max_items = 8)]
    pictures: Option<Vec<ToolPicture>>,
    /// Only for callers who may edit tools, and only `true`: customers do not see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    draft: Option<bool>,
    /// Only for callers who may edit tools: the stock at which it counts as low.
    #[serde(skip_serializing_if = "Option::is_none")]
    low_stock: Option<i64>,
    /// Only for callers who may edit tools: its texts in French.
    #[serde(skip_serializing_if = "Option::is_none")]
    french: Option<ToolTextsJson<'a>>,
}
