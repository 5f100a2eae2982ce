//! Puts what the first paint of a rendered page waits for into the page: its styles, the script that sets the theme, and
//! the address of its main picture. Each would cost a slow connection another round trip.

use std::fmt::Write as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use sha2::{Digest as _, Sha256};

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
        .replacen("<title>", &format!("{}<title>", picture_preloads(html)), 1)
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

/// Links to the main picture in its best format, which browsers that cannot show it pass over. The HTML is React's.
fn picture_preloads(html: &str) -> String {
    let picture =
        html.split_once("fetchPriority=\"high\"").and_then(|(before, _)| before.rsplit_once("<picture>"));
    let sources = picture.map_or("", |(_, sources)| sources).split("<source ").skip(1);
    let sources: Vec<&str> = sources.filter_map(|rest| Some(rest.split_once('>')?.0)).collect();
    let format = sources.first().and_then(|source| attribute(source, "type"));
    let (mut links, mut others) = (String::new(), String::new());
    for source in sources.iter().filter(|source| attribute(source, "type") == format) {
        let media = attribute(source, "media");
        let wanted = media.unwrap_or(&others);
        let _ = write!(
            links,
            "<link rel=\"preload\" as=\"image\" fetchpriority=\"high\" type=\"{}\" media=\"{wanted}\" imagesrcset=\"{}\" imagesizes=\"{}\">",
            format.unwrap_or_default(),
            attribute(source, "srcSet").unwrap_or_default(),
            attribute(source, "sizes").unwrap_or_default(),
        );
        others = media.map_or_else(String::new, |media| format!("not all and {media}"));
    }
    links
}

fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = element.split_once(&format!("{name}=\""))?;
    Some(value.split_once('"')?.0)
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

    #[test]
    fn the_main_picture_is_requested_in_the_sizes_in_which_it_is_shown() {
        let html = r#"<picture><source type="image/avif" srcSet="/z"/></picture><picture><source media="(max-width: 40rem)" type="image/avif" srcSet="/a"/><source media="(max-width: 40rem)" type="image/webp" srcSet="/b"/><source type="image/avif" srcSet="/c 1w, /d 2w" sizes="100vw"/><img fetchPriority="high"/></picture>"#;
        assert_eq!(
            picture_preloads(html),
            r#"<link rel="preload" as="image" fetchpriority="high" type="image/avif" media="(max-width: 40rem)" imagesrcset="/a" imagesizes=""><link rel="preload" as="image" fetchpriority="high" type="image/avif" media="not all and (max-width: 40rem)" imagesrcset="/c 1w, /d 2w" imagesizes="100vw">"#
        );
        assert_eq!(picture_preloads("<img fetchPriority=\"high\"/>"), "");
    }
}
