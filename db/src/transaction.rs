//! The transaction that the function of `Db::write` or `Db::read` gets.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use super::{
    Engine, Error, FromRow, Row, Statement, Value,
    error::{Fault, Phase},
};

/// An open transaction, or a read snapshot.
///
/// A failed call ends the transaction: PostgreSQL rejects all later statements, so SQLite does the same here. If the
/// function ignores the error and returns `Ok`, the whole call still fails. Where a violation is expected, check first
/// or use `ON CONFLICT`.
///
/// Independent calls may be joined (`tokio::try_join!`), so that PostgreSQL gets them in one round trip.
pub struct Tx<'c> {
    pub(super) connection: Connection<'c>,
    pub(super) during: Phase,
    /// The first failure, even if the function ignored it.
    failure: Mutex<Option<Error>>,
    /// Statements without a result. More than 0 at the end if a future was dropped early.
    unanswered: AtomicUsize,
    /// On SQLite: whether a statement that may write has run.
    has_written: AtomicBool,
}

pub(super) enum Connection<'c> {
    /// The mutex only makes `Tx` `Sync`. It is never contended.
    Sqlite(&'c Mutex<rusqlite::Connection>),
    Postgres(&'c deadpool_postgres::Client),
}

impl<'c> Tx<'c> {
    pub(super) const fn sqlite(connection: &'c Mutex<rusqlite::Connection>, during: Phase) -> Self {
        Self::new(Connection::Sqlite(connection), during)
    }

    pub(super) const fn postgres(client: &'c deadpool_postgres::Client, during: Phase) -> Self {
        Self::new(Connection::Postgres(client), during)
    }

    const fn new(connection: Connection<'c>, during: Phase) -> Self {
        Self {
            connection,
            during,
            failure: Mutex::new(None),
            unanswered: AtomicUsize::new(0),
            has_written: AtomicBool::new(false),
        }
    }

    pub const fn engine(&self) -> Engine {
        match self.connection {
            Connection::Sqlite(_) => Engine::Sqlite,
            Connection::Postgres(_) => Engine::Postgres,
        }
    }

    /// Every row, in memory. Use pages for unbounded lists.
    pub async fn all<R: FromRow>(
        &self,
        statement: &Statement,
        parameters: &[Value],
    ) -> Result<Vec<R>, Error> {
        self.attend(statement.name(), self.fetch(statement, parameters, usize::MAX)).await
    }

    /// Exactly one row.
    pub async fn one<R: FromRow>(&self, statement: &Statement, parameters: &[Value]) -> Result<R, Error> {
        self.attend(statement.name(), async {
            let rows = self.fetch(statement, parameters, 2).await?;
            at_most_one(rows)?.ok_or_else(|| Error::other(Fault::Rows { wanted: "one row", rows: "none" }))
        })
        .await
    }

    /// At most one row.
    pub async fn optional<R: FromRow>(
        &self,
        statement: &Statement,
        parameters: &[Value],
    ) -> Result<Option<R>, Error> {
        self.attend(statement.name(), async { at_most_one(self.fetch(statement, parameters, 2).await?) })
            .await
    }

    /// Returns the number of changed rows. For statements without RETURNING.
    pub async fn execute(&self, statement: &Statement, parameters: &[Value]) -> Result<u64, Error> {
        self.attend(statement.name(), async {
            statement.expect_parameters(parameters.len())?;
            match self.connection {
                Connection::Sqlite(connection) => {
                    let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                    let failed = |fault| Error::sqlite(self.during, fault);
                    let mut prepared = self.prepared(&connection, statement, parameters).map_err(failed)?;
                    let changed = prepared.raw_execute().map_err(failed)?;
                    expect_compiled_once(statement, &prepared);
                    Ok(changed as u64)
                }
                Connection::Postgres(client) => {
                    let prepared = client.prepare_cached(statement.postgres()).await;
                    let prepared = prepared.map_err(|fault| Error::postgres(self.during, fault))?;
                    let changed = client.execute_raw(&prepared, parameters).await;
                    changed.map_err(|fault| Error::postgres(self.during, fault))
                }
            }
        })
        .await
    }

    /// Runs several statements without parameters, for migrations.
    pub(super) async fn script(&self, name: &'static str, sql: &str) -> Result<(), Error> {
        self.attend(name, async {
            match self.connection {
                Connection::Sqlite(connection) => {
                    let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                    self.mark_written();
                    connection.execute_batch(sql).map_err(|fault| Error::sqlite(self.during, fault))
                }
                Connection::Postgres(client) => {
                    client.batch_execute(sql).await.map_err(|fault| Error::postgres(self.during, fault))
                }
            }
        })
        .await
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
        if let Err(error) = &answer {
            self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(|| error.clone());
        }
        answer
    }

    async fn fetch<R: FromRow>(
        &self,
        statement: &Statement,
        parameters: &[Value],
        most: usize,
    ) -> Result<Vec<R>, Error> {
        statement.expect_parameters(parameters.len())?;
        match self.connection {
            Connection::Sqlite(connection) => {
                let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                let failed = |fault| Error::sqlite(self.during, fault);
                let mut prepared = self.prepared(&connection, statement, parameters).map_err(failed)?;
                let mut rows = prepared.raw_query();
                let mut read = Vec::new();
                // Reads to the end even past `most`: a write is executed while its RETURNING rows are read.
                while let Some(row) = rows.next().map_err(failed)? {
                    if read.len() < most {
                        read.push(R::from_row(&Row::sqlite(row))?);
                    }
                }
                drop(rows);
                expect_compiled_once(statement, &prepared);
                Ok(read)
            }
            Connection::Postgres(client) => {
                let failed = |fault| Error::postgres(self.during, fault);
                let prepared = client.prepare_cached(statement.postgres()).await.map_err(failed)?;
                let parameters: Vec<&(dyn tokio_postgres::types::ToSql + Sync)> =
                    parameters.iter().map(|value| value as _).collect();
                let rows = client.query(&prepared, &parameters).await.map_err(failed)?;
                rows.iter().take(most).map(|row| R::from_row(&Row::postgres(row))).collect()
            }
        }
    }

    fn prepared<'s>(
        &self,
        connection: &'s rusqlite::Connection,
        statement: &Statement,
        parameters: &[Value],
    ) -> rusqlite::Result<rusqlite::CachedStatement<'s>> {
        let mut prepared = connection.prepare_cached(statement.sqlite())?;
        for (number, value) in (1..).zip(parameters) {
            prepared.raw_bind_parameter(number, value)?;
        }
        if !prepared.readonly() {
            self.mark_written();
        }
        Ok(prepared)
    }
}

/// A change of the schema compiles a statement again. A test makes two at most.
const EXPECTED_COMPILATIONS: i32 = 2;

/// Every test checks in this way that SQLite does not compile a statement at each run, which takes a third of all CPU
/// time. Statements about the schema itself are compiled each time.
fn expect_compiled_once(statement: &Statement, prepared: &rusqlite::CachedStatement<'_>) {
    let name = statement.name();
    debug_assert!(
        prepared.get_status(rusqlite::StatementStatus::RePrepare) <= EXPECTED_COMPILATIONS
            || name.contains("::migrations::")
            || name.contains("::table::"),
        "{name} was compiled again"
    );
}

fn at_most_one<R>(mut rows: Vec<R>) -> Result<Option<R>, Error> {
    if rows.len() > 1 {
        return Err(Error::other(Fault::Rows { wanted: "at most one row", rows: "several" }));
    }
    Ok(rows.pop())
}
