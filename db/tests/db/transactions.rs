//! Guarantees that hold on both engines.

use std::{
    fmt::Debug,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
};

use tokio::{sync::oneshot, task::JoinSet};
use trowel_db::{Body, Committed, Db, Engine, Error, params, row, statements};

use crate::{on_both, support::*};

statements! {
    ADD_KINDS = "INSERT INTO kinds (whole, small, truth, fraction, words, data) VALUES ($1, $2, $3, $4, $5, $6)";
    KINDS = "SELECT whole, small, truth, fraction, words, data FROM kinds";
    NAMES = "SELECT id, name FROM tools ORDER BY id";
    BROKEN = "SELECT nothing FROM nowhere WHERE id = $1";
    UNTYPED = "SELECT id FROM tools WHERE available = $1";
}

row! {
    struct KindsRow {
        whole: Option<i64>,
        small: Option<i32>,
        truth: Option<bool>,
        fraction: Option<f64>,
        words: Option<String>,
        data: Option<Vec<u8>>,
    }
}

async fn keep_and_read(db: &Db, given: KindsRow) -> KindsRow {
    let KindsRow { whole, small, truth, fraction, words, data } = given;
    execute(db, &ADD_KINDS, params![whole, small, truth, fraction, words, data]).await.unwrap();
    db.read((), |tx, ()| Box::pin(tx.one(&KINDS, params![]))).await.unwrap()
}

/// An error of a use-case, as features have them.
#[derive(Debug, PartialEq)]
enum Refusal {
    SoldOut,
    Database(String),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Database(error.to_string())
    }
}

async fn told<T: Debug + Send + 'static>(db: &Db, misuse: Body<(), T, Error>) -> String {
    db.read((), misuse).await.unwrap_err().to_string()
}

on_both! {
    async fn values_of_every_type_are_read_as_written(ground: Ground) {
        let db = ground.open().await;
        let back = keep_and_read(&db, KindsRow {
            whole: Some(i64::MIN), small: Some(i32::MAX), truth: Some(true), fraction: Some(0.1),
            words: Some("Hacke 'für' $1 ? 🪓".into()), data: Some(vec![0, 255, 7]),
        }).await;
        assert_eq!((back.whole, back.small, back.truth), (Some(i64::MIN), Some(i32::MAX), Some(true)));
        assert_eq!((back.fraction, back.words.as_deref()), (Some(0.1), Some("Hacke 'für' $1 ? 🪓")));
        assert_eq!(back.data, Some(vec![0, 255, 7]));
    }

    async fn null_is_read_as_written(ground: Ground) {
        let db = ground.open().await;
        let back = keep_and_read(&db, KindsRow {
            whole: None, small: None, truth: None, fraction: None, words: None, data: None,
        }).await;
        assert!(back.whole.is_none() && back.small.is_none() && back.truth.is_none());
        assert!(back.fraction.is_none() && back.words.is_none() && back.data.is_none());
    }

    async fn text_with_a_nul_is_rejected(ground: Ground) {
        let db = ground.open().await;
        let error = add_tool(&db, "ho\0e", 1).await.unwrap_err();
        assert!(matches!(error, Error::Other(_)), "{error}");
    }

    async fn the_last_one_is_sold_once(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 20).await.unwrap();
        let mut buyers = JoinSet::new();
        for buyer in 0..100 {
            let db = db.clone();
            buyers.spawn(async move { buy(&db, "hoe", format!("order-{buyer}")).await.unwrap() });
        }
        let sold = buyers.join_all().await.into_iter().filter(|bought| *bought).count();
        assert_eq!((sold, available(&db, "hoe").await, orders(&db).await), (20, 0, 20));
    }

    async fn what_a_function_refuses_is_undone_and_its_own_error_comes_back(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        let refused: Result<(), _> = db.try_write((), |tx, ()| Box::pin(async move {
            tx.optional::<(i64,)>(&TAKE, params!["hoe", 5]).await?;
            Err(Refusal::SoldOut)
        })).await;
        assert_eq!(refused, Err(Refusal::SoldOut));
        assert_eq!(available(&db, "hoe").await, 5);
    }

    async fn a_refusal_that_commits_keeps_what_was_written(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        let refused = db.write((), |tx, ()| Box::pin(async move {
            tx.optional::<(i64,)>(&TAKE, params!["hoe", 5]).await?;
            Ok(Committed::<(), _>::Refused(Refusal::SoldOut))
        })).await;
        assert_eq!(refused.unwrap().into_result(), Err(Refusal::SoldOut));
        assert_eq!(available(&db, "hoe").await, 0);
    }

    async fn an_error_that_the_function_swallows_still_ends_the_transaction(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        let result = db.write((), |tx, ()| Box::pin(async move {
            tx.execute(&SET_AVAILABLE, params!["hoe", 4]).await?;
            drop(tx.execute(&ADD_TOOL, params!["hoe", 1]).await);
            Ok(())
        })).await;
        assert!(result.unwrap_err().is_unique_violation());
        assert_eq!(available(&db, "hoe").await, 5);
    }

    async fn a_panic_fails_only_its_caller(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        let result: Result<(), _> = db.write((), |tx, ()| Box::pin(async move {
            tx.execute(&SET_AVAILABLE, params!["hoe", 0]).await?;
            panic!("on purpose")
        })).await;
        assert!(result.unwrap_err().to_string().contains("on purpose"));
        let read: Result<(), _> = db.read((), |tx, ()| Box::pin(async move {
            tx.one::<(i64,)>(&COUNT_ORDERS, params![]).await?;
            panic!("on purpose")
        })).await;
        assert!(read.is_err());
        assert_eq!(available(&db, "hoe").await, 5);
        assert!(buy(&db, "hoe", "order".into()).await.unwrap());
    }

    async fn a_read_sees_one_snapshot(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        let (looked, has_looked) = oneshot::channel();
        let (wrote, has_written) = oneshot::channel();
        let (reader, meeting) = (db.clone(), Mutex::new(Some((looked, has_written))));
        let reader = tokio::spawn(async move {
            reader.read_long(meeting, |tx, meeting| Box::pin(async move {
                let (before,) = tx.one::<(i64,)>(&AVAILABLE, params!["hoe"]).await?;
                let (looked, has_written) = meeting.lock().unwrap().take().unwrap();
                looked.send(()).unwrap();
                match tx.engine() {
                    Engine::Sqlite => has_written.blocking_recv().unwrap(),
                    Engine::Postgres => has_written.await.unwrap(),
                }
                let (after,) = tx.one::<(i64,)>(&AVAILABLE, params!["hoe"]).await?;
                let (orders,) = tx.one::<(i64,)>(&COUNT_ORDERS, params![]).await?;
                Ok((before, after, orders))
            })).await
        });
        has_looked.await.unwrap();
        assert!(buy(&db, "hoe", "order".into()).await.unwrap());
        wrote.send(()).unwrap();
        assert_eq!(reader.await.unwrap().unwrap(), (5, 5, 0));
        assert_eq!((available(&db, "hoe").await, orders(&db).await), (4, 1));
    }

    async fn a_read_cannot_write(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        let short = db.read((), |tx, ()| Box::pin(async move { tx.execute(&SET_AVAILABLE, params!["hoe", 0]).await })).await;
        let long = db.read_long((), |tx, ()| Box::pin(async move {
            drop(tx.optional::<(i64,)>(&TAKE, params!["hoe", 1]).await);
            Ok(())
        })).await;
        assert!(matches!(short, Err(Error::Other(_))), "{short:?}");
        assert!(matches!(long, Err(Error::Other(_))), "{long:?}");
        assert_eq!(available(&db, "hoe").await, 5);
    }

    async fn misuse_is_reported_with_its_statement(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        add_tool(&db, "rake", 5).await.unwrap();
        let few = told(&db, |tx, ()| Box::pin(tx.one::<(i64,)>(&AVAILABLE, params![]))).await;
        assert!(few.contains("AVAILABLE") && few.contains("has 1 parameters, 0 were given"), "{few}");
        let none = told(&db, |tx, ()| Box::pin(async move { tx.one::<(i64,)>(&AVAILABLE, params!["x"]).await })).await;
        assert!(none.contains("AVAILABLE") && none.contains("one row"), "{none}");
        let many = told(&db, |tx, ()| Box::pin(tx.optional::<(String, String)>(&NAMES, params![]))).await;
        assert!(many.contains("NAMES") && many.contains("several"), "{many}");
        let wide = told(&db, |tx, ()| Box::pin(tx.all::<(String,)>(&NAMES, params![]))).await;
        assert!(wide.contains("the statement returns 2 columns, 1 are read"), "{wide}");
        let typed = told(&db, |tx, ()| Box::pin(tx.all::<(i64, String)>(&NAMES, params![]))).await;
        assert!(typed.contains("column 0 (id) should be i64 and is"), "{typed}");
    }

    async fn a_statement_is_prepared_without_being_run(ground: Ground) {
        let db = ground.open().await;
        for statement in trowel_db::migrations::STATEMENTS.iter().chain(crate::support::STATEMENTS) {
            db.prepare(statement).await.unwrap();
        }
        let error = db.prepare(&BROKEN).await.unwrap_err();
        assert!(error.to_string().contains("BROKEN"), "{error}");
        assert_eq!(orders(&db).await, 0);
    }

    async fn an_effect_runs_after_the_commit_and_not_after_a_rollback(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        add_tool(&db, "rake", 0).await.unwrap();
        let effects = Arc::new(AtomicU32::new(0));
        let sell = async |tool: &'static str, order: &'static str| {
            db.write((tool, order, Arc::clone(&effects)), |tx, (tool, order, effects)| Box::pin(async move {
                count_after_commit(tx, effects);
                tx.execute(&ADD_ORDER, params![*order, *tool, 1]).await?;
                tx.finish_with(&TAKE, params![*tool, 1]).await?;
                Ok(effects.load(Ordering::Relaxed))
            })).await
        };
        assert_eq!(sell("hoe", "first").await.unwrap(), 0, "it waits for the commit");
        assert_eq!(effects.load(Ordering::Relaxed), 1);
        assert!(sell("hoe", "first").await.unwrap_err().is_unique_violation());
        assert!(sell("rake", "second").await.is_err(), "its last statement fails");
        let refused = db.try_write(Arc::clone(&effects), |tx, effects| Box::pin(async move {
            count_after_commit(tx, effects);
            Err::<(), _>(Refusal::SoldOut)
        })).await;
        assert_eq!((refused, effects.load(Ordering::Relaxed)), (Err(Refusal::SoldOut), 1));
    }

    async fn statements_may_be_joined(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        let both = db.read((), |tx, ()| Box::pin(async move {
            let hoe = params!["hoe"];
            tokio::try_join!(tx.one::<(i64,)>(&AVAILABLE, hoe), tx.one::<(i64,)>(&COUNT_ORDERS, &[]))
        })).await;
        assert_eq!(both.unwrap(), ((5,), (0,)));
    }

    async fn last_statements_are_committed_together_or_not_at_all(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        add_tool(&db, "rake", 0).await.unwrap();
        let sell = async |tool: &'static str, order: &'static str| db.write((tool, order), |tx, (tool, order)| {
            Box::pin(async move {
                tx.finish_with(&ADD_ORDER, params![*order, *tool, 1]).await?;
                tx.finish_with(&TAKE, params![*tool, 1]).await
            })
        }).await;
        sell("hoe", "first").await.unwrap();
        assert!(sell("hoe", "first").await.unwrap_err().is_unique_violation());
        let nothing_changed = sell("rake", "second").await;
        assert!(matches!(nothing_changed, Err(Error::Conflict)), "{nothing_changed:?}");
        assert!(sell("hoe", "a\0b").await.is_err(), "it cannot be sent");
        assert!(sell("spade", "third").await.is_err(), "there is no such tool");
        assert_eq!((available(&db, "hoe").await, orders(&db).await), (4, 1));
        assert!(buy(&db, "hoe", "fourth".into()).await.unwrap(), "the connection works on");
    }

    async fn the_last_one_is_sold_once_by_last_statements_too(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 7).await.unwrap();
        let buyers = (0..40).map(|buyer| buy_at_once(&db, "hoe", format!("order-{buyer}")));
        let sold = futures_util::future::join_all(buyers).await;
        assert_eq!(sold.into_iter().filter(|sold| *sold.as_ref().unwrap()).count(), 7);
        assert_eq!((available(&db, "hoe").await, orders(&db).await), (0, 7));
    }

    async fn joined_statements_run_in_their_order_even_unprepared(ground: Ground) {
        let db = ground.open_with(trowel_db::Options { pool: 1, ..trowel_db::Options::default() }).await;
        add_tool(&db, "hoe", 5).await.unwrap();
        // AVAILABLE is prepared from now on, SET_AVAILABLE is not.
        assert_eq!(available(&db, "hoe").await, 5);
        let both = db.write((), |tx, ()| Box::pin(async move {
            let (hoe, set) = (params!["hoe"], params!["hoe", 3]);
            tokio::try_join!(tx.execute(&SET_AVAILABLE, set), tx.one::<(i64,)>(&AVAILABLE, hoe))
        })).await;
        assert_eq!(both.unwrap(), (1, (3,)));
    }

    async fn a_cancelled_caller_leaves_no_open_transaction(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 1000).await.unwrap();
        let mut buyers = JoinSet::new();
        for buyer in 0..200 {
            let db = db.clone();
            buyers.spawn(async move { buy(&db, "hoe", format!("order-{buyer}")).await });
            if buyer % 20 == 0 {
                tokio::task::yield_now().await;
                buyers.abort_all();
            }
        }
        while buyers.join_next().await.is_some() {}
        // Each either completely or not at all.
        assert!(buy(&db, "hoe", "the last".into()).await.unwrap());
        assert_eq!(available(&db, "hoe").await, 1000 - orders(&db).await);
    }

    async fn after_closing_writes_are_refused_and_what_was_written_is_there(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        db.ping().await.unwrap();
        let other = db.clone();
        db.close().await;
        assert!(matches!(add_tool(&other, "rake", 5).await, Err(Error::Unavailable(_))));
        assert!(matches!(other.ping().await, Err(Error::Unavailable(_))));
        let again = ground.open().await;
        assert_eq!(available(&again, "hoe").await, 5);
    }

    async fn a_transaction_with_stale_reads_is_retried_where_writes_are_concurrent(ground: Ground) {
        let db = ground.open().await;
        let done = db.write(AtomicU32::new(0), |tx, runs| Box::pin(async move {
            match runs.fetch_add(1, Ordering::Relaxed) {
                0 => Err(tx.conflict()),
                run => Ok(run),
            }
        })).await;
        match db.engine() {
            Engine::Postgres => assert_eq!(done.unwrap(), 1),
            Engine::Sqlite => assert!(matches!(done, Err(Error::Conflict)), "{done:?}"),
        }
    }

    async fn a_statement_behind_a_failed_one_does_not_hide_its_reason(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        assert!(buy(&db, "hoe", "first".into()).await.unwrap());
        let done = db.write(AtomicU32::new(0), |tx, runs| Box::pin(async move {
            if runs.fetch_add(1, Ordering::Relaxed) == 0 {
                tx.one::<(i64,)>(&AVAILABLE, params!["hoe"]).await?;
                // This prepares the statement on this connection, so that the next call sends it at once.
                tx.execute(&ADD_ORDER, params!["second", "hoe", 1]).await?;
                // The statement is sent, and its response is never read, as if the next one had come first.
                let duplicate = params!["first", "hoe", 1];
                let mut twice = Box::pin(tx.execute(&ADD_ORDER, duplicate));
                drop(futures_util::FutureExt::now_or_never(twice.as_mut()));
                drop(twice);
                return tx.one::<(i64,)>(&AVAILABLE, params!["hoe"]).await;
            }
            tx.execute(&ADD_ORDER, params!["first", "hoe", 1]).await?;
            Ok((0,))
        })).await;
        assert!(done.as_ref().is_err_and(Error::is_unique_violation), "{done:?}");
    }

    async fn a_function_without_conflicts_runs_once(ground: Ground) {
        let db = ground.open().await;
        let runs = Arc::new(AtomicU32::new(0));
        let engine = db.write(Arc::clone(&runs), |tx, runs| {
            runs.fetch_add(1, Ordering::Relaxed);
            Box::pin(async move { Ok(tx.engine()) })
        }).await;
        assert_eq!((engine.unwrap(), runs.load(Ordering::Relaxed)), (db.engine(), 1));
    }
}

#[tokio::test]
async fn a_value_of_the_wrong_type_is_rejected() {
    let Some(ground) = Ground::postgres().await else { return };
    let db = ground.open().await;
    let error = execute(&db, &UNTYPED, params!["five"]).await.unwrap_err().to_string();
    assert!(error.contains("a text cannot be bound to a parameter of type int8"), "{error}");
}
