//! Product exports of other shops as rows of the shop. Their columns are recognised by the first line.
//!
//! What cannot be taken is a fault of its row or a note, so that nothing is lost without a word.

mod html;
mod shopify;
mod woocommerce;

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    sync::Arc,
};

use csv::StringRecord;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    RowFault,
    columns::{ImportRow, ToolColumn},
    file::ToolFile,
};
use crate::{
    catalogue::tools::pictures::{MAX_PICTURES, ToolPicture, alt_text},
    values::{FromJson as _, text::NonEmptyText},
};

/// Which program wrote a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportSource {
    #[default]
    Trowel,
    Shopify,
    WooCommerce,
}

/// The names of a column in the versions of a program.
type Column = &'static [&'static str];

impl ImportSource {
    pub fn of(header: &StringRecord) -> Self {
        let has = |columns: &[Column]| columns.iter().all(|column| position(header, column).is_some());
        if has(woocommerce::NEEDED) {
            Self::WooCommerce
        } else if has(shopify::NEEDED) && position(header, &["Name"]).is_none() {
            Self::Shopify
        } else {
            Self::Trowel
        }
    }
}

fn position(header: &StringRecord, column: Column) -> Option<usize> {
    header.iter().position(|cell| column.iter().any(|name| cell.trim().eq_ignore_ascii_case(name)))
}

/// The first line. Columns are looked up when the first record is read.
struct Header<'a> {
    names: &'a StringRecord,
    positions: RefCell<HashMap<Column, Option<usize>>>,
}

/// A record, whose cells are read by the name of their column.
struct Cells<'a> {
    line: u64,
    header: &'a Header<'a>,
    record: &'a StringRecord,
}

impl<'a> Cells<'a> {
    /// Empty if the file has no such column. A longer cell is cut, and too long for every column of the shop.
    fn get(&self, column: Column) -> &'a str {
        let cell = self.whole(column);
        cell.char_indices().nth(MAX_CELL).map_or(cell, |(end, _)| &cell[..end])
    }

    fn whole(&self, column: Column) -> &'a str {
        let Header { names, positions } = self.header;
        let at = *positions.borrow_mut().entry(column).or_insert_with(|| position(names, column));
        at.and_then(|at| self.record.get(at)).unwrap_or_default().trim()
    }

    fn is_true(&self, column: Column) -> bool {
        matches!(&*self.get(column).to_lowercase(), "true" | "1" | "yes")
    }
}

/// A product or one of its variants, with as much as a tool may have. Variants share their text and pictures.
#[derive(Clone, Default)]
struct Product<'a> {
    line: u64,
    title: String,
    /// What tells it from other variants.
    options: Vec<String>,
    text: Arc<str>,
    is_text_cut: bool,
    price: String,
    stock: String,
    shares_stock: bool,
    low_stock: String,
    /// Kilograms. Empty: not known.
    weight: String,
    sku: String,
    category: String,
    is_draft: bool,
    pictures: Pictures<'a>,
}

/// Without repeats.
#[derive(Clone, Default)]
struct Pictures<'a> {
    taken: Vec<Arc<ToolPicture>>,
    addresses: Arc<HashSet<&'a str>>,
    count: usize,
}

impl<'a> Pictures<'a> {
    /// Of addresses and alt texts.
    fn of(all: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let (mut taken, mut addresses) = (Vec::new(), HashSet::new());
        for (url, alt) in all {
            if !url.is_empty() && addresses.insert(url) && taken.len() < MAX_PICTURES {
                taken.push(Arc::new(picture(url, alt)));
            }
        }
        Self { taken, count: addresses.len(), addresses: Arc::new(addresses) }
    }

    fn then(mut self, more: &Self) -> Self {
        self.count = more.count + self.addresses.difference(&more.addresses).count();
        let known = &self.addresses;
        let new = more.taken.iter().filter(|picture| !known.contains(&*picture.url)).cloned();
        self.taken.extend(new);
        self.taken.truncate(MAX_PICTURES);
        self
    }
}

/// Reads records without the first line.
pub fn read(source: ImportSource, header: &StringRecord, records: &[(u64, StringRecord)]) -> ToolFile {
    let mut file = ToolFile { source, ..ToolFile::default() };
    let names = Header { names: header, positions: RefCell::default() };
    let cells: Vec<_> =
        records.iter().map(|(line, record)| Cells { line: *line, header: &names, record }).collect();
    let products = match source {
        ImportSource::Shopify => shopify::products(&cells, &mut file),
        _ => woocommerce::products(&cells, &mut file),
    };
    let used: Vec<usize> = names.positions.borrow().values().flatten().copied().collect();
    let unknown =
        header.iter().enumerate().filter(|(at, cell)| !used.contains(at) && !cell.trim().is_empty());
    file.unknown_columns = unknown.map(|(_, cell)| cell.trim().chars().take(60).collect()).collect();
    for product in products {
        take(product, &mut file);
    }
    file
}

fn take(product: Product<'_>, file: &mut ToolFile) {
    let line = product.line;
    let note = |file: &mut ToolFile, detail: String| file.notes.push(RowFault { line, detail });
    let mut name = product.title;
    if !product.options.is_empty() {
        name = format!("{name} – {}", product.options.join(" / "));
    }
    if product.is_text_cut {
        note(file, format!("Description: Only the first {MAX_DESCRIPTION} characters are taken."));
    }
    let mut stock = whole_number(&product.stock);
    if stock.starts_with('-') {
        note(file, format!("Available quantity: The file has “{stock}”, so it is 0."));
        stock = "0";
    }
    let mut row = ImportRow { line, shares_stock: product.shares_stock, ..ImportRow::default() };
    let mut faults = Vec::new();
    for (column, cell) in [
        (ToolColumn::Name, &*name),
        (ToolColumn::Sku, &product.sku),
        (ToolColumn::Price, &product.price),
        (ToolColumn::AvailableQuantity, stock),
        (ToolColumn::Category, &product.category),
        (ToolColumn::LowStock, whole_number(&product.low_stock)),
        (ToolColumn::WeightInKg, &product.weight),
    ] {
        // An empty cell would change what a known tool has.
        if cell.is_empty() && !matches!(column, ToolColumn::Name | ToolColumn::Price) {
            continue;
        }
        if let Err(fault) = row.read(column, cell) {
            faults.push(format!("{}: {}", column.as_str(), fault.detail));
        }
    }
    let is_visible =
        |text: &Arc<str>| NonEmptyText::<MAX_DESCRIPTION>::from_json(&Value::from(&**text)).is_ok();
    row.update.description = Some(product.text).filter(is_visible);
    row.update.is_draft = Some(product.is_draft);
    let Pictures { taken, count, .. } = product.pictures;
    if count > MAX_PICTURES {
        note(file, format!("Picture: The first {MAX_PICTURES} of {count} pictures are taken."));
    }
    row.pictures = taken;
    if faults.is_empty() {
        file.rows.push(row);
    } else {
        file.faults.push(RowFault { line, detail: faults.join(" ") });
    }
}

const MAX_DESCRIPTION: usize = 4_000;
/// Characters of a cell that is no description and no list of pictures.
const MAX_CELL: usize = 300;
/// Bytes. The rest of a longer one says nothing.
const MAX_ADDRESS: usize = 2_000;

/// A weight in kilograms. The programs write 0 for a tool without one, and more decimals than a gram has.
fn kilograms(cell: &str, grams_per_unit: f64) -> String {
    match cell.parse::<f64>() {
        Ok(0.0) => String::new(),
        Ok(weight) if (0.0..1e9).contains(&weight) => {
            let kilograms = format!("{:.3}", weight * grams_per_unit / 1_000.0);
            // No tool weighs nothing.
            if kilograms == "0.000" { "0.001".to_owned() } else { kilograms }
        }
        _ => cell.to_owned(),
    }
}

/// Some programs write 12 as 12.0.
fn whole_number(cell: &str) -> &str {
    let whole = cell.split_once('.').filter(|(_, fraction)| fraction.bytes().all(|byte| byte == b'0'));
    whole.map_or(cell, |(whole, _)| whole)
}

/// A picture by its address. A description that the shop cannot store is left out. A cut address leads nowhere.
fn picture(url: &str, alt: &str) -> ToolPicture {
    let alt: String = alt.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect();
    let alt = alt_text(&Value::from(alt)).ok().flatten().unwrap_or_default();
    let is_long = url.len() > MAX_ADDRESS;
    let url =
        if is_long { format!("…{}", &url[..url.floor_char_boundary(MAX_ADDRESS)]) } else { url.into() };
    ToolPicture { url, alt }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::catalogue::import::{MAX_ROWS, file};

    /// Ten thousand copies of a text or a list of pictures take more memory than a computer has.
    #[track_caller]
    fn share_what_they_have(text: &str, pictures: usize, note: &str) {
        let file = file::read(text.as_bytes()).unwrap();
        assert_eq!((file.rows.len(), file.faults.len()), (MAX_ROWS, 0));
        let first = &file.rows[0];
        assert_eq!(first.pictures.len(), pictures);
        for row in &file.rows {
            let (text, other) = (row.update.description.as_ref(), first.update.description.as_ref());
            assert!(text.zip(other).is_some_and(|(text, other)| Arc::ptr_eq(text, other)));
            let mut pictures = row.pictures.iter().zip(&first.pictures);
            assert!(pictures.all(|(picture, other)| Arc::ptr_eq(picture, other)));
        }
        assert_eq!(file.notes[0], RowFault { line: 2, detail: note.into() });
    }

    #[test]
    fn variants_share_a_long_text() {
        let text = "Body <b>text</b>. ".repeat(270_000);
        let note = "Description: Only the first 4000 characters are taken.";
        let mut shopify =
            format!("Handle,Title,Option1 Value,Variant Price,Image Src,Body (HTML)\nh,H,1,1,a.png,{text}");
        let mut woo = format!(
            "ID,Type,Name,Regular price,Parent,Attribute 1 value(s),Images,Published,Description\n9,variable,H,1,,,a.png,1,{text}"
        );
        for number in 2..=MAX_ROWS {
            _ = write!(shopify, "\nh,,{number},1,,");
            _ = write!(woo, "\n,variation,,,id:9,{number},,1,");
        }
        share_what_they_have(&shopify, 1, note);
        let file = file::read(woo.as_bytes()).unwrap();
        let texts = file.rows.iter().map(|row| row.update.description.as_ref().unwrap());
        assert!(
            texts.clone().all(|text| Arc::ptr_eq(text, file.rows[0].update.description.as_ref().unwrap()))
        );
        assert_eq!(texts.len(), MAX_ROWS - 1);
    }

    #[test]
    fn variants_share_many_pictures_and_long_addresses() {
        let mut many =
            "Handle,Title,Option1 Value,Variant Price,Image Src,Body (HTML)\nh,H,1,1,1.png,Text".to_owned();
        for number in 2..=MAX_ROWS {
            _ = write!(many, "\nh,,{number},1,{number}.png,");
        }
        share_what_they_have(&many, 8, "Picture: The first 8 of 10000 pictures are taken.");
        let long = picture(&"é".repeat(9_000), "").url;
        assert!(long.starts_with('…') && long.len() < 2_100);
    }

    #[test]
    fn the_picture_of_a_variant_is_first_and_counts_once() {
        let shared = Pictures::of(["a", "b", "a", "", "c"].map(|url| (url, "")));
        let own = Pictures::of([("b", "")]).then(&shared);
        let taken: Vec<_> = own.taken.iter().map(|picture| &*picture.url).collect();
        assert_eq!((taken, own.count), (vec!["b", "a", "c"], 3));
    }
}
