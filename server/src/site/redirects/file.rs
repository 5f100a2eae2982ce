//! A CSV file with an old path and its target in each row.

use csv::{ReaderBuilder, StringRecord};

use super::parse;
use crate::{
    catalogue::import::{
        RowFault,
        dialect::{self, DecodedFile, is_too_wide},
    },
    http::{
        csv::restore,
        file_columns::{CellKind, Column},
        origin::PublicUrl,
    },
    settings::redirects::NewRedirect,
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
pub fn read(bytes: &[u8], public_url: &PublicUrl) -> Result<RedirectFile, String> {
    const NOT_CSV: &str = "This file is not CSV. Please save it as “CSV UTF-8” and try again.";
    let DecodedFile { text, separator, .. } =
        dialect::decode(bytes).filter(|file| !file.text.contains('\0')).ok_or(NOT_CSV)?;
    if is_too_wide(&text, separator) {
        return Err("This file has too many columns. It needs two: the old path, and where it leads.".into());
    }
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(text.as_bytes());
    let mut file = RedirectFile::default();
    for (row, record) in (1..).zip(reader.records()) {
        let record = record.map_err(|error| format!("This file cannot be read as CSV: {error}."))?;
        if record.iter().all(|cell| cell.trim().is_empty()) || row == 1 && is_header(&record) {
            continue;
        }
        if file.rows.len() + file.faults.len() >= MAX_ROWS {
            return Err(format!(
                "This file has more than {MAX_ROWS} rows. Please split it into several files."
            ));
        }
        match read_row(&record, public_url) {
            Ok(new) => file.rows.push((row, new)),
            Err(detail) => file.faults.push(RowFault { line: row, detail }),
        }
    }
    Ok(file)
}

/// The names of the columns, in any language.
fn is_header(record: &StringRecord) -> bool {
    let first = record.get(0).unwrap_or_default().trim();
    !first.starts_with('/') && !first.contains("://")
}

fn read_row(record: &StringRecord, public_url: &PublicUrl) -> Result<NewRedirect, String> {
    let cell = |at| restore(record.get(at).unwrap_or_default());
    parse(cell(0), cell(1), public_url).map_err(|(path, target)| {
        let sentences = path.into_iter().chain(target).map(|fault| fault.detail);
        sentences.collect::<Vec<_>>().join(" ")
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
        for (head, lines) in [("Alt;Neu\n", [2, 3, 4]), ("", [1, 2, 3])] {
            let file = read(format!("{head}{rows}").as_bytes(), &url).unwrap();
            let read: Vec<_> =
                file.rows.iter().map(|(line, new)| (*line, new.path.as_str(), &*new.target)).collect();
            assert_eq!(read, [(lines[0], "/a", "/tool"), (lines[2], "/c", "/about")]);
            assert_eq!(file.faults.len(), 1);
            assert_eq!(file.faults[0].line, lines[1]);
            assert!(file.faults[0].detail.contains("Other sites"), "{}", file.faults[0].detail);
        }
    }
}
