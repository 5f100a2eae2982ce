//! Reads a file of tools.

use std::collections::HashSet;

use csv::{ReaderBuilder, StringRecord};

use super::{
    MAX_COLUMNS, MAX_ROWS, RowFault,
    columns::{COLUMNS, ImportRow, ToolColumn},
    dialect::{self, DecodedFile, FileDialect, empty_lines, is_too_wide},
    file_row::FileRow,
    numbers::DecimalSigns,
    other_shops::{self, ImportSource},
    programs, workbook,
};
use crate::values::language::{Localized, localized};
use crate::{http::csv::restore, values::hash::sha256_hex};

/// A file as rows, and what is wrong with it.
#[derive(Default)]
pub struct ToolFile {
    pub source: ImportSource,
    pub dialect: FileDialect,
    pub rows: Vec<ImportRow>,
    pub faults: Vec<RowFault>,
    /// What is left out of rows of another shop.
    pub notes: Vec<RowFault>,
    /// Columns that the shop does not know. They are ignored.
    pub unknown_columns: Vec<String>,
    /// Columns that the file lacks and a new tool needs.
    pub missing_columns: Vec<ToolColumn>,
    /// Names the content.
    pub digest: String,
}

/// A file can only change tools if it lacks one of these columns.
const NEEDED_BY_NEW_TOOLS: [ToolColumn; 5] = [
    ToolColumn::Name,
    ToolColumn::Description,
    ToolColumn::Price,
    ToolColumn::AvailableQuantity,
    ToolColumn::Picture,
];

pub fn too_wide() -> Localized {
    localized!(
        "This file has a row with more than {MAX_COLUMNS} cells. Please remove the columns that you do not \
         need.",
        "Ce fichier a une ligne de plus de {MAX_COLUMNS}\u{a0}cellules. Veuillez retirer les colonnes dont \
         vous n’avez pas besoin."
    )
}

pub fn too_long(max_rows: usize) -> Localized {
    localized!(
        "This file has more than {max_rows} rows. Please split it into several files.",
        "Ce fichier a plus de {max_rows}\u{a0}lignes. Veuillez le diviser en plusieurs fichiers."
    )
}

/// Gives the rows of a CSV or .xlsx file that have a text to `take`, with the first line. `Err` is a sentence about the
/// whole file.
pub fn read_each_row(
    bytes: &[u8],
    max_rows: usize,
    mut take: impl FnMut(FileRow),
) -> Result<FileDialect, Localized> {
    if workbook::is_workbook(bytes) {
        workbook::read(bytes, max_rows)?.into_iter().for_each(take);
        Ok(FileDialect { encoding: "xlsx", ..FileDialect::default() })
    } else {
        read_csv(bytes, max_rows, &mut take)
    }
}

pub fn read_rows(bytes: &[u8], max_rows: usize) -> Result<(Vec<FileRow>, FileDialect), Localized> {
    let mut rows = Vec::new();
    let dialect = read_each_row(bytes, max_rows, |row| rows.push(row))?;
    Ok((rows, dialect))
}

/// `Err` is a sentence about the whole file.
pub fn read(bytes: &[u8]) -> Result<ToolFile, Localized> {
    let (mut rows, dialect) = read_rows(bytes, MAX_ROWS)?;
    if rows.is_empty() {
        return Err(localized!(
            "This file is empty. Its first line must have the names of the columns.",
            "Ce fichier est vide. Sa première ligne doit contenir les noms des colonnes."
        ));
    }
    let header = rows.remove(0).cells;
    if let Some(sentence) = programs::sentence_about(&header) {
        return Err(sentence);
    }
    let digest = sha256_hex(bytes);
    let source = ImportSource::of(&header);
    if source != ImportSource::Trowel {
        return Ok(ToolFile { dialect, digest, ..other_shops::read(source, &header, &rows) });
    }
    let mut file = ToolFile { dialect, digest, ..ToolFile::default() };
    let columns = columns_of(&header, &mut file)?;
    let columns = with_signs(&columns, &rows);
    for row in &rows {
        read_row(&mut file, &columns, row);
    }
    Ok(file)
}

fn read_csv(bytes: &[u8], max_rows: usize, take: &mut impl FnMut(FileRow)) -> Result<FileDialect, Localized> {
    let not_csv = || {
        localized!(
            "This file is neither CSV nor .xlsx. Please save it as .xlsx or “CSV UTF-8” and try again.",
            "Ce fichier n’est ni un CSV ni un .xlsx. Veuillez l’enregistrer en .xlsx ou en «\u{a0}CSV \
             UTF-8\u{a0}» et réessayer."
        )
    };
    let DecodedFile { text, separator, dialect } =
        dialect::decode(bytes).filter(|file| !file.text.contains('\0')).ok_or_else(not_csv)?;
    if is_too_wide(&text, separator) {
        return Err(too_wide());
    }
    if text.trim_start().starts_with('<') {
        return Err(localized!(
            "This file is a web page, not CSV. Please download the file again.",
            "Ce fichier est une page web, et non un CSV. Veuillez télécharger le fichier de nouveau."
        ));
    }
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(text.as_bytes());
    let mut count = 0;
    let mut record = StringRecord::new();
    let mut line = 0;
    loop {
        line += 1 + empty_lines(&text, usize::try_from(reader.position().byte()).unwrap_or(usize::MAX));
        let is_more = reader.read_record(&mut record);
        if !is_more.map_err(|error| {
            localized!(
                "This file cannot be read as CSV: {error}.",
                "Ce fichier ne peut pas être lu comme CSV\u{a0}: {error}."
            )
        })? {
            return Ok(dialect);
        }
        // A clone would keep the room of the longest record.
        let row = FileRow::new(line, record.iter().collect());
        // The names of the columns are a row, too.
        if !row.is_empty() {
            if count > max_rows {
                return Err(too_long(max_rows));
            }
            count += 1;
            take(row);
        }
    }
}

fn columns_of(header: &StringRecord, file: &mut ToolFile) -> Result<Vec<Option<ToolColumn>>, Localized> {
    let mut seen = HashSet::new();
    let mut columns = Vec::with_capacity(header.len());
    for cell in header {
        let cell = cell.trim();
        // A download names the time zone in the heading: Added (America/Halifax).
        let name = cell.split_once(" (").map_or(cell, |(name, _)| name);
        let known = ToolColumn::ALL.into_iter().find(|column| column.as_str().eq_ignore_ascii_case(name));
        match known {
            Some(column) if !seen.insert(column) => {
                return Err(localized!(
                    "The column {} is in this file twice. Please remove one.",
                    "La colonne {} figure deux fois dans ce fichier. Veuillez en retirer une.",
                    column.as_str()
                ));
            }
            None if !cell.is_empty() => file.unknown_columns.push(cell.chars().take(60).collect()),
            _ => {}
        }
        columns.push(known);
    }
    if ![ToolColumn::Id, ToolColumn::Sku, ToolColumn::Name].iter().any(|column| seen.contains(column)) {
        return Err(localized!(
            "The first line has none of the columns ID, SKU and Name. The columns are: {}.",
            "La première ligne n’a aucune des colonnes ID, SKU et Name. Les colonnes sont\u{a0}: {}.",
            COLUMNS.map(|(name, _)| name).join(", ")
        ));
    }
    file.missing_columns = NEEDED_BY_NEW_TOOLS.into_iter().filter(|column| !seen.contains(column)).collect();
    Ok(columns)
}

/// Adds to each column the decimal signs of its numbers.
fn with_signs(columns: &[Option<ToolColumn>], rows: &[FileRow]) -> Vec<(Option<ToolColumn>, DecimalSigns)> {
    let signs = |(at, column): (usize, &Option<ToolColumn>)| {
        let cells = rows.iter().filter_map(|row| row.text(at));
        // Prices by quantity are several numbers.
        let signs = || DecimalSigns::of(cells.flat_map(|cell| restore(cell).split([';', ':'])));
        (
            *column,
            column
                .filter(|column| column.kind().has_numbers())
                .map_or_else(DecimalSigns::default, |_| signs()),
        )
    };
    columns.iter().enumerate().map(signs).collect()
}

/// A sentence about a cell, behind the name of its column.
pub fn in_column(column: &str, detail: &Localized) -> Localized {
    localized!(language => "{column}: {}", "{column}\u{a0}: {}", detail.in_language(language))
}

fn read_row(file: &mut ToolFile, columns: &[(Option<ToolColumn>, DecimalSigns)], read: &FileRow) {
    let line = read.line;
    let mut row = ImportRow { line, ..ImportRow::default() };
    let mut faults = Vec::new();
    if read.cells.len() > columns.len() {
        faults.push(localized!(
            "This row has more cells than the first line.",
            "Cette ligne a plus de cellules que la première."
        ));
    }
    for (at, ((column, signs), cell)) in columns.iter().zip(&read.cells).enumerate() {
        let Some(column) = column else { continue };
        if let Err(fault) = row.read(*column, cell, read.signs(at, *signs)) {
            faults.push(in_column(column.as_str(), &fault.detail));
        }
    }
    if faults.is_empty() {
        file.rows.push(row);
    } else {
        file.faults.push(RowFault { line, detail: Localized::join(&faults) });
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::WINDOWS_1252;

    use super::*;
    use crate::catalogue::import::dialect::LineEnds;

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[track_caller]
    fn reads_as(bytes: &[u8], encoding: &str, separator: &str, line_ends: LineEnds) {
        let file = read(bytes).unwrap();
        let known = (file.dialect.encoding, &*file.dialect.separator, file.dialect.line_ends);
        assert_eq!(known, (encoding, separator, line_ends));
        let rows: Vec<_> = file
            .rows
            .iter()
            .map(|row| {
                (
                    row.line,
                    row.update.name.as_deref(),
                    row.update.price.map(crate::values::money::Cents::as_i64),
                )
            })
            .collect();
        assert_eq!((rows, file.faults), (vec![(2, Some("Râteau"), Some(2_450))], Vec::new()));
    }

    #[test]
    fn every_dialect_of_a_spreadsheet_is_read() {
        use LineEnds::{Cr, CrLf, Lf};
        let comma = "Name,Price\nRâteau,24.50\n";
        let semicolon = "Name;Price\r\nRâteau;24,50\r\n";
        let tab = "Name\tPrice\nRâteau\t24,50 $\n";
        let latin = WINDOWS_1252.encode(semicolon).0;
        let unmapped_latin = WINDOWS_1252.encode(comma).0;
        reads_as(comma.as_bytes(), "UTF-8", ",", Lf);
        reads_as(format!("\u{feff}{semicolon}").as_bytes(), "UTF-8", ";", CrLf);
        reads_as(tab.as_bytes(), "UTF-8", "\t", Lf);
        reads_as(&latin, "windows-1252", ";", CrLf);
        reads_as(&unmapped_latin, "windows-1252", ",", Lf);
        reads_as(&utf16(&format!("\u{feff}{tab}"), u16::to_le_bytes), "UTF-16LE", "\t", Lf);
        reads_as(&utf16(&format!("\u{feff}{tab}"), u16::to_be_bytes), "UTF-16BE", "\t", Lf);
        reads_as(&utf16(tab, u16::to_le_bytes), "UTF-16LE", "\t", Lf);
        reads_as(format!("sep=;\r\n{semicolon}").as_bytes(), "UTF-8", ";", CrLf);
        reads_as(b"Name;Price\rR\x89teau;24,5\r", "macintosh", ";", Cr);
        reads_as("Name;\"Note, old\";Price\nRâteau;x;24,50\n".as_bytes(), "UTF-8", ";", Lf);
        reads_as("Name|Price\nRâteau|24,50".replace("Name", "sep=|\nName").as_bytes(), "UTF-8", "|", Lf);
    }

    #[test]
    fn rows_are_counted_as_spreadsheets_count() {
        for end in ["\n", "\r\n", "\r"] {
            let text = "\n\u{feff}Name,Price\n\nA,bad\n,,\n\"B\nC\",bad\n\n\nD,bad".replace('\n', end);
            let lines: Vec<u64> =
                read(text.as_bytes()).unwrap().faults.iter().map(|fault| fault.line).collect();
            assert_eq!(lines, [4, 6, 9], "{end:?}");
        }
        let shopify = "Handle,Title,Variant Price\n\na,A,bad\n";
        assert_eq!(read(shopify.as_bytes()).unwrap().faults[0].line, 3);
    }

    #[test]
    fn a_file_of_another_program_is_named() {
        for (file, words) in [
            ("sku,attribute_set_code,name\na,b,c", "file of Magento"),
            ("TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY\na,b,1,CAD,1", "file of Etsy"),
            ("handleId,fieldType,name\na,b,c", "file of Wix"),
            ("Product ID;Active (0/1);Name *\n1;1;Pelle", "file of PrestaShop"),
            ("Handle,Title,SKU,Location,On hand\na,A,S,Truro,1", "inventory file of Shopify"),
            ("Name,Email,Financial Status\n#1,a@b.ca,paid", "orders file of Shopify"),
            ("<!doctype html><title>Log in</title>", "web page"),
        ] {
            let sentence = read(file.as_bytes()).err().expect("it is refused");
            assert!(sentence.english().contains(words), "{file}: {sentence:?}");
        }
        let french = "Type,UGS,Nom,Publié,Tarif régulier\nsimple,U,Pelle,1,\"39,99\"";
        let file = read(french.as_bytes()).unwrap();
        assert_eq!(
            (file.source, file.rows[0].update.price.map(crate::values::money::Cents::as_i64)),
            (ImportSource::WooCommerce, Some(3_999))
        );
    }
}
