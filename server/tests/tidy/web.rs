//! Rules for the web app: `app → features → ui, api`, no barrels, no inline styles, a screen for each page.

use super::source::Source;

/// Folder of `web/src` → the folders it may import, beside itself.
const LAYERS: &[(&str, &[&str])] = &[
    ("server", &["app", "features", "ui", "api"]),
    ("app", &["features", "ui", "api"]),
    ("features", &["ui", "api"]),
    ("ui", &["api"]),
    ("api", &[]),
];

/// Folder of `web/src/features` → the folders there that it may import.
const FEATURE_LAYERS: &[(&str, &[&str])] = &[
    ("site", &["sales", "catalogue", "settings", "accounts"]),
    ("back-office", &["sales", "catalogue", "settings", "accounts"]),
    ("sales", &["catalogue", "settings", "accounts"]),
    ("catalogue", &["settings", "accounts"]),
    ("settings", &["accounts"]),
    ("accounts", &[]),
];

pub fn imports_only_what_lies_below(source: &Source) -> Vec<String> {
    let Some((layer, own)) = layer_of(&source.path) else { return Vec::new() };
    let Some((_, below)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
        return vec![format!("the folder {layer} has no row in the table of layers")];
    };
    let mut faults = Vec::new();
    for import in imports(&source.text).iter().filter(|import| import.starts_with('.')) {
        let target = resolve(&source.path, import);
        let allowed = match layer_of(&target) {
            Some(("features", theirs)) if layer == "features" => may_import(own, theirs),
            Some((other, _)) => other == layer || below.contains(&other),
            None => true,
        };
        faults.extend((!allowed).then(|| format!("{layer}/{own} may not import {import}")));
    }
    faults
}

/// Both are below `features`. A feature imports itself, the files that its folder's features share, and lower folders.
fn may_import(own: &str, theirs: &str) -> bool {
    let (Some((folder, own)), Some((other, theirs))) = (own.split_once('/'), theirs.split_once('/')) else {
        return false;
    };
    if folder == other {
        return !theirs.contains('/') || own.split('/').next() == theirs.split('/').next();
    }
    FEATURE_LAYERS.iter().any(|(name, below)| *name == folder && below.contains(&other))
}

/// `(features, sales/orders/x.ts)` for `web/src/features/sales/orders/x.ts`; `None` for files in `web/src` itself.
fn layer_of(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix("web/src/")?.split_once('/')
}

/// The specifiers after `from`, `import` or `import(`, in double quotes as the formatter writes them.
fn imports(text: &str) -> Vec<String> {
    ["from \"", "import \"", "import(\""]
        .iter()
        .flat_map(|opening| text.match_indices(opening).map(|(at, _)| &text[at + opening.len()..]))
        .filter_map(|rest| rest.split_once('"').map(|(specifier, _)| specifier.to_owned()))
        .collect()
}

fn resolve(from: &str, import: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

pub fn is_no_barrel(source: &Source) -> Vec<String> {
    if source.file_name().starts_with("index.") {
        return vec!["import a part from the file that has it".into()];
    }
    Vec::new()
}

pub fn has_no_inline_style(source: &Source) -> Vec<String> {
    if source.text.contains("style={") {
        return vec!["style={…} is refused by the content security policy; use a class".into()];
    }
    Vec::new()
}

/// The members with a sentence of the server.
const SENTENCES: [&str; 2] = ["detail", "message"];
const SEARCHES: [&str; 9] = [
    ".match(",
    ".matchAll(",
    ".includes(",
    ".startsWith(",
    ".endsWith(",
    ".indexOf(",
    ".search(",
    ".replace(",
    ".split(",
];
const MATCHES: [&str; 2] = [".test(", ".exec("];
const COMPARISONS: [&str; 4] = ["=== \"", "!== \"", "=== `", "!== `"];

/// A search in the sentence of an error, or a comparison with one: `code`, `field`, `row` and `member` are for programs. A
/// sentence in a variable of another name is not seen.
pub fn reads_no_sentence(source: &Source) -> Vec<String> {
    let text = &source.text;
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let uses = SENTENCES.iter().flat_map(|name| text.match_indices(name)).filter(|(at, name)| {
        !text[..*at].ends_with(is_name) && !text[at + name.len()..].starts_with(is_name)
    });
    let is_read = |(at, name): &(usize, &str)| {
        let before = text[..*at].trim_end_matches(|c: char| is_name(c) || ".?![]".contains(c));
        let after = &text[at + name.len()..];
        // Also behind `?? ""` in parentheses.
        let rest = after.trim_start_matches(|c: char| c.is_whitespace() || "?!\")".contains(c));
        SEARCHES.iter().any(|search| rest.starts_with(search))
            || COMPARISONS.iter().any(|comparison| after.trim_start().starts_with(comparison))
            || MATCHES.iter().any(|call| before.ends_with(call))
    };
    uses.filter(is_read).map(|(_, name)| format!("{name} of an error is for people; read its code")).collect()
}

/// Pages that no path of a screen names, with the reason.
const WITHOUT_SCREEN: &[(&str, &str)] = &[
    ("*", "the screen has an unknown path"),
    ("/about", "only tests of the web app draw it"),
    ("/category/:slug", "it is drawn as /tool"),
    ("/terms", "it is drawn as /privacy"),
    ("/returns", "it is drawn as /privacy"),
    ("/purchases/:id/credit-notes/:number", "the screen has the path from the API"),
    ("/dashboard/users/:id", "the screen opens it by a click"),
    ("/dashboard/webhooks/:id", "only tests of the web app draw it"),
];

/// Pages of the tables of the web app that these tests do not open. A part such as `:id` stands for any value.
pub fn pages_without_screen(tables: &[Source], screens: &[Source]) -> Vec<String> {
    let opened: Vec<&str> = screens
        .iter()
        .flat_map(|source| source.text.split(['"', '`', '\n']))
        .filter(|word| word.starts_with('/'))
        .filter_map(|word| word.split(['?', '#']).next())
        .collect();
    tables
        .iter()
        .flat_map(|table| table.text.lines())
        .filter_map(|line| line.trim().strip_prefix("path: \"")?.split_once('"'))
        .map(|(page, _)| page)
        .filter(|page| !WITHOUT_SCREEN.iter().any(|(path, _)| path == page))
        .filter(|page| !opened.iter().any(|path| is_path_of(page, path)))
        .map(|page| format!("{} does not open {page}", screens[0].path))
        .collect()
}

fn is_path_of(page: &str, path: &str) -> bool {
    let parts: Vec<&str> = page.split('/').collect();
    let given: Vec<&str> = path.split('/').collect();
    parts.len() == given.len()
        && parts.iter().zip(&given).all(|(part, it)| part == it || part.starts_with(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_screen_is_caught() {
        let tables =
            [at("web/src/pages.ts", "  tool: {\n    path: \"/tool/:slug\",\n    title: \"A tool\",")];
        for screens in ["path: `/tool/${slug}`,", "path: \"/tool/hoe?q=steel\","] {
            assert_eq!(pages_without_screen(&tables, &[at("x.ts", screens)]), [] as [String; 0], "{screens}");
        }
        for screens in ["path: \"/tool\",", "path: \"/tools/hoe\",", "path: `/tool/${slug}/stock`,"] {
            assert_eq!(pages_without_screen(&tables, &[at("x.ts", screens)]).len(), 1, "{screens}");
        }
    }

    #[test]
    fn a_sentence_that_is_read_is_caught() {
        for text in [
            "if (/stock/.test(error.message)) x();",
            "const [, row] = /^Row/.exec(error.fields[0]?.detail ?? \"\") ?? [];",
            "detail.includes(\"name\")",
            "(error.message ?? \"\").startsWith(\"Row\")",
            "error.message\n  .split(\":\")",
            "problem.detail === \"Please log in.\"",
        ] {
            assert_eq!(reads_no_sentence(&at("x.ts", text)).len(), 1, "{text}");
        }
        for text in [
            "error.code === \"sold_out\" ? error.message : undefined",
            "details.includes(id)",
            "detail: text.split(\" \")",
            "{detail && ` · ${detail}`}",
            "event.detail === 0",
            "/x/.test(text) ? detail : message",
        ] {
            assert_eq!(reads_no_sentence(&at("x.ts", text)), [] as [String; 0], "{text}");
        }
    }

    fn at(path: &str, text: &str) -> Source {
        Source::plain(path, text)
    }

    #[test]
    fn an_import_upwards_or_sideways_is_caught() {
        for (path, text) in [
            ("web/src/features/sales/orders/x.ts", "import { a } from \"../payments/pay\";"),
            ("web/src/features/sales/orders/x.ts", "import { a } from \"../../site/home/HomePage\";"),
            ("web/src/features/sales/orders/x.ts", "import { a } from \"../../../app/routes.tsx\";"),
            ("web/src/features/sales/queries.ts", "import { a } from \"./orders/x\";"),
            ("web/src/features/catalogue/tools/x.ts", "import { a } from \"../../sales/queries\";"),
            ("web/src/ui/Button.tsx", "import { a } from \"../features/site/home/HomePage\";"),
            ("web/src/api/client.ts", "const a = await import(\"../features/site/home/HomePage\");"),
            ("web/src/surprise/x.ts", ""),
        ] {
            assert_eq!(imports_only_what_lies_below(&at(path, text)).len(), 1, "{path}: {text}");
        }
    }

    #[test]
    fn an_import_downwards_is_fine() {
        for (path, text) in [
            (
                "web/src/features/site/home/HomePage.tsx",
                "import { a } from \"../../catalogue/listing/ToolCard\";\nimport b from \"react\";",
            ),
            (
                "web/src/features/sales/orders/a/x.ts",
                "import { a } from \"../b\"; import \"../../queries\"; import \"../../../../ui/tokens.css\";",
            ),
            ("web/src/app/routes.tsx", "lazy(() => import(\"../features/site/home/HomePage\"))"),
            ("web/src/main.tsx", "import { App } from \"./app/App\";"),
        ] {
            assert_eq!(imports_only_what_lies_below(&at(path, text)), [] as [String; 0], "{path}");
        }
    }

    #[test]
    fn a_barrel_and_an_inline_style_are_caught() {
        assert_eq!(is_no_barrel(&at("web/src/ui/index.ts", "")).len(), 1);
        assert_eq!(is_no_barrel(&at("web/src/ui/Button.tsx", "")).len(), 0);
        assert_eq!(has_no_inline_style(&at("x.tsx", "<p style={{ color }}>")).len(), 1);
        assert_eq!(has_no_inline_style(&at("x.tsx", "<p className=\"style\">")).len(), 0);
    }
}
