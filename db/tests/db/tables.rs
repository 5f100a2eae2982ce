//! Whole tables: their order, their rows as values, and inserts.

use std::ops::ControlFlow;

use trowel_db::{Db, Error, Value, params};

use crate::{
    on_both,
    support::{Ground, SCHEMA, add_tool},
};

fn kinds(truth: Value) -> Vec<Value> {
    let text = Value::Text("ö\n".into());
    vec![Value::Int(i64::MAX), Value::Int(-7), truth, Value::Float(0.1), text, Value::Bytes(vec![0, 255])]
}

/// The tables and the rows of each.
async fn dump(db: &Db) -> Vec<(String, Vec<Vec<Value>>)> {
    db.read_bulk((), |tx, ()| {
        Box::pin(async move {
            let mut dump = Vec::new();
            for table in tx.tables().await? {
                let mut rows = Vec::new();
                tx.for_each_row(&table, |row| {
                    rows.push(row);
                    ControlFlow::Continue(())
                })
                .await?;
                assert_eq!(tx.has_rows(&table).await?, !rows.is_empty());
                dump.push((table.name().to_owned(), rows));
            }
            Ok::<_, Error>(dump)
        })
    })
    .await
    .unwrap()
}

/// Inserts into the table of this name.
async fn insert(db: &Db, name: &'static str, rows: Vec<Vec<Value>>) -> Result<(), Error> {
    db.write_bulk((name, rows), |tx, (name, rows)| {
        Box::pin(async move {
            let tables = tx.tables().await?;
            let table = tables.iter().find(|table| table.name() == *name).unwrap();
            tx.insert_rows(table, rows).await
        })
    })
    .await
}

on_both! {
    async fn rows_are_read_and_inserted_as_values(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        let truth = if matches!(ground, Ground::Folder(_)) { Value::Int(1) } else { Value::Bool(true) };
        let rows = vec![kinds(truth), vec![Value::Null; 6]];
        insert(&db, "kinds", rows.clone()).await.unwrap();
        let order = |id: &str, tool: &str| params![id, tool, 1, None::<i64>].to_vec();
        insert(&db, "orders", vec![order("first", "hoe")]).await.unwrap();
        let names: Vec<String> = dump(&db).await.iter().map(|(name, _)| name.clone()).collect();
        assert_eq!(names, ["kinds", "tools", "orders"], "an order references a tool");
        assert_eq!(dump(&db).await[0].1, rows);

        assert!(insert(&db, "orders", vec![order("second", "rake")]).await.unwrap_err().is_foreign_key_violation());
        assert!(insert(&db, "orders", vec![order("first", "hoe")]).await.unwrap_err().is_unique_violation());
        assert!(insert(&db, "orders", vec![vec![Value::Int(1)]]).await.is_err(), "too few values");
        assert_eq!(dump(&db).await[2].1.len(), 1);
    }

    async fn later_migrations_apply_in_the_transaction_of_a_restore(ground: Ground) {
        const LATER: trowel_db::Migration = trowel_db::Migration { name: "0002_later", sql: "UPDATE tools SET available = 9;" };
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        let list: &'static [trowel_db::Migration] = [SCHEMA, &[LATER]].concat().leak();
        let applied = db.write_bulk(list, |tx, list| Box::pin(async move {
            trowel_db::migrations::apply_in(tx, list, 1).await?;
            for table in tx.tables().await?.iter().rev() {
                tx.delete_rows(table).await?;
            }
            trowel_db::migrations::applied(tx).await
        }));
        let names: Vec<String> = applied.await.unwrap().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["0001_test", "0002_later"]);
        assert!(dump(&db).await.iter().all(|(_, rows)| rows.is_empty()));
    }
}
