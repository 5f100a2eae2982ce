//! Product exports of Shopify. A product has a row for each variant, and further rows for further pictures.

use std::collections::HashMap;

use super::{Cells, Column, Product, add_pictures, html, picture};
use crate::catalogue::{
    import::{RowFault, file::ToolFile},
    tools::pictures::ToolPicture,
};

const HANDLE: Column = &["Handle", "URL handle"];
const TITLE: Column = &["Title"];
const BODY: Column = &["Body (HTML)", "Description"];
const KIND: Column = &["Type"];
const PUBLISHED: Column = &["Published", "Published on online store"];
const STATUS: Column = &["Status"];
const OPTIONS: [Column; 3] = [&["Option1 Value"], &["Option2 Value"], &["Option3 Value"]];
const SKU: Column = &["Variant SKU", "SKU"];
const STOCK: Column = &["Variant Inventory Qty", "Inventory quantity"];
const PRICE: Column = &["Variant Price", "Price"];
const PICTURE: Column = &["Image Src", "Product image URL"];
const POSITION: Column = &["Image Position"];
const ALT: Column = &["Image Alt Text"];
const VARIANT_PICTURE: Column = &["Variant Image", "Variant image URL"];

pub const NEEDED: &[Column] = &[HANDLE, TITLE];

/// What a product without variants has as its only option.
const NO_OPTION: &str = "Default Title";

/// The rows of one product.
#[derive(Default)]
struct Group {
    /// What its first row says about all variants.
    shared: Product,
    variants: Vec<Product>,
    pictures: Vec<(u64, ToolPicture)>,
}

pub fn products(records: &[Cells<'_>], file: &mut ToolFile) -> Vec<Product> {
    let mut groups: Vec<Group> = Vec::new();
    let mut by_handle = HashMap::new();
    for record in records {
        let (handle, title) = (record.get(HANDLE), record.get(TITLE));
        if handle.is_empty() {
            file.faults.push(RowFault { line: record.line, detail: "Handle: This row has none.".into() });
            continue;
        }
        let at = *by_handle.entry(handle.to_owned()).or_insert_with(|| {
            groups.push(Group { shared: shared(record), ..Group::default() });
            groups.len() - 1
        });
        let Some(group) = groups.get_mut(at) else { continue };
        if !record.get(PICTURE).is_empty() {
            let position = record.get(POSITION).parse().unwrap_or(record.line);
            group.pictures.push((position, picture(record.get(PICTURE), record.get(ALT))));
        }
        let is_variant = [PRICE, SKU, OPTIONS[0]].iter().any(|column| !record.get(column).is_empty());
        // The first row of a product is a variant, whatever it lacks.
        if is_variant || !title.is_empty() && group.variants.is_empty() {
            let variant = variant(&group.shared, record);
            group.variants.push(variant);
        }
    }
    groups.into_iter().flat_map(Group::into_variants).collect()
}

fn shared(record: &Cells<'_>) -> Product {
    let status = record.get(STATUS).to_lowercase();
    let is_hidden = !record.get(PUBLISHED).is_empty() && !record.is_true(PUBLISHED);
    Product {
        title: record.get(TITLE).to_owned(),
        text: html::to_text(record.get(BODY), false),
        category: record.get(KIND).to_owned(),
        is_draft: is_hidden || !(status.is_empty() || status == "active"),
        ..Product::default()
    }
}

fn variant(shared: &Product, record: &Cells<'_>) -> Product {
    let options = OPTIONS.iter().map(|column| record.get(column));
    let options =
        options.filter(|option| !option.is_empty() && *option != NO_OPTION).map(str::to_owned).collect();
    let mut pictures = Vec::new();
    add_pictures(&mut pictures, [picture(record.get(VARIANT_PICTURE), "")]);
    Product {
        line: record.line,
        options,
        price: record.get(PRICE).to_owned(),
        stock: record.get(STOCK).to_owned(),
        // An apostrophe keeps spreadsheets from reading it as a number.
        sku: record.get(SKU).trim_start_matches('\'').to_owned(),
        pictures,
        ..shared.clone()
    }
}

impl Group {
    /// Each with its own picture first.
    fn into_variants(mut self) -> Vec<Product> {
        self.pictures.sort_by_key(|(position, _)| *position);
        for variant in &mut self.variants {
            add_pictures(&mut variant.pictures, self.pictures.iter().map(|(_, picture)| picture.clone()));
        }
        self.variants
    }
}
