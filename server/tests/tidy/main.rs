//! Rules about the source text: which layer may import which, where SQL and axum may be used, which words are used.
//!
//! A rule is a function from a source to its faults. Each rule has a test in which it catches a bad sample. Exceptions
//! are listed next to the rule, with their reason.

mod container;
mod french;
mod licenses;
mod packages;
mod results;
mod rust;
mod schemas;
mod source;
mod tables;
mod texts;
mod web;
mod words;

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use source::{Source, files, paths};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("server/ is a folder of the repository").into()
}

fn every_rust_file() -> Vec<Source> {
    let mut found = files(&root(), "server", &[".rs"]);
    found.extend(files(&root(), "db", &[".rs"]));
    found.extend(files(&root(), "sandbox", &[".rs"]));
    found.extend(files(&root(), "bench", &[".rs"]));
    // These files contain the rules' bad samples.
    found.retain(|source| !source.path.starts_with("server/tests/tidy/"));
    assert!(!found.is_empty(), "the sources were found");
    found
}

fn server_files() -> Vec<Source> {
    every_rust_file().into_iter().filter(|source| source.path.starts_with("server/src/")).collect()
}

fn web_files() -> Vec<Source> {
    let found = files(&root(), "web/src", &[".ts", ".tsx"]);
    assert!(!found.is_empty(), "the web app was found");
    found
}

fn holds(rule: impl Fn(&Source) -> Vec<String>, sources: &[Source]) {
    let faults: Vec<String> = sources
        .iter()
        .flat_map(|source| rule(source).into_iter().map(|fault| format!("{}: {fault}", source.path)))
        .collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn layers_import_only_layers_below() {
    let sources = server_files();
    holds(rust::imports_only_layers_below, &sources);
    let shop = sources.iter().find(|source| source.path == "server/src/shop.rs").expect("the state");
    let fields = rust::layers_of_fields(shop);
    assert!(fields.len() > 10, "{fields:?}");
    holds(|source| rust::reads_only_parts_of_the_shop_from_below(source, &fields), &sources);
}

#[test]
fn features_of_a_layer_import_each_other_in_one_direction() {
    let faults = rust::circles(&server_files());
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn only_stores_know_sql() {
    holds(rust::has_no_sql_outside_stores, &server_files());
}

#[test]
fn one_feature_writes_a_table() {
    let faults = rust::tables_with_several_owners(&server_files());
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn a_deleted_account_is_in_no_table() {
    let migrations = files(&root(), "server/migrations", &[".sql"]);
    let faults = tables::rows_that_outlive_their_account(&migrations, &server_files());
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn only_the_database_module_knows_the_engines() {
    holds(rust::has_no_database_driver_outside_db, &server_files());
}

#[test]
fn only_the_wire_knows_axum() {
    holds(rust::has_no_axum_outside_the_wire, &server_files());
}

#[test]
fn only_the_outer_files_know_the_sandbox() {
    holds(rust::keeps_the_sandbox_outside, &server_files());
}

#[test]
fn a_refusal_is_one_typed_error() {
    holds(results::results_in_results, &server_files());
}

#[test]
fn a_route_is_registered_together_with_its_document() {
    holds(rust::registers_routes_with_their_document, &server_files());
}

#[test]
fn every_lint_exception_has_a_reason() {
    holds(rust::gives_a_reason_for_lint_exceptions, &every_rust_file());
}

#[test]
fn every_store_is_in_the_registry_of_statements() {
    let sources = server_files();
    let missing = rust::stores_missing_from_the_registry(&sources);
    assert!(missing.is_empty(), "no test prepares the statements of {missing:?} on both engines");
}

#[test]
fn every_setting_is_explained_in_the_example() {
    let faults = texts::settings_that_differ(&server_files(), &read(".env.example"));
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn the_code_map_has_every_folder() {
    let faults = texts::folders_that_differ(&server_files(), &read("ARCHITECTURE.md"));
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn texts_use_the_words_of_the_specification() {
    let web = web_files().into_iter().filter(|source| !source.path.contains(".test."));
    holds(texts::texts_in_other_words, &server_files().into_iter().chain(web).collect::<Vec<_>>());
}

/// The shell reads every setting, also those that are comments.
#[test]
fn a_shell_can_source_the_example_of_settings() {
    let example = read(".env.example").replace("\n#TROWEL_", "\nTROWEL_");
    let mut shell = Command::new("sh")
        .args(["-euc", "set -a; . /dev/stdin; env"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sh runs");
    shell.stdin.take().expect("a pipe").write_all(example.as_bytes()).expect("sh reads");
    let output = shell.wait_with_output().expect("sh ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let environment = String::from_utf8(output.stdout).expect("text");
    for setting in example.lines().filter(|line| line.starts_with("TROWEL_")) {
        let expected = setting.replace('"', "");
        assert!(environment.lines().any(|line| line == expected), "{expected} was not set");
    }
}

#[test]
fn what_is_cited_exists() {
    let endings = [".rs", ".ts", ".tsx", ".mjs", ".md", ".toml", ".sql", ".yml", ".example"];
    let sources: Vec<_> = files(&root(), "", &endings)
        .into_iter()
        .filter(|source| !source.path.starts_with("server/tests/tidy/"))
        .collect();
    let existing: Vec<_> = texts::CITED_FOLDERS.iter().flat_map(|folder| paths(&root(), folder)).collect();
    holds(|source| texts::citations_of_nothing(source, &existing), &sources);
}

#[test]
fn a_path_of_the_first_documents_opens_as_written() {
    let all = paths(&root(), "");
    let names = ["ARCHITECTURE.md", "CONTRIBUTING.md"];
    let documents: Vec<_> = names.iter().map(|name| Source::plain(name, &read(name))).collect();
    holds(|source| texts::paths_that_do_not_open(source, &all), &documents);
}

#[test]
fn a_file_that_a_comment_or_a_document_names_exists() {
    let all = paths(&root(), "");
    let mut sources = files(&root(), "", &[".md"]);
    // The history names files that are gone.
    sources.retain(|source| source.path != "CHANGELOG.md");
    sources.extend(every_rust_file());
    holds(|source| texts::names_of_no_file(source, &all), &sources);
}

#[test]
fn the_web_apps_layers_look_one_way() {
    holds(web::imports_only_what_lies_below, &web_files());
}

#[test]
fn the_web_app_has_no_barrels() {
    holds(web::is_no_barrel, &web_files());
}

#[test]
fn the_web_app_has_no_inline_styles() {
    holds(web::has_no_inline_style, &web_files());
}

#[test]
fn the_web_app_decides_by_no_sentence() {
    let is_code = |source: &Source| !source.path.contains(".test.") && !source.path.ends_with(".gen.ts");
    holds(web::reads_no_sentence, &web_files().into_iter().filter(is_code).collect::<Vec<_>>());
}

#[test]
fn every_page_is_opened_by_browser_tests_and_tests_of_the_shell() {
    let sources = |paths: &[&str]| -> Vec<Source> {
        paths.iter().map(|path| Source::plain(path, &read(path))).collect()
    };
    let tables = sources(&["web/src/pages.ts", "web/src/dashboard-pages.ts"]);
    let screens = sources(&["web/e2e/screens.ts", "web/e2e/buying-screens.ts"]);
    let shell = sources(&["server/tests/api/site/shell.rs"]);
    let mut faults = web::pages_without_screen(&tables, &screens);
    faults.extend(web::pages_without_screen(&tables, &shell));
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn no_forbidden_word_occurs() {
    let endings = [".rs", ".ts", ".tsx", ".mjs", ".sql", ".md", ".toml", ".css", ".env.example", "Makefile"];
    let is_excluded = |path: &str| ["server/tests/tidy/words.rs", "docs/specification.md"].contains(&path);
    let mut sources = files(&root(), "", &endings);
    let has_ending = |path: &str| endings.iter().any(|ending| path.ends_with(ending));
    for folder in ["scripts", "faults"] {
        sources.extend(files(&root(), folder, &[""]).into_iter().filter(|source| !has_ending(&source.path)));
    }
    sources.retain(|source| !is_excluded(&source.path));
    holds(words::forbidden_words, &sources);
}

#[test]
fn an_error_names_a_field_as_the_body_does() {
    holds(schemas::fields_with_two_names, &server_files());
}

#[test]
fn no_two_types_have_one_schema_name() {
    let faults = schemas::names_of_several_types(&server_files());
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn no_two_public_types_have_one_name() {
    let mut shared = Vec::new();
    for folder in ["server/src", "db/src", "sandbox/src"] {
        let sources = files(&root(), folder, &[".rs"]);
        assert!(!sources.is_empty(), "no sources in {folder}");
        let types = words::public_types(sources.iter());
        shared.extend(
            types.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| format!("{folder}: {name}")),
        );
    }
    assert!(shared.is_empty(), "{shared:#?}");
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn french_texts_have_the_words_and_marks_of_french() {
    holds(french::writes_french_as_canada_does, &server_files());
    let caught = |english: &str, french: &str| {
        let text = format!("localized!(\n    {english:?},\n    {french:?}\n)");
        french::writes_french_as_canada_does(&Source::rust("server/src/a.rs", &text)).len()
    };
    assert_eq!(caught("It is paid.", "C’est payé\u{a0}: {}\u{a0}%."), 1, "the placeholders differ");
    for wrong in
        ["It is paid.", "C'est payé.", "C’est payé !", "C’est payé : {}", "« Payé »", "“Payé”", "Payé the"]
    {
        assert_ne!(caught("It is paid.", wrong), 0, "{wrong}");
    }
    assert_eq!(caught("It is paid: {}", "C’est payé\u{a0}: {}"), 0);
}
