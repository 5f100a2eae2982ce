//! Writes entries into an empty database in one transaction, and pictures into the store before it commits.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use tokio::{runtime::Handle, task::spawn_blocking};

use super::{
    ArchiveEntry, ArchiveTotals, BackupError, QUEUE, RowChunk, RunOnce, export::digest, known_migrations,
    on_own_thread, panicked, receive, row_json, send,
};
use crate::{
    base::{metadata::maintenance, migrations::MIGRATIONS},
    clients::object_store::FileStore,
    db::{self, Db, Table, Tx, Value},
    values::time::Timestamp,
};

const BATCH_ROWS: usize = 1_000;

/// Restores the entries of a backup. If `pictures` is `None`, the pictures of the stream are ignored.
pub async fn import(
    db: Db,
    pictures: Option<FileStore>,
    now: Timestamp,
    entries: Receiver<ArchiveEntry>,
) -> Result<ArchiveTotals, BackupError> {
    let (forward, rows) = sync_channel(QUEUE);
    let runtime = Handle::current();
    let stored = spawn_blocking(move || store_pictures(&runtime, pictures.as_ref(), &entries, &forward));
    let written = on_own_thread(async move {
        db.write_bulk(RunOnce::new((rows, now)), |tx, once| {
            Box::pin(async move {
                let (rows, now) = once.take()?;
                once.note(write_tables(tx, rows, now).await)
            })
        })
        .await
    });
    super::join(async { stored.await.unwrap_or_else(panicked) }, written).await
}

/// Stores pictures and forwards all other entries. The last one follows when every picture is stored.
fn store_pictures(
    runtime: &Handle,
    store: Option<&FileStore>,
    entries: &Receiver<ArchiveEntry>,
    forward: &SyncSender<ArchiveEntry>,
) -> Result<(), BackupError> {
    for entry in entries {
        match (entry, store) {
            (ArchiveEntry::Picture { name, file, bytes }, Some(store)) => {
                runtime.block_on(store.put(&name, file.name(), bytes))?;
            }
            (ArchiveEntry::Picture { .. }, None) => {}
            (entry, _) => send(forward, entry)?,
        }
    }
    Ok(())
}

pub async fn require_empty(db: &Db) -> Result<(), BackupError> {
    db.read_bulk((), |tx, ()| Box::pin(require_no_rows(tx))).await
}

async fn require_no_rows(tx: &Tx<'_>) -> Result<(), BackupError> {
    match first_used_table(tx).await? {
        None => Ok(()),
        Some(table) => Err(BackupError::NotEmpty(table)),
    }
}

/// A table with rows, if the database has one.
pub async fn first_used_table(tx: &Tx<'_>) -> Result<Option<String>, db::Error> {
    for table in tx.tables().await? {
        if tx.has_rows(&table).await? {
            return Ok(Some(table.name().to_owned()));
        }
    }
    Ok(None)
}

async fn write_tables(
    tx: &Tx<'_>,
    entries: Receiver<ArchiveEntry>,
    now: Timestamp,
) -> Result<ArchiveTotals, BackupError> {
    let ArchiveEntry::Manifest(manifest) = receive(&entries)? else { return Err(out_of_order()) };
    let count = known_migrations(&manifest)?;
    require_no_rows(tx).await?;
    let existing = db::migrations::applied(tx).await?;
    if !existing.is_empty() && existing.len() != count {
        return Err(BackupError::OtherSchema);
    }
    // The tables as they were when the backup was made. Later migrations then change these rows as they would in a
    // running shop.
    db::migrations::apply_in(tx, &MIGRATIONS[..count], now.micros()).await?;
    let tables = tx.tables().await?;
    for table in tables.iter().rev() {
        tx.delete_rows(table).await?;
    }
    let totals = loop {
        match receive(&entries)? {
            ArchiveEntry::Rows(chunk) => insert(tx, &tables, &chunk).await?,
            ArchiveEntry::End(totals) => break totals,
            _ => return Err(out_of_order()),
        }
    };
    for table in &tables {
        if totals.tables.get(table.name()) != Some(&digest(tx, table).await?.total()) {
            return Err(BackupError::Damaged(format!("the rows of table {} differ", table.name())));
        }
    }
    db::migrations::apply_in(tx, MIGRATIONS, now.micros()).await?;
    maintenance::delete_shop_id(tx).await?;
    Ok(totals)
}

fn out_of_order() -> BackupError {
    BackupError::Damaged("its entries are out of order".into())
}

async fn insert(tx: &Tx<'_>, tables: &[Table], chunk: &RowChunk) -> Result<(), BackupError> {
    let table = tables.iter().find(|table| table.name() == chunk.table && table.columns() == chunk.columns);
    let table = table.ok_or_else(|| {
        BackupError::Damaged(format!("table {} does not have the columns of its migrations", chunk.table))
    })?;
    let lines: Vec<&[u8]> =
        chunk.lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    for batch in lines.chunks(BATCH_ROWS) {
        let rows: Option<Vec<Vec<Value>>> = batch.iter().map(|line| row_json::decode(line)).collect();
        let rows =
            rows.ok_or_else(|| BackupError::Damaged(format!("a row of table {} is not valid", chunk.table)))?;
        if rows.iter().any(|row| row.len() != table.columns().len()) {
            return Err(BackupError::Damaged(format!(
                "table {}: a row has too few or many values",
                chunk.table
            )));
        }
        tx.insert_rows(table, &rows).await?;
    }
    Ok(())
}
