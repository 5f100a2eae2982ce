//! Links each page to the files with its code, so that the browser loads them immediately.

use std::collections::HashMap;

use maud::html;
use serde::Deserialize;

/// An entry of the manifest that the web build writes.
#[derive(Deserialize)]
struct ManifestEntry {
    file: String,
    /// Other entries that this one imports.
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default)]
    css: Vec<String>,
}

/// Adds links to the files of these modules, their imports and their styles, unless the page has them already. The app
/// itself loads a module that the manifest does not list.
pub fn add_links(page: &str, manifest: &[u8], modules: impl Iterator<Item = &'static str>) -> String {
    let Ok(pieces) = serde_json::from_slice::<HashMap<String, ManifestEntry>>(manifest) else {
        return page.to_owned();
    };
    let (mut scripts, mut styles) = (Vec::new(), Vec::new());
    for module in modules {
        collect_files(module, &pieces, &mut scripts, &mut styles);
    }
    let is_missing = |file: &&&str| !page.contains(&format!("\"/{file}\""));
    let links = html! {
        @for file in scripts.iter().filter(is_missing) {
            link rel="modulepreload" crossorigin href={ "/" (file) };
        }
        // The same form as the app's own links, which it adds only if they are missing.
        @for file in styles.iter().filter(is_missing) {
            link rel="stylesheet" crossorigin href={ "/" (file) };
        }
    };
    // After the shared styles, which define the order of the CSS layers.
    page.replacen("</head>", &format!("{}</head>", links.into_string()), 1)
}

fn collect_files<'a>(
    name: &str,
    pieces: &'a HashMap<String, ManifestEntry>,
    scripts: &mut Vec<&'a str>,
    styles: &mut Vec<&'a str>,
) {
    let Some(piece) = pieces.get(name) else { return };
    if scripts.contains(&piece.file.as_str()) {
        return;
    }
    scripts.push(&piece.file);
    for import in &piece.imports {
        collect_files(import, pieces, scripts, styles);
    }
    for file in &piece.css {
        if !styles.contains(&file.as_str()) {
            styles.push(file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"{
        "src/Page.tsx": { "file": "assets/Page.js", "imports": ["_shop.js", "_form.js"], "css": ["assets/Page.css"] },
        "_form.js": { "file": "assets/form.js", "imports": ["_shop.js", "_round.js"], "css": ["assets/form.css"] },
        "_round.js": { "file": "assets/round.js", "imports": ["_form.js"], "css": ["assets/form.css"] },
        "_shop.js": { "file": "assets/shop.js" }
    }"#;

    #[test]
    fn every_file_is_linked_once_after_the_shared_ones() {
        let shop = "<head><script src=\"/assets/shop.js\"></script>";
        let html = add_links(&format!("{shop}</head>"), MANIFEST.as_bytes(), ["src/Page.tsx"].into_iter());
        let preload = |file| format!("<link rel=\"modulepreload\" crossorigin href=\"/assets/{file}\">");
        let style = |file| format!("<link rel=\"stylesheet\" crossorigin href=\"/assets/{file}\">");
        let scripts = ["Page.js", "form.js", "round.js"].map(preload).concat();
        let styles = ["form.css", "Page.css"].map(style).concat();
        assert_eq!(html, format!("{shop}{scripts}{styles}</head>"));
    }

    #[test]
    fn a_page_without_a_known_module_stays_as_it_is() {
        for manifest in [MANIFEST, "not JSON"] {
            let html = add_links("<head></head>", manifest.as_bytes(), ["src/Other.tsx"].into_iter());
            assert_eq!(html, "<head></head>");
        }
    }
}
