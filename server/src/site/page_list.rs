//! The pages of docs/specification.md §2, as the web build lists them in pages.json (see web/src/pages.ts and
//! dashboard-pages.ts).

use maud::{Markup, html};
use serde::Deserialize;

use crate::settings::shop_settings::settings::ShopSettings;

#[derive(Default, Deserialize)]
pub struct PageList {
    pages: Vec<WebPage>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WebPage {
    /// A segment that starts with `:` matches any one segment. `*` is the not-found page.
    pub path: String,
    /// The home page has no title, because its title is the shop's.
    pub title: Option<String>,
    /// A page without a description has the shop's.
    pub description: Option<String>,
    access: Access,
    /// What the owner's settings need to have for it (`HomePageSettings::has_part`).
    part: Option<String>,
    /// Whether it is the payment page, on which the card provider's script may run.
    pub own_document: bool,
    /// Whether the server renders its HTML.
    pub rendered: bool,
    /// The files that it needs beyond those that index.html names.
    scripts: Vec<String>,
    styles: Vec<String>,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Access {
    Public,
    #[serde(other)]
    Other,
}

impl PageList {
    /// The page at exactly this path, or the not-found page, which also stands for pages that the owner has turned off.
    pub fn find(&self, path: &str, shop: &ShopSettings) -> Option<&WebPage> {
        let mut pages = self.pages.iter();
        let found = pages.find(|page| page.exact_path(path).is_some_and(|exact| exact == path));
        found.filter(|page| page.is_on(shop)).or_else(|| self.pages.iter().find(|page| page.is_not_found()))
    }

    /// Returns the paths of public pages for search engines. The second path of the home page is left out.
    pub fn indexed_paths(&self, shop: &ShopSettings) -> impl Iterator<Item = &str> {
        let pages = self.pages.iter().filter(|page| page.is_public() && page.is_on(shop));
        let paths = pages.map(|page| page.path.as_str());
        paths.filter(|path| !path.contains(':') && *path != "/home")
    }

    /// Whether a page stands at this path, in any letter case, whatever the owner has turned off.
    pub fn has_fixed_page(&self, path: &str) -> bool {
        let mut pages = self.pages.iter().filter(|page| !page.is_not_found() && !page.path.contains(':'));
        pages.any(|page| page.path.eq_ignore_ascii_case(path))
    }

    /// The path of the page that `path` names in another letter case or with a trailing slash.
    pub fn corrected_path(&self, path: &str) -> Option<String> {
        let without_slash = path.strip_suffix('/').filter(|rest| rest.len() > 1).unwrap_or(path);
        self.pages.iter().find_map(|page| page.exact_path(without_slash)).filter(|exact| exact != path)
    }
}

impl WebPage {
    /// The path as the page spells it, with the ids of `path`. `None` if `path` is not about this page.
    fn exact_path(&self, path: &str) -> Option<String> {
        let mut given = path.split('/');
        let mut exact = Vec::new();
        for wanted in self.path.split('/') {
            let segment = given.next()?;
            exact.push(match wanted.strip_prefix(':') {
                Some(_) if segment.is_empty() => return None,
                Some(_) => segment,
                None if wanted.eq_ignore_ascii_case(segment) => wanted,
                None => return None,
            });
        }
        given.next().is_none().then(|| exact.join("/"))
    }

    pub fn is_not_found(&self) -> bool {
        self.path == "*"
    }

    fn is_on(&self, shop: &ShopSettings) -> bool {
        self.part.as_ref().is_none_or(|part| shop.home.has_part(part))
    }

    /// Whether search engines may index it.
    pub fn is_public(&self) -> bool {
        self.access == Access::Public
    }

    /// Links to its files, so that the browser loads them immediately. The code of a page with HTML waits for the
    /// first paint (web/src/main.tsx), because it would share the connection with the styles and the main picture.
    pub fn links(&self, has_html: bool) -> Markup {
        html! {
            @for file in &self.scripts {
                link rel="modulepreload" crossorigin href={ "/" (file) } media=[has_html.then_some("not all")];
            }
            // The same form as the app's own links, which it adds only if they are missing.
            @for file in &self.styles {
                link rel="stylesheet" crossorigin href={ "/" (file) };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::email::{UNSUBSCRIBE, samples},
        values::{language::Language, page_path},
    };

    fn list<'a>(paths: impl IntoIterator<Item = &'a str>) -> PageList {
        let page = |path| WebPage {
            path: String::from(path),
            title: None,
            description: None,
            access: Access::Public,
            part: None,
            own_document: false,
            rendered: false,
            scripts: Vec::new(),
            styles: Vec::new(),
        };
        PageList { pages: paths.into_iter().map(page).collect() }
    }

    #[test]
    fn each_link_in_an_email_is_a_page() {
        let tables =
            [include_str!("../../../web/src/pages.ts"), include_str!("../../../web/src/dashboard-pages.ts")];
        let lines = tables.iter().flat_map(|table| table.lines());
        let pages = list(lines.filter_map(|line| line.trim().strip_prefix("path: \"")?.strip_suffix("\",")));
        let mut count = 0;
        let letterheads = Language::ALL.map(|language| samples::letterhead().in_language(language));
        let messages = samples::messages();
        for (message, letterhead) in
            messages.iter().flat_map(|message| letterheads.iter().map(move |it| (message, it)))
        {
            let text = message.render(letterhead, samples::at(0)).text;
            for path in text.split_whitespace().filter_map(|word| word.strip_prefix(samples::SHOP)) {
                let path = path.split(['?', '#']).next().filter(|path| !path.is_empty()).unwrap_or("/");
                let english = page_path::in_english(path);
                let page = pages.find(&english, &ShopSettings::default()).map(|page| page.path.as_str());
                assert!(
                    page.is_some_and(|page| page != "*" || path == UNSUBSCRIBE),
                    "{path} in the e-mail {}",
                    message.kind()
                );
                count += 1;
            }
        }
        assert!(count > messages.len(), "no links were found");
    }

    #[test]
    fn a_path_finds_its_page_or_the_not_found_page() {
        let list = list(["/", "/home", "/tools/:toolsId", "*", "/a/:id/c"]);
        let found = |path| list.find(path, &ShopSettings::default()).map(|page| page.path.as_str());
        for (path, wanted) in
            [("/", "/"), ("/home", "/home"), ("/tools/123", "/tools/:toolsId"), ("/a/b/c", "/a/:id/c")]
        {
            assert_eq!(found(path), Some(wanted), "{path}");
        }
        let other = ["/tools", "/tools/", "/tools/1/2", "/a/b", "/a//c", "/nowhere", "//", "/home//"];
        for path in other {
            assert_eq!((found(path), list.corrected_path(path)), (Some("*"), None), "{path}");
        }
        for (path, exact) in [("/HOME", "/home"), ("/Home/", "/home"), ("/TOOLS/aB/", "/tools/aB")] {
            assert_eq!((found(path), list.corrected_path(path)), (Some("*"), Some(exact.into())), "{path}");
        }
    }
}
