//! Deterministic race tests: one transaction holds a row lock, other requests wait for it, then the first one changes
//! the row. On SQLite the others run after the first one, because a write excludes other transactions.

use std::{fmt::Debug, pin::pin, sync::Arc, time::Duration};

use futures_util::{
    TryFutureExt as _,
    future::{Either, select},
};
use tokio::sync::{Notify, Semaphore};
use trowel::{
    accounts::{self, user::User},
    db::{self, Body, DatabaseLocation, Engine, Statement, Tx, TxFuture, Value, params},
    values::{email::Email, ids::Id},
};

use crate::support::TestShop;

/// A step of a transaction. It runs again when the transaction is retried.
pub struct TxStep<I, E = db::Error> {
    input: I,
    body: Body<I, (), E>,
}

impl<I, E> TxStep<I, E> {
    fn run<'t>(&'t self, tx: &'t Tx<'t>) -> TxFuture<'t, Result<(), E>> {
        (self.body)(tx, &self.input)
    }
}

pub fn tx_step<I, E>(input: I, body: Body<I, (), E>) -> TxStep<I, E> {
    TxStep { input, body }
}

pub fn nothing() -> TxStep<()> {
    tx_step((), |_, ()| Box::pin(async { Ok(()) }))
}

pub fn statement_step(
    statement: &'static Statement,
    values: &[Value],
) -> TxStep<(&'static Statement, Vec<Value>)> {
    tx_step((statement, values.to_vec()), |tx, (statement, values)| {
        Box::pin(tx.execute(statement, values).map_ok(drop))
    })
}

/// Runs a LOCK TABLE. SQLite needs none, because a write excludes other transactions.
pub fn lock_table(statement: &'static Statement) -> TxStep<&'static Statement> {
    tx_step(statement, |tx, statement| {
        Box::pin(async move {
            if tx.engine() == Engine::Postgres {
                tx.execute(statement, params![]).await?;
            }
            Ok(())
        })
    })
}

/// Waits until this many connections of the database wait for a lock.
pub async fn until_waiting(url: &str, many: usize) {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    let waiting =
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while client.query(waiting, &[]).await.unwrap().len() < many {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(client);
    let _ = connection.await;
}

/// Runs `requests` while a transaction holds the lock taken by `hold`. Once `many` requests wait for it, runs `change`
/// and commits. Returns what the requests return.
pub async fn while_held<H, C, T, E>(
    shop: &TestShop,
    many: usize,
    hold: TxStep<H>,
    change: TxStep<C, E>,
    requests: impl Future<Output = T>,
) -> T
where
    H: Send + Sync + 'static,
    C: Send + Sync + 'static,
    E: From<db::Error> + Debug + Send + 'static,
{
    let server = match &shop.shop.config.database {
        DatabaseLocation::Sqlite(_) => None,
        DatabaseLocation::Postgres(url) => Some(url),
    };
    // A semaphore with permits left, because PostgreSQL may abort the transaction and it then runs again. On SQLite a
    // transaction cannot wait.
    let may_change = Arc::new(Semaphore::new(usize::from(server.is_none())));
    let lock_taken = Arc::new(Notify::new());
    let input = (hold, change, Arc::clone(&lock_taken), Arc::clone(&may_change));
    let changed = shop.shop.db.try_write(input, |tx, (hold, change, lock_taken, may_change)| {
        Box::pin(async move {
            hold.run(tx).await?;
            lock_taken.notify_one();
            drop(may_change.acquire().await);
            change.run(tx).await
        })
    });
    let requests = async {
        lock_taken.notified().await;
        let (requests, waiting) = (
            pin!(requests),
            pin!(async {
                if let Some(url) = server {
                    until_waiting(url, many).await;
                }
            }),
        );
        // A request that never waits has already returned.
        let first = select(requests, waiting).await;
        may_change.add_permits(1);
        match first {
            Either::Left((output, _)) => output,
            Either::Right(((), requests)) => requests.await,
        }
    };
    let (changed, output) = tokio::join!(changed, requests);
    changed.unwrap();
    output
}

/// The account with this address.
pub async fn account(shop: &TestShop, email: &str) -> User {
    let email = Email::parse(email).unwrap();
    let found = shop.shop.db.read(email, |tx, email| accounts::store::account_by_email(tx, email));
    found.await.unwrap().unwrap().user
}

/// Locks the account as `hold` for [`while_held`], so that requests that change the account wait.
pub fn row_of(user: &User) -> TxStep<Id> {
    tx_step(user.id.clone(), |tx, id| Box::pin(accounts::store::lock_user(tx, id).map_ok(drop)))
}
