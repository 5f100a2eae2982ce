//! A cached tool, the sort orders of lists, and their cursors.

use std::{borrow::Cow, cmp::Ordering, iter, ops::Deref, sync::Arc};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use crate::{
    catalogue::{
        search::{fuzzy::main_word, word_numbers::WordNumbers, word_set::WordSet},
        tools::tool::{Tool, ToolJson},
    },
    db,
    values::{fold::fold, ids::Id, language::Language, time::Timestamp},
};

/// No valid cursor is longer. The longest has a name of 120 characters, lower-cased and encoded.
const MAX_CURSOR_LENGTH: usize = 2_048;

/// A folded letter may have become several.
const MAX_SORTED_LETTERS: usize = 120;

/// What makes an entry of a tool.
pub struct EntryBuilder {
    /// The beginning of absolute picture URLs.
    pub public_url: String,
    pub words: Arc<WordNumbers>,
}

impl EntryBuilder {
    pub fn tool(&self, tool: Tool) -> Tool {
        tool.with_absolute_urls(&self.public_url)
    }

    pub fn entry(&self, tool: Tool) -> Result<CatalogueEntry, db::Error> {
        let id = tool.id.clone();
        CatalogueEntry::new(tool, &self.words).map_err(|_| db::Error::broken_row("tools", id.as_str()))
    }
}

/// A tool in the cache, and its words for searches.
pub struct CatalogueEntry {
    /// The tool with absolute URLs of its pictures.
    tool: Tool,
    english: EntryTexts,
    /// `None` if the tool has no French text.
    french: Option<Box<EntryTexts>>,
}

/// What an entry has in one language.
#[derive(PartialEq, Eq)]
pub struct EntryTexts {
    /// Bytes of the tool's JSON in a list.
    pub json_length: u32,
    /// The first half of the SHA-256 of this JSON.
    pub json_digest: [u8; 16],
    /// The words of the name and of the SKU. In French, of both names.
    pub name_words: WordSet,
    pub description_words: WordSet,
    /// The word that says what the tool is, of the name.
    pub main_word: u32,
    /// The number of words of the name and of the SKU.
    pub name_length: u8,
}

impl EntryTexts {
    fn new(tool: &Tool, language: Language, words: &WordNumbers) -> serde_json::Result<Self> {
        let json = serde_json::to_vec(&tool.to_wire("").in_language(language, tool))?;
        let mut json_digest = [0; 16];
        json_digest.copy_from_slice(&Sha256::digest(&json)[..16]);
        let with_sku = |name: &str| match &tool.extras.sku {
            Some(sku) => format!("{name} {sku}"),
            None => name.to_owned(),
        };
        let name = tool.name_in(language);
        let own_words = words.of(&with_sku(name));
        let name_length = u8::try_from(own_words.iter().count()).unwrap_or(u8::MAX);
        let (name_words, description_words) = match language {
            Language::English => (own_words, words.of(&tool.description)),
            Language::French => (
                words.of(&format!("{} {}", with_sku(name), tool.name)),
                words.of(&format!("{} {}", tool.description_in(language), tool.description)),
            ),
        };
        Ok(Self {
            json_length: u32::try_from(json.len()).unwrap_or(u32::MAX),
            json_digest,
            name_words,
            description_words,
            main_word: main_word(name, language)
                .and_then(|word| words.of(&word).iter().next())
                .unwrap_or(u32::MAX),
            name_length,
        })
    }
}

impl Deref for CatalogueEntry {
    type Target = Tool;

    fn deref(&self) -> &Tool {
        &self.tool
    }
}

impl CatalogueEntry {
    /// `tool` has absolute URLs of its pictures, as [`Tool::with_absolute_urls`] makes them.
    pub fn new(tool: Tool, words: &WordNumbers) -> serde_json::Result<Self> {
        let english = EntryTexts::new(&tool, Language::English, words)?;
        let french = if tool.extras.french.is_empty() {
            None
        } else {
            Some(Box::new(EntryTexts::new(&tool, Language::French, words)?))
        };
        Ok(Self { tool, english, french })
    }

    /// What it has in this language. A tool without French texts has the English ones.
    pub fn texts(&self, language: Language) -> &EntryTexts {
        language.choose(None, self.french.as_deref()).unwrap_or(&self.english)
    }

    /// The JSON as lists have it.
    pub fn to_json(&self, language: Language) -> ToolJson<'_> {
        self.tool.to_wire("").in_language(language, &self.tool)
    }

    /// The JSON as GET /tools/{id} has it.
    pub fn to_page_json(&self, language: Language) -> ToolJson<'_> {
        self.to_json(language).with_pictures(&self.tool, "")
    }

    /// The JSON with what only the owner sees.
    pub fn to_owner_json(&self) -> ToolJson<'_> {
        self.tool.to_owner_wire("")
    }

    pub fn is(&self, tool: &Tool) -> bool {
        self.tool == *tool
    }

    pub fn is_in_stock(&self) -> bool {
        self.available >= self.minimum
    }

    /// Whether the owner should order more.
    pub fn is_low(&self) -> bool {
        self.extras.low_stock.is_some_and(|least| self.available <= least)
    }

    /// Sorts tools oldest first. Never changes for a tool.
    pub fn creation_key(&self) -> (Timestamp, &Id) {
        (self.created_at, &self.id)
    }

    /// Whether both have the same place in every sort order, in the search index, among the slugs and in the columns of
    /// filters.
    pub fn has_same_place_as(&self, other: &Self) -> bool {
        fn words(texts: &EntryTexts) -> (&WordSet, &WordSet) {
            (&texts.name_words, &texts.description_words)
        }
        fn place(entry: &CatalogueEntry) -> impl PartialEq {
            let Tool { name, price, minimum, extras, .. } = &entry.tool;
            let names = (name, &extras.french.name);
            let words = (words(&entry.english), entry.french.as_deref().map(words));
            (*price, *minimum, names, &extras.category, &extras.slug, words)
        }
        place(self) == place(other)
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
type SortKey<'a> = (i64, Cow<'a, str>, Timestamp, &'a Id);

impl ToolSort {
    /// The number of orders that do not depend on a search. They come first.
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

    /// French names are sorted without their accents.
    fn sort_key(self, tool: &CatalogueEntry, language: Language) -> SortKey<'_> {
        let (number, name) = match self {
            Self::Oldest | Self::Newest | Self::Relevance => (0, String::new()),
            Self::CheapestFirst => (tool.price.as_i64(), String::new()),
            Self::MostExpensiveFirst => (-tool.price.as_i64(), String::new()),
            Self::Name => (
                0,
                match language {
                    Language::English => tool.name.to_lowercase(),
                    Language::French => {
                        fold(tool.name_in(language)).chars().take(MAX_SORTED_LETTERS).collect()
                    }
                },
            ),
        };
        (number, name.into(), tool.created_at, &tool.id)
    }

    fn compare_keys(self, a: &SortKey<'_>, b: &SortKey<'_>) -> Ordering {
        if matches!(self, Self::Newest | Self::Relevance) { b.cmp(a) } else { a.cmp(b) }
    }

    /// The places of the tools in this order.
    pub fn order(self, tools: &[Arc<CatalogueEntry>], language: Language) -> Vec<u32> {
        let keys = tools.iter().map(|tool| self.sort_key(tool, language));
        let mut keys: Vec<_> = iter::zip(keys, 0..).collect();
        keys.sort_unstable_by(|(a, _), (b, _)| self.compare_keys(a, b));
        keys.into_iter().map(|(_, place)| place).collect()
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
    pub fn after(sort: ToolSort, tool: &CatalogueEntry, language: Language) -> Self {
        let (number, name, created_at, id) = sort.sort_key(tool, language);
        Self { sort, number, name: name.into_owned(), created_at, id: id.clone() }
    }

    /// The position after a tool with this rank in a search.
    pub fn after_rank(rank: u16, tool: &CatalogueEntry) -> Self {
        Self { number: rank.into(), ..Self::after(ToolSort::Relevance, tool, Language::English) }
    }

    /// Whether a tool with this rank comes after it.
    pub fn is_before_rank(&self, rank: u16, tool: &CatalogueEntry) -> bool {
        (self.number, self.created_at, &self.id) > (rank.into(), tool.created_at, &tool.id)
    }

    pub fn is_at_or_after(&self, tool: &CatalogueEntry, language: Language) -> bool {
        let end = (self.number, self.name.as_str().into(), self.created_at, &self.id);
        self.sort.compare_keys(&self.sort.sort_key(tool, language), &end).is_le()
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
/// `tools` are in the order of their creation.
pub(super) fn find(tools: &[Arc<CatalogueEntry>], key: (Timestamp, &Id)) -> Result<usize, usize> {
    tools.binary_search_by(|tool| tool.creation_key().cmp(&key))
}

/// Inserts, replaces or removes the tool.
pub(super) fn place(tools: &mut Vec<Arc<CatalogueEntry>>, tool: &Arc<CatalogueEntry>, is_listed: bool) {
    match find(tools, tool.creation_key()) {
        Ok(at) if is_listed => tools[at] = Arc::clone(tool),
        Ok(at) => drop(tools.remove(at)),
        Err(at) if is_listed => tools.insert(at, Arc::clone(tool)),
        Err(_) => {}
    }
}
