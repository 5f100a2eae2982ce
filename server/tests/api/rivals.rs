//! Deterministic race tests: one transaction holds a row lock, others block on it, then the first one changes the row. On
//! SQLite a writer excludes all others, so the requests simply run one after the other.

use std::{fmt::Debug, pin::pin, sync::Arc, time::Duration};

use futures_util::future::{Either, select};
use tokio::sync::{Notify, Semaphore};
use trowel::{
    db::{self, Place, Tx, Work},
    identity::{self, user::User},
    values::email::Email,
};

use crate::support::TestShop;

/// A part of a transaction.
pub trait Deed<E>: for<'a> Fn(&'a Tx<'a>) -> Work<'a, Result<(), E>> + Send + Sync + 'static {}
impl<E, F: for<'a> Fn(&'a Tx<'a>) -> Work<'a, Result<(), E>> + Send + Sync + 'static> Deed<E> for F {}

/// Runs with `with`, once per attempt of the transaction.
pub fn deed<W, E>(with: W, deed: for<'a> fn(&'a Tx<'a>, W) -> Work<'a, Result<(), E>>) -> impl Deed<E>
where
    W: Clone + Send + Sync + 'static,
    E: 'static,
{
    move |tx| deed(tx, with.clone())
}

/// Waits until this many transactions in the database wait for a lock.
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

/// Runs `rivals` while `hold` holds a lock. When this many of them wait for it, `change` runs and the lock is released.
pub async fn while_held<T, E>(
    shop: &TestShop,
    many: usize,
    hold: impl Deed<db::Error>,
    change: impl Deed<E>,
    rivals: impl Future<Output = T>,
) -> T
where
    E: From<db::Error> + Debug + Send + 'static,
{
    let server = match &shop.shop.config.place {
        Place::Sqlite(_) => None,
        Place::Postgres(url) => Some(url),
    };
    let (both, is_watched) = (Arc::new((hold, change)), server.is_some());
    // The permission to continue is kept, because PostgreSQL may abort the transaction and it is retried.
    let (holds, goes_on) = (Arc::new(Notify::new()), Arc::new(Semaphore::new(0)));
    let (held, told) = (Arc::clone(&holds), Arc::clone(&goes_on));
    let changed = shop.shop.db.write(move |tx| {
        let (both, held, told) = (Arc::clone(&both), Arc::clone(&held), Arc::clone(&told));
        Box::pin(async move {
            both.0(tx).await?;
            held.notify_one();
            if is_watched {
                drop(told.acquire().await);
            }
            both.1(tx).await
        })
    });
    let rivals = async {
        holds.notified().await;
        let (rivals, waiting) = (
            pin!(rivals),
            pin!(async {
                if let Some(url) = server {
                    until_waiting(url, many).await;
                }
            }),
        );
        // A request that never waits has its response already.
        let came = select(rivals, waiting).await;
        goes_on.add_permits(1);
        match came {
            Either::Left((came, _)) => came,
            Either::Right(((), rivals)) => rivals.await,
        }
    };
    let (changed, came) = tokio::join!(changed, rivals);
    changed.unwrap();
    came
}

/// The account of this address.
pub async fn account(shop: &TestShop, email: &str) -> User {
    let email = Email::parse(email).unwrap();
    let found = shop.shop.db.read(move |tx| {
        let email = email.clone();
        Box::pin(async move { identity::store::account_by_email(tx, &email).await })
    });
    let found: Result<_, db::Error> = found.await;
    found.unwrap().unwrap().user
}

/// To [hold](while_held): all requests of the account wait.
pub fn row_of(user: &User) -> impl Deed<db::Error> + use<> {
    deed(user.id.clone(), |tx, id| {
        Box::pin(async move { identity::store::lock_user(tx, &id).await.map(drop) })
    })
}
