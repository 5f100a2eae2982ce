//! A row of a file of tools.

use csv::StringRecord;

use super::{MAX_COLUMNS, numbers::DecimalSigns};

/// The cells as CSV has them.
#[derive(Default)]
pub struct FileRow {
    /// The row as spreadsheets count. The names of the columns are row 1.
    pub line: u64,
    pub cells: StringRecord,
    /// A bit for each cell that is a number of a workbook, and not a text.
    numbers: u128,
}

const _: () = assert!(MAX_COLUMNS < 128);

impl FileRow {
    pub fn new(line: u64, cells: StringRecord) -> Self {
        Self { line, cells, numbers: 0 }
    }

    /// The next cell.
    pub fn push(&mut self, cell: &str, is_number: bool) {
        self.numbers |= u128::from(is_number) << self.cells.len().min(127);
        self.cells.push_field(cell);
    }

    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(|cell| cell.trim().is_empty())
    }

    fn is_number(&self, at: usize) -> bool {
        at < 128 && (self.numbers >> at) & 1 == 1
    }

    /// A cell whose decimal sign the column settles. A number of a workbook says nothing about texts beside it.
    pub fn text(&self, at: usize) -> Option<&str> {
        self.cells.get(at).filter(|_| !self.is_number(at))
    }

    /// The decimal signs of the column, unless the cell is a number already.
    pub fn signs(&self, at: usize, of_column: DecimalSigns) -> DecimalSigns {
        if self.is_number(at) { DecimalSigns::NUMBER } else { of_column }
    }
}
