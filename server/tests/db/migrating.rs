//! Schemas that grow, and what is refused.

use std::sync::Arc;

use tokio::{sync::Notify, task::JoinSet};
use trowel::{
    db::{Db, Error, Migration, Options, migrations},
    params, statements,
};

use crate::{on_both, support::Ground};

const FIRST: Migration = Migration {
    name: "0001_pots",
    sql: "CREATE TABLE pots (id TEXT PRIMARY KEY);\nINSERT INTO pots VALUES ('clay');",
};
const SECOND: Migration =
    Migration { name: "0002_colour", sql: "ALTER TABLE pots ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';" };
const THIRD: Migration = Migration { name: "0003_more", sql: "INSERT INTO pots (id) VALUES ('stone');" };

statements! {
    POTS = "SELECT id, colour FROM pots ORDER BY id";
    ORDERS = "SELECT id, state, transaction_id, paid_at, shipped_at, opened_at, search_key FROM orders ORDER BY id";
    PAY = "UPDATE orders SET state = 'paid', transaction_id = $2, paid_at = 2 WHERE id = $1 AND state = 'unpaid'";
    // What a copied order points to: the copy waits for it.
    HOLD_ADA = "SELECT id FROM users WHERE id = 'ada' FOR UPDATE";
    APPLIED = "SELECT name, applied_at FROM migrations WHERE id > 0 ORDER BY id";
}

/// Id, state, payment, paid, shipped, opened, what is searched.
type Kept = (String, String, Option<String>, Option<i64>, Option<i64>, i64, String);

async fn open(ground: &Ground) -> Db {
    Db::open(&ground.place(), Options::default()).await.unwrap()
}

/// Up to where refunds came, and with them.
const BEFORE: &[Migration] = migrations::ALL.split_at(4).0;
const REFUNDS: &[Migration] = migrations::ALL.split_at(5).0;

/// A shop as it was before there were refunds, with somebody and something to order.
async fn open_before_refunds(ground: &Ground) -> Db {
    let db = open(ground).await;
    migrations::apply(&db, BEFORE, 1).await.unwrap();
    ground
        .raw("INSERT INTO users (id, display_name, role, created_at) VALUES ('ada', 'Ada', 'user', 1)")
        .await;
    ground.raw("INSERT INTO tools (id, name, name_key, description, img, price_cents, available, minimum, revision, created_at, changed_at)
        VALUES ('hoe', 'Hoe', 'hoe', '', '', 1000, 5, 1, 1, 1, 1)").await;
    db
}

/// `state`: the word for it, what paid it, and when it was paid and shipped.
async fn add_order(ground: &Ground, id: &str, state: &str) {
    ground.raw(&format!("INSERT INTO orders (id, user_id, tool_id, tool_name, price_cents, quantity, total_cents, customer_name, customer_email,
        phone, address, created_at, opened_at, search_key, state, transaction_id, paid_at, shipped_at)
        VALUES ('{id}', 'ada', 'hoe', 'Hoe', 1000, 2, 2000, 'Ada', 'ada@example.com', 'Elm St', '555', 1, 7, 'ada|hoe', {state})")).await;
}

async fn pay(node: &Db, order: &'static str) -> u64 {
    let intent = format!("pi_{order}");
    let paid: Result<u64, Error> = node
        .write(move |tx| {
            let intent = intent.clone();
            Box::pin(async move { tx.execute(&PAY, params![order, intent]).await })
        })
        .await;
    paid.unwrap()
}

/// Until so many wait for what others hold, or `done`.
async fn until_waiting(ground: &Ground, many: usize, done: impl Fn() -> bool) {
    let waiting =
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while ground.raw(waiting).await.len() < many && !done() {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

/// Between the copy of the orders and the end of the table they were copied from, nodes of the version before write on.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_an_old_node_writes_while_orders_are_copied_is_kept() {
    let Some(ground) = Ground::postgres().await else { return };
    let db = open_before_refunds(&ground).await;
    for order in ["a", "b"] {
        add_order(&ground, order, "'unpaid', NULL, NULL, NULL").await;
    }
    let one = Options { pool: 1, ..Options::default() };
    let (busy, fresh) = (
        Db::open(&ground.place(), one.clone()).await.unwrap(),
        Db::open(&ground.place(), one).await.unwrap(),
    );
    assert_eq!(pay(&busy, "nothing").await, 0, "its connection knows the statement, and the table of before");
    let (holds, goes_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (held, told, holder) = (Arc::clone(&holds), Arc::clone(&goes_on), open(&ground).await);
    let holding = tokio::spawn(async move {
        let done: Result<(), Error> = holder
            .write(move |tx| {
                let (held, told) = (Arc::clone(&held), Arc::clone(&told));
                Box::pin(async move {
                    tx.one::<(String,)>(&HOLD_ADA, params![]).await?;
                    held.notify_one();
                    told.notified().await;
                    Ok(())
                })
            })
            .await;
        done.unwrap();
    });
    holds.notified().await;
    let migrated = db.clone();
    let copying = tokio::spawn(async move { migrations::apply(&migrated, REFUNDS, 2).await.unwrap() });
    until_waiting(&ground, 1, || copying.is_finished()).await;
    let paying =
        [(busy, "a"), (fresh, "b")].map(|(node, order)| tokio::spawn(async move { pay(&node, order).await }));
    until_waiting(&ground, 3, || paying.iter().all(tokio::task::JoinHandle::is_finished)).await;
    goes_on.notify_one();
    holding.await.unwrap();
    assert_eq!(copying.await.unwrap(), ["0005_refunds"]);
    for paid in paying {
        assert_eq!(paid.await.unwrap(), 1);
    }
    let kept: Result<Vec<Kept>, Error> =
        db.read(|tx| Box::pin(async move { tx.all(&ORDERS, params![]).await })).await;
    let paid =
        kept.unwrap().into_iter().map(|(id, state, intent, ..)| (id, state, intent.unwrap_or_default()));
    assert_eq!(
        paid.collect::<Vec<_>>(),
        [("a".into(), "paid".into(), "pi_a".into()), ("b".into(), "paid".into(), "pi_b".into())]
    );
}

async fn refusal(db: &Db, list: &'static [Migration]) -> String {
    migrations::apply(db, list, 9).await.unwrap_err().to_string()
}

on_both! {
    async fn each_is_applied_once_and_in_order(ground: Ground) {
        let db = open(&ground).await;
        assert_eq!(migrations::apply(&db, &[FIRST], 1).await.unwrap(), ["0001_pots"]);
        assert_eq!(migrations::apply(&db, &[FIRST, SECOND, THIRD], 2).await.unwrap(), ["0002_colour", "0003_more"]);
        assert!(migrations::apply(&db, &[FIRST, SECOND, THIRD], 3).await.unwrap().is_empty());
        let pots: Result<Vec<(String, String)>, Error> = db.read(|tx| Box::pin(async move { tx.all(&POTS, params![]).await })).await;
        let applied: Result<Vec<(String, i64)>, Error> = db.read(|tx| Box::pin(async move { tx.all(&APPLIED, params![]).await })).await;
        assert_eq!(pots.unwrap(), [("clay".into(), "red".into()), ("stone".into(), "red".into())]);
        assert_eq!(applied.unwrap(), [("0001_pots".into(), 1), ("0002_colour".into(), 2), ("0003_more".into(), 2)]);
    }

    async fn an_edited_one_is_refused(ground: Ground) {
        const EDITED: Migration = Migration { name: "0001_pots", sql: "CREATE TABLE pots (id BIGINT);" };
        const OTHER_LINE_ENDS: Migration = Migration { name: "0001_pots", sql: "CREATE TABLE pots (id TEXT PRIMARY KEY);\r\nINSERT INTO pots VALUES ('clay');" };
        let db = open(&ground).await;
        migrations::apply(&db, &[FIRST], 1).await.unwrap();
        let told = refusal(&db, &[EDITED, SECOND]).await;
        assert!(told.contains("0001_pots") && told.contains("edited"), "{told}");
        assert!(migrations::apply(&db, &[OTHER_LINE_ENDS], 2).await.unwrap().is_empty());
    }

    async fn a_database_newer_than_the_program_is_refused(ground: Ground) {
        let db = open(&ground).await;
        migrations::apply(&db, &[FIRST, SECOND], 1).await.unwrap();
        let told = refusal(&db, &[FIRST]).await;
        assert!(told.contains("0002_colour") && told.contains("newer"), "{told}");
    }

    async fn a_number_that_comes_too_late_is_refused(ground: Ground) {
        let db = open(&ground).await;
        migrations::apply(&db, &[FIRST, SECOND, THIRD], 1).await.unwrap();
        ground.raw("DELETE FROM migrations WHERE id = 2").await;
        let told = refusal(&db, &[FIRST, SECOND, THIRD]).await;
        assert!(told.contains("0002_colour") && told.contains("later number"), "{told}");
        let told = refusal(&db, &[FIRST, THIRD]).await;
        assert!(told.contains("0003_more") && told.contains("count up"), "{told}");
    }

    async fn one_that_fails_half_way_leaves_nothing(ground: Ground) {
        const FAILING: Migration = Migration { name: "0002_bad", sql: "INSERT INTO pots VALUES ('iron'); INSERT INTO shelves VALUES (1);" };
        let db = open(&ground).await;
        let told = refusal(&db, &[FIRST, FAILING]).await;
        assert!(told.contains("0002_bad") && told.contains("shelves"), "{told}");
        assert_eq!(migrations::apply(&db, &[FIRST, SECOND], 2).await.unwrap(), ["0002_colour"]);
        let pots: Result<Vec<(String, String)>, Error> = db.read(|tx| Box::pin(async move { tx.all(&POTS, params![]).await })).await;
        assert_eq!(pots.unwrap().len(), 1);
    }

    async fn nodes_that_start_together_apply_each_once(ground: Ground) {
        let mut nodes = JoinSet::new();
        for _ in 0..6 {
            let db = open(&ground).await;
            nodes.spawn(async move { migrations::apply(&db, &[FIRST, SECOND, THIRD], 1).await.unwrap() });
        }
        let mut applied = nodes.join_all().await.concat();
        applied.sort_unstable();
        assert_eq!(applied, ["0001_pots", "0002_colour", "0003_more"]);
    }

    async fn orders_of_before_refunds_are_kept_as_they_were(ground: Ground) {
        let db = open_before_refunds(&ground).await;
        for (id, state) in [("a", "'unpaid', NULL, NULL, NULL"), ("b", "'paid', 'pi_b', 2, NULL"), ("c", "'shipped', 'pi_c', 2, 3")] {
            add_order(&ground, id, state).await;
        }
        assert_eq!(migrations::apply(&db, REFUNDS, 2).await.unwrap(), ["0005_refunds"]);
        let kept: Result<Vec<Kept>, Error> = db.read(|tx| Box::pin(async move { tx.all(&ORDERS, params![]).await })).await;
        let of = |id: &str, state: &str, intent: Option<&str>, paid, shipped| (id.into(), state.into(), intent.map(Into::into), paid, shipped, 7, "ada|hoe".into());
        assert_eq!(kept.unwrap(), [of("a", "unpaid", None, None, None), of("b", "paid", Some("pi_b"), Some(2), None), of("c", "shipped", Some("pi_c"), Some(2), Some(3))]);
    }

    async fn the_shops_own_schema_fits(ground: Ground) {
        let db = open(&ground).await;
        let names: Vec<_> = migrations::ALL.iter().map(|migration| migration.name).collect();
        assert_eq!(db.migrate(1).await.unwrap(), names);
    }
}
