//! A cached tool, the sort orders of lists, and their cursors.

use std::{borrow::Cow, cmp::Ordering};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::{fuzzy::main_word, search::WordNumbers, tool::Tool};
use crate::values::{ids::Id, money::Cents, time::Timestamp};

/// Longer than any valid cursor: a name of 120 characters, lower-cased and encoded.
const MAX_CURSOR_LENGTH: usize = 2_048;

/// A tool in the cache: its sort and filter values, and its JSON.
pub struct CatalogueEntry {
    pub id: Id,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
    pub price: Cents,
    pub available: i64,
    pub minimum: i64,
    pub revision: i64,
    pub category: Option<String>,
    pub slug: String,
    /// Only the owner sees it.
    pub is_draft: bool,
    low_stock: Option<i64>,
    pub json: Bytes,
    /// All pictures as JSON, unless `json` says it all. Only the tool's own page shows them.
    pictures: Option<Box<str>>,
    /// Of `json`.
    pub digest: [u8; 32],
    /// With the words of the SKU.
    pub name_words: Box<[u32]>,
    pub description_words: Box<[u32]>,
    /// The word that says what the tool is, of the name.
    pub main_word: u32,
    /// Lower-cased.
    name: String,
}

impl CatalogueEntry {
    pub fn new(tool: &Tool, public_url: &str, words: &WordNumbers) -> serde_json::Result<Self> {
        // A copy, because the buffer keeps a capacity that is never used.
        let json = Bytes::copy_from_slice(&serde_json::to_vec(&tool.to_wire(public_url))?);
        let pictures = tool.all_pictures(public_url);
        let pictures = pictures.map(|pictures| serde_json::to_string(&pictures)).transpose()?;
        Ok(Self {
            id: tool.id.clone(),
            created_at: tool.created_at,
            changed_at: tool.changed_at,
            price: tool.price,
            available: tool.available,
            minimum: tool.minimum,
            revision: tool.revision,
            category: tool.extras.category.clone(),
            slug: tool.extras.slug.clone(),
            is_draft: tool.extras.is_draft,
            low_stock: tool.extras.low_stock,
            digest: Sha256::digest(&json).into(),
            json,
            pictures: pictures.map(String::into_boxed_str),
            name_words: match &tool.extras.sku {
                Some(sku) => words.of(&format!("{} {sku}", tool.name)),
                None => words.of(&tool.name),
            },
            description_words: words.of(&tool.description),
            main_word: main_word(&tool.name)
                .and_then(|word| words.of(&word).first().copied())
                .unwrap_or(u32::MAX),
            name: tool.name.to_lowercase(),
        })
    }

    /// The JSON as GET /tools/{id} has it.
    pub fn page_json(&self) -> Cow<'_, [u8]> {
        let Some(pictures) = &self.pictures else { return Cow::Borrowed(&self.json) };
        let mut text = self.json.strip_suffix(b"}").unwrap_or_default().to_vec();
        text.extend_from_slice(format!(",\"pictures\":{pictures}}}").as_bytes());
        Cow::Owned(text)
    }

    /// The JSON with what only the owner sees, as [`Tool::to_owner_wire`] has it.
    pub fn write_owner_json(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(self.json.strip_suffix(b"}").unwrap_or_default());
        if self.is_draft {
            text.extend_from_slice(b",\"draft\":true");
        }
        if let Some(least) = self.low_stock {
            text.extend_from_slice(format!(",\"lowStock\":{least}").as_bytes());
        }
        text.push(b'}');
    }

    pub fn is_in_stock(&self) -> bool {
        self.available >= self.minimum
    }

    /// Whether the owner should order more.
    pub fn is_low(&self) -> bool {
        self.low_stock.is_some_and(|least| self.available <= least)
    }

    /// Sorts tools oldest first. Never changes for a tool.
    pub fn creation_key(&self) -> (Timestamp, &Id) {
        (self.created_at, &self.id)
    }

    fn name(&self) -> &str {
        &self.name
    }

    /// Whether both have the same place in every sort order, in the search index, among the slugs and in the columns of
    /// filters.
    pub fn has_same_place_as(&self, other: &Self) -> bool {
        (
            self.price,
            self.minimum,
            &self.category,
            self.name(),
            &self.slug,
            &self.name_words,
            &self.description_words,
        ) == (
            other.price,
            other.minimum,
            &other.category,
            other.name(),
            &other.slug,
            &other.name_words,
            &other.description_words,
        )
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum ToolSort {
    Oldest,
    Newest,
    #[schema(rename = "price")]
    CheapestFirst,
    #[schema(rename = "-price")]
    MostExpensiveFirst,
    Name,
    /// Best match first. Only for a search.
    Relevance,
}

/// Position of a tool in a sort order. Creation time and id make it unique, so that pages neither repeat nor miss a
/// tool.
type SortKey<'a> = (i64, &'a str, Timestamp, &'a Id);

impl ToolSort {
    /// Of those that do not depend on a search, which come first.
    pub const COUNT: usize = 5;

    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "oldest" => Self::Oldest,
            "newest" => Self::Newest,
            "price" => Self::CheapestFirst,
            "-price" => Self::MostExpensiveFirst,
            "name" => Self::Name,
            "relevance" => Self::Relevance,
            _ => return None,
        })
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Oldest => "oldest",
            Self::Newest => "newest",
            Self::CheapestFirst => "price",
            Self::MostExpensiveFirst => "-price",
            Self::Name => "name",
            Self::Relevance => "relevance",
        }
    }

    fn sort_key(self, tool: &CatalogueEntry) -> SortKey<'_> {
        let (number, name) = match self {
            Self::Oldest | Self::Newest | Self::Relevance => (0, ""),
            Self::CheapestFirst => (tool.price.as_i64(), ""),
            Self::MostExpensiveFirst => (-tool.price.as_i64(), ""),
            Self::Name => (0, tool.name()),
        };
        (number, name, tool.created_at, &tool.id)
    }

    fn compare_keys(self, a: &SortKey<'_>, b: &SortKey<'_>) -> Ordering {
        if matches!(self, Self::Newest | Self::Relevance) { b.cmp(a) } else { a.cmp(b) }
    }

    pub fn compare(self, a: &CatalogueEntry, b: &CatalogueEntry) -> Ordering {
        self.compare_keys(&self.sort_key(a), &self.sort_key(b))
    }
}

/// The sort key of the last tool of a page. The next page is right even if that tool was removed or changed since.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ToolCursor {
    sort: ToolSort,
    number: i64,
    name: String,
    created_at: Timestamp,
    id: Id,
}

impl ToolCursor {
    pub fn after(sort: ToolSort, tool: &CatalogueEntry) -> Self {
        let (number, name, created_at, id) = sort.sort_key(tool);
        Self { sort, number, name: name.to_owned(), created_at, id: id.clone() }
    }

    /// After a tool with this rank in a search.
    pub fn after_rank(rank: u16, tool: &CatalogueEntry) -> Self {
        Self { number: rank.into(), ..Self::after(ToolSort::Relevance, tool) }
    }

    /// Whether a tool with this rank comes after it.
    pub fn is_before_rank(&self, rank: u16, tool: &CatalogueEntry) -> bool {
        (self.number, self.created_at, &self.id) > (rank.into(), tool.created_at, &tool.id)
    }

    pub fn is_at_or_after(&self, tool: &CatalogueEntry) -> bool {
        let end = (self.number, self.name.as_str(), self.created_at, &self.id);
        self.sort.compare_keys(&self.sort.sort_key(tool), &end).is_le()
    }

    pub fn encode(&self) -> String {
        let (sort, at) = (self.sort.as_str(), self.created_at.micros());
        URL_SAFE_NO_PAD.encode(format!("{sort} {} {at} {} {}", self.number, self.id, self.name))
    }

    /// `None` if the cursor is invalid or from another sort order.
    pub fn parse(text: &str, sort: ToolSort) -> Option<Self> {
        if text.len() > MAX_CURSOR_LENGTH {
            return None;
        }
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
        let mut parts = text.splitn(5, ' ');
        let mut next = || parts.next();
        let cursor = Self {
            sort: ToolSort::parse(next()?)?,
            number: next()?.parse().ok()?,
            created_at: Timestamp::from_micros(next()?.parse().ok()?),
            id: Id::parse(next()?)?,
            name: next()?.to_owned(),
        };
        (cursor.sort == sort).then_some(cursor)
    }
}
