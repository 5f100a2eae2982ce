//! The last file made of the catalogue, so that crawlers do not have it made again each time.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use crate::{
    catalogue::{categories::Category, listing::snapshot::CatalogueSnapshot},
    values::time::Timestamp,
};

/// A sale changes the catalogue too, so a busy shop would make the file again for each request.
const MIN_AGE: Duration = Duration::from_mins(1);

/// The catalogue that a file is made of.
#[derive(Clone, Default)]
pub struct CatalogueContent {
    pub snapshot: Arc<CatalogueSnapshot>,
    pub categories: Arc<Vec<Category>>,
}

impl CatalogueContent {
    fn is_same_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.snapshot, &other.snapshot) && Arc::ptr_eq(&self.categories, &other.categories)
    }
}

/// Keeps a file that is made of the catalogue and of a key `K`. Another key makes the file again at once.
pub struct FileCache<K, F>(Mutex<Option<KnownFile<K, F>>>);

struct KnownFile<K, F> {
    key: K,
    content: CatalogueContent,
    made_at: Timestamp,
    file: Arc<F>,
}

impl<K, F> Default for FileCache<K, F> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: PartialEq, F> FileCache<K, F> {
    /// The known file, if nothing changed or it is young.
    pub fn get(&self, key: &K, content: &CatalogueContent, now: Timestamp) -> Option<Arc<F>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.as_ref().filter(|known| known.key == *key)?;
        let is_young = known.made_at <= now && now < known.made_at.plus(MIN_AGE);
        (known.content.is_same_as(content) || is_young).then(|| Arc::clone(&known.file))
    }

    pub fn keep(&self, key: K, content: CatalogueContent, file: Arc<F>, made_at: Timestamp) {
        let known = KnownFile { key, content, made_at, file };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
    }
}
