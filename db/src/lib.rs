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

use self::{
    figures::Counters,
    postgres::{Mode, Postgres},
    sqlite::Sqlite,
};

/// What a transaction function returns: `Box::pin(store::by_id(tx, id))`.
pub type Work<'t, T> = Pin<Box<dyn Future<Output = T> + Send + 't>>;

/// The body of a transaction. It captures nothing, so that running it again changes nothing but the database.
type Body<I, T, E> = for<'t> fn(&'t Tx<'t>, &'t I) -> Work<'t, Result<T, E>>;

/// Runs a closure that captures its input.
fn call<'t, F, T>(tx: &'t Tx<'t>, work: &'t F) -> Work<'t, T>
where
    F: for<'x> Fn(&'x Tx<'x>) -> Work<'x, T>,
{
    work(tx)
}

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

    /// Applies the missing migrations of `list` and returns their names. Many nodes may call it at once.
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

    /// Runs `body` in a transaction. `Ok` means that the commit is on disk. `Err` means that nothing was kept, whether
    /// the body or the engine failed (but see [`Error::OutcomeUnknown`]).
    pub async fn new_write<I, T>(&self, input: I, body: Body<I, T, Error>) -> Result<T, Error>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        self.new_try_write(input, body).await
    }

    /// Like [`write`](Self::write), for a body with an error type of its own.
    pub async fn new_try_write<I, T, E>(&self, input: I, body: Body<I, T, E>) -> Result<T, E>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.wait_for(Turn::Write).await;
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.write(input, body).await,
            Backend::Postgres(postgres) => Box::pin(postgres.run(Mode::Write, &input, body)).await,
        }
    }

    /// Runs `body` on a snapshot, for short reads by index: on SQLite they run on the caller's thread.
    pub async fn new_read<I, T>(&self, input: I, body: Body<I, T, Error>) -> Result<T, Error>
    where
        I: Send + Sync,
        T: Send,
    {
        self.new_try_read(input, body).await
    }

    /// Like [`read`](Self::read), for a body with an error type of its own.
    pub async fn new_try_read<I, T, E>(&self, input: I, body: Body<I, T, E>) -> Result<T, E>
    where
        I: Send + Sync,
        T: Send,
        E: From<Error> + Send,
    {
        self.wait_for(Turn::Read).await;
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.read(&input, body),
            Backend::Postgres(postgres) => Box::pin(postgres.run(Mode::Read, &input, body)).await,
        }
    }

    /// Like [`read`](Self::read), for reads that take longer than a request may block others.
    pub async fn new_read_long<I, T>(&self, input: I, body: Body<I, T, Error>) -> Result<T, Error>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        self.wait_for(Turn::Read).await;
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.read_long(input, body).await,
            Backend::Postgres(postgres) => Box::pin(postgres.run(Mode::ReadLong, &input, body)).await,
        }
    }

    /// As [`try_write`](Self::try_write), with a closure that captures its input.
    pub async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: for<'t> Fn(&'t Tx<'t>) -> Work<'t, Result<T, E>> + Send + Sync + 'static,
    {
        self.new_try_write(work, call).await
    }

    /// As [`try_read`](Self::try_read), with a closure that captures its input.
    pub async fn read<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: for<'t> Fn(&'t Tx<'t>) -> Work<'t, Result<T, E>> + Send + Sync + 'static,
    {
        self.new_try_read(work, call).await
    }

    /// As [`read_long`](Self::read_long), with a closure that captures its input.
    pub async fn read_long<T, E, F>(&self, work: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
        F: for<'t> Fn(&'t Tx<'t>) -> Work<'t, Result<T, E>> + Send + Sync + 'static,
    {
        self.wait_for(Turn::Read).await;
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.read_long(work, call).await,
            Backend::Postgres(postgres) => Box::pin(postgres.run(Mode::ReadLong, &work, call)).await,
        }
    }

    /// Like [`write`](Self::write), without the time limits: migrations.
    async fn write_long<I, T>(&self, input: I, body: Body<I, T, Error>) -> Result<T, Error>
    where
        I: Send + Sync + 'static,
        T: Send + 'static,
    {
        match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.write(input, body).await,
            Backend::Postgres(postgres) => Box::pin(postgres.run(Mode::WriteLong, &input, body)).await,
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
