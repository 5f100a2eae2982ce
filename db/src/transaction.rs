//! What a closure given to `Db::write` or `Db::read` works with.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

use super::{
    Engine, Error, FromRow, Row, Statement, Value,
    error::{During, Fault},
};

/// An open transaction, or a read snapshot.
///
/// A call that fails ends it: PostgreSQL refuses all that follows, so SQLite is held to the same. A closure that
/// swallows the error and returns `Ok` gets it back as the answer of the whole. Look first, or use
/// `ON CONFLICT`, where a refusal is expected.
///
/// Calls that do not depend on each other may be joined (`tokio::try_join!`): PostgreSQL then gets them in one go.
pub struct Tx<'c> {
    connection: Connection<'c>,
    during: During,
    /// The first failure, however the closure took it.
    failure: Mutex<Option<Error>>,
    /// Statements without an answer; above 0 at the end if a future was dropped half-way.
    unanswered: AtomicUsize,
}

enum Connection<'c> {
    /// The lock makes `Tx` shareable between threads; nobody else waits for it.
    Sqlite(&'c Mutex<rusqlite::Connection>),
    Postgres(&'c deadpool_postgres::Client),
}

impl<'c> Tx<'c> {
    pub(super) const fn sqlite(connection: &'c Mutex<rusqlite::Connection>, during: During) -> Self {
        Self::new(Connection::Sqlite(connection), during)
    }

    pub(super) const fn postgres(client: &'c deadpool_postgres::Client, during: During) -> Self {
        Self::new(Connection::Postgres(client), during)
    }

    const fn new(connection: Connection<'c>, during: During) -> Self {
        Self { connection, during, failure: Mutex::new(None), unanswered: AtomicUsize::new(0) }
    }

    pub const fn engine(&self) -> Engine {
        match self.connection {
            Connection::Sqlite(_) => Engine::Sqlite,
            Connection::Postgres(_) => Engine::Postgres,
        }
    }

    /// Every row. For lists without a natural end, page by key: the rows are held in memory.
    pub async fn all<R: FromRow>(
        &self,
        statement: &Statement,
        parameters: &[Value],
    ) -> Result<Vec<R>, Error> {
        self.attend(statement.name(), self.fetch(statement, parameters, usize::MAX)).await
    }

    /// The one row there must be.
    pub async fn one<R: FromRow>(&self, statement: &Statement, parameters: &[Value]) -> Result<R, Error> {
        self.attend(statement.name(), async {
            let rows = self.fetch(statement, parameters, 2).await?;
            at_most_one(rows)?.ok_or_else(|| Error::other(Fault::Rows { wanted: "one row", rows: "none" }))
        })
        .await
    }

    /// The one row there may be.
    pub async fn optional<R: FromRow>(
        &self,
        statement: &Statement,
        parameters: &[Value],
    ) -> Result<Option<R>, Error> {
        self.attend(statement.name(), async { at_most_one(self.fetch(statement, parameters, 2).await?) })
            .await
    }

    /// How many rows were changed. For statements without RETURNING.
    pub async fn execute(&self, statement: &Statement, parameters: &[Value]) -> Result<u64, Error> {
        self.attend(statement.name(), async {
            statement.expect_parameters(parameters.len())?;
            match self.connection {
                Connection::Sqlite(connection) => {
                    let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                    let changed =
                        prepared(&connection, statement, parameters).and_then(|mut it| it.raw_execute());
                    changed.map(|rows| rows as u64).map_err(|fault| Error::sqlite(self.during, fault))
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

    /// Several statements in one text, without parameters: migrations.
    pub(super) async fn script(&self, name: &'static str, sql: &str) -> Result<(), Error> {
        self.attend(name, async {
            match self.connection {
                Connection::Sqlite(connection) => {
                    let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                    connection.execute_batch(sql).map_err(|fault| Error::sqlite(self.during, fault))
                }
                Connection::Postgres(client) => {
                    client.batch_execute(sql).await.map_err(|fault| Error::postgres(self.during, fault))
                }
            }
        })
        .await
    }

    /// For a closure that finds what it has read overtaken by others: the error to end with. On PostgreSQL all of it is run
    /// again, as after a conflict that the engine finds; on SQLite nobody overtakes a writer.
    pub fn overtaken(&self) -> Error {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(Error::Conflict).clone()
    }

    /// Why this transaction cannot be kept, if so.
    pub(super) fn failure(&self) -> Option<Error> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone();
        failure
            .or_else(|| (self.unanswered.load(Ordering::Acquire) > 0).then(|| Error::other(Fault::Abandoned)))
    }

    async fn attend<T>(
        &self,
        name: &'static str,
        call: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
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
                let mut prepared = prepared(&connection, statement, parameters).map_err(failed)?;
                let mut rows = prepared.raw_query();
                let mut read = Vec::new();
                // To the end even past `most`: a write does its work while its RETURNING is read.
                while let Some(row) = rows.next().map_err(failed)? {
                    if read.len() < most {
                        read.push(R::from_row(&Row::sqlite(row))?);
                    }
                }
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
}

fn prepared<'s>(
    connection: &'s rusqlite::Connection,
    statement: &Statement,
    parameters: &[Value],
) -> rusqlite::Result<rusqlite::CachedStatement<'s>> {
    let mut prepared = connection.prepare_cached(statement.sqlite())?;
    for (number, value) in (1..).zip(parameters) {
        prepared.raw_bind_parameter(number, value)?;
    }
    Ok(prepared)
}

fn at_most_one<R>(mut rows: Vec<R>) -> Result<Option<R>, Error> {
    if rows.len() > 1 {
        return Err(Error::other(Fault::Rows { wanted: "at most one row", rows: "several" }));
    }
    Ok(rows.pop())
}
