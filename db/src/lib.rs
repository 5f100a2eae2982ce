//! One SQL text, two engines: SQLite in a file, or PostgreSQL and engines that speak its protocol.
//!
//! `db.write(id, |tx, id| Box::pin(store::delete(tx, id)))` runs the function in a transaction and returns when its
//! commit is durable. `read` and `read_long` run one on a read-only snapshot, and `read_statement` runs one statement.
//! The same function and the same SQL run on both engines; docs/decisions/0003 explains why there is no ORM.
//!
//! Rules for these functions ([`Body`]):
//! - A function captures nothing. Its values are in the input: a struct, a tuple, or `()`.
//! - It may run more than once: after a conflict, after a broken connection, or when another job of the same group
//!   commit failed. So it has no effect outside `tx`, but for those that wait for the commit ([`Tx::after_commit`]).
//! - It awaits only calls of `tx`. A failed call ends the transaction.
//! - A race is decided by one conditional UPDATE, so READ COMMITTED is enough: PostgreSQL evaluates the condition again
//!   on the committed row, and SQLite has one writer.
//! - Calls may be joined. The last changes, above all of rows that many transactions change, go to
//!   [`Tx::finish_with`], which sends them together with COMMIT.
//! - `Err` rolls back, and a refusal is an error of the caller's own type. A refusal whose effects stay is a
//!   [`Committed`].
//! - Rows read before waiting for a lock are read again. A function that finds them changed may retry
//!   ([`Tx::conflict`]).
//!
//! [`statement`] is SQL with a name, [`value`] a parameter, [`row`](mod@row) a result row, [`like`] builds LIKE
//! patterns, [`table`] reads and writes whole tables. `sqlite` has a writer thread with
//! group commit, `postgres` a pool with retries. This module knows no table but `migrations`.

mod committed;
mod error;
pub mod like;
mod metrics;
pub mod migrations;
mod options;
mod postgres;
pub mod queries;
pub mod row;
mod sqlite;
pub mod statement;
pub mod table;
mod transaction;
mod tx_gate;
pub mod value;
mod work;
mod write_health;

use std::{pin::Pin, sync::Arc};

use tracing::{Instrument as _, Span, trace_span};

pub use self::{
    committed::Committed,
    error::{Constraint, Error},
    metrics::{ConnectionCounts, DURATION_BUCKETS, DbMetrics, WRITE_DURATIONS},
    migrations::{Migration, MigrationError},
    options::{DatabaseLocation, Engine, Options},
    queries::{Last, One},
    row::{Column, FromRow, Row},
    statement::Statement,
    table::Table,
    transaction::Tx,
    tx_gate::{TxGate, TxKind},
    value::{Param, Value},
};

use self::{
    metrics::Counters,
    postgres::Postgres,
    sqlite::Sqlite,
    work::{Call, Mode, Work},
    write_health::WriteHealth,
};

/// What a transaction function returns: `Box::pin(store::by_id(tx, id))`.
pub type TxFuture<'t, T> = Pin<Box<dyn Future<Output = T> + Send + 't>>;

/// The body of a transaction. It captures nothing, so that running it again changes nothing but the database.
pub type Body<I, T, E> = for<'t> fn(&'t Tx<'t>, &'t I) -> TxFuture<'t, Result<T, E>>;

/// The database. Clones share its connections.
#[derive(Clone)]
pub struct Db {
    backend: Backend,
    counters: Arc<Counters>,
    write_health: Arc<WriteHealth>,
    tx_gate: Option<TxGate>,
}

#[derive(Clone)]
enum Backend {
    Sqlite(Arc<Sqlite>),
    Postgres(Arc<Postgres>),
}

impl Db {
    /// Connects, and fails if the server does not answer. Does not change the schema: see [`migrate`](Self::migrate).
    pub async fn open(place: &DatabaseLocation, options: Options) -> Result<Self, Error> {
        let counters = Arc::<Counters>::default();
        let tx_gate = options.tx_gate.clone();
        let backend = match place {
            DatabaseLocation::Sqlite(path) => {
                let (path, counters) = (path.clone(), Arc::clone(&counters));
                let opened = off_the_runtime(move || Sqlite::open(&path, &options, counters)).await??;
                Backend::Sqlite(Arc::new(opened))
            }
            DatabaseLocation::Postgres(url) => {
                Backend::Postgres(Arc::new(Postgres::open(url, &options, Arc::clone(&counters)).await?))
            }
        };
        Ok(Self { backend, counters, write_health: Arc::default(), tx_gate })
    }

    pub const fn engine(&self) -> Engine {
        match self.backend {
            Backend::Sqlite(_) => Engine::Sqlite,
            Backend::Postgres(_) => Engine::Postgres,
        }
    }

    /// Applies missing migrations and returns their names. Several nodes may call it at once.
    pub async fn migrate(
        &self,
        list: &'static [Migration],
        now_micros: i64,
    ) -> Result<Vec<&'static str>, Error> {
        migrations::apply(self, list, now_micros).await
    }

    /// Whether every migration of `list` has been applied. Changes nothing.
    pub async fn is_migrated(&self, list: &'static [Migration]) -> Result<bool, Error> {
        migrations::is_complete(self, list).await
    }

    /// Runs `body` in a transaction. `Ok` means that the commit is on disk. `Err` means that nothing was kept
    /// (but see [`Error::OutcomeUnknown`]).
    pub fn write<I, T>(&self, input: I, body: Body<I, T, Error>) -> impl Future<Output = Result<T, Error>>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        self.call(Mode::Write, input, body)
    }

    /// Runs a transaction like [`write`](Self::write). The body has its own error type, and an error of it ends the
    /// transaction.
    pub fn try_write<I, T, E>(&self, input: I, body: Body<I, T, E>) -> impl Future<Output = Result<T, E>>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.call(Mode::Write, input, body)
    }

    /// Runs a transaction like [`write`](Self::write). The body must have no further effect if it runs after its own
    /// commit. It runs again while the outcome is unknown, and finds out by [`Tx::may_be_committed`]. After an error
    /// the caller may repeat the call.
    pub fn write_repeatable<I, T, E>(
        &self,
        input: I,
        body: Body<I, T, E>,
    ) -> impl Future<Output = Result<T, E>>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.call(Mode::WriteRepeatable, input, body)
    }

    /// Runs `body` on a snapshot. Only for short reads by index, because on SQLite they run on the caller's thread.
    pub fn read<I, T>(&self, input: I, body: Body<I, T, Error>) -> impl Future<Output = Result<T, Error>>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        self.call(Mode::Read, input, body)
    }

    /// Runs `body` on a snapshot like [`read`](Self::read). The body has its own error type.
    pub fn try_read<I, T, E>(&self, input: I, body: Body<I, T, E>) -> impl Future<Output = Result<T, E>>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.call(Mode::Read, input, body)
    }

    /// Runs one SELECT. The statement is its own snapshot, so PostgreSQL needs no BEGIN, no settings and no ROLLBACK. A
    /// second statement fails. The body must be as short as in [`read`](Self::read).
    pub fn read_statement<I, T>(
        &self,
        input: I,
        body: Body<I, T, Error>,
    ) -> impl Future<Output = Result<T, Error>>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        self.call(Mode::ReadStatement, input, body)
    }

    /// Runs `body` on a snapshot like [`read`](Self::read). The read may take long, because it blocks no other request.
    pub fn read_long<I, T>(&self, input: I, body: Body<I, T, Error>) -> impl Future<Output = Result<T, Error>>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        self.call(Mode::ReadLong, input, body)
    }

    /// Runs a long read like [`read_long`](Self::read_long), without timeouts. Backups use it. The body may block its
    /// thread, if the caller polls this future on a thread of its own.
    pub fn read_bulk<I, T, E>(&self, input: I, body: Body<I, T, E>) -> impl Future<Output = Result<T, E>>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.call(Mode::ReadBulk, input, body)
    }

    /// Runs a transaction like [`write`](Self::write), without timeouts. Migrations and restores use it. The body may
    /// block its thread as in [`read_bulk`](Self::read_bulk).
    pub fn write_bulk<I, T, E>(&self, input: I, body: Body<I, T, E>) -> impl Future<Output = Result<T, E>>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.call(Mode::WriteBulk, input, body)
    }

    fn call<I, T, E>(&self, mode: Mode, input: I, body: Body<I, T, E>) -> impl Future<Output = Result<T, E>>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let ran = self.run(mode, Call::boxed(input, body));
        async { Call::<I, T, E>::result(ran.await) }
    }

    /// Boxed, because it would add kilobytes to every handler's future.
    fn run(&self, mode: Mode, work: Box<dyn Work>) -> TxFuture<'_, Result<Box<dyn Work>, Error>> {
        Box::pin(async move {
            if let Some(tx_gate) = self.tx_gate.as_ref().filter(|_| !mode.is_bulk()) {
                tx_gate.pass(if mode.is_write() { TxKind::Write } else { TxKind::Read }).await;
            }
            // The names are the ones of OpenTelemetry.
            let system = match self.engine() {
                Engine::Sqlite => "sqlite",
                Engine::Postgres => "postgresql",
            };
            macro_rules! span {
                ($name:literal) => {
                    trace_span!(target: "trowel_traces", $name, otel.kind = "client", db.system.name = system)
                };
            }
            let mut _timer = None;
            let span = match mode {
                Mode::ReadStatement | Mode::Read => span!("read"),
                Mode::ReadLong => span!("long read"),
                Mode::Write | Mode::WriteRepeatable => {
                    _timer = Some(self.counters.start_write());
                    span!("write")
                }
                Mode::ReadBulk | Mode::WriteBulk => Span::none(),
            };
            let result = match &self.backend {
                Backend::Sqlite(sqlite) => sqlite.run(mode, work).instrument(span).await,
                Backend::Postgres(postgres) => postgres.run(mode, work).instrument(span).await,
            };
            let failure = result.as_ref().map_or_else(Some, |work| work.failure());
            if let (true, Some(error @ Error::Unavailable(_))) = (mode.is_write(), failure) {
                self.write_health.record_failure(error);
            }
            result
        })
    }

    /// Prepares a statement without running it.
    pub async fn prepare(&self, statement: &Statement) -> Result<(), Error> {
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.prepare(statement),
            Backend::Postgres(postgres) => postgres.prepare(statement).await,
        }
    }

    /// Whether the engine answers.
    pub async fn ping(&self) -> Result<(), Error> {
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.ping(),
            Backend::Postgres(postgres) => postgres.ping().await,
        }
    }

    /// Whether writes succeed. After a write that the engine could not do, two writes of `probe` tell whether it can
    /// write again. One takes space, and one frees it. They run at most once in `write_health::PROBE_INTERVAL`.
    pub async fn check_writes(&self, probe: [Body<(), (), Error>; 2]) -> Result<(), Error> {
        let Some(failure) = self.write_health.failure() else { return Ok(()) };
        if !self.write_health.may_probe() {
            return Err(failure);
        }
        for body in probe {
            self.write((), body).await.map_err(|error| match error {
                Error::Unavailable(_) => error,
                _ => failure.clone(),
            })?;
        }
        self.write_health.clear();
        Ok(())
    }

    pub fn metrics(&self) -> DbMetrics {
        self.counters.metrics(match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.connections(),
            Backend::Postgres(postgres) => postgres.connections(),
        })
    }

    /// Finishes queued writes. Later writes by other clones are rejected.
    pub async fn close(self) {
        match self.backend {
            Backend::Sqlite(sqlite) => {
                if let Err(error) = off_the_runtime(move || sqlite.close()).await {
                    tracing::error!(%error, "closing the database");
                }
            }
            Backend::Postgres(postgres) => postgres.close(),
        }
    }
}

async fn off_the_runtime<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
    tokio::task::spawn_blocking(work).await.map_err(Error::other)
}
