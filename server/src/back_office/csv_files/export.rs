//! Writes CSV files, a batch of rows at a time.

use std::{io, sync::Arc};

use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use jiff::tz::TimeZone;

use super::{
    cells::{
        customer_cells, order_cells, payment_cells, purchase_cells, refund_cells, tax_rows, time, tool_cells,
    },
    file::CsvFile,
    store::{self, BatchStart},
};
use crate::{
    back_office::{
        figures::calendar::TimeSpan,
        stock_history::{self, store::StockMovementRow},
        tax_report,
    },
    catalogue::{self, tools::tool::Tool},
    db::{self, Tx},
    http::{
        csv::{BOM, write_rows},
        pagination::{BATCH_SIZE, PageCursor},
    },
    shop::Shop,
    values::{ids::Id, time::Timestamp},
};

/// The file in chunks. `from` and `until` bound the time of all files but tools and customers. The stock is of `tool`.
pub async fn stream_file(
    shop: Arc<Shop>,
    file: CsvFile,
    tool: Option<Id>,
    (from, until): (Timestamp, Timestamp),
) -> Result<impl Stream<Item = io::Result<Bytes>> + Send + 'static, db::Error> {
    let (from, until) = (from.micros(), until.micros());
    let start = BatchStart { created_at: from.saturating_sub(1), id: "~".to_owned(), until, from, tool };
    // These are read by id alone.
    let start = match file {
        CsvFile::Tools | CsvFile::Purchases | CsvFile::Payments => BatchStart { id: String::new(), ..start },
        // Newest first.
        CsvFile::Stock => BatchStart { created_at: until, id: String::new(), ..start },
        CsvFile::Orders | CsvFile::Refunds | CsvFile::Taxes | CsvFile::Customers => start,
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
        CsvFile::Purchases => batch!(store::purchases, purchase_cells),
        CsvFile::Payments => batch!(store::payments, payment_cells),
        CsvFile::Refunds => batch!(store::refunds, refund_cells),
        CsvFile::Taxes => {
            let span = TimeSpan {
                start: Timestamp::from_micros(start.from),
                end: Timestamp::from_micros(start.until),
            };
            let report = shop.db.read_long(span, |tx, span| Box::pin(tax_report::tax_report(tx, *span)));
            (tax_rows(&report.await?), None)
        }
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
