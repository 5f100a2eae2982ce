//! Objects of one type in the order of their creation, with an index by id.

use std::collections::{BTreeSet, HashMap};
use std::mem;

use serde::{Deserialize, Serialize, Serializer};

use crate::stripe::model::Object;

#[derive(Deserialize)]
#[serde(from = "Vec<T>", bound(deserialize = "T: Deserialize<'de> + Object"))]
pub struct Collection<T> {
    items: Vec<T>,
    by_id: HashMap<String, usize>,
    /// The items that changed since [`Collection::take_changed`].
    changed: BTreeSet<usize>,
}

impl<T: Serialize> Serialize for Collection<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items.serialize(serializer)
    }
}

impl<T> Default for Collection<T> {
    fn default() -> Self {
        Self { items: Vec::new(), by_id: HashMap::new(), changed: BTreeSet::new() }
    }
}

impl<T: Object> From<Vec<T>> for Collection<T> {
    fn from(items: Vec<T>) -> Self {
        let by_id = items.iter().enumerate().map(|(place, item)| (item.id().to_owned(), place)).collect();
        Self { items, by_id, changed: BTreeSet::new() }
    }
}

impl<T: Object> Collection<T> {
    pub fn insert(&mut self, item: T) {
        self.changed.insert(self.items.len());
        self.by_id.insert(item.id().to_owned(), self.items.len());
        self.items.push(item);
    }

    /// The place of an item in [`Collection::items`].
    pub fn position(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    pub fn get(&self, id: &str) -> Option<&T> {
        self.position(id).map(|place| &self.items[place])
    }

    pub fn get_mut(&mut self, id: &str) -> Option<&mut T> {
        let place = self.position(id)?;
        self.changed.insert(place);
        self.items.get_mut(place)
    }

    /// The oldest first.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    pub fn newest_first(&self) -> impl Iterator<Item = &T> {
        self.items.iter().rev()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// A copy of the items that were inserted or borrowed mutably since the last call.
    pub fn take_changed(&mut self) -> Self
    where
        T: Clone,
    {
        let places = mem::take(&mut self.changed);
        places.into_iter().map(|place| self.items[place].clone()).collect::<Vec<_>>().into()
    }

    /// Inserts or replaces the items of a later collection.
    pub fn merge(&mut self, later: Self) {
        for item in later.items {
            match self.get_mut(item.id()) {
                Some(known) => *known = item,
                None => self.insert(item),
            }
        }
    }

    pub fn delete_before(&mut self, time: i64) {
        let mut items = mem::take(&mut self.items);
        items.retain(|item| item.created() >= time);
        *self = Self::from(items);
    }
}
