//! Tables by the names in the database, for backups: their order, their rows as values, and inserts.

use std::{collections::BTreeMap, ops::ControlFlow, pin::pin, sync::PoisonError};

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use tokio_postgres::{binary_copy::BinaryCopyInWriter, types::Type};

use super::{
    Error, Row, Statement, Tx, Value,
    error::Fault,
    migrations,
    transaction::{Connection, has_begun},
};

/// A table of this database. Only [`Tx::tables`] creates one, so that no name from outside gets into SQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    name: String,
    columns: Vec<String>,
}

const COLUMNS: Statement = Statement::new(
    "trowel_db::table::COLUMNS",
    "SELECT t.relname::text, c.attname::text FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid
     WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace AND c.attnum > 0 AND NOT c.attisdropped
     ORDER BY t.relname, c.attnum",
    "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c
     WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY t.name, c.cid",
);
/// A table and one that it references.
const REFERENCES: Statement = Statement::new(
    "trowel_db::table::REFERENCES",
    "SELECT t.relname::text, r.relname::text FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid
     JOIN pg_class r ON r.oid = k.confrelid
     WHERE k.contype = 'f' AND t.relnamespace = current_schema()::regnamespace",
    "SELECT t.name, r.\"table\" FROM sqlite_schema t, pragma_foreign_key_list(t.name) r WHERE t.type = 'table'",
);

impl Table {
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    fn column_list(&self) -> String {
        self.columns.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
    }

    fn select(&self) -> String {
        format!("SELECT {} FROM {}", self.column_list(), quoted(&self.name))
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

impl Tx<'_> {
    /// Every table but `migrations`. A table comes after the tables that it references.
    pub async fn tables(&self) -> Result<Vec<Table>, Error> {
        let mut columns = BTreeMap::<String, Vec<String>>::new();
        for (table, column) in self.all::<(String, String)>(&COLUMNS, &[]).await? {
            columns.entry(table).or_default().push(column);
        }
        columns.remove(migrations::TABLE_NAME);
        let references: Vec<(String, String)> = self.all(&REFERENCES, &[]).await?;
        let mut ordered = Vec::with_capacity(columns.len());
        while !columns.is_empty() {
            let waits = |name: &String| {
                references.iter().any(|(from, to)| from == name && to != name && columns.contains_key(to))
            };
            let Some(name) = columns.keys().find(|name| !waits(name)).cloned() else {
                return Err(Error::other(Fault::TableCycle));
            };
            ordered.extend(columns.remove_entry(&name).map(|(name, columns)| Table { name, columns }));
        }
        Ok(ordered)
    }

    /// Whether the database has the table `migrations`.
    pub(super) async fn has_migrations(&self) -> Result<bool, Error> {
        let columns = self.all::<(String, String)>(&COLUMNS, &[]).await?;
        Ok(columns.iter().any(|(table, _)| table == migrations::TABLE_NAME))
    }

    /// Whether the table has a row.
    pub async fn has_rows(&self, table: &Table) -> Result<bool, Error> {
        let mut found = false;
        self.scan(&format!("{} LIMIT 1", table.select()), |_| {
            found = true;
            ControlFlow::Break(())
        })
        .await?;
        Ok(found)
    }

    /// Passes every row to `each` until it breaks, in no particular order. Holds one row at a time.
    pub async fn for_each_row(
        &self,
        table: &Table,
        each: impl FnMut(Vec<Value>) -> ControlFlow<()> + Send,
    ) -> Result<(), Error> {
        self.scan(&table.select(), each).await
    }

    async fn scan(
        &self,
        sql: &str,
        mut each: impl FnMut(Vec<Value>) -> ControlFlow<()> + Send,
    ) -> Result<(), Error> {
        self.attend("trowel_db::table::scan", async {
            match self.connection {
                Connection::Sqlite(connection) => {
                    let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                    let failed = |fault| Error::sqlite(self.during, fault);
                    let mut statement = connection.prepare(sql).map_err(failed)?;
                    let mut rows = statement.raw_query();
                    while let Some(row) = rows.next().map_err(failed)? {
                        if each(Row::sqlite(row).values()?).is_break() {
                            break;
                        }
                    }
                }
                Connection::Postgres { client, begun, .. } => {
                    has_begun(begun).await;
                    let failed = |fault| Error::postgres(self.during, fault);
                    let statement = client.prepare(sql).await.map_err(failed)?;
                    let rows = client.query_raw(&statement, std::iter::empty::<&Value>()).await;
                    let mut rows = pin!(rows.map_err(failed)?);
                    while let Some(row) = rows.try_next().await.map_err(failed)? {
                        if each(Row::postgres(&row).values()?).is_break() {
                            break;
                        }
                    }
                }
            }
            Ok(())
        })
        .await
    }

    /// Deletes every row, for a restore: a migration may have inserted some.
    pub async fn delete_rows(&self, table: &Table) -> Result<(), Error> {
        let sql = format!("DELETE FROM {}", quoted(&table.name));
        self.script("trowel_db::table::delete_rows", &sql).await
    }

    /// Inserts rows with a value for each column of the table, in their order.
    pub async fn insert_rows(&self, table: &Table, rows: &[Vec<Value>]) -> Result<(), Error> {
        self.attend("trowel_db::table::insert_rows", async {
            let width = table.columns.len();
            if let Some(row) = rows.iter().find(|row| row.len() != width) {
                return Err(Error::other(Fault::Parameters { wanted: width, given: row.len() }));
            }
            let (name, columns) = (quoted(&table.name), table.column_list());
            match self.connection {
                Connection::Sqlite(connection) => {
                    let connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
                    let failed = |fault| Error::sqlite(self.during, fault);
                    let places = vec!["?"; width].join(", ");
                    let sql = format!("INSERT INTO {name} ({columns}) VALUES ({places})");
                    let mut statement = connection.prepare_cached(&sql).map_err(failed)?;
                    self.mark_written();
                    for row in rows {
                        statement.execute(rusqlite::params_from_iter(row)).map_err(failed)?;
                    }
                }
                Connection::Postgres { client, begun, .. } => {
                    has_begun(begun).await;
                    let failed = |fault| Error::postgres(self.during, fault);
                    let read = client.prepare_cached(&table.select()).await.map_err(failed)?;
                    let types: Vec<Type> =
                        read.columns().iter().map(|column| column.type_().clone()).collect();
                    let copy = format!("COPY {name} ({columns}) FROM STDIN BINARY");
                    let sink = client.copy_in::<_, Bytes>(&copy).await.map_err(failed)?;
                    let mut writer = pin!(BinaryCopyInWriter::new(sink, &types));
                    for row in rows {
                        writer.as_mut().write_raw(row).await.map_err(failed)?;
                    }
                    writer.finish().await.map_err(failed)?;
                }
            }
            Ok(())
        })
        .await
    }
}
