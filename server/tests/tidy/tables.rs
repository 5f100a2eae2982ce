//! Rule: a table that names an account is changed when the account is deleted, or says why it may stay.

use std::collections::BTreeSet;

use super::source::Source;

/// Tables whose rows keep the id of a deleted account. Its row in `users` stays, empty, so the id names no person.
const KEPT: &[(&str, &str)] = &[
    ("images", "the first uploader of a picture"),
    ("stock_changes", "the records of a tool's stock"),
    ("tool_imports", "the numbers of an audited import"),
];

/// Tables with a column `user_id` that no statement deletes or changes by it, and exceptions in [`KEPT`] that nothing
/// needs.
pub fn rows_that_outlive_their_account(migrations: &[Source], server: &[Source]) -> Vec<String> {
    let statements: Vec<&String> = server.iter().flat_map(|source| &source.literals).collect();
    let is_changed = |table: &str| {
        let [delete, update] = [format!("DELETE FROM {table} "), format!("UPDATE {table} SET ")];
        statements
            .iter()
            .any(|sql| sql.contains("user_id") && (sql.contains(&delete) || sql.contains(&update)))
    };
    let mut kept: BTreeSet<String> =
        tables_with_user_id(migrations).into_iter().filter(|table| !is_changed(table)).collect();
    let stale =
        KEPT.iter().filter(|(table, _)| !kept.remove(*table)).map(|(table, _)| *table).collect::<Vec<_>>();
    let kept = kept.iter().map(|table| format!("no statement removes the account from {table}"));
    kept.chain(stale.iter().map(|table| format!("{table}: the exception is stale"))).collect()
}

/// The tables that exist after all migrations.
fn tables_with_user_id(migrations: &[Source]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut table = String::new();
    for line in migrations.iter().flat_map(|migration| migration.text.lines()) {
        let begun = ["CREATE TABLE ", "ALTER TABLE "].iter().find_map(|words| line.strip_prefix(words));
        if let Some(rest) = begun {
            table = first_word(rest);
        }
        if let Some(rest) = line.strip_prefix("DROP TABLE ") {
            found.remove(&first_word(rest));
        }
        if line.trim_start().starts_with("user_id TEXT") || line.contains(" ADD COLUMN user_id ") {
            found.insert(table.clone());
        }
    }
    found
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(sql: &str, store: &str) -> Vec<String> {
        let mut faults = rows_that_outlive_their_account(
            &[Source::plain("server/migrations/0001_shop.sql", sql)],
            &[Source::rust("server/src/sales/orders/store.rs", store)],
        );
        faults.retain(|fault| !fault.ends_with("stale"));
        faults
    }

    #[test]
    fn a_table_that_keeps_its_account_is_caught() {
        let created = "CREATE TABLE notes (\n    id TEXT PRIMARY KEY,\n    user_id TEXT NOT NULL\n);\n";
        let dropped = format!("{created}DROP TABLE notes;\n");
        let added = "ALTER TABLE notes ADD COLUMN user_id TEXT;\n";
        let read = "\"SELECT text FROM notes WHERE user_id = $1\"";
        let deleted = "\"DELETE FROM notes WHERE user_id = $1\"";
        for (sql, store, count) in [
            (created, read, 1),
            (added, read, 1),
            (&*dropped, read, 0),
            (created, deleted, 0),
            (added, deleted, 0),
        ] {
            assert_eq!(faults(sql, store).len(), count, "{sql} {store}");
        }
    }
}
