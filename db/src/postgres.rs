//! PostgreSQL, or an engine with its protocol.
//!
//! A transaction is retried after a conflict (40001, 40P01), or if the connection breaks before the commit was sent. If
//! the connection breaks during the commit, the server is asked on a new connection whether it was committed
//! ([`commit_status`]).

mod commit_status;

use std::{
    hash::{BuildHasher, RandomState},
    panic::AssertUnwindSafe,
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use deadpool_postgres::{
    Client, Hook, HookError, Manager, ManagerConfig, Pool, PoolError, RecyclingMethod, Runtime, TimeoutType,
};
use futures_util::FutureExt;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio_postgres::{Config, NoTls, SimpleQueryMessage, SimpleQueryRow, config::SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;

use self::commit_status::TransactionId;
use super::{
    Body, Error, Options, Statement, Tx,
    error::{Fault, Phase, is_broken},
    metrics::Counters,
};

/// For opening a connection, independent of the wait for a free one.
const CONNECT_TIME: Duration = Duration::from_secs(5);
/// Attempts of one transaction.
const ATTEMPTS: u32 = 8;
/// Timeout for the response to a commit.
const COMMIT_TIME: Duration = Duration::from_secs(10);

pub(super) struct Postgres {
    pool: Pool,
    /// One permit for each running or waiting write. Further writes are rejected.
    admitted: Semaphore,
    /// Fewer permits than connections, so that reads never wait behind queued writes.
    writing: Semaphore,
    patience: Duration,
    begin: BeginSql,
    counters: Arc<Counters>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Read,
    ReadLong,
    Write,
    WriteLong,
}

/// The SQL that starts a transaction, in one round trip.
struct BeginSql {
    write: String,
    write_long: String,
}

const BEGIN_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
const BEGIN_READ_LONG: &str =
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = '60s'";

const BEGIN_WRITE: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
const PATIENT: &str = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0";

impl BeginSql {
    fn plain() -> Self {
        Self { write: BEGIN_WRITE.to_owned(), write_long: format!("{BEGIN_WRITE}; {PATIENT}") }
    }

    /// PostgreSQL itself can report the status of a transaction. Engines with only its protocol cannot.
    fn named() -> Self {
        let name = format!("SELECT {}", TransactionId::COLUMNS);
        let Self { write, write_long } = Self::plain();
        Self { write: format!("{write}; {name}"), write_long: format!("{write_long}; {name}") }
    }

    fn of(version: &str) -> Self {
        let genuine = version.starts_with("PostgreSQL ")
            && !version.contains("-YB-")
            && !version.contains("CockroachDB");
        if genuine { Self::named() } else { Self::plain() }
    }

    fn text(&self, mode: Mode) -> &str {
        match mode {
            Mode::Read => BEGIN_READ,
            Mode::ReadLong => BEGIN_READ_LONG,
            Mode::Write => &self.write,
            Mode::WriteLong => &self.write_long,
        }
    }
}

/// `sslmode=verify-full` as the driver spells it. Every TLS connection verifies the certificate and its name, which
/// libpq calls verify-full.
fn with_known_ssl_mode(url: &str) -> String {
    match url.split_once('?') {
        Some((place, options)) => {
            format!("{place}?{}", options.replace("sslmode=verify-full", "sslmode=require"))
        }
        None => url.to_owned(),
    }
}

enum AttemptResult<T, E> {
    Ended(Result<T, E>),
    /// The transaction was rolled back, and a retry may succeed.
    Again(Error),
}

impl Postgres {
    pub(super) async fn open(url: &str, options: &Options, counters: Arc<Counters>) -> Result<Self, Error> {
        let misplaced = |why: String| Error::other(Fault::Place(why));
        let mut config =
            Config::from_str(&with_known_ssl_mode(url)).map_err(|fault| misplaced(fault.to_string()))?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIME);
        }
        if config.get_application_name().is_none() {
            config.application_name("trowel");
        }
        // Detects a server that disappeared without closing the connection.
        config.keepalives_idle(Duration::from_secs(30));
        config.tcp_user_timeout(COMMIT_TIME);

        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = if config.get_ssl_mode() == SslMode::Disable {
            Manager::from_config(config, NoTls, recycling)
        } else {
            match MakeRustlsConnect::with_native_certs() {
                Ok((tls, _)) => Manager::from_config(config, tls, recycling),
                Err(_) if config.get_ssl_mode() == SslMode::Prefer => {
                    Manager::from_config(config, NoTls, recycling)
                }
                Err(faults) => {
                    return Err(misplaced(format!("no certificate authorities found: {faults:?}")));
                }
            }
        };
        let session = session(options);
        let pool = Pool::builder(manager)
            .max_size(options.pool)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(options.patience))
            .create_timeout(Some(CONNECT_TIME))
            .recycle_timeout(Some(CONNECT_TIME))
            .post_create(Hook::async_fn(move |client, _| {
                let session = session.clone();
                Box::pin(async move { client.batch_execute(&session).await.map_err(HookError::Backend) })
            }))
            .build()
            .map_err(Error::other)?;
        let writers = writers(options.pool);
        let this = Self {
            pool,
            admitted: Semaphore::new(writers + options.queue),
            writing: Semaphore::new(writers),
            patience: options.patience,
            begin: BeginSql::plain(),
            counters,
        };
        let version = first_row(&this.client().await?, "SELECT version()").await;
        let version = version.map_err(|fault| Error::postgres(Phase::Read, fault))?;
        let version = version.as_ref().and_then(|row| row.get(0)).unwrap_or_default();
        Ok(Self { begin: BeginSql::of(version), ..this })
    }

    pub(super) async fn run<I: Sync, T, E: From<Error>>(
        &self,
        mode: Mode,
        input: &I,
        body: Body<I, T, E>,
    ) -> Result<T, E> {
        let _place = match mode {
            Mode::Read | Mode::ReadLong => None,
            Mode::Write | Mode::WriteLong => Some(self.admitted.try_acquire().map_err(|_| self.refuse())?),
        };
        let mut attempt = 1;
        let result = loop {
            match self.run_once(mode, input, body).await {
                AttemptResult::Ended(result) => break result,
                AttemptResult::Again(error) if attempt == ATTEMPTS => break Err(error.into()),
                AttemptResult::Again(error) => {
                    tracing::debug!(%error, attempt, "retrying a transaction");
                    Counters::add(&self.counters.retries, 1);
                    tokio::time::sleep(pause(attempt)).await;
                    attempt += 1;
                }
            }
        };
        if matches!(mode, Mode::Write | Mode::WriteLong) {
            Counters::add(&self.counters.writes, 1);
        }
        result
    }

    fn refuse(&self) -> Error {
        Counters::add(&self.counters.refused, 1);
        Error::Busy
    }

    /// The permit is released between retries, so that a transaction in backoff does not block other writes.
    async fn turn_to_write(&self) -> Result<SemaphorePermit<'_>, Error> {
        let waited = tokio::time::timeout(self.patience, self.writing.acquire()).await;
        waited.map_err(|_| self.refuse())?.map_err(Error::other)
    }

    async fn run_once<I: Sync, T, E: From<Error>>(
        &self,
        mode: Mode,
        input: &I,
        body: Body<I, T, E>,
    ) -> AttemptResult<T, E> {
        let _turn = match mode {
            Mode::Read | Mode::ReadLong => None,
            Mode::Write | Mode::WriteLong => match self.turn_to_write().await {
                Ok(turn) => Some(turn),
                Err(error) => return AttemptResult::Ended(Err(error.into())),
            },
        };
        match (self.client().await, mode) {
            (Ok(client), Mode::Read | Mode::ReadLong) => self.read_once(client, mode, input, body).await,
            (Ok(client), Mode::Write | Mode::WriteLong) => self.write_once(client, mode, input, body).await,
            (Err(error), _) => AttemptResult::Ended(Err(error.into())),
        }
    }

    /// Sends the first statement right behind BEGIN and does not wait for ROLLBACK, so that most reads take one round
    /// trip.
    async fn read_once<I: Sync, T, E: From<Error>>(
        &self,
        client: Client,
        mode: Mode,
        input: &I,
        body: Body<I, T, E>,
    ) -> AttemptResult<T, E> {
        let rollback = Rollback(&client);
        let tx = Tx::postgres(&client, Phase::Read);
        let begin = client.batch_execute(self.begin.text(mode));
        let (begun, ran) = futures_util::future::join(begin, run(&tx, input, body)).await;
        drop(rollback);
        match begun {
            Ok(()) => settled(&tx, ran),
            Err(fault) => unbegun(Phase::Read, fault),
        }
    }

    /// Waits for BEGIN: if it failed, each statement would commit separately.
    async fn write_once<I: Sync, T, E: From<Error>>(
        &self,
        client: Client,
        mode: Mode,
        input: &I,
        body: Body<I, T, E>,
    ) -> AttemptResult<T, E> {
        let rollback = Rollback(&client);
        let name = match first_row(&client, self.begin.text(mode)).await {
            Ok(row) => row.as_ref().and_then(TransactionId::of),
            Err(fault) => return unbegun(Phase::Write, fault),
        };
        let tx = Tx::postgres(&client, Phase::Write);
        let settled = settled(&tx, run(&tx, input, body).await);
        let AttemptResult::Ended(Ok(value)) = settled else { return settled };
        rollback.disarm();
        match self.commit(client, name).await {
            Ok(()) => {
                Counters::add(&self.counters.commits, 1);
                AttemptResult::Ended(Ok(value))
            }
            Err(error @ (Error::Conflict | Error::Unavailable(_))) => AttemptResult::Again(error),
            Err(error) => AttemptResult::Ended(Err(error.into())),
        }
    }

    /// `Unavailable`: the server confirmed that the transaction was rolled back.
    async fn commit(&self, client: Client, name: Option<TransactionId>) -> Result<(), Error> {
        let committed = tokio::time::timeout(COMMIT_TIME, client.batch_execute("COMMIT")).await;
        match committed {
            Ok(Ok(())) => return Ok(()),
            // 40003: the engine does not know the outcome. Every other error on an intact connection is definite.
            Ok(Err(fault))
                if !is_broken(&fault) && fault.code().is_some_and(|code| code.code() != "40003") =>
            {
                return Err(Error::postgres(Phase::Commit, fault));
            }
            Ok(Err(fault)) => tracing::warn!(%fault, "the connection broke at a commit"),
            Err(_) => tracing::warn!("a commit timed out"),
        }
        // Not returned to the pool, because it may still wait for that response.
        drop(Client::take(client));
        match name {
            Some(name) => self.ask_after(name).await,
            None => Err(Error::OutcomeUnknown),
        }
    }

    pub(super) async fn prepare(&self, statement: &Statement) -> Result<(), Error> {
        let prepared = self.client().await?.prepare(statement.postgres()).await;
        let prepared = prepared.map_err(|fault| Error::postgres(Phase::Read, fault).of(statement.name()))?;
        statement.expect_parameters(prepared.params().len()).map_err(|error| error.of(statement.name()))
    }

    pub(super) async fn ping(&self) -> Result<(), Error> {
        let answer = self.client().await?.batch_execute("SELECT 1").await;
        answer.map_err(|fault| Error::postgres(Phase::Read, fault))
    }

    pub(super) fn close(&self) {
        self.pool.close();
    }

    async fn client(&self) -> Result<Client, Error> {
        self.pool.get().await.map_err(|fault| match fault {
            PoolError::Timeout(TimeoutType::Wait) => {
                Counters::add(&self.counters.refused, 1);
                Error::Busy
            }
            // Whatever the reason (too many connections, a wrong password), nothing was executed.
            PoolError::Backend(fault) => match Error::postgres(Phase::Write, fault) {
                Error::Other(cause) => Error::Unavailable(cause),
                error => error,
            },
            fault => Error::unavailable(fault),
        })
    }
}

/// Connections for writes: three of four, or the only one.
const fn writers(pool: usize) -> usize {
    if pool < 2 { 1 } else { pool - pool.div_ceil(4) }
}

/// Rolls back an open transaction, for example after the caller was cancelled, before the pool reuses its connection.
struct Rollback<'c>(&'c Client);

impl Rollback<'_> {
    fn disarm(self) {
        std::mem::forget(self);
    }
}

impl Drop for Rollback<'_> {
    fn drop(&mut self) {
        // The first poll sends ROLLBACK. Later statements on this connection run after it.
        drop(self.0.batch_execute("ROLLBACK").now_or_never());
    }
}

async fn run<'t, I, T, E>(tx: &'t Tx<'t>, input: &'t I, body: Body<I, T, E>) -> Result<Result<T, E>, Fault> {
    let ran = AssertUnwindSafe(async { body(tx, input).await }).catch_unwind().await;
    ran.map_err(|payload| Fault::panicked(&*payload))
}

/// Before the commit a retry is always safe, even if the function ignored a conflict or a broken connection.
fn settled<T, E: From<Error>>(tx: &Tx<'_>, ran: Result<Result<T, E>, Fault>) -> AttemptResult<T, E> {
    match (ran, tx.failure()) {
        (Err(panicked), _) => AttemptResult::Ended(Err(Error::other(panicked).into())),
        (Ok(_), Some(error @ (Error::Conflict | Error::Unavailable(_)))) => AttemptResult::Again(error),
        (Ok(Ok(_)), Some(swallowed)) => AttemptResult::Ended(Err(swallowed.into())),
        (Ok(result), _) => AttemptResult::Ended(result),
    }
}

fn unbegun<T, E: From<Error>>(during: Phase, fault: tokio_postgres::Error) -> AttemptResult<T, E> {
    match Error::postgres(during, fault) {
        error @ (Error::Conflict | Error::Unavailable(_)) => AttemptResult::Again(error),
        error => AttemptResult::Ended(Err(error.into())),
    }
}

/// Runs one or more statements in one round trip and returns the first row.
async fn first_row(client: &Client, sql: &str) -> Result<Option<SimpleQueryRow>, tokio_postgres::Error> {
    let messages = client.simple_query(sql).await?;
    Ok(messages.into_iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => Some(row),
        _ => None,
    }))
}

/// Timeouts that the server enforces, even if this process hangs.
fn session(options: &Options) -> String {
    let (statement, lock) = (options.statement_time.as_millis(), options.patience.as_millis());
    format!(
        "SET statement_timeout = {statement}; SET lock_timeout = {lock}; \
         SET idle_in_transaction_session_timeout = {statement}"
    )
}

/// Exponential backoff with jitter, so that conflicting transactions do not conflict again.
fn pause(attempt: u32) -> Duration {
    let most = 4_000_u64 << attempt.min(6);
    Duration::from_micros(most / 4 + RandomState::new().hash_one(attempt) % most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ssl_mode_of_other_programs_is_understood() {
        let mode =
            |url: &str| Config::from_str(&with_known_ssl_mode(url)).map(|config| config.get_ssl_mode());
        assert_eq!(
            mode("postgres://shop@db/shop?connect_timeout=5&sslmode=verify-full").unwrap(),
            SslMode::Require
        );
        assert_eq!(mode("postgres://shop@db/shop?sslmode=disable").unwrap(), SslMode::Disable);
        assert_eq!(mode("postgres://shop@db/shop").unwrap(), SslMode::Prefer);
    }
}
