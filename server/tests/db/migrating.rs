//! Schemas that grow, and what is refused.

use tokio::task::JoinSet;
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
    APPLIED = "SELECT name, applied_at FROM migrations WHERE id > 0 ORDER BY id";
}

/// Id, state, payment, paid, shipped, opened, what is searched.
type Kept = (String, String, Option<String>, Option<i64>, Option<i64>, i64, String);

async fn open(ground: &Ground) -> Db {
    Db::open(&ground.place(), Options::default()).await.unwrap()
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
        const BEFORE: &[Migration] = migrations::ALL.split_at(4).0;
        let db = open(&ground).await;
        migrations::apply(&db, BEFORE, 1).await.unwrap();
        ground.raw("INSERT INTO users (id, display_name, role, created_at) VALUES ('ada', 'Ada', 'user', 1)").await;
        ground.raw("INSERT INTO tools (id, name, name_key, description, img, price_cents, available, minimum, revision, created_at, changed_at)
            VALUES ('hoe', 'Hoe', 'hoe', '', '', 1000, 5, 1, 1, 1, 1)").await;
        for (id, state) in [("a", "'unpaid', NULL, NULL, NULL"), ("b", "'paid', 'pi_b', 2, NULL"), ("c", "'shipped', 'pi_c', 2, 3")] {
            ground.raw(&format!("INSERT INTO orders (id, user_id, tool_id, tool_name, price_cents, quantity, total_cents, customer_name, customer_email,
                phone, address, created_at, opened_at, search_key, state, transaction_id, paid_at, shipped_at)
                VALUES ('{id}', 'ada', 'hoe', 'Hoe', 1000, 2, 2000, 'Ada', 'ada@example.com', 'Elm St', '555', 1, 7, 'ada|hoe', {state})")).await;
        }
        assert_eq!(migrations::apply(&db, migrations::ALL, 2).await.unwrap(), ["0005_refunds"]);
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
