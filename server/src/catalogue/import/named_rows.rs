//! The rows of a file that another program wrote, with the names of their columns.

use super::{
    MAX_ROWS,
    file::read_rows,
    file_row::FileRow,
    numbers::{DecimalSigns, NumberCell},
};
use crate::{
    http::csv::restore,
    values::{
        InvalidValue,
        language::{Localized, localized},
        money::Cents,
    },
};

/// The names of a column in the programs, in small letters with underscores.
pub type ColumnNames = &'static [&'static str];

pub struct NamedRows {
    header: Vec<String>,
    rows: Vec<FileRow>,
}

pub struct NamedRow<'a> {
    file: &'a NamedRows,
    row: &'a FileRow,
}

/// Reads a CSV or .xlsx file. `Err` is a sentence about the whole file.
pub fn read(bytes: &[u8]) -> Result<NamedRows, Localized> {
    read_up_to(bytes, MAX_ROWS)
}

pub fn read_up_to(bytes: &[u8], max_rows: usize) -> Result<NamedRows, Localized> {
    let (mut rows, _) = read_rows(bytes, max_rows)?;
    if rows.is_empty() {
        return Err(localized!(
            "This file is empty. Its first line must have the names of the columns.",
            "Ce fichier est vide. Sa première ligne doit contenir les noms des colonnes."
        ));
    }
    let header = rows.remove(0).cells.iter().map(normalized).collect();
    Ok(NamedRows { header, rows })
}

/// `Email (Billing)` as `email_billing`.
fn normalized(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_").to_lowercase()
}

impl NamedRows {
    pub fn has(&self, names: ColumnNames) -> bool {
        names.iter().any(|name| self.header.iter().any(|cell| cell == name))
    }

    pub fn rows(&self) -> impl Iterator<Item = NamedRow<'_>> {
        self.rows.iter().map(|row| NamedRow { file: self, row })
    }

    fn columns(&self, names: ColumnNames) -> impl Iterator<Item = usize> {
        names.iter().filter_map(|name| self.header.iter().position(|cell| cell == name))
    }

    /// The decimal signs of a column of amounts.
    pub fn signs(&self, names: ColumnNames) -> DecimalSigns {
        let cells = self.columns(names).flat_map(|at| self.rows.iter().filter_map(move |row| row.text(at)));
        DecimalSigns::of(cells.map(restore))
    }
}

impl<'a> NamedRow<'a> {
    /// The row as spreadsheets count.
    pub fn line(&self) -> u64 {
        self.row.line
    }

    /// The first cell with a text in these columns, or an empty one.
    pub fn get(&self, names: ColumnNames) -> &'a str {
        self.cell(names).map_or("", |(_, cell)| cell)
    }

    fn cell(&self, names: ColumnNames) -> Option<(usize, &'a str)> {
        let cells = self.file.columns(names).filter_map(|at| Some((at, self.row.cells.get(at)?)));
        cells.map(|(at, cell)| (at, restore(cell.trim()).trim())).find(|(_, cell)| !cell.is_empty())
    }

    /// The cells of the columns whose names begin so, in the order of the columns.
    pub fn each_of(&self, prefix: &str) -> impl Iterator<Item = &'a str> {
        let cells = self.file.header.iter().zip(&self.row.cells);
        cells.filter(move |(name, _)| name.starts_with(prefix)).map(|(_, cell)| restore(cell.trim()).trim())
    }

    /// Reads an amount. Returns `None` if the cell is empty.
    pub fn amount(&self, names: ColumnNames, signs: DecimalSigns) -> Result<Option<Cents>, InvalidValue> {
        let Some((at, cell)) = self.cell(names) else { return Ok(None) };
        let text = NumberCell::new(cell, self.row.signs(at, signs)).amount()?;
        parse_cents(&text).map(Some).ok_or_else(|| {
            InvalidValue::new(
                "invalid",
                localized!(
                    "“{}” is not an amount, such as 24.50.",
                    "«\u{a0}{}\u{a0}» n’est pas un montant comme 24.50.",
                    short(cell)
                ),
            )
        })
    }
}

fn parse_cents(text: &str) -> Option<Cents> {
    let (whole, cents) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(cents) || cents.len() > 2 {
        return None;
    }
    Cents::new(format!("{whole}{cents:0<2}").parse().ok()?)
}

/// Cuts a cell so that it fits into a sentence.
pub fn short(cell: &str) -> String {
    cell.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_found_by_each_of_its_names() {
        let file = read(
            "Order #;Email (Billing);E-Mail;Total\n1;;ada@example.com;\"1.234,50 $\"\n2;;;\n3;;;ten\n"
                .as_bytes(),
        );
        let file = file.unwrap();
        assert!(file.has(&["order"]) && file.has(&["x", "email_billing"]) && !file.has(&["email"]));
        let rows: Vec<_> = file.rows().collect();
        assert_eq!(rows[0].get(&["email_billing", "e_mail"]), "ada@example.com");
        assert_eq!((rows[0].line(), rows[0].get(&["order"])), (2, "1"));
        let signs = file.signs(&["total"]);
        assert_eq!(rows[0].amount(&["total"], signs), Ok(Cents::new(123_450)));
        assert_eq!(rows[1].amount(&["total"], signs), Ok(None));
        assert!(rows[2].amount(&["total"], signs).unwrap_err().detail.english().starts_with("“ten”"));
    }
}
