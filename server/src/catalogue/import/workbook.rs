//! Reads the first sheet of an .xlsx file as rows.
//!
//! A workbook of a few kilobytes can unpack to gigabytes, and name one long text a million times. So its parts are
//! unpacked here, within limits, and the reader of workbooks gets only these.

use std::{
    collections::BTreeMap,
    io::{self, Cursor, Read as _, Write as _},
};

use calamine::{DataRef, Reader as _, SheetType, SheetVisible, Xlsx};
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

use super::{MAX_COLUMNS, file_row::FileRow, pictures::entry_count};
use crate::values::language::{Localized, localized};

/// All parts may take this many bytes. Ten thousand long rows take a half.
const MAX_UNPACKED_BYTES: u64 = 32 * 1024 * 1024;
const MAX_PARTS: usize = 1_000;
/// The texts of all cells may take this many bytes.
const MAX_TEXT_BYTES: usize = 16 * 1024 * 1024;
/// An empty one takes five bytes of the part and 24 of the memory.
const MAX_SHARED_TEXTS: u64 = 1_000_000;
/// The styles may take this many bytes. The reader copies names into each of the formats of cells.
const MAX_STYLE_BYTES: usize = 1024 * 1024;
const MAX_TAG_BYTES: usize = 2_048;
const MAX_FORMATS: usize = 10_000;

fn unreadable() -> Localized {
    localized!(
        "This Excel file cannot be read. Please save it again as .xlsx, or as “CSV UTF-8”.",
        "Ce fichier Excel ne peut pas être lu. Veuillez l’enregistrer de nouveau en .xlsx, ou en «\u{a0}CSV \
         UTF-8\u{a0}»."
    )
}

fn too_large() -> Localized {
    localized!(
        "This Excel file is too large. Please copy the rows into a new file.",
        "Ce fichier Excel est trop volumineux. Veuillez copier les lignes dans un nouveau fichier."
    )
}

/// Whether the file is a zip, as an .xlsx file is.
pub fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// The rows that have a text. `Err` is a sentence about the whole file.
pub fn read(bytes: &[u8], max_rows: usize) -> Result<Vec<FileRow>, Localized> {
    let parts = unpack(bytes)?;
    let mut workbook = Xlsx::new(Cursor::new(parts)).map_err(|_| unreadable())?;
    let is_shown = |sheet: &&calamine::Sheet| {
        sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible
    };
    let sheet = workbook.sheets_metadata().iter().find(is_shown).ok_or_else(unreadable)?.name.clone();
    let mut cells = workbook.worksheet_cells_reader(&sheet).map_err(|_| unreadable())?;
    // A file may name its cells in any order.
    let mut rows: BTreeMap<u32, BTreeMap<usize, (String, bool)>> = BTreeMap::new();
    let mut room = MAX_TEXT_BYTES;
    while let Some(cell) = cells.next_cell().map_err(|_| unreadable())? {
        let (row, column) = cell.get_position();
        let (text, is_number) = text_of(cell.get_value(), room)?;
        if text.trim().is_empty() {
            continue;
        }
        room = room.checked_sub(text.len()).ok_or_else(too_large)?;
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        if column >= MAX_COLUMNS {
            return Err(super::file::too_wide());
        }
        rows.entry(row).or_default().insert(column, (text, is_number));
        // The names of the columns are a row, too.
        if rows.len() > max_rows + 1 {
            return Err(super::file::too_long(max_rows));
        }
    }
    Ok(rows.into_iter().map(|(row, cells)| file_row(row, &cells)).collect())
}

fn file_row(row: u32, cells: &BTreeMap<usize, (String, bool)>) -> FileRow {
    let mut read = FileRow::new(u64::from(row) + 1, csv::StringRecord::new());
    let width = cells.last_key_value().map_or(0, |(last, _)| last + 1);
    for column in 0..width {
        let (text, is_number) = cells.get(&column).map_or(("", false), |(text, is)| (&**text, *is));
        read.push(text, is_number);
    }
    read
}

/// A cell as CSV has it, and whether it is a number.
fn text_of(cell: &DataRef<'_>, room: usize) -> Result<(String, bool), Localized> {
    let text = |text: &str| match text {
        _ if text.len() > room => Err(too_large()),
        _ if text.contains('\0') => Err(unreadable()),
        _ => Ok((text.to_owned(), false)),
    };
    match cell {
        DataRef::Empty => Ok((String::new(), false)),
        DataRef::Int(number) => Ok((number.to_string(), true)),
        DataRef::Float(number) => Ok((decimal(*number), true)),
        DataRef::String(cell) | DataRef::DateTimeIso(cell) | DataRef::DurationIso(cell) => text(cell),
        DataRef::SharedString(cell) => text(cell),
        DataRef::Bool(is_true) => Ok((if *is_true { "TRUE" } else { "FALSE" }.to_owned(), false)),
        DataRef::Error(error) => Ok((error.to_string(), false)),
        DataRef::DateTime(at) => {
            let (year, month, day, hour, minute, second, _) = at.to_ymd_hms_milli();
            let time = if (hour, minute, second) == (0, 0, 0) {
                String::new()
            } else {
                format!(" {hour:02}:{minute:02}:{second:02}")
            };
            Ok((format!("{year:04}-{month:02}-{day:02}{time}"), false))
        }
    }
}

/// Spreadsheets know 15 digits of a number: 24.5 times 1.1 is stored as 26.950000000000003.
fn decimal(number: f64) -> String {
    let rounded: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    rounded.to_string()
}

/// The parts as a zip that is not packed.
fn unpack(bytes: &[u8]) -> Result<Vec<u8>, Localized> {
    if entry_count(bytes) > MAX_PARTS {
        return Err(too_large());
    }
    let mut packed = ZipArchive::new(Cursor::new(bytes)).map_err(|_| unreadable())?;
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut unpacked = ZipWriter::new(Cursor::new(Vec::new()));
    let mut room = MAX_UNPACKED_BYTES;
    for at in 0..packed.len() {
        let part = packed.by_index(at).map_err(|_| unreadable())?;
        let name = part.name().map_err(|_| unreadable())?.into_owned();
        // Pictures and programs are not read.
        let lower = name.to_lowercase();
        let extension = lower.rsplit_once('.').map(|(_, extension)| extension);
        if !matches!(extension, Some("xml" | "rels")) {
            continue;
        }
        let mut content = Vec::new();
        let read = part.take(room + 1).read_to_end(&mut content).map_err(|_| unreadable())?;
        room = room.checked_sub(u64::try_from(read).unwrap_or(u64::MAX)).ok_or_else(too_large)?;
        check_part(&lower, &content)?;
        let mut write = || -> io::Result<()> {
            unpacked.start_file(&name, options)?;
            unpacked.write_all(&content)
        };
        write().map_err(|_| unreadable())?;
    }
    Ok(unpacked.finish().map_err(|_| unreadable())?.into_inner())
}

/// What the reader of workbooks takes more memory for than the part is long.
fn check_part(name: &str, content: &[u8]) -> Result<(), Localized> {
    if name.ends_with("sharedstrings.xml") && shared_texts(content) > MAX_SHARED_TEXTS {
        return Err(too_large());
    }
    if name.ends_with("styles.xml") {
        let is_long = content.split(|byte| *byte == b'<').any(|tag| tag.len() > MAX_TAG_BYTES);
        let formats =
            content.windows(3).filter(|tag| tag == b"xf " || tag == b"xf/" || tag == b"xf>").count();
        if content.len() > MAX_STYLE_BYTES || is_long || formats > 2 * MAX_FORMATS {
            return Err(too_large());
        }
    }
    Ok(())
}

/// How many texts the part has, or announces: the reader takes memory for both.
fn shared_texts(content: &[u8]) -> u64 {
    const NAME: &[u8] = b"uniqueCount";
    let starts = content.windows(NAME.len()).enumerate().filter(|(_, name)| *name == NAME);
    let count = |at: usize| {
        let rest = content[at + NAME.len()..].iter().skip_while(|byte| !byte.is_ascii_alphanumeric());
        let digits = rest.take_while(|byte| byte.is_ascii_digit());
        digits.fold(0_u64, |count, digit| count.saturating_mul(10).saturating_add(u64::from(digit - b'0')))
    };
    let announced = starts.map(|(at, _)| count(at)).max().unwrap_or(0);
    // The name may have a prefix.
    let found = content.windows(3).filter(|tag| *tag == b"<si" || *tag == b":si").count();
    announced.max(u64::try_from(found).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};

    use super::*;
    use crate::catalogue::import::{
        MAX_ROWS,
        file::{self, ToolFile},
    };

    fn workbook(write: impl Fn(&mut rust_xlsxwriter::Worksheet)) -> Vec<u8> {
        let mut workbook = Workbook::new();
        workbook.add_worksheet().set_name("Notes").unwrap().set_hidden(true);
        write(workbook.add_worksheet());
        workbook.worksheet_from_index(1).unwrap().set_active(true);
        workbook.save_to_buffer().unwrap()
    }

    #[test]
    fn cells_are_read_as_they_are_typed() {
        let date = Format::new().set_num_format("dd/mm/yyyy");
        let bytes = workbook(|sheet| {
            let columns = ["SKU", "Price", "Available quantity", "Weight in kg", "Name"];
            for (at, name) in (0..).zip(columns) {
                sheet.write(1, at, name).unwrap();
            }
            // A price as text says nothing about the numbers, and they say nothing about it.
            sheet.write(3, 0, "00123").unwrap();
            sheet.write(3, 1, 24.5).unwrap();
            sheet.write(3, 2, 1_250).unwrap();
            sheet.write(3, 3, 1.125).unwrap();
            // The text is as in a CSV file that was saved as a workbook.
            sheet.write(3, 4, "'=Fork_x0041_\u{1f331}").unwrap();
            sheet.write(4, 0, ExcelDateTime::from_ymd(2026, 3, 4).unwrap()).unwrap();
            sheet.write_with_format(4, 0, ExcelDateTime::from_ymd(2026, 3, 4).unwrap(), &date).unwrap();
            sheet.write(4, 1, 24.5 * 1.1).unwrap();
            sheet.write(5, 1, "1,250").unwrap();
            sheet.write(6, 1, 1.125).unwrap();
            sheet.write(7, 2, 1.125).unwrap();
        });
        let ToolFile { rows, faults, dialect, .. } = file::read(&bytes).unwrap();
        let seen: Vec<_> = rows
            .iter()
            .map(|row| {
                let update = &row.update;
                let sku = update.sku.as_ref().and_then(|sku| sku.0.clone());
                let weight = update.weight_grams.as_ref().and_then(|weight| weight.0);
                let price = update.price.map(crate::values::money::Cents::as_i64);
                (row.line, sku, price, update.available, weight, update.name.clone())
            })
            .collect();
        let name = "=Fork_x0041_\u{1f331}".to_owned();
        assert_eq!(
            seen,
            [
                (4, Some("00123".to_owned()), Some(2_450), Some(1_250), Some(1_125), Some(name)),
                (5, Some("2026-03-04".to_owned()), Some(2_695), None, None, None),
            ],
        );
        assert_eq!(dialect.encoding, "xlsx");
        let faults: Vec<_> = faults.iter().map(|fault| (fault.line, fault.detail.english())).collect();
        let refused = [
            (6, "Price: “1,250” can mean 1250.00 or 1.25. Please write 1250.00 or 1.25."),
            (7, "Price: Please enter an amount with at most two decimals, for example 12.50."),
            (8, "Available quantity: Please enter a whole number."),
        ];
        assert_eq!(faults.len(), refused.len());
        for (fault, (line, sentence)) in faults.iter().zip(refused) {
            assert!(fault.0 == line && fault.1.ends_with(sentence), "{fault:?}");
        }
    }

    /// A workbook whose parts are replaced.
    fn with_part(name: &str, content: &[u8]) -> Vec<u8> {
        let bytes = workbook(|sheet| {
            sheet.write(0, 0, "Name").unwrap();
        });
        let mut old = ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut new = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        for at in 0..old.len() {
            let part = old.by_index(at).unwrap();
            if part.name().unwrap() != name {
                new.raw_copy_file(part).unwrap();
            }
        }
        new.start_file(name, options).unwrap();
        new.write_all(content).unwrap();
        new.finish().unwrap().into_inner()
    }

    const SHEET: &str = "xl/worksheets/sheet2.xml";

    fn sheet_of(rows: &str) -> Vec<u8> {
        format!("<worksheet><sheetData>{rows}</sheetData></worksheet>").into_bytes()
    }

    #[test]
    fn a_hostile_workbook_is_refused_before_it_takes_memory() {
        let refusal = |name: &str, content: &[u8]| {
            read(&with_part(name, content), MAX_ROWS).err().expect("it is refused")
        };
        let bomb = vec![b' '; 64 * 1024 * 1024];
        assert_eq!(refusal(SHEET, &bomb), too_large());
        let strings = "<sst uniqueCount=\"999999999999\"><si><t>x</t></si></sst>";
        assert_eq!(refusal("xl/sharedStrings.xml", strings.as_bytes()), too_large());
        let strings = format!("<sst>{}</sst>", "<si/>".repeat(1_000_001));
        assert_eq!(refusal("xl/sharedStrings.xml", strings.as_bytes()), too_large());
        let mut many = ZipWriter::new(Cursor::new(Vec::new()));
        for part in 0..=MAX_PARTS {
            many.start_file(format!("{part}.png"), SimpleFileOptions::default()).unwrap();
        }
        assert_eq!(read(&many.finish().unwrap().into_inner(), MAX_ROWS).err(), Some(too_large()));
        let fonts = format!(
            "<styleSheet><fonts><font><name val=\"{}\"/></font></fonts></styleSheet>",
            "x".repeat(9_999)
        );
        assert_eq!(refusal("xl/styles.xml", fonts.as_bytes()), too_large());
        let formats = format!("<styleSheet><cellXfs>{}</cellXfs></styleSheet>", "<xf/>".repeat(30_000));
        assert_eq!(refusal("xl/styles.xml", formats.as_bytes()), too_large());
        let far = sheet_of("<row r=\"1\"><c r=\"XFD1\"><v>1</v></c></row>");
        assert!(refusal(SHEET, &far).english().contains("more than 100 cells"));
        let last = sheet_of("<row r=\"1048576\"><c r=\"A1048576\"><v>1</v></c></row>");
        assert_eq!(read(&with_part(SHEET, &last), MAX_ROWS).unwrap()[0].line, 1_048_576);
        let rows: String = (1..=MAX_ROWS + 2)
            .map(|row| format!("<row r=\"{row}\"><c r=\"A{row}\"><v>1</v></c></row>"))
            .collect();
        assert!(refusal(SHEET, &sheet_of(&rows)).english().contains("more than 10000 rows"));
        // One text of a megabyte, named by each cell.
        let text = "x".repeat(1024 * 1024);
        let cells: String = (1..=20)
            .map(|row| {
                format!("<row r=\"{row}\"><c r=\"A{row}\" t=\"inlineStr\"><is><t>{text}</t></is></c></row>")
            })
            .collect();
        assert_eq!(refusal(SHEET, &sheet_of(&cells)), too_large());
        for broken in [
            &b"PK\x03\x04"[..],
            &with_part("xl/workbook.xml", b"<"),
            &with_part(SHEET, b"<worksheet><sheetData><row r=\"x\">"),
        ] {
            assert_eq!(read(broken, MAX_ROWS).err(), Some(unreadable()));
        }
    }
}
