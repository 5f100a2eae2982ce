//! Counts in memory which redirects are asked for, and which paths have no page. Nothing that may be personal is kept.

use std::{
    collections::HashMap,
    mem,
    sync::{Mutex, PoisonError},
};

use super::{MAX_MISSING_PATHS, old_path::OldPath};

/// Redirects in memory. Each is in the table.
const MAX_HIT_PATHS: usize = 1_000;
const MAX_MISSING_LENGTH: usize = 120;
/// A longer word or number may be a secret, a phone or an order.
const MAX_WORD: usize = 24;
const MAX_DIGITS: usize = 8;
/// Programs that look for a way in ask for these.
const PROBES: [&str; 5] = ["wp-", "cgi-bin", "phpmyadmin", "actuator", "vendor"];
/// A page has one of these endings, or none.
const PAGE_ENDINGS: [&str; 3] = ["html", "htm", "aspx"];

#[derive(Default)]
pub struct PathCounts(Mutex<CountedPaths>);

/// The number of requests of each path: `hits` found a redirect, and `missing` found no page.
#[derive(Default)]
pub struct CountedPaths {
    pub hits: HashMap<String, i64>,
    pub missing: HashMap<String, i64>,
}

impl PathCounts {
    pub fn count_hit(&self, path: &OldPath) {
        self.count(|counted| &mut counted.hits, path.as_str(), MAX_HIT_PATHS);
    }

    /// The path of a request that found no page.
    pub fn count_missing(&self, path: &str) {
        // Its query may be personal.
        if let Ok(path) = OldPath::parse(path)
            && is_counted(path.as_str())
        {
            self.count(|counted| &mut counted.missing, path.as_str(), MAX_MISSING_PATHS);
        }
    }

    fn count(&self, of: fn(&mut CountedPaths) -> &mut HashMap<String, i64>, path: &str, most: usize) {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = of(&mut counted);
        if counts.len() < most || counts.contains_key(path) {
            *counts.entry(path.to_owned()).or_default() += 1;
        }
    }

    pub fn take(&self) -> CountedPaths {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Whether it is the path of a page, and names no person.
fn is_counted(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    let is_page = last.rsplit_once('.').is_none_or(|(_, ending)| PAGE_ENDINGS.contains(&ending));
    let is_probe = |part: &str| part.starts_with('.') || PROBES.iter().any(|probe| part.starts_with(probe));
    let longest = |is_part: fn(char) -> bool| {
        path.split(|char| !is_part(char)).map(|word| word.chars().count()).max().unwrap_or_default()
    };
    is_page
        && path.len() <= MAX_MISSING_LENGTH
        && !path.contains(['@', '?'])
        && !path.split('/').any(is_probe)
        && longest(char::is_alphanumeric) <= MAX_WORD
        && longest(|char| char.is_ascii_digit()) <= MAX_DIGITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_pages_are_counted() {
        let counts = PathCounts::default();
        for path in ["/Products/hoe/", "/products/hoe", "/about.html", "/p/1234567", "/"] {
            counts.count_missing(path);
        }
        for path in [
            "/wp-login",
            "/.env",
            "/a/.git/config",
            "/photo.jpg",
            "/index.php",
            "/reset/ada@example.com",
            "/reset/ada%40example.com",
            "/t/0d5c1e8b4a110d5c1e8b4a110d5c1e8b",
            "/call/16135550142",
        ] {
            counts.count_missing(path);
        }
        let missing = counts.take().missing;
        let mut missing: Vec<_> = missing.iter().map(|(path, count)| (&**path, *count)).collect();
        missing.sort_unstable();
        assert_eq!(missing, [("/about.html", 1), ("/p/1234567", 1), ("/products/hoe", 2)]);
    }

    #[test]
    fn the_memory_of_paths_is_bounded() {
        let counts = PathCounts::default();
        for number in 0..2_000 {
            counts.count_missing(&format!("/page-{number}"));
            counts.count_hit(&OldPath::parse(&format!("/page-{number}")).unwrap());
        }
        let CountedPaths { hits, missing } = counts.take();
        assert_eq!((hits.len(), missing.len()), (MAX_HIT_PATHS, MAX_MISSING_PATHS));
        assert!(counts.take().missing.is_empty());
    }
}
