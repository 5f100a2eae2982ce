//! Paths of a former shop, in the one spelling in which they are compared.

use percent_encoding::percent_decode_str;

use crate::values::{InvalidValue, language::localized};

/// The longest path, in bytes and with its query.
pub const MAX_LENGTH: usize = 500;
/// The home page of WordPress leads to another page if its query has one of these.
const HOME_QUERIES: [&str; 5] = ["p", "page_id", "product", "product_cat", "cat"];

/// Decoded, in small letters, without a slash at its end: `/products/draw-hoe`, `/?p=12`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OldPath(String);

crate::db::column! { OldPath as String: |path| path.as_str(), |text| Some(Self(text)) }

/// A path that may be a redirect, and what of the query belongs to the target.
#[derive(Debug, PartialEq, Eq)]
pub struct Candidate {
    pub path: OldPath,
    pub query: String,
}

impl OldPath {
    /// Reads a path, or a whole address, whose host does not count.
    pub fn parse(text: &str) -> Result<Self, InvalidValue> {
        let invalid = || {
            let why = localized!(
                "Please enter a path of the former shop, such as /products/draw-hoe.",
                "Veuillez entrer un chemin de l’ancienne boutique, par exemple /products/draw-hoe."
            );
            InvalidValue::new("not_a_path", why)
        };
        let text = text.trim();
        let text = text.split('#').next().unwrap_or_default();
        let text = without_origin(text).ok_or_else(invalid)?;
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let path = comparable(path).ok_or_else(invalid)?;
        if path == "/" {
            return home_query(query).map(|(path, _)| path).ok_or_else(|| {
                InvalidValue::new(
                    "home_page",
                    localized!(
                        "This is the home page. Please enter another path.",
                        "C’est la page d’accueil. Veuillez entrer un autre chemin."
                    ),
                )
            });
        }
        let query = comparable(query).ok_or_else(invalid)?;
        let whole = if query == "/" { path } else { format!("{path}?{query}") };
        if whole.len() > MAX_LENGTH { Err(invalid()) } else { Ok(Self(whole)) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path without its query.
    pub fn path(&self) -> &str {
        self.0.split('?').next().unwrap_or_default()
    }
}

/// The paths by which a request may be found, the most exact first. `path` and `query` are still encoded.
pub fn candidates(path: &str, query: &str) -> Vec<Candidate> {
    let Some(path) = comparable(path) else { return Vec::new() };
    if path == "/" {
        return home_query(query).into_iter().map(|(path, query)| Candidate { path, query }).collect();
    }
    let mut found = Vec::new();
    if let Some(all) = comparable(query).filter(|query| query != "/") {
        found.push(Candidate { path: OldPath(format!("{path}?{all}")), query: String::new() });
    }
    // Shopify has each product below each of its collections, too.
    let in_collection = path.strip_prefix("/collections/").and_then(|rest| rest.split_once("/products/"));
    let product = in_collection.map(|(_, handle)| format!("/products/{handle}"));
    for path in [Some(path), product].into_iter().flatten() {
        found.push(Candidate { path: OldPath(path), query: query.to_owned() });
    }
    found
}

/// The candidates for an address of this shop.
pub fn candidates_of(address: &str) -> Vec<Candidate> {
    let address = address.split('#').next().unwrap_or_default();
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    candidates(path, query)
}

/// The path of an address with any host. Returns `None` if the text is not an address.
fn without_origin(text: &str) -> Option<&str> {
    let rest = ["https://", "http://"].into_iter().find_map(|scheme| {
        text.get(..scheme.len()).filter(|start| start.eq_ignore_ascii_case(scheme))?;
        text.get(scheme.len()..)
    });
    let path = match rest {
        Some(rest) => rest.find(['/', '?']).map_or("/", |start| &rest[start..]),
        None => text,
    };
    let is_path = path.starts_with('/') && !path.starts_with("//") || rest.is_some();
    is_path.then_some(path)
}

/// An empty text becomes `/`. Returns `None` if no shop has such a path.
fn comparable(text: &str) -> Option<String> {
    let text = percent_decode_str(text).decode_utf8().ok()?.to_lowercase();
    let text = text.trim_end_matches('/');
    let is_plain = text.len() <= MAX_LENGTH && !text.chars().any(char::is_control);
    is_plain.then(|| if text.is_empty() { "/".to_owned() } else { text.to_owned() })
}

/// The page that a query names to the home page, and the other pairs.
fn home_query(query: &str) -> Option<(OldPath, String)> {
    let pairs = || query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    let (name, value) = pairs().find(|(name, value)| HOME_QUERIES.contains(name) && !value.is_empty())?;
    let value = comparable(value).filter(|value| value != "/")?;
    let others = query.split('&').filter(|pair| {
        let name = pair.split('=').next().unwrap_or_default();
        !HOME_QUERIES.contains(&name) && name != "post_type"
    });
    let others = others.collect::<Vec<_>>().join("&");
    Some((OldPath(format!("/?{name}={value}")), others))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_an_old_address_is_one_path() {
        for (text, path) in [
            ("/products/Draw-Hoe/", "/products/draw-hoe"),
            (" https://old.example/Products/draw-hoe#top", "/products/draw-hoe"),
            ("HTTP://old.example/products/caf%C3%A9", "/products/café"),
            ("https://old.example?p=12", "/?p=12"),
            ("/?post_type=product&p=12", "/?p=12"),
            ("/index.php?Product_ID=7", "/index.php?product_id=7"),
            ("/a?", "/a"),
        ] {
            assert_eq!(OldPath::parse(text).as_ref().map(OldPath::as_str), Ok(path), "{text}");
        }
        for text in ["", "hoe", "//old.example/a", "/a%00", "/a%FF", "ftp://old.example/a", "/", "/?utm=1"] {
            assert!(OldPath::parse(text).is_err(), "{text}");
        }
        for start in ["/", "/a?"] {
            assert!(OldPath::parse(&format!("{start}{}", "a".repeat(MAX_LENGTH))).is_err());
        }
    }

    #[track_caller]
    fn finds(path: &str, query: &str, wanted: &[(&str, &str)]) {
        let found = candidates(path, query);
        let found: Vec<_> = found.iter().map(|found| (found.path.as_str(), &*found.query)).collect();
        assert_eq!(found, wanted);
    }

    #[test]
    fn a_query_that_belongs_to_the_old_path_is_not_kept() {
        finds(
            "/Products/hoe/",
            "variant=1",
            &[("/products/hoe?variant=1", ""), ("/products/hoe", "variant=1")],
        );
        finds("/", "p=12&utm_source=mail&post_type=product", &[("/?p=12", "utm_source=mail")]);
        finds("/", "utm_source=mail", &[]);
        finds(
            "/collections/hoes/products/x",
            "",
            &[("/collections/hoes/products/x", ""), ("/products/x", "")],
        );
    }
}
