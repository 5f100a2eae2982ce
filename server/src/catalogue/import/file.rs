//! Reads a CSV file of tools.

use std::collections::HashSet;

use csv::{ReaderBuilder, StringRecord};
use csv_core::ReadFieldResult;

use super::{
    MAX_COLUMNS, MAX_ROWS, RowFault,
    columns::{COLUMNS, ImportRow, ToolColumn},
    other_shops::{self, ImportSource},
};
use crate::{http::csv::BOM, values::hash::sha256_hex};

/// A file as rows, and what is wrong with it.
#[derive(Default)]
pub struct ToolFile {
    pub source: ImportSource,
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

/// Without a column of these, a file can only change tools.
const NEEDED_BY_NEW_TOOLS: [ToolColumn; 5] = [
    ToolColumn::Name,
    ToolColumn::Description,
    ToolColumn::Price,
    ToolColumn::AvailableQuantity,
    ToolColumn::Picture,
];

/// `Err` is a sentence about the whole file.
pub fn read(bytes: &[u8]) -> Result<ToolFile, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| {
        "This file is not UTF-8 text. Please save it as “CSV UTF-8” and try again.".to_owned()
    })?;
    let text = text.strip_prefix(BOM).unwrap_or(text);
    let first_line = text.lines().next().unwrap_or_default();
    // Spreadsheets of many countries separate cells by semicolons.
    let delimiter = if first_line.contains(';') && !first_line.contains(',') { b';' } else { b',' };
    if is_too_wide(text, delimiter) {
        return Err(format!(
            "This file has a row with more than {MAX_COLUMNS} cells. Please remove the columns that are not about tools."
        ));
    }
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes());
    let mut records = reader.records();
    let header = match records.next() {
        Some(Ok(header)) if !header.iter().all(|cell| cell.trim().is_empty()) => header,
        _ => return Err("This file is empty. Its first line must have the names of the columns.".into()),
    };
    let source = ImportSource::of(&header);
    let mut file = ToolFile { digest: sha256_hex(bytes), ..ToolFile::default() };
    let columns = if source == ImportSource::Trowel { columns_of(&header, &mut file)? } else { Vec::new() };
    let mut filled = Vec::new();
    for (line, record) in (2..).zip(records) {
        let record = record.map_err(|error| format!("This file cannot be read as CSV: {error}."))?;
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if filled.len() >= MAX_ROWS {
            return Err(format!(
                "This file has more than {MAX_ROWS} rows. Please split it into several files."
            ));
        }
        filled.push((line, record));
    }
    if source != ImportSource::Trowel {
        return Ok(ToolFile { digest: sha256_hex(bytes), ..other_shops::read(source, &header, &filled) });
    }
    for (line, record) in &filled {
        read_row(&mut file, &columns, header.len(), record, *line);
    }
    Ok(file)
}

/// Whether a row has more than [`MAX_COLUMNS`] cells. Keeps none of them, while the reader takes memory for each.
fn is_too_wide(text: &str, delimiter: u8) -> bool {
    let mut reader = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
    let mut input = text.as_bytes();
    let mut separators = 0;
    while separators < MAX_COLUMNS {
        let (result, read, _) = reader.read_field(input, &mut [0; 1_024]);
        input = &input[read..];
        match result {
            ReadFieldResult::Field { record_end: true } => separators = 0,
            ReadFieldResult::Field { record_end: false } => separators += 1,
            ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
            ReadFieldResult::End => return false,
        }
    }
    true
}

fn columns_of(header: &StringRecord, file: &mut ToolFile) -> Result<Vec<Option<ToolColumn>>, String> {
    let mut seen = HashSet::new();
    let mut columns = Vec::with_capacity(header.len());
    for cell in header {
        let cell = cell.trim();
        // A download names the time zone in the heading: Added (America/Halifax).
        let name = cell.split_once(" (").map_or(cell, |(name, _)| name);
        let known = ToolColumn::ALL.into_iter().find(|column| column.as_str().eq_ignore_ascii_case(name));
        match known {
            Some(column) if !seen.insert(column) => {
                return Err(format!(
                    "The column {} is in this file twice. Please remove one.",
                    column.as_str()
                ));
            }
            None if !cell.is_empty() => file.unknown_columns.push(cell.chars().take(60).collect()),
            _ => {}
        }
        columns.push(known);
    }
    if ![ToolColumn::Id, ToolColumn::Sku, ToolColumn::Name].iter().any(|column| seen.contains(column)) {
        return Err(format!(
            "The first line has none of the columns ID, SKU and Name. The columns are: {}.",
            COLUMNS.join(", ")
        ));
    }
    file.missing_columns = NEEDED_BY_NEW_TOOLS.into_iter().filter(|column| !seen.contains(column)).collect();
    Ok(columns)
}

fn read_row(
    file: &mut ToolFile,
    columns: &[Option<ToolColumn>],
    width: usize,
    record: &StringRecord,
    line: u64,
) {
    let mut row = ImportRow { line, ..ImportRow::default() };
    let mut faults = Vec::new();
    if record.len() > width {
        faults.push("This row has more cells than the first line.".to_owned());
    }
    for (column, cell) in columns.iter().zip(record).filter_map(|(column, cell)| Some(((*column)?, cell))) {
        if let Err(fault) = row.read(column, cell) {
            faults.push(format!("{}: {}", column.as_str(), fault.detail));
        }
    }
    if faults.is_empty() {
        file.rows.push(row);
    } else {
        file.faults.push(RowFault { line, detail: faults.join(" ") });
    }
}
