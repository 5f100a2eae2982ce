//! A small shop to test with, on both engines, and a network proxy that breaks on demand.

use std::{
    future::poll_fn,
    path::PathBuf,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    task::Poll,
};

pub use crate::wire::{Cut, Wire};
use tokio_postgres::{NoTls, config::Host};
use trowel_db::{
    DatabaseLocation, Db, Error, Migration, Options, Statement, Tx, Value, migrations, params, statements,
};

statements! {
    pub ADD_TOOL = "INSERT INTO tools (id, name, available) VALUES ($1, $1, $2)";
    pub TAKE = "UPDATE tools SET available = available - $2 WHERE id = $1 AND available >= $2 RETURNING available";
    pub ADD_ORDER = "INSERT INTO orders (id, tool_id, quantity) VALUES ($1, $2, $3)";
    pub COUNT_ORDERS = "SELECT count(*) FROM orders";
    pub AVAILABLE = "SELECT available FROM tools WHERE id = $1";
    pub DELETE_ORDERS = "DELETE FROM orders";
    pub SET_AVAILABLE = "UPDATE tools SET available = $2 WHERE id = $1";
}

pub const SCHEMA: &[Migration] = &[Migration {
    name: "0001_test",
    sql: "
    CREATE TABLE tools (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        available BIGINT NOT NULL CONSTRAINT tools_available CHECK (available >= 0)
    );
    CREATE UNIQUE INDEX tools_name ON tools (lower(name));
    CREATE TABLE orders (
        id TEXT PRIMARY KEY,
        tool_id TEXT NOT NULL REFERENCES tools (id),
        quantity BIGINT NOT NULL,
        note TEXT,
        UNIQUE (tool_id, note)
    );
    CREATE TABLE kinds (whole BIGINT, small INTEGER, truth BOOLEAN, fraction DOUBLE PRECISION, words TEXT, data BYTEA);",
}];

/// A database for one test, removed with it.
pub enum Ground {
    Folder(PathBuf),
    Database { server: Box<tokio_postgres::Config>, name: String },
}

static GROUNDS: AtomicU32 = AtomicU32::new(0);

fn unused_name() -> String {
    format!("trowel_test_{}_{}", std::process::id(), GROUNDS.fetch_add(1, Ordering::Relaxed))
}

impl Ground {
    pub fn sqlite() -> Self {
        let folder = std::env::temp_dir().join(unused_name());
        std::fs::create_dir(&folder).unwrap();
        Self::Folder(folder)
    }

    /// `None` without a server to test with.
    pub async fn postgres() -> Option<Self> {
        let address = std::env::var("TROWEL_TEST_POSTGRES").ok();
        assert!(address.is_some() || std::env::var_os("CI").is_none(), "TROWEL_TEST_POSTGRES is missing");
        let server = Box::new(address?.parse().expect("TROWEL_TEST_POSTGRES is a database URL"));
        let name = unused_name();
        let ground = Self::Database { server, name };
        ground.administer(|name| format!("CREATE DATABASE {name}")).await;
        Some(ground)
    }

    pub fn place(&self) -> DatabaseLocation {
        match self {
            Self::Folder(folder) => DatabaseLocation::Sqlite(folder.join("shop.sqlite")),
            Self::Database { server, .. } => self.place_at(server.get_ports()[0]),
        }
    }

    /// The same database through another port of this machine.
    pub fn place_at(&self, port: u16) -> DatabaseLocation {
        let Self::Database { server, name } = self else { panic!("only servers have ports") };
        let [Host::Tcp(host)] = server.get_hosts() else { panic!("TROWEL_TEST_POSTGRES names one host") };
        let password = String::from_utf8_lossy(server.get_password().unwrap_or_default());
        let user = server.get_user().unwrap_or("postgres");
        DatabaseLocation::Postgres(format!(
            "postgres://{user}:{password}@{host}:{port}/{name}?sslmode=disable"
        ))
    }

    /// The files as a crash would leave them.
    pub fn copied_as_after_a_crash(&self) -> Self {
        let copy = Self::sqlite();
        let (Self::Folder(from), Self::Folder(to)) = (self, &copy) else { panic!("only folders are copied") };
        for name in ["shop.sqlite", "shop.sqlite-wal"] {
            std::fs::copy(from.join(name), to.join(name)).unwrap();
        }
        copy
    }

    pub async fn open(&self) -> Db {
        self.open_with(Options::default()).await
    }

    pub async fn open_with(&self, options: Options) -> Db {
        let db = Db::open(&self.place(), options).await.unwrap();
        migrations::apply(&db, SCHEMA, 1).await.unwrap();
        db
    }

    /// Runs plain SQL without the crate.
    pub async fn raw(&self, sql: &str) -> Vec<String> {
        match self {
            Self::Folder(folder) => {
                rusqlite::Connection::open(folder.join("shop.sqlite")).unwrap().execute_batch(sql).unwrap();
                Vec::new()
            }
            Self::Database { server, name } => raw(server.as_ref().clone().dbname(name), sql).await,
        }
    }

    async fn administer(&self, sql: impl Fn(&str) -> String) {
        if let Self::Database { server, name } = self {
            raw(server, &sql(name)).await;
        }
    }
}

/// Adds an effect to the transaction.
pub fn count_after_commit(tx: &Tx<'_>, effects: &Arc<AtomicU32>) {
    let effects = Arc::clone(effects);
    tx.after_commit(move || {
        effects.fetch_add(1, Ordering::Relaxed);
    });
}

/// Starts each, in order, up to the point where it waits for its turn.
pub async fn queue_up<F: Future>(work: impl IntoIterator<Item = F>) -> Vec<Pin<Box<F>>> {
    let mut queued: Vec<_> = work.into_iter().map(Box::pin).collect();
    poll_fn(|context| {
        for work in &mut queued {
            assert!(work.as_mut().poll(context).is_pending());
        }
        Poll::Ready(())
    })
    .await;
    queued
}

async fn raw(config: &tokio_postgres::Config, sql: &str) -> Vec<String> {
    let (client, connection) = config.connect(NoTls).await.unwrap();
    tokio::spawn(connection);
    let messages = client.simple_query(sql).await.unwrap();
    let fields = messages.iter().filter_map(|message| match message {
        tokio_postgres::SimpleQueryMessage::Row(row) => Some(row.get(0)?.to_owned()),
        _ => None,
    });
    fields.collect()
}

impl Drop for Ground {
    fn drop(&mut self) {
        match self {
            Self::Folder(folder) => drop(std::fs::remove_dir_all(folder)),
            Self::Database { server, name } => {
                let (server, sql) = (server.clone(), format!("DROP DATABASE {name} WITH (FORCE)"));
                let dropping = std::thread::spawn(move || {
                    tokio::runtime::Builder::new_current_thread()
                        .enable_all()
                        .build()
                        .unwrap()
                        .block_on(raw(&server, &sql))
                });
                drop(dropping.join());
            }
        }
    }
}

/// Declares tests that run once on each engine.
#[macro_export]
macro_rules! on_both {
    ($($(#[$attribute:meta])* async fn $name:ident($ground:ident: Ground) $body:block)*) => {$(
        mod $name {
            use super::*;

            $(#[$attribute])*
            async fn test($ground: Ground) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn on_sqlite() {
                test(Ground::sqlite()).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn on_postgres() {
                if let Some(ground) = Ground::postgres().await {
                    test(ground).await;
                }
            }
        }
    )*};
}

/// Runs one statement in a transaction.
pub async fn execute(db: &Db, statement: &'static Statement, values: &[Value]) -> Result<u64, Error> {
    db.write((statement, values.to_vec()), |tx, (statement, values)| Box::pin(tx.execute(statement, values)))
        .await
}

/// Reads a number.
pub async fn number(db: &Db, statement: &'static Statement, values: &[Value]) -> Result<i64, Error> {
    let input = (statement, values.to_vec());
    let row = db.read(input, |tx, (statement, values)| Box::pin(tx.one::<(i64,)>(statement, values)));
    row.await.map(|(number,)| number)
}

pub async fn add_tool(db: &Db, id: &str, available: i64) -> Result<(), Error> {
    execute(db, &ADD_TOOL, params![id, available]).await.map(drop)
}

pub async fn available(db: &Db, id: &str) -> i64 {
    number(db, &AVAILABLE, params![id]).await.unwrap()
}

pub async fn orders(db: &Db) -> i64 {
    number(db, &COUNT_ORDERS, params![]).await.unwrap()
}

/// Orders one unit; returns whether there was one.
pub async fn buy(db: &Db, tool: &'static str, order: String) -> Result<bool, Error> {
    db.write((tool, order), |tx, (tool, order)| {
        Box::pin(async move {
            let Some((_,)) = tx.optional::<(i64,)>(&TAKE, params![*tool, 1]).await? else { return Ok(false) };
            tx.execute(&ADD_ORDER, params![order, *tool, 1]).await?;
            Ok(true)
        })
    })
    .await
}

/// Orders one unit like [`buy`], with one round trip for both statements and the commit.
pub async fn buy_at_once(db: &Db, tool: &'static str, order: String) -> Result<bool, Error> {
    db.write((tool, order), |tx, (tool, order)| {
        Box::pin(async move {
            if tx.one::<(i64,)>(&AVAILABLE, params![*tool]).await?.0 == 0 {
                return Ok(false);
            }
            tx.finish_with(&TAKE, params![*tool, 1]).await?;
            tx.finish_with(&ADD_ORDER, params![order, *tool, 1]).await?;
            Ok(true)
        })
    })
    .await
}

impl Wire {
    pub async fn to_server_of(ground: &Ground) -> Self {
        let Ground::Database { server, .. } = ground else { panic!("only servers have wires") };
        let [Host::Tcp(host)] = server.get_hosts() else { panic!("TROWEL_TEST_POSTGRES names one host") };
        Self::to(format!("{host}:{}", server.get_ports()[0])).await
    }
}
