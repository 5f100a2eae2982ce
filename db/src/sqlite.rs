//! SQLite with one writer thread, group commit, and readers on snapshots.
//!
//! A durable commit syncs the disk once, which costs as much as a hundred small transactions. So one thread takes all
//! queued jobs, runs them in one transaction, and commits once. No caller gets a result before that commit is
//! durable.

mod writer;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, TryLockError,
        atomic::{AtomicUsize, Ordering},
        mpsc::{SyncSender, TrySendError, sync_channel},
    },
    task::{Context, Poll, Waker},
    thread::JoinHandle,
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, config::DbConfig};
use tokio::sync::{Semaphore, oneshot};

use super::{
    Error, Options, Statement, Tx,
    error::{Fault, Phase},
    metrics::{ConnectionCounts, Counters},
    work::{Mode, Work},
};
use writer::{Job, Writer, WriterMessage};

/// Readers run on runtime threads. With a write-ahead log they wait only for a recovery.
const READER_PATIENCE: Duration = Duration::from_millis(250);
/// More than the number of statements of the shop.
const PREPARED: usize = 512;

pub(super) struct Sqlite {
    queue: SyncSender<WriterMessage>,
    writer: Mutex<Option<JoinHandle<()>>>,
    /// Short reads use these connections round-robin.
    readers: Vec<Reader>,
    turn: AtomicUsize,
    /// Long reads have these connections, so that they never block short ones. The permits count the free connections.
    long_readers: Arc<[Reader]>,
    free: Arc<Semaphore>,
    lock_timeout: Duration,
    counters: Arc<Counters>,
}

/// Runs `work` to the end. Calls of `tx` are never pending on SQLite, so one poll is enough. Returns `false` if the
/// function failed with its own error.
fn run(tx: &Tx<'_>, work: &mut dyn Work) -> Result<bool, Error> {
    let polled = catch_unwind(AssertUnwindSafe(|| {
        work.run(tx).as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }));
    match polled {
        Ok(Poll::Ready(true)) => tx.failure().map_or(Ok(true), Err),
        Ok(Poll::Ready(false)) => Ok(false),
        Ok(Poll::Pending) => Err(Error::other(Fault::Waited)),
        Err(payload) => Err(Error::other(Fault::panicked(&*payload))),
    }
}

impl Sqlite {
    /// Blocks the thread.
    pub(super) fn open(path: &Path, options: &Options, counters: Arc<Counters>) -> Result<Self, Error> {
        let failed = |fault| Error::sqlite(Phase::Write, fault);
        create_private(path).map_err(Error::unavailable)?;
        let writer = connect(path, options.lock_timeout).map_err(failed)?;
        if let Some(pages) = options.sqlite_pages {
            writer.pragma_update(None, "max_page_count", pages).map_err(failed)?;
        }
        let reader = || {
            let reader = connect(path, READER_PATIENCE)?;
            reader.pragma_update(None, "query_only", true)?;
            Ok(Mutex::new(Mutex::new(reader)))
        };
        let several =
            |count: usize| (0..count.max(1)).map(|_| reader()).collect::<rusqlite::Result<Vec<_>>>();
        let readers = several(options.readers).map_err(failed)?;
        let long_readers = several(options.long_readers).map_err(failed)?;
        for reader in &long_readers {
            let reader = take(std::slice::from_ref(reader), 0);
            let reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
            // Whole tables are read once, so pages need not stay in memory.
            reader.pragma_update(None, "cache_size", -1024).map_err(failed)?;
        }

        let (queue, messages) = sync_channel(options.queue.max(1));
        let writer = Writer {
            connection: Mutex::new(writer),
            messages,
            group: options.group.max(1),
            counters: Arc::clone(&counters),
        };
        let thread = std::thread::Builder::new().name("database-writer".into());
        let writer = thread.spawn(move || writer.serve()).map_err(Error::other)?;
        Ok(Self {
            queue,
            writer: Mutex::new(Some(writer)),
            readers,
            turn: AtomicUsize::new(0),
            free: Arc::new(Semaphore::new(long_readers.len())),
            long_readers: long_readers.into(),
            lock_timeout: options.lock_timeout,
            counters,
        })
    }

    pub(super) async fn run(&self, mode: Mode, mut work: Box<dyn Work>) -> Result<Box<dyn Work>, Error> {
        match mode {
            Mode::Read => snapshot(&self.reader(), &mut *work).map(|_| work),
            Mode::ReadStatement => {
                run(&Tx::sqlite(&self.reader(), Phase::Read).for_one_statement(), &mut *work).map(|_| work)
            }
            Mode::ReadLong | Mode::ReadBulk => self.read_long(work).await,
            Mode::Write | Mode::WriteRepeatable | Mode::WriteBulk => self.write(work).await,
        }
    }

    async fn write(&self, work: Box<dyn Work>) -> Result<Box<dyn Work>, Error> {
        let (reply, answer) = oneshot::channel();
        match self.queue.try_send(WriterMessage::Work(Job { work, result: Err(closed()), reply })) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => {
                Counters::add(&self.counters.refused, 1);
                return Err(Error::Busy);
            }
            Err(TrySendError::Disconnected(_)) => return Err(closed()),
        }
        // The writer ended without a result and may have committed or not.
        answer.await.unwrap_or(Err(Error::OutcomeUnknown))
    }

    fn reader(&self) -> MutexGuard<'_, Mutex<Connection>> {
        take(&self.readers, self.turn.fetch_add(1, Ordering::Relaxed))
    }

    async fn read_long(&self, mut work: Box<dyn Work>) -> Result<Box<dyn Work>, Error> {
        let free = Arc::clone(&self.free).acquire_owned();
        let Ok(Ok(permit)) = tokio::time::timeout(self.lock_timeout, free).await else {
            Counters::add(&self.counters.refused, 1);
            return Err(Error::Busy);
        };
        let readers = Arc::clone(&self.long_readers);
        let read = tokio::task::spawn_blocking(move || {
            // The permit is held until the read ends, even if the caller is cancelled.
            let _permit = permit;
            snapshot(&take(&readers, 0), &mut *work).map(|_| work)
        });
        read.await.unwrap_or_else(|fault| Err(Error::other(fault)))
    }

    pub(super) fn prepare(&self, statement: &Statement) -> Result<(), Error> {
        let reader = take(&self.readers, 0);
        let reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
        let prepared = reader
            .prepare(statement.sqlite())
            .map_err(|fault| Error::sqlite(Phase::Read, fault).of(statement.name()))?;
        statement.expect_parameters(prepared.parameter_count()).map_err(|error| error.of(statement.name()))
    }

    /// Reads a page and checks that the writer thread runs.
    pub(super) fn ping(&self) -> Result<(), Error> {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.as_ref().is_none_or(JoinHandle::is_finished) {
            return Err(closed());
        }
        let reader = take(&self.readers, 0);
        let reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = reader.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0));
        answer.map(drop).map_err(|fault| Error::sqlite(Phase::Read, fault))
    }

    pub(super) fn connections(&self) -> ConnectionCounts {
        let max = self.long_readers.len();
        ConnectionCounts { max, in_use: max - self.free.available_permits() }
    }

    /// Finishes queued writes. Blocks the thread.
    pub(super) fn close(&self) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(writer) = writer else { return };
        // An error means that the writer has ended already.
        drop(self.queue.send(WriterMessage::Stop));
        if writer.join().is_err() {
            tracing::error!("the database writer panicked");
        }
    }
}

fn closed() -> Error {
    Error::unavailable(Fault::Closed)
}

fn connect(path: &Path, lock_timeout: Duration) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(lock_timeout)?;
    // If this is off, SQLite compiles a statement again at each run in which a bound value might decide about an index.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(PREPARED);
    // synchronous FULL: with NORMAL a power failure may lose acknowledged commits. secure_delete FAST: deleted personal
    // data is overwritten in pages that are written anyway. ON would write every freed page as well.
    // wal_autocheckpoint: each checkpoint syncs twice and copies every changed page, so a longer log (16 MB) copies
    // fewer.
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;
         PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384; PRAGMA journal_size_limit = 67108864;
         PRAGMA secure_delete = FAST; PRAGMA wal_autocheckpoint = 4096;",
    )?;
    Ok(connection)
}

/// Creates the file with mode 600. SQLite uses the same mode for its log.
fn create_private(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// The outer mutex is held for a whole read. The inner one only makes the connection `Sync` for `Tx`.
type Reader = Mutex<Mutex<Connection>>;

/// Returns a free reader, or waits for the next one in turn.
fn take(readers: &[Reader], turn: usize) -> MutexGuard<'_, Mutex<Connection>> {
    let turn = turn % readers.len();
    let (before, after) = readers.split_at(turn);
    for reader in after.iter().chain(before) {
        match reader.try_lock() {
            Ok(reader) => return reader,
            Err(TryLockError::Poisoned(reader)) => return reader.into_inner(),
            Err(TryLockError::WouldBlock) => {}
        }
    }
    readers[turn].lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` on one snapshot.
fn snapshot(reader: &Mutex<Connection>, work: &mut dyn Work) -> Result<bool, Error> {
    step(reader, Phase::Read, "BEGIN DEFERRED")?;
    let result = run(&Tx::sqlite(reader, Phase::Read), work);
    abandon(reader);
    result
}

/// BEGIN, SAVEPOINT and the like.
fn step(connection: &Mutex<Connection>, during: Phase, sql: &str) -> Result<(), Error> {
    let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
    let stepped = connection.prepare_cached(sql).and_then(|mut statement| statement.raw_execute());
    stepped.map(drop).map_err(|fault| Error::sqlite(during, fault))
}

/// Rolls back the transaction, unless an error has ended it already.
fn abandon(connection: &Mutex<Connection>) {
    if is_open(connection)
        && let Err(error) = step(connection, Phase::Write, "ROLLBACK")
    {
        tracing::error!(%error, "a transaction could not be rolled back");
    }
}

fn is_open(connection: &Mutex<Connection>) -> bool {
    !connection.lock().unwrap_or_else(PoisonError::into_inner).is_autocommit()
}
