//! Rules for the web app: `app → features → ui, api`, no barrels, no inline styles.

use super::source::Source;

/// Folder of `web/src` → the folders it may import, beside itself.
const LAYERS: &[(&str, &[&str])] = &[
    ("server", &["app", "features", "ui", "api"]),
    ("app", &["features", "ui", "api"]),
    ("features", &["ui", "api"]),
    ("ui", &["api"]),
    ("api", &[]),
];

pub fn imports_only_what_lies_below(source: &Source) -> Vec<String> {
    let Some((layer, feature)) = layer_of(&source.path) else { return Vec::new() };
    let Some((_, below)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
        return vec![format!("the folder {layer} has no row in the table of layers")];
    };
    let mut faults = Vec::new();
    for import in imports(&source.text).iter().filter(|import| import.starts_with('.')) {
        let target = resolve(&source.path, import);
        match layer_of(&target) {
            // Home and a tool's page show parts of several features; no other feature imports a neighbour.
            Some((other, theirs)) if other == layer => {
                let sideways =
                    layer == "features" && theirs != feature && !["home", "tool-page"].contains(&feature);
                faults.extend(sideways.then(|| format!("the feature {feature} may not import {import}")));
            }
            Some((other, _)) if !below.contains(&other) => {
                faults.push(format!("{layer} may not import {import}"));
            }
            _ => {}
        }
    }
    faults
}

/// `(features, ordering)` for `web/src/features/ordering/x.ts`; `None` for files in `web/src` itself.
fn layer_of(path: &str) -> Option<(&str, &str)> {
    let (layer, rest) = path.strip_prefix("web/src/")?.split_once('/')?;
    Some((layer, rest.split('/').next().unwrap_or_default()))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &str, text: &str) -> Source {
        Source::plain(path, text)
    }

    #[test]
    fn an_import_upwards_or_sideways_is_caught() {
        for (path, text) in [
            ("web/src/features/ordering/x.ts", "import { a } from \"../payment/pay\";"),
            ("web/src/features/ordering/x.ts", "import { a } from \"../../app/routes.tsx\";"),
            ("web/src/ui/Button.tsx", "import { a } from \"../features/home/HomePage\";"),
            ("web/src/api/client.ts", "const a = await import(\"../features/home/HomePage\");"),
            ("web/src/surprise/x.ts", ""),
        ] {
            assert_eq!(imports_only_what_lies_below(&at(path, text)).len(), 1, "{path}: {text}");
        }
    }

    #[test]
    fn an_import_downwards_is_fine() {
        for (path, text) in [
            (
                "web/src/features/home/HomePage.tsx",
                "import { a } from \"../catalogue/ToolCard\";\nimport b from \"react\";",
            ),
            (
                "web/src/features/ordering/a/x.ts",
                "import { a } from \"../b\"; import \"../../../ui/tokens.css\";",
            ),
            ("web/src/app/routes.tsx", "lazy(() => import(\"../features/home/HomePage\"))"),
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
