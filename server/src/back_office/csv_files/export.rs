//! Writes files for spreadsheets, a batch of rows at a time.

use std::{io, sync::Arc};

use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, stream};
use jiff::tz::TimeZone;
use rust_xlsxwriter::XlsxError;
use thiserror::Error;
use tokio::task::{JoinError, spawn_blocking};

use super::{
    cells::{
        customer_cells, order_cells, payment_cells, purchase_cells, refund_cells, subscriber_cells, tax_rows,
        time, tool_cells,
    },
    file::CsvFile,
    store::{self, BatchStart, SubscriberLine},
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
        csv::{CsvStyle, CsvWriter},
        pagination::{BATCH_SIZE, PageCursor},
        xlsx::XlsxWriter,
    },
    sales::newsletter,
    shop::Shop,
    values::{ids::Id, time::Timestamp},
};

/// What is asked for: `from` and `until` bound the time of all files but tools and customers, and `tool` names the stock.
pub struct Export {
    pub file: CsvFile,
    pub tool: Option<Id>,
    pub from: Timestamp,
    pub until: Timestamp,
}

impl Export {
    fn start(self) -> BatchStart {
        let from = self.from.micros();
        let until = self.until.micros();
        let start = BatchStart {
            created_at: from.saturating_sub(1),
            id: "~".to_owned(),
            until,
            from,
            tool: self.tool,
        };
        match self.file {
            // The rows of these files are read by id alone.
            CsvFile::Tools | CsvFile::Purchases | CsvFile::Payments => {
                BatchStart { id: String::new(), ..start }
            }
            // The changes of stock are read with the newest first.
            CsvFile::Stock => BatchStart { created_at: until, id: String::new(), ..start },
            CsvFile::Orders
            | CsvFile::Refunds
            | CsvFile::Taxes
            | CsvFile::Customers
            | CsvFile::Newsletter => start,
        }
    }
}

/// Why there is no workbook.
#[derive(Debug, Error)]
pub enum WorkbookError {
    #[error("a sheet has no room for all rows")]
    TooManyRows,
    #[error(transparent)]
    Database(#[from] db::Error),
    #[error("a workbook cannot be written: {0}")]
    Xlsx(#[from] XlsxError),
    #[error(transparent)]
    Panic(#[from] JoinError),
}

fn headings(file: CsvFile, zone: &TimeZone) -> Vec<String> {
    let zone_name = format!(" ({})", zone.iana_name().unwrap_or("UTC"));
    file.columns().iter().map(|(heading, _)| heading.replace('@', &zone_name)).collect()
}

/// A CSV file in chunks.
pub async fn stream_csv(
    shop: Arc<Shop>,
    export: Export,
    style: CsvStyle,
) -> Result<impl Stream<Item = io::Result<Bytes>> + Send + 'static, db::Error> {
    let file = export.file;
    let zone = shop.settings.current().time_zone.clone();
    let writer = CsvWriter { columns: file.columns(), style, is_imported: file.is_imported() };
    let mut head = writer.head(&headings(file, &zone));
    let (first, next) = read_batch(&shop, file, export.start(), &zone).await?;
    head.extend(writer.rows(&first));
    let rest = stream::try_unfold((shop, zone, next), move |(shop, zone, next)| async move {
        let Some(start) = next else { return Ok(None) };
        // The status is already sent. Aborting the body is the only way to report that the file is incomplete.
        let (rows, next) = read_batch(&shop, file, start, &zone).await.map_err(io::Error::other)?;
        Ok::<_, io::Error>(Some((Bytes::from(writer.rows(&rows)), (shop, zone, next))))
    });
    let head = stream::once(async { Ok(Bytes::from(head)) });
    Ok(head.chain(rest))
}

/// A workbook in chunks. All rows are read before the first chunk, so that an error has its status.
pub async fn stream_xlsx(
    shop: Arc<Shop>,
    export: Export,
) -> Result<impl Stream<Item = io::Result<Bytes>> + Send + 'static, WorkbookError> {
    let file = export.file;
    let zone = shop.settings.current().time_zone.clone();
    let headings = headings(file, &zone);
    let directory = shop.config.temporary_folder();
    let new = move || XlsxWriter::new(file.name(), file.columns(), &headings, &directory);
    let mut writer = spawn_blocking(new).await??;
    let mut next = Some(export.start());
    while let Some(start) = next {
        let (rows, after) = read_batch(&shop, file, start, &zone).await?;
        if !writer.has_room(rows.len()) {
            return Err(WorkbookError::TooManyRows);
        }
        writer = spawn_blocking(move || writer.write(&rows).map(|()| writer)).await??;
        next = after;
    }
    Ok(writer.into_stream())
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
        CsvFile::Newsletter => batch!(store::newsletter, |row: SubscriberLine, zone| {
            let link = newsletter::unsubscribe_link(shop, &row.id);
            subscriber_cells(row, link, zone)
        }),
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
