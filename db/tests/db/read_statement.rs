//! One SELECT outside a transaction, and the settings of transactions.

use std::time::Duration;

use trowel_db::{Error, Options, params, statements};

use crate::{on_both, support::*};

statements! {
    SLEEP = "SELECT CAST(pg_sleep(60) AS TEXT)";
    SETTINGS = "SELECT current_setting('statement_timeout'), current_setting('lock_timeout'),
        current_setting('idle_in_transaction_session_timeout'), current_setting('enable_seqscan'), current_setting('jit')";
}

type SettingsRow = (String, String, String, String, String);

on_both! {
    async fn outside_a_transaction_only_one_select_runs(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        let one = db.read_statement((), |tx, ()| Box::pin(async move { tx.one::<(i64,)>(&AVAILABLE, params!["hoe"]).await })).await;
        let two = db.read_statement((), |tx, ()| Box::pin(async move {
            drop(tx.one::<(i64,)>(&AVAILABLE, params!["hoe"]).await);
            drop(tx.one::<(i64,)>(&COUNT_ORDERS, params![]).await);
            Ok(())
        })).await;
        let change = db.read_statement((), |tx, ()| Box::pin(async move { tx.execute(&SET_AVAILABLE, params!["hoe", 0]).await })).await;
        assert_eq!(one.unwrap(), (5,));
        for refused in [two.unwrap_err(), change.unwrap_err()] {
            assert!(refused.to_string().contains("only one SELECT may run"), "{refused}");
        }
        assert_eq!(available(&db, "hoe").await, 5);
    }
}

#[tokio::test]
async fn a_single_statement_that_takes_too_long_is_cancelled() {
    let Some(ground) = Ground::postgres().await else { return };
    let options = Options { statement_timeout: Duration::from_millis(300), ..Options::default() };
    let db = ground.open_with(options).await;
    let refused = db.read_statement((), |tx, ()| Box::pin(tx.one::<(String,)>(&SLEEP, params![]))).await;
    assert!(matches!(refused, Err(Error::Busy)), "{refused:?}");
    wait_until_nothing_sleeps(&ground).await;
    add_tool(&db, "hoe", 5).await.unwrap();
}

async fn wait_until_nothing_sleeps(ground: &Ground) {
    let running = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()";
    for attempt in 0.. {
        if ground.raw(running).await == ["0"] {
            break;
        }
        assert!(attempt < 100, "the server still runs it");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn the_connection_of_a_cancelled_caller_is_reused_after_its_statement() {
    let Some(ground) = Ground::postgres().await else { return };
    let options = Options { pool: 1, statement_timeout: Duration::from_millis(300), ..Options::default() };
    let db = ground.open_with(options).await;
    let call = db.read_statement((), |tx, ()| Box::pin(tx.one::<(String,)>(&SLEEP, params![])));
    assert!(tokio::time::timeout(Duration::from_millis(100), call).await.is_err());
    let next = db.read_statement((), |tx, ()| Box::pin(tx.one::<(i64,)>(&COUNT_ORDERS, params![]))).await;
    assert_eq!(next.unwrap(), (0,));
    wait_until_nothing_sleeps(&ground).await;
}

#[tokio::test]
async fn the_settings_of_a_transaction_end_with_it() {
    let Some(ground) = Ground::postgres().await else { return };
    let db = ground.open_with(Options { pool: 1, ..Options::default() }).await;
    let inside = db.read((), |tx, ()| Box::pin(tx.one::<SettingsRow>(&SETTINGS, params![]))).await.unwrap();
    let after = db.read_statement((), |tx, ()| Box::pin(tx.one::<SettingsRow>(&SETTINGS, params![]))).await;
    let (statement, lock, idle, seqscan, jit) = inside;
    assert_eq!([statement, lock, idle, seqscan, jit], ["10s", "8s", "10s", "off", "off"]);
    let (statement, lock, idle, seqscan, _) = after.unwrap();
    assert_eq!([statement, lock, idle, seqscan], ["0", "0", "0", "on"]);
}
