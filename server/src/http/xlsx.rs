//! Files of Excel. Cells have types, so that every spreadsheet reads them alike, whatever its language.
//!
//! The rows are in a file without a name until the workbook is sent, so that its length takes no memory.

use std::{
    io::{self, Write},
    path::Path,
};

use bytes::Bytes;
use futures_util::{Stream, stream};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use tokio::{sync::mpsc, task::spawn_blocking};

use super::{
    csv::defuse,
    file_columns::{CellKind, Column},
};

/// Excel has no more, with the headings.
pub const MAX_XLSX_ROWS: usize = 1_048_576;
/// Excel keeps one more in a cell.
const MAX_CELL_CHARACTERS: usize = 32_766;
const CHUNK_BYTES: usize = 64 * 1024;

/// Writes a workbook of one sheet. It blocks.
pub struct XlsxWriter {
    workbook: Workbook,
    columns: &'static [Column],
    formats: Vec<Format>,
    next_row: usize,
}

impl XlsxWriter {
    /// Starts a file. The rows may be in `directory` meanwhile.
    pub fn new(
        name: &str,
        columns: &'static [Column],
        headings: &[String],
        directory: &Path,
    ) -> Result<Self, XlsxError> {
        let formats: Vec<Format> = columns.iter().map(|(_, kind)| format_of(*kind)).collect();
        let mut workbook = Workbook::new();
        workbook.set_tempdir(directory)?;
        let sheet = workbook.add_worksheet_with_constant_memory()?;
        sheet.set_name(name)?.set_freeze_panes(1, 0)?;
        let bold = Format::new().set_bold().set_num_format("@");
        for (at, heading) in headings.iter().enumerate() {
            let column = column_number(at);
            let width = heading.chars().count().max(width_of(columns[at].1)) + 2;
            sheet.set_column_width(column, u32::try_from(width).unwrap_or(u32::MAX))?;
            // The format also holds for rows that the owner adds: a new SKU stays a text.
            sheet.set_column_format(column, &formats[at])?;
        }
        for (at, heading) in headings.iter().enumerate() {
            sheet.write_string_with_format(0, column_number(at), heading, &bold)?;
        }
        Ok(Self { workbook, columns, formats, next_row: 1 })
    }

    /// Whether a sheet has room for so many more rows.
    pub fn has_room(&self, rows: usize) -> bool {
        self.next_row + rows <= MAX_XLSX_ROWS
    }

    pub fn write(&mut self, rows: &[Vec<String>]) -> Result<(), XlsxError> {
        let sheet = self.workbook.worksheet_from_index(0)?;
        for row in rows {
            let number = u32::try_from(self.next_row).unwrap_or(u32::MAX);
            for (at, cell) in row.iter().enumerate() {
                if !cell.is_empty() {
                    write_cell(
                        sheet,
                        (number, column_number(at)),
                        cell,
                        self.columns[at].1,
                        &self.formats[at],
                    )?;
                }
            }
            self.next_row += 1;
        }
        Ok(())
    }

    /// The file in chunks. A client that went away ends it. What else fails aborts the body.
    pub fn into_stream(self) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
        let (sender, chunks) = mpsc::channel(2);
        spawn_blocking(move || {
            if let Err(error) = self.send(&sender) {
                _ = sender.blocking_send(Err(io::Error::other(error)));
            }
        });
        stream::unfold(chunks, |mut chunks| async move { Some((chunks.recv().await?, chunks)) })
    }

    /// Sends the file in chunks. It ends early if the receiver is gone.
    fn send(mut self, chunks: &mpsc::Sender<io::Result<Bytes>>) -> Result<(), XlsxError> {
        let mut sent = io::BufWriter::with_capacity(CHUNK_BYTES, ChunkWriter(chunks));
        self.workbook.save_to_writer(&mut sent)?;
        Ok(sent.flush()?)
    }
}

struct ChunkWriter<'a>(&'a mpsc::Sender<io::Result<Bytes>>);

impl Write for ChunkWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let chunk = Ok(Bytes::copy_from_slice(bytes));
        self.0.blocking_send(chunk).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn column_number(at: usize) -> u16 {
    u16::try_from(at).unwrap_or(u16::MAX)
}

fn format_of(kind: CellKind) -> Format {
    Format::new().set_num_format(match kind {
        CellKind::Text | CellKind::AmountsInText => "@",
        CellKind::Amount => "#,##0.00",
        CellKind::Decimal => "0.000",
        CellKind::Count => "0",
        CellKind::Time => "yyyy-mm-dd hh:mm:ss",
    })
}

/// Returns the width of a column in characters.
const fn width_of(kind: CellKind) -> usize {
    match kind {
        CellKind::Text | CellKind::AmountsInText => 22,
        CellKind::Amount => 12,
        CellKind::Decimal | CellKind::Count => 8,
        CellKind::Time => 18,
    }
}

fn write_cell(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cell: &str,
    kind: CellKind,
    format: &Format,
) -> Result<(), XlsxError> {
    let number = match kind {
        CellKind::Text | CellKind::AmountsInText | CellKind::Time => None,
        CellKind::Amount | CellKind::Decimal | CellKind::Count => cell.parse::<f64>().ok(),
    };
    if let Some(number) = number {
        sheet.write_number_with_format(row, column, number, format)?;
    } else if kind == CellKind::Time {
        sheet.write_datetime_with_format(row, column, &ExcelDateTime::parse_from_str(cell)?, format)?;
    } else {
        let end = cell.char_indices().nth(MAX_CELL_CHARACTERS).map_or(cell.len(), |(end, _)| end);
        let text = &cell[..end];
        // An import takes an apostrophe before a formula back, as of a CSV file that was saved as a workbook.
        let text = if text.starts_with('\'') { defuse(text) } else { text.to_owned() };
        sheet.write_string_with_format(row, column, text, format)?;
    }
    Ok(())
}
