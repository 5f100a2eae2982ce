//! Product exports of other shops as rows of the shop. Their columns are recognised by the first line.
//!
//! What cannot be taken is a fault of its row or a note, so that nothing is lost without a word.

mod html;
mod shopify;
mod woocommerce;

use std::{cell::RefCell, collections::HashMap};

use csv::StringRecord;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{RowFault, columns::ImportRow, file::ToolFile};
use crate::catalogue::tools::pictures::{MAX_PICTURES, MorePictures, ToolPicture, alt_text};

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

impl Cells<'_> {
    /// Empty if the file has no such column.
    fn get(&self, column: Column) -> &str {
        let Header { names, positions } = self.header;
        let at = *positions.borrow_mut().entry(column).or_insert_with(|| position(names, column));
        at.and_then(|at| self.record.get(at)).unwrap_or_default().trim()
    }

    fn is_true(&self, column: Column) -> bool {
        matches!(&*self.get(column).to_lowercase(), "true" | "1" | "yes")
    }
}

/// A product or one of its variants, as the file has it.
#[derive(Clone, Default)]
struct Product {
    line: u64,
    title: String,
    /// What tells it from other variants.
    options: Vec<String>,
    text: String,
    price: String,
    stock: String,
    low_stock: String,
    sku: String,
    category: String,
    is_draft: bool,
    pictures: Vec<ToolPicture>,
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

fn take(product: Product, file: &mut ToolFile) {
    let line = product.line;
    let note = |file: &mut ToolFile, detail: String| file.notes.push(RowFault { line, detail });
    let mut name = product.title;
    if !product.options.is_empty() {
        name = format!("{name} – {}", product.options.join(" / "));
    }
    let mut text = product.text;
    if text.is_empty() {
        note(file, "Description: The file has none, so it is the name.".into());
        text.clone_from(&name);
    }
    if let Some((end, _)) = text.char_indices().nth(MAX_DESCRIPTION) {
        note(file, format!("Description: Only the first {MAX_DESCRIPTION} characters are taken."));
        text.truncate(end);
    }
    let stock = whole_number(&product.stock);
    if stock.is_empty() || stock.starts_with('-') {
        note(file, format!("Available quantity: The file has “{stock}”, so it is 0."));
    }
    let stock = if stock.is_empty() || stock.starts_with('-') { "0" } else { stock };
    let mut row = ImportRow { line, ..ImportRow::default() };
    let mut faults = Vec::new();
    for (column, cell) in [
        ("Name", &*name),
        ("SKU", &product.sku),
        ("Description", &text),
        ("Price", &product.price),
        ("Available quantity", stock),
        ("Category", &product.category),
        ("Low stock", whole_number(&product.low_stock)),
    ] {
        // An empty cell would remove what a known tool has.
        let is_optional = matches!(column, "SKU" | "Category" | "Low stock");
        if is_optional && cell.is_empty() {
            continue;
        }
        if let Err(fault) = row.read(column, cell) {
            faults.push(format!("{column}: {}", fault.detail));
        }
    }
    row.update.is_draft = Some(product.is_draft);
    let count = product.pictures.len();
    if count > MAX_PICTURES {
        note(file, format!("Picture: The first {MAX_PICTURES} of {count} pictures are taken."));
    }
    row.set_pictures(product.pictures.into_iter().take(MAX_PICTURES).collect());
    if faults.is_empty() {
        file.rows.push(row);
    } else {
        file.faults.push(RowFault { line, detail: faults.join(" ") });
    }
}

const MAX_DESCRIPTION: usize = 4_000;

/// Some programs write 12 as 12.0.
fn whole_number(cell: &str) -> &str {
    let whole = cell.split_once('.').filter(|(_, fraction)| fraction.bytes().all(|byte| byte == b'0'));
    whole.map_or(cell, |(whole, _)| whole)
}

/// A picture by its address. A description that the shop cannot store is left out.
fn picture(url: &str, alt: &str) -> ToolPicture {
    let alt: String = alt.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect();
    ToolPicture { url: url.to_owned(), alt: alt_text(&Value::from(alt)).ok().flatten().unwrap_or_default() }
}

/// Adds pictures that are not there yet.
fn add_pictures(pictures: &mut Vec<ToolPicture>, more: impl IntoIterator<Item = ToolPicture>) {
    for picture in more {
        if !picture.url.is_empty() && pictures.iter().all(|known| known.url != picture.url) {
            pictures.push(picture);
        }
    }
}

impl ImportRow {
    /// Addresses of pictures, the first one first.
    pub fn pictures(&self) -> Vec<ToolPicture> {
        let url = self.update.img.clone();
        let first = url.map(|url| ToolPicture { url, alt: self.update.img_alt.clone().unwrap_or_default() });
        let more = self.update.more_pictures.iter().flat_map(|more| more.0.clone());
        first.into_iter().chain(more).collect()
    }

    /// Without any, the tool keeps what it has.
    pub fn set_pictures(&mut self, pictures: Vec<ToolPicture>) {
        let mut pictures = pictures.into_iter();
        let first = pictures.next();
        self.update.img_alt = first.as_ref().map(|first| first.alt.clone());
        self.update.more_pictures = first.as_ref().map(|_| MorePictures(pictures.collect()));
        self.update.img = first.map(|first| first.url);
    }
}
