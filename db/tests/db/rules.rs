//! Constraint violations are the same errors on both engines.

use trowel_db::{Constraint, Db, Error, params, statements};

use crate::{on_both, support::*};

statements! {
    ADD_NAMED = "INSERT INTO tools (id, name, available) VALUES ($1, $2, $3)";
    ADD_NOTED = "INSERT INTO orders (id, tool_id, quantity, note) VALUES ($1, $2, $3, $4)";
    DELETE_TOOL = "DELETE FROM tools WHERE id = $1";
}

async fn refused(
    db: &Db,
    statement: &'static trowel_db::Statement,
    values: &[trowel_db::Value],
) -> (Constraint, String) {
    match execute(db, statement, values).await {
        Err(Error::Constraint { kind, name }) => (kind, name),
        other => panic!("{} should have failed: {other:?}", statement.name()),
    }
}

on_both! {
    async fn a_violated_constraint_is_reported_by_kind_and_name(ground: Ground) {
        let db = ground.open().await;
        add_tool(&db, "hoe", 5).await.unwrap();
        assert!(buy(&db, "hoe", "order".into()).await.unwrap());
        let owned = |kind, name: &str| (kind, name.to_owned());

        let twice = refused(&db, &ADD_NAMED, params!["hoe", "another", 1]).await;
        assert_eq!(twice, owned(Constraint::Unique, "tools.id"));
        let expression = refused(&db, &ADD_NAMED, params!["rake", "HOE", 1]).await;
        assert_eq!(expression, owned(Constraint::Unique, "tools_name"));
        let negative = refused(&db, &SET_AVAILABLE, params!["hoe", -1]).await;
        assert_eq!(negative, owned(Constraint::Check, "tools_available"));
        let missing = refused(&db, &ADD_NAMED, params!["rake", None::<&str>, 1]).await;
        assert_eq!(missing, owned(Constraint::NotNull, "tools.name"));
        let orphan = refused(&db, &ADD_ORDER, params!["other", "nothing", 1]).await;
        assert_eq!(orphan, owned(Constraint::ForeignKey, ""));
        let parent = refused(&db, &DELETE_TOOL, params!["hoe"]).await;
        assert_eq!(parent, owned(Constraint::ForeignKey, ""));
        execute(&db, &ADD_NOTED, params!["a", "hoe", 1, "same"]).await.unwrap();
        let pair = refused(&db, &ADD_NOTED, params!["b", "hoe", 1, "same"]).await;
        assert_eq!(pair, owned(Constraint::Unique, "orders.tool_id, orders.note"));

        assert_eq!((available(&db, "hoe").await, orders(&db).await), (4, 2));
    }
}

#[test]
fn errors_are_classified_by_meaning() {
    let check = Error::Constraint { kind: Constraint::Check, name: "tools_available".into() };
    assert!(check.is_check_violation("tools_available") && !check.is_check_violation("orders_total"));
    assert!(!check.is_unique_violation() && !check.is_retryable());
    assert!(Error::Busy.is_retryable() && !Error::OutcomeUnknown.is_retryable());
}
