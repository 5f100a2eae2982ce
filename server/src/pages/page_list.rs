//! The pages of docs/specification.md §2, as the web build lists them in pages.json (see web/src/pages.ts).

use maud::{Markup, html};
use serde::Deserialize;

#[derive(Default, Deserialize)]
pub struct PageList {
    pages: Vec<WebPage>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WebPage {
    /// A segment that starts with `:` matches any one segment. `*` is the not-found page.
    pub path: String,
    pub title: String,
    pub description: String,
    access: Access,
    /// Whether it is the payment page, on which the card provider's script may run.
    pub own_document: bool,
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
    /// The page at this path, or the not-found page.
    pub fn find(&self, path: &str) -> Option<&WebPage> {
        let path = without_trailing_slash(path);
        self.pages.iter().find(|page| page.matches(path)).or_else(|| {
            let mut pages = self.pages.iter();
            pages.find(|page| page.is_not_found())
        })
    }
}

pub fn without_trailing_slash(path: &str) -> &str {
    path.strip_suffix('/').filter(|rest| rest.len() > 1).unwrap_or(path)
}

impl WebPage {
    fn matches(&self, path: &str) -> bool {
        let mut given = path.split('/');
        let all_match = self.path.split('/').all(|wanted| {
            given.next().is_some_and(|segment| {
                if wanted.starts_with(':') { !segment.is_empty() } else { wanted == segment }
            })
        });
        all_match && given.next().is_none()
    }

    pub fn is_not_found(&self) -> bool {
        self.path == "*"
    }

    /// Whether search engines may index it.
    pub fn is_public(&self) -> bool {
        self.access == Access::Public
    }

    /// Links to its files, so that the browser loads them immediately.
    pub fn links(&self) -> Markup {
        html! {
            @for file in &self.scripts {
                link rel="modulepreload" crossorigin href={ "/" (file) };
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

    #[test]
    fn a_path_finds_its_page_or_the_not_found_page() {
        let page = |path| WebPage {
            path: String::from(path),
            title: String::new(),
            description: String::new(),
            access: Access::Public,
            own_document: false,
            scripts: Vec::new(),
            styles: Vec::new(),
        };
        let list = PageList { pages: ["/", "/home", "/tools/:toolsId", "*", "/a/:id/c"].map(page).into() };
        let found = |path| list.find(path).map(|page| page.path.as_str());
        for (path, wanted) in [
            ("/", "/"),
            ("/home", "/home"),
            ("/home/", "/home"),
            ("/tools/123", "/tools/:toolsId"),
            ("/tools/123/", "/tools/:toolsId"),
            ("/a/b/c", "/a/:id/c"),
        ] {
            assert_eq!(found(path), Some(wanted), "{path}");
        }
        for path in ["/tools", "/tools/", "/tools/1/2", "/a/b", "/a//c", "/nowhere", "//", "/HOME", "/home//"]
        {
            assert_eq!(found(path), Some("*"), "{path}");
        }
    }
}
