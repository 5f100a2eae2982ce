//! A source file for the rules: its code without comments, and its string literals.

use std::path::{Path, PathBuf};

use super::rust::LAYERS_OF_FEATURES;

pub struct Source {
    /// The path from the repository's root, with forward slashes.
    pub path: String,
    pub text: String,
    /// The text without comments and with empty string literals, so that prose is not mistaken for code.
    pub code: String,
    pub literals: Vec<String>,
}

impl Source {
    pub fn rust(path: &str, text: &str) -> Self {
        let (code, literals) = split(text);
        Self { path: path.into(), text: text.into(), code, literals }
    }

    pub fn plain(path: &str, text: &str) -> Self {
        Self { path: path.into(), text: text.into(), code: text.into(), literals: Vec::new() }
    }

    pub fn file_name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// `sales` for `server/src/sales/orders/order.rs`; `None` for files in `src` itself.
    pub fn layer(&self) -> Option<&str> {
        self.path.strip_prefix("server/src/")?.split_once('/').map(|(layer, _)| layer)
    }

    /// `sales/orders` for `server/src/sales/orders/order.rs`, if the folders of that layer are features; else the
    /// layer.
    pub fn feature(&self) -> Option<&str> {
        let layer = self.layer()?;
        let inner = self.path.strip_prefix("server/src/")?;
        let is_folder = inner.matches('/').count() > 1;
        let end = inner[layer.len() + 1..].find('/').map_or(layer.len(), |end| layer.len() + 1 + end);
        Some(if is_folder && LAYERS_OF_FEATURES.contains(&layer) { &inner[..end] } else { layer })
    }
}

/// All files below `folder` with one of these endings, sorted.
pub fn files(root: &Path, folder: &str, endings: &[&str]) -> Vec<Source> {
    let paths = paths(root, folder).into_iter();
    paths
        .filter(|path| endings.iter().any(|ending| path.ends_with(ending)))
        .map(|path| read(root, &path))
        .collect()
}

/// The paths of all files below `folder`, sorted, without generated and installed ones.
pub fn paths(root: &Path, folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect(&root.join(folder), &mut found);
    let relative = |path: &PathBuf| path.strip_prefix(root).map(|path| path.to_string_lossy().into_owned());
    let mut paths: Vec<String> = found.iter().filter_map(|path| relative(path).ok()).collect();
    paths.retain(|path| !path.ends_with(".gen.ts"));
    paths.sort();
    paths
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    const SKIPPED: &[&str] = &["node_modules", "target", "dist", "data", "test-results"];
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match path.is_dir() {
            true if name.starts_with('.') || SKIPPED.contains(&name.as_str()) => {}
            true => collect(&path, found),
            false => found.push(path),
        }
    }
}

fn read(root: &Path, path: &str) -> Source {
    let text = std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let is_rust = Path::new(path).extension().is_some_and(|ending| ending == "rs");
    if is_rust { Source::rust(path, &text) } else { Source::plain(path, &text) }
}

/// Splits Rust text into code without comments and with empty strings, and the strings.
fn split(text: &str) -> (String, Vec<String>) {
    let mut rest = text;
    let mut code = String::with_capacity(text.len());
    let mut literals = Vec::new();
    while let Some(first) = rest.chars().next() {
        let after_word = code.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let step = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if let Some((start, closing)) = raw_string(rest).filter(|_| !after_word) {
            let end = rest[start..].find(&closing).map_or(rest.len(), |at| start + at);
            literals.push(rest[start..end].to_owned());
            code.push_str("\"\"");
            (end + closing.len()).min(rest.len())
        } else if first == '"' {
            let end = end_of_string(rest);
            literals.push(rest[1..end].to_owned());
            code.push_str("\"\"");
            (end + 1).min(rest.len())
        } else if let Some(length) = char_literal(rest) {
            code.push_str("' '");
            length
        } else {
            code.push(first);
            first.len_utf8()
        };
        rest = &rest[step..];
    }
    (code, literals)
}

fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0usize, 0);
    while at < rest.len() {
        match () {
            () if rest[at..].starts_with("/*") => (depth, at) = (depth + 1, at + 2),
            () if rest[at..].starts_with("*/") => (depth, at) = (depth - 1, at + 2),
            () => at += rest[at..].chars().next().map_or(1, char::len_utf8),
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

/// The start of the contents of `r#"…"#`, and their terminator.
fn raw_string(rest: &str) -> Option<(usize, String)> {
    let hashes = rest.strip_prefix('r').or_else(|| rest.strip_prefix("br"))?;
    let opening = hashes.find('"')?;
    let all_hashes = hashes[..opening].bytes().all(|byte| byte == b'#');
    all_hashes.then(|| (rest.len() - hashes.len() + opening + 1, format!("\"{}", "#".repeat(opening))))
}

fn end_of_string(rest: &str) -> usize {
    let mut escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at,
            _ => {}
        }
    }
    rest.len()
}

/// The length of `'x'` or `'\n'`; `None` for a lifetime.
fn char_literal(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('\'')?;
    if let Some(escape) = inside.strip_prefix('\\') {
        let first = escape.chars().next()?.len_utf8();
        return escape[first..].find('\'').map(|at| 2 + first + at + 1);
    }
    let first = inside.chars().next()?.len_utf8();
    inside[first..].starts_with('\'').then_some(first + 2)
}

#[test]
fn strings_and_comments_are_told_from_code() {
    let source = Source::rust(
        "x.rs",
        "// \"a\" comment\nlet a = \"b \\\" // c\"; /* d /* e */ \"f\" */ let b: &'x str = r#\"g \"h\" \"#; '\"' '\\'' end",
    );
    assert_eq!(source.literals, ["b \\\" // c", "g \"h\" "]);
    assert_eq!(source.code, "\nlet a = \"\";  let b: &'x str = \"\"; ' ' ' ' end");
}
