//! One SQL text, two engines: SQLite in a file, or PostgreSQL and engines that speak its protocol.
//!
//! `db.write(|tx| Box::pin(async move { … }))` runs the closure in a transaction and answers when its commit is durable;
//! `read` and `read_long` run it on a snapshot that cannot write. The same closure and the same SQL run on both
//! engines; docs/decisions/0003 tells why there is no ORM.
//!
//! Rules for closures: they may run more than once (after a conflict, a broken connection, or when a neighbour in
//! the same commit spoilt it), so they touch nothing but `tx`; they await nothing but `tx`; a failed call ends the
//! transaction. What decides a race is one conditional UPDATE, so READ COMMITTED is enough: PostgreSQL
//! evaluates the condition again on the row as the winner left it, and on SQLite there is one writer. What was read before
//! a wait for a lock is read again behind it; whoever finds it changed may ask to be run again ([`Tx::overtaken`]).
//!
//! - [`statement`]: SQL with a name · [`value`]: parameters · [`row`](mod@row): answers · [`Tx`]: the calls
//! - [`pattern`]: what LIKE compares with
//! - `sqlite`: a writer thread, commits in groups · `postgres`: a pool, retries, broken commits · [`migrations`]
//!
//! It knows no table but its own, `migrations`.

mod error;
mod figures;
pub mod migrations;
pub mod pattern;
mod postgres;
pub mod row;
mod sqlite;
pub mod statement;
mod transaction;
mod turnstile;
pub mod value;

use std::{path::PathBuf, pin::Pin, sync::Arc, time::Duration};

pub use self::{
    error::{Constraint, Error},
    figures::Figures,
    migrations::{Migration, MigrationError},
    row::{Column, FromRow, Row},
    statement::Statement,
    transaction::Tx,
    turnstile::{Turn, Turnstile},
    value::Value,
};
pub use crate::{params, row, statements};

use self::{
    figures::Counters,
    postgres::{Mode, Postgres},
    sqlite::Sqlite,
};

/// What a closure returns; written `Box::pin(async move { … })`.
pub type Work<'t, T> = Pin<Box<dyn Future<Output = T> + Send + 't>>;

/// Where the data is.
#[derive(Clone)]
pub enum Place {
    /// A file; it is created if missing.
    Sqlite(PathBuf),
    /// `postgres://user:password@host/database?sslmode=require`. With `require` the server's certificate must be
    /// signed by an authority this machine trusts (or one named by `SSL_CERT_FILE`).
    Postgres(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// How much may go on at a time, and for how long.
#[derive(Clone, Debug)]
pub struct Options {
    /// SQLite: connections for short reads; one for each thread of the runtime.
    pub readers: usize,
    /// SQLite: connections for long reads.
    pub long_readers: usize,
    /// Writes that may wait; one more is refused as [`Error::Busy`].
    pub queue: usize,
    /// SQLite: writes that may share a commit.
    pub group: usize,
    /// SQLite: the most pages the file may have.
    pub sqlite_pages: Option<u32>,
    /// PostgreSQL: connections. A quarter of them is kept for reads.
    pub pool: usize,
    /// PostgreSQL: what one statement may take, outside of `read_long` and migrations.
    pub statement_time: Duration,
    /// How long to wait for a lock, or for a free connection.
    pub patience: Duration,
    /// For tests that decide whose turn it is; a shop has none.
    pub turnstile: Option<Turnstile>,
}

impl Default for Options {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(4, usize::from);
        Self {
            readers: threads + 1,
            long_readers: 2,
            queue: 1024,
            group: 256,
            sqlite_pages: None,
            pool: 16,
            statement_time: Duration::from_secs(10),
            // A hundred buyers of one tool wait for each other; turning them away sooner would lose sales.
            patience: Duration::from_secs(8),
            turnstile: None,
        }
    }
}

/// The database. Clones share it.
// The PostgreSQL futures are boxed: kilobytes that every handler's future would carry, on either engine.
#[derive(Clone)]
pub struct Db {
    backend: Backend,
    counters: Arc<Counters>,
    turnstile: Option<Turnstile>,
}

#[derive(Clone)]
enum Backend {
    Sqlite(Arc<Sqlite>),
    Postgres(Arc<Postgres>),
}

impl Db {
    /// Connects, and fails if nobody answers. Does not touch the schema: see [`migrate`](Self::migrate).
    pub async fn open(place: &Place, options: Options) -> Result<Self, Error> {
        let counters = Arc::<Counters>::default();
        let turnstile = options.turnstile.clone();
        let backend = match place {
            Place::Sqlite(path) => {
                let (path, counters) = (path.clone(), Arc::clone(&counters));
                let opened = off_the_runtime(move || Sqlite::open(&path, &options, counters)).await??;
                Backend::Sqlite(Arc::new(opened))
            }
            Place::Postgres(url) => {
                Backend::Postgres(Arc::new(Postgres::open(url, &options, Arc::clone(&counters)).await?))
            }
        };
        Ok(Self { backend, counters, turnstile })
    }

    pub const fn engine(&self) -> Engine {
        match self.backend {
            Backend::Sqlite(_) => Engine::Sqlite,
            Backend::Postgres(_) => Engine::Postgres,
        }
    }

    /// Brings the schema up to date and names what was applied. Safe to call from many nodes at once.
    pub async fn migrate(&self, now_micros: i64) -> Result<Vec<&'static str>, Error> {
        migrations::apply(self, migrations::ALL, now_micros).await
    }

    /// Whether the schema is what this program knows. Changes nothing.
    pub async fn is_migrated(&self) -> Result<bool, Error> {
        migrations::is_complete(self, migrations::ALL).await
    }

    /// Runs `work` in a transaction. `Ok` means it is on disk; `Err` that nothing was kept, whether the
    /// closure said so or the engine (but see [`Error::OutcomeUnknown`]).
    pub async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: for<'t> Fn(&'t Tx<'t>) -> Work<'t, Result<T, E>> + Send + Sync + 'static,
    {
        self.wait_for(Turn::Write).await;
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.write(work).await,
            Backend::Postgres(postgres) => Box::pin(postgres.run(Mode::Write, &work)).await,
        }
    }

    /// Runs `work` on a snapshot, for short reads by index: on SQLite they run on the caller's thread.
    pub async fn read<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: for<'t> Fn(&'t Tx<'t>) -> Work<'t, Result<T, E>> + Send + Sync + 'static,
    {
        self.wait_for(Turn::Read).await;
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.read(&work),
            Backend::Postgres(postgres) => Box::pin(postgres.run(Mode::Read, &work)).await,
        }
    }

    /// Like [`read`](Self::read), for what may take longer than a request should block others.
    pub async fn read_long<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: for<'t> Fn(&'t Tx<'t>) -> Work<'t, Result<T, E>> + Send + Sync + 'static,
    {
        self.wait_for(Turn::Read).await;
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.read_long(work).await,
            Backend::Postgres(postgres) => Box::pin(postgres.run(Mode::ReadLong, &work)).await,
        }
    }

    /// Like [`write`](Self::write), but as patient as a change of the schema must be.
    async fn write_long<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: for<'t> Fn(&'t Tx<'t>) -> Work<'t, Result<T, E>> + Send + Sync + 'static,
    {
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.write(work).await,
            Backend::Postgres(postgres) => Box::pin(postgres.run(Mode::WriteLong, &work)).await,
        }
    }

    async fn wait_for(&self, turn: Turn) {
        if let Some(turnstile) = &self.turnstile {
            turnstile.pass(turn).await;
        }
    }

    /// Lets the engine parse a statement without running it.
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

    pub fn figures(&self) -> Figures {
        self.counters.figures()
    }

    /// Finishes what is queued; later writes, by other clones, are refused.
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
