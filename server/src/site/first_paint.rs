//! Puts what the first paint of a rendered page waits for into the page: its styles, the script that sets the theme,
//! and the addresses of its main picture that are not inside. Each would cost a slow connection another round trip.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use sha2::{Digest as _, Sha256};

use super::main_picture;

/// How the build and [`WebPage::links`](super::page_list::WebPage::links) name a style sheet.
const LINK: &str = "<link rel=\"stylesheet\" crossorigin href=\"/";

/// `file` reads a file of the web app. The second result is `policy` with the hashes of what is inline now.
pub fn inline(html: &str, policy: &str, file: impl Fn(&str) -> Option<String>) -> Option<(String, String)> {
    let theme = element(html, "<script src=\"/", "></script>")?;
    let shared = element(html, LINK, ">")?;
    let names = html.split(LINK).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0));
    let styles: String = names.map(&file).collect::<Option<_>>()?;
    let script = file(theme.split('"').nth(1)?.strip_prefix('/')?)?;
    let policy = policy
        .replacen("script-src 'self'", &format!("script-src 'self' {}", hash(&script)), 1)
        .replacen("style-src 'self'", &format!("style-src 'self' {}", hash(&styles)), 1);
    let html = html
        .replacen(theme, &format!("<script>{script}</script>"), 1)
        .replacen("<title>", &format!("{}<title>", main_picture::preloads(html)), 1)
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

/// As a content security policy names it.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<head><script src="/assets/theme.js"></script><title>A</title><link rel="stylesheet" crossorigin href="/assets/app.css"><link rel="stylesheet" crossorigin href="/assets/page.css"></head>"#;

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
}
