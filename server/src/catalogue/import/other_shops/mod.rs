//! Product exports of other shops as rows of the shop. Their columns are recognised by the first line.
//!
//! What cannot be taken is a fault of its row or a note, so that nothing is lost without a word.

mod html;
mod old_paths;
pub mod remarks;
mod row;
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

use self::{html::one_line, row::RowReader};
use super::{
    columns::OldPaths,
    file::ToolFile,
    file_row::FileRow,
    numbers::{DecimalSigns, NumberCell},
};
use crate::{
    catalogue::tools::pictures::{MAX_PICTURES, ToolPicture, alt_text},
    values::fold::{fold, words},
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
        let names = headings(header);
        let has = |columns: &[Column]| columns.iter().all(|column| position(&names, column).is_some());
        if has(woocommerce::NEEDED) {
            Self::WooCommerce
        } else if has(shopify::NEEDED) && position(&names, &["Name"]).is_none() {
            Self::Shopify
        } else {
            Self::Trowel
        }
    }
}

/// The headings of the first line, as they are compared.
fn headings(header: &StringRecord) -> Vec<String> {
    header.iter().map(|cell| heading(&cell.chars().take(MAX_HEADING).collect::<String>())).collect()
}

/// The words of a heading in small letters without accents. French translations have no-break spaces and curved
/// apostrophes, and older ones write both as HTML.
fn heading(text: &str) -> String {
    words(&fold(&one_line(text))).collect::<Vec<_>>().join(" ")
}

fn position(headings: &[String], column: Column) -> Option<usize> {
    let names: Vec<_> = column.iter().map(|name| heading(name)).collect();
    headings.iter().position(|found| names.contains(found))
}

/// The first line. Columns are looked up when the first record is read.
struct Header<'a> {
    names: Vec<String>,
    rows: &'a [FileRow],
    positions: RefCell<HashMap<Column, Option<usize>>>,
    /// The decimal signs of the columns that have numbers.
    signs: RefCell<HashMap<Column, DecimalSigns>>,
}

impl Header<'_> {
    fn position(&self, column: Column) -> Option<usize> {
        *self.positions.borrow_mut().entry(column).or_insert_with(|| position(&self.names, column))
    }

    fn signs(&self, column: Column) -> DecimalSigns {
        let at = self.position(column);
        let cells = || self.rows.iter().filter_map(|row| row.text(at?));
        *self.signs.borrow_mut().entry(column).or_insert_with(|| DecimalSigns::of(cells()))
    }
}

/// A record, whose cells are read by the name of their column.
struct Cells<'a> {
    line: u64,
    header: &'a Header<'a>,
    row: &'a FileRow,
}

impl<'a> Cells<'a> {
    /// The cell of a column. Returns an empty text if the file has no such column. A longer cell is cut, and too long
    /// for every column of the shop.
    fn get(&self, column: Column) -> &'a str {
        let cell = self.whole(column);
        cell.char_indices().nth(MAX_CELL).map_or(cell, |(end, _)| &cell[..end])
    }

    fn whole(&self, column: Column) -> &'a str {
        let at = self.header.position(column);
        at.and_then(|at| self.row.cells.get(at)).unwrap_or_default().trim()
    }

    /// Whether the file has the column.
    fn has(&self, column: Column) -> bool {
        self.header.position(column).is_some()
    }

    fn number(&self, column: Column) -> NumberCell<'a> {
        let signs = self.header.signs(column);
        let at = self.header.position(column);
        NumberCell::new(self.get(column), at.map_or(signs, |at| self.row.signs(at, signs)))
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
    price: NumberCell<'a>,
    stock: NumberCell<'a>,
    shares_stock: bool,
    low_stock: NumberCell<'a>,
    /// The weight is empty if it is not known.
    weight: NumberCell<'a>,
    grams_per_unit: f64,
    sku: String,
    gtin: String,
    brand: String,
    category: String,
    is_draft: bool,
    pictures: Pictures<'a>,
    old_paths: Arc<OldPaths>,
    /// What the other shop does with it and this one does not.
    remarks: Vec<remarks::Remark>,
}

/// The pictures of a tool in the file of another shop, each address once.
#[derive(Clone, Default)]
struct Pictures<'a> {
    taken: Vec<Arc<ToolPicture>>,
    addresses: Arc<HashSet<&'a str>>,
    count: usize,
}

impl<'a> Pictures<'a> {
    /// Takes pictures by their addresses and alt texts. An address that occurs twice is taken once.
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

/// Reads rows without the first line.
pub fn read(source: ImportSource, header: &StringRecord, rows: &[FileRow]) -> ToolFile {
    let mut file = ToolFile { source, ..ToolFile::default() };
    let names = headings(header);
    let names = Header { names, rows, positions: RefCell::default(), signs: RefCell::default() };
    let cells: Vec<_> = rows.iter().map(|row| Cells { line: row.line, header: &names, row }).collect();
    let products = match source {
        ImportSource::Shopify => shopify::products(&cells, &mut file),
        ImportSource::Trowel | ImportSource::WooCommerce => woocommerce::products(&cells, &mut file),
    };
    let used: Vec<usize> = names.positions.borrow().values().flatten().copied().collect();
    let unknown =
        header.iter().enumerate().filter(|(at, cell)| !used.contains(at) && !cell.trim().is_empty());
    file.unknown_columns = unknown.map(|(_, cell)| cell.trim().chars().take(60).collect()).collect();
    let mut reader = RowReader::new(&mut file);
    for product in products {
        reader.read(product);
    }
    file
}

/// Characters of a heading that are compared.
const MAX_HEADING: usize = 80;
const MAX_DESCRIPTION: usize = 4_000;
/// Characters of a cell that is no description and no list of pictures.
const MAX_CELL: usize = 300;
/// Bytes. The rest of a longer one says nothing.
const MAX_ADDRESS: usize = 2_000;

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
        assert_eq!((file.notes[0].line, file.notes[0].detail.english()), (2, note));
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

    fn prices(text: &str) -> (Vec<i64>, Vec<(u64, String)>) {
        let file = file::read(text.as_bytes()).unwrap();
        let prices = file.rows.iter().filter_map(|row| Some(row.update.price?.as_i64())).collect();
        (
            prices,
            file.faults.into_iter().map(|fault| (fault.line, fault.detail.english().to_owned())).collect(),
        )
    }

    #[test]
    fn no_price_of_another_shop_is_guessed() {
        let sentence = "Price: “1,250” can mean 1250.00 or 1.25. Please write 1250.00 or 1.25.";
        for head in
            ["Type,Name,Regular price\nsimple,A,@\nsimple,B,@", "Handle,Title,Variant Price\na,A,@\nb,B,@"]
        {
            let file =
                |first: &str, second: &str| prices(&head.replacen('@', first, 1).replacen('@', second, 1));
            assert_eq!(file("\"1,250\"", "5"), (vec![500], vec![(2, sentence.to_owned())]));
            assert_eq!(file("\"1,250\"", "24.50"), (vec![125_000, 2_450], Vec::new()));
            assert_eq!(file("1.250", "\"24,50\""), (vec![125_000, 2_450], Vec::new()));
            assert_eq!(file("\"1.299,00\"", "\"1,299.00\""), (vec![129_900, 129_900], Vec::new()));
        }
    }

    #[test]
    fn every_variant_of_a_shop_with_long_names_and_doubled_skus_arrives() {
        let mut file = "Handle,Title,Option1 Value,Option2 Value,Variant SKU,Variant Price\n".to_owned();
        for number in 0..1_842 {
            let title = format!("Pot &amp; saucer\t{}", "in glazed stoneware ".repeat(12));
            let sku = if number % 3 == 0 { "X".repeat(60) } else { (number % 500).to_string() };
            _ = writeln!(
                file,
                "pot-{},\"{title}\",Size {number},Colour &quot;{}&quot;,{sku},5",
                number / 4,
                number % 4
            );
        }
        // The same title without options.
        for number in 0..20 {
            _ = writeln!(file, "same-{number},\"{}\nBare\",,,,6", "Bare roots ".repeat(23));
        }
        let file = file::read(file.as_bytes()).unwrap();
        assert_eq!((file.rows.len(), file.faults), (1_862, Vec::new()));
        let names: HashSet<_> = file.rows.iter().filter_map(|row| row.update.name.as_deref()).collect();
        assert_eq!(names.len(), 1_862);
        assert!(
            names.iter().all(|name| name.chars().count() <= 120 && !name.contains('&')
                || name.starts_with("Pot & saucer in"))
        );
        assert!(
            file.rows[7]
                .update
                .name
                .as_deref()
                .is_some_and(|name| name.ends_with("glazed stoneware in… – Size 7 / Colour \"3\"")),
            "{:?}",
            file.rows[7].update.name
        );
        let skus: Vec<_> = file.rows.iter().filter_map(|row| row.update.sku.as_ref()?.0.as_deref()).collect();
        assert_eq!(skus.len(), skus.iter().collect::<HashSet<_>>().len());
        let has = |words: &str| file.notes.iter().any(|note| note.detail.english().contains(words));
        for words in [
            "SKU: “XXX",
            "SKU: The file has “1” more than once",
            "Name: It has more than 120",
            "this tool is “Bare",
        ] {
            assert!(has(words), "{words}");
        }
    }
}
