//! PostgreSQL, or an engine with its protocol.
//!
//! A transaction is retried after a conflict (40001, 40P01), or if the connection breaks before the commit was sent. If
//! the connection breaks during the commit, the server is asked on a new connection whether it was committed
//! ([`commit_status`]).

mod begin;
mod cancellation;
mod commit;
mod commit_status;
mod connect;

use std::{
    hash::{BuildHasher, RandomState},
    panic::AssertUnwindSafe,
    sync::Arc,
    time::Duration,
};

use deadpool_postgres::{Client, HookError, Pool, PoolError, Runtime, TimeoutType};
use futures_util::FutureExt;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio_postgres::{Row, SimpleQueryMessage, SimpleQueryRow, error::SqlState};

use self::{
    begin::{Begin, BeginError, BeginSql, answered},
    cancellation::{Rollback, UnlimitedStatement},
    commit_status::TransactionId,
    connect::{CONNECT_TIME, Tls},
};
use super::{
    Error, Options, Statement, Tx,
    error::{Fault, Phase},
    metrics::{ConnectionCounts, Counters},
    work::{Mode, Work},
};

/// Attempts of one transaction.
const ATTEMPTS: u32 = 8;
/// Timeout for the responses to the last statements and the commit. The server ends a statement earlier.
const COMMIT_TIME: Duration = Duration::from_secs(10);

pub(super) struct Postgres {
    pool: Pool,
    /// One permit for each running or waiting write. Further writes are rejected.
    admitted: Semaphore,
    /// Fewer permits than connections, so that reads never wait behind queued writes.
    writing: Semaphore,
    lock_timeout: Duration,
    statement_timeout: Duration,
    begin: BeginSql,
    tls: Tls,
    counters: Arc<Counters>,
}

enum AttemptResult {
    /// The result is `false` if the function failed with its own error.
    Ended(Result<bool, Error>),
    /// The transaction was rolled back or may run again, and a retry may succeed.
    Again(Error),
}

impl Postgres {
    pub(super) async fn open(url: &str, options: &Options, counters: Arc<Counters>) -> Result<Self, Error> {
        let (manager, tls) = connect::manager(url, COMMIT_TIME)?;
        let pool = Pool::builder(manager)
            .max_size(options.pool)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(options.lock_timeout))
            .create_timeout(Some(CONNECT_TIME))
            .recycle_timeout(Some(CONNECT_TIME))
            .post_create(connect::first_statement())
            .build()
            .map_err(Error::other)?;
        let writers = writers(options.pool);
        let this = Self {
            pool,
            admitted: Semaphore::new(writers + options.queue),
            writing: Semaphore::new(writers),
            lock_timeout: options.lock_timeout,
            statement_timeout: options.statement_timeout,
            begin: BeginSql::of(false, options),
            tls,
            counters,
        };
        let version = first_row(&this.client().await?, "SELECT version()").await;
        let version = version.map_err(|fault| Error::postgres(Phase::Read, fault))?;
        let version = version.as_ref().and_then(|row| row.get(0)).unwrap_or_default();
        if options.pool > 1 {
            this.require_prepared_statements().await?;
        }
        let is_genuine = version.starts_with("PostgreSQL ")
            && !version.contains("-YB-")
            && !version.contains("CockroachDB");
        Ok(Self { begin: BeginSql::of(is_genuine, options), ..this })
    }

    pub(super) async fn run(&self, mode: Mode, mut work: Box<dyn Work>) -> Result<Box<dyn Work>, Error> {
        let _place = if mode.is_write() {
            Some(self.admitted.try_acquire().map_err(|_| self.refuse())?)
        } else {
            None
        };
        let mut attempt = 1;
        let mut may_be_committed = false;
        let result = loop {
            match self.run_once(mode, may_be_committed, &mut *work).await {
                AttemptResult::Ended(result) => break result,
                AttemptResult::Again(error) if attempt == ATTEMPTS => break Err(error),
                AttemptResult::Again(error) => {
                    may_be_committed |= matches!(error, Error::OutcomeUnknown);
                    tracing::debug!(%error, attempt, "retrying a transaction");
                    Counters::add(&self.counters.retries, 1);
                    tokio::time::sleep(pause(attempt)).await;
                    attempt += 1;
                }
            }
        };
        if mode.is_write() {
            Counters::add(&self.counters.writes, 1);
        }
        result.map(|_| work)
    }

    fn refuse(&self) -> Error {
        Counters::add(&self.counters.refused, 1);
        Error::Busy
    }

    /// The permit is released between retries, so that a transaction in backoff does not block other writes.
    async fn turn_to_write(&self) -> Result<SemaphorePermit<'_>, Error> {
        let waited = tokio::time::timeout(self.lock_timeout, self.writing.acquire()).await;
        waited.map_err(|_| self.refuse())?.map_err(Error::other)
    }

    async fn run_once(&self, mode: Mode, may_be_committed: bool, work: &mut dyn Work) -> AttemptResult {
        let turn = if mode.is_write() { self.turn_to_write().await.map(Some) } else { Ok(None) };
        let _turn = match turn {
            Ok(turn) => turn,
            Err(error) => return AttemptResult::Ended(Err(error)),
        };
        match self.client().await {
            Ok(client) if mode == Mode::ReadStatement => self.read_statement(client, work).await,
            Ok(client) if mode.is_write() => self.write_once(client, mode, may_be_committed, work).await,
            Ok(client) => self.read_once(client, mode, work).await,
            Err(error) => AttemptResult::Ended(Err(error)),
        }
    }

    /// No transaction sets a time limit, so this cancels a statement that takes too long.
    async fn read_statement(&self, client: Client, work: &mut dyn Work) -> AttemptResult {
        let begun = Semaphore::new(0);
        let mut statement =
            UnlimitedStatement { client: Some(client), tls: &self.tls, limit: self.statement_timeout };
        let Some(client) = &statement.client else {
            return AttemptResult::Ended(Err(Error::other(Fault::NoTransaction)));
        };
        let tx = Tx::postgres(client, Phase::Read, &begun).for_one_statement();
        let ran = tokio::time::timeout(self.statement_timeout, run(&tx, work)).await;
        let result = ran.ok().map(|ran| settled(&tx, ran));
        drop(tx);
        let client = statement.client.take();
        if let Some(result) = result {
            return result;
        }
        if let Some(client) = client {
            self.tls.cancel(client);
        }
        AttemptResult::Ended(Err(Error::Busy))
    }

    async fn read_once(&self, client: Client, mode: Mode, work: &mut dyn Work) -> AttemptResult {
        let rollback = Rollback(&client);
        let begun = Semaphore::new(0);
        let tx = Tx::postgres(&client, Phase::Read, &begun);
        let joined = self.begin_and_run(&client, mode, &begun, run(&tx, work)).await;
        drop(rollback);
        match joined {
            Ok((_, ran)) => settled(&tx, ran),
            Err(BeginError::Postgres(fault)) => unbegun(Phase::Read, fault),
            Err(BeginError::Timeout) => self.abandon(client),
        }
    }

    async fn write_once(
        &self,
        client: Client,
        mode: Mode,
        may_be_committed: bool,
        work: &mut dyn Work,
    ) -> AttemptResult {
        let rollback = Rollback(&client);
        let begun = Semaphore::new(0);
        let tx = Tx::postgres(&client, Phase::Write, &begun).after_unknown_outcome(may_be_committed);
        let (row, ran) = match self.begin_and_run(&client, mode, &begun, run(&tx, work)).await {
            Ok(joined) => joined,
            // A standby refuses READ WRITE with this code. A new connection may reach the primary.
            Err(BeginError::Postgres(fault)) if fault.code() == Some(&SqlState::FEATURE_NOT_SUPPORTED) => {
                rollback.disarm();
                drop(Client::take(client));
                return AttemptResult::Again(Error::unavailable(Fault::Standby));
            }
            Err(BeginError::Postgres(fault)) => return unbegun(Phase::Write, fault),
            Err(BeginError::Timeout) => {
                rollback.disarm();
                return self.abandon(client);
            }
        };
        let settled = settled(&tx, ran);
        if !matches!(settled, AttemptResult::Ended(Ok(true))) {
            return settled;
        }
        let last = tx.into_last();
        rollback.disarm();
        match self.commit(client, row.as_ref().and_then(TransactionId::of), &last).await {
            Ok(()) => {
                Counters::add(&self.counters.commits, 1);
                AttemptResult::Ended(Ok(true))
            }
            Err(error @ (Error::Conflict | Error::Unavailable(_))) => AttemptResult::Again(error),
            Err(error @ Error::OutcomeUnknown) if mode == Mode::WriteRepeatable => {
                AttemptResult::Again(error)
            }
            Err(error) => AttemptResult::Ended(Err(error)),
        }
    }

    /// Sends the first reads right behind BEGIN, so that a transaction takes one round trip less. A write waits until
    /// the server has confirmed BEGIN (see `Tx::turn`).
    async fn begin_and_run<T>(
        &self,
        client: &Client,
        mode: Mode,
        begun: &Semaphore,
        body: impl Future<Output = T>,
    ) -> Result<(Option<Row>, T), BeginError> {
        let Begin { sql, settings } = self.begin.at(mode);
        let settings = match settings {
            Some(settings) => Some(answered(client.prepare_cached(settings)).await?),
            None => None,
        };
        let begin = async {
            let read_row = async {
                let Some(settings) = &settings else { return Ok(None) };
                client.query_opt(settings, &[]).await
            };
            let ((), row) =
                answered(futures_util::future::try_join(client.batch_execute(sql), read_row)).await?;
            begun.close();
            Ok(row)
        };
        futures_util::future::try_join(begin, body.map(Ok)).await
    }

    /// The connection is not returned to the pool, because it may still wait.
    fn abandon(&self, client: Client) -> AttemptResult {
        self.tls.cancel(client);
        tracing::warn!(
            "the database did not start a transaction in time; perhaps a pooler has no free server connection"
        );
        AttemptResult::Ended(Err(Error::unavailable(Fault::NoTransaction)))
    }

    pub(super) async fn prepare(&self, statement: &Statement) -> Result<(), Error> {
        let prepared = self.client().await?.prepare(statement.postgres()).await;
        let prepared = prepared.map_err(|fault| Error::postgres(Phase::Read, fault).of(statement.name()))?;
        statement.expect_parameters(prepared.params().len()).map_err(|error| error.of(statement.name()))
    }

    pub(super) async fn ping(&self) -> Result<(), Error> {
        let client = self.client().await?;
        let answer = tokio::time::timeout(CONNECT_TIME, client.batch_execute("SELECT 1")).await;
        answer.map_err(|_| Error::Busy)?.map_err(|fault| Error::postgres(Phase::Read, fault))
    }

    pub(super) fn connections(&self) -> ConnectionCounts {
        let status = self.pool.status();
        ConnectionCounts { max: status.max_size, in_use: status.size.saturating_sub(status.available) }
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
            PoolError::Backend(fault) | PoolError::PostCreateHook(HookError::Backend(fault)) => {
                match Error::postgres(Phase::Write, fault) {
                    Error::Other(cause) => Error::Unavailable(cause),
                    error => error,
                }
            }
            fault => Error::unavailable(fault),
        })
    }
}

/// Connections for writes: three of four, or the only one.
const fn writers(pool: usize) -> usize {
    if pool < 2 { 1 } else { pool - pool.div_ceil(4) }
}

async fn run<'t>(tx: &'t Tx<'t>, work: &'t mut dyn Work) -> Result<bool, Fault> {
    let ran = AssertUnwindSafe(async { work.run(tx).await }).catch_unwind().await;
    ran.map_err(|payload| Fault::panicked(&*payload))
}

/// Decides how an attempt ends before its commit. A retry is always safe then, even if the function ignored a conflict
/// or a broken connection.
fn settled(tx: &Tx<'_>, ran: Result<bool, Fault>) -> AttemptResult {
    match (ran, tx.failure()) {
        (Err(panicked), _) => AttemptResult::Ended(Err(Error::other(panicked))),
        (Ok(_), Some(error @ (Error::Conflict | Error::Unavailable(_)))) => AttemptResult::Again(error),
        (Ok(true), Some(swallowed)) => AttemptResult::Ended(Err(swallowed)),
        (Ok(has_succeeded), _) => AttemptResult::Ended(Ok(has_succeeded)),
    }
}

fn unbegun(during: Phase, fault: tokio_postgres::Error) -> AttemptResult {
    match Error::postgres(during, fault) {
        error @ (Error::Conflict | Error::Unavailable(_)) => AttemptResult::Again(error),
        error => AttemptResult::Ended(Err(error)),
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

/// Exponential backoff with jitter, so that conflicting transactions do not conflict again.
fn pause(attempt: u32) -> Duration {
    let most = 4_000_u64 << attempt.min(6);
    Duration::from_micros(most / 4 + RandomState::new().hash_one(attempt) % most)
}
