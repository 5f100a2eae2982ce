//! Deterministic race tests: one transaction holds a row lock, other requests wait for it, then the first one changes
//! the row. On SQLite the others run after the first one, because a write excludes other transactions.

use std::{fmt::Debug, pin::pin, sync::Arc, time::Duration};

use futures_util::future::{Either, select};
use tokio::sync::{Notify, Semaphore};
use trowel::{
    db::{self, Place, Tx, Work},
    identity::{self, user::User},
    values::email::Email,
};

use crate::support::TestShop;

/// A step of a transaction.
pub trait TxStep<E>: for<'a> Fn(&'a Tx<'a>) -> Work<'a, Result<(), E>> + Send + Sync + 'static {}
impl<E, F: for<'a> Fn(&'a Tx<'a>) -> Work<'a, Result<(), E>> + Send + Sync + 'static> TxStep<E> for F {}

/// A step with an input; it runs again when the transaction is retried.
pub fn tx_step<W, E>(input: W, step: for<'a> fn(&'a Tx<'a>, W) -> Work<'a, Result<(), E>>) -> impl TxStep<E>
where
    W: Clone + Send + Sync + 'static,
    E: 'static,
{
    move |tx| step(tx, input.clone())
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
pub async fn while_held<T, E>(
    shop: &TestShop,
    many: usize,
    hold: impl TxStep<db::Error>,
    change: impl TxStep<E>,
    requests: impl Future<Output = T>,
) -> T
where
    E: From<db::Error> + Debug + Send + 'static,
{
    let server = match &shop.shop.config.database {
        Place::Sqlite(_) => None,
        Place::Postgres(url) => Some(url),
    };
    let (both, is_watched) = (Arc::new((hold, change)), server.is_some());
    // A semaphore with permits left, because PostgreSQL may abort the transaction and it then runs again.
    let (lock_taken, may_change) = (Arc::new(Notify::new()), Arc::new(Semaphore::new(0)));
    let (taken, permits) = (Arc::clone(&lock_taken), Arc::clone(&may_change));
    let changed = shop.shop.db.write_with(move |tx| {
        let (both, taken, permits) = (Arc::clone(&both), Arc::clone(&taken), Arc::clone(&permits));
        Box::pin(async move {
            both.0(tx).await?;
            taken.notify_one();
            if is_watched {
                drop(permits.acquire().await);
            }
            both.1(tx).await
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
    let found = shop.shop.db.read_with(move |tx| {
        let email = email.clone();
        Box::pin(async move { identity::store::account_by_email(tx, &email).await })
    });
    let found: Result<_, db::Error> = found.await;
    found.unwrap().unwrap().user
}

/// As `hold` for [`while_held`]: requests that change the account wait.
pub fn row_of(user: &User) -> impl TxStep<db::Error> + use<> {
    tx_step(user.id.clone(), |tx, id| {
        Box::pin(async move { identity::store::lock_user(tx, &id).await.map(drop) })
    })
}
