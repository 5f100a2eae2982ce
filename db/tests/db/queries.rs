//! `queries!`, `column!` and nested rows on both engines.

use trowel_db::{Last, One, column, params, queries, row};

use crate::{on_both, support::*};

#[derive(Clone, Debug, PartialEq)]
struct ToolId(String);

column! { ToolId as String: |id| id.0.as_str(), |text| text.starts_with("tool-").then_some(Self(text)) }

row! {
    #[derive(PartialEq)]
    struct Stock {
        available: i64,
        has_many: bool,
        is_counted: bool = true,
    }
}

row! {
    #[derive(PartialEq)]
    struct Tool {
        id: ToolId,
        stock: Stock,
        name: String,
    }
}

queries! {
    fn insert(id: &ToolId, available: i64) = "INSERT INTO tools (id, name, available) VALUES ($1, $1, $2)";
    fn by_id(id: &ToolId) -> Option<Tool> = "SELECT id, available, available > 5, name FROM tools WHERE id = $1";
    fn all() -> Vec<Tool> = "SELECT id, available, available > 5, name FROM tools ORDER BY id";
    fn total() -> One<i64> = "SELECT CAST(sum(available) AS BIGINT) FROM tools";
    fn rename(tool: &Tool, name: Option<&str>) -> bool =
        "UPDATE tools SET name = coalesce($1, name) WHERE id = $2", [name, tool.id];
    fn lock_with(available: i64) -> u64 = "SELECT id FROM tools WHERE available >= $1 FOR NO KEY UPDATE";
    fn take(id: &ToolId) -> Last = "UPDATE tools SET available = available - 1 WHERE id = $1 AND available > 0 RETURNING id";
    fn notes() -> Vec<(i64, Option<ToolId>)> = "SELECT quantity, note FROM orders ORDER BY quantity";
}

fn tool(id: &str, available: i64) -> Tool {
    let stock = Stock { available, has_many: available > 5, is_counted: true };
    Tool { id: ToolId(id.to_owned()), stock, name: id.to_owned() }
}

on_both! {
    async fn each_output_type_is_read(ground: Ground) {
        let db = ground.open().await;
        let hoe = tool("tool-hoe", 7);
        let rake = tool("tool-rake", 2);
        let first = hoe.clone();
        let second = rake.clone();
        let in_transaction = db.write((first, second), |tx, (hoe, rake)| Box::pin(async move {
            insert(tx, &hoe.id, hoe.stock.available).await?;
            insert(tx, &rake.id, rake.stock.available).await?;
            assert_eq!((lock_with(tx, 2).await?, lock_with(tx, 3).await?, lock_with(tx, 8).await?), (2, 1, 0));
            let unknown = Tool { id: ToolId("tool-axe".into()), ..hoe.clone() };
            assert!(rename(tx, hoe, None).await? && !rename(tx, &unknown, Some("axe")).await?);
            take(tx, &rake.id).await
        }));
        in_transaction.await.unwrap();
        let found = db.read(hoe.id.clone(), |tx, id| by_id(tx, id)).await.unwrap();
        assert_eq!(found, Some(hoe.clone()));
        assert_eq!(db.read(ToolId("tool-axe".into()), |tx, id| by_id(tx, id)).await.unwrap(), None);
        let listed = db.read((), |tx, ()| all(tx)).await.unwrap();
        assert_eq!(listed, [hoe, tool("tool-rake", 1)]);
        assert_eq!(db.read((), |tx, ()| total(tx)).await.unwrap(), 8);
    }

    async fn an_invalid_column_is_an_error_with_its_name(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "spade", 1).await.unwrap();
        let error = db.read((), |tx, ()| all(tx)).await.unwrap_err().to_string();
        assert!(error.contains("queries::all") && error.contains("column 0 (id)"), "{error}");
        assert!(error.contains("an invalid value"), "{error}");
        execute(&db, &ADD_ORDER, params!["1", "spade", 1_i64]).await.unwrap();
        assert_eq!(db.read((), |tx, ()| notes(tx)).await.unwrap(), [(1, None)]);
    }

    async fn the_list_holds_every_query(ground: Ground) {
        let db = ground.open().await;
        assert_eq!(STATEMENTS.len(), 8);
        for statement in STATEMENTS {
            db.prepare(statement).await.unwrap();
        }
    }
}
