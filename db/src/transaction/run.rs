//! Runs a statement of a transaction on its engine.

use std::{
    iter,
    ops::RangeInclusive,
    pin::pin,
    sync::{Mutex, PoisonError, atomic::Ordering},
};

use futures_util::{FutureExt as _, StreamExt as _};
use tokio::sync::{MutexGuard, Semaphore};

use super::{Connection, Tx};
use crate::{Error, Row, Statement, Value, error::Fault};

/// Other tasks run in between.
const ROWS_BEFORE_YIELD: usize = 100;

impl Tx<'_> {
    /// Returns the number of changed rows.
    pub async fn execute(&self, statement: &Statement, parameters: &[Value]) -> Result<u64, Error> {
        self.attend(statement.name(), async {
            self.expect(statement, parameters)?;
            match self.connection {
                Connection::Sqlite(connection) => {
                    let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                    let failed = |fault| Error::sqlite(self.during, fault);
                    let mut prepared =
                        self.prepared(&connection, statement.sqlite_change(), parameters).map_err(failed)?;
                    let changed = prepared.raw_execute().map_err(failed)?;
                    expect_compiled_once(statement, &prepared);
                    Ok(changed as u64)
                }
                Connection::Postgres { client, .. } => {
                    let (turn, prepared) = self.turn(statement).await?;
                    let changed = send(turn, client.execute_raw(&prepared, parameters)).await;
                    changed.map_err(|fault| Error::postgres(self.during, fault))
                }
            }
        })
        .await
    }

    /// Runs several statements without parameters, for migrations.
    pub(crate) async fn script(&self, name: &'static str, sql: &str) -> Result<(), Error> {
        self.attend(name, async {
            match self.connection {
                Connection::Sqlite(connection) => {
                    let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                    self.mark_written();
                    connection.execute_batch(sql).map_err(|fault| Error::sqlite(self.during, fault))
                }
                Connection::Postgres { client, begun, .. } => {
                    has_begun(begun).await;
                    client.batch_execute(sql).await.map_err(|fault| Error::postgres(self.during, fault))
                }
            }
        })
        .await
    }

    /// Fails for a wrong number of parameters, and outside a transaction for a change and for a second statement.
    pub(super) fn expect(&self, statement: &Statement, parameters: &[Value]) -> Result<(), Error> {
        if let Some(has_run) = &self.only_one
            && (has_run.swap(true, Ordering::Relaxed) || !statement.is_read())
        {
            return Err(Error::other(Fault::OneRead));
        }
        statement.expect_parameters(parameters.len())
    }

    /// Calls `receive` with each row and returns their number, which must be in `expected`.
    pub(super) async fn fetch(
        &self,
        statement: &Statement,
        parameters: &[Value],
        expected: RangeInclusive<usize>,
        receive: &mut (dyn FnMut(&Row<'_>) -> Result<(), Error> + Send),
    ) -> Result<usize, Error> {
        self.attend(statement.name(), async {
            self.expect(statement, parameters)?;
            let count = match self.connection {
                Connection::Sqlite(connection) => self.step(connection, statement, parameters, receive)?,
                Connection::Postgres { client, .. } => {
                    let parameters: Vec<&(dyn tokio_postgres::types::ToSql + Sync)> =
                        parameters.iter().map(|value| value as _).collect();
                    let (turn, prepared) = self.turn(statement).await?;
                    let rows = send(turn, client.query(&prepared, &parameters)).await;
                    let rows = rows.map_err(|fault| Error::postgres(self.during, fault))?;
                    for row in &rows {
                        receive(&Row::postgres(row))?;
                    }
                    rows.len()
                }
            };
            match count {
                _ if expected.contains(&count) => Ok(count),
                0 => Err(Error::other(Fault::Rows { wanted: "one row", rows: "none" })),
                _ => Err(Error::other(Fault::Rows { wanted: "at most one row", rows: "several" })),
            }
        })
        .await
    }

    pub(super) async fn stream(
        &self,
        statement: &Statement,
        receive: &mut (dyn FnMut(&Row<'_>) -> Result<(), Error> + Send),
    ) -> Result<(), Error> {
        self.attend(statement.name(), async {
            self.expect(statement, &[])?;
            let failed = |fault| Error::postgres(self.during, fault);
            match self.connection {
                Connection::Sqlite(connection) => {
                    self.step(connection, statement, &[], receive)?;
                }
                Connection::Postgres { client, .. } => {
                    let (turn, prepared) = self.turn(statement).await?;
                    let rows = send(turn, client.query_raw(&prepared, iter::empty::<&Value>())).await;
                    let mut rows = pin!(rows.map_err(failed)?.enumerate());
                    while let Some((number, row)) = rows.next().await {
                        receive(&Row::postgres(&row.map_err(failed)?))?;
                        if number % ROWS_BEFORE_YIELD == 0 {
                            tokio::task::yield_now().await;
                        }
                    }
                }
            }
            Ok(())
        })
        .await
    }

    /// Reads to the end: a write is executed while its RETURNING rows are read.
    fn step(
        &self,
        connection: &Mutex<rusqlite::Connection>,
        statement: &Statement,
        parameters: &[Value],
        receive: &mut (dyn FnMut(&Row<'_>) -> Result<(), Error> + Send),
    ) -> Result<usize, Error> {
        let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
        let failed = |fault| Error::sqlite(self.during, fault);
        let mut prepared = self.prepared(&connection, statement.sqlite(), parameters).map_err(failed)?;
        let mut rows = prepared.raw_query();
        let mut count = 0;
        while let Some(row) = rows.next().map_err(failed)? {
            receive(&Row::sqlite(row))?;
            count += 1;
        }
        drop(rows);
        expect_compiled_once(statement, &prepared);
        Ok(count)
    }

    fn prepared<'s>(
        &self,
        connection: &'s rusqlite::Connection,
        sql: &'static str,
        parameters: &[Value],
    ) -> rusqlite::Result<rusqlite::CachedStatement<'s>> {
        let mut prepared = connection.prepare_cached(sql)?;
        for (number, value) in (1..).zip(parameters) {
            prepared.raw_bind_parameter(number, value)?;
        }
        if !prepared.readonly() {
            self.mark_written();
        }
        Ok(prepared)
    }

    /// Waits until the statements that were called before are sent. A write also waits until the transaction has begun,
    /// because without a transaction it would be committed on its own.
    async fn turn(
        &self,
        statement: &Statement,
    ) -> Result<(MutexGuard<'_, ()>, tokio_postgres::Statement), Error> {
        let Connection::Postgres { client, begun, turn } = &self.connection else {
            return Err(Error::other(Fault::NoTransaction));
        };
        let turn = turn.lock().await;
        if !statement.is_read() {
            has_begun(begun).await;
        }
        let prepared = client.prepare_cached(statement.postgres()).await;
        Ok((turn, prepared.map_err(|fault| Error::postgres(self.during, fault))?))
    }
}

pub(crate) async fn has_begun(begun: &Semaphore) {
    // The semaphore has no permits. The error means that it was closed.
    drop(begun.acquire().await);
}

/// The first poll of a call sends its statement. Then the next statement has its turn.
async fn send<T>(turn: MutexGuard<'_, ()>, call: impl Future<Output = T>) -> T {
    let mut call = pin!(call);
    let answered = call.as_mut().now_or_never();
    drop(turn);
    match answered {
        Some(answer) => answer,
        None => call.await,
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
