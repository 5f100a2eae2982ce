//! Puts the first scripts into each page, and what the first paint of a rendered page waits for: its styles, and the
//! addresses of its main picture that are not inside. Each would cost a slow connection another round trip.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use sha2::{Digest as _, Sha256};

use super::main_picture;

/// How the build and [`WebPage::links`](super::page_list::WebPage::links) name a style sheet.
const LINK: &str = "<link rel=\"stylesheet\" crossorigin href=\"/";

/// How the build names a script that runs before the app.
const SCRIPT: &str = "<script src=\"/";

/// The scripts that run before the app: one sets the theme, one says so if the app does not come. `file` reads a file
/// of the web app. The second result is `policy` with the hashes of what is inline now.
pub fn inline_scripts(
    html: &str,
    policy: &str,
    file: impl Fn(&str) -> Option<String>,
) -> Option<(String, String)> {
    let mut html = html.to_owned();
    let mut policy = policy.to_owned();
    while let Some(link) = script(&html) {
        let code = file(link.split('"').nth(1)?.strip_prefix('/')?)?;
        policy = policy.replacen("script-src 'self'", &format!("script-src 'self' {}", hash(&code)), 1);
        html = html.replacen(&link, &format!("<script>{code}</script>"), 1);
    }
    Some((html, policy))
}

fn script(html: &str) -> Option<String> {
    element(html, SCRIPT, "</script>").map(str::to_owned)
}

/// A rendered page can be read without its app, so it has only the script that sets the theme, and its styles.
pub fn inline(html: &str, policy: &str, file: impl Fn(&str) -> Option<String>) -> Option<(String, String)> {
    let slow_start = script(html.split_once(&script(html)?)?.1)?;
    let (html, policy) = inline_scripts(&html.replacen(&slow_start, "", 1), policy, &file)?;
    let shared = element(&html, LINK, ">")?;
    let names = html.split(LINK).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0));
    let styles: String = names.map(&file).collect::<Option<_>>()?;
    let policy = policy.replacen("style-src 'self'", &format!("style-src 'self' {}", hash(&styles)), 1);
    let preloads = main_picture::preloads(&html);
    let html = html
        .replacen("<title>", &format!("{preloads}<title>"), 1)
        .replacen(shared, &format!("<style>{styles}</style>"), 1)
        // The app would request the styles of a page if it found no link to them.
        .replace(LINK, "<link rel=\"stylesheet\" disabled crossorigin href=\"/");
    Some((html, policy))
}

/// The first one that starts and ends like this.
fn element<'a>(html: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let from = html.find(start)?;
    let to = from + html[from..].find(end)? + end.len();
    Some(&html[from..to])
}

/// Returns the hash of a text as a content security policy names it.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<head><script src="/assets/theme.js"></script><script src="/assets/slow.js"></script><title>A</title><link rel="stylesheet" crossorigin href="/assets/app.css"><link rel="stylesheet" crossorigin href="/assets/page.css"></head>"#;

    #[test]
    fn styles_and_theme_are_in_the_page_and_its_policy_admits_nothing_else() {
        let policy = "script-src 'self'; style-src 'self'";
        let (html, policy) = inline(PAGE, policy, |name| Some(format!("{{{name}}}"))).unwrap();
        let head = "<head><script>{assets/theme.js}</script><title>A</title><style>{assets/app.css}{assets/page.css}</style><link rel=\"stylesheet\" disabled crossorigin href=\"/assets/page.css\"></head>";
        assert_eq!(html, head);
        let (script, style) = (hash("{assets/theme.js}"), hash("{assets/app.css}{assets/page.css}"));
        assert_eq!(policy, format!("script-src 'self' {script}; style-src 'self' {style}"));
        assert!(inline(PAGE, &policy, |_| None).is_none(), "without its files the page stays as it is");
    }

    #[test]
    fn a_page_without_html_has_both_scripts_inside() {
        let (html, policy) =
            inline_scripts(PAGE, "script-src 'self'", |name| Some(format!("{{{name}}}"))).unwrap();
        let scripts = "<script>{assets/theme.js}</script><script>{assets/slow.js}</script><title>";
        assert!(html.contains(scripts), "{html}");
        let theme = hash("{assets/theme.js}");
        let slow = hash("{assets/slow.js}");
        assert_eq!(policy, format!("script-src 'self' {slow} {theme}"));
    }
}
