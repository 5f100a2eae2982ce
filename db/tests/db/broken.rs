//! PostgreSQL: conflicts, and connections that break at the worst time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::FutureExt as _;
use tokio::{sync::Barrier, task::JoinSet};
use trowel_db::{Db, Error, Options, Place, params, statements};

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

/// Until the client is dropped, every transaction that wants to pass the gate waits.
async fn close_the_gate(ground: &Ground) -> tokio_postgres::Client {
    let Place::Postgres(address) = ground.place() else { unreachable!() };
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
    let crossing = |first: &'static str, second: &'static str| {
        let (db, meeting) = (db.clone(), Arc::clone(&meeting));
        tokio::spawn(async move {
            let has_met = Arc::new(AtomicBool::new(false));
            let crossed: Result<(), Error> = db
                .write_with(move |tx| {
                    let (meeting, has_met) = (Arc::clone(&meeting), Arc::clone(&has_met));
                    Box::pin(async move {
                        tx.optional::<(i64,)>(&TAKE, params![first, 1]).await?;
                        if !has_met.swap(true, Ordering::Relaxed) {
                            meeting.wait().await;
                        }
                        tx.optional::<(i64,)>(&TAKE, params![second, 1]).await.map(drop)
                    })
                })
                .await;
            crossed
        })
    };
    let (one, other) = (crossing("hoe", "rake"), crossing("rake", "hoe"));
    one.await.unwrap().unwrap();
    other.await.unwrap().unwrap();
    assert_eq!((available(&db, "hoe").await, available(&db, "rake").await), (98, 98));
    assert!(db.figures().retries >= 1);
}

#[tokio::test]
async fn a_conflict_is_tried_again_even_if_the_closure_hides_it() {
    let Some(ground) = Ground::postgres().await else { return };
    let db = ground.open().await;
    make_flaky(&ground, "40001", 3).await;
    let runs = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&runs);
    let result: Result<Option<i64>, Error> = db
        .write_with(move |tx| {
            counted.fetch_add(1, Ordering::Relaxed);
            Box::pin(async move { Ok(tx.one::<(i64,)>(&FLAKY, params![]).await.ok().map(|(one,)| one)) })
        })
        .await;
    assert_eq!((result.unwrap(), runs.load(Ordering::Relaxed)), (Some(1), 4));
}

#[tokio::test]
async fn a_read_is_tried_again_too_and_patience_ends() {
    let Some(ground) = Ground::postgres().await else { return };
    let db = ground.open().await;
    make_flaky(&ground, "40P01", 2).await;
    let read = |db: Db| async move {
        let read: Result<(i64,), Error> =
            db.read_with(|tx| Box::pin(async move { tx.one(&FLAKY, params![]).await })).await;
        read
    };
    // A snapshot cannot increment a sequence, so this function fails without counting.
    ground
        .raw(
            "CREATE OR REPLACE FUNCTION flaky() RETURNS BIGINT LANGUAGE plpgsql AS
        'BEGIN RAISE EXCEPTION USING ERRCODE = ''40001''; END'",
        )
        .await;
    let lost = read(db.clone()).await;
    assert!(matches!(lost, Err(Error::Conflict)), "{lost:?}");
    assert_eq!(db.figures().retries, 7);
    ground.raw("CREATE OR REPLACE FUNCTION flaky() RETURNS BIGINT LANGUAGE sql AS 'SELECT 1::BIGINT'").await;
    assert_eq!(read(db).await.unwrap(), (1,));
}

#[tokio::test]
async fn a_statement_given_up_half_way_is_not_committed() {
    let Some(ground) = Ground::postgres().await else { return };
    let db = ground.open().await;
    let result: Result<(), Error> = db
        .write_with(|tx| {
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
async fn connections_killed_in_the_pool_are_not_noticed() {
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
    let has_died = Arc::new(AtomicBool::new(false));
    let killer = Arc::clone(&ground);
    let result: Result<(), Error> = db
        .write_with(move |tx| {
            let (has_died, killer) = (Arc::clone(&has_died), Arc::clone(&killer));
            Box::pin(async move {
                tx.optional::<(i64,)>(&TAKE, params!["hoe", 1]).await?;
                if !has_died.swap(true, Ordering::Relaxed) {
                    let (myself,) = tx.one::<(i64,)>(&MYSELF, params![]).await?;
                    killer.raw(&format!("SELECT pg_terminate_backend({myself})")).await;
                }
                tx.execute(&ADD_ORDER, params!["order", "hoe", 1]).await.map(drop)
            })
        })
        .await;
    result.unwrap();
    assert_eq!((available(&db, "hoe").await, orders(&db).await), (9, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_commit_whose_connection_breaks_counts_exactly_once() {
    let Some(ground) = Ground::postgres().await else { return };
    let direct = ground.open().await;
    add_tool(&direct, "hoe", 100).await.unwrap();
    let wire = Wire::to(&ground).await;
    let db = Db::open(&ground.place_at(wire.port), Options::default()).await.unwrap();
    let mut expected = 0;
    for cut in [Cut::BeforeCommit, Cut::AfterCommit, Cut::DuringCommit].repeat(5) {
        wire.cut(cut);
        expected += 1;
        assert!(buy(&db, "hoe", format!("order-{expected}")).await.unwrap(), "{cut:?}");
        assert!(wire.is_spent(), "{cut:?}");
        assert_eq!(
            (orders(&direct).await, available(&direct, "hoe").await),
            (expected, 100 - expected),
            "{cut:?}"
        );
    }
    assert!(db.figures().retries >= 5, "what was cut before the commit had to run again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_server_out_of_reach_is_told_and_found_again() {
    let Some(ground) = Ground::postgres().await else { return };
    let wire = Wire::to(&ground).await;
    ground.open().await.close().await;
    let options = Options { patience: Duration::from_millis(500), ..Options::default() };
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
    let hasty = || Options { pool: 1, patience: Duration::from_millis(100), ..Options::default() };
    let db = ground.open_with(hasty()).await;
    add_tool(&db, "hoe", 100).await.unwrap();
    let (started, has_started) = tokio::sync::oneshot::channel();
    let started = std::sync::Mutex::new(Some(started));
    let slow = tokio::spawn({
        let db = db.clone();
        async move {
            let slept: Result<(String,), Error> = db
                .read_with(move |tx| {
                    started.lock().unwrap().take().unwrap().send(()).unwrap();
                    Box::pin(async move { tx.one(&SLEEP, params![]).await })
                })
                .await;
            slept
        }
    });
    has_started.await.unwrap();
    let refused = buy(&db, "hoe", "a".into()).await;
    assert!(matches!(refused, Err(Error::Busy)), "{refused:?}");
    slow.abort();

    let db = ground.open_with(hasty()).await;
    let holder = ground.open().await;
    let gate = close_the_gate(&ground).await;
    let (held, is_held) = tokio::sync::oneshot::channel();
    let held = Arc::new(std::sync::Mutex::new(Some(held)));
    let holding = tokio::spawn(async move {
        let result: Result<(), Error> = holder
            .write_with(move |tx| {
                let held = Arc::clone(&held);
                Box::pin(async move {
                    tx.optional::<(i64,)>(&TAKE, params!["hoe", 1]).await?;
                    held.lock().unwrap().take().unwrap().send(()).unwrap();
                    tx.one::<(String,)>(&PASS_THE_GATE, params![]).await.map(drop)
                })
            })
            .await;
        result
    });
    is_held.await.unwrap();
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
    let (held, is_held) = tokio::sync::oneshot::channel();
    let held = Arc::new(std::sync::Mutex::new(Some(held)));
    let (release, released) = tokio::sync::watch::channel(false);
    let holding = tokio::spawn(async move {
        let result: Result<(), Error> = other
            .write_with(move |tx| {
                let (held, mut released) = (Arc::clone(&held), released.clone());
                Box::pin(async move {
                    tx.optional::<(i64,)>(&TAKE, params!["hoe", 1]).await?;
                    held.lock().unwrap().take().unwrap().send(()).unwrap();
                    released.wait_for(|is_released| *is_released).await.unwrap();
                    Ok(())
                })
            })
            .await;
        result
    });
    is_held.await.unwrap();
    // Three have a connection and wait for the row, two wait for a connection.
    let queued = queue_up((0..5).map(|buyer| buy(&db, "hoe", format!("order-{buyer}")))).await;
    let refused = buy(&db, "hoe", "one too many".into()).await;
    assert!(matches!(refused, Err(Error::Busy)), "{refused:?}");
    assert_eq!(db.figures().refused, 1);
    assert_eq!((available(&db, "hoe").await, orders(&db).await), (100, 0));
    release.send(true).unwrap();
    holding.await.unwrap().unwrap();
    for bought in futures_util::future::join_all(queued).await {
        assert!(bought.unwrap());
    }
    assert_eq!((available(&db, "hoe").await, orders(&db).await), (94, 5));
}

#[tokio::test]
async fn an_address_without_a_server_is_told() {
    let nowhere = trowel_db::Place::Postgres("postgres://x@127.0.0.1:1/x?sslmode=disable".into());
    let refused = Db::open(&nowhere, Options::default()).await.err().unwrap();
    assert!(matches!(refused, Error::Unavailable(_)), "{refused}");
    let nonsense = trowel_db::Place::Postgres("postgres://x@127.0.0.1:port/x".into());
    assert!(matches!(Db::open(&nonsense, Options::default()).await, Err(Error::Other(_))));
}
