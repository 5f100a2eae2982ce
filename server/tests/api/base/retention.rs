//! Each table of the database has a row in the list of what is kept for how long, and old audit entries end.

use std::{collections::BTreeSet, time::Duration};

use rusqlite::{Connection, OpenFlags};
use trowel::{
    app::{background::tidy, retention},
    base::audit::{self, AuditAction, AuditEntry, ENTRY_TTL},
    db::DatabaseLocation,
    values::ids::Id,
};

use super::persistence;
use crate::support::{TestShop, on_both_engines};

/// Columns whose table says something of a person.
const COLUMNS_OF_PERSONS: &str = "'user_id', 'link_user_id', 'actor_id', 'email', 'customer_email', 'recipient',
    'phone', 'address', 'customer_name', 'display_name', 'user_agent', 'browser_hash', 'address_hash', 'customer_key',
    'postal_code'";

on_both_engines! {
    async fn every_table_has_a_row_in_the_list(shop: TestShop) {
        let stored: BTreeSet<String> = persistence::everything(shop).await.into_keys()
            // The database's own.
            .filter(|table| !table.starts_with("sqlite_"))
            .collect();
        let listed: BTreeSet<String> = retention::tables().map(|row| row.table.to_owned()).collect();
        let without: Vec<_> = stored.difference(&listed).collect();
        assert!(without.is_empty(), "server/src/app/retention_rows.rs has no row of {without:?}");
        let gone: Vec<_> = listed.difference(&stored).collect();
        assert!(gone.is_empty(), "the database has no {gone:?}");
    }

    async fn audit_entries_end_after_seven_years_except_who_made_an_administrator(shop: TestShop) {
        shop.shop.clock.stop();
        let now = shop.shop.clock.now();
        let [hazel, tool, later] = [1, 2, 3].map(|_| Id::new(now));
        for (action, subject) in [(AuditAction::GrantAdmin, &hazel), (AuditAction::AddTool, &tool)] {
            record(shop, AuditEntry::by(&hazel, action, subject.clone(), now)).await;
        }
        shop.shop.clock.advance(ENTRY_TTL);
        record(shop, AuditEntry::by(&hazel, AuditAction::EditTool, later.clone(), shop.shop.clock.now())).await;
        tidy(&shop.shop).await;
        assert_eq!(shop.audit_entries(&tool).await.len(), 1, "not older than that");
        shop.shop.clock.advance(Duration::from_secs(1));
        tidy(&shop.shop).await;
        for (subject, left) in [(&hazel, 1), (&tool, 0), (&later, 1)] {
            assert_eq!(shop.audit_entries(subject).await.len(), left, "{subject:?}");
        }
    }

    async fn a_table_with_columns_of_a_person_says_so(shop: TestShop) {
        let DatabaseLocation::Sqlite(file) = &shop.shop.config.database else { return };
        let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        let sql = format!("SELECT DISTINCT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
            WHERE t.type = 'table' AND c.name IN ({COLUMNS_OF_PERSONS})");
        let mut statement = connection.prepare(&sql).unwrap();
        let found: Vec<String> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        assert!(found.len() > 15, "{found:?}");
        for row in retention::tables().filter(|row| row.personal_data.is_empty()) {
            assert!(!found.iter().any(|table| table == row.table), "{} has personal data", row.table);
        }
    }
}

async fn record(shop: &TestShop, entry: AuditEntry) {
    shop.shop.db.write(entry, |tx, entry| Box::pin(audit::record(tx, entry))).await.unwrap();
}
