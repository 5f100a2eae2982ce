//! Rules for the Rust crates.

use std::collections::{BTreeMap, BTreeSet};

use super::source::Source;

/// Folders that every feature may import.
const GROUND: &[&str] = &["values", "clients", "db", "http"];

/// Files that use axum beside `http.rs` and `http/`.
const FILES_ON_THE_WIRE: &[(&str, &str)] = &[
    ("server/src/accounts/session/start.rs", "every login sets cookies"),
    ("server/src/accounts/extractors.rs", "the caller is an extractor in a handler's signature"),
    ("server/src/app/metrics.rs", "another listener, with a router of one route"),
    ("server/src/site/complete_page.rs", "the headers of a page are ready with it"),
    ("server/src/site/list_query.rs", "reads the query of an address"),
    ("server/src/site/spa.rs", "the fallback of the server is one handler"),
    ("server/src/base/idempotency/mod.rs", "the key is a header, and a whole response is stored"),
];

/// Folder → the features it may import, beside `GROUND`: payments → orders → catalogue.
const FEATURES: &[(&str, &[&str])] = &[
    ("idempotency", &["rate_limit"]),
    ("metadata", &[]),
    ("lease", &[]),
    ("email", &["rate_limit"]),
    ("audit", &[]),
    ("rate_limit", &[]),
    ("identity", &["email", "audit", "rate_limit"]),
    ("images", &["identity"]),
    ("catalogue", &["identity", "images", "audit", "idempotency", "rate_limit", "webhooks"]),
    ("backup", &["images", "lease", "metadata"]),
    ("reviews", &["identity", "orders", "shop_settings", "rate_limit", "audit", "email"]),
    ("figures", &["identity"]),
    ("webhooks", &["identity", "email", "audit"]),
    (
        "orders",
        &[
            "identity",
            "catalogue",
            "idempotency",
            "email",
            "audit",
            "rate_limit",
            "figures",
            "webhooks",
            "metadata",
        ],
    ),
    ("shop_settings", &["identity", "images", "email", "audit"]),
    ("tool_page", &["catalogue", "reviews"]),
    ("pages", &["identity", "catalogue", "images", "reviews", "shop_settings", "tool_page"]),
    (
        "payments",
        &[
            "identity",
            "catalogue",
            "orders",
            "idempotency",
            "metadata",
            "lease",
            "email",
            "audit",
            "rate_limit",
            "shop_settings",
            "webhooks",
        ],
    ),
    ("owner_tasks", &["identity", "metadata", "orders", "payments", "reviews"]),
    ("reconciliation", &["identity", "catalogue", "audit", "figures", "metadata"]),
    ("undelivered_email", &["identity", "email", "audit"]),
    ("audit_log", &["identity", "audit"]),
    ("customer_view", &["identity", "orders", "reviews", "profiles", "data_export", "audit"]),
    ("profiles", &["identity"]),
    ("csv_files", &["identity", "catalogue", "figures"]),
    (
        "data_export",
        &["identity", "orders", "payments", "reviews", "profiles", "email", "audit", "stock_alerts"],
    ),
    ("stock_alerts", &["identity", "catalogue", "email"]),
    ("block_account", &["identity", "orders", "payments", "audit"]),
    ("delete_account", &["identity", "orders", "payments", "reviews", "email", "audit", "stock_alerts"]),
];

/// The folders of `GROUND` import each other in this order, and no feature. `db` is the crate trowel-db.
const GROUND_ROOMS: &[(&str, &[&str])] =
    &[("values", &[]), ("clients", &["values"]), ("db", &[]), ("http", &["values", "clients", "db"])];

/// These folders put the others together and may import all.
const OUTER_ROOMS: &[&str] = &["config", "demo", "cli"];

/// These rooms take what they need as parameters or by `FromRef`, never the whole `Shop`. The ground takes no `config` either.
const ROOMS_WITHOUT_SHOP: &[&str] = &["values", "clients", "http", "email"];

/// Files in `src` itself put the folders together and may import all. No folder imports them, except for `shop` and
/// `config`.
const OUTER_FILES: &[&str] = &["router", "demo", "cli"];

pub fn uses_only_rooms_it_may(source: &Source) -> Vec<String> {
    let Some(room) = source.room().filter(|room| !OUTER_ROOMS.contains(room)) else { return Vec::new() };
    let is_ground = GROUND.contains(&room);
    let table = if is_ground { GROUND_ROOMS } else { FEATURES };
    let Some((_, may)) = table.iter().find(|(name, _)| *name == room) else {
        return vec![format!("the folder {room} has no row in the table of imports")];
    };
    let is_room = |name: &str| GROUND_ROOMS.iter().chain(FEATURES).any(|(room, _)| *room == name);
    let allowed = |name: &str| name == room || may.contains(&name) || (!is_ground && GROUND.contains(&name));
    let above = |name: &str| {
        (name == "shop" && ROOMS_WITHOUT_SHOP.contains(&room)) || (name == "config" && is_ground)
    };
    crate_names(source)
        .into_iter()
        .filter(|name| is_room(name) || above(name) || OUTER_FILES.contains(&name.as_str()))
        .filter(|name| !allowed(name))
        .map(|name| format!("{room} may not import {name}"))
        .collect()
}

/// The top-level modules that this file names, by `crate::` or by enough `super::`.
fn crate_names(source: &Source) -> Vec<String> {
    let inner = source.path.trim_start_matches("server/src/").trim_end_matches(".rs");
    let depth = inner.split('/').filter(|part| *part != "mod").count();
    let up = "super::".repeat(depth);
    let mut names = Vec::new();
    for prefix in ["crate::", up.as_str()] {
        for (at, _) in source.code.match_indices(prefix) {
            let before = source.code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            names.extend(first_names(&source.code[at + prefix.len()..]));
        }
    }
    names.sort();
    names.dedup();
    names
}

/// `db` of `db::Tx`; `db` and `values` of `{db, values::{a, b}}`. Macros, constants and types are not modules.
fn first_names(path: &str) -> Vec<String> {
    let Some(group) = path.strip_prefix('{') else {
        return module_name(path).into_iter().collect();
    };
    let (mut depth, mut start, mut names) = (0usize, 0, Vec::new());
    for (at, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                names.extend(module_name(group[start..at].trim()));
                start = at + 1;
                if character == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names
}

fn module_name(path: &str) -> Option<String> {
    let end = path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len());
    let name = &path[..end];
    let is_module = name.starts_with(|c: char| c.is_ascii_lowercase())
        && !path[end..].starts_with('!')
        && name != "super";
    is_module.then(|| name.to_owned())
}

pub fn has_no_sql_outside_stores(source: &Source) -> Vec<String> {
    let is_store = source.file_name() == "store.rs" || source.path == "server/src/base/email/outbox.rs";
    if is_store || source.path.contains("/store/") {
        return Vec::new();
    }
    let mut faults: Vec<String> = source
        .literals
        .iter()
        .filter(|text| is_sql(text))
        .map(|text| format!("SQL outside a store: {text:.60}"))
        .collect();
    if source.code.contains("statements!") {
        faults.push("statements! outside a store".into());
    }
    faults
}

/// Table and feature: who writes a table beside its owner.
const OTHER_WRITERS: &[(&str, &str, &str)] = &[
    (
        "upload_tokens",
        "identity",
        "erasing an account is one transaction, and identity knows no feature above it",
    ),
    ("profiles", "identity", "erasing an account is one transaction, and identity knows no feature above it"),
    ("payments", "reconciliation", "a correction by the operator, which is audited"),
];

/// Tables that several features write, and exceptions in [`OTHER_WRITERS`] that nothing needs. One feature owns a
/// table, so that its rules are in one place.
pub fn tables_with_several_owners(sources: &[Source]) -> Vec<String> {
    let mut writers = BTreeMap::<String, BTreeSet<&str>>::new();
    for source in sources {
        let Some(room) = source.room() else { continue };
        for table in source.literals.iter().flat_map(|text| written_tables(text)) {
            writers.entry(table).or_default().insert(room);
        }
    }
    let mut faults = Vec::new();
    for (table, room, _) in OTHER_WRITERS {
        if writers.get_mut(*table).is_some_and(|rooms| !rooms.remove(room)) {
            faults.push(format!("{room} does not write {table}: the exception is stale"));
        }
    }
    faults.extend(
        writers
            .iter()
            .filter(|(_, rooms)| rooms.len() > 1)
            .map(|(table, rooms)| format!("{table} is written by {rooms:?}")),
    );
    faults
}

/// `orders` of `UPDATE orders SET …`. Nothing of `ON CONFLICT … DO UPDATE SET …`.
fn written_tables(sql: &str) -> Vec<String> {
    ["INSERT INTO ", "UPDATE ", "DELETE FROM "]
        .iter()
        .flat_map(|verb| sql.match_indices(verb).map(|(at, _)| &sql[at + verb.len()..]))
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_lowercase() && c != '_').next())
        .filter(|table| !table.is_empty())
        .map(str::to_owned)
        .collect()
}

/// By the first words, so that prose with "select" in it is left alone.
fn is_sql(text: &str) -> bool {
    let words: Vec<String> =
        text.split_whitespace().map(|word| word.trim_start_matches('(').to_uppercase()).collect();
    let has = |word: &str| words.iter().any(|other| other == word);
    let second = words.get(1).map_or("", String::as_str);
    match words.first().map_or("", String::as_str) {
        "SELECT" => has("FROM"),
        "UPDATE" => has("SET"),
        "WITH" => has("AS") && has("SELECT"),
        "INSERT" => second == "INTO",
        "DELETE" => second == "FROM",
        "PRAGMA" => true,
        "CREATE" | "DROP" | "ALTER" => {
            ["TABLE", "INDEX", "UNIQUE", "VIEW", "DATABASE", "SCHEMA"].contains(&second)
        }
        _ => false,
    }
}

pub fn has_no_database_driver_outside_db(source: &Source) -> Vec<String> {
    named(source, &["rusqlite", "tokio_postgres", "deadpool_postgres"], "belongs to db/")
}

pub fn has_no_axum_outside_the_wire(source: &Source) -> Vec<String> {
    let on_the_wire = ["http.rs", "orders_http.rs"].contains(&source.file_name())
        || source.room().is_none_or(|room| room == "http" || OUTER_ROOMS.contains(&room))
        || FILES_ON_THE_WIRE.iter().any(|(path, _)| *path == source.path);
    if on_the_wire {
        Vec::new()
    } else {
        named(source, &["axum", "utoipa_axum"], "belongs to http.rs, http/ and the router")
    }
}

pub fn keeps_the_sandbox_outside(source: &Source) -> Vec<String> {
    if source.room().is_some_and(|room| !OUTER_ROOMS.contains(&room)) {
        named(source, &["trowel_sandbox"], "is for demo and tests alone")
    } else {
        Vec::new()
    }
}

fn named(source: &Source, crates: &[&str], why: &str) -> Vec<String> {
    crates
        .iter()
        .filter(|name| {
            source.code.match_indices(**name).any(|(at, _)| {
                let before = source.code[..at].chars().next_back();
                let after = source.code[at + name.len()..].chars().next();
                let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
                !word(before) && !word(after)
            })
        })
        .map(|name| format!("{name} {why}"))
        .collect()
}

pub fn registers_routes_with_their_document(source: &Source) -> Vec<String> {
    let is_outside_the_api = source.path == "server/src/app/metrics.rs";
    if is_outside_the_api || ["http", "pages"].iter().any(|room| source.room() == Some(room)) {
        return Vec::new();
    }
    [".route(", ".route_service("]
        .iter()
        .filter(|call| source.code.contains(**call))
        .map(|call| {
            format!("{call}…) leaves the route out of openapi.json and the permission matrix: use routes!")
        })
        .collect()
}

pub fn gives_a_reason_for_lint_exceptions(source: &Source) -> Vec<String> {
    ["[allow(", "[expect("]
        .iter()
        .flat_map(|opening| source.code.match_indices(*opening).map(|(at, _)| &source.code[at..]))
        .map(|from| from.split_once(']').map_or(from, |(attribute, _)| attribute))
        .filter(|attribute| !attribute.contains("reason ="))
        .map(|attribute| format!("#{attribute}] has no reason"))
        .collect()
}

/// Stores whose statements are missing from `all_statements`.
pub fn stores_missing_from_the_registry(sources: &[Source]) -> Vec<String> {
    sources
        .iter()
        .filter(|source| source.room().is_some() && source.code.contains("statements!"))
        .filter_map(|source| {
            let module =
                source.path.trim_start_matches("server/src/").trim_end_matches(".rs").replace('/', "::");
            let entry = format!("{module}::STATEMENTS");
            let listed = sources.iter().any(|other| other.path != source.path && other.code.contains(&entry));
            (!listed).then_some(entry)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &str, text: &str) -> Source {
        Source::rust(path, text)
    }

    #[test]
    fn an_arrow_pointing_back_is_caught() {
        for (path, text) in [
            ("server/src/catalogue/tool.rs", "use crate::orders::order::Order;"),
            ("server/src/sales/orders/place_order.rs", "use crate::{db::Tx, payments::{pay, store}};"),
            ("server/src/sales/orders/place_order.rs", "use super::super::payments;"),
            ("server/src/accounts/mod.rs", "use super::reviews;"),
            ("server/src/values/money.rs", "fn f(_: crate::db::Tx) {}"),
            ("server/src/http/error.rs", "impl From<crate::orders::place_order::PlaceError> for ApiError {}"),
            ("server/src/sales/reviews/http.rs", "use crate::router;"),
            ("server/src/http/origin.rs", "use crate::shop::Shop;"),
            ("server/src/http/cors.rs", "use crate::{config::Config, values::ids::Id};"),
            ("server/src/base/email/outbox_worker.rs", "use crate::{clients, shop::Shop};"),
            ("server/src/surprise/mod.rs", "//! An unknown module."),
        ] {
            assert_eq!(uses_only_rooms_it_may(&at(path, text)).len(), 1, "{path}: {text}");
        }
    }

    #[test]
    fn an_arrow_pointing_forward_is_fine() {
        for (path, text) in [
            (
                "server/src/sales/payments/pay.rs",
                "use crate::{catalogue, db::{self, Tx}, orders::order::Order, shop::Shop};",
            ),
            (
                "server/src/sales/orders/place_order.rs",
                "// crate::payments\nconst A: &str = \"crate::payments\"; use super::order; crate::statements! {}",
            ),
            ("server/src/app/router.rs", "use crate::{catalogue, payments};"),
        ] {
            assert_eq!(uses_only_rooms_it_may(&at(path, text)), [] as [String; 0]);
        }
    }

    #[test]
    fn sql_outside_a_store_is_caught() {
        for text in [
            "let a = \"SELECT id FROM tools\";",
            "let a = \"\n  update tools set name = $1\";",
            "let a = r#\"INSERT INTO tools\"#;",
            "let a = \"with x as (select 1)\";",
            "statements! { ALL = \"\" }",
        ] {
            assert_eq!(
                has_no_sql_outside_stores(&at("server/src/sales/orders/place_order.rs", text)).len(),
                1,
                "{text}"
            );
        }
        let prose = "// SELECT x FROM y\nlet a = \"Select a tool\"; let b = \"Update your profile\";";
        assert!(has_no_sql_outside_stores(&at("server/src/sales/orders/place_order.rs", prose)).is_empty());
        assert!(
            has_no_sql_outside_stores(&at("server/src/sales/orders/store.rs", "\"DELETE FROM orders\""))
                .is_empty()
        );
    }

    #[test]
    fn a_table_with_two_owners_is_caught() {
        let sources = |theirs: &str| {
            let own = "\"UPDATE orders SET a = 1\"; \"INSERT INTO keys (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET a = 2\"";
            [at("server/src/sales/orders/store.rs", own), at("server/src/sales/reviews/store.rs", theirs)]
        };
        for theirs in [
            "\"DELETE FROM orders\"",
            "\"INSERT INTO orders (a) VALUES ($1)\"",
            "\"UPDATE keys\n SET a = 1\"",
        ] {
            assert_eq!(tables_with_several_owners(&sources(theirs)).len(), 1, "{theirs}");
        }
        let reads = "\"SELECT a FROM orders\"; \"UPDATE reviews SET a = (SELECT a FROM keys)\"";
        assert_eq!(tables_with_several_owners(&sources(reads)), [] as [String; 0]);
        let stale = [at("server/src/sales/payments/store.rs", "\"UPDATE payments SET a = 1\"")];
        assert_eq!(tables_with_several_owners(&stale).len(), 1);
    }

    #[test]
    fn a_crate_outside_its_room_is_caught() {
        let place = |text: &str| at("server/src/sales/orders/place_order.rs", text);
        assert_eq!(has_no_database_driver_outside_db(&place("use rusqlite::Row;")).len(), 1);
        assert_eq!(has_no_axum_outside_the_wire(&place("fn f(_: axum::Json<u8>) {}")).len(), 1);
        assert_eq!(has_no_axum_outside_the_wire(&place("let not_axum_at_all = 1;")).len(), 0);
        assert_eq!(
            has_no_axum_outside_the_wire(&at("server/src/sales/orders/http.rs", "use axum::Json;")).len(),
            0
        );
        assert_eq!(keeps_the_sandbox_outside(&place("trowel_sandbox::routes()")).len(), 1);
    }

    #[test]
    fn a_route_without_document_is_caught() {
        let router = |text: &str| at("server/src/app/router.rs", text);
        assert_eq!(registers_routes_with_their_document(&router("r.route(\"/x\", get(x))")).len(), 1);
        assert_eq!(registers_routes_with_their_document(&router("r.routes(routes!(x))")).len(), 0);
    }

    #[test]
    fn a_lint_exception_without_reason_is_caught() {
        let bad = "#[expect(clippy::too_many_arguments)] fn f() {}  #![allow(dead_code)]";
        assert_eq!(gives_a_reason_for_lint_exceptions(&at("x.rs", bad)).len(), 2);
        let good = "#[expect(clippy::x, reason = \"it [is] so\")] fn f() {}";
        assert_eq!(gives_a_reason_for_lint_exceptions(&at("x.rs", good)).len(), 0);
    }

    #[test]
    fn a_store_outside_the_registry_is_caught() {
        let store = || at("server/src/sales/orders/store.rs", "crate::statements! { A = \"\" }");
        let registry = at("server/src/app/all_statements.rs", "[crate::orders::store::STATEMENTS]");
        assert_eq!(stores_missing_from_the_registry(&[store()]), ["orders::store::STATEMENTS"]);
        assert!(stores_missing_from_the_registry(&[store(), registry]).is_empty());
    }
}
