//! The CSV files and their columns.

use crate::{
    back_office::stock_history,
    catalogue::import::columns,
    http::csv::{write_report_rows, write_rows},
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
    Stock,
}

impl CsvFile {
    pub const ALL: [Self; 8] = [
        Self::Tools,
        Self::Orders,
        Self::Purchases,
        Self::Payments,
        Self::Refunds,
        Self::Taxes,
        Self::Customers,
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
            Self::Stock => "stock",
        }
    }

    /// How its rows are written. Only tools can be imported.
    pub fn writer(self) -> fn(&[Vec<String>]) -> Vec<u8> {
        if self == Self::Tools { write_rows } else { write_report_rows }
    }

    /// A column of times ends with `@`. The file has the time zone there.
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Tools => &columns::COLUMNS,
            Self::Orders => &[
                "Order",
                "Placed@",
                "State",
                "Tool",
                "Quantity",
                "Price",
                "Total",
                "Customer",
                "E-mail",
                "Address",
                "Phone",
                "Payment",
                "Paid@",
                "Shipped@",
                "Carrier",
                "Tracking number",
                "Refund under way since@",
                "Refunded@",
                "ID",
                "Line",
                "Lines",
                "Federal tax",
                "Provincial tax",
                "Due",
                "Discount",
            ],
            Self::Purchases => &[
                "Purchase",
                "Placed@",
                "Paid@",
                "Taxed in",
                "Delivery",
                "Goods",
                "Delivery price",
                "GST",
                "HST",
                "QST",
                "PST",
                "RST",
                "Total",
                "Federal rate",
                "Federal number",
                "Provincial rate",
                "Provincial number",
                "ID",
                "Discount",
                "Discount code",
            ],
            Self::Payments => &[
                "Payment",
                "Created@",
                "State",
                "Amount",
                "Currency",
                "Order",
                "E-mail",
                "Refund under way since@",
                "Refunded@",
                "ID",
                "Returned",
            ],
            Self::Refunds => &[
                "Order",
                "Requested@",
                "State",
                "Amount",
                "Currency",
                "Kind",
                "Reason",
                "Requested by",
                "E-mail",
                "Refunded@",
                "Refusal",
                "Payment",
                "Order ID",
                "ID",
                "Federal tax",
                "Provincial tax",
                "Credit note",
                "Debit note",
            ],
            Self::Taxes => &["Tax", "Province", "Sales", "Charged", "Returned", "Net"],
            Self::Customers => &[
                "Name",
                "E-mail",
                "E-mail confirmed@",
                "Joined@",
                "Location",
                "Address",
                "Phone",
                "Orders",
                "Paid",
                "Blocked@",
                "ID",
            ],
            Self::Stock => &stock_history::COLUMNS,
        }
    }
}
