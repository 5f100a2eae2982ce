//! Product exports of Shopify. A product has a row for each variant, and further rows for further pictures.

use std::{collections::HashMap, sync::Arc};

use super::{
    Cells, Column, MAX_DESCRIPTION, Pictures, Product,
    html::{PlainText, one_line},
    old_paths, remarks,
};
use crate::catalogue::import::{RowFault, file::ToolFile};
use crate::values::language::localized;

const HANDLE: Column = &["Handle", "URL handle"];
const TITLE: Column = &["Title"];
const BODY: Column = &["Body (HTML)", "Description"];
const VENDOR: Column = &["Vendor"];
const KIND: Column = &["Type"];
const PUBLISHED: Column = &["Published", "Published on online store"];
const STATUS: Column = &["Status"];
const OPTIONS: [Column; 3] = [&["Option1 Value"], &["Option2 Value"], &["Option3 Value"]];
const SKU: Column = &["Variant SKU", "SKU"];
const BARCODE: Column = &["Variant Barcode", "Barcode"];
const STOCK: Column = &["Variant Inventory Qty", "Inventory quantity"];
const WEIGHT: Column = &["Variant Grams", "Weight value (grams)"];
const PRICE: Column = &["Variant Price", "Price"];
const PICTURE: Column = &["Image Src", "Product image URL"];
const POSITION: Column = &["Image Position"];
const GIFT_CARD: Column = &["Gift Card"];
const TRACKER: Column = &["Variant Inventory Tracker", "Inventory tracker"];
const TAXABLE: Column = &["Variant Taxable", "Charge tax"];
const SENT: Column = &["Variant Requires Shipping", "Requires shipping"];
const ALT: Column = &["Image Alt Text"];
const VARIANT_PICTURE: Column = &["Variant Image", "Variant image URL"];

pub const NEEDED: &[Column] = &[HANDLE, TITLE];

/// What a product without variants has as its only option.
const NO_OPTION: &str = "Default Title";

/// The rows of one product.
#[derive(Default)]
struct Group<'a> {
    /// What its first row says about all variants.
    shared: Product<'a>,
    variants: Vec<Product<'a>>,
    is_gift_card: bool,
    /// Position, address and alt text.
    pictures: Vec<(u64, &'a str, &'a str)>,
}

pub fn products<'a>(records: &[Cells<'a>], file: &mut ToolFile) -> Vec<Product<'a>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut by_handle = HashMap::new();
    for record in records {
        let (handle, title) = (record.get(HANDLE), record.get(TITLE));
        if handle.is_empty() {
            file.faults.push(RowFault {
                line: record.line,
                detail: localized!("Handle: This row has none.", "Handle\u{a0}: Cette ligne n’en a pas."),
            });
            continue;
        }
        let at = *by_handle.entry(handle.to_owned()).or_insert_with(|| {
            let is_gift_card = record.is_true(GIFT_CARD);
            groups.push(Group { shared: shared(record), is_gift_card, ..Group::default() });
            groups.len() - 1
        });
        let Some(group) = groups.get_mut(at) else { continue };
        let position = record.get(POSITION).parse().unwrap_or(record.line);
        group.pictures.push((position, record.whole(PICTURE), record.get(ALT)));
        let is_variant = [PRICE, SKU, OPTIONS[0]].iter().any(|column| !record.get(column).is_empty());
        // The first row of a product is a variant, whatever it lacks.
        if is_variant || !title.is_empty() && group.variants.is_empty() {
            let variant = variant(&group.shared, record);
            group.variants.push(variant);
        }
    }
    let (gift_cards, groups): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.is_gift_card);
    for variant in gift_cards.iter().flat_map(|group| &group.variants) {
        file.faults.push(RowFault { line: variant.line, detail: remarks::Remark::GiftCard.sentence() });
    }
    groups.into_iter().flat_map(Group::into_variants).collect()
}

fn shared<'a>(record: &Cells<'a>) -> Product<'a> {
    let status = record.get(STATUS).to_lowercase();
    let is_hidden = !record.get(PUBLISHED).is_empty() && !record.is_true(PUBLISHED);
    let mut text = PlainText::with_room(MAX_DESCRIPTION);
    text.read(record.whole(BODY), false);
    Product {
        title: one_line(record.get(TITLE)),
        text: text.as_str().into(),
        is_text_cut: text.is_cut,
        category: one_line(record.get(KIND)),
        brand: one_line(record.get(VENDOR)),
        is_draft: is_hidden || !(status.is_empty() || status == "active"),
        old_paths: Arc::new(old_paths::of_shopify(record.get(HANDLE), record.get(KIND))),
        ..Product::default()
    }
}

fn variant<'a>(shared: &Product<'a>, record: &Cells<'a>) -> Product<'a> {
    let options = OPTIONS.iter().map(|column| record.get(column));
    let options = options.filter(|option| !option.is_empty() && *option != NO_OPTION).map(one_line).collect();
    Product {
        line: record.line,
        options,
        price: record.number(PRICE),
        stock: record.number(STOCK),
        // An apostrophe keeps spreadsheets from reading it as a number.
        sku: record.get(SKU).trim_start_matches('\'').to_owned(),
        gtin: record.get(BARCODE).trim_start_matches('\'').to_owned(),
        weight: record.number(WEIGHT),
        grams_per_unit: 1.0,
        pictures: Pictures::of([(record.whole(VARIANT_PICTURE), "")]),
        remarks: remarks_about(record),
        ..shared.clone()
    }
}

fn remarks_about(record: &Cells<'_>) -> Vec<remarks::Remark> {
    let is_false = |column| !record.get(column).is_empty() && !record.is_true(column);
    let is_not_counted = record.has(TRACKER) && record.get(TRACKER).is_empty();
    let remarks = [
        (is_not_counted, remarks::Remark::NotCounted),
        (is_false(TAXABLE), remarks::Remark::NotTaxed),
        (is_false(SENT), remarks::Remark::NotSent),
    ];
    remarks.into_iter().filter_map(|(is_so, remark)| is_so.then_some(remark)).collect()
}

impl<'a> Group<'a> {
    /// The variants, each with its own picture first.
    fn into_variants(mut self) -> impl Iterator<Item = Product<'a>> {
        self.pictures.sort_by_key(|(position, ..)| *position);
        let pictures = Pictures::of(self.pictures.into_iter().map(|(_, url, alt)| (url, alt)));
        let with =
            move |variant: Product<'a>| Product { pictures: variant.pictures.then(&pictures), ..variant };
        self.variants.into_iter().map(with)
    }
}
