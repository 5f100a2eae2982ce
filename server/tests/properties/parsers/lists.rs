//! Parameters of lists: pages and search terms.

use std::cell::RefCell;

use rusqlite::Connection;
use serde_json::Value;
use trowel::{
    catalogue::{
        listing::{
            entry::{CatalogueEntry, ToolCursor, ToolSort},
            query_params::ToolQueryParams,
        },
        search::{fuzzy::words_of, word_numbers::WordNumbers},
        tools::tool::{Tool, ToolExtras},
    },
    db::like,
    http::pagination::{MAX_PAGE_SIZE, PageCursor, PageQuery, search_term},
    values::{FromJson as _, ids::Id, language::Language, money::Cents, time::Timestamp},
};

use super::input::{Input, text};

fn page(cursor: String, sort: &str, limit: Option<String>) -> Option<(PageCursor, Option<i64>)> {
    let query = PageQuery { limit, cursor: Some(cursor), sort: Some(sort.to_owned()) };
    query.check().ok().map(|page| (page.after, page.limit))
}

/// A cursor written by the shop is read back. Any other is refused or names an ordinary position.
pub fn page_cursor(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (cursor, limit, created_at) = (input.text_line(), input.text_line(), input.number());
    if let Some((after, limit)) = page(cursor.clone(), "newest", Some(limit)) {
        assert!(limit.is_none_or(|limit| (1..=MAX_PAGE_SIZE).contains(&limit)));
        assert!(after.id.len() <= 64 && after.id.bytes().all(|byte| byte.is_ascii_graphic()), "{cursor:?}");
        let (again, _) = page(after.to_cursor(), "oldest", None).unwrap();
        assert_eq!(again, after, "{cursor:?}");
    }
    let position = PageCursor { created_at, id: Id::new(Timestamp::from_micros(created_at)).into_string() };
    let own = position.to_cursor();
    assert!(
        own.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)),
        "goes into a link: {own}"
    );
    assert_eq!(page(own.clone(), "oldest", None), Some((position.clone(), None)));
    for other in changed(&own, input.rest()) {
        assert_ne!(
            page(other.clone(), "oldest", None),
            Some((position.clone(), None)),
            "{other} is {own} too"
        );
    }
}

/// The text with one character changed, at every place in `changes`.
fn changed(text: &str, changes: &[u8]) -> Vec<String> {
    let change =
        |at: usize, to: char| text.chars().enumerate().map(|(n, c)| if n == at { to } else { c }).collect();
    let places = changes.chunks_exact(2).map(|pair| (usize::from(pair[0]) % text.len(), char::from(pair[1])));
    places.filter(|(at, to)| text.as_bytes()[*at] as char != *to).map(|(at, to)| change(at, to)).collect()
}

const SORTS: [ToolSort; ToolSort::COUNT] = [
    ToolSort::Oldest,
    ToolSort::Newest,
    ToolSort::CheapestFirst,
    ToolSort::MostExpensiveFirst,
    ToolSort::Name,
];

/// Like [`page_cursor`], for the list of tools: with any tool name, and only in the order of its list.
pub fn tool_cursor(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (cursor, name, price, at) = (input.text_line(), input.text_line(), input.number(), input.number());
    for sort in SORTS {
        if let Some(read) = ToolCursor::parse(&cursor, sort) {
            assert_eq!(ToolCursor::parse(&read.encode(), sort), Some(read), "{cursor:?}");
        }
    }
    let Some(tool) = tool(&name, price, at) else { return };
    for sort in SORTS {
        let own = ToolCursor::after(sort, &tool, Language::English);
        let text = own.encode();
        assert!(
            text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)),
            "goes into a link: {text}"
        );
        assert_eq!(ToolCursor::parse(&text, sort), Some(own.clone()), "{name:?}");
        assert!(own.is_at_or_after(&tool, Language::English), "{name:?}");
        assert!(
            SORTS
                .into_iter()
                .filter(|other| *other != sort)
                .all(|other| ToolCursor::parse(&text, other).is_none())
        );
    }
}

fn tool(name: &str, price: i64, at: i64) -> Option<CatalogueEntry> {
    let name = trowel::values::text::SingleLine::<120>::from_json(&Value::from(name)).ok()?.into_string();
    let created_at = Timestamp::from_micros(at);
    let tool = Tool {
        id: Id::new(created_at),
        name,
        description: "For the border".into(),
        img: "/images/hoe/350.webp".into(),
        price: Cents::new(price)?,
        available: 1,
        minimum: 1,
        revision: 1,
        created_at,
        changed_at: created_at,
        extras: ToolExtras::default(),
    };
    CatalogueEntry::new(tool, &WordNumbers::default()).ok()
}

/// A tool query is refused or parsed, and parsed to the same value in every spelling.
pub fn tool_query(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let mut some = || Some(input.text_line()).filter(|line| !line.is_empty());
    let query = ToolQueryParams {
        q: some(),
        sort: some(),
        limit: some(),
        price_min: some(),
        price_max: some(),
        max_minimum: some(),
        in_stock: some(),
        category: some(),
        language: some(),
        cursor: some(),
    };
    let Ok(listing) = query.check() else { return };
    assert!(listing.limit.is_none_or(|limit| (1..=100).contains(&limit)));
    assert!(listing.words.as_ref().is_none_or(|words| words.words.len() <= 12));
    let spaced = ToolQueryParams { q: query.q.as_ref().map(|q| format!(" {} ", q.trim())), ..query.clone() };
    assert_eq!(spaced.check().unwrap(), listing);
}

/// Words contain no blanks, signs or capitals, and splitting a word again changes nothing.
pub fn words(bytes: &[u8]) {
    let typed = text(bytes);
    let words = words_of(&typed);
    for word in &words {
        assert!(!word.is_empty() && word.chars().all(char::is_alphanumeric), "{typed:?} has {word:?}");
    }
    assert_eq!(words_of(&typed.replace(' ', "  ")), words);
    let again = words_of(&words.join(" "));
    assert_eq!(words_of(&again.join(" ")), again, "{typed:?}");
}

/// The engine finds a part where it occurs and nowhere else, whatever characters it contains.
pub fn like(bytes: &[u8]) {
    thread_local! {
        static ENGINE: RefCell<Connection> = RefCell::new(Connection::open_in_memory().unwrap());
    }
    let mut input = Input::new(bytes);
    let typed = input.text_line();
    let content = text(input.rest()).to_lowercase().replace('\0', "");
    let Ok(part) = search_term(Some(&typed)) else { return };
    let Some(part) = part else {
        assert!(typed.trim().is_empty());
        return;
    };
    assert!(!part.chars().any(char::is_control) && part.trim() == part, "{part:?}");
    let pattern = like::containing(&part);
    for content in [content.clone(), part.clone(), format!("{content}{part}{content}")] {
        let is_found = ENGINE.with_borrow(|engine| {
            let sql = "SELECT ?1 LIKE ?2 ESCAPE '!'";
            engine.query_row(sql, [&content, &pattern], |row| row.get::<_, bool>(0)).unwrap()
        });
        // For characters beyond ASCII the engine's comparison is case-sensitive.
        let (content, part) = (content.to_ascii_lowercase(), part.to_ascii_lowercase());
        assert_eq!(is_found, content.contains(&part), "{part:?} in {content:?}");
    }
}
