//! SQLite: shared commits, and file errors.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
        mpsc,
    },
    time::Duration,
};

use trowel_db::{Db, Error, Options, Tx, TxFuture, params, statements};

use crate::support::*;

statements! {
    ADD_DATA = "INSERT INTO kinds (words, data) VALUES ($1, $2)";
    COUNT_DATA = "SELECT count(*) FROM kinds";
    DELETE_DATA = "DELETE FROM kinds";
}

/// Holds the writer until released, so that later writes queue up.
struct Held {
    release: mpsc::Sender<()>,
    done: tokio::task::JoinHandle<Result<(), Error>>,
}

impl Held {
    async fn hold(db: &Db) -> Self {
        let (release, released) = mpsc::channel::<()>();
        let (started, has_started) = tokio::sync::oneshot::channel();
        let (db, ends) = (db.clone(), Mutex::new(Some((started, released))));
        let done = tokio::spawn(async move {
            db.write(ends, |_, ends| {
                if let Some((started, released)) = ends.lock().unwrap().take() {
                    started.send(()).unwrap();
                    let _ = released.recv();
                }
                Box::pin(async { Ok(()) })
            })
            .await
        });
        has_started.await.unwrap();
        Self { release, done }
    }

    async fn release(self) {
        drop(self.release);
        self.done.await.unwrap().unwrap();
    }
}

async fn add_data(db: &Db, words: &str, length: usize) -> Result<(), Error> {
    execute(db, &ADD_DATA, params![words, vec![7_u8; length]]).await.map(drop)
}

async fn violate_foreign_key(db: &Db) -> Result<(), Error> {
    db.write((), |tx, ()| {
        Box::pin(async move {
            tx.optional::<(i64,)>(&TAKE, params!["hoe", 1]).await?;
            tx.execute(&ADD_ORDER, params!["orphan", "nothing", 1]).await.map(drop)
        })
    })
    .await
}

async fn take_and_panic(db: &Db) -> Result<(), Error> {
    db.write((), |tx, ()| {
        Box::pin(async move {
            tx.optional::<(i64,)>(&TAKE, params!["hoe", 1]).await?;
            panic!("on purpose")
        })
    })
    .await
}

async fn count_data(db: &Db) -> i64 {
    number(db, &COUNT_DATA, params![]).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn writes_that_queue_up_share_a_commit_and_all_are_durable() {
    let ground = Ground::sqlite();
    let db = ground.open().await;
    add_tool(&db, "hoe", 1000).await.unwrap();
    let before = db.metrics();
    let held = Held::hold(&db).await;
    let buyers = queue_up((0..100).map(|buyer| buy(&db, "hoe", format!("order-{buyer}")))).await;
    assert_eq!(db.metrics().pending, 101);
    held.release().await;
    for bought in buyers {
        assert!(bought.await.unwrap());
    }
    let after = db.metrics();
    assert_eq!(after.writes - before.writes, 101);
    // One for the group, and one more if the group took so long that it was closed.
    assert!(after.commits - before.commits <= 3, "{} commits", after.commits - before.commits);
    // A process that opens the file after a crash finds every one.
    let copy = ground.copied_as_after_a_crash();
    assert_eq!((orders(&copy.open().await).await, orders(&db).await), (100, 100));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_failure_or_panic_does_not_affect_other_writes_of_the_commit() {
    let ground = Ground::sqlite();
    let db = ground.open().await;
    add_tool(&db, "hoe", 100).await.unwrap();
    let held = Held::hold(&db).await;
    let others = queue_up((0..60).map(|number| {
        let db = &db;
        async move {
            match number % 3 {
                0 => buy(db, "hoe", format!("order-{number}")).await.map(drop),
                1 => violate_foreign_key(db).await,
                _ => take_and_panic(db).await,
            }
        }
    }))
    .await;
    held.release().await;
    for (number, other) in others.into_iter().enumerate() {
        let result = other.await;
        assert_eq!(result.is_ok(), number % 3 == 0, "{result:?}");
    }
    assert_eq!((available(&db, "hoe").await, orders(&db).await), (80, 20));
    assert_eq!(db.metrics().pending, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_write_that_runs_again_after_a_failure_of_its_group_has_its_effect_once() {
    let ground = Ground::sqlite();
    let db = ground.open().await;
    let held = Held::hold(&db).await;
    let effects = Arc::new(AtomicU32::new(0));
    let mut queued = queue_up((0..2).map(|tool| {
        db.write((tool == 0, Arc::clone(&effects)), |tx, (is_valid, effects)| {
            Box::pin(async move {
                count_after_commit(tx, effects);
                let name = if *is_valid { "hoe" } else { "rake" };
                tx.execute(&ADD_TOOL, params![name, 5]).await?;
                if *is_valid { Ok(()) } else { Err(tx.conflict()) }
            })
        })
    }))
    .await;
    held.release().await;
    assert!(queued.pop().unwrap().await.is_err());
    queued.pop().unwrap().await.unwrap();
    assert_eq!(effects.load(Ordering::Relaxed), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_full_queue_refuses_at_once() {
    let ground = Ground::sqlite();
    let db = ground.open_with(Options { queue: 2, ..Options::default() }).await;
    add_tool(&db, "hoe", 100).await.unwrap();
    let held = Held::hold(&db).await;
    let queued = queue_up((0..2).map(|buyer| buy(&db, "hoe", format!("order-{buyer}")))).await;
    let refused = buy(&db, "hoe", "one too many".into()).await;
    assert!(matches!(refused, Err(Error::Busy)), "{refused:?}");
    assert_eq!(db.metrics().refused, 1);
    held.release().await;
    for bought in queued {
        assert!(bought.await.unwrap());
    }
    assert_eq!(orders(&db).await, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_queued_write_of_a_cancelled_caller_does_not_run() {
    let ground = Ground::sqlite();
    let db = ground.open().await;
    add_tool(&db, "hoe", 100).await.unwrap();
    let held = Held::hold(&db).await;
    drop(queue_up([buy(&db, "hoe", "gone".into())]).await);
    held.release().await;
    assert!(buy(&db, "hoe", "here".into()).await.unwrap());
    assert_eq!(orders(&db).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_full_disk_refuses_what_does_not_fit_and_nothing_else() {
    let ground = Ground::sqlite();
    let db = ground.open_with(Options { sqlite_pages: Some(100), ..Options::default() }).await;
    let held = Held::hold(&db).await;
    let rows = [("small", 10), ("huge", 10_000_000), ("small", 10), ("huge", 10_000_000), ("small", 10)];
    let writes = queue_up(rows.map(|(words, length)| add_data(&db, words, length))).await;
    held.release().await;
    for ((words, _), write) in rows.into_iter().zip(writes) {
        match (words, write.await) {
            ("small", result) => result.unwrap(),
            (_, result) => assert!(matches!(result, Err(Error::Unavailable(_))), "{result:?}"),
        }
    }
    assert_eq!(count_data(&db).await, 3);

    // A full disk: acknowledged writes are stored, reads continue, and freed space is used again.
    let mut kept = 3;
    while add_data(&db, "page", 4000).await.is_ok() {
        kept += 1;
    }
    assert!(kept > 20);
    assert_eq!(count_data(&db).await, kept);
    db.ping().await.unwrap();
    let cleared = execute(&db, &DELETE_DATA, params![]).await.unwrap();
    assert_eq!(cleared, u64::try_from(kept).unwrap());
    add_data(&db, "page", 4000).await.unwrap();
    assert_eq!(count_data(&db).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_write_that_the_disk_refuses_is_known_whatever_its_function_makes_of_it() {
    #[derive(Debug)]
    struct Lost;
    impl From<Error> for Lost {
        fn from(_: Error) -> Self {
            Self
        }
    }
    fn add_huge<'t>(tx: &'t Tx<'t>, (): &'t ()) -> TxFuture<'t, Result<(), Error>> {
        Box::pin(
            async move { tx.execute(&ADD_DATA, params!["huge", vec![7_u8; 10_000_000]]).await.map(drop) },
        )
    }
    let ground = Ground::sqlite();
    let db = ground.open_with(Options { sqlite_pages: Some(100), ..Options::default() }).await;
    db.check_writes([add_huge, add_huge]).await.unwrap();
    let refused =
        db.try_write((), |tx, ()| Box::pin(async move { add_huge(tx, &()).await.map_err(Lost::from) })).await;
    assert!(refused.is_err());
    let told = db.check_writes([add_huge, add_huge]).await;
    assert!(matches!(told, Err(Error::Unavailable(_))), "{told:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_write_waits_for_another_process_until_the_lock_timeout() {
    let ground = Ground::sqlite();
    let (patient, hasty) =
        (Options::default(), Options { lock_timeout: Duration::from_millis(150), ..Options::default() });
    let (patient, db) = (ground.open_with(patient).await, ground.open_with(hasty).await);
    add_tool(&db, "hoe", 100).await.unwrap();
    let Ground::Folder(folder) = &ground else { unreachable!() };
    let other = rusqlite::Connection::open(folder.join("shop.sqlite")).unwrap();

    other.execute_batch("BEGIN IMMEDIATE; UPDATE tools SET available = 50").unwrap();
    for refused in queue_up((0..3).map(|buyer| buy(&db, "hoe", format!("order-{buyer}")))).await {
        let refused = refused.await;
        assert!(matches!(refused, Err(Error::Busy)), "{refused:?}");
    }
    assert_eq!(available(&db, "hoe").await, 100);

    // Released within the timeout: no caller notices.
    let waiting = queue_up([buy(&patient, "hoe", "patient".into())]).await;
    other.execute_batch("COMMIT").unwrap();
    for bought in waiting {
        assert!(bought.await.unwrap());
    }
    assert_eq!((available(&db, "hoe").await, orders(&db).await), (49, 1));
}

#[tokio::test]
async fn a_transaction_that_waits_for_something_else_is_refused() {
    let ground = Ground::sqlite();
    let db = ground.open().await;
    let result = db
        .write((), |tx, ()| {
            Box::pin(async move {
                tx.execute(&ADD_TOOL, params!["hoe", 1]).await?;
                tokio::task::yield_now().await;
                Ok(())
            })
        })
        .await;
    assert!(result.unwrap_err().to_string().contains("only database calls may be awaited"));
    add_tool(&db, "hoe", 2).await.unwrap();
    assert_eq!(available(&db, "hoe").await, 2);
}

/// A shop whose only long reader is busy until the sender is dropped.
async fn with_busy_long_reader(
    ground: &Ground,
) -> (Db, tokio::task::JoinHandle<Result<(), Error>>, mpsc::Sender<()>) {
    let options = Options {
        readers: 1,
        long_readers: 1,
        lock_timeout: Duration::from_millis(50),
        ..Options::default()
    };
    let db = ground.open_with(options).await;
    let (release, released) = mpsc::channel::<()>();
    let (started, has_started) = mpsc::channel();
    let (reader, ends) = (db.clone(), (started, Mutex::new(released)));
    let long = tokio::spawn(async move {
        reader
            .read_long(ends, |_, (started, released)| {
                started.send(()).unwrap();
                let _ = released.lock().unwrap().recv();
                Box::pin(async { Ok(()) })
            })
            .await
    });
    tokio::task::spawn_blocking(move || has_started.recv().unwrap()).await.unwrap();
    (db, long, release)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn long_reads_do_not_block_short_ones() {
    let ground = Ground::sqlite();
    let (db, long, release) = with_busy_long_reader(&ground).await;
    add_tool(&db, "hoe", 7).await.unwrap();
    assert_eq!(available(&db, "hoe").await, 7);
    let second = db.read_long((), |_, ()| Box::pin(async { Ok(()) })).await;
    assert!(matches!(second, Err(Error::Busy)), "{second:?}");
    drop(release);
    long.await.unwrap().unwrap();
    db.read_long((), |_, ()| Box::pin(async { Ok(()) })).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_long_read_keeps_its_connection_when_its_caller_is_cancelled() {
    let ground = Ground::sqlite();
    let (db, long, release) = with_busy_long_reader(&ground).await;
    long.abort();
    assert!(long.await.unwrap_err().is_cancelled());
    assert_eq!(db.metrics().connections.in_use, 1);
    drop(release);
}

#[tokio::test]
async fn a_closed_database_is_one_whole_file_for_its_owner_alone() {
    let ground = Ground::sqlite();
    let db = ground.open().await;
    add_tool(&db, "hoe", 7).await.unwrap();
    let Ground::Folder(folder) = &ground else { unreachable!() };
    let file = folder.join("shop.sqlite");
    #[cfg(unix)]
    for name in ["shop.sqlite", "shop.sqlite-wal"] {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    db.close().await;
    let copy = folder.join("copy.sqlite");
    std::fs::copy(file, &copy).unwrap();
    let there: i64 = rusqlite::Connection::open(copy)
        .unwrap()
        .query_row("SELECT available FROM tools WHERE id = 'hoe'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(there, 7);
}

#[tokio::test]
async fn a_location_that_cannot_be_opened_is_an_error() {
    let place = trowel_db::DatabaseLocation::Sqlite("/nowhere/at/all/shop.sqlite".into());
    let refused = Db::open(&place, Options::default()).await.err().unwrap();
    assert!(matches!(refused, Error::Unavailable(_)), "{refused}");
}

#[tokio::test]
async fn deleted_data_does_not_stay_in_the_file() {
    let ground = Ground::sqlite();
    let db = ground.open().await;
    add_data(&db, "1 rue des Acacias", 1).await.unwrap();
    execute(&db, &DELETE_DATA, params![]).await.unwrap();
    db.close().await;
    let Ground::Folder(folder) = &ground else { unreachable!() };
    let file = std::fs::read(folder.join("shop.sqlite")).unwrap();
    assert!(!file.windows(11).any(|part| part == b"rue des Aca"));
}
