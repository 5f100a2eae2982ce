//! Migrations, and the databases that are refused.

use tokio::task::JoinSet;
use trowel_db::{Db, Migration, Options, migrations, params, statements};

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
    APPLIED = "SELECT name, applied_at FROM migrations WHERE id > 0 ORDER BY id";
}

async fn open(ground: &Ground) -> Db {
    Db::open(&ground.place(), Options::default()).await.unwrap()
}

async fn refusal(db: &Db, list: &'static [Migration]) -> String {
    migrations::apply(db, list, 9).await.unwrap_err().to_string()
}

/// Id and colour of each.
async fn pots(db: &Db) -> Vec<(String, String)> {
    db.read((), |tx, ()| Box::pin(tx.all(&POTS, params![]))).await.unwrap()
}

on_both! {
    async fn each_is_applied_once_and_in_order(ground: Ground) {
        let db = open(&ground).await;
        assert_eq!(migrations::apply(&db, &[FIRST], 1).await.unwrap(), ["0001_pots"]);
        assert_eq!(migrations::apply(&db, &[FIRST, SECOND, THIRD], 2).await.unwrap(), ["0002_colour", "0003_more"]);
        assert!(migrations::apply(&db, &[FIRST, SECOND, THIRD], 3).await.unwrap().is_empty());
        let applied: Vec<(String, i64)> = db.read((), |tx, ()| Box::pin(tx.all(&APPLIED, params![]))).await.unwrap();
        assert_eq!(pots(&db).await, [("clay".into(), "red".into()), ("stone".into(), "red".into())]);
        assert_eq!(applied, [("0001_pots".into(), 1), ("0002_colour".into(), 2), ("0003_more".into(), 2)]);
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
        assert_eq!(pots(&db).await.len(), 1);
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

}
