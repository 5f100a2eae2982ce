//! Reads a database and its pictures into entries. All tables are read from one snapshot.

use std::{ops::ControlFlow, sync::mpsc::SyncSender};

use super::{
    ArchiveEntry, ArchiveManifest, ArchiveTotals, ArchivedMigration, BackupError, BackupProgress, FORMAT,
    RowChunk, RunOnce, on_own_thread,
    row_json::{self, TableDigest},
    send,
};
use crate::{
    clients::object_store::FileStore,
    db::{self, Db, Engine, Table, Tx, Value},
    pictures::variants::{ImageVariant, is_image_name},
    values::time::Timestamp,
};

const CHUNK_BYTES: usize = 1 << 20;
/// Rows between two reports of progress.
const PROGRESS_ROWS: u64 = 100_000;

struct ExportInput {
    now: Timestamp,
    entries: SyncSender<ArchiveEntry>,
    progress: BackupProgress,
}

pub async fn export(
    db: Db,
    pictures: Option<FileStore>,
    now: Timestamp,
    entries: SyncSender<ArchiveEntry>,
    progress: BackupProgress,
) -> Result<(), BackupError> {
    on_own_thread(async move {
        let input = RunOnce::new(ExportInput { now, entries: entries.clone(), progress });
        let mut totals = db
            .read_bulk(input, |tx, once| {
                Box::pin(async move {
                    let input = once.take()?;
                    once.note(read_tables(tx, input).await)
                })
            })
            .await?;
        // Pictures are read after the rows. A file is stored before a tool names it, never changes and is never
        // deleted.
        if let Some(pictures) = pictures {
            totals.pictures = read_pictures(&pictures, &entries).await?;
        }
        send(&entries, ArchiveEntry::End(totals))
    })
    .await
}

async fn read_tables(tx: &Tx<'_>, input: ExportInput) -> Result<ArchiveTotals, BackupError> {
    let migrations = db::migrations::applied(tx).await?;
    if migrations.is_empty() {
        return Err(BackupError::NoShop);
    }
    let engine = match tx.engine() {
        Engine::Sqlite => "sqlite",
        Engine::Postgres => "postgres",
    };
    let tables = tx.tables().await?;
    let manifest = ArchiveManifest {
        format: FORMAT,
        shop: concat!("trowel ", env!("CARGO_PKG_VERSION")).into(),
        engine: engine.into(),
        created_at: input.now.to_string(),
        tables: tables.iter().map(|table| table.name().to_owned()).collect(),
        migrations: migrations.into_iter().map(|(name, sha256)| ArchivedMigration { name, sha256 }).collect(),
    };
    send(&input.entries, ArchiveEntry::Manifest(manifest))?;
    let mut totals = ArchiveTotals::default();
    for table in &tables {
        let mut writer =
            ChunkWriter { table, input: &input, digest: TableDigest::default(), lines: Vec::new() };
        for_each_row(tx, table, |row| writer.add(&row)).await?;
        writer.flush()?;
        (input.progress)(table.name(), writer.digest.rows());
        totals.tables.insert(table.name().to_owned(), writer.digest.total());
    }
    Ok(totals)
}

/// Calls `each` with every row like [`Tx::for_each_row`]. The function may fail, and its error ends the reading.
async fn for_each_row(
    tx: &Tx<'_>,
    table: &Table,
    mut each: impl FnMut(Vec<Value>) -> Result<(), BackupError> + Send,
) -> Result<(), BackupError> {
    let mut failure = None;
    tx.for_each_row(table, |row| match each(row) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    })
    .await?;
    failure.map_or(Ok(()), Err)
}

/// Count and digest of the rows that a table has.
pub async fn digest(tx: &Tx<'_>, table: &Table) -> Result<TableDigest, BackupError> {
    let (mut digest, mut line) = (TableDigest::default(), Vec::new());
    for_each_row(tx, table, |row| {
        line.clear();
        encode(table, &row, &mut line)?;
        digest.add(&line);
        Ok(())
    })
    .await?;
    Ok(digest)
}

fn encode(table: &Table, row: &[Value], lines: &mut Vec<u8>) -> Result<(), BackupError> {
    row_json::encode(row, lines)
        .map_err(|error| BackupError::Interrupted(format!("a row of table {}: {error}", table.name())))
}

struct ChunkWriter<'a> {
    table: &'a Table,
    input: &'a ExportInput,
    digest: TableDigest,
    lines: Vec<u8>,
}

impl ChunkWriter<'_> {
    fn add(&mut self, row: &[Value]) -> Result<(), BackupError> {
        let start = self.lines.len();
        encode(self.table, row, &mut self.lines)?;
        self.digest.add(&self.lines[start..]);
        if self.digest.rows().is_multiple_of(PROGRESS_ROWS) {
            (self.input.progress)(self.table.name(), self.digest.rows());
        }
        if self.lines.len() < CHUNK_BYTES { Ok(()) } else { self.flush() }
    }

    fn flush(&mut self) -> Result<(), BackupError> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let rows = RowChunk {
            table: self.table.name().to_owned(),
            columns: self.table.columns().to_vec(),
            lines: std::mem::take(&mut self.lines),
        };
        send(&self.input.entries, ArchiveEntry::Rows(rows))
    }
}

/// Returns the number of files. Other files in the store are left out, because the shop serves none of them.
async fn read_pictures(store: &FileStore, entries: &SyncSender<ArchiveEntry>) -> Result<u64, BackupError> {
    let mut count = 0;
    let mut files = store.list();
    while let Some((name, file)) = files.next().await? {
        let Some(file) = ImageVariant::from_file_name(&file).filter(|_| is_image_name(&name)) else {
            continue;
        };
        let Some(bytes) = store.get(&name, file.name()).await? else { continue };
        send(entries, ArchiveEntry::Picture { name, file, bytes })?;
        count += 1;
    }
    Ok(count)
}
