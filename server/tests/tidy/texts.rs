//! Rules about citations, settings and words of texts.

use std::{collections::BTreeSet, path::Path};

use super::source::Source;

/// Citations of missing files under docs/, and of anything outside the repository.
/// A text that names a file of one of these names one that exists.
pub const CITED_FOLDERS: &[&str] = &[
    "docs/",
    "server/src/",
    "server/tests/",
    "server/migrations/",
    "web/src/",
    "web/e2e/",
    "db/src/",
    "sandbox/src/",
    "bench/src/",
    "scripts/",
];

pub fn citations_of_nothing(source: &Source, existing: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    if source.text.contains("../shared/") {
        faults.push("cites something outside the repository".into());
    }
    let cited = CITED_FOLDERS.iter().flat_map(|folder| source.text.match_indices(folder));
    for (at, _) in cited {
        let before = source.text[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || "/._-".contains(c)) {
            continue;
        }
        let rest = &source.text[at..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"/._-".contains(c)).unwrap_or(rest.len());
        let cited = rest[..end].trim_end_matches(['.', '-']);
        // A decision may be cited by its number alone.
        if !existing.iter().any(|path| path.starts_with(cited)) {
            faults.push(format!("cites {cited}, which does not exist"));
        }
    }
    faults
}

/// Rust files that a comment names and that are not in the repository.
pub fn names_of_no_file(source: &Source, files: &[String]) -> Vec<String> {
    const ENDINGS: [&str; 5] = [".rs", ".ts", ".tsx", ".mjs", ".sql"];
    // Only the comments of a Rust file are sentences.
    let is_document = Path::new(&source.path).extension().is_some_and(|ending| ending == "md");
    let texts = source
        .text
        .lines()
        .filter_map(|line| if is_document { Some(line) } else { Some(line.split_once("//")?.1) });
    texts
        .flat_map(|comment| comment.split(|c: char| !c.is_alphanumeric() && !"/._-".contains(c)))
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| !word.starts_with("//"))
        .filter(|word| ENDINGS.iter().any(|ending| word.len() > ending.len() && word.ends_with(ending)))
        .filter(|word| !files.iter().any(|file| Path::new(file).ends_with(word)))
        .map(|word| format!("names {word}, which does not exist"))
        .collect()
}

/// Paths in backquotes that do not open as written, from the root of the repository.
pub fn paths_that_do_not_open(source: &Source, existing: &[String]) -> Vec<String> {
    const ENDINGS: [&str; 7] = ["/", ".rs", ".ts", ".tsx", ".sql", ".md", ".json"];
    let quoted = source.text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted
        .filter(|path| {
            path.contains('/')
                && !path.starts_with('/')
                && !path.starts_with("target/")
                && !path.contains([' ', '{', '*'])
        })
        .filter(|path| ENDINGS.iter().any(|ending| path.ends_with(ending)))
        .filter(|path| {
            !existing.iter().any(|file| file == path || path.ends_with('/') && file.starts_with(*path))
        })
        .map(|path| format!("names {path}, which does not open from the root of the repository"))
        .collect()
}

/// Words of texts for people that docs/specification.md does not use, or less often, and its own words.
const OTHER_WORDS: &[(&[&str], &str)] = &[
    (&["sign in", "signed in", "signing in", "sign-in"], "log in, login"),
    (&["log out", "logged out", "logging out"], "sign out"),
    (
        &[
            "email address",
            "this email",
            "your email",
            "an email",
            "another email",
            "the email",
            "send emails",
        ],
        "e-mail",
    ),
];

pub fn texts_in_other_words(source: &Source) -> Vec<String> {
    let is_web = source.literals.is_empty();
    let is_text =
        |line: &&str| !["//", "/*", "*"].iter().any(|comment| line.trim_start().starts_with(comment));
    let of_web = source.text.lines().filter(|_| is_web).filter(is_text);
    let texts = of_web.chain(source.literals.iter().map(String::as_str));
    // docs/screens.md has the first one. The others are addresses and names.
    let without_names = |text: &str| {
        ["Signed in as", "/sign-in", "-sign-in", "<Email address"]
            .iter()
            .fold(text.to_owned(), |text, name| text.replace(name, ""))
    };
    let texts = texts.map(|text| without_names(text).to_lowercase()).filter(|text| text.contains(' '));
    texts
        .flat_map(|text| {
            let other = |(words, ours): &(&[&str], &str)| {
                let found = words.iter().find(|word| text.contains(**word))?;
                Some(format!("{found:?} should be {ours:?}: {}", text.trim()))
            };
            OTHER_WORDS.iter().filter_map(other).collect::<Vec<_>>()
        })
        .collect()
}

/// `option_env!` reads it, so it is no setting.
const READ_BY_BUILDS: &str = "TROWEL_COMMIT";

/// Settings that only the server or only `.env.example` names.
pub fn settings_that_differ(server: &[Source], example: &str) -> Vec<String> {
    let mut read: BTreeSet<String> =
        server.iter().flat_map(|source| &source.literals).flat_map(|text| settings(text)).collect();
    read.remove(READ_BY_BUILDS);
    let explained: BTreeSet<String> = example
        .lines()
        .filter_map(|line| line.trim_start_matches('#').trim_start().split_once('='))
        .flat_map(|(name, _)| settings(name))
        .collect();
    let unexplained =
        read.difference(&explained).map(|name| format!("{name} is read but not in .env.example"));
    let unread =
        explained.difference(&read).map(|name| format!("{name} is in .env.example but nothing reads it"));
    unexplained.chain(unread).collect()
}

/// Their folders are parts of one subject.
const LAYERS_WITHOUT_FEATURES: &[&str] = &["clients"];

/// Layers and features of the server that the code map of ARCHITECTURE.md does not name, or that it names and that do
/// not exist.
pub fn folders_that_differ(server: &[Source], architecture: &str) -> Vec<String> {
    let map = architecture.split_once("### `server/src`\n").map_or("", |(_, rest)| rest);
    let map = map.split("\n### ").next().unwrap_or_default();
    let named: BTreeSet<&str> = map
        .lines()
        .filter_map(|row| row.strip_prefix("| `")?.split(" | ").next())
        .flat_map(|cell| cell.trim_end_matches('`').split("`, `"))
        .filter_map(|path| path.strip_prefix("server/src/")?.strip_suffix('/'))
        .collect();
    let exist: BTreeSet<&str> = server
        .iter()
        .filter_map(|source| source.path.strip_prefix("server/src/")?.rsplit_once('/'))
        .flat_map(|(folder, _)| {
            let ends = folder.match_indices('/').map(|(end, _)| end).chain([folder.len()]);
            ends.take(2).map(|end| &folder[..end])
        })
        .filter(|path| {
            !LAYERS_WITHOUT_FEATURES.contains(&path.split('/').next().unwrap_or_default())
                || !path.contains('/')
        })
        .collect();
    let missing = exist.difference(&named).map(|path| format!("{path}/ is not in the code map"));
    let gone = named.difference(&exist).map(|path| format!("{path}/ is in the code map and does not exist"));
    missing.chain(gone).collect()
}

fn settings(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_ascii_uppercase() && !c.is_ascii_digit() && c != '_')
        .filter(|word| word.len() > "TROWEL_".len() && word.starts_with("TROWEL_"))
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_of_nothing_is_caught() {
        let documents = ["docs/api.md".to_owned(), "docs/decisions/0005-swap.md".to_owned()];
        let faults = |text: &str| citations_of_nothing(&Source::plain("x.rs", text), &documents).len();
        assert_eq!(faults("// see docs/decisions/0099."), 1);
        assert_eq!(faults("(../shared/design.md)"), 1);
        assert_eq!(faults("// docs/decisions/0005, docs/api.md §3. https://a.example/docs/x"), 0);
    }

    #[test]
    fn a_comment_about_a_file_that_is_gone_is_caught() {
        let files = ["server/src/a/block/mod.rs".to_owned()];
        let faults = |text: &str| names_of_no_file(&Source::rust("x.rs", text), &files).len();
        assert_eq!(faults("//! see `lock/mod.rs`, block/mod.rs.\nf(); // a/old.rs"), 2);
        assert_eq!(faults("/// `block/mod.rs`, `mod.rs`, rs\n\"gone.rs\""), 0);
        let document = Source::plain("x.md", "[here](a/old.rs), `lock.ts`, `block/mod.rs`");
        assert_eq!(names_of_no_file(&document, &files).len(), 2);
    }

    #[test]
    fn a_path_that_does_not_open_is_caught() {
        let files = ["server/src/a/block.rs".to_owned()];
        let faults = |text: &str| paths_that_do_not_open(&Source::plain("x.md", text), &files);
        assert_eq!(faults("`server/src/a/block.rs` and `server/src/a/`, `GET /tools/x`, a/b.rs"), [""; 0]);
        assert_eq!(faults("`a/block.rs`, `server/src/b/`").len(), 2);
    }

    #[test]
    fn a_text_in_other_words_is_caught() {
        let faults = |source: &Source| texts_in_other_words(source).len();
        assert_eq!(faults(&Source::rust("x.rs", "f(\"Please sign in\", \"/sign-in\"); // this email")), 1);
        assert_eq!(
            faults(&Source::plain("x.tsx", "// sign in\n <p>Log out here</p>\n  Signed in as{\" \"}")),
            1
        );
    }

    #[test]
    fn a_folder_outside_the_code_map_is_caught() {
        let server = ["server/src/a/b/store.rs", "server/src/c/mod.rs", "server/src/main.rs"];
        let server = server.map(|path| Source::rust(path, ""));
        let map = |rows: &str| format!("### `server/src`\n\n{rows}\n\n### Beside it\n\n| `z/` | else |");
        let whole = map("| `server/src/main.rs`, `server/src/a/` | all |\n\
            | `server/src/a/b/`, `server/src/c/` | the rest of `d/` |");
        assert_eq!(folders_that_differ(&server, &whole), [""; 0]);
        let other = map("| `server/src/a/` | all |\n| `server/src/c/`, `server/src/d/` | the rest |");
        let faults = ["a/b/ is not in the code map", "d/ is in the code map and does not exist"];
        assert_eq!(folders_that_differ(&server, &other), faults);
    }

    #[test]
    fn a_setting_without_explanation_is_caught() {
        let server = [Source::rust("x.rs", "env = \"TROWEL_A\"; \"TROWEL_B must be a number\"; // TROWEL_C")];
        assert_eq!(settings_that_differ(&server, "# why\n# TROWEL_A=1\nTROWEL_D=\n").len(), 2);
    }
}
