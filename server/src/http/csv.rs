//! CSV files for spreadsheets, as RFC 4180 has them.
//!
//! Files are UTF-8 with a byte order mark, because spreadsheets otherwise guess the encoding. A cell that a spreadsheet
//! would run as a formula gets an apostrophe in front, which an import takes back. In a file that is never imported a
//! formula inside of a cell gets one too, because spreadsheets of many countries separate cells by semicolons.

use csv::{Terminator, WriterBuilder};

/// The byte order mark at the beginning of a file.
pub const BOM: &str = "\u{feff}";

/// Rows of a file that can be imported.
pub fn write_rows(rows: &[Vec<String>]) -> Vec<u8> {
    write(rows, defuse)
}

/// Rows of a file that is never imported.
pub fn write_report_rows(rows: &[Vec<String>]) -> Vec<u8> {
    write(rows, |cell| if is_negative(cell) { cell.to_owned() } else { defuse(&defuse_inside(cell)) })
}

fn write(rows: &[Vec<String>], defuse: impl Fn(&str) -> String) -> Vec<u8> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        if writer.write_record(row.iter().map(|cell| defuse(cell))).is_err() {
            break; // Writing into memory does not fail.
        }
    }
    writer.into_inner().unwrap_or_default()
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
fn defuse_inside(cell: &str) -> String {
    let mut defused = String::with_capacity(cell.len());
    for part in cell.split_inclusive([';', '\t', '\r', '\n']) {
        if !defused.is_empty() && part.trim_start_matches('"').starts_with(FORMULA_SIGNS) {
            defused.push('\'');
        }
        defused.push_str(part);
    }
    defused
}

fn defuse(cell: &str) -> String {
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
            let file = String::from_utf8(write_report_rows(&[vec![cell.to_owned()]])).unwrap();
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(file.as_bytes());
            assert_eq!(&reader.records().next().unwrap().unwrap()[0], written);
        }
    }
}
