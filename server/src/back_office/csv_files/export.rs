//! Writes CSV files, a batch of rows at a time.

use std::{io, sync::Arc};

use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use jiff::tz::TimeZone;

use super::store::{self, BatchStart, CustomerLine, OrderLine, PaymentLine, RefundLine};
use crate::{
    back_office::stock_history::{self, store::StockMovementRow},
    catalogue::{self, import::columns, tools::tool::Tool},
    db::{self, Tx},
    http::{
        csv::{BOM, write_report_rows, write_rows},
        pagination::{BATCH_SIZE, PageCursor},
    },
    shop::Shop,
    values::{
        ids::Id,
        money::Cents,
        order_state_names::{REFUND_UNDER_WAY, REFUNDED, order_state_name},
        time::Timestamp,
    },
};

/// Which file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CsvFile {
    Tools,
    Orders,
    Payments,
    Refunds,
    Customers,
    Stock,
}

impl CsvFile {
    pub const ALL: [Self; 6] =
        [Self::Tools, Self::Orders, Self::Payments, Self::Refunds, Self::Customers, Self::Stock];

    pub fn name(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Orders => "orders",
            Self::Payments => "payments",
            Self::Refunds => "refunds",
            Self::Customers => "customers",
            Self::Stock => "stock",
        }
    }

    /// How its rows are written. Only tools can be imported.
    fn writer(self) -> fn(&[Vec<String>]) -> Vec<u8> {
        match self {
            Self::Tools => write_rows,
            Self::Orders | Self::Payments | Self::Refunds | Self::Customers | Self::Stock => {
                write_report_rows
            }
        }
    }

    /// A column of times ends with `@`. The file has the time zone there.
    fn columns(self) -> &'static [&'static str] {
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
            ],
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

/// The file in chunks. `from` and `until` bound the time of orders, payments, refunds and stock. The stock is of `tool`.
pub async fn stream_file(
    shop: Arc<Shop>,
    file: CsvFile,
    tool: Option<Id>,
    (from, until): (Timestamp, Timestamp),
) -> Result<impl Stream<Item = io::Result<Bytes>> + Send + 'static, db::Error> {
    let (from, until) = (from.micros(), until.micros());
    let start = BatchStart { created_at: from.saturating_sub(1), id: "~".to_owned(), until, from, tool };
    // Tools and payments are read by id alone.
    let start = match file {
        CsvFile::Tools | CsvFile::Payments => BatchStart { id: String::new(), ..start },
        // Newest first.
        CsvFile::Stock => BatchStart { created_at: until, id: String::new(), ..start },
        CsvFile::Orders | CsvFile::Refunds | CsvFile::Customers => start,
    };
    let mut head = BOM.as_bytes().to_vec();
    let zone = shop.settings.current().time_zone.clone();
    let zone_name = format!(" ({})", zone.iana_name().unwrap_or("UTC"));
    head.extend(write_rows(&[file.columns().iter().map(|column| column.replace('@', &zone_name)).collect()]));
    let (first, next) = read_batch(&shop, file, start, &zone).await?;
    let write = file.writer();
    head.extend(write(&first));
    let rest = stream::try_unfold((shop, zone, next), move |(shop, zone, next)| async move {
        let Some(start) = next else { return Ok(None) };
        // The status is already sent. Aborting the body is the only way to report that the file is incomplete.
        let (rows, next) = read_batch(&shop, file, start, &zone).await.map_err(io::Error::other)?;
        Ok::<_, io::Error>(Some((Bytes::from(write(&rows)), (shop, zone, next))))
    });
    let head = stream::once(async { Ok(Bytes::from(head)) });
    Ok(head.chain(rest))
}

type Batch = (Vec<Vec<String>>, Option<BatchStart>);

async fn read_batch(
    shop: &Shop,
    file: CsvFile,
    start: BatchStart,
    zone: &TimeZone,
) -> Result<Batch, db::Error> {
    macro_rules! batch {
        ($read:path, $cells:expr) => {{
            let rows = shop
                .db
                .read_long(start, |tx, start| {
                    Box::pin(async move {
                        let rows = $read(tx, start).await?;
                        let last = rows.last().filter(|_| is_full(&rows));
                        let next = last.map(|row| BatchStart {
                            created_at: row.created_at,
                            id: row.id.clone(),
                            ..start.clone()
                        });
                        Ok((rows, next))
                    })
                })
                .await?;
            (rows.0.into_iter().map(|row| $cells(row, zone)).collect(), rows.1)
        }};
    }
    Ok(match file {
        CsvFile::Tools => {
            let tools = shop.db.read_long(start, |tx, start| Box::pin(tools_after(tx, start))).await?;
            let next = tools.last().filter(|_| is_full(&tools)).map(|tool| BatchStart {
                created_at: 0,
                id: tool.id.to_string(),
                until: 0,
                from: 0,
                tool: None,
            });
            (tools.iter().map(|tool| tool_cells(tool, shop.public_url(), zone)).collect(), next)
        }
        CsvFile::Orders => batch!(store::orders, order_cells),
        CsvFile::Payments => batch!(store::payments, payment_cells),
        CsvFile::Refunds => batch!(store::refunds, refund_cells),
        CsvFile::Customers => batch!(store::customers, customer_cells),
        CsvFile::Stock => batch!(stock_after, |row: StockMovementRow, zone| {
            let at = time(row.created_at, zone);
            stock_history::cells(row, at)
        }),
    })
}

fn is_full<T>(rows: &[T]) -> bool {
    rows.len() >= usize::try_from(BATCH_SIZE).unwrap_or(usize::MAX)
}

async fn tools_after(tx: &Tx<'_>, start: &BatchStart) -> Result<Vec<Tool>, db::Error> {
    catalogue::tools::store::live_after(tx, &start.id, BATCH_SIZE).await
}

async fn stock_after(tx: &Tx<'_>, start: &BatchStart) -> Result<Vec<StockMovementRow>, db::Error> {
    let Some(tool) = &start.tool else { return Ok(Vec::new()) };
    let after = PageCursor { created_at: start.created_at, id: start.id.clone() };
    stock_history::store::page(tx, tool, &after, start.from, BATCH_SIZE).await
}

fn money(cents: i64) -> String {
    Cents::new(cents).map(|cents| cents.to_string()).unwrap_or_default()
}

/// Spreadsheets understand this form. The name of the column has the zone.
fn time(micros: i64, zone: &TimeZone) -> String {
    let at = jiff::Timestamp::from_microsecond(micros).unwrap_or_default();
    zone.to_datetime(at).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

fn tool_cells(tool: &Tool, public_url: &str, zone: &TimeZone) -> Vec<String> {
    let mut cells = columns::cells(tool, public_url).to_vec();
    if let Some(added) = cells.last_mut() {
        *added = time(tool.created_at.micros(), zone);
    }
    cells
}

fn optional<T>(value: Option<T>, text: impl Fn(T) -> String) -> String {
    value.map(text).unwrap_or_default()
}

fn number(value: i64) -> String {
    value.to_string()
}

fn order_cells(row: OrderLine, zone: &TimeZone) -> Vec<String> {
    let time = |micros| time(micros, zone);
    vec![
        format!("#{}", row.number),
        time(row.created_at),
        order_state_name(&row.state).to_owned(),
        row.tool_name,
        number(row.quantity),
        money(row.price_cents),
        money(row.total_cents),
        row.customer_name,
        row.customer_email,
        row.phone,
        row.address,
        row.transaction_id.unwrap_or_default(),
        optional(row.paid_at, time),
        optional(row.shipped_at, time),
        row.carrier.unwrap_or_default(),
        row.tracking_number.unwrap_or_default(),
        optional(row.refund_begun_at, time),
        optional(row.refunded_at, time),
        row.id,
    ]
}

/// A payment is returned by the refund of its order, or alone if its order was deleted.
fn payment_cells(row: PaymentLine, zone: &TimeZone) -> Vec<String> {
    let time = |micros| time(micros, zone);
    let is_refunded = row.refunded_at.is_some() || row.state == "refunded";
    let refund_begun = row.refund_begun_at.or(row.refund_due_at);
    let refunded = row.refunded_at.or((row.state == "refunded").then_some(row.changed_at));
    let state = match refund_begun {
        _ if is_refunded => REFUNDED,
        Some(_) => REFUND_UNDER_WAY,
        None => "Paid",
    };
    vec![
        row.intent_id.unwrap_or_default(),
        time(row.created_at),
        state.to_owned(),
        money(row.amount_cents),
        row.currency.to_uppercase(),
        optional(row.order_number, |number| format!("#{number}")),
        row.customer_email.unwrap_or_default(),
        optional(refund_begun, time),
        optional(refunded, time),
        row.id,
    ]
}

fn refund_cells(row: RefundLine, zone: &TimeZone) -> Vec<String> {
    let time = |micros| time(micros, zone);
    let (state, is_part) = match &*row.state {
        "refund_due" => (REFUND_UNDER_WAY, false),
        "refunded" => (REFUNDED, false),
        "due" => (REFUND_UNDER_WAY, true),
        "done" => (REFUNDED, true),
        _ => ("Refused", true),
    };
    vec![
        optional(row.order_number, |number| format!("#{number}")),
        time(row.created_at),
        state.to_owned(),
        money(row.amount_cents),
        row.currency.to_uppercase(),
        if is_part { "Part" } else { "Whole" }.to_owned(),
        row.reason.unwrap_or_else(|| "Payment without an order".to_owned()),
        row.requested_by.unwrap_or_default(),
        row.customer_email.unwrap_or_default(),
        optional(row.refunded_at, time),
        row.refusal.unwrap_or_default(),
        row.intent_id.unwrap_or_default(),
        row.order_id,
        row.id,
    ]
}

fn customer_cells(row: CustomerLine, zone: &TimeZone) -> Vec<String> {
    let time = |micros| time(micros, zone);
    vec![
        row.name,
        row.email.unwrap_or_default(),
        optional(row.email_verified_at, time),
        time(row.created_at),
        row.location.unwrap_or_default(),
        row.address.unwrap_or_default(),
        row.phone.unwrap_or_default(),
        number(row.orders),
        money(row.paid_cents),
        optional(row.blocked_at, time),
        row.id,
    ]
}
