//! The addresses of pages in both languages. English ones are as docs/specification.md names them. French ones begin with
//! `/fr` and have French words, which the web app reads from the same file (web/src/french-addresses.ts).

use std::{borrow::Cow, collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use super::language::Language;

const FRENCH: &str = "/fr";
/// The only page whose second word is translated too.
const DASHBOARD: &str = "dashboard";

#[derive(Deserialize)]
struct Words {
    first: HashMap<String, String>,
    dashboard: HashMap<String, String>,
}

static TO_FRENCH: LazyLock<Words> = LazyLock::new(|| {
    let json = include_str!("../../../web/src/address-words.json");
    serde_json::from_str(json).unwrap_or_else(|error| panic!("address-words.json: {error}"))
});

static TO_ENGLISH: LazyLock<Words> = LazyLock::new(|| {
    let backwards = |table: &HashMap<String, String>| {
        table.iter().map(|(english, french)| (french.clone(), english.clone())).collect()
    };
    Words { first: backwards(&TO_FRENCH.first), dashboard: backwards(&TO_FRENCH.dashboard) }
});

/// The language of the page at a path.
pub fn language_of(path: &str) -> Language {
    match path.strip_prefix(FRENCH) {
        Some(rest) if rest.is_empty() || rest.starts_with(['/', '?', '#']) => Language::French,
        _ => Language::English,
    }
}

/// The English path of a page of either language, without query. Words in another letter case are known too.
pub fn in_english(path: &str) -> Cow<'_, str> {
    match language_of(path) {
        Language::English => Cow::Borrowed(path),
        Language::French => {
            let path = translated(&path[FRENCH.len()..], &TO_ENGLISH);
            Cow::Owned(if path.is_empty() { "/".to_owned() } else { path })
        }
    }
}

/// The address in a language of a page at an English path, which may have a query and a fragment.
pub fn in_language(language: Language, address: &str) -> Cow<'_, str> {
    match language {
        Language::English => Cow::Borrowed(address),
        Language::French => {
            let end = address.find(['?', '#']).unwrap_or(address.len());
            let (path, rest) = address.split_at(end);
            let path = translated(if path == "/" { "" } else { path }, &TO_FRENCH);
            Cow::Owned(format!("{FRENCH}{path}{rest}"))
        }
    }
}

/// Only the first word is translated, and the second one in the dashboard. The others name tools, orders and so on.
fn translated(path: &str, words: &Words) -> String {
    let mut is_dashboard = false;
    let find = |table: &HashMap<String, String>, word: &str| {
        table
            .get(&word.to_ascii_lowercase())
            .or_else(|| table.get(word))
            .map_or_else(|| word.to_owned(), String::clone)
    };
    let translated = path.split('/').enumerate().map(|(place, word)| match place {
        1 => {
            let found = find(&words.first, word);
            is_dashboard = word == DASHBOARD || found == DASHBOARD;
            found
        }
        2 if is_dashboard => find(&words.dashboard, word),
        _ => word.to_owned(),
    });
    translated.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_an_address_in_each_language() {
        for (english, french) in [
            ("/", "/fr"),
            ("/tool", "/fr/outils"),
            ("/tool/basket", "/fr/outils/basket"),
            ("/portfolio", "/fr/portfolio"),
            ("/purchases/p1/invoice", "/fr/achats/p1/invoice"),
            ("/dashboard/myOrders/o1/receipt", "/fr/tableau-de-bord/mes-commandes/o1/receipt"),
            ("/nowhere", "/fr/nowhere"),
        ] {
            assert_eq!(in_language(Language::French, english), french);
            assert_eq!(in_language(Language::English, english), english);
            assert_eq!((&*in_english(french), language_of(french)), (english, Language::French));
            assert_eq!((&*in_english(english), language_of(english)), (english, Language::English));
        }
        assert_eq!(in_language(Language::French, "/?q=a"), "/fr?q=a");
        assert_eq!(
            in_language(Language::French, "/guest-order#purchase=tool"),
            "/fr/ma-commande#purchase=tool"
        );
        assert_eq!(in_english("/fr/OUTILS/hoe"), "/tool/hoe");
        assert_eq!(language_of("/fresh"), Language::English);
    }
}
