//! The product feed: every tool on sale, for the shops of search engines and social networks.
//!
//! It is RSS 2.0 with the namespace of Google, which Meta reads too. Both compare it with the page of the tool, so the
//! price is the one of the smallest order, as in the structured data there.

use std::{collections::BTreeMap, io::Write as _};

use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use maud::{Markup, html};

use super::file_cache::CatalogueContent;
use crate::{
    catalogue::{categories, listing::entry::CatalogueEntry, tools::smallest_order::SmallestOrder},
    site::tool_page::large_picture,
    values::{gtin::Gtin, money::Cents, text::first_words, weight::Grams},
};

pub const PATH: &str = "/feeds/products.xml";
/// They read at most 5,000 characters and show fewer.
const MAX_DESCRIPTION: usize = 1_000;
/// The heaviest parcel that they know.
const MAX_SHIPPING_GRAMS: i64 = 1_000_000;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:g=\"http://base.google.com/ns/1.0\"><channel>\n";
const END: &str = "</channel></rss>\n";

/// What a feed has besides the catalogue.
#[derive(Clone, PartialEq, Eq)]
pub struct FeedShop {
    pub name: String,
    pub description: String,
    pub public_url: String,
    /// Three upper-case letters.
    pub currency: String,
}

impl FeedShop {
    /// The compressed feed. Ten thousand tools have about 25 MB before the compression, and less than 3 MB after it.
    pub fn render(&self, content: &CatalogueContent) -> std::io::Result<Bytes> {
        let mut file = GzEncoder::new(Vec::new(), Compression::fast());
        let channel = html! {
            title { (self.name) }
            link { (self.public_url) "/" }
            description { (self.description) }
        };
        writeln!(file, "{HEAD}{}", text_of(channel))?;
        for tool in content.snapshot.tools() {
            if let Some(order) = tool.smallest_order() {
                writeln!(file, "{}", text_of(self.item(tool, order, content)))?;
            }
        }
        file.write_all(END.as_bytes())?;
        Ok(file.finish()?.into())
    }

    fn item(&self, tool: &CatalogueEntry, order: SmallestOrder, content: &CatalogueContent) -> Markup {
        let SmallestOrder { quantity, total } = order;
        let url = &self.public_url;
        let identifiers = &tool.extras.identifiers;
        let is_available = tool.available >= quantity;
        let more = tool.extras.more_pictures.0.iter().map(|picture| large_picture(&picture.url, url));
        let category = tool.extras.category.as_deref();
        let path = category.map(|slug| categories::path_to(&content.categories, slug)).unwrap_or_default();
        let names: Vec<&str> = path.iter().map(|category| category.name.as_str()).collect();
        let weight = tool.extras.weight_grams.and_then(|grams| grams.checked_mul(quantity));
        html! {
            item {
                g:id { (tool.id) }
                g:title { (tool.name) @if quantity > 1 { ", " (quantity) " pieces" } }
                g:description { (first_words(&tool.description, MAX_DESCRIPTION)) }
                g:link { (url) "/tool/" (tool.extras.slug) }
                g:image_link { (large_picture(&tool.img, url)) }
                @for picture in more { g:additional_image_link { (picture) } }
                // Google takes them with an underscore too, Meta does not.
                g:availability { @if is_available { "in stock" } @else { "out of stock" } }
                g:price { (total) " " (self.currency) }
                g:condition { "new" }
                @if quantity > 1 {
                    g:multipack { (quantity) }
                    g:unit_pricing_measure { (quantity) " ct" }
                    g:unit_pricing_base_measure { "1 ct" }
                }
                @for (count, price) in bulk_prices(tool, quantity) {
                    g:bulk_price { g:min_quantity { (count) } g:price { (price) " " (self.currency) } }
                }
                @if let Some(gtin) = &identifiers.gtin { g:gtin { (Gtin::as_str(gtin)) } }
                @if let Some(brand) = &identifiers.brand { g:brand { (brand) } }
                @if let Some(mpn) = &identifiers.mpn { g:mpn { (mpn) } }
                @if identifiers.gtin.is_none() && identifiers.mpn.is_none() { g:identifier_exists { "no" } }
                @if !names.is_empty() { g:product_type { (names.join(" > ")) } }
                @if let Some(grams) = weight.filter(|grams| *grams <= MAX_SHIPPING_GRAMS) {
                    g:shipping_weight { (Grams::kilograms(grams)) " kg" }
                }
            }
        }
    }
}

/// Returns the lower prices of larger orders, by how many smallest orders they begin at
/// (<https://support.google.com/merchants/answer/12674897>). A step within a smallest order begins with the next one.
fn bulk_prices(tool: &CatalogueEntry, quantity: i64) -> BTreeMap<i64, Cents> {
    let steps = tool.extras.price_steps.as_slice().iter();
    let counts = steps.map(|step| (step.from + quantity - 1) / quantity).filter(|count| *count >= 2);
    let priced = counts.filter_map(|count| {
        let pieces = count.checked_mul(quantity)?;
        Some((count, tool.price_for(pieces).times(quantity)?))
    });
    priced.collect()
}

/// Texts may have these two characters, and XML may not.
fn text_of(markup: Markup) -> String {
    markup.into_string().replace(['\u{fffe}', '\u{ffff}'], "")
}
