//! Every change of a tool's stock, with its cause and the stock after it.

pub mod http;
pub mod store;

use self::store::StockMovementRow;
use crate::http::file_columns::{CellKind, Column};

/// The columns of the file. The change has two columns, because a number with a sign would count as a formula.
pub const COLUMNS: [Column; 9] = [
    ("Time@", CellKind::Time),
    ("Cause", CellKind::Text),
    ("Added", CellKind::Count),
    ("Taken", CellKind::Count),
    ("Stock after", CellKind::Count),
    ("Who", CellKind::Text),
    ("Order", CellKind::Text),
    ("Order ID", CellKind::Text),
    ("ID", CellKind::Text),
];

/// A row of the file, in the order of [`COLUMNS`].
pub fn cells(row: StockMovementRow, time: String) -> Vec<String> {
    let count = |count: i64| if count > 0 { count.to_string() } else { String::new() };
    // `order_deleted` is `Order deleted`, as on the page.
    let cause = format!("{}{}", row.cause[..1].to_uppercase(), row.cause[1..].replace('_', " "));
    let order = row.order_number.map(|number| format!("#{number}")).unwrap_or_default();
    let added = count(row.delta);
    let taken = count(-row.delta);
    let who = row.who();
    let stock_after = row.stock_after.to_string();
    vec![time, cause, added, taken, stock_after, who, order, row.order_id.unwrap_or_default(), row.id]
}

impl StockMovementRow {
    /// The person of the shop, or who else it can have been. Customers are not named.
    fn who(&self) -> String {
        match (&self.actor_name, &self.actor_key) {
            (Some(name), Some(key)) => format!("{name} (API key {key})"),
            (Some(name), None) => name.clone(),
            (None, _) if self.actor_id.is_some() => "A deleted account".into(),
            (None, _) if matches!(&*self.cause, "ordered" | "order_deleted") => "Customer".into(),
            (None, _) => "The shop".into(),
        }
    }
}
