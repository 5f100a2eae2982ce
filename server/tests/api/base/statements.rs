//! All statements of the shop, prepared and explained by the engines.

use std::collections::BTreeSet;

use trowel::{
    app::all_statements::ALL,
    db::{DatabaseLocation, Statement},
};

use crate::support::{Setup, on_both_engines, with_shop};

/// Statements that scan a whole table, with the reason why that is fine.
const WHOLE_TABLES: &[(&str, &str)] = &[
    (
        "accounts::profiles::store::count_users",
        "the total of the users table, on the path of long reads; a part can be anywhere",
    ),
    ("sales::former_orders::store::imports", "orders of a former shop, on a page of the move"),
    ("catalogue::tools::store::any", "stops at the first row"),
    ("sales::orders::store::insert::insert_several", "its own four rows, and no table"),
    ("base::metadata::store::clock", "reads no table"),
    ("catalogue::categories::store::all", "at most 200 categories"),
    ("catalogue::categories::store::lock_all", "as above, when the owner changes one"),
    ("catalogue::categories::store::to_the_top", "as above"),
    ("catalogue::tools::store::live", "all tools on sale, once a minute and before the first response"),
    (
        "accounts::store::has_admin",
        "until the shop has an owner, so while it has hardly an account; never after",
    ),
    ("sales::orders::held_stock::store::mostly_held", "the sums of unpaid orders, which an index finds"),
    ("accounts::store::lock_admins", "rarely, when a role is revoked or an account is deleted"),
    ("base::email::outbox::count_failed", "an index that holds only failed e-mails"),
    ("base::email::outbox::count_queued", "an index that holds only queued e-mails"),
    ("base::email::outbox::oldest_queued", "stops at the first row"),
    (
        "back_office::reconciliation::store::stock",
        "reconciliation reads whole tables, on the path of long reads",
    ),
    ("back_office::reconciliation::store::purchases", "as above"),
    ("back_office::reconciliation::store::paid_without_payment", "as above"),
    ("back_office::reconciliation::store::refund_sums", "as above"),
    ("back_office::reconciliation::store::discount_codes", "as above, and a shop has some hundreds"),
    ("sales::discounts::store::are_any", "stops at the first row"),
    ("sales::discounts::store::newest", "up to a limit"),
    ("sales::discounts::store::count_active", "at most 200 codes, when the owner makes one"),
    ("back_office::reconciliation::store::payment_without_order", "as above"),
    ("back_office::reconciliation::store::timestamps_out_of_order", "as above"),
    ("back_office::reconciliation::store::counts", "as above, from indexes"),
    ("back_office::reconciliation::store::orphan_intents", "an index of open payments only"),
    ("back_office::reconciliation::store::payments_open_before", "as above, up to a limit"),
    ("back_office::reconciliation::store::stuck_refunds", "an index of due refunds only"),
    ("back_office::reconciliation::store::failed_refunds", "an index of refunds that wait only"),
    (
        "sales::orders::list::store::count_found",
        "the total of a search that finds thousands of orders, on the path of long reads",
    ),
    (
        "sales::orders::list::store::by_tool",
        "the names of all tools, of which there are few beside the orders",
    ),
    ("sales::orders::store::customer_status", "counts what an index found, up to the limit"),
    ("sales::payments::store::count_open", "an index of open payments only, once at start"),
    ("sales::payments::store::count_failed_refunds", "an index of due refunds only"),
    ("sales::payments::refund::store::due", "an index of due parts only"),
    ("back_office::reconciliation::store::stuck_parts", "as above"),
    ("back_office::reconciliation::store::recorded", "an index of recorded payments only"),
    ("sales::payments::store::refund_due", "an index of due refunds only"),
    (
        "back_office::reconciliation::store::returned_payments",
        "the newest first of an index that holds what went back alone, up to a limit",
    ),
    ("sales::newsletter::store::count_subscribed", "an index of subscribers only, for the owner"),
    ("catalogue::stock_alerts::store::counts", "tools that are sold out, for Manage Tool"),
    (
        "catalogue::stock_alerts::store::due",
        "customers who wait for sold-out tools, twice a minute, up to a limit",
    ),
    ("settings::webhooks::store::endpoints", "at most ten rows"),
    ("settings::redirects::store::all", "the file of all redirects, on the path of long reads"),
    ("settings::redirects::store::count", "from an index, when the owner adds one"),
    ("settings::redirects::store::count_found", "the total of a search, on the path of long reads"),
    ("settings::redirects::store::delete_least_missing", "at most some hundred rows, twice a minute"),
    ("settings::redirects::store::missing", "as above, for the owner"),
    ("settings::posts::store::count", "the total of what people have written, from an index"),
    ("accounts::api_keys::store::in_use", "the keys of all administrators, for the API keys page"),
    ("sales::shop_figures::store::best_sellers", "together with the next"),
    ("sales::shop_figures::store::sold", "every ten minutes at most, on the path of long reads"),
    ("back_office::figures::store::wrong_days", "reconciliation compares all days with their orders"),
    ("back_office::figures::store::tools_of_days", "all tools, and the days of each from an index"),
    (
        "back_office::figures::store::never_sold",
        "all tools on sale, and the first paid order of each from an index",
    ),
];

/// What CockroachDB and YugabyteDB document as well (docs/scaling.md).
const KEYWORDS: &str = "AND AS BETWEEN BIGINT BY CASE CAST CONFLICT CROSS DELETE DESC DO ELSE END ESCAPE EXISTS FOR FROM \
    GROUP IN INSERT INTO IS JOIN KEY LEFT LIKE LIMIT NO NOT NOTHING NULL ON OR ORDER RETURNING SELECT SET TEXT THEN UPDATE VALUES WHEN \
    WHERE";
const FUNCTIONS: &str = "coalesce count sum substr";

fn every() -> impl Iterator<Item = &'static Statement> {
    ALL.iter().flat_map(|store| store.iter().copied())
}

on_both_engines! {
    async fn the_engine_understands_every_statement(shop: TestShop) {
        let mut count = 0;
        for statement in every() {
            shop.shop.db.prepare(statement).await.unwrap_or_else(|error| panic!("{}: {error}", statement.name()));
            count += 1;
        }
        assert!(count >= 60, "too few statements: {count}");
    }
}

#[test]
fn statements_use_only_what_distributed_engines_have() {
    let is_word = |char: char| char.is_alphanumeric() || char == '_';
    let mut faults = BTreeSet::new();
    for statement in every() {
        // Every second part is a quoted text.
        for part in statement.sql().split('\'').step_by(2) {
            for (at, _) in part.match_indices(is_word).filter(|(at, _)| !part[..*at].ends_with(is_word)) {
                let (word, rest) =
                    part[at..].split_at(part[at..].find(|char| !is_word(char)).unwrap_or(part.len() - at));
                let is_keyword = word.len() > 1 && word.chars().all(|char| char.is_ascii_uppercase());
                let is_function = !is_keyword && rest.starts_with('(');
                let known = if is_keyword { KEYWORDS } else { FUNCTIONS };
                if (is_keyword || is_function) && !known.split_whitespace().any(|known| known == word) {
                    faults.insert(format!("{}: {word}", statement.name()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "look it up for each engine in docs/scaling.md, then allow it: {faults:#?}");
}

#[tokio::test]
async fn no_list_or_look_up_reads_a_whole_table() {
    with_shop(Setup::sqlite(), async |shop| {
        let DatabaseLocation::Sqlite(path) = &shop.shop.config.database else { panic!("this asks SQLite") };
        let file = rusqlite::Connection::open(path).unwrap();
        let mut faults = Vec::new();
        let mut unused: Vec<&str> = WHOLE_TABLES.iter().map(|(name, _)| *name).collect();
        for statement in every() {
            let mut plan = file.prepare(&format!("EXPLAIN QUERY PLAN {}", statement.sqlite())).unwrap();
            let mut steps = plan.raw_query();
            while let Some(step) = steps.next().unwrap() {
                let step: String = step.get("detail").unwrap();
                if !step.starts_with("SCAN") {
                    continue;
                }
                unused.retain(|name| !statement.name().ends_with(name));
                if !WHOLE_TABLES.iter().any(|(name, _)| statement.name().ends_with(name)) {
                    faults.push(format!("{}: {step}", statement.name()));
                }
            }
        }
        assert!(faults.is_empty(), "\n{}", faults.join("\n"));
        assert!(unused.is_empty(), "these use an index and need not be listed: {unused:?}");
    })
    .await;
}

#[tokio::test]
async fn a_statement_uses_each_index() {
    with_shop(Setup::sqlite(), async |shop| {
        let DatabaseLocation::Sqlite(path) = &shop.shop.config.database else { panic!("this asks SQLite") };
        let file = rusqlite::Connection::open(path).unwrap();
        let mut indexes =
            file.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql NOTNULL").unwrap();
        let indexes = indexes.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap);
        let mut unused: BTreeSet<String> = indexes.collect();
        for statement in every() {
            let mut plan = file.prepare(&format!("EXPLAIN QUERY PLAN {}", statement.sqlite())).unwrap();
            let mut steps = plan.raw_query();
            while let Some(step) = steps.next().unwrap() {
                let step: String = step.get("detail").unwrap();
                unused.retain(|index| !step.split_whitespace().any(|word| word == index));
            }
        }
        assert!(unused.is_empty(), "no statement uses these, and each write updates them: {unused:?}");
    })
    .await;
}

/// A tool may have a hundred thousand orders, and a page has a hundred rows.
#[tokio::test]
async fn the_stock_history_is_read_in_the_order_of_an_index() {
    with_shop(Setup::sqlite(), async |shop| {
        let DatabaseLocation::Sqlite(path) = &shop.shop.config.database else { panic!("this asks SQLite") };
        let file = rusqlite::Connection::open(path).unwrap();
        let mut found = 0;
        for statement in every().filter(|statement| statement.name().contains("stock_history")) {
            let mut plan = file.prepare(&format!("EXPLAIN QUERY PLAN {}", statement.sqlite())).unwrap();
            let mut steps = plan.raw_query();
            while let Some(step) = steps.next().unwrap() {
                let step: String = step.get("detail").unwrap();
                assert_ne!(step, "USE TEMP B-TREE FOR ORDER BY", "{}", statement.name());
                let is_of_tool = step.contains("(tool_id=?");
                assert!(
                    !is_of_tool || statement.name().ends_with("count") || step.contains("_at"),
                    "{}: {step}",
                    statement.name()
                );
                found += usize::from(is_of_tool);
            }
        }
        assert_eq!(found, 12, "four for a page, its stock and the total each");
    })
    .await;
}

/// What changes no row of a list of changes, or whose caller marks the purchase as changed.
const NO_CHANGES: &[(&str, &str)] = &[
    ("sales::orders::store::mark_opened", "when a customer opens the payment page, which no list shows"),
    ("sales::orders::store::add_part_refunded", "in a refund, which marks all orders of its purchase"),
    ("sales::orders::store::add_restocked", "as above"),
    ("sales::orders::search_keys::store::set_search_key", "what the search looks at"),
    ("catalogue::tools::store::set_search_key", "as above"),
    ("catalogue::tools::store::mark_low_stock", "when the owner was last told"),
    ("catalogue::tools::slugs::store::set", "in the edit of the name, which has the time"),
    ("accounts::store::set_search_key", "what the search looks at"),
    ("accounts::store::delete_phone", "login methods are in no list"),
    ("accounts::store::set_password", "as above"),
    ("accounts::store::replace_password_hash", "as above"),
    ("accounts::social::store::set_phone", "as above"),
    ("accounts::social::store::use_phone", "as above"),
    ("accounts::social::store::unlink_phone", "as above"),
    ("accounts::password::store::", "as above"),
];

#[test]
fn every_change_of_an_order_a_tool_or_an_account_has_its_time() {
    let mut unused: Vec<&str> = NO_CHANGES.iter().map(|(name, _)| *name).collect();
    let mut faults = Vec::new();
    for statement in every() {
        let sql = statement.sql();
        let writes = |table: &str| {
            [format!("UPDATE {table} SET"), format!("INSERT INTO {table} (")]
                .iter()
                .any(|start| sql.starts_with(start))
        };
        if !["orders", "tools", "users"].into_iter().any(writes) || sql.contains("changed_at") {
            continue;
        }
        let known = NO_CHANGES.iter().find(|(name, _)| statement.name().contains(name));
        match known {
            Some((name, _)) => unused.retain(|listed| listed != name),
            None => faults.push(statement.name()),
        }
    }
    assert!(faults.is_empty(), "programs that ask with changedSince miss these: {faults:#?}");
    assert!(unused.is_empty(), "these have the time and need not be listed: {unused:?}");
}

/// A shop may have a million orders, and a program asks every minute.
#[tokio::test]
async fn changes_are_read_in_the_order_of_an_index() {
    with_shop(Setup::sqlite(), async |shop| {
        let DatabaseLocation::Sqlite(path) = &shop.shop.config.database else { panic!("this asks SQLite") };
        let file = rusqlite::Connection::open(path).unwrap();
        for (name, index) in [
            (
                "orders::list::store::changed",
                "SEARCH orders USING INDEX orders_changed ((changed_at,id)>(?,?))",
            ),
            (
                "tools::store::live_changed_after",
                "SEARCH tools USING INDEX tools_changed ((changed_at,id)>(?,?))",
            ),
            (
                "profiles::store::changed_users",
                "SEARCH users USING INDEX users_changed ((changed_at,id)>(?,?))",
            ),
        ] {
            let statement = every().find(|statement| statement.name().ends_with(name)).expect(name);
            let mut plan = file.prepare(&format!("EXPLAIN QUERY PLAN {}", statement.sqlite())).unwrap();
            let mut rows = plan.raw_query();
            let mut steps: Vec<String> = Vec::new();
            while let Some(step) = rows.next().unwrap() {
                steps.push(step.get("detail").unwrap());
            }
            assert_eq!(steps[0], index, "{name}");
            assert!(!steps.iter().any(|step| step.contains("TEMP B-TREE FOR ORDER BY")), "{steps:?}");
        }
    })
    .await;
}

/// On either engine without statistics, a condition about the state as well would make orders_state as good as the
/// index of the customer. It holds the unpaid orders of all customers.
#[tokio::test]
async fn orders_of_a_customer_are_found_by_the_customer() {
    with_shop(Setup::sqlite(), async |shop| {
        let DatabaseLocation::Sqlite(path) = &shop.shop.config.database else { panic!("this asks SQLite") };
        let file = rusqlite::Connection::open(path).unwrap();
        let mut found = 0;
        for statement in
            every().filter(|statement| statement.sql().contains("FROM orders WHERE user_id = $1"))
        {
            assert!(!statement.sql().contains("state = 'unpaid'"), "{}", statement.name());
            let mut plan = file.prepare(&format!("EXPLAIN QUERY PLAN {}", statement.sqlite())).unwrap();
            let mut steps = plan.raw_query();
            while let Some(step) = steps.next().unwrap() {
                let step: String = step.get("detail").unwrap();
                assert!(!step.contains("orders_state"), "{}: {step}", statement.name());
            }
            found += 1;
        }
        assert!(found >= 3, "too few statements: {found}");
    })
    .await;
}

/// A shop may have a million orders. A search of a name begins at the words of names, and reads what they lead to.
#[tokio::test]
async fn a_name_is_searched_from_the_index_of_words() {
    with_shop(Setup::sqlite(), async |shop| {
        let DatabaseLocation::Sqlite(path) = &shop.shop.config.database else { panic!("this asks SQLite") };
        let file = rusqlite::Connection::open(path).unwrap();
        for (name, expected) in [
            (
                "orders::list::store::by_customer",
                &[
                    "SEARCH w USING COVERING INDEX sqlite_autoindex_user_search_words_1 (word>? AND word<?)",
                    "SEARCH o USING INDEX orders_user (user_id=?)",
                ][..],
            ),
            (
                "orders::enter_order::store::by_words",
                &[
                    "SEARCH w USING COVERING INDEX sqlite_autoindex_user_search_words_1 (word>? AND word<?)",
                    "SEARCH u USING INDEX sqlite_autoindex_users_1 (id=?)",
                ],
            ),
            ("orders::list::store::by_tool", &["SCAN tools", "SEARCH o USING INDEX orders_tool (tool_id=?)"]),
            (
                "orders::list::store::by_phone",
                &["SEARCH orders USING INDEX orders_phone (phone_key>? AND phone_key<?)"],
            ),
        ] {
            let statement = every().find(|statement| statement.name().ends_with(name)).expect(name);
            let mut plan = file.prepare(&format!("EXPLAIN QUERY PLAN {}", statement.sqlite())).unwrap();
            let mut rows = plan.raw_query();
            let mut steps: Vec<String> = Vec::new();
            while let Some(step) = rows.next().unwrap() {
                steps.push(step.get("detail").unwrap());
            }
            assert_eq!(steps, expected, "{name}");
        }
    })
    .await;
}

/// PostgreSQL chooses by the size of the tables, so the test copies an order and a word of a name many times. Checks of
/// references are off for the copies.
#[tokio::test]
async fn postgres_searches_names_by_their_indexes_too() {
    with_shop(Setup::postgres(), async |shop| {
        let DatabaseLocation::Postgres(url) = &shop.shop.config.database else {
            panic!("this asks PostgreSQL")
        };
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        shop.customer("Ada").await.order("Draw Hoe", 1_000, 1).await;
        let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let copies = "SET session_replication_role = replica; SET plan_cache_mode = force_generic_plan;
            INSERT INTO orders SELECT (jsonb_populate_record(o, jsonb_build_object('id', n, 'number', n, 'purchase_id', n,
                'user_id', n, 'phone_key', n))).* FROM orders o, generate_series(100000, 120000) n;
            INSERT INTO user_search_words SELECT n * 1000, n FROM generate_series(100000, 120000) n;
            ANALYZE orders; ANALYZE user_search_words";
        client.batch_execute(copies).await.unwrap();
        for (name, index, key) in [
            ("orders::list::store::by_customer", "user_search_words_pkey", "word"),
            ("orders::list::store::by_phone", "orders_phone", "phone_key"),
        ] {
            let statement = every().find(|statement| statement.name().ends_with(name)).expect(name);
            let prepared = client.prepare(statement.sql()).await.unwrap();
            let nulls = vec!["NULL"; prepared.params().len()].join(", ");
            let explain = format!(
                "PREPARE asked AS {}; EXPLAIN EXECUTE asked({nulls}); DEALLOCATE asked",
                statement.sql()
            );
            let rows = client.simple_query(&explain).await.unwrap();
            let steps: Vec<&str> = rows
                .iter()
                .filter_map(|row| match row {
                    tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0),
                    _ => None,
                })
                .collect();
            let plan = steps.join("\n");
            let begins = format!("Index Cond: (({key} >= ");
            assert!(
                plan.contains(index) && plan.contains(&begins) && !plan.contains("Seq Scan"),
                "{name}:\n{plan}"
            );
        }
    })
    .await;
}
