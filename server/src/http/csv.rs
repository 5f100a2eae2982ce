//! CSV files for spreadsheets, as RFC 4180 has them.
//!
//! Files are UTF-8 with a byte order mark, because spreadsheets otherwise guess the encoding. A cell that a spreadsheet
//! would run as a formula gets an apostrophe in front, which an import takes back.

use csv::{Terminator, WriterBuilder};

/// The byte order mark at the beginning of a file.
pub const BOM: &str = "\u{feff}";

/// Rows as CSV.
pub fn write_rows(rows: &[Vec<String>]) -> Vec<u8> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        if writer.write_record(row.iter().map(|cell| defuse(cell))).is_err() {
            break; // Writing into memory does not fail.
        }
    }
    writer.into_inner().unwrap_or_default()
}

/// Spreadsheets take a cell that begins with one of these for a formula. Apostrophes in front of it count, so that
/// taking one back is exact.
fn is_formula(cell: &str) -> bool {
    cell.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r'])
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
            "=1+1", "+1", "-2", "@SUM(A1)", "\tx", "\rx", "'=1", "''-1", "'n", "''n", "Spade", "", "'", "a=b",
        ] {
            let written = defuse(cell);
            assert!(!written.starts_with(['=', '+', '-', '@', '\t', '\r']), "{written}");
            assert_eq!(restore(&written), cell);
        }
        assert_eq!(defuse("'n Spade"), "'n Spade", "most texts stay as they are");
    }
}
