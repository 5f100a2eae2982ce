//! A CSV or .xlsx file with an old path and its target in each row.

use std::mem;

use super::parse;
use crate::{
    catalogue::import::{RowFault, file::read_each_row, file_row::FileRow},
    http::{
        csv::restore,
        file_columns::{CellKind, Column},
        origin::PublicUrl,
    },
    settings::redirects::NewRedirect,
    values::language::Localized,
};

/// The shop may have as many redirects, so that its own file can be imported.
pub const MAX_ROWS: usize = 30_000;
pub const MAX_BYTES: usize = 60 * 1024 * 1024;
/// Shopify writes the same columns, so that its file and the shop's are alike.
pub const COLUMNS: [Column; 2] = [("Redirect from", CellKind::Text), ("Redirect to", CellKind::Text)];

/// What a file asks for, and the rows that cannot be taken.
#[derive(Default)]
pub struct RedirectFile {
    pub rows: Vec<(u64, NewRedirect)>,
    pub faults: Vec<RowFault>,
}

/// Reads a file and the faults of its rows. An error is a sentence about the whole file.
pub fn read(bytes: &[u8], public_url: &PublicUrl) -> Result<RedirectFile, Localized> {
    let mut file = RedirectFile::default();
    let mut is_first = true;
    read_each_row(bytes, MAX_ROWS, |row| {
        let is_header = mem::take(&mut is_first) && is_header(&row);
        match read_row(&row, public_url) {
            _ if is_header => {}
            Ok(new) => file.rows.push((row.line, new)),
            Err(detail) => file.faults.push(RowFault { line: row.line, detail }),
        }
    })?;
    Ok(file)
}

/// The names of the columns, in any language.
fn is_header(row: &FileRow) -> bool {
    let first = row.cells.get(0).unwrap_or_default().trim();
    !first.starts_with('/') && !first.contains("://")
}

fn read_row(row: &FileRow, public_url: &PublicUrl) -> Result<NewRedirect, Localized> {
    let cell = |at| restore(row.cells.get(at).unwrap_or_default());
    parse(cell(0), cell(1), public_url).map_err(|(path, target)| {
        let sentences = path.into_iter().chain(target).map(|fault| fault.detail);
        Localized::join(&sentences.collect::<Vec<_>>())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        http::csv::{CsvStyle, CsvWriter},
        settings::redirects::{MAX_REDIRECTS, MAX_TARGET_LENGTH, old_path::MAX_LENGTH},
    };

    #[test]
    fn the_largest_file_of_the_shop_can_be_imported() {
        let url = PublicUrl::new("https://shop.example");
        let quoted = |length: usize| format!("/{}", "\"".repeat(length - 1));
        let row = vec![quoted(MAX_LENGTH), quoted(MAX_TARGET_LENGTH)];
        let rows = usize::try_from(MAX_REDIRECTS).unwrap();
        let file = CsvWriter { columns: &COLUMNS, style: CsvStyle::Comma, is_imported: true };
        let head = file.head(&COLUMNS.map(|(heading, _)| heading.to_owned()));
        assert!(head.len() + rows * file.rows(std::slice::from_ref(&row)).len() <= MAX_BYTES);
        let short = vec![vec!["/a".to_owned(), "/tool".to_owned()]; rows];
        let bytes = [head, file.rows(&short)].concat();
        assert_eq!(read(bytes.as_ref(), &url).unwrap().rows.len(), rows);
    }

    #[test]
    fn a_file_has_two_columns_with_names_or_without() {
        let url = PublicUrl::new("https://shop.example");
        let rows = "/a;/tool\n\n/b;https://evil.example\n/c;https://shop.example/about\n;\n";
        // A spreadsheet counts the empty row.
        for (head, lines) in [("Alt;Neu\n", [2, 4, 5]), ("", [1, 3, 4])] {
            let file = read(format!("{head}{rows}").as_bytes(), &url).unwrap();
            let read: Vec<_> =
                file.rows.iter().map(|(line, new)| (*line, new.path.as_str(), &*new.target)).collect();
            assert_eq!(read, [(lines[0], "/a", "/tool"), (lines[2], "/c", "/about")]);
            assert_eq!(file.faults.len(), 1);
            assert_eq!(file.faults[0].line, lines[1]);
            assert!(
                file.faults[0].detail.english().contains("Other sites"),
                "{}",
                file.faults[0].detail.english()
            );
        }
    }
}
