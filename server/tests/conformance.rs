//! docs/conformance.md says where each statement of docs/specification.md lives and which test shows it. Here it is held
//! to that: no statement is left out, and every file and every test it names exists.

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

/// The cells of a table's rows, without its head.
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

/// What stands between marks of a kind, for example `code`.
fn between(mark: char, text: &str) -> Vec<&str> {
    text.split(mark).skip(1).step_by(2).collect()
}

/// What the specification quotes: 'Email is required'. An apostrophe within a word is none.
fn quoted(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start: Option<usize> = None;
    for (at, _) in text.match_indices('\'') {
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        match start {
            None if !is_letter(text[..at].chars().next_back()) => start = Some(at + 1),
            Some(from) if !is_letter(text[at + 1..].chars().next()) => {
                found.push(&text[from..at]);
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// Whether a source has a test of this name. In TypeScript it is what a `test` or `it` begins with, also after its cases:
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

/// Where the table of differences begins.
const DIFFERENCES: &str = "\n## Where the shop differs";

/// What is wrong with the rows: cells that say nothing, files and tests that are not there.
fn faults(table: &str, source: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut faults = Vec::new();
    for row in rows(table) {
        let [_, statement, places, tests] = row.as_slice() else {
            faults.push(format!("not four cells: {row:?}"));
            continue;
        };
        let places = between('`', places);
        if places.is_empty() {
            faults.push(format!("{statement}: it is not said where it lives"));
        }
        faults.extend(
            places
                .iter()
                .filter(|path| source(path).is_none())
                .map(|path| format!("{statement}: no file {path}")),
        );
        let tests = between('`', tests);
        if tests.is_empty() {
            faults.push(format!("{statement}: no test shows it"));
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

/// What is wrong with the table of differences: rows without a record that exists, and what a document calls different
/// without a row here.
fn undecided(table: &str, documents: &[(&str, String)], exists: impl Fn(&str) -> bool) -> Vec<String> {
    let rows = rows(table);
    let mut faults = Vec::new();
    for row in &rows {
        let records = row.get(2).map(|cell| between('`', cell)).unwrap_or_default();
        let is_record = |path: &&str| path.starts_with("docs/decisions/") && exists(path);
        if row.len() != 3 || records.is_empty() || !records.iter().all(is_record) {
            faults.push(format!("no record decides: {row:?}"));
        }
    }
    for (name, text) in documents {
        // What precedes the first section explains the word.
        for section in text.split("\n## ").skip(1) {
            let wanted = section.matches("**Differs**").count();
            let place = format!("{name} §{}", section.split('.').next().unwrap_or_default());
            let told = rows.iter().filter(|row| row.first() == Some(&place.as_str())).count();
            if told < wanted {
                faults.push(format!("{place} differs {wanted} times, and {told} are told"));
            }
        }
    }
    faults
}

/// What the specification demands word by word and the table does not mention.
fn left_out(specification: &str, table: &str) -> Vec<String> {
    let wanted = rows(specification).into_iter().filter_map(|row| row.first().copied());
    let wanted = wanted.chain(quoted(specification));
    wanted.filter(|words| !table.contains(words)).map(str::to_owned).collect()
}

#[test]
fn every_statement_is_listed_with_a_place_and_a_test_that_exist() {
    let table = read("docs/conformance.md");
    let known = RefCell::new(BTreeMap::new());
    let source = |path: &str| {
        let is_there = !path.contains("..") && root().join(path).exists();
        is_there.then(|| std::fs::read_to_string(root().join(path)).unwrap_or_default())
    };
    let (statements, differences) = table.split_once(DIFFERENCES).expect("a table of differences");
    let mut faults = faults(statements, |path| {
        known.borrow_mut().entry(path.to_owned()).or_insert_with(|| source(path)).clone()
    });
    let documents = ["api", "authorization", "screens"].map(|name| (name, read(&format!("docs/{name}.md"))));
    faults.extend(undecided(differences, &documents, |path| root().join(path).is_file()));
    assert!(faults.is_empty(), "docs/conformance.md:\n{}", faults.join("\n"));
    let left_out = left_out(&read("docs/specification.md"), &table);
    assert!(left_out.is_empty(), "docs/conformance.md leaves out:\n{}", left_out.join("\n"));
    let count = rows(statements).len();
    assert!(count >= 100, "the specification has more to say than {count} rows");
}

const MODAL: &str = r#"
test("the modal asks", async () => {});
test.each([1, 2])(
  "%d asks", async () => {});
test.describe("modals", () => { click("Delete"); it.skip("closes", close); });
"#;

#[test]
fn a_table_that_names_what_is_not_there_is_caught() {
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

#[test]
fn a_statement_that_is_left_out_is_caught() {
    let specification = "Rules: 'Email is required', the customer's own.\n| Route | Access |\n|---|---|\n| /tool | public |\n";
    assert_eq!(left_out(specification, "`/tool` says 'Email is required'"), [""; 0]);
    assert_eq!(left_out(specification, "nothing"), ["/tool", "Email is required"]);
}

#[test]
fn a_difference_nobody_decided_is_caught() {
    let text = "**Differs** means so.\n## 1. Here\nall alike\n## 2. There\n(**Differs**), (**Differs**)\n";
    let documents = [("api", text.to_owned()), ("screens", "## 2. Here\n".to_owned())];
    let table = |rows: &str| format!("\n| of | what | decided in |\n|---|---|---|\n{rows}");
    let row = "| api §2 | x | `docs/decisions/0001` |\n";
    let count = |rows: &str| undecided(&table(rows), &documents, |path| path == "docs/decisions/0001").len();
    assert_eq!(count(&row.repeat(2)), 0);
    assert_eq!(count(row), 1, "one of two is told");
    for bad in ["| api §9 | x | taste |\n", "| api §9 | x | `docs/decisions/0002` |\n", "| api §9 | x |\n"]
    {
        assert_eq!(count(&format!("{}{bad}", row.repeat(2))), 1, "{bad}");
    }
}
