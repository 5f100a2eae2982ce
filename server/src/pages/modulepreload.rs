//! Which files hold the code of a screen, so that its page asks for them at once and not when the app gets to it.

use std::{collections::HashMap, fmt::Write as _};

use serde::Deserialize;

/// An entry of the list of files that the web app's build leaves.
#[derive(Deserialize)]
struct Piece {
    file: String,
    /// Names of other entries, needed before this one can run.
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default)]
    css: Vec<String>,
}

/// The page with links to the files of these modules, of all that they import, and of their styles. What it names already
/// is not named twice. A module that the list does not know is left to the app, which asks for it as before.
pub fn with_links(html: &str, manifest: &[u8], modules: impl Iterator<Item = &'static str>) -> String {
    let Ok(pieces) = serde_json::from_slice::<HashMap<String, Piece>>(manifest) else {
        return html.to_owned();
    };
    let (mut scripts, mut styles) = (Vec::new(), Vec::new());
    for module in modules {
        collect(module, &pieces, &mut scripts, &mut styles);
    }
    let mut links = String::new();
    let is_missing = |file: &&&str| !html.contains(&format!("\"/{file}\""));
    for file in scripts.iter().filter(is_missing) {
        let _ = write!(links, "<link rel=\"modulepreload\" crossorigin href=\"/{file}\">");
    }
    // As the app itself would add them: it looks for the address before it does.
    for file in styles.iter().filter(is_missing) {
        let _ = write!(links, "<link rel=\"stylesheet\" crossorigin href=\"/{file}\">");
    }
    // Behind the shop's own styles, which decide the order of the layers.
    html.replacen("</head>", &format!("{links}</head>"), 1)
}

fn collect<'a>(
    name: &str,
    pieces: &'a HashMap<String, Piece>,
    scripts: &mut Vec<&'a str>,
    styles: &mut Vec<&'a str>,
) {
    let Some(piece) = pieces.get(name) else { return };
    if scripts.contains(&piece.file.as_str()) {
        return;
    }
    scripts.push(&piece.file);
    for import in &piece.imports {
        collect(import, pieces, scripts, styles);
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
    fn every_file_is_named_once_behind_those_of_the_shop() {
        let shop = "<head><script src=\"/assets/shop.js\"></script>";
        let html = with_links(&format!("{shop}</head>"), MANIFEST.as_bytes(), ["src/Page.tsx"].into_iter());
        let preload = |file| format!("<link rel=\"modulepreload\" crossorigin href=\"/assets/{file}\">");
        let style = |file| format!("<link rel=\"stylesheet\" crossorigin href=\"/assets/{file}\">");
        let scripts = ["Page.js", "form.js", "round.js"].map(preload).concat();
        let styles = ["form.css", "Page.css"].map(style).concat();
        assert_eq!(html, format!("{shop}{scripts}{styles}</head>"));
    }

    #[test]
    fn a_page_without_a_known_module_stays_as_it_is() {
        for manifest in [MANIFEST, "not JSON"] {
            let html = with_links("<head></head>", manifest.as_bytes(), ["src/Other.tsx"].into_iter());
            assert_eq!(html, "<head></head>");
        }
    }
}
