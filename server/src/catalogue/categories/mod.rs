//! The owner's categories: a list in memory on each node, and the use-cases that change it.

pub mod http;
pub mod store;

use std::sync::Arc;

use arc_swap::ArcSwap;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    base::audit::{self, AuditAction, AuditEntry},
    db::{self, Db, Tx, row},
    http::response_cache::ContentVersion,
    shop::Shop,
    values::{ids::Id, language::Language},
};

/// Every page of the catalogue has the whole list.
pub const MAX_CATEGORIES: usize = 200;

row! {
    #[derive(PartialEq, Eq, Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct Category {
        #[serde(rename = "_id")]
        #[schema(value_type = String)]
        pub id: Id,
        /// Names it in links and in `category` of tools. Never changes.
        pub slug: String,
        pub name: String,
        /// The list without a language has it, for who edits both names. Absent: French pages show `name`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub french_name: Option<String>,
        /// The slug of the category above it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub parent: Option<String>,
    }
}

impl Category {
    /// The category with its name in this language alone.
    #[must_use]
    pub fn in_language(&self, language: Language) -> Self {
        let french = self.french_name.as_ref().filter(|_| language == Language::French);
        Self { name: french.unwrap_or(&self.name).clone(), french_name: None, ..self.clone() }
    }
}

/// The slugs of a category and of those below it. Of an unknown one itself, which no tool has.
pub fn family(categories: &[Category], slug: &str) -> Vec<String> {
    let below = categories.iter().filter(|category| category.parent.as_deref() == Some(slug));
    [slug.to_owned()].into_iter().chain(below.map(|category| category.slug.clone())).collect()
}

/// A category behind the one above it. Empty if it is unknown.
pub fn path_to(categories: &[Category], slug: &str) -> Vec<Category> {
    let find = |slug: &str| categories.iter().find(|category| category.slug == slug);
    let Some(own) = find(slug) else { return Vec::new() };
    own.parent.as_deref().and_then(find).into_iter().chain([own]).cloned().collect()
}

/// Sorts categories by name, each with the categories below it behind it.
fn in_order(mut categories: Vec<Category>) -> Vec<Category> {
    let key = |category: &Category| (category.name.to_lowercase(), category.slug.clone());
    categories.sort_by_cached_key(key);
    let (tops, below): (Vec<_>, Vec<_>) =
        categories.into_iter().partition(|category| category.parent.is_none());
    tops.into_iter()
        .flat_map(|top| {
            let its = below.iter().filter(|category| category.parent.as_ref() == Some(&top.slug));
            let its: Vec<_> = its.cloned().collect();
            std::iter::once(top).chain(its)
        })
        .collect()
}

/// The list, read again when this node or another one has changed it.
pub struct CategoryCache {
    db: Db,
    content_version: Arc<ContentVersion>,
    current: ArcSwap<CategoryLists>,
}

#[derive(Default)]
struct CategoryLists {
    /// With the names in both languages, in the order of the English ones.
    all: Arc<Vec<Category>>,
    english: Arc<Vec<Category>>,
    french: Arc<Vec<Category>>,
}

impl CategoryLists {
    fn new(all: Vec<Category>) -> Self {
        let in_language =
            |language| Arc::new(in_order(all.iter().map(|it| it.in_language(language)).collect()));
        Self {
            english: in_language(Language::English),
            french: in_language(Language::French),
            all: Arc::new(all),
        }
    }
}

impl CategoryCache {
    pub fn new(db: Db, content_version: Arc<ContentVersion>) -> Self {
        Self { db, content_version, current: ArcSwap::default() }
    }

    /// The categories with their names in both languages.
    pub fn current(&self) -> Arc<Vec<Category>> {
        Arc::clone(&self.current.load().all)
    }

    /// The categories as pages in this language show them.
    pub fn in_language(&self, language: Language) -> Arc<Vec<Category>> {
        let lists = self.current.load();
        Arc::clone(language.choose(&lists.english, &lists.french))
    }

    pub async fn refresh(&self) -> Result<(), db::Error> {
        let read = self.db.read((), |tx, ()| store::all(tx)).await?;
        let next = in_order(read);
        if *self.current.load().all != next {
            self.current.store(Arc::new(CategoryLists::new(next)));
            self.content_version.advance();
        }
        Ok(())
    }
}

/// Why a category was not saved.
#[derive(Debug)]
pub enum CategoryError {
    Db(db::Error),
    NotFound,
    SlugTaken,
    /// The category above is unknown, has one above itself, or is this one.
    InvalidParent,
    /// It has categories below it, so it cannot be below another one.
    HasChildren,
    TooMany,
}

impl From<db::Error> for CategoryError {
    fn from(error: db::Error) -> Self {
        if error.is_unique_violation() { Self::SlugTaken } else { Self::Db(error) }
    }
}

/// Adds the category, or saves name and parent if it exists.
pub async fn save(shop: &Shop, by: &Id, category: Category, is_new: bool) -> Result<(), CategoryError> {
    let action = if is_new { AuditAction::AddCategory } else { AuditAction::EditCategory };
    let entry = AuditEntry::by(by, action, category.id.clone(), shop.clock.now());
    let input = (category, is_new, entry);
    shop.db
        .try_write(input, |tx, (category, is_new, entry)| Box::pin(save_in_tx(tx, category, *is_new, entry)))
        .await?;
    Ok(shop.categories.refresh().await?)
}

async fn save_in_tx(
    tx: &Tx<'_>,
    category: &Category,
    is_new: bool,
    entry: &AuditEntry,
) -> Result<(), CategoryError> {
    store::lock_all(tx).await?;
    let all = store::all(tx).await?;
    if is_new && all.len() >= MAX_CATEGORIES {
        return Err(CategoryError::TooMany);
    }
    let Some(slug) = (if is_new {
        Some(&category.slug)
    } else {
        all.iter().find(|known| known.id == category.id).map(|known| &known.slug)
    }) else {
        return Err(CategoryError::NotFound);
    };
    if let Some(parent) = &category.parent {
        let is_top = |known: &Category| known.slug == *parent && known.parent.is_none();
        if parent == slug || !all.iter().any(is_top) {
            return Err(CategoryError::InvalidParent);
        }
        if family(&all, slug).len() > 1 {
            return Err(CategoryError::HasChildren);
        }
    }
    if is_new {
        store::insert(tx, category, entry.at).await?;
    } else {
        store::update(tx, category).await?;
    }
    Ok(audit::record(tx, entry).await?)
}

/// Its tools stay and have no category any more. Categories below it move to the top. Returns whether it existed.
pub async fn delete(shop: &Shop, by: &Id, id: &Id) -> Result<bool, db::Error> {
    let entry = AuditEntry::by(by, AuditAction::DeleteCategory, id.clone(), shop.clock.now());
    let deleted = shop.db.write(entry, |tx, entry| Box::pin(delete_in_tx(tx, entry))).await?;
    let Some(tools) = deleted else { return Ok(false) };
    for tool in tools {
        shop.catalogue.mark_changed(&tool);
    }
    shop.categories.refresh().await?;
    Ok(true)
}

async fn delete_in_tx(tx: &Tx<'_>, entry: &AuditEntry) -> Result<Option<Vec<Id>>, db::Error> {
    store::lock_all(tx).await?;
    let all = store::all(tx).await?;
    let Some(category) = all.iter().find(|category| category.id == entry.subject) else { return Ok(None) };
    let tools = crate::catalogue::tools::store::leave_category(tx, &category.slug, entry.at).await?;
    store::delete(tx, category).await?;
    audit::record(tx, entry).await?;
    Ok(Some(tools))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::time::Timestamp;

    #[test]
    fn each_language_has_its_names_and_their_order() {
        let category = |slug: &str, name: &str, french: Option<&str>, parent: Option<&str>| Category {
            id: Id::new(Timestamp::from_micros(1)),
            slug: slug.to_owned(),
            name: name.to_owned(),
            french_name: french.map(str::to_owned),
            parent: parent.map(str::to_owned),
        };
        let lists = CategoryLists::new(in_order(vec![
            category("cutting", "Cutting", Some("Taille"), None),
            category("digging", "Digging", Some("Bêchage"), None),
            category("hoes", "Hoes", None, Some("digging")),
        ]));
        let names = |list: &[Category]| list.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&lists.english), ["Cutting", "Digging", "Hoes"]);
        assert_eq!(names(&lists.french), ["Bêchage", "Hoes", "Taille"], "the one below follows its own");
        assert!(lists.english.iter().chain(&*lists.french).all(|it| it.french_name.is_none()));
        assert_eq!(lists.all[0].french_name.as_deref(), Some("Taille"));
    }
}
