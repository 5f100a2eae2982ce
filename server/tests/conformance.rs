//! Checks that every file and every test named in docs/conformance.md exists.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    cell::RefCell,
    collections::BTreeMap,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().unwrap().into()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The cells of a table, without its header.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let is_rule = |line: &str| line.starts_with("|-") || line.starts_with("| -");
    let mut rows = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if !line.starts_with('|') || is_rule(line) || lines.peek().is_some_and(|next| is_rule(next)) {
            continue;
        }
        rows.push(line.trim().trim_matches('|').split('|').map(str::trim).collect());
    }
    rows
}

/// The texts between pairs of `mark`, for example `code`.
fn between(mark: char, text: &str) -> Vec<&str> {
    text.split(mark).skip(1).step_by(2).collect()
}

/// Whether a source has a test of this name. In TypeScript it is the title of a `test` or `it`, also after cases:
/// `test.each(cases)("title"`.
fn has_test(source: &str, path: &str, name: &str) -> bool {
    if Path::new(path).extension() == Some("rs".as_ref()) {
        return source.contains(&format!("async fn {name}("))
            || source.contains(&format!("#[test]\nfn {name}("));
    }
    let begins_a_test = |before: &str| {
        let call = before.trim_end().strip_suffix('(').unwrap_or_default();
        let name = call.rsplit(|c: char| !c.is_alphanumeric() && c != '.').next();
        call.ends_with(')') || matches!(name, Some("test" | "it"))
    };
    source.match_indices(&format!("\"{name}\"")).any(|(at, _)| begins_a_test(&source[..at]))
}

/// Empty cells, and files and tests that do not exist.
fn faults(table: &str, source: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut faults = Vec::new();
    for row in rows(table) {
        let [_, statement, places, tests] = row.as_slice() else {
            faults.push(format!("not four cells: {row:?}"));
            continue;
        };
        let places = between('`', places);
        if places.is_empty() {
            faults.push(format!("{statement}: names no file"));
        }
        faults.extend(
            places
                .iter()
                .filter(|path| source(path).is_none())
                .map(|path| format!("{statement}: no file {path}")),
        );
        let tests = between('`', tests);
        if tests.is_empty() {
            faults.push(format!("{statement}: names no test"));
        }
        for test in tests {
            let shown = test.split_once("::").and_then(|(path, name)| Some((path, name, source(path)?)));
            if !shown.is_some_and(|(path, name, source)| has_test(&source, path, name)) {
                faults.push(format!("{statement}: no test {test}"));
            }
        }
    }
    faults
}

#[test]
fn every_file_and_test_in_the_table_exists() {
    let table = read("docs/conformance.md");
    let known = RefCell::new(BTreeMap::new());
    let source = |path: &str| {
        let is_there = !path.contains("..") && root().join(path).exists();
        is_there.then(|| std::fs::read_to_string(root().join(path)).unwrap_or_default())
    };
    let (statements, _) = table.split_once("\n## Where the shop differs").expect("a table of differences");
    let faults = faults(statements, |path| {
        known.borrow_mut().entry(path.to_owned()).or_insert_with(|| source(path)).clone()
    });
    assert!(faults.is_empty(), "docs/conformance.md:\n{}", faults.join("\n"));
    let count = rows(statements).len();
    assert!(count >= 100, "the table lists only {count} statements");
}

const MODAL: &str = r#"
test("the modal asks", async () => {});
test.each([1, 2])(
  "%d asks", async () => {});
test.describe("modals", () => { click("Delete"); it.skip("closes", close); });
"#;

#[test]
fn a_missing_file_or_test_is_caught() {
    let source = |path: &str| match path {
        "a.rs" => Some("async fn it_works(shop: TestShop) {}".to_owned()),
        "b.spec.ts" => Some(MODAL.to_owned()),
        _ => None,
    };
    let head = "| § | statement | lives in | shown by |\n|---|---|---|---|\n";
    let count = |row: &str| faults(&format!("{head}{row}\n"), source).len();
    assert_eq!(
        count("| 1 | x | `a.rs` | `a.rs::it_works`, `b.spec.ts::the modal asks`, `b.spec.ts::%d asks` |"),
        0
    );
    for bad in [
        "| 1 | x | `a.rs` | `a.rs::it_work` |",
        "| 1 | x | `a.rs` | `b.spec.ts::the modal` |",
        "| 1 | x | `a.rs` | `b.spec.ts::modals` |",
        "| 1 | x | `a.rs` | `b.spec.ts::Delete` |",
        "| 1 | x | `a.rs` | `b.spec.ts::closes` |",
        "| 1 | x | `a.rs` | `c.rs::it_works` |",
        "| 1 | x | `c.rs` | `a.rs::it_works` |",
        "| 1 | x | | `a.rs::it_works` |",
        "| 1 | x | `a.rs` | by hand |",
        "| 1 | x | `a.rs` |",
    ] {
        assert_eq!(count(bad), 1, "{bad}");
    }
}
