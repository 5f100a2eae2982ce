//! The transaction that the function of `Db::write` or `Db::read` gets.

mod run;

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use tokio::sync::Semaphore;

pub(super) use self::run::has_begun;

use super::{
    Engine, Error, FromRow, Statement, Value,
    error::{Fault, Phase},
};

/// An open transaction, or a read snapshot.
///
/// A failed call ends the transaction: PostgreSQL rejects all later statements, so SQLite does the same here. If the
/// function ignores the error and returns `Ok`, the whole call still fails. Where a violation is expected, check first
/// or use `ON CONFLICT`.
///
/// Calls may be joined (`tokio::try_join!`), so that PostgreSQL gets them in one round trip. They run in their order: a
/// read that is joined behind a lock sees what was committed before the lock.
pub struct Tx<'c> {
    pub(super) connection: Connection<'c>,
    pub(super) during: Phase,
    /// Statements for the end, see [`Tx::finish_with`].
    last: Mutex<Vec<LastStatement>>,
    effects: Mutex<Vec<Effect>>,
    /// The first failure, even if the function ignored it.
    failure: Mutex<Option<Error>>,
    /// Statements without a result. More than 0 at the end if a future was dropped early.
    unanswered: AtomicUsize,
    /// Whether a statement that may write has run. Only SQLite sets it.
    has_written: AtomicBool,
    may_be_committed: bool,
    /// Whether the statement of [`read_statement`](super::Db::read_statement) has run. Other transactions have `None`.
    only_one: Option<AtomicBool>,
}

pub(super) enum Connection<'c> {
    /// The mutex only makes `Tx` `Sync`. It is never contended.
    Sqlite(&'c Mutex<rusqlite::Connection>),
    Postgres {
        client: &'c deadpool_postgres::Client,
        /// The semaphore is closed when the server has confirmed BEGIN.
        begun: &'c Semaphore,
        /// A statement holds the lock while it is sent, so that joined statements keep their order.
        turn: tokio::sync::Mutex<()>,
    },
}

/// See [`Tx::after_commit`].
pub(super) type Effect = Box<dyn FnOnce() + Send>;

/// A statement that PostgreSQL gets together with COMMIT.
pub(super) struct LastStatement {
    pub(super) name: &'static str,
    pub(super) prepared: tokio_postgres::Statement,
    pub(super) parameters: Vec<Value>,
}

impl<'c> Tx<'c> {
    pub(super) const fn sqlite(connection: &'c Mutex<rusqlite::Connection>, during: Phase) -> Self {
        Self::new(Connection::Sqlite(connection), during)
    }

    pub(super) fn postgres(
        client: &'c deadpool_postgres::Client,
        during: Phase,
        begun: &'c Semaphore,
    ) -> Self {
        Self::new(Connection::Postgres { client, begun, turn: tokio::sync::Mutex::default() }, during)
    }

    const fn new(connection: Connection<'c>, during: Phase) -> Self {
        Self {
            connection,
            during,
            last: Mutex::new(Vec::new()),
            effects: Mutex::new(Vec::new()),
            failure: Mutex::new(None),
            unanswered: AtomicUsize::new(0),
            has_written: AtomicBool::new(false),
            may_be_committed: false,
            only_one: None,
        }
    }

    /// Outside a transaction.
    pub(super) fn for_one_statement(self) -> Self {
        Self { only_one: Some(AtomicBool::new(false)), ..self }
    }

    pub(super) fn after_unknown_outcome(self, may_be_committed: bool) -> Self {
        Self { may_be_committed, ..self }
    }

    /// Whether an earlier run of this function may have been committed, in
    /// [`write_repeatable`](super::Db::write_repeatable). Then what it finds done was probably done by itself.
    pub const fn may_be_committed(&self) -> bool {
        self.may_be_committed
    }

    /// Runs `effect` once after the commit, before the caller of [`write`](super::Db::write) gets the result. A
    /// rollback drops it. A function that runs again adds its effects again, and only its last run counts.
    pub fn after_commit(&self, effect: impl FnOnce() + Send + 'static) {
        self.effects.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(effect));
    }

    pub(super) fn take_effects(&self) -> Vec<Effect> {
        std::mem::take(&mut *self.effects.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub const fn engine(&self) -> Engine {
        match self.connection {
            Connection::Sqlite(_) => Engine::Sqlite,
            Connection::Postgres { .. } => Engine::Postgres,
        }
    }

    /// Every row, in memory. Use pages for unbounded lists.
    pub async fn all<R: FromRow>(
        &self,
        statement: &Statement,
        parameters: &[Value],
    ) -> Result<Vec<R>, Error> {
        let mut all = Vec::new();
        self.fetch(statement, parameters, 0..=usize::MAX, &mut |row| {
            all.push(row.read()?);
            Ok(())
        })
        .await?;
        Ok(all)
    }

    /// Calls `receive` with each row. Only one row is in memory at a time.
    pub async fn each<R: FromRow>(
        &self,
        statement: &Statement,
        mut receive: impl FnMut(R) -> Result<(), Error> + Send,
    ) -> Result<(), Error> {
        self.stream(statement, &mut |row| receive(row.read()?)).await
    }

    /// Returns the row of a statement. No row or more than one is an error.
    pub async fn one<R: FromRow>(&self, statement: &Statement, parameters: &[Value]) -> Result<R, Error> {
        let mut one = None;
        self.fetch(statement, parameters, 1..=1, &mut |row| {
            one = Some(row.read()?);
            Ok(())
        })
        .await?;
        one.ok_or_else(|| Error::other(Fault::NoTransaction))
    }

    /// Returns the row, or `None` if there is no row. More than one row is an error.
    pub async fn optional<R: FromRow>(
        &self,
        statement: &Statement,
        parameters: &[Value],
    ) -> Result<Option<R>, Error> {
        let mut one = None;
        self.fetch(statement, parameters, 0..=1, &mut |row| {
            one = Some(row.read()?);
            Ok(())
        })
        .await?;
        Ok(one)
    }

    /// Locks the rows until the transaction ends, and returns their number. The statement must be
    /// `SELECT … FOR NO KEY UPDATE`.
    pub async fn lock(&self, statement: &Statement, parameters: &[Value]) -> Result<u64, Error> {
        self.fetch(statement, parameters, 0..=usize::MAX, &mut |_| Ok(())).await.map(|count| count as u64)
    }

    /// Returns how many rows were changed, locked or found.
    pub(super) async fn count(&self, statement: &Statement, parameters: &[Value]) -> Result<u64, Error> {
        if statement.returns_rows() {
            return self.lock(statement, parameters).await;
        }
        self.execute(statement, parameters).await
    }

    /// Ignores how many rows were changed or locked. SQLite skips a lock, because a write transaction is alone.
    pub(super) async fn run(&self, statement: &Statement, parameters: &[Value]) -> Result<(), Error> {
        if self.engine() == Engine::Sqlite && statement.is_lock() {
            return self.expect(statement, parameters);
        }
        self.count(statement, parameters).await.map(drop)
    }

    /// Runs the statement at the end of the transaction. If it has RETURNING, it must return a row: otherwise the
    /// transaction is rolled back as after a [`conflict`](Self::conflict).
    ///
    /// PostgreSQL gets these statements together with COMMIT after the function has returned `Ok`, so a contended row
    /// is locked for one round trip. SQLite runs them at once.
    pub async fn finish_with(&self, statement: &Statement, parameters: &[Value]) -> Result<(), Error> {
        let name = statement.name();
        let Connection::Postgres { client, .. } = &self.connection else {
            let changed = self.execute(statement, parameters).await?;
            return if changed == 0 && statement.returns_rows() { Err(self.conflict()) } else { Ok(()) };
        };
        let call = async {
            self.expect(statement, parameters)?;
            let prepared = client.prepare_cached(&statement.postgres_last()).await;
            let prepared = prepared.map_err(|fault| Error::postgres(self.during, fault))?;
            let last = LastStatement { name, prepared, parameters: parameters.to_vec() };
            self.last.lock().unwrap_or_else(PoisonError::into_inner).push(last);
            Ok(())
        };
        self.attend(name, call).await
    }

    pub(super) fn into_last(self) -> Vec<LastStatement> {
        self.last.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The error for a function whose rows were changed by another transaction. On PostgreSQL the whole function is
    /// retried, as after a serialization conflict. It does not happen on SQLite, which has one writer.
    pub fn conflict(&self) -> Error {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(Error::Conflict).clone()
    }

    /// Why this transaction must not be committed, if so.
    pub(super) fn failure(&self) -> Option<Error> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone();
        failure
            .or_else(|| (self.unanswered.load(Ordering::Acquire) > 0).then(|| Error::other(Fault::Abandoned)))
    }

    pub(super) fn mark_written(&self) {
        self.has_written.store(true, Ordering::Relaxed);
    }

    /// Whether there may be something to undo.
    pub(super) fn has_written(&self) -> bool {
        self.has_written.load(Ordering::Relaxed)
    }

    pub(super) async fn attend<T>(
        &self,
        name: &'static str,
        call: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        tracing::trace!(statement = name);
        self.unanswered.fetch_add(1, Ordering::AcqRel);
        let answer = call.await.map_err(|error| error.of(name));
        self.unanswered.fetch_sub(1, Ordering::AcqRel);
        // The first failure is the reason of those behind it, even if its caller no longer waits.
        answer.map_err(|error| {
            self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error).clone()
        })
    }
}
