//! The path after a login: always a page of this shop, whatever was requested.

use reqwest::Url;

const MAX_BYTES: usize = 1_000;

/// A path with its query. Never another site's URL, in any spelling that a browser accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnTo(String);

impl ReturnTo {
    /// The home page if the text is not the path of a page.
    pub fn parse_or_home(text: Option<&str>) -> Self {
        Self::parse_or(text, "/")
    }

    pub fn parse_or(text: Option<&str>, home: &'static str) -> Self {
        Self(text.and_then(own_path).unwrap_or_else(|| home.to_owned()))
    }

    /// The same path with more query parameters.
    pub fn with(&self, pairs: &[(&str, &str)]) -> String {
        let (rest, fragment) = self.0.split_once('#').map_or((self.0.as_str(), None), |(a, b)| (a, Some(b)));
        let mut query = form_urlencoded(pairs);
        query.insert(0, if rest.contains('?') { '&' } else { '?' });
        format!("{rest}{query}{}", fragment.map(|text| format!("#{text}")).unwrap_or_default())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

crate::db::column! { ReturnTo as String: |path| path.as_str(), |text| Some(Self::parse_or_home(Some(&text))) }

pub fn form_urlencoded(pairs: &[(&str, &str)]) -> String {
    let Ok(mut url) = Url::parse("https://shop.invalid/") else { return String::new() };
    url.query_pairs_mut().extend_pairs(pairs);
    url.query().unwrap_or_default().to_owned()
}

/// The path with its query, as a browser reads it. Returns `None` if it is not the path of a page of this shop.
pub fn own_path(text: &str) -> Option<String> {
    // Browsers skip some of these characters and read a backslash as a slash.
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if !text.starts_with('/') || text.starts_with("//") || !is_plain || text.len() > MAX_BYTES {
        return None;
    }
    let ours = Url::parse("https://shop.invalid/").ok()?;
    let url = ours.join(text).ok()?;
    let path = url.path();
    let is_ours = url.origin() == ours.origin() && url.username().is_empty() && !path.starts_with("//");
    // API calls are not pages, and returning to a login would loop.
    let is_screen = !path.starts_with("/api/") && !path.starts_with("/sandbox/");
    (is_ours && is_screen).then(|| url.as_str()[ours.as_str().len() - 1..].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_this_shop_is_kept() {
        for path in [
            "/",
            "/tool",
            "/tools/1?quantity=2#form",
            "/tool?q=%2F%2Fevil.example",
            "/%2F%2Fevil.example",
            "/a//b",
        ] {
            assert_eq!(ReturnTo::parse_or_home(Some(path)).as_str(), path);
        }
        assert_eq!(ReturnTo::parse_or_home(Some("/a/../b")).as_str(), "/b");
    }

    #[test]
    fn parameters_are_added_to_its_query() {
        let said = |path| ReturnTo::parse_or_home(Some(path)).with(&[("problem", "a&b"), ("provider", "x")]);
        assert_eq!(said("/a"), "/a?problem=a%26b&provider=x");
        assert_eq!(said("/a?b=c#d"), "/a?b=c&problem=a%26b&provider=x#d");
    }

    #[test]
    fn any_other_address_becomes_the_home_page() {
        for text in [
            "",
            "tool",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            "\u{0}//evil.example",
            " //evil.example",
            "/.//evil.example",
            "/..//evil.example",
            "/%2e//evil.example",
            "/a/..//evil.example",
            "https://evil.example",
            "https:evil.example",
            "javascript:alert(1)",
            "/\u{2028}x",
            "/é",
            "/api/identity/social/google/start",
            "/x/../api/identity/session",
            "/sandbox/oauth/google/authorize",
        ] {
            assert_eq!(ReturnTo::parse_or_home(Some(text)).as_str(), "/", "{text:?}");
        }
        assert_eq!(ReturnTo::parse_or_home(None).as_str(), "/");
        assert_eq!(ReturnTo::parse_or_home(Some(&format!("/{}", "a".repeat(1_000)))).as_str(), "/");
    }
}
