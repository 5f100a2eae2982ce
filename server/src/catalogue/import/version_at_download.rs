//! What a tool was when its file was downloaded: a checksum of each of its cells, in one cell of the file.

use std::collections::HashSet;

use super::columns::{ToolCells, ToolColumn};
use crate::{catalogue::tools::tool::Tool, values::hash::sha256_hex};

/// Hexadecimal digits of a checksum.
const LENGTH: usize = 6;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionAtDownload(HashSet<String>);

/// Hashes a cell with its column and its tool, because equal cells of others say nothing.
fn checksum(tool: &Tool, column: ToolColumn, cell: &str) -> String {
    let mut sum = sha256_hex(format!("{}\0{}\0{cell}", tool.id, column.as_str()).as_bytes());
    sum.truncate(LENGTH);
    sum
}

/// The letter in front keeps spreadsheets from reading a number.
pub fn write(tool: &Tool, cells: &ToolCells) -> String {
    let columns = ToolColumn::ALL.into_iter().zip(cells);
    let sums = columns
        .filter(|(column, _)| column.is_detail() || *column == ToolColumn::Id)
        .map(|(column, cell)| checksum(tool, column, cell));
    sums.fold("v".to_owned(), |all, sum| all + &sum)
}

impl VersionAtDownload {
    /// Reads a cell of the file. Returns `None` if it is something else, which says nothing.
    pub fn parse(cell: &str) -> Option<Self> {
        let sums =
            cell.strip_prefix('v').filter(|sums| sums.is_ascii() && sums.len().is_multiple_of(LENGTH))?;
        let sums = sums.as_bytes().chunks_exact(LENGTH);
        Some(Self(sums.map(|sum| String::from_utf8_lossy(sum).into_owned()).collect()))
    }

    /// Whether the row was downloaded for this tool. Owners copy rows.
    pub fn is_of(&self, tool: &Tool) -> bool {
        self.has(tool, ToolColumn::Id, &tool.id.to_string())
    }

    /// Whether the tool had this cell then.
    pub fn has(&self, tool: &Tool, column: ToolColumn, cell: &str) -> bool {
        self.0.contains(&checksum(tool, column, cell))
    }
}
