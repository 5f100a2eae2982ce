//! The files and their columns.

use crate::{
    back_office::stock_history,
    catalogue::import::columns,
    http::file_columns::{
        CellKind::{Amount, Count, Decimal, Text, Time},
        Column,
    },
};

/// Which file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CsvFile {
    Tools,
    Orders,
    Purchases,
    Payments,
    Refunds,
    Taxes,
    Customers,
    Newsletter,
    Stock,
}

impl CsvFile {
    pub const ALL: [Self; 9] = [
        Self::Tools,
        Self::Orders,
        Self::Purchases,
        Self::Payments,
        Self::Refunds,
        Self::Taxes,
        Self::Customers,
        Self::Newsletter,
        Self::Stock,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Orders => "orders",
            Self::Purchases => "purchases",
            Self::Payments => "payments",
            Self::Refunds => "refunds",
            Self::Taxes => "taxes",
            Self::Customers => "customers",
            Self::Newsletter => "newsletter",
            Self::Stock => "stock",
        }
    }

    /// The others are never imported.
    pub fn is_imported(self) -> bool {
        self == Self::Tools
    }

    /// Whether `from` and `to` bound its rows.
    pub fn has_days(self) -> bool {
        !matches!(self, Self::Tools | Self::Customers | Self::Newsletter)
    }

    pub fn columns(self) -> &'static [Column] {
        match self {
            Self::Tools => &columns::COLUMNS,
            Self::Orders => &[
                ("Order", Text),
                ("Placed@", Time),
                ("State", Text),
                ("Tool", Text),
                ("Quantity", Count),
                ("Price", Amount),
                ("Total", Amount),
                ("Customer", Text),
                ("E-mail", Text),
                ("Address", Text),
                ("Phone", Text),
                ("Payment", Text),
                ("Paid@", Time),
                ("Shipped@", Time),
                ("Carrier", Text),
                ("Tracking number", Text),
                ("Refund under way since@", Time),
                ("Refunded@", Time),
                ("ID", Text),
                ("Line", Count),
                ("Lines", Count),
                ("Federal tax", Amount),
                ("Provincial tax", Amount),
                ("Due", Amount),
                ("Discount", Amount),
            ],
            Self::Purchases => &[
                ("Purchase", Text),
                ("Placed@", Time),
                ("Paid@", Time),
                ("Taxed in", Text),
                ("Delivery", Text),
                ("Goods", Amount),
                ("Delivery price", Amount),
                ("GST", Amount),
                ("HST", Amount),
                ("QST", Amount),
                ("PST", Amount),
                ("RST", Amount),
                ("Total", Amount),
                ("Federal rate", Decimal),
                ("Federal number", Text),
                ("Provincial rate", Decimal),
                ("Provincial number", Text),
                ("ID", Text),
                ("Discount", Amount),
                ("Discount code", Text),
            ],
            Self::Payments => &[
                ("Payment", Text),
                ("Created@", Time),
                ("State", Text),
                ("Amount", Amount),
                ("Currency", Text),
                ("Order", Text),
                ("E-mail", Text),
                ("Refund under way since@", Time),
                ("Refunded@", Time),
                ("ID", Text),
                ("Returned", Amount),
            ],
            Self::Refunds => &[
                ("Order", Text),
                ("Requested@", Time),
                ("State", Text),
                ("Amount", Amount),
                ("Currency", Text),
                ("Kind", Text),
                ("Reason", Text),
                ("Requested by", Text),
                ("E-mail", Text),
                ("Refunded@", Time),
                ("Refusal", Text),
                ("Payment", Text),
                ("Order ID", Text),
                ("ID", Text),
                ("Federal tax", Amount),
                ("Provincial tax", Amount),
                ("Credit note", Text),
                ("Debit note", Text),
            ],
            Self::Taxes => &[
                ("Tax", Text),
                ("Province", Text),
                ("Sales", Amount),
                ("Charged", Amount),
                ("Returned", Amount),
                ("Net", Amount),
            ],
            Self::Customers => &[
                ("Name", Text),
                ("E-mail", Text),
                ("E-mail confirmed@", Time),
                ("Joined@", Time),
                ("Location", Text),
                ("Address", Text),
                ("Phone", Text),
                ("Orders", Count),
                ("Paid", Amount),
                ("Blocked@", Time),
                ("ID", Text),
            ],
            Self::Newsletter => &[
                ("E-mail", Text),
                ("Language", Text),
                ("Asked@", Time),
                ("Confirmed@", Time),
                ("Consent", Text),
                ("Page", Text),
                ("Unsubscribe", Text),
                ("ID", Text),
            ],
            Self::Stock => &stock_history::COLUMNS,
        }
    }
}
