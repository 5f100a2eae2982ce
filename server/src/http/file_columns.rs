//! The columns of files for spreadsheets. CSV and .xlsx files have the same.

/// What the cells of a column are. A row has them as texts, in the form that CSV has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellKind {
    /// Texts, and numbers of which each digit counts, such as a SKU, a phone number or a postal code.
    Text,
    /// `24.50`
    Amount,
    /// A text with amounts in it: `from 12: 17.99; from 48: 15.20`
    AmountsInText,
    /// A rate or a weight, `9.975`.
    Decimal,
    Count,
    /// `2026-03-31 14:05:00`, where the shop is.
    Time,
}

/// The heading and the kind. A heading of times may end with `@`, where the file has the time zone.
pub type Column = (&'static str, CellKind);

impl CellKind {
    pub const fn has_numbers(self) -> bool {
        matches!(self, Self::Count) || self.has_decimals()
    }

    pub const fn has_decimals(self) -> bool {
        matches!(self, Self::Amount | Self::AmountsInText | Self::Decimal)
    }
}
