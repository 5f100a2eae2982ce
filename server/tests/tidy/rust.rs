//! Rules for the Rust crates.

use std::collections::{BTreeMap, BTreeSet};

use super::source::Source;

/// Files that use axum beside `http.rs` and `http/`.
const FILES_ON_THE_WIRE: &[(&str, &str)] = &[
    ("server/src/accounts/session/start.rs", "every login sets cookies"),
    ("server/src/accounts/extractors.rs", "the caller is an extractor in a handler's signature"),
    ("server/src/app/metrics.rs", "another listener, with a router of one route"),
    ("server/src/site/complete_page.rs", "the headers of a page are ready with it"),
    ("server/src/site/list_query.rs", "reads the query of an address"),
    ("server/src/site/redirects/own_paths.rs", "asks the routes whether they answer a path"),
    ("server/src/site/redirects/respond.rs", "a redirect is the response to any path"),
    ("server/src/site/spa.rs", "the fallback of the server is one handler"),
    ("server/src/site/web_files.rs", "a file of the web app is a response"),
    ("server/src/base/idempotency/mod.rs", "the key is a header, and a whole response is stored"),
];

/// The layers of `server/src`, from the lowest. A file imports its own layer and those in lines above. The path of a
/// file shows its layer.
const LAYERS: &[&[&str]] = &[
    &["db"],
    &["values"],
    &["clients", "pictures"],
    &["http"],
    &["base"],
    &["accounts"],
    &["settings"],
    &["catalogue"],
    &["sales"],
    &["site", "back_office"],
    &["app"],
];

/// Layers that take what they need as parameters or by `FromRef`, never the whole `Shop`.
const LAYERS_WITHOUT_SHOP: &[&str] = &["values", "clients", "pictures", "http", "base"];

/// Layers whose folders are features. Every other layer is one feature.
pub const LAYERS_OF_FEATURES: &[&str] = &["base", "settings", "sales", "back_office"];

fn rank(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|names| names.contains(&layer))
}

pub fn imports_only_layers_below(source: &Source) -> Vec<String> {
    let Some(layer) = source.layer() else { return Vec::new() };
    let Some(own) = rank(layer) else { return vec![format!("{layer} is no layer")] };
    let is_above = |name: &str| match name {
        "shop" => LAYERS_WITHOUT_SHOP.contains(&layer),
        name => name != layer && rank(name).is_some_and(|other| other >= own),
    };
    let names: BTreeSet<_> = crate_paths(source).into_iter().map(|mut path| path.swap_remove(0)).collect();
    names.iter().filter(|name| is_above(name)).map(|name| format!("{layer} may not import {name}")).collect()
}

/// `shop.settings` is the settings layer, and no import tells. `fields` are in `layers_of_fields`.
pub fn reads_only_parts_of_the_shop_from_below(
    source: &Source,
    fields: &BTreeMap<String, String>,
) -> Vec<String> {
    let Some(own) = source.layer().and_then(rank) else { return Vec::new() };
    let is_above =
        |field: &str| fields.get(field).and_then(|layer| rank(layer)).is_some_and(|rank| rank > own);
    let named = source.code.split("shop.").skip(1).map(|rest| module_end(rest).to_owned());
    let above: BTreeSet<String> = named.filter(|field| is_above(field)).collect();
    above.into_iter().map(|field| format!("shop.{field} belongs to {}", fields[&field])).collect()
}

/// Each field of `Shop` with the layer of its type.
pub fn layers_of_fields(shop: &Source) -> BTreeMap<String, String> {
    let types: BTreeMap<String, String> = crate_paths(shop)
        .into_iter()
        .filter_map(|path| Some((path.last()?.clone(), path.first()?.clone())))
        .collect();
    let (_, body) = shop.code.split_once("pub struct Shop {").expect("the struct");
    let (body, _) = body.split_once("\n}").expect("its end");
    let fields = body.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.split_once(": "));
    fields
        .filter_map(|(field, ty)| {
            let layer = ty.split(|c: char| !c.is_alphanumeric()).find_map(|name| types.get(name))?;
            Some((field.to_owned(), layer.clone()))
        })
        .collect()
}

/// Features of one layer that import each other in a circle.
pub fn circles(sources: &[Source]) -> Vec<String> {
    let mut arrows = BTreeMap::<String, BTreeSet<String>>::new();
    for source in sources {
        let Some(feature) = source.feature().filter(|feature| feature.contains('/')) else { continue };
        for path in crate_paths(source) {
            if let [layer, folder, ..] = path.as_slice() {
                let other = format!("{layer}/{folder}");
                let is_of_this_layer = feature.split('/').next() == Some(layer);
                if is_of_this_layer && other != feature {
                    arrows.entry(feature.to_owned()).or_default().insert(other);
                }
            }
        }
    }
    // A feature without arrows to others is in no circle.
    while let Some(end) = arrows.iter().find(|(_, to)| to.iter().all(|to| !arrows.contains_key(to))) {
        let end = end.0.clone();
        arrows.remove(&end);
    }
    arrows.into_iter().map(|(from, to)| format!("{from} → {to:?}")).collect()
}

/// The paths inside the crate that this file names, by `crate::` or by enough `super::`.
fn crate_paths(source: &Source) -> Vec<Vec<String>> {
    let inner = source.path.trim_start_matches("server/src/").trim_end_matches(".rs");
    let folders: Vec<&str> = inner.split('/').filter(|part| *part != "mod").collect();
    let mut paths = Vec::new();
    for depth in 0..=folders.len() {
        let prefix = if depth == 0 { "crate::".to_owned() } else { "super::".repeat(depth) };
        for (at, _) in source.code.match_indices(&prefix) {
            let before = source.code[..at].chars().next_back();
            let rest = &source.code[at + prefix.len()..];
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
                || rest.starts_with("super")
            {
                continue;
            }
            let above = if depth == 0 { &[][..] } else { &folders[..folders.len() - depth] };
            let above: Vec<String> = above.iter().map(|&folder| folder.to_owned()).collect();
            collect_paths(rest, &above, &mut paths);
        }
    }
    paths.retain(|path| !path.is_empty());
    paths
}

/// `a::b` and `a::c` of `a::{b, c}`. Returns what follows. Calls of macros are no paths.
fn collect_paths<'a>(text: &'a str, above: &[String], paths: &mut Vec<Vec<String>>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = collect_paths(rest, above, paths).trim_start();
            match rest.strip_prefix(',') {
                Some(next) => rest = next,
                None => return rest.strip_prefix('}').unwrap_or(rest),
            }
        }
    }
    let name = module_end(text);
    let rest = &text[name.len()..];
    let mut path = above.to_vec();
    if !name.is_empty() && name != "self" && !rest.starts_with('!') {
        path.push(name.to_owned());
    }
    match rest.strip_prefix("::") {
        Some(rest) if !name.is_empty() => collect_paths(rest, &path, paths),
        _ => {
            paths.push(path);
            rest
        }
    }
}

fn module_end(path: &str) -> &str {
    &path[..path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len())]
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
    if source.code.contains("statements!") || source.code.contains("queries!") {
        faults.push("statements! outside a store".into());
    }
    faults
}

/// Table and feature: who writes a table beside its owner.
const OTHER_WRITERS: &[(&str, &str, &str)] = &[
    ("upload_tokens", "accounts", "erasing an account is one transaction, and accounts know no layer above"),
    ("card_customers", "accounts", "erasing an account is one transaction, and accounts know no layer above"),
    (
        "former_orders",
        "accounts",
        "they follow a changed address in its transaction, and accounts know no layer above",
    ),
    ("payments", "back_office/reconciliation", "a correction by the operator, which is audited"),
    (
        "sales_changes",
        "sales/orders",
        "says in the transaction of a payment that the figures of its day changed",
    ),
];

/// Tables that several features write, and exceptions in [`OTHER_WRITERS`] that nothing needs. One feature owns a
/// table, so that its rules are in one place.
pub fn tables_with_several_owners(sources: &[Source]) -> Vec<String> {
    let mut writers = BTreeMap::<String, BTreeSet<&str>>::new();
    for source in sources {
        let Some(feature) = source.feature() else { continue };
        for table in source.literals.iter().flat_map(|text| written_tables(text)) {
            writers.entry(table).or_default().insert(feature);
        }
    }
    let mut faults = Vec::new();
    for (table, feature, _) in OTHER_WRITERS {
        if writers.get_mut(*table).is_some_and(|features| !features.remove(feature)) {
            faults.push(format!("{feature} does not write {table}: the exception is stale"));
        }
    }
    faults.extend(
        writers
            .iter()
            .filter(|(_, features)| features.len() > 1)
            .map(|(table, features)| format!("{table} is written by {features:?}")),
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

/// Whether the text is SQL, by its first words, so that prose with "select" in it is left alone.
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
        || source.layer().is_none_or(|layer| ["http", "app"].contains(&layer))
        || source.path.starts_with("server/src/base/config/")
        || FILES_ON_THE_WIRE.iter().any(|(path, _)| *path == source.path);
    if on_the_wire {
        return Vec::new();
    }
    let mut faults = named(source, &["axum", "utoipa_axum"], "belongs to http.rs, http/ and the router");
    if source.code.replace("proptest::prelude", "").contains("prelude::*") {
        faults.push("http::prelude belongs to http.rs".to_owned());
    }
    faults
}

pub fn keeps_the_sandbox_outside(source: &Source) -> Vec<String> {
    if source.layer().is_some_and(|layer| layer != "app") {
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
    if is_outside_the_api || ["http", "site"].iter().any(|layer| source.layer() == Some(layer)) {
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
        .filter(|source| {
            source.layer().is_some()
                && (source.code.contains("statements!") || source.code.contains("queries!"))
        })
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
    fn an_import_from_a_layer_above_is_caught() {
        for (path, text) in [
            ("server/src/catalogue/tools/tool.rs", "use crate::sales::orders::order::Order;"),
            ("server/src/settings/mod.rs", "use crate::{db::Tx, sales::{payments::{pay, store}}};"),
            ("server/src/accounts/user.rs", "use super::super::sales;"),
            ("server/src/values/money.rs", "fn f(_: crate::http::error::ApiError) {}"),
            ("server/src/http/error.rs", "impl From<crate::sales::PlaceError> for ApiError {}"),
            ("server/src/sales/reviews/http.rs", "use crate::app::router;"),
            ("server/src/site/spa.rs", "use crate::back_office::figures;"),
            ("server/src/http/origin.rs", "use crate::shop::Shop;"),
            ("server/src/base/lease/mod.rs", "use crate::{clients, shop::Shop};"),
            ("server/src/surprise/mod.rs", "//! An unknown layer."),
        ] {
            assert_eq!(imports_only_layers_below(&at(path, text)).len(), 1, "{path}: {text}");
        }
    }

    #[test]
    fn an_import_from_a_layer_below_is_fine() {
        for (path, text) in [
            (
                "server/src/sales/payments/pay.rs",
                "use crate::{catalogue, db::{self, Tx}, sales::orders::order::Order, shop::Shop};",
            ),
            (
                "server/src/catalogue/tools/tool.rs",
                "// crate::sales\nconst A: &str = \"crate::sales\"; use super::order; crate::statements! {}",
            ),
            ("server/src/app/router.rs", "use crate::{catalogue, sales::payments};"),
        ] {
            assert_eq!(imports_only_layers_below(&at(path, text)), [] as [String; 0]);
        }
    }

    #[test]
    fn a_part_of_the_shop_from_above_is_caught() {
        let shop = "use crate::{db::Db, settings::cache::{Cache, other}}; pub struct Shop {\n pub db: Db,\n pub settings: Cache,\n}";
        let fields = layers_of_fields(&at("server/src/shop.rs", shop));
        let faults =
            |path: &str, text: &str| reads_only_parts_of_the_shop_from_below(&at(path, text), &fields);
        assert_eq!(
            faults("server/src/accounts/user.rs", "shop.db.read(1); shop.settings.current()").len(),
            1
        );
        assert_eq!(faults("server/src/sales/mod.rs", "shop.settings.current()"), [] as [String; 0]);
    }

    #[test]
    fn features_that_import_each_other_in_a_circle_are_caught() {
        let file = |name: &str, text: &str| at(&format!("server/src/sales/{name}/mod.rs"), text);
        let chain = |last: &str| {
            [
                file("payments", "use crate::sales::orders::Order;"),
                file("orders", "use super::super::sales::reviews::Review; use crate::catalogue::tools;"),
                file("reviews", last),
            ]
        };
        assert_eq!(circles(&chain("use crate::sales::payments;")).len(), 3);
        assert_eq!(circles(&chain("use crate::accounts::user;")), [] as [String; 0]);
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
    fn a_crate_outside_its_folder_is_caught() {
        let place = |text: &str| at("server/src/sales/orders/place_order.rs", text);
        assert_eq!(has_no_database_driver_outside_db(&place("use rusqlite::Row;")).len(), 1);
        assert_eq!(has_no_axum_outside_the_wire(&place("fn f(_: axum::Json<u8>) {}")).len(), 1);
        assert_eq!(has_no_axum_outside_the_wire(&place("use crate::http::{csv, prelude::*};")).len(), 1);
        assert_eq!(has_no_axum_outside_the_wire(&place("use proptest::prelude::*;")).len(), 0);
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
        let registry = at("server/src/app/all_statements.rs", "[sales::orders::store::STATEMENTS]");
        assert_eq!(stores_missing_from_the_registry(&[store()]), ["sales::orders::store::STATEMENTS"]);
        assert!(stores_missing_from_the_registry(&[store(), registry]).is_empty());
    }
}
