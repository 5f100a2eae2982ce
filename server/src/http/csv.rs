//! CSV files for spreadsheets, as RFC 4180 has them.
//!
//! Files are UTF-8 with a byte order mark, because spreadsheets otherwise guess the encoding. A cell that a spreadsheet
//! would run as a formula gets an apostrophe in front, which an import takes back. Spreadsheets of other countries
//! separate cells by semicolons or by commas. So in a file that is never imported, a formula inside of a cell gets an
//! apostrophe too.

use csv::{Terminator, WriterBuilder};

use super::file_columns::{CellKind, Column};

/// The byte order mark at the beginning of a file.
const BOM: &str = "\u{feff}";

/// How the numbers and the cells of a file are told apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CsvStyle {
    /// Commas between cells, and 24.50.
    #[default]
    Comma,
    /// Semicolons between cells, and 24,50. Spreadsheets of French Canada read it so.
    Semicolon,
}

/// Writes a file in parts.
#[derive(Clone, Copy)]
pub struct CsvWriter {
    pub columns: &'static [Column],
    pub style: CsvStyle,
    /// The file can be imported.
    pub is_imported: bool,
}

impl CsvWriter {
    /// The mark and the headings.
    pub fn head(self, headings: &[String]) -> Vec<u8> {
        let row = headings.iter().map(|heading| defuse(heading));
        [BOM.as_bytes(), &self.records([row])].concat()
    }

    pub fn rows(self, rows: &[Vec<String>]) -> Vec<u8> {
        self.records(
            rows.iter()
                .map(|row| self.columns.iter().zip(row).map(move |((_, kind), cell)| self.cell(cell, *kind))),
        )
    }

    fn cell(self, cell: &str, kind: CellKind) -> String {
        let defused = match (self.is_imported, is_negative(cell)) {
            (true, _) => defuse(cell),
            (false, true) => cell.to_owned(),
            (false, false) => defuse(&defuse_inside(cell, self.style)),
        };
        if self.style == CsvStyle::Semicolon && kind.has_decimals() {
            defused.replace('.', ",")
        } else {
            defused
        }
    }

    fn records(self, rows: impl IntoIterator<Item = impl Iterator<Item = String>>) -> Vec<u8> {
        let separator = if self.style == CsvStyle::Semicolon { b';' } else { b',' };
        let mut writer =
            WriterBuilder::new().delimiter(separator).terminator(Terminator::CRLF).from_writer(Vec::new());
        for row in rows {
            if writer.write_record(row).is_err() {
                break; // Writing into memory does not fail.
            }
        }
        writer.into_inner().unwrap_or_default()
    }
}

/// Spreadsheets take a cell that begins with one of these for a formula, some also in full width.
const FORMULA_SIGNS: [char; 10] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r'];

/// An amount below zero, such as `-12.50`.
fn is_negative(cell: &str) -> bool {
    let digits = cell.strip_prefix('-').unwrap_or_default();
    !digits.is_empty() && digits.chars().all(|char| char.is_ascii_digit() || char == '.')
}

/// Apostrophes in front of the sign count, so that taking one back is exact.
fn is_formula(cell: &str) -> bool {
    cell.trim_start_matches('\'').starts_with(FORMULA_SIGNS)
}

/// An apostrophe before each formula that a spreadsheet with other separators would find inside of the cell. Quotes in
/// front of a sign do not hide it.
fn defuse_inside(cell: &str, style: CsvStyle) -> String {
    let mut defused = String::with_capacity(cell.len());
    // A cell with a comma has quotes in a file of commas alone.
    let other = if style == CsvStyle::Semicolon { ',' } else { ';' };
    for part in cell.split_inclusive([other, ';', '\t', '\r', '\n']) {
        if !defused.is_empty() && part.trim_start_matches('"').starts_with(FORMULA_SIGNS) {
            defused.push('\'');
        }
        defused.push_str(part);
    }
    defused
}

/// An apostrophe before a text that a spreadsheet would run.
pub fn defuse(cell: &str) -> String {
    if is_formula(cell) { format!("'{cell}") } else { cell.to_owned() }
}

/// The text that `defuse` was given.
pub fn restore(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| is_formula(text)).unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_and_every_cell_comes_back() {
        for cell in [
            "=1+1",
            "+1",
            "-2",
            "@SUM(A1)",
            "\tx",
            "\rx",
            "'=1",
            "''-1",
            "'n",
            "''n",
            "Spade",
            "",
            "'",
            "a=b",
            "＝1+1",
            "＋1",
            "－2",
            "＠SUM(A1)",
            "'＝1",
            "a;=b",
        ] {
            let written = defuse(cell);
            assert!(!written.starts_with(FORMULA_SIGNS), "{written}");
            assert_eq!(restore(&written), cell);
        }
        assert_eq!(defuse("'n Spade"), "'n Spade", "most texts stay as they are");
    }

    #[test]
    fn no_part_of_a_cell_of_a_report_is_a_formula() {
        for (cell, written) in [
            (";=1+cmd|'/C calc'!A0;", ";'=1+cmd|'/C calc'!A0;"),
            ("12 Elm St\n=1\n\n@x", "12 Elm St\n'=1\n\n'@x"),
            ("a\t+1\r\n-2", "a\t'+1\r\n'-2"),
            (";;＝1", ";;'＝1"),
            ("\"=1", "\"=1"),
            ("a;\"\"=1", "a;'\"\"=1"),
            ("=1;=2", "'=1;'=2"),
            ("-12.50", "-12.50"),
            ("-2+3", "'-2+3"),
            ("-", "'-"),
            ("12 Elm St; Suite 5 - back", "12 Elm St; Suite 5 - back"),
        ] {
            let columns = &[("Note", CellKind::Text)];
            for (style, separator) in [(CsvStyle::Comma, b','), (CsvStyle::Semicolon, b';')] {
                assert_eq!(written_and_read(columns, style, separator, cell), written);
            }
        }
        let columns = &[("Note", CellKind::Text)];
        let cell = "1 Elm,=1+cmd|'/C calc'!A0";
        assert_eq!(written_and_read(columns, CsvStyle::Comma, b',', cell), cell);
        let defused = "1 Elm,'=1+cmd|'/C calc'!A0";
        assert_eq!(written_and_read(columns, CsvStyle::Semicolon, b';', cell), defused);
    }

    fn written_and_read(columns: &'static [Column], style: CsvStyle, separator: u8, cell: &str) -> String {
        let report = CsvWriter { columns, style, is_imported: false };
        let file = String::from_utf8(report.rows(&[vec![cell.to_owned()]])).unwrap();
        let mut reader = csv::ReaderBuilder::new();
        let mut reader = reader.has_headers(false).delimiter(separator).from_reader(file.as_bytes());
        reader.records().next().unwrap().unwrap()[0].to_owned()
    }

    #[test]
    fn a_file_with_semicolons_has_decimal_commas_in_its_numbers_alone() {
        let columns = &[
            ("SKU", CellKind::Text),
            ("Price", CellKind::Amount),
            ("Price by quantity", CellKind::AmountsInText),
            ("Weight in kg", CellKind::Decimal),
            ("Time", CellKind::Time),
        ];
        let row = ["1.5", "-24.50", "from 12: 17.99; from 48: 15.20", "1.8", "2026-03-31 14:05:00"];
        let write = |style| {
            let writer = CsvWriter { columns, style, is_imported: false };
            String::from_utf8(writer.rows(&[row.map(str::to_owned).to_vec()])).unwrap()
        };
        assert_eq!(write(CsvStyle::Comma), format!("{}\r\n", row.join(",")));
        assert_eq!(
            write(CsvStyle::Semicolon),
            "1.5;-24,50;\"from 12: 17,99; from 48: 15,20\";1,8;2026-03-31 14:05:00\r\n"
        );
    }
}
