//! PostgreSQL: conflicts, and connections that break at the worst time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::FutureExt as _;
use tokio::{
    sync::{Barrier, Notify},
    task::JoinSet,
};
use trowel_db::{DatabaseLocation, Db, Error, Options, params, statements};

use crate::support::*;

statements! {
    FLAKY = "SELECT flaky()";
    SLEEP = "SELECT CAST(pg_sleep(60) AS TEXT)";
    PASS_THE_GATE = "SELECT CAST(pg_advisory_xact_lock(7) AS TEXT)";
    MYSELF = "SELECT CAST(pg_backend_pid() AS BIGINT)";
}

/// `flaky()` fails as often as it is told, then succeeds.
async fn make_flaky(ground: &Ground, code: &str, times: u32) {
    ground
        .raw(&format!(
            "CREATE SEQUENCE tries; CREATE FUNCTION flaky() RETURNS BIGINT LANGUAGE plpgsql AS
             'BEGIN IF nextval(''tries'') <= {times} THEN RAISE EXCEPTION USING ERRCODE = ''{code}''; END IF; RETURN 1; END'"
        ))
        .await;
}

async fn terminate_all(ground: &Ground) {
    let Ground::Database { name, .. } = ground else { unreachable!() };
    ground
        .raw(&format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()"
        ))
        .await;
}

/// Locks the gate: every transaction that wants to pass it waits until the returned client is dropped.
async fn close_the_gate(ground: &Ground) -> tokio_postgres::Client {
    let DatabaseLocation::Postgres(address) = ground.place() else { unreachable!() };
    let (client, connection) = tokio_postgres::connect(&address, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.simple_query("SELECT pg_advisory_lock(7)").await.unwrap();
    client
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_loser_of_a_deadlock_runs_again() {
    let Some(ground) = Ground::postgres().await else { return };
    let db = ground.open().await;
    add_tool(&db, "hoe", 100).await.unwrap();
    add_tool(&db, "rake", 100).await.unwrap();
    let meeting = Arc::new(Barrier::new(2));
    let crossing = |tools: [&'static str; 2]| {
        let (db, input) = (db.clone(), (tools, Arc::clone(&meeting), AtomicBool::new(false)));
        tokio::spawn(async move {
            db.write(input, |tx, ([first, second], meeting, has_met)| {
                Box::pin(async move {
                    tx.optional::<(i64,)>(&TAKE, params![*first, 1]).await?;
                    if !has_met.swap(true, Ordering::Relaxed) {
                        meeting.wait().await;
                    }
                    tx.optional::<(i64,)>(&TAKE, params![*second, 1]).await
                })
            })
            .await
        })
    };
    let (one, other) = (crossing(["hoe", "rake"]), crossing(["rake", "hoe"]));
    one.await.unwrap().unwrap();
    other.await.unwrap().unwrap();
    assert_eq!((available(&db, "hoe").await, available(&db, "rake").await), (98, 98));
    assert!(db.metrics().retries >= 1);
}

#[tokio::test]
async fn a_conflict_is_retried_even_if_the_function_hides_it() {
    let Some(ground) = Ground::postgres().await else { return };
    let db = ground.open().await;
    make_flaky(&ground, "40001", 3).await;
    let runs = Arc::new(AtomicU32::new(0));
    let result = db
        .write(Arc::clone(&runs), |tx, runs| {
            runs.fetch_add(1, Ordering::Relaxed);
            Box::pin(async move { Ok(tx.one::<(i64,)>(&FLAKY, params![]).await.ok().map(|(one,)| one)) })
        })
        .await;
    assert_eq!((result.unwrap(), runs.load(Ordering::Relaxed)), (Some(1), 4));
}

#[tokio::test]
async fn a_read_is_retried_and_retries_end() {
    let Some(ground) = Ground::postgres().await else { return };
    let db = ground.open().await;
    make_flaky(&ground, "40P01", 2).await;
    // A snapshot cannot increment a sequence, so this function fails without counting.
    ground
        .raw(
            "CREATE OR REPLACE FUNCTION flaky() RETURNS BIGINT LANGUAGE plpgsql AS
        'BEGIN RAISE EXCEPTION USING ERRCODE = ''40001''; END'",
        )
        .await;
    let lost = number(&db, &FLAKY, params![]).await;
    assert!(matches!(lost, Err(Error::Conflict)), "{lost:?}");
    assert_eq!(db.metrics().retries, 7);
    ground.raw("CREATE OR REPLACE FUNCTION flaky() RETURNS BIGINT LANGUAGE sql AS 'SELECT 1::BIGINT'").await;
    assert_eq!(number(&db, &FLAKY, params![]).await.unwrap(), 1);
}

#[tokio::test]
async fn a_cancelled_statement_is_not_committed() {
    let Some(ground) = Ground::postgres().await else { return };
    let db = ground.open().await;
    let result = db
        .write((), |tx, ()| {
            Box::pin(async move {
                tx.execute(&ADD_TOOL, params!["hoe", 1]).await?;
                let begun = tx.one::<(i64,)>(&MYSELF, params![]).now_or_never();
                assert!(begun.is_none(), "on one thread no answer is there before it is waited for");
                Ok(())
            })
        })
        .await;
    assert!(result.unwrap_err().to_string().contains("dropped before its result"));
    add_tool(&db, "hoe", 2).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn terminated_connections_of_the_pool_are_replaced() {
    let Some(ground) = Ground::postgres().await else { return };
    let db = ground.open().await;
    add_tool(&db, "hoe", 1000).await.unwrap();
    for round in 0..3 {
        let buyers = |kind: &'static str| {
            (0..16)
                .map(|buyer| {
                    let db = db.clone();
                    async move { buy(&db, "hoe", format!("{kind}-{round}-{buyer}")).await }
                })
                .collect::<JoinSet<_>>()
        };
        buyers("before").join_all().await.into_iter().for_each(|bought| assert!(bought.unwrap()));
        terminate_all(&ground).await;
        buyers("after").join_all().await.into_iter().for_each(|bought| assert!(bought.unwrap()));
    }
    assert_eq!((available(&db, "hoe").await, orders(&db).await), (1000 - 96, 96));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_connection_killed_in_a_transaction_runs_it_again_once() {
    let Some(ground) = Ground::postgres().await else { return };
    let ground = Arc::new(ground);
    let db = ground.open().await;
    add_tool(&db, "hoe", 10).await.unwrap();
    let effects = Arc::new(AtomicU32::new(0));
    let input = (Arc::clone(&ground), AtomicBool::new(false), Arc::clone(&effects));
    let result = db
        .write(input, |tx, (killer, has_died, effects)| {
            Box::pin(async move {
                count_after_commit(tx, effects);
                tx.optional::<(i64,)>(&TAKE, params!["hoe", 1]).await?;
                if !has_died.swap(true, Ordering::Relaxed) {
                    let (myself,) = tx.one::<(i64,)>(&MYSELF, params![]).await?;
                    killer.raw(&format!("SELECT pg_terminate_backend({myself})")).await;
                }
                tx.execute(&ADD_ORDER, params!["order", "hoe", 1]).await
            })
        })
        .await;
    result.unwrap();
    assert_eq!((available(&db, "hoe").await, orders(&db).await), (9, 1));
    assert_eq!(effects.load(Ordering::Relaxed), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_commit_whose_connection_breaks_counts_exactly_once() {
    let Some(ground) = Ground::postgres().await else { return };
    let direct = ground.open().await;
    add_tool(&direct, "hoe", 100).await.unwrap();
    let wire = Wire::to_server_of(&ground).await;
    let db = Db::open(&ground.place_at(wire.port), Options::default()).await.unwrap();
    let mut expected = 0;
    for cut in [Cut::BeforeCommit, Cut::AfterCommit, Cut::DuringCommit].repeat(10) {
        wire.cut(cut);
        expected += 1;
        let order = format!("order-{expected}");
        let bought = if expected % 2 == 0 {
            buy(&db, "hoe", order).await
        } else {
            buy_at_once(&db, "hoe", order).await
        };
        assert!(bought.unwrap(), "{cut:?}");
        assert!(wire.is_spent(), "{cut:?}");
        assert_eq!(
            (orders(&direct).await, available(&direct, "hoe").await),
            (expected, 100 - expected),
            "{cut:?}"
        );
    }
    assert!(db.metrics().retries >= 5, "what was cut before the commit had to run again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_repeatable_write_runs_again_when_its_outcome_is_unknown() {
    let Some(ground) = Ground::postgres().await else { return };
    let direct = ground.open().await;
    add_tool(&direct, "hoe", 100).await.unwrap();
    assert!(buy(&direct, "hoe", "order".into()).await.unwrap());
    let wire = Wire::to_server_of(&ground).await;
    let db = Db::open(&ground.place_at(wire.port), Options::default()).await.unwrap();
    wire.cut(Cut::AfterCommits(0));
    let unknown = buy(&db, "hoe", "another".into()).await;
    assert!(matches!(unknown, Err(Error::OutcomeUnknown)), "{unknown:?}");
    wire.cut(Cut::AfterCommits(0));
    let effects = Arc::new(AtomicU32::new(0));
    let deleted: Result<_, Error> = db
        .write_repeatable(Arc::clone(&effects), |tx, effects| {
            Box::pin(async move {
                let count = tx.execute(&DELETE_ORDERS, params![]).await?;
                if count > 0 {
                    count_after_commit(tx, effects);
                }
                Ok((count, tx.may_be_committed()))
            })
        })
        .await;
    assert_eq!(deleted.unwrap(), (0, true), "the first run was committed, and the second knows that");
    assert_eq!(effects.load(Ordering::Relaxed), 1, "the first run's");
    assert_eq!(orders(&direct).await, 0);
}

#[tokio::test]
async fn the_first_reads_go_with_begin_and_the_last_statements_with_commit() {
    let Some(ground) = Ground::postgres().await else { return };
    add_tool(&ground.open().await, "hoe", 100).await.unwrap();
    let wire = Wire::to_server_of(&ground).await;
    let db = Db::open(&ground.place_at(wire.port), Options { pool: 1, ..Options::default() }).await.unwrap();
    let mut round_trips = [0; 2];
    for order in 0..3 {
        let before = wire.round_trips();
        buy(&db, "hoe", format!("a{order}")).await.unwrap();
        let between = wire.round_trips();
        buy_at_once(&db, "hoe", format!("b{order}")).await.unwrap();
        round_trips = [between - before, wire.round_trips() - between];
    }
    assert_eq!(round_trips, [4, 2]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_unreachable_server_is_an_error_until_it_returns() {
    let Some(ground) = Ground::postgres().await else { return };
    let wire = Wire::to_server_of(&ground).await;
    ground.open().await.close().await;
    let options = Options { lock_timeout: Duration::from_millis(500), ..Options::default() };
    let db = Db::open(&ground.place_at(wire.port), options).await.unwrap();
    add_tool(&db, "hoe", 100).await.unwrap();
    wire.cut(Cut::Always);
    let started = Instant::now();
    for order in ["a", "b", "c"] {
        let refused = buy(&db, "hoe", order.into()).await;
        assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    }
    assert!(matches!(db.ping().await, Err(Error::Unavailable(_))));
    assert!(started.elapsed() < Duration::from_secs(10));
    wire.cut(Cut::Never);
    assert!(buy(&db, "hoe", "d".into()).await.unwrap());
    db.ping().await.unwrap();
    assert_eq!(orders(&db).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_exhausted_pool_and_a_held_lock_are_busy() {
    let Some(ground) = Ground::postgres().await else { return };
    let hasty = || Options { pool: 1, lock_timeout: Duration::from_millis(100), ..Options::default() };
    let db = ground.open_with(hasty()).await;
    add_tool(&db, "hoe", 100).await.unwrap();
    let started = Arc::new(Notify::new());
    let (reader, input) = (db.clone(), Arc::clone(&started));
    let slow = tokio::spawn(async move {
        reader
            .read(input, |tx, started| {
                started.notify_one();
                Box::pin(tx.one::<(String,)>(&SLEEP, params![]))
            })
            .await
    });
    started.notified().await;
    let refused = buy(&db, "hoe", "a".into()).await;
    assert!(matches!(refused, Err(Error::Busy)), "{refused:?}");
    slow.abort();

    let db = ground.open_with(hasty()).await;
    let holder = ground.open().await;
    let gate = close_the_gate(&ground).await;
    let held = Arc::new(Notify::new());
    let input = Arc::clone(&held);
    let holding = tokio::spawn(async move {
        holder
            .write(input, |tx, held| {
                Box::pin(async move {
                    tx.optional::<(i64,)>(&TAKE, params!["hoe", 1]).await?;
                    held.notify_one();
                    tx.one::<(String,)>(&PASS_THE_GATE, params![]).await
                })
            })
            .await
    });
    held.notified().await;
    let refused = buy(&db, "hoe", "b".into()).await;
    assert!(matches!(refused, Err(Error::Busy)), "{refused:?}");
    drop(gate);
    holding.await.unwrap().unwrap();
    assert!(buy(&db, "hoe", "c".into()).await.unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn writes_that_wait_leave_a_connection_to_reads_and_one_too_many_is_refused_at_once() {
    let Some(ground) = Ground::postgres().await else { return };
    let db = ground.open_with(Options { pool: 4, queue: 2, ..Options::default() }).await;
    add_tool(&db, "hoe", 100).await.unwrap();
    let other = ground.open().await;
    let (held, release) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let input = (Arc::clone(&held), Arc::clone(&release));
    let holding = tokio::spawn(async move {
        other
            .write(input, |tx, (held, release)| {
                Box::pin(async move {
                    tx.optional::<(i64,)>(&TAKE, params!["hoe", 1]).await?;
                    held.notify_one();
                    release.notified().await;
                    Ok(())
                })
            })
            .await
    });
    held.notified().await;
    // Three have a connection and wait for the row, two wait for a connection.
    let queued = queue_up((0..5).map(|buyer| buy(&db, "hoe", format!("order-{buyer}")))).await;
    let refused = buy(&db, "hoe", "one too many".into()).await;
    assert!(matches!(refused, Err(Error::Busy)), "{refused:?}");
    assert_eq!(db.metrics().refused, 1);
    assert_eq!((available(&db, "hoe").await, orders(&db).await), (100, 0));
    release.notify_one();
    holding.await.unwrap().unwrap();
    for bought in futures_util::future::join_all(queued).await {
        assert!(bought.unwrap());
    }
    assert_eq!((available(&db, "hoe").await, orders(&db).await), (94, 5));
}

#[tokio::test]
async fn an_address_without_a_server_is_an_error() {
    let nowhere = trowel_db::DatabaseLocation::Postgres("postgres://x@127.0.0.1:1/x?sslmode=disable".into());
    let refused = Db::open(&nowhere, Options::default()).await.err().unwrap();
    assert!(matches!(refused, Error::Unavailable(_)), "{refused}");
    let nonsense = trowel_db::DatabaseLocation::Postgres("postgres://x@127.0.0.1:port/x".into());
    assert!(matches!(Db::open(&nonsense, Options::default()).await, Err(Error::Other(_))));
}
